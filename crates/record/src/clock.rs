//! How long people may think: a term of the contract.

use crypto::limits::{INCREMENT_MAX, SECONDS_MAX};
use serde::{Deserialize, Serialize};

/// How long people may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// As long as they like.
    Unlimited,
    /// At most this long for each decision.
    Each {
        /// In seconds, at least 1.
        seconds: u32,
    },
    /// So long for all decisions together, and a little more after each.
    Total {
        /// For all of them, in seconds, at least 1.
        seconds: u32,
        /// What each decision adds, in seconds; may be 0.
        increment: u32,
    },
}

/// Increments never add up to more than this, in milliseconds: it must fit a think time.
const REMAINING_MAX_MS: u64 = SECONDS_MAX as u64 * 1000;

impl Clock {
    /// Whether its times are in the range that a contract allows.
    pub fn is_in_range(self) -> bool {
        match self {
            Self::Unlimited => true,
            Self::Each { seconds } => (1..=SECONDS_MAX).contains(&seconds),
            Self::Total { seconds, increment } => {
                (1..=SECONDS_MAX).contains(&seconds) && increment <= INCREMENT_MAX
            }
        }
    }

    /// What a seat has at the beginning, in milliseconds; none: there is no total.
    pub fn total_ms(self) -> Option<u64> {
        match self {
            Self::Total { seconds, .. } => Some(u64::from(seconds) * 1000),
            Self::Unlimited | Self::Each { .. } => None,
        }
    }

    /// What is left of a total after a decision that took so long, in milliseconds. Nobody falls
    /// below nothing: what a decision takes beyond that is not owed later.
    pub fn left_after(self, remaining_ms: u64, think_ms: u64) -> u64 {
        let added = match self {
            Self::Total { increment, .. } => u64::from(increment) * 1000,
            Self::Unlimited | Self::Each { .. } => 0,
        };
        (remaining_ms.saturating_sub(think_ms) + added).min(REMAINING_MAX_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_falls_by_the_think_time_and_grows_by_the_increment() {
        let clock = Clock::Total { seconds: 300, increment: 3 };
        assert_eq!(clock.total_ms(), Some(300_000));
        assert_eq!(clock.left_after(300_000, 10_000), 293_000);
        assert_eq!(clock.left_after(2_000, u64::from(u32::MAX)), 3_000, "nobody owes time");
        let most = u64::from(SECONDS_MAX) * 1000;
        assert_eq!(clock.left_after(most, 0), most, "it never grows beyond what fits");
        assert!(most <= u64::from(u32::MAX), "a think time can say so much");
        assert_eq!(Clock::Total { seconds: 1, increment: 0 }.left_after(500, 501), 0);
    }

    #[test]
    fn times_are_in_range() {
        let good = [
            Clock::Unlimited,
            Clock::Each { seconds: 1 },
            Clock::Total { seconds: 1, increment: 0 },
            Clock::Total { seconds: SECONDS_MAX, increment: INCREMENT_MAX },
        ];
        let bad = [
            Clock::Each { seconds: 0 },
            Clock::Each { seconds: SECONDS_MAX + 1 },
            Clock::Total { seconds: 0, increment: 3 },
            Clock::Total { seconds: SECONDS_MAX + 1, increment: 0 },
            Clock::Total { seconds: 300, increment: INCREMENT_MAX + 1 },
        ];
        assert!(good.into_iter().all(Clock::is_in_range));
        assert!(!bad.into_iter().any(Clock::is_in_range));
    }
}
