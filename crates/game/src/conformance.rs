//! The suite that every engine passes under every preset.
//!
//! [`check`] plays at random from a seed, in four manners: orderly, with seats that let their time
//! run out or stay away, with seats that resign or refuse what they owe, and with a draw agreed at
//! some point. On the way it holds the engine to each [`Law`]. The generator is here, so a failure
//! comes back from its seed on any machine.
//!
//! The tests of an engine call it for every preset:
//!
//! ```
//! # #[cfg(feature = "toys")] {
//! use game::conformance;
//! use game::toys::contest::{Contest, Options};
//!
//! let rules = conformance::check_options::<Contest>(&Options::default());
//! let tally = conformance::check::<Contest>(&rules, 1, 8, 2_000);
//! assert!(tally.count("Moved") > 0);
//! # }
//! ```

mod codec;
mod law;
mod moves;
mod random;
mod rules;
mod sight;
mod undue;
mod walk;

use crate::game::Game;

pub use law::{Broken, Law, Tally};
pub use random::Random;

/// Holds the engine to every law under these rules: `games` random games from `seed`, each over
/// within `limit` events.
///
/// # Panics
/// If a law is broken; the message names it, the seed and the game.
#[track_caller]
pub fn check<G: Game>(rules: &G::Rules, seed: u64, games: u32, limit: u32) -> Tally {
    match survey::<G>(rules, seed, games, limit) {
        Ok(tally) => tally,
        Err(broken) => panic!("{broken}\nseed {seed}, rules {rules:?}"),
    }
}

/// The rules of these options, which must be without fault and survive their encoding.
///
/// # Panics
/// If they are not, or do not.
#[track_caller]
pub fn check_options<G: Game>(options: &G::Options) -> G::Rules {
    let rules = match G::rules(options) {
        Ok(rules) => rules,
        Err(faults) => panic!("these options have faults {faults:?}: {options:?}"),
    };
    match rules::hold::<G>(&rules, &mut Random::new(0), &mut Tally::default()) {
        Ok(()) => rules,
        Err(broken) => panic!("{broken}\nrules {rules:?}"),
    }
}

/// As [`check`], but returns the first law broken.
///
/// # Errors
/// The first law broken.
pub fn survey<G: Game>(
    rules: &G::Rules,
    seed: u64,
    games: u32,
    limit: u32,
) -> Result<Tally, Broken> {
    let mut tally = Tally::default();
    let mut seeds = Random::new(seed);
    rules::hold::<G>(rules, &mut seeds, &mut tally)?;
    for game in 0..games {
        let random = Random::new(seeds.next());
        let mut walk = walk::Walk::<G>::new(rules, walk::Manner::of(game), random, tally)?;
        tally = walk.play(limit).map(|()| walk.tally).map_err(|broken| Broken {
            detail: format!("game {game}: {}", broken.detail),
            ..broken
        })?;
    }
    Ok(tally)
}
