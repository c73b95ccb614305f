//! Matches of hidden 军棋.

use game::{Game, Outcome};
use junqi::{Junqi, Options};
use protocol::{Report, Stop, Verdict, audit};
use record::Clock;
use tests::sim::{Setting, World, peer};

pub(crate) const HOUR: u64 = 3_600_000;

/// A match of these options, kept short, with a clock.
pub(crate) fn setting(options: Options) -> Setting<Junqi> {
    let rules = Junqi::rules(&Options { quiet_limit: 10, ..options }).unwrap();
    let clock = Clock::Each { seconds: 30 };
    Setting { clock, machine_seconds: 20, ..Setting::new(rules) }
}

pub(crate) fn world(options: Options, seed: u64) -> World<Junqi> {
    World::new(&setting(options), seed)
}

pub(crate) fn judge(record: &[u8]) -> Report<Junqi> {
    audit::<Junqi>(record, &mut ()).unwrap()
}

/// Every program has sealed one outcome; its record is the same everywhere, and it audits clean.
pub(crate) fn check(world: &World<Junqi>, what: &str) -> (Outcome, Report<Junqi>) {
    let stops = world.stops();
    let Some(Some(Stop::Sealed(outcome))) = stops.first() else { panic!("{what}: {stops:?}") };
    assert!(stops.iter().all(|stop| *stop == Some(Stop::Sealed(*outcome))), "{what}: {stops:?}");
    let first = world.record(&peer(0));
    assert!(world.records().iter().all(|record| *record == first), "{what}: records differ");
    let report = judge(&first);
    let Verdict::Complete { outcome: audited, .. } = report.verdict else {
        panic!("{what}: {:?}", report.verdict);
    };
    assert_eq!(audited, *outcome, "{what}");
    (*outcome, report)
}
