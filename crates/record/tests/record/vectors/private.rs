//! Journals with one defect each.

use std::io::Cursor;

use crypto::{MatchSecret, labels};
use game::{Digest, Seat, canon};
use record::{Journal, JournalItem, Start};

use super::{Vectors, add};
use crate::common::{Match, SECRET, own_seats, signatures};
use crate::journals;

/// `length ‖ payload ‖ check`, whatever the payload.
fn frame(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    canon::frame_into(payload, &mut bytes);
    bytes.extend(&Digest::of(labels::JOURNAL, payload).0[..8]);
    bytes
}

/// A journal of two seats with one signature.
struct Small {
    bytes: Vec<u8>,
    /// Where the second frame begins.
    second: usize,
    signature: Vec<u8>,
}

fn small() -> Small {
    let two = Match::new(2);
    let start = Start {
        secret: MatchSecret::new(SECRET),
        contract: two.contract.contract().bytes().to_vec(),
        seats: own_seats(),
    };
    let mut journal = Journal::begin(Cursor::<Vec<u8>>::default(), &start).unwrap();
    let second = journal.into_storage().into_inner();
    journal = Journal::go_on(Cursor::new(second.clone())).unwrap().0;
    let signed = signatures(two.contract.contract())[0];
    journal.append(&[JournalItem::Signature(Seat::of(0), signed)]).unwrap();
    let bytes = journal.into_storage().into_inner();
    let signature = bytes[second.len() + 4..bytes.len() - 8].to_vec();
    Small { bytes, second: second.len(), signature }
}

pub(super) fn all() -> Vectors {
    let mut to = Vectors::new();
    whole(&mut to);
    cut(&mut to);
    damaged(&mut to);
    to
}

fn whole(to: &mut Vectors) {
    let Small { bytes, second, .. } = small();
    add(to, "good_small", "whole, items 2", "a start and a signature", bytes.clone());
    let journal = Journal::go_on(Cursor::new(bytes[..second].to_vec())).unwrap().0;
    let mut journal = journal;
    journals::batches().iter().for_each(|batch| journal.append(batch).unwrap());
    let bytes = journal.into_storage().into_inner();
    add(to, "good", "whole, items 9", "every kind of item; frames of one and of two", bytes);
}

fn cut(to: &mut Vectors) {
    let Small { mut bytes, second, .. } = small();
    let expect = format!("cut at {second}, items 1");
    let torn = |until: usize| bytes[..until].to_vec();
    let comment = "the file ends one byte before the frame does";
    add(to, "torn", &*expect, comment, torn(bytes.len() - 1));
    add(to, "torn_length", &*expect, "the file ends inside a length", torn(second + 2));
    add(to, "torn_start", "not begun", "the file ends inside the first frame", torn(40));
    add(to, "torn_magic", "not begun", "the file ends inside the magic", torn(5));
    let zeros = [torn(second), vec![0; 100]].concat();
    add(to, "zeros_at_the_end", &*expect, "a tail of zeros was never written", zeros);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let comment = "a last frame with a wrong check is torn";
    add(to, "check_of_the_last_frame", &*expect, comment, bytes);
}

fn damaged(to: &mut Vectors) {
    let Small { bytes, second, signature } = small();
    let first = "damaged at 10";
    let at_second = format!("damaged at {second}");
    let mut flipped = bytes.clone();
    flipped[20] ^= 1;
    add(to, "check_of_an_earlier_frame", first, "one bit of the secret is another", flipped);
    let bytes_with = |payload: &[u8]| [&bytes[..second], &frame(payload)].concat();
    let bad = [&signature[..], &[0]].concat();
    add(to, "trailing_byte", &*at_second, "one byte more, the check is right", bytes_with(&bad));
    let comment = "a count of 1 as 81 00, the check is right";
    let bad = [&[0x81, 0], &signature[1..]].concat();
    add(to, "overlong_varint", &*at_second, comment, bytes_with(&bad));
    add(to, "unknown_item", &*at_second, "tag 7, the check is right", bytes_with(&[1, 7]));
    add(to, "frame_of_no_items", &*at_second, "a count of 0", bytes_with(&[0]));
    let zero = [&bytes[..second], &[0, 0, 0, 0], &bytes[second..]].concat();
    add(to, "frame_of_no_bytes", &*at_second, "a length of 0", zero);
    let huge = [&bytes[..second], &[0xff; 4], &bytes[second..]].concat();
    add(to, "frame_too_long", &*at_second, "a length of 4 GiB", huge);
    let start = &bytes[10..second];
    let twice = [&bytes[..], start].concat();
    let end = format!("damaged at {}", bytes.len());
    add(to, "start_twice", end, "only the first item is a start", twice);
    let missing = [&bytes[..10], &bytes[second..]].concat();
    add(to, "start_missing", first, "the first item is a start", missing);
    let other = [b"QIYUEREC", &bytes[8..]].concat();
    add(to, "magic_of_a_record", "not a journal", "a record is no journal", other);
    let later = [&bytes[..8], &[2, 0], &bytes[10..]].concat();
    add(to, "version_2", "unknown version 2", "a later format", later);
}
