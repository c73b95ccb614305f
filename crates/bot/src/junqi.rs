//! The player of 军棋: supposes what is hidden, again and again, and looks ahead in each supposition.

mod arrangement;
mod belief;
mod effort;
mod greedy;
mod judge;
mod maps;
mod plan;
mod search;
mod standing;

use game::{Game, Known, Seat, Waits};
use junqi::{Junqi, Move, Position, Secret, Stage, view};

pub use self::effort::Effort;
use crate::dice::Dice;
use crate::player::{Decision, Draw, Player};

/// A lead below this is lost enough to accept a draw.
const BEHIND: i32 = -1500;
/// A lead nearer to 0 than this is none.
const EVEN: i32 = 250;
/// So many turns of a seat are a long game, where no quiet limit ends it.
const LONG: u32 = 250;

/// A player of 军棋 in every mode and for every number of seats.
///
/// **Set-up.** The flag behind mines, bombs behind strong pieces, the rest by the dice.
///
/// **Move.** It deals kinds to all pieces that it does not know, as the position allows and as is
/// likely by where they began and stand, and looks ahead in each such world: first all moves and the
/// attacks that follow, then the best ones further. It plays the move that does best on average.
/// Without effort it takes the move that promises most by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tactician {
    effort: Option<Effort>,
}

impl Tactician {
    /// Looks at its own move only.
    pub const QUICK: Self = Self { effort: None };
    /// Looks ahead.
    pub const STRONG: Self = Self::with(Effort::FULL);

    /// One that looks ahead with this effort.
    pub const fn with(effort: Effort) -> Self {
        Self { effort: Some(effort) }
    }

    /// A decision with the number of nodes that it took, at most those of the effort.
    pub fn decide_counted(
        &self,
        at: &Position,
        known: &Known<Junqi>,
        seat: Seat,
        dice: &mut Dice,
    ) -> (Option<Decision<Junqi>>, u32) {
        match Junqi::waits(at) {
            Waits::Deployments(due) if due.has(seat) => {
                let layout = arrangement::arrangement(at.rules(), seat, dice);
                (Some(Decision::Secret(Secret { seat, layout })), 0)
            }
            Waits::Choices(due) if due.has(seat) => {
                (Some(Decision::Choice(arrangement::arrangement(at.rules(), seat, dice))), 0)
            }
            Waits::Move(due) if due == seat => {
                let (mv, nodes) = self.best(at, known, seat, dice);
                (mv.map(Decision::Move), nodes)
            }
            _ => (None, 0),
        }
    }

    fn best(
        &self,
        at: &Position,
        known: &Known<Junqi>,
        seat: Seat,
        dice: &mut Dice,
    ) -> (Option<Move>, u32) {
        let moves = Junqi::moves(at, seat, known);
        if moves.len() < 2 {
            return (moves.first().copied(), 0);
        }
        // Nobody knows yet whose the pieces are: every flip is alike.
        if at.is_flip() && at.colours().is_none() {
            return (dice.one_of(&moves).copied(), 0);
        }
        match self.effort {
            Some(effort) => plan::plan(at, known, seat, &moves, effort, dice),
            None => {
                let belief = belief::Belief::of(at, known);
                let own = |man| view::told(at, known, man);
                (greedy::greedy(at, seat, &moves, own, &belief, dice), 0)
            }
        }
    }
}

impl Player<Junqi> for Tactician {
    fn decide(
        &self,
        at: &Position,
        known: &Known<Junqi>,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Decision<Junqi>> {
        self.decide_counted(at, known, seat, dice).0
    }

    /// It accepts when it is far behind, or when nothing has happened for three quarters of the quiet
    /// limit and it is not ahead; then it also offers, once every ten plies.
    fn draw(&self, at: &Position, known: &Known<Junqi>, seat: Seat) -> Draw {
        if !at.living().has(seat) || *at.stage() != Stage::Turn {
            return Draw::Decline;
        }
        let lead = standing::lead(at, known, seat);
        let (limit, quiet) = (at.options().quiet_limit, at.quiet());
        let is_long = at.ply().0 / u32::from(at.options().seats) >= LONG;
        let stale = if limit > 0 { quiet >= limit - limit / 4 } else { is_long };
        if stale && lead.abs() <= EVEN && at.ply().0.is_multiple_of(10) {
            Draw::Offer
        } else if lead <= BEHIND || (stale && lead <= EVEN) {
            Draw::Accept
        } else {
            Draw::Decline
        }
    }
}
