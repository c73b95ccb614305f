//! Two independent paths to the legal moves, and counts of them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeSet;

use game::{Event, Game as _, Illegal, Showing, Waits};
use shouhu::{
    ALL, Kind, Layout, Move, Options, Placement, Position, Red, Shouhu, Stones, count, divide,
};
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

/// Counts to depth 1, 2, 3 of the standard placement. Source: this engine, and the slow path; the
/// first of each is given in rules.md §2.6.
const STANDARD: [(Stones, [u64; 3]); 4] = [
    (Stones::Two, [76, 4_599, 251_646]),
    (Stones::Four, [72, 4_085, 209_297]),
    (Stones::Eight, [68, 3_721, 186_234]),
    (Stones::None, [76, 4_599, 253_182]),
];

fn agree(at: &Position, counts: [u64; 3]) {
    let all = candidates();
    let fast = [1, 2, 3].map(|depth| count(at, depth));
    let slow = [1, 2, 3].map(|depth| slow_count(at, &all, depth));
    assert_eq!(fast, slow, "{at:?}");
    assert_eq!(fast, counts, "{at:?}");
    let parts: u64 = divide(at, 3).iter().map(|(_, n)| n).sum();
    assert_eq!(parts, fast[2]);
}

#[test]
fn counts_of_the_standard_placement() {
    for (stones, counts) in STANDARD {
        agree(&standard(stones), counts);
    }
}

/// The same one move deeper, with two stones. Source: the slow path, in release.
#[test]
#[ignore = "takes minutes without optimisation"]
fn a_count_one_move_deeper() {
    let at = standard(Stones::Two);
    let slow = slow_count(&at, &candidates(), 4);
    assert_eq!((count(&at, 4), slow), (13_365_547, 13_365_547));
}

/// A toss counts as won; so both seats have the same counts.
#[test]
fn counts_are_the_same_for_whoever_has_red() {
    for red in [Red::Toss, Red::Seat0, Red::Seat1] {
        let at = Shouhu::start(&rules(&Options { red, ..Options::STANDARD }));
        assert_eq!([1, 2, 3].map(|depth| count(&at, depth)), STANDARD[0].1, "{red:?}");
    }
}

#[test]
fn counts_of_other_positions() {
    // Lenders in reach of both zones, 兵 with long ways, guardians on both sides.
    let open = "3p4/2R3c1/1n3P2/p1C2b2/8/2N1a1B1/1P3r2/1c6/3P4";
    agree(&board(&BARE, open, &[]), [34, 1_616, 56_465]);
    // A piece has scored and must go back first.
    let scored = "3R4/2p5/8/1C4c1/8/1n4N1/2P2p2/8/3P4";
    let returning = [("turn", "1"), ("stage", "return:d9"), ("score", "1,0")];
    agree(&board(&BARE, scored, &returning), [24, 424, 11_426]);
}

/// Placement by turns: six kinds on 32 cells, then the other seat.
#[test]
fn counts_of_placement_by_turns() {
    let at = Shouhu::start(&rules(&Options { placement: Placement::Alternate, ..PLAIN }));
    assert_eq!([1, 2].map(|depth| count(&at, depth)), [192, 192 * 192]);
    assert_eq!(slow_count(&at, &candidates(), 2), 192 * 192);
}

/// The generator lists exactly the candidates that `owes` allows.
fn same_moves(at: &Position, all: &[Move]) {
    let mut listed = Vec::new();
    at.moves_into(&mut listed);
    let allowed: BTreeSet<Move> =
        all.iter().copied().filter(|mv| Shouhu::owes(at, at.turn(), mv).is_ok()).collect();
    assert_eq!(listed, allowed.into_iter().collect::<Vec<_>>(), "{at:?}");
    assert_eq!(at.count_moves(), listed.len() as u64);
}

#[test]
fn both_paths_agree_through_random_games() {
    let all = candidates();
    for (number, (_, options)) in (1..).zip(Options::PRESETS) {
        let mut random = Random(number << 9 | 5);
        let mut at = Shouhu::start(&rules(&options));
        for _ in 0..400 {
            let event = match Shouhu::waits(&at) {
                Waits::Nothing(_) => break,
                Waits::Toss { .. } => Event::Tossed(random.below(2) as u16),
                Waits::Choices(seats) => {
                    let mut any = || Showing::Shown(Layout::any(&mut |n| random.below(n)));
                    Event::Unsealed(seats.iter().map(|seat| (seat, any())).collect())
                }
                _ => {
                    same_moves(&at, &all);
                    let mut moves = Vec::new();
                    at.moves_into(&mut moves);
                    Event::Moved(at.turn(), moves[random.below(moves.len() as u32) as usize])
                }
            };
            at.apply(&event).unwrap();
        }
    }
}

/// All pieces crowd into one half, where captured ones find little room or none.
#[test]
fn both_paths_agree_in_a_crowd() {
    let all = candidates();
    let mut random = Random(77);
    let mut refused = 0;
    for _ in 0..300 {
        let cells = crowd(&mut random);
        let line = support::line(&cells, &[]);
        let Ok((at, _)) = Shouhu::read_position(&rules(&PLAIN), &line) else { continue };
        same_moves(&at, &all);
        let why = |mv: &&Move| {
            let owed = Shouhu::owes(&at, at.turn(), mv);
            owed == Err(Illegal("the captured piece could be put nowhere"))
        };
        refused += all.iter().filter(why).count();
    }
    assert!(refused > 100, "{refused}");
}

/// Ranks in which seat 0's half is full but for three cells of its zone, and one piece is outside.
fn crowd(random: &mut Random) -> String {
    let mut pieces: Vec<char> = "RRNNCCBBAAPPPPPrrnnccbbaappppp".chars().collect();
    for last in (1..pieces.len()).rev() {
        pieces.swap(last, random.below(last as u32 + 1) as usize);
    }
    let own = pieces.iter().position(|sign| sign.is_ascii_uppercase()).unwrap();
    let guardian = pieces.remove(own);
    let outside = pieces.pop().unwrap();
    let mut next = pieces.into_iter();
    let mut rank = |free: std::ops::Range<usize>, guardian: Option<char>| {
        let signs = (0..8).map(|file| match guardian {
            Some(sign) if file == 3 => sign,
            _ if free.contains(&file) => '1',
            _ => next.next().unwrap(),
        });
        signs.collect::<String>().replace("11", "2")
    };
    let home = [rank(3..5, Some(guardian)), rank(3..5, None), rank(0..0, None), rank(0..0, None)];
    let river = format!("2{outside}5");
    let [one, two, three, four] = home;
    format!("8/8/8/8/{river}/{four}/{three}/{two}/{one}")
}
