//! Silent seats: deadlines, Missing, Shown, and the empty slot.

use game::{Game, Seat, SeatSet};
use record::journal::JournalItem;
use record::{Absence, End, Finding, NoticeKind, Slot};

use crate::due::Stage;
use crate::fault::Misuse;
use crate::live::{Match, News, Output, Stop};
use crate::mutant::{Mutant, has};
use crate::time::Millis;

impl<G: Game> Match<G> {
    /// Time passes.
    pub fn tick(&mut self, now: Millis) {
        self.note_time(now);
        self.note_heard();
        // Who is settled by the time that has passed is so before anybody is found missing.
        self.clear_peers(now);
        self.miss(now);
        self.proceed(now);
    }

    /// When other seats are found to be silent.
    pub(crate) fn misses_at(&self) -> Option<Millis> {
        let silent = self.silent().minus(self.own_seats());
        let untold = silent.iter().filter(|seat| !self.open.told.contains(seat));
        let may = self.stop.is_none() && self.is_settled();
        untold.filter_map(|seat| self.silence_from(seat)).min().filter(|_| may)
    }

    /// After the deadline: say that silent seats are missing, where that can empty their slots.
    fn miss(&mut self, now: Millis) {
        if self.stop.is_some() || !self.is_settled() {
            return;
        }
        let silent = self.silent().minus(self.own_seats());
        let is_over = |seat: &Seat| self.silence_from(*seat).is_some_and(|from| now >= from);
        for about in silent.iter().filter(is_over).collect::<Vec<_>>() {
            if self.open.told.insert(about) {
                self.tell(News::Silent(about));
            }
            if self.progress.can_be_empty(about) {
                self.state_missing(about);
            }
        }
    }

    fn state_missing(&mut self, about: Seat) {
        let by = self.progress.living().and(self.own_seats()).without(about);
        for by in by.iter() {
            self.state(about, by, Finding::Missing);
        }
    }

    fn state(&mut self, about: Seat, by: Seat, finding: Finding) {
        let step = self.progress.step();
        if let Some(absence) = self.sign_absence(step, about, by, finding) {
            self.open.absences.insert((about, by), absence);
        }
    }

    /// A statement of an own seat, persisted, if it has made none about this slot.
    pub(crate) fn sign_absence(
        &mut self,
        step: u32,
        about: Seat,
        by: Seat,
        finding: Finding,
    ) -> Option<Absence> {
        let is_said = self.said.contains_key(&(step, about, by)) && !has(Mutant::SecondWord);
        let key = self.keys.get(&by).filter(|_| !is_said)?;
        let absence = Absence::sign(self.id(), step, about, by, finding, key);
        self.said.insert((step, about, by), absence.clone());
        self.outputs.push_back(Output::Persist(vec![JournalItem::Absence(absence.clone())]));
        Some(absence)
    }

    /// Shows what others miss, and empties the slots that all others miss.
    pub(crate) fn fill_empty(&mut self) {
        if self.stop.is_some() {
            return;
        }
        let filled: Vec<(Seat, crypto::SlotId)> = self
            .open
            .slots
            .iter()
            .filter(|(seat, slot)| self.open.is_missed(**seat) && !matches!(slot, Slot::Empty(_)))
            .map(|(seat, slot)| (*seat, slot.id(self.id())))
            .collect();
        let own = self.progress.living().and(self.own_seats());
        for (about, id) in filled {
            for by in own.without(about).iter() {
                if self.is_settled() {
                    self.state(about, by, Finding::Shown(id));
                }
            }
        }
        let due = self.progress.due().map_or(SeatSet::EMPTY, |due| due.seats);
        for about in due.iter() {
            if self.is_carried_or_empty(about) {
                continue;
            }
            let others = self.progress.living().without(about);
            let missing: Vec<Absence> = self
                .open
                .about(about)
                .filter(|a| a.finding == Finding::Missing && others.has(a.by))
                .cloned()
                .collect();
            let by: SeatSet = missing.iter().map(|absence| absence.by).collect();
            let is_full = by == others || has(Mutant::EmptyOfFewer) && !by.is_empty();
            if is_full && self.progress.can_be_empty(about) {
                self.open.empty(about, missing);
            }
        }
    }

    /// Whether a slot is empty already, or an entry of this step carries its owner's resignation.
    fn is_carried_or_empty(&self, seat: Seat) -> bool {
        let slots = self.open.slots.values();
        let entries = slots.filter_map(|slot| match slot {
            Slot::Entry(entry) => Some(entry),
            Slot::Resigned(_) | Slot::Empty(_) => None,
        });
        let mut notices = entries.flat_map(|entry| &entry.content.notices);
        matches!(self.open.slots.get(&seat), Some(Slot::Empty(_)))
            || notices.any(|n| n.seat == seat && n.kind == NoticeKind::Resign)
    }

    /// A person closes the match because seats are silent: their absence is claimed, not proven.
    /// The record ends with the open step as it stands. Does nothing if nobody else is silent.
    ///
    /// # Errors
    /// Nobody else is silent, the game is decided or the match over, the others still have time, or
    /// they may yet have gone on without the last own entry.
    pub fn close_as_claimed(&mut self, now: Millis) -> Result<(), Misuse> {
        self.note_time(now);
        self.note_heard();
        let others = self.silent().minus(self.own_seats());
        if self.stop.is_some() || self.progress.is_decided() {
            return Err(Misuse::Over);
        }
        if others.is_empty() {
            return Err(Misuse::NobodySilent);
        }
        if self.claims_after().is_some_and(|from| now < from) {
            return Err(Misuse::Early);
        }
        if !self.tentative.is_empty() {
            return Err(Misuse::Unconfirmed);
        }
        if self.is_settled() {
            others.iter().for_each(|about| self.state_missing(about));
        }
        let slots = self.open.slots.iter().map(|(seat, slot)| (*seat, slot.clone())).collect();
        let absences = self.open.absences.values().cloned().collect();
        let silent = self.silent();
        self.halt(Stop::Claimed(silent), Some(End::Claimed { slots, absences }));
        self.deliver(now);
        Ok(())
    }

    /// From when on a person may close the match because others are silent; none: not at all now.
    /// What [`Match::close_as_claimed`] says in the end counts.
    pub fn claims_from(&self) -> Option<Millis> {
        let others = self.silent().minus(self.own_seats());
        let may = self.stop.is_none() && !self.progress.is_decided() && self.tentative.is_empty();
        (may && !others.is_empty()).then(|| self.claims_after().unwrap_or(self.open.since))
    }

    /// Until when a person may not close the match yet. All have agreed to a pause: it is not over as
    /// soon as it has begun.
    fn claims_after(&self) -> Option<Millis> {
        match self.open.paused {
            Some(at) => Some(at + self.machine_ms()),
            None => self.all_silent_from(),
        }
    }

    /// From when on every other seat that has given nothing may be called silent; none: nobody is
    /// waited for, or people may take as long as they like.
    pub fn all_silent_from(&self) -> Option<Millis> {
        let others = self.silent().minus(self.own_seats());
        others.iter().filter_map(|seat| self.silence_from(seat)).max()
    }

    /// Leaves a decided match whose seals are not all there: they are written as they are. Does
    /// nothing while the others may yet overrule what decided it.
    pub fn leave(&mut self) {
        let is_seal = self.progress.due().is_some_and(|due| due.stage == Stage::Seal);
        let is_seal = is_seal && self.tentative.is_empty();
        if let (true, None, Some(outcome)) = (is_seal, &self.stop, self.progress.outcome()) {
            let slots = self.open.slots.iter().map(|(seat, slot)| (*seat, slot.clone())).collect();
            self.halt(Stop::Sealed(outcome), Some(End::Sealed(slots)));
        }
    }
}
