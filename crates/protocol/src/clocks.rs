//! Time for people: what each seat may take, what it has left, and when clocks stand.

use std::collections::BTreeMap;

use game::{Game, Seat, SeatSet};
use record::{ClosedStep, NoticeKind, Slot};

use crate::deliver::HEARTBEAT_MS;
use crate::live::{Match, News};
use crate::message::Ack;
use crate::open::OpenStep;
use crate::peer::Peer;
use crate::progress::Progress;
use crate::time::Millis;

/// A set-up may take as long as so many moves: five minutes at one minute a move.
const SET_UP_LIMITS: u64 = 5;

/// A driver calls at least every [`HEARTBEAT_MS`] while somebody can be found silent. One that comes
/// later than that by so much was itself away: stopped, asleep, or without a processor.
const AWAY_MS: u64 = 2_000;

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatClock {
    /// It stands, with so many milliseconds.
    Stands(u64),
    /// It runs, and is over then.
    Runs(Millis),
}

/// What seats have left before the open step of a total time, in milliseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Purse(BTreeMap<Seat, u64>);

impl Purse {
    pub(crate) fn new(contract: &record::Contract) -> Self {
        let total = contract.terms().clock.total_ms();
        let seats = SeatSet::first(contract.seats()).iter();
        Self(seats.filter_map(|seat| Some((seat, total?))).collect())
    }
}

impl<G: Game> Progress<G> {
    /// What a seat has left of its total time before the open step, in milliseconds; none: the
    /// contract gives no total.
    pub fn remaining_ms(&self, seat: Seat) -> Option<u64> {
        self.purse.0.get(&seat).copied()
    }

    /// How long a person may take for a step like the open one, in milliseconds; none: as long as he
    /// likes. Setting up has a time of its own and takes nothing off a total.
    pub(crate) fn allowed_ms(&self, seat: Seat) -> Option<u64> {
        let clock = self.contract.terms().clock;
        let has_begun = G::begun(&self.position);
        match clock {
            record::Clock::Unlimited => None,
            record::Clock::Each { seconds } if has_begun => Some(u64::from(seconds) * 1000),
            record::Clock::Each { seconds } => Some(u64::from(seconds) * 1000 * SET_UP_LIMITS),
            record::Clock::Total { .. } if has_begun => self.remaining_ms(seat),
            record::Clock::Total { .. } => clock.total_ms(),
        }
    }

    /// Whether the open step takes time off a total.
    pub(crate) fn is_counted(&self) -> bool {
        self.due.is_human() && G::begun(&self.position) && !self.purse.0.is_empty()
    }

    /// Takes the think times of a step that closes off what its seats have left: all of it, if a
    /// seat gave nothing.
    pub(crate) fn spend(&mut self, closed: &ClosedStep) {
        if !self.is_counted() {
            return;
        }
        let clock = self.contract.terms().clock;
        for (seat, slot) in &closed.slots {
            let think = match slot {
                Slot::Entry(entry) => u64::from(entry.content.think_ms),
                Slot::Empty(_) => u64::MAX,
                Slot::Resigned(_) => continue,
            };
            if let Some(left) = self.purse.0.get_mut(seat) {
                *left = clock.left_after(*left, think);
            }
        }
    }

    /// Whether these notices hold a Pause of every living seat.
    pub(crate) fn is_paused_by(&self, notices: &[record::Notice]) -> bool {
        let pauses = notices.iter().filter(|notice| notice.kind == NoticeKind::Pause);
        self.living().is_within(pauses.map(|notice| notice.seat).collect())
    }
}

impl<G: Game> Match<G> {
    /// The clock of each living seat, in seat order; none: the match has no clock.
    pub fn clocks(&self) -> Vec<(Seat, SeatClock)> {
        let due = self.progress.due().filter(|due| due.is_human() && self.stop.is_none());
        let silent = due.map_or(SeatSet::EMPTY, |due| self.open.silent(due));
        let clock = |seat: Seat| {
            let allowed = self.progress.allowed_ms(seat)?;
            let since = if self.own(seat) {
                self.open.free.get(&seat).copied()
            } else {
                Some(self.open.since)
            };
            let clock = match (since.filter(|_| silent.has(seat)), self.open.paused) {
                (Some(since), None) => SeatClock::Runs(since + allowed),
                (Some(since), Some(at)) => {
                    SeatClock::Stands(allowed.saturating_sub(at.since(since)))
                }
                (None, _) => SeatClock::Stands(allowed),
            };
            Some((seat, clock))
        };
        self.progress.living().iter().filter_map(clock).collect()
    }

    /// Whether all living seats have agreed to a pause of the open step, so that its clocks stand.
    pub fn is_paused(&self) -> bool {
        self.open.paused.is_some()
    }

    /// Seats that are for a pause at this point.
    pub fn pause_wishes(&self) -> SeatSet {
        self.open.noticed(NoticeKind::Pause).and(self.progress.living())
    }

    /// From when on the Pauses of all living seats are held, the clocks of the step stand.
    pub(crate) fn note_pause(&mut self, now: Millis) {
        let is_human = self.progress.due().is_some_and(|due| due.is_human());
        let is_new = self.open.paused.is_none() && is_human && self.stop.is_none();
        let living = self.progress.living();
        if is_new && !living.is_empty() && living.is_within(self.pause_wishes()) {
            self.open.paused = Some(now);
            self.tell(News::Paused);
        }
    }

    /// A step has closed: a pause in it has ended, and was what its seats wished for.
    pub(crate) fn end_pause(&mut self, closed: &OpenStep) {
        let held = closed.noticed(NoticeKind::Pause);
        if closed.paused.is_some() {
            self.pausing.clear();
            self.wished = SeatSet::EMPTY;
        }
        if !held.is_empty() {
            self.wished = self.wished.and(held);
        }
    }

    /// The time of an own seat begins when it may sign: not before the others have been heard after a
    /// restart, nor while it must wait for them to have its last entries.
    pub(crate) fn note_free(&mut self, now: Millis) {
        let may = self.progress.due().is_some_and(|due| due.is_human()) && self.is_settled();
        let own = if may { self.silent().and(self.own_seats()) } else { SeatSet::EMPTY };
        for seat in own.iter().filter(|seat| !self.is_ahead_alone(*seat)).collect::<Vec<_>>() {
            self.open.free.entry(seat).or_insert(now);
        }
    }

    /// Whether the own time for a decision of the open step is over.
    pub(crate) fn is_time_up(&self, seat: Seat, now: Millis) -> bool {
        let allowed = self.progress.allowed_ms(seat).filter(|_| self.open.paused.is_none());
        allowed.is_some_and(|limit| self.open.thought(seat, now) >= limit)
    }

    /// When the first own person must have decided; none: whenever they like, or nobody is asked.
    pub fn deadline(&self) -> Option<Millis> {
        self.awaited().iter().filter_map(|seat| self.decides_by(seat)).min()
    }

    fn decides_by(&self, seat: Seat) -> Option<Millis> {
        let allowed = self.progress.allowed_ms(seat).filter(|_| self.open.paused.is_none())?;
        Some(*self.open.free.get(&seat)? + allowed)
    }

    /// When an own seat skips because its time is over.
    pub(crate) fn skips_at(&self) -> Option<Millis> {
        let may = self.is_settled() && G::begun(self.progress.position());
        let seats = self.awaited().iter().filter(|seat| may && !self.is_ahead_alone(*seat));
        seats.filter_map(|seat| self.decides_by(seat)).min()
    }

    /// What the program at hand allows beyond the time of people: for links, and for programs to
    /// come back.
    pub(crate) fn machine_ms(&self) -> u64 {
        u64::from(self.signed.contract().terms().machine_seconds) * 1000
    }

    /// When a seat may be called silent; none: never, people may take as long as they like.
    pub(crate) fn silence_from(&self, seat: Seat) -> Option<Millis> {
        let due = self.progress.due()?;
        let human = match due.is_human() {
            true if self.open.paused.is_some() => return None,
            true => {
                let late = self.late_ms.get(&seat).filter(|_| self.progress.is_counted());
                self.progress.allowed_ms(seat)?.saturating_sub(late.copied().unwrap_or_default())
            }
            false => 0,
        };
        let at = self.open.since + human + self.machine_ms();
        Some(self.away.map_or(at, |back| at.max(back + self.machine_ms())))
    }

    /// An entry for the open step has come: what it took beyond its think time is lag, for which the
    /// machine budget is there; what it took beyond that too, this program does not wait for again.
    pub(crate) fn note_lag(&mut self, seat: Seat, think_ms: u32, now: Millis) {
        if self.own(seat) || !self.progress.is_counted() || self.open.is_unsure {
            return;
        }
        let credit = u64::from(think_ms).saturating_add(self.machine_ms());
        let late = self.open.spent(now).saturating_sub(credit);
        let sum = self.late_ms.entry(seat).or_default();
        *sum = sum.saturating_add(late);
    }

    /// A program that reaches nobody cannot say whose fault it is that entries come late.
    pub(crate) fn note_isolation(&mut self) {
        let is_alone = self.peers.values().all(|peer| peer.connected.is_none());
        self.open.is_unsure |= is_alone;
    }

    /// The driver has called. If it comes too late it was away, and cannot know what the others have
    /// sent meanwhile: nobody is called silent before they were heard again.
    pub(crate) fn note_time(&mut self, now: Millis) {
        let is_awaited =
            self.peers.values().any(|peer| peer.connected.is_some()) || self.misses_at().is_some();
        if is_awaited && now.since(self.seen) > HEARTBEAT_MS + AWAY_MS {
            self.away = Some(now);
            self.open.is_unsure = true;
            self.peers.values_mut().for_each(|peer| peer.has_spoken = false);
        }
        self.seen = self.seen.max(now);
    }

    /// When the driver must call at the latest, to know that it was not away.
    pub(crate) fn pulses_at(&self) -> Option<Millis> {
        self.misses_at().map(|_| self.seen + HEARTBEAT_MS)
    }

    /// Whether a peer has told, since the driver came back, all that it knows of the open step.
    fn is_heard(&self, peer: &Peer) -> bool {
        let (step, head) = (self.progress.step(), self.progress.head());
        let is_known = match &peer.ack {
            Some(Ack::Playing(at)) => {
                let same = at.step == step && at.head == head;
                at.step < step || same && at.slots.is_within(self.open.filled())
            }
            Some(Ack::Signing(_)) | None => false,
        };
        peer.has_spoken && is_known
    }

    /// Ends the doubt after an absence, once every other program that is connected was heard.
    pub(crate) fn note_heard(&mut self) {
        let living = self.progress.living();
        let others = || self.peers.values().filter(|peer| !peer.seats.and(living).is_empty());
        let is_lacking = |peer: &Peer| peer.connected.is_some() && !self.is_heard(peer);
        let is_clear = others().any(|peer| self.is_heard(peer)) && !others().any(is_lacking);
        self.away = self.away.filter(|_| !is_clear);
    }
}
