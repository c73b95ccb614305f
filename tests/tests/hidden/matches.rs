//! Whole matches.

use junqi::{Mode, Options};
use protocol::Check;
use tests::sim::Links;

use crate::support::{HOUR, check, world};

/// What is proven in most games.
const PROVEN: [Check; 3] = [Check::MoveProofs, Check::FightProofs, Check::Openings];

#[test]
fn two_seats_play_to_the_end_over_good_and_bad_links() {
    for links in [Links::GOOD, Links::BAD] {
        let mut counts = [0; 3];
        for seed in 1..=3 {
            let mut world = world(Options::QQ_2P, seed);
            world.links = links;
            world.run(100 * HOUR);
            let (_, report) = check(&world, "two seats");
            assert_eq!(report.tally.count(Check::SetUps), 2);
            for (count, proven) in counts.iter_mut().zip(PROVEN) {
                *count += report.tally.count(proven);
            }
        }
        assert!(counts.iter().all(|count| *count > 0), "{counts:?} of {PROVEN:?}");
    }
}

/// Every number of seats, every preset that hides pieces.
#[test]
fn every_hidden_preset_is_played_to_its_end() {
    for (name, options) in Options::PRESETS {
        if options.mode != Mode::Hidden || options == Options::QQ_2P {
            continue;
        }
        let mut world = world(options, 7);
        world.run(100 * HOUR);
        let (_, report) = check(&world, name);
        assert_eq!(report.tally.count(Check::SetUps), u64::from(options.seats), "{name}");
        assert!(report.tally.count(Check::FightProofs) > 0, "{name}");
    }
}
