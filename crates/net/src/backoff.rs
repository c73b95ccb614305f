//! When to dial a kept peer again. Pure: time and chance are arguments.

use std::time::{Duration, Instant};

use crate::limits::{RETRY_FIRST, RETRY_MOST, STABLE};

/// Waits that double from [`RETRY_FIRST`] to [`RETRY_MOST`], each shortened by up to a half by
/// chance, so that two peers that lost each other do not dial in step for ever.
#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    step: Duration,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Due(Instant),
    Trying,
    Up { since: Instant },
}

impl Backoff {
    /// Due at once.
    pub(crate) fn new(now: Instant) -> Backoff {
        Backoff { step: RETRY_FIRST, state: State::Due(now) }
    }

    /// When the next dial is due, if one is.
    pub(crate) fn due(&self) -> Option<Instant> {
        match self.state {
            State::Due(at) => Some(at),
            State::Trying | State::Up { .. } => None,
        }
    }

    /// A dial has begun.
    pub(crate) fn trying(&mut self) {
        if !matches!(self.state, State::Up { .. }) {
            self.state = State::Trying;
        }
    }

    /// The dial failed. Says nothing if the peer reached us meanwhile.
    pub(crate) fn failed(&mut self, now: Instant, chance: u32) {
        if self.state == State::Trying {
            self.wait(now, chance);
        }
    }

    /// The peer is connected, whoever dialled.
    pub(crate) fn up(&mut self, now: Instant) {
        self.state = State::Up { since: now };
    }

    /// The last connection is gone. The wait starts anew only if the connection was worth something.
    pub(crate) fn down(&mut self, now: Instant, chance: u32) {
        if let State::Up { since } = self.state {
            if now.saturating_duration_since(since) >= STABLE {
                self.step = RETRY_FIRST;
            }
            self.wait(now, chance);
        }
    }

    /// Dial at once: there is news, such as a fresh address.
    pub(crate) fn hurry(&mut self, now: Instant) {
        if let State::Due(at) = self.state {
            self.step = RETRY_FIRST;
            self.state = State::Due(at.min(now));
        }
    }

    fn wait(&mut self, now: Instant, chance: u32) {
        let half = self.step / 2;
        let share = half.mul_f64(f64::from(chance) / f64::from(u32::MAX));
        self.state = State::Due(now + half + share);
        self.step = (self.step * 2).min(RETRY_MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(chance: u32, count: usize) -> Vec<u128> {
        let now = Instant::now();
        let mut backoff = Backoff::new(now);
        let mut waits = Vec::new();
        for _ in 0..count {
            backoff.trying();
            assert_eq!(backoff.due(), None);
            backoff.failed(now, chance);
            waits.push((backoff.due().expect("due") - now).as_millis());
        }
        waits
    }

    #[test]
    fn doubles_from_half_a_second_to_thirty() {
        let full = waits(u32::MAX, 9);
        assert_eq!(full, [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
        assert_eq!(waits(0, 3), [250, 500, 1000]);
    }

    #[test]
    fn only_a_lasting_connection_resets_the_wait() {
        let now = Instant::now();
        let mut backoff = Backoff::new(now);
        for _ in 0..3 {
            backoff.trying();
            backoff.failed(now, u32::MAX);
        }
        backoff.up(now);
        backoff.down(now + Duration::from_secs(1), u32::MAX);
        let due = backoff.due().expect("due");
        assert_eq!(due - now, Duration::from_secs(5));
        backoff.up(due);
        let end = due + STABLE;
        backoff.down(end, u32::MAX);
        assert_eq!(backoff.due().expect("due") - end, RETRY_FIRST);
    }

    #[test]
    fn a_failed_dial_does_not_disturb_a_link_from_the_other_side() {
        let now = Instant::now();
        let mut backoff = Backoff::new(now);
        backoff.trying();
        backoff.up(now);
        backoff.failed(now, 0);
        assert_eq!(backoff.due(), None);
        backoff.trying();
        backoff.down(now, 0);
        assert!(backoff.due().is_some());
    }

    #[test]
    fn news_makes_it_due_at_once() {
        let now = Instant::now();
        let mut backoff = Backoff::new(now);
        backoff.trying();
        backoff.failed(now, u32::MAX);
        backoff.hurry(now);
        assert_eq!(backoff.due(), Some(now));
    }
}
