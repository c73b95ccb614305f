//! Reading a record: frame by frame, within bounds, from anything.

use std::io::{self, BufReader, Read};

use crypto::Signature;
use crypto::limits::{CONTRACT_BYTES, RECORD_BYTES, STEP_BYTES, STEPS};
use game::{Malformed, SEATS_MAX, Seat};
use thiserror::Error;

use crate::contract::{BadContract, BadSigned, SignedContract};
use crate::end::End;
use crate::file::{MAGIC, TAG_CONTRACT, TAG_END, TAG_STEP, VERSION};
use crate::step::ClosedStep;

/// A contract of the greatest size with eight signatures: the length of the first needs two bytes,
/// the number of the others one.
pub(crate) const SIGNED_CONTRACT_BYTES: usize =
    CONTRACT_BYTES + 3 + SEATS_MAX as usize * size_of::<Signature>();

/// Tag and length of a frame.
const FRAME_HEAD: usize = 5;

/// What stands in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// The contract: always the first item.
    Contract(Box<SignedContract>),
    /// A closed step; their numbers are 0, 1, 2 …
    Step(ClosedStep),
    /// How the record ends: always the last item.
    End(End),
}

/// Why a record cannot be read, or not further. Offsets are those of the frame at fault.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The terms of the contract cannot be a contract.
    #[error("at byte {offset}: {why}")]
    BadContract {
        /// Where its frame begins.
        offset: u64,
        /// What is wrong with them.
        why: BadContract,
    },
    /// The file or stream cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// A frame that holds something else than it must.
    #[error("at byte {offset}: malformed {what}")]
    Malformed {
        /// Where the frame begins.
        offset: u64,
        /// What could not be read.
        what: &'static str,
    },
    /// It does not begin as a record does.
    #[error("this is not a record")]
    NotARecord,
    /// A second contract, a step with another number than the next, or anything after the end.
    #[error("at byte {offset}: the frame is not the one that must follow")]
    OutOfOrder {
        /// Where the frame begins.
        offset: u64,
    },
    /// A frame, the number of steps or the whole is longer than allowed.
    #[error("at byte {offset}: the record is longer than allowed")]
    TooLong {
        /// Where the frame that goes too far begins.
        offset: u64,
    },
    /// It ends inside a frame, or before the contract.
    #[error("at byte {offset}: the record ends inside a frame")]
    Torn {
        /// Where the frame begins: up to here the record is whole.
        offset: u64,
    },
    /// A later version of the format.
    #[error("the record has format version {0}, which this program does not know")]
    UnknownVersion(u16),
    /// The contract lacks the right signature of a seat.
    #[error("at byte {offset}: the contract is not signed by seat {seat}")]
    Unsigned {
        /// Where the frame of the contract begins.
        offset: u64,
        /// The first seat that has not signed.
        seat: Seat,
    },
}

impl ReadError {
    /// Where the frame at fault begins, if it is the fault of a frame.
    pub fn offset(&self) -> Option<u64> {
        match self {
            Self::BadContract { offset, .. }
            | Self::Malformed { offset, .. }
            | Self::OutOfOrder { offset }
            | Self::TooLong { offset }
            | Self::Torn { offset }
            | Self::Unsigned { offset, .. } => Some(*offset),
            Self::Io(_) | Self::NotARecord | Self::UnknownVersion(_) => None,
        }
    }
}

/// How much there is in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// Steps that have not been read.
    pub steps: u32,
    /// Whether there is an end.
    pub has_end: bool,
}

/// What the next frame must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaits {
    Contract,
    Step(u32),
    NothingMore,
}

/// Reads a record from a stream and never holds more than one frame of it.
///
/// It says nothing of signatures other than those of the contract.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: BufReader<R>,
    bound: u64,
    /// Where the last item begins.
    item: u64,
    /// How much has been read.
    position: u64,
    /// None: it is over, or has failed.
    awaits: Option<Awaits>,
    payload: Vec<u8>,
}

impl<R: Read> RecordReader<R> {
    /// Reads the head of a record of at most [`RECORD_BYTES`]. A buffer around `input` is not needed.
    ///
    /// # Errors
    /// Anything that is not a record of a known version, or that cannot be read.
    pub fn new(input: R) -> Result<Self, ReadError> {
        Self::with_bound(input, RECORD_BYTES)
    }

    /// As [`RecordReader::new`], with another bound for the whole.
    ///
    /// # Errors
    /// As [`RecordReader::new`].
    pub fn with_bound(input: R, bound: u64) -> Result<Self, ReadError> {
        let mut reader = Self {
            input: BufReader::new(input),
            bound,
            item: 0,
            position: 0,
            awaits: Some(Awaits::Contract),
            payload: Vec::new(),
        };
        let mut head = [0; MAGIC.len() + 2];
        let count = reader.fill(&mut head)?;
        let (magic, version) = head.split_at(MAGIC.len());
        let known = MAGIC.len().min(count);
        if magic.get(..known) != MAGIC.get(..known) {
            return Err(ReadError::NotARecord);
        }
        if count < head.len() {
            return Err(ReadError::Torn { offset: 0 });
        }
        match version {
            [low, high] if u16::from_le_bytes([*low, *high]) != VERSION => {
                Err(ReadError::UnknownVersion(u16::from_le_bytes([*low, *high])))
            }
            _ => Ok(reader),
        }
    }

    /// The next item; none at the end, and ever after an error.
    ///
    /// # Errors
    /// What is wrong with the next frame.
    #[expect(clippy::should_implement_trait, reason = "an iterator could not be asked for offsets")]
    pub fn next(&mut self) -> Result<Option<Item>, ReadError> {
        let Some(awaits) = self.awaits.take() else {
            return Ok(None);
        };
        self.item = self.position;
        let Some((tag, length)) = self.frame_head(awaits)? else {
            return Ok(None);
        };
        self.read_payload(length)?;
        let (item, awaits) = self.decode(tag, awaits)?;
        self.awaits = Some(awaits);
        Ok(Some(item))
    }

    /// How much there still is, without a look at what is in it. A record that ends inside a frame,
    /// or cannot be read further, is counted up to there.
    pub fn outline(mut self) -> Outline {
        let mut outline = Outline { steps: 0, has_end: false };
        while let Some(awaits) = self.awaits.take() {
            self.item = self.position;
            let Ok(Some((tag, length))) = self.frame_head(awaits) else { break };
            let mut rest = self.input.by_ref().take(length as u64);
            let Ok(count) = io::copy(&mut rest, &mut io::sink()) else { break };
            if count < length as u64 {
                break;
            }
            self.position += count;
            self.awaits = Some(match (tag, awaits) {
                (TAG_CONTRACT, _) => Awaits::Step(0),
                (TAG_STEP, Awaits::Step(number)) => {
                    outline.steps += 1;
                    Awaits::Step(number + 1)
                }
                (_, _) => {
                    outline.has_end = true;
                    Awaits::NothingMore
                }
            });
        }
        outline
    }

    /// Where the item last given, or the frame last refused, begins.
    pub fn item_offset(&self) -> u64 {
        self.item
    }

    /// Where the item last given ends.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Tag and length of the next frame, if there is one and it may stand here.
    fn frame_head(&mut self, awaits: Awaits) -> Result<Option<(u8, usize)>, ReadError> {
        let offset = self.item;
        let mut head = [0; FRAME_HEAD];
        let count = self.fill(&mut head)?;
        let [tag, length @ ..] = head;
        let bound = match (count, awaits) {
            (0, Awaits::Step(_) | Awaits::NothingMore) => return Ok(None),
            (1.., Awaits::NothingMore) => return Err(ReadError::OutOfOrder { offset }),
            (0..FRAME_HEAD, _) => return Err(ReadError::Torn { offset }),
            (_, awaits) => bound_of(tag, awaits, offset)?,
        };
        let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
        if length > bound || self.position + length as u64 > self.bound {
            return Err(ReadError::TooLong { offset });
        }
        Ok(Some((tag, length)))
    }

    /// Takes no more memory than has arrived.
    fn read_payload(&mut self, length: usize) -> Result<(), ReadError> {
        self.payload.clear();
        let mut rest = self.input.by_ref().take(length as u64);
        let count = rest.read_to_end(&mut self.payload)?;
        self.position += count as u64;
        if count == length { Ok(()) } else { Err(ReadError::Torn { offset: self.item }) }
    }

    fn decode(&self, tag: u8, awaits: Awaits) -> Result<(Item, Awaits), ReadError> {
        let offset = self.item;
        let malformed = |Malformed(what)| ReadError::Malformed { offset, what };
        match (tag, awaits) {
            (TAG_CONTRACT, _) => {
                let contract = SignedContract::decode(&self.payload).map_err(|e| match e {
                    BadSigned::Contract(why) => ReadError::BadContract { offset, why },
                    BadSigned::Unsigned(unsigned) => {
                        ReadError::Unsigned { offset, seat: unsigned.0 }
                    }
                })?;
                Ok((Item::Contract(Box::new(contract)), Awaits::Step(0)))
            }
            (TAG_STEP, Awaits::Step(number)) => {
                let step = ClosedStep::decode(&self.payload).map_err(malformed)?;
                if step.step == number {
                    Ok((Item::Step(step), Awaits::Step(number + 1)))
                } else {
                    Err(ReadError::OutOfOrder { offset })
                }
            }
            (_, _) => {
                let end = End::decode(&self.payload).map_err(malformed)?;
                Ok((Item::End(end), Awaits::NothingMore))
            }
        }
    }

    /// Reads until the buffer is full or the input over; how many bytes.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        while let Some(rest) = buffer.get_mut(count..).filter(|rest| !rest.is_empty()) {
            match self.input.read(rest) {
                Ok(0) => break,
                Ok(more) => count += more,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        self.position += count as u64;
        Ok(count)
    }
}

/// The greatest length of a frame with this tag, if it may stand here.
fn bound_of(tag: u8, awaits: Awaits, offset: u64) -> Result<usize, ReadError> {
    match (tag, awaits) {
        (TAG_CONTRACT, Awaits::Contract) => Ok(SIGNED_CONTRACT_BYTES),
        (TAG_STEP, Awaits::Step(STEPS..)) => Err(ReadError::TooLong { offset }),
        (TAG_STEP | TAG_END, Awaits::Step(_)) => Ok(STEP_BYTES),
        (TAG_CONTRACT | TAG_STEP | TAG_END, _) => Err(ReadError::OutOfOrder { offset }),
        _ => Err(ReadError::Malformed { offset, what: "frame tag" }),
    }
}
