//! How fast somebody may speak.

use protocol::Millis;

/// Time in which the right to one more line grows.
const LINE_MS: u64 = 3_000;

/// A bucket of lines that may be said at once; it fills up again with time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pace {
    /// Lines that may be said at once.
    most: u64,
    /// Time that has not been used for lines, at most as much as `most` lines need.
    saved: u64,
    at: Millis,
}

impl Pace {
    /// A full bucket.
    pub(super) fn new(most: u64, now: Millis) -> Self {
        Self { most, saved: most * LINE_MS, at: now }
    }

    /// Takes one line out of it, if there is one.
    pub(super) fn take(&mut self, now: Millis) -> bool {
        let grown = self.saved.saturating_add(now.since(self.at));
        self.saved = grown.min(self.most * LINE_MS);
        self.at = now;
        match self.saved.checked_sub(LINE_MS) {
            Some(rest) => {
                self.saved = rest;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_emptied_at_once_and_fills_line_by_line() {
        let mut pace = Pace::new(5, Millis(1_000));
        let said = (0..9).filter(|_| pace.take(Millis(1_000))).count();
        assert_eq!(said, 5);
        assert!(!pace.take(Millis(3_999)));
        assert!(pace.take(Millis(4_000)));
        assert!(!pace.take(Millis(4_001)));
        // However long it is quiet, no more than so many at once.
        let later = Millis(10_000_000);
        let said = (0..99).filter(|_| pace.take(later)).count();
        assert_eq!(said, 5);
        // A clock that goes back gives nothing.
        assert!(!pace.take(Millis(0)));
    }
}
