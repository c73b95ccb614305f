//! Sending: whoever is ahead sends what the other lacks.

use crypto::Signature;
use crypto::limits::{FRAME_BYTES, ITEMS};
use game::{Game, Seat, SeatSet};
use record::journal::SecretBytes;
use record::{Absence, Body, ClosedStep, Entry, Notice, NoticeKind, PeerBytes, Slot};

use crate::live::{Match, Output, Stop};
use crate::message::{Ack, Item, Packet, Standing};
use crate::peer::{Key, Peer};
use crate::time::Millis;

/// The same item is not sent again to the same peer before this, unless it connects anew.
pub const RESEND_MS: u64 = 3_000;
/// After a fault or a divergence what proves it is, and the rest not before this: nobody says that
/// he has seen it.
pub(crate) const LAST_MS: u64 = 10_000;
/// An item that was sent while its receiver was in an older step, where it is of no use, is sent
/// again after this if the receiver has reached the step and still lacks it.
pub const RETRY_MS: u64 = 250;
/// What another program made is forwarded only when its author has had this long to send it.
pub const FORWARD_MS: u64 = 1_000;
/// A connected peer that has been sent nothing for so long is sent an acknowledgement.
pub const HEARTBEAT_MS: u64 = 5_000;
/// A peer that connects after a restart and does not say what it holds is waited for this long.
pub const ANSWER_MS: u64 = 10_000;

/// A history that differs is not compared again from the newest step on before this.
pub(crate) const COMPARE_MS: u64 = 5_000;

const FRAME_MARGIN: usize = 4 * 1024;

/// An [`Item`] where it is held.
#[derive(Clone, Copy)]
enum Held<'a> {
    Signature(Seat, &'a Signature),
    Step(&'a ClosedStep),
    Entry(&'a Entry),
    Notice(&'a Notice),
    Absence(&'a Absence),
    Proof(&'a Item),
    Layout(Seat, &'a SecretBytes),
}

impl Held<'_> {
    fn item(self) -> Item {
        match self {
            Self::Signature(seat, signature) => Item::Signature(seat, *signature),
            Self::Step(step) => Item::Step(step.clone()),
            Self::Entry(entry) => Item::Entry(entry.clone()),
            Self::Notice(notice) => Item::Notice(notice.clone()),
            Self::Absence(absence) => Item::Absence(absence.clone()),
            Self::Proof(item) => item.clone(),
            Self::Layout(seat, keys) => Item::Layout(seat, keys.clone()),
        }
    }
}

/// One thing to send, and the earliest time for it.
struct Parcel<'a> {
    key: Key,
    held: Held<'a>,
    from: Millis,
}

impl Parcel<'_> {
    /// When it may go: not before its time, and not again too soon. Later steps go together with
    /// the first that the peer lacks, which they may be needed for (§10.7).
    fn due_at(&self, peer: &Peer, is_blamed: bool) -> Millis {
        let is_rest = is_blamed && !matches!(self.key, Key::Proof(_));
        let pause = if is_rest { LAST_MS } else { RESEND_MS };
        let own = peer.resend_at(self.key, pause);
        let first = match (self.key, peer.step().map(Key::Step)) {
            (Key::Step(_), Some(first)) if peer.sent.contains_key(&first) => {
                peer.resend_at(first, pause)
            }
            _ => own,
        };
        self.from.max(own.min(first))
    }
}

/// What goes into one message.
#[derive(Default)]
struct Load {
    keys: Vec<Key>,
    items: Vec<Item>,
    is_full: bool,
}

impl<G: Game> Match<G> {
    /// Sends each connected peer what it lacks.
    pub(crate) fn deliver(&mut self, now: Millis) {
        let names: Vec<PeerBytes> = self.peers.keys().cloned().collect();
        for name in names {
            while self.deliver_to(&name, now) {}
        }
    }

    /// Sends one message to a peer, if there is anything to say. True if there is more.
    fn deliver_to(&mut self, name: &PeerBytes, now: Millis) -> bool {
        let Some(peer) = self.peers.get(name).filter(|peer| peer.connected.is_some()) else {
            return false;
        };
        let compare = self.compare_from(peer, now);
        let load = self.load_for(peer, compare, now);
        let ack = self.ack();
        let greets = peer.ack.is_none() && peer.told.is_none();
        let silent = now.since(peer.spoke) >= HEARTBEAT_MS;
        let is_news = self.is_worth_telling(peer, &ack);
        if load.items.is_empty() && !greets && !silent && !is_news {
            return false;
        }
        let packet = Packet { match_id: self.id(), ack: ack.clone(), items: load.items };
        let step = self.progress.step();
        if let Some(peer) = self.peers.get_mut(name) {
            peer.note_sent(load.keys, step, now);
            peer.told = Some(ack);
            if let Some(at) = compare {
                if peer.compare.is_none() {
                    peer.compared = Some(now);
                }
                peer.compare = at.checked_sub(1);
            }
        }
        self.outputs.push_back(Output::Send(name.clone(), packet.encode()));
        load.is_full
    }

    /// As much as fits into one message of what may go to a peer now.
    fn load_for(&self, peer: &Peer, compare: Option<u32>, now: Millis) -> Load {
        let mut load = Load::default();
        let mut size = 0;
        for parcel in self.parcels(peer, compare, now) {
            if parcel.due_at(peer, self.is_blamed()) > now {
                continue;
            }
            let item = parcel.held.item();
            size += item.size();
            if size > FRAME_BYTES - FRAME_MARGIN || load.items.len() >= ITEMS {
                load.is_full = !load.items.is_empty();
                break;
            }
            load.keys.push(parcel.key);
            load.items.push(item);
        }
        load
    }

    /// A declined draw is told at once, since no item says it.
    fn is_worth_telling(&self, peer: &Peer, ack: &Ack) -> bool {
        match (&peer.told, ack) {
            (Some(Ack::Playing(told)), Ack::Playing(ack)) => told.declined != ack.declined,
            _ => false,
        }
    }

    /// The closed step to send next to a peer whose history differs.
    fn compare_from(&self, peer: &Peer, now: Millis) -> Option<u32> {
        if self.is_blamed() {
            return None;
        }
        let Some(Ack::Playing(standing)) = &peer.ack else {
            return peer.compare;
        };
        let is_near = |at: &u32| self.stop.is_none() || at + OVERRULED >= standing.step;
        let begun = peer.compare.filter(is_near);
        let own = self.progress.head_before(standing.step);
        // Two that have sealed differ at most in signatures that change nothing any more.
        let is_sealed = self.progress.sealed && standing.step == self.progress.step();
        if own.is_some_and(|own| own != standing.head) && !is_sealed {
            let newest = standing.step.checked_sub(1).filter(|_| peer.may_compare(now));
            return begun.or(newest);
        }
        begun
    }

    /// Whether somebody is to blame: then the others are shown why, and that is all.
    fn is_blamed(&self) -> bool {
        matches!(self.stop, Some(Stop::Cheated(_) | Stop::Diverged { .. } | Stop::Engine(_)))
    }

    fn parcels(&self, peer: &Peer, compare: Option<u32>, now: Millis) -> Vec<Parcel<'_>> {
        let mut parcels = self.proofs(now);
        match &peer.ack {
            None => {}
            Some(Ack::Signing(held)) => parcels.extend(self.signatures(*held, now)),
            Some(Ack::Playing(standing)) => {
                self.steps_for(peer, standing, now, &mut parcels);
                let layouts = self.layouts_for(peer, standing);
                parcels.extend(layouts.map(|(seat, keys)| Parcel {
                    key: Key::Layout(seat),
                    held: Held::Layout(seat, keys),
                    from: now,
                }));
                let (step, head) = (self.progress.step(), self.progress.head());
                let within = usize::try_from(step.saturating_sub(standing.step)).ok();
                if standing.step == step && standing.head == head {
                    self.open_for(peer, standing, &mut parcels);
                } else if standing.step < step && within.is_some_and(|n| n <= ITEMS) {
                    self.open_for(peer, &Standing::at(step, head), &mut parcels);
                }
            }
        }
        let step = compare.and_then(|at| self.closed.get(usize::try_from(at).ok()?));
        if let Some(step) = step {
            self.closed_parcels(step, now, &mut parcels);
        }
        parcels
    }

    fn proofs(&self, now: Millis) -> Vec<Parcel<'_>> {
        let keys = (0..u8::MAX).map(Key::Proof);
        let parcel = |(key, item)| Parcel { key, held: Held::Proof(item), from: now };
        keys.zip(&self.proofs).map(parcel).collect()
    }

    fn signatures(&self, held: SeatSet, now: Millis) -> Vec<Parcel<'_>> {
        let all = self.progress.seats().iter().zip(self.signed.signatures());
        all.filter(|(seat, _)| !held.has(*seat))
            .map(|(seat, signature)| Parcel {
                key: Key::Signature(seat),
                held: Held::Signature(seat, signature),
                from: now,
            })
            .collect()
    }

    /// Closed steps for a peer that is behind: at once if it lacks several or has just come, else
    /// only when the authors have had time to send their entries themselves.
    fn steps_for<'a>(
        &'a self,
        peer: &Peer,
        standing: &Standing,
        now: Millis,
        parcels: &mut Vec<Parcel<'a>>,
    ) {
        let same = self.progress.head_before(standing.step) == Some(standing.head);
        if standing.step >= self.progress.step() || !same {
            return;
        }
        let from = usize::try_from(standing.step).unwrap_or(usize::MAX);
        for closed in self.closed.iter().skip(from).take(ITEMS) {
            let is_last = closed.step + 1 == self.progress.step();
            if is_last && !peer.is_behind {
                let own = closed.entries().filter(|entry| self.own(entry.content.seat));
                parcels.extend(own.map(|entry| Parcel {
                    key: Key::Entry(closed.step, entry.content.seat),
                    held: Held::Entry(entry),
                    from: now,
                }));
                self.closed_parcels(closed, self.closed_at + FORWARD_MS, parcels);
            } else {
                self.closed_parcels(closed, now, parcels);
            }
        }
    }

    /// A closed step and what was shown in it; slot by slot if a message cannot hold it whole.
    fn closed_parcels<'a>(
        &'a self,
        closed: &'a ClosedStep,
        from: Millis,
        parcels: &mut Vec<Parcel<'a>>,
    ) {
        let step = closed.step;
        let absence = |absence: &'a Absence| Parcel {
            key: Key::Absence(step, absence.about, absence.by),
            held: Held::Absence(absence),
            from,
        };
        parcels.extend(self.stated.get(&step).into_iter().flatten().map(absence));
        if is_whole(closed) {
            parcels.push(Parcel { key: Key::Step(step), held: Held::Step(closed), from });
            return;
        }
        for (seat, slot) in &closed.slots {
            let (key, held) = match slot {
                Slot::Entry(entry) => (Key::Entry(step, *seat), Held::Entry(entry)),
                Slot::Resigned(notice) => {
                    (Key::Notice(step, *seat, notice.kind), Held::Notice(notice))
                }
                Slot::Empty(absences) => {
                    parcels.extend(absences.iter().map(absence));
                    continue;
                }
            };
            parcels.push(Parcel { key, held, from });
        }
    }

    fn open_for<'a>(&'a self, peer: &Peer, standing: &Standing, parcels: &mut Vec<Parcel<'a>>) {
        let step = self.progress.step();
        for ((about, by), absence) in &self.open.absences {
            let held = standing.absences.iter().any(|(seat, set)| seat == about && set.has(*by));
            if !held {
                parcels.push(Parcel {
                    key: Key::Absence(step, *about, *by),
                    held: Held::Absence(absence),
                    from: self.forward_from(*by, peer, false),
                });
            }
        }
        for (seat, slot) in &self.open.slots {
            if let (Slot::Entry(entry), false) = (slot, standing.slots.has(*seat)) {
                parcels.push(Parcel {
                    key: Key::Entry(step, *seat),
                    held: Held::Entry(entry),
                    from: self.forward_from(*seat, peer, self.open.is_missed(*seat)),
                });
            }
        }
        for ((seat, kind), notice) in &self.open.notices {
            let held = match kind {
                NoticeKind::Draw => standing.draws,
                NoticeKind::Pause => standing.pauses,
                NoticeKind::Resign => standing.resigns,
            };
            if !held.has(*seat) {
                parcels.push(Parcel {
                    key: Key::Notice(step, *seat, *kind),
                    held: Held::Notice(notice),
                    from: self.forward_from(*seat, peer, false),
                });
            }
        }
    }

    /// From when on something made by this seat is sent: own things at once, others' later.
    fn forward_from(&self, seat: Seat, peer: &Peer, is_urgent: bool) -> Millis {
        if self.own(seat) || peer.is_behind || is_urgent {
            return Millis(0);
        }
        let arrived = self.open.arrived.get(&seat).copied().unwrap_or(self.open.since);
        arrived + FORWARD_MS
    }

    /// When [`Match::tick`] has something to do, if nothing comes in before. After a tick it is
    /// later than the time of that tick.
    pub fn wake_at(&self) -> Option<Millis> {
        let peers = self.peers.values().filter(|peer| peer.connected.is_some());
        let beat = peers.map(|peer| {
            let parcels = self.parcels(peer, None, Millis(0));
            let heartbeat = peer.spoke + HEARTBEAT_MS;
            let due = parcels.iter().map(|parcel| parcel.due_at(peer, self.is_blamed()));
            due.fold(heartbeat, Millis::min)
        });
        let cleared = self.peers.values().filter_map(|peer| self.doubted_at(peer));
        let times = self.skips_at().into_iter().chain(self.misses_at()).chain(self.pulses_at());
        beat.chain(cleared).chain(times).min()
    }
}

/// A program that has stopped looks only so many steps back for where a history differs: nobody is
/// overruled further (§10.9), and a fault would change nothing for it.
const OVERRULED: u32 = 4;

/// Steps of so few slots always fit into one message: a set-up with all notices has less than 15 kB.
const WHOLE_SLOTS: usize = 4;

/// Whether a step goes in one piece. Where nothing is proven or opened, eight slots have less than
/// 24 kB.
fn is_whole(closed: &ClosedStep) -> bool {
    let is_short = |entry: &Entry| match &entry.content.body {
        Body::Deploy { .. }
        | Body::Prove { .. }
        | Body::Answer(_)
        | Body::SkipProven(_)
        | Body::SealOpen(_) => false,
        Body::Begin
        | Body::Act(_)
        | Body::Commit(_)
        | Body::Reveal { .. }
        | Body::Skip
        | Body::Yield
        | Body::Seal => true,
    };
    closed.slots.len() <= WHOLE_SLOTS
        || closed.entries().all(is_short)
        || closed.encode().len() <= FRAME_BYTES / 2
}

impl Standing {
    pub(crate) fn at(step: u32, head: crypto::Head) -> Self {
        Self {
            step,
            head,
            slots: SeatSet::EMPTY,
            draws: SeatSet::EMPTY,
            pauses: SeatSet::EMPTY,
            resigns: SeatSet::EMPTY,
            absences: Vec::new(),
            layouts: SeatSet::EMPTY,
            declined: Vec::new(),
        }
    }
}
