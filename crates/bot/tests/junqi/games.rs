//! Plays games of 军棋 between players, each with its own dice and its own knowledge. Fights of
//! hidden games are settled by all secrets together, which no player sees.

#![allow(dead_code, unreachable_pub, missing_docs)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bot::{Decision, Dice, Player};
use game::{Answer, Event, Game, Known, Outcome, PieceId, Seat, Showing, Waits};
use junqi::{Junqi, Options, Position, Rules, Secret};

pub struct Report {
    pub outcome: Outcome,
    pub plies: u32,
    /// By seat: decisions, time of all, time of the longest.
    pub times: Vec<(u32, Duration, Duration)>,
}

impl Report {
    pub fn won(&self, seat: Seat) -> bool {
        matches!(self.outcome, Outcome::Won(seats) if seats.has(seat))
    }

    pub fn drew(&self, seat: Seat) -> bool {
        matches!(self.outcome, Outcome::Drawn(seats) if seats.has(seat))
    }
}

/// What all secrets together say.
struct Truth<'a>(&'a BTreeMap<Seat, Secret>);

impl game::Kinds for Truth<'_> {
    fn kind(&self, piece: PieceId) -> Option<game::Kind> {
        self.0.values().find_map(|secret| Junqi::kind(secret, piece))
    }

    fn army(&self, seat: Seat) -> Option<Vec<PieceId>> {
        self.0.get(&seat).map(Junqi::army)
    }
}

/// The dice of a seat in the game of this number.
pub fn dice(game: u64, seat: u8) -> Dice {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&game.to_le_bytes());
    seed[8] = seat;
    Dice::new(seed)
}

pub struct Table<'a> {
    pub at: Position,
    pub secrets: BTreeMap<Seat, Secret>,
    dice: Vec<Dice>,
    toss: Dice,
    player: &'a dyn Fn(Seat) -> &'a dyn Player<Junqi>,
    times: Vec<(u32, Duration, Duration)>,
}

impl<'a> Table<'a> {
    pub fn new(
        options: &Options,
        game: u64,
        player: &'a dyn Fn(Seat) -> &'a dyn Player<Junqi>,
    ) -> Self {
        Self {
            at: Position::start(&Rules::new(options).expect("rules")),
            secrets: BTreeMap::new(),
            dice: (0..options.seats).map(|seat| dice(game, seat)).collect(),
            toss: dice(game, 99),
            player,
            times: vec![(0, Duration::ZERO, Duration::ZERO); usize::from(options.seats)],
        }
    }

    /// What a seat knows: its own secret, and those of its allies where it may see them.
    pub fn known(&self, seat: Seat) -> Known<Junqi> {
        let sees = self.at.may_see(seat).with(seat);
        let told = self.secrets.iter().filter(|(owner, _)| sees.has(**owner));
        Known { viewer: Some(seat), secrets: told.map(|(owner, it)| (*owner, *it)).collect() }
    }

    fn ask(&mut self, seat: Seat) -> Decision<Junqi> {
        let known = self.known(seat);
        let began = Instant::now();
        let dice = self.dice.get_mut(seat.index()).expect("a seat of the game");
        let decision = (self.player)(seat).decide(&self.at, &known, seat, dice);
        let took = began.elapsed();
        let times = self.times.get_mut(seat.index()).expect("a seat of the game");
        let (count, sum, longest) = times;
        *count += 1;
        *sum += took;
        *longest = (*longest).max(took);
        decision.expect("a due seat decides")
    }

    /// One event; none if the game is over.
    pub fn step(&mut self) -> Option<Event<Junqi>> {
        let event = match Junqi::waits(&self.at) {
            Waits::Nothing(_) => return None,
            Waits::Move(seat) => match self.ask(seat) {
                Decision::Move(mv) => Event::Moved(seat, mv),
                other => panic!("{other:?}"),
            },
            Waits::Choices(due) => {
                let mut showings = BTreeMap::new();
                for seat in due.iter() {
                    let Decision::Choice(layout) = self.ask(seat) else { panic!("a layout") };
                    assert_eq!(Junqi::admits(&self.at, seat, &layout), Ok(()));
                    showings.insert(seat, Showing::Shown(layout));
                }
                Event::Unsealed(showings)
            }
            Waits::Deployments(due) => {
                for seat in due.iter() {
                    let Decision::Secret(secret) = self.ask(seat) else { panic!("a secret") };
                    assert_eq!(Junqi::hides(&self.at, seat, &secret), Ok(()));
                    self.secrets.insert(seat, secret);
                }
                Event::Deployed(due)
            }
            Waits::Toss { below, .. } => Event::Tossed(self.toss.below(u32::from(below)) as u16),
            Waits::Rulings(claims) => {
                let hiding = self.at.rules().hiding().expect("a hidden game");
                let truth = Truth(&self.secrets);
                let settle = |(claim, _): &(game::Claim, _)| {
                    Answer::Ruled(claim.settle(&hiding, &truth).expect("it can be told"))
                };
                Event::Ruled(claims.iter().map(settle).collect())
            }
        };
        if let Event::Moved(seat, mv) = &event
            && let Some(hiding) = self.at.rules().hiding()
        {
            let owed = Junqi::owes(&self.at, *seat, mv).expect("a legal move");
            assert!(owed.iter().all(|claim| claim.holds(&hiding, &Truth(&self.secrets))), "{mv:?}");
        }
        self.at.apply(&event).expect("a legal event");
        Some(event)
    }
}

/// One game. Every decision goes through the engine, which refuses what is illegal.
pub fn play<'a>(
    options: &Options,
    game: u64,
    player: &'a dyn Fn(Seat) -> &'a dyn Player<Junqi>,
) -> Report {
    let mut table = Table::new(options, game, player);
    while table.step().is_some() {}
    let Waits::Nothing(outcome) = Junqi::waits(&table.at) else { panic!("it is over") };
    Report { outcome, plies: table.at.ply().0, times: table.times }
}
