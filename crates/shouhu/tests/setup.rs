//! rules.md §2: who has red, and the three placements.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::BTreeMap;

use game::{Cause, Event, Fault, Game as _, Seat, SeatSet, Showing, Waits};
use shouhu::{ARMY, Kind, Layout, Options, Placement, Position, Red, Shouhu, Stage};
use support::{BLACK, PLAIN, RED, Random, drawn, legal, play, refused, rules, won};

const STANDARD: &str = "RNB..BNR/..AP.A../.C....C./P.P..P.P";

fn start(options: &Options) -> Position {
    Shouhu::start(&rules(options))
}

fn sealed() -> Position {
    start(&Options { red: Red::Seat0, ..Options::SEALED })
}

fn places(faults: Vec<Fault>) -> Vec<String> {
    faults.into_iter().map(|fault| fault.place).collect()
}

/// §1.5, §2.5: the toss comes first; who has red moves first.
#[test]
fn a_toss_says_who_has_red() {
    for (name, options) in Options::PRESETS {
        let at = start(&options);
        assert_eq!(Shouhu::waits(&at), Waits::Toss { below: 2, from: SeatSet::first(2) }, "{name}");
        assert!(!Shouhu::begun(&at) && at.red().is_none());
        for red in [0, 1] {
            let mut at = at.clone();
            at.apply(&Event::Tossed(red)).unwrap();
            let red = Seat::of(red as u8);
            assert_eq!((at.red(), at.turn()), (Some(red), red));
        }
        assert!(at.clone().apply(&Event::Tossed(2)).is_err());
    }
    for (red, seat) in [(Red::Seat0, RED), (Red::Seat1, BLACK)] {
        let at = start(&Options { red, ..PLAIN });
        assert_eq!(Shouhu::waits(&at), Waits::Move(seat));
        assert_eq!(legal(&at).len(), 76);
    }
}

/// §2.4: the standard placement, mirrored; a guardian on each side.
#[test]
fn the_standard_placement() {
    let at = start(&PLAIN);
    let line = Shouhu::write_position(&at, &game::Known::public());
    let cells = "rnb2bnr/2ap1a2/1c4c1/p1p2p1p/3**3/P1P2P1P/1C4C1/2AP1A2/RNB2BNR";
    assert!(line.contains(&format!(" cells={cells} ")), "{line}");
    let guardians = [RED, BLACK].map(|seat| at.guardian(seat).map(|cell| cell.to_string()));
    assert_eq!(guardians, [Some("d2".to_owned()), Some("d8".to_owned())]);
    assert_eq!(Layout::STANDARD.write(), STANDARD);
    assert_eq!(Layout::STANDARD.faults(RED), []);
}

/// §2.2: both at once; then red moves.
#[test]
fn sealed_layouts_are_shown_together() {
    let mut at = sealed();
    assert_eq!(Shouhu::waits(&at), Waits::Choices(SeatSet::first(2)));
    assert!(!Shouhu::begun(&at));
    let mut random = Random(5);
    let mut any = || Showing::Shown(Layout::any(&mut |n| random.below(n)));
    let both = BTreeMap::from([(RED, any()), (BLACK, any())]);
    let before = at.clone();
    let crowd = Layout::read(&STANDARD.replace("RNB..BNR", "RNBC.BNR")).unwrap();
    for wrong in [
        BTreeMap::from([(RED, any())]),
        BTreeMap::from([(RED, any()), (BLACK, any()), (Seat::of(2), any())]),
        BTreeMap::from([(RED, any()), (BLACK, Showing::Absent)]),
        BTreeMap::from([(RED, any()), (BLACK, Showing::Shown(crowd))]),
        BTreeMap::from([(RED, Showing::Withheld), (BLACK, Showing::Shown(crowd))]),
    ] {
        assert!(at.apply(&Event::Unsealed(wrong)).is_err());
        assert_eq!(at, before);
    }
    at.apply(&Event::Unsealed(both.clone())).unwrap();
    assert_eq!(Shouhu::waits(&at), Waits::Move(RED));
    assert!(Shouhu::begun(&at));
    for (seat, showing) in both {
        let Showing::Shown(layout) = showing else { continue };
        for (cell, kind) in layout.pieces(seat) {
            assert_eq!(at.piece(cell).map(|piece| (piece.army, piece.kind)), Some((seat, kind)));
        }
        assert_eq!(at.army(seat).len(), u32::from(ARMY));
    }
}

/// §2.2: who commits and does not show has lost.
#[test]
fn a_withheld_layout_loses() {
    for (withheld, end) in [(&[0][..], won(1)), (&[1], won(0)), (&[0, 1], drawn())] {
        let mut at = sealed();
        let seats = [0, 1].map(|n| {
            let shown = Showing::Shown(Layout::STANDARD);
            (Seat::of(n), if withheld.contains(&n) { Showing::Withheld } else { shown })
        });
        at.apply(&Event::Unsealed(seats.into())).unwrap();
        assert_eq!(at, sealed(), "nothing is shown of a game that is not to be");
        let out = withheld.iter().map(|n| Seat::of(*n)).collect();
        at.apply(&Event::Out(out, Cause::Refused)).unwrap();
        assert_eq!(Shouhu::waits(&at), end);
    }
}

/// §2.1: every fault of a layout at its cell, all at once.
#[test]
fn every_fault_of_a_layout_is_named() {
    let at = sealed();
    assert_eq!(Shouhu::admits(&at, BLACK, &Layout::STANDARD), Ok(()));
    // A third 炮 instead of a 士, two guardians more.
    let wrong = Layout::read("RNB.C.NR/..BPPC../.A....C./P.P....P").unwrap();
    let faults = Shouhu::admits(&at, RED, &wrong).unwrap_err();
    assert_eq!(places(faults), ["d2", "e2", "g3", "layout"]);
}

#[test]
fn every_fault_of_a_layouts_text_is_named() {
    assert_eq!(Layout::read(STANDARD), Ok(Layout::STANDARD));
    let faults = Layout::read("RNB..BNR/..APxA../.C....C/P.P..P.王").unwrap_err();
    assert_eq!(places(faults), ["e2", "rank 3", "h4"]);
    for wrong in ["", "RNB", &format!("{STANDARD}/"), &"R".repeat(10_000)] {
        assert_eq!(places(Layout::read(wrong).unwrap_err()), ["layout"], "{wrong}");
    }
    let told = Shouhu::read_choice(&sealed(), "RNB..BNR/..APxA../.C....C/P.P..P.P").unwrap_err();
    assert!(told.reason.contains("e2") && told.reason.contains("rank 3"), "{told}");
}

/// §2.3: one piece a turn, red first; then red moves.
#[test]
fn pieces_are_placed_in_turn() {
    let alternate = Options { placement: Placement::Alternate, ..PLAIN };
    let mut at = start(&alternate);
    assert!(Shouhu::begun(&at));
    assert_eq!(legal(&at).len(), 6 * 32);
    assert_eq!(refused(&at, "R*a5"), Some("that is not in the half of this piece"));
    assert_eq!(refused(&at, "a1-a2"), Some("a piece is placed first"));
    play(&mut at, "P*d2 P*d8");
    assert_eq!(refused(&at, "R*e1"), Some("there would be two guardians in one zone"));
    assert_eq!(refused(&at, "R*d2"), Some("something stands there"));
    play(&mut at, "R*a1 R*a9 R*h1 R*h9");
    assert_eq!(refused(&at, "R*b1"), Some("all pieces of this kind are placed"));
    let mut random = Random(9);
    while *at.stage() == Stage::Placing {
        assert_eq!(at.ply().0, 0);
        let moves = legal(&at);
        let chosen = random.below(moves.len() as u32) as usize;
        let turn = at.turn();
        play(&mut at, moves.get(chosen).unwrap());
        assert_ne!(at.turn(), turn);
    }
    assert_eq!(at.turn(), RED);
    for seat in [RED, BLACK] {
        for kind in Kind::ALL {
            let piece = shouhu::Piece { army: seat, kind };
            assert_eq!(at.count_of(piece), kind.count());
        }
    }
    // Time that runs out loses here too.
    let mut late = start(&alternate);
    late.apply(&Event::Skipped(RED)).unwrap();
    assert_eq!(Shouhu::waits(&late), won(1));
}

/// §8.1: who leaves before play has lost.
#[test]
fn seats_may_leave_in_set_up() {
    for options in [Options::SEALED, Options { red: Red::Seat1, ..Options::SEALED }] {
        let mut at = start(&options);
        at.apply(&Event::Out(SeatSet::one(BLACK), Cause::Resigned)).unwrap();
        assert_eq!(Shouhu::waits(&at), won(0));
    }
}
