//! The player of 劳棋: looks ahead by two actions at most and mixes its gestures.

mod danger;
mod distance;
mod effort;
mod mixture;
mod payoffs;
mod scores;
mod search;
mod worth;

use game::{Game, Known, Seat, Waits};
use laoqi::{Laoqi, Move, Position, Stage};

pub use self::mixture::{FLOOR, Mixture, PARTS};
use self::payoffs::Payoffs;
use self::search::Search;
use crate::dice::Dice;
use crate::player::{Decision, Draw, Player};

/// The most nodes (positions made by a move or a showing) that one decision looks at.
pub const NODES_MAX: u32 = 40_000;

/// Rounds of fictitious play for a gesture.
const ROUNDS: u32 = 600;
/// Actions that score so little less than the best are as good.
const AS_GOOD: i32 = 2;
/// A lead below this is lost enough to accept a draw; one above its negative is worth playing for.
const BEHIND: i32 = -250;
/// A lead nearer to 0 than this is none.
const EVEN: i32 = 60;

/// A player of 劳棋.
///
/// **Action.** It takes an enemy King whenever it can. Else it leaves its own King where no mandate
/// lets it be taken, if any action does that. Among what is left it looks one contest further, at
/// every mandate and every answer.
///
/// **Gesture.** It judges what each combination of gestures leads to, pending gestures, missing
/// kinds, play-offs and the crown included, finds by fictitious play how often to show each
/// gesture, and shows one by its dice. It never looks at what was shown before, so counting tells
/// an opponent no more than the position does.
#[derive(Clone, Copy, Debug)]
pub struct Contender {
    depth: u32,
}

impl Contender {
    /// Judges what its own action leads to as it stands.
    pub const QUICK: Self = Self { depth: 1 };
    /// Looks at every answer too.
    pub const STRONG: Self = Self { depth: 2 };

    /// How often it shows which gesture at a position where the seat is due to show one.
    pub fn mixture(&self, at: &Position, seat: Seat) -> Mixture {
        self.mixture_within(&mut Search::new(NODES_MAX), at, seat)
    }

    /// A decision with the number of nodes that it took, at most [`NODES_MAX`].
    pub fn decide_counted(
        &self,
        at: &Position,
        seat: Seat,
        dice: &mut Dice,
    ) -> (Option<Decision<Laoqi>>, u32) {
        let mut search = Search::new(NODES_MAX);
        let decision = match Laoqi::waits(at) {
            Waits::Move(due) if due == seat => {
                let best = self.best_moves(&mut search, at, seat);
                dice.one_of(&best).copied().map(Decision::Move)
            }
            Waits::Choices(due) if due.has(seat) => {
                let mixture = self.mixture_within(&mut search, at, seat);
                Some(Decision::Choice(mixture.draw(dice)))
            }
            _ => None,
        };
        (decision, search.spent())
    }

    fn mixture_within(&self, search: &mut Search, at: &Position, seat: Seat) -> Mixture {
        let payoffs = Payoffs::of(search, at, self.depth);
        Mixture::of(&payoffs, seat, ROUNDS)
    }

    /// The moves that are as good as any, in ascending order.
    fn best_moves(&self, search: &mut Search, at: &Position, seat: Seat) -> Vec<Move> {
        let scored = match at.stage() {
            Stage::Pick { .. } => {
                let picks = payoffs::of_picks(search, at, self.depth - 1);
                picks.into_iter().map(|(mv, scores)| (mv, (0, scores.of(seat)))).collect()
            }
            _ => self.actions(search, at, seat),
        };
        let Some(best) = scored.iter().map(|(_, rank)| *rank).max() else {
            return Vec::new();
        };
        let good = |rank: &(i32, i32)| rank.0 == best.0 && rank.1 >= best.1 - AS_GOOD;
        let mut moves: Vec<_> =
            scored.into_iter().filter(|(_, rank)| good(rank)).map(|(mv, _)| mv).collect();
        moves.sort_unstable();
        moves
    }

    /// Every action with its class and, within the class, its score.
    fn actions(&self, search: &mut Search, at: &Position, seat: Seat) -> Vec<(Move, (i32, i32))> {
        let mut moves = Vec::with_capacity(128);
        at.moves_into(&mut moves);
        moves.sort_unstable();
        let mut scored = Vec::with_capacity(moves.len());
        for mv in moves {
            let Some(next) = search.after(at, &mv) else { break };
            let class = class(search, at, &next, seat);
            let scores = search.contest(&next, self.depth - 1);
            scored.push((mv, (class, scores.of(seat))));
        }
        scored
    }
}

/// 2: takes a King; 1: leaves the own King safe; 0: leaves it in danger; -1: loses it.
fn class(search: &mut Search, before: &Position, after: &Position, seat: Seat) -> i32 {
    let fallen = danger::fallen(before, after);
    if fallen.has(seat) {
        -1
    } else if !fallen.is_empty() {
        2
    } else {
        i32::from(danger::threats(search, after, seat) == 0)
    }
}

impl Player<Laoqi> for Contender {
    fn decide(
        &self,
        at: &Position,
        _: &Known<Laoqi>,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Decision<Laoqi>> {
        self.decide_counted(at, seat, dice).0
    }

    /// It accepts when it is well behind, or when nothing has happened for three quarters of the
    /// quiet limit and it is not ahead; then it also offers, once every ten plies.
    fn draw(&self, at: &Position, _: &Known<Laoqi>, seat: Seat) -> Draw {
        if !at.living().has(seat) || matches!(at.stage(), Stage::Over(_)) {
            return Draw::Decline;
        }
        let lead = worth::lead(at, seat);
        let (limit, quiet) = (at.options().quiet_limit, at.quiet());
        let stale = if limit > 0 { quiet >= limit - limit / 4 } else { at.ply().0 >= 400 };
        let before_ply = matches!(at.stage(), Stage::Contest { .. }) && at.showings() == 0;
        if stale && lead.abs() <= EVEN && before_ply && at.ply().0.is_multiple_of(10) {
            Draw::Offer
        } else if lead <= BEHIND || (stale && lead <= EVEN) {
            Draw::Accept
        } else {
            Draw::Decline
        }
    }
}
