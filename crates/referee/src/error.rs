//! What can go wrong: a statement that makes no sense, a proof that cannot be made, one that fails.

use thiserror::Error;

/// What cannot even be stated: the caller's mistake, or a claim that makes no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadStatement {
    /// The kinds are none, or some of them never move, or they rule nothing out.
    #[error("not a set of kinds that this can be said of")]
    Kinds,
    /// A field or an attack of another match.
    #[error("from another match")]
    Match,
    /// The pieces are none, or not in ascending order.
    #[error("not an ascending list of pieces")]
    Pieces,
    /// The context names another seat than the one whose pieces these are, or a seat attacks itself.
    #[error("of another seat")]
    Seat,
}

/// Why an own proof cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CannotProve {
    /// The statement is false.
    #[error("the statement is false")]
    False,
    /// The secret belongs to another seat or match.
    #[error("the secret belongs to another seat or match")]
    OtherArmy,
}

/// A proof that fails: whoever signed it cheats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the proof fails")]
pub struct ProofFails;
