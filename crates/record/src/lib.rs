//! The record of a match: contract, closed steps, chain and signatures, as types and as a file.
//!
//! `FORMAT.md` beside this crate says what the bytes mean. Nothing here knows the rules of a game or
//! decides whether a record is right: that is the audit of crate `protocol`.

pub mod absence;
pub mod clock;
pub mod contract;
pub mod end;
pub mod entry;
pub mod file;
pub mod journal;
pub mod name;
pub mod notice;
pub mod plain;
pub mod reader;
pub mod step;
pub mod storage;

pub use absence::{Absence, Finding};
pub use clock::Clock;
pub use contract::{
    BadContract, BadSigned, Contract, PROTOCOL, PeerBytes, Player, SignedContract, Terms, Unsigned,
};
pub use end::{End, Evidence, Signed};
pub use entry::{Body, Content, Entry};
pub use file::{
    Opened, RecordFile, encode_end_frame, encode_header, encode_step_frame, write_end,
    write_header, write_step,
};
pub use journal::{Closing, Journal, JournalError, JournalItem, SecretBytes, Start};
pub use name::{BadName, Name};
pub use notice::{Notice, NoticeKind};
pub use plain::{is_plain, plain, plain_lines};
pub use reader::{Item, Outline, ReadError, RecordReader};
pub use step::{ClosedStep, Slot};
pub use storage::{Cut, Storage, Tail, WriteError};
