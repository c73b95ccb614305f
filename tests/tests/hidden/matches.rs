//! Whole matches.

use junqi::Options;
use protocol::Check;
use tests::sim::Links;

use crate::support::{HOUR, check, world};

#[test]
fn two_seats_play_to_the_end_over_good_and_bad_links() {
    for (seed, links) in [(1, Links::GOOD), (2, Links::BAD)] {
        let mut world = world(Options::QQ_2P, seed);
        world.links = links;
        world.run(100 * HOUR);
        let (_, report) = check(&world, "two seats");
        assert_eq!(report.tally.count(Check::SetUps), 2);
        for proven in [Check::MoveProofs, Check::FightProofs, Check::Openings] {
            assert!(report.tally.count(proven) > 0, "no {proven}");
        }
        println!(
            "{} steps, {} fights",
            world.programs.values().next().unwrap().disk.steps.len(),
            report.tally.count(Check::FightProofs)
        );
    }
}
