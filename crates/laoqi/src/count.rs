//! Counts of actions, to compare engines by.
//!
//! A node is one action. The gestures that lead to it are not counted: at every ply each living seat
//! may have won with each gesture, so its actions are those of that gesture's kinds, taken one mandate
//! after the other (pending plays no part, a mandate without actions adds nothing). A King's commands
//! count beside the same actions made directly. After an action the next ply begins; a finished game
//! has no actions.

use crate::action::Move;
use crate::gesture::Gesture;
use crate::position::{Position, Stage};

/// How many sequences of `depth` actions there are from a position.
pub fn count(at: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if matches!(at.stage(), Stage::Over(_)) {
        return 0;
    }
    let mut total = 0;
    let mut moves = Vec::new();
    for seat in at.living().iter() {
        for gesture in Gesture::ALL {
            if depth == 1 {
                total += at.count_actions(seat, gesture.kinds()) as u64;
                continue;
            }
            moves.clear();
            at.actions_into(seat, gesture.kinds(), &mut moves);
            for mv in &moves {
                let mut next = *at;
                next.play(mv);
                total += count(&next, depth - 1);
            }
        }
    }
    total
}

/// The same, for each first action by itself.
pub fn divide(at: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut parts = Vec::new();
    if depth == 0 || matches!(at.stage(), Stage::Over(_)) {
        return parts;
    }
    let mut moves = Vec::new();
    for seat in at.living().iter() {
        for gesture in Gesture::ALL {
            at.actions_into(seat, gesture.kinds(), &mut moves);
        }
    }
    for mv in moves {
        let mut next = *at;
        next.play(&mv);
        parts.push((mv, count(&next, depth - 1)));
    }
    parts
}
