//! Whether a whole step may be closed: who was due, and what stands in each slot.

use std::collections::BTreeMap;

use game::{Game, Seat, SeatSet};
use record::{Absence, ClosedStep, Finding, Notice, NoticeKind, Signed, Slot};

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
                Slot::Entry(_) | Slot::Resigned(_) => {}
                Slot::Empty(absences) => self.check_empty(*seat, absences, tally)?,
            }
            self.check_beside_one(&closed.slots, (*seat, slot))?;
        }
        Ok(())
    }

    /// Checks that nothing stands in the slot of a seat whose resignation an entry beside it carries.
    pub(crate) fn check_beside(&self, slots: &[(Seat, Slot)]) -> Result<(), Rejected> {
        slots.iter().try_for_each(|(seat, slot)| self.check_beside_one(slots, (*seat, slot)))
    }

    fn check_beside_one(
        &self,
        slots: &[(Seat, Slot)],
        (seat, slot): (Seat, &Slot),
    ) -> Result<(), Rejected> {
        match (slot, carries_resign(slots, seat)) {
            (Slot::Entry(entry), Some(notice)) => {
                let first = Signed::Entry(entry.clone());
                let second = Signed::Notice(notice.clone());
                Err(double(seat, self.step, first, second).into())
            }
            (Slot::Empty(_), Some(_)) => {
                Err(Rejected::unfit(Check::Absences, "empty beside a resignation"))
            }
            (Slot::Entry(_) | Slot::Empty(_), None) | (Slot::Resigned(_), _) => Ok(()),
        }
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

/// The resignation of a seat that an entry beside its slot carries.
fn carries_resign(slots: &[(Seat, Slot)], seat: Seat) -> Option<&Notice> {
    let mut notices = slots.iter().flat_map(|(_, slot)| match slot {
        Slot::Entry(entry) => entry.content.notices.as_slice(),
        Slot::Resigned(_) | Slot::Empty(_) => &[],
    });
    notices.find(|notice| notice.seat == seat && notice.kind == NoticeKind::Resign)
}
