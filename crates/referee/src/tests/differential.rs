//! The engine against sigma-proofs, which somebody else wrote: on every relation, true or false, both
//! must come to the same end, and each must accept what the other's algebra says of a proof.

use curve25519_dalek::ristretto::RistrettoPoint;
use sigma_proofs::linear_relation::Equation;
use sigma_proofs::{
    DefaultHash, Instance, PrivateRng, derive_session_id, prove_compact_with, verify_compact,
};

use super::setups::{known, swapped, with_bits};
use super::*;
use crate::relation::{PlainEquation, Relation};
use crate::transcript::Transcript;
use crate::{
    AmongStatement, AnswerStatement, AttackStatement, CanMoveStatement, NoMoveStatement,
    SetupStatement,
};

const TAG: &[u8] = b"qiyue-differential-CMPT-sigma-proofs_TurboShake128_Ristretto255";

/// How many relations were true, and how many not.
#[derive(Default, Debug, PartialEq, Eq)]
struct Tally {
    right: usize,
    wrong: usize,
}

/// The same relation as the other crate has it: points that no equation uses are left out, and the
/// generator, which is our point 0, is its element 1.
fn instance(relation: &Relation) -> Instance<RistrettoPoint> {
    let (points, equations) = relation.plain();
    let mut numbers: Vec<Option<u32>> = vec![None; points.len()];
    numbers[0] = Some(1);
    let mut elements = Vec::new();
    let mut number = |point: u32| {
        let at = point as usize;
        *numbers[at].get_or_insert_with(|| {
            elements.push(points[at]);
            u32::try_from(elements.len()).unwrap() + 1
        })
    };
    let mut equation = |(left, right): PlainEquation| Equation {
        image: left.into_iter().map(|(point, a)| (number(point), a)).collect(),
        terms: right.into_iter().map(|(secret, point, b)| (secret, number(point), b)).collect(),
    };
    let equations = equations.into_iter().map(&mut equation).collect();
    Instance::new(elements, equations).unwrap()
}

impl Tally {
    /// Proves and verifies with both; `truth` is what is known beforehand.
    fn both(&mut self, relation: &Relation, start: &Transcript, witness: &[Scalar], truth: bool) {
        let instance = instance(relation);
        assert_eq!(instance.num_scalars(), witness.len());
        assert_eq!(bool::from(instance.is_witness_valid(witness)), truth);
        let ours = relation.prove(start.clone(), witness, &entropy(3));
        assert_eq!(relation.accepts(start.clone(), &ours), truth);
        // Our proof by their algebra: T is the map of the responses less the challenge times the image.
        let image = instance.image().iter();
        let values = instance.map(&ours.responses).into_iter().zip(image);
        let values: Vec<_> = values.map(|(value, image)| value - ours.challenge * image).collect();
        assert_eq!(relation.has_challenge(start.clone(), &values, &ours.challenge), truth);
        let mut random = PrivateRng::<DefaultHash>::from_seed([7; 32]);
        let session = derive_session_id::<DefaultHash>(TAG);
        let theirs =
            prove_compact_with::<DefaultHash, _>(&session, &instance, witness, &mut random);
        let theirs = theirs.unwrap();
        assert_eq!(verify_compact(TAG, &instance, &theirs).is_ok(), truth);
        // Their verifier refuses something: agreement with one that takes all would be worth nothing.
        let mut changed = theirs;
        changed[40] ^= 1;
        assert!(verify_compact(TAG, &instance, &changed).is_err());
        if truth { self.right += 1 } else { self.wrong += 1 }
    }

    fn setup(&mut self, matrix: &Matrix, truth: bool) {
        let (terms, army, at) = (terms(), army_of(0, LEGAL), context(0, 0));
        let field = field_of(&army, matrix);
        let statement = SetupStatement::new(&at, &terms, &field).unwrap();
        let (chain, witness) = statement.chain(&known(&statement, &army, matrix), &entropy(1));
        let (transcript, relation) = statement.relation(&chain);
        self.both(&relation, &transcript, &witness, truth);
    }
}

#[test]
fn set_ups_agree() {
    let (one, zero, two) = (Scalar::ONE, Scalar::ZERO, Scalar::from(2u8));
    let (half, mut tally, mut draw) = (two.invert(), Tally::default(), Draw(3));
    tally.setup(&matrix(LEGAL), true);
    (0..5).for_each(|_| tally.setup(&matrix(draw.arrangement()), true));
    let mut marshals = LEGAL;
    marshals[1] = MARSHAL;
    let bad = [
        with_bits([one; 2], [zero; 2]),
        with_bits([half; 2], [half; 2]),
        with_bits([two, -one], [-one, two]),
        matrix(marshals),
        matrix(swapped(21, 19)),
        matrix(swapped(20, 14)),
        matrix(swapped(15, 4)),
    ];
    bad.iter().for_each(|matrix| tally.setup(matrix, false));
    assert_eq!(tally, Tally { right: 6, wrong: 7 });
}

#[test]
fn kinds_of_pieces_agree() {
    let (player, mut tally) = (player(0), Tally::default());
    for at in Piece::all() {
        for set in [MOVABLE, FLYERS, FLYERS_WITH_BOMBS] {
            let statement = AmongStatement::new(&context(3, 0), &player.field, at, set).unwrap();
            let truth = set.has(player.army.kind(at));
            let key = [*player.army.key(at)];
            tally.both(&statement.relation, &statement.transcript, &key, truth);
        }
    }
    assert_eq!(tally, Tally { right: 21 + 3 + 5, wrong: 4 + 22 + 20 });
}

#[test]
fn fights_agree() {
    let (own, other, terms, mut tally) = (player(0), player(1), terms(), Tally::default());
    let s = Scalar::from(77u8);
    for (a, claimed) in (0..12).flat_map(|a| (0..10).map(move |claimed| (a, claimed))) {
        let (by, on) = (of_kind(a), of_kind((a + claimed) % 12));
        let both = ((&own.field, by), (&other.field, on));
        let at = context(7, 0);
        let statement = AttackStatement::new(&at, &terms, both.0, both.1, MOVABLE).unwrap();
        let bits = (0..10).map(|kind| Scalar::from(u64::from(kind == claimed)));
        let mut witness: Vec<Scalar> = std::iter::once(*own.army.key(by)).chain(bits).collect();
        let sent = statement.prove_of(&witness, &s, &entropy(5));
        witness.push(s);
        let (transcript, relation) = statement.relation(&sent.u, &sent.w);
        tally.both(&relation, &transcript, &witness, a == claimed);
        let Ok(attack) = statement.verify(&sent) else { continue };
        let statement = AnswerStatement::new(&context(8, 1), &attack).unwrap();
        let key = [*other.army.key(on)];
        for code in [0, 1, 2, 3, 6, 7, 9, 11, 27] {
            let truth = code == self::code(a, other.army.kind(on).0);
            let transcript = Transcript::new(&statement.context, "answer");
            tally.both(&statement.relation(code), &transcript, &key, truth);
        }
    }
    assert_eq!(tally.right, 20, "{tally:?}");
    assert_eq!(tally.right + tally.wrong, 120 + 90);
}

#[test]
fn stuck_seats_agree() {
    let (player, terms, mut tally) = (player(0), terms(), Tally::default());
    let at = context(9, 0);
    let mut draw = Draw(11);
    for number in 0..24 {
        let of = |at: &Piece| player.army.kind(*at).0;
        let few = |at: &Piece| number % 2 == 0 && of(at) >= MINE;
        let mut list: Vec<Piece> = Piece::all().filter(few).collect();
        list.extend(Piece::all().filter(|_| number % 2 == 1 && draw.below(3) == 0));
        if list.len() > 1 {
            list.remove(draw.below(list.len()));
        }
        let movable = list.iter().filter(|at| of(at) < MINE).count();
        let sum: Scalar = list.iter().map(|at| player.army.key(*at)).sum();
        let no = NoMoveStatement::new(&at, &terms, &player.field, &list).unwrap();
        let transcript = Transcript::new(&no.0.context, "no-move");
        tally.both(&no.0.relation, &transcript, &[sum], movable == 0);
        let can = CanMoveStatement::new(&at, &terms, &player.field, &list).unwrap();
        let t = Scalar::from(movable.max(1) as u64).invert();
        let transcript = Transcript::new(&can.0.context, "can-move");
        tally.both(&can.0.relation, &transcript, &[t, t * sum], movable != 0);
    }
    assert_eq!(tally, Tally { right: 24, wrong: 24 });
}
