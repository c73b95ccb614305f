//! One program that does not keep to the protocol, driven by a seed: what it sends is changed and
//! signed again with its own keys.

use std::cell::Cell;
use std::rc::Rc;

use crypto::{Commitment, Head, SlotId};
use game::{Digest, Seat, SeatSet};
use protocol::{Ack, Item, Packet, Standing};
use record::{Absence, Body, Entry, Finding, Notice, NoticeKind, PeerBytes};

use crate::forge::{change_entries, resigned};
use crate::sim::{Dice, Tamper, key};

/// So many messages are kept to be sent once more.
const REPLAYED: usize = 200;

/// What a cheat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    /// Another content for some than for the others.
    Split(Change),
    /// The same content for all, but a wrong one.
    Wrong(Change),
    /// Own entries of some kind are not sent to some.
    Withhold(Kind),
    /// Nothing of what others made is sent on, and no statement.
    Hoard,
    /// Old messages, its own and those of others, come again.
    Replay,
    /// Acknowledgements say something else.
    Lie,
    /// Others are called missing before their time.
    Miss,
    /// Some are told Missing, the others Shown.
    MissAndShow,
    /// It resigns beside what it signs.
    Resign,
    /// Draws and pauses over every head.
    Offer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Think,
    Commitment,
    Carried,
    Position,
    Body,
    Head,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    All,
    Reveals,
    Commits,
    Seals,
}

/// A habit, and when it shows.
#[derive(Clone, Debug)]
struct Streak {
    habit: Habit,
    from: u32,
    until: u32,
    percent: u32,
    /// Programs that are told the other story, by the last byte of their address.
    victims: u32,
    /// A seat that it has something against.
    about: Seat,
}

/// A program that cheats.
pub struct Byzantine {
    peer: PeerBytes,
    seats: SeatSet,
    all: SeatSet,
    streaks: Vec<Streak>,
    dice: Dice,
    seen: Vec<Packet>,
    heads: Vec<Head>,
    ids: Vec<SlotId>,
    active: Rc<Cell<bool>>,
}

impl Byzantine {
    /// What a seed makes of the program that holds these of all seats. It cheats while the flag says
    /// so.
    pub fn new(
        peer: PeerBytes,
        seats: SeatSet,
        all: SeatSet,
        mut dice: Dice,
        active: Rc<Cell<bool>>,
    ) -> Self {
        let count = 1 + dice.below(3);
        let streaks = (0..count).map(|_| streak(all.minus(seats), &mut dice)).collect();
        let (seen, heads, ids) = (Vec::new(), Vec::new(), Vec::new());
        Self { peer, seats, all, streaks, dice, seen, heads, ids, active }
    }

    /// What it does, in words.
    pub fn describe(&self) -> String {
        format!("{:?} cheats: {:?}", self.seats, self.streaks)
    }

    /// It as a change of messages.
    pub fn tamper(mut self) -> Tamper {
        Box::new(move |from, to, packet| {
            if *from != self.peer {
                if *to == self.peer {
                    self.note(&packet);
                }
                return vec![packet];
            }
            self.note(&packet);
            if !self.active.get() {
                return vec![packet];
            }
            self.change(to, packet)
        })
    }

    fn note(&mut self, packet: &Packet) {
        if let Ack::Playing(standing) = &packet.ack
            && self.heads.last() != Some(&standing.head)
        {
            self.heads.push(standing.head);
        }
        let entries = packet.items.iter().filter_map(|item| match item {
            Item::Entry(entry) => Some(entry.id()),
            _ => None,
        });
        self.ids.extend(entries);
        if !packet.items.is_empty() && self.seen.len() < REPLAYED {
            self.seen.push(packet.clone());
        }
    }

    fn change(&mut self, to: &PeerBytes, packet: Packet) -> Vec<Packet> {
        let Ack::Playing(standing) = packet.ack.clone() else {
            return vec![packet];
        };
        let mut packets = vec![packet];
        for streak in self.streaks.clone() {
            let is_on = (streak.from..streak.until).contains(&standing.step);
            let is_story = matches!(streak.habit, Habit::Split(_) | Habit::Withhold(_));
            if is_story {
                packets = packets.into_iter().map(|p| self.tell_story(&streak, to, p)).collect();
            } else if is_on && self.dice.chance(streak.percent) {
                self.add(&streak, to, &standing, &mut packets);
            }
        }
        packets
    }

    /// Changes that are the same whenever an entry is sent.
    fn tell_story(&self, streak: &Streak, to: &PeerBytes, packet: Packet) -> Packet {
        if !is_victim(streak, to) {
            return packet;
        }
        change_entries(packet, |entry| {
            let step = entry.content.step;
            let is_own = self.seats.has(entry.content.seat);
            if !is_own || !(streak.from..streak.until).contains(&step) {
                return Some(entry);
            }
            match streak.habit {
                Habit::Split(change) => Some(changed(&entry, change)),
                Habit::Withhold(kind) if is_kind(&entry, kind) => None,
                _ => Some(entry),
            }
        })
    }

    fn add(&mut self, streak: &Streak, to: &PeerBytes, at: &Standing, packets: &mut Vec<Packet>) {
        let Some(mut packet) = packets.pop() else {
            return;
        };
        let (id, step) = (packet.match_id, at.step);
        let own = self.seats.iter().next().unwrap();
        match streak.habit {
            Habit::Wrong(change) => {
                packet = change_entries(packet, |entry| {
                    let is_own = self.seats.has(entry.content.seat);
                    Some(if is_own { changed(&entry, change) } else { entry })
                });
            }
            Habit::Hoard => packet
                .items
                .retain(|item| matches!(item, Item::Entry(e) if self.seats.has(e.content.seat))),
            Habit::Replay => {
                for _ in 0..3 {
                    let at = self.dice.below(self.seen.len() as u32) as usize;
                    packets.extend(self.seen.get(at).cloned());
                }
            }
            Habit::Lie => packet.ack = Ack::Playing(self.lie(at)),
            Habit::Miss => {
                let missing =
                    Absence::sign(id, step, streak.about, own, Finding::Missing, &key(own));
                packet.items.retain(|item| !matches!(item, Item::Absence(a) if a.by == own));
                packet.items.push(Item::Absence(missing));
            }
            Habit::MissAndShow => {
                let last = self.ids.last().copied().filter(|_| self.dice.chance(50));
                let shown = Finding::Shown(last.unwrap_or(SlotId(self.dice.bytes())));
                let finding = if is_victim(streak, to) { Finding::Missing } else { shown };
                let absence = Absence::sign(id, step, streak.about, own, finding, &key(own));
                packet.items.push(Item::Absence(absence));
            }
            Habit::Resign => {
                let head = self.some_head(at.head);
                let notice = Notice::sign(id, own, NoticeKind::Resign, head, &key(own));
                if is_victim(streak, to) {
                    packet.items.push(Item::Notice(notice));
                }
            }
            Habit::Offer => {
                for kind in [NoticeKind::Draw, NoticeKind::Pause] {
                    let head = self.some_head(at.head);
                    packet.items.push(Item::Notice(Notice::sign(id, own, kind, head, &key(own))));
                }
            }
            Habit::Split(_) | Habit::Withhold(_) => {}
        }
        packets.push(packet);
    }

    fn some_head(&mut self, open: Head) -> Head {
        let at = self.dice.below(self.heads.len() as u32) as usize;
        let old = self.heads.get(at).copied().filter(|_| self.dice.chance(20));
        old.unwrap_or(open)
    }

    fn lie(&mut self, at: &Standing) -> Standing {
        let mut said = at.clone();
        match self.dice.below(7) {
            0 => said.step = said.step.saturating_sub(self.dice.below(4)),
            1 => said.step += self.dice.below(4),
            2 => {
                let foreign = Head(self.dice.bytes());
                said.head = self.some_head(foreign);
            }
            3 => said.slots = SeatSet::from_mask(self.dice.below(256) as u8).and(self.all),
            4 => said.resigns = self.all,
            5 => {
                let mask = SeatSet::from_mask(self.dice.below(256) as u8).and(self.all);
                said.absences = self.all.iter().map(|about| (about, mask)).collect();
            }
            _ => said.declined = self.seats.iter().map(|seat| (seat, said.step)).collect(),
        }
        if self.dice.chance(30)
            && let Some(at) = said.step.checked_sub(1)
        {
            said.step = at;
            let known = self.heads.iter().rev().nth(1).copied();
            said.head = known.unwrap_or(said.head);
        }
        said
    }
}

fn streak(others: SeatSet, dice: &mut Dice) -> Streak {
    let changes = [
        Change::Think,
        Change::Think,
        Change::Commitment,
        Change::Carried,
        Change::Position,
        Change::Body,
        Change::Head,
    ];
    let change = changes[dice.below(7) as usize];
    let kind = [Kind::All, Kind::Reveals, Kind::Commits, Kind::Seals][dice.below(4) as usize];
    let habit = match dice.below(15) {
        0 | 1 => Habit::Split(change),
        2 => Habit::Wrong(change),
        3 | 4 => Habit::Withhold(kind),
        5 => Habit::Hoard,
        6 => Habit::Replay,
        7 | 8 => Habit::Lie,
        9 | 10 => Habit::Miss,
        11 | 12 => Habit::MissAndShow,
        13 => Habit::Resign,
        _ => Habit::Offer,
    };
    let from = dice.below(14);
    let until = from + 1 + [0, 3, 1_000][dice.below(3) as usize];
    let percent = [5, 40, 100][dice.below(3) as usize];
    let about = others.iter().nth(dice.below(u32::from(others.len())) as usize);
    let about = about.unwrap_or(Seat::of(0));
    Streak { habit, from, until, percent, victims: 1 + dice.below(31), about }
}

fn is_victim(streak: &Streak, to: &PeerBytes) -> bool {
    let number = to.0.last().copied().unwrap_or_default();
    streak.victims >> number & 1 == 1
}

fn is_kind(entry: &Entry, kind: Kind) -> bool {
    match kind {
        Kind::All => true,
        Kind::Reveals => matches!(entry.content.body, Body::Reveal { .. }),
        Kind::Commits => matches!(entry.content.body, Body::Commit(_)),
        Kind::Seals => entry.content.body == Body::Seal,
    }
}

fn changed(entry: &Entry, change: Change) -> Entry {
    resigned(entry, |content| match (change, &content.body) {
        (Change::Commitment, Body::Commit(_)) => content.body = Body::Commit(Commitment([9; 32])),
        (Change::Carried, _) => {
            let (id, seat, head) = (content.match_id, content.seat, content.head);
            content.notices = vec![Notice::sign(id, seat, NoticeKind::Draw, head, &key(seat))];
        }
        (Change::Position, _) => content.position = Digest([1; 32]),
        (Change::Body, _) => content.body = Body::Skip,
        (Change::Head, _) => content.head = Head([5; 32]),
        (Change::Think | Change::Commitment, _) => content.think_ms += 1,
    })
}
