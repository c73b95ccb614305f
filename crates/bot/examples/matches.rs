//! Measures players against each other: `cargo run --release -p bot --example matches`.
#![allow(missing_docs)]
#![allow(clippy::print_stdout, reason = "its output is the point")]

#[path = "../tests/contender/games.rs"]
mod games;

use std::time::Instant;

use bot::{Contender, Player, Random};
use game::Seat;
use games::play;
use laoqi::{Laoqi, Options};

fn duel(name: &str, seats: u8, hero: &dyn Player<Laoqi>, rest: &dyn Player<Laoqi>, games: u64) {
    let began = Instant::now();
    let (mut won, mut drawn, mut plies, mut decisions) = (0, 0, 0, 0);
    for game in 0..games {
        let place = Seat::of((game % u64::from(seats)) as u8);
        let report = play(&Options { seats, ..Options::TWO }, game, &|seat| {
            if seat == place { hero } else { rest }
        });
        won += u32::from(report.won(place));
        drawn += u32::from(report.drew(place));
        plies += report.plies;
        decisions += report.decisions;
    }
    let took = began.elapsed();
    let plies = u64::from(plies) / games;
    let each = took.as_secs_f64() * 1000.0 / f64::from(decisions);
    println!(
        "{name}, {seats} seats: won {won}, drew {drawn} of {games}; \
         {plies} plies a game; {each:.3} ms a decision of anybody"
    );
}

fn main() {
    for (seats, games) in [(2, 400), (3, 100), (4, 60), (5, 40)] {
        duel("quick/random", seats, &Contender::QUICK, &Random, games);
        duel("strong/random", seats, &Contender::STRONG, &Random, games);
        duel("strong/quick", seats, &Contender::STRONG, &Contender::QUICK, games);
        duel("strong/strong", seats, &Contender::STRONG, &Contender::STRONG, games / 10);
    }
}
