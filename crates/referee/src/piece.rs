//! Which piece of a seat, and the arrays that are indexed by it or by kinds.

use game::Kind;

use crate::{KINDS, PIECES};

/// A piece of a seat by the place of the arrangement where it began; below [`PIECES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Piece(u8);

impl Piece {
    /// The piece of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (usize::from(number) < PIECES).then_some(Self(number))
    }

    /// All pieces, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).take(PIECES).map(Self)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// What an array has at this piece.
pub(crate) fn at_piece<T>(array: &[T; PIECES], piece: Piece) -> &T {
    array.get(usize::from(piece.0)).expect("a piece is below PIECES")
}

/// What an array has at this kind; the caller knows that it is below [`KINDS`].
pub(crate) fn at_kind<T>(array: &[T; KINDS], kind: Kind) -> &T {
    array.get(usize::from(kind.0)).expect("a kind is below KINDS")
}
