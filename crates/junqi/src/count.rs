//! Counts of moves, to compare engines by.
//!
//! A node is one move of a game whose kinds are public: an open one. A game that is over has no
//! moves. Repetition is not looked at: it cannot end a game within the depths that are counted.

use crate::action::Move;
use crate::position::{Position, Stage};

/// How many sequences of `depth` moves there are from a position.
pub fn count(at: &Position, depth: u32) -> u64 {
    let mut at = at.clone();
    at.rules = at.rules.without_repetition();
    at.history.clear();
    count_from(&at, depth)
}

fn count_from(at: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if at.stage != Stage::Turn {
        return 0;
    }
    let known = |man| at.public_kind(man);
    if depth == 1 {
        return at.count_moves(known);
    }
    let mut moves = Vec::with_capacity(64);
    at.moves_into(known, &mut moves);
    let mut total = 0;
    for mv in &moves {
        let mut next = at.clone();
        next.play(mv);
        total += count_from(&next, depth - 1);
    }
    total
}

/// The same, for each first move by itself.
pub fn divide(at: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        at.moves_into(|man| at.public_kind(man), &mut moves);
    }
    let part = |mv: Move| {
        let mut next = at.clone();
        next.play(&mv);
        (mv, count(&next, depth - 1))
    };
    moves.into_iter().map(part).collect()
}
