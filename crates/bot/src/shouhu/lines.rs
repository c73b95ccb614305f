//! The lines to the zones, as sets of cells.

use game::Seat;
use shouhu::{CELLS, Cell, Cells, neighbours};

/// The first four are those of 车, the others those of 象.
const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// From where pieces get to a cell in one move on an empty board.
pub(super) struct Target {
    pub(super) cell: Cell,
    /// On the lines of 车.
    pub(super) straight: Cells,
    /// On the lines of 象.
    pub(super) diagonal: Cells,
    /// By a leap of 马.
    pub(super) leaps: Cells,
    /// For each cell on a line those between.
    between: [Cells; CELLS],
}

impl Target {
    #[expect(clippy::indexing_slicing, reason = "an index below the length")]
    const fn new(cell: Cell) -> Self {
        let mut target = Self {
            cell,
            straight: Cells::NONE,
            diagonal: Cells::NONE,
            leaps: Cells::NONE,
            between: [Cells::NONE; CELLS],
        };
        let mut way = 0;
        while way < DIRECTIONS.len() {
            let (files, ranks) = DIRECTIONS[way];
            let mut passed = Cells::NONE;
            let mut there = cell.step(files, ranks);
            while let Some(on_line) = there {
                target.between[on_line.index()] = passed;
                passed = passed.with(on_line);
                there = on_line.step(files, ranks);
            }
            if way < 4 {
                target.straight = target.straight.or(passed);
            } else {
                target.diagonal = target.diagonal.or(passed);
            }
            let (files, ranks) = LEAPS[way];
            if let Some(landing) = cell.step(files, ranks) {
                target.leaps = target.leaps.with(landing);
            }
            way += 1;
        }
        target
    }

    /// Whether no cell of a line to it is taken.
    #[expect(clippy::indexing_slicing, reason = "a cell is below CELLS")]
    pub(super) fn is_open(&self, from: Cell, occupied: Cells) -> bool {
        self.between[from.index()].and(occupied).is_empty()
    }
}

/// The cells of each seat's zone.
static ZONES: [[Target; 4]; 2] = [zone_targets(0), zone_targets(7)];

const fn zone_targets(rank: u8) -> [Target; 4] {
    [target(3, rank), target(3, rank + 1), target(4, rank), target(4, rank + 1)]
}

const fn target(file: u8, rank: u8) -> Target {
    match Cell::at(file, rank) {
        Some(cell) => Target::new(cell),
        None => panic!("a cell of the board"),
    }
}

/// The cells of a seat's zone.
#[expect(clippy::indexing_slicing, reason = "0 or 1")]
pub(super) fn targets(zone_of: Seat) -> &'static [Target; 4] {
    &ZONES[zone_of.index() & 1]
}

/// The cells that a 马 leaps to.
pub(super) fn leaps(from: Cell) -> Cells {
    LEAPS.iter().filter_map(|(files, ranks)| from.step(*files, *ranks)).collect()
}

/// The cell just beyond a neighbour, seen from a cell; none: that is off the board.
pub(super) fn beyond(from: Cell, over: Cell) -> Option<Cell> {
    // As far again as numbers go. Where that leaves the board it either leaves the numbers too, or
    // ends on a cell that is nowhere near.
    let number = (2 * over.number()).checked_sub(from.number())?;
    Cell::new(number).filter(|landing| neighbours(over).has(*landing))
}

#[cfg(test)]
mod tests {
    use shouhu::zone;

    use super::*;

    #[test]
    fn targets_are_the_zones() {
        for seat in [0, 1].map(Seat::of) {
            let cells: Cells = targets(seat).iter().map(|target| target.cell).collect();
            assert_eq!(cells, zone(seat));
        }
    }
}
