//! What must be accepted and what must not. Tests are named by the numbers of the list of threats:
//! `t..` and `n..`.

mod ablations;
mod changes;
mod differential;
mod encodings;
mod fights;

mod moves;
mod setups;
mod tables;
mod vectors;
mod whole;

use crypto::{Head, MatchId, MatchSecret, Place};
use curve25519_dalek::scalar::Scalar;
use game::{Hiding, Kind, KindSet};

use crate::bases::bases;
use crate::field::Row;
use crate::point::Point;
use crate::terms::kinds;
use crate::{
    Army, BadTerms, Context, Entropy, Field, KINDS, PIECES, Piece, SetupStatement, Terms, Verified,
};

const MARSHAL: u8 = 0;
const GENERAL: u8 = 1;
const ENGINEER: u8 = 8;
const BOMB: u8 = 9;
const MINE: u8 = 10;
const FLAG: u8 = 11;
const MOVABLE: KindSet = KindSet(0x3ff);
const FLYERS: KindSet = KindSet(1 << ENGINEER);
const FLYERS_WITH_BOMBS: KindSet = KindSet(1 << ENGINEER | 1 << BOMB);
const COUNTS: [u8; KINDS] = [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1];

/// A legal army: flag at 21, mines in the last row, bombs in the row before it.
const LEGAL: [u8; PIECES] =
    [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 9, 9, 7, 8, 8, 10, 11, 10, 8, 10];

const MATCH: MatchId = MatchId([7; 32]);

/// The terms of a game like 军棋: 25 places in rows of 5, 3, 4, 3, 5, 5.
fn hiding() -> Hiding {
    let mut barred = vec![Vec::new(); KINDS];
    barred[usize::from(BOMB)] = (0..5).collect();
    barred[usize::from(MINE)] = (0..15).collect();
    barred[usize::from(FLAG)] = (0..25).filter(|at| ![21, 23].contains(at)).collect();
    let codes = (0..10).map(|a| (0..12).map(|d| code(a, d)).collect()).collect();
    Hiding { counts: COUNTS.to_vec(), barred, movable: MOVABLE, codes }
}

/// A code table like that of 军棋 with mines that spring and marshals that show flags.
fn code(a: u8, d: u8) -> u8 {
    let (a_dies, d_dies, flag) = match (a, d) {
        (_, FLAG) => (a == BOMB, true, true),
        (BOMB, _) | (_, BOMB) => (true, true, false),
        (ENGINEER, MINE) => (false, true, false),
        (_, MINE) => (true, false, false),
        _ => (a >= d, d >= a, false),
    };
    let bit = |fact: bool, at: u8| u8::from(fact) << at;
    let marshals = bit(a == MARSHAL && a_dies, 3) + bit(d == MARSHAL && d_dies, 4);
    bit(a_dies, 0) + bit(d_dies, 1) + bit(flag, 2) + marshals
}

fn terms() -> Terms {
    Terms::new(&hiding()).unwrap()
}

fn context(step: u32, seat: u8) -> Context {
    let place = Place { match_id: MATCH, step, seat };
    Context { place, head: Head([u8::try_from(step % 251).unwrap(); 32]) }
}

fn entropy(number: u8) -> Entropy {
    Entropy::new([number; 32])
}

fn piece(number: u8) -> Piece {
    Piece::new(number).unwrap()
}

fn army_of(seat: u8, kinds: [u8; PIECES]) -> Army {
    Army::new(&MatchSecret::new([seat + 1; 32]), MATCH, seat, &kinds.map(Kind)).unwrap()
}

/// Deployed and verified.
fn verified(terms: &Terms, army: &Army) -> Verified<Field> {
    let field = army.field();
    let context = context(0, field.seat());
    let statement = SetupStatement::new(&context, terms, &field).unwrap();
    let proof = statement.prove(army, &entropy(1)).unwrap();
    statement.verify(&proof).unwrap()
}

/// A seat with a legal army.
struct Player {
    army: Army,
    field: Verified<Field>,
}

fn player(seat: u8) -> Player {
    let army = army_of(seat, LEGAL);
    let field = verified(&terms(), &army);
    Player { army, field }
}

/// The first piece of the legal army that is of this kind.
fn of_kind(kind: u8) -> Piece {
    piece(u8::try_from(LEGAL.iter().position(|k| *k == kind).unwrap()).unwrap())
}

/// A matrix of bits: one-hot for honest armies, anything for others.
type Matrix = [[Scalar; KINDS]; PIECES];

fn matrix(kinds: [u8; PIECES]) -> Matrix {
    kinds.map(|kind| std::array::from_fn(|k| Scalar::from(u64::from(u64::from(kind) == k as u64))))
}

/// The field of any matrix, under the keys of an army.
fn field_of(army: &Army, matrix: &Matrix) -> Field {
    let mut field = army.field();
    for ((row, bits), at) in field.rows.iter_mut().zip(matrix).zip(Piece::all()) {
        *row = row_of(army.key(at), bits);
    }
    field
}

fn row_of(key: &Scalar, bits: &[Scalar; KINDS]) -> Row {
    let g = bases().g.value();
    let bit = |k: usize| Point::of(bits[k] * g + key * bases().h[k].value());
    Row { key: Point::of(key * g), bits: std::array::from_fn(bit) }
}

/// A small generator, for what is drawn in tests.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).unwrap()
    }

    /// A legal arrangement, one of many.
    fn arrangement(&mut self) -> [u8; PIECES] {
        let mut kinds = LEGAL;
        for at in (1..PIECES).rev() {
            kinds.swap(at, self.below(at + 1));
        }
        // The kinds that are barred somewhere swap places with lesser ones, the strictest first.
        let allowed = [(FLAG, vec![21, 23]), (MINE, (15..25).collect()), (BOMB, (5..25).collect())];
        for (kind, places) in allowed {
            for from in 0..PIECES {
                if kinds[from] == kind && !places.contains(&from) {
                    let free: Vec<usize> =
                        places.iter().copied().filter(|at| kinds[*at] < kind).collect();
                    kinds.swap(from, free[self.below(free.len())]);
                }
            }
        }
        kinds
    }
}

#[test]
fn terms_are_checked() {
    let bad = |change: &dyn Fn(&mut Hiding)| {
        let mut hiding = hiding();
        change(&mut hiding);
        Terms::new(&hiding)
    };
    assert_eq!(bad(&|h| h.counts[0] = 2), Err(BadTerms::Counts));
    assert_eq!(bad(&|h| h.counts.push(0)), Err(BadTerms::Counts));
    assert_eq!(bad(&|h| h.barred[3].push(25)), Err(BadTerms::Barred));
    assert_eq!(bad(&|h| h.barred.truncate(11)), Err(BadTerms::Barred));
    assert_eq!(bad(&|h| h.movable = KindSet(1 << 12)), Err(BadTerms::Movable));
    assert_eq!(bad(&|h| h.codes.truncate(9)), Err(BadTerms::Codes));
    assert_eq!(bad(&|h| h.codes[2].truncate(11)), Err(BadTerms::Codes));
    assert!(bad(&|h| h.barred[3] = vec![4, 2, 4]).is_ok());
    assert_eq!(kinds().count(), KINDS);
}
