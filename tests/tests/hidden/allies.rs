//! What allies may see of each other's pieces goes from program to program, and nowhere else.

use std::collections::{BTreeMap, BTreeSet};

use game::canon::to_bytes;
use game::{Game, Kind, Seat, SeatSet};
use junqi::{Junqi, Options};
use protocol::{Item, Packet, RESEND_MS, Rejected};
use record::journal::SecretBytes;
use referee::{Army, OPENING_BYTES, Opening, PIECES, Piece};
use tests::sim::{Setting, World, peer};

use crate::support::{LEFT, RIGHT, begun, play, setting};

/// Seats 0 and 2 against 1 and 3.
const LAYOUTS: [&str; 4] = [LEFT, RIGHT, RIGHT, LEFT];

fn seat(number: u8) -> Seat {
    Seat::of(number)
}

/// The seats whose layouts a seat's program shows it.
fn sees(world: &World<Junqi>, of: u8) -> SeatSet {
    let name = &world.signed.contract().player(seat(of)).unwrap().peer;
    let known = world.game(name).known(seat(of));
    let is_true = |(other, secret): (&Seat, &junqi::Secret)| {
        *secret == crate::support::secret(other.number(), LAYOUTS[other.index()])
    };
    assert!(known.secrets.iter().all(is_true));
    known.secrets.keys().copied().collect()
}

fn pair(of: u8) -> SeatSet {
    SeatSet::one(seat(of)).with(seat((of + 2) % 4))
}

/// The keys of a seat that a program of its own holds.
fn keys(world: &World<Junqi>, of: u8) -> Vec<[u8; OPENING_BYTES]> {
    let known = world.game(&peer(of)).known(seat(of));
    let own = &known.secrets[&seat(of)];
    let kinds: Vec<Kind> =
        Junqi::army(own).into_iter().map(|piece| Junqi::kind(own, piece).unwrap()).collect();
    let kinds: [Kind; PIECES] = kinds.try_into().unwrap();
    let match_id = world.signed.contract().id();
    let army = Army::new(&world.secret(&peer(of)), match_id, of, &kinds).unwrap();
    let key = |piece| Opening::of(&army, piece).bytes().try_into().unwrap();
    Piece::all().map(key).collect()
}

/// n58: in everything that travels, a key is only in what goes from its owner to its ally.
#[test]
fn allies_see_each_other_and_no_key_goes_elsewhere() {
    let mut world = World::new(&setting(Options::ALLIES_4P), 0);
    world.tape = Some(Vec::new());
    deploy(&mut world);
    for of in 0..4 {
        assert_eq!(sees(&world, of), pair(of));
    }
    play_on(&mut world);
    let mut owners = BTreeMap::new();
    for of in 0..4 {
        owners.extend(keys(&world, of).into_iter().map(|key| (key, of)));
    }
    let mut ways = BTreeSet::new();
    for (from, to, bytes) in world.tape.iter().flatten() {
        for key in bytes.windows(OPENING_BYTES).filter_map(|at| owners.get(at)) {
            ways.insert((from.clone(), to.clone(), *key));
        }
    }
    let allowed: BTreeSet<_> = (0..4).map(|of| (peer(of), peer((of + 2) % 4), of)).collect();
    assert_eq!(ways, allowed);
    for of in 0..4 {
        let record = world.record(&peer(of));
        let mut files = record;
        for item in &world.programs[&peer(of)].disk.journal {
            to_bytes(item, &mut files);
        }
        assert!(files.windows(OPENING_BYTES).all(|at| !owners.contains_key(at)));
    }
}

/// Everybody sets up; nobody decides anything by himself.
fn deploy(world: &mut World<Junqi>) {
    let names: Vec<_> = world.programs.keys().cloned().collect();
    for name in &names {
        world.program(name).idle = SeatSet::first(4);
    }
    assert!(world.run_until(10_000, |world| {
        let stage = |name| world.game(name).due().map(|due| due.stage.clone());
        names.iter().all(|name| stage(name) == Some(protocol::Stage::Deploy))
    }));
    for (number, layout) in (0..).zip(LAYOUTS) {
        let secret = crate::support::secret(number, layout);
        world.decide(seat(number), protocol::Decision::Deploy(secret)).unwrap();
    }
    world.run_for(5_000);
}

/// One quiet move of whoever is to move.
fn play_on(world: &mut World<Junqi>) {
    let at = world.game(&peer(0)).progress().position().clone();
    let game::Waits::Move(mover) = Junqi::waits(&at) else { panic!("nobody is to move") };
    let name = world.signed.contract().player(mover).unwrap().peer.clone();
    let moves = Junqi::moves(&at, mover, &world.game(&name).known(mover));
    let quiet = moves.iter().map(|mv| Junqi::write_move(&at, mv)).find(|mv| mv.contains('-'));
    play(world, &quiet.unwrap());
}

#[test]
fn nobody_is_told_where_allies_see_nothing() {
    let mut world = World::new(&setting(Options::QQ_4P), 0);
    world.tape = Some(Vec::new());
    deploy(&mut world);
    for of in 0..4 {
        assert_eq!(sees(&world, of), SeatSet::one(seat(of)));
    }
    let is_layout = |bytes: &[u8]| {
        let packet = Packet::decode(bytes).unwrap();
        packet.items.iter().any(|item| matches!(item, Item::Layout(..)))
    };
    assert!(world.tape.iter().flatten().all(|(_, _, bytes)| !is_layout(bytes)));
}

/// Without a way from ally to ally the view waits, however well others reach both; then it comes,
/// and again after a restart, of whichever of the two.
#[test]
fn it_waits_for_a_connection_of_its_own() {
    let mut world = World::new(&setting(Options::ALLIES_4P), 0);
    world.cut.insert((peer(0), peer(2)));
    let now = world.now;
    for (one, other) in [(0, 2), (2, 0)] {
        world.program(&peer(one)).game.as_mut().unwrap().disconnected(&peer(other), now);
    }
    deploy(&mut world);
    world.run_for(10 * RESEND_MS);
    assert_eq!([0, 2].map(|of| sees(&world, of)), [0, 2].map(|of| SeatSet::one(seat(of))));
    assert_eq!([1, 3].map(|of| sees(&world, of)), [1, 3].map(pair));
    world.cut.clear();
    world.connect_all(&peer(0));
    world.run_for(1_000);
    assert_eq!([0, 2].map(|of| sees(&world, of)), [0, 2].map(pair));
    for of in [0, 2] {
        world.kill(&peer(of));
        world.restart(&peer(of));
        world.run_for(1_000);
        assert_eq!([0, 2].map(|of| sees(&world, of)), [0, 2].map(pair), "{of} restarted");
    }
}

/// A program that holds a seat of the other side too is told nothing.
#[test]
fn a_program_of_both_sides_is_told_nothing() {
    let both = Setting { programs: vec![0, 1, 2, 2], ..setting(Options::ALLIES_4P) };
    let world = begun(&both, &LAYOUTS);
    assert_eq!(sees(&world, 2), SeatSet::one(seat(2)));
    assert_eq!(sees(&world, 0), pair(0), "it may tell what it likes");
}

#[test]
fn what_is_false_or_comes_from_others_is_not_taken() {
    let mut world = World::new(&setting(Options::ALLIES_4P), 0);
    world.cut.insert((peer(0), peer(2)));
    deploy(&mut world);
    let right = keys(&world, 2).concat();
    let mut other = right.clone();
    other.rotate_left(OPENING_BYTES);
    let enemy = keys(&world, 1).concat();
    for (from, of, keys) in [
        // Somebody else passes on what is true.
        (1, 2, &right),
        (3, 2, &right),
        // Keys of the right pieces on other places, of another seat, of nobody.
        (2, 2, &other),
        (2, 2, &enemy),
        (2, 2, &vec![0; right.len()]),
        // An enemy shows his own.
        (1, 1, &enemy),
    ] {
        let packet = Packet::decode(&world.game(&peer(from)).acknowledge()).unwrap();
        let items = vec![Item::Layout(seat(of), SecretBytes::new(keys.clone()))];
        let bytes = Packet { items, ..packet }.encode();
        let now = world.now;
        let game = world.program(&peer(0)).game.as_mut().unwrap();
        let taken = game.receive(&peer(from), &bytes, now);
        assert!(matches!(taken, Err(Rejected::Unfit { .. })), "{from} {of}: {taken:?}");
        assert!(game.stop().is_none());
        assert_eq!(sees(&world, 0), SeatSet::one(seat(0)));
    }
}
