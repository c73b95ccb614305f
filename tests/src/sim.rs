//! A simulated table: programs, links and clocks driven by one seed over the sans-IO core.

use std::collections::{BTreeMap, BTreeSet};

use crypto::{MatchSecret, SigningKey};
use game::{Game, Known, Seat, SeatSet, rules_digest};
use protocol::{Decision, Match, Millis, News, Output, Own, Packet, Purpose, Stage, Stop};
use record::{
    Clock, ClosedStep, Contract, End, JournalItem, Name, PROTOCOL, PeerBytes, Player,
    SignedContract, Terms, encode_end_frame, encode_header, encode_step_frame,
};

/// Numbers from a seed (SplitMix64): the same everywhere.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * u64::from(n.max(1))) >> 32) as u32
    }

    /// True in `percent` of cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// 32 bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes());
        }
        bytes
    }
}

/// How links behave.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    /// Least one-way delay in milliseconds.
    pub delay_ms: u64,
    /// So much more at random: messages overtake each other.
    pub jitter_ms: u64,
    /// So many in a hundred messages are lost.
    pub loss: u32,
    /// So many in a hundred messages come twice.
    pub twice: u32,
}

impl Links {
    /// A good network: 10 ms, nothing lost.
    pub const GOOD: Self = Self { delay_ms: 10, jitter_ms: 0, loss: 0, twice: 0 };
    /// Loss, duplication and reordering.
    pub const BAD: Self = Self { delay_ms: 5, jitter_ms: 300, loss: 20, twice: 10 };
}

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
    keys: BTreeMap<Seat, SigningKey>,
    secret: [u8; 32],
    planned: BTreeMap<(u32, Seat), Millis>,
}

enum Happening {
    Arrives { from: PeerBytes, to: PeerBytes, bytes: Vec<u8>, is_answer: bool },
}

/// How seats decide: by what they know, and nothing more.
pub type Brain<G> = fn(&<G as Game>::Position, &Known<G>, Seat, &mut Dice) -> Option<Decision<G>>;

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
    queue: BTreeMap<(Millis, u64), Happening>,
    number: u64,
}

/// Changes a message from one program to another: what is sent in its place.
pub type Tamper = Box<dyn FnMut(&PeerBytes, &PeerBytes, Packet) -> Vec<Packet>>;

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Setting<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// Time for people.
    pub clock: Clock,
    /// Time for programs, in seconds.
    pub machine_seconds: u32,
    /// Which program holds each seat, by number.
    pub programs: Vec<u8>,
}

impl<G: Game> Setting<G> {
    /// A program for each seat and no clock.
    pub fn new(rules: G::Rules) -> Self {
        let programs = (0..G::seats(&rules)).collect();
        Self { rules, clock: Clock::Unlimited, machine_seconds: 120, programs }
    }
}

/// The signing key of a seat in simulated matches.
pub fn key(seat: Seat) -> SigningKey {
    SigningKey::from_seed([seat.number() + 1; 32])
}

/// The address of a simulated program.
pub fn peer(number: u8) -> PeerBytes {
    PeerBytes(vec![b'p', number])
}

/// A contract for a setting, and its signatures.
pub fn contract<G: Game>(setting: &Setting<G>, nonce: u8) -> SignedContract {
    let rules = &setting.rules;
    let seats = setting.programs.iter().enumerate().map(|(seat, program)| {
        let seat = Seat::of(seat as u8);
        Player {
            key: key(seat).public(),
            peer: peer(*program),
            nonce: [nonce.wrapping_add(seat.number()); 32],
            name: Name::new(["甲", "乙", "丙", "丁", "戊", "己"][seat.index()]).unwrap(),
        }
    });
    let contract = Contract::new(Terms {
        protocol: PROTOCOL,
        game: G::id(rules).to_owned(),
        rules_version: G::version(rules),
        rules: G::write_rules(rules),
        rules_digest: rules_digest::<G>(rules),
        clock: setting.clock,
        machine_seconds: setting.machine_seconds,
        seats: seats.collect(),
    })
    .unwrap();
    let seats = SeatSet::first(contract.seats());
    let signatures = seats.iter().map(|seat| contract.sign(&key(seat))).collect();
    SignedContract::new(contract, signatures).unwrap()
}

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
                    keys: seats.iter().map(|seat| (seat, key(seat))).collect(),
                    secret: dice.bytes(),
                    planned: BTreeMap::new(),
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
            queue: BTreeMap::new(),
            number: 0,
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
        self.programs.get_mut(name).unwrap()
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
                let now = self.now;
                for (a, b) in [(name, &other), (&other, name)] {
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
        let program = self.program(name);
        program.game = None;
        program.planned.clear();
        self.queue.retain(|_, happening| match happening {
            Happening::Arrives { from, to, .. } => from != name && to != name,
        });
        let now = self.now;
        let others: Vec<PeerBytes> = self.programs.keys().filter(|o| *o != name).cloned().collect();
        for other in others {
            if let Some(game) = &mut self.program(&other).game {
                game.disconnected(name, now);
            }
            self.carry_out(&other);
        }
    }

    /// Starts a killed program again from its disk.
    pub fn restart(&mut self, name: &PeerBytes) {
        let (signed, own, now) = (self.signed.clone(), self.own(name), self.now);
        let program = self.program(name);
        program.disk.end = None;
        let (steps, journal) = (program.disk.steps.clone(), program.disk.journal.clone());
        program.game = Some(Match::resume(signed, own, steps, journal, now).unwrap());
        self.carry_out(name);
        self.connect_all(name);
    }

    /// A decision of a seat.
    pub fn decide(&mut self, seat: Seat, decision: Decision<G>) -> Result<(), protocol::Misuse> {
        let name = self.signed.contract().player(seat).unwrap().peer.clone();
        let now = self.now;
        let result = self.program(&name).game.as_mut().unwrap().decide(seat, decision, now);
        self.carry_out(&name);
        result
    }

    /// The user of a program closes the match because others are silent.
    pub fn claim(&mut self, name: &PeerBytes) -> Result<(), protocol::Misuse> {
        let now = self.now;
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
        while let Some(output) = self.program(name).game.as_mut().and_then(Match::poll) {
            if let Some((_, left)) = self.crash.as_mut().filter(|(who, _)| who == name) {
                if *left == 0 {
                    self.crash = None;
                    self.kill(name);
                    return;
                }
                *left -= 1;
            }
            match output {
                Output::Persist(items) => self.program(name).disk.journal.extend(items),
                Output::Record(step) => self.program(name).disk.steps.push(step),
                Output::End(end) => self.program(name).disk.end = Some(*end),
                Output::Send(to, bytes) => {
                    self.sent += 1;
                    self.post(name.clone(), to, bytes, false);
                }
                Output::Tell(news) => self.program(name).news.push(news),
            }
        }
    }

    /// Puts bytes on a link.
    pub fn post(&mut self, from: PeerBytes, to: PeerBytes, bytes: Vec<u8>, is_answer: bool) {
        if !self.is_linked(&from, &to) {
            return;
        }
        let Some(mut tamper) = self.tamper.take() else {
            return self.launch(&from, &to, &bytes, is_answer);
        };
        for packet in tamper(&from, &to, Packet::decode(&bytes).unwrap()) {
            self.launch(&from, &to, &packet.encode(), is_answer);
        }
        self.tamper = Some(tamper);
    }

    fn launch(&mut self, from: &PeerBytes, to: &PeerBytes, bytes: &[u8], is_answer: bool) {
        if let Some(tape) = &mut self.tape {
            tape.push((from.clone(), to.clone(), bytes.to_vec()));
        }
        let copies = 1 + u32::from(self.dice.chance(self.links.twice));
        for _ in 0..copies {
            if self.dice.chance(self.links.loss) {
                continue;
            }
            let jitter = u64::from(self.dice.below(self.links.jitter_ms as u32 + 1));
            let at = self.now + self.links.delay_ms + jitter;
            self.number += 1;
            let (from, to, bytes) = (from.clone(), to.clone(), bytes.to_vec());
            let arrives = Happening::Arrives { from, to, bytes, is_answer };
            self.queue.insert((at, self.number), arrives);
        }
    }

    fn arrive(&mut self, from: PeerBytes, to: PeerBytes, bytes: &[u8], is_answer: bool) {
        if !self.is_linked(&from, &to) {
            return;
        }
        let now = self.now;
        let Some(game) = &mut self.program(&to).game else {
            return;
        };
        let _ = game.receive(&from, bytes, now);
        let answer = game.acknowledge();
        self.carry_out(&to);
        if !is_answer && self.is_linked(&from, &to) {
            self.post(to, from, answer, true);
        }
    }

    /// Lets time pass until the next thing happens, but not beyond `end`. False at the end.
    pub fn advance(&mut self, end: Millis) -> bool {
        if self.play_bots() {
            return true;
        }
        let wakes = self.programs.values().filter_map(|p| p.game.as_ref()?.wake_at());
        let plans = self.programs.values().flat_map(|p| p.planned.values().copied());
        let wake = wakes.chain(plans).min().map(|at| at.max(self.now + 1));
        let arrival = self.queue.first_key_value().map(|((at, _), _)| *at);
        let Some(next) = wake.into_iter().chain(arrival).min().filter(|next| *next <= end) else {
            self.now = end;
            return false;
        };
        self.now = self.now.max(next);
        while let Some(entry) = self.queue.first_entry().filter(|e| e.key().0 <= self.now) {
            let Happening::Arrives { from, to, bytes, is_answer } = entry.remove();
            self.arrive(from, to, &bytes, is_answer);
        }
        let names: Vec<PeerBytes> = self.programs.keys().cloned().collect();
        for name in names {
            let now = self.now;
            if let Some(game) = &mut self.program(&name).game {
                game.tick(now);
                let wake = game.wake_at();
                assert!(wake.is_none_or(|at| at > now), "{name:?} at {now:?} wakes at {wake:?}");
            }
            self.carry_out(&name);
        }
        true
    }

    /// Random play for every seat that must decide. True if one has decided.
    fn play_bots(&mut self) -> bool {
        let mut any = false;
        let names: Vec<PeerBytes> = self.programs.keys().cloned().collect();
        for name in names {
            let Some(game) = &self.programs[&name].game else {
                continue;
            };
            let step = game.progress().step();
            let awaited = game.awaited().minus(self.programs[&name].idle);
            for seat in awaited.iter().filter(|_| game.is_settled()).collect::<Vec<_>>() {
                let think = u64::from(self.dice.below(self.think_ms + 1));
                let now = self.now;
                let program = self.program(&name);
                let at = *program.planned.entry((step, seat)).or_insert(now + think);
                if at <= now {
                    program.planned.remove(&(step, seat));
                    let decision = self.any_decision(&name, seat);
                    any |= self.decide(seat, decision).is_ok();
                }
            }
            self.program(&name).planned.retain(|(at, _), _| *at >= step);
        }
        any
    }

    /// How long bots think from now on, at most.
    pub fn think(&mut self, ms: u32) {
        self.think_ms = ms;
        self.programs.values_mut().for_each(|program| program.planned.clear());
    }

    fn any_decision(&mut self, name: &PeerBytes, seat: Seat) -> Decision<G> {
        let mut dice = self.dice.clone();
        let game = self.game(name);
        let position = game.progress().position();
        let known = game.known(seat);
        let own = self.brain.and_then(|brain| brain(position, &known, seat, &mut dice));
        let decision = match (own, game.due().map(|due| &due.stage)) {
            (Some(decision), _) => decision,
            (None, Some(Stage::Deploy)) => {
                let secret = G::any_secret(position, seat, &mut |n| dice.below(n));
                Decision::Deploy(secret.expect("it has secrets"))
            }
            (None, Some(Stage::Commit(Purpose::Choice))) => {
                Decision::Choose(G::any_choice(position, seat, &mut |n| dice.below(n)))
            }
            _ => {
                let moves = G::moves(position, seat, &known);
                let at = dice.below(moves.len() as u32) as usize;
                Decision::Move(moves[at].clone())
            }
        };
        self.dice = dice;
        decision
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
