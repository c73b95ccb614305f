//! What the tests of the whole workspace share.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a failed test may panic")]

pub mod byzantine;
pub mod chaos;
pub mod cheats;
pub mod contracts;
pub mod forge;
pub mod phase;
pub mod sim;
pub mod verdict;
