//! Moves: what one seat decides in the open.

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Malformed};
use serde::{Deserialize, Serialize};

use crate::cells::Cell;
use crate::options::Placement;
use crate::piece::Kind;
use crate::rules::Rules;

/// A decision in the open. A turn may hold three: a return, a move, a drop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Move {
    /// In placement by turns, a piece from the hand comes on the board.
    Place {
        /// What.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// The enemy piece that has scored goes back to its own half.
    Return(Cell),
    /// A piece goes from cell to cell; by which hops a 兵 goes is not part of it.
    Go {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// The captured piece is put down.
    Drop(Cell),
}

impl Canon<Rules> for Move {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        let mv: Self = from_bytes("move", bytes)?;
        let places = rules.options().placement == Placement::Alternate;
        if places || !matches!(mv, Self::Place { .. }) { Ok(mv) } else { Err(Malformed("move")) }
    }
}
