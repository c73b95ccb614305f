//! Matches in which everything goes wrong: partitions, crashes, old backups, idle users, one cheat.
//!
//! `CHAOS_SEEDS=1000` runs so many seeds, from `CHAOS_FROM` on; `CHAOS_SEED=7` replays one and prints
//! what happened in it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a failed test may panic, and a replayed seed tells what happened"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::Game;
use game::toys::contest::{Contest, Options};
use tests::chaos::{Chaos, Plan};
use tests::sim::Dice;

/// So many seeds in an ordinary test run.
const SEEDS: u64 = 10;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What does not hold, and what happened before.
fn violations<G: Game>(rules: G::Rules, plan: Plan, seed: u64, dice: Dice) -> Vec<String> {
    let mut chaos = Chaos::<G>::new(rules, plan, seed, dice);
    let ran = catch_unwind(AssertUnwindSafe(|| {
        chaos.run();
        chaos.violations()
    }));
    let found = ran.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        vec![format!("panic: {text:?}")]
    });
    if number("CHAOS_SEED").is_some() {
        chaos.log.iter().for_each(|line| println!("{line}"));
        for (name, program) in &chaos.world.programs {
            let game = program.game.as_ref();
            println!("{name:?} {:?}", game.map(|game| (game.progress().step(), game.stop())));
        }
    }
    found
}

/// One seed: mostly the toy contest, sometimes 劳棋.
fn play(seed: u64) -> Vec<String> {
    let mut dice = Dice::new(seed ^ 0xc4a0_5000_0000_0000);
    let plan = Plan::new(&mut dice);
    if seed % 25 == 24 {
        let presets = &laoqi::Options::PRESETS;
        let preset = presets.iter().find(|(_, options)| options.seats == plan.seats).unwrap();
        let rules = laoqi::Laoqi::rules(&laoqi::Options { quiet_limit: 10, ..preset.1 }).unwrap();
        return violations::<laoqi::Laoqi>(rules, plan, seed, dice);
    }
    let (goal, plies) = (1 + dice.below(12) as u8, 2 + dice.below(10) as u16);
    let options = Options { seats: plan.seats, goal, plies, crown: dice.chance(30) };
    violations::<Contest>(Contest::rules(&options).unwrap(), plan, seed, dice)
}

/// Seeds that found something: own statements forgotten over a restart or when a step opens again,
/// ends that rested on what only one program held, stopped programs that overruled nobody, a deadline
/// that was over before the program was settled.
const FOUND: [u64; 12] =
    [1022, 1300, 1633, 2028, 2272, 2324, 101_041, 101_179, 102_202, 102_316, 102_600, 1041];

#[test]
fn what_chaos_once_broke() {
    for seed in FOUND {
        assert_eq!(play(seed), Vec::<String>::new(), "seed {seed}");
    }
}

#[test]
fn chaos_breaks_nothing() {
    if let Some(seed) = number("CHAOS_SEED") {
        assert_eq!(play(seed), Vec::<String>::new());
        return;
    }
    let from = number("CHAOS_FROM").unwrap_or(0);
    let mut bad = Vec::new();
    for seed in from..from + number("CHAOS_SEEDS").unwrap_or(SEEDS) {
        let found = play(seed);
        if !found.is_empty() {
            println!("seed {seed}: {found:?}");
            bad.push(seed);
        }
    }
    assert!(bad.is_empty(), "seeds {bad:?}");
}
