//! What people say to each other over real sockets: in the room, where the host passes it on, and in
//! the match, where each says it to each.

use std::path::PathBuf;

use game::SeatSet;
use table::{Line, Phrase, Spoken, Unsaid, Words};

use super::rooms::{address, join, problem, wait_room};
use super::*;

fn line(text: &str) -> Words {
    Words::Line(Line::new(text).unwrap())
}

/// Who has said what, as one table shows it.
fn told(view: &TableView) -> Vec<(String, Words)> {
    let told = |line: &Arc<Spoken>| (line.who.name.clone(), line.words.clone());
    view.talk.lines.iter().map(told).collect()
}

fn wait_told(table: &Table, expected: &[(&str, Words)]) {
    let expected: Vec<(String, Words)> =
        expected.iter().map(|(who, words)| ((*who).to_owned(), words.clone())).collect();
    wait_for(table, &format!("{expected:?}"), |view| (told(view) == expected).then_some(()));
}

/// The seats that the latest own line has not reached.
fn wait_unreached(table: &Table, seats: &[u8]) {
    let seats: SeatSet = seats.iter().map(|seat| Seat::of(*seat)).collect();
    let is_so = |view: &TableView| {
        let last = view.talk.lines.last()?;
        (last.is_own && last.unreached == seats).then_some(())
    };
    wait_for(table, &format!("unreached: {seats:?}"), is_so);
}

/// A host and two guests in his room, not yet ready.
fn three(folder: &Path) -> [Table; 3] {
    let [host, one, two] = ["甲", "乙", "丙"].map(|name| table(folder, name));
    let seats = [SeatPlan::Me, SeatPlan::Open, SeatPlan::Open];
    host.apply(Command::Host { plan: plan(&["three"], &seats), start: Start::WhenReady });
    join(&one, &address(&host));
    wait_room(&host, &["甲", "乙", ""], &[false; 3]);
    join(&two, &address(&host));
    for table in [&host, &one, &two] {
        wait_room(table, &["甲", "乙", "丙"], &[false; 3]);
    }
    [host, one, two]
}

fn begin(tables: &[Table; 3]) {
    for table in &tables[1..] {
        table.apply(Command::Ready(true));
    }
    wait_room(&tables[0], &["甲", "乙", "丙"], &[false, true, true]);
    tables[0].apply(Command::Ready(true));
    let all = SeatSet::first(3);
    for table in tables {
        let is_so = |view: &TableView| playing(view).filter(|game| game.connected == all);
        wait_for(table, "the match with everybody", is_so);
    }
}

#[test]
fn everybody_hears_everybody_in_the_room_and_in_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let tables = three(folder.path());
    let [host, one, two] = &tables;
    one.apply(Command::Say(line("等我一下")));
    let first = ("乙", line("等我一下"));
    for table in &tables {
        wait_told(table, std::slice::from_ref(&first));
    }
    host.apply(Command::Say(Words::Phrase(Phrase::Hello)));
    let second = ("甲", Words::Phrase(Phrase::Hello));
    for table in &tables {
        wait_told(table, &[first.clone(), second.clone()]);
    }
    begin(&tables);
    two.apply(Command::Say(line("好棋！")));
    let third = ("丙", line("好棋！"));
    for table in &tables {
        // What was said in the room is still there.
        wait_told(table, &[first.clone(), second.clone(), third.clone()]);
    }
    // Each of the two others has said that he heard it.
    wait_unreached(two, &[]);
    let id = wait_for(two, "the seat", |view| view.talk.lines.last().map(|line| line.seat));
    assert_eq!(id, Seat::of(2));

    // Nothing of it is in any file.
    let mut files: Vec<PathBuf> = vec![folder.path().to_owned()];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let bytes = std::fs::read(&path).unwrap();
            let words = "好棋！".as_bytes();
            assert!(!bytes.windows(words.len()).any(|at| at == words), "{}", path.display());
        }
    }
}

#[test]
fn who_is_silenced_stays_so_over_a_restart_and_is_not_told() {
    let folder = tempfile::tempdir().unwrap();
    let [host, one, two] = three(folder.path());
    // Once in the room, by the one seat, and once in the match, by the other.
    one.apply(Command::Mute(Seat::of(2), true));
    let tables = [host, one, two];
    begin(&tables);
    let [host, one, two] = tables;
    host.apply(Command::Mute(Seat::of(2), true));
    let muted = |view: &TableView| (view.talk.muted == SeatSet::one(Seat::of(2))).then_some(());
    wait_for(&host, "silence", muted);
    wait_for(&one, "silence", muted);
    two.apply(Command::Say(line("听得见吗")));
    wait_told(&two, &[("丙", line("听得见吗"))]);
    wait_unreached(&two, &[]);
    one.apply(Command::Say(line("嗯")));
    for table in [&host, &one] {
        wait_told(table, &[("乙", line("嗯"))]);
    }
    wait_told(&two, &[("丙", line("听得见吗")), ("乙", line("嗯"))]);
    for (name, table) in [("甲", host), ("乙", one)] {
        drop(table);
        let again = self::table(folder.path(), name);
        again.apply(Command::Resume { id: String::new(), bot: false, at: None });
        wait_for(&again, "silence after a restart", muted);
        again.apply(Command::Mute(Seat::of(2), false));
        let heard = |view: &TableView| view.talk.muted.is_empty().then_some(());
        wait_for(&again, "the seat is heard again", heard);
    }
}

#[test]
fn who_is_not_there_or_does_not_listen_is_not_reached() {
    let folder = tempfile::tempdir().unwrap();
    let tables = three(folder.path());
    begin(&tables);
    let [host, one, two] = tables;
    two.apply(Command::Talk(false));
    wait_for(&two, "quiet", |view| (!view.talk.is_on).then_some(()));
    host.apply(Command::Say(line("在吗")));
    wait_unreached(&host, &[2]);
    wait_told(&one, &[("甲", line("在吗"))]);
    two.apply(Command::Say(line("不在")));
    problem(&two, &Problem::Unsaid(Unsaid::Off));
    drop(two);
    let alone = SeatSet::first(2);
    wait_for(&host, "two of three", |view| playing(view).filter(|it| it.connected == alone));
    host.apply(Command::Say(line("走了？")));
    wait_unreached(&host, &[2]);
    wait_told(&one, &[("甲", line("在吗")), ("甲", line("走了？"))]);
    // The setting is the profile's.
    let again = table(folder.path(), "丙");
    wait_for(&again, "still quiet", |view| (!view.talk.is_on).then_some(()));
    again.apply(Command::Talk(true));
    wait_for(&again, "talk again", |view| view.talk.is_on.then_some(()));
    again.apply(Command::Say(line("没人")));
    problem(&again, &Problem::Unsaid(Unsaid::Nobody));
}

#[test]
fn who_says_too_much_is_told_so_and_nothing_of_it_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let [host, one, _two] = three(folder.path());
    for number in 0..9 {
        one.apply(Command::Say(line(&number.to_string())));
    }
    problem(&one, &Problem::Unsaid(Unsaid::TooFast));
    let own = wait_for(&one, "some lines", |view| {
        let lines = told(view);
        (lines.len() + view.problems.len() == 9).then_some(lines)
    });
    // Five at once, and more only where this takes seconds.
    assert!((5..9).contains(&own.len()), "{own:?}");
    wait_for(&host, "the same lines", |view| (told(view) == own).then_some(()));
}
