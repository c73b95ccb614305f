//! The board: halves, river, zones, and the lines along which pieces go, as constants.

use game::{BoardNode, Ground, Seat};

use crate::cells::{CELLS, Cell, Cells, FILES, RANKS};

/// The river's rank, counted from 0.
pub(crate) const RIVER_RANK: u8 = 4;

/// The eight directions as files and ranks. Along the first four the numbers of cells rise, along
/// the last four they fall; the first two of each are those of 车, the others those of 象.
pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
/// Where those of 车 stand in [`DIRECTIONS`].
pub(crate) const STRAIGHT: [usize; 4] = [0, 1, 4, 5];
/// Where those of 象 stand in [`DIRECTIONS`].
pub(crate) const DIAGONAL: [usize; 4] = [2, 3, 6, 7];
/// The leaps of 马.
pub(crate) const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Every cell of a rectangle: its files and ranks, counted from 0, the last ones included.
const fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Cells {
    let mut cells = Cells::NONE;
    let mut file = files.0;
    while file <= files.1 {
        let mut rank = ranks.0;
        while rank <= ranks.1 {
            if let Some(cell) = Cell::at(file, rank) {
                cells = cells.with(cell);
            }
            rank += 1;
        }
        file += 1;
    }
    cells
}

const HALVES: [Cells; 2] =
    [rectangle((0, FILES - 1), (0, RIVER_RANK - 1)), rectangle((0, FILES - 1), (5, RANKS - 1))];
const ZONES: [Cells; 2] = [rectangle((3, 4), (0, 1)), rectangle((3, 4), (7, 8))];
/// The river.
pub const RIVER: Cells = rectangle((0, FILES - 1), (RIVER_RANK, RIVER_RANK));
/// The whole board.
pub const ALL: Cells = rectangle((0, FILES - 1), (0, RANKS - 1));
/// Both zones.
pub(crate) const BOTH_ZONES: Cells = zone(Seat::of(0)).or(zone(Seat::of(1)));

/// The half of a seat: ranks 1 to 4 for seat 0, ranks 6 to 9 for the other.
#[expect(clippy::indexing_slicing, reason = "0 or 1")]
pub const fn half(seat: Seat) -> Cells {
    HALVES[seat.index() & 1]
}

/// The forbidden zone of a seat, in its half.
#[expect(clippy::indexing_slicing, reason = "0 or 1")]
pub const fn zone(seat: Seat) -> Cells {
    ZONES[seat.index() & 1]
}

/// The other of the two seats.
pub const fn other(seat: Seat) -> Seat {
    Seat::of(1 - (seat.number() & 1))
}

/// The cells of the river on these files, a bit for each.
pub(crate) const fn stones(files: u8) -> Cells {
    let mut cells = Cells::NONE;
    let mut file = 0;
    while file < FILES {
        if let (Some(cell), 1) = (Cell::at(file, RIVER_RANK), files >> file & 1) {
            cells = cells.with(cell);
        }
        file += 1;
    }
    cells
}

/// A set of cells for each cell.
type Table = [Cells; CELLS];

/// The cells beyond each cell in a direction, up to the edge.
#[expect(clippy::indexing_slicing, reason = "an index below the length")]
const fn rays((files, ranks): (i8, i8)) -> Table {
    let mut table = [Cells::NONE; CELLS];
    let mut number = 0;
    while number < CELLS {
        let mut there = Cell::new(number as u8);
        while let Some(cell) = there {
            there = cell.step(files, ranks);
            if let Some(next) = there {
                table[number] = table[number].with(next);
            }
        }
        number += 1;
    }
    table
}

/// The cells to which eight steps lead from each cell.
#[expect(clippy::indexing_slicing, reason = "an index below the length")]
const fn around(steps: &[(i8, i8); 8]) -> Table {
    let mut table = [Cells::NONE; CELLS];
    let mut number = 0;
    while number < CELLS {
        let mut way = 0;
        while way < steps.len() {
            let (files, ranks) = steps[way];
            if let Some(cell) = Cell::new(number as u8)
                && let Some(there) = cell.step(files, ranks)
            {
                table[number] = table[number].with(there);
            }
            way += 1;
        }
        number += 1;
    }
    table
}

static RAYS: [Table; 8] = [
    rays(DIRECTIONS[0]),
    rays(DIRECTIONS[1]),
    rays(DIRECTIONS[2]),
    rays(DIRECTIONS[3]),
    rays(DIRECTIONS[4]),
    rays(DIRECTIONS[5]),
    rays(DIRECTIONS[6]),
    rays(DIRECTIONS[7]),
];
static NEIGHBOURS: Table = around(&DIRECTIONS);
static LEAPT: Table = around(&LEAPS);

/// The cells beyond a cell in a direction, up to the edge.
#[expect(clippy::indexing_slicing, reason = "eight directions, and a cell is below CELLS")]
pub(crate) fn ray(from: Cell, direction: usize) -> Cells {
    RAYS[direction & 7][from.index()]
}

/// The member of a part of a ray that is nearest to where the ray begins.
pub(crate) const fn nearest(on_ray: Cells, direction: usize) -> Option<Cell> {
    if direction < 4 { on_ray.lowest() } else { on_ray.highest() }
}

/// The up to eight cells that touch a cell by an edge or a corner.
#[expect(clippy::indexing_slicing, reason = "a cell is below CELLS")]
pub fn neighbours(cell: Cell) -> Cells {
    NEIGHBOURS[cell.index()]
}

/// The cells that a 马 leaps to.
#[expect(clippy::indexing_slicing, reason = "a cell is below CELLS")]
pub(crate) fn leaps(from: Cell) -> Cells {
    LEAPT[from.index()]
}

/// The cell just beyond a neighbour, seen from a cell; none: that is off the board.
pub(crate) fn beyond(from: Cell, over: Cell) -> Option<Cell> {
    // As far again as numbers go. Where that leaves the board it either leaves the numbers too, or
    // ends on a cell that is nowhere near.
    let number = (2 * over.number()).checked_sub(from.number())?;
    Cell::new(number).filter(|landing| neighbours(over).has(*landing))
}

/// The drawing.
pub(crate) fn drawing() -> game::Board {
    let node = |cell: Cell| {
        let (file, row) = (cell.file(), RANKS - 1 - cell.rank());
        let ground = match () {
            () if RIVER.has(cell) => Ground::River,
            () if BOTH_ZONES.has(cell) => Ground::Zone,
            () => Ground::Plain,
        };
        BoardNode {
            ground,
            name: cell.to_string(),
            plane: (i16::from(file) * 100 + 50, i16::from(row) * 100 + 50),
            print: (0, row, file),
            home: [0, 1].map(Seat::of).into_iter().find(|seat| half(*seat).has(cell)),
        }
    };
    let links = ALL.iter().flat_map(|cell| {
        let ahead = [(0, 1), (1, 0)].into_iter();
        let next = ahead.filter_map(move |(files, ranks)| cell.step(files, ranks));
        next.map(move |next| (cell.node(), next.node()))
    });
    game::Board {
        nodes: ALL.iter().map(node).collect(),
        links: links.collect(),
        sheets: vec!["8x9".into()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_river_and_zones_are_those_of_the_rules() {
        let sizes = [half(Seat::of(0)), half(Seat::of(1)), RIVER, ALL, BOTH_ZONES].map(Cells::len);
        assert_eq!(sizes, [32, 32, 8, 72, 8]);
        let names = |cells: Cells| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
        assert_eq!(names(zone(Seat::of(0))), ["d1", "d2", "e1", "e2"]);
        assert_eq!(names(zone(Seat::of(1))), ["d8", "d9", "e8", "e9"]);
        assert_eq!(names(stones(0b0101_1010)), ["b5", "d5", "e5", "g5"]);
        for cell in ALL.iter() {
            let mirrored = half(Seat::of(1)).has(cell.mirrored());
            assert_eq!(half(Seat::of(0)).has(cell), mirrored, "{cell}");
        }
    }

    #[test]
    fn lines_lead_back() {
        for cell in ALL.iter() {
            for direction in 0..8 {
                let back = (direction + 4) % 8;
                for there in ray(cell, direction).iter() {
                    assert!(ray(there, back).has(cell), "{cell} {there}");
                    assert_eq!(there > cell, direction < 4);
                }
            }
            assert!(leaps(cell).iter().all(|there| leaps(there).has(cell)));
            assert!(neighbours(cell).iter().all(|there| neighbours(there).has(cell)));
        }
        let e5 = Cell::read("e5").unwrap();
        assert_eq!((neighbours(e5).len(), leaps(e5).len()), (8, 8));
        assert_eq!(leaps(Cell::read("a1").unwrap()).len(), 2);
    }

    #[test]
    fn beyond_a_neighbour_is_the_next_cell_of_the_line() {
        for from in ALL.iter() {
            for (files, ranks) in DIRECTIONS {
                let Some(over) = from.step(files, ranks) else { continue };
                assert_eq!(beyond(from, over), over.step(files, ranks), "{from} {over}");
            }
        }
    }

    #[test]
    fn the_drawing_has_every_edge_once() {
        let board = drawing();
        assert_eq!((board.nodes.len(), board.links.len()), (72, 7 * 9 + 8 * 8));
        let of = |ground| board.nodes.iter().filter(|node| node.ground == ground).count();
        assert_eq!([Ground::River, Ground::Zone, Ground::Plain].map(of), [8, 8, 56]);
    }
}
