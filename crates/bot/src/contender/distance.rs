//! How many steps apart the cells of a board are.

use std::sync::OnceLock;

use game::{SEATS_MAX, Seat};
use laoqi::{Board, CELLS_MAX, Cell};

/// Orthogonal steps between any two cells of an empty board.
pub(crate) struct Distances {
    cells: Vec<[u8; CELLS_MAX]>,
    bases: Vec<[u8; CELLS_MAX]>,
}

impl Distances {
    /// Those of the board for this many seats.
    pub(crate) fn of(seats: u8) -> &'static Self {
        static TWO: OnceLock<Distances> = OnceLock::new();
        static THREE: OnceLock<Distances> = OnceLock::new();
        // The boards of four and five have the same cells.
        static FOUR: OnceLock<Distances> = OnceLock::new();
        let place = match seats {
            3 => &THREE,
            4 | 5 => &FOUR,
            _ => &TWO,
        };
        place.get_or_init(|| Self::measure(Board::of(seats)))
    }

    /// Steps from one cell to the other.
    #[expect(clippy::indexing_slicing, reason = "both cells are on the board")]
    pub(crate) fn between(&self, from: Cell, to: Cell) -> u8 {
        self.cells[from.index()][to.index()]
    }

    /// Steps from a cell to the nearest cell of an army's base line; [`u8::MAX`] if it has none.
    #[expect(clippy::indexing_slicing, reason = "the cell is on the board, a seat below SEATS_MAX")]
    pub(crate) fn to_base(&self, from: Cell, army: Seat) -> u8 {
        self.bases[army.index()][from.index()]
    }

    fn measure(board: &Board) -> Self {
        let base =
            |army: Seat| board.cells().filter(move |cell| board.base_of(*cell) == Some(army));
        Self {
            cells: board.cells().map(|from| spread(board, vec![from])).collect(),
            bases: (0..SEATS_MAX).map(|n| spread(board, base(Seat::of(n)).collect())).collect(),
        }
    }
}

/// Steps from the nearest of these cells.
#[expect(clippy::indexing_slicing, reason = "cells are below CELLS_MAX")]
fn spread(board: &Board, from: Vec<Cell>) -> [u8; CELLS_MAX] {
    let mut steps = [u8::MAX; CELLS_MAX];
    for cell in &from {
        steps[cell.index()] = 0;
    }
    let mut ring = from;
    let mut far = 0;
    while !ring.is_empty() {
        far += 1;
        let mut next = Vec::new();
        for cell in ring.iter().flat_map(|cell| board.steps(*cell)) {
            if steps[cell.index()] == u8::MAX {
                steps[cell.index()] = far;
                next.push(*cell);
            }
        }
        ring = next;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_the_square_are_ten_steps_apart() {
        let board = Board::of(2);
        let cell = |name| board.find(name).unwrap();
        assert_eq!(Distances::of(2).between(cell("a1"), cell("f6")), 10);
        assert_eq!(Distances::of(2).between(cell("d1"), cell("d1")), 0);
        assert_eq!(Distances::of(2).to_base(cell("d3"), Seat::of(1)), 3);
        assert_eq!(Distances::of(5).to_base(cell("d3"), Seat::of(4)), u8::MAX);
    }

    #[test]
    fn every_cell_is_reached_from_every_other() {
        for seats in 2..=5 {
            let board = Board::of(seats);
            let far = |a| board.cells().map(move |b| Distances::of(seats).between(a, b)).max();
            assert!(board.cells().all(|a| far(a).unwrap() < 20), "{seats}");
        }
    }
}
