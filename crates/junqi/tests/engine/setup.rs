//! rules.md §3: set-up, and §1 to §2 where seats leave in it.

use std::collections::BTreeMap;

use crate::support::{drawn, seat, won};
use game::{Cause, Event, Game as _, Illegal, SeatSet, Showing, Waits};
use junqi::{Junqi, Kind, Layout, Options, Position, Rules, Secret, Stage};

const LAYOUT: &str = "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE";

fn layout() -> Layout {
    Layout::read(LAYOUT).unwrap()
}

fn shown(seats: &[u8]) -> BTreeMap<game::Seat, Showing<Layout>> {
    seats.iter().map(|n| (seat(*n), Showing::Shown(layout()))).collect()
}

fn start(options: &Options) -> Position {
    Position::start(&Rules::new(options).unwrap())
}

/// §3.2, §3.3: all layouts are shown together, then the first mover is tossed.
#[test]
fn an_open_game_begins_when_every_layout_is_shown() {
    let mut at = start(&Options::OPEN_4P);
    assert_eq!(Junqi::waits(&at), Waits::Choices(SeatSet::first(4)));
    assert!(!Junqi::begun(&at));
    let before = at.clone();
    let mut absent = shown(&[0, 1, 2, 3]);
    absent.insert(seat(2), Showing::Absent);
    let mut wrong = shown(&[0, 1, 2, 3]);
    let two_flags = Layout::read(&LAYOUT.replace('M', "F")).unwrap();
    wrong.insert(seat(2), Showing::Shown(two_flags));
    for layouts in [shown(&[0, 1, 2]), shown(&[0, 1, 2, 3, 4]), absent, wrong] {
        assert!(at.apply(&Event::Unsealed(layouts)).is_err());
        assert_eq!(at, before);
    }
    assert!(at.apply(&Event::Deployed(SeatSet::first(4))).is_err());
    at.apply(&Event::Unsealed(shown(&[0, 1, 2, 3]))).unwrap();
    assert_eq!(Junqi::waits(&at), Waits::Toss { below: 4, from: SeatSet::first(4) });
    assert!(!Junqi::begun(&at));
    at.apply(&Event::Tossed(3)).unwrap();
    assert_eq!((Junqi::waits(&at), at.turn()), (Waits::Move(seat(3)), seat(3)));
    let flag = at.on(at.board().find("36b").unwrap()).unwrap();
    assert_eq!(at.public_kind(flag), Some(Kind::Flag));
}

/// §3.2: in secret; what stays hidden is a claim.
#[test]
fn a_hidden_game_begins_when_every_seat_has_deployed() {
    let mut at = start(&Options::QQ_4P);
    assert_eq!(Junqi::waits(&at), Waits::Deployments(SeatSet::first(4)));
    assert!(at.apply(&Event::Unsealed(shown(&[0, 1, 2, 3]))).is_err());
    assert!(at.apply(&Event::Deployed(SeatSet::first(3))).is_err());
    let secret = |number| Secret { seat: seat(number), layout: layout() };
    assert_eq!(Junqi::hides(&at, seat(1), &secret(1)), Ok(()));
    assert!(Junqi::hides(&at, seat(1), &secret(2)).is_err(), "another seat's");
    at.apply(&Event::Deployed(SeatSet::first(4))).unwrap();
    assert!(Junqi::hides(&at, seat(1), &secret(1)).is_err(), "set-up is over");
    at.apply(&Event::Tossed(0)).unwrap();
    let again = at.apply(&Event::Deployed(SeatSet::first(4)));
    assert_eq!(again, Err(Illegal("the position does not wait for this")));
}

/// §3.2: nobody sets up in flip.
#[test]
fn flip_begins_with_the_toss() {
    let at = start(&Options::FLIP);
    assert_eq!(Junqi::waits(&at), Waits::Toss { below: 2, from: SeatSet::first(2) });
}

/// §6.3: who leaves before play has lost; the others set up without it.
#[test]
fn seats_may_leave_in_set_up() {
    let out = |at: &mut Position, seats: &[u8]| {
        let seats = seats.iter().map(|n| seat(*n)).collect();
        at.apply(&Event::Out(seats, Cause::Resigned)).unwrap();
        Junqi::waits(at)
    };
    let mut at = start(&Options { sides: junqi::Sides::Ffa, ..Options::OPEN_4P });
    let rest: SeatSet = [0, 2, 3].map(seat).into_iter().collect();
    assert_eq!(out(&mut at, &[1]), Waits::Choices(rest));
    at.apply(&Event::Unsealed(shown(&[0, 2, 3]))).unwrap();
    let two: SeatSet = [0, 3].map(seat).into_iter().collect();
    assert_eq!(out(&mut at, &[2]), Waits::Toss { below: 2, from: two });
    at.apply(&Event::Tossed(1)).unwrap();
    assert_eq!(at.turn(), seat(3));
    let mut at = start(&Options::OPEN_2P);
    assert_eq!(Some(out(&mut at, &[1])), won(&[0]).map(Waits::Nothing));
    let mut at = start(&Options::OPEN_2P);
    assert_eq!(Some(out(&mut at, &[0, 1])), drawn(&[0, 1]).map(Waits::Nothing));
    assert!(matches!(at.stage(), Stage::Over(_)));
}
