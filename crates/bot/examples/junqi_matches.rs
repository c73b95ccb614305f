//! Measures players of 军棋 against each other:
//! `cargo run --release -p bot --example junqi_matches -- qq-2p 200 strong/20 quick`.
//!
//! Players: `random`, `quick`, `strong`, `strong/N` (a part of the effort), `WORLDSxNODES`.
#![allow(missing_docs)]
#![allow(clippy::print_stdout, reason = "its output is the point")]

#[path = "../tests/junqi/games.rs"]
mod games;

use std::time::Duration;

use bot::{Effort, Player, Random, Tactician};
use game::Seat;
use games::play;
use junqi::{Junqi, Options};

fn player(name: &str) -> Option<Box<dyn Player<Junqi>>> {
    let strong = |effort| Some(Box::new(Tactician::with(effort)) as Box<dyn Player<Junqi>>);
    match name {
        "random" => Some(Box::new(Random)),
        "quick" => Some(Box::new(Tactician::QUICK)),
        "strong" => strong(Effort::FULL),
        _ => {
            if let Some(by) = name.strip_prefix("strong/") {
                return strong(Effort::FULL.divided(by.parse().ok()?));
            }
            let (worlds, nodes) = name.split_once('x')?;
            strong(Effort { worlds: worlds.parse().ok()?, nodes: nodes.parse().ok()? })
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [preset, games, hero, rest] = args.as_slice() else {
        println!("junqi_matches PRESET GAMES HERO OTHERS");
        return;
    };
    let (Some(options), Ok(games)) = (Options::preset(preset), games.parse::<u64>()) else {
        println!("no such preset, or no number of games");
        return;
    };
    let (Some(hero_player), Some(rest_player)) = (player(hero), player(rest)) else {
        println!("no such player");
        return;
    };
    let (mut won, mut drawn, mut plies, mut moves) = (0, 0, 0u64, 0);
    let (mut sum, mut longest) = (Duration::ZERO, Duration::ZERO);
    for game in 0..games {
        let place = Seat::of((game % u64::from(options.seats)) as u8);
        let is_hero = |seat| options.side(seat) == options.side(place);
        let at_seat = |seat: Seat| -> &dyn Player<Junqi> {
            if is_hero(seat) { hero_player.as_ref() } else { rest_player.as_ref() }
        };
        let report = play(&options, game, &at_seat);
        won += u32::from(report.won(place));
        drawn += u32::from(report.drew(place));
        plies += u64::from(report.plies);
        for (seat, (count, all, most)) in (0..options.seats).map(Seat::of).zip(&report.times) {
            if is_hero(seat) {
                moves += count;
                sum += *all;
                longest = longest.max(*most);
            }
        }
    }
    let lost = games - u64::from(won) - u64::from(drawn);
    println!(
        "{preset}: {hero} against {rest}: won {won}, drew {drawn}, lost {lost} of {games}; \
         {} plies a game; {:.2} ms a move of {hero}, at most {:.1}",
        plies / games.max(1),
        sum.as_secs_f64() * 1000.0 / f64::from(moves.max(1)),
        longest.as_secs_f64() * 1000.0,
    );
}
