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

#[test]
#[ignore]
fn find_stuck() {
    for (seed, options) in (0..100).flat_map(|s| [(s, Options::QQ_2P), (s, Options::SANGUO)]) {
        let setting: tests::sim::Setting<junqi::Junqi> = tests::sim::Setting {
            clock: record::Clock::Unlimited,
            ..tests::sim::Setting::new(
                <junqi::Junqi as game::Game>::rules(&Options {
                    quiet_limit: 300,
                    ..Options::QQ_2P
                })
                .unwrap(),
            )
        };
        let mut world = tests::sim::World::new(&setting, seed);
        world.run(1000 * HOUR);
        let mut n = 0;
        let mut a = 0;
        for step in &world.programs.values().next().unwrap().disk.steps {
            for e in step.entries() {
                match &e.content.body {
                    record::Body::Prove { mv, .. } if mv == &vec![2] => n += 1,
                    record::Body::Answer(x) if x[0].len() == 65 && x[0][0] == 0 => a += 1000,
                    record::Body::Answer(x) if x[0].len() == 97 => a += 1,
                    _ => {}
                }
            }
        }
        println!(
            "seed {seed}: steps {} stuck {n} answers {a} {:?}",
            world.programs.values().next().unwrap().disk.steps.len(),
            world.stops()
        );
    }
}
