//! The public checks, each with a stable id, and how often each was made.

use std::collections::BTreeMap;
use std::fmt;

/// A check that anybody can make. In the order of a report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// The contract names rules that this program knows, by the right digest, and every seat signed.
    Contract,
    /// Signatures under entries, notices and statements.
    Signatures,
    /// Match id, step and head of every entry; slots of every step.
    Chain,
    /// Only due seats enter.
    Turn,
    /// What is shown opens what was committed.
    Commitments,
    /// Tosses are made of all contributions.
    Tosses,
    /// Hidden arrangements are proven to be legal.
    SetUps,
    /// Moves of hidden pieces, skipped turns, and being stuck or not, are proven.
    MoveProofs,
    /// Attacks and their answers are proven.
    FightProofs,
    /// Keys that are shown open the pieces that they are for.
    Openings,
    /// Moves and choices are allowed by the rules; bodies fit their step.
    Legality,
    /// A seat skips only when its time is over.
    Clock,
    /// Carried notices are allowed where they stand.
    Notices,
    /// A slot is empty only when all others say so.
    Absences,
    /// Digests of positions.
    Positions,
    /// One content for each slot.
    Double,
    /// The outcome follows from the record.
    Result,
    /// The seats signed the last head.
    Seals,
}

impl Check {
    /// All checks in order.
    pub const ALL: [Self; 18] = [
        Self::Contract,
        Self::Signatures,
        Self::Chain,
        Self::Turn,
        Self::Commitments,
        Self::Tosses,
        Self::SetUps,
        Self::MoveProofs,
        Self::FightProofs,
        Self::Openings,
        Self::Legality,
        Self::Clock,
        Self::Notices,
        Self::Absences,
        Self::Positions,
        Self::Double,
        Self::Result,
        Self::Seals,
    ];

    /// Its id in reports: it never changes.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Signatures => "signatures",
            Self::Chain => "chain",
            Self::Turn => "turn",
            Self::Commitments => "commitments",
            Self::Tosses => "tosses",
            Self::SetUps => "set-ups",
            Self::MoveProofs => "move-proofs",
            Self::FightProofs => "fight-proofs",
            Self::Openings => "openings",
            Self::Legality => "legality",
            Self::Clock => "clock",
            Self::Notices => "notices",
            Self::Absences => "absences",
            Self::Positions => "positions",
            Self::Double => "double",
            Self::Result => "result",
            Self::Seals => "seals",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// How often each check was made and passed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally(BTreeMap<Check, u64>);

impl Tally {
    /// Counts one that passed.
    pub fn add(&mut self, check: Check) {
        *self.0.entry(check).or_default() += 1;
    }

    /// How many passed.
    pub fn count(&self, check: Check) -> u64 {
        self.0.get(&check).copied().unwrap_or_default()
    }
}
