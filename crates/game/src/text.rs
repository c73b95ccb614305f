//! Errors of text that people write: options, moves, positions.

use thiserror::Error;

/// One fault of options, a layout, a move or a position string, at its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
#[error("{place}: {reason}")]
pub struct Fault {
    /// Where: an option's name, a node, a field of the string.
    pub place: String,
    /// What is wrong there and what would be right.
    pub reason: String,
}

impl Fault {
    /// The fault at `place` for `reason`.
    pub fn new(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into() }
    }
}

/// Rules that a contract or record names and this program cannot play or check.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadRules {
    /// The bytes are not an encoding of rules.
    #[error("the rules are not encoded as they must be")]
    Malformed,
    /// No such game here.
    #[error("this program does not know the game '{0}'")]
    UnknownGame(String),
    /// Another version of the rules.
    #[error("this program knows version {known} of the rules of '{game}', not {asked}")]
    UnknownVersion {
        /// Which game.
        game: &'static str,
        /// The version asked for.
        asked: u16,
        /// The version known here.
        known: u16,
    },
}
