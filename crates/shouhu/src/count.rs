//! Counts of moves, to compare engines by.
//!
//! A node is one decision: a return, a move and a drop are three. A game that is over has no moves,
//! and none has one in which layouts are still to come. A toss for red counts as one that seat 0 has
//! won: for the other seat everything is the same, mirrored. Repetition is not looked at: it cannot
//! end a game within the depths that are counted.

use game::Seat;

use crate::action::Move;
use crate::position::{Position, Stage};

/// How many sequences of `depth` moves there are from a position.
pub fn count(at: &Position, depth: u32) -> u64 {
    count_from(&begun(at), depth)
}

fn begun(at: &Position) -> Position {
    let mut at = at.clone();
    if at.stage == Stage::First {
        at.red = Some(Seat::of(0));
        at.set_up();
    }
    at.without_history()
}

fn count_from(at: &Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return at.count_moves(),
        _ => {}
    }
    let mut moves = Vec::with_capacity(96);
    at.moves_into(&mut moves);
    let mut total = 0;
    for mv in &moves {
        let mut next = at.clone();
        next.play_unnoted(mv);
        total += count_from(&next, depth - 1);
    }
    total
}

/// The same, for each first move by itself.
pub fn divide(at: &Position, depth: u32) -> Vec<(Move, u64)> {
    let at = begun(at);
    let mut moves = Vec::new();
    if depth > 0 {
        at.moves_into(&mut moves);
    }
    let part = |mv: Move| {
        let mut next = at.clone();
        next.play_unnoted(&mv);
        (mv, count_from(&next, depth - 1))
    };
    moves.into_iter().map(part).collect()
}
