//! The public record of a match, a `.qiyue` file, as it is written.
//!
//! `QIYUEREC ‖ version u16 LE`, then frames `tag u8 ‖ length u32 LE ‖ payload`: one contract, the
//! closed steps, at most one end. [`RecordReader`] reads it.

use std::fs::File;
use std::io::{self, Read, SeekFrom, Write};
use std::path::Path;

use crypto::limits::{RECORD_BYTES, STEP_BYTES, STEPS};
use game::canon::frame_into;

use crate::contract::SignedContract;
use crate::end::End;
use crate::reader::{Item, ReadError, RecordReader};
use crate::step::{ClosedStep, check_slots};
use crate::storage::{self, Access, Cut, Storage, Tail, WriteError};

/// How every record begins.
pub const MAGIC: [u8; 8] = *b"QIYUEREC";
/// The format version that is written and read.
pub const VERSION: u16 = 1;

pub(crate) const TAG_CONTRACT: u8 = 1;
pub(crate) const TAG_STEP: u8 = 2;
pub(crate) const TAG_END: u8 = 3;

/// Magic, version and the frame of the contract.
pub fn encode_header(contract: &SignedContract) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend(frame(TAG_CONTRACT, &contract.encode()));
    bytes
}

/// The frame of a closed step.
pub fn encode_step_frame(step: &ClosedStep) -> Vec<u8> {
    frame(TAG_STEP, &step.encode())
}

/// The frame of an end.
pub fn encode_end_frame(end: &End) -> Vec<u8> {
    frame(TAG_END, &end.encode())
}

fn frame(tag: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len() + 5);
    bytes.push(tag);
    frame_into(payload, &mut bytes);
    bytes
}

/// Begins a record.
///
/// # Errors
/// As `out` says.
pub fn write_header(out: &mut impl Write, contract: &SignedContract) -> io::Result<()> {
    out.write_all(&encode_header(contract))
}

/// Adds a closed step to a record.
///
/// # Errors
/// As `out` says.
pub fn write_step(out: &mut impl Write, step: &ClosedStep) -> io::Result<()> {
    out.write_all(&encode_step_frame(step))
}

/// Ends a record.
///
/// # Errors
/// As `out` says.
pub fn write_end(out: &mut impl Write, end: &End) -> io::Result<()> {
    out.write_all(&encode_end_frame(end))
}

/// The record of a match that is being played.
///
/// Invariant: up to `body` it is whole, and holds the contract and the steps before `next`.
#[derive(Debug)]
pub struct RecordFile<S: Storage = File> {
    storage: S,
    body: u64,
    next: u32,
    /// Something may lie behind the body: an end, or what a failed write has left.
    tail: bool,
}

/// A record opened for going on.
#[derive(Debug)]
pub struct Opened<S: Storage = File> {
    /// To be appended to.
    pub file: RecordFile<S>,
    /// What the match is about.
    pub contract: Box<SignedContract>,
    /// All that is closed.
    pub steps: Vec<ClosedStep>,
    /// What was cut off, if anything.
    pub cut: Option<Cut>,
}

impl RecordFile<File> {
    /// Begins a record and brings it to disk.
    ///
    /// # Errors
    /// A file of that name exists, or it cannot be written; then none is left behind.
    pub fn create(path: &Path, contract: &SignedContract) -> Result<Self, WriteError> {
        let file = storage::create_new(path, Access::Everybody)?;
        let begun = Self::begin(file, contract).and_then(|mut record| {
            record.sync()?;
            storage::sync_folder(path)?;
            Ok(record)
        });
        if begun.is_err() {
            // The first error is the one to tell.
            let _ = std::fs::remove_file(path);
        }
        begun
    }

    /// Opens a record for going on: its end, or a frame that was not written to its end, is cut off.
    ///
    /// # Errors
    /// A file that is damaged in another way, that has no whole contract, or that cannot be read
    /// and written. It is not changed then.
    pub fn open(path: &Path) -> Result<Opened, ReadError> {
        Self::go_on(storage::open_existing(path)?)
    }
}

impl<S: Storage> RecordFile<S> {
    /// Begins a record in an empty storage.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn begin(storage: S, contract: &SignedContract) -> Result<Self, WriteError> {
        let mut record = Self { storage, body: 0, next: 0, tail: false };
        let header = encode_header(contract);
        record.write(&header)?;
        record.body = header.len() as u64;
        Ok(record)
    }

    /// As [`RecordFile::open`], in any storage.
    ///
    /// # Errors
    /// As [`RecordFile::open`].
    pub fn go_on(mut storage: S) -> Result<Opened<S>, ReadError> {
        let length = storage.seek(SeekFrom::End(0))?;
        let whole = Whole::read(&mut storage, length)?;
        let cut = whole.tail.map(|tail| Cut {
            offset: whole.body,
            bytes: length.saturating_sub(whole.body),
            tail,
        });
        if cut.is_some() {
            storage.cut(whole.body)?;
            storage.sync()?;
        }
        let file = Self {
            storage,
            body: whole.body,
            next: u32::try_from(whole.steps.len()).unwrap_or(STEPS),
            tail: false,
        };
        Ok(Opened { file, contract: whole.contract, steps: whole.steps, cut })
    }

    /// Adds the next closed step, in one write; an end is cut off before. Not yet on disk: see
    /// [`RecordFile::sync`].
    ///
    /// # Errors
    /// Another step than the next, one that readers would refuse, or trouble with the file; the
    /// record is as before, and the step may be tried again.
    pub fn append(&mut self, step: &ClosedStep) -> Result<(), WriteError> {
        if step.step != self.next {
            return Err(WriteError::Misuse("not the next step"));
        }
        if self.next >= STEPS {
            return Err(WriteError::TooLong);
        }
        check_slots(&step.slots).map_err(|e| WriteError::Misuse(e.0))?;
        let frame = encode_step_frame(step);
        self.write(&frame)?;
        self.body += frame.len() as u64;
        self.next += 1;
        Ok(())
    }

    /// Writes how it ends, instead of an end that stands there already. Not yet on disk: see
    /// [`RecordFile::sync`].
    ///
    /// # Errors
    /// An end that readers would refuse, or trouble with the file; then it has no end.
    pub fn end(&mut self, end: &End) -> Result<(), WriteError> {
        end.check_bounds().map_err(|e| WriteError::Misuse(e.0))?;
        self.write(&encode_end_frame(end))?;
        self.tail = true;
        Ok(())
    }

    /// Brings everything to disk.
    ///
    /// # Errors
    /// As the system says.
    pub fn sync(&mut self) -> Result<(), WriteError> {
        Ok(self.storage.sync()?)
    }

    /// The number of the next step.
    pub fn next_step(&self) -> u32 {
        self.next
    }

    /// What it is kept in.
    pub fn into_storage(self) -> S {
        self.storage
    }

    /// Writes a frame behind the body.
    fn write(&mut self, frame: &[u8]) -> Result<(), WriteError> {
        let too_long = frame.len() > STEP_BYTES + 5;
        if too_long || self.body + frame.len() as u64 > RECORD_BYTES {
            return Err(WriteError::TooLong);
        }
        if self.tail {
            self.storage.cut(self.body)?;
            self.tail = false;
        }
        storage::write_at(&mut self.storage, self.body, frame).map_err(|(error, is_cut)| {
            self.tail = !is_cut;
            error
        })
    }
}

/// The part of a record that a match goes on from.
struct Whole {
    contract: Box<SignedContract>,
    steps: Vec<ClosedStep>,
    body: u64,
    tail: Option<Tail>,
}

impl Whole {
    fn read(storage: &mut impl Storage, length: u64) -> Result<Self, ReadError> {
        storage.seek(SeekFrom::Start(0))?;
        let mut reader = RecordReader::new(&mut *storage)?;
        let Some(Item::Contract(contract)) = reader.next()? else {
            return Err(ReadError::Torn { offset: reader.item_offset() });
        };
        let mut steps = Vec::new();
        let (body, tail) = loop {
            match reader.next() {
                Ok(Some(Item::Step(step))) => steps.push(step),
                Ok(Some(Item::End(end))) => {
                    let offset = reader.item_offset();
                    reader.next()?;
                    break (offset, Some(Tail::End(Box::new(end))));
                }
                Ok(Some(Item::Contract(_)) | None) => break (reader.position(), None),
                Err(ReadError::Torn { offset }) => break (offset, Some(Tail::Torn)),
                Err(ReadError::Malformed { offset, what }) => {
                    if is_torn_tail(storage, offset, length)? {
                        break (offset, Some(Tail::Torn));
                    }
                    return Err(ReadError::Malformed { offset, what });
                }
                Err(error) => return Err(error),
            }
        };
        Ok(Self { contract, steps, body, tail })
    }
}

/// Whether what cannot be read at `offset` is what a system that stopped in the middle of a write
/// has left: one frame that reaches to the end of the file, or nothing but zeros.
fn is_torn_tail(storage: &mut impl Storage, offset: u64, length: u64) -> io::Result<bool> {
    const MOST: u64 = STEP_BYTES as u64 + 5;
    if length - offset > MOST {
        return Ok(false);
    }
    let mut rest = Vec::new();
    storage.seek(SeekFrom::Start(offset))?;
    Read::by_ref(storage).take(MOST).read_to_end(&mut rest)?;
    let is_last = match rest.as_slice() {
        [TAG_STEP | TAG_END, a, b, c, d, payload @ ..] => {
            u64::from(u32::from_le_bytes([*a, *b, *c, *d])) == payload.len() as u64
        }
        _ => false,
    };
    Ok(is_last || rest.iter().all(|byte| *byte == 0))
}
