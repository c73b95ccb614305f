//! The open step: what is held of it.

use std::collections::{BTreeMap, BTreeSet};

use game::{Seat, SeatSet};
use record::{Absence, ClosedStep, Entry, Finding, Notice, NoticeKind, Slot};

use crate::due::Due;
use crate::hidden::Facts;
use crate::time::Millis;

/// What a program holds of the open step. Everything in it has been checked.
#[derive(Clone, Debug)]
pub(crate) struct OpenStep {
    /// When it opened here.
    pub(crate) since: Millis,
    /// The seats still in the game.
    pub(crate) living: SeatSet,
    /// Filled slots, at most one a due seat.
    pub(crate) slots: BTreeMap<Seat, Slot>,
    /// What the entries in them have proven.
    pub(crate) facts: BTreeMap<Seat, Facts>,
    /// Notices over this head, and resignations that stand.
    pub(crate) notices: BTreeMap<(Seat, NoticeKind), Notice>,
    /// Statements by (about, by).
    pub(crate) absences: BTreeMap<(Seat, Seat), Absence>,
    /// Entries that came after an own Missing: taken only when somebody shows them.
    pub(crate) late: BTreeMap<Seat, Entry>,
    /// When what others made came in.
    pub(crate) arrived: BTreeMap<Seat, Millis>,
    /// Silent seats that have been told of.
    pub(crate) told: BTreeSet<Seat>,
    /// Since when own seats may sign in it: their think times begin then.
    pub(crate) free: BTreeMap<Seat, Millis>,
    /// Since when its clocks stand, because all have agreed to a pause.
    pub(crate) paused: Option<Millis>,
    /// Whether the driver was away meanwhile, so that arrivals say nothing about their authors.
    pub(crate) is_unsure: bool,
}

impl OpenStep {
    pub(crate) fn new(since: Millis, living: SeatSet) -> Self {
        Self {
            since,
            living,
            slots: BTreeMap::new(),
            facts: BTreeMap::new(),
            notices: BTreeMap::new(),
            absences: BTreeMap::new(),
            late: BTreeMap::new(),
            arrived: BTreeMap::new(),
            told: BTreeSet::new(),
            free: BTreeMap::new(),
            paused: None,
            is_unsure: false,
        }
    }

    /// How long it has run for people at some time: not longer than until the pause.
    pub(crate) fn spent(&self, now: Millis) -> u64 {
        self.paused.map_or(now, |at| now.min(at)).since(self.since)
    }

    /// How long an own seat has been able to decide: lag before that is not its think time.
    pub(crate) fn thought(&self, seat: Seat, now: Millis) -> u64 {
        let from = self.free.get(&seat).copied().unwrap_or(now);
        self.paused.map_or(now, |at| now.min(at)).since(from)
    }

    /// Due seats whose slot is not filled.
    pub(crate) fn silent(&self, due: &Due) -> SeatSet {
        due.seats.minus(self.filled())
    }

    pub(crate) fn filled(&self) -> SeatSet {
        self.slots.keys().copied().collect()
    }

    /// The step as closed, if every due slot is filled.
    pub(crate) fn closed(&self, step: u32, due: &Due) -> Option<ClosedStep> {
        let slots = self.slots.iter().map(|(seat, slot)| (*seat, slot.clone())).collect();
        self.silent(due).is_empty().then_some(ClosedStep { step, slots })
    }

    /// A slot that all others miss: an entry that stood in it, or was kept, and what it has proven
    /// count no more.
    pub(crate) fn empty(&mut self, about: Seat, missing: Vec<Absence>) {
        self.late.remove(&about);
        self.facts.remove(&about);
        self.slots.insert(about, Slot::Empty(missing));
    }

    /// The entry in a slot.
    pub(crate) fn entry(&self, seat: Seat) -> Option<&Entry> {
        match self.slots.get(&seat)? {
            Slot::Entry(entry) => Some(entry),
            Slot::Resigned(_) | Slot::Empty(_) => None,
        }
    }

    /// Seats whose notice of this kind is held.
    pub(crate) fn noticed(&self, kind: NoticeKind) -> SeatSet {
        self.notices.keys().filter(|(_, of)| *of == kind).map(|(seat, _)| *seat).collect()
    }

    /// Whether somebody says to hold this seat's entry.
    pub(crate) fn is_shown(&self, about: Seat) -> bool {
        self.about(about).any(|absence| matches!(absence.finding, Finding::Shown(_)))
    }

    /// Whether somebody says not to hold this seat's entry.
    pub(crate) fn is_missed(&self, about: Seat) -> bool {
        self.about(about).any(|absence| absence.finding == Finding::Missing)
    }

    pub(crate) fn about(&self, about: Seat) -> impl Iterator<Item = &Absence> {
        self.absences.values().filter(move |absence| absence.about == about)
    }
}
