//! What an opponent can see: the same, whatever the hidden pieces are.

use game::Seat;
use junqi::{Junqi, Options};
use protocol::{Ack, Item, Packet};
use record::{Body, Entry, Slot};
use referee::{Opening, Piece};
use tests::sim::{World, peer};

use crate::support::{Cheat, LEFT, RIGHT, begun, is_quiet, play, setting};

/// The same announcements as with [`LEFT`] in [`MOVES`]: pieces that do not fight are others.
const OTHER: &str = "MRDEG/ZBD/RBYY/CCP/PCPLE/LFLEZ";
/// Two fights, a first step from the last rows, the Marshals dead, the flags shown.
const MOVES: &str = "01ax11e 12c-12b 05a-04b 15a-14b 02c-02b 12b-12c";

/// A match by script; seat 0 has this layout.
fn taped(layout: &str) -> World<Junqi> {
    let mut world = begun(&setting(Options::QQ_2P), &[layout, RIGHT]);
    world.tape = Some(Vec::new());
    play(&mut world, MOVES);
    world
}

/// An entry but for what can be no other thing than points, scalars, hashes and signatures: their
/// lengths are kept.
fn shape(entry: &Entry) -> String {
    let lengths = |all: &[Vec<u8>]| all.iter().map(Vec::len).collect::<Vec<_>>();
    let body = match &entry.content.body {
        Body::Deploy { field, proof } => format!("deploy {} {}", field.len(), proof.len()),
        Body::Prove { mv, proofs } => format!("prove {mv:?} {:?}", lengths(proofs)),
        // What is said stands before its proof.
        Body::Answer(answers) => {
            let said = answers.iter().map(|answer| answer[0]).collect::<Vec<_>>();
            format!("answer {said:?} {:?}", lengths(answers))
        }
        Body::Act(mv) => format!("act {mv:?}"),
        other => format!("{other:?}"),
    };
    let content = &entry.content;
    let (step, seat, think) = (content.step, content.seat, content.think_ms);
    format!("{step} {seat} {think} {} {:?} {body}", content.notices.len(), content.position)
}

fn shapes(packet: &Packet) -> Vec<String> {
    let mut all = vec![match &packet.ack {
        Ack::Signing(seats) => format!("signing {seats:?}"),
        Ack::Playing(s) => format!("playing {} {:?} {:?}", s.step, s.slots, s.draws),
    }];
    for item in &packet.items {
        match item {
            Item::Entry(entry) => all.push(shape(entry)),
            Item::Step(step) => all.extend(step.slots.iter().map(|(_, slot)| match slot {
                Slot::Entry(entry) => shape(entry),
                other => format!("{other:?}"),
            })),
            other => all.push(format!("{other:?}")),
        }
    }
    all
}

/// Two games with the same public events and other layouts exchange messages of the same number,
/// order, length and meaning.
#[test]
fn layouts_leave_no_trace_in_messages() {
    let (one, two) = (taped(LEFT), taped(OTHER));
    let (one, two) = (one.tape.unwrap(), two.tape.unwrap());
    assert_eq!(one.len(), two.len());
    let mut proofs = 0;
    for ((from, to, bytes), (other_from, other_to, other)) in one.iter().zip(&two) {
        assert_eq!((from, to, bytes.len()), (other_from, other_to, other.len()));
        let (said, told) = (Packet::decode(bytes).unwrap(), Packet::decode(other).unwrap());
        assert_eq!(shapes(&said), shapes(&told));
        proofs += usize::from(bytes != other);
    }
    assert!(proofs > 10, "only {proofs} of {} messages differ at all", one.len());
}

/// Nothing that travels holds a key of a piece that was not opened, the secret of the match, or the
/// bytes or text of a layout.
#[test]
fn no_secret_is_in_what_an_opponent_receives() {
    let setting = setting(Options::QQ_2P);
    let mut world = begun(&setting, &[LEFT, RIGHT]);
    world.tape = Some(Vec::new());
    play(&mut world, MOVES);
    let tape: Vec<u8> =
        world.tape.iter().flatten().flat_map(|(_, _, bytes)| bytes.clone()).collect();
    let record = world.record(&peer(1));
    let has =
        |what: &[u8]| [&tape, &record].iter().any(|all| all.windows(what.len()).any(|w| w == what));
    // The flag of seat 0 stood on place 21 and was shown.
    let shown = Opening::of(&Cheat::new(&world, 0).army, Piece::new(21).unwrap()).bytes();
    assert!(has(&shown), "the search finds what is there");
    for seat in 0..2 {
        let cheat = Cheat::new(&world, seat);
        for piece in Piece::all().filter(|piece| piece.number() != 21) {
            assert!(!has(&Opening::of(&cheat.army, piece).bytes()), "{seat} {piece:?}");
        }
        assert!(!has(world.secret(&peer(seat)).expose()));
        let known = world.game(&peer(seat)).known(Seat::of(seat));
        let kinds: Vec<u8> =
            known.secrets[&Seat::of(seat)].layout.kinds().iter().map(|kind| *kind as u8).collect();
        assert!(!has(&kinds[..12]) && !has(&kinds[13..]), "the layout of {seat}");
        assert!(!has(&LEFT.as_bytes()[..8]) && !has(&RIGHT.as_bytes()[..8]));
    }
    assert!(is_quiet(&world));
}

/// What is said in errors and debug texts shows no layout.
#[test]
fn debug_texts_show_no_layout() {
    let world = begun(&setting(Options::QQ_2P), &[LEFT, RIGHT]);
    let known = world.game(&peer(0)).known(Seat::of(0));
    let text = format!(
        "{known:?} {:?}",
        protocol::Decision::<Junqi>::Deploy(known.secrets[&Seat::of(0)],)
    );
    assert!(!text.contains("Marshal") && !text.contains("MGDER"), "{text}");
}
