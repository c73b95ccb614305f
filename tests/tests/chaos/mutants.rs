//! Every planted defect is found within so many seeds.

use protocol::mutant::{Mutant, plant};
use tests::chaos::play;

/// So many seeds at most.
const WITHIN: u64 = 500;

/// By hand: `cargo test --release -p tests --features mutants --test chaos -- --ignored --nocapture
/// mutants`.
#[test]
#[ignore = "takes minutes, and needs the feature"]
fn mutants_are_found() {
    let mut missed = Vec::new();
    let only = std::env::var("MUTANT").ok();
    for mutant in Mutant::ALL {
        if only.as_ref().is_some_and(|only| *only != format!("{mutant:?}")) {
            continue;
        }
        let mut finds = None;
        for seed in 0..WITHIN {
            plant(Some(mutant));
            let ran = play(seed);
            plant(None);
            if let Some(found) = ran.found.into_iter().next() {
                finds = Some((seed, found));
                break;
            }
        }
        match finds {
            Some((seed, found)) => {
                let found: String = found.chars().take(120).collect();
                println!("{mutant:?}: after {} seeds: {found}", seed + 1);
            }
            None => {
                println!("{mutant:?}: not found");
                missed.push(mutant);
            }
        }
    }
    assert_eq!(missed, vec![]);
}
