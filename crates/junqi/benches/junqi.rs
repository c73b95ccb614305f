#![expect(clippy::indexing_slicing, reason = "an index below the length")]
#![allow(missing_docs)]
//! Speed of the engine: counts of moves, one list of moves, and whole games by random play.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::{Event, Showing};
use junqi::{Layout, Move, Options, Position, Rules, Stage, count};

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

/// An open game in which every seat has set up so.
fn start(options: &Options, layout: &str) -> Position {
    let rules = Rules::new(options).expect("the preset holds");
    let layout = Layout::read(layout).expect("a layout");
    let mut at = Position::start(&rules);
    let shown = rules.seats().iter().map(|seat| (seat, Showing::Shown(layout)));
    at.apply(&Event::Unsealed(shown.collect())).expect("all set up");
    at.apply(&Event::Tossed(0)).expect("a toss");
    at
}

const LAYOUT: &str = "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE";

fn game(start: &Position, random: &mut Random, moves: &mut Vec<Move>) -> u32 {
    let mut at = start.clone();
    while matches!(at.stage(), Stage::Turn) {
        moves.clear();
        at.moves_into(|man| at.public_kind(man), moves);
        let mv = moves[random.below(moves.len())];
        at.play(&mv);
    }
    at.ply().0
}

fn junqi(c: &mut Criterion) {
    let two = start(&Options::OPEN_2P, LAYOUT);
    let four = start(&Options::OPEN_4P, LAYOUT);
    let mut group = c.benchmark_group("junqi");
    group.sample_size(10);
    for (name, at, depth) in [("perft_2p", &two, 4), ("perft_4p", &four, 4)] {
        group.throughput(Throughput::Elements(count(at, depth)));
        group.bench_function(name, |b| b.iter(|| count(black_box(at), depth)));
    }
    group.throughput(Throughput::Elements(1));
    let mut moves = Vec::new();
    group.bench_function("legal_4p", |b| {
        b.iter(|| {
            moves.clear();
            let at = black_box(&four);
            at.moves_into(|man| at.public_kind(man), &mut moves);
            moves.len()
        });
    });
    let games = 100;
    group.throughput(Throughput::Elements(games));
    group.bench_function("random_game_2p", |b| {
        b.iter(|| {
            let mut random = Random(0x9e37_79b9_7f4a_7c15);
            (0..games).map(|_| u64::from(game(&two, &mut random, &mut moves))).sum::<u64>()
        });
    });
    group.finish();
}

criterion_group!(benches, junqi);
criterion_main!(benches);
