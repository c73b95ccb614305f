//! Seats that cannot move, and those that say so without cause.

use game::{Canon, Game, KindSet, Seat, Waits};
use junqi::{Junqi, Kinds, Move, Options};
use protocol::{Check, Stage};
use record::{Body, Clock};
use referee::{CanMoveStatement, NoMoveStatement, Piece};
use tests::forge::change_entries;
use tests::sim::{Setting, World, peer};

use crate::support::{Cheat, HOUR, blamed, check, send, sign};

/// A random match at the end of which a seat is stuck; found by trying.
const SEED: u64 = 6;
const MOVABLE: KindSet = Kinds::MOVABLE.set();

fn started() -> World<Junqi> {
    let rules = Junqi::rules(&Options { quiet_limit: 300, ..Options::QQ_2P }).unwrap();
    let clock = Clock::Each { seconds: 30 };
    World::new(&Setting { clock, machine_seconds: 20, ..Setting::new(rules) }, SEED)
}

fn is_stuck(body: &Body) -> bool {
    matches!(body, Body::Prove { mv, .. } if *mv == Move::Stuck.encode())
}

/// A stuck seat's program says so by itself, and the other wins.
#[test]
fn a_stuck_seat_says_so_and_loses() {
    let mut world = started();
    world.run(100 * HOUR);
    check(&world, "stuck");
    let entries = world.game(&peer(0)).steps().iter().flat_map(|step| step.entries());
    assert_eq!(entries.filter(|entry| is_stuck(&entry.content.body)).count(), 1);
}

/// The match up to where the stuck seat should say so; it is the cheat. Gives which seat it is.
fn silent() -> (World<Junqi>, u8) {
    let mut world = started();
    world.tamper = Some(Box::new(|_, _, packet| {
        vec![change_entries(packet, |entry| (!is_stuck(&entry.content.body)).then_some(entry))]
    }));
    world.run_for(HOUR);
    let (at, stuck) = (0..2)
        .filter_map(|seat| {
            let game = world.game(&peer(seat));
            let Waits::Move(turn) = Junqi::waits(game.progress().position()) else { return None };
            (turn.number() != seat).then_some((seat, turn.number()))
        })
        .next()
        .unwrap();
    assert_eq!(world.game(&peer(at)).due().unwrap().stage, Stage::Act);
    world.tamper = None;
    (world, stuck)
}

/// n50, n52: what a seat whose pieces are unknown says of being stuck needs exactly one proof, over
/// exactly the pieces that count.
#[test]
fn words_about_being_stuck_need_their_proof() {
    let (world, stuck) = silent();
    let victim = 1 - stuck;
    let at = world.game(&peer(victim)).progress().position().clone();
    let seat = Seat::of(stuck);
    let owed = Junqi::owes(&at, seat, &Move::Stuck).unwrap();
    let [game::Claim::Stuck { pieces }] = owed.as_slice() else { panic!("{owed:?}") };
    assert_eq!(Junqi::owes_skip(&at, seat), [game::Claim::CanMove { pieces: pieces.clone() }]);
    let cheat = Cheat::new(&world, stuck);
    let field = &cheat.fields[usize::from(stuck)];
    let places: Vec<Piece> =
        pieces.iter().map(|piece| Piece::new((piece.0 % 25) as u8).unwrap()).collect();
    let no_move = |pieces: &[Piece]| {
        let statement = NoMoveStatement::new(&cheat.context, &cheat.terms, field, pieces).unwrap();
        statement.prove(&cheat.army, &cheat.entropy()).unwrap().bytes()
    };
    // With a piece that moves somewhere in the army, CanMove over other pieces holds.
    let movers: Vec<Piece> =
        Piece::all().filter(|piece| MOVABLE.has(cheat.army.kind(*piece))).take(2).collect();
    let can = CanMoveStatement::new(&cheat.context, &cheat.terms, field, &movers).unwrap();
    let can = can.prove(&cheat.army, &cheat.entropy()).unwrap().bytes();
    let flag = Piece::all().find(|piece| cheat.army.kind(*piece) == game::Kind(11)).unwrap();
    let says = |proofs: Vec<Vec<u8>>| Body::Prove { mv: Move::Stuck.encode(), proofs };
    let truth = sign(&world, stuck, says(vec![no_move(&places)]));
    let taken = world.game(&peer(victim)).progress().check(&truth, &mut Default::default());
    assert!(taken.is_ok(), "{taken:?}");
    let cases = [
        ("n52: a skip without a proof", Body::Skip),
        ("n52: a proof over other pieces", Body::SkipProven(vec![can.clone()])),
        ("n52: a proof that nothing can move", Body::SkipProven(vec![no_move(&places)])),
        ("n50: stuck without a proof", Body::Act(Move::Stuck.encode())),
        ("n50: stuck with a proof over other pieces", says(vec![no_move(&[flag])])),
        ("n50: stuck with a proof that something can", says(vec![can])),
    ];
    assert_ne!(places, [flag]);
    for (what, body) in cases {
        let (mut world, _) = silent();
        let entry = sign(&world, stuck, body);
        send(&mut world, victim, entry);
        assert_eq!(blamed(&world, victim), Some((seat, Check::MoveProofs)), "{what}");
    }
}
