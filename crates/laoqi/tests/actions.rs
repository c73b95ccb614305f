//! Actions, pushes, eliminations by example; each cites its paragraph in rules.md.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use game::{Game, Outcome, Waits};
use laoqi::{Incite, Kinds, Laoqi, Options, Position, Promotion, Rules};
use support::{after, legal, legal_from, on, scene, seat, seats, try_scene};

const TWO: Options = Options::TWO;
const THREE: Options = Options::THREE;
const FOUR: Options = Options::FOUR;

/// Two Kings out of the way, other pieces, and who acts with what.
fn two(pieces: &str, stage: &str) -> Position {
    scene(TWO, &format!("K0f1 K1f6 {pieces}"), &[("stage", stage)])
}

fn four(pieces: &str, stage: &str) -> Position {
    let kings = "K0h1 K1a8 K2h10 K3j3";
    scene(FOUR, &format!("{kings} {pieces}"), &[("stage", stage)])
}

fn three(pieces: &str, stage: &str) -> Position {
    scene(THREE, &format!("K00f1 K11f1 K22f1 {pieces}"), &[("stage", stage)])
}

/// §4.1, §4.2, §4.6, §4.8: steps and captures of each kind.
#[test]
fn each_kind_steps_and_captures_as_it_does() {
    let cases = [
        // A Warrior steps four ways, takes Warriors and Assassins, never a Shield or its own.
        ("W0c3", "W", "c3-b3 c3-c2 c3-c4 c3-d3"),
        ("W0c3 W1c4 S1b3 W0d3", "W", "c3-c2 c3xc4 d3-d2 d3-d4 d3-e3"),
        ("W0a1", "W", "a1-a2 a1-b1"),
        // A Shield steps diagonally onto empty cells.
        ("S0c3", "SA", "c3-b2 c3-b4 c3-d2 c3-d4"),
        ("S0a3", "SA", "a3-b2 a3-b4"),
        // Nobody captures a Shield, and it captures nobody: onto a piece it pushes.
        ("S0c3 W1d4", "SA", "c3-b2 c3-b4 c3-d2 c3>d4"),
    ];
    for (pieces, kinds, moves) in cases {
        let at = two(pieces, &format!("act:0:{kinds}"));
        let expected: Vec<_> = moves.split(' ').collect();
        assert_eq!(legal(&at), expected, "{pieces}");
    }
    let assassin = &[("stage", "act:0:SA"), ("lost", "1,0"), ("promoted", "1,0")];
    let at = scene(TWO, "K0f1 K1f6 A0c3 W1d4 W1c4 S1b4 W0b2", assassin);
    assert_eq!(legal(&at), ["c3-b3", "c3-c2", "c3-d3", "c3xd4"]);
    let next = after(&at, "c3xd4");
    assert_eq!((on(&next, "c3"), on(&next, "d4")), (".".into(), ".".into()), "§4.8 both die");
    assert_eq!(next.army(seat(1)).lost, 1);
    // An Assassin can be captured; it is no Warrior lost.
    let at = scene(
        TWO,
        "K0f1 K1f6 A0c3 W1c4",
        &[("stage", "act:1:W"), ("lost", "1,0"), ("promoted", "1,0")],
    );
    let next = after(&at, "c4xc3");
    assert_eq!((on(&next, "c3"), next.army(seat(0)).lost), ("W1".into(), 1));
}

/// §4.3, §4.4: a King steps, or has a piece beside it act.
#[test]
fn a_king_commands_what_stands_beside_it() {
    let at = scene(TWO, "K0d1 W0d2 S0c1 K1d6", &[("stage", "act:0:K")]);
    let own = ["d1-e1", "d1:c1-b2", "d1:c1>d2", "d1:d2-c2", "d1:d2-d3", "d1:d2-e2"];
    assert_eq!(legal(&at), own);
    let at = scene(TWO, "K0d1 W0d2 K1d6", &[("stage", "act:0:KWSA")]);
    let both = ["d1:d2-c2", "d1:d2-d3", "d1:d2-e2", "d2-c2", "d2-d3", "d2-e2"];
    assert_eq!(legal_from(&at, "d1:").len() + legal_from(&at, "d2").len(), 6);
    assert!(both.iter().all(|mv| legal(&at).contains(&(*mv).to_owned())));
    assert_eq!(after(&at, "d1:d2-d3"), after(&at, "d2-d3"), "two moves, one result");
    // An enemy beside the King is captured, not commanded.
    let at = scene(TWO, "K0d1 W1d2 K1d6", &[("stage", "act:0:K")]);
    assert_eq!(legal(&at), ["d1-c1", "d1-e1", "d1xd2"]);
    // The King commands a promotion.
    let promote = &[("stage", "act:0:K"), ("lost", "1,0")];
    let at = scene(TWO, "K0d1 S0d2 K1d6", promote);
    assert_eq!(legal_from(&at, "d1:d2="), ["d1:d2=A", "d1:d2=W"]);
    assert_eq!(on(&after(&at, "d1:d2=A"), "d2"), "A0");
}

/// §4.4: a commanded King steps, and captures by its step; it neither commands nor incites.
#[test]
fn a_commanded_king_only_steps() {
    let fields = &[("living", "02"), ("control", "002"), ("stage", "act:0:K")];
    let at = scene(THREE, "K02b1 K12a1 W02a2 S22c3 K20d1 W21a2", fields);
    let commanded: Vec<_> = legal_from(&at, "2b1:");
    assert_eq!(commanded, Vec::<String>::new(), "they stand on each other's only way");
    assert_eq!(
        legal_from(&at, "2a1:"),
        ["2a1:2a2-2a3", "2a1:2a2-2b2", "2a1:2b1-2b2", "2a1:2b1-2c1"]
    );
    // K1 is on the base line of army 2: it incites directly.
    assert_eq!(legal_from(&at, "2a1!"), ["2a1!2c3"]);
    assert_eq!(legal_from(&at, "2b1!"), ["2b1!2c3"], "any King of the seat may");
    // §4.5: the Shield joins the colour of the King that incited it.
    assert_eq!(on(&after(&at, "2a1!2c3"), "2c3"), "W1");
    assert_eq!(on(&after(&at, "2b1!2c3"), "2c3"), "W0");
}

/// §4.5
#[test]
fn a_king_on_a_foreign_base_line_incites_once() {
    let pieces = "K0a6 K1d6 S1c4 S1e4 S0b1";
    let at = scene(TWO, pieces, &[("stage", "act:0:K")]);
    assert_eq!(legal_from(&at, "a6!"), ["a6!c4", "a6!e4"]);
    let next = after(&at, "a6!c4");
    assert_eq!(on(&next, "c4"), "W0");
    assert!(next.incited().has(seat(0)));
    let used = &[("stage", "act:0:K"), ("incited", "0")];
    assert!(legal_from(&scene(TWO, pieces, used), "a6!").is_empty());
    let demotes = Options { incite: Incite::Demotes, ..TWO };
    let at = scene(demotes, pieces, &[("stage", "act:0:K")]);
    assert_eq!(on(&after(&at, "a6!c4"), "c4"), "W1");
    // One's own base line gives nothing; nor does an army without Shields.
    let at = scene(TWO, "K0a1 K1d6 S1c4", &[("stage", "act:0:K")]);
    assert!(legal_from(&at, "a1!").is_empty());
    let at = scene(TWO, "K0a6 K1d6 S0c4", &[("stage", "act:0:K")]);
    assert!(legal_from(&at, "a6!").is_empty());
}

/// §4.5: it is the army's base line, and its controller must be another seat.
#[test]
fn the_base_line_belongs_to_the_army() {
    let taken = |stage| {
        scene(
            THREE,
            "K01a1 K22f1 S10c3 S21e1 S22c3",
            &[("living", "02"), ("control", "002"), ("stage", stage)],
        )
    };
    assert!(legal_from(&taken("act:0:K"), "1a1!").is_empty(), "army 1 is its own by now");
    let at = scene(
        THREE,
        "K00d1 K21a1 S10c3 S22c3",
        &[("living", "02"), ("control", "002"), ("stage", "act:2:K")],
    );
    assert_eq!(legal_from(&at, "1a1!"), ["1a1!0c3"]);
    // The army in the middle has no base line.
    let five = Options::FIVE;
    let at = scene(five, "K0c6 K1a8 K2h10 K3j3 K4f6 S4d6", &[("stage", "act:0:K"), ("crown", "4")]);
    assert!(legal_from(&at, "c6!").is_empty());
}

/// §4.7
#[test]
fn a_shield_is_promoted_once_its_army_lost_a_warrior() {
    let one = Options { promotion: Promotion::OnePerLoss, ..TWO };
    let pieces = "K0f1 K1f6 S0c3 W0a1";
    let cases = [
        (TWO, "0,0", "0,0", false),
        (TWO, "0,1", "0,0", false),
        (TWO, "1,0", "0,0", true),
        (TWO, "1,0", "1,0", true),
        (one, "1,0", "0,0", true),
        (one, "1,0", "1,0", false),
        (one, "2,0", "1,0", true),
    ];
    for (options, lost, promoted, may) in cases {
        let fields = &[("lost", lost), ("promoted", promoted), ("stage", "act:0:SA")];
        let at = scene(options, pieces, fields);
        let expected: &[&str] = if may { &["c3=A", "c3=W"] } else { &[] };
        assert_eq!(legal_from(&at, "c3="), expected, "{options:?} {lost} {promoted}");
    }
}

/// §5.1, §5.2, §5.7, §5.9, §5.10: pushes on the square.
#[test]
fn a_push_moves_the_whole_run() {
    // Pieces, push, what stands where after it; an empty answer: the push is illegal.
    let cases = [
        ("own run", "S0b1 W0c2", "b1>c2", "b1. S0c2 W0d3"),
        ("foreign run", "S0b1 W1c2", "b1>c2", "b1. S0c2 W1d3"),
        ("long run", "S0a1 W1b2 W1c3 W1d4", "a1>b2", "S0b2 W1c3 W1d4 W1e5"),
        ("§5.10", "S0a1 W0b2 S0c3 W0d4", "a1>b2", "S0b2 W0c3 S0c4 W0d4. W0e5"),
        ("a run of one colour", "S0a1 W1b2 W0c3", "a1>b2", "S0b2 W1c3"),
        ("captures its enemy", "S0b1 W1c2 W0d3", "b1>c2", "S0c2 W1d3"),
        ("captures for the pusher", "S0b1 W0c2 W1d3", "b1>c2", "S0c2 W0d3"),
        ("onto a Shield", "S0b1 W1c2 S0d3", "b1>c2", ""),
        ("off the board", "S0b3 W1a4", "b3>a4", ""),
        ("off the board, in a long run", "S0c2 W1b3 W1a4", "c2>b3", ""),
        // §5.3: up or down its file, as the push goes.
        ("Shield up", "S0b2 S1c3", "b2>c3", "S0c3 S1c4"),
        ("Shield down", "S0d4 S1c3", "d4>c3", "S0c3 S1c2"),
        ("Shield up, leftwards", "S0d2 S1c3", "d2>c3", "S0c3 S1c4"),
        ("Shield at the side", "S0b3 S1a4", "b3>a4", "S0a4 S1a5"),
        ("Shield at the top", "S0b5 S1c6", "b5>c6", ""),
        ("Shield's cell is full", "S0b2 S1c3 W0c4", "b2>c3", ""),
        ("Shield's cell is full of its own", "S0b2 S1c3 W1c4", "b2>c3", ""),
        ("Shield in front of another colour", "S0a1 S1b2 W0c3", "a1>b2", "S0b2 S1b3 W0c3"),
        ("two Shields", "S0a1 S1b2 S1c3", "a1>b2", "S0b2 S1b3 S1c4 .c3"),
        ("Warrior behind a Shield at the rim", "S0c3 W1b4 S1a5", "c3>b4", "S0b4 W1a5 S1a6"),
    ];
    for (name, pieces, push, result) in cases {
        let at = two(pieces, "act:0:SA");
        if result.is_empty() {
            assert!(!legal(&at).contains(&push.to_owned()), "{name}");
            continue;
        }
        let next = after(&at, push);
        for word in result.split(' ') {
            let (piece, cell) = match word.strip_suffix('.') {
                Some(cell) => (".", cell.trim_start_matches(|c: char| c.is_uppercase())),
                None => word.split_at(word.len() - 2),
            };
            let cell = &cell[cell.len() - 2..];
            assert_eq!(on(&next, cell), piece, "{name}: {cell}");
        }
    }
}

/// §5.2, §4.7, §6.1, §5.9: what a pushed piece captures.
#[test]
fn a_pushed_piece_captures_for_its_own_side() {
    let at = two("S0b1 W1c2 W0d3", "act:0:SA");
    let next = after(&at, "b1>c2");
    assert_eq!((next.army(seat(0)).lost, next.army(seat(1)).lost), (1, 0));
    // An Assassin dies with what it is pushed into.
    let assassin = &[("stage", "act:0:SA"), ("lost", "0,1"), ("promoted", "0,1")];
    let at = scene(TWO, "K0f1 K1f6 S0b1 A1c2 W0d3", assassin);
    let next = after(&at, "b1>c2");
    assert_eq!((on(&next, "c2"), on(&next, "d3")), ("S0".into(), ".".into()));
    let at = scene(TWO, "K0f1 K1f6 S0b1 A1c2", assassin);
    assert_eq!(on(&after(&at, "b1>c2"), "d3"), "A1", "it may go on to an empty cell");
    // The pusher's own King: legal, listed, lost.
    let at = scene(TWO, "K0d3 K1f6 S0b1 W1c2", &[("stage", "act:0:SA")]);
    let next = after(&at, "b1>c2");
    assert_eq!(Laoqi::waits(&next), Waits::Nothing(Outcome::Won(seats(&[1]))));
    assert_eq!(on(&next, "d3"), "W1", "with two seats the capturer stays as it is");
    // An Assassin pushed into a King wins for its side with two seats.
    let at = scene(TWO, "K0d3 K1f6 S0b1 A1c2", assassin);
    let next = after(&at, "b1>c2");
    assert_eq!(Laoqi::waits(&next), Waits::Nothing(Outcome::Won(seats(&[1]))));
    assert_eq!(on(&next, "d3"), ".");
}

/// §5.4, §5.5: with three or more seats the pusher chooses for each Shield.
#[test]
fn pushed_shields_go_where_the_pusher_says() {
    let cases = [
        ("S0d4 S1e5", "d4>e5", "d4>e5/e6 d4>e5/f5"),
        ("S0d4 S1e5 W1e6", "d4>e5", "d4>e5/f5"),
        ("S0d4 S1e5 W1e6 W0f5", "d4>e5", ""),
        ("S0d4 S1e5 S1f6", "d4>e5", "d4>e5/e6/f7 d4>e5/e6/g6 d4>e5/f5/f7 d4>e5/f5/g6"),
        // Beside the missing corner there is one cell, and no choice to name.
        ("S0d1 S1c2", "d1>c2", "d1>c2"),
        ("S0d1 W1c2", "d1>c2", "d1>c2"),
        ("S0d1 S1c2 W0c3", "d1>c2", ""),
        // Into the missing corner: no next cell, two sides.
        ("S0d4 S1c3", "d4>c3", "d4>c3/b3 d4>c3/c2"),
        ("S0d4 W1c3", "d4>c3", ""),
        // At the rim one side is left, in a corner of it none.
        ("S0b5 S1a6", "b5>a6", "b5>a6"),
        ("S0d2 S1c1", "d2>c1", ""),
        // The second Shield alone has a choice: it is the one that is named.
        ("S0e1 S1d2 S1c3", "e1>d2", "e1>d2/c2/b3 e1>d2/c2/c4 e1>d2/d3/b3 e1>d2/d3/c4"),
        ("S0d1 S1c2 S1b3", "d1>c2", "d1>c2/a3 d1>c2/b4"),
    ];
    for (pieces, push, moves) in cases {
        let expected: Vec<_> = moves.split_whitespace().collect();
        assert_eq!(legal_from(&four(pieces, "act:0:SA"), push), expected, "{pieces}");
    }
    let at = four("S0d4 S1e5", "act:0:SA");
    assert_eq!(on(&after(&at, "d4>e5/f5"), "f5"), "S1");
    let at = four("S0d1 S1c2", "act:0:SA");
    assert_eq!(on(&after(&at, "d1>c2"), "c3"), "S1");
    let at = four("S0d1 W1c2", "act:0:SA");
    assert_eq!(on(&after(&at, "d1>c2"), "b3"), "W1", "past the missing corner (§2.6)");
    let at = four("S0d1 S1c2 S1b3", "act:0:SA");
    let next = after(&at, "d1>c2/b4");
    assert_eq!((on(&next, "c3"), on(&next, "b4")), ("S1".into(), "S1".into()));
    // Also when only two seats are left.
    let left = &[("living", "02"), ("control", "0-2"), ("stage", "act:0:SA")];
    let at = scene(THREE, "K00f1 K22f1 S00d1 S20e2", left);
    assert_eq!(legal_from(&at, "0d1>"), ["0d1>0e2/0e3", "0d1>0e2/0f2"]);
}

/// §2.7, §5.6: the fork.
#[test]
fn the_pusher_chooses_the_branch_when_the_run_reaches_the_fork() {
    let cases = [
        ("S00a1 W10b2", "0a1>", "0a1>0b2"),
        ("S00a1 W10b2 W10c3", "0a1>", "0a1>0b2~1c3 0a1>0b2~2c3"),
        ("S00b2 W10c3", "0b2>", "0b2>0c3~1c3 0b2>0c3~2c3"),
        // The other branch is illegal; still the branch is named.
        ("S00b2 W10c3 S21c3", "0b2>", "0b2>0c3~2c3"),
        // The front stops before the fork and captures there: no choice.
        ("S00a1 W10b2 W00c3", "0a1>", "0a1>0b2"),
        // A Shield at the fork steps aside to the cell that the branch leaves it.
        ("S00b2 S10c3", "0b2>", "0b2>0c3~1c3 0b2>0c3~2c3"),
        ("S00b2 S10c3 W00d3", "0b2>", "0b2>0c3~1c3"),
        // From the cell before the fork, the first cell of the run says which branch.
        ("S00c3 W11c3", "0c3>", "0c3>1c3"),
        ("S00c3 S11c3", "0c3>", "0c3>1c3/1b3 0c3>1c3/1c2"),
        // Beyond the fork the run goes on by that branch alone.
        ("S00b2 W10c3 W11c3 W11b2 W01a1", "0b2>", "0b2>0c3~1c3 0b2>0c3~2c3"),
        ("S00b2 W10c3 W11c3 W11b2 S11a1", "0b2>", "0b2>0c3~2c3"),
        ("S00b2 W10c3 W11c3 S11b2", "0b2>", "0b2>0c3~1c3/1a2 0b2>0c3~1c3/1b1 0b2>0c3~2c3"),
    ];
    for (pieces, push, moves) in cases {
        let at = three(pieces, "act:0:SA");
        let expected: Vec<_> = moves.split_whitespace().collect();
        let found: Vec<_> =
            legal_from(&at, push).into_iter().filter(|text| text.contains('>')).collect();
        assert_eq!(found, expected, "{pieces}");
    }
    let at = three("S00b2 S10c3", "act:0:SA");
    assert_eq!(on(&after(&at, "0b2>0c3~1c3"), "1d3"), "S1");
    assert_eq!(on(&after(&at, "0b2>0c3~2c3"), "0d3"), "S1");
    let at = three("S00b2 W10c3 W11c3", "act:0:SA");
    let next = after(&at, "0b2>0c3~1c3");
    assert_eq!((on(&next, "1c3"), on(&next, "1b2")), ("W1".into(), "W1".into()));
    let next = after(&at, "0b2>0c3~2c3");
    assert_eq!((on(&next, "1c3"), on(&next, "2c3")), ("W1".into(), "W1".into()));
}

fn control(at: &Position) -> Vec<Option<u8>> {
    let seats = at.seats().iter();
    seats.map(|army| at.army(army).controller.map(|seat| seat.number())).collect()
}

/// §6.1
#[test]
fn with_two_seats_the_king_is_the_game() {
    let at = scene(TWO, "K0f1 W0f5 K1f6", &[("stage", "act:0:W")]);
    let next = after(&at, "f5xf6");
    assert_eq!(Laoqi::waits(&next), Waits::Nothing(Outcome::Won(seats(&[0]))));
    assert_eq!(on(&next, "f6"), "W0");
    assert!(legal(&next).is_empty());
}

/// §6.2 - §6.6, §4.7
#[test]
fn the_capturing_piece_becomes_the_king_of_the_army_that_is_taken_over() {
    let at = four("W0a7 W1a6 W1b8", "act:0:W");
    let next = after(&at, "a7xa8");
    assert_eq!(on(&next, "a8"), "K1");
    assert_eq!(control(&next), [Some(0), Some(0), Some(2), Some(3)]);
    assert_eq!(next.living(), seats(&[0, 2, 3]));
    assert_eq!(next.army(seat(0)).lost, 0, "a replaced Warrior is not lost");
    // King takes King: no replacement, the army has none any more.
    let at = scene(FOUR, "K0a7 K1a8 K2h10 K3j3 S1d4", &[("stage", "act:0:K")]);
    let next = after(&at, "a7xa8");
    assert_eq!((on(&next, "a8"), next.king(seat(1))), ("K0".into(), None));
    assert_eq!(control(&next)[1], Some(0));
    // An Assassin dies with the King; the army is taken over all the same.
    let assassin = &[("stage", "act:0:SA"), ("lost", "1,0,0,0"), ("promoted", "1,0,0,0")];
    let at = scene(FOUR, "K0h1 K1a8 K2h10 K3j3 A0b7 S1d4", assassin);
    let next = after(&at, "b7xa8");
    assert_eq!((on(&next, "a8"), on(&next, "b7")), (".".into(), ".".into()));
    assert_eq!(control(&next)[1], Some(0));
    assert_eq!(next.living(), seats(&[0, 2, 3]));
}

/// §6.3, §5.9: not the pusher takes over, but who controls the capturing piece.
#[test]
fn the_captor_takes_over_and_not_the_pusher() {
    let at = scene(FOUR, "K0h1 K1e6 K2h10 K3j3 S0c4 W2d5 S1b8", &[("stage", "act:0:SA")]);
    let next = after(&at, "c4>d5");
    assert_eq!(on(&next, "e6"), "K1");
    assert_eq!(control(&next), [Some(0), Some(2), Some(2), Some(3)]);
    // The pusher's own King.
    let at = scene(FOUR, "K0e6 K1a8 K2h10 K3j3 S0c4 W2d5", &[("stage", "act:0:SA")]);
    let next = after(&at, "c4>d5");
    assert_eq!(control(&next), [Some(2), Some(1), Some(2), Some(3)]);
    assert_eq!(next.living(), seats(&[1, 2, 3]));
    // §5.7: colours of one controller are no enemies to each other.
    let taken = &[("living", "023"), ("control", "0023"), ("stage", "act:0:SA")];
    let at = scene(FOUR, "K0h1 K2h10 K3j3 S0c4 W0d5 W1e6", taken);
    assert!(legal_from(&at, "c4>").is_empty());
}

/// §6.3, §6.5: armies held pass with their holder, or one by one with their own Kings.
#[test]
fn taken_armies_pass_on() {
    let taken = &[("living", "023"), ("control", "0023"), ("stage", "act:2:W")];
    let at = scene(FOUR, "K0h1 K1a8 K2h10 K3j3 W2g1 S1d4", taken);
    let next = after(&at, "g1xh1");
    assert_eq!(control(&next), [Some(2), Some(2), Some(2), Some(3)]);
    assert_eq!(next.living(), seats(&[2, 3]));
    let at = scene(FOUR, "K0h1 K1a8 K2h10 K3j3 W2a7 S1d4", taken);
    let next = after(&at, "a7xa8");
    assert_eq!(control(&next), [Some(0), Some(2), Some(2), Some(3)]);
    assert_eq!(next.living(), seats(&[0, 2, 3]), "its holder stays in the game");
    assert_eq!(on(&next, "a8"), "K1");
}

/// §2.8
#[test]
fn no_start_allows_a_capture() {
    for (name, options) in Options::PRESETS {
        let at = Position::start(&Rules::new(&options).unwrap());
        for mover in at.seats().iter() {
            let mut moves = Vec::new();
            at.actions_into(mover, Kinds::ANY, &mut moves);
            assert!(!moves.is_empty());
            for mv in moves {
                let count = |at: &Position| {
                    let cells = at.board().cells();
                    cells.filter(|cell| at.at(*cell).is_some()).count()
                };
                let mut next = at;
                next.play(&mv);
                assert_eq!(count(&next), count(&at), "{name}");
            }
        }
    }
}

/// §10.1
#[test]
fn options_report_every_fault() {
    let faults = laoqi::rules_from_pairs([
        ("seats", "6"),
        ("ties", "never"),
        ("colour", "red"),
        ("crown", "off"),
    ])
    .unwrap_err();
    let places: Vec<_> = faults.iter().map(|fault| fault.place.as_str()).collect();
    assert_eq!(places, ["seats", "ties", "colour", "crown"]);
    assert!(faults[1].reason.contains("cumulative or consecutive"), "{faults:?}");
    assert!(faults[2].reason.contains("quiet_limit"), "{faults:?}");
    for (_, preset) in Options::PRESETS {
        let pairs = preset.pairs();
        let pairs = pairs.iter().map(|(key, value)| (*key, value.as_str()));
        let rules = laoqi::rules_from_pairs(pairs).unwrap();
        assert_eq!(rules.options(), &preset);
        let bytes = rules.encode();
        assert_eq!(Rules::decode("laoqi", 1, &bytes), Ok(rules));
        assert!(Rules::decode("laoqi", 2, &bytes).is_err());
        assert!(Rules::decode("junqi", 1, &bytes).is_err());
        assert!(Rules::decode("laoqi", 1, &bytes[1..]).is_err());
    }
}

#[test]
fn a_position_that_cannot_be_is_refused_with_its_fields() {
    type Fields = &'static [(&'static str, &'static str)];
    let cases: &[(&str, Fields, &[&str])] = &[
        ("K0f1 K0f2 K1f6", &[], &["board", "living"]),
        ("K0f1", &[], &["living"]),
        ("K0f1 K1f6", &[("ties", "3,0,0")], &["ties"]),
        ("K0f1 K1f6", &[("quiet", "7")], &["quiet"]),
        ("K0f1 K1f6", &[("crown", "1"), ("showings", "30")], &["crown", "showings", "stage"]),
        ("K0f1 K1f6", &[("stage", "act:0:W")], &["stage"]),
        ("K0f1 K1f6", &[("stage", "act:0:WS"), ("ply", "x")], &["ply", "stage"]),
        ("K0f1 K1f6", &[("pending", "JJ")], &["pending"]),
        ("K0f1 K1f6", &[("living", "10")], &["living"]),
    ];
    for (pieces, fields, places) in cases {
        let faults = try_scene(TWO, pieces, fields).unwrap_err();
        let found: Vec<_> = faults.iter().map(|fault| fault.place.as_str()).collect();
        assert_eq!(&found, places, "{pieces} {fields:?} {faults:?}");
    }
}
