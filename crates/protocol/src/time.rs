//! Time as the driver tells it.

use std::ops::Add;

/// Milliseconds of a monotonic clock, from any start. It never stands in anything signed or hashed,
/// except as the difference in a think time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Millis(pub u64);

impl Millis {
    /// How long ago `earlier` was; 0 if it is still to come.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for Millis {
    type Output = Self;

    fn add(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}
