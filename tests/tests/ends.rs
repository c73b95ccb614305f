//! End frames that must not pass, and evidence that must.

#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use game::toys::contest::{Contest, Options};
use game::{Game, Seat};
use protocol::{Check, Stage, Verdict, audit};
use record::{
    Absence, Clock, End, Entry, Evidence, Finding, Notice, NoticeKind, Signed, Slot,
    encode_end_frame,
};
use tests::forge::resigned;
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

/// A match of three in the middle of a contest: its closed steps, and what seats 0 and 1 commit to in
/// the next one.
fn committing() -> (World<Contest>, [Entry; 2]) {
    let rules = Contest::rules(&Options { seats: 3, ..Options::default() }).unwrap();
    let clock = Clock::Each { seconds: 60 };
    let mut world = World::new(&Setting { clock, ..Setting::new(rules) }, 5);
    assert!(world.run_until(60_000, |world| world.game(&peer(0)).steps().len() > 2
        && matches!(world.game(&peer(0)).due().unwrap().stage, Stage::Reveal { .. })));
    let closed = world.game(&peer(0)).steps().last().unwrap().clone();
    let entries = [0, 1].map(|seat| match closed.slot(Seat::of(seat)) {
        Some(Slot::Entry(entry)) => entry.clone(),
        slot => panic!("{slot:?}"),
    });
    let steps = &mut world.program(&peer(0)).disk.steps;
    steps.retain(|step| step.step < closed.step);
    (world, entries)
}

/// What a seat has signed stands in an open step as it does in a closed one.
#[test]
fn the_slots_of_a_claim_are_checked_like_those_of_a_step() {
    let (mut world, [first, second]) = committing();
    let (id, step, head) = (first.content.match_id, first.content.step, first.content.head);
    let missing = |about: u8, by: u8, signer: u8| {
        let key = key(Seat::of(signer));
        Absence::sign(id, step, Seat::of(about), Seat::of(by), Finding::Missing, &key)
    };
    let claim = |slots: [Slot; 2]| End::Claimed {
        slots: (0..).map(Seat::of).zip(slots).collect(),
        absences: vec![missing(2, 0, 0), missing(2, 1, 1)],
    };
    let plain = [Slot::Entry(first.clone()), Slot::Entry(second.clone())];
    let found = verdict(&mut world, &claim(plain));
    assert!(matches!(found, Verdict::Claimed { .. }), "{found:?}");
    // Seat 1 has committed and resigned over one head: seat 0 carries its word.
    let seat = Seat::of(1);
    let resign = Notice::sign(id, seat, NoticeKind::Resign, head, &key(seat));
    let carrier = resigned(&first, |content| content.notices = vec![resign]);
    let both = [Slot::Entry(carrier.clone()), Slot::Entry(second)];
    let found = verdict(&mut world, &claim(both));
    let Verdict::Cheated(proven) = &found else { panic!("{found:?}") };
    assert_eq!((proven.seat, proven.check), (seat, Check::Double));
    // An empty slot beside that word, and one that a seat is said to miss which has not said so.
    let empty = |signer| Slot::Empty(vec![missing(1, 0, 0), missing(1, 2, signer)]);
    for (slots, check) in [
        ([Slot::Entry(carrier), empty(2)], Check::Absences),
        ([Slot::Entry(first.clone()), empty(0)], Check::Signatures),
    ] {
        let found = verdict(&mut world, &claim(slots));
        let Verdict::Invalid { check: is, .. } = &found else { panic!("{found:?}") };
        assert_eq!(*is, check);
    }
    let found = verdict(&mut world, &claim([Slot::Entry(first), empty(2)]));
    assert!(matches!(found, Verdict::Claimed { .. }), "{found:?}");
}
