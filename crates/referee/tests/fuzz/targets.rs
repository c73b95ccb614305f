//! One function for each message that a peer sends: bytes in, and a panic if anything is wrong. They
//! use nothing but what the crate shows, so a fuzzer takes this file as it is.
//!
//! Each says: what can be read is written in the same bytes; reading never panics; and what is read
//! can be verified against a statement without a panic, and is accepted only if it is the one
//! message that is right there.

use std::sync::LazyLock;

use crypto::{Head, MatchId, MatchSecret, Place};
use game::{Hiding, Kind, KindSet};
use referee::{
    AmongProof, AmongStatement, Answer, AnswerStatement, Army, AttackProof, AttackStatement,
    CanMoveProof, CanMoveStatement, Context, Entropy, Field, NoMoveProof, NoMoveStatement, Opening,
    PIECES, Piece, SetupProof, SetupStatement, Terms, Verified, attack_bytes,
};

const MATCH: MatchId = MatchId([7; 32]);
const MOVABLE: KindSet = KindSet(0x3ff);

/// The kinds of a legal army: flag at 21, mines in the last row.
const KINDS: [u8; PIECES] =
    [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 9, 9, 7, 8, 8, 10, 11, 10, 8, 10];

/// Two seats, verified, and a message of each sort.
pub(crate) struct World {
    terms: Terms,
    fields: [Verified<Field>; 2],
    still: Vec<Piece>,
    all: Vec<Piece>,
    pub(crate) field: Vec<u8>,
    pub(crate) setup: Vec<u8>,
    pub(crate) among: Vec<u8>,
    pub(crate) attack: Vec<u8>,
    pub(crate) answer: Vec<u8>,
    pub(crate) no_move: Vec<u8>,
    pub(crate) can_move: Vec<u8>,
    pub(crate) opening: Vec<u8>,
}

/// Made once; a fuzzer calls the functions below many times.
pub(crate) static WORLD: LazyLock<World> = LazyLock::new(World::new);

fn hiding() -> Hiding {
    let mut barred = vec![Vec::new(); 10];
    barred.extend([(0..15).collect(), (0..25).filter(|at| ![21, 23].contains(at)).collect()]);
    let codes = (0..10).map(|a| (0..12).map(|d| (a * 7 + d * 3) % 44).collect()).collect();
    let counts = vec![1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1];
    Hiding { counts, barred, movable: MOVABLE, codes }
}

fn context(step: u32, seat: u8) -> Context {
    Context { place: Place { match_id: MATCH, step, seat }, head: Head([3; 32]) }
}

fn piece(number: u8) -> Piece {
    Piece::new(number).unwrap()
}

impl World {
    fn new() -> Self {
        let (terms, entropy) = (Terms::new(&hiding()).unwrap(), Entropy::new([0; 32]));
        let army = |seat: u8| {
            Army::new(&MatchSecret::new([seat; 32]), MATCH, seat, &KINDS.map(Kind)).unwrap()
        };
        let armies = [army(0), army(1)];
        let setups = armies.each_ref().map(|army| {
            let field = army.field();
            let at = context(0, field.seat());
            let statement = SetupStatement::new(&at, &terms, &field).unwrap();
            let proof = statement.prove(army, &entropy).unwrap();
            (statement.verify(&proof).unwrap(), proof.bytes())
        });
        let [(first, setup), (second, _)] = setups;
        let (own, still) = (&armies[0], [20, 21, 22, 24].map(piece).to_vec());
        let all: Vec<Piece> = Piece::all().collect();
        let at = context(1, 0);
        let among = AmongStatement::new(&at, &first, piece(0), MOVABLE).unwrap();
        let among = among.prove(own, &entropy).unwrap();
        let both = ((&first, piece(0)), (&second, piece(4)));
        let statement = AttackStatement::new(&at, &terms, both.0, both.1, MOVABLE).unwrap();
        let attack = statement.prove(own, &entropy).unwrap();
        let verified = statement.verify(&attack).unwrap();
        let answer = AnswerStatement::new(&context(2, 1), &verified).unwrap();
        let answer = answer.prove(&armies[1], &entropy).unwrap();
        let no_move = NoMoveStatement::new(&at, &terms, &first, &still).unwrap();
        let no_move = no_move.prove(own, &entropy).unwrap();
        let can_move = CanMoveStatement::new(&at, &terms, &first, &all).unwrap();
        let can_move = can_move.prove(own, &entropy).unwrap();
        Self {
            field: first.bytes(),
            setup,
            among: among.bytes(),
            attack: attack.bytes(),
            answer: answer.bytes(),
            no_move: no_move.bytes(),
            can_move: can_move.bytes(),
            opening: Opening::of(own, piece(0)).bytes(),
            terms,
            fields: [first, second],
            still,
            all,
        }
    }
}

/// A field, read and then stated with a proof that is another's.
pub(crate) fn fuzz_field(data: &[u8]) {
    let world = &*WORLD;
    let Ok(field) = Field::read(MATCH, 0, data) else { return };
    assert_eq!(field.bytes(), data);
    // Only the end of a match of bytes tells whether it is the right one.
    if field.bytes() != world.field {
        let at = context(0, 0);
        let statement = SetupStatement::new(&at, &world.terms, &field).unwrap();
        let proof = SetupProof::read(&world.setup).unwrap();
        assert!(statement.verify(&proof).is_err());
    }
}

/// The proof of a set-up.
pub(crate) fn fuzz_setup(data: &[u8]) {
    let world = &*WORLD;
    let Ok(proof) = SetupProof::read(data) else { return };
    assert_eq!(proof.bytes(), data);
    let (at, field) = (context(0, 0), &world.fields[0]);
    let statement = SetupStatement::new(&at, &world.terms, field).unwrap();
    assert_eq!(statement.verify(&proof).is_ok(), data == world.setup);
}

/// What a piece is among.
pub(crate) fn fuzz_among(data: &[u8]) {
    let world = &*WORLD;
    let Ok(proof) = AmongProof::read(data) else { return };
    assert_eq!(proof.bytes(), data);
    let statement = AmongStatement::new(&context(1, 0), &world.fields[0], piece(0), MOVABLE);
    assert_eq!(statement.unwrap().verify(&proof).is_ok(), data == world.among);
}

/// An attack, read as one open to every set of kinds that has its length.
pub(crate) fn fuzz_attack(data: &[u8]) {
    let world = &*WORLD;
    for set in [1, 1 << 8, 0x300, 0x3ff, 0xfff, 0xffff, 0].map(KindSet) {
        let read = AttackProof::read(data, set);
        let kinds = (0..12).filter(|kind| set.has(Kind(*kind))).count();
        if data.len() != attack_bytes(kinds) {
            assert!(read.is_err());
        }
        let Ok(proof) = read else { continue };
        assert_eq!(proof.bytes(), data);
        let both = ((&world.fields[0], piece(0)), (&world.fields[1], piece(4)));
        let at = context(1, 0);
        if let Ok(statement) = AttackStatement::new(&at, &world.terms, both.0, both.1, set) {
            assert_eq!(statement.verify(&proof).is_ok(), data == world.attack);
        }
    }
}

/// An answer.
pub(crate) fn fuzz_answer(data: &[u8]) {
    let world = &*WORLD;
    let Ok(answer) = Answer::read(data) else { return };
    assert_eq!(answer.bytes(), data);
    let both = ((&world.fields[0], piece(0)), (&world.fields[1], piece(4)));
    let at = context(1, 0);
    let attack = AttackStatement::new(&at, &world.terms, both.0, both.1, MOVABLE).unwrap();
    let attack = attack.verify(&AttackProof::read(&world.attack, MOVABLE).unwrap()).unwrap();
    let statement = AnswerStatement::new(&context(2, 1), &attack).unwrap();
    assert_eq!(statement.verify(&answer).is_ok(), data == world.answer);
}

/// That no piece can move.
pub(crate) fn fuzz_no_move(data: &[u8]) {
    let world = &*WORLD;
    let Ok(proof) = NoMoveProof::read(data) else { return };
    assert_eq!(proof.bytes(), data);
    let (at, field) = (context(1, 0), &world.fields[0]);
    let statement = NoMoveStatement::new(&at, &world.terms, field, &world.still).unwrap();
    assert_eq!(statement.verify(&proof).is_ok(), data == world.no_move);
}

/// That some piece can.
pub(crate) fn fuzz_can_move(data: &[u8]) {
    let world = &*WORLD;
    let Ok(proof) = CanMoveProof::read(data) else { return };
    assert_eq!(proof.bytes(), data);
    let (at, field) = (context(1, 0), &world.fields[0]);
    let statement = CanMoveStatement::new(&at, &world.terms, field, &world.all).unwrap();
    assert_eq!(statement.verify(&proof).is_ok(), data == world.can_move);
}

/// A key.
pub(crate) fn fuzz_opening(data: &[u8]) {
    let world = &*WORLD;
    let Ok(opening) = Opening::read(data) else { return };
    assert_eq!(opening.bytes(), data);
    let opened = opening.open(&world.fields[0], piece(0));
    assert_eq!(opened.is_ok(), data == world.opening);
}

/// Terms of any shape: a game's own, and so no message, but nothing may panic here either.
pub(crate) fn fuzz_terms(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = || bytes.next().unwrap_or_default();
    let movable = KindSet(u16::from_le_bytes([next(), next()]));
    let mut list = |most: u8| -> Vec<u8> {
        let count = next() % (most + 1);
        (0..count).map(|_| next()).collect()
    };
    let counts = list(13);
    let barred = list(13).iter().map(|_| list(26)).collect();
    let codes = list(13).iter().map(|_| list(13)).collect();
    let hiding = Hiding { counts, barred, movable, codes };
    if let Ok(terms) = Terms::new(&hiding) {
        assert_eq!(terms.movable(), hiding.movable);
    }
}
