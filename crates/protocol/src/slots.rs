//! Whether a whole step may be closed: who was due, and what stands in each slot.

use std::collections::BTreeMap;

use game::{Game, Seat, SeatSet};
use record::{Absence, ClosedStep, Entry, Finding, Notice, NoticeKind, Signed, Slot};

use crate::check::{Check, Tally};
use crate::fault::{Rejected, double};
use crate::hidden::Facts;
use crate::mutant::{Mutant, has};
use crate::progress::Progress;

impl<G: Game> Progress<G> {
    /// Checks that a step fills exactly the due slots, each with something that may stand there. Gives
    /// what each seat has proven, which [`Progress::close`] needs.
    ///
    /// # Errors
    /// As [`Progress::check`]; a step whose slots are not those that are due blames nobody: whoever
    /// wrote it down did so wrongly.
    pub fn check_step(
        &self,
        closed: &ClosedStep,
        tally: &mut Tally,
    ) -> Result<BTreeMap<Seat, Facts>, Rejected> {
        if closed.step != self.step || self.is_over() {
            return Err(Rejected::Stale);
        }
        let mut facts = BTreeMap::new();
        for entry in closed.entries() {
            facts.insert(entry.content.seat, self.check(entry, tally)?);
        }
        for (seat, slot) in &closed.slots {
            if let Slot::Resigned(notice) = slot {
                self.check_resigned(*seat, notice)?;
                tally.add(Check::Signatures);
                tally.add(Check::Notices);
            }
        }
        self.check_slots(closed, tally)?;
        let empty = closed.slots.iter().filter_map(|(_, slot)| match slot {
            Slot::Empty(absences) => Some(absences),
            Slot::Entry(_) | Slot::Resigned(_) => None,
        });
        for absence in empty.flatten() {
            self.check_absence(absence)?;
            tally.add(Check::Signatures);
        }
        Ok(facts)
    }

    /// As [`Progress::check_step`], for a step whose entries, notices and statements have each been
    /// checked when they were taken into the open step: what is left is how they stand together.
    pub(crate) fn check_held(&self, closed: &ClosedStep) -> Result<(), Rejected> {
        self.check_slots(closed, &mut Tally::default())
    }

    fn check_slots(&self, closed: &ClosedStep, tally: &mut Tally) -> Result<(), Rejected> {
        let seats: SeatSet = closed.slots.iter().map(|(seat, _)| *seat).collect();
        if seats != self.due.seats {
            return Err(Rejected::unfit(Check::Chain, "not the slots that are due"));
        }
        for (seat, slot) in &closed.slots {
            match slot {
                Slot::Entry(entry) if entry.content.seat != *seat => {
                    return Err(Rejected::unfit(Check::Chain, "an entry in another's slot"));
                }
                Slot::Entry(entry) => check_resigned_beside(entry, closed, self.step)?,
                Slot::Resigned(_) => {}
                Slot::Empty(_) if carries_resign(closed, *seat).is_some() => {
                    return Err(Rejected::unfit(Check::Absences, "empty beside a resignation"));
                }
                Slot::Empty(absences) => self.check_empty(*seat, absences, tally)?,
            }
        }
        Ok(())
    }

    pub(crate) fn check_resigned(&self, seat: Seat, notice: &Notice) -> Result<(), Rejected> {
        if notice.seat != seat || notice.kind != NoticeKind::Resign {
            return Err(Rejected::unfit(Check::Notices, "not a resignation of this seat"));
        }
        self.check_notice(notice)
    }

    /// An empty slot holds one Missing of every other living seat, and of nobody else.
    pub(crate) fn check_empty(
        &self,
        seat: Seat,
        absences: &[Absence],
        tally: &mut Tally,
    ) -> Result<(), Rejected> {
        let by: SeatSet = absences.iter().map(|absence| absence.by).collect();
        let needed = self.living().without(seat);
        let each = usize::from(needed.len()) == absences.len();
        let is_full = by == needed && each || has(Mutant::EmptyOfFewer);
        if !is_full || !self.can_be_empty(seat) || self.resigned.contains_key(&seat) {
            return Err(Rejected::unfit(Check::Absences, "an empty slot that cannot be"));
        }
        for absence in absences {
            if absence.about != seat || absence.finding != Finding::Missing {
                return Err(Rejected::unfit(Check::Absences, "not a statement about this slot"));
            }
        }
        tally.add(Check::Absences);
        Ok(())
    }

    /// Checks a statement about a silent seat of the open step.
    ///
    /// # Errors
    /// One of another step, or with a wrong signature, or by or about a seat that has no part in it.
    pub fn check_absence(&self, absence: &Absence) -> Result<(), Rejected> {
        if absence.step != self.step {
            return Err(Rejected::Stale);
        }
        let fits = self.due.seats.has(absence.about)
            && self.living().has(absence.by)
            && absence.by != absence.about;
        let player = self.contract.player(absence.by).filter(|_| fits);
        let player =
            player.ok_or(Rejected::unfit(Check::Absences, "a statement with no part in it"))?;
        let signed = absence.verify(self.match_id(), &player.key);
        signed.map_err(|_| Rejected::unfit(Check::Signatures, "a statement's signature"))
    }
}

/// An entry beside a resignation of its author over the same head, carried by somebody else.
fn check_resigned_beside(entry: &Entry, closed: &ClosedStep, step: u32) -> Result<(), Rejected> {
    let author = entry.content.seat;
    match carries_resign(closed, author) {
        Some(notice) => {
            let (first, second) = (Signed::Entry(entry.clone()), Signed::Notice(notice.clone()));
            Err(double(author, step, first, second).into())
        }
        None => Ok(()),
    }
}

/// The resignation of a seat that an entry of the step carries.
fn carries_resign(closed: &ClosedStep, seat: Seat) -> Option<&Notice> {
    let mut notices = closed.entries().flat_map(|entry| &entry.content.notices);
    notices.find(|notice| notice.seat == seat && notice.kind == NoticeKind::Resign)
}
