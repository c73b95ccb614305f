//! Hidden 军棋 without a referee, over the sans-IO core with real proofs: whole matches, what a
//! cheat gets, and that nothing that travels depends on a hidden kind.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test may panic")]

mod allies;
mod cheats;
mod matches;
mod refusals;
mod stuck;
mod support;
mod traces;
