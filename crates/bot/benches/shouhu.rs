#![expect(clippy::indexing_slicing, reason = "an index below the length")]
#![allow(missing_docs)]
//! Speed of the search of 守护棋, in nodes: one decision at each of some positions of one game.

use std::hint::black_box;

use bot::{Dice, Warden};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::Seat;
use shouhu::{Options, Position, Red, Rules};

/// A game from the standard start, a position every few random plies.
fn positions() -> Vec<Position> {
    let options = Options { red: Red::Seat0, ..Options::STANDARD };
    let mut at = Position::start(&Rules::new(&options).expect("the preset holds"));
    let mut dice = Dice::new([1; 32]);
    let mut positions = vec![at.clone()];
    for step in 1..=16 {
        let mut moves = Vec::new();
        at.moves_into(&mut moves);
        at.play(&moves[dice.below(moves.len() as u32) as usize]);
        if step % 4 == 0 && !at.is_over() {
            positions.push(at.clone());
        }
    }
    positions
}

fn search(at: &Position) -> u32 {
    let seat: Seat = at.turn();
    Warden::STRONG.decide_counted(at, seat, &mut Dice::new([2; 32])).1
}

fn shouhu(c: &mut Criterion) {
    let positions = positions();
    let all = || positions.iter().map(|at| search(black_box(at))).map(u64::from).sum::<u64>();
    let mut group = c.benchmark_group("shouhu");
    group.sample_size(10);
    group.throughput(Throughput::Elements(all()));
    group.bench_function("search", |b| b.iter(all));
    group.finish();
}

criterion_group!(benches, shouhu);
criterion_main!(benches);
