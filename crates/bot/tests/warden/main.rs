//! The player of 守护棋 against random play, against itself looking less far, and on single
//! positions.

#![allow(clippy::indexing_slicing, reason = "tests may panic")]

mod games;
mod legal;
mod scenes;
mod strength;
