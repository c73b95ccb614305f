//! Matches played by whoever looks at the views and does nothing else, and what is left on the disk.

use std::thread;

use table::auditing::{Source, audit};
use table::{LogEntry, Shelf};

use super::*;

/// Plays the own seats to the end, one decision for each view that waits for one; nothing is drawn.
fn play(table: &Table, stop: impl Fn(&MatchView) -> bool) -> Arc<MatchView> {
    let mut version = 0;
    let mut decided = None;
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        let Some(view) = table.newer(version, PATIENCE) else { break };
        version = view.version;
        let Some(game) = playing(&view) else { continue };
        if stop(&game) {
            return game;
        }
        let Some(seat) = game.awaited.lowest().filter(|_| game.is_settled) else { continue };
        if decided == Some((game.step, seat)) {
            continue;
        }
        decided = Some((game.step, seat));
        // Not the same gesture for all and always: that would be a tie each time.
        let number = (game.step as usize + seat.index()) % game.choices.len().max(1);
        let choice = game.choices.get(number).map(|(choice, _)| Decision::Choose(choice.clone()));
        let mv = game.moves.first().map(|(mv, _)| Decision::Move(mv.clone()));
        let decision = choice.or(mv).expect("something to decide");
        table.apply(Command::Decide(seat, Box::new(decision)));
    }
    panic!("it does not end: {:#?}", table.newer(0, PATIENCE));
}

fn is_over(game: &MatchView) -> bool {
    game.ended.is_some() && game.is_delivered
}

fn verdict(game: &MatchView) -> &'static str {
    audit(Source::open(&game.record).unwrap()).verdict.id()
}

#[test]
fn a_match_goes_on_although_no_window_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    let plan = plan(&["quiet_limit=12"], &[SeatPlan::Me, SeatPlan::Open]);
    host.apply(Command::Host { plan, start: Start::WhenReady });
    let address = wait_for(&host, "an address", |view| view.addresses.first().cloned());
    guest.apply(Command::Join { address, guest: Guest::Agreeing });
    wait_for(&guest, "the room", rooms::room);
    guest.apply(Command::Ready(true));
    wait_for(&host, "the guest", |view| rooms::room(view).filter(|room| room.seats[1].is_ready));
    host.apply(Command::Ready(true));
    let guest = thread::spawn(move || play(&guest, is_over));
    let a = play(&host, is_over);
    let b = guest.join().unwrap();
    assert!(matches!(a.ended, Some(Ended::Decided(_))), "{:?}", a.ended);
    assert_eq!(std::fs::read(&a.record).unwrap(), std::fs::read(&b.record).unwrap());
    assert_eq!((verdict(&a), verdict(&b)), ("complete", "complete"));
}

/// Opens a match of two people at one screen.
fn hot_seat(host: &Table, words: &[&str]) {
    let plan = plan(words, &[SeatPlan::Me, SeatPlan::Beside]);
    host.apply(Command::Host { plan, start: Start::WhenReady });
}

#[test]
fn two_people_at_one_screen_play_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    hot_seat(&host, &["quiet_limit=12"]);
    let both = |view: &TableView| playing(view).filter(|game| game.awaited.len() == 2);
    let game = wait_for(&host, "both to choose", both);
    let names: Vec<&str> = game.contract.players.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["甲", "同桌1"]);
    // The second one may be the first to choose.
    let choice = game.choices.first().unwrap().0.clone();
    host.apply(Command::Decide(Seat::of(1), Box::new(Decision::Choose(choice))));
    let one = |view: &TableView| playing(view).filter(|game| game.awaited.len() == 1);
    let game = wait_for(&host, "the first to choose", one);
    assert_eq!(game.awaited.lowest(), Some(Seat::of(0)));
    let game = play(&host, is_over);
    assert!(matches!(game.ended, Some(Ended::Decided(_))), "{:?}", game.ended);
    assert_eq!(verdict(&game), "complete");
    assert_eq!(game.log.first().map(|entry| step_of(entry)), Some(Some(2)));
}

fn step_of(entry: &LogEntry) -> Option<u32> {
    match entry {
        LogEntry::Event { step, .. } => Some(*step),
        _ => None,
    }
}

/// What is on the disk, once nothing goes on.
fn shelf(host: &Table) -> Arc<Shelf> {
    let idle = |view: &TableView| matches!(view.phase, PhaseView::Idle).then(|| view.shelf.clone());
    wait_for(host, "an idle table", idle)
}

#[test]
fn a_match_that_is_gone_on_with_has_its_whole_log() {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    hot_seat(&host, &[]);
    let before = play(&host, |game| game.step >= 8);
    host.apply(Command::Leave);
    let kept = shelf(&host).open.first().cloned().unwrap();
    assert_eq!((&kept.contract, kept.steps), (&before.contract, before.step));
    drop(host);
    let host = table(folder.path(), "甲");
    assert_eq!(shelf(&host).open, [kept]);
    host.apply(Command::Resume { id: String::new(), bot: false, at: None });
    let after = wait_for(&host, "the match", playing);
    assert!(!before.log.is_empty());
    assert_eq!(after.log, before.log);
    assert_eq!(after.position, before.position);
}

#[test]
fn the_shelf_has_matches_and_records_and_passes_over_what_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let matches = folder.path().join("甲/matches");
    let host = table(folder.path(), "甲");
    assert_eq!(*shelf(&host), Shelf::default());
    hot_seat(&host, &["quiet_limit=12"]);
    let ended = play(&host, is_over);
    host.apply(Command::Leave);
    let seen = shelf(&host);
    assert_eq!((seen.open.len(), seen.records.len()), (0, 1));
    let record = seen.records.first().unwrap();
    assert_eq!((&record.path, &record.id), (&ended.record, &ended.contract.id));
    assert_eq!((record.game.as_str(), record.players.len()), ("laoqi", 2));
    // The clock of a disk may stand still for as long as the second match takes.
    let earlier = std::time::SystemTime::now() - Duration::from_secs(60);
    for file in ["journal", "record.qiyue"].map(|file| ended.record.with_file_name(file)) {
        let file = std::fs::File::options().write(true).open(file).unwrap();
        file.set_modified(earlier).unwrap();
    }
    hot_seat(&host, &[]);
    let open = play(&host, |game| game.step >= 3);
    host.apply(Command::Leave);
    let seen = shelf(&host);
    let ids = |shelf: &Shelf| {
        let open: Vec<_> = shelf.open.iter().map(|kept| kept.contract.id.clone()).collect();
        let records: Vec<_> = shelf.records.iter().map(|record| record.id.clone()).collect();
        (open, records)
    };
    let (first, second) = (ended.contract.id.clone(), open.contract.id.clone());
    assert_eq!(ids(&seen), (vec![second.clone()], vec![second.clone(), first.clone()]));
    drop(host);

    let spoil = |name: &str, file: &str, bytes: &[u8]| {
        std::fs::create_dir(matches.join(name)).unwrap();
        std::fs::write(matches.join(name).join(file), bytes).unwrap();
    };
    std::fs::create_dir(matches.join("empty")).unwrap();
    std::fs::write(matches.join("a file"), b"x").unwrap();
    spoil("no record", "record.qiyue", b"a letter to my aunt");
    spoil("no journal", "journal", b"QIYUEJNL\x01\x00nonsense");
    spoil("torn", "record.qiyue", b"QIYUEREC\x01\x00\x01\xff");
    let bytes = std::fs::read(&open.record).unwrap();
    spoil("journal lost", "record.qiyue", &bytes);
    let host = table(folder.path(), "甲");
    let seen = shelf(&host);
    assert_eq!(ids(&seen), (vec![second.clone()], vec![second.clone(), second, first]));
}
