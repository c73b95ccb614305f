//! Every planted defect is found within so many seeds.

use protocol::mutant::{Mutant, plant};
use tests::chaos::{play, seeds_for};
use tests::phase::{Cheat, Fault, Row};

/// So many seeds at most.
const WITHIN: usize = 500;

/// In turn a seed that aims at one cell of the cheats, round after round, and one of the ordinary run:
/// a forgotten check is one that some cheat needs, or some fault.
fn seeds() -> impl Iterator<Item = u64> {
    let faults = Fault::cells().len();
    let cells = faults..faults + Cheat::cells().len();
    let rounds = (0..)
        .flat_map(move |round| cells.clone().filter_map(move |cell| seeds_for(cell).nth(round)));
    rounds.zip(0..).flat_map(|(aimed, plain)| [aimed, plain]).take(WITHIN)
}

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
        for (number, seed) in seeds().enumerate() {
            plant(Some(mutant));
            let ran = play(seed);
            plant(None);
            if let Some(found) = ran.found.into_iter().next() {
                finds = Some((number, found));
                break;
            }
        }
        match finds {
            Some((number, found)) => {
                let found: String = found.chars().take(120).collect();
                println!("{mutant:?}: after {} seeds: {found}", number + 1);
            }
            None => {
                println!("{mutant:?}: not found");
                missed.push(mutant);
            }
        }
    }
    assert_eq!(missed, vec![]);
}
