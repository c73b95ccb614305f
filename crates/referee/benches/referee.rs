//! `referee/…`: proving and verifying each statement, each from the public facts.

use std::hint::black_box;

use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use crypto::{Head, MatchId, MatchSecret, Place};
use game::{Hiding, Kind, KindSet};
use referee::{
    AmongStatement, AnswerStatement, Army, AttackStatement, CanMoveStatement, Context, Entropy,
    Field, NoMoveStatement, Opening, PIECES, Piece, SetupProof, SetupStatement, Terms, Verified,
};

const MATCH: MatchId = MatchId([7; 32]);
const MOVABLE: KindSet = KindSet(0x3ff);

/// A legal army as in 军棋: the flag at 21, three mines beside it.
const KINDS: [u8; PIECES] =
    [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 9, 9, 7, 8, 8, 10, 11, 10, 8, 10];

fn terms() -> Terms {
    let off_headquarters = (0..25).filter(|at| ![21, 23].contains(at)).collect();
    let mut barred = vec![Vec::new(); 9];
    barred.extend([(0..5).collect(), (0..15).collect(), off_headquarters]);
    let codes = (0..10).map(|a| (0..12).map(|d| 1 + (a * 7 + d * 3) % 31).collect()).collect();
    let counts = vec![1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1];
    Terms::new(&Hiding { counts, barred, movable: MOVABLE, codes }).expect("the terms are right")
}

fn context(step: u32, seat: u8) -> Context {
    Context { place: Place { match_id: MATCH, step, seat }, head: Head([3; 32]) }
}

fn entropy() -> Entropy {
    Entropy::new([5; 32])
}

fn piece(number: u8) -> Piece {
    Piece::new(number).expect("there is such a piece")
}

fn army(seat: u8) -> Army {
    Army::new(&MatchSecret::new([seat; 32]), MATCH, seat, &KINDS.map(Kind)).expect("kinds are")
}

fn verified(terms: &Terms, army: &Army) -> Verified<Field> {
    let field = army.field();
    let statement = SetupStatement::new(&context(0, field.seat()), terms, &field).expect("own");
    let proof = statement.prove(army, &entropy()).expect("the army is legal");
    statement.verify(&proof).expect("the proof is right")
}

fn setups(group: &mut BenchmarkGroup<'_, criterion::measurement::WallTime>) {
    let (terms, army, at) = (terms(), army(0), context(0, 0));
    group.bench_function("field", |b| b.iter(|| black_box(&army).field()));
    let field = army.field();
    let statement = || SetupStatement::new(black_box(&at), &terms, &field).expect("own");
    group.bench_function("setup_prove", |b| b.iter(|| statement().prove(&army, &entropy())));
    let proof = statement().prove(&army, &entropy()).expect("it is legal");
    group.bench_function("setup_verify", |b| b.iter(|| statement().verify(&proof)));
    let bytes = [field.bytes(), proof.bytes()].concat();
    group.bench_function("setup_read", |b| {
        b.iter(|| {
            let (field, proof) = black_box(&bytes).split_at(referee::FIELD_BYTES);
            (Field::read(MATCH, 0, field), SetupProof::read(proof))
        });
    });
}

fn fights(group: &mut BenchmarkGroup<'_, criterion::measurement::WallTime>) {
    let (terms, own, other) = (terms(), army(0), army(1));
    let (field, their_field) = (verified(&terms, &own), verified(&terms, &other));
    let (at, then) = (context(1, 0), context(2, 1));
    let among = || AmongStatement::new(black_box(&at), &field, piece(0), MOVABLE).expect("own");
    group.bench_function("among_prove", |b| b.iter(|| among().prove(&own, &entropy())));
    let proof = among().prove(&own, &entropy()).expect("it can move");
    group.bench_function("among_verify", |b| b.iter(|| among().verify(&proof)));
    let both = ((&field, piece(0)), (&their_field, piece(4)));
    let attack =
        || AttackStatement::new(black_box(&at), &terms, both.0, both.1, MOVABLE).expect("they are");
    group.bench_function("attack_prove", |b| b.iter(|| attack().prove(&own, &entropy())));
    let proof = attack().prove(&own, &entropy()).expect("it can move");
    group.bench_function("attack_verify", |b| b.iter(|| attack().verify(&proof)));
    let attack = attack().verify(&proof).expect("the proof is right");
    let answer = || AnswerStatement::new(black_box(&then), &attack).expect("it is attacked");
    group.bench_function("answer_prove", |b| b.iter(|| answer().prove(&other, &entropy())));
    let proof = answer().prove(&other, &entropy()).expect("it decrypts");
    group.bench_function("answer_verify", |b| b.iter(|| answer().verify(&proof)));
    let opening = Opening::of(&own, piece(0));
    group.bench_function("open", |b| b.iter(|| opening.open(black_box(&field), piece(0))));
}

fn stuck(group: &mut BenchmarkGroup<'_, criterion::measurement::WallTime>) {
    let (terms, own, at) = (terms(), army(0), context(1, 0));
    let field = verified(&terms, &own);
    let still = [20, 21, 22, 24].map(piece);
    let all: Vec<Piece> = Piece::all().collect();
    let no = || NoMoveStatement::new(black_box(&at), &terms, &field, &still).expect("own");
    group.bench_function("stuck_no_move_prove", |b| b.iter(|| no().prove(&own, &entropy())));
    let proof = no().prove(&own, &entropy()).expect("none can move");
    group.bench_function("stuck_no_move_verify", |b| b.iter(|| no().verify(&proof)));
    let can = || CanMoveStatement::new(black_box(&at), &terms, &field, &all).expect("own");
    group.bench_function("stuck_can_move_prove", |b| b.iter(|| can().prove(&own, &entropy())));
    let proof = can().prove(&own, &entropy()).expect("some can move");
    group.bench_function("stuck_can_move_verify", |b| b.iter(|| can().verify(&proof)));
}

fn all(c: &mut Criterion) {
    let mut group = c.benchmark_group("referee");
    setups(&mut group);
    fights(&mut group);
    stuck(&mut group);
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
