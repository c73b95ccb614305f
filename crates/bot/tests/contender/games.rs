//! Plays games between players, each with its own dice.

#![allow(dead_code, unreachable_pub, missing_docs)]

use std::collections::BTreeMap;

use bot::{Decision, Dice, Player};
use game::{Event, Game, Known, Outcome, Seat, SeatSet, Showing, Waits};
use laoqi::{Laoqi, Options, Position, Rules};

pub struct Report {
    pub outcome: Outcome,
    pub plies: u32,
    pub decisions: u32,
}

impl Report {
    pub fn won(&self, seat: Seat) -> bool {
        matches!(self.outcome, Outcome::Won(seats) if seats.has(seat))
    }

    pub fn drew(&self, seat: Seat) -> bool {
        matches!(self.outcome, Outcome::Drawn(seats) if seats.has(seat))
    }
}

pub fn start(options: &Options) -> Position {
    Laoqi::start(&Rules::new(options).expect("rules"))
}

/// The dice of a seat in the game of this number.
pub fn dice(game: u64, seat: Seat) -> Dice {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&game.to_le_bytes());
    seed[8] = seat.number();
    Dice::new(seed)
}

/// One game. Every decision goes through the engine, which refuses what is illegal.
pub fn play<'a>(
    options: &Options,
    game: u64,
    player: &dyn Fn(Seat) -> &'a dyn Player<Laoqi>,
) -> Report {
    let mut at = start(options);
    let mut all_dice: Vec<_> = (0..options.seats).map(|n| dice(game, Seat::of(n))).collect();
    let mut decisions = 0;
    let mut ask = |at: &Position, seat: Seat| {
        decisions += 1;
        let dice = all_dice.get_mut(seat.index()).expect("a seat of the game");
        player(seat).decide(at, &Known::of(seat), seat, dice).expect("a due seat decides")
    };
    loop {
        match Laoqi::waits(&at) {
            Waits::Nothing(outcome) => {
                return Report { outcome, plies: at.ply().0, decisions };
            }
            Waits::Move(seat) => {
                let Decision::Move(mv) = ask(&at, seat) else { panic!("a move is due") };
                at.apply(&Event::Moved(seat, mv)).expect("a legal move");
            }
            Waits::Choices(due) => {
                let showings = show(due, |seat| ask(&at, seat));
                at.apply(&Event::Unsealed(showings)).expect("a legal showing");
            }
            other => panic!("{other:?}"),
        }
    }
}

fn show(
    due: SeatSet,
    mut ask: impl FnMut(Seat) -> Decision<Laoqi>,
) -> BTreeMap<Seat, Showing<laoqi::Gesture>> {
    let mut showings = BTreeMap::new();
    for seat in due.iter() {
        let Decision::Choice(gesture) = ask(seat) else { panic!("a gesture is due") };
        showings.insert(seat, Showing::Shown(gesture));
    }
    showings
}
