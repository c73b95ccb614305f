//! What would happen without a rule of the protocol: each attack succeeds here, on values that only
//! a test can make. And what no prover may show: its kinds, by what it computes.

use curve25519_dalek::ristretto::RistrettoPoint;

use super::*;
use crate::group::count;
use crate::relation::Relation;
use crate::transcript::Transcript;
use crate::{
    AmongStatement, AnswerStatement, Attack, AttackStatement, CanMoveStatement, NoMoveStatement,
    SetupStatement,
};

/// As if an unproven ciphertext had been verified.
fn unproven(field: &Verified<Field>, at: Piece, u: Point, w: Point, codes: &[u8]) -> Attack {
    let key = field.row(at).key;
    Attack { match_id: MATCH, seat: field.seat(), piece: at, key, u, w, codes: codes.to_vec() }
}

#[test]
fn t33_an_unproven_ciphertext_that_is_answered_reads_a_row() {
    let player = player(1);
    for at in Piece::all() {
        let read = kinds().find(|kind| {
            let row = player.field.row(at);
            let (u, w) = (bases().h[usize::from(kind.0)], *row.bit(*kind));
            let attack = Verified::after_check(unproven(&player.field, at, u, w, &[0, 1]));
            let statement = AnswerStatement::new(&context(8, 1), &attack).unwrap();
            statement.prove(&player.army, &entropy(6)).unwrap().code == 1
        });
        assert_eq!(read, Some(player.army.kind(at)), "the oracle tells the kind");
    }
}

#[test]
fn n48_an_unproven_row_reads_the_attackers_kind() {
    let (terms, attacker) = (terms(), player(0));
    let army = army_of(1, LEGAL);
    // Bits 16^k where the codes of a row of the table become one number.
    let mut bits = matrix(LEGAL);
    bits[4] = std::array::from_fn(|k| Scalar::from(1u64 << (4 * k)));
    let field = field_of(&army, &bits);
    // It cannot be proven …
    let statement = SetupStatement::new(&context(0, 1), &terms, &field).unwrap();
    let keys = Piece::all().map(|at| *army.key(at));
    let factors = bits.iter().map(|row| statement.factor(|k| row[usize::from(k.0)]));
    let known: Vec<Scalar> = keys.chain(factors).collect();
    assert!(statement.verify(&statement.prove_of(&known, &entropy(1))).is_err());
    // … and were it believed, the ciphertext would tell more than a code.
    let believed = Verified::after_check(field);
    let mut seen = Vec::new();
    for a in (0..10).map(of_kind) {
        let both = ((&attacker.field, a), (&believed, piece(4)));
        let statement =
            AttackStatement::new(&context(7, 0), &terms, both.0, both.1, MOVABLE).unwrap();
        let sent = statement.prove(&attacker.army, &entropy(5)).unwrap();
        let plain = sent.w.value() - army.key(piece(4)) * sent.u.value();
        let of = |kind: u8| -> RistrettoPoint {
            let codes = terms.row(Kind(kind)).iter().zip(&bits[4]);
            let sum: Scalar = codes.map(|(code, bit)| Scalar::from(*code) * bit).sum();
            RistrettoPoint::mul_base(&sum)
        };
        seen.push((0..10).filter(|kind| of(*kind) == plain).collect::<Vec<u8>>());
    }
    assert_eq!(seen, (0..10).map(|kind| vec![kind]).collect::<Vec<_>>());
}

#[test]
fn n49_repeated_entropy_repeats_no_nonce() {
    let player = player(0);
    let at = of_kind(GENERAL);
    let key = player.army.key(at);
    let new = |step| AmongStatement::new(&context(step, 0), &player.field, at, MOVABLE).unwrap();
    let (first, second) = (new(3), new(4));
    let secret = |nonces: Option<Scalar>| {
        let prove = |statement: &AmongStatement| match nonces {
            None => statement.prove(&player.army, &entropy(9)).unwrap().0,
            Some(nonce) => {
                let transcript = statement.transcript.clone();
                statement.relation.prove_with_nonces(transcript, &[*key], &[nonce])
            }
        };
        let (a, b) = (prove(&first), prove(&second));
        (a.responses[0] - b.responses[0]) * (a.challenge - b.challenge).invert()
    };
    assert_ne!(secret(None), *key);
    assert_eq!(secret(Some(Scalar::from(99u8))), *key, "a repeated nonce gives the key away");
}

#[test]
fn n49_repeated_entropy_repeats_no_blind() {
    let (terms, attacker, defender) = (terms(), player(0), player(1));
    let mut seen = Vec::new();
    for (step, d) in [(3, 4), (4, 4), (3, 5)] {
        let both = ((&attacker.field, piece(0)), (&defender.field, piece(d)));
        let context = context(step, 0);
        let statement = AttackStatement::new(&context, &terms, both.0, both.1, MOVABLE).unwrap();
        seen.push(*statement.prove(&attacker.army, &entropy(9)).unwrap().u.bytes());
    }
    // The first links of the chain have the same factor if the kinds are the same: only the blind
    // may tell them apart, and the challenges.
    for step in [0, 1] {
        let context = context(step, 0);
        let statement = SetupStatement::new(&context, &terms, &attacker.field).unwrap();
        let proof = statement.prove(&attacker.army, &entropy(9)).unwrap();
        seen.extend(proof.chain.iter().map(|link| *link.bytes()));
    }
    let all = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), all);
}

#[test]
fn n46_a_restarted_program_makes_the_same_bytes() {
    let make = || {
        let (terms, own, other) = (terms(), player(0), player(1));
        let at = context(3, 0);
        let setup = SetupStatement::new(&at, &terms, &own.field).unwrap();
        let both = ((&own.field, piece(0)), (&other.field, piece(4)));
        let attack = AttackStatement::new(&at, &terms, both.0, both.1, MOVABLE).unwrap();
        let attack = attack.prove(&own.army, &entropy(9)).unwrap();
        [own.field.bytes(), setup.prove(&own.army, &entropy(9)).unwrap().bytes(), attack.bytes()]
    };
    assert_eq!(make(), make());
}

#[test]
fn a_derived_scalar_depends_on_all_that_it_is_derived_from() {
    let draw = |witness: u8, random: u8, digest: u8, label: &str| {
        let witness = [Scalar::from(witness)];
        crate::derived::scalars(&witness, &entropy(random), &[digest; 64], label, 2).to_vec()
    };
    let all = [
        draw(1, 1, 1, "s"),
        draw(2, 1, 1, "s"),
        draw(1, 2, 1, "s"),
        draw(1, 1, 2, "s"),
        draw(1, 1, 1, "rho"),
    ];
    let mut flat: Vec<[u8; 32]> = all.iter().flatten().map(Scalar::to_bytes).collect();
    flat.sort_unstable();
    flat.dedup();
    assert_eq!(flat.len(), 10);
    assert_eq!(all[0], draw(1, 1, 1, "s"));
}

/// What a prover computes on the group.
fn operations(run: impl FnOnce()) -> Vec<(&'static str, usize)> {
    count::take();
    run();
    count::take()
}

#[test]
fn provers_do_the_same_for_every_kind() {
    let (terms, attacker, defender) = (terms(), player(0), player(1));
    let mut draw = Draw(1);
    let setup = |kinds: [u8; PIECES]| {
        let (army, context) = (army_of(0, kinds), context(0, 0));
        operations(|| {
            let field = army.field();
            let statement = SetupStatement::new(&context, &terms, &field).unwrap();
            statement.prove(&army, &entropy(1)).unwrap();
        })
    };
    let first = setup(LEGAL);
    assert!(first.len() > 600, "{}", first.len());
    assert_eq!(setup(draw.arrangement()), first);
    let (mut moves, mut fights) = (Vec::new(), Vec::new());
    for a in (0..10).map(of_kind) {
        let statement = AmongStatement::new(&context(3, 0), &attacker.field, a, MOVABLE).unwrap();
        moves.push(operations(|| {
            statement.prove(&attacker.army, &entropy(2)).unwrap();
        }));
        for d in (0..12).map(of_kind) {
            let both = ((&attacker.field, a), (&defender.field, d));
            let statement =
                AttackStatement::new(&context(7, 0), &terms, both.0, both.1, MOVABLE).unwrap();
            fights.push(operations(|| {
                let proof = statement.prove(&attacker.army, &entropy(5)).unwrap();
                let attack = statement.verify(&proof).unwrap();
                let answer = AnswerStatement::new(&context(8, 1), &attack).unwrap();
                answer.prove(&defender.army, &entropy(6)).unwrap();
            }));
        }
    }
    for list in [moves, fights] {
        assert!(list[0].len() > 1);
        assert!(list.iter().all(|made| *made == list[0]));
    }
}

#[test]
fn seats_that_are_stuck_or_not_do_the_same_for_every_arrangement() {
    let (terms, mut draw) = (terms(), Draw(2));
    let (mut stuck, mut free) = (Vec::new(), Vec::new());
    for _ in 0..6 {
        let army = army_of(0, draw.arrangement());
        let field = verified(&terms, &army);
        // Two that cannot move, wherever they are, and the same number of pieces of any kind.
        let still = Piece::all().filter(|at| army.kind(*at).0 >= MINE).take(2);
        let still: Vec<Piece> = still.collect();
        let no = NoMoveStatement::new(&context(9, 0), &terms, &field, &still).unwrap();
        stuck.push(operations(|| drop(no.prove(&army, &entropy(1)).unwrap())));
        let some: Vec<Piece> = (0..9).map(piece).collect();
        let can = CanMoveStatement::new(&context(9, 0), &terms, &field, &some).unwrap();
        free.push(operations(|| drop(can.prove(&army, &entropy(1)).unwrap())));
    }
    for list in [stuck, free] {
        assert!(list[0].len() > 1);
        assert!(list.iter().all(|made| *made == list[0]));
    }
}

/// How many points are multiplied one by one, and how many have a table, is what a verification
/// costs: three tables, then Y for each piece, its twelve V, the links before and after it, and two
/// points for each barred kind.
#[test]
fn a_setup_is_verified_with_few_products() {
    let (terms, army, context) = (terms(), army_of(0, LEGAL), context(0, 0));
    let field = army.field();
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    let proof = statement.prove(&army, &entropy(1)).unwrap();
    let made = operations(|| drop(statement.verify(&proof).unwrap()));
    let total = |what| made.iter().filter(|(name, _)| *name == what).map(|(_, n)| n).sum::<usize>();
    assert_eq!(total("shared"), 3);
    let mixed = KINDS;
    assert_eq!(total("public"), mixed + PIECES * (1 + KINDS) + 2 * (PIECES - 1) + 2 * 3);
    assert_eq!(made.len(), 2 + 3 * PIECES + 3);
}

/// Times a prover by kind; the kinds take turns, so that whatever else runs falls on all alike.
fn timed(what: &str, kinds: u8, mut prove: impl FnMut(u8, u32)) {
    const ROUNDS: u32 = 400;
    let mut times = vec![Vec::new(); usize::from(kinds)];
    for round in 0..ROUNDS {
        for (kind, times) in (0..kinds).zip(&mut times) {
            let start = std::time::Instant::now();
            prove(kind, round);
            times.push(start.elapsed());
        }
    }
    for (kind, times) in times.iter_mut().enumerate() {
        times.sort_unstable();
        let [least, quarter, median] = [0, times.len() / 4, times.len() / 2].map(|at| times[at]);
        println!("{what}, kind {kind}: least {least:?}, quarter {quarter:?}, median {median:?}");
    }
}

/// By hand, on an idle machine and optimised: `cargo test --release -p referee -- --ignored
/// --nocapture time`.
#[test]
#[ignore = "a measurement"]
fn the_time_of_a_prover_by_kind() {
    let (terms, own, other) = (terms(), player(0), player(1));
    timed("among", 10, |kind, step| {
        let at = context(step, 0);
        let statement = AmongStatement::new(&at, &own.field, of_kind(kind), MOVABLE).unwrap();
        std::hint::black_box(statement.prove(&own.army, &entropy(5)).unwrap());
    });
    let fight = |a, d, step| {
        let both = ((&own.field, of_kind(a)), (&other.field, of_kind(d)));
        let at = context(step, 0);
        let statement = AttackStatement::new(&at, &terms, both.0, both.1, MOVABLE).unwrap();
        (statement.prove(&own.army, &entropy(5)).unwrap(), statement)
    };
    timed("attack", 10, |kind, step| {
        std::hint::black_box(fight(kind, GENERAL, step));
    });
    let attacks = (0..12).map(|kind| {
        let (proof, statement) = fight(GENERAL, kind, 7);
        statement.verify(&proof).unwrap()
    });
    let attacks: Vec<_> = attacks.collect();
    timed("answer", 12, |kind, step| {
        let at = context(step, 1);
        let statement = AnswerStatement::new(&at, &attacks[usize::from(kind)]).unwrap();
        std::hint::black_box(statement.prove(&other.army, &entropy(5)).unwrap());
    });
}

#[test]
fn a_challenge_depends_on_every_part_of_a_relation() {
    let transcript = || Transcript::new(&context(1, 0), "test");
    let point = |k: usize| bases().h[k];
    let build = |index: u32, left: usize, coefficient: u8, right: usize| {
        let mut relation = Relation::new(&[index]);
        let (a, b) = (relation.point(&point(left)), relation.point(&point(right)));
        let x = relation.secret();
        relation.equation(vec![(Scalar::ONE, a)], vec![(x, Scalar::from(coefficient), b)]);
        relation
    };
    let zero = [Scalar::ZERO];
    let challenge = |relation: &Relation, transcript: Transcript| {
        relation.prove_with_nonces(transcript, &zero, &zero).challenge.to_bytes()
    };
    let mut all: Vec<[u8; 32]> =
        [(1, 0, 1, 1), (2, 0, 1, 1), (1, 2, 1, 1), (1, 0, 2, 1), (1, 0, 1, 2)]
            .iter()
            .map(|(i, l, c, r)| challenge(&build(*i, *l, *c, *r), transcript()))
            .collect();
    all.push(challenge(&build(1, 0, 1, 1), Transcript::new(&context(1, 0), "tesu")));
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}
