//! Looking ahead: what a mandate, an action and a contest are worth.

use std::cmp::Reverse;

use game::Seat;
use laoqi::{Gesture, Kinds, Move, Position, Stage};

use crate::contender::effort::Effort;
use crate::contender::mixture;
use crate::contender::payoffs::Payoffs;
use crate::contender::scores::Scores;
use crate::contender::worth::worth;

/// The actions of one mandate that are looked at closer than by their worth.
const BEAM: usize = 4;
/// Rounds of play for the value of a contest inside the search.
const ROUNDS: u32 = 48;
/// What the right to act is worth beside what the best action shows.
const INITIATIVE: i32 = 30;

/// One look ahead, for one decision.
pub(crate) struct Search {
    effort: Effort,
}

impl Search {
    /// One that looks at no more than `limit` nodes. When they are spent, the rest is judged by
    /// what has been seen.
    pub(crate) const fn new(limit: u32) -> Self {
        Self { effort: Effort::new(limit) }
    }

    /// How many nodes it looked at.
    pub(crate) const fn spent(&self) -> u32 {
        self.effort.spent()
    }

    /// The position after a move, while there are nodes left.
    pub(crate) fn after(&mut self, at: &Position, mv: &Move) -> Option<Position> {
        self.effort.take().then(|| {
            let mut next = *at;
            next.play(mv);
            next
        })
    }

    /// The position after a showing, while there are nodes left.
    pub(crate) fn shown(&mut self, at: &Position, table: &laoqi::Table) -> Option<Position> {
        self.effort.take().then(|| {
            let mut next = *at;
            next.show(table);
            next
        })
    }

    /// What a position is worth before its contest, looking `depth` actions ahead.
    pub(crate) fn contest(&mut self, at: &Position, depth: u32) -> Scores {
        match at.stage() {
            Stage::Contest { due } if depth > 0 => {
                if due.len() == 2 && at.living().len() == 2 {
                    let payoffs = Payoffs::of(self, at, depth);
                    return mixture::value(&payoffs, ROUNDS).unwrap_or_else(|| worth(at));
                }
                let pending = at.queue().pending();
                let mut all = Vec::with_capacity(15);
                for seat in at.entitled().iter() {
                    for gesture in Gesture::ALL {
                        let kinds = pending.unwrap_or(gesture).kinds();
                        all.push(self.mandate(at, seat, kinds, depth - 1));
                    }
                }
                Scores::mean(all).unwrap_or_else(|| worth(at))
            }
            _ => worth(at),
        }
    }

    /// What it is worth that this seat acts with these kinds, as it likes best, looking `depth`
    /// actions further ahead.
    pub(crate) fn mandate(
        &mut self,
        at: &Position,
        seat: Seat,
        kinds: Kinds,
        depth: u32,
    ) -> Scores {
        let mut moves = Vec::with_capacity(64);
        at.actions_into(seat, kinds, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in &moves {
            let Some(next) = self.after(at, mv) else { break };
            children.push((worth(&next), mv));
        }
        if depth > 0 {
            children.sort_by_key(|(scores, mv)| (Reverse(scores.of(seat)), *mv));
            children.truncate(BEAM);
            for (scores, mv) in &mut children {
                if let Some(next) = self.after(at, mv) {
                    *scores = self.contest(&next, depth);
                }
            }
        }
        let best = children.into_iter().max_by_key(|(scores, mv)| (scores.of(seat), Reverse(*mv)));
        match best {
            Some((mut scores, _)) => {
                scores.add(seat, INITIATIVE);
                for other in at.living().without(seat).iter() {
                    let others = i32::from(at.living().len()) - 1;
                    scores.add(other, -INITIATIVE / others.max(1));
                }
                scores
            }
            None => worth(at),
        }
    }
}
