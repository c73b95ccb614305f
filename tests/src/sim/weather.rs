//! What strikes programs and links of a simulated table: crashes at named points, clocks, storms.

use game::Game;
use protocol::{Ack, Item, Match, Millis, Output, Packet};
use record::reader::{Item as Frame, RecordReader};
use record::{
    Absence, Entry, JournalItem, NoticeKind, PeerBytes, Slot, encode_end_frame, encode_header,
    encode_step_frame,
};

use super::{Happening, World};
use crate::phase::{Cheat, Fault, Mark, Phase};

/// A point at which a program dies.
#[derive(Clone, Debug)]
pub struct CrashAt {
    /// Which program.
    pub name: PeerBytes,
    /// Which point: one of the four.
    pub point: Fault,
    /// In a step of this phase.
    pub phase: Phase,
}

/// What happens to messages about steps of one phase.
#[derive(Clone, Debug)]
pub struct Storm {
    /// Delay, loss, duplication or reorder.
    pub fault: Fault,
    /// Of which phase.
    pub phase: Phase,
    /// To so many messages.
    pub left: u32,
    /// So much later, in milliseconds.
    pub late_ms: u64,
}

/// A program that hears the others and is not heard by them, from its first entry in a phase on.
#[derive(Clone, Debug)]
pub struct Gag {
    /// Which program.
    pub name: PeerBytes,
    /// In which phase.
    pub phase: Phase,
    /// Whether that entry has been given.
    pub is_on: bool,
    /// What it has sent since, to whom, and whether that was an answer.
    held: Vec<(PeerBytes, Vec<u8>, bool)>,
}

impl Gag {
    /// One that is not on yet.
    pub const fn new(name: PeerBytes, phase: Phase) -> Self {
        Self { name, phase, is_on: false, held: Vec::new() }
    }
}

/// A program that does nothing for a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frozen {
    pub(super) until: Millis,
    /// So much its clock stands still meanwhile.
    pub(super) stands_ms: u64,
}

/// So many messages of a program that is not heard are kept at most.
const HELD: usize = 100;
/// A message that comes so much later than others is late.
pub(super) const LATE_MS: u64 = 500;

impl<G: Game> World<G> {
    /// What a program's own clock says.
    pub fn clock(&self, name: &PeerBytes) -> Millis {
        let ahead = self.programs.get(name).map_or(0, |program| program.ahead_ms);
        Millis(self.now.0.saturating_add_signed(ahead))
    }

    /// When, by the clock of the table, a program's own clock says this.
    pub(super) fn when(&self, name: &PeerBytes, clock: Millis) -> Millis {
        let ahead = self.programs.get(name).map_or(0, |program| program.ahead_ms);
        Millis(clock.0.saturating_add_signed(-ahead))
    }

    /// The clock of a program jumps ahead.
    pub fn jump(&mut self, name: &PeerBytes, ms: u64) {
        self.program(name).ahead_ms += ms as i64;
    }

    /// A program does nothing for a while. Its clock goes on meanwhile, or stands.
    pub fn freeze(&mut self, name: &PeerBytes, ms: u64, stands: bool) {
        let until = self.now + ms;
        let stands_ms = if stands { ms } else { 0 };
        self.program(name).frozen = Some(Frozen { until, stands_ms });
    }

    /// Whether a program does nothing now.
    pub fn is_frozen(&self, name: &PeerBytes) -> bool {
        self.programs.get(name).is_some_and(|program| program.frozen.is_some())
    }

    /// Wakes those whose time has come, or all.
    pub fn thaw(&mut self, all: bool) {
        for name in self.programs.keys().cloned().collect::<Vec<_>>() {
            let now = self.now;
            let program = self.program(&name);
            let Some(frozen) = program.frozen.filter(|f| all || f.until <= now) else {
                continue;
            };
            program.frozen = None;
            let rest = frozen.until.since(now);
            program.ahead_ms -= frozen.stands_ms.saturating_sub(rest) as i64;
            self.hasten(&name, frozen.until);
            self.connect_all(&name);
        }
    }

    /// What waited for a program until some time comes in now.
    fn hasten(&mut self, name: &PeerBytes, until: Millis) {
        let waits = |(at, happening): (&(Millis, u64), &Happening)| {
            let Happening::Arrives { to, .. } = happening;
            (at.0 == until && to == name).then_some(*at)
        };
        for at in self.queue.iter().filter_map(waits).collect::<Vec<_>>() {
            if let Some(arrives) = self.queue.remove(&at) {
                self.queue.insert((self.now.min(at.0), at.1), arrives);
            }
        }
    }

    /// What the open step of a program is for.
    pub fn phase_of(&self, name: &PeerBytes) -> Option<Phase> {
        let game = self.programs.get(name)?.game.as_ref()?;
        game.due().filter(|_| game.stop().is_none()).map(|due| Phase::of(&due.stage))
    }

    /// Counts a fault.
    pub fn count(&self, fault: Fault, phase: Option<Phase>) {
        if let Some(phase) = phase {
            self.tale.borrow_mut().faults.add(fault, phase);
        }
    }

    /// What the newest thing in a message is about.
    pub(super) fn phase_in(&self, bytes: &[u8]) -> Option<Phase> {
        let packet = Packet::decode(bytes).ok()?;
        let tale = self.tale.borrow();
        let of = |item: &Item| match item {
            Item::Entry(entry) => tale.phase(entry.content.step, Some(&entry.content.body)),
            Item::Step(step) => tale.phase(step.step, None),
            Item::Absence(absence) => tale.phase(absence.step, None),
            Item::Signature(..) | Item::Notice(_) | Item::Layout(..) => None,
        };
        packet.items.iter().rev().find_map(of)
    }

    /// Whether a message of a program that is not heard goes no further. Kept is as much as may be
    /// heard late.
    pub(super) fn is_gagged(
        &mut self,
        from: &PeerBytes,
        to: &PeerBytes,
        bytes: &[u8],
        is_answer: bool,
    ) -> bool {
        let Some(gag) = self.gag.as_ref().filter(|gag| gag.name == *from) else {
            return false;
        };
        let is_on = gag.is_on || self.gives_entry(from, gag.phase, bytes);
        if let Some(gag) = self.gag.as_mut().filter(|_| is_on) {
            gag.is_on = true;
            if gag.held.len() < HELD {
                gag.held.push((to.clone(), bytes.to_vec(), is_answer));
            }
        }
        is_on
    }

    /// Whether a message has an own entry of its sender in a step of this phase.
    fn gives_entry(&self, from: &PeerBytes, phase: Phase, bytes: &[u8]) -> bool {
        let own = self.signed.contract().seats_of(from);
        let tale = self.tale.borrow();
        let items = Packet::decode(bytes).map_or_else(|_| Vec::new(), |packet| packet.items);
        items.iter().any(|item| match item {
            Item::Entry(Entry { content, .. }) => {
                own.has(content.seat)
                    && tale.phase(content.step, Some(&content.body)) == Some(phase)
            }
            _ => false,
        })
    }

    /// Whether another program has said that a seat of this one is missing.
    pub fn is_missed(&self, name: &PeerBytes) -> bool {
        let own = self.signed.contract().seats_of(name);
        let games = self.programs.values().filter_map(|program| program.game.as_ref());
        let mut acks = games.filter_map(|game| Some(Packet::decode(&game.acknowledge()).ok()?.ack));
        acks.any(|ack| match ack {
            Ack::Playing(standing) => standing.absences.iter().any(|(seat, _)| own.has(*seat)),
            Ack::Signing(_) => false,
        })
    }

    /// A program is heard again. What was held back of what it said arrives now, or never.
    pub fn ungag(&mut self, arrives: bool) {
        let gag = self.gag.take();
        for (gag, (to, bytes, is_answer)) in gag
            .filter(|_| arrives)
            .iter()
            .flat_map(|gag| gag.held.iter().map(move |held| (gag, held)))
        {
            self.launch(&gag.name, to, bytes, *is_answer);
        }
    }

    /// Whether a storm strikes a message. Gives what it does, and how much later the message comes.
    pub(super) fn strike(&mut self, bytes: &[u8]) -> Option<(Fault, u64)> {
        let storm = self.storm.as_ref()?;
        let (phase, hit) = (storm.phase, (storm.fault, storm.late_ms));
        if self.phase_in(bytes) != Some(phase) {
            return None;
        }
        let storm = self.storm.as_mut()?;
        storm.left -= 1;
        if storm.left == 0 {
            self.storm = None;
        }
        Some(hit)
    }

    /// Whether a program dies at this output, and at which point of it.
    pub(super) fn dies_at(&mut self, name: &PeerBytes, output: &Output<G>) -> Option<Fault> {
        let crash = self.crash_at.as_ref().filter(|crash| crash.name == *name)?;
        let (tale, phase) = (self.tale.borrow(), Some(crash.phase));
        let own = self.signed.contract().seats_of(name);
        let is_of = |entry: &Entry| {
            own.has(entry.content.seat)
                && tale.phase(entry.content.step, Some(&entry.content.body)) == phase
        };
        let hit = match (crash.point, output) {
            (Fault::BeforePersist, Output::Persist(items)) => {
                items.iter().any(|item| matches!(item, JournalItem::Entry(entry) if is_of(entry)))
            }
            (Fault::BeforeSend | Fault::AfterSend, Output::Send(_, bytes)) => {
                self.gives_entry(name, crash.phase, bytes)
            }
            (Fault::MidRecord, Output::Record(step)) => tale.phase(step.step, None) == phase,
            (Fault::MidRecord, Output::End(_)) => phase == Some(Phase::Seal),
            _ => false,
        };
        hit.then_some(crash.point)
    }

    /// A program dies while it writes a frame: a reader finds what was whole, and that the tail is
    /// torn.
    pub(super) fn tear(&mut self, name: &PeerBytes, output: &Output<G>) {
        let disk = &self.programs[name].disk;
        let mut bytes = encode_header(&self.signed);
        disk.steps.iter().for_each(|step| bytes.extend(encode_step_frame(step)));
        let whole = bytes.len();
        match output {
            Output::Record(step) => bytes.extend(encode_step_frame(step)),
            Output::End(end) => bytes.extend(encode_end_frame(end)),
            _ => return,
        }
        let torn = 1 + self.number as usize % (bytes.len() - whole - 1);
        bytes.truncate(whole + torn);
        let mut reader = RecordReader::new(bytes.as_slice()).unwrap();
        let mut steps = Vec::new();
        while let Ok(Some(frame)) = reader.next() {
            if let Frame::Step(step) = frame {
                steps.push(step);
            }
        }
        assert_eq!(steps, disk.steps, "what was whole is still there");
        assert_eq!(reader.item_offset(), whole as u64, "the tail is torn");
    }
}

/// Whether an honest program must stop and name the cheat when this message of his comes in.
pub(super) fn must_name<G: Game>(game: &Match<G>, bytes: &[u8], mark: &Mark) -> bool {
    let (Ok(packet), Ok(own)) = (Packet::decode(bytes), Packet::decode(&game.acknowledge())) else {
        return false;
    };
    let Ack::Playing(standing) = own.ack else {
        return false;
    };
    let is_plain = matches!(
        mark.cheat,
        Cheat::WrongDigest
            | Cheat::Illegal
            | Cheat::EarlySkip
            | Cheat::BadOpening
            | Cheat::BadProof
            | Cheat::StaleDraw
    );
    let is_named = |entry: &Entry| {
        let content = &entry.content;
        let closed = game.steps().get(content.step as usize).and_then(|s| s.slot(content.seat));
        match closed {
            Some(Slot::Entry(held)) => held.id() != entry.id(),
            Some(_) => false,
            None => {
                let is_missed = standing.absences.iter().any(|(about, _)| *about == content.seat);
                let is_resigned = standing.resigns.has(content.seat);
                is_plain
                    && content.head == standing.head
                    && game.silent().has(content.seat)
                    && !is_missed
                    && !is_resigned
            }
        }
    };
    let entries = || {
        packet.items.iter().filter_map(|item| match item {
            Item::Entry(entry) => Some(entry),
            _ => None,
        })
    };
    let is_double = |entry: &Entry| {
        let same = |other: &&Entry| {
            let (a, b) = (&entry.content, &other.content);
            (a.step, a.seat) == (b.step, b.seat) && other.id() != entry.id()
        };
        let resigns = packet.items.iter().any(|item| match item {
            Item::Notice(notice) => {
                notice.kind == NoticeKind::Resign
                    && notice.seat == entry.content.seat
                    && notice.head == entry.content.head
            }
            _ => false,
        });
        entries().any(|other| same(&other)) || resigns
    };
    match mark.cheat {
        Cheat::Spoof | Cheat::ForgedMissing | Cheat::Replay | Cheat::WrongHead => false,
        Cheat::TwoWords => takes_back(&packet.items),
        Cheat::Equivocation | Cheat::ResignAndMove => entries().any(is_double),
        _ => entries().filter(|entry| mark.ids.contains(&entry.id())).any(is_named),
    }
}

/// Whether a message says two things about one slot in the name of one seat.
fn takes_back(items: &[Item]) -> bool {
    let said = || {
        items.iter().filter_map(|item| match item {
            Item::Absence(absence) => Some(absence),
            _ => None,
        })
    };
    let differs = |a: &Absence, b: &Absence| {
        (a.step, a.about, a.by) == (b.step, b.about, b.by) && a.finding != b.finding
    };
    said().any(|a| said().any(|b| differs(a, b)))
}
