//! Machines at own seats: crate `bot` asked for what the match waits for.

use std::collections::BTreeMap;
use std::time::Duration;

use bot::{Decision as Given, Dice, Draw, Level, Player as _};
use catalog::Any;
use game::{Seat, SeatSet};
use protocol::{Decision, Match, Millis, Purpose, Stage};

use crate::profile::random;

/// How machines play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machines {
    /// How well.
    pub level: Level,
    /// How long they take over a move, for those who watch.
    pub pace: Duration,
}

impl Default for Machines {
    fn default() -> Self {
        Self { level: Level::Strong, pace: Duration::ZERO }
    }
}

/// The machines of one match. They share their dice.
pub(crate) struct Machine {
    dice: Dice,
    /// The step in which a draw was last answered, and by whom.
    answered: (u32, SeatSet),
    level: Level,
    /// How long a machine takes over a move.
    pace_ms: u64,
    /// The step for which a machine takes its time, and until when.
    busy: Option<(u32, Millis)>,
}

impl Machine {
    pub(crate) fn new(machines: Machines) -> Self {
        // Without randomness of the system no key could have been made: the program has it.
        let dice = Dice::new(random().unwrap_or_default());
        let pace_ms = u64::try_from(machines.pace.as_millis()).unwrap_or(u64::MAX);
        let level = machines.level;
        Self { dice, answered: (0, SeatSet::EMPTY), level, pace_ms, busy: None }
    }

    /// When a machine that takes its time moves.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        self.busy.map(|(_, until)| until)
    }

    /// Whether a machine still takes its time over a move in this step.
    fn is_busy(&mut self, step: u32, now: Millis) -> bool {
        if self.pace_ms == 0 {
            return false;
        }
        if self.busy.is_none_or(|(at, _)| at != step) {
            self.busy = Some((step, now + self.pace_ms));
        }
        let is_busy = self.busy.is_some_and(|(_, until)| now < until);
        if !is_busy {
            self.busy = None;
        }
        is_busy
    }

    /// What a machine gives now, if something is waited for from one. Where a machine plays for a
    /// person, it plays and no more: draws and resignations stay his.
    pub(crate) fn next(
        &mut self,
        game: &Match<Any>,
        (bots, handed): (SeatSet, &BTreeMap<Seat, Level>),
        now: Millis,
    ) -> Option<(Seat, Decision<Any>)> {
        let step = game.progress().step();
        let is_over = game.stop().is_some() || game.progress().is_decided();
        // Time that a machine took over a move that was never made.
        self.busy = self.busy.filter(|(at, _)| *at == step && !is_over);
        if !game.is_settled() || is_over {
            return None;
        }
        let position = game.progress().position();
        let answer = self.answer_draw(game, bots);
        if let Some(answer) = answer.or_else(|| agree_to_pause(game, bots)) {
            return Some(answer);
        }
        let all: SeatSet = handed.keys().copied().chain(bots.iter()).collect();
        let seat = game.awaited().and(all).lowest()?;
        let level = handed.get(&seat).copied().unwrap_or(self.level);
        let acts = game.due().is_some_and(|due| due.stage == Stage::Act);
        if acts && self.is_busy(step, now) {
            return None;
        }
        let given = level.decide(position, &game.known(seat), seat, &mut self.dice)?;
        let decision = match (given, game.due().map(|due| &due.stage)) {
            (Given::Move(mv), Some(Stage::Act)) => Decision::Move(mv),
            (Given::Secret(secret), Some(Stage::Deploy)) => Decision::Deploy(secret),
            (Given::Choice(choice), Some(Stage::Commit(Purpose::Choice))) => {
                Decision::Choose(choice)
            }
            _ => return None,
        };
        Some((seat, decision))
    }

    /// Each machine answers a draw offer of others once in each step; who declines does it for all.
    fn answer_draw(&mut self, game: &Match<Any>, bots: SeatSet) -> Option<(Seat, Decision<Any>)> {
        let living = game.progress().living();
        let offers = game.draw_offers();
        let step = game.progress().step();
        if self.answered.0 != step {
            self.answered = (step, SeatSet::EMPTY);
        }
        if offers.is_empty() {
            return None;
        }
        let asked = bots.and(living).minus(offers).minus(self.answered.1);
        let seat = asked.lowest()?;
        let position = game.progress().position();
        match self.level.draw(position, &game.known(seat), seat) {
            Draw::Decline => {
                self.answered.1 = bots;
                Some((seat, Decision::DeclineDraw))
            }
            Draw::Accept | Draw::Offer => {
                self.answered.1 = self.answered.1.with(seat);
                Some((seat, Decision::OfferDraw))
            }
        }
    }
}

/// Machines are for a pause as soon as the people beside them are; without any they play on. One that
/// must decide does so first: its move would end the pause.
fn agree_to_pause(game: &Match<Any>, bots: SeatSet) -> Option<(Seat, Decision<Any>)> {
    let (living, wishes) = (game.progress().living(), game.pause_wishes());
    let people = game.own_seats().and(living).minus(bots);
    let is_free = game.awaited().and(bots).is_empty() && !game.is_paused();
    let is_wished = is_free && !people.is_empty() && people.is_within(wishes);
    let seat = bots.and(living).minus(wishes).lowest().filter(|_| is_wished)?;
    Some((seat, Decision::WishPause))
}
