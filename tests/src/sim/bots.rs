//! How seats decide at a simulated table.

use game::{Canon, Game, Known, Seat, SeatSet};
use protocol::{Decision, Match, Purpose, Stage};
use record::PeerBytes;

use super::{Dice, World};

/// How seats decide: by what they know, and nothing more.
pub type Brain<G> = fn(&<G as Game>::Position, &Known<G>, Seat, &mut Dice) -> Option<Decision<G>>;

impl<G: Game> World<G> {
    /// Random play for every seat that must decide. True if one has decided.
    pub(super) fn play_bots(&mut self) -> bool {
        let mut any = false;
        let names: Vec<PeerBytes> = self.programs.keys().cloned().collect();
        for name in names {
            let Some(game) = &self.programs[&name].game else {
                continue;
            };
            if self.is_frozen(&name) {
                continue;
            }
            let step = game.progress().step();
            let lost = game.lost_choices().minus(self.programs[&name].idle);
            let is_settled = game.is_settled();
            for seat in lost.iter().filter(|_| is_settled) {
                let choice = self.chosen[&seat].clone();
                any |= self.decide(seat, Decision::Choose(choice)).is_ok();
            }
            // Its player remembers the layout that its program has lost.
            let lost = self.programs[&name].game.as_ref().map(Match::lost_layouts);
            for seat in lost.into_iter().flat_map(SeatSet::iter).filter(|_| is_settled) {
                let layout = self.layouts[&seat].clone();
                any |= self.decide(seat, Decision::Deploy(layout)).is_ok();
            }
            let Some(game) = &self.programs[&name].game else {
                continue;
            };
            let awaited = game.awaited().minus(self.programs[&name].idle);
            for seat in awaited.iter().filter(|_| game.is_settled()).collect::<Vec<_>>() {
                // It may have died when another of its seats decided.
                if self.programs[&name].game.is_none() {
                    break;
                }
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
        match &decision {
            Decision::Deploy(secret) => {
                self.layouts.entry(seat).or_insert_with(|| secret.clone());
            }
            Decision::Choose(choice) => {
                self.chosen.insert(seat, choice.clone());
            }
            _ => {}
        }
        decision
    }

    /// Notes a move that is one of this game, and that this seat may not make now: a legal one with one
    /// byte changed.
    pub(super) fn note_illegal(&mut self, name: &PeerBytes, seat: Seat, step: u32) {
        if self.tale.borrow().illegal.as_ref().is_some_and(|(at, _)| *at == step) {
            return;
        }
        let Some(game) = &self.programs[name].game else {
            return;
        };
        let at = game.progress().position();
        let own = G::moves(at, seat, &game.known(seat));
        let bytes: Vec<Vec<u8>> = own.iter().take(4).map(Canon::encode).collect();
        let places = bytes.iter().flat_map(|bytes| (0..bytes.len()).map(move |at| (bytes, at)));
        let changed = places.flat_map(|(bytes, at)| {
            (0..=u8::MAX).map(move |value| {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                bytes
            })
        });
        let is_illegal = |bytes: &Vec<u8>| {
            G::Move::decode(game.progress().rules(), bytes)
                .is_ok_and(|mv| G::owes(at, seat, &mv).is_err())
        };
        let bytes = changed.into_iter().find(is_illegal).unwrap_or_else(|| vec![255; 3]);
        self.tale.borrow_mut().illegal = Some((step, bytes));
    }
}
