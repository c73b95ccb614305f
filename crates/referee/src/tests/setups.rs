//! Set-ups that must be refused, each proven as well as a cheat can.

use super::*;
use crate::relation::Proof;
use crate::{BadStatement, CannotProve, ProofFails, SetupProof};

/// The field of this matrix with a proof from its true keys and factors: all equations that can
/// hold do.
pub(crate) fn forged(matrix: &Matrix) -> (Field, SetupProof) {
    let terms = terms();
    let army = army_of(0, LEGAL);
    let field = field_of(&army, matrix);
    let context = context(0, 0);
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    let proof = statement.prove_of(&known(&statement, &army, matrix), &entropy(0));
    (field, proof)
}

fn accepted(matrix: &Matrix) -> bool {
    let (terms, context) = (terms(), context(0, 0));
    let (field, proof) = forged(matrix);
    SetupStatement::new(&context, &terms, &field).unwrap().verify(&proof).is_ok()
}

pub(crate) fn known(statement: &SetupStatement<'_>, army: &Army, matrix: &Matrix) -> Vec<Scalar> {
    let keys = Piece::all().map(|at| *army.key(at));
    keys.chain(matrix.iter().map(|b| statement.factor(|k| b[usize::from(k.0)]))).collect()
}

pub(crate) fn swapped(a: usize, b: usize) -> [u8; PIECES] {
    let mut kinds = LEGAL;
    kinds.swap(a, b);
    kinds
}

/// Both refused by the verifier and not provable by an honest program.
fn illegal(kinds: [u8; PIECES]) {
    assert!(!accepted(&matrix(kinds)));
    let (terms, army) = (terms(), army_of(0, kinds));
    let (field, context) = (army.field(), context(0, 0));
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    assert_eq!(statement.prove(&army, &entropy(1)), Err(CannotProve::False));
}

/// Rows 0 and 1, a marshal and a general, with other bits; the sums of the columns stay right.
pub(crate) fn with_bits(marshal: [Scalar; 2], general: [Scalar; 2]) -> Matrix {
    let mut bits = matrix(LEGAL);
    bits[0][..2].copy_from_slice(&marshal);
    bits[1][..2].copy_from_slice(&general);
    bits
}

#[test]
fn t01_two_kinds_on_one_piece_and_none_on_another() {
    assert!(accepted(&with_bits([Scalar::ONE, Scalar::ZERO], [Scalar::ZERO, Scalar::ONE])));
    assert!(!accepted(&with_bits([Scalar::ONE; 2], [Scalar::ZERO; 2])));
}

#[test]
fn t02_halves_of_kinds() {
    let half = Scalar::from(2u8).invert();
    assert!(!accepted(&with_bits([half; 2], [half; 2])));
}

#[test]
fn t03_rows_of_two_and_minus_one_with_all_sums_right() {
    let (two, less) = (Scalar::from(2u8), -Scalar::ONE);
    assert!(!accepted(&with_bits([two, less], [less, two])));
}

#[test]
fn t04_two_commanders() {
    let mut kinds = LEGAL;
    kinds[1] = MARSHAL;
    illegal(kinds);
}

#[test]
fn t05_a_flag_off_the_headquarters() {
    illegal(swapped(21, 19));
}

#[test]
fn t06_a_mine_in_front() {
    illegal(swapped(20, 14));
}

#[test]
fn t07_a_bomb_in_the_first_row() {
    illegal(swapped(15, 4));
}

#[test]
fn t08_another_legal_arrangement_is_accepted() {
    assert!(accepted(&matrix(LEGAL)));
    assert!(accepted(&matrix(swapped(0, 18))));
    assert!(accepted(&matrix(swapped(21, 23))));
    let mut draw = Draw(8);
    for seat in 0..6 {
        verified(&terms(), &army_of(seat, draw.arrangement()));
    }
    let mut hiding = hiding();
    hiding.barred[usize::from(BOMB)].clear();
    verified(&Terms::new(&hiding).unwrap(), &army_of(0, swapped(15, 4)));
}

/// A legal field with its proof.
pub(crate) fn honest(terms: &Terms) -> (Army, Field, SetupProof) {
    let army = army_of(0, LEGAL);
    let field = army.field();
    let proof =
        SetupStatement::new(&context(0, 0), terms, &field).unwrap().prove(&army, &entropy(1));
    (army, field, proof.unwrap())
}

#[test]
fn t09_a_field_and_proof_copied_to_another_seat_step_head_or_match() {
    let terms = terms();
    let (_, field, proof) = honest(&terms);
    let bytes = field.bytes();
    let good = context(0, 0);
    let fails = |context: Context| {
        let copy = Field::read(context.place.match_id, context.place.seat, &bytes).unwrap();
        let statement = SetupStatement::new(&context, &terms, &copy).unwrap();
        assert_eq!(statement.verify(&proof), Err(ProofFails));
    };
    fails(context(0, 1));
    fails(Context { place: Place { step: 1, ..good.place }, ..good });
    fails(Context { place: Place { match_id: MatchId([8; 32]), ..good.place }, ..good });
    fails(Context { head: Head([9; 32]), ..good });
    let stated = SetupStatement::new(&context(0, 1), &terms, &field).err();
    assert_eq!(stated, Some(BadStatement::Seat));
    assert!(SetupStatement::new(&good, &terms, &field).unwrap().verify(&proof).is_ok());
}

#[test]
fn t10_a_mauled_field() {
    let terms = terms();
    let (_, field, proof) = honest(&terms);
    let shift = Scalar::from(5u8);
    let mut mauled = field.clone();
    let shifted = |point: &Point, base: &Point| Point::of(point.value() + shift * base.value());
    let row = &mut mauled.rows[3];
    row.key = shifted(&row.key, &bases().g);
    for (bit, base) in row.bits.iter_mut().zip(&bases().h) {
        *bit = shifted(bit, base);
    }
    let context = context(0, 0);
    let statement = SetupStatement::new(&context, &terms, &mauled).unwrap();
    assert_eq!(statement.verify(&proof), Err(ProofFails));
    // The response that would fit if the challenge did not depend on the field.
    let mut fitted = proof;
    fitted.proof.responses[3] += fitted.proof.challenge * shift;
    assert_eq!(statement.verify(&fitted), Err(ProofFails));
}

#[test]
fn t11_every_word_of_the_proof_changed() {
    let terms = terms();
    let (_, field, proof) = honest(&terms);
    let context = context(0, 0);
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    let bytes = proof.bytes();
    for word in 0..bytes.len() / 32 {
        let mut changed = bytes.clone();
        changed[word * 32 + word % 31] ^= 2;
        let refused = SetupProof::read(&changed).map(|proof| statement.verify(&proof));
        assert!(!matches!(refused, Ok(Ok(_))), "word {word}");
    }
    for link in 0..24 {
        let mut changed = proof.clone();
        changed.chain[link] = Point::of(changed.chain[link].value() + bases().g.value());
        assert!(statement.verify(&changed).is_err(), "link {link}");
    }
}

#[test]
fn t12_every_point_of_the_field_changed() {
    let terms = terms();
    let (_, field, proof) = honest(&terms);
    let context = context(0, 0);
    let mut draw = Draw(12);
    for word in 0..325 {
        let mut changed = field.clone();
        let row = &mut changed.rows[word / 13];
        let point = if word % 13 == 0 { &mut row.key } else { &mut row.bits[word % 13 - 1] };
        *point = Point::of(point.value() + bases().h[draw.below(12)].value());
        let statement = SetupStatement::new(&context, &terms, &changed).unwrap();
        assert_eq!(statement.verify(&proof), Err(ProofFails), "word {word}");
    }
}

#[test]
fn t13_two_rows_swapped() {
    let terms = terms();
    let (_, mut field, proof) = honest(&terms);
    field.rows.swap(2, 3);
    let context = context(0, 0);
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    assert_eq!(statement.verify(&proof), Err(ProofFails));
}

#[test]
fn t28_a_proof_of_zeros() {
    let terms = terms();
    let (_, field, mut proof) = honest(&terms);
    proof.proof = Proof { challenge: Scalar::ZERO, responses: vec![Scalar::ZERO; 75] };
    let context = context(0, 0);
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    assert_eq!(statement.verify(&proof), Err(ProofFails));
    proof.proof.responses.pop();
    assert_eq!(statement.verify(&proof), Err(ProofFails));
}

/// A row that is no unit vector and yet has the factor of one under the challenges of another field;
/// proven with the factors of its own challenges.
pub(crate) fn fitted() -> (Field, SetupProof, SetupProof) {
    let terms = terms();
    let (army, field, _) = honest(&terms);
    let context = context(0, 0);
    let early = SetupStatement::new(&context, &terms, &field).unwrap();
    let unit = |at: usize| move |k: Kind| Scalar::from(u64::from(usize::from(k.0) == at));
    let y = |at: usize| early.challenges().0[at];
    let mut bits = matrix(LEGAL);
    bits[0] = [Scalar::ZERO; KINDS];
    bits[0][5] = y(0) * y(5).invert();
    let fits = |s: &SetupStatement<'_>| s.factor(|k| bits[0][usize::from(k.0)]);
    assert_eq!(fits(&early), early.factor(unit(0)), "with early challenges it would pass");
    let field = field_of(&army, &bits);
    let late = SetupStatement::new(&context, &terms, &field).unwrap();
    assert_ne!(fits(&late), late.factor(unit(0)));
    let own = late.prove_of(&known(&late, &army, &bits), &entropy(0));
    let others = late.prove_of(&known(&early, &army, &bits), &entropy(0));
    (field, own, others)
}

#[test]
fn t31_a_field_fitted_to_known_challenges() {
    let (terms, context, (field, own, others)) = (terms(), context(0, 0), fitted());
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    assert_eq!(statement.verify(&own), Err(ProofFails));
    assert_eq!(statement.verify(&others), Err(ProofFails));
}

/// Two marshals, and the chain of products patched at a link so that it ends where it must.
pub(crate) fn patched(link: usize) -> (Field, SetupProof) {
    let terms = terms();
    let mut kinds = LEGAL;
    kinds[1] = MARSHAL;
    let army = army_of(0, kinds);
    let (field, context) = (army.field(), context(0, 0));
    let statement = SetupStatement::new(&context, &terms, &field).unwrap();
    let mut witness = known(&statement, &army, &matrix(kinds));
    let factors: Vec<Scalar> = witness[PIECES..].to_vec();
    witness.extend([Scalar::ZERO; PIECES]);
    let patch = statement.product() * factors.iter().product::<Scalar>().invert();
    let mut product = Scalar::ONE;
    let mut chain = Vec::new();
    for (at, factor) in factors.iter().enumerate() {
        product *= factor * if at == link { patch } else { Scalar::ONE };
        chain.push(Point::of(product * bases().g.value()));
    }
    assert_eq!(product, statement.product(), "the chain ends where it must");
    chain.pop();
    let (transcript, relation) = statement.relation(&chain);
    let proof = relation.prove(transcript, &witness, &entropy(0));
    (field, SetupProof { chain, proof })
}

#[test]
fn t32_a_chain_patched_at_each_link() {
    let (terms, context) = (terms(), context(0, 0));
    for link in 0..PIECES {
        let (field, proof) = patched(link);
        let statement = SetupStatement::new(&context, &terms, &field).unwrap();
        assert_eq!(statement.verify(&proof), Err(ProofFails), "{link}");
    }
}
