//! Clocks, pauses and who watches, at the terminal.

use std::time::{Duration, Instant};

use game::Seat;
use table::{Clock, ClockView, Decision, MatchView};

use super::Session;
use crate::{clock, talk};

impl Session<'_> {
    /// What each seat has left.
    pub(super) fn clocks(&mut self, game: &MatchView) {
        if game.clocks.is_empty() {
            self.say("contract-no-clock");
        }
        let now = Instant::now();
        for (seat, at) in &game.clocks {
            let who = talk::words(self.text, &game.contract).seat(*seat);
            let left = clock::face(at.left(now));
            let key = match at {
                ClockView::Runs(_) => "clock-runs",
                ClockView::Stands(_) => "clock-stands",
            };
            let line = self.text.with(key, &[("seat", who.into()), ("clock", left.into())]);
            self.out.line(&line);
        }
    }

    /// How many watch, when that changes.
    pub(super) fn show_watchers(&mut self, game: &MatchView) {
        if game.watchers != self.watchers {
            self.watchers = game.watchers;
            let line = self.text.with("watchers", &[("count", game.watchers.into())]);
            self.out.line(&line);
        }
    }

    /// How long a person has for what is asked.
    pub(super) fn tell_time(&mut self, game: &MatchView, left: Duration) {
        let line = match game.contract.clock {
            Clock::Total { .. } => {
                self.text.with("ask-time-left", &[("clock", clock::face(left).into())])
            }
            Clock::Unlimited | Clock::Each { .. } => {
                let seconds = left.as_millis().div_ceil(1000).to_string();
                self.text.with("ask-time", &[("seconds", seconds.into())])
            }
        };
        self.out.line(&line);
    }

    /// A pause is wished for, or agreed to.
    pub(super) fn pause(&mut self, game: &MatchView, seat: Seat) {
        if game.contract.clock != Clock::Unlimited {
            self.say("pause-stands");
        }
        self.decide(seat, Decision::WishPause);
    }
}
