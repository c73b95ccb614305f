//! Bytes that no decoder may take, one defect each.

use game::Seat;
use protocol::{Ack, Item, Packet, Standing};
use record::journal::SecretBytes;
use record::{Body, Entry, Finding, Notice, NoticeKind};

use crate::made::{absence, entry, notice, steps, two};
use crate::text::{Vector, Vectors};

/// Where fields stand in the bytes of an entry without notices.
const STEP_AT: usize = 32;
const SEAT_AT: usize = 33;
const THINK_AT: usize = 98;
const BODY_AT: usize = 100;

struct Rejects(Vectors);

impl Rejects {
    fn put(&mut self, field: &str, name: &str, comment: &str, bytes: &[u8]) {
        let vector = Vector::expecting("malformed", comment).bytes(field, bytes);
        assert!(self.0.insert(format!("{field}_{name}"), vector).is_none(), "{name} twice");
    }
}

pub(crate) fn all() -> Vectors {
    let mut rejects = Rejects(Vectors::new());
    patched_entries(&mut rejects);
    odd_entries(&mut rejects);
    patched_packets(&mut rejects);
    odd_packets(&mut rejects);
    rejects.0
}

fn skip() -> Entry {
    entry(Seat::of(0), Vec::new(), Body::Skip)
}

fn replaced(mut bytes: Vec<u8>, at: usize, by: &[u8]) -> Vec<u8> {
    bytes.splice(at..=at, by.iter().copied());
    bytes
}

fn patched_entries(rejects: &mut Rejects) {
    let good = skip().encode();
    let mut put = |name, comment, bytes: Vec<u8>| rejects.put("entry", name, comment, &bytes);
    put("empty", "no bytes", Vec::new());
    put("trailing_byte", "a byte after the signature", [&good[..], &[0]].concat());
    put("signature_short", "63 bytes of signature", good[..good.len() - 1].to_vec());
    put(
        "step_overlong",
        "a varint with a byte too many",
        replaced(good.clone(), STEP_AT, &[0x85, 0]),
    );
    put(
        "step_too_large",
        "the number 2^32",
        replaced(good.clone(), STEP_AT, &[0x80, 0x80, 0x80, 0x80, 0x10]),
    );
    put(
        "think_too_large",
        "the number 2^32",
        replaced(good.clone(), THINK_AT, &[0x80, 0x80, 0x80, 0x80, 0x10]),
    );
    put("seat_8", "seats are 0 to 7", replaced(good.clone(), SEAT_AT, &[8]));
    put("body_7", "a tag that is reserved", replaced(good.clone(), BODY_AT, &[7]));
    put("body_overlong", "the tag 4 in two bytes", replaced(good, BODY_AT, &[0x84, 0]));
}

fn odd_entries(rejects: &mut Rejects) {
    let seat = Seat::of(0);
    let mut put =
        |name, comment, entry: Entry| rejects.put("entry", name, comment, &entry.encode());
    let of = |seat, kind| notice(Seat::of(seat), kind);
    let (draw, pause) = (of(1, NoticeKind::Draw), of(1, NoticeKind::Pause));
    put(
        "notices_out_of_order",
        "of one seat, Pause before Draw",
        entry(seat, vec![pause.clone(), draw.clone()], Body::Skip),
    );
    put("notice_twice", "the same notice twice", entry(seat, vec![draw.clone(), draw], Body::Skip));
    let nine: Vec<Notice> = (0..3)
        .flat_map(|n| {
            [of(n, NoticeKind::Draw), of(n, NoticeKind::Pause), of(n, NoticeKind::Resign)]
        })
        .collect();
    put("nine_notices", "one more than eight", entry(seat, nine, Body::Skip));
    let (choice, nonce) = (vec![0; 1025], crypto::Nonce([0x44; 32]));
    put("choice_too_long", "1025 bytes", entry(seat, Vec::new(), Body::Reveal { choice, nonce }));
    put("move_too_long", "513 bytes", entry(seat, Vec::new(), Body::Act(vec![0; 513])));
    let deploy = |field, proof| Body::Deploy { field: vec![0; field], proof: vec![0; proof] };
    put("field_too_long", "10401 bytes", entry(seat, Vec::new(), deploy(10_401, 3_200)));
    put("proof_too_long", "3201 bytes", entry(seat, Vec::new(), deploy(10_400, 3_201)));
    let prove = |proofs| Body::Prove { mv: vec![0], proofs };
    put("proofs_none", "a proven move without a proof", entry(seat, Vec::new(), prove(vec![])));
    let nine = vec![vec![0; 64]; 9];
    put("proofs_too_many", "nine proofs", entry(seat, Vec::new(), prove(nine.clone())));
    put("answers_none", "an answer to nothing", entry(seat, Vec::new(), Body::Answer(vec![])));
    put("skip_proofs_too_many", "nine proofs", entry(seat, Vec::new(), Body::SkipProven(nine)));
    put("keys_too_long", "801 bytes", entry(seat, Vec::new(), Body::SealOpen(vec![0; 801])));
}

fn standing() -> Standing {
    Standing {
        step: 5,
        head: crypto::Head([0x11; 32]),
        slots: game::SeatSet::EMPTY,
        draws: game::SeatSet::EMPTY,
        pauses: game::SeatSet::EMPTY,
        resigns: game::SeatSet::EMPTY,
        absences: Vec::new(),
        layouts: game::SeatSet::EMPTY,
        declined: Vec::new(),
    }
}

fn packet(standing: Standing, items: Vec<Item>) -> Vec<u8> {
    let match_id = two().contract().id();
    Packet { match_id, ack: Ack::Playing(standing), items }.encode()
}

fn patched_packets(rejects: &mut Rejects) {
    let good = packet(standing(), vec![Item::Entry(skip())]);
    // Behind match id, tag, step, head, five sets and two empty lists.
    let items_at = 32 + 1 + 1 + 32 + 5 + 2;
    let mut put = |name, comment, bytes: Vec<u8>| rejects.put("packet", name, comment, &bytes);
    put("empty", "no bytes", Vec::new());
    put("trailing_byte", "a byte after the items", [&good[..], &[0]].concat());
    put("ack_2", "an unknown acknowledgement", replaced(good.clone(), 32, &[2]));
    put("step_overlong", "a varint with a byte too many", replaced(good.clone(), 33, &[0x85, 0]));
    put("item_6", "an unknown item", replaced(good.clone(), items_at + 1, &[6]));
    put("item_missing", "two items are announced", replaced(good.clone(), items_at, &[2]));
    let many = replaced(good.clone(), items_at, &[0xff, 0xff, 0xff, 0xff, 0x0f]);
    put("items_of_4_billion", "a count that nothing can hold", many);
    put("item_cut", "the last byte is missing", good[..good.len() - 1].to_vec());
    let declines = Standing { declined: vec![(Seat::of(0), 4)], ..standing() };
    let declined = replaced(packet(declines, Vec::new()), items_at, &[8]);
    put("declined_by_seat_8", "seats are 0 to 7", declined);
}

fn odd_packets(rejects: &mut Rejects) {
    let seat = Seat::of(0);
    let mut put = |name, comment, bytes: Vec<u8>| rejects.put("packet", name, comment, &bytes);
    let items = vec![Item::Absence(absence(1, 0, Finding::Missing)); 257];
    put("items_257", "one more than 256", packet(standing(), items));
    let absences = vec![(seat, game::SeatSet::one(seat)); 9];
    put(
        "absences_9",
        "one more than eight seats",
        packet(Standing { absences, ..standing() }, Vec::new()),
    );
    let declined = vec![(seat, 4); 9];
    put(
        "declined_9",
        "one more than eight seats",
        packet(Standing { declined, ..standing() }, Vec::new()),
    );
    let keys = Item::Layout(seat, SecretBytes::new(vec![3; 799]));
    put("layout_799_bytes", "keys of 25 pieces have 800", packet(standing(), vec![keys]));
    let long = entry(seat, Vec::new(), Body::Act(vec![0; 513]));
    put("entry_too_long", "a move of 513 bytes", packet(standing(), vec![Item::Entry(long)]));
    let mut step = steps().remove(0);
    step.slots.swap(0, 1);
    let item = Item::Step(step.clone());
    put("step_slots_out_of_order", "seat 1 before seat 0", packet(standing(), vec![item]));
    step.slots.swap(0, 1);
    let again = step.slots[0].clone();
    step.slots.insert(0, again);
    put("step_slot_twice", "seat 0 twice", packet(standing(), vec![Item::Step(step)]));
}

/// A message longer than a frame, which would make a long file.
pub(crate) fn too_long() -> Vec<u8> {
    let entry = entry(Seat::of(0), Vec::new(), Body::Act(vec![0; 512]));
    packet(standing(), vec![Item::Entry(entry); 100])
}
