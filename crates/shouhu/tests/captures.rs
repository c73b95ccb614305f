//! rules.md §4, §5: captures, drops, guardians.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use game::{Event, Waits};
use shouhu::{Kind, Piece, Stage};
use support::{BARE, BLACK, PLAIN, RED, board, ends, legal, mv, play, refused};

/// §4.2: a stone leaves the game, and the turn passes.
#[test]
fn a_captured_stone_leaves_the_game() {
    let mut at = board(&PLAIN, "8/8/n7/8/3**3/8/8/8/3R4", &[("quiet", "7")]);
    assert_eq!(play(&mut at, "d1-d5"), Waits::Move(BLACK));
    assert_eq!(at.stones().iter().map(|cell| cell.to_string()).collect::<Vec<_>>(), ["e5"]);
    assert_eq!((at.quiet(), at.ply().0), (0, 1));
}

/// §4.3: the capturer puts the piece down in that piece's own half; then the turn passes.
#[test]
fn a_captured_enemy_is_put_down_in_its_half() {
    let mut at = board(&BARE, "8/8/8/7r/8/8/8/8/7R", &[]);
    assert_eq!(play(&mut at, "h1-h6"), Waits::Move(RED));
    let captured = Piece { army: BLACK, kind: Kind::Chariot };
    assert_eq!(*at.stage(), Stage::Drop(captured));
    assert_eq!(at.ply().0, 0);
    assert_eq!(refused(&at, "@h6"), Some("something stands there"));
    assert_eq!(refused(&at, "@a5"), Some("that is not in the half of this piece"));
    assert_eq!(refused(&at, "@a4"), Some("that is not in the half of this piece"));
    assert_eq!(refused(&at, "h6-h7"), Some("the captured piece is put down first"));
    // 32 cells of the half without the one where the capturer stands; the zone is free.
    assert_eq!(legal(&at).len(), 31);
    let event = Event::Moved(BLACK, mv(&at, "@a9"));
    assert!(at.apply(&event).is_err(), "the capturer puts it down");
    assert_eq!(play(&mut at, "@a9"), Waits::Move(BLACK));
    assert_eq!(at.ply().0, 1);
    assert_eq!(ends(&at, "a9"), "a1 a2 a3 a4 a5 a6 a7 a8 b9 c9 d9 e9 f9 g9 h9");
}

/// §4.3, §4.4: an own piece too, into the own zone if it is free; the cell just left counts as empty.
#[test]
fn an_own_piece_is_captured_and_put_down_anywhere_at_home() {
    let mut at = board(&BARE, "n7/8/8/8/8/8/8/R6B/8", &[]);
    play(&mut at, "a2-h2");
    let drops = legal(&at);
    assert!(drops.contains(&"@a2".to_owned()) && drops.contains(&"@d1".to_owned()));
    assert_eq!(drops.len(), 31);
    play(&mut at, "@d1");
    assert_eq!(at.guardian(RED).map(|cell| cell.to_string()).as_deref(), Some("d1"));
}

/// §4.4: the river belongs to neither half: what is captured there goes home.
#[test]
fn a_piece_captured_in_the_river_goes_home() {
    let mut at = board(&BARE, "8/8/8/8/R6n/8/8/8/8", &[]);
    play(&mut at, "a5-h5");
    assert_eq!(legal(&at).len(), 32);
}

/// §4.4: a capture whose piece could be put nowhere is illegal; with the capturer's own cell free it
/// is legal.
#[test]
fn a_capture_without_room_is_illegal() {
    // Seat 0's half is full but for three cells of its zone, which has a guardian.
    let full = "8/8/8/8/2r5/nnRccbba/appppprN/RNC2CBB/AAPP1PPP";
    let at = board(&BARE, full, &[("turn", "1")]);
    assert_eq!(refused(&at, "c5-c4"), Some("the captured piece could be put nowhere"));
    // With one cell free outside the zone it goes there.
    let mut at = board(&BARE, &full.replace("r5", "r4P").replace("1PPP", "1PP1"), &[("turn", "1")]);
    play(&mut at, "c5-c4");
    assert_eq!(legal(&at), ["@h1"]);
    // The cell just left is free.
    let mut at = board(&BARE, full, &[]);
    play(&mut at, "h3-g1");
    assert_eq!(legal(&at), ["@h3"]);
}

/// §5.2: nobody captures a guardian, its own side included.
#[test]
fn a_guardian_is_safe_from_everybody() {
    let at = board(&BARE, "8/3r4/8/8/3R4/8/3R4/3P4/8", &[]);
    assert_eq!(refused(&at, "d5-d8"), Some("a guardian cannot be captured"));
    assert_eq!(refused(&at, "d3-d2"), Some("a guardian cannot be captured"));
    assert_eq!(ends(&at, "d3"), "a3 b3 c3 d4 d5 e3 f3 g3 h3");
    // Off its zone it is a piece like any other.
    let at = board(&BARE, "3r4/8/3n4/8/3R4/8/8/3P4/8", &[]);
    assert_eq!(refused(&at, "d5-d7"), None);
}

/// §5.3, §5.4: never two by a move; the guardian moves within its zone and leaves it.
#[test]
fn no_move_makes_a_second_guardian() {
    let at = board(&BARE, "n7/8/8/8/8/8/8/R2B4/8", &[]);
    assert_eq!(ends(&at, "a2"), "a1 a3 a4 a5 a6 a7 a8 a9 b2 c2");
    let at = board(&BARE, "n7/8/8/8/8/8/8/3R4/R7", &[]);
    assert_eq!(refused(&at, "a1-d1"), Some("there would be two guardians in one zone"));
    for inside in ["d2-d1", "d2-e2"] {
        assert_eq!(refused(&at, inside), None);
    }
    let mut at = at;
    play(&mut at, "d2-d8");
    assert_eq!(at.guardian(RED), None);
}

/// §5.3: nor by a drop, judged after the capturer has moved.
#[test]
fn no_drop_makes_a_second_guardian() {
    let mut at = board(&BARE, "3r4/8/8/7n/8/8/8/8/7R", &[]);
    play(&mut at, "h1-h6");
    assert_eq!(refused(&at, "@e9"), Some("there would be two guardians in one zone"));
    assert_eq!(legal(&at).len(), 32 - 4 - 1);
    // The guardian itself captures an own piece: the zone is free again.
    let mut at = board(&BARE, "r7/8/8/8/8/8/8/3R3B/8", &[]);
    play(&mut at, "d2-h2");
    assert_eq!(refused(&at, "@d1"), None);
}
