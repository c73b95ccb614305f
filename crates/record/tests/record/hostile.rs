//! Hostile bytes: every prefix, every flipped bit, lengths and streams without end.

use std::io::{self, Read};

use crypto::limits::{STEP_BYTES, STEPS};
use record::{
    ClosedStep, Item, Outline, ReadError, RecordReader, encode_end_frame, encode_step_frame,
};

use crate::common::{Match, everything, frames, read, smallest};

#[test]
fn every_prefix_is_whole_or_torn_where_its_last_frame_begins() {
    let all = everything();
    let mut bytes = all.bytes();
    bytes.extend(encode_end_frame(&all.sealed()));
    let starts = frames(&bytes);
    for length in 0..=bytes.len() {
        let whole = starts.iter().skip(1).position(|at| *at == length);
        match (read(&bytes[..length]), whole) {
            (Ok(items), Some(index)) => assert_eq!(items.len(), index + 1),
            (Err(ReadError::Torn { offset }), None) => {
                let last = starts.iter().rfind(|at| **at <= length).copied().unwrap_or(0);
                assert_eq!(offset, last as u64, "prefix of {length}");
            }
            (other, _) => panic!("prefix of {length}: {other:?}"),
        }
    }
}

#[test]
fn an_outline_counts_the_frames_that_are_whole() {
    let all = everything();
    let mut bytes = all.bytes();
    bytes.extend(encode_end_frame(&all.sealed()));
    let starts = frames(&bytes);
    for length in starts[1]..=bytes.len() {
        let mut reader = RecordReader::new(&bytes[..length]).unwrap();
        assert!(matches!(reader.next(), Ok(Some(Item::Contract(_)))));
        let whole = starts.iter().skip(2).filter(|at| **at <= length).count();
        let has_end = length == bytes.len();
        let steps = u32::try_from(whole - usize::from(has_end)).unwrap();
        assert_eq!(reader.outline(), Outline { steps, has_end }, "prefix of {length}");
    }
    let mut endless = RecordReader::with_bound(endless(), 10_000).unwrap();
    endless.next().unwrap();
    assert!(!endless.outline().has_end);
}

#[test]
fn no_flipped_bit_is_more_than_an_error() {
    let bytes = smallest();
    let good = read(&bytes).unwrap();
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        match read(&flipped) {
            // Signatures of steps are not read here; but nothing decodes to what it was.
            Ok(items) => assert_ne!(items, good, "bit {at}"),
            Err(ReadError::Io(error)) => panic!("bit {at}: {error}"),
            Err(error) => assert!(error.offset().is_none_or(|o| o <= bytes.len() as u64)),
        }
    }
}

#[test]
fn no_flipped_byte_in_a_step_or_end_is_more_than_an_error() {
    let all = everything();
    for step in &all.steps {
        let bytes = step.encode();
        for (at, by) in (0..bytes.len()).flat_map(|at| [0x01, 0x80, 0xff].map(|by| (at, by))) {
            let mut flipped = bytes.clone();
            flipped[at] ^= by;
            if let Ok(other) = ClosedStep::decode(&flipped) {
                assert_eq!(other.encode(), flipped, "one value has one encoding");
            }
        }
    }
    for end in all.ends() {
        let bytes = end.encode();
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x81;
            if let Ok(other) = record::End::decode(&flipped) {
                assert_eq!(other.encode(), flipped, "one value has one encoding");
            }
        }
    }
}

#[test]
fn an_error_is_told_once_and_then_it_is_over() {
    let mut bytes = smallest();
    bytes.truncate(bytes.len() - 1);
    let mut reader = RecordReader::new(bytes.as_slice()).unwrap();
    assert!(matches!(reader.next(), Ok(Some(Item::Contract(_)))));
    assert!(matches!(reader.next(), Ok(Some(Item::Step(_)))));
    assert!(matches!(reader.next(), Err(ReadError::Torn { .. })));
    assert!(matches!(reader.next(), Ok(None)));
}

/// Counts what is read, so that a test sees that reading stops.
struct Counted<R>(R, u64);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1 += count as u64;
        Ok(count)
    }
}

#[test]
fn attack_24_a_huge_length_costs_nothing() {
    let start = Match::new(2).bytes();
    for length in [STEP_BYTES as u32 + 1, 1 << 31, u32::MAX] {
        for tag in [2, 3] {
            let mut bytes = start.clone();
            bytes.push(tag);
            bytes.extend(length.to_le_bytes());
            let mut counted = Counted(bytes.as_slice().chain(io::repeat(0)), 0);
            let mut reader = RecordReader::new(&mut counted).unwrap();
            assert!(matches!(reader.next(), Ok(Some(_))));
            let offset = start.len() as u64;
            let refused = reader.next();
            assert!(matches!(refused, Err(ReadError::TooLong { offset: o }) if o == offset));
            drop(reader);
            assert!(counted.1 < 2 * STEP_BYTES as u64, "{} bytes read", counted.1);
        }
    }
}

#[test]
fn attack_24_a_list_of_four_billion_is_malformed() {
    // A step with 2^32 - 1 slots, and an entry with as many notices.
    let slots = [&[0][..], &[0xff, 0xff, 0xff, 0xff, 0x0f]].concat();
    assert!(ClosedStep::decode(&slots).is_err());
    let mut all = Match::new(2);
    all.play(&[(0, record::Body::Begin)]);
    let good = all.steps[0].encode();
    let notices = good.len() - 64 - 2;
    assert_eq!(good[notices..notices + 2], [0, 0], "no notices, then the tag of Begin");
    let many = [&good[..notices], &[0xff, 0xff, 0xff, 0xff, 0x0f], &good[notices + 1..]].concat();
    assert!(ClosedStep::decode(&many).is_err());
}

/// A record whose steps never end.
struct Endless {
    next: u32,
    ready: Vec<u8>,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ready.is_empty() {
            self.ready = encode_step_frame(&ClosedStep { step: self.next, slots: Vec::new() });
            self.next += 1;
        }
        let count = buffer.len().min(self.ready.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

fn endless() -> Endless {
    Endless { next: 0, ready: Match::new(2).bytes() }
}

fn read_to_error(mut reader: RecordReader<impl Read>) -> (u32, ReadError) {
    let mut items = 0;
    loop {
        match reader.next() {
            Ok(Some(_)) => items += 1,
            Ok(None) => panic!("it has no end"),
            Err(error) => return (items, error),
        }
    }
}

#[test]
fn attack_34_a_record_that_never_ends_is_read_within_bounds() {
    let (items, error) = read_to_error(RecordReader::new(endless()).unwrap());
    assert_eq!(items, STEPS + 1);
    assert!(matches!(error, ReadError::TooLong { .. }), "{error}");
    let bound = 10_000;
    let (_, error) = read_to_error(RecordReader::with_bound(endless(), bound).unwrap());
    let offset = error.offset().unwrap();
    assert!(matches!(error, ReadError::TooLong { .. }) && offset <= bound, "{error}");
    assert!(offset + 20 > bound, "all but the last frame is read");
}

#[test]
fn attack_34_the_same_bytes_for_ever_are_no_record() {
    assert!(matches!(RecordReader::new(io::repeat(0)), Err(ReadError::NotARecord)));
    let again = Match::new(2).bytes();
    let twice = again.as_slice().chain(again.as_slice()).chain(io::repeat(2));
    let (items, error) = read_to_error(RecordReader::new(twice).unwrap());
    assert_eq!(items, 1);
    assert!(matches!(error, ReadError::Malformed { .. }), "{error}: tag 'Q'");
}
