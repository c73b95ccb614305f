//! What a position waits for, and the public events that move it on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::claim::{Answer, Claim};
use crate::game::Game;
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

/// What a position waits for: a pure function of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waits {
    /// One seat decides in the open.
    Move(Seat),
    /// These seats choose at once: all commit, then all reveal.
    Choices(SeatSet),
    /// These seats set up in secret; what they commit to stays hidden.
    Deployments(SeatSet),
    /// A number below `below` that nobody can foresee; each of `from` adds to it.
    Toss {
        /// How many values there are, at least 1.
        below: u16,
        /// The seats that take part.
        from: SeatSet,
    },
    /// Claims, each with the seat that must answer it; `None`: every piece in it is open already.
    Rulings(Vec<(Claim, Option<Seat>)>),
    /// Nothing: the game is over.
    Nothing(Outcome),
}

/// What one seat gave where all choose at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Showing<C> {
    /// It committed and showed this.
    Shown(C),
    /// It did not commit.
    Absent,
    /// It committed and did not show; it is put out right after.
    Withheld,
}

/// Why a seat is put out by the protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// It resigned.
    Resigned,
    /// It did not give what it owed.
    Refused,
}

/// A public event. All peers see the same ones in the same order.
#[derive(Debug)]
pub enum Event<G: Game> {
    /// A decision in the open; what it owed has been proven.
    Moved(Seat, G::Move),
    /// One entry for each seat that was asked.
    Unsealed(BTreeMap<Seat, Showing<G::Choice>>),
    /// These seats have set up, each with a proof.
    Deployed(SeatSet),
    /// The value of a toss; never if somebody withheld.
    Tossed(u16),
    /// One answer for each claim, in order.
    Ruled(Vec<Answer>),
    /// The seat to move let its time run out.
    Skipped(Seat),
    /// These seats go out together.
    Out(SeatSet, Cause),
    /// All living seats agreed on a draw.
    Agreed,
}

impl<G: Game> Clone for Event<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Moved(seat, mv) => Self::Moved(*seat, mv.clone()),
            Self::Unsealed(showings) => Self::Unsealed(showings.clone()),
            Self::Deployed(seats) => Self::Deployed(*seats),
            Self::Tossed(value) => Self::Tossed(*value),
            Self::Ruled(answers) => Self::Ruled(answers.clone()),
            Self::Skipped(seat) => Self::Skipped(*seat),
            Self::Out(seats, cause) => Self::Out(*seats, *cause),
            Self::Agreed => Self::Agreed,
        }
    }
}

impl<G: Game> PartialEq for Event<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Moved(a, x), Self::Moved(b, y)) => a == b && x == y,
            (Self::Unsealed(x), Self::Unsealed(y)) => x == y,
            (Self::Deployed(x), Self::Deployed(y)) => x == y,
            (Self::Tossed(x), Self::Tossed(y)) => x == y,
            (Self::Ruled(x), Self::Ruled(y)) => x == y,
            (Self::Skipped(x), Self::Skipped(y)) => x == y,
            (Self::Out(a, x), Self::Out(b, y)) => a == b && x == y,
            (Self::Agreed, Self::Agreed) => true,
            _ => false,
        }
    }
}

/// A move, choice, secret or event that the rules do not allow at this position. Nothing changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not allowed here: {0}")]
pub struct Illegal(pub &'static str);
