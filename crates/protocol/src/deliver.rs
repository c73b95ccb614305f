//! Sending: whoever is ahead sends what the other lacks.

use crypto::limits::{FRAME_BYTES, ITEMS};
use game::{Game, Seat, SeatSet};
use record::{NoticeKind, PeerBytes, Slot};

use crate::live::{Match, Output};
use crate::message::{Ack, Item, Packet, Standing};
use crate::peer::{Key, Peer};
use crate::time::Millis;

/// The same item is not sent again to the same peer before this, unless it connects anew.
pub const RESEND_MS: u64 = 3_000;
/// What another program made is forwarded only when its author has had this long to send it.
pub const FORWARD_MS: u64 = 1_000;
/// A connected peer that has been sent nothing for so long is sent an acknowledgement.
pub const HEARTBEAT_MS: u64 = 5_000;
/// A peer that connects after a restart and does not say what it holds is waited for this long.
pub const ANSWER_MS: u64 = 10_000;

const FRAME_MARGIN: usize = 4 * 1024;

/// One thing to send, and the earliest time for it.
struct Parcel {
    key: Key,
    item: Item,
    from: Millis,
}

impl<G: Game> Match<G> {
    /// Sends each connected peer what it lacks.
    pub(crate) fn deliver(&mut self, now: Millis) {
        let names: Vec<PeerBytes> = self.peers.keys().cloned().collect();
        for name in names {
            self.deliver_to(&name, now);
        }
    }

    fn deliver_to(&mut self, name: &PeerBytes, now: Millis) {
        let Some(peer) = self.peers.get(name).filter(|peer| peer.connected.is_some()) else {
            return;
        };
        let compare = self.compare_from(peer);
        let mut size = 0;
        let mut items = Vec::new();
        let mut keys = Vec::new();
        for parcel in self.parcels(peer, compare, now) {
            let resend = peer.sent.get(&parcel.key).is_none_or(|at| now.since(*at) >= RESEND_MS);
            size += parcel.item.size();
            if !resend || parcel.from > now {
                continue;
            }
            if size > FRAME_BYTES - FRAME_MARGIN || items.len() >= ITEMS {
                break;
            }
            keys.push(parcel.key);
            items.push(parcel.item);
        }
        let ack = self.ack();
        let greets = peer.ack.is_none() && peer.told.is_none();
        let silent = now.since(peer.spoke) >= HEARTBEAT_MS;
        let is_news = self.is_worth_telling(peer, &ack);
        if items.is_empty() && !greets && !silent && !is_news {
            return;
        }
        let packet = Packet { match_id: self.id(), ack: ack.clone(), items };
        if let Some(peer) = self.peers.get_mut(name) {
            let step = match &ack {
                Ack::Playing(standing) => standing.step,
                Ack::Signing(_) => 0,
            };
            peer.sent.retain(|key, _| is_recent(*key, step));
            peer.sent.extend(keys.into_iter().map(|key| (key, now)));
            peer.spoke = now;
            peer.told = Some(ack);
            if let Some(at) = compare {
                peer.compare = at.checked_sub(1);
            }
        }
        self.outputs.push_back(Output::Send(name.clone(), packet.encode()));
    }

    /// A declined draw is told at once, since no item says it.
    fn is_worth_telling(&self, peer: &Peer, ack: &Ack) -> bool {
        let declined = |ack: &Ack| match ack {
            Ack::Playing(standing) => standing.declined.clone(),
            Ack::Signing(_) => Vec::new(),
        };
        peer.told.as_ref().is_some_and(|told| declined(told) != declined(ack))
    }

    /// The closed step to send next to a peer whose history differs.
    fn compare_from(&self, peer: &Peer) -> Option<u32> {
        if self.stop.is_some() {
            return None;
        }
        if let Some(Ack::Playing(standing)) = &peer.ack {
            let own = self.progress.head_before(standing.step);
            if own.is_some_and(|own| own != standing.head) {
                return peer.compare.or(standing.step.checked_sub(1));
            }
        }
        peer.compare
    }

    fn parcels(&self, peer: &Peer, compare: Option<u32>, now: Millis) -> Vec<Parcel> {
        let mut parcels = self.proofs(now);
        match &peer.ack {
            None => {}
            Some(Ack::Signing(held)) => parcels.extend(self.signatures(*held, now)),
            Some(Ack::Playing(standing)) => {
                parcels.extend(self.steps_for(peer, standing, now));
                let same = standing.head == self.progress.head();
                if standing.step == self.progress.step() && same {
                    parcels.extend(self.open_for(peer, standing));
                } else if standing.step < self.progress.step() {
                    let nothing = Standing::at(self.progress.step(), self.progress.head());
                    parcels.extend(self.open_for(peer, &nothing));
                }
            }
        }
        let step = compare.and_then(|at| self.closed.get(usize::try_from(at).ok()?));
        parcels.extend(step.map(|step| Parcel {
            key: Key::Step(step.step),
            item: Item::Step(step.clone()),
            from: now,
        }));
        parcels
    }

    fn proofs(&self, now: Millis) -> Vec<Parcel> {
        let keys = (0..u8::MAX).map(Key::Proof);
        let parcel = |(key, item)| Parcel { key, item, from: now };
        keys.zip(self.proof_items()).map(parcel).collect()
    }

    fn signatures(&self, held: SeatSet, now: Millis) -> Vec<Parcel> {
        let all = self.progress.seats().iter().zip(self.signed.signatures());
        all.filter(|(seat, _)| !held.has(*seat))
            .map(|(seat, signature)| Parcel {
                key: Key::Signature(seat),
                item: Item::Signature(seat, *signature),
                from: now,
            })
            .collect()
    }

    /// Closed steps for a peer that is behind: at once if it lacks several or has just come, else
    /// only when the authors have had time to send their entries themselves.
    fn steps_for(&self, peer: &Peer, standing: &Standing, now: Millis) -> Vec<Parcel> {
        let same = self.progress.head_before(standing.step) == Some(standing.head);
        if standing.step >= self.progress.step() || !same {
            return Vec::new();
        }
        let from = usize::try_from(standing.step).unwrap_or(usize::MAX);
        let steps = self.closed.iter().skip(from).take(ITEMS);
        let at = if peer.is_behind { now } else { self.closed_at + FORWARD_MS };
        let mut parcels = Vec::new();
        for closed in steps {
            let is_last = closed.step + 1 == self.progress.step();
            let from = if is_last { at } else { now };
            let own = closed.entries().filter(|entry| self.own(entry.content.seat));
            parcels.extend(own.map(|entry| Parcel {
                key: Key::Entry(closed.step, entry.content.seat),
                item: Item::Entry(entry.clone()),
                from: now,
            }));
            for absence in self.shown.get(&closed.step).into_iter().flatten() {
                let key = Key::Absence(closed.step, absence.about, absence.by);
                parcels.push(Parcel { key, item: Item::Absence(absence.clone()), from });
            }
            let (key, item) = (Key::Step(closed.step), Item::Step(closed.clone()));
            parcels.push(Parcel { key, item, from });
        }
        parcels
    }

    fn open_for(&self, peer: &Peer, standing: &Standing) -> Vec<Parcel> {
        let step = self.progress.step();
        let mut parcels = Vec::new();
        for (about, by) in self.open.absences.keys() {
            let held = standing.absences.iter().any(|(seat, set)| seat == about && set.has(*by));
            let item = self.open.absences.get(&(*about, *by)).filter(|_| !held);
            parcels.extend(item.map(|absence| Parcel {
                key: Key::Absence(step, *about, *by),
                item: Item::Absence(absence.clone()),
                from: self.forward_from(*by, peer, false),
            }));
        }
        for (seat, slot) in &self.open.slots {
            if standing.slots.has(*seat) {
                continue;
            }
            let from = self.forward_from(*seat, peer, self.open.is_missed(*seat));
            parcels.extend(match slot {
                Slot::Entry(entry) => Some(Parcel {
                    key: Key::Entry(step, *seat),
                    item: Item::Entry(entry.clone()),
                    from,
                }),
                Slot::Resigned(_) | Slot::Empty(_) => None,
            });
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
                    item: Item::Notice(notice.clone()),
                    from: self.forward_from(*seat, peer, false),
                });
            }
        }
        parcels
    }

    /// From when on something made by this seat is sent: own things at once, others' later.
    fn forward_from(&self, seat: Seat, peer: &Peer, is_urgent: bool) -> Millis {
        if self.own(seat) || peer.is_behind || is_urgent {
            return Millis(0);
        }
        let arrived = self.open.arrived.get(&seat).copied().unwrap_or(self.open.since);
        arrived + FORWARD_MS
    }

    /// When [`Match::tick`] has something to do, if nothing comes in before.
    pub fn wake_at(&self) -> Option<Millis> {
        let clock = if self.stop.is_none() { self.deadline() } else { None };
        let silence = self.silence_from().filter(|_| self.stop.is_none());
        let silence = silence.filter(|_| self.open.told.is_empty());
        let peers = self.peers.values().filter(|peer| peer.connected.is_some());
        let beat = peers.map(|peer| {
            let heartbeat = peer.spoke + HEARTBEAT_MS;
            let later = self.parcels(peer, None, Millis(0)).into_iter().map(|parcel| {
                let resend = peer.sent.get(&parcel.key).map(|at| *at + RESEND_MS);
                parcel.from.max(resend.unwrap_or(Millis(0)))
            });
            later.fold(heartbeat, Millis::min)
        });
        beat.chain(clock).chain(silence).min()
    }
}

impl Standing {
    fn at(step: u32, head: crypto::Head) -> Self {
        Self {
            step,
            head,
            slots: SeatSet::EMPTY,
            draws: SeatSet::EMPTY,
            pauses: SeatSet::EMPTY,
            resigns: SeatSet::EMPTY,
            absences: Vec::new(),
            declined: Vec::new(),
        }
    }
}

fn is_recent(key: Key, step: u32) -> bool {
    match key {
        Key::Signature(_) | Key::Proof(_) => true,
        Key::Step(at) | Key::Entry(at, _) | Key::Notice(at, ..) | Key::Absence(at, ..) => {
            at + 64 >= step
        }
    }
}
