//! Where the frames of a record lie, and what is wrong with its bytes.

use std::ops::Range;

use game::Seat;
use record::reader::{Item, ReadError, RecordReader};
use record::{ClosedStep, End};

/// What is wrong with the bytes of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The terms cannot be a contract.
    BadContract,
    /// A frame that holds something else than it must.
    Malformed,
    /// It does not begin as a record.
    NotARecord,
    /// A frame that may not stand there.
    OutOfOrder,
    /// Longer than allowed.
    TooLong,
    /// It ends inside a frame, or before the contract.
    Torn,
    /// A format version that is not known.
    UnknownVersion(u16),
    /// A seat has not signed the contract.
    Unsigned(Seat),
}

impl Trouble {
    /// Its id, for life.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::BadContract => "bad-contract",
            Self::Malformed => "malformed",
            Self::NotARecord => "not-a-record",
            Self::OutOfOrder => "out-of-order",
            Self::TooLong => "too-long",
            Self::Torn => "torn",
            Self::UnknownVersion(_) => "unknown-version",
            Self::Unsigned(_) => "unsigned",
        }
    }

    fn of(error: &ReadError) -> Self {
        match error {
            ReadError::BadContract { .. } => Self::BadContract,
            ReadError::Malformed { .. } | ReadError::Io(_) => Self::Malformed,
            ReadError::NotARecord => Self::NotARecord,
            ReadError::OutOfOrder { .. } => Self::OutOfOrder,
            ReadError::TooLong { .. } => Self::TooLong,
            ReadError::Torn { .. } => Self::Torn,
            ReadError::UnknownVersion(version) => Self::UnknownVersion(*version),
            ReadError::Unsigned { seat, .. } => Self::Unsigned(*seat),
        }
    }
}

/// Tag and length of a frame.
const FRAME_HEAD: usize = 5;

/// The frames of a record by their place in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    steps: Vec<Range<usize>>,
    end: Option<Range<usize>>,
    trouble: Option<(u64, Trouble)>,
    /// Where the last whole frame ends.
    whole: usize,
}

impl Frames {
    /// Finds the frames; says nothing of signatures and rules.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut frames = Self::default();
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        let mut reader = match RecordReader::new(bytes) {
            Ok(reader) => reader,
            Err(error) => {
                frames.trouble = Some((0, Trouble::of(&error)));
                return frames;
            }
        };
        loop {
            let item = reader.next();
            let range = place(reader.item_offset())..place(reader.position());
            match item {
                Ok(None) => return frames,
                Err(error) => {
                    frames.trouble = Some((reader.item_offset(), Trouble::of(&error)));
                    return frames;
                }
                Ok(Some(item)) => {
                    frames.whole = range.end;
                    match item {
                        Item::Contract(_) => {}
                        Item::Step(_) => frames.steps.push(range),
                        Item::End(_) => frames.end = Some(range),
                    }
                }
            }
        }
    }

    /// How many steps can be read.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    /// Where the frame of a step begins; for the step after the last, the end frame or what is
    /// behind the last frame.
    pub(super) fn offset(&self, step: u32) -> u64 {
        let at = usize::try_from(step).ok().and_then(|step| self.steps.get(step));
        at.or(self.end.as_ref()).map_or(self.whole, |range| range.start) as u64
    }

    /// Where a step lies.
    pub(super) fn step(&self, step: u32) -> Option<Range<usize>> {
        self.steps.get(usize::try_from(step).ok()?).cloned()
    }

    /// A step by its number.
    pub(super) fn read_step(&self, bytes: &[u8], step: u32) -> Option<ClosedStep> {
        ClosedStep::decode(payload(bytes, self.step(step)?)?).ok()
    }

    /// Where the end lies, and the end.
    pub(super) fn read_end(&self, bytes: &[u8]) -> Option<(u64, End)> {
        let range = self.end.clone()?;
        let end = End::decode(payload(bytes, range.clone())?).ok()?;
        Some((range.start as u64, end))
    }

    /// What is wrong with the bytes.
    pub(super) fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref().map(|(_, trouble)| trouble)
    }

    /// Where something is wrong with the bytes, and what.
    pub(super) fn trouble_place(&self) -> Option<&(u64, Trouble)> {
        self.trouble.as_ref()
    }

    /// What is wrong with the bytes of the frame that begins here.
    pub(super) fn trouble_at(&self, offset: u64) -> Option<&Trouble> {
        self.trouble.as_ref().filter(|(at, _)| *at == offset).map(|(_, trouble)| trouble)
    }
}

fn payload(bytes: &[u8], frame: Range<usize>) -> Option<&[u8]> {
    bytes.get(frame.start + FRAME_HEAD..frame.end)
}
