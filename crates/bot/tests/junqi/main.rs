//! The player of 军棋: legal, repeatable, within its effort, and better than those below it.

#![allow(clippy::indexing_slicing, reason = "tests may panic")]

#[path = "../../../junqi/tests/engine/support/mod.rs"]
mod support;

mod games;
mod layouts;
mod legal;
mod scenes;
mod strength;
