//! Plays games between players, each with its own dice.

#![allow(dead_code, unreachable_pub, missing_docs)]
#![allow(clippy::print_stdout, reason = "what came of many games")]

use std::time::{Duration, Instant};

use bot::{Decision, Dice, Player};
use game::{Event, Game, Known, Outcome, Seat, Showing, Waits};
use shouhu::{Options, Position, Rules, Shouhu};

pub struct Report {
    pub outcome: Outcome,
    pub at: Position,
    /// The longest decision, all together, and how many, by seat.
    pub times: [(Duration, Duration, u32); 2],
}

/// What came of some games for the first of two players.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

pub fn start(options: &Options) -> Position {
    Shouhu::start(&Rules::new(options).expect("rules"))
}

/// The dice of a seat in the game of this number.
pub fn dice(game: u64, seat: Seat) -> Dice {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&game.to_le_bytes());
    seed[8] = seat.number();
    Dice::new(seed)
}

/// One game. Every decision goes through the engine, which refuses what is illegal.
pub fn play(options: &Options, game: u64, players: [&dyn Player<Shouhu>; 2]) -> Report {
    let mut at = start(options);
    let mut all_dice = [0, 1].map(|seat| dice(game, Seat::of(seat)));
    let mut toss = dice(game, Seat::of(3));
    let mut times = [(Duration::ZERO, Duration::ZERO, 0); 2];
    let mut ask = |at: &Position, seat: Seat| {
        let begun = Instant::now();
        let player = players[seat.index()];
        let decision = player.decide(at, &Known::of(seat), seat, &mut all_dice[seat.index()]);
        let took = begun.elapsed();
        let (longest, sum, count) = &mut times[seat.index()];
        (*longest, *sum, *count) = (took.max(*longest), *sum + took, *count + 1);
        decision.expect("a due seat decides")
    };
    loop {
        let event = match Shouhu::waits(&at) {
            Waits::Nothing(outcome) => return Report { outcome, at, times },
            Waits::Toss { below, .. } => Event::Tossed(toss.below(below.into()) as u16),
            Waits::Move(seat) => {
                let Decision::Move(mv) = ask(&at, seat) else { panic!("a move is due") };
                Event::Moved(seat, mv)
            }
            Waits::Choices(due) => {
                let showing = |seat| match ask(&at, seat) {
                    Decision::Choice(layout) => (seat, Showing::Shown(layout)),
                    other => panic!("{other:?}"),
                };
                Event::Unsealed(due.iter().map(showing).collect())
            }
            other => panic!("{other:?}"),
        };
        at.apply(&event).expect("a legal decision");
    }
}

/// These games between two players, who take the seats in turn.
pub fn tally(
    options: &Options,
    games: std::ops::Range<u64>,
    hero: &dyn Player<Shouhu>,
    other: &dyn Player<Shouhu>,
) -> Tally {
    let mut tally = Tally::default();
    let mut times = (Duration::ZERO, Duration::ZERO, 0);
    let mut plies = 0;
    for game in games {
        let place = (game % 2) as usize;
        let players = if place == 0 { [hero, other] } else { [other, hero] };
        let report = play(options, game, players);
        match report.outcome {
            Outcome::Won(seats) if seats.has(Seat::of(place as u8)) => tally.won += 1,
            Outcome::Won(_) => {
                tally.lost += 1;
                println!("lost: game {game}");
            }
            Outcome::Drawn(_) => {
                tally.drawn += 1;
                println!("drawn: game {game}");
            }
        }
        plies += report.at.ply().0;
        let (longest, sum, count) = report.times[place];
        times = (times.0.max(longest), times.1 + sum, times.2 + count);
    }
    let mean = times.1 / times.2.max(1);
    println!("{tally:?}; {plies} plies; a decision took {mean:?}, at most {:?}", times.0);
    tally
}
