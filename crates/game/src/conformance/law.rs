//! The laws by name, and what a broken one looks like.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

macro_rules! laws {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// One law that every engine obeys under every preset.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Law {
            $($(#[$doc])* #[doc = $text] $name,)*
        }

        impl Law {
            /// Every law, in the order of this page.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The law in words.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

laws! {
    RulesCoded = "rules come back from their bytes, and only from those",
    RulesRefused = "an unknown game, an unknown version and other bytes are refused with the right reason",
    Board = "the board, the kinds and the name of the game are well-formed",
    Ends = "random play ends",
    Replay = "the same events give the same bytes and digest at every step",
    Takes = "an event that is due is taken",
    Refuses = "an event that is not due is refused",
    Untouched = "a refused event changes nothing",
    OwesIsApply = "apply takes exactly the moves that owes allows, and the choices that admits allows",
    Coded = "encodings round-trip and lose nothing",
    Strict = "bytes that decode encode to themselves",
    NoPanic = "no bytes and no text from outside cause a panic",
    Turn = "the seat to move has a legal move and nobody else has one",
    Sorted = "moves are listed in ascending order, each once",
    Allowed = "owes allows every legal move",
    Complete = "every move that owes allows and whose claims hold is listed",
    Claims = "the claims of a legal move hold, and list their pieces in ascending order",
    Choices = "the choices listed are distinct, admitted and all there are",
    Notation = "notation of moves and choices round-trips",
    NotationUnique = "no two legal moves, and no two choices, share their notation",
    PositionText = "the line of a position gives back the position and what is known",
    Picks = "picks lie on the board and no two legal moves share them",
    Sight = "a view is a function of the position and what its viewer knows",
    Truth = "what a view shows is true",
    Secrets = "secrets are admitted and have the pieces that the rules count",
    Living = "living seats only become fewer, and who is out is not among them",
    Due = "only living seats are due, and somebody is",
    Forward = "the ply never falls and what has begun stays so",
    Outcome = "an outcome names whole sides of the match and at least one",
    LastSide = "with one side left that side has won, with none left it is a draw",
    Agreed = "an agreed draw is a draw",
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A law that an engine broke, and how.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("law broken: {law} ({law:?}): {detail}")]
pub struct Broken {
    /// Which.
    pub law: Law,
    /// Where and by what.
    pub detail: String,
}

/// Nothing, or the first law broken.
pub(super) type Kept = Result<(), Broken>;

/// Returns the broken law unless the condition is true.
macro_rules! keep {
    ($condition:expr, $law:ident, $($detail:tt)+) => {
        if !$condition {
            return Err($crate::conformance::Broken {
                law: $crate::conformance::Law::$law,
                detail: format!($($detail)+),
            });
        }
    };
}
pub(super) use keep;

/// How often each thing happened: a suite that never saw an event has not tested it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    /// How often: an event (`Moved`, `Unsealed`, `Deployed`, `Tossed`, `Ruled`, `Skipped`,
    /// `Resigned`, `Refused`, `Agreed`), a slot (`Shown`, `Absent`, `Withheld`, `Unanswered`), a
    /// claim (`Within`, `Fight`, `Show`, `Stuck`, `CanMove`), an end (`Won`, `Drawn`) or a check
    /// (`refused events`, `candidate moves`, `mutated bytes`).
    pub fn count(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }

    /// The counts of both.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (what, count) in &other.0 {
            *self.0.entry(what).or_default() += count;
        }
        self
    }

    pub(super) fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }
}
