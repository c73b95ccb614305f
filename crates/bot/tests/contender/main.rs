//! The player of 劳棋 against random play, against counting, and on single positions.

#![allow(clippy::indexing_slicing, reason = "tests may panic")]

mod counting;
mod games;
mod legal;
mod scenes;
mod strength;
