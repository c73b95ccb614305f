//! A cell of a board by its number, and sets of cells.

use std::fmt;

use game::Node;
use serde::{Deserialize, Serialize};

/// The cells of the largest board.
pub const CELLS_MAX: usize = 193;
const WORDS: usize = 4;

/// A cell by its number. Invariant: below [`CELLS_MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, if a board can have it.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < CELLS_MAX { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number, to index an array with a place for every cell.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as a node of the drawn board.
    pub const fn node(self) -> Node {
        self.0 as Node
    }
}

impl TryFrom<u8> for Cell {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a cell number must be below 193")
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> Self {
        cell.0
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}", self.0)
    }
}

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cells([u64; WORDS]);

impl Cells {
    /// No cell.
    pub const NONE: Self = Self([0; WORDS]);

    /// Whether the cell is in it.
    #[expect(clippy::indexing_slicing, reason = "a cell is below 64 times the words")]
    pub const fn has(&self, cell: Cell) -> bool {
        self.0[(cell.0 >> 6) as usize] >> (cell.0 & 63) & 1 == 1
    }

    /// Adds a cell.
    #[expect(clippy::indexing_slicing, reason = "a cell is below 64 times the words")]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[(cell.0 >> 6) as usize] |= 1 << (cell.0 & 63);
    }

    /// Takes a cell out.
    #[expect(clippy::indexing_slicing, reason = "a cell is below 64 times the words")]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[(cell.0 >> 6) as usize] &= !(1 << (cell.0 & 63));
    }

    /// The members of either.
    #[must_use]
    pub const fn or(&self, other: &Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }

    /// The members of both.
    #[must_use]
    pub const fn and(&self, other: &Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }

    /// The members that are not in `other`.
    #[must_use]
    pub const fn minus(&self, other: &Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & !e, b & !f, c & !g, d & !h])
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// How many.
    pub const fn len(&self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// The members in ascending order.
    pub const fn iter(&self) -> Members {
        Members { words: self.0, place: 0 }
    }
}

/// The members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Members {
    words: [u64; WORDS],
    place: u8,
}

impl Iterator for Members {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        loop {
            let word = self.words.get_mut(usize::from(self.place))?;
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Cell::new(self.place * 64 + bit);
            }
            self.place += 1;
        }
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_members_in_order() {
        let numbers = [192, 0, 63, 64, 130];
        let set: Cells = numbers.into_iter().filter_map(Cell::new).collect();
        let listed: Vec<u8> = set.iter().map(Cell::number).collect();
        assert_eq!(listed, [0, 63, 64, 130, 192]);
        assert_eq!(set.len(), 5);
        assert!(set.minus(&set).is_empty());
    }
}
