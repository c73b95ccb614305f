//! Defects that tests plant, to see that the simulator finds them: each is a check that somebody
//! forgot. Without the feature `mutants`, which no program has, there are none.

#![cfg_attr(
    not(feature = "mutants"),
    expect(unreachable_pub, reason = "only tests with the feature see it")
)]

#[cfg(feature = "mutants")]
use std::cell::Cell;

/// A forgotten check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutant {
    /// What is shown is not compared with what was committed to.
    OpeningUnchecked,
    /// The head of an entry is not compared.
    HeadUnchecked,
    /// The digest of the position is not compared.
    PositionUnchecked,
    /// The signature of an entry is not verified: anybody may speak for a seat.
    SignatureUnchecked,
    /// Proofs of moves and of what a fight announces are not verified.
    ProofUnchecked,
    /// Whether a move is legal is not asked.
    MoveUnchecked,
    /// Whether the time of a seat that skips is over is not asked.
    ClockUnchecked,
    /// A draw is good at every later point of the game.
    DrawOutlives,
    /// A toss is made of the contributions that are there.
    TossOfFewer,
    /// A slot is empty as soon as one says so.
    EmptyOfFewer,
    /// What comes after an own Missing is taken without Shown.
    LateTaken,
    /// An own seat says Shown after it has said Missing.
    SecondWord,
    /// A second word of another seat about one slot is not noticed.
    SecondWordTaken,
    /// A second content for one slot is not noticed.
    SecondContentTaken,
    /// After a restart a program signs without having asked anybody.
    UnaskedSigning,
    /// A resignation is forgotten over a restart.
    ResignForgotten,
    /// Own entries are forgotten over a restart.
    EntryForgotten,
    /// What others have given for an acknowledged step is forgotten over a restart.
    HeldForgotten,
    /// Messages leave before what stands in them is on the disk.
    SentBeforeKept,
    /// A step counts as closed for all as soon as it is closed here.
    NeverOverruled,
}

#[cfg(feature = "mutants")]
impl Mutant {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::OpeningUnchecked,
        Self::HeadUnchecked,
        Self::PositionUnchecked,
        Self::SignatureUnchecked,
        Self::ProofUnchecked,
        Self::MoveUnchecked,
        Self::ClockUnchecked,
        Self::DrawOutlives,
        Self::TossOfFewer,
        Self::EmptyOfFewer,
        Self::LateTaken,
        Self::SecondWord,
        Self::SecondWordTaken,
        Self::SecondContentTaken,
        Self::UnaskedSigning,
        Self::ResignForgotten,
        Self::EntryForgotten,
        Self::HeldForgotten,
        Self::SentBeforeKept,
        Self::NeverOverruled,
    ];
}

#[cfg(feature = "mutants")]
thread_local! {
    static PLANTED: Cell<Option<Mutant>> = const { Cell::new(None) };
}

/// Plants a defect into all matches of this thread, or takes it out. Gives the one before.
#[cfg(feature = "mutants")]
pub fn plant(mutant: Option<Mutant>) -> Option<Mutant> {
    PLANTED.replace(mutant)
}

/// Whether this defect is planted.
#[cfg(feature = "mutants")]
pub(crate) fn has(mutant: Mutant) -> bool {
    PLANTED.get() == Some(mutant)
}

/// There are no defects.
#[cfg(not(feature = "mutants"))]
pub(crate) const fn has(_: Mutant) -> bool {
    false
}
