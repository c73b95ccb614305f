//! What a step waits for: a function of the position and of the step before.

use std::collections::BTreeMap;

use crypto::Commitment;
use game::{Claim, Illegal, Seat, SeatSet, Waits};

/// What is committed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A choice of the game.
    Choice,
    /// 32 bytes of a toss.
    Toss {
        /// How many values it has.
        below: u16,
    },
}

/// What a step is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Every seat says that it holds the contract.
    Begin,
    /// Seats set up in secret, each with a proof.
    Deploy,
    /// One seat moves.
    Act,
    /// Seats settle claims; `None`: everybody can settle it.
    Answer(Vec<(Claim, Option<Seat>)>),
    /// Seats commit.
    Commit(Purpose),
    /// Those who committed in the step before show.
    Reveal {
        /// To what.
        purpose: Purpose,
        /// All who were asked to commit.
        asked: SeatSet,
        /// Who did.
        commitments: BTreeMap<Seat, Commitment>,
    },
    /// Every seat signs the last head.
    Seal,
}

/// A step's purpose and who must enter.
///
/// Invariant: at least one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// What for.
    pub stage: Stage,
    /// Who.
    pub seats: SeatSet,
}

impl Due {
    /// The first step of every match.
    pub(crate) fn begin(seats: u8) -> Self {
        Self { stage: Stage::Begin, seats: SeatSet::first(seats) }
    }

    /// The step that a position asks for.
    ///
    /// # Errors
    /// The position waits for rulings that nobody need give.
    pub(crate) fn of(waits: &Waits, seats: u8) -> Result<Self, Illegal> {
        match waits {
            Waits::Move(seat) => Ok(Self { stage: Stage::Act, seats: SeatSet::one(*seat) }),
            Waits::Choices(seats) => {
                Ok(Self { stage: Stage::Commit(Purpose::Choice), seats: *seats })
            }
            Waits::Toss { below, from } => {
                let purpose = Purpose::Toss { below: *below };
                Ok(Self { stage: Stage::Commit(purpose), seats: *from })
            }
            Waits::Nothing(_) => Ok(Self { stage: Stage::Seal, seats: SeatSet::first(seats) }),
            Waits::Deployments(seats) => Ok(Self { stage: Stage::Deploy, seats: *seats }),
            Waits::Rulings(claims) => {
                let seats: SeatSet = claims.iter().filter_map(|(_, seat)| *seat).collect();
                if seats.is_empty() {
                    return Err(Illegal("claims that nobody must answer are open"));
                }
                Ok(Self { stage: Stage::Answer(claims.clone()), seats })
            }
        }
    }

    /// The step after one in which these seats committed.
    pub(crate) fn reveal(
        purpose: Purpose,
        asked: SeatSet,
        commitments: BTreeMap<Seat, Commitment>,
    ) -> Self {
        let seats = commitments.keys().copied().collect();
        Self { stage: Stage::Reveal { purpose, asked, commitments }, seats }
    }

    /// Whether people decide in it, on the table's clock; else programs answer by themselves.
    pub fn is_human(&self) -> bool {
        matches!(self.stage, Stage::Act | Stage::Deploy | Stage::Commit(Purpose::Choice))
    }
}
