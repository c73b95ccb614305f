//! A match in which everything goes wrong, as one seed says, and what must hold afterwards.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use game::{Game, Seat, SeatSet};
use protocol::{Decision, Stop, Verdict};
use record::{Clock, PeerBytes};

use crate::byzantine::Byzantine;
use crate::sim::{Dice, Disk, Links, Setting, World, peer};
use crate::verdict::{agree, audited};

/// So long after everything works again a match must be over.
const PATIENCE_MS: u64 = 2 * 3_600_000;
/// So long nothing happens, to count what is sent meanwhile.
const QUIET_MS: u64 = 60_000;
/// So many messages at most go from one honest program to another in that time: a heartbeat and its
/// answer every 5 s each way, and things that are still lacking every 3 s.
const QUIET_MESSAGES: usize = 120;

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
            let seats = world.signed.contract().seats_of(&peer(cheat));
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
        self.world.run(PATIENCE_MS);
        self.world.leave();
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
            let now = self.world.now;
            for (a, b) in [(&name, &other), (&other, &name)] {
                let game = self.world.program(a).game.as_mut();
                if let Some(game) = game.filter(|_| is_noticed) {
                    game.disconnected(b, now);
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
        self.world.kill(&name);
        self.world.program(&name).disk = disk;
        self.world.restart(&name);
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
        self.world.crash = None;
        self.world.links = Links::GOOD;
        self.active.set(self.plan.is_stubborn);
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

    fn is_honest(&self, name: &PeerBytes) -> bool {
        self.plan.cheat.is_none_or(|cheat| peer(cheat) != *name)
    }

    fn honest(&self) -> Vec<PeerBytes> {
        self.names.iter().filter(|name| self.is_honest(name)).cloned().collect()
    }

    fn cheats(&self) -> SeatSet {
        let cheat = self.plan.cheat.map(peer);
        cheat.map_or(SeatSet::EMPTY, |name| self.world.signed.contract().seats_of(&name))
    }

    /// What does not hold that must.
    pub fn violations(&mut self) -> Vec<String> {
        let mut found = Vec::new();
        for name in self.honest() {
            found.extend(self.blames_honest(&name));
        }
        found.extend(self.histories_differ());
        found.extend(self.waits_in_vain());
        found.extend(self.talks_in_vain());
        found
    }

    /// No honest seat is named, and the audit says the same.
    fn blames_honest(&self, name: &PeerBytes) -> Vec<String> {
        let stop = self.world.game(name).stop();
        let verdict = audited(&self.world, name);
        let cheats = self.cheats();
        let mut found = Vec::new();
        let live = match stop {
            Some(Stop::Cheated(fault)) => cheats.has(fault.seat),
            Some(Stop::Diverged { seat, .. }) => cheats.has(*seat),
            Some(Stop::Engine(_)) => false,
            _ => true,
        };
        let later = match &verdict {
            Verdict::Cheated(proven) => cheats.has(proven.seat),
            Verdict::Invalid { .. } | Verdict::Diverged { .. } | Verdict::Unsupported(_) => false,
            _ => true,
        };
        if !live || !later {
            found.push(format!("{name:?} blames wrongly: {stop:?} {verdict:?}"));
        }
        if !agree(stop, &verdict) {
            found.push(format!("{name:?} disagrees with its audit: {stop:?} {verdict:?}"));
        }
        found
    }

    /// Records of honest programs begin alike, unless one of them can show why not.
    fn histories_differ(&self) -> Vec<String> {
        let honest = self.honest();
        let is_shown = honest.iter().any(|name| {
            let stop = self.world.game(name).stop();
            matches!(stop, Some(Stop::Cheated(fault)) if fault.check == protocol::Check::Double)
        });
        let mut found = Vec::new();
        for (n, a) in honest.iter().enumerate().filter(|_| !is_shown) {
            for b in honest.iter().skip(n + 1) {
                let pairs = |x: &[record::ClosedStep], y: &[record::ClosedStep]| {
                    x.iter().zip(y).position(|(x, y)| x.encode() != y.encode())
                };
                let (x, y) = (&self.world.programs[a].disk, &self.world.programs[b].disk);
                if let Some(step) = pairs(&x.steps, &y.steps) {
                    found.push(format!("records of {a:?} and {b:?} differ in step {step}"));
                }
                let (x, y) = (self.world.game(a), self.world.game(b));
                let is_live = x.stop().is_none() && y.stop().is_none();
                if let Some(step) = pairs(x.steps(), y.steps()).filter(|_| is_live) {
                    found.push(format!("{a:?} and {b:?} differ in step {step}"));
                }
            }
        }
        found
    }

    /// The match is over, or waits for the cheat alone.
    fn waits_in_vain(&self) -> Vec<String> {
        let mut found = Vec::new();
        for name in self.honest() {
            let game = self.world.game(&name);
            let (step, silent) = (game.progress().step(), game.silent());
            let is_for_cheat = !silent.is_empty() && silent.is_within(self.cheats());
            if game.stop().is_none() && !is_for_cheat {
                found.push(format!("{name:?} waits in step {step} for {silent:?}"));
            }
        }
        let stops: BTreeSet<String> = self
            .honest()
            .iter()
            .map(|name| format!("{:?}", self.world.game(name).stop()))
            .collect();
        if self.plan.cheat.is_none() && stops.len() > 1 {
            found.push(format!("they end differently: {stops:?}"));
        }
        found
    }

    /// When nothing happens any more, little is sent.
    fn talks_in_vain(&mut self) -> Vec<String> {
        self.world.tape = Some(Vec::new());
        self.world.run_for(QUIET_MS);
        let mut counts: BTreeMap<(PeerBytes, PeerBytes), usize> = BTreeMap::new();
        for (from, to, _) in self.world.tape.take().unwrap_or_default() {
            if self.is_honest(&from) && self.is_honest(&to) {
                *counts.entry((from, to)).or_default() += 1;
            }
        }
        let many = counts.into_iter().filter(|(_, count)| *count > QUIET_MESSAGES);
        many.map(|(pair, count)| format!("{count} messages in a quiet minute: {pair:?}")).collect()
    }
}
