#![expect(clippy::indexing_slicing, reason = "an index below the length")]
#![allow(missing_docs)]
//! Speed of the engine: whole games by random play, and one list of actions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::Seat;
use laoqi::{Gesture, Kinds, Move, Options, Position, Rules, Stage, Table};

/// xorshift64: the games are the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * n) >> 32
    }
}

fn game(start: &Position, random: &mut Random, moves: &mut Vec<Move>) -> u32 {
    let mut at = *start;
    while !matches!(at.stage(), Stage::Over(_)) {
        let due = at.due();
        if due.is_empty() {
            moves.clear();
            at.moves_into(moves);
            let mv = moves[random.below(moves.len())];
            at.play(&mv);
        } else {
            let mut table = Table::EMPTY;
            for seat in due.iter() {
                table.set(seat, Some(Gesture::ALL[random.below(3)]));
            }
            at.show(&table);
        }
    }
    at.ply().0
}

fn laoqi(c: &mut Criterion) {
    let rules = Rules::new(&Options::TWO).expect("the preset holds");
    let start = Position::start(&rules);
    let mut moves = Vec::new();
    let mut group = c.benchmark_group("laoqi");

    let games = 100;
    let plies = |moves: &mut Vec<Move>| -> u64 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        (0..games).map(|_| u64::from(game(&start, &mut random, moves))).sum()
    };
    group.throughput(Throughput::Elements(plies(&mut moves)));
    group.bench_function("random_play_2", |b| b.iter(|| plies(&mut moves)));

    group.throughput(Throughput::Elements(1));
    group.bench_function("legal_2", |b| {
        b.iter(|| {
            moves.clear();
            std::hint::black_box(&start).actions_into(Seat::of(0), Kinds::ANY, &mut moves);
            moves.len()
        });
    });
    group.finish();
}

criterion_group!(benches, laoqi);
criterion_main!(benches);
