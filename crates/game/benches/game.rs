//! `game/digest`: encoding and hashing a position of realistic size.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use game::toys::tiles::{Options, Tiles};
use game::{Canon as _, Event, Game as _, Known, Waits, digest};

fn digests(c: &mut Criterion) {
    let rules = Tiles::rules(&Options { cells: 60 }).expect("sixty cells are allowed");
    let mut at = Tiles::start(&rules);
    while at.encode().len() < 200 {
        let event = match Tiles::waits(&at) {
            Waits::Move(seat) => {
                let moves = Tiles::moves(&at, seat, &Known::of(seat));
                Event::Moved(seat, *moves.first().expect("there is a move"))
            }
            Waits::Toss { below, .. } => Event::Tossed(below / 2),
            _ => break,
        };
        Tiles::apply(&mut at, &event).expect("the event is due");
    }
    let bytes = at.encode().len();
    assert!(bytes >= 180, "a position of {bytes} bytes is not of realistic size");
    let mut group = c.benchmark_group("game");
    group.bench_function("digest", |b| b.iter(|| digest::<Tiles>(black_box(&at))));
    group.finish();
}

criterion_group!(benches, digests);
criterion_main!(benches);
