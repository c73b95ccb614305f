//! Who does not sign, is asked to go, goes at the very end, comes back, has a machine play for him,
//! or wants the same again.

use std::collections::BTreeSet;
use std::path::PathBuf;

use game::SeatSet;
use record::{Journal, RecordFile};
use table::auditing::{Source, Verdict, audit};
use table::{Level, Refusal};

use super::rooms::{address, idle, join, problem, wait_room};
use super::*;

fn three(host: &Table) {
    let seats = [SeatPlan::Me, SeatPlan::Open, SeatPlan::Open];
    host.apply(Command::Host { plan: plan(&["three"], &seats), start: Start::WhenFull });
}

#[test]
fn who_does_not_sign_loses_his_seat_and_the_others_keep_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let [host, second, third, fourth] =
        ["甲", "乙", "丙", "丁"].map(|name| table(folder.path(), name));
    three(&host);
    let address = address(&host);
    join(&second, &address);
    wait_room(&second, &["甲", "乙", ""], &[true, false, false]);
    third.apply(Command::Join { address: address.clone(), guest: Guest::Reviewing });
    wait_room(&second, &["甲", "乙", "丙"], &[true, false, true]);
    second.apply(Command::Ready(true));
    let reviewing = |view: &TableView| matches!(view.phase, PhaseView::Reviewing(_)).then_some(());
    wait_for(&third, "the contract", reviewing);
    let signed = |view: &TableView| match &view.phase {
        PhaseView::Signing { signed, .. } => (signed.len() == 2).then_some(()),
        _ => None,
    };
    wait_for(&host, "two signatures", signed);
    third.apply(Command::Decline);
    // The room is open again; whoever had signed is back in it, and agrees anew.
    problem(&host, &Problem::Declined("丙".into()));
    problem(&second, &Problem::Declined("丙".into()));
    wait_for(&third, "to be gone", idle);
    wait_room(&host, &["甲", "乙", ""], &[true, false, false]);
    wait_room(&second, &["甲", "乙", ""], &[true, false, false]);
    join(&fourth, &address);
    wait_room(&second, &["甲", "乙", "丁"], &[true, false, false]);
    second.apply(Command::Ready(true));
    wait_room(&fourth, &["甲", "乙", "丁"], &[true, true, false]);
    fourth.apply(Command::Ready(true));
    let ids: BTreeSet<String> = [&host, &second, &fourth]
        .map(|table| wait_for(table, "the match", playing).contract.id.clone())
        .into();
    assert_eq!(ids.len(), 1);
}

#[test]
fn who_is_asked_to_go_goes_and_does_not_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let [host, second, third] = ["甲", "乙", "丙"].map(|name| table(folder.path(), name));
    three(&host);
    let address = address(&host);
    join(&second, &address);
    wait_room(&host, &["甲", "乙", ""], &[true, false, false]);
    host.apply(Command::Remove(Seat::of(2)));
    problem(&host, &Problem::Misuse(Misuse::WrongKind));
    host.apply(Command::Remove(Seat::of(1)));
    problem(&second, &Problem::Refused(Refusal::Removed));
    wait_for(&second, "to be gone", idle);
    wait_room(&host, &["甲", "", ""], &[true, false, false]);
    join(&second, &address);
    let unseated = Problem::Unseated { name: "乙".into(), reason: Refusal::Removed };
    problem(&host, &unseated);
    wait_for(&second, "to be gone", idle);
    // Another one, who does not sign what he is shown: it is not too late to ask him to go.
    third.apply(Command::Join { address: address.clone(), guest: Guest::Reviewing });
    wait_room(&host, &["甲", "丙", ""], &[true, true, false]);
    let fourth = table(folder.path(), "丁");
    fourth.apply(Command::Join { address, guest: Guest::Machine });
    let signing = |view: &TableView| match &view.phase {
        PhaseView::Signing { signed, .. } => (signed.len() == 2).then_some(()),
        _ => None,
    };
    wait_for(&host, "the fourth to sign", signing);
    host.apply(Command::Remove(Seat::of(1)));
    problem(&third, &Problem::Refused(Refusal::Removed));
    wait_for(&third, "to be gone", idle);
    wait_room(&host, &["甲", "", "丁"], &[true, false, true]);
    wait_room(&fourth, &["甲", "", "丁"], &[true, false, true]);
}

/// A match of two at two tables that begins.
fn pair(folder: &Path, words: &[&str]) -> (Table, Table) {
    let (host, guest) = (table(folder, "甲"), table(folder, "乙"));
    host.apply(open(plan(words, &[SeatPlan::Me, SeatPlan::Open])));
    let address = address(&host);
    join(&guest, &address);
    wait_room(&guest, &["甲", "乙"], &[true, false]);
    guest.apply(Command::Ready(true));
    (host, guest)
}

fn seat_of(game: &MatchView) -> Seat {
    game.contract.own.lowest().unwrap()
}

fn over(table: &Table) -> Arc<MatchView> {
    let over =
        |view: &TableView| playing(view).filter(|game| game.ended.is_some() && game.is_delivered);
    wait_for(table, "the end", over)
}

/// The first decision of the own seat is asked for.
fn asked(table: &Table) -> Arc<MatchView> {
    wait_for(table, "a decision", |view| playing(view).filter(|game| !game.awaited.is_empty()))
}

/// The first resigns; both see the end.
fn resign(loser: &Table, winner: &Table) -> Arc<MatchView> {
    let game = asked(loser);
    loser.apply(Command::Decide(seat_of(&game), Box::new(Decision::Resign)));
    over(winner);
    over(loser)
}

fn names(game: &MatchView) -> Vec<String> {
    game.contract.players.iter().map(|player| player.name.clone()).collect()
}

#[test]
fn the_same_again_begins_when_both_want_it_with_seats_swapped() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = pair(folder.path(), &[]);
    let first = resign(&host, &guest);
    assert_eq!((names(&first), first.rematch), (vec!["甲".into(), "乙".into()], SeatSet::EMPTY));
    assert!(first.can_rematch);
    guest.apply(Command::Rematch(true));
    let wanted = |seats: SeatSet| {
        move |view: &TableView| playing(view).filter(|game| game.rematch == seats).map(|_| ())
    };
    let guests = SeatSet::one(Seat::of(1));
    wait_for(&host, "the guest's wish", wanted(guests));
    // He thinks better of it, and then of that.
    guest.apply(Command::Rematch(false));
    wait_for(&host, "no wish", wanted(SeatSet::EMPTY));
    host.apply(Command::Rematch(true));
    wait_for(&guest, "the host's wish", wanted(SeatSet::one(Seat::of(0))));
    guest.apply(Command::Rematch(true));
    let begun = |view: &TableView| {
        playing(view).filter(|game| game.contract.id != first.contract.id && game.is_settled)
    };
    for table in [&host, &guest] {
        let second = wait_for(table, "the second match", begun);
        assert_eq!(names(&second), ["乙", "甲"]);
        assert_eq!(second.contract.rules, first.contract.rules);
        assert_eq!(second.contract.clock, first.contract.clock);
    }
    // Now the former guest makes the contract; it goes round.
    let second = resign(&host, &guest);
    host.apply(Command::Rematch(true));
    guest.apply(Command::Rematch(true));
    let third = |view: &TableView| {
        let known = [&first.contract.id, &second.contract.id];
        playing(view).filter(|game| !known.contains(&&game.contract.id))
    };
    assert_eq!(names(&wait_for(&guest, "the third match", third)), ["甲", "乙"]);
    // Who is gone wants nothing.
    resign(&host, &guest);
    guest.apply(Command::Rematch(true));
    wait_for(&host, "a wish", |view| playing(view).filter(|game| !game.rematch.is_empty()));
    guest.apply(Command::Leave);
    wait_for(&guest, "to be gone", idle);
    drop(guest);
    let alone = |view: &TableView| {
        playing(view).filter(|game| game.rematch.is_empty() && !game.can_rematch).map(|_| ())
    };
    wait_for(&host, "to be alone", alone);
    host.apply(Command::Rematch(true));
    let only = |view: &TableView| {
        playing(view).filter(|game| game.rematch == game.contract.own && game.ended.is_some())
    };
    wait_for(&host, "the own wish", only);
}

#[test]
fn among_three_all_must_want_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let tables = ["甲", "乙", "丙"].map(|name| table(folder.path(), name));
    let [host, second, third] = &tables;
    three(host);
    let address = address(host);
    for (guest, seated) in [(second, ["甲", "乙", ""]), (third, ["甲", "乙", "丙"])] {
        join(guest, &address);
        wait_room(guest, &seated, &[true, false, false]);
    }
    for guest in [second, third] {
        wait_room(guest, &["甲", "乙", "丙"], &[true, false, false]);
    }
    second.apply(Command::Ready(true));
    wait_room(third, &["甲", "乙", "丙"], &[true, true, false]);
    third.apply(Command::Ready(true));
    for loser in [second, third] {
        let game = asked(loser);
        loser.apply(Command::Decide(seat_of(&game), Box::new(Decision::Resign)));
    }
    let first = over(host);
    for table in [second, host] {
        over(table);
        table.apply(Command::Rematch(true));
    }
    let two: SeatSet = [0, 1].map(Seat::of).into_iter().collect();
    let seen = |view: &TableView| playing(view).filter(|game| game.rematch == two).map(|_| ());
    tables.iter().for_each(|table| wait_for(table, "two wishes", seen));
    third.apply(Command::Rematch(true));
    for table in &tables {
        let other = |view: &TableView| {
            playing(view).filter(|game| game.contract.id != first.contract.id && game.step > 0)
        };
        assert_eq!(names(&wait_for(table, "the second match", other)), ["丙", "甲", "乙"]);
    }
}

#[test]
fn a_machine_sets_up_and_plays_in_secret_with_what_its_seat_knows() {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    host.apply(open(RoomPlan {
        rules: GameName::Junqi.rules(["qq-2p", "quiet_limit=20"]).unwrap(),
        ..plan(&[], &[SeatPlan::Me, SeatPlan::Beside])
    }));
    let deploys = |view: &TableView| {
        playing(view).filter(|game| game.stage == StageView::Deploy && game.awaited.len() == 2)
    };
    wait_for(&host, "both to set up", deploys);
    for seat in [0, 1] {
        host.apply(Command::HandOver(Seat::of(seat), Some(Level::Random)));
    }
    let moved = |view: &TableView| {
        playing(view).filter(|game| {
            let is_moved = |entry: &Arc<table::LogEntry>| {
                matches!(&**entry, table::LogEntry::Event { event: game::Event::Moved(..), .. })
            };
            game.log.iter().filter(|entry| is_moved(entry)).count() >= 2
        })
    };
    assert!(wait_for(&host, "two moves", moved).awaited.is_empty());
}

#[test]
fn at_one_screen_the_same_again_needs_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    host.apply(open(plan(&["three"], &[SeatPlan::Me, SeatPlan::Beside, SeatPlan::Bot])));
    let game = asked(&host);
    // Not before it is over.
    host.apply(Command::Rematch(true));
    problem(&host, &Problem::Misuse(Misuse::WrongKind));
    for seat in [0, 1] {
        host.apply(Command::Decide(Seat::of(seat), Box::new(Decision::Resign)));
    }
    over(&host);
    host.apply(Command::Rematch(true));
    let again = |view: &TableView| playing(view).filter(|it| it.contract.id != game.contract.id);
    let again = wait_for(&host, "the second match", again);
    assert_eq!(names(&again), ["机器2", "甲", "同桌1"]);
    assert_eq!(again.bots, SeatSet::one(Seat::of(0)));
}

#[test]
fn a_machine_plays_on_for_a_person_until_he_takes_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = pair(folder.path(), &["quiet_limit=40"]);
    asked(&guest);
    // Nobody plays a seat that is not his.
    guest.apply(Command::HandOver(Seat::of(0), Some(Level::Random)));
    problem(&guest, &Problem::Misuse(Misuse::WrongKind));
    let me = Seat::of(1);
    guest.apply(Command::HandOver(me, Some(Level::Random)));
    let handed = |view: &TableView| {
        let game = playing(view)?;
        (game.handed.get(&me) == Some(&Level::Random) && game.awaited.is_empty()).then_some(())
    };
    wait_for(&guest, "the machine", handed);
    host.apply(Command::HandOver(Seat::of(0), Some(Level::Random)));
    let later = |view: &TableView| playing(view).filter(|game| game.step > 12).map(|_| ());
    wait_for(&guest, "some moves", later);
    // The others are not told, and cannot know.
    let seen = wait_for(&host, "the match", playing);
    assert!(!seen.handed.contains_key(&me) && !seen.bots.has(me));
    host.apply(Command::HandOver(Seat::of(0), None));
    guest.apply(Command::HandOver(me, None));
    let own = |view: &TableView| playing(view).filter(|game| game.handed.is_empty()).map(|_| ());
    wait_for(&guest, "the own decisions", own);
    // An offer waits for the person, whatever the machine thinks of it.
    guest.apply(Command::HandOver(me, Some(Level::Random)));
    host.apply(Command::Decide(Seat::of(0), Box::new(Decision::OfferDraw)));
    let offered = |view: &TableView| playing(view).filter(|game| !game.draws.is_empty());
    wait_for(&guest, "the offer", offered);
    guest.apply(Command::Decide(me, Box::new(Decision::Resign)));
    host.apply(Command::HandOver(Seat::of(0), Some(Level::Random)));
    assert!(matches!(over(&host).ended, Some(Ended::Decided(_))));
    assert_eq!(over(&guest).draws.and(SeatSet::one(me)), SeatSet::EMPTY);
}

/// Whose seals a complete record has not.
fn unsealed(record: &Path) -> SeatSet {
    match audit(Source::open(record).unwrap()).verdict {
        Verdict::Complete { unsealed, .. } => unsealed,
        other => panic!("{other:?}"),
    }
}

/// As if the program had been killed when it had sealed, and nobody else had: the record has no end
/// and the journal has not either.
fn forget_the_end(record: &Path) {
    RecordFile::open(record).unwrap();
    let path = record.with_file_name("journal");
    let (mut journal, items, _) = Journal::open(&path).unwrap();
    let signature = items.iter().find(|item| matches!(item, record::JournalItem::Signature(..)));
    journal.append(&[signature.unwrap().clone()]).unwrap();
}

/// A match that is over for the host and, after a restart, not yet for the guest: who has resigned
/// seals nothing, so that the host's seal is missing. And the guest's record.
fn cut_off(folder: &Path) -> (Table, Table, PathBuf) {
    let (host, guest) = pair(folder, &[]);
    resign(&guest, &host);
    let record = over(&guest).record.clone();
    drop(guest);
    forget_the_end(&record);
    host.apply(Command::Leave);
    wait_for(&host, "to be gone", idle);
    (host, table(folder, "乙"), record)
}

#[test]
fn who_was_cut_off_at_the_end_is_given_it_by_a_program_where_nothing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest, record) = cut_off(folder.path());
    guest.apply(Command::Resume { id: String::new(), bot: false, at: None });
    let game = over(&guest);
    assert!(matches!(game.ended, Some(Ended::Decided(_))), "{:?}", game.ended);
    assert_eq!(unsealed(&record), SeatSet::EMPTY);
    // The host has other things to do than to look for it.
    assert!(matches!(wait_for(&host, "a view", |view| Some(view.phase.clone())), PhaseView::Idle));
}

#[test]
fn who_is_alone_at_the_end_need_not_wait() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest, record) = cut_off(folder.path());
    drop(host);
    guest.apply(Command::Resume { id: String::new(), bot: false, at: None });
    let waits = |view: &TableView| {
        playing(view).filter(|game| game.stage == StageView::Seal && !game.silent.is_empty())
    };
    let game = wait_for(&guest, "the seal", waits);
    assert!(!game.is_settled);
    guest.apply(Command::Leave);
    // What is decided is shown, with what is missing of it; then he goes.
    let game = over(&guest);
    assert!(matches!(game.ended, Some(Ended::Decided(_))), "{:?}", game.ended);
    assert_eq!(unsealed(&record), SeatSet::one(Seat::of(0)));
    guest.apply(Command::Leave);
    wait_for(&guest, "to be gone", idle);
}
