//! Vectors of bytes, hashes and signatures: nothing here is a course of a game.

use crypto::{Commitment, Head, MatchId, MatchSecret, Nonce, Place, labels, toss};
use game::toys::contest::{Contest, Options, Rules};
use game::{Digest, Game, Seat, SeatSet};
use protocol::{Ack, Item, Packet, Standing};
use record::journal::SecretBytes;
use record::{
    Absence, Body, Clock, ClosedStep, Content, Entry, Finding, Notice, NoticeKind, SignedContract,
    Slot,
};
use tests::sim::{Setting, contract, key};

use crate::text::{Vector, Vectors};

pub(crate) const STEP: u32 = 5;

pub(crate) fn rules(seats: u8, goal: u8) -> Rules {
    Contest::rules(&Options { seats, goal, ..Options::default() }).unwrap()
}

/// Two seats, two programs, no clock; the game is won by one step.
pub(crate) fn two() -> SignedContract {
    contract(&Setting::<Contest>::new(rules(2, 1)), 0x10)
}

/// Four seats, three programs, 300 seconds for each decision.
pub(crate) fn four() -> SignedContract {
    let clock = Clock::Each { seconds: 300 };
    let programs = vec![0, 1, 2, 2];
    contract(&Setting::<Contest> { rules: rules(4, 6), clock, machine_seconds: 60, programs }, 0x40)
}

/// Three seats, three programs, 300 seconds for all decisions and 3 more after each.
pub(crate) fn three() -> SignedContract {
    let clock = Clock::Total { seconds: 300, increment: 3 };
    let (rules, programs) = (rules(3, 6), vec![0, 1, 2]);
    contract(&Setting::<Contest> { rules, clock, machine_seconds: 60, programs }, 0x70)
}

fn add(to: &mut Vectors, name: &str, vector: Vector) {
    assert!(to.insert(name.to_owned(), vector).is_none(), "two vectors are named {name}");
}

pub(crate) fn all() -> Vectors {
    let mut all = Vectors::new();
    contracts(&mut all);
    entries(&mut all);
    notices(&mut all);
    absences(&mut all);
    secrets(&mut all);
    tosses(&mut all);
    heads(&mut all);
    packets(&mut all);
    all
}

fn contracts(all: &mut Vectors) {
    for (name, comment, signed) in [
        ("contract_two", "two seats at a toy game, no clock", two()),
        ("contract_three", "three seats, 300 seconds for all and 3 after each", three()),
        ("contract_four", "four seats, the last two of one program, 300 seconds each", four()),
    ] {
        let contract = signed.contract();
        let mut vector = Vector::new(comment)
            .bytes("contract", contract.bytes())
            .bytes("match_id", &contract.id().0);
        for (seat, signature) in SeatSet::first(contract.seats()).iter().zip(signed.signatures()) {
            vector = vector
                .bytes(&format!("seed_{seat}"), &*key(seat).seed())
                .bytes(&format!("key_{seat}"), &key(seat).public().to_bytes())
                .bytes(&format!("signature_{seat}"), &signature.0);
        }
        add(all, name, vector.bytes("signed", &signed.encode()));
    }
}

/// An entry of the two-seat match at a place that no game has.
pub(crate) fn entry(seat: Seat, notices: Vec<Notice>, body: Body) -> Entry {
    let content = Content {
        match_id: two().contract().id(),
        step: STEP,
        seat,
        head: Head([0x11; 32]),
        position: Digest([0x22; 32]),
        think_ms: 100,
        notices,
        body,
    };
    Entry::sign(content, &key(seat))
}

pub(crate) fn notice(seat: Seat, kind: NoticeKind) -> Notice {
    Notice::sign(two().contract().id(), seat, kind, Head([0x11; 32]), &key(seat))
}

fn entries(all: &mut Vectors) {
    let (a, b) = (Seat::of(0), Seat::of(1));
    let commit = Body::Commit(Commitment([0x33; 32]));
    let reveal = Body::Reveal { choice: vec![2], nonce: Nonce([0x44; 32]) };
    let notices = [(a, NoticeKind::Draw), (b, NoticeKind::Draw), (b, NoticeKind::Resign)];
    let notices = notices.map(|(seat, kind)| notice(seat, kind)).to_vec();
    let deploy = Body::Deploy { field: vec![0x51; 10_400], proof: vec![0x52; 3_200] };
    let prove = Body::Prove { mv: vec![0, 1, 2], proofs: vec![vec![0x53; 64], vec![0x54; 480]] };
    for (name, entry) in [
        ("entry_0_begin", entry(a, Vec::new(), Body::Begin)),
        ("entry_1_act", entry(b, Vec::new(), Body::Act(vec![1, 3]))),
        ("entry_2_commit", entry(a, Vec::new(), commit)),
        ("entry_3_reveal", entry(b, Vec::new(), reveal)),
        ("entry_4_skip", entry(a, Vec::new(), Body::Skip)),
        ("entry_5_yield_with_notices", entry(a, notices, Body::Yield)),
        ("entry_6_seal", entry(b, Vec::new(), Body::Seal)),
        ("entry_7_deploy", entry(a, Vec::new(), deploy)),
        ("entry_8_prove", entry(b, Vec::new(), prove)),
        ("entry_9_answer", entry(a, Vec::new(), Body::Answer(vec![vec![0x56; 65]]))),
        ("entry_10_skip_proven", entry(b, Vec::new(), Body::SkipProven(vec![vec![0x57; 96]]))),
        ("entry_11_seal_open", entry(a, Vec::new(), Body::SealOpen(vec![0x58; 800]))),
    ] {
        let vector = Vector::new("bytes only: no game stands behind this head and position")
            .bytes("key", &key(entry.content.seat).public().to_bytes())
            .bytes("content", &entry.content.bytes())
            .bytes("id", &entry.id().0)
            .bytes("signature", &entry.signature.0)
            .bytes("entry", &entry.encode());
        add(all, name, vector);
    }
}

fn encoded(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    game::canon::to_bytes(value, &mut bytes);
    bytes
}

fn notices(all: &mut Vectors) {
    let match_id = two().contract().id();
    for (name, kind) in [
        ("notice_0_draw", NoticeKind::Draw),
        ("notice_1_pause", NoticeKind::Pause),
        ("notice_2_resign", NoticeKind::Resign),
    ] {
        let notice = notice(Seat::of(1), kind);
        let vector = Vector::new("by seat 1; the signed content begins with the match id")
            .bytes("key", &key(notice.seat).public().to_bytes())
            .bytes("content", &encoded(&(match_id, notice.seat, notice.kind, notice.head)))
            .bytes("id", &notice.id(match_id).0)
            .bytes("signature", &notice.signature.0)
            .bytes("notice", &encoded(&notice));
        add(all, name, vector);
    }
}

pub(crate) fn absence(about: u8, by: u8, finding: Finding) -> Absence {
    let (about, by) = (Seat::of(about), Seat::of(by));
    Absence::sign(four().contract().id(), STEP, about, by, finding, &key(by))
}

fn absences(all: &mut Vectors) {
    let shown = Finding::Shown(entry(Seat::of(1), Vec::new(), Body::Skip).id());
    for (name, absence) in [
        ("absence_0_missing", absence(1, 0, Finding::Missing)),
        ("absence_1_shown", absence(1, 2, shown)),
    ] {
        let match_id = four().contract().id();
        let content = (match_id, absence.step, absence.about, absence.by, absence.finding);
        let vector = Vector::new("about seat 1; the signed content begins with the match id")
            .bytes("key", &key(absence.by).public().to_bytes())
            .bytes("content", &encoded(&content))
            .bytes("signature", &absence.signature.0)
            .bytes("absence", &encoded(&absence));
        add(all, name, vector);
    }
}

fn secrets(all: &mut Vectors) {
    let secret = MatchSecret::new([0x77; 32]);
    let match_id = two().contract().id();
    let choices: [(&str, &[u8]); 3] =
        [("empty", &[]), ("one_byte", &[2]), ("longest", &[0xab; crypto::limits::CHOICE_BYTES])];
    for (step, (name, choice)) in (300..).zip(choices) {
        let place = Place { match_id, step, seat: 1 };
        let nonce = secret.nonce(&place, choice);
        let commitment = Commitment::new(&place, choice, &nonce);
        let vector = Vector::new("a nonce derived from a secret, and the commitment made with it")
            .bytes("secret", secret.expose())
            .bytes("match_id", &match_id.0)
            .number("step", step)
            .number("seat", place.seat)
            .bytes("choice", choice)
            .bytes("nonce", &nonce.0)
            .bytes("commitment", &commitment.0);
        add(all, &format!("commitment_{name}"), vector);
    }
    let place = Place { match_id, step: 1, seat: 1 };
    let vector = Vector::new("32 bytes for a toss, derived from a secret")
        .bytes("secret", secret.expose())
        .bytes("match_id", &match_id.0)
        .number("step", place.step)
        .number("seat", place.seat)
        .bytes("contribution", &secret.contribution(&place));
    add(all, "contribution", vector);
}

fn tosses(all: &mut Vectors) {
    let (match_id, head) = (MatchId([1; 32]), Head([2; 32]));
    let parts: Vec<[u8; 32]> = vec![[3; 32], [4; 32], [5; 32]];
    for n in [1_u16, 2, 3, 4, 50, 65_535] {
        let step = 2 + u32::from(n);
        let mut seeded = [&match_id.0[..], &step.to_le_bytes(), &head.0].concat();
        seeded.extend(u32::from(n).to_le_bytes());
        let seed = Digest::of(labels::TOSS, &[seeded, parts.concat()].concat());
        let vector = Vector::new("a value below n of three contributions, each 32 bytes")
            .bytes("match_id", &match_id.0)
            .number("step", step)
            .bytes("head", &head.0)
            .number("n", n)
            .bytes("contributions", &parts.concat())
            .bytes("seed", &seed.0)
            .number("value", toss(match_id, step, head, n, &parts));
        add(all, &format!("toss_{n}"), vector);
    }
}

/// Steps of the four-seat match with every kind of slot.
pub(crate) fn steps() -> Vec<ClosedStep> {
    let slot = |seat: u8| {
        let entry = Entry { ..entry(Seat::of(seat), Vec::new(), Body::Begin) };
        (Seat::of(seat), Slot::Entry(entry))
    };
    let resigned = (Seat::of(1), Slot::Resigned(notice(Seat::of(1), NoticeKind::Resign)));
    let missing = [0, 1, 2].map(|by| absence(3, by, Finding::Missing)).to_vec();
    let empty = (Seat::of(3), Slot::Empty(missing));
    vec![
        ClosedStep { step: 0, slots: vec![slot(0), slot(1), slot(2), slot(3)] },
        ClosedStep { step: 1, slots: vec![slot(0), resigned.clone(), slot(2), empty] },
        ClosedStep { step: 2, slots: vec![resigned] },
        ClosedStep { step: 300, slots: vec![slot(2)] },
    ]
}

fn heads(all: &mut Vectors) {
    let match_id = four().contract().id();
    let mut head = match_id.first_head();
    let mut vector =
        Vector::new("entries, then a resignation and an empty slot, then a resignation alone")
            .bytes("match_id", &match_id.0);
    for (n, step) in steps().iter().enumerate() {
        let ids = step
            .slots
            .iter()
            .flat_map(|(seat, slot)| [&[seat.number()][..], &slot.id(match_id).0].concat());
        vector = vector
            .number(&format!("number_{n}"), step.step)
            .bytes(&format!("step_{n}"), &step.encode())
            .bytes(&format!("before_{n}"), &head.0)
            .bytes(&format!("slots_{n}"), &ids.collect::<Vec<_>>());
        head = step.head_after(match_id, head);
        vector = vector.bytes(&format!("after_{n}"), &head.0);
    }
    add(all, "heads", vector);
}

fn standing() -> Standing {
    Standing {
        step: 300,
        head: Head([0x11; 32]),
        slots: SeatSet::from_mask(0b0101),
        draws: SeatSet::from_mask(0b0010),
        pauses: SeatSet::from_mask(0b0100),
        resigns: SeatSet::from_mask(0b1000),
        absences: vec![(Seat::of(1), SeatSet::from_mask(0b0101))],
        layouts: SeatSet::from_mask(0b0001),
        declined: vec![(Seat::of(0), 299)],
    }
}

fn packets(all: &mut Vectors) {
    let signed = two();
    let signature = Item::Signature(Seat::of(1), signed.signatures()[1]);
    let items = [
        ("0_signature", signature),
        ("1_step", Item::Step(steps().remove(1))),
        ("2_entry", Item::Entry(entry(Seat::of(0), Vec::new(), Body::Skip))),
        ("3_notice", Item::Notice(notice(Seat::of(1), NoticeKind::Draw))),
        ("4_absence", Item::Absence(absence(1, 0, Finding::Missing))),
        ("5_layout", Item::Layout(Seat::of(0), SecretBytes::new(vec![3; 800]))),
    ];
    let packet = |ack: &Ack, items: &[Item]| {
        let items = items.to_vec();
        Packet { match_id: signed.contract().id(), ack: ack.clone(), items }.encode()
    };
    let playing = Ack::Playing(standing());
    let signing = Ack::Signing(SeatSet::from_mask(0b01));
    let mut put = |name: &str, comment: &str, bytes: Vec<u8>| {
        add(all, &format!("packet_{name}"), Vector::new(comment).bytes("packet", &bytes));
    };
    put("signing", "an acknowledgement before the first step", packet(&signing, &[]));
    put("playing", "an acknowledgement of the open step 300", packet(&playing, &[]));
    for (name, item) in &items {
        put(name, "one item of this kind", packet(&playing, std::slice::from_ref(item)));
    }
    let all_items: Vec<Item> = items.into_iter().map(|(_, item)| item).collect();
    put("all", "one item of each kind", packet(&playing, &all_items));
}
