//! What a piece is, whether any can move, and openings.

use super::*;
use crate::{
    AmongProof, AmongStatement, BadStatement, CanMoveStatement, CannotProve, NoMoveStatement,
    Opening, ProofFails,
};

fn among(step: u32, player: &Player, at: Piece, kinds: KindSet) -> AmongStatement {
    let context = context(step, player.field.seat());
    AmongStatement::new(&context, &player.field, at, kinds).unwrap()
}

#[test]
fn t00_every_piece_is_among_the_kinds_exactly_if_its_kind_is() {
    let player = player(0);
    for at in Piece::all() {
        for set in [MOVABLE, FLYERS, FLYERS_WITH_BOMBS] {
            let statement = among(3, &player, at, set);
            let truth = set.has(player.army.kind(at));
            let made = statement.prove(&player.army, &entropy(2));
            assert_eq!(made.is_ok(), truth);
            let proof = statement.prove_of(player.army.key(at), &entropy(2));
            assert_eq!(statement.verify(&proof).is_ok(), truth, "{at:?} {set:?}");
        }
    }
}

#[test]
fn t17_a_proof_in_another_context_of_another_piece_or_statement() {
    let (first, second) = (player(0), player(1));
    let at = of_kind(GENERAL);
    let proof = among(3, &first, at, MOVABLE).prove(&first.army, &entropy(2)).unwrap();
    let fails = |statement: AmongStatement| {
        assert_eq!(statement.verify(&proof), Err(ProofFails));
    };
    assert_eq!(among(3, &first, at, MOVABLE).verify(&proof), Ok(()));
    fails(among(4, &first, at, MOVABLE));
    fails(among(3, &first, piece(5), MOVABLE));
    fails(among(3, &first, at, KindSet(MOVABLE.0 | 1 << MINE)));
    fails(among(3, &second, at, MOVABLE));
    let good = context(3, 0);
    let changed = |context: &Context| AmongStatement::new(context, &first.field, at, MOVABLE);
    fails(changed(&Context { head: Head([0xaa; 32]), ..good }).unwrap());
    let other_match = Place { match_id: MatchId([8; 32]), ..good.place };
    let stated = changed(&Context { place: other_match, ..good });
    assert_eq!(stated.err(), Some(BadStatement::Match));
    assert_eq!(changed(&context(3, 1)).err(), Some(BadStatement::Seat));
    // The proof of one statement, read as one of another with as many responses.
    let terms = terms();
    let no_move = NoMoveStatement::new(&good, &terms, &first.field, &[of_kind(MINE)]).unwrap();
    let proof = no_move.prove(&first.army, &entropy(2)).unwrap();
    let read = AmongProof::read(&proof.bytes()).unwrap();
    let fixed = KindSet(1 << MINE | 1 << FLAG);
    assert_eq!(among(3, &first, of_kind(MINE), fixed).verify(&read), Err(ProofFails));
}

#[test]
fn n51_a_stronger_or_a_weaker_proof_is_another() {
    let player = player(0);
    let at = of_kind(ENGINEER);
    let sets = [FLYERS, FLYERS_WITH_BOMBS, MOVABLE];
    for set in sets {
        let proof = among(3, &player, at, set).prove(&player.army, &entropy(2)).unwrap();
        for other in sets {
            assert_eq!(among(3, &player, at, other).verify(&proof).is_ok(), set == other);
        }
    }
}

#[test]
fn a_statement_that_says_nothing_is_none() {
    let player = player(0);
    let new = |set| AmongStatement::new(&context(0, 0), &player.field, piece(0), KindSet(set));
    assert_eq!(new(0).err(), Some(BadStatement::Kinds));
    assert_eq!(new(0xfff).err(), Some(BadStatement::Kinds));
    assert_eq!(new(0xf000).err(), Some(BadStatement::Kinds));
    let other = player_army_of_another_seat();
    let proof = new(1).unwrap().prove(&other, &entropy(0));
    assert_eq!(proof, Err(CannotProve::OtherArmy));
}

fn player_army_of_another_seat() -> Army {
    army_of(1, LEGAL)
}

#[test]
fn t25_only_the_key_of_a_piece_opens_it() {
    let player = player(0);
    for at in Piece::all() {
        let opening = Opening::of(&player.army, at);
        let read = Opening::read(&opening.bytes()).unwrap();
        assert_eq!(read.open(&player.field, at), Ok(player.army.kind(at)));
        let other = piece((at.number() + 1) % 25);
        assert!(opening.open(&player.field, other).is_err());
    }
    let next = player.army.key(piece(0)) + Scalar::ONE;
    let opening = Opening::read(next.as_bytes()).unwrap();
    assert!(opening.open(&player.field, piece(0)).is_err());
    // Rows that are not one-hot open to nothing.
    let mut bits = matrix(LEGAL);
    bits[0][5] = Scalar::ONE;
    bits[1] = [Scalar::ZERO; KINDS];
    bits[2][2] = Scalar::from(2u8);
    let field = field_of(&player.army, &bits);
    for at in [0, 1, 2].map(piece) {
        assert!(Opening::of(&player.army, at).open_unverified(&field, at).is_err());
    }
    assert!(Opening::of(&player.army, piece(3)).open_unverified(&field, piece(3)).is_ok());
}

#[test]
fn n45_a_key_of_another_field() {
    let (first, second) = (player(0), player(1));
    for at in Piece::all() {
        assert!(Opening::of(&first.army, at).open(&second.field, at).is_err());
    }
}

fn pieces(of: impl Fn(u8) -> bool) -> Vec<Piece> {
    Piece::all().filter(|at| of(LEGAL[usize::from(at.number())])).collect()
}

#[test]
fn t00_stuck_or_not_is_proven_as_it_is() {
    let (terms, player, context) = (terms(), player(0), context(9, 0));
    let lists = [
        pieces(|kind| kind >= MINE),
        pieces(|kind| kind == FLAG),
        pieces(|_| true),
        pieces(|kind| kind == MARSHAL || kind >= MINE),
        pieces(|kind| kind < MINE),
    ];
    for (number, list) in lists.iter().enumerate() {
        let stuck = number < 2;
        let no = NoMoveStatement::new(&context, &terms, &player.field, list).unwrap();
        let can = CanMoveStatement::new(&context, &terms, &player.field, list).unwrap();
        let proof = no.prove(&player.army, &entropy(4));
        assert_eq!(proof.map(|proof| no.verify(&proof)).is_ok(), stuck);
        let proof = can.prove(&player.army, &entropy(4));
        assert_eq!(proof.map(|proof| can.verify(&proof)).is_ok(), !stuck);
        if stuck {
            assert_eq!(no.verify(&no.prove(&player.army, &entropy(4)).unwrap()), Ok(()));
        } else {
            assert_eq!(can.verify(&can.prove(&player.army, &entropy(4)).unwrap()), Ok(()));
        }
    }
}

#[test]
fn n50_false_claims_of_being_stuck_or_not() {
    let (terms, player, context) = (terms(), player(0), context(9, 0));
    let sum = |list: &[Piece]| list.iter().map(|at| player.army.key(*at)).sum::<Scalar>();
    // One piece of many can move.
    let list = pieces(|kind| kind == MARSHAL || kind >= MINE);
    let no = NoMoveStatement::new(&context, &terms, &player.field, &list).unwrap();
    assert_eq!(no.verify(&no.prove_of(&[sum(&list)], &entropy(4))), Err(ProofFails));
    // None can, with each t that one might try.
    let list = pieces(|kind| kind >= MINE);
    let can = CanMoveStatement::new(&context, &terms, &player.field, &list).unwrap();
    for t in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::from(4u8).invert()] {
        let proof = can.prove_of(&[t, t * sum(&list)], &entropy(4));
        assert_eq!(can.verify(&proof), Err(ProofFails));
    }
    // Another list than the engine's.
    let no = NoMoveStatement::new(&context, &terms, &player.field, &list).unwrap();
    let proof = no.prove(&player.army, &entropy(4)).unwrap();
    let other = NoMoveStatement::new(&context, &terms, &player.field, &list[1..]).unwrap();
    assert_eq!(other.verify(&proof), Err(ProofFails));
    let unordered = [list[1], list[0]];
    let twice = [list[0], list[0]];
    for bad in [&[][..], &unordered, &twice] {
        let stated = NoMoveStatement::new(&context, &terms, &player.field, bad).err();
        assert_eq!(stated, Some(BadStatement::Pieces));
    }
}

#[test]
fn n50_keys_that_add_up_to_zero_are_no_loophole() {
    let (terms, context) = (terms(), context(9, 0));
    let honest = army_of(0, LEGAL);
    let mut keys: [Scalar; PIECES] = std::array::from_fn(|at| *honest.key(piece(at as u8)));
    // Mine 20 and flag 21, and pieces 0 and 1 that move: both sums of Y are the identity.
    (keys[21], keys[1]) = (-keys[20], -keys[0]);
    let army = Army::forged(MATCH, 0, LEGAL, keys);
    let field = verified(&terms, &army);
    let (still, free) = ([20, 21].map(piece), [0, 1].map(piece));
    let no = |list| NoMoveStatement::new(&context, &terms, &field, list).unwrap();
    let can = |list| CanMoveStatement::new(&context, &terms, &field, list).unwrap();
    let (zero, half) = (Scalar::ZERO, Scalar::from(2u8).invert());
    assert_eq!(no(&still).verify(&no(&still).prove_of(&[zero], &entropy(4))), Ok(()));
    assert_eq!(no(&free).verify(&no(&free).prove_of(&[zero], &entropy(4))), Err(ProofFails));
    assert_eq!(can(&free).verify(&can(&free).prove_of(&[half, zero], &entropy(4))), Ok(()));
    for t in [zero, Scalar::ONE, half] {
        let proof = can(&still).prove_of(&[t, zero], &entropy(4));
        assert_eq!(can(&still).verify(&proof), Err(ProofFails));
    }
}
