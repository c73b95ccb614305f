//! Faults that are aimed at a phase.

use std::collections::BTreeSet;

use game::{Game, Seat, SeatSet};
use protocol::{Decision, Millis};
use record::PeerBytes;

use super::{Chaos, Plan};
use crate::cheats::{Cheater, Scheme};
use crate::phase::{Cheat, Fault, Phase};
use crate::sim::{Brain, CrashAt, Dice, Disk, Gag, Links, Storm, World, peer};

/// So long a phase is waited for.
const REACH_MS: u64 = 60_000;
/// So long it is waited for a cheat in a phase that has been reached.
const CHEAT_MS: u64 = 20_000;
/// So many things happen to links at most between two strikes.
const LINGERS: [u32; 4] = [0, 300, 3_000, 15_000];

impl<G: Game> Chaos<G> {
    /// Everybody sits down; faults and a cheat will be aimed.
    pub fn aimed(
        rules: G::Rules,
        plan: Plan,
        brain: Option<Brain<G>>,
        seed: u64,
        dice: Dice,
    ) -> Self {
        let mut chaos = Self::new(rules, plan, seed, dice);
        chaos.world.brain = brain;
        chaos.close_layouts();
        let (Some(cheat), Some(scheme)) = (chaos.plan.cheat.map(peer), chaos.plan.scheme) else {
            return chaos;
        };
        let seats = chaos.world.cheats;
        let all = SeatSet::first(chaos.plan.seats);
        let honest: BTreeSet<PeerBytes> = chaos.honest().into_iter().collect();
        let shared = (chaos.active.clone(), chaos.world.tale.clone());
        let dice = Dice::new(chaos.dice.next());
        let cheater = Cheater::new((cheat, seats, all), scheme, honest, shared, dice);
        chaos.world.wants_illegal = scheme.cheat == Cheat::Illegal;
        chaos.world.tamper = Some(cheater.tamper());
        chaos
    }

    /// Some do not open their layouts when the game is over.
    fn close_layouts(&mut self) {
        let opens = matches!(self.plan.scheme, Some(Scheme { cheat: Cheat::BadOpening, .. }));
        for name in self.names.clone() {
            if !opens && self.dice.chance(50) {
                self.world.program(&name).keeps_layouts = true;
                self.world.program(&name).game.iter_mut().for_each(|game| game.open_layouts(false));
            }
        }
    }

    /// Every strike where it is aimed; then everything works again until the match is over or waits.
    pub fn run_aimed(&mut self) {
        for (fault, phase) in self.plan.strikes.clone() {
            self.strike(fault, phase);
            let ms = LINGERS[self.dice.below(4) as usize];
            let ms = u64::from(self.dice.below(ms + 1));
            self.world.run_for(ms);
            if self.dice.chance(75) {
                self.repair();
            }
        }
        for _ in 0..self.plan.events {
            let ms = u64::from(self.dice.below(3_000));
            self.world.run_for(ms);
            self.happen();
        }
        if let Some(scheme) = self.plan.scheme {
            self.reach(scheme.phase);
            let (cheat, phase) = (scheme.cheat, scheme.phase);
            self.wait(CHEAT_MS, |world| world.tale.borrow().cheats.count(cheat, phase) > 0);
        }
        self.heal();
        if self.plan.is_short {
            self.agree();
        }
        self.rest();
        self.world.leave();
    }

    /// Goes on until a program is in this phase.
    fn reach(&mut self, phase: Phase) -> Option<PeerBytes> {
        let skip = self.dice.below(3);
        for n in 0..=skip {
            let end = self.world.now + REACH_MS;
            if phase == Phase::Seal {
                self.world.run_for(u64::from(self.dice.below(2_000)));
                self.agree();
            }
            while self.any_in(phase).is_none() && self.goes_on(end) {}
            if n < skip && !matches!(phase, Phase::Begin | Phase::Deploy | Phase::Seal) {
                let step = self.world.tale.borrow().phases.len();
                self.wait(5_000, |world| world.tale.borrow().phases.len() > step);
            }
        }
        self.any_in(phase)
    }

    /// Lets the next thing happen. False at the end, or if nobody plays any more.
    fn goes_on(&mut self, end: Millis) -> bool {
        !self.world.is_stopped() && self.world.advance(end)
    }

    /// Goes on until a condition holds.
    fn wait(&mut self, ms: u64, holds: impl Fn(&World<G>) -> bool) {
        let end = self.world.now + ms;
        while !holds(&self.world) && self.goes_on(end) {}
    }

    /// Everybody is for a draw, so that the end is near.
    fn agree(&mut self) {
        for seat in SeatSet::first(self.plan.seats).iter() {
            let name = self.name_of(seat);
            if self.world.programs[&name].game.is_some() && !self.world.is_frozen(&name) {
                let _ = self.world.decide(seat, Decision::OfferDraw);
            }
        }
    }

    fn name_of(&self, seat: Seat) -> PeerBytes {
        self.world.signed.contract().player(seat).unwrap().peer.clone()
    }

    /// A program in this phase, any of them.
    fn any_in(&mut self, phase: Phase) -> Option<PeerBytes> {
        let is_in = |name: &&PeerBytes| {
            self.world.phase_of(name) == Some(phase) && !self.world.is_frozen(name)
        };
        let all: Vec<PeerBytes> = self.names.iter().filter(is_in).cloned().collect();
        if all.is_empty() {
            return None;
        }
        let at = self.dice.below(all.len() as u32) as usize;
        all.get(at).cloned()
    }

    fn strike(&mut self, fault: Fault, phase: Phase) {
        let what = match fault {
            Fault::Delay
            | Fault::Loss
            | Fault::Duplication
            | Fault::Reorder
            | Fault::CutUnnoticed => self.storm(fault, phase),
            Fault::BeforePersist | Fault::BeforeSend | Fault::AfterSend | Fault::MidRecord => {
                self.crash(fault, phase)
            }
            Fault::Unheard | Fault::Late => self.gag(fault, phase),
            Fault::OldBackup => self.old_backup(phase),
            Fault::Claim => self.lone_claim(phase),
            _ => match self.reach(said_in(fault, phase)) {
                Some(name) => self.strike_one(fault, phase, &name),
                None => "not reached".into(),
            },
        };
        self.note(format!("{fault:?} in {phase:?}: {what}"));
    }

    fn storm(&mut self, fault: Fault, phase: Phase) -> String {
        let left = if fault == Fault::CutUnnoticed { 1 } else { 1 + self.dice.below(4) };
        let late_ms = u64::from(600 + self.dice.below(3_000));
        self.world.storm = Some(Storm { fault, phase, left, late_ms });
        if phase == Phase::Seal {
            self.agree();
        }
        self.wait(REACH_MS, |world| world.storm.is_none());
        format!("left {:?}", self.world.storm.as_ref().map(|storm| storm.left))
    }

    fn crash(&mut self, point: Fault, phase: Phase) -> String {
        let name = self.any_name();
        self.world.crash_at = Some(CrashAt { name: name.clone(), point, phase });
        if (point, phase) == (Fault::BeforePersist, Phase::Begin) {
            self.world.start_over(&name);
        }
        if phase == Phase::Seal {
            self.agree();
        }
        self.wait(REACH_MS, |world| world.crash_at.is_none());
        let is_hit = self.world.crash_at.is_none();
        if is_hit {
            let ms = u64::from(self.dice.below(8_000));
            self.world.run_for(ms);
            self.start_again();
        }
        format!("{name:?} {is_hit}")
    }

    /// Nobody hears a program from its first entry in this phase on, until somebody misses it.
    fn gag(&mut self, fault: Fault, phase: Phase) -> String {
        let name = self.any_name();
        self.world.gag = Some(Gag::new(name.clone(), phase));
        self.world.links = Links { jitter_ms: u64::from(self.dice.below(400)), ..Links::GOOD };
        self.wait(REACH_MS, |world| world.gag.as_ref().is_none_or(|gag| gag.is_on));
        self.wait(REACH_MS, |world| world.is_missed(&name));
        let is_missed = self.world.is_missed(&name);
        if is_missed {
            self.world.count(fault, Some(phase));
        }
        let is_late = fault == Fault::Late;
        let ms = if is_late { self.dice.below(100) } else { 500 + self.dice.below(4_000) };
        self.world.run_for(u64::from(ms));
        self.world.ungag(is_late);
        format!("{name:?} missed {is_missed}")
    }

    fn strike_one(&mut self, fault: Fault, phase: Phase, name: &PeerBytes) -> String {
        let ms = [900, 9_000, 90_000][self.dice.below(3) as usize];
        let ms = 1 + u64::from(self.dice.below(ms));
        let at = Some(phase);
        match fault {
            Fault::Kill => {
                self.world.count(fault, at);
                self.world.kill(name);
            }
            Fault::Restart => {
                self.world.kill(name);
                self.world.run_for(ms / 10);
                self.world.restart(name);
                self.world.count(fault, self.world.phase_of(name));
            }
            Fault::CutNoticed => {
                let other = self.other_than(name);
                self.world.count(fault, at);
                self.world.dead.insert((name.clone(), other.clone()));
                self.world.loses(name, &other);
            }
            Fault::Partition => {
                self.world.count(fault, at);
                self.part(name);
            }
            Fault::ClockJump => {
                self.world.count(fault, at);
                self.world.jump(name, ms * 10);
            }
            Fault::Sleep | Fault::Stopped => {
                self.world.count(fault, at);
                self.world.freeze(name, ms, fault == Fault::Sleep);
            }
            Fault::Idle => return self.idle_in(phase),
            Fault::Draw => return self.decide_in(fault, phase, name, Decision::OfferDraw),
            Fault::Resign => return self.decide_in(fault, phase, name, Decision::Resign),
            Fault::Pause => return self.pause_in(phase, name),
            _ => {}
        }
        format!("{name:?} {ms} ms")
    }

    fn other_than(&mut self, name: &PeerBytes) -> PeerBytes {
        let others: Vec<&PeerBytes> = self.names.iter().filter(|other| *other != name).collect();
        let at = self.dice.below(others.len() as u32) as usize;
        others.get(at).map_or_else(|| name.clone(), |other| (*other).clone())
    }

    /// Two groups, one with this program, that cannot reach each other.
    fn part(&mut self, name: &PeerBytes) {
        let other = self.other_than(name);
        let is_noticed = self.dice.chance(50);
        let here =
            |this: &PeerBytes, dice: &mut Dice| this == name || *this != other && dice.chance(50);
        let (ours, theirs): (Vec<_>, Vec<_>) =
            self.names.clone().into_iter().partition(|this| here(this, &mut self.dice));
        for (a, b) in ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b))) {
            self.world.cut.insert((a.clone(), b.clone()));
            for (a, b) in [(a, b), (b, a)] {
                if is_noticed && self.world.programs[a].game.is_some() {
                    self.world.loses(a, b);
                }
            }
        }
    }

    /// Somebody who is asked in this phase does not answer.
    fn idle_in(&mut self, phase: Phase) -> String {
        let end = self.world.now + REACH_MS;
        loop {
            let asked = self.names.iter().filter(|name| self.world.phase_of(name) == Some(phase));
            let asked = asked.filter_map(|name| {
                let seat = self.world.programs[name].game.as_ref()?.awaited().iter().next()?;
                Some((name.clone(), seat))
            });
            if let Some((name, seat)) = asked.collect::<Vec<_>>().first().cloned() {
                let idle = &mut self.world.program(&name).idle;
                *idle = idle.with(seat);
                self.world.count(Fault::Idle, Some(phase));
                return format!("{seat:?}");
            }
            if !self.goes_on(end) {
                return "nobody is asked".into();
            }
        }
    }

    fn decide_in(
        &mut self,
        fault: Fault,
        phase: Phase,
        name: &PeerBytes,
        decision: Decision<G>,
    ) -> String {
        let seats = self.world.signed.contract().seats_of(name);
        let Some(seat) = seats.iter().next() else {
            return "no seat".into();
        };
        // Some are not heard when they say so, and close the program; some are heard late.
        let leaves = self.dice.chance(50);
        if leaves && phase.is_human() {
            let is_past = |world: &World<G>| world.phase_of(name) != Some(phase);
            self.wait(REACH_MS, |world| world.is_asked(name) || is_past(world));
        } else if self.dice.chance(50) {
            self.world.links = Links { delay_ms: 500, ..Links::GOOD };
        }
        let others = self.names.clone().into_iter().filter(|other| leaves && other != name);
        self.world.dead.extend(others.map(|other| (name.clone(), other)));
        let result = self.world.decide(seat, decision);
        if result.is_ok() {
            self.world.count(fault, Some(phase));
        }
        if leaves {
            let ms = u64::from(self.dice.below(3_000));
            self.world.run_for(ms);
            self.world.kill(name);
            self.world.run_for(ms);
            self.world.dead.clear();
            self.world.restart(name);
        }
        format!("{seat:?} {result:?}")
    }

    /// One is for a pause, or everybody: then clocks stand until somebody moves.
    fn pause_in(&mut self, phase: Phase, name: &PeerBytes) -> String {
        if self.dice.chance(70) {
            for seat in SeatSet::first(self.plan.seats).iter() {
                let other = self.name_of(seat);
                if self.world.programs[&other].game.is_some() && !self.world.is_frozen(&other) {
                    let _ = self.world.decide(seat, Decision::WishPause);
                }
            }
        }
        self.decide_in(Fault::Pause, phase, name, Decision::WishPause)
    }

    /// A program is started with the disk that it had before this phase was reached, while all others
    /// can be asked.
    fn old_backup(&mut self, phase: Phase) -> String {
        let steps = self.dice.below(4) as usize;
        let step = self.world.tale.borrow().phases.len() + steps;
        if matches!(phase, Phase::Act | Phase::Commit | Phase::Reveal) {
            self.wait(REACH_MS, |world| world.tale.borrow().phases.len() >= step);
        }
        // Whoever has not decided yet may decide otherwise the next time.
        let names = self.names.clone();
        let asked = |world: &World<G>| names.iter().find(|name| world.is_asked(name)).cloned();
        let mut name = None;
        if phase == Phase::Begin {
            self.backups = names.iter().map(|name| (name.clone(), Disk::default())).collect();
        } else {
            // The first to be asked are asked to set up: there what is older is older than that.
            if phase != Phase::Deploy {
                self.wait(REACH_MS, |world| asked(world).is_some());
                name = asked(&self.world);
            }
            let disk = |name: &PeerBytes| (name.clone(), self.world.programs[name].disk.clone());
            self.backups = names.iter().map(disk).collect();
            self.world.run_for(30);
        }
        self.repair();
        let any = self.reach(phase);
        let is_in = |name: &PeerBytes| self.world.phase_of(name) == Some(phase);
        let Some(name) = name.filter(is_in).or(any) else {
            return "not reached".into();
        };
        let disk = self.backups[&name].clone();
        let now = &self.world.programs[&name].disk;
        if disk.journal.len() >= now.journal.len() {
            return "nothing is older".into();
        }
        self.restored = true;
        // All others can be asked, but they may take their time.
        let delay_ms = [10, 500, 3_000][self.dice.below(3) as usize];
        self.world.links = Links { delay_ms, ..Links::GOOD };
        self.world.restore(&name, disk);
        self.world.count(Fault::OldBackup, Some(phase));
        format!("{name:?} {delay_ms} ms")
    }

    /// All others die, and whoever is left closes the match.
    fn lone_claim(&mut self, phase: Phase) -> String {
        let end = self.world.now + REACH_MS;
        loop {
            let waits = |name: &&PeerBytes| {
                let is_in = self.world.phase_of(name) == Some(phase);
                let game = self.world.programs[*name].game.as_ref().filter(|_| is_in);
                game.is_some_and(|game| !game.silent().minus(game.own_seats()).is_empty())
            };
            if let Some(name) = self.names.iter().find(waits).cloned() {
                for other in self.names.clone().iter().filter(|other| **other != name) {
                    self.world.kill(other);
                }
                self.world.run_for(70_000);
                let at = self.world.phase_of(&name);
                let result = self.world.claim(&name);
                if result.is_ok() {
                    self.world.count(Fault::Claim, at);
                }
                return format!("{name:?} in {at:?}: {result:?}");
            }
            if !self.goes_on(end) {
                return "nobody waits".into();
            }
        }
    }
}

/// When people say what is signed in a phase: programs reveal at once, so it is the phase before.
const fn said_in(fault: Fault, phase: Phase) -> Phase {
    match (fault, phase) {
        (Fault::Resign | Fault::Draw, Phase::TossReveal) => Phase::TossCommit,
        (Fault::Resign | Fault::Draw, Phase::Reveal) => Phase::Commit,
        _ => phase,
    }
}
