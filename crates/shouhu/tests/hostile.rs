//! Bytes and text from outside: what is read has one form and can be played on; the rest is refused.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use game::{Canon as _, Event, Game as _, Known, Seat, Showing, Waits};
use shouhu::{Layout, Move, Options, Position, Red, Rules, Shouhu, Stage, Win};
use support::{PLAIN, Random, line, rules};

fn variants() -> Vec<Options> {
    let mut all: Vec<Options> = Options::PRESETS.iter().map(|(_, options)| *options).collect();
    all.push(Options { red: Red::Seat1, quiet_limit: 0, ..Options::STANDARD });
    all.push(Options { win: Win::MostAfter, plies: 40, ..Options::STANDARD });
    all
}

fn any_event(at: &Position, random: &mut Random) -> Option<Event<Shouhu>> {
    Some(match Shouhu::waits(at) {
        Waits::Nothing(_) => return None,
        Waits::Toss { below, .. } => Event::Tossed(random.below(u32::from(below)) as u16),
        Waits::Choices(seats) => {
            let mut any = || Showing::Shown(Layout::any(&mut |n| random.below(n)));
            Event::Unsealed(seats.iter().map(|seat| (seat, any())).collect())
        }
        _ => {
            let mut moves = Vec::new();
            at.moves_into(&mut moves);
            Event::Moved(at.turn(), moves[random.below(moves.len() as u32) as usize])
        }
    })
}

/// Plays on; everything must be readable on the way.
fn wander(at: &Position, random: &mut Random, events: u32) {
    let mut at = at.clone();
    for _ in 0..events {
        let Some(event) = any_event(&at, random) else { return };
        assert_eq!(at.apply(&event), Ok(()), "{event:?} {at:?}");
        let _ = Shouhu::view(&at, &Known::public());
        let bytes = at.encode();
        assert_eq!(Position::decode(at.rules(), &bytes).as_ref(), Ok(&at), "{event:?}");
    }
}

/// Positions of a random game, one in so many.
fn each(options: &Options, seed: u64, one_in: u32, mut look: impl FnMut(&Position, &mut Random)) {
    let mut random = Random(seed << 7 | 1);
    let mut at = Position::start(&rules(options));
    while let Some(event) = any_event(&at, &mut random) {
        if random.below(one_in) == 0 {
            look(&at, &mut random);
        }
        at.apply(&event).unwrap();
    }
    look(&at, &mut random);
}

#[test]
fn changed_bytes_are_refused_or_played_on() {
    let mut odd = 0;
    for (number, options) in (1..).zip(variants()) {
        each(&options, number, 8, |at, random| {
            let bytes = at.encode();
            for _ in 0..60 {
                let mut bad = bytes.clone();
                for _ in 0..=random.below(3) {
                    let place = random.below(bad.len() as u32) as usize;
                    let most = if random.below(2) == 0 { 16 } else { 256 };
                    bad[place] = random.below(most) as u8;
                }
                if let Ok(read) = Position::decode(at.rules(), &bad) {
                    assert_eq!(read.encode(), bad);
                    odd += 1;
                    wander(&read, random, 8);
                }
            }
        });
    }
    assert!(odd > 100, "{odd}");
}

#[test]
fn changed_lines_are_refused_or_read_back() {
    let mut odd = 0;
    for (number, options) in (40..).zip(variants()) {
        each(&options, number, 8, |at, random| {
            let line = Shouhu::write_position(at, &Known::of(Seat::of(1)));
            let (read, known) = Shouhu::read_position(at.rules(), &line).unwrap();
            assert_eq!((&read, known.viewer), (at, Some(Seat::of(1))));
            for _ in 0..60 {
                let mut bad: Vec<char> = line.chars().collect();
                let place = random.below(bad.len() as u32) as usize;
                bad[place] = char::from(33 + random.below(94) as u8);
                let bad: String = bad.into_iter().collect();
                if let Ok((read, known)) = Shouhu::read_position(at.rules(), &bad) {
                    assert_eq!(Shouhu::write_position(&read, &known), bad);
                    odd += 1;
                    wander(&read, random, 4);
                }
            }
        });
    }
    assert!(odd > 100, "{odd}");
}

fn faults(rules: &Rules, line: &str) -> Vec<String> {
    let faults = Shouhu::read_position(rules, line).unwrap_err();
    faults.into_iter().map(|fault| fault.place).collect()
}

/// Unreadable fields are told together, each at its rank or field.
#[test]
fn every_fault_of_a_line_is_named() {
    let rules = rules(&PLAIN);
    let cells = "rnb2bnr/2ap1x2/1c4c1/p1p2p1/3**3/P1P2P11/1C4C1/2AP1A2/RNB2BNR";
    let bad = [("red", "2"), ("turn", "-"), ("score", "0"), ("quiet", "00"), ("stage", "drop:q")];
    let named = ["rank 8", "rank 6", "rank 4", "red", "turn", "score", "quiet", "stage"];
    assert_eq!(faults(&rules, &line(cells, &bad)), named);
    assert_eq!(faults(&rules, "").len(), 10, "every field is missed");
    assert_eq!(faults(&rules, &"x".repeat(100_000)), ["position"]);
    let good = line("7r/8/8/8/8/8/8/8/R7", &[]);
    assert!(Shouhu::read_position(&rules, &good).is_ok());
    assert_eq!(faults(&rules, &format!("{good} ")), ["position"]);
    assert_eq!(faults(&rules, &good.replace(" turn", "  turn")).first().unwrap(), "turn");
}

/// What can be read and cannot be: each at its cell or field.
#[test]
fn every_contradiction_of_a_position_is_named() {
    let plain = rules(&PLAIN);
    // A stone where none lies; a third 车, which is a second guardian too; an enemy in the zone.
    let cells = "3Rr3/3r4/8/8/*7/r7/8/8/R7";
    let fields = [("score", "9,0"), ("quiet", "200")];
    let named = ["a5", "e9", "e9", "d9", "score", "quiet"];
    assert_eq!(faults(&plain, &line(cells, &fields)), named);
}

#[test]
fn odd_counters_and_stages_are_refused() {
    let plain = rules(&PLAIN);
    let cells = "7r/8/8/8/8/8/8/8/R7";
    for (fields, place) in [
        (&[("score", "4,0")][..], "score"),
        (&[("quiet", "100")], "quiet"),
        (&[("red", "1")], "red"),
        (&[("red", "-")], "red"),
        (&[("living", "0")], "living"),
        (&[("living", "-")], "living"),
        (&[("stage", "won:0"), ("living", "1")], "living"),
        (&[("stage", "setup")], "stage"),
        (&[("stage", "placing")], "stage"),
        (&[("stage", "toss")], "cells"),
        (&[("stage", "return:h9")], "stage"),
        (&[("stage", "return:d9")], "stage"),
        (
            &[("history", "00112233445566778899aabbccddeeff,00112233445566778899aabbccddeeff")],
            "history",
        ),
    ] {
        let named = faults(&plain, &line(cells, fields));
        assert!(named.iter().any(|name| name == place), "{fields:?} {named:?}");
    }
    for (cells, fields) in [
        ("7r/8/8/8/8/8/8/8/P7", &[][..]),
        ("rr6/8/8/8/8/8/8/8/R7", &[("stage", "drop:r")]),
        ("7r/8/8/8/8/8/8/8/8", &[]),
    ] {
        assert_eq!(faults(&plain, &line(cells, fields)), ["stage"], "{cells}");
    }
    let most = rules(&Options { win: Win::MostAfter, ..PLAIN });
    assert_eq!(faults(&most, &line(cells, &[("ply", "120")])), ["ply"]);
    assert_eq!(faults(&most, &line(cells, &[("score", "121,0")])), ["score"]);
    let drawn = line(cells, &[("stage", "drawn"), ("ply", "120"), ("score", "120,0")]);
    assert!(Shouhu::read_position(&most, &drawn).is_ok());
}

/// Moves and layouts that are no such thing.
#[test]
fn changed_moves_are_refused_or_stand() {
    let rules = rules(&PLAIN);
    let at = Position::start(&rules);
    assert_eq!(*at.stage(), Stage::Turn);
    for first in 0..=255 {
        for second in 0..=255 {
            for bytes in [vec![first, second], vec![first, second, 5], vec![2, first, second]] {
                let Ok(mv) = Move::decode(&rules, &bytes) else { continue };
                assert_eq!(mv.encode(), bytes);
                let mut next = at.clone();
                let is_legal = Shouhu::owes(&at, at.turn(), &mv).is_ok();
                assert_eq!(next.apply(&Event::Moved(at.turn(), mv)).is_ok(), is_legal);
            }
        }
    }
    assert!(Move::decode(&rules, &[0, 0, 0]).is_err(), "nothing is placed by these rules");
    assert!(Layout::decode(&rules, &[0; 31]).is_err());
    assert!(Layout::decode(&rules, &[0; 32]).is_ok());
    assert!(Layout::decode(&rules, &[0; 33]).is_err());
}
