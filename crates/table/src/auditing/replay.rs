//! A record played again.

use catalog::{Any, Position};
use game::{Event, Game, Seat};
use protocol::{Progress, Visitor};
use record::ClosedStep;

use super::{Audited, Source};

/// A step that holds, as it was played.
#[derive(Debug)]
pub struct Played<'a> {
    /// Its number.
    pub step: u32,
    /// The position before it.
    pub before: &'a Position,
    /// What happened in it.
    pub events: &'a [Event<Any>],
    /// The position after it.
    pub after: &'a Position,
    /// How long each seat thought, in milliseconds, by its own account.
    pub think: Vec<(Seat, u32)>,
}

/// Plays a record again as far as it holds, and audits it.
pub fn replay(source: Source, each: &mut dyn FnMut(&Played<'_>)) -> Audited {
    let mut show = |seen: &Seen<'_>| {
        let entries = seen.step.entries().map(|entry| &entry.content);
        each(&Played {
            step: seen.step.step,
            before: seen.before,
            events: seen.events,
            after: seen.after.position(),
            think: entries.map(|content| (content.seat, content.think_ms)).collect(),
        });
    };
    let mut walker = Walker { position: None, each: &mut show };
    let report = protocol::audit::<Any>(source.bytes.as_slice(), &mut walker);
    Audited::new(source, report)
}

/// A step that holds, with what is around it.
pub(super) struct Seen<'a> {
    pub(super) step: &'a ClosedStep,
    pub(super) before: &'a Position,
    pub(super) events: &'a [Event<Any>],
    pub(super) after: &'a Progress<Any>,
}

/// Remembers the position before each step.
pub(super) struct Walker<'a> {
    pub(super) position: Option<Position>,
    pub(super) each: &'a mut dyn FnMut(&Seen<'_>),
}

impl Visitor<Any> for Walker<'_> {
    fn step(&mut self, step: &ClosedStep, events: &[Event<Any>], after: &Progress<Any>) {
        let before = self.position.take().unwrap_or_else(|| Any::start(after.rules()));
        (self.each)(&Seen { step, before: &before, events, after });
        self.position = Some(after.position().clone());
    }
}
