//! The ways of a 兵: by which hops it gets to each cell.

use std::collections::VecDeque;

use crate::board::DIRECTIONS;
use crate::cells::{CELLS, Cell};
use crate::piece::Kind;
use crate::position::Position;

/// For one 兵 the shortest way to each cell that it can hop to; of several shortest ones that whose
/// cells come first in alphabetical order. The ways form a tree: every beginning of one is one.
#[derive(Clone, Debug)]
pub struct Hops {
    start: Cell,
    /// For each cell that can be reached the one before it.
    before: [Option<Cell>; CELLS],
}

impl Hops {
    fn before(&self, cell: Cell) -> Option<Cell> {
        self.before.get(cell.index()).copied().flatten()
    }

    /// The cells of the way to a cell, from start to end; none: no hops lead there.
    pub fn way(&self, to: Cell) -> Option<Vec<Cell>> {
        let mut way = vec![to];
        let mut cell = self.before(to)?;
        while cell != self.start {
            way.push(cell);
            cell = self.before(cell)?;
        }
        way.push(cell);
        way.reverse();
        Some(way)
    }

    /// Whether the way to `to` leads over `over`, with more hops to come.
    pub(crate) fn leads_over(&self, over: Cell, to: Cell) -> bool {
        let mut cell = self.before(to);
        while let Some(there) = cell {
            if there == over {
                return true;
            }
            cell = self.before(there);
        }
        false
    }
}

impl Position {
    /// The ways of the 兵 on a cell; none: there is no 兵.
    pub fn hops(&self, start: Cell) -> Option<Hops> {
        if self.kind(start) != Some(Kind::Soldier) {
            return None;
        }
        let lenders = self.lenders();
        let occupied = self.occupied();
        let mut hops = Hops { start, before: [None; CELLS] };
        // Cells wait in the order of their ways: by length, then alphabetically. So the first way that
        // is found to a cell is the one.
        let mut todo = VecDeque::from([start]);
        while let Some(from) = todo.pop_front() {
            let landing = |(files, ranks): (i8, i8)| {
                let over = from.step(files, ranks).filter(|over| lenders.has(*over))?;
                over.step(files, ranks)
            };
            let mut landings: Vec<Cell> = DIRECTIONS.into_iter().filter_map(landing).collect();
            landings.sort_unstable();
            for to in landings {
                let Some(slot) = hops.before.get_mut(to.index()) else { continue };
                if to == start || slot.is_some() {
                    continue;
                }
                *slot = Some(from);
                if !occupied.has(to) {
                    todo.push_back(to);
                }
            }
        }
        Some(hops)
    }
}
