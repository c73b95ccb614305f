//! Repetition: the positions at the start of turns.

use game::{Digest, Seat};
use serde::{Deserialize, Serialize};

use crate::cells::CELLS;
use crate::position::{Position, Stage};

/// A position before so many others is forgotten; only without a quiet limit can there be as many.
pub const HISTORY_MAX: usize = 1000;
/// So many occurrences of a position are a draw.
pub(crate) const OCCURRENCES: usize = 3;

const LABEL: &str = "qiyue/shouhu/repetition/v1";

/// A position that has been: the beginning of a digest of what must agree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Seen([u8; 16]);

impl Seen {
    /// As hex.
    pub(crate) fn write(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads what [`Seen::write`] wrote.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut digest = [0; 16];
        for (place, slot) in digest.iter_mut().enumerate() {
            *slot = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        let seen = Self(digest);
        (seen.write() == text).then_some(seen)
    }
}

impl Position {
    /// Notes the position at the start of a turn and says how often it has been, this time counted.
    pub(crate) fn note(&mut self) -> usize {
        let seen = self.seen();
        self.history.push(seen);
        if self.history.len() > HISTORY_MAX {
            self.history.remove(0);
        }
        self.history.iter().filter(|other| **other == seen).count()
    }

    /// What must agree for two positions to be the same: who is to move, the score, the return owed,
    /// what is on each cell.
    fn seen(&self) -> Seen {
        let owed = matches!(self.stage, Stage::Return(_));
        let mut bytes = Vec::with_capacity(CELLS + 6);
        bytes.extend([self.turn.number(), u8::from(owed)]);
        for seat in [0, 1].map(Seat::of) {
            bytes.extend(self.score(seat).to_le_bytes());
        }
        bytes.extend(self.codes());
        let Digest(digest) = Digest::of(LABEL, &bytes);
        Seen(digest.first_chunk().copied().unwrap_or_default())
    }
}
