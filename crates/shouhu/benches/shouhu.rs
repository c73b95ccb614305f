#![expect(clippy::indexing_slicing, reason = "an index below the length")]
#![allow(missing_docs)]
//! Speed of the engine: counts of moves, one list of moves, and whole games by random play.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shouhu::{Move, Options, Position, Red, Rules, count};

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

fn start() -> Position {
    let options = Options { red: Red::Seat0, ..Options::STANDARD };
    Position::start(&Rules::new(&options).expect("the preset holds"))
}

fn game(start: &Position, random: &mut Random, moves: &mut Vec<Move>) -> u32 {
    let mut at = start.clone();
    while !at.is_over() {
        moves.clear();
        at.moves_into(moves);
        let mv = moves[random.below(moves.len())];
        at.play(&mv);
    }
    at.ply().0
}

fn shouhu(c: &mut Criterion) {
    let at = start();
    let mut group = c.benchmark_group("shouhu");
    group.sample_size(10);
    group.throughput(Throughput::Elements(count(&at, 4)));
    group.bench_function("perft", |b| b.iter(|| count(black_box(&at), 4)));
    group.throughput(Throughput::Elements(1));
    let mut moves = Vec::new();
    group.bench_function("legal", |b| {
        b.iter(|| {
            moves.clear();
            black_box(&at).moves_into(&mut moves);
            moves.len()
        });
    });
    let games = 100;
    group.throughput(Throughput::Elements(games));
    group.bench_function("random_game", |b| {
        b.iter(|| {
            let mut random = Random(0x9e37_79b9_7f4a_7c15);
            (0..games).map(|_| u64::from(game(&at, &mut random, &mut moves))).sum::<u64>()
        });
    });
    group.finish();
}

criterion_group!(benches, shouhu);
criterion_main!(benches);
