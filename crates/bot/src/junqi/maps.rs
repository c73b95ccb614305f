//! How far it is from each cell to a target.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use junqi::{Board, CELLS_MAX, Cell};

/// No way leads there.
pub(crate) const FAR: u8 = u8::MAX;

/// A number for each cell.
#[derive(Clone, Debug)]
pub(crate) struct Map([u8; CELLS_MAX]);

impl Map {
    /// Steps from each cell to the nearest of the targets. Passing a cell costs its toll beside the
    /// step; [`FAR`]: it cannot be passed.
    pub(crate) fn to(
        board: &Board,
        targets: impl IntoIterator<Item = Cell>,
        toll: impl Fn(Cell) -> u8,
    ) -> Self {
        let mut map = Self([FAR; CELLS_MAX]);
        let mut open = BinaryHeap::with_capacity(256);
        for target in targets {
            map.set(target, 0);
            open.push(Reverse((0u8, target)));
        }
        while let Some(Reverse((steps, cell))) = open.pop() {
            if steps > map.at(cell) {
                continue;
            }
            let toll = if steps == 0 { 0 } else { toll(cell) };
            let cost = steps.saturating_add(toll).saturating_add(1);
            for near in board.near(cell).iter() {
                if toll < FAR && cost < map.at(near) {
                    map.set(near, cost);
                    open.push(Reverse((cost, near)));
                }
            }
        }
        map
    }

    /// The number of a cell.
    pub(crate) fn at(&self, cell: Cell) -> u8 {
        self.0.get(cell.index()).copied().unwrap_or(FAR)
    }

    fn set(&mut self, cell: Cell, steps: u8) {
        if let Some(slot) = self.0.get_mut(cell.index()) {
            *slot = steps;
        }
    }
}
