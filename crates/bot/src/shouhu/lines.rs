//! The lines of the board, as sets of cells.

use shouhu::{CELLS, Cell, Cells};

/// A set of cells for each cell.
type Table = [Cells; CELLS];

/// Along the first four the numbers of cells rise, along the last four they fall; the first two of
/// each are those of 车, the others those of 象.
const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
/// Where the directions of 车 stand among all.
pub(super) const STRAIGHT: [usize; 4] = [0, 1, 4, 5];
/// Where the directions of 象 stand among all.
pub(super) const DIAGONAL: [usize; 4] = [2, 3, 6, 7];
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The cells to which one step leads from each cell, or with `is_ray` as many as there is room for.
#[expect(clippy::indexing_slicing, reason = "an index below the length")]
const fn steps((files, ranks): (i8, i8), is_ray: bool) -> Table {
    let mut table = [Cells::NONE; CELLS];
    let mut number = 0;
    while number < CELLS {
        let mut there = Cell::new(number as u8);
        while let Some(cell) = there {
            there = cell.step(files, ranks);
            if let Some(next) = there {
                table[number] = table[number].with(next);
            }
            if !is_ray {
                break;
            }
        }
        number += 1;
    }
    table
}

#[expect(clippy::indexing_slicing, reason = "an index below the length")]
const fn leaps_table() -> Table {
    let mut table = [Cells::NONE; CELLS];
    let mut way = 0;
    while way < LEAPS.len() {
        let one = steps(LEAPS[way], false);
        let mut number = 0;
        while number < CELLS {
            table[number] = table[number].or(one[number]);
            number += 1;
        }
        way += 1;
    }
    table
}

static RAYS: [Table; 8] = [
    steps(DIRECTIONS[0], true),
    steps(DIRECTIONS[1], true),
    steps(DIRECTIONS[2], true),
    steps(DIRECTIONS[3], true),
    steps(DIRECTIONS[4], true),
    steps(DIRECTIONS[5], true),
    steps(DIRECTIONS[6], true),
    steps(DIRECTIONS[7], true),
];
static LEAPT: Table = leaps_table();

/// The cells beyond a cell in a direction, up to the edge.
#[expect(clippy::indexing_slicing, reason = "eight directions, and a cell is below CELLS")]
pub(super) fn ray(from: Cell, direction: usize) -> Cells {
    RAYS[direction & 7][from.index()]
}

/// The first of these cells in a direction.
pub(super) fn first(from: Cell, direction: usize, among: Cells) -> Option<Cell> {
    let met = ray(from, direction).and(among);
    if direction < 4 { met.lowest() } else { met.highest() }
}

/// The cells that a 马 leaps to.
#[expect(clippy::indexing_slicing, reason = "a cell is below CELLS")]
pub(super) fn leaps(from: Cell) -> Cells {
    LEAPT[from.index()]
}

/// The cell just beyond a neighbour, seen from a cell; none: that is off the board.
pub(super) const fn beyond(from: Cell, over: Cell) -> Option<Cell> {
    let files = over.file() as i8 - from.file() as i8;
    let ranks = over.rank() as i8 - from.rank() as i8;
    over.step(files, ranks)
}
