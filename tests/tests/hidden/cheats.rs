//! What a cheat gets: each gets its name into a record that convinces anybody.

use game::{Canon, KindSet, Seat};
use junqi::{Kind, Kinds, Options};
use protocol::{Check, Item, Stop};
use record::Body;

use crate::support::{
    Cheat, LEFT, RIGHT, begun, blamed, man, play, prove, read, send, setting, sign,
};

const MOVABLE: KindSet = Kinds::MOVABLE.set();
const ENGINEER: KindSet = Kinds::of(Kind::Engineer).set();
const NO_BOMB: KindSet = Kinds::MOVABLE.without(Kind::Bomb).set();
const CHEAT: Seat = Seat::of(0);

type World = tests::sim::World<junqi::Junqi>;

fn two() -> World {
    begun(&setting(Options::QQ_2P), &[LEFT, RIGHT])
}

/// The cheat of seat 0 sends this to seat 1, who names it.
fn caught(mut world: World, body: Body, check: Check, what: &str) {
    let entry = sign(&world, 0, body);
    send(&mut world, 1, entry);
    assert_eq!(blamed(&world, 1), Some((CHEAT, check)), "{what}");
}

/// Moves and skips: n47, n51, n62, t18.
#[test]
fn moves_without_the_one_proof_that_they_owe() {
    let world = two;
    let act = |text: &str| Body::Act(read(&world(), text).encode());
    caught(world(), act("05a-04b"), Check::MoveProofs, "n47: no proof");
    let cheat = Cheat::new(&world(), 0);
    let (engineer, front) = (man(&world(), "05e"), man(&world(), "02c"));
    let stronger = prove(&world(), "05e-04d", vec![cheat.among(engineer, ENGINEER)]);
    caught(world(), stronger, Check::MoveProofs, "n51: a stronger proof");
    let more = prove(&world(), "02c-02b", vec![cheat.among(front, MOVABLE)]);
    caught(world(), more, Check::MoveProofs, "n62: a superfluous proof");
    let proof = cheat.among(engineer, MOVABLE);
    let twice = prove(&world(), "05e-04d", vec![proof.clone(), proof.clone()]);
    caught(world(), twice, Check::MoveProofs, "n51: two proofs");
    let mine = prove(&world(), "05d-04d", vec![proof]);
    caught(world(), mine, Check::MoveProofs, "t18: a mine with another's proof");
    let garbage = prove(&world(), "05a-04b", vec![vec![0; 64]]);
    caught(world(), garbage, Check::MoveProofs, "a proof of zeros");
    let right = prove(&world(), "05e-04d", vec![cheat.among(engineer, MOVABLE)]);
    let (mut honest, entry) = (world(), sign(&world(), 0, right));
    send(&mut honest, 1, entry);
    assert_eq!(blamed(&honest, 1), None, "the right proof is taken");
}

/// Attacks: n38, n39, n43, t19.
#[test]
fn attacks_that_the_rules_or_the_proofs_forbid() {
    let cheat = Cheat::new(&two(), 0);
    let (marshal, target) = (man(&two(), "01a"), man(&two(), "11e"));
    let proof = |attacker, defender| vec![cheat.attack(attacker, defender, NO_BOMB)];
    let far = prove(&two(), "01ax12c", proof(marshal, man(&two(), "12c")));
    caught(two(), far, Check::Legality, "n38: out of reach");
    let own = prove(&two(), "01ax01b", vec![vec![1; 480]]);
    caught(two(), own, Check::Legality, "n39: an own piece");
    let mut camped = two();
    play(&mut camped, "02c-02b 12c-12b");
    let cheat = Cheat::new(&camped, 0);
    let in_camp = vec![cheat.attack(man(&camped, "01a"), man(&camped, "12b"), NO_BOMB)];
    let body = prove(&camped, "01ax12b", in_camp);
    caught(camped, body, Check::Legality, "n39: a camp");
    // Behind the fallen the way goes round a corner: only an engineer takes it.
    let mut turned = begun(&setting(Options::QQ_2P), &[LEFT, LEFT]);
    play(&mut turned, "01ax11e 12c-12b 11ex12e 12b-12c");
    let cheat = Cheat::new(&turned, 0);
    let wrong = cheat.attack(man(&turned, "01b"), man(&turned, "11d"), NO_BOMB);
    let body = prove(&turned, "01bx11d", vec![wrong]);
    caught(turned, body, Check::FightProofs, "n43: a general round a corner");
    let other = prove(&two(), "01ax11e", proof(man(&two(), "01b"), target));
    caught(two(), other, Check::FightProofs, "t19: another piece's proof");
    let swapped = prove(&two(), "01ax11e", proof(marshal, man(&two(), "11d")));
    caught(two(), swapped, Check::FightProofs, "t20: another target's proof");
    let act = Body::Act(read(&two(), "01ax11e").encode());
    caught(two(), act, Check::FightProofs, "no proof");
}

/// n34, t33: what is not proven is not answered, and nothing is answered twice.
#[test]
fn an_unproven_attack_gets_no_answer() {
    let mut world = two();
    world.tape = Some(Vec::new());
    let cheat = Cheat::new(&world, 0);
    let proof = cheat.attack(man(&world, "01b"), man(&world, "11e"), NO_BOMB);
    let entry = sign(&world, 0, prove(&world, "01ax11e", vec![proof]));
    send(&mut world, 1, entry);
    assert_eq!(blamed(&world, 1), Some((CHEAT, Check::FightProofs)));
    let answers = world.tape.iter().flatten().flat_map(|(_, _, bytes)| {
        let packet = protocol::Packet::decode(bytes).unwrap();
        packet.items.into_iter().filter(|item| match item {
            Item::Entry(entry) => matches!(entry.content.body, Body::Answer(_)),
            Item::Step(step) => {
                step.entries().any(|entry| matches!(entry.content.body, Body::Answer(_)))
            }
            _ => false,
        })
    });
    assert_eq!(answers.count(), 0);
}

/// n34, n40: an answer when none is asked for, or by a seat that is not.
#[test]
fn answers_out_of_turn() {
    let answer = || Body::Answer(vec![vec![2; 65]]);
    caught(two(), answer(), Check::Legality, "by the seat to move");
    let mut world = two();
    play(&mut world, "02c-02b");
    caught(world, answer(), Check::Turn, "by the other");
}

/// n35: a second attack over one head is evidence, whichever comes first.
#[test]
fn two_attacks_in_one_ply() {
    let mut world = two();
    let cheat = Cheat::new(&world, 0);
    let (marshal, target) = (man(&world, "01a"), man(&world, "11e"));
    let first = prove(&world, "01ax11e", vec![cheat.attack(marshal, target, NO_BOMB)]);
    let second = Body::Act(read(&world, "02c-02b").encode());
    let (first, second) = (sign(&world, 0, first), sign(&world, 0, second));
    send(&mut world, 1, first);
    assert!(world.game(&tests::sim::peer(1)).stop().is_none());
    send(&mut world, 1, second);
    assert_eq!(blamed(&world, 1), Some((CHEAT, Check::Double)));
}

/// t23, n44: every other code, with the honest proof.
#[test]
fn an_answer_that_says_something_else() {
    let mut world = two();
    // The program of seat 0 is the cheat: it is attacked.
    play(&mut world, "02c-02b");
    let attack = protocol::Decision::Move(read(&world, "11ex01a"));
    world.tamper = Some(Box::new(|from, _, packet| {
        if *from != tests::sim::peer(0) {
            return vec![packet];
        }
        vec![tests::forge::change_entries(packet, |entry| {
            let Body::Answer(answers) = &entry.content.body else { return Some(entry) };
            let mut answer = answers[0].clone();
            answer[0] ^= 1;
            Some(tests::forge::resigned(&entry, |content| {
                content.body = Body::Answer(vec![answer])
            }))
        })]
    }));
    world.decide(Seat::of(1), attack).unwrap();
    world.run_for(1_000);
    assert_eq!(blamed(&world, 1), Some((CHEAT, Check::FightProofs)));
}

/// n36, n37: the flag that a dead Marshal owes.
#[test]
fn the_flag_that_is_owed() {
    let cheats: [fn(&Cheat) -> Body; 4] = [
        // Another piece's key, rightly named; the flag's name with another's key; nothing; a move.
        |cheat| Body::Answer(vec![opening(cheat, 0, 0)]),
        |cheat| Body::Answer(vec![opening(cheat, 21, 0)]),
        |_| Body::Answer(vec![vec![21; 33]]),
        |_| Body::Act(vec![0, 1, 2]),
    ];
    for (cheat, check) in
        cheats.into_iter().zip([Check::Openings, Check::Openings, Check::Openings, Check::Legality])
    {
        let mut world = two();
        world.tamper = Some(Box::new(move |from, _, packet| {
            if *from != tests::sim::peer(0) {
                return vec![packet];
            }
            vec![tests::forge::change_entries(packet, |entry| {
                matches!(entry.content.body, Body::Prove { .. }).then_some(entry)
            })]
        }));
        let marshals = protocol::Decision::Move(read(&world, "01ax11e"));
        world.decide(CHEAT, marshals).unwrap();
        world.run_for(1_000);
        // Seat 1 has answered and shown its flag; that of seat 0 is held back.
        let due = world.game(&tests::sim::peer(1)).due().unwrap().clone();
        assert!(matches!(due.stage, protocol::Stage::Answer(_)), "{due:?}");
        world.tamper = None;
        let body = cheat(&Cheat::new(&world, 0));
        let entry = sign(&world, 0, body);
        send(&mut world, 1, entry);
        assert_eq!(blamed(&world, 1), Some((CHEAT, check)));
    }
}

fn opening(cheat: &Cheat, named: u8, opened: u8) -> Vec<u8> {
    let piece = referee::Piece::new(opened).unwrap();
    [vec![named], referee::Opening::of(&cheat.army, piece).bytes()].concat()
}

/// t09, t12 in a match: a set-up that is another's, or one bit of it.
#[test]
fn a_set_up_that_is_none() {
    type Flip = fn(&mut Vec<u8>, &mut Vec<u8>);
    let flips: [Flip; 4] = [
        |field, _| field[40] ^= 1,
        |_, proof| proof[0] ^= 1,
        |_, proof| proof.truncate(3_199),
        |field, _| field.extend_from_within(..0),
    ];
    for (n, flip) in flips.into_iter().enumerate() {
        let mut world = tests::sim::World::new(&setting(Options::QQ_2P), 5);
        world.tamper = Some(Box::new(move |from, _, packet| {
            if *from != tests::sim::peer(0) {
                return vec![packet];
            }
            vec![tests::forge::change_entries(packet, |entry| {
                let Body::Deploy { field, proof } = &entry.content.body else { return Some(entry) };
                let (mut field, mut proof) = (field.clone(), proof.clone());
                flip(&mut field, &mut proof);
                let body = Body::Deploy { field, proof };
                Some(tests::forge::resigned(&entry, |content| content.body = body))
            })]
        }));
        world.run_for(5_000);
        let blamed = blamed(&world, 1);
        if n < 3 {
            assert_eq!(blamed, Some((CHEAT, Check::SetUps)), "{n}");
        } else {
            assert_eq!(blamed, None, "unchanged");
        }
    }
}

/// An end that opens other pieces than those set up.
#[test]
fn a_layout_opened_that_is_another() {
    let mut world = tests::sim::World::new(&setting(Options::QQ_2P), 1);
    world.tamper = Some(Box::new(|from, _, packet| {
        if *from != tests::sim::peer(0) {
            return vec![packet];
        }
        vec![tests::forge::change_entries(packet, |entry| {
            let Body::SealOpen(keys) = &entry.content.body else { return Some(entry) };
            let mut keys = keys.clone();
            keys.swap(0, 32);
            Some(tests::forge::resigned(&entry, |content| content.body = Body::SealOpen(keys)))
        })]
    }));
    world.run(crate::support::HOUR);
    assert_eq!(blamed(&world, 1), Some((CHEAT, Check::Openings)));
    assert!(matches!(world.game(&tests::sim::peer(1)).stop(), Some(Stop::Cheated(_))));
}
