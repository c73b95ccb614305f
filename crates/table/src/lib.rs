//! The model of the program, without a window.

pub mod auditing;
