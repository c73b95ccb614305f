//! The suite of laws under every preset and a sample of options.

use game::conformance::{self, Tally};
use shouhu::{Options, Placement, Red, Shouhu, Stones, Win};

fn check(options: &Options, seed: u64, games: u32) -> Tally {
    let rules = conformance::check_options::<Shouhu>(options);
    conformance::check::<Shouhu>(&rules, seed, games, 20_000)
}

#[test]
fn every_preset_obeys_the_laws() {
    let mut all = Tally::default();
    for (name, options) in Options::PRESETS {
        let tally = check(&options, 1, 8);
        for what in ["Moved", "Tossed", "Skipped", "candidate moves", "refused events"] {
            assert!(tally.count(what) > 0, "{name}: {what}");
        }
        all = all.and(&tally);
    }
    for what in ["Unsealed", "Shown", "Resigned", "Agreed", "Won", "Drawn"] {
        assert!(all.count(what) > 0, "{what}: {all:?}");
    }
}

/// Options that a preset does not have.
#[test]
fn options_obey_the_laws() {
    let variants = [
        Options { red: Red::Seat0, goal: 1, ..Options::SEALED },
        Options { red: Red::Seat1, goal: 40, quiet_limit: 0, ..Options::STANDARD },
        Options { red: Red::Seat1, stones: Stones::Four, quiet_limit: 7, ..Options::ALTERNATE },
        Options { win: Win::MostAfter, plies: 31, ..Options::STANDARD },
        Options { win: Win::MostAfter, plies: 400, quiet_limit: 0, ..Options::SEALED },
        Options { placement: Placement::Alternate, stones: Stones::Eight, ..Options::MOST_AFTER },
    ];
    for (number, options) in (7..).zip(variants) {
        check(&options, number, 8);
    }
}
