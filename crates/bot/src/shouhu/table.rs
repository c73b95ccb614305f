//! What was found of positions, in a table of a fixed size.

use shouhu::Move;

/// How many places the table has; a power of two.
const PLACES: usize = 1 << 16;

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is this.
    Exact,
    /// It is at least this.
    Least,
    /// It is at most this.
    Most,
}

/// What was found of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    key: u64,
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

/// The newest finding of each place stays.
pub(super) struct Table(Vec<Option<Found>>);

impl Table {
    pub(super) fn new() -> Self {
        Self(vec![None; PLACES])
    }

    pub(super) fn get(&self, key: u64) -> Option<Found> {
        let found = self.0.get(key as usize & (PLACES - 1)).copied().flatten();
        found.filter(|found| found.key == key)
    }

    pub(super) fn put(
        &mut self,
        key: u64,
        depth: i32,
        (value, bound): (i32, Bound),
        best: Option<Move>,
    ) {
        if let Some(place) = self.0.get_mut(key as usize & (PLACES - 1)) {
            *place = Some(Found { key, value, depth, bound, best });
        }
    }
}
