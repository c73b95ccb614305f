//! A simulated table: programs, links and clocks driven by one seed over the sans-IO core.

mod bots;
mod dice;
mod links;
mod setting;
mod weather;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crypto::{MatchSecret, SigningKey};
use game::{Game, Seat, SeatSet};
use protocol::{Decision, Match, Millis, News, Output, Own, Packet, Stop};
use record::{
    ClosedStep, End, JournalItem, PeerBytes, SignedContract, encode_end_frame, encode_header,
    encode_step_frame,
};

pub use self::bots::Brain;
pub use self::dice::Dice;
pub use self::links::Links;
pub use self::setting::{Setting, contract, key, peer};
use self::weather::Frozen;
pub use self::weather::{CrashAt, Gag, Storm};
use self::words::Words;
use crate::phase::{Fault, Phase, Tale};

/// What a program keeps over a restart.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// Own items, oldest first.
    pub journal: Vec<JournalItem>,
    /// Closed steps.
    pub steps: Vec<ClosedStep>,
    /// The end frame.
    pub end: Option<End>,
}

/// One program at the table.
pub struct Program<G: Game> {
    /// Its address.
    pub peer: PeerBytes,
    /// Its match; none while it is down.
    pub game: Option<Match<G>>,
    /// Its disk.
    pub disk: Disk,
    /// What it told its user.
    pub news: Vec<News<G>>,
    /// Seats for which nobody decides anything.
    pub idle: SeatSet,
    /// Whether it does not open its layouts when the game is over.
    pub keeps_layouts: bool,
    keys: BTreeMap<Seat, SigningKey>,
    secret: [u8; 32],
    planned: BTreeMap<(u32, Seat), Millis>,
    /// How far its clock is ahead of that of the table.
    ahead_ms: i64,
    /// When it wants to be called by its own clock, until something happens to it.
    wake: Option<Option<Millis>>,
    frozen: Option<Frozen>,
}

enum Happening {
    Arrives { from: PeerBytes, to: PeerBytes, bytes: Vec<u8>, is_answer: bool },
}

/// A table.
pub struct World<G: Game> {
    /// The programs by address.
    pub programs: BTreeMap<PeerBytes, Program<G>>,
    /// The contract that they have signed.
    pub signed: SignedContract,
    /// The time.
    pub now: Millis,
    /// How links behave.
    pub links: Links,
    /// Pairs of programs that cannot reach each other.
    pub cut: BTreeSet<(PeerBytes, PeerBytes)>,
    /// How seats decide; none, or what it leaves open: at random.
    pub brain: Option<Brain<G>>,
    /// All randomness.
    pub dice: Dice,
    /// How long bots think, at most.
    pub think_ms: u32,
    /// Messages that carry the match on: the longest chain of them so far, by program.
    pub sent: u64,
    /// What a cheat does to the messages of its program.
    pub tamper: Option<Tamper>,
    /// Kills this program instead of carrying out its output of this number, counted from now.
    pub crash: Option<(PeerBytes, u64)>,
    /// Every message that was put on a link, if they are kept.
    pub tape: Option<Vec<(PeerBytes, PeerBytes, Vec<u8>)>>,
    /// One direction each, on which everything is lost.
    pub dead: BTreeSet<(PeerBytes, PeerBytes)>,
    /// What happens to messages about steps of one phase.
    pub storm: Option<Storm>,
    /// Kills a program at a named point.
    pub crash_at: Option<CrashAt>,
    /// What took effect so far.
    pub tale: Rc<RefCell<Tale>>,
    /// The seats of a program that cheats.
    pub cheats: SeatSet,
    /// Whether it wants to know a move that it may not make.
    pub wants_illegal: bool,
    /// A program that the others do not hear.
    pub gag: Option<Gag>,
    /// What the others have said.
    words: Words,
    /// The layouts that players have set up: they remember them.
    layouts: BTreeMap<Seat, G::Secret>,
    /// What they have committed to last: they remember that too.
    chosen: BTreeMap<Seat, G::Choice>,
    queue: BTreeMap<(Millis, u64), Happening>,
    number: u64,
    /// The latest message that has come in on each link.
    latest: BTreeMap<(PeerBytes, PeerBytes), u64>,
}

/// Changes a message from one program to another: what is sent in its place.
pub type Tamper = Box<dyn FnMut(&PeerBytes, &PeerBytes, Packet) -> Vec<Packet>>;

impl<G: Game> World<G> {
    /// Everybody sits down and is connected to everybody.
    pub fn new(setting: &Setting<G>, seed: u64) -> Self {
        let signed = contract(setting, (seed % 200) as u8);
        let mut dice = Dice::new(seed);
        let mut programs = BTreeMap::new();
        for number in setting.programs.iter().copied().collect::<BTreeSet<_>>() {
            let seats = signed.contract().seats_of(&peer(number));
            programs.insert(
                peer(number),
                Program {
                    peer: peer(number),
                    game: None,
                    disk: Disk::default(),
                    news: Vec::new(),
                    idle: SeatSet::EMPTY,
                    keeps_layouts: false,
                    keys: seats.iter().map(|seat| (seat, key(seat))).collect(),
                    secret: dice.bytes(),
                    planned: BTreeMap::new(),
                    ahead_ms: 0,
                    wake: None,
                    frozen: None,
                },
            );
        }
        let mut world = Self {
            programs,
            signed,
            now: Millis(0),
            links: Links::GOOD,
            cut: BTreeSet::new(),
            dice,
            brain: None,
            think_ms: 50,
            sent: 0,
            tamper: None,
            crash: None,
            tape: None,
            dead: BTreeSet::new(),
            storm: None,
            crash_at: None,
            tale: Rc::default(),
            cheats: SeatSet::EMPTY,
            wants_illegal: false,
            gag: None,
            words: Words::default(),
            layouts: BTreeMap::new(),
            chosen: BTreeMap::new(),
            queue: BTreeMap::new(),
            number: 0,
            latest: BTreeMap::new(),
        };
        let names: Vec<PeerBytes> = world.programs.keys().cloned().collect();
        for name in &names {
            let (signed, own, now) = (world.signed.clone(), world.own(name), world.now);
            let game = Match::start(signed, own, now).unwrap();
            world.program(name).game = Some(game);
        }
        for name in &names {
            world.connect_all(name);
        }
        world
    }

    fn own(&self, name: &PeerBytes) -> Own {
        let program = &self.programs[name];
        Own {
            peer: name.clone(),
            keys: program.keys.clone(),
            secret: MatchSecret::new(program.secret),
        }
    }

    /// A program, to look at or to change.
    pub fn program(&mut self, name: &PeerBytes) -> &mut Program<G> {
        let program = self.programs.get_mut(name).unwrap();
        program.wake = None;
        program
    }

    /// When a program wants to be called, by its own clock.
    fn wake_of(&mut self, name: &PeerBytes) -> Option<Millis> {
        let program = self.programs.get_mut(name).unwrap();
        *program.wake.get_or_insert_with(|| program.game.as_ref()?.wake_at())
    }

    /// The match of a program that is up.
    pub fn game(&self, name: &PeerBytes) -> &Match<G> {
        self.programs[name].game.as_ref().unwrap()
    }

    /// Whether two programs can reach each other.
    pub fn is_linked(&self, a: &PeerBytes, b: &PeerBytes) -> bool {
        let up = |name| self.programs.get(name).is_some_and(|program| program.game.is_some());
        let cut = self.cut.contains(&(a.clone(), b.clone()))
            || self.cut.contains(&(b.clone(), a.clone()));
        a != b && up(a) && up(b) && !cut
    }

    /// Connects a program to all that it can reach.
    pub fn connect_all(&mut self, name: &PeerBytes) {
        let others: Vec<PeerBytes> = self.programs.keys().cloned().collect();
        for other in others {
            if self.is_linked(name, &other) {
                for (a, b) in [(name, &other), (&other, name)] {
                    let now = self.clock(a);
                    if self.is_frozen(a) {
                        continue;
                    }
                    if let Some(game) = &mut self.program(a).game {
                        game.connected(b, now);
                    }
                    self.carry_out(a);
                }
            }
        }
    }

    /// Kills a program: what is not on its disk is lost, and so are messages to and from it.
    pub fn kill(&mut self, name: &PeerBytes) {
        self.queue.retain(|_, happening| match happening {
            Happening::Arrives { from, to, .. } => from != name && to != name,
        });
        self.die(name);
    }

    /// A program is gone. What it has sent is still on its way.
    fn die(&mut self, name: &PeerBytes) {
        let program = self.program(name);
        program.game = None;
        program.planned.clear();
        program.frozen = None;
        let others: Vec<PeerBytes> = self.programs.keys().filter(|o| *o != name).cloned().collect();
        for other in others.iter().filter(|other| !self.is_frozen(other)).collect::<Vec<_>>() {
            let now = self.clock(other);
            if let Some(game) = &mut self.program(other).game {
                game.disconnected(name, now);
            }
            self.carry_out(other);
        }
    }

    /// A program notices that it has no link to another one.
    pub fn loses(&mut self, name: &PeerBytes, other: &PeerBytes) {
        let now = self.clock(name);
        if let Some(game) = &mut self.program(name).game {
            game.disconnected(other, now);
        }
        self.carry_out(name);
    }

    /// Starts a killed program again from its disk.
    pub fn restart(&mut self, name: &PeerBytes) {
        let (signed, own, now) = (self.signed.clone(), self.own(name), self.clock(name));
        let program = self.program(name);
        program.disk.end = None;
        let (steps, journal) = (program.disk.steps.clone(), program.disk.journal.clone());
        let mut game = Match::resume(signed, own, steps, journal, now).unwrap();
        game.open_layouts(!program.keeps_layouts);
        program.game = Some(game);
        self.carry_out(name);
        self.connect_all(name);
    }

    /// A program is started with an older state of its disk.
    pub fn restore(&mut self, name: &PeerBytes, disk: Disk) {
        self.kill(name);
        self.program(name).disk = disk;
        self.forget_words(name);
        self.restart(name);
    }

    /// A program begins the match only now: before, it has not got so far as to write anything.
    pub fn start_over(&mut self, name: &PeerBytes) {
        self.kill(name);
        let (signed, own, now) = (self.signed.clone(), self.own(name), self.clock(name));
        let program = self.program(name);
        program.disk = Disk::default();
        program.game = Some(Match::start(signed, own, now).unwrap());
        self.carry_out(name);
        self.connect_all(name);
    }

    /// A decision of a seat.
    pub fn decide(&mut self, seat: Seat, decision: Decision<G>) -> Result<(), protocol::Misuse> {
        let name = self.signed.contract().player(seat).unwrap().peer.clone();
        let now = self.clock(&name);
        let result = self.program(&name).game.as_mut().unwrap().decide(seat, decision, now);
        self.carry_out(&name);
        result
    }

    /// The user of a program closes the match because others are silent.
    pub fn claim(&mut self, name: &PeerBytes) -> Result<(), protocol::Misuse> {
        let now = self.clock(name);
        let result = self.program(name).game.as_mut().unwrap().close_as_claimed(now);
        self.carry_out(name);
        result
    }

    /// Every user leaves a decided match, whether all seals are there or not.
    pub fn leave(&mut self) {
        for name in self.programs.keys().cloned().collect::<Vec<_>>() {
            if let Some(game) = &mut self.program(&name).game {
                game.leave();
            }
            self.carry_out(&name);
        }
    }

    fn carry_out(&mut self, name: &PeerBytes) {
        self.note_phase(name);
        while let Some(output) = self.program(name).game.as_mut().and_then(Match::poll) {
            if let Some((_, left)) = self.crash.as_mut().filter(|(who, _)| who == name) {
                if *left == 0 {
                    self.crash = None;
                    self.kill(name);
                    return;
                }
                *left -= 1;
            }
            let point = self.dies_at(name, &output);
            if let Some(point) = point {
                let phase = self.crash_at.take().map(|crash| crash.phase);
                self.count(point, phase);
                if point != Fault::AfterSend {
                    self.tear(name, &output);
                    self.kill(name);
                    return;
                }
            }
            match output {
                Output::Persist(items) => self.program(name).disk.journal.extend(items),
                Output::Record(step) => self.program(name).disk.steps.push(step),
                Output::End(end) => self.program(name).disk.end = Some(*end),
                Output::Send(to, bytes) => {
                    self.sent += 1;
                    self.note_words(name, &bytes);
                    self.post(name.clone(), to, bytes, false);
                }
                Output::Tell(news) => self.program(name).news.push(news),
            }
            if point.is_some() {
                // What is on its way is lost with it, or not.
                if self.dice.chance(50) {
                    self.kill(name)
                } else {
                    self.die(name)
                }
                return;
            }
        }
    }

    /// Notes what the open step of a program is for, and what a cheat may not do in it.
    fn note_phase(&mut self, name: &PeerBytes) {
        let Some(game) = &self.programs[name].game else {
            return;
        };
        let Some(due) = game.due() else {
            return;
        };
        let (step, phase) = (game.progress().step(), Phase::of(&due.stage));
        self.tale.borrow_mut().phases.insert(step, phase);
        let cheat = due.seats.and(self.cheats).and(game.own_seats()).iter().next();
        if let (Some(seat), Phase::Act, true) = (cheat, phase, self.wants_illegal) {
            self.note_illegal(name, seat, step);
        }
    }

    /// Lets time pass until the next thing happens, but not beyond `end`. False at the end.
    pub fn advance(&mut self, end: Millis) -> bool {
        if self.play_bots() {
            return true;
        }
        let names: Vec<PeerBytes> = self.programs.keys().cloned().collect();
        let mut wakes = Vec::new();
        for name in &names {
            match self.programs[name].frozen {
                Some(frozen) => wakes.push(frozen.until),
                None => wakes.extend(self.wake_of(name).map(|at| self.when(name, at))),
            }
        }
        let awake = self.programs.values().filter(|program| program.frozen.is_none());
        let plans = awake.flat_map(|program| program.planned.values().copied());
        let wake = wakes.into_iter().chain(plans).min().map(|at| at.max(self.now + 1));
        let arrival = self.queue.first_key_value().map(|((at, _), _)| *at);
        let Some(next) = wake.into_iter().chain(arrival).min().filter(|next| *next <= end) else {
            self.now = end;
            return false;
        };
        self.now = self.now.max(next);
        self.thaw(false);
        while let Some(entry) = self.queue.first_entry().filter(|e| e.key().0 <= self.now) {
            let number = entry.key().1;
            let Happening::Arrives { from, to, bytes, is_answer } = entry.remove();
            self.arrive(number, from, to, &bytes, is_answer);
        }
        for name in names.into_iter().filter(|name| !self.is_frozen(name)).collect::<Vec<_>>() {
            let now = self.clock(&name);
            if self.wake_of(&name).is_none_or(|at| at > now) {
                continue;
            }
            if let Some(game) = &mut self.program(&name).game {
                game.tick(now);
                let wake = game.wake_at();
                assert!(wake.is_none_or(|at| at > now), "{name:?} at {now:?} wakes at {wake:?}");
            }
            self.carry_out(&name);
        }
        true
    }

    /// How long bots think from now on, at most.
    pub fn think(&mut self, ms: u32) {
        self.think_ms = ms;
        self.programs.values_mut().for_each(|program| program.planned.clear());
    }

    /// Runs until every program that is up has stopped, or until `limit_ms` have passed.
    pub fn run(&mut self, limit_ms: u64) {
        let end = self.now + limit_ms;
        while !self.is_stopped() && self.advance(end) {}
    }

    /// Runs for some time.
    pub fn run_for(&mut self, ms: u64) {
        let end = self.now + ms;
        while self.advance(end) {}
    }

    /// Runs until a condition holds. False if it did not within `limit_ms`.
    pub fn run_until(&mut self, limit_ms: u64, holds: impl Fn(&Self) -> bool) -> bool {
        let end = self.now + limit_ms;
        while !holds(self) {
            if !self.advance(end) {
                return holds(self);
            }
        }
        true
    }

    /// Whether a seat of a program must decide now.
    pub fn is_asked(&self, name: &PeerBytes) -> bool {
        let game = self.programs[name].game.as_ref();
        game.is_some_and(|game| !game.awaited().is_empty())
    }

    /// Whether every program that is up has stopped.
    pub fn is_stopped(&self) -> bool {
        let mut up = self.programs.values().filter_map(|program| program.game.as_ref());
        up.all(|game| game.stop().is_some())
    }

    /// The secret of a program's match: what a cheat has who made it.
    pub fn secret(&self, name: &PeerBytes) -> MatchSecret {
        MatchSecret::new(self.programs[name].secret)
    }

    /// Why each program that is up has stopped.
    pub fn stops(&self) -> Vec<Option<Stop>> {
        let up = self.programs.values().filter_map(|program| program.game.as_ref());
        up.map(|game| game.stop().cloned()).collect()
    }

    /// The record of a program, as its file holds it.
    pub fn record(&self, name: &PeerBytes) -> Vec<u8> {
        let disk = &self.programs[name].disk;
        let mut bytes = encode_header(&self.signed);
        disk.steps.iter().for_each(|step| bytes.extend(encode_step_frame(step)));
        if let Some(end) = &disk.end {
            bytes.extend(encode_end_frame(end));
        }
        bytes
    }

    /// The records of all programs.
    pub fn records(&self) -> Vec<Vec<u8>> {
        self.programs.keys().map(|name| self.record(name)).collect()
    }
}
