//! A game as somebody supposes it to be, for players that look ahead.

use crate::options::TIMEOUTS_MAX;
use crate::piece::{Kind, Kinds, Man};
use crate::position::{Position, SEATS};

impl Position {
    /// The open game that goes on from here if every piece on the board whose kind is not public is
    /// what `kind` says; where it says nothing the piece keeps its kinds. Repetition and skipped turns
    /// end nothing in it, so that looking ahead can let a turn pass.
    #[must_use]
    pub fn supposing(&self, kind: impl Fn(Man) -> Option<Kind>) -> Self {
        let rules = self.rules.laid_open().without_repetition().with_timeouts(TIMEOUTS_MAX);
        let mut supposed =
            Self { rules, history: Vec::new(), timeouts: [0; SEATS], ..self.clone() };
        for man in self.men_of_all() {
            let piece = self.piece(man);
            let is_open = piece.kinds.only().is_some() || piece.army.is_none();
            if piece.cell.is_some()
                && !is_open
                && let Some(kind) = kind(man)
            {
                supposed.suppose(man, Kinds::of(kind));
            }
        }
        supposed
    }
}
