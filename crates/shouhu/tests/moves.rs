//! rules.md §3: how each kind goes.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use game::Game as _;
use shouhu::{Options, Shouhu, Stones};
use support::{BARE, PLAIN, board, ends, legal, mv, play, refused, rules};

/// §2.6: as many first moves as the rules say, and none scores.
#[test]
fn first_moves_of_the_standard_placement() {
    for (stones, count) in
        [(Stones::Two, 76), (Stones::Four, 72), (Stones::Eight, 68), (Stones::None, 76)]
    {
        let at = Shouhu::start(&rules(&Options { stones, ..PLAIN }));
        let moves = legal(&at);
        assert_eq!(moves.len(), count, "{stones:?}");
        for text in moves {
            let mut next = at.clone();
            next.apply(&game::Event::Moved(at.turn(), mv(&at, &text))).unwrap();
            assert_eq!(next.score(at.turn()), 0, "{text}");
        }
    }
}

/// §3.1
#[test]
fn a_chariot_goes_straight_up_to_what_it_captures() {
    let at = board(&BARE, "8/8/2p5/8/8/P1R2n2/8/8/8", &[]);
    assert_eq!(ends(&at, "c4"), "a4 b4 c1 c2 c3 c5 c6 c7 d4 e4 f4");
    assert_eq!(refused(&at, "c4-c8"), Some("this piece does not go so"));
    assert_eq!(refused(&at, "c4-d5"), Some("this piece does not go so"));
}

/// §3.2: without capture as a chariot; over exactly one screen, of whatever kind.
#[test]
fn a_cannon_captures_over_exactly_one_screen() {
    let four = Options { stones: Stones::Four, ..PLAIN };
    let at = board(&four, "8/8/1r6/8/1*6/8/1C1P1n2/1n6/1p6", &[]);
    // Up: the stone is a screen, the 车 beyond it a target.
    assert_eq!(ends(&at, "b3"), "a3 b1 b4 b7 c3 f3");
    for near in ["b3-b2", "b3-b5", "b3-d3", "b3-e3", "b3-b6", "b3-g3"] {
        assert_eq!(refused(&at, near), Some("this piece does not go so"), "{near}");
    }
}

/// §3.2: a stone is a target too, and a stone a screen.
#[test]
fn a_cannon_shoots_stones_and_over_stones() {
    let eight = Options { stones: Stones::Eight, ..PLAIN };
    let at = board(&eight, "8/8/2p5/8/C2**3/8/8/8/8", &[]);
    assert_eq!(ends(&at, "a5"), "a1 a2 a3 a4 a6 a7 a8 a9 b5 c5 e5");
    let at = board(&eight, "8/8/3p4/8/3*4/8/3C4/8/8", &[]);
    assert!(ends(&at, "d3").split(' ').any(|end| end == "d7"));
}

/// §3.3: nothing blocks a leg.
#[test]
fn a_horse_leaps() {
    let at = board(&BARE, "8/8/8/8/2ppp3/2pNp3/2PPP3/8/8", &[]);
    assert_eq!(ends(&at, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    let at = board(&BARE, "8/8/8/8/8/8/8/8/N7", &[]);
    assert_eq!(ends(&at, "a1"), "b3 c2");
}

/// §3.4: over the river too.
#[test]
fn an_elephant_goes_diagonally() {
    let at = board(&BARE, "8/6p1/8/8/8/2B5/1P6/8/8", &[]);
    assert_eq!(ends(&at, "c4"), "a6 b3 b5 d3 d5 e2 e6 f1 f7 g8");
}

/// §3.5, §3.7: as any neighbour of either side, by edge or corner, from its own cell; never as 士, 兵
/// or a stone.
#[test]
fn an_advisor_moves_as_its_neighbours() {
    let at = board(&BARE, "8/8/8/8/8/8/1A6/2n5/8", &[]);
    assert_eq!(ends(&at, "b3"), "a1 a5 c1 c5 d2 d4");
    let at = board(&BARE, "8/8/8/8/8/b7/1A6/2n5/8", &[]);
    // 象 as well now: along the diagonals up to what it captures there.
    assert_eq!(ends(&at, "b3"), "a1 a2 a4 a5 c1 c2 c4 c5 d2 d4 d5 e6 f7 g8 h9");
    let at = board(&PLAIN, "8/8/8/3pa3/3*A3/3PA3/8/8/7R", &[]);
    assert_eq!(ends(&at, "e5"), "");
    assert_eq!(refused(&at, "e5-e9"), Some("no piece beside this 士 lends it such a move"));
}

/// §3.5: a 士 beside a 炮 captures over a screen, and only so.
#[test]
fn an_advisor_captures_as_a_cannon() {
    let at = board(&BARE, "8/8/8/8/8/1A2P1r1/1c6/8/8", &[]);
    let ends = ends(&at, "b4");
    // Over the 炮 itself there is nothing; over the 兵 there is a 车.
    assert_eq!(ends, "a4 b5 b6 b7 b8 b9 c4 d4 g4");
}

/// §3.6: over a neighbour to the cell just beyond, in eight directions.
#[test]
fn a_soldier_hops_over_its_neighbours() {
    let at = board(&BARE, "8/8/8/8/2R1n3/3P4/2b1A3/8/8", &[]);
    // Over R, n and b; never over the 士.
    assert_eq!(ends(&at, "d4"), "b2 b6 f6");
    let at = board(&BARE, "8/8/8/8/8/8/8/R7/P1n5", &[]);
    assert_eq!(ends(&at, "a1"), "a3");
    let at = board(&PLAIN, "8/8/8/8/R2*4/3P4/8/8/8", &[]);
    assert_eq!(ends(&at, "d4"), "");
    assert_eq!(refused(&at, "d4-d6"), Some("no hops lead this 兵 there"));
}

/// §3.6, §3.8: on and on until it captures; through zones; a guardian carries too.
#[test]
fn a_soldier_hops_on_until_it_captures() {
    // From b3 over b4 and over c2; beyond both there is nothing but the way back.
    let at = board(&BARE, "8/8/3r4/8/8/1r1p4/1P1n4/2N5/8", &[]);
    assert_eq!(ends(&at, "b3"), "b5 d1");
    // A chain ends with its capture: over d3 to d4, over d5 to what stands on d6.
    let at = board(&BARE, "8/8/8/3p4/3r4/8/3n4/3P4/8", &[]);
    assert_eq!(ends(&at, "d2"), "d4 d6");
    assert_eq!(refused(&at, "d2-d8"), Some("no hops lead this 兵 there"));
    // The guardian r on d8 carries 兵 over itself.
    let at = board(&BARE, "8/3r4/3P4/8/8/8/8/8/8", &[]);
    assert_eq!(ends(&at, "d7"), "d9");
}

/// §3.8: cells of a chain must be free, the start is not entered again, and zones passed mean
/// nothing: neither does a taken own zone stop the 兵 nor does the enemy's score.
#[test]
fn only_the_last_cell_of_a_chain_counts() {
    // From d3 over d2 into the own zone, which the 车 on d2 has taken: not to d1.
    let at = board(&BARE, "8/8/8/8/3P4/3N4/2n5/3R4/8", &[]);
    assert_eq!(ends(&at, "d5"), "b3 d3");
    assert_eq!(refused(&at, "d5-d1"), Some("there would be two guardians in one zone"));
    let at = board(&BARE, "8/8/8/8/8/3PN3/3RN3/2R5/4A3", &[]);
    let ends = ends(&at, "d4");
    assert!(!ends.split(' ').any(|end| end == "d2"), "{ends}");
    // d4 over d3 to d2, from there over c2 to b2.
    assert!(ends.split(' ').any(|end| end == "b2"), "{ends}");
    // Through the enemy's zone to the other side.
    let at = board(&BARE, "8/2cr4/2P5/8/8/8/8/8/8", &[]);
    let mut next = at.clone();
    play(&mut next, "c7-e9");
    assert_eq!(next.score(support::RED), 1);
}
