//! The engine of 军棋 against its rules: by example, against other engines, at random and by attack.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod boards;
mod conformance;
mod differential;
mod ends;
mod fights;
mod flip;
mod gametext;
mod hidden;
mod hostile;
mod jgs;
mod leaving;
mod moves;
mod options;
mod perft;
mod reach;
mod reference;
mod reference_flip;
mod setup;
mod support;
