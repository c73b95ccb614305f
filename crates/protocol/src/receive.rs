//! What comes in: acknowledgements and items, each checked before it is held.

use game::{Game, Seat, SeatSet};
use record::{
    Absence, ClosedStep, End, Entry, Evidence, Finding, Notice, NoticeKind, PeerBytes, Signed, Slot,
};

use crate::check::Check;
use crate::fault::{Misbehaviour, Rejected, double};
use crate::hidden::Facts;
use crate::live::{Match, News, Stop};
use crate::message::{Ack, Item, Packet, Standing};
use crate::mutant::{Mutant, has};
use crate::time::Millis;

impl<G: Game> Match<G> {
    /// A connection to another program of the match is up.
    pub fn connected(&mut self, peer: &PeerBytes, now: Millis) {
        self.note_time(now);
        self.note_isolation();
        if let Some(peer) = self.peers.get_mut(peer) {
            peer.connect(now);
        }
        self.proceed(now);
    }

    /// The last connection to a program is gone.
    pub fn disconnected(&mut self, peer: &PeerBytes, now: Millis) {
        self.note_time(now);
        if let Some(peer) = self.peers.get_mut(peer) {
            peer.disconnect();
        }
        self.note_isolation();
        self.proceed(now);
    }

    /// A message, or the answer to one, came from a program.
    ///
    /// # Errors
    /// The first thing in it that was not taken, for the log; all that could be taken was.
    pub fn receive(&mut self, from: &PeerBytes, bytes: &[u8], now: Millis) -> Result<(), Rejected> {
        let packet = Packet::decode(bytes)?;
        if packet.match_id != self.id() || !self.peers.contains_key(from) {
            return Err(Rejected::Stale);
        }
        self.note_time(now);
        let mut result = Ok(());
        if let Some(fault) = self.doubles_in(&packet.items) {
            self.reject(fault.clone().into());
            result = Err(fault.into());
        }
        let implied = self.implied_shown(&packet.items);
        self.speaker = Some(from.clone());
        for item in packet.items {
            let taken = self.take(from, item, now);
            if let Err(rejected) = taken {
                self.note_fork(from, &rejected, now);
                self.reject(rejected.clone());
                result = graver(result, Err(rejected));
            }
            self.take_late(implied, now);
            self.go_on(now);
        }
        self.speaker = None;
        self.note_ack(from, packet.ack, now);
        self.proceed(now);
        result
    }

    /// Where this program stands: the answer to any message.
    pub fn acknowledge(&self) -> Vec<u8> {
        Packet { match_id: self.id(), ack: self.ack(), items: Vec::new() }.encode()
    }

    pub(crate) fn ack(&self) -> Ack {
        let noticed = |kind| self.open.noticed(kind);
        let mut absences: Vec<(Seat, SeatSet)> = Vec::new();
        for (about, by) in self.open.absences.keys() {
            match absences.last_mut().filter(|(seat, _)| seat == about) {
                Some((_, seats)) => *seats = seats.with(*by),
                None => absences.push((*about, SeatSet::one(*by))),
            }
        }
        let own = |seat: &Seat| self.keys.contains_key(seat);
        Ack::Playing(Standing {
            step: self.progress.step(),
            head: self.progress.head(),
            slots: self.open.filled(),
            draws: noticed(NoticeKind::Draw),
            pauses: noticed(NoticeKind::Pause),
            resigns: noticed(NoticeKind::Resign),
            absences,
            layouts: self.allied.keys().copied().collect(),
            declined: self
                .declined
                .iter()
                .filter(|(seat, _)| own(seat))
                .map(|(s, n)| (*s, *n))
                .collect(),
        })
    }

    fn note_ack(&mut self, from: &PeerBytes, ack: Ack, now: Millis) {
        let step = self.progress.step();
        let Some(peer) = self.peers.get_mut(from) else {
            return;
        };
        if peer.connected.is_none() {
            peer.connect(now);
        }
        let is_first = peer.ack.is_none();
        if let Ack::Playing(standing) = &ack {
            peer.is_behind =
                standing.step.saturating_add(1) < step || is_first && standing.step < step;
            let seats = peer.seats;
            let declined: Vec<_> = standing.declined.clone();
            for (seat, at) in declined.into_iter().filter(|(seat, _)| seats.has(*seat)) {
                self.note_decline(seat, at);
            }
        }
        let is_agreed = matches!(&ack, Ack::Playing(standing)
            if self.progress.head_before(standing.step) == Some(standing.head));
        if let Some(peer) = self.peers.get_mut(from) {
            peer.ack = Some(ack);
            peer.has_spoken = true;
            // Whatever differed does so no more: there is nothing left to compare.
            peer.compare = peer.compare.filter(|_| !is_agreed);
        }
        self.confirm_by(from);
        self.answer_missing(from);
    }

    fn note_decline(&mut self, seat: Seat, step: u32) {
        let is_new = self.declined.get(&seat).is_none_or(|last| *last < step);
        if is_new && step <= self.progress.step() {
            self.declined.insert(seat, step);
            self.offers.clear();
            self.offered = SeatSet::EMPTY;
            self.tell(News::Declined(seat));
        }
    }

    /// A peer whose history differs is sent the own steps, newest first, until they disagree on one
    /// seat's entry.
    fn note_fork(&mut self, from: &PeerBytes, rejected: &Rejected, now: Millis) {
        let newest = self.progress.step().checked_sub(1);
        if let (Rejected::Forked(_), Some(peer)) = (rejected, self.peers.get_mut(from))
            && peer.may_compare(now)
        {
            peer.compare = newest;
            peer.compared = Some(now);
        }
    }

    fn take(&mut self, from: &PeerBytes, item: Item, now: Millis) -> Result<(), Rejected> {
        match item {
            Item::Signature(..) => Ok(()),
            Item::Step(step) => self.take_step(step, now),
            Item::Entry(entry) => self.take_entry(entry, now),
            Item::Notice(notice) => self.take_notice(notice),
            Item::Absence(absence) => self.take_absence(absence),
            Item::Layout(seat, keys) => self.take_layout(from, seat, &keys),
        }
    }

    /// A closed step is a bundle of items; the own step closes by what is in them.
    fn take_step(&mut self, closed: ClosedStep, now: Millis) -> Result<(), Rejected> {
        let mut result = Ok(());
        for (_, slot) in closed.slots {
            let taken = match slot {
                Slot::Entry(entry) => self.take_entry(entry, now),
                Slot::Resigned(notice) => self.take_notice(notice),
                Slot::Empty(absences) => self.take_empty(closed.step, absences, now),
            };
            result = graver(result, taken);
        }
        result
    }

    fn take_empty(
        &mut self,
        step: u32,
        absences: Vec<Absence>,
        now: Millis,
    ) -> Result<(), Rejected> {
        if let Some(about) = absences.first().map(|absence| absence.about) {
            self.overrule(step, about, &absences, now);
        }
        let taken = absences.into_iter().map(|absence| self.take_absence(absence));
        taken.fold(Ok(()), graver)
    }

    fn take_entry(&mut self, entry: Entry, now: Millis) -> Result<(), Rejected> {
        let (step, seat) = (entry.content.step, entry.content.seat);
        if entry.content.match_id != self.id() || step > self.progress.step() {
            return Err(Rejected::Stale);
        }
        if step < self.progress.step() || self.progress.is_over() {
            return self.compare_closed(entry);
        }
        match self.open.slots.get(&seat).cloned() {
            Some(Slot::Entry(held)) if held.id() == entry.id() => return Ok(()),
            Some(Slot::Entry(held)) => return self.accuse(Signed::Entry(held), entry),
            Some(Slot::Resigned(held)) => return self.accuse(Signed::Notice(held), entry),
            Some(Slot::Empty(_)) => return Err(Rejected::Stale),
            None => {}
        }
        if let Some(held) = self.open.notices.get(&(seat, NoticeKind::Resign)).cloned() {
            return self.accuse(Signed::Notice(held), entry);
        }
        if self.is_void(seat) {
            return self.keep_late(entry);
        }
        let facts = self.progress.check(&entry, &mut Default::default())?;
        self.hold_entry(entry, facts, now)
    }

    /// Whether what this due seat gives counts only if somebody else shows it: an own seat has said
    /// that it takes nothing more.
    fn is_void(&self, seat: Seat) -> bool {
        let own_missing = |a: &Absence| a.finding == Finding::Missing && self.own(a.by);
        !has(Mutant::LateTaken)
            && self.open.about(seat).any(own_missing)
            && !self.open.is_shown(seat)
            && self.progress.can_be_empty(seat)
    }

    /// Keeps an entry that may be shown yet. It is checked then.
    fn keep_late(&mut self, entry: Entry) -> Result<(), Rejected> {
        let player = self.progress.player(entry.content.seat, "an entry of no seat")?;
        let signed = entry.verify(&player.key);
        signed.map_err(|_| Rejected::unfit(Check::Signatures, "an entry's signature"))?;
        if entry.content.head != self.progress.head() {
            return Err(Rejected::Forked(entry.content.seat));
        }
        self.open.late.entry(entry.content.seat).or_insert(entry);
        Ok(())
    }

    pub(crate) fn own(&self, seat: Seat) -> bool {
        self.keys.contains_key(&seat)
    }

    /// Holds an entry that has been checked, and the notices in it.
    pub(crate) fn hold_entry(
        &mut self,
        entry: Entry,
        facts: Facts,
        now: Millis,
    ) -> Result<(), Rejected> {
        let seat = entry.content.seat;
        let mut result = Ok(());
        for notice in entry.content.notices.clone() {
            if notice.kind != NoticeKind::Resign {
                self.hold_notice(notice);
            } else if let Some(other) = self.excludes_resign(&notice) {
                let step = self.progress.step();
                let fault = double(notice.seat, step, other, Signed::Notice(notice));
                result = result.and(Err(fault.into()));
            } else {
                self.hold_resignation(notice, true);
            }
        }
        self.note_lag(seat, entry.content.think_ms, now);
        if self.own(seat) {
            let last = self.signed_to.entry(seat).or_default();
            *last = entry.content.step.max(*last);
        } else {
            self.confirm(entry.content.step, SeatSet::one(seat));
        }
        if let Some(speaker) = self.speaker.clone().filter(|_| !self.own(seat)) {
            match self.signed.contract().seats_of(&speaker).has(seat) {
                true => self.bridges.remove(&seat),
                false => self.bridges.insert(seat, (speaker, now)),
            };
        }
        self.open.arrived.insert(seat, now);
        self.open.facts.insert(seat, facts);
        self.open.slots.insert(seat, Slot::Entry(entry));
        result
    }

    pub(crate) fn hold_notice(&mut self, notice: Notice) {
        let (seat, kind) = (notice.seat, notice.kind);
        self.open.notices.entry((seat, kind)).or_insert(notice);
        if self.own(seat) {
            return;
        }
        if kind == NoticeKind::Draw && !self.offered.has(seat) {
            self.offered = self.offered.with(seat);
            self.tell(News::Offered(seat));
        }
        if kind == NoticeKind::Pause && !self.wished.has(seat) {
            self.wished = self.wished.with(seat);
            self.tell(News::WishedPause(seat));
        }
    }

    /// What is held of this step and cannot stand beside a resignation of the same seat.
    fn excludes_resign(&self, notice: &Notice) -> Option<Signed> {
        let held = self.open.notices.get(&(notice.seat, NoticeKind::Resign));
        if has(Mutant::SecondContentTaken) {
            return None;
        }
        match (self.open.slots.get(&notice.seat), held) {
            (Some(Slot::Entry(entry)), _) => Some(Signed::Entry(entry.clone())),
            (Some(Slot::Resigned(other)), _) | (_, Some(other)) if other.head != notice.head => {
                Some(Signed::Notice(other.clone()))
            }
            _ => None,
        }
    }

    /// A resignation fills the slot of its author, now and whenever he is due. One that comes after
    /// an own Missing does so only if somebody shows it, or carries it in an entry of this step.
    pub(crate) fn hold_resignation(&mut self, notice: Notice, is_carried: bool) {
        let seat = notice.seat;
        let is_free = match self.open.slots.get(&seat) {
            None => is_carried || !self.is_void(seat),
            Some(Slot::Empty(_)) => is_carried,
            Some(Slot::Entry(_) | Slot::Resigned(_)) => false,
        };
        if is_free && self.progress.due().is_some_and(|due| due.seats.has(seat)) {
            self.open.slots.insert(seat, Slot::Resigned(notice.clone()));
        }
        if self.own(seat) {
            self.own_resigns.entry(seat).or_insert_with(|| notice.clone());
        }
        self.open.notices.entry((seat, NoticeKind::Resign)).or_insert(notice);
    }

    /// What came after an own Missing is taken once somebody shows it.
    fn take_late(&mut self, implied: (u32, SeatSet), now: Millis) {
        let implied = if implied.0 == self.progress.step() { implied.1 } else { SeatSet::EMPTY };
        let is_free = |game: &Self, seat| {
            let shown = game.open.is_shown(seat) || implied.has(seat);
            shown && !game.open.slots.contains_key(&seat)
        };
        let late = self.open.late.keys().copied();
        for seat in late.filter(|seat| is_free(self, *seat)).collect::<Vec<_>>() {
            let Some(entry) = self.open.late.remove(&seat) else {
                continue;
            };
            let checked = self.progress.check(&entry, &mut Default::default());
            if let Err(rejected) = checked.and_then(|facts| self.hold_entry(entry, facts, now)) {
                self.reject(rejected);
            }
        }
        let resigned = self.open.noticed(NoticeKind::Resign).iter();
        for seat in resigned.filter(|seat| is_free(self, *seat)).collect::<Vec<_>>() {
            let held = self.open.notices.get(&(seat, NoticeKind::Resign)).cloned();
            held.into_iter().for_each(|notice| self.hold_resignation(notice, true));
        }
    }

    /// Seats whose entry in the open step somebody else has built on: as good as Shown.
    fn implied_shown(&self, items: &[Item]) -> (u32, SeatSet) {
        let open = self.progress.step();
        let step = |item: &Item| match item {
            Item::Step(step) if step.step == open => Some(step.clone()),
            _ => None,
        };
        let Some(step) = items.iter().find_map(step) else {
            return (open, SeatSet::EMPTY);
        };
        let head = step.head_after(self.id(), self.progress.head());
        let built = |entry: &Entry| {
            let content = &entry.content;
            let player = self.signed.contract().player(content.seat);
            let fits = content.match_id == self.id() && content.step == open.saturating_add(1);
            (fits && content.head == head && player.is_some_and(|p| entry.verify(&p.key).is_ok()))
                .then_some(content.seat)
        };
        let later = items.iter().flat_map(|item| match item {
            Item::Step(step) => step.entries().filter_map(built).collect::<Vec<_>>(),
            Item::Entry(entry) => built(entry).into_iter().collect(),
            _ => Vec::new(),
        });
        let by: SeatSet = later.collect();
        let others = |seat: &Seat| by.iter().any(|b| b != *seat && !self.own(b));
        let filled = step.slots.iter().filter(|(_, slot)| !matches!(slot, Slot::Empty(_)));
        (open, filled.map(|(seat, _)| *seat).filter(others).collect())
    }

    /// Two contents for one slot, if the second is signed too.
    pub(crate) fn accuse(&self, held: Signed, entry: Entry) -> Result<(), Rejected> {
        if has(Mutant::SecondContentTaken) {
            return Ok(());
        }
        let seat = entry.content.seat;
        let player = self.progress.player(seat, "an entry of no seat")?;
        let signed = entry.verify(&player.key);
        signed.map_err(|_| Rejected::unfit(Check::Signatures, "an entry's signature"))?;
        if let Signed::Notice(notice) = &held {
            let over = self.progress.head_steps.get(&notice.head);
            if over.is_none_or(|over| *over > entry.content.step) {
                return Ok(());
            }
        }
        let step = entry.content.step;
        Err(double(seat, step, held, Signed::Entry(entry)).into())
    }

    fn take_notice(&mut self, notice: Notice) -> Result<(), Rejected> {
        let key = (notice.seat, notice.kind);
        let same = |held: &Notice| held.head == notice.head;
        let in_slot = match self.open.slots.get(&notice.seat) {
            Some(Slot::Resigned(held)) if notice.kind == NoticeKind::Resign => Some(held),
            _ => None,
        };
        if self.open.notices.get(&key).is_some_and(same) || in_slot.is_some_and(same) {
            return Ok(());
        }
        self.progress.check_notice(&notice)?;
        let is_due = self.progress.due().is_some_and(|due| due.seats.has(notice.seat));
        let seals = notice.kind == NoticeKind::Resign && is_due;
        if !seals && !self.progress.living().has(notice.seat) {
            return Err(Rejected::Stale);
        }
        if notice.kind != NoticeKind::Resign {
            self.hold_notice(notice);
        } else if let Some(other) = self.excludes_resign(&notice) {
            let step = self.progress.step();
            return Err(double(notice.seat, step, other, Signed::Notice(notice)).into());
        } else {
            self.hold_resignation(notice, false);
        }
        Ok(())
    }

    fn take_absence(&mut self, absence: Absence) -> Result<(), Rejected> {
        let key = (absence.about, absence.by);
        if absence.step < self.progress.step() {
            return self.compare_absence(absence);
        }
        if self.open.absences.get(&key) == Some(&absence) {
            return Ok(());
        }
        self.progress.check_absence(&absence)?;
        if let Some(held) = self.open.absences.get(&key) {
            if held.finding == absence.finding || has(Mutant::SecondWordTaken) {
                return Ok(());
            }
            let (first, second) = (Signed::Absence(held.clone()), Signed::Absence(absence.clone()));
            return Err(double(absence.by, absence.step, first, second).into());
        }
        if self.own(absence.by) {
            self.said.insert((absence.step, absence.about, absence.by), absence.clone());
        }
        self.open.absences.insert(key, absence);
        Ok(())
    }

    /// What a refusal means for the match: misbehaviour and divergence end it.
    pub(crate) fn reject(&mut self, rejected: Rejected) {
        let slots: Vec<(Seat, Slot)> =
            self.open.slots.iter().map(|(seat, slot)| (*seat, slot.clone())).collect();
        match rejected {
            Rejected::Misbehaviour(fault) => self.stop_cheated(fault, slots),
            Rejected::Diverged(entry) => {
                let (seat, step) = (entry.content.seat, entry.content.step);
                self.keep_proofs(vec![Item::Entry(entry.as_ref().clone())]);
                self.halt(Stop::Diverged { seat, step }, Some(End::Diverged { slots, entry }));
            }
            Rejected::Malformed(_)
            | Rejected::Unfit { .. }
            | Rejected::Stale
            | Rejected::Forked(_) => {}
        }
    }

    fn stop_cheated(&mut self, fault: Misbehaviour, slots: Vec<(Seat, Slot)>) {
        let item = |signed: &Signed| match signed {
            Signed::Entry(entry) => Some(Item::Entry(entry.clone())),
            Signed::Notice(notice) => Some(Item::Notice(notice.clone())),
            Signed::Absence(absence) => Some(Item::Absence(absence.clone())),
            Signed::Contract(..) => None,
        };
        let evidence = fault.evidence.clone();
        self.keep_proofs(match evidence.as_ref() {
            Evidence::Double(first, second) => {
                [first, second].into_iter().filter_map(|signed| item(signed)).collect()
            }
            Evidence::Refused(entry) => vec![Item::Entry(entry.as_ref().clone())],
        });
        let end = End::Cheated { seat: fault.seat, slots, evidence };
        self.halt(Stop::Cheated(fault), Some(end));
    }

    /// Keeps what is to be shown to the others, if the match has not stopped before.
    fn keep_proofs(&mut self, proofs: Vec<Item>) {
        if self.stop.is_none() {
            self.proofs = proofs;
        }
    }
}

/// What a bundle comes to: a fault in one part of it is not hidden by another part that is merely of
/// no use.
fn graver(first: Result<(), Rejected>, second: Result<(), Rejected>) -> Result<(), Rejected> {
    let weight = |result: &Result<(), Rejected>| match result {
        Ok(()) => 0,
        Err(Rejected::Malformed(_) | Rejected::Unfit { .. } | Rejected::Stale) => 1,
        Err(Rejected::Forked(_)) => 2,
        Err(Rejected::Diverged(_)) => 3,
        Err(Rejected::Misbehaviour(_)) => 4,
    };
    if weight(&second) > weight(&first) { second } else { first }
}
