//! Attacks and answers.

use super::*;
use crate::{
    AnswerStatement, Attack, AttackProof, AttackStatement, BadStatement, CannotProve, ProofFails,
};

/// Seat 0 attacks seat 1, with one piece of each kind at hand.
struct Fight {
    terms: Terms,
    attacker: Player,
    defender: Player,
}

impl Fight {
    fn new() -> Self {
        Self { terms: terms(), attacker: player(0), defender: player(1) }
    }

    fn statement(&self, step: u32, a: Piece, d: Piece, among: KindSet) -> AttackStatement<'_> {
        let (attacker, defender) = ((&self.attacker.field, a), (&self.defender.field, d));
        AttackStatement::new(&context(step, 0), &self.terms, attacker, defender, among).unwrap()
    }

    fn proof(&self, step: u32, a: Piece, d: Piece, among: KindSet) -> AttackProof {
        self.statement(step, a, d, among).prove(&self.attacker.army, &entropy(5)).unwrap()
    }

    fn attack(&self, a: Piece, d: Piece) -> Verified<Attack> {
        let proof = self.proof(7, a, d, MOVABLE);
        self.statement(7, a, d, MOVABLE).verify(&proof).unwrap()
    }

    /// Key and claimed bits of an attacker that says to be of another kind.
    fn claim(&self, a: Piece, kind: u8, among: KindSet) -> Vec<Scalar> {
        let bits = kinds().filter(|k| among.has(*k));
        let bits = bits.map(|k| Scalar::from(u64::from(k.0 == kind)));
        std::iter::once(*self.attacker.army.key(a)).chain(bits).collect()
    }
}

#[test]
fn t00_every_fight_announces_what_the_table_says() {
    let fight = Fight::new();
    for a in Piece::all().filter(|at| MOVABLE.has(fight.attacker.army.kind(*at))) {
        for d in (0..12).map(of_kind) {
            let attack = fight.attack(a, d);
            assert_eq!(attack.target(), (1, d));
            let statement = AnswerStatement::new(&context(8, 1), &attack).unwrap();
            let answer = statement.prove(&fight.defender.army, &entropy(6)).unwrap();
            let kinds = (fight.attacker.army.kind(a).0, fight.defender.army.kind(d).0);
            assert_eq!(statement.verify(&answer), Ok(code(kinds.0, kinds.1)), "{kinds:?}");
        }
    }
}

#[test]
fn t18_a_mine_or_flag_attacks_as_any_kind() {
    let fight = Fight::new();
    for a in [MINE, FLAG].map(of_kind) {
        let statement = fight.statement(7, a, piece(0), MOVABLE);
        let refused = statement.prove(&fight.attacker.army, &entropy(5));
        assert_eq!(refused, Err(CannotProve::False));
        for kind in 0..12 {
            let known = fight.claim(a, kind, MOVABLE);
            let proof = statement.prove_of(&known, &Scalar::from(9u8), &entropy(5));
            assert_eq!(statement.verify(&proof), Err(ProofFails), "{kind}");
        }
    }
}

#[test]
fn t19_every_false_kind_of_every_attacker() {
    let fight = Fight::new();
    for a in 0..10 {
        for claimed in 0..10 {
            let statement = fight.statement(7, of_kind(a), piece(4), MOVABLE);
            let known = fight.claim(of_kind(a), claimed, MOVABLE);
            let proof = statement.prove_of(&known, &Scalar::from(9u8), &entropy(5));
            assert_eq!(statement.verify(&proof).is_ok(), a == claimed, "{a} as {claimed}");
        }
    }
}

#[test]
fn t20_an_attack_replayed_elsewhere() {
    let fight = Fight::new();
    let (a, d) = (piece(0), piece(4));
    let proof = fight.proof(7, a, d, MOVABLE);
    assert!(fight.statement(7, a, d, MOVABLE).verify(&proof).is_ok());
    let fails = |statement: AttackStatement<'_>| {
        assert_eq!(statement.verify(&proof), Err(ProofFails));
    };
    fails(fight.statement(8, a, d, MOVABLE));
    fails(fight.statement(7, a, piece(5), MOVABLE));
    fails(fight.statement(7, piece(1), d, MOVABLE));
    let third = player(2);
    let new = |context: Context, attacker, defender| {
        AttackStatement::new(&context, &fight.terms, (attacker, a), (defender, d), MOVABLE)
    };
    fails(new(context(7, 0), &fight.attacker.field, &third.field).unwrap());
    fails(new(context(7, 2), &third.field, &fight.defender.field).unwrap());
    let own = new(context(7, 0), &fight.attacker.field, &fight.attacker.field);
    assert_eq!(own.err(), Some(BadStatement::Seat));
    let other = new(context(7, 1), &fight.attacker.field, &fight.defender.field);
    assert_eq!(other.err(), Some(BadStatement::Seat));
    let mut elsewhere = context(7, 0);
    elsewhere.place.match_id = MatchId([8; 32]);
    let other = new(elsewhere, &fight.attacker.field, &fight.defender.field);
    assert_eq!(other.err(), Some(BadStatement::Match));
}

#[test]
fn t21_another_ciphertext() {
    let fight = Fight::new();
    let (a, d) = (piece(0), piece(4));
    let statement = fight.statement(7, a, d, MOVABLE);
    let good = fight.proof(7, a, d, MOVABLE);
    let other = fight.proof(9, piece(1), d, MOVABLE);
    let g = bases().g.value();
    let more = |point: &Point| Point::of(point.value() + g);
    let changes = [
        (other.u, other.w),
        (good.w, good.u),
        (good.u, more(&good.w)),
        (more(&good.u), good.w),
        (good.u, other.w),
    ];
    for (u, w) in changes {
        let changed = AttackProof { u, w, ..good.clone() };
        assert_eq!(statement.verify(&changed), Err(ProofFails));
    }
    // W under the key of another piece.
    let s = Scalar::from(9u8);
    let known = fight.claim(a, MARSHAL, MOVABLE);
    let foreign = fight.statement(7, a, piece(5), MOVABLE).prove_of(&known, &s, &entropy(5));
    assert_eq!(statement.verify(&foreign), Err(ProofFails));
}

#[test]
fn t22_kinds_that_an_attack_is_not_open_to() {
    let fight = Fight::new();
    let (engineer, d) = (of_kind(ENGINEER), piece(4));
    let flown = fight.proof(7, engineer, d, FLYERS);
    assert!(fight.statement(7, engineer, d, FLYERS).verify(&flown).is_ok());
    assert!(fight.statement(7, engineer, d, MOVABLE).verify(&flown).is_err());
    let with_bombs = fight.proof(7, engineer, d, FLYERS_WITH_BOMBS);
    assert!(fight.statement(7, engineer, d, FLYERS_WITH_BOMBS).verify(&with_bombs).is_ok());
    assert!(fight.statement(7, engineer, d, FLYERS).verify(&with_bombs).is_err());
    let general = of_kind(GENERAL);
    let statement = fight.statement(7, general, d, FLYERS);
    let refused = statement.prove(&fight.attacker.army, &entropy(5));
    assert_eq!(refused, Err(CannotProve::False));
    let known = fight.claim(general, ENGINEER, FLYERS);
    let proof = statement.prove_of(&known, &Scalar::from(9u8), &entropy(5));
    assert!(statement.verify(&proof).is_err());
    let both = [(&fight.attacker.field, general), (&fight.defender.field, d)];
    for kinds in [KindSet(0), KindSet(1 << MINE), KindSet(1 << 12 | 1)] {
        let stated = AttackStatement::new(&context(7, 0), &fight.terms, both[0], both[1], kinds);
        assert_eq!(stated.err(), Some(BadStatement::Kinds));
    }
}

#[test]
fn t23_every_other_code() {
    let fight = Fight::new();
    let d = of_kind(GENERAL);
    let attack = fight.attack(of_kind(MARSHAL), d);
    let statement = AnswerStatement::new(&context(8, 1), &attack).unwrap();
    let honest = statement.prove(&fight.defender.army, &entropy(6)).unwrap();
    for code in (0..=u8::MAX).filter(|code| *code != honest.code) {
        let mut relabelled = honest.clone();
        relabelled.code = code;
        assert_eq!(statement.verify(&relabelled), Err(ProofFails));
        let cheated = statement.prove_of(code, fight.defender.army.key(d), &entropy(6));
        assert_eq!(statement.verify(&cheated), Err(ProofFails), "{code}");
    }
}

#[test]
fn t24_an_answer_replayed_elsewhere_and_a_wrong_key() {
    let fight = Fight::new();
    let (a, d) = (piece(0), piece(4));
    let attack = fight.attack(a, d);
    let statement = AnswerStatement::new(&context(8, 1), &attack).unwrap();
    let answer = statement.prove(&fight.defender.army, &entropy(6)).unwrap();
    let later = AnswerStatement::new(&context(9, 1), &attack).unwrap();
    assert_eq!(later.verify(&answer), Err(ProofFails));
    let proof = fight.proof(9, a, d, MOVABLE);
    let again = fight.statement(9, a, d, MOVABLE).verify(&proof).unwrap();
    let other = AnswerStatement::new(&context(8, 1), &again).unwrap();
    assert_eq!(other.verify(&answer), Err(ProofFails));
    let on_another = fight.attack(a, piece(5));
    let other = AnswerStatement::new(&context(8, 1), &on_another).unwrap();
    assert_eq!(other.verify(&answer), Err(ProofFails));
    assert_eq!(statement.attack.decrypt(fight.defender.army.key(piece(5))), None);
    assert_eq!(statement.attack.decrypt(fight.attacker.army.key(d)), None);
    let other_army = statement.prove(&fight.attacker.army, &entropy(6));
    assert_eq!(other_army, Err(CannotProve::OtherArmy));
}

#[test]
fn n40_only_the_seat_attacked_answers() {
    let fight = Fight::new();
    let attack = fight.attack(piece(0), piece(4));
    for seat in [0, 2, 255] {
        let stated = AnswerStatement::new(&context(8, seat), &attack).err();
        assert_eq!(stated, Some(BadStatement::Seat));
    }
}

#[test]
fn n44_a_code_that_no_fight_of_the_table_announces() {
    let fight = Fight::new();
    let d = of_kind(MINE);
    // An engineer's table is not a marshal's: what counts is what this attack could announce.
    let proof = fight.proof(7, of_kind(ENGINEER), d, FLYERS);
    let attack = fight.statement(7, of_kind(ENGINEER), d, FLYERS).verify(&proof).unwrap();
    let statement = AnswerStatement::new(&context(8, 1), &attack).unwrap();
    let answer = statement.prove(&fight.defender.army, &entropy(6)).unwrap();
    assert_eq!(statement.verify(&answer), Ok(2));
    assert_eq!(attack.codes, [1, 2, 3, 6]);
    for code in (0..=u8::MAX).filter(|code| !attack.codes.contains(code)) {
        let mut other = answer.clone();
        other.code = code;
        assert_eq!(statement.verify(&other), Err(ProofFails));
        // A ciphertext of a code that is in no table: nobody can claim what it says.
        let (u, w) = (attack.u, attack.w.value() + Scalar::from(code) * bases().g.value());
        let lied = Attack {
            u,
            w: Point::of(w - Scalar::from(2u8) * bases().g.value()),
            ..Attack::clone(&attack)
        };
        let lied = Verified::after_check(lied);
        let statement = AnswerStatement::new(&context(8, 1), &lied).unwrap();
        let refused = statement.prove(&fight.defender.army, &entropy(6));
        assert_eq!(refused, Err(CannotProve::False), "{code}");
        let forced = statement.prove_of(code, fight.defender.army.key(d), &entropy(6));
        assert_eq!(statement.verify(&forced), Err(ProofFails), "{code}");
    }
}

#[test]
fn t30_an_attack_without_a_blind_is_accepted_and_harms_its_maker_only() {
    let fight = Fight::new();
    let (a, d) = (of_kind(MARSHAL), of_kind(MINE));
    let statement = fight.statement(7, a, d, MOVABLE);
    let proof = statement.prove_of(&fight.claim(a, MARSHAL, MOVABLE), &Scalar::ZERO, &entropy(5));
    let attack = statement.verify(&proof).unwrap();
    let answer = AnswerStatement::new(&context(8, 1), &attack).unwrap();
    assert_eq!(answer.attack.decrypt(fight.defender.army.key(d)), Some(code(MARSHAL, MINE)));
}

#[test]
fn n41_another_table_is_another_statement() {
    let fight = Fight::new();
    let (a, d) = (piece(0), piece(4));
    let proof = fight.proof(7, a, d, MOVABLE);
    let mut other = hiding();
    other.codes[5][11] ^= 1;
    let other = Terms::new(&other).unwrap();
    let both = [(&fight.attacker.field, a), (&fight.defender.field, d)];
    let statement =
        AttackStatement::new(&context(7, 0), &other, both[0], both[1], MOVABLE).unwrap();
    assert_eq!(statement.verify(&proof), Err(ProofFails));
}
