//! rules.md §6: points and returns.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use game::{Event, Game as _, Waits};
use shouhu::{Shouhu, Stage};
use support::{BARE, BLACK, RED, board, legal, mv, play, refused, won};

/// §6.1, §6.2: a point; the enemy sends the piece back and then moves.
#[test]
fn who_ends_in_the_enemy_zone_scores_and_is_sent_back() {
    let mut at = board(&BARE, "7r/8/8/8/8/8/8/8/3R4", &[("quiet", "9")]);
    assert_eq!(play(&mut at, "d1-d9"), Waits::Move(BLACK));
    assert_eq!((at.score(RED), at.score(BLACK), at.quiet(), at.ply().0), (1, 0, 0, 1));
    assert!(matches!(at.stage(), Stage::Return(cell) if cell.to_string() == "d9"));
    assert_eq!(refused(&at, "h9-h8"), Some("the piece that scored is sent back first"));
    assert_eq!(refused(&at, "^a5"), Some("that is not in the half of this piece"));
    let event = Event::Moved(RED, mv(&at, "^a1"));
    assert!(at.apply(&event).is_err(), "the enemy sends it back");
    // Anywhere in the scorer's half, its zone included while that has no guardian.
    assert_eq!(legal(&at).len(), 32);
    assert_eq!(play(&mut at, "^d1"), Waits::Move(BLACK));
    assert_eq!(at.ply().0, 1, "a return is no ply");
    assert_eq!(play(&mut at, "h9-h8"), Waits::Move(RED));
    assert_eq!(at.ply().0, 2);
}

/// §6.3: not into a zone with a guardian.
#[test]
fn a_return_makes_no_second_guardian() {
    let mut at = board(&BARE, "7r/8/8/8/8/8/3R4/3B4/8", &[]);
    play(&mut at, "d3-d9");
    assert_eq!(legal(&at).len(), 28);
    assert_eq!(refused(&at, "^d1"), Some("there would be two guardians in one zone"));
    assert_eq!(refused(&at, "^d2"), Some("something stands there"));
}

/// §6.3: with no cell at home it goes anywhere outside both zones.
#[test]
fn a_return_without_room_at_home_goes_outside_the_zones() {
    let full = "3R4/8/8/8/8/nnrccbba/appppprN/RNC2CBB/AAPP1PPP";
    let fields = [("turn", "1"), ("stage", "return:d9"), ("score", "1,0")];
    let at = board(&BARE, full, &fields);
    // 42 free cells without three in each zone.
    assert_eq!(legal(&at).len(), 36);
    assert_eq!((refused(&at, "^a5"), refused(&at, "^h9")), (None, None));
    let reason = "with no room at home it goes outside both zones";
    assert_eq!((refused(&at, "^e1"), refused(&at, "^e9")), (Some(reason), Some(reason)));
}

/// §6.4: a guardian keeps its cell, the rest of its zone can be entered.
#[test]
fn a_guarded_zone_can_be_entered_beside_its_guardian() {
    let mut at = board(&BARE, "3r4/8/8/8/8/8/8/8/4R3", &[]);
    assert_eq!(refused(&at, "e1-e9"), None);
    play(&mut at, "e1-e8");
    assert_eq!(at.score(RED), 1);
}

/// §7.1: the goal ends the game at once; the scorer is not sent back.
#[test]
fn the_goal_ends_the_game_at_once() {
    let mut at = board(&BARE, "7r/8/8/8/8/8/8/8/3R4", &[("score", "3,3")]);
    assert_eq!(play(&mut at, "d1-d9"), won(0));
    assert_eq!(at.score(RED), 4);
    assert!(Shouhu::moves(&at, BLACK, &game::Known::public()).is_empty());
}
