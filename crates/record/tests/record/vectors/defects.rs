//! Records with one defect each.

use crypto::limits::{CHOICE_BYTES, CONTRACT_BYTES, MOVE_BYTES, STEP_BYTES};
use crypto::{Nonce, labels};
use game::{Seat, canon};
use record::{
    Body, Clock, ClosedStep, Contract, End, Evidence, Finding, Notice, NoticeKind, PeerBytes,
    Signed, Slot, Terms, encode_end_frame, encode_header, encode_step_frame,
};

use super::{Vectors, add};
use crate::common::{Match, everything, frames, key, signed, smallest, terms};

pub(super) fn all() -> Vectors {
    let mut to = Vectors::new();
    whole(&mut to);
    heads(&mut to);
    torn(&mut to);
    order(&mut to);
    lengths(&mut to);
    signatures(&mut to);
    contracts(&mut to);
    contract_bytes(&mut to);
    steps(&mut to);
    bodies(&mut to);
    ends(&mut to);
    to
}

/// `tag ‖ length ‖ payload`.
fn frame(tag: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![tag];
    canon::frame_into(payload, &mut bytes);
    bytes
}

fn join(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

fn whole(to: &mut Vectors) {
    let all = everything();
    let steps = all.steps.len();
    let bytes = all.bytes();
    let whole = |end: &str| format!("whole, steps {steps}, end {end}");
    add(to, "good", whole("none"), "every kind of slot, body and notice; no end", bytes.clone());
    for (end, name) in all.ends().iter().zip(["sealed", "claimed", "cheated", "diverged"]) {
        let bytes = join(&[&bytes, &encode_end_frame(end)]);
        add(to, &format!("good_{name}"), whole(name), "the same with an end", bytes);
    }
    let other = Evidence::Double(
        Box::new(Signed::Contract(vec![1, 2, 3], key(1).sign(labels::CONTRACT, &[1, 2, 3]))),
        Box::new(Signed::Notice(all.notice(1, NoticeKind::Resign))),
    );
    let end = End::Cheated { seat: Seat::of(1), slots: Vec::new(), evidence: Box::new(other) };
    let bytes = join(&[&bytes, &encode_end_frame(&end)]);
    let comment = "what evidence says is not judged by a reader of frames";
    add(to, "good_cheated_odd_evidence", whole("cheated"), comment, bytes);
    let expect = "whole, steps 1, end sealed";
    add(to, "good_smallest", expect, "one seat; the example of FORMAT.md", smallest());
    let bytes = encode_header(&all.contract);
    add(to, "good_no_steps", "whole, steps 0, end none", "a contract alone", bytes);
    let unlimited = Terms { clock: Clock::Unlimited, ..terms(2) };
    let bytes = encode_header(&signed(unlimited));
    add(to, "good_unlimited", "whole, steps 0, end none", "no time limit", bytes);
    for (name, seconds, increment) in [
        ("good_total", 300, 3),
        ("good_total_without_increment", 1, 0),
        ("good_total_longest", 14 * 24 * 3600, 24 * 3600),
    ] {
        let clock = Clock::Total { seconds, increment };
        let bytes = encode_header(&signed(Terms { clock, ..terms(2) }));
        let comment = format!("{seconds} seconds for all decisions, {increment} more after each");
        add(to, name, "whole, steps 0, end none", &comment, bytes);
    }
}

fn heads(to: &mut Vectors) {
    let good = smallest();
    add(to, "file_empty", "torn at 0", "no bytes at all", Vec::new());
    let bytes = join(&[b"QIYUEJNL", &good[8..]]);
    add(to, "magic_of_a_journal", "not a record", "a journal is no record", bytes);
    let bytes = join(&[b"qiyuerec", &good[8..]]);
    add(to, "magic_in_small_letters", "not a record", "the magic is eight exact bytes", bytes);
    add(to, "magic_cut", "torn at 0", "the file ends inside the magic", good[..5].to_vec());
    let bytes = join(&[&good[..8], &[2, 0], &good[10..]]);
    add(to, "version_2", "unknown version 2", "a later format", bytes);
    let bytes = join(&[&good[..8], &[0, 1], &good[10..]]);
    add(to, "version_big_endian", "unknown version 256", "the version is little-endian", bytes);
}

fn torn(to: &mut Vectors) {
    let good = smallest();
    let [contract, step, end, over] = frames(&good)[..] else { panic!("three frames") };
    let torn = |at: usize| format!("torn at {at}");
    add(to, "torn_version", torn(0), "the file ends inside the version", good[..9].to_vec());
    let bytes = good[..contract].to_vec();
    add(to, "torn_before_contract", torn(10), "nothing follows the version", bytes);
    for (name, from, until) in
        [("contract", contract, step), ("step", step, end), ("end", end, over)]
    {
        let comment = "the file ends one byte before the frame does";
        add(to, &format!("torn_{name}"), torn(from), comment, good[..until - 1].to_vec());
        let comment = "the file ends inside the length of the frame";
        add(to, &format!("torn_{name}_length"), torn(from), comment, good[..from + 3].to_vec());
    }
}

fn order(to: &mut Vectors) {
    let good = smallest();
    let [contract, step, end, over] = frames(&good)[..] else { panic!("three frames") };
    let at = |offset: usize| format!("out of order at {offset}");
    let bytes = join(&[&good[..step], &good[contract..]]);
    add(to, "contract_twice", at(step), "two contracts", bytes);
    let bytes = join(&[&good[..contract], &good[step..]]);
    add(to, "contract_missing", at(contract), "a step before the contract", bytes);
    let bytes = join(&[&good[..contract], &good[end..]]);
    add(to, "contract_and_steps_missing", at(contract), "an end before the contract", bytes);
    let bytes = join(&[&good, &good[end..]]);
    add(to, "end_twice", at(over), "two ends", bytes);
    let bytes = join(&[&good[..step], &good[end..], &good[step..end]]);
    add(to, "step_after_end", at(step + over - end), "nothing may follow an end", bytes);
    let bytes = join(&[&good, &[0]]);
    add(to, "bytes_after_end", at(over), "nothing may follow an end, no single byte", bytes);
    let bytes = join(&[&good[..end], &good[step..]]);
    add(to, "step_number_repeated", at(end), "step 0 twice", bytes);
    let skipped = ClosedStep { step: 2, slots: Vec::new() };
    let bytes = join(&[&good[..end], &encode_step_frame(&skipped), &good[end..]]);
    add(to, "step_number_skipped", at(end), "step 2 follows step 0", bytes);
    let malformed = |tag: &str| format!("malformed at {end}: {tag}");
    for (name, tag) in [("0", 0), ("4", 4), ("255", 255)] {
        let bytes = join(&[&good[..end], &frame(tag, &[]), &good[end..]]);
        let comment = "only 1, 2 and 3 are tags of frames";
        add(to, &format!("frame_tag_{name}"), malformed("frame tag"), comment, bytes);
    }
}

fn lengths(to: &mut Vectors) {
    let good = smallest();
    let [contract, step, end, _] = frames(&good)[..] else { panic!("three frames") };
    let at = |offset: usize| format!("too long at {offset}");
    let long = |until: usize, tag: u8, length: u32| {
        join(&[&good[..until], &[tag], &length.to_le_bytes(), &[0; 8]])
    };
    let comment = "the length alone is refused: what it counts need not be there";
    let most = u32::try_from(STEP_BYTES).unwrap();
    let bytes = long(contract, 1, u32::try_from(CONTRACT_BYTES).unwrap() + 516);
    add(to, "contract_frame_too_long", at(contract), comment, bytes);
    add(to, "step_frame_too_long", at(end), comment, long(end, 2, most + 1));
    add(to, "step_frame_of_4_gib", at(end), comment, long(end, 2, u32::MAX));
    add(to, "end_frame_too_long", at(step), comment, long(step, 3, most + 1));
    let comment = "the longest frame there may be, but it is not there";
    add(to, "step_frame_longest", format!("torn at {end}"), comment, long(end, 2, most));
}

fn signatures(to: &mut Vectors) {
    let contract = Contract::new(terms(3)).unwrap();
    let good = crate::common::signatures(&contract);
    let start = encode_header(&signed(terms(3)))[..10].to_vec();
    let with = |signatures: &[crypto::Signature]| {
        let mut payload = Vec::new();
        canon::to_bytes(&(contract.bytes(), signatures), &mut payload);
        join(&[&start, &frame(1, &payload)])
    };
    let by = |seat: u8| format!("unsigned at 10: seat {seat}");
    let other = contract.sign(&key(0));
    let comment = "seat 1's signature is made with the key of seat 0";
    add(to, "contract_unsigned_by_seat_1", by(1), comment, with(&[good[0], other, good[2]]));
    let comment = "the signature of the last seat is missing";
    add(to, "contract_unsigned_by_seat_2", by(2), comment, with(&good[..2]));
    let comment = "signatures stand in seat order";
    add(to, "contract_signatures_swapped", by(0), comment, with(&[good[1], good[0], good[2]]));
    let comment = "a signature more than seats";
    let bytes = with(&[good[0], good[1], good[2], good[0]]);
    let expect = "bad contract at 10: the contract is not encoded as it must be";
    add(to, "contract_signature_too_many", expect, comment, bytes);
    let unlabelled = key(1).sign(labels::ENTRY, contract.bytes());
    let comment = "seat 1 has signed these bytes under the label of an entry";
    add(to, "contract_signed_as_entry", by(1), comment, with(&[good[0], unlabelled, good[2]]));
}

/// Any terms, encoded and signed by whoever can.
fn raw(terms: &Terms) -> Vec<u8> {
    let mut bytes = Vec::new();
    canon::to_bytes(terms, &mut bytes);
    raw_bytes(&bytes, terms.seats.len().min(3))
}

fn raw_bytes(contract: &[u8], seats: usize) -> Vec<u8> {
    let sign = |seat: usize| key(u8::try_from(seat).unwrap()).sign(labels::CONTRACT, contract);
    let signatures: Vec<_> = (0..seats).map(sign).collect();
    let mut payload = Vec::new();
    canon::to_bytes(&(contract, signatures), &mut payload);
    join(&[&smallest()[..10], &frame(1, &payload)])
}

fn contracts(to: &mut Vectors) {
    let bad = |why: &str| format!("bad contract at 10: {why}");
    let long = |what: &str| bad(&format!("the contract's {what} is too long"));
    let time = |what: &str| bad(&format!("the contract's {what} is out of range"));
    let good = terms(2);
    let mut twice = good.clone();
    twice.seats[1].key = twice.seats[0].key;
    add(
        to,
        "contract_key_twice",
        bad("two seats have the same key"),
        "seat 1 has the key of seat 0",
        raw(&twice),
    );
    let mut twice = good.clone();
    twice.seats[1].nonce = twice.seats[0].nonce;
    add(
        to,
        "contract_nonce_twice",
        bad("two seats have the same nonce"),
        "seat 1 has the nonce of seat 0",
        raw(&twice),
    );
    let count = bad("a contract has 1 to 8 seats");
    let none = Terms { seats: Vec::new(), ..good.clone() };
    add(to, "contract_no_seats", &*count, "a contract has players", raw(&none));
    let nine = Terms { seats: vec![good.seats[0].clone(); 9], ..good.clone() };
    add(to, "contract_nine_seats", &*count, "at most eight seats", raw(&nine));
    let unnamed = Terms { game: String::new(), ..good.clone() };
    add(to, "contract_game_empty", long("game"), "a game has a name", raw(&unnamed));
    let named = Terms { game: "a".repeat(17), ..good.clone() };
    add(to, "contract_game_too_long", long("game"), "17 bytes", raw(&named));
    let named = Terms { game: "劳棋".to_owned(), ..good.clone() };
    add(to, "contract_game_not_ascii", long("game"), "a game's name is ASCII", raw(&named));
    let rules = Terms { rules: vec![0; 4097], ..good.clone() };
    add(to, "contract_rules_too_long", long("rules"), "4097 bytes", raw(&rules));
    let mut peer = good.clone();
    peer.seats[0].peer = PeerBytes(vec![0; 67]);
    add(to, "contract_peer_too_long", long("peer id"), "67 bytes", raw(&peer));
    for (name, seconds) in [("zero", 0), ("too_long", 14 * 24 * 3600 + 1)] {
        let clock = Terms { clock: Clock::Each { seconds }, ..good.clone() };
        add(
            to,
            &format!("contract_clock_{name}"),
            time("time limit"),
            &format!("{seconds} seconds"),
            raw(&clock),
        );
    }
    for (name, seconds, increment) in [
        ("total_zero", 0, 3),
        ("total_too_long", 14 * 24 * 3600 + 1, 0),
        ("increment_too_long", 300, 24 * 3600 + 1),
    ] {
        let clock = Terms { clock: Clock::Total { seconds, increment }, ..good.clone() };
        let comment = format!("{seconds} seconds, {increment} more after each decision");
        add(to, &format!("contract_{name}"), time("time limit"), &comment, raw(&clock));
    }
    for (name, machine_seconds) in [("too_short", 4), ("too_long", 14 * 24 * 3600 + 1)] {
        let budget = Terms { machine_seconds, ..good.clone() };
        let name = format!("contract_machine_seconds_{name}");
        add(to, &name, time("machine budget"), &format!("{machine_seconds} seconds"), raw(&budget));
    }
}

/// The place of a part in bytes that hold it once.
fn find(bytes: &[u8], part: &[u8]) -> usize {
    bytes.windows(part.len()).position(|window| window == part).expect("it is there")
}

fn replace(bytes: &[u8], part: &[u8], by: &[u8]) -> Vec<u8> {
    let at = find(bytes, part);
    join(&[&bytes[..at], by, &bytes[at + part.len()..]])
}

fn contract_bytes(to: &mut Vectors) {
    let expect = "bad contract at 10: the contract is not encoded as it must be";
    let good = Contract::new(terms(2)).unwrap().bytes().to_vec();
    let mut bad = |name: &str, comment: &str, contract: &[u8]| {
        add(to, name, expect, comment, raw_bytes(contract, 2));
    };
    let name =
        |text: &str| replace(&good, b"\x03Bob", &join(&[&[text.len() as u8], text.as_bytes()]));
    bad("contract_name_with_bidi_override", "U+202E", &name("B\u{202e}b"));
    bad("contract_name_with_line_break", "U+000A", &name("B\nb"));
    bad("contract_name_of_two_spaces", "U+0020 twice in a row", &name("B  b"));
    bad("contract_name_empty", "at least one visible character", &name(""));
    bad("contract_name_too_long", "75 bytes", &name(&"长".repeat(25)));
    bad("contract_name_not_utf8", "C0 80", &replace(&good, b"\x03Bob", b"\x03B\xc0\x80"));
    bad("contract_trailing_byte", "one byte more", &join(&[&good, &[0]]));
    bad("contract_overlong_varint", "protocol 1 as 81 00", &join(&[&[0x81, 0], &good[1..]]));
    bad("contract_protocol_too_large", "65536 is no u16", &join(&[&[0x80, 0x80, 4], &good[1..]]));
    bad("contract_unknown_clock", "tag 3", &replace(&good, &[1, 0xac, 2, 120], &[3, 120]));
    let point = key(1).public().to_bytes();
    let mut small = [0; 32];
    small[0] = 1;
    bad("contract_key_of_small_order", "the neutral point", &replace(&good, &point, &small));
    let mut large = [0xff; 32];
    (large[0], large[31]) = (0xee, 0x7f);
    bad("contract_key_not_canonical", "y = p + 1", &replace(&good, &point, &large));
    let mut none = [0; 32];
    none[0] = 2;
    bad("contract_key_no_point", "y = 2 is on no point", &replace(&good, &point, &none));
    let whole = signed(terms(2)).encode();
    let bytes = join(&[&smallest()[..10], &frame(1, &join(&[&whole, &[0]]))]);
    add(to, "contract_frame_trailing_byte", expect, "one byte behind the signatures", bytes);
}

/// A record of two seats whose first step has this payload.
fn with_step(payload: &[u8]) -> Vec<u8> {
    join(&[&Match::new(2).bytes(), &frame(2, payload)])
}

fn steps(to: &mut Vectors) {
    let offset = Match::new(2).bytes().len();
    let malformed = |what: &str| format!("malformed at {offset}: {what}");
    let mut two = Match::new(2);
    two.play(&[(0, Body::Begin), (1, Body::Begin)]);
    let good = two.steps[0].encode();
    let mut turned = two.steps[0].clone();
    turned.slots.reverse();
    let slots = malformed("step: slots");
    add(
        to,
        "step_slots_out_of_order",
        &*slots,
        "seat 1 before seat 0",
        with_step(&turned.encode()),
    );
    let mut twice = two.steps[0].clone();
    twice.slots[1].0 = Seat::of(0);
    add(to, "step_slot_twice", &*slots, "two slots of seat 0", with_step(&twice.encode()));
    let step = malformed("step");
    let mut bad = |name: &str, comment: &str, payload: &[u8]| {
        add(to, name, &*step, comment, with_step(payload));
    };
    bad("step_empty", "no payload", &[]);
    bad("step_trailing_byte", "one byte more", &join(&[&good, &[0]]));
    bad("step_overlong_varint", "number 0 as 80 00", &join(&[&[0x80, 0], &good[1..]]));
    bad("step_seat_8", "seats are 0 to 7", &join(&[&good[..2], &[8], &good[3..]]));
    bad("step_unknown_slot", "tag 3", &join(&[&good[..3], &[3], &good[4..]]));
    bad("step_count_too_large", "three slots said, two there", &join(&[&[0, 3], &good[2..]]));
    bad("step_count_of_4_billion", "as many slots as u32 has", &[0, 0xff, 0xff, 0xff, 0xff, 15]);
    bad("step_number_too_large", "2^32 is no u32", &[0x80, 0x80, 0x80, 0x80, 16, 0]);
    let nine: Vec<u8> = join(&[&[0, 9], &[0, 2, 0].repeat(9)]);
    add(to, "step_nine_slots", &*slots, "at most eight seats", with_step(&nine));
    let all = Match::new(3);
    let turned = [2, 0].map(|by| all.absence(1, by, Finding::Missing)).to_vec();
    let statements = ClosedStep { step: 0, slots: vec![(Seat::of(1), Slot::Empty(turned))] };
    let bytes = with_step(&statements.encode());
    let comment = "statements stand in the order (about, by)";
    add(to, "step_statements_out_of_order", malformed("step: statements"), comment, bytes);
}

/// A record of two seats in whose first step seat 0 gives this.
fn with_entry(body: Body, notices: Vec<Notice>) -> Vec<u8> {
    let mut one = Match::new(2);
    let slot = Slot::Entry(one.entry(0, body, notices));
    one.close(vec![(0, slot)]);
    one.bytes()
}

fn bodies(to: &mut Vectors) {
    let at = Match::new(2);
    let offset = at.bytes().len();
    let malformed = |what: &str| format!("malformed at {offset}: {what}");
    let notices = malformed("entry: notices");
    let (draw, resign) = (at.notice(1, NoticeKind::Draw), at.notice(1, NoticeKind::Resign));
    let bytes = with_entry(Body::Skip, vec![resign, draw.clone()]);
    let comment = "kinds are in the order Draw, Pause, Resign";
    add(to, "entry_notices_out_of_order", &*notices, comment, bytes);
    let bytes = with_entry(Body::Skip, vec![draw.clone(), draw]);
    add(to, "entry_notice_twice", &*notices, "the same seat and kind", bytes);
    let kinds = [NoticeKind::Draw, NoticeKind::Pause, NoticeKind::Resign];
    let seats = (0..3).flat_map(|seat| kinds.map(|kind| at.notice(seat, kind)));
    let bytes = with_entry(Body::Skip, seats.collect());
    add(to, "entry_nine_notices", &*notices, "at most eight, in order though they are", bytes);
    let long = malformed("entry: body too long");
    let bytes = with_entry(Body::Act(vec![0; MOVE_BYTES + 1]), Vec::new());
    add(to, "entry_move_too_long", &*long, "513 bytes", bytes);
    let choice = vec![0; CHOICE_BYTES + 1];
    let bytes = with_entry(Body::Reveal { choice, nonce: Nonce([9; 32]) }, Vec::new());
    add(to, "entry_choice_too_long", &*long, "1025 bytes", bytes);
    let mut one = Match::new(2);
    one.play(&[(0, Body::Seal)]);
    let good = one.steps[0].encode();
    let tag = good.len() - 65;
    for unknown in [7, 8] {
        let payload = join(&[&good[..tag], &[unknown], &good[tag + 1..]]);
        let comment = "a body that version 1 does not have";
        let name = format!("entry_unknown_body_{unknown}");
        add(to, &name, malformed("step"), comment, with_step(&payload));
    }
    let payload = &good[..good.len() - 1];
    let comment = "the last signature has 63 bytes";
    add(to, "entry_signature_short", malformed("step"), comment, with_step(payload));
}

fn ends(to: &mut Vectors) {
    let all = Match::new(2);
    let start = all.bytes();
    let malformed = |what: &str| format!("malformed at {}: {what}", start.len());
    let with = |payload: &[u8]| join(&[&start, &frame(3, payload)]);
    let good = all.sealed().encode();
    let end = malformed("end");
    add(to, "end_empty", &*end, "no payload", with(&[]));
    add(to, "end_unknown", &*end, "tag 4", with(&join(&[&[4], &good[1..]])));
    add(to, "end_trailing_byte", &*end, "one byte more", with(&join(&[&good, &[0]])));
    let End::Sealed(mut slots) = all.sealed() else { panic!("sealed") };
    slots.reverse();
    let bytes = with(&End::Sealed(slots).encode());
    add(to, "end_slots_out_of_order", malformed("step: slots"), "seat 1 before seat 0", bytes);
    let kinds = [NoticeKind::Resign, NoticeKind::Draw];
    let entry = all.entry(0, Body::Skip, kinds.map(|kind| all.notice(1, kind)).to_vec());
    let notice = Signed::Notice(all.notice(0, NoticeKind::Draw));
    let evidence = Evidence::Double(Box::new(notice), Box::new(Signed::Entry(entry)));
    let cheated =
        End::Cheated { seat: Seat::of(0), slots: Vec::new(), evidence: Box::new(evidence) };
    let comment = "entries in evidence are held to the bounds of entries";
    let bytes = with(&cheated.encode());
    add(to, "end_evidence_notices_out_of_order", malformed("entry: notices"), comment, bytes);
    let absences = [1, 0].map(|about| all.absence(about, 1 - about, Finding::Missing)).to_vec();
    let bytes = with(&End::Claimed { slots: Vec::new(), absences }.encode());
    let comment = "statements stand in the order (about, by)";
    add(to, "end_statements_out_of_order", malformed("step: statements"), comment, bytes);
}
