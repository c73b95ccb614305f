//! One program that cheats in one way in one phase: what it sends is changed and signed again with
//! its own keys.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crypto::limits::FRAME_BYTES;
use crypto::{Commitment, Head, SlotId};
use game::{Digest, Seat, SeatSet};
use protocol::{Ack, Item, Packet};
use record::{
    Absence, Body, ClosedStep, Content, Entry, Finding, Notice, NoticeKind, PeerBytes, Slot,
};

use crate::forge::{change_entries, resigned};
use crate::phase::{Cheat, Mark, Phase, Tale};
use crate::sim::{Dice, Tamper, key};

/// So many messages are kept to be sent once more.
const REPLAYED: usize = 100;
/// An answer that opens a piece: its place and its key.
const SHOW_BYTES: usize = 33;

/// What a cheat does, and where.
#[derive(Clone, Copy, Debug)]
pub struct Scheme {
    /// What.
    pub cheat: Cheat,
    /// In which phase.
    pub phase: Phase,
    /// So many steps of that phase it lets pass before.
    pub skip: u32,
    /// In so many steps at most.
    pub most: u32,
}

/// A program that cheats.
pub struct Cheater {
    /// Its address.
    pub peer: PeerBytes,
    /// Its seats.
    pub seats: SeatSet,
    /// All seats.
    pub all: SeatSet,
    /// What it does.
    pub scheme: Scheme,
    /// Programs that are told the other story.
    pub victims: BTreeSet<PeerBytes>,
    /// Whether it cheats.
    pub active: Rc<Cell<bool>>,
    /// What took effect.
    pub tale: Rc<RefCell<Tale>>,
    /// Its randomness.
    pub dice: Dice,
    struck: BTreeSet<u32>,
    passed: BTreeSet<u32>,
    seen: Vec<Packet>,
    own: BTreeMap<(u32, Seat), Entry>,
    heads: Vec<Head>,
}

impl Cheater {
    /// One that has not begun.
    pub fn new(
        (peer, seats, all): (PeerBytes, SeatSet, SeatSet),
        scheme: Scheme,
        victims: BTreeSet<PeerBytes>,
        (active, tale): (Rc<Cell<bool>>, Rc<RefCell<Tale>>),
        dice: Dice,
    ) -> Self {
        Self {
            peer,
            seats,
            all,
            scheme,
            victims,
            active,
            tale,
            dice,
            struck: BTreeSet::new(),
            passed: BTreeSet::new(),
            seen: Vec::new(),
            own: BTreeMap::new(),
            heads: Vec::new(),
        }
    }

    /// It as a change of messages.
    pub fn tamper(mut self) -> Tamper {
        Box::new(move |from, to, packet| {
            self.note(&packet);
            if *from != self.peer || !self.active.get() {
                return vec![packet];
            }
            self.change(to, packet)
        })
    }

    fn note(&mut self, packet: &Packet) {
        if let Ack::Playing(standing) = &packet.ack
            && !self.heads.contains(&standing.head)
        {
            self.heads.push(standing.head);
        }
        if !packet.items.is_empty() && self.seen.len() < REPLAYED {
            self.seen.push(packet.clone());
        }
        for entry in entries(packet).filter(|entry| self.seats.has(entry.content.seat)) {
            let at = (entry.content.step, entry.content.seat);
            self.own.entry(at).or_insert_with(|| entry.clone());
        }
    }

    /// Whether it may yet cheat in this step.
    fn may_hit(&self, step: u32, body: Option<&Body>) -> bool {
        let is_of = self.tale.borrow().phase(step, body) == Some(self.scheme.phase);
        let is_free = self.struck.len() < self.scheme.most as usize;
        self.struck.contains(&step) || is_of && is_free && !self.passed.contains(&step)
    }

    /// Whether it cheats in this step, now that it can.
    fn hits(&mut self, step: u32, body: Option<&Body>) -> bool {
        if !self.may_hit(step, body) || self.struck.contains(&step) {
            return self.struck.contains(&step);
        }
        if self.passed.len() < self.scheme.skip as usize {
            self.passed.insert(step);
            return false;
        }
        self.struck.insert(step);
        true
    }

    fn change(&mut self, to: &PeerBytes, packet: Packet) -> Vec<Packet> {
        let (mut extra, mut ids, mut did) = (Vec::new(), Vec::new(), false);
        let mut changed = change_entries(packet, |entry| {
            let step = entry.content.step;
            let is_own = self.seats.has(entry.content.seat);
            if !is_own || !self.may_hit(step, Some(&entry.content.body)) {
                return Some(entry);
            }
            let (told, more) = self.tell(to, entry.clone());
            let is_other = told.as_ref() != Some(&entry);
            // Where there is nothing to change, it waits for the next step.
            if !is_other && more.is_empty() || !self.hits(step, Some(&entry.content.body)) {
                return Some(entry);
            }
            ids.extend(told.iter().filter(|_| is_other).map(Entry::id));
            did = true;
            extra.extend(more);
            told
        });
        changed.items.extend(extra);
        let mut packets = self.before(&changed);
        did |= self.beside(&mut changed);
        packets.push(changed);
        if did {
            packets.iter().for_each(|packet| self.mark(packet.encode(), &ids));
        }
        packets
    }

    fn mark(&self, bytes: Vec<u8>, ids: &[SlotId]) {
        let Scheme { cheat, phase, .. } = self.scheme;
        let mut tale = self.tale.borrow_mut();
        if cheat == Cheat::Refusal {
            tale.cheats.add(cheat, phase);
        } else {
            tale.marked.insert(bytes, Mark { cheat, phase, ids: ids.to_vec() });
        }
    }

    /// What it sends in the place of an own entry, and beside it.
    fn tell(&mut self, to: &PeerBytes, entry: Entry) -> (Option<Entry>, Vec<Item>) {
        let content = &entry.content;
        let (id, seat, head) = (content.match_id, content.seat, content.head);
        let notice = |kind, head| Item::Notice(Notice::sign(id, seat, kind, head, &key(seat)));
        match self.scheme.cheat {
            Cheat::Refusal => (None, vec![]),
            Cheat::Equivocation => {
                let other = other_content(&entry);
                // Where only one is honest, he is told both.
                if self.victims.len() < 2 {
                    (Some(entry), vec![Item::Entry(other)])
                } else if self.victims.first() == Some(to) {
                    (Some(entry), vec![])
                } else {
                    (Some(other), vec![])
                }
            }
            Cheat::Spoof => {
                let other = self.other_seat(seat);
                let mut content = content.clone();
                content.seat = other;
                let spoofed = Entry::sign(content, &key(seat));
                (Some(entry), vec![Item::Entry(spoofed)])
            }
            Cheat::ResignAndMove => (Some(entry), vec![notice(NoticeKind::Resign, head)]),
            Cheat::DrawAndMove => (Some(entry), vec![notice(NoticeKind::Draw, head)]),
            Cheat::StaleDraw => match self.heads.iter().find(|old| **old != head) {
                Some(old) => {
                    let draw = Notice::sign(id, seat, NoticeKind::Draw, *old, &key(seat));
                    (Some(resigned(&entry, |content| content.notices = vec![draw])), vec![])
                }
                None => (Some(entry), vec![]),
            },
            Cheat::WrongDigest => {
                (Some(resigned(&entry, |content| content.position = Digest([1; 32]))), vec![])
            }
            Cheat::WrongHead => {
                (Some(resigned(&entry, |content| content.head = Head([5; 32]))), vec![])
            }
            Cheat::Illegal => {
                let body = self.illegal(content.step);
                let change = |content: &mut Content| {
                    content.think_ms = 0;
                    content.body = body;
                };
                (Some(resigned(&entry, change)), vec![])
            }
            Cheat::EarlySkip => {
                let change = |content: &mut Content| {
                    content.think_ms = 0;
                    content.body = Body::Skip;
                };
                (Some(resigned(&entry, change)), vec![])
            }
            Cheat::BadOpening | Cheat::BadProof => (Some(self.falsified(&entry)), vec![]),
            _ => (Some(entry), vec![]),
        }
    }

    fn other_seat(&self, seat: Seat) -> Seat {
        self.all.minus(self.seats).iter().next().unwrap_or(seat)
    }

    fn illegal(&self, step: u32) -> Body {
        let known = self.tale.borrow().illegal.clone();
        match (self.scheme.phase, known) {
            (Phase::Act, Some((at, mv))) if at == step => Body::Act(mv),
            (Phase::Begin, _) => Body::Seal,
            _ => Body::Begin,
        }
    }

    /// An entry whose opening or proof is not right.
    fn falsified(&self, entry: &Entry) -> Entry {
        let is_opening = self.scheme.cheat == Cheat::BadOpening;
        resigned(entry, |content| match &mut content.body {
            Body::Reveal { nonce, .. } => nonce.0[0] ^= 1,
            Body::SealOpen(keys) => keys.swap(0, 32),
            Body::Answer(answers) => {
                for answer in answers {
                    if (answer.len() == SHOW_BYTES) == is_opening
                        && let Some(last) = answer.last_mut()
                    {
                        *last ^= 1;
                    }
                }
            }
            Body::Deploy { proof, .. } => proof[0] ^= 1,
            Body::Prove { proofs, .. } | Body::SkipProven(proofs) => proofs[0][0] ^= 1,
            _ => {}
        })
    }

    /// Messages that go out before another one.
    fn before(&mut self, packet: &Packet) -> Vec<Packet> {
        let is_on = match &packet.ack {
            Ack::Playing(standing) => self.hits(standing.step, None),
            Ack::Signing(_) => false,
        };
        match self.scheme.cheat {
            Cheat::Replay if is_on && !self.seen.is_empty() => {
                let at = self.dice.below(self.seen.len() as u32) as usize;
                // Of old messages the items count: whoever says that he stands where he does not is
                // believed, since nobody signs that.
                let seen = Packet { ack: packet.ack.clone(), ..self.seen[at].clone() };
                self.mark(seen.encode(), &[]);
                vec![seen]
            }
            Cheat::Garbage if is_on => {
                let bytes = self.garbage(packet);
                self.mark(bytes.clone(), &[]);
                self.tale.borrow_mut().raw.push(bytes);
                vec![]
            }
            _ => vec![],
        }
    }

    fn garbage(&mut self, packet: &Packet) -> Vec<u8> {
        let mut bytes = packet.encode();
        match self.dice.below(4) {
            0 => bytes = self.dice.bytes().to_vec(),
            1 => bytes.truncate(bytes.len() / 2),
            2 => bytes.resize(FRAME_BYTES + 1, 0),
            _ => bytes.push(0),
        }
        bytes
    }

    /// What it adds to a message.
    fn beside(&mut self, packet: &mut Packet) -> bool {
        let Ack::Playing(standing) = packet.ack.clone() else {
            return false;
        };
        let id = packet.match_id;
        let Some(own) = self.seats.iter().next() else {
            return false;
        };
        let is_open = self.hits(standing.step, None);
        let last = standing.step.checked_sub(1).filter(|step| self.hits(*step, None));
        let other = self.other_seat(own);
        match self.scheme.cheat {
            Cheat::ForgedMissing if is_open => {
                let about = self.all.without(other).iter().next().unwrap_or(own);
                let step = standing.step;
                let forged = Absence::sign(id, step, about, other, Finding::Missing, &key(own));
                packet.items.push(Item::Absence(forged));
                true
            }
            Cheat::LateMissing => {
                let open = Some(standing.step).filter(|_| is_open && standing.slots.has(other));
                let Some(step) = open.or(last) else {
                    return false;
                };
                let late = Absence::sign(id, step, other, own, Finding::Missing, &key(own));
                packet.items.push(Item::Absence(late));
                true
            }
            Cheat::TwoWords if is_open => {
                let sign =
                    |finding| Absence::sign(id, standing.step, other, own, finding, &key(own));
                let words = [Finding::Missing, Finding::Shown(SlotId([7; 32]))].map(sign);
                packet.items.extend(words.map(Item::Absence));
                true
            }
            Cheat::Rewritten => {
                let at = last.and_then(|step| self.own.get(&(step, own)));
                let Some(entry) = at else {
                    return false;
                };
                let (entry, step) = (other_content(entry), entry.content.step);
                packet.items.push(match self.dice.chance(50) {
                    true => Item::Entry(entry),
                    false => {
                        Item::Step(ClosedStep { step, slots: vec![(own, Slot::Entry(entry))] })
                    }
                });
                true
            }
            _ => false,
        }
    }
}

/// Another content of the same seat for the same slot.
fn other_content(entry: &Entry) -> Entry {
    resigned(entry, |content| match &mut content.body {
        Body::Commit(commitment) => *commitment = Commitment([9; 32]),
        _ => content.think_ms = content.think_ms.wrapping_add(1),
    })
}

fn entries(packet: &Packet) -> impl Iterator<Item = &Entry> {
    packet.items.iter().flat_map(|item| match item {
        Item::Entry(entry) => vec![entry],
        Item::Step(step) => step.entries().collect(),
        _ => vec![],
    })
}
