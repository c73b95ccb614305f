//! The private journal of one program for one match: what it must know again after a crash.
//!
//! Everything that is to be sent is written here first, so that after a crash the same bytes go out.
//! It holds secrets: it is readable by its owner only and is never sent.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, SeekFrom};
use std::path::Path;

use crypto::limits::{JOURNAL_FRAME_BYTES, RECORD_BYTES};
use crypto::{MatchSecret, Signature, labels};
use game::canon::frame_into;
use game::{Digest, Seat, SeatSet};
use postcard::ser_flavors::Size;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::absence::Absence;
use crate::entry::Entry;
use crate::notice::Notice;
use crate::storage::{self, Access, Cut, Storage, Tail, WriteError};

/// How every journal begins.
pub const JOURNAL_MAGIC: [u8; 8] = *b"QIYUEJNL";
/// The format version that is written and read.
pub const JOURNAL_VERSION: u16 = 1;

/// Magic and version.
const HEADER: usize = JOURNAL_MAGIC.len() + 2;
/// The length before a payload.
const LENGTH: usize = 4;
/// The checksum behind a payload.
const CHECK: usize = 8;

/// Bytes that must not be seen before their time; wiped on drop.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Zeroize, ZeroizeOnDrop)]
pub struct SecretBytes(Vec<u8>);

impl SecretBytes {
    /// Takes the bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Shows them.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SecretBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretBytes(secret)")
    }
}

/// How a journal begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start {
    /// From which the nonces come.
    #[serde(with = "secret")]
    pub secret: MatchSecret,
    /// The canonical bytes of the contract, before anybody has signed.
    pub contract: Vec<u8>,
    /// The seats that this program holds.
    pub seats: SeatSet,
}

impl PartialEq for Start {
    fn eq(&self, other: &Self) -> bool {
        let both = |start: &Self| (start.seats, *start.secret.expose());
        both(self) == both(other) && self.contract == other.contract
    }
}

impl Eq for Start {}

/// Something to know again. The variants are in the order of their tags in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum JournalItem {
    /// The first item, and no other.
    Start(Start),
    /// A signature on the contract, own or of another.
    Signature(Seat, Signature),
    /// The secret choice behind an own Commit.
    Choice {
        /// The step of the Commit.
        step: u32,
        /// Whose choice.
        seat: Seat,
        /// Its canonical bytes.
        choice: SecretBytes,
    },
    /// An own entry, exactly as it goes out; or another's in a step that is not in the record yet.
    Entry(Entry),
    /// An own notice, exactly as it goes out; or another's resignation in such a step.
    Notice(Notice),
    /// An own statement, exactly as it goes out.
    Absence(Absence),
    /// This program takes no further part.
    Closed(Closing),
}

/// Why a program takes no further part in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Closing {
    /// The match has ended.
    Ended,
    /// Its user left it.
    Left,
}

/// Why a journal cannot be opened.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A frame that is not the last is not what was written, or none of a journal.
    #[error("the journal is damaged at byte {offset}")]
    Damaged {
        /// Where the frame begins.
        offset: u64,
    },
    /// The file cannot be read or cut.
    #[error("cannot read the journal: {0}")]
    Io(#[from] io::Error),
    /// It does not begin as a journal does.
    #[error("this is not a journal")]
    NotAJournal,
    /// The program stopped while it made it. Nothing was signed yet: it may be deleted.
    #[error("the journal was never begun")]
    NotBegun,
    /// Longer than a journal can become.
    #[error("the journal is longer than allowed")]
    TooLong,
    /// A later version of the format.
    #[error("the journal has format version {0}, which this program does not know")]
    UnknownVersion(u16),
}

/// The journal of a match that is being played.
///
/// Invariant: up to `length` it is whole and on disk.
#[derive(Debug)]
pub struct Journal<S: Storage = File> {
    storage: S,
    length: u64,
    /// Something that failed may lie behind, or not be known to be gone.
    unsure: bool,
}

impl Journal<File> {
    /// Begins a journal and brings it to disk. Only its owner may read it.
    ///
    /// # Errors
    /// A file of that name exists, or it cannot be written; then none is left behind.
    pub fn create(path: &Path, start: &Start) -> Result<Self, WriteError> {
        let file = storage::create_new(path, Access::OwnerOnly)?;
        let begun = Self::begin(file, start).and_then(|journal| {
            storage::sync_folder(path)?;
            Ok(journal)
        });
        if begun.is_err() {
            // The first error is the one to tell.
            let _ = std::fs::remove_file(path);
        }
        begun
    }

    /// Opens a journal for going on. A last frame that was not written to its end is cut off: it
    /// was not on disk, so nothing of it was sent.
    ///
    /// # Errors
    /// A file that is damaged in another way, or that cannot be read and written. It is not changed
    /// then.
    pub fn open(path: &Path) -> Result<(Self, Vec<JournalItem>, Option<Cut>), JournalError> {
        Self::go_on(storage::open_existing(path)?)
    }
}

impl<S: Storage> Journal<S> {
    /// Begins a journal in an empty storage.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn begin(storage: S, start: &Start) -> Result<Self, WriteError> {
        let mut journal = Self { storage, length: 0, unsure: false };
        let mut header = JOURNAL_MAGIC.to_vec();
        header.extend_from_slice(&JOURNAL_VERSION.to_le_bytes());
        journal.write(&frame(&header, &[JournalItem::Start(start.clone())])?)?;
        Ok(journal)
    }

    /// As [`Journal::open`], in any storage. The first item is the start.
    ///
    /// # Errors
    /// As [`Journal::open`].
    pub fn go_on(mut storage: S) -> Result<(Self, Vec<JournalItem>, Option<Cut>), JournalError> {
        let length = storage.seek(SeekFrom::End(0))?;
        if length > RECORD_BYTES {
            return Err(JournalError::TooLong);
        }
        let room = usize::try_from(length).map_err(|_| JournalError::TooLong)?;
        // One byte more, so that the buffer need not grow and leave a copy to learn that it is over.
        let mut bytes = Zeroizing::new(Vec::with_capacity(room + 1));
        storage.seek(SeekFrom::Start(0))?;
        let mut input = Read::by_ref(&mut storage).take(length);
        input.read_to_end(&mut bytes)?;
        let (items, whole) = read_all(&bytes)?;
        let cut = (whole < length).then(|| Cut {
            offset: whole,
            bytes: length - whole,
            tail: Tail::Torn,
        });
        if cut.is_some() {
            storage.cut(whole)?;
            storage.sync()?;
        }
        let journal = Self { storage, length: whole, unsure: false };
        Ok((journal, items, cut))
    }

    /// Adds items: one write, one frame, one wait for the disk. After a crash either all of them are
    /// there or none. Nothing of what they hold may be sent before this has returned.
    ///
    /// # Errors
    /// They are not on disk: the disk is full, more than one frame holds, or any other trouble. After
    /// a failed wait for the disk only [`WriteError::Unsure`] is left: open the journal anew.
    pub fn append(&mut self, items: &[JournalItem]) -> Result<(), WriteError> {
        if items.is_empty() {
            return Ok(());
        }
        if items.iter().any(|item| matches!(item, JournalItem::Start(_))) {
            return Err(WriteError::Misuse("a journal starts once"));
        }
        self.write(&frame(&[], items)?)
    }

    /// What it is kept in.
    pub fn into_storage(self) -> S {
        self.storage
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        if self.unsure {
            return Err(WriteError::Unsure);
        }
        let after = self.length + bytes.len() as u64;
        if after > RECORD_BYTES {
            return Err(WriteError::TooLong);
        }
        storage::write_at(&mut self.storage, self.length, bytes).map_err(|(error, is_cut)| {
            self.unsure = !is_cut;
            error
        })?;
        if let Err(error) = self.storage.sync() {
            self.unsure = true;
            // If this fails too, opening it anew decides what stands there.
            let _ = self.storage.cut(self.length);
            return Err(error.into());
        }
        self.length = after;
        Ok(())
    }
}

/// `header ‖ length u32 LE ‖ payload ‖ check`. No buffer grows on the way, so no copy of a secret is
/// left behind.
fn frame(header: &[u8], items: &[JournalItem]) -> Result<Zeroizing<Vec<u8>>, WriteError> {
    let payload = encode(items)?;
    if payload.len() > JOURNAL_FRAME_BYTES {
        return Err(WriteError::TooLong);
    }
    let room = header.len() + LENGTH + payload.len() + CHECK;
    let mut bytes = Zeroizing::new(Vec::with_capacity(room));
    bytes.extend_from_slice(header);
    frame_into(&payload, &mut bytes);
    bytes.extend_from_slice(&check_of(&payload));
    Ok(bytes)
}

fn encode(items: &[JournalItem]) -> Result<Zeroizing<Vec<u8>>, WriteError> {
    let refused = |_| WriteError::Misuse("items that cannot be encoded");
    let size = postcard::serialize_with_flavor(items, Size::default()).map_err(refused)?;
    let mut payload = Zeroizing::new(vec![0; size]);
    postcard::to_slice(items, &mut payload).map_err(refused)?;
    Ok(payload)
}

fn check_of(payload: &[u8]) -> [u8; CHECK] {
    let [a, b, c, d, e, f, g, h, ..] = Digest::of(labels::JOURNAL, payload).0;
    [a, b, c, d, e, f, g, h]
}

/// All items, and up to where the file is whole.
fn read_all(bytes: &[u8]) -> Result<(Vec<JournalItem>, u64), JournalError> {
    let known = bytes.len().min(JOURNAL_MAGIC.len());
    if bytes.get(..known) != JOURNAL_MAGIC.get(..known) {
        return Err(JournalError::NotAJournal);
    }
    let Some((header, mut rest)) = bytes.split_at_checked(HEADER) else {
        return Err(JournalError::NotBegun);
    };
    match header {
        [.., low, high] if u16::from_le_bytes([*low, *high]) != JOURNAL_VERSION => {
            let version = u16::from_le_bytes([*low, *high]);
            return Err(JournalError::UnknownVersion(version));
        }
        _ => {}
    }
    let mut items = Vec::new();
    while !rest.is_empty() {
        let offset = (bytes.len() - rest.len()) as u64;
        match read_frame(rest) {
            Frame::Whole(more, behind) => {
                let misplaced = |(at, item): (usize, &JournalItem)| {
                    matches!(item, JournalItem::Start(_)) != (items.len() + at == 0)
                };
                if more.is_empty() || more.iter().enumerate().any(misplaced) {
                    return Err(JournalError::Damaged { offset });
                }
                items.extend(more);
                rest = behind;
            }
            Frame::Torn => break,
            Frame::Damaged => return Err(JournalError::Damaged { offset }),
        }
    }
    if items.is_empty() {
        return Err(JournalError::NotBegun);
    }
    Ok((items, (bytes.len() - rest.len()) as u64))
}

enum Frame<'a> {
    Whole(Vec<JournalItem>, &'a [u8]),
    /// What a system that stopped in the middle of a write has left.
    Torn,
    Damaged,
}

/// Each frame is on disk before the next is written, so only the last can be torn.
fn read_frame(bytes: &[u8]) -> Frame<'_> {
    if bytes.iter().all(|byte| *byte == 0) {
        return Frame::Torn;
    }
    let Some((length, rest)) = bytes.split_first_chunk::<LENGTH>() else {
        return Frame::Torn;
    };
    let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
    if length == 0 || length > JOURNAL_FRAME_BYTES {
        return Frame::Damaged;
    }
    let parts = rest.split_at_checked(length);
    let Some((payload, (check, behind))) =
        parts.and_then(|(payload, rest)| Some((payload, rest.split_first_chunk::<CHECK>()?)))
    else {
        return Frame::Torn;
    };
    if check_of(payload) != *check {
        return if behind.is_empty() { Frame::Torn } else { Frame::Damaged };
    }
    let items: Option<Vec<JournalItem>> = postcard::from_bytes(payload).ok();
    match items {
        Some(items) if encode(&items).is_ok_and(|again| again.as_slice() == payload) => {
            Frame::Whole(items, behind)
        }
        _ => Frame::Damaged,
    }
}

/// A match secret as 32 bytes.
mod secret {
    use super::{Deserialize, Deserializer, MatchSecret, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(
        secret: &MatchSecret,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        secret.expose().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<MatchSecret, D::Error> {
        <[u8; 32]>::deserialize(deserializer).map(MatchSecret::new)
    }
}
