//! Moves: what one seat decides in the open.

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Malformed};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::cells::Cell;
use crate::options::Mode;
use crate::rules::Rules;

/// A decision in the open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Move {
    /// A piece goes to a free cell, or attacks.
    Go {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Turn up the piece on this cell.
    Flip(Cell),
    /// 'None of my pieces can move.'
    Stuck,
}

impl Canon<Rules> for Move {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        let mv: Self = from_bytes("move", bytes)?;
        let board = Board::of(rules.options());
        let mode = rules.options().mode;
        let fits = match mv {
            Self::Go { from, to } => board.has(from) && board.has(to),
            Self::Flip(cell) => mode == Mode::Flip && board.has(cell),
            Self::Stuck => mode == Mode::Hidden,
        };
        if fits { Ok(mv) } else { Err(Malformed("move")) }
    }
}
