//! Counts of actions, to compare engines by. What one action is, each engine says.

use crate::any::{Move, Position};

impl Position {
    /// How many sequences of `depth` actions there are from here.
    pub fn count(&self, depth: u32) -> u64 {
        match self {
            Self::Laoqi(at) => laoqi::count(at, depth),
            Self::Junqi(at) => junqi::count(at, depth),
            Self::Shouhu(at) => shouhu::count(at, depth),
        }
    }

    /// The same, for each first action by itself.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        match self {
            Self::Laoqi(at) => {
                let parts = laoqi::divide(at, depth).into_iter();
                parts.map(|(mv, count)| (Move::Laoqi(mv), count)).collect()
            }
            Self::Junqi(at) => {
                let parts = junqi::divide(at, depth).into_iter();
                parts.map(|(mv, count)| (Move::Junqi(mv), count)).collect()
            }
            Self::Shouhu(at) => {
                let parts = shouhu::divide(at, depth).into_iter();
                parts.map(|(mv, count)| (Move::Shouhu(mv), count)).collect()
            }
        }
    }
}
