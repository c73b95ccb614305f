//! Random games by the rules, whole, with everything that can happen beside moves.

use std::collections::BTreeMap;

use game::{Answer, Cause, Event, Game as _, Known, Seat, SeatSet, Showing, Waits};
use junqi::{Junqi, Layout, Mode, Move, Options, Position, Rules, Secret};

use super::{Random, Truth};

/// A random game by the rules, with everything that can happen beside moves.
pub struct Play {
    pub at: Position,
    pub secrets: BTreeMap<Seat, Secret>,
    pub events: Vec<Event<Junqi>>,
    pub random: Random,
    /// Everybody answers what is asked.
    pub is_plain: bool,
}

impl Play {
    pub fn new(options: &Options, seed: u64) -> Self {
        let rules = Rules::new(options).unwrap();
        let mut random = Random((seed + 1) << 20 ^ 0x9e37_79b9_7f4a_7c15);
        let layout = |seat| Secret { seat, layout: Layout::any(options, &mut |n| random.below(n)) };
        let secrets = rules.seats().iter().map(layout).map(|secret| (secret.seat, secret));
        let secrets = if options.mode == Mode::Flip { BTreeMap::new() } else { secrets.collect() };
        Self { at: Position::start(&rules), secrets, events: Vec::new(), random, is_plain: false }
    }

    pub fn layouts(&self) -> BTreeMap<Seat, Layout> {
        self.secrets.iter().map(|(seat, secret)| (*seat, secret.layout)).collect()
    }

    pub fn apply(&mut self, event: Event<Junqi>) {
        assert_eq!(self.at.apply(&event), Ok(()), "{event:?}");
        self.events.push(event);
    }

    pub fn run(mut self, most: usize) -> Self {
        while self.events.len() < most && !matches!(Junqi::waits(&self.at), Waits::Nothing(_)) {
            self.once();
        }
        self
    }

    /// Something that the position waits for.
    pub fn once(&mut self) {
        match Junqi::waits(&self.at) {
            Waits::Nothing(_) => {}
            Waits::Deployments(seats) => self.apply(Event::Deployed(seats)),
            Waits::Choices(seats) => {
                let shown = |seat| (seat, Showing::Shown(self.secrets[&seat].layout));
                self.apply(Event::Unsealed(seats.iter().map(shown).collect()));
            }
            Waits::Toss { below, .. } => {
                if self.random.below(100) == 0 {
                    self.leave(Cause::Resigned);
                } else {
                    let value = self.random.below(u32::from(below)) as u16;
                    self.apply(Event::Tossed(value));
                }
            }
            Waits::Move(turn) => self.step(turn),
            Waits::Rulings(claims) => self.rule(&claims),
        }
    }

    pub fn leave(&mut self, cause: Cause) {
        let living: Vec<Seat> = self.at.living().iter().collect();
        let one = living[self.random.below(living.len() as u32) as usize];
        self.apply(Event::Out(SeatSet::one(one), cause));
    }

    pub fn moves(&self, turn: Seat) -> Vec<Move> {
        let own = self.secrets.get(&turn).map(|secret| (turn, *secret));
        let known = Known { viewer: Some(turn), secrets: own.into_iter().collect() };
        Junqi::moves(&self.at, turn, &known)
    }

    pub fn can_move(&self, turn: Seat) -> bool {
        self.moves(turn) != [Move::Stuck]
    }

    pub fn step(&mut self, turn: Seat) {
        match self.random.below(300) {
            0 => return self.leave(Cause::Resigned),
            1..=3 if self.can_move(turn) => return self.apply(Event::Skipped(turn)),
            4 if self.random.below(4) == 0 => return self.apply(Event::Agreed),
            _ => {}
        }
        let moves = self.moves(turn);
        let is_attack = |mv: &&Move| matches!(mv, Move::Go { to, .. } if self.at.on(*to).is_some());
        let attacks: Vec<Move> = moves.iter().filter(is_attack).copied().collect();
        let among = if attacks.is_empty() || self.random.below(2) == 0 { moves } else { attacks };
        let mv = among[self.random.below(among.len() as u32) as usize];
        self.apply(Event::Moved(turn, mv));
    }

    pub fn rule(&mut self, claims: &[(game::Claim, Option<Seat>)]) {
        let hiding = self.at.rules().hiding().unwrap();
        let truth = Truth(&self.secrets);
        let settle = |(claim, _): &(game::Claim, _)| claim.settle(&hiding, &truth).unwrap();
        let mut answers: Vec<_> = claims.iter().map(|c| Answer::Ruled(settle(c))).collect();
        match self.random.below(60) {
            0 | 1 if self.is_plain => self.apply(Event::Ruled(answers)),
            0 => self.leave(Cause::Resigned),
            1 if claims[0].1.is_some() => {
                answers[0] = Answer::Withheld;
                self.apply(Event::Ruled(answers));
                self.apply(Event::Out(SeatSet::one(claims[0].1.unwrap()), Cause::Refused));
            }
            _ => self.apply(Event::Ruled(answers)),
        }
    }
}
