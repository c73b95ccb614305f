//! What has happened in a match, for those who play it.

use std::sync::Arc;

use catalog::{Any, Position};
use game::{Event, Game, Seat};
use protocol::{Match, Progress, Tally};
use record::ClosedStep;

use crate::view::LogEntry;

/// Everything that has happened in a match.
#[derive(Default)]
pub(crate) struct Log(Arc<Vec<Arc<LogEntry>>>);

impl Log {
    /// That of a match taken up from the disk, from its first step on.
    pub(crate) fn of(game: &Match<Any>, kept: &[ClosedStep]) -> Self {
        let mut log = Self::default();
        let contract = game.contract().contract();
        let Ok(mut progress) = Progress::<Any>::new(contract) else {
            return log;
        };
        for closed in kept {
            // Only what the match has taken up holds: the others have what is damaged here.
            let head = closed.head_after(contract.id(), progress.head());
            if game.progress().head_before(progress.step() + 1) != Some(head) {
                break;
            }
            let before = progress.position().clone();
            let Ok(facts) = progress.check_step(closed, &mut Tally::default()) else { break };
            match progress.close(closed, &facts) {
                Ok(events) => log.closed(closed.step, before, events),
                Err(_) => break,
            }
        }
        log
    }

    /// What there is to show.
    pub(crate) fn entries(&self) -> Arc<Vec<Arc<LogEntry>>> {
        Arc::clone(&self.0)
    }

    /// A step has closed.
    pub(crate) fn closed(&mut self, step: u32, before: Position, events: Vec<Event<Any>>) {
        let mut at = before;
        for event in events {
            let before = Box::new(at.clone());
            // The core has applied the same events to the same position.
            let _ = Any::apply(&mut at, &event);
            self.add(LogEntry::Event { step, before, event });
        }
    }

    pub(crate) fn offered(&mut self, seat: Seat) {
        self.add(LogEntry::Offered(seat));
    }

    pub(crate) fn declined(&mut self, seat: Seat) {
        self.add(LogEntry::Declined(seat));
    }

    pub(crate) fn wished_pause(&mut self, seat: Seat) {
        self.add(LogEntry::WishedPause(seat));
    }

    pub(crate) fn paused(&mut self) {
        self.add(LogEntry::Paused);
    }

    pub(crate) fn silent(&mut self, seat: Seat) {
        self.add(LogEntry::Silent(seat));
    }

    fn add(&mut self, entry: LogEntry) {
        Arc::make_mut(&mut self.0).push(Arc::new(entry));
    }
}
