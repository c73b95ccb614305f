//! A cell of the board by its number, and sets of cells.
//!
//! Cells are numbered file after file, so that their order is that of their names.

use std::fmt;

use game::Node;
use serde::{Deserialize, Serialize};

/// Files a to h.
pub const FILES: u8 = 8;
/// Ranks 1 to 9.
pub const RANKS: u8 = 9;
/// The cells of the board.
pub const CELLS: usize = FILES as usize * RANKS as usize;

/// A cell by its number. Invariant: below [`CELLS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < CELLS { Some(Self(number)) } else { None }
    }

    /// The cell on this file and rank, both counted from 0, if there is one.
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Self(file * RANKS + rank)) } else { None }
    }

    /// The cell so many files to the right and ranks up, if there is one.
    pub const fn step(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Self::at(file as u8, rank as u8) }
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

    /// Its file, counted from 0.
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// Its rank, counted from 0.
    pub const fn rank(self) -> u8 {
        self.0 % RANKS
    }

    /// The same file, the rank counted from the other end.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.file() * RANKS + (RANKS - 1 - self.rank()))
    }

    /// The cell with this name: a file's letter, a rank's digit.
    pub fn read(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else { return None };
        Self::at(file.checked_sub(b'a')?, rank.checked_sub(b'1')?)
    }
}

impl TryFrom<u8> for Cell {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a cell number must be below 72")
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> Self {
        cell.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const NONE: Self = Self(0);

    /// The set whose members are the one bits; bits that mean no cell are left out.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & ((1 << CELLS) - 1))
    }

    /// This cell alone.
    pub const fn one(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    /// Whether the cell is in it.
    pub const fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// With this cell.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.0)
    }

    /// Without this cell.
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.0))
    }

    /// The members of either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The members of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The members that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first member.
    pub const fn lowest(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(self.0.trailing_zeros() as u8)) }
    }

    /// The last member.
    pub const fn highest(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(127 - self.0.leading_zeros() as u8)) }
    }

    /// The members in ascending order.
    pub const fn iter(self) -> Members {
        Members(self.0)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Members(u128);

impl Iterator for Members {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let first = Cells(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_in_the_order_of_their_names() {
        let all: Vec<Cell> = (0..=u8::MAX).filter_map(Cell::new).collect();
        assert_eq!(all.len(), CELLS);
        let names: Vec<String> = all.iter().map(Cell::to_string).collect();
        assert!(names.is_sorted());
        for (cell, name) in all.iter().zip(&names) {
            assert_eq!(Cell::read(name), Some(*cell));
            assert_eq!(cell.mirrored().mirrored(), *cell);
        }
        for wrong in ["", "a", "a0", "i1", "a10", "A1", "1a", "`1", "a:"] {
            assert_eq!(Cell::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_set_lists_its_members_in_order() {
        let set: Cells = [71, 0, 63, 64].into_iter().filter_map(Cell::new).collect();
        let listed: Vec<u8> = set.iter().map(Cell::number).collect();
        assert_eq!(listed, [0, 63, 64, 71]);
        assert_eq!(set.highest().map(Cell::number), Some(71));
        assert_eq!(Cells::from_bits(u128::MAX).len() as usize, CELLS);
        assert!(set.minus(set).is_empty());
    }
}
