//! What a player is asked, and what it answers.

use game::{Game, Known, Seat};

use crate::dice::Dice;

/// What a seat gives when the position waits for it.
#[derive(Debug)]
pub enum Decision<G: Game> {
    /// A decision in the open.
    Move(G::Move),
    /// What it gives where all choose at once.
    Choice(G::Choice),
    /// A hidden arrangement.
    Secret(G::Secret),
}

impl<G: Game> Clone for Decision<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Move(mv) => Self::Move(mv.clone()),
            Self::Choice(choice) => Self::Choice(choice.clone()),
            Self::Secret(secret) => Self::Secret(secret.clone()),
        }
    }
}

impl<G: Game> PartialEq for Decision<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Move(a), Self::Move(b)) => a == b,
            (Self::Choice(a), Self::Choice(b)) => a == b,
            (Self::Secret(a), Self::Secret(b)) => a == b,
            _ => false,
        }
    }
}

impl<G: Game> Eq for Decision<G> {}

/// What a seat thinks of ending the game as a draw now.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Draw {
    /// It plays on.
    Decline,
    /// It accepts an offer and makes none.
    Accept,
    /// It offers a draw, and so accepts one.
    Offer,
}

/// A player of one game. It is told the position, what its seat knows and its own dice; it keeps
/// nothing from one decision to the next, so it can be asked again after a restart.
pub trait Player<G: Game> {
    /// What the seat gives now; none if the position waits for nothing that a player decides.
    ///
    /// The answer is always legal. It depends on the arguments alone.
    fn decide(
        &self,
        at: &G::Position,
        known: &Known<G>,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Decision<G>>;

    /// What the seat thinks of a draw. Ask once for each position; an offer is made again only when
    /// the position has changed.
    fn draw(&self, at: &G::Position, known: &Known<G>, seat: Seat) -> Draw;
}
