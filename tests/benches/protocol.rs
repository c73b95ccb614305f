//! `protocol/audit_laoqi`: entries of a record that an audit checks. `protocol/audit_junqi_2p`: the
//! audit of a hidden game of 200 plies with 36 fights. `protocol/step_5_seats`: one entry of 劳棋 with
//! five seats: verified, applied, the next head made.
//!
//! It stands here and not in crate `protocol`, which names no game.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use game::{Claim, Event, Game, Known, Seat};
use junqi::Junqi;
use laoqi::{Laoqi, Options, Rules};
use protocol::{Check, Decision, Progress, Report, Stage, Verdict, Visitor, audit};
use record::{ClosedStep, encode_header, encode_step_frame};
use tests::sim::{Dice, Setting, World, peer};

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

/// Attacks in about every fourth ply; else moves at random.
fn fighter(
    at: &junqi::Position,
    known: &Known<Junqi>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<Decision<Junqi>> {
    let owes = |mv: &junqi::Move| Junqi::owes(at, seat, mv).unwrap_or_default();
    let is_attack = |mv: &junqi::Move| matches!(owes(mv).as_slice(), [Claim::Fight { .. }]);
    let wants = dice.chance(FIGHTS_OF_100);
    let mut moves = Junqi::moves(at, seat, known);
    moves.retain(|mv| is_attack(mv) == wants);
    let at = dice.below(u32::try_from(moves.len()).ok()?);
    moves.get(usize::try_from(at).ok()?).copied().map(Decision::Move)
}

const FIGHTS_OF_100: u32 = 20;
const PLIES: u32 = 200;
/// In each fight one of 50 pieces falls at least, so there are no games with 50 fights.
const FIGHTS: u64 = 36;

/// The record of a hidden game of two seats up to its 200th ply, with nearly as many fights as there
/// can be.
fn hidden_record() -> Vec<u8> {
    let options = junqi::Options { quiet_limit: 0, ..junqi::Options::QQ_2P };
    let rules = junqi::Rules::new(&options).expect("the options hold");
    for seed in 0..200 {
        let mut world = World::<Junqi>::new(&Setting::new(rules), seed);
        world.think_ms = 0;
        world.brain = Some(fighter);
        let ply = |world: &World<Junqi>| Junqi::ply(world.game(&peer(0)).progress().position()).0;
        world.run_until(u64::from(u32::MAX), |world| ply(world) >= PLIES || world.is_stopped());
        let mut record = encode_header(&world.signed);
        world.game(&peer(0)).steps().iter().for_each(|step| record.extend(encode_step_frame(step)));
        let report: Report<Junqi> = audit(record.as_slice(), &mut ()).expect("bytes can be read");
        if ply(&world) == PLIES && report.tally.count(Check::FightProofs) == 2 * FIGHTS {
            assert_eq!(report.verdict, Verdict::Unfinished);
            return record;
        }
    }
    panic!("no seed gives {FIGHTS} fights in {PLIES} plies");
}

fn audit_junqi(c: &mut Criterion) {
    let record = hidden_record();
    let mut group = c.benchmark_group("protocol");
    group.bench_function("audit_junqi_2p", |bench| {
        bench.iter(|| audit::<Junqi>(black_box(record.as_slice()), &mut ()).map(|r| r.verdict));
    });
    group.finish();
}

/// The match before the first action after some plies, and the step with that action: one entry.
fn action() -> (Progress<Laoqi>, ClosedStep) {
    const PLIES: u32 = 20;
    let rules = Rules::new(&Options::FIVE).expect("the preset holds");
    let mut world = World::<Laoqi>::new(&Setting::new(rules), 7);
    world.think_ms = 0;
    world.run(u64::from(u32::MAX));
    let mut progress = Progress::<Laoqi>::new(world.signed.contract()).expect("it can be played");
    for closed in world.game(&peer(0)).steps() {
        let is_act = progress.due().is_some_and(|due| due.stage == Stage::Act);
        if is_act && Laoqi::ply(progress.position()).0 >= PLIES {
            return (progress, closed.clone());
        }
        let facts = progress.check_step(closed, &mut Default::default()).expect("it holds");
        progress.close(closed, &facts).expect("it holds");
    }
    panic!("no match of {PLIES} plies");
}

fn step_5_seats(c: &mut Criterion) {
    let (progress, closed) = action();
    let mut group = c.benchmark_group("protocol");
    group.bench_function("step_5_seats", |bench| {
        let step = |progress: &mut Progress<Laoqi>| {
            let facts = progress.check_step(black_box(&closed), &mut Default::default());
            progress.close(&closed, &facts.expect("it holds")).expect("it holds");
            progress.head()
        };
        bench.iter_batched_ref(|| progress.clone(), step, BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, audit_laoqi, audit_junqi, step_5_seats);
criterion_main!(benches);
