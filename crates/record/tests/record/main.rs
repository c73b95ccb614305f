//! The record and the journal as bytes: round trips, hostile input, crashes and full disks.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "in a test and what it is made of, to stop is to fail"
)]

mod common;
mod files;
mod format;
mod hostile;
mod journals;
mod vectors;
