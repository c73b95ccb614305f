//! Silent seats: deadlines, Missing, Shown, and the empty slot.

use game::{Game, Seat, SeatSet};
use record::journal::JournalItem;
use record::{Absence, Clock, End, Finding, NoticeKind, Slot};

use crate::due::Stage;
use crate::fault::Misuse;
use crate::live::{Match, News, Output, Stop};
use crate::mutant::{Mutant, has};
use crate::time::Millis;

/// A set-up may take as long as so many moves: five minutes at one minute a move.
const SET_UP_LIMITS: u64 = 5;

impl<G: Game> Match<G> {
    /// Time passes.
    pub fn tick(&mut self, now: Millis) {
        // Who is settled by the time that has passed is so before anybody is found missing.
        self.clear_peers(now);
        self.miss(now);
        self.proceed(now);
    }

    /// Whether the own time for a decision of the open step is over.
    pub(crate) fn is_time_up(&self, now: Millis) -> bool {
        self.human_ms().is_some_and(|limit| now.since(self.open.since) >= limit)
    }

    /// How long people may take for the open step; none: as long as they like.
    fn human_ms(&self) -> Option<u64> {
        match self.signed.contract().terms().clock {
            Clock::Each { seconds } if G::begun(self.progress.position()) => {
                Some(u64::from(seconds) * 1000)
            }
            Clock::Each { seconds } => Some(u64::from(seconds) * 1000 * SET_UP_LIMITS),
            Clock::Unlimited => None,
        }
    }

    /// When own people must have decided; none: whenever they like, or nobody is asked.
    pub fn deadline(&self) -> Option<Millis> {
        let due = self.progress.due().filter(|due| due.is_human())?;
        let limit = self.human_ms().filter(|_| !self.open.silent(due).is_empty())?;
        Some(self.open.since + limit)
    }

    /// When an own seat skips because its time is over.
    pub(crate) fn skips_at(&self) -> Option<Millis> {
        let may_sign = |seat: Seat| self.is_unsigned(seat) && !self.is_ahead_alone(seat);
        let waits = self.awaited().iter().any(may_sign);
        let may = waits && self.is_settled() && G::begun(self.progress.position());
        self.deadline().filter(|_| may)
    }

    /// When other seats are found to be silent.
    pub(crate) fn misses_at(&self) -> Option<Millis> {
        let silent = self.silent().minus(self.own_seats());
        let is_told = silent.iter().all(|seat| self.open.told.contains(&seat));
        let may = self.stop.is_none() && !is_told && self.is_settled();
        self.silence_from().filter(|_| may)
    }

    /// When others may be called silent: after the time for people, if people decide, and the
    /// budget of programs.
    pub(crate) fn silence_from(&self) -> Option<Millis> {
        let due = self.progress.due()?;
        let terms = self.signed.contract().terms();
        let machine = u64::from(terms.machine_seconds) * 1000;
        let human = if due.is_human() { self.human_ms()? } else { 0 };
        Some(self.open.since + human + machine)
    }

    /// After the deadline: say that silent seats are missing, where that can empty their slots.
    fn miss(&mut self, now: Millis) {
        let is_over = self.silence_from().is_some_and(|from| now >= from);
        if self.stop.is_some() || !is_over || !self.is_settled() {
            return;
        }
        let silent = self.silent().minus(self.own_seats());
        for about in silent.iter() {
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
                self.open.late.remove(&about);
                self.open.slots.insert(about, Slot::Empty(missing));
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
        let others = self.silent().minus(self.own_seats());
        if self.stop.is_some() || self.progress.is_decided() {
            return Err(Misuse::Over);
        }
        if others.is_empty() {
            return Err(Misuse::NobodySilent);
        }
        if self.silence_from().is_some_and(|from| now < from) {
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
