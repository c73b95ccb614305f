//! `protocol/audit_laoqi`: entries of a record that an audit checks.
//!
//! It stands here and not in crate `protocol`, which names no game.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::Event;
use laoqi::{Laoqi, Options, Rules};
use protocol::{Check, Progress, Verdict, Visitor, audit};
use record::ClosedStep;
use tests::sim::{Setting, World, peer};

/// Counts the entries of closed steps.
struct Entries(u64);

impl Visitor<Laoqi> for Entries {
    fn step(&mut self, step: &ClosedStep, _: &[Event<Laoqi>], _: &Progress<Laoqi>) {
        self.0 += step.entries().count() as u64;
    }
}

/// The record of a whole game of two seats by random play.
fn record() -> Vec<u8> {
    let rules = Rules::new(&Options::TWO).expect("the preset holds");
    let mut world = World::<Laoqi>::new(&Setting::new(rules), 7);
    world.think_ms = 0;
    world.run(u64::from(u32::MAX));
    world.record(&peer(0))
}

fn audit_laoqi(c: &mut Criterion) {
    let record = record();
    let mut entries = Entries(0);
    let report = audit::<Laoqi>(record.as_slice(), &mut entries).expect("bytes can be read");
    assert!(matches!(report.verdict, Verdict::Complete { .. }), "{:?}", report.verdict);
    let entries = entries.0 + report.tally.count(Check::Seals);
    let mut group = c.benchmark_group("protocol");
    group.throughput(Throughput::Elements(entries));
    group.bench_function("audit_laoqi", |bench| {
        bench.iter(|| audit::<Laoqi>(black_box(record.as_slice()), &mut ()).map(|r| r.verdict));
    });
    group.finish();
}

criterion_group!(benches, audit_laoqi);
criterion_main!(benches);
