//! A match between seats that do not trust each other, without a server or a clock of its own.
//!
//! `SPEC.md` beside this crate is normative. [`Progress`] is what everybody agrees on; [`Match`]
//! plays it; [`audit`] is the same [`Progress`] fed from a record.

mod act;
mod agreement;
mod allies;
mod army;
mod audit;
mod check;
mod clocks;
mod close;
mod deliver;
mod due;
mod evidence;
mod fault;
mod hidden;
mod live;
mod message;
#[cfg(feature = "mutants")]
pub mod mutant;
#[cfg(not(feature = "mutants"))]
mod mutant;
mod open;
mod past;
mod peer;
mod progress;
mod prove;
mod receive;
mod restart;
mod silence;
mod slots;
mod time;
mod verify;
mod watch;

pub use act::Decision;
pub use agreement::{Agreement, Expected, Unacceptable, review};
pub use audit::{Report, Verdict, Visitor, audit};
pub use check::{Check, Tally};
pub use clocks::SeatClock;
pub use deliver::{ANSWER_MS, FORWARD_MS, HEARTBEAT_MS, RESEND_MS, RETRY_MS};
pub use due::{Due, Purpose, Stage};
pub use evidence::Proven;
pub use fault::{Incompatible, Misbehaviour, Misuse, Rejected};
pub use hidden::Facts;
pub use live::{Match, News, Output, Own, Stop};
pub use message::{Ack, Item, Packet, Standing};
pub use progress::{NoGame, Progress};
pub use time::Millis;
pub use watch::{Seen, Spectator};
