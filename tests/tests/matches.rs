//! Whole matches over the sans-IO core.
use game::toys::contest::{Contest, Options};
use game::{Game, Outcome};
use protocol::{Stop, Verdict, audit};
use tests::sim::{Links, Setting, World};

fn world(seats: u8, seed: u64) -> World<Contest> {
    let rules = Contest::rules(&Options { seats, crown: seats > 3, ..Options::default() }).unwrap();
    World::new(&Setting::new(rules), seed)
}

fn check_equal_and_complete<G: Game>(world: &World<G>) {
    let records = world.records();
    for record in &records {
        assert_eq!(record, &records[0]);
        let report = audit::<G>(record.as_slice(), &mut ()).unwrap();
        assert!(
            matches!(report.verdict, Verdict::Complete { unsealed, .. } if unsealed.is_empty()),
            "{:?}",
            report.verdict
        );
    }
}

#[test]
fn fair_matches_end_with_equal_records() {
    for seats in 2..=5 {
        for seed in 0..4 {
            let mut world = world(seats, seed);
            world.run(600_000);
            let stops = world.stops();
            assert!(stops.iter().all(|s| matches!(s, Some(Stop::Sealed(_)))), "{seats} {seed}: {stops:?}");
            check_equal_and_complete(&world);
        }
    }
}

#[test]
fn bad_links_change_nothing() {
    for seats in 2..=5 {
        for seed in 0..4 {
            let mut world = world(seats, seed);
            world.links = Links::BAD;
            world.run(3_600_000);
            let stops = world.stops();
            assert!(stops.iter().all(|s| matches!(s, Some(Stop::Sealed(_)))), "{seats} {seed}: {stops:?} {:?}", world.now);
            check_equal_and_complete(&world);
        }
    }
}
#[allow(dead_code)]
fn _o(_: Outcome) {}
