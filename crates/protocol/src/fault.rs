//! What can be wrong, and who is to blame: the first thing that every error here says.

use game::{BadRules, Illegal, Malformed, Seat};
use record::{Entry, Evidence, Signed};
use thiserror::Error;

use crate::check::Check;

/// A seat broke the protocol. Its evidence, with the record before it, convinces anybody.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{seat:?} broke the protocol in step {step}: {check}")]
pub struct Misbehaviour {
    /// Who.
    pub seat: Seat,
    /// In which step.
    pub step: u32,
    /// Which check failed.
    pub check: Check,
    /// What proves it.
    pub evidence: Box<Evidence>,
}

/// Why something that came in is not taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejected {
    /// Not what it should be; nobody at the table is to blame (a wrong signature can be anybody's).
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// Written or carried wrongly by somebody who did not have to sign for it.
    #[error("{check}: {what}")]
    Unfit {
        /// Which check failed.
        check: Check,
        /// What was not as it must be.
        what: &'static str,
    },
    /// Of another match or of a step that is not open: useless now, and no fault.
    #[error("not of the open step")]
    Stale,
    /// Signed over another history. Blames nobody until the histories have been compared.
    #[error("{0:?} signs over another history")]
    Forked(Seat),
    /// Signed over another position after the same history. Blames nobody here: an audit does.
    #[error("{:?} has another position", .0.content.seat)]
    Diverged(Box<Entry>),
    /// A seat broke the protocol.
    #[error(transparent)]
    Misbehaviour(#[from] Misbehaviour),
}

/// This program and the match do not fit each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Incompatible {
    /// Rules that this program does not have.
    #[error("{0}")]
    Rules(BadRules),
    /// Another version of the match protocol.
    #[error("the match uses protocol version {asked}, this program version {}", record::PROTOCOL)]
    Protocol {
        /// The version in the contract.
        asked: u16,
    },
    /// The digest in the contract is not that of its rules.
    #[error("the contract's digest is not that of its rules")]
    Digest,
    /// The contract has another number of seats than its rules.
    #[error("the contract seats {found}, its rules {needed}")]
    Seats {
        /// Seats in the contract.
        found: u8,
        /// Seats of the rules.
        needed: u8,
    },
    /// The game hides pieces, and this program has no proofs for them.
    #[error("this program has no proofs for hidden pieces")]
    Hiding,
    /// The engine waits for what this program cannot carry, or refuses what it allowed before.
    #[error("the rules engine contradicts itself: {0}")]
    Engine(Illegal),
}

impl From<BadRules> for Incompatible {
    fn from(bad: BadRules) -> Self {
        Self::Rules(bad)
    }
}

/// The program asked for something that it must not do now. A bug or an impatient user, never a peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Misuse {
    /// The seat is not this program's.
    #[error("this seat is not yours")]
    NotOwn,
    /// Nothing is waited for from the seat.
    #[error("it is not your turn")]
    NotDue,
    /// The others still have time.
    #[error("the others still have time")]
    Early,
    /// Nobody is known to hold the last own entry; the others may have gone on without it.
    #[error("nobody is known to have your last entry")]
    Unconfirmed,
    /// Nobody else is silent.
    #[error("nobody is silent")]
    NobodySilent,
    /// The seat has given its entry for this step.
    #[error("you have already decided")]
    Decided,
    /// The step waits for something else.
    #[error("this is not what is asked for now")]
    WrongKind,
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The match is over or stopped.
    #[error("the match is over")]
    Over,
    /// There is no clock that could stand.
    #[error("the match has no clock")]
    NoClock,
    /// After a restart the others must be asked first.
    #[error("the others have not been reached since the restart")]
    Unsettled,
}

impl Rejected {
    pub(crate) const fn unfit(check: Check, what: &'static str) -> Self {
        Self::Unfit { check, what }
    }
}

pub(crate) fn double(seat: Seat, step: u32, first: Signed, second: Signed) -> Misbehaviour {
    let evidence = Box::new(Evidence::Double(Box::new(first), Box::new(second)));
    Misbehaviour { seat, step, check: Check::Double, evidence }
}
