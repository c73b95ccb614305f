//! The vectors that are refused: one defect each, named by the number of the threat where it has
//! one. Proofs of what is false are made as well as a cheat can make them.

use super::made::{Attacked, among, can_move, no_move, opening, setup};
use super::text::{Vector, Vectors};
use crate::tests::setups::{fitted, forged, honest, patched, swapped, with_bits};
use crate::tests::*;

const FAILS: &str = "fails";
const MALFORMED: &str = "malformed";
const NO_STATEMENT: &str = "no statement";

/// Collects vectors by name.
#[derive(Default)]
struct Rejects(Vectors);

impl Rejects {
    fn add(&mut self, name: &str, expect: &str, vector: Vector) {
        let comment = vector.comment.clone();
        let before = self.0.insert(name.to_owned(), vector.expecting(expect, &comment));
        assert!(before.is_none(), "{name} stands twice");
    }

    /// A good vector with one change.
    fn changed(
        &mut self,
        (name, expect): (&str, &str),
        comment: &str,
        good: &Vector,
        change: impl FnOnce(&mut Vector),
    ) {
        let mut vector = good.clone();
        comment.clone_into(&mut vector.comment);
        change(&mut vector);
        assert!(vector.fields != good.fields, "{name} is changed");
        self.add(name, expect, vector);
    }
}

/// All of them by name.
pub(crate) fn all() -> Vectors {
    let mut rejects = Rejects::default();
    let (own, other) = (player(0), player(1));
    illegal_armies(&mut rejects);
    changed_setups(&mut rejects);
    kinds_of_pieces(&mut rejects, &own);
    false_attacks(&mut rejects, &own, &other);
    moved_attacks(&mut rejects, &own, &other);
    answers(&mut rejects, &own, &other);
    openings(&mut rejects, &own, &other);
    mobility(&mut rejects, &own);
    rejects.0
}

fn illegal_armies(rejects: &mut Rejects) {
    let (one, zero, two) = (Scalar::ONE, Scalar::ZERO, Scalar::from(2u8));
    let half = two.invert();
    let mut marshals = LEGAL;
    marshals[1] = MARSHAL;
    let matrices = [
        ("t01_two_kinds_on_one_piece", with_bits([one; 2], [zero; 2])),
        ("t02_halves_of_kinds", with_bits([half; 2], [half; 2])),
        ("t03_two_and_minus_one", with_bits([two, -one], [-one, two])),
        ("t04_two_marshals", matrix(marshals)),
        ("t05_flag_off_the_headquarters", matrix(swapped(21, 19))),
        ("t06_mine_in_front", matrix(swapped(20, 14))),
        ("t07_bomb_in_the_first_row", matrix(swapped(15, 4))),
    ];
    let legal = context(0, 0);
    for (name, matrix) in matrices {
        let (field, proof) = forged(&matrix);
        let comment = "an army that is not legal, proven as far as it can be";
        rejects.add(name, FAILS, setup(comment, &legal, &hiding(), &field, &proof));
    }
    let (field, proof, _) = fitted();
    let comment = "a row that has the factor of a true one under other challenges";
    let vector = setup(comment, &legal, &hiding(), &field, &proof);
    rejects.add("t31_field_fitted_to_known_challenges", FAILS, vector);
    let (field, proof) = patched(7);
    let comment = "two marshals, and the chain patched at link 7";
    let vector = setup(comment, &legal, &hiding(), &field, &proof);
    rejects.add("t32_chain_patched", FAILS, vector);
}

/// A scalar in a field, with one added.
fn add_one(bytes: &mut [u8], at: usize) {
    let word: &mut [u8; 32] = (&mut bytes[at..at + 32]).try_into().unwrap();
    *word = (crate::point::read_scalar(word).unwrap() + Scalar::ONE).to_bytes();
}

/// A point in a field, with another added.
fn add_point(bytes: &mut [u8], at: usize, more: &Point) {
    let word: &mut [u8; 32] = (&mut bytes[at..at + 32]).try_into().unwrap();
    *word = *Point::of(Point::read(word).unwrap().value() + more.value()).bytes();
}

/// l, which would be one more encoding of zero.
fn order() -> [u8; 32] {
    let mut order = (-Scalar::ONE).to_bytes();
    order[0] += 1;
    order
}

fn changed_setups(rejects: &mut Rejects) {
    let (_, field, proof) = honest(&terms());
    let good = setup("", &context(0, 0), &hiding(), &field, &proof);
    let mut add = |name: &str, expect: &str, comment: &str, change: &dyn Fn(&mut Vector)| {
        rejects.changed((name, expect), comment, &good, change);
    };
    let mut in_field = |name: &str, expect, comment, change: &dyn Fn(&mut Vec<u8>)| {
        add(name, expect, comment, &|vector| change(vector.get_mut("field")));
    };
    let [g, h] = [bases().g, bases().h[3]];
    in_field("t10_field_mauled", FAILS, "G added to the Y of piece 3, H to its V", &|bytes| {
        add_point(bytes, 3 * 416, &g);
        (0..12).for_each(|k| add_point(bytes, 3 * 416 + 32 * (1 + k), &bases().h[k]));
    });
    in_field("t12_point_of_the_field_changed", FAILS, "H3 added to V3 of piece 24", &|bytes| {
        add_point(bytes, 24 * 416 + 32 * 4, &h);
    });
    in_field("t13_rows_swapped", FAILS, "the rows of pieces 2 and 3", &|bytes| {
        bytes[2 * 416..4 * 416].rotate_left(416);
    });
    in_field("t15_identity_in_the_field", MALFORMED, "V0 of piece 0", &|bytes| {
        bytes[32..64].fill(0);
    });
    in_field("t15_point_with_the_high_bit", MALFORMED, "V0 of piece 0", &|bytes| bytes[63] ^= 0x80);
    in_field("t15_negative_point", MALFORMED, "V0 of piece 0", &|bytes| {
        // p - s for the encoding s; p is 2^255 - 19.
        let mut borrow = 0;
        for (at, byte) in bytes[32..64].iter_mut().enumerate() {
            let p = match at {
                0 => 0xed,
                31 => 0x7f,
                _ => 0xff,
            };
            let less = p - i16::from(*byte) - borrow;
            borrow = i16::from(less < 0);
            *byte = less.rem_euclid(256).to_le_bytes()[0];
        }
    });
    let mut in_proof = |name: &str, expect, comment, change: &dyn Fn(&mut Vec<u8>)| {
        add(name, expect, comment, &|vector| change(vector.get_mut("proof")));
    };
    in_proof("t11_link_changed", FAILS, "G added to R7", &|bytes| add_point(bytes, 32 * 7, &g));
    in_proof("t11_challenge_changed", FAILS, "1 added to c", &|bytes| add_one(bytes, 32 * 24));
    in_proof("t11_response_changed", FAILS, "1 added to z74", &|bytes| add_one(bytes, 32 * 99));
    in_proof("t14_response_not_below_the_order", MALFORMED, "z0 is l", &|bytes| {
        bytes[32 * 25..32 * 26].copy_from_slice(&order());
    });
    in_proof("t16_proof_too_short", MALFORMED, "without its last byte", &|bytes| {
        bytes.truncate(3199);
    });
    in_proof("t16_proof_too_long", MALFORMED, "with a byte more", &|bytes| bytes.push(0));
    in_proof("t28_proof_of_zeros", FAILS, "c and every z are 0", &|bytes| bytes[768..].fill(0));
    add("t09_copied_to_another_seat", FAILS, "field and proof of seat 0", &|vector| {
        vector.get_mut("seat")[0] = 1;
    });
    add("t09_copied_to_another_match", FAILS, "field and proof of another match", &|vector| {
        vector.get_mut("match_id")[0] ^= 1;
    });
    add("setup_of_other_counts", FAILS, "a general less, a marshal more", &|vector| {
        vector.get_mut("counts")[..2].copy_from_slice(&[2, 0]);
    });
    add("setup_of_24_pieces", NO_STATEMENT, "a general less", &|vector| {
        vector.get_mut("counts")[1] = 0;
    });
}

fn kinds_of_pieces(rejects: &mut Rejects, own: &Player) {
    let good = among("", 3, own, of_kind(GENERAL), MOVABLE);
    let mut add = |name: &str, expect, comment: &str, field: &str, change: fn(&mut Vec<u8>)| {
        rejects.changed((name, expect), comment, &good, |v| change(v.get_mut(field)));
    };
    add("t17_among_at_another_step", FAILS, "one step later", "step", |b| b[0] += 1);
    add("t17_among_over_another_head", FAILS, "a bit of the head", "head", |b| b[31] ^= 1);
    add("t17_among_of_another_piece", FAILS, "the row of piece 1", "piece", |b| b[0] = 2);
    add("t17_among_of_other_kinds", FAILS, "mines too", "kinds", |b| b[1] ^= 4);
    add("among_no_kinds", NO_STATEMENT, "an empty set", "kinds", |b| b.fill(0));
    add("among_all_kinds", NO_STATEMENT, "all twelve", "kinds", |b| b[1] |= 0xc);
    add("t14_among_challenge_not_below_the_order", MALFORMED, "c is l", "proof", |b| {
        b[..32].copy_from_slice(&order());
    });
    let false_ones = [
        ("t17_mine_among_the_movable", MINE, MOVABLE),
        ("t17_flag_among_the_movable", FLAG, MOVABLE),
        ("t22_general_among_the_flyers", GENERAL, FLYERS),
        ("t22_bomb_among_the_flyers", BOMB, FLYERS),
    ];
    for (name, kind, set) in false_ones {
        rejects.add(name, FAILS, among("a false claim", 3, own, of_kind(kind), set));
    }
    let mut other = no_move("", own, &[of_kind(MINE)]).get("proof").unwrap().to_vec();
    let fixed = KindSet(1 << MINE | 1 << FLAG);
    let good = among("", 9, own, of_kind(MINE), fixed);
    let comment = "the proof of a no-move, about the same piece at the same step";
    rejects.changed(("t17_among_by_the_proof_of_a_no_move", FAILS), comment, &good, |vector| {
        std::mem::swap(vector.get_mut("proof"), &mut other);
    });
}

fn false_attacks(rejects: &mut Rejects, own: &Player, other: &Player) {
    let terms = hiding();
    let claims = [
        ("t18_mine_attacks_as_a_marshal", MINE, MARSHAL, MOVABLE),
        ("t18_flag_attacks_as_an_engineer", FLAG, ENGINEER, MOVABLE),
        ("t19_marshal_attacks_as_a_general", MARSHAL, GENERAL, MOVABLE),
        ("t19_general_attacks_as_a_bomb", GENERAL, BOMB, MOVABLE),
        ("t22_general_flies", GENERAL, ENGINEER, FLYERS),
    ];
    for (name, kind, claimed, set) in claims {
        let both = ((own, of_kind(kind)), (other, piece(4)));
        let attack = Attacked::claiming(Kind(claimed), both.0, both.1, set, &terms);
        rejects.add(name, FAILS, attack.vector("attack", "a false claim"));
    }
}

fn moved_attacks(rejects: &mut Rejects, own: &Player, other: &Player) {
    let terms = hiding();
    let new = |at, on, set| Attacked::new(own, piece(at), other, piece(on), set, &terms);
    let good = new(0, 4, MOVABLE).vector("attack", "");
    let foreign = new(0, 5, MOVABLE).vector("attack", "");
    let mut add =
        |name: &str, expect, comment: &str, field: &str, change: &dyn Fn(&mut Vec<u8>)| {
            rejects.changed((name, expect), comment, &good, |v| change(v.get_mut(field)));
        };
    let g = bases().g;
    add("t20_attack_at_another_step", FAILS, "one step later", "step", &|b| b[0] += 1);
    add("t20_attack_by_another_piece", FAILS, "a number", "piece", &|b| b[0] = 1);
    add("t20_attack_on_another_piece", FAILS, "a number", "target_piece", &|b| b[0] = 5);
    add("t20_attack_on_another_seat", FAILS, "a number", "target_seat", &|b| b[0] = 2);
    let row = foreign.get("target_row").unwrap();
    add("t20_attack_on_another_row", FAILS, "the row of piece 5", "target_row", &|b| {
        b.copy_from_slice(row);
    });
    add("t21_ciphertext_halves_swapped", FAILS, "W, then U", "proof", &|b| b[..64].rotate_left(32));
    add("t21_code_raised", FAILS, "G added to W", "proof", &|b| add_point(b, 32, &g));
    let cipher = &foreign.get("proof").unwrap()[..64];
    add("t21_ciphertext_of_another_attack", FAILS, "on piece 5", "proof", &|b| {
        b[..64].copy_from_slice(cipher);
    });
    add("t22_attack_of_fewer_kinds", MALFORMED, "for flyers it is shorter", "among", &|b| {
        b.copy_from_slice(&FLYERS.0.to_le_bytes());
    });
    add("n41_another_table", FAILS, "marshal against mine", "codes", &|b| b[10] ^= 1);
    add("t15_identity_as_ciphertext", MALFORMED, "U", "proof", &|b| b[..32].fill(0));
    add("t16_attack_too_short", MALFORMED, "a response less", "proof", &|b| b.truncate(448));
    add("attack_of_no_kinds", NO_STATEMENT, "an empty set", "among", &|b| b.fill(0));
    add("attack_on_the_own_seat", NO_STATEMENT, "seat 0 by seat 0", "target_seat", &|b| b[0] = 0);
    add("attack_by_a_kind_that_never_moves", NO_STATEMENT, "bombs do not", "movable", &|b| {
        b[1] = 1;
    });
}

fn answers(rejects: &mut Rejects, own: &Player, other: &Player) {
    let terms = hiding();
    let attack = Attacked::new(own, of_kind(MARSHAL), other, of_kind(MINE), MOVABLE, &terms);
    let good = attack.answered("", None);
    let honest = good.get("answer").unwrap()[0];
    for (name, code) in [("t23_another_code", 1), ("t23_flag_claimed", 6)] {
        assert_ne!(code, honest);
        rejects.add(name, FAILS, attack.answered("a false claim", Some(code)));
    }
    let vector = attack.answered("no fight announces it", Some(honest + 16));
    rejects.add("n44_code_of_no_fight", FAILS, vector);
    let mut add =
        |name: &str, expect, comment: &str, field: &str, change: &dyn Fn(&mut Vec<u8>)| {
            rejects.changed((name, expect), comment, &good, |v| change(v.get_mut(field)));
        };
    add("t23_code_relabelled", FAILS, "1 with the proof of 9", "answer", &|b| b[0] = 1);
    add("t24_answer_at_another_step", FAILS, "a step later", "answer_step", &|b| b[0] += 1);
    add("t24_answer_over_another_head", FAILS, "a bit", "answer_head", &|b| b[0] ^= 1);
    add("n40_answer_by_another_seat", NO_STATEMENT, "seat 0", "answer_seat", &|b| b[0] = 0);
    add("t33_answer_to_an_unproven_attack", FAILS, "G added to W", "proof", &|b| {
        add_point(b, 32, &bases().g);
    });
    add("t16_answer_too_long", MALFORMED, "a byte more", "answer", &|b| b.push(0));
    let again = Attacked::new(own, of_kind(GENERAL), other, of_kind(MINE), MOVABLE, &terms);
    let again = again.answered("", None);
    let answer = again.get("answer").unwrap();
    add("t24_answer_to_another_attack", FAILS, "by a general", "answer", &|b| {
        b.copy_from_slice(answer);
    });
}

fn openings(rejects: &mut Rejects, own: &Player, other: &Player) {
    let good = opening("", own, of_kind(MARSHAL), None);
    let key = |player: &Player, at| crate::Opening::of(&player.army, at).bytes();
    let mut add = |name: &str, expect, comment: &str, field: &str, bytes: &[u8]| {
        rejects.changed((name, expect), comment, &good, |v| *v.get_mut(field) = bytes.to_vec());
    };
    let next = own.army.key(of_kind(MARSHAL)) + Scalar::ONE;
    add("t25_key_of_another_piece", FAILS, "of piece 1", "key", &key(own, piece(1)));
    add("t25_key_and_one", FAILS, "x + 1", "key", next.as_bytes());
    add("n45_key_of_another_field", FAILS, "of seat 1", "key", &key(other, of_kind(MARSHAL)));
    add("t29_key_of_zero", MALFORMED, "nobody's", "key", &[0; 32]);
    add("t14_key_not_below_the_order", MALFORMED, "l", "key", &order());
    add("opening_of_another_kind", FAILS, "it opens to kind 0", "kind", &[1]);
    let mut bits = [Scalar::ZERO; KINDS];
    let row = |bits: &[Scalar; KINDS]| row_of(own.army.key(of_kind(MARSHAL)), bits).bytes();
    add("t25_row_of_no_kind", FAILS, "all bits are 0", "row", &row(&bits));
    (bits[0], bits[5]) = (Scalar::ONE, Scalar::ONE);
    add("t25_row_of_two_kinds", FAILS, "kinds 0 and 5", "row", &row(&bits));
    (bits[0], bits[5]) = (Scalar::from(2u8), Scalar::ZERO);
    add("t25_row_of_a_double_kind", FAILS, "a bit is 2", "row", &row(&bits));
}

fn mobility(rejects: &mut Rejects, own: &Player) {
    let list = |of: fn(u8) -> bool| Piece::all().filter(|at| of(own.army.kind(*at).0)).collect();
    let still: Vec<Piece> = list(|kind| kind >= MINE);
    let one: Vec<Piece> = list(|kind| kind == MARSHAL || kind >= MINE);
    let false_one = no_move("a marshal is among them", own, &one);
    rejects.add("n50_no_move_with_one_that_can", FAILS, false_one);
    let zero = can_move("t is 0", own, &still, Some(Scalar::ZERO));
    rejects.add("n50_can_move_with_none_that_can", FAILS, zero);
    let inverse = can_move("t is one by five", own, &still, Some(Scalar::from(5u8).invert()));
    rejects.add("n50_can_move_with_none_and_a_guess", FAILS, inverse);
    let good = no_move("", own, &still);
    let mut add = |name: &str, expect, comment: &str, change: fn(&mut Vector)| {
        rejects.changed((name, expect), comment, &good, change);
    };
    add("n50_no_move_of_fewer_pieces", FAILS, "without the last", |vector| {
        let _ = vector.get_mut("pieces").pop();
        let rows = vector.get_mut("rows");
        rows.truncate(rows.len() - 416);
    });
    add("n50_no_move_of_no_pieces", NO_STATEMENT, "an empty list", |vector| {
        vector.get_mut("pieces").clear();
        vector.get_mut("rows").clear();
    });
    add("n50_no_move_of_pieces_out_of_order", NO_STATEMENT, "two swapped", |vector| {
        vector.get_mut("pieces").swap(0, 1);
        vector.get_mut("rows")[..2 * 416].rotate_left(416);
    });
    add("n50_no_move_of_other_kinds", FAILS, "bombs cannot move", |vector| {
        vector.get_mut("movable")[1] = 1;
    });
}
