//! End frames that must not pass, and evidence that must.

#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use game::toys::contest::{Contest, Options};
use game::{Game, Seat};
use protocol::{Check, Verdict, audit};
use record::{End, Evidence, Notice, NoticeKind, Signed, Slot, encode_end_frame};
use tests::sim::{Setting, World, contract, key, peer};

fn world(seats: u8) -> World<Contest> {
    let rules = Contest::rules(&Options { seats, ..Options::default() }).unwrap();
    let mut world = World::new(&Setting::new(rules), 5);
    world.run(600_000);
    world
}

/// The verdict on the record of program 0 with another end.
fn verdict(world: &mut World<Contest>, end: &End) -> Verdict {
    world.program(&peer(0)).disk.end = None;
    let mut bytes = world.record(&peer(0));
    bytes.extend(encode_end_frame(end));
    audit::<Contest>(bytes.as_slice(), &mut ()).unwrap().verdict
}

#[test]
fn a_draw_offer_is_no_seal() {
    let mut world = world(2);
    let end = world.programs[&peer(0)].disk.end.clone().unwrap();
    let End::Sealed(mut slots) = end.clone() else { panic!("{end:?}") };
    let (id, head) = match &slots[0].1 {
        Slot::Entry(entry) => (entry.content.match_id, entry.content.head),
        slot => panic!("{slot:?}"),
    };
    let seat = Seat::of(0);
    slots[0].1 = Slot::Resigned(Notice::sign(id, seat, NoticeKind::Draw, head, &key(seat)));
    let found = verdict(&mut world, &End::Sealed(slots));
    assert!(matches!(found, Verdict::Invalid { check: Check::Notices, .. }), "{found:?}");
    assert!(matches!(verdict(&mut world, &end), Verdict::Complete { .. }));
}

#[test]
fn attack_30_two_contracts_for_one_nonce_are_evidence_at_any_seat() {
    let mut world = world(2);
    let own = world.signed.contract().clone();
    // Seat 1 of this match sits at seat 2 of another one, with the same key and nonce.
    let rules = Contest::rules(&Options { seats: 3, ..Options::default() }).unwrap();
    let other = contract(&Setting::<Contest>::new(rules), 77);
    let mut terms = other.contract().terms().clone();
    terms.seats[1].key = key(Seat::of(5)).public();
    terms.seats[2] = own.player(Seat::of(1)).unwrap().clone();
    let other = record::Contract::new(terms).unwrap();
    let cheat = key(Seat::of(1));
    let signed = |contract: &record::Contract| {
        Box::new(Signed::Contract(contract.bytes().to_vec(), contract.sign(&cheat)))
    };
    let evidence = Box::new(Evidence::Double(signed(&own), signed(&other)));
    let end = |seat| End::Cheated { seat, slots: Vec::new(), evidence: evidence.clone() };
    let found = verdict(&mut world, &end(Seat::of(1)));
    let Verdict::Cheated(proven) = found else { panic!("{found:?}") };
    assert_eq!((proven.seat, proven.check), (Seat::of(1), Check::Double));
    // The same evidence says nothing of another seat.
    let found = verdict(&mut world, &end(Seat::of(0)));
    assert!(matches!(found, Verdict::Invalid { .. }), "{found:?}");
}
