//! What comes in: acknowledgements and items, each checked before it is held.

use game::{Game, Seat, SeatSet};
use record::{
    Absence, ClosedStep, End, Entry, Evidence, Finding, Notice, NoticeKind, PeerBytes, Signed, Slot,
};

use crate::check::Check;
use crate::fault::{Misbehaviour, Rejected, double};
use crate::live::{Match, News, Stop};
use crate::message::{Ack, Item, Packet, Standing};
use crate::time::Millis;

impl<G: Game> Match<G> {
    /// A connection to another program of the match is up.
    pub fn connected(&mut self, peer: &PeerBytes, now: Millis) {
        if let Some(peer) = self.peers.get_mut(peer) {
            peer.connect(now);
        }
        self.proceed(now);
    }

    /// The last connection to a program is gone.
    pub fn disconnected(&mut self, peer: &PeerBytes, now: Millis) {
        if let Some(peer) = self.peers.get_mut(peer) {
            peer.disconnect();
        }
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
        let mut result = Ok(());
        let implied = self.implied_shown(&packet.items);
        for item in packet.items {
            let taken = self.take(item, now);
            if let Err(rejected) = taken {
                self.note_fork(from, &rejected);
                self.reject(rejected.clone());
                result = result.and(Err(rejected));
            }
            self.take_late(implied);
            self.proceed(now);
        }
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
        if let Some(peer) = self.peers.get_mut(from) {
            peer.ack = Some(ack);
        }
    }

    fn note_decline(&mut self, seat: Seat, step: u32) {
        let last = self.declined.insert(seat, step);
        if last.is_none_or(|last| last < step) && step <= self.progress.step() {
            self.offers.clear();
            self.tell(News::Declined(seat));
        } else if let Some(last) = last {
            self.declined.insert(seat, last.max(step.min(self.progress.step())));
        }
    }

    /// A peer whose history differs is sent the own steps, newest first, until they disagree on one
    /// seat's entry.
    fn note_fork(&mut self, from: &PeerBytes, rejected: &Rejected) {
        let newest = self.progress.step().checked_sub(1);
        if let (Rejected::Forked(_), Some(peer)) = (rejected, self.peers.get_mut(from)) {
            peer.compare = peer.compare.or(newest);
        }
    }

    fn take(&mut self, item: Item, now: Millis) -> Result<(), Rejected> {
        match item {
            Item::Signature(..) => Ok(()),
            Item::Step(step) => self.take_step(step, now),
            Item::Entry(entry) => self.take_entry(entry, now),
            Item::Notice(notice) => self.take_notice(notice),
            Item::Absence(absence) => self.take_absence(absence),
        }
    }

    /// A closed step is a bundle of items; the own step closes by what is in them.
    fn take_step(&mut self, closed: ClosedStep, now: Millis) -> Result<(), Rejected> {
        let mut result = Ok(());
        for (_, slot) in closed.slots {
            let taken = match slot {
                Slot::Entry(entry) => self.take_entry(entry, now),
                Slot::Resigned(notice) => self.take_notice(notice),
                Slot::Empty(absences) => {
                    absences.into_iter().try_for_each(|absence| self.take_absence(absence))
                }
            };
            result = result.and(taken);
        }
        result
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
        self.progress.check(&entry, &mut Default::default())?;
        let own_missing = |a: &Absence| a.finding == Finding::Missing && self.own(a.by);
        let missed = self.open.about(seat).any(own_missing);
        let is_void = missed && !self.open.is_shown(seat) && self.progress.can_be_empty(seat);
        if is_void {
            self.open.late.insert(seat, entry);
            return Ok(());
        }
        self.hold_entry(entry, now);
        Ok(())
    }

    pub(crate) fn own(&self, seat: Seat) -> bool {
        self.keys.contains_key(&seat)
    }

    pub(crate) fn hold_entry(&mut self, entry: Entry, now: Millis) {
        let seat = entry.content.seat;
        for notice in &entry.content.notices {
            let notice = notice.clone();
            if notice.kind == NoticeKind::Resign {
                self.hold_resignation(notice);
            } else {
                self.open.notices.entry((notice.seat, notice.kind)).or_insert(notice);
            }
        }
        self.open.arrived.insert(seat, now);
        self.open.slots.insert(seat, Slot::Entry(entry));
    }

    /// A resignation fills the slot of its author, now and whenever he is due.
    pub(crate) fn hold_resignation(&mut self, notice: Notice) {
        let seat = notice.seat;
        if self.progress.due().is_some_and(|due| due.seats.has(seat)) {
            self.open.slots.entry(seat).or_insert(Slot::Resigned(notice.clone()));
        }
        self.open.notices.entry((seat, NoticeKind::Resign)).or_insert(notice);
    }

    /// Entries that came after an own Missing are taken once somebody shows them.
    fn take_late(&mut self, implied: SeatSet) {
        let late = std::mem::take(&mut self.open.late);
        for (seat, entry) in late {
            if self.open.is_shown(seat) || implied.has(seat) {
                self.open.slots.entry(seat).or_insert(Slot::Entry(entry));
            } else {
                self.open.late.insert(seat, entry);
            }
        }
    }

    /// Seats whose entry in the open step somebody else has built on: as good as Shown.
    fn implied_shown(&self, items: &[Item]) -> SeatSet {
        let open = self.progress.step();
        let step = |item: &Item| match item {
            Item::Step(step) if step.step == open => Some(step.clone()),
            _ => None,
        };
        let Some(step) = items.iter().find_map(step) else {
            return SeatSet::EMPTY;
        };
        let head = step.head_after(self.id(), self.progress.head());
        let built = |entry: &Entry| {
            let content = &entry.content;
            let player = self.signed.contract().player(content.seat);
            let fits = content.match_id == self.id() && content.step == open + 1;
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
        step.slots.iter().map(|(seat, _)| *seat).filter(others).collect()
    }

    /// An entry of a closed step: the one that is held, or a second content.
    fn compare_closed(&mut self, entry: Entry) -> Result<(), Rejected> {
        let at = usize::try_from(entry.content.step).unwrap_or(usize::MAX);
        let slot = self.closed.get(at).and_then(|closed| closed.slot(entry.content.seat));
        match slot.cloned() {
            Some(Slot::Entry(held)) if held.id() != entry.id() => {
                self.accuse(Signed::Entry(held), entry)
            }
            Some(Slot::Resigned(held)) => self.accuse(Signed::Notice(held), entry),
            Some(Slot::Entry(_) | Slot::Empty(_)) | None => Ok(()),
        }
    }

    /// Two contents for one slot, if the second is signed too.
    fn accuse(&mut self, held: Signed, entry: Entry) -> Result<(), Rejected> {
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
        let held = self.open.notices.get(&key);
        let in_slot = self.open.slots.get(&notice.seat);
        if held == Some(&notice) || in_slot == Some(&Slot::Resigned(notice.clone())) {
            return Ok(());
        }
        self.progress.check_notice(&notice)?;
        if !self.progress.living().has(notice.seat) {
            return Err(Rejected::Stale);
        }
        if notice.kind != NoticeKind::Resign {
            self.open.notices.insert(key, notice.clone());
            if notice.kind == NoticeKind::Draw {
                self.tell(News::Offered(notice.seat));
            }
            return Ok(());
        }
        let step = self.progress.step();
        let other = match (in_slot, held) {
            (Some(Slot::Entry(entry)), _) => Some(Signed::Entry(entry.clone())),
            (Some(Slot::Resigned(other)), _) | (None, Some(other)) => {
                Some(Signed::Notice(other.clone()))
            }
            (Some(Slot::Empty(_)) | None, _) => None,
        };
        if let Some(other) = other {
            return Err(double(notice.seat, step, other, Signed::Notice(notice)).into());
        }
        self.hold_resignation(notice);
        Ok(())
    }

    fn take_absence(&mut self, absence: Absence) -> Result<(), Rejected> {
        let key = (absence.about, absence.by);
        if self.open.absences.get(&key) == Some(&absence) {
            return Ok(());
        }
        self.progress.check_absence(&absence)?;
        if let Some(held) = self.open.absences.get(&key) {
            if held.finding == absence.finding {
                return Ok(());
            }
            let (first, second) = (Signed::Absence(held.clone()), Signed::Absence(absence.clone()));
            return Err(double(absence.by, absence.step, first, second).into());
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
                self.halt(Stop::Diverged { seat, step }, Some(End::Diverged { slots, entry }));
            }
            Rejected::Malformed(_)
            | Rejected::Unfit { .. }
            | Rejected::Stale
            | Rejected::Forked(_) => {}
        }
    }

    fn stop_cheated(&mut self, fault: Misbehaviour, slots: Vec<(Seat, Slot)>) {
        let evidence = fault.evidence.clone();
        let end = End::Cheated { seat: fault.seat, slots, evidence };
        self.halt(Stop::Cheated(fault), Some(end));
    }

    /// The items that prove a fault, to be shown to the others.
    pub(crate) fn proof_items(&self) -> Vec<Item> {
        let Some(Stop::Cheated(fault)) = &self.stop else {
            return Vec::new();
        };
        let item = |signed: &Signed| match signed {
            Signed::Entry(entry) => Some(Item::Entry(entry.clone())),
            Signed::Notice(notice) => Some(Item::Notice(notice.clone())),
            Signed::Absence(absence) => Some(Item::Absence(absence.clone())),
            Signed::Contract(..) => None,
        };
        match fault.evidence.as_ref() {
            Evidence::Double(first, second) => {
                [first, second].into_iter().filter_map(|signed| item(signed)).collect()
            }
            Evidence::Refused(entry) => vec![Item::Entry(entry.as_ref().clone())],
        }
    }
}
