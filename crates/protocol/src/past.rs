//! Steps that are closed here: what still comes in about them, and until when they can be undone.

use game::{Game, Seat, SeatSet};
use record::{Absence, ClosedStep, Entry, Evidence, Finding, JournalItem, PeerBytes, Signed, Slot};

use crate::check::Check;
use crate::fault::{Misbehaviour, Rejected, double};
use crate::live::{Match, Output};
use crate::message::{Ack, Item};
use crate::mutant::{Mutant, has};
use crate::open::OpenStep;
use crate::progress::Progress;
use crate::time::Millis;

impl<G: Game> Match<G> {
    /// An entry of a closed step: the one that is held, or a fault.
    pub(crate) fn compare_closed(&mut self, entry: Entry) -> Result<(), Rejected> {
        let at = usize::try_from(entry.content.step).unwrap_or(usize::MAX);
        let slot = self.closed.get(at).and_then(|closed| closed.slot(entry.content.seat));
        match slot.cloned() {
            Some(Slot::Entry(held)) if held.id() != entry.id() => {
                self.accuse(Signed::Entry(held), entry)
            }
            Some(Slot::Resigned(held)) => self.accuse(Signed::Notice(held), entry),
            Some(Slot::Entry(_)) => Ok(()),
            // It was not heard in time. Whoever holds it is shown so, unless he knows it already.
            Some(Slot::Empty(_)) => Err(Rejected::Forked(entry.content.seat)),
            None => self.progress.undue(&entry).map_or(Ok(()), |fault| Err(fault.into())),
        }
    }

    /// A statement about a closed step: one that is held, or the opposite of it.
    pub(crate) fn compare_absence(&self, absence: Absence) -> Result<(), Rejected> {
        let at = usize::try_from(absence.step).unwrap_or(usize::MAX);
        let empty = match self.closed.get(at).and_then(|closed| closed.slot(absence.about)) {
            Some(Slot::Empty(absences)) => absences.as_slice(),
            Some(Slot::Entry(_) | Slot::Resigned(_)) | None => &[],
        };
        let shown = self.stated.get(&absence.step).into_iter().flatten();
        let same = |held: &&Absence| held.by == absence.by && held.about == absence.about;
        match empty.iter().chain(shown).find(same) {
            Some(held) if held.finding != absence.finding && !has(Mutant::SecondWordTaken) => {
                let second = Signed::Absence(absence.clone());
                self.prove(absence.by, Signed::Absence(held.clone()), second)
            }
            _ => Err(Rejected::Stale),
        }
    }

    fn prove(&self, seat: Seat, first: Signed, second: Signed) -> Result<(), Rejected> {
        let evidence = Evidence::Double(Box::new(first.clone()), Box::new(second.clone()));
        match self.progress.proves(seat, &evidence) {
            Some(proven) => Err(double(seat, proven.step, first, second).into()),
            None => Err(Rejected::unfit(Check::Signatures, "a second content")),
        }
    }

    /// Two contents in one message that one seat may not both have signed, whatever is held here.
    pub(crate) fn doubles_in(&self, items: &[Item]) -> Option<Misbehaviour> {
        if has(Mutant::SecondContentTaken) {
            return None;
        }
        let signed = |item: &Item| match item {
            Item::Absence(_) if has(Mutant::SecondWordTaken) => None,
            Item::Entry(entry) => Some((entry.content.seat, Signed::Entry(entry.clone()))),
            Item::Notice(notice) => Some((notice.seat, Signed::Notice(notice.clone()))),
            Item::Absence(absence) => Some((absence.by, Signed::Absence(absence.clone()))),
            Item::Signature(..) | Item::Step(_) | Item::Layout(..) => None,
        };
        let all: Vec<(Seat, Signed)> = items.iter().filter_map(signed).collect();
        // Each is verified at most once, however many pairs a hostile message makes.
        let mut verified: Vec<Option<bool>> = vec![None; all.len()];
        let mut is_signed = |n: usize| -> bool {
            match (all.get(n), verified.get_mut(n)) {
                (Some((seat, signed)), Some(known)) => {
                    *known.get_or_insert_with(|| self.progress.is_signed_by(*seat, signed))
                }
                _ => false,
            }
        };
        for (n, (seat, first)) in all.iter().enumerate() {
            for (m, (_, second)) in all.iter().enumerate().skip(n + 1).filter(|(_, o)| o.0 == *seat)
            {
                let excludes = self.progress.excludes(first, second);
                let excludes = excludes.or_else(|| self.progress.excludes(second, first));
                if let Some(step) = excludes
                    && is_signed(n)
                    && is_signed(m)
                {
                    return Some(double(*seat, step, first.clone(), second.clone()));
                }
            }
        }
        None
    }

    /// Seats whose slots in this step, about to close, the others may yet find empty: the only own
    /// one, or any if this program has none in the game. Others' Missings cannot be complete without
    /// those of own seats; but after a restart own ones may have been forgotten.
    pub(crate) fn exposed(&self, closed: &ClosedStep) -> SeatSet {
        let living = self.own_seats().and(self.progress.living());
        let all = SeatSet::first(self.signed.contract().seats());
        let seats = match living.len() {
            _ if has(Mutant::NeverOverruled) => SeatSet::EMPTY,
            _ if !self.is_settled() => all,
            0 => all,
            1 => living,
            _ => SeatSet::EMPTY,
        };
        let filled = closed.slots.iter().filter(|(_, slot)| !matches!(slot, Slot::Empty(_)));
        let filled = filled.map(|(seat, _)| *seat);
        filled.filter(|seat| seats.has(*seat) && self.progress.can_be_empty(*seat)).collect()
    }

    /// Another program has gone on from the head after some steps: so it holds what is in them.
    pub(crate) fn confirm(&mut self, before: u32, by: SeatSet) {
        for exposed in self.tentative.range_mut(..before).map(|(_, exposed)| exposed) {
            let by = by.and(exposed.living);
            let is_open = |seat: &Seat| by.without(*seat).is_empty();
            exposed.seats = exposed.seats.iter().filter(is_open).collect();
        }
        self.tentative.retain(|_, exposed| !exposed.seats.is_empty());
    }

    /// What the acknowledgement of a peer confirms.
    pub(crate) fn confirm_by(&mut self, from: &PeerBytes) {
        let Some(peer) = self.peers.get(from) else {
            return;
        };
        if let (Some(Ack::Playing(standing)), false) = (&peer.ack, self.tentative.is_empty())
            && self.is_own_head(standing.step, standing.head)
        {
            let (step, seats) = (standing.step, peer.seats);
            self.confirm(step, seats);
        }
    }

    /// Whether this is the own head before a step, or that after the open one, which is not closed
    /// before another program has gone on (§10.9).
    fn is_own_head(&self, step: u32, head: crypto::Head) -> bool {
        let open = self.progress.step();
        let closed = || self.open.closed(open, self.progress.due()?);
        let after =
            |closed: ClosedStep| closed.head_after(self.progress.match_id(), self.progress.head());
        match self.progress.head_before(step) {
            Some(own) => own == head,
            None => step == open.saturating_add(1) && closed().map(after) == Some(head),
        }
    }

    /// A peer that is behind knows of statements about a slot that is filled here: it may have said
    /// that it takes nothing more there, and needs somebody to show it.
    pub(crate) fn answer_missing(&mut self, from: &PeerBytes) {
        let Some(Ack::Playing(standing)) = self.peers.get(from).and_then(|peer| peer.ack.clone())
        else {
            return;
        };
        let at = usize::try_from(standing.step).unwrap_or(usize::MAX);
        let same = self.progress.head_before(standing.step) == Some(standing.head);
        let Some(closed) = self.closed.get(at).filter(|_| same && self.is_settled()).cloned()
        else {
            return;
        };
        for (about, _) in &standing.absences {
            match closed.slot(*about) {
                Some(slot @ (Slot::Entry(_) | Slot::Resigned(_))) => {
                    self.state_shown(standing.step, *about, slot.id(self.id()));
                }
                Some(Slot::Empty(_)) | None => {}
            }
        }
    }

    /// Own seats that have said nothing about a slot of a closed step say what stands in it.
    fn state_shown(&mut self, step: u32, about: Seat, id: crypto::SlotId) {
        for by in self.own_seats().without(about).iter() {
            if let Some(absence) = self.sign_absence(step, about, by, Finding::Shown(id)) {
                self.stated.entry(step).or_default().push(absence);
            }
        }
    }

    /// Whether this own seat must wait until somebody holds its entry of the step before the last:
    /// it never runs ahead of the others by more than it would take back.
    pub(crate) fn is_ahead_alone(&self, seat: Seat) -> bool {
        let step = self.progress.step();
        self.tentative.iter().any(|(at, exposed)| at + 2 <= step && exposed.seats.has(seat))
    }

    /// What others have given for a step that is not recorded yet is kept before the step is
    /// acknowledged: its authors rely on that (§10.9), and a restart must not forget it.
    pub(crate) fn keep_tentative(&mut self, closed: &ClosedStep) {
        if self.tentative.is_empty() || has(Mutant::HeldForgotten) {
            return;
        }
        let others = closed.slots.iter().filter(|(seat, _)| !self.own(*seat));
        let given = others.filter_map(|(_, slot)| match slot {
            Slot::Entry(entry) => Some(JournalItem::Entry(entry.clone())),
            Slot::Resigned(notice) => Some(JournalItem::Notice(notice.clone())),
            Slot::Empty(_) => None,
        });
        // One by one: together they may be more than a frame holds.
        let kept: Vec<_> = given.map(|item| Output::Persist(vec![item])).collect();
        self.outputs.extend(kept);
    }

    /// Records the steps that cannot be undone any more.
    pub(crate) fn record_final(&mut self) {
        while let Some(closed) = self.closed.get(self.recorded) {
            let is_seal = self.progress.sealed && closed.step + 1 == self.progress.step();
            if is_seal || self.tentative.contains_key(&closed.step) {
                return;
            }
            self.outputs.push_back(Output::Record(closed.clone()));
            self.recorded += 1;
        }
    }

    /// Records all steps.
    pub(crate) fn record_all(&mut self) {
        self.tentative.clear();
        self.record_final();
    }

    /// The others have found empty a slot that is filled here. If nobody has gone on from what stands
    /// in it, the step is opened again and closes as they have closed it.
    pub(crate) fn overrule(&mut self, step: u32, about: Seat, absences: &[Absence], now: Millis) {
        let is_exposed = self.tentative.get(&step).is_some_and(|exposed| exposed.seats.has(about));
        if !is_exposed || self.stop.is_some() || !self.all_miss(step, about, absences) {
            return;
        }
        if let Some(progress) = self.progress_at(step) {
            let at = usize::try_from(step).unwrap_or(usize::MAX);
            let undone = self.closed.split_off(at).into_iter().next();
            self.progress = progress;
            self.tentative.split_off(&step);
            let stated = self.stated.split_off(&step).remove(&step);
            self.open = OpenStep::new(now, self.progress.living());
            for absence in stated.into_iter().flatten() {
                self.open.absences.insert((absence.about, absence.by), absence);
            }
            for (seat, slot) in undone.into_iter().flat_map(|closed| closed.slots) {
                if let Slot::Entry(entry) = slot {
                    // It was held before, so it brings no fault to light.
                    if let Ok(facts) = self.progress.check(&entry, &mut Default::default()) {
                        let _ = self.hold_entry(entry, facts, now);
                    }
                } else {
                    self.open.slots.insert(seat, slot);
                }
            }
            self.renew_resignations();
        }
    }

    /// Whether these are Missings of all others that are still in the game.
    fn all_miss(&self, step: u32, about: Seat, absences: &[Absence]) -> bool {
        let by: SeatSet = absences.iter().map(|absence| absence.by).collect();
        let is_right = |absence: &Absence| {
            let player = self.signed.contract().player(absence.by);
            let missing = absence.finding == Finding::Missing;
            missing
                && (absence.step, absence.about) == (step, about)
                && player.is_some_and(|player| absence.verify(self.id(), &player.key).is_ok())
        };
        self.progress.living().without(about).is_within(by) && absences.iter().all(is_right)
    }

    /// How far the match was before a closed step.
    fn progress_at(&self, step: u32) -> Option<Progress<G>> {
        let mut progress = Progress::new(self.signed.contract()).ok()?;
        for closed in self.closed.iter().take(usize::try_from(step).ok()?) {
            let facts = progress.check_step(closed, &mut Default::default()).ok()?;
            progress.close(closed, &facts).ok()?;
        }
        Some(progress)
    }
}
