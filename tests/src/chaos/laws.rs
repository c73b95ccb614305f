//! What must hold after a match in which everything went wrong.

use std::collections::{BTreeMap, BTreeSet};

use game::{Game, Seat, SeatSet};
use protocol::{Ack, Match, Packet, Stop, Verdict};
use record::{Clock, ClosedStep, PeerBytes, Slot};

use super::Chaos;
use crate::sim::peer;
use crate::verdict::{agree, audited};

/// So long nothing happens, to count what is sent meanwhile.
const QUIET_MS: u64 = 20_000;
/// So many messages at most go from one honest program to another in that time: a heartbeat and its
/// answer every 5 s each way, and things that are still lacking every 3 s.
const QUIET_MESSAGES: usize = 40;
/// So many of them are shown when a seed is replayed.
const SHOWN: usize = 60;

impl<G: Game> Chaos<G> {
    pub(super) fn is_honest(&self, name: &PeerBytes) -> bool {
        self.plan.cheat.is_none_or(|cheat| peer(cheat) != *name)
    }

    pub(super) fn honest(&self) -> Vec<PeerBytes> {
        self.names.iter().filter(|name| self.is_honest(name)).cloned().collect()
    }

    fn cheats(&self) -> SeatSet {
        let cheat = self.plan.cheat.map(peer);
        cheat.map_or(SeatSet::EMPTY, |name| self.world.signed.contract().seats_of(&name))
    }

    /// What does not hold that must.
    pub fn violations(&mut self) -> Vec<String> {
        let mut found = Vec::new();
        let mut verdicts: BTreeMap<Vec<u8>, Verdict> = BTreeMap::new();
        for name in self.honest() {
            let record = self.world.record(&name);
            let verdict = verdicts.entry(record).or_insert_with(|| audited(&self.world, &name));
            found.extend(self.blames_honest(&name, verdict));
        }
        found.extend(self.histories_differ());
        // A cheat may keep a match from standing still, but nobody honest then waits for long.
        let waits = self.waits_in_vain();
        found.extend(self.talks_in_vain());
        if !self.waits_in_vain().is_empty() {
            found.extend(waits);
        }
        found.extend(self.world.tale.borrow().wrongs.iter().cloned());
        found
    }

    /// No honest seat is named, and the audit says the same.
    fn blames_honest(&self, name: &PeerBytes, verdict: &Verdict) -> Vec<String> {
        let stop = self.world.game(name).stop();
        let cheats = self.cheats();
        let mut found = Vec::new();
        let live = match stop {
            Some(Stop::Cheated(fault)) => cheats.has(fault.seat),
            Some(Stop::Diverged { seat, .. }) => cheats.has(*seat),
            Some(Stop::Engine(_)) => false,
            _ => true,
        };
        let later = match verdict {
            Verdict::Cheated(proven) => cheats.has(proven.seat),
            Verdict::Invalid { .. } | Verdict::Diverged { .. } | Verdict::Unsupported(_) => false,
            _ => true,
        };
        if !live || !later {
            found.push(format!("{name:?} blames wrongly: {stop:?} {verdict:?}"));
        }
        if !agree(stop, verdict) {
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
                let pairs = |x: &[ClosedStep], y: &[ClosedStep]| {
                    let at = x.iter().zip(y).position(|(x, y)| x.encode() != y.encode())?;
                    let (x, y) = (x.get(at)?, y.get(at)?);
                    (!self.is_unproven(x, y) && !self.is_unproven(y, x)).then_some(at)
                };
                // Where there is no game nobody goes on, so nobody learns who else was missing.
                let no_game = |name| matches!(self.world.game(name).stop(), Some(Stop::NoGame(_)));
                if no_game(a) && no_game(b) {
                    continue;
                }
                let (x, y) = (&self.world.programs[a].disk, &self.world.programs[b].disk);
                // Who stops for a fault records what could still be undone.
                let is_last = |name: &PeerBytes, step| {
                    let stop = self.world.game(name).stop();
                    let is_blamed = matches!(stop, Some(Stop::Cheated(_) | Stop::Diverged { .. }));
                    is_blamed && step + 2 >= self.world.programs[name].disk.steps.len()
                };
                let differ = pairs(&x.steps, &y.steps);
                if let Some(step) = differ.filter(|step| !is_last(a, *step) && !is_last(b, *step)) {
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

    /// Whether a cheat has said Missing about what he has acknowledged, or gone on from: that leaves
    /// no proof (`crates/protocol/THREATS.md`, 'Where a program says that it stands').
    fn is_unproven(&self, empty: &ClosedStep, filled: &ClosedStep) -> bool {
        let is_lie = |(seat, slot): &(Seat, Slot)| match (slot, filled.slot(*seat)) {
            (Slot::Empty(absences), Some(Slot::Entry(_) | Slot::Resigned(_))) => {
                absences.iter().any(|absence| self.cheats().has(absence.by))
            }
            _ => false,
        };
        empty.slots.iter().any(is_lie)
    }

    /// The match is over, or waits for the cheat alone.
    fn waits_in_vain(&self) -> Vec<String> {
        let mut found = Vec::new();
        for name in self.honest() {
            let game = self.world.game(&name);
            let (step, silent) = (game.progress().step(), game.silent());
            let is_for_cheat = self.waits_for_cheat(game);
            if game.stop().is_none() && !is_for_cheat && !self.waits_for_people(game) {
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

    /// Without a clock a slot is empty when people say so. Whoever had gone on by then, unheard, is
    /// silent in the next step (SPEC §10.9), until they say so again.
    fn waits_for_people(&self, game: &Match<G>) -> bool {
        let (silent, step) = (game.silent(), game.progress().step());
        let is_bound = |seat: Seat| {
            let own = &self.world.signed.contract().player(seat).unwrap().peer;
            let own = self.world.programs[own].game.as_ref();
            let knows = |own: &Match<G>| own.progress().step() == step && own.silent().has(seat);
            self.world.has_given(seat, step) && own.is_some_and(knows)
        };
        self.plan.clock == Clock::Unlimited && !silent.is_empty() && silent.iter().all(is_bound)
    }

    /// Whether this program waits for a cheat alone: for an entry of his, for what he has to say about
    /// a seat from which it takes nothing more unless somebody shows it, or for an honest program that
    /// is behind and so waits itself.
    fn waits_for_cheat(&self, game: &Match<G>) -> bool {
        let (silent, cheats) = (game.silent(), self.cheats().and(game.progress().living()));
        let stated = Packet::decode(&game.acknowledge()).map(|packet| match packet.ack {
            Ack::Playing(standing) => standing.absences,
            Ack::Signing(_) => Vec::new(),
        });
        let stated = stated.unwrap_or_default();
        let owes_word = |seat: Seat| {
            let by = stated.iter().find(|(about, _)| *about == seat).map(|(_, by)| *by);
            by.is_some_and(|by| !by.and(game.own_seats()).is_empty() && !cheats.is_within(by))
        };
        let step = game.progress().step();
        let behind = self.honest().into_iter().filter(|name| {
            let other = self.world.game(name);
            other.stop().is_none() && other.progress().step() < step
        });
        let behind: SeatSet =
            behind.flat_map(|name| self.world.game(&name).own_seats().iter()).collect();
        let is_ahead = |seat: Seat| !behind.is_empty() && game.own_seats().has(seat);
        // After a restart nothing is signed before another has said what he holds (SPEC §13.3).
        let others = game.progress().living().minus(game.own_seats());
        let is_unsettled = !game.is_settled() && others.is_within(cheats);
        let is_unheard = |seat: Seat| is_unsettled && game.own_seats().has(seat);
        let waits = |seat| {
            self.cheats().has(seat)
                || owes_word(seat)
                || behind.has(seat)
                || is_ahead(seat)
                || is_unheard(seat)
        };
        !self.cheats().is_empty() && !silent.is_empty() && silent.iter().all(waits)
    }

    /// When nothing happens any more, little is sent.
    fn talks_in_vain(&mut self) -> Vec<String> {
        self.world.tape = Some(Vec::new());
        self.world.run_for(QUIET_MS);
        let mut counts: BTreeMap<(PeerBytes, PeerBytes), usize> = BTreeMap::new();
        let tape = self.world.tape.take().unwrap_or_default();
        for (from, to, _) in &tape {
            if self.is_honest(from) && self.is_honest(to) {
                *counts.entry((from.clone(), to.clone())).or_default() += 1;
            }
        }
        let many = counts.into_iter().filter(|(_, count)| *count > QUIET_MESSAGES);
        let many: Vec<_> = many.collect();
        if !many.is_empty() {
            for (from, to, bytes) in tape.iter().take(SHOWN) {
                self.log.push(format!("{from:?} to {to:?}: {:?}", Packet::decode(bytes)));
            }
        }
        many.iter()
            .map(|(pair, count)| format!("{count} messages in {QUIET_MS} quiet ms: {pair:?}"))
            .collect()
    }
}
