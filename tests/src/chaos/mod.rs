//! A match in which everything goes wrong, as one seed says, and what must hold afterwards.
//!
//! Two kinds of seeds. A *wild* one draws everything: what happens, when, and what a cheat does, over
//! the toy contest and 劳棋. A *directed* one aims faults and a cheat at one phase of one of all games,
//! so that every cell of the two matrices is struck. Everything is counted where it took effect.

mod aim;
mod course;
mod laws;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use game::{Game, Seat, SeatSet};
use protocol::{Decision, Stop};
use record::{Clock, PeerBytes};

pub use self::course::{Course, Ran, play, seeds_for, wild};
use crate::byzantine::Byzantine;
use crate::cheats::Scheme;
use crate::phase::{Fault, Phase};
use crate::sim::{Dice, Disk, Links, Setting, World, peer};

/// So long after everything works again a match must be over.
const PATIENCE_MS: u64 = 2 * 3_600_000;
/// It is at rest if nothing has changed for so long: longer than any deadline.
const REST_MS: u64 = 60_000;
/// So often in a row.
const RESTS: u32 = 4;

/// What a seed makes of a match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many seats.
    pub seats: u8,
    /// Which program holds each.
    pub programs: Vec<u8>,
    /// Time for people.
    pub clock: Clock,
    /// Time for programs, in seconds.
    pub machine_seconds: u32,
    /// How long users think, at most.
    pub think_ms: u32,
    /// How many things happen.
    pub events: u32,
    /// The program that cheats.
    pub cheat: Option<u8>,
    /// Whether it goes on to cheat when everything else works again.
    pub is_stubborn: bool,
    /// Whether old backups are restored; then nothing else is ever killed, since what is lost in two
    /// places at once nobody can give back.
    pub has_backups: bool,
    /// Whether everybody agrees to a draw when everything works again, so that more matches are
    /// played in the same time.
    pub is_short: bool,
    /// Faults that are aimed at a phase.
    pub strikes: Vec<(Fault, Phase)>,
    /// How the cheat cheats; none: at random.
    pub scheme: Option<Scheme>,
}

impl Plan {
    /// Draws one.
    pub fn new(dice: &mut Dice) -> Self {
        let seats = 2 + dice.below(4) as u8;
        let programs = (0..seats).map(|seat| {
            let any = dice.below(u32::from(seats)) as u8;
            if dice.chance(20) { any } else { seat }
        });
        let programs: Vec<u8> = programs.collect();
        let clock = match dice.chance(60) {
            true => Clock::Each { seconds: 1 + dice.below(4) },
            false => Clock::Unlimited,
        };
        let is_fair = dice.chance(45);
        let cheat = programs[dice.below(u32::from(seats)) as usize];
        Self {
            seats,
            clock,
            machine_seconds: 5 + dice.below(12),
            think_ms: [20, 500, 4_000][dice.below(3) as usize],
            events: 4 + dice.below(28),
            cheat: (!is_fair).then_some(cheat),
            is_stubborn: dice.chance(50),
            has_backups: is_fair && dice.chance(25),
            programs,
            is_short: false,
            strikes: Vec::new(),
            scheme: None,
        }
    }

    /// As terms of a match.
    pub fn setting<G: Game>(&self, rules: G::Rules) -> Setting<G> {
        let (clock, machine_seconds) = (self.clock, self.machine_seconds);
        Setting { rules, clock, machine_seconds, programs: self.programs.clone() }
    }
}

/// A match on its way.
pub struct Chaos<G: Game> {
    /// The table.
    pub world: World<G>,
    /// What the seed says.
    pub plan: Plan,
    /// What happened, for the report of a violation.
    pub log: Vec<String>,
    dice: Dice,
    active: Rc<Cell<bool>>,
    backups: BTreeMap<PeerBytes, Disk>,
    names: Vec<PeerBytes>,
    restored: bool,
}

impl<G: Game> Chaos<G> {
    /// Everybody sits down.
    pub fn new(rules: G::Rules, plan: Plan, seed: u64, mut dice: Dice) -> Self {
        let mut world = World::new(&plan.setting::<G>(rules), seed);
        world.think_ms = plan.think_ms;
        let active = Rc::new(Cell::new(true));
        let mut log = vec![format!("{plan:?}")];
        if let Some(cheat) = plan.cheat {
            world.cheats = world.signed.contract().seats_of(&peer(cheat));
        }
        if let (Some(cheat), None) = (plan.cheat, plan.scheme) {
            let seats = world.cheats;
            let all = SeatSet::first(plan.seats);
            let own = Dice::new(dice.next());
            let byzantine = Byzantine::new(peer(cheat), seats, all, own, active.clone());
            log.push(byzantine.describe());
            world.tamper = Some(byzantine.tamper());
        }
        let names = world.programs.keys().cloned().collect();
        let backups = BTreeMap::new();
        Self { world, plan, log, dice, active, backups, names, restored: false }
    }

    /// Everything goes wrong, then everything works again until the match is over or waits.
    pub fn run(&mut self) {
        for _ in 0..self.plan.events {
            let ms = [300, 3_000, 20_000][self.dice.below(3) as usize];
            let ms = u64::from(self.dice.below(ms));
            self.world.run_for(ms);
            self.happen();
        }
        self.heal();
        self.rest();
        self.world.leave();
    }

    /// Runs until the match is over, or nothing changes any more.
    fn rest(&mut self) {
        let end = self.world.now + PATIENCE_MS;
        let (mut last, mut same) = (String::new(), 0);
        while same < RESTS && self.world.now < end && !self.world.is_stopped() {
            self.world.run(REST_MS);
            let games = self.world.programs.values().filter_map(|program| program.game.as_ref());
            let state = games.map(|game| (game.progress().step(), game.silent(), game.stop()));
            let now = format!("{:?}", state.collect::<Vec<_>>());
            same = if now == last { same + 1 } else { 0 };
            last = now;
        }
    }

    fn note(&mut self, what: String) {
        self.log.push(format!("{:>7} {what}", self.world.now.0));
    }

    fn any_name(&mut self) -> PeerBytes {
        self.names[self.dice.below(self.names.len() as u32) as usize].clone()
    }

    fn any_seat(&mut self) -> Seat {
        Seat::of(self.dice.below(u32::from(self.plan.seats)) as u8)
    }

    fn happen(&mut self) {
        match self.dice.below(20) {
            0..=2 => self.change_links(),
            3..=5 => self.cut(),
            6 | 7 => self.mend(),
            8..=10 => self.kill(),
            11..=13 => self.start_again(),
            14 => self.back_up(),
            15 => self.restore(),
            16 => self.idle(),
            17 | 18 => self.decide(),
            _ => self.claim(),
        }
    }

    fn change_links(&mut self) {
        if self.restored {
            return;
        }
        self.world.links = Links {
            delay_ms: 1 + u64::from(self.dice.below(200)),
            jitter_ms: [0, 300, 4_000][self.dice.below(3) as usize],
            loss: [0, 5, 30][self.dice.below(3) as usize],
            twice: [0, 10][self.dice.below(2) as usize],
        };
        self.note(format!("{:?}", self.world.links));
    }

    /// One program or one pair is cut off, noticed or not.
    fn cut(&mut self) {
        let name = self.any_name();
        let is_alone = self.dice.chance(60);
        let is_noticed = self.dice.chance(60);
        for other in self.names.clone() {
            if other == name || self.restored || !is_alone && self.dice.chance(50) {
                continue;
            }
            self.world.cut.insert((name.clone(), other.clone()));
            for (a, b) in [(&name, &other), (&other, &name)] {
                if is_noticed {
                    self.world.loses(a, b);
                }
            }
        }
        self.note(format!("{name:?} cut off, alone {is_alone}, noticed {is_noticed}"));
    }

    fn mend(&mut self) {
        self.world.cut.clear();
        for name in self.names.clone() {
            self.world.connect_all(&name);
        }
        self.note("all links".into());
    }

    fn kill(&mut self) {
        if self.plan.has_backups {
            return;
        }
        let name = self.any_name();
        if self.dice.chance(50) {
            self.world.count(Fault::Kill, self.world.phase_of(&name));
            self.world.kill(&name);
        } else {
            self.world.crash = Some((name.clone(), u64::from(self.dice.below(12))));
        }
        self.note(format!("{name:?} killed"));
    }

    fn start_again(&mut self) {
        let down = |name: &&PeerBytes| self.world.programs[*name].game.is_none();
        if let Some(name) = self.names.iter().find(down).cloned() {
            self.world.restart(&name);
            self.world.count(Fault::Restart, self.world.phase_of(&name));
            self.note(format!("{name:?} restarted"));
        }
    }

    fn back_up(&mut self) {
        for name in self.names.clone() {
            if self.dice.chance(50) {
                self.backups.insert(name.clone(), self.world.programs[&name].disk.clone());
            }
        }
        self.note("backups".into());
    }

    /// An old backup is restored while all others can be asked.
    fn restore(&mut self) {
        let name = self.any_name();
        let Some(disk) = self.backups.get(&name).filter(|_| self.plan.has_backups).cloned() else {
            return;
        };
        self.restored = true;
        self.world.links = Links::GOOD;
        self.mend();
        self.world.restore(&name, disk);
        self.note(format!("{name:?} restored"));
    }

    fn idle(&mut self) {
        let seat = self.any_seat();
        let name = self.world.signed.contract().player(seat).unwrap().peer.clone();
        let idle = &mut self.world.program(&name).idle;
        *idle = if idle.has(seat) { idle.without(seat) } else { idle.with(seat) };
        self.note(format!("{seat:?} idles or comes back"));
    }

    fn decide(&mut self) {
        let one = self.any_seat();
        let (decision, all) = match self.dice.below(10) {
            0 | 1 => (Decision::Resign, false),
            2..=4 => (Decision::OfferDraw, false),
            5 => (Decision::OfferDraw, true),
            6 => (Decision::Resign, true),
            7 => (Decision::DeclineDraw, false),
            _ => (Decision::WithdrawDraw, false),
        };
        let what = match decision {
            Decision::Resign => "resigns",
            Decision::OfferDraw => "offers",
            _ => "declines or withdraws",
        };
        for seat in SeatSet::first(self.plan.seats).iter() {
            let name = self.world.signed.contract().player(seat).unwrap().peer.clone();
            let is_up = self.world.programs[&name].game.is_some();
            let is_one = if all { self.dice.chance(70) } else { seat == one };
            if is_one && is_up {
                let result = self.world.decide(seat, decision.clone());
                self.note(format!("{seat:?} {what}: {result:?}"));
            }
        }
    }

    fn claim(&mut self) {
        let name = self.any_name();
        if self.world.programs[&name].game.is_some() {
            let result = self.world.claim(&name);
            self.note(format!("{name:?} claims: {result:?}"));
        }
    }

    /// Links work, everybody is up and active. A claim is taken up again: it need not be the end.
    fn heal(&mut self) {
        self.active.set(self.plan.is_stubborn);
        self.repair();
    }

    fn repair(&mut self) {
        self.world.crash = None;
        self.world.crash_at = None;
        self.world.storm = None;
        self.world.ungag(false);
        self.world.links = Links::GOOD;
        self.world.dead.clear();
        self.world.thaw(true);
        for name in self.names.clone() {
            let game = self.world.programs[&name].game.as_ref();
            if game.is_some_and(|game| matches!(game.stop(), Some(Stop::Claimed(_)))) {
                self.world.kill(&name);
            }
            self.world.program(&name).idle = SeatSet::EMPTY;
        }
        for name in self.names.clone() {
            if self.world.programs[&name].game.is_none() {
                self.world.restart(&name);
            }
        }
        self.mend();
        self.note("all works".into());
    }
}
