//! Links of a simulated table, and the messages on them.

use game::Game;
use protocol::{Packet, Stop};
use record::PeerBytes;

use super::weather::{LATE_MS, must_name};
use super::{Happening, World};
use crate::phase::Fault;

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

/// So many messages no match has that ends.
const ENDLESS: u64 = 300_000;

impl<G: Game> World<G> {
    /// Puts bytes on a link.
    pub fn post(&mut self, from: PeerBytes, to: PeerBytes, bytes: Vec<u8>, is_answer: bool) {
        if !self.is_linked(&from, &to) {
            let is_up = |name| self.programs.get(name).is_some_and(|p| p.game.is_some());
            if is_up(&from) && is_up(&to) {
                self.count(Fault::CutUnnoticed, self.phase_in(&bytes));
            }
            return;
        }
        let Some(mut tamper) = self.tamper.take() else {
            return self.launch(&from, &to, &bytes, is_answer);
        };
        for packet in tamper(&from, &to, Packet::decode(&bytes).unwrap()) {
            self.launch(&from, &to, &packet.encode(), is_answer);
        }
        let raw = std::mem::take(&mut self.tale.borrow_mut().raw);
        raw.iter().for_each(|bytes| self.launch(&from, &to, bytes, true));
        self.tamper = Some(tamper);
    }

    /// What comes of bytes on their way.
    pub(super) fn launch(
        &mut self,
        from: &PeerBytes,
        to: &PeerBytes,
        bytes: &[u8],
        is_answer: bool,
    ) {
        if let Some(tape) = &mut self.tape {
            tape.push((from.clone(), to.clone(), bytes.to_vec()));
        }
        if self.dead.contains(&(from.clone(), to.clone())) {
            return self.count(Fault::CutUnnoticed, self.phase_in(bytes));
        }
        if self.is_gagged(from, to, bytes, is_answer) {
            return;
        }
        let struck = self.strike(bytes);
        let is_twice = self.dice.chance(self.links.twice);
        let is_twice = is_twice || matches!(struck, Some((Fault::Duplication, _)));
        if is_twice {
            self.count(Fault::Duplication, self.phase_in(bytes));
        }
        for _ in 0..1 + u32::from(is_twice) {
            if self.dice.chance(self.links.loss) || matches!(struck, Some((Fault::Loss, _))) {
                self.count(Fault::Loss, self.phase_in(bytes));
                continue;
            }
            let late = match struck {
                Some((Fault::Delay | Fault::Reorder, ms)) => ms,
                _ => 0,
            };
            let jitter = u64::from(self.dice.below(self.links.jitter_ms as u32 + 1)) + late;
            if jitter >= LATE_MS {
                self.count(Fault::Delay, self.phase_in(bytes));
            }
            let at = self.now + self.links.delay_ms + jitter;
            self.number += 1;
            assert!(self.number < ENDLESS, "programs talk without end");
            let (from, to, bytes) = (from.clone(), to.clone(), bytes.to_vec());
            let arrives = Happening::Arrives { from, to, bytes, is_answer };
            self.queue.insert((at, self.number), arrives);
        }
    }

    /// A message has reached its receiver.
    pub(super) fn arrive(
        &mut self,
        number: u64,
        from: PeerBytes,
        to: PeerBytes,
        bytes: &[u8],
        is_answer: bool,
    ) {
        if let Some(frozen) = self.programs.get(&to).and_then(|program| program.frozen) {
            let arrives = Happening::Arrives { from, to, bytes: bytes.to_vec(), is_answer };
            self.queue.insert((frozen.until.max(self.now + 1), number), arrives);
            return;
        }
        if !self.is_linked(&from, &to) && self.programs[&from].game.is_some() {
            return;
        }
        let now = self.clock(&to);
        let newest = self.latest.entry((from.clone(), to.clone())).or_default();
        let is_overtaken = *newest > number;
        *newest = number.max(*newest);
        if is_overtaken {
            self.count(Fault::Reorder, self.phase_in(bytes));
        }
        let tale = self.tale.clone();
        let Some(game) = &mut self.program(&to).game else {
            return;
        };
        let mark = tale.borrow().marked.get(bytes).cloned();
        let mark = mark.filter(|_| game.stop().is_none());
        let must = mark.as_ref().is_some_and(|mark| must_name(game, bytes, mark));
        let _ = game.receive(&from, bytes, now);
        let answer = game.acknowledge();
        if let Some(mark) = mark {
            let mut tale = tale.borrow_mut();
            tale.cheats.add(mark.cheat, mark.phase);
            if must && !matches!(game.stop(), Some(Stop::Cheated(_) | Stop::Diverged { .. })) {
                tale.wrongs.push(format!("{to:?} takes {:?} in {:?}", mark.cheat, mark.phase));
            }
        }
        self.carry_out(&to);
        if !is_answer && self.is_linked(&from, &to) {
            self.post(to, from, answer, true);
        }
    }
}
