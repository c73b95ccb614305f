//! Every planted defect is found within so many seeds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use protocol::mutant::{Mutant, plant};
use tests::chaos::{play, seeds_for};
use tests::phase::{Cheat, Fault, Row};

/// So many seeds at most.
const WITHIN: usize = 500;
/// From one cell to the next: coprime to how many there are of either kind.
const STRIDE: usize = 37;

/// Of five seeds two aim at a cell of the cheats, two at one of the faults, and one is of the
/// ordinary run. The cells come in an order in which all phases and rows are soon among them.
fn seeds() -> impl Iterator<Item = u64> {
    let (faults, cheats) = (Fault::cells().len(), Cheat::cells().len());
    let mut faulty = (0..).filter_map(move |n| at(0, faults, n));
    let mut cheated = (0..).filter_map(move |n| at(faults, cheats, n));
    let mut plain = 0..;
    let next = move |n: usize| match n % 5 {
        0 | 2 => cheated.next(),
        1 | 4 => faulty.next(),
        _ => plain.next(),
    };
    (0..WITHIN).filter_map(next)
}

/// The seed of this number for these cells, by turns.
fn at(from: usize, cells: usize, n: usize) -> Option<u64> {
    seeds_for(from + n * STRIDE % cells).nth(n / cells)
}

/// By hand: `cargo test --release -p tests --features mutants --test chaos -- --ignored --nocapture
/// mutants`.
#[test]
#[ignore = "takes minutes, and needs the feature"]
fn mutants_are_found() {
    let all = wanted().map_or(Mutant::ALL.to_vec(), |mutant| vec![mutant]);
    let (next, missed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let seek = || {
        while let Some(mutant) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            match find(*mutant) {
                Some((count, found)) => {
                    let found: String = found.chars().take(120).collect();
                    println!("{mutant:?}: after {count} seeds: {found}");
                }
                None => {
                    println!("{mutant:?}: not found");
                    missed.lock().unwrap().push(*mutant);
                }
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(seek))));
    assert_eq!(missed.into_inner().unwrap(), vec![]);
}

/// The one that `MUTANT` names.
pub(crate) fn wanted() -> Option<Mutant> {
    let name = std::env::var("MUTANT").ok()?;
    Mutant::ALL.into_iter().find(|mutant| format!("{mutant:?}") == name)
}

/// After how many seeds a defect shows, and how.
fn find(mutant: Mutant) -> Option<(usize, String)> {
    seeds().zip(1..).find_map(|(seed, count)| {
        plant(Some(mutant));
        let ran = play(seed);
        plant(None);
        Some((count, ran.found.into_iter().next()?))
    })
}
