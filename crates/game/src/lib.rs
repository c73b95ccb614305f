//! The vocabulary of a game and the interface of a rules engine.
//!
//! [`Game`] is a deterministic machine over public events. Read [`event`] for what a position waits
//! for and what moves it on, and [`claim`] for the seam between rules and referee. Every engine
//! passes [`conformance`].

pub mod canon;
pub mod claim;
pub mod conformance;
pub mod event;
pub mod game;
pub mod options;
mod outcome;
pub mod seat;
pub mod text;
#[cfg(feature = "toys")]
pub mod toys;
pub mod view;

pub use canon::{Canon, Digest, Malformed};
pub use claim::{Answer, Claim, Hiding, Kind, KindSet, Kinds, PieceId, Ruling};
pub use event::{Cause, Event, Illegal, Showing, Waits};
pub use game::{Chooser, Game, Known, NoSecret, digest, rules_digest};
pub use outcome::{Outcome, Ply, Side};
pub use seat::{BySeat, SEATS_MAX, Seat, SeatSet};
pub use text::{BadRules, Fault};
pub use view::{Board, BoardNode, Ground, KindName, Node, Pick, Token, View};
