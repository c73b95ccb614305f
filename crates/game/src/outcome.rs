//! How a game ends, and the count of plies.

use serde::{Deserialize, Serialize};

use crate::seat::SeatSet;

/// The result of a finished game. Seats that are in neither set have lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// These seats have won together.
    Won(SeatSet),
    /// These seats have drawn.
    Drawn(SeatSet),
}

/// Seats with one number win and lose together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Side(pub u8);

/// How many plies are complete; the rules of each game say what one ply is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
pub struct Ply(pub u32);
