//! Rooms of real tables: who comes, agrees, moves, goes.

use table::{Misuse, Refusal, RoomView};

use super::*;

/// The room that is shown.
pub(crate) fn room(view: &TableView) -> Option<RoomView> {
    match &view.phase {
        PhaseView::Hosting(room) | PhaseView::Asking { room: Some(room), .. } => Some(room.clone()),
        _ => None,
    }
}

/// The names in a room, empty for a free seat, and who is ready.
fn state(room: &RoomView) -> (Vec<String>, Vec<bool>) {
    let name = |seat: &table::RoomSeat| seat.person.as_ref().map(|person| person.name.clone());
    let names = room.seats.iter().map(|seat| name(seat).unwrap_or_default());
    (names.collect(), room.seats.iter().map(|seat| seat.is_ready).collect())
}

/// Waits for a room of these names in which these are ready.
pub(crate) fn wait_room(table: &Table, names: &[&str], ready: &[bool]) -> RoomView {
    let fits = |view: &TableView| {
        let found = room(view)?;
        let (there, are_ready) = state(&found);
        (there == names && are_ready == ready).then_some(found)
    };
    wait_for(table, &format!("{names:?} {ready:?}"), fits)
}

pub(crate) fn address(host: &Table) -> String {
    wait_for(host, "an address", |view| view.addresses.first().cloned())
}

pub(crate) fn join(guest: &Table, address: &str) {
    guest.apply(Command::Join { address: address.to_owned(), guest: Guest::Agreeing });
}

pub(crate) fn problem(table: &Table, problem: &Problem) {
    let has = |view: &TableView| view.problems.iter().any(|(_, it)| it == problem).then_some(());
    wait_for(table, &format!("{problem:?}"), has);
}

pub(crate) fn idle(view: &TableView) -> Option<()> {
    matches!(view.phase, PhaseView::Idle).then_some(())
}

#[test]
fn a_room_begins_when_all_agree_to_it_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    let first = plan(&[], &[SeatPlan::Me, SeatPlan::Open]);
    host.apply(Command::Host { plan: first.clone(), start: Start::WhenReady });
    join(&guest, &address(&host));
    for table in [&host, &guest] {
        wait_room(table, &["甲", "乙"], &[false, false]);
    }
    guest.apply(Command::Ready(true));
    for table in [&host, &guest] {
        wait_room(table, &["甲", "乙"], &[false, true]);
    }
    // He thinks better of it, and then of that.
    guest.apply(Command::Ready(false));
    wait_room(&host, &["甲", "乙"], &[false, false]);
    guest.apply(Command::Ready(true));
    wait_room(&host, &["甲", "乙"], &[false, true]);
    // Another clock: nobody has agreed to that.
    let clock = Clock::Each { seconds: 90 };
    host.apply(Command::Change(RoomPlan { clock, ..first }));
    for table in [&host, &guest] {
        wait_for(table, "the clock", |view| room(view).filter(|room| room.clock == clock));
        wait_room(table, &["甲", "乙"], &[false, false]);
    }
    guest.apply(Command::Ready(true));
    wait_room(&host, &["甲", "乙"], &[false, true]);
    // Other seats: nor to that.
    host.apply(Command::Sit(Seat::of(1)));
    let seen = wait_room(&guest, &["乙", "甲"], &[false, false]);
    assert_eq!(seen.own, game::SeatSet::one(Seat::of(0)));
    wait_room(&host, &["乙", "甲"], &[false, false]);
    host.apply(Command::Ready(true));
    wait_room(&guest, &["乙", "甲"], &[false, true]);
    guest.apply(Command::Ready(true));
    for table in [&host, &guest] {
        let game = wait_for(table, "the match", playing);
        let names: Vec<&str> = game.contract.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!((names, game.contract.clock), (vec!["乙", "甲"], clock));
    }
}

#[test]
fn who_goes_frees_the_seat_and_the_others_agree_anew() {
    let folder = tempfile::tempdir().unwrap();
    let tables = ["甲", "乙", "丙"].map(|name| table(folder.path(), name));
    let [host, second, third] = &tables;
    let seats = [SeatPlan::Me, SeatPlan::Open, SeatPlan::Open];
    host.apply(Command::Host { plan: plan(&["three"], &seats), start: Start::WhenFull });
    let address = address(host);
    join(second, &address);
    wait_room(second, &["甲", "乙", ""], &[true, false, false]);
    second.apply(Command::Sit(Seat::of(2)));
    let seen = wait_room(second, &["甲", "", "乙"], &[true, false, false]);
    assert_eq!(seen.own, game::SeatSet::one(Seat::of(2)));
    second.apply(Command::Ready(true));
    wait_room(host, &["甲", "", "乙"], &[true, false, true]);
    join(third, &address);
    wait_room(second, &["甲", "丙", "乙"], &[true, false, false]);
    // A seat that somebody has is not to be had.
    second.apply(Command::Sit(Seat::of(1)));
    problem(second, &Problem::Misuse(Misuse::WrongKind));
    third.apply(Command::Leave);
    wait_for(third, "to be gone", idle);
    wait_room(second, &["甲", "", "乙"], &[true, false, false]);
    // A broken link is as good as going.
    join(third, &address);
    wait_room(second, &["甲", "丙", "乙"], &[true, false, false]);
    second.apply(Command::Ready(true));
    wait_room(host, &["甲", "丙", "乙"], &[true, false, true]);
    let [host, second, third] = tables;
    drop(second);
    wait_room(&third, &["甲", "丙", ""], &[true, false, false]);
    host.apply(Command::Leave);
    problem(&third, &Problem::RoomClosed);
    wait_for(&third, "to be gone", idle);
}

#[test]
fn guests_keep_their_seats_where_a_change_leaves_them_any() {
    let folder = tempfile::tempdir().unwrap();
    let tables = ["甲", "乙", "丙"].map(|name| table(folder.path(), name));
    let [host, second, third] = &tables;
    let seats = [SeatPlan::Me, SeatPlan::Open, SeatPlan::Open];
    host.apply(Command::Host { plan: plan(&["three"], &seats), start: Start::WhenReady });
    let address = address(host);
    join(second, &address);
    wait_room(host, &["甲", "乙", ""], &[false, false, false]);
    join(third, &address);
    wait_room(host, &["甲", "乙", "丙"], &[false, false, false]);
    // The first open seat becomes a machine's: who sat there finds no other.
    let seats = [SeatPlan::Me, SeatPlan::Bot, SeatPlan::Open];
    host.apply(Command::Change(plan(&["three"], &seats)));
    wait_room(host, &["甲", "机器1", "丙"], &[false, true, false]);
    problem(second, &Problem::Refused(Refusal::Full));
    wait_for(second, "to be gone", idle);
    // Fewer seats: who is left moves to the one that is free.
    host.apply(Command::Change(plan(&[], &[SeatPlan::Me, SeatPlan::Open])));
    wait_room(third, &["甲", "丙"], &[false, false]);
    // A plan that cannot be played changes nothing.
    host.apply(Command::Change(plan(&["three"], &[SeatPlan::Me, SeatPlan::Open])));
    let fault = "another number of seats than the rules have";
    problem(host, &Problem::Contract(fault.into()));
    wait_room(host, &["甲", "丙"], &[false, false]);
    // No open seat: the guest must go, and the match waits for the player's word.
    host.apply(Command::Change(plan(&[], &[SeatPlan::Beside, SeatPlan::Me])));
    let seen = wait_room(host, &["同桌0", "甲"], &[true, false]);
    let me = wait_for(host, "the player", |view| Some(view.me.clone()));
    assert_eq!(seen.seats[1].person, Some(me), "his key is his wherever he sits");
    wait_for(third, "to be gone", idle);
    host.apply(Command::Ready(true));
    wait_for(host, "the match", playing);
}

#[test]
fn several_at_one_screen_sit_with_a_guest() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    let seats = [SeatPlan::Me, SeatPlan::Beside, SeatPlan::Bot, SeatPlan::Beside, SeatPlan::Open];
    host.apply(Command::Host { plan: plan(&["five"], &seats), start: Start::WhenFull });
    join(&guest, &address(&host));
    let names = ["甲", "同桌1", "机器2", "同桌3", "乙"];
    let seen = wait_room(&guest, &names, &[true, true, true, true, false]);
    let mut keys: Vec<_> = seen.seats.iter().flat_map(|seat| seat.person.clone()).collect();
    keys.sort_by(|a, b| a.fingerprint.cmp(&b.fingerprint));
    keys.dedup_by(|a, b| a.fingerprint == b.fingerprint);
    assert_eq!(keys.len(), 5, "every seat has a key of its own");
    guest.apply(Command::Ready(true));
    // What the room said stands in the contract: it was signed without being shown.
    let game = wait_for(&guest, "the match", playing);
    let players: Vec<_> = seen.seats.iter().flat_map(|seat| seat.person.clone()).collect();
    assert_eq!(game.contract.players, players);
}

#[test]
fn what_was_not_seen_is_not_agreed_to() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    let first = plan(&[], &[SeatPlan::Me, SeatPlan::Open]);
    host.apply(Command::Host { plan: first.clone(), start: Start::WhenReady });
    join(&guest, &address(&host));
    wait_room(&guest, &["甲", "乙"], &[false, false]);
    wait_room(&host, &["甲", "乙"], &[false, false]);
    // Both come in one go: the second is said of the room before the first.
    host.apply(Command::Change(RoomPlan { machine_seconds: 60, ..first }));
    host.apply(Command::Ready(true));
    let changed = |view: &TableView| room(view).filter(|room| room.machine_seconds == 60);
    wait_for(&guest, "the change", changed);
    guest.apply(Command::Ready(true));
    wait_room(&host, &["甲", "乙"], &[false, true]);
}

#[test]
fn a_name_is_changed_while_nothing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    host.apply(Command::Rename(Name::new("丁").unwrap()));
    wait_for(&host, "the name", |view| (view.me.name == "丁").then_some(()));
    host.apply(open(plan(&[], &[SeatPlan::Me, SeatPlan::Open])));
    wait_room(&host, &["丁", ""], &[true, false]);
    host.apply(Command::Rename(Name::new("戊").unwrap()));
    problem(&host, &Problem::Misuse(Misuse::WrongKind));
    drop(host);
    let host = Table::open(&Settings { name: None, ..settings(folder.path(), "甲") }).unwrap();
    wait_for(&host, "the name", |view| (view.me.name == "丁").then_some(()));
}

#[test]
fn only_players_of_a_match_are_looked_for_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let [other, host, guest] = ["甲", "乙", "丙"].map(|name| table(folder.path(), name));
    other.apply(open(plan(&[], &[SeatPlan::Me, SeatPlan::Open])));
    join(&guest, &address(&other));
    wait_for(&guest, "a room", room);
    guest.apply(Command::Leave);
    wait_for(&guest, "an idle table", idle);
    host.apply(open(plan(&[], &[SeatPlan::Me, SeatPlan::Open])));
    guest.apply(Command::Join { address: address(&host), guest: Guest::Machine });
    let game = wait_for(&guest, "a match", playing);
    let places = std::fs::read_to_string(game.record.parent().unwrap().join("places")).unwrap();
    assert!(places.contains(&address(&host)), "{places}");
    assert!(!places.contains(&address(&other)), "{places}");
}
