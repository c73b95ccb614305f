//! Looking ahead where every kind is known, or supposed.

use std::cmp::Reverse;

use game::Event;
use junqi::{Kind, Move, Position, Stage};

use crate::junqi::judge::{Judge, WIN};

/// Attacks in a row that are looked at after the moves.
const ATTACKS: u32 = 6;
/// What a fight may bring beside its gain, where no flag is in danger.
const HOPE: i32 = 300;
/// More moves than any position has that is looked at closely.
const MOVES: usize = 96;
/// A position is lost or won by so many plies' difference at most.
const PLIES: usize = 32;

/// One search, for one side.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    judge: &'a Judge,
    spent: &'a mut u32,
    limit: u32,
    killers: [[Option<Move>; 2]; PLIES],
}

impl<'a> Search<'a> {
    /// One that counts its nodes on top of `spent` and stops at `limit`.
    pub(crate) fn new(judge: &'a Judge, spent: &'a mut u32, limit: u32) -> Self {
        Self { judge, spent, limit, killers: [[None; 2]; PLIES] }
    }

    fn take(&mut self) -> Option<()> {
        (*self.spent < self.limit).then(|| *self.spent += 1)
    }

    fn is_own(&self, at: &Position) -> bool {
        self.judge.is_own(at.turn())
    }

    /// The worth of the position to the side of the search after `depth` more plies; none: no node is
    /// left.
    pub(crate) fn value(
        &mut self,
        at: &Position,
        depth: u32,
        ply: usize,
        window: (i32, i32),
    ) -> Option<i32> {
        if *at.stage() != Stage::Turn {
            return Some(self.sooner(self.judge.worth(at), ply));
        }
        if depth == 0 {
            return self.quiet(at, ATTACKS, ply, window);
        }
        let moves = self.ordered(at, ply);
        let is_own = self.is_own(at);
        let (mut alpha, mut beta) = window;
        let mut best = None;
        for mv in moves {
            let next = self.after(at, mv)?;
            let value = self.value(&next, depth - 1, ply + 1, (alpha, beta))?;
            best =
                Some(best.map_or(
                    value,
                    |best: i32| if is_own { best.max(value) } else { best.min(value) },
                ));
            if is_own {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                self.note_killer(at, mv, ply);
                break;
            }
        }
        Some(best.unwrap_or_else(|| self.judge.worth(at)))
    }

    /// Attacks only, and each side may leave them.
    fn quiet(
        &mut self,
        at: &Position,
        attacks: u32,
        ply: usize,
        window: (i32, i32),
    ) -> Option<i32> {
        let threat = self.judge.threat(at);
        let worth = self.judge.worth(at) + threat;
        if *at.stage() != Stage::Turn {
            return Some(self.sooner(worth, ply));
        }
        if attacks == 0 {
            return Some(worth);
        }
        let is_own = self.is_own(at);
        let (mut alpha, mut beta) = window;
        if is_own {
            alpha = alpha.max(worth);
        } else {
            beta = beta.min(worth);
        }
        let mut best = worth;
        if alpha >= beta {
            return Some(best);
        }
        let mut moves = Vec::with_capacity(16);
        at.attacks_into(|man| at.public_kind(man), &mut moves);
        let mut ranked: Vec<(i32, Move)> = moves
            .into_iter()
            .map(|mv| (self.gain(at, mv), mv))
            .filter(|(gain, _)| *gain > 0 || threat != 0)
            .collect();
        ranked.sort_unstable_by_key(|(gain, mv)| (Reverse(*gain), *mv));
        for (gain, mv) in ranked {
            // What cannot come into the window any more.
            let hope = gain + HOPE + threat.abs();
            if if is_own { best + hope <= alpha } else { best - hope >= beta } {
                break;
            }
            let next = self.after(at, Step::Move(mv))?;
            let value = self.quiet(&next, attacks - 1, ply + 1, (alpha, beta))?;
            if is_own {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Victories soon are better than later ones.
    fn sooner(&self, worth: i32, ply: usize) -> i32 {
        let ply = ply as i32;
        if worth >= WIN {
            worth - ply * 10
        } else if worth <= -WIN {
            worth + ply * 10
        } else {
            worth
        }
    }

    /// The position after a step.
    pub(crate) fn after(&mut self, at: &Position, step: Step) -> Option<Position> {
        self.take()?;
        let mut next = at.clone();
        match step {
            Step::Move(mv) => next.play(&mv),
            // Supposed games let a turn pass as often as one likes.
            Step::Pass => next.apply(&Event::Skipped(at.turn())).ok()?,
        }
        Some(next)
    }

    fn gain(&self, at: &Position, mv: Move) -> i32 {
        let Move::Go { from, to } = mv else { return 0 };
        match (at.on(from), at.on(to)) {
            (Some(attacker), Some(defender)) => self.judge.gain(at, attacker, defender),
            _ => 0,
        }
    }

    /// The steps at a position, the most promising first. Turning a piece up counts as passing.
    fn ordered(&self, at: &Position, ply: usize) -> Vec<Step> {
        let mut moves = Vec::with_capacity(MOVES);
        at.moves_into(|man| at.public_kind(man), &mut moves);
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let all = moves.len();
        moves.retain(|mv| !matches!(mv, Move::Flip(_)));
        let may_pass = moves.len() < all;
        let mut ranked: Vec<(i32, Move)> =
            moves.into_iter().map(|mv| (self.rank(at, mv, &killers), mv)).collect();
        ranked.sort_unstable_by_key(|(rank, mv)| (Reverse(*rank), *mv));
        let passes = may_pass.then_some(Step::Pass);
        passes.into_iter().chain(ranked.into_iter().map(|(_, mv)| Step::Move(mv))).collect()
    }

    fn rank(&self, at: &Position, mv: Move, killers: &[Option<Move>; 2]) -> i32 {
        const ATTACK: i32 = 10_000;
        const KILLER: i32 = 5_000;
        let Move::Go { from, to } = mv else { return 0 };
        if at.on(to).is_some() {
            let gain = self.gain(at, mv);
            return if gain >= 0 { ATTACK + gain } else { gain };
        }
        if killers.contains(&Some(mv)) {
            return KILLER;
        }
        let mover = at.on(from).map(|man| at.piece(man));
        let who = mover.and_then(|piece| Some((piece.army?, piece.kinds.only()?)));
        who.map_or(0, |(army, kind): (_, Kind)| self.judge.progress(army, kind, from, to))
    }

    fn note_killer(&mut self, at: &Position, step: Step, ply: usize) {
        let Step::Move(mv) = step else { return };
        let Move::Go { to, .. } = mv else { return };
        if at.on(to).is_some() {
            return;
        }
        if let Some([first, second]) = self.killers.get_mut(ply)
            && *first != Some(mv)
        {
            *second = first.replace(mv);
        }
    }
}

/// What a seat does in a search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// A move.
    Move(Move),
    /// Something else than moving a piece.
    Pass,
}
