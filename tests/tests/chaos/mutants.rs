//! Every planted defect is found within so many seeds.

use protocol::mutant::{Mutant, plant};
use tests::chaos::{play, seeds_for};
use tests::phase::{Cheat, Fault, Row};

/// So many seeds at most.
const WITHIN: usize = 500;

/// As in an ordinary run: each cell of the matrices, one after the other, in turn with seeds that aim
/// at several. Cheats first: a forgotten check is one that some cheat needs.
fn seeds() -> impl Iterator<Item = u64> {
    let (faults, cheats) = (Fault::cells().len(), Cheat::cells().len());
    let cells = (faults..faults + cheats).chain(0..faults);
    let aimed = cells.filter_map(|cell| seeds_for(cell).next());
    aimed.zip(0..).flat_map(|(aimed, plain)| [aimed, plain]).take(WITHIN)
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
