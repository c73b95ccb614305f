//! What is kept of a position from move to move: a number that stands for it in the table of what
//! was found, and what its pieces are worth where they stand.

use game::Seat;
use shouhu::{CELLS, Cell, KINDS, Move, Occupant, Piece, Position, Stage, Win};

use super::worth;

/// So near to the quiet limit the same pieces mean something else.
const NEAR_LIMIT: u16 = 12;

/// Mixes bits (splitmix64): distinct numbers give unrelated ones.
const fn mixed(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// For each kind of each seat, and last for stones, a number for each cell.
static STANDS: [[u64; CELLS]; 2 * KINDS + 1] = stands();

#[expect(clippy::indexing_slicing, reason = "an index below the length")]
const fn stands() -> [[u64; CELLS]; 2 * KINDS + 1] {
    let mut table = [[0; CELLS]; 2 * KINDS + 1];
    let mut row = 0;
    while row < table.len() {
        let mut cell = 0;
        while cell < CELLS {
            table[row][cell] = mixed((row * CELLS + cell) as u64);
            cell += 1;
        }
        row += 1;
    }
    table
}

#[expect(clippy::indexing_slicing, reason = "two seats, and a cell is below CELLS")]
fn stands_on(there: Occupant, cell: Cell) -> u64 {
    let row = match there {
        Occupant::Piece(Piece { army, kind }) => (army.index() & 1) * KINDS + kind.index(),
        Occupant::Stone => 2 * KINDS,
    };
    STANDS[row][cell.index()]
}

/// What is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Trace {
    /// What stands where.
    cells: u64,
    /// See [`worth::of_places`].
    pub(super) places: i32,
}

impl Trace {
    pub(super) fn of(at: &Position) -> Self {
        let there = |cell| at.on(cell).map(|there| stands_on(there, cell));
        let cells = at.occupied().iter().filter_map(there).fold(0, |key, one| key ^ one);
        Self { cells, places: worth::of_places(at) }
    }

    /// After a move made at a position that this is the trace of.
    pub(super) fn after(mut self, at: &Position, mv: &Move) -> Self {
        match (*mv, at.stage()) {
            (Move::Go { from, to }, _) => {
                if let Some(captured) = at.on(to) {
                    self.change(captured, to, -1);
                }
                self.shift(at, from, to);
            }
            (Move::Return(to), Stage::Return(from)) => self.shift(at, *from, to),
            (Move::Drop(cell), Stage::Drop(piece)) => {
                self.change(Occupant::Piece(*piece), cell, 1);
            }
            (Move::Place { kind, cell }, _) => {
                self.change(Occupant::Piece(Piece { army: at.turn(), kind }), cell, 1);
            }
            (Move::Return(_) | Move::Drop(_), _) => {}
        }
        self
    }

    fn shift(&mut self, at: &Position, from: Cell, to: Cell) {
        if let Some(piece) = at.on(from) {
            self.change(piece, from, -1);
            self.change(piece, to, 1);
        }
    }

    fn change(&mut self, there: Occupant, cell: Cell, times: i32) {
        self.cells ^= stands_on(there, cell);
        if let Occupant::Piece(piece) = there {
            self.places += times * worth::signed(piece.army, worth::of_piece(piece, cell));
        }
    }
}

/// Everything that matters: what stands where, whose turn it is, the score, what is to be put down,
/// and how near an end by counting is.
pub(super) fn whole(trace: Trace, at: &Position) -> u64 {
    let [a, b] = [0, 1].map(|seat| u64::from(at.score(Seat::of(seat))));
    let held = match at.stage() {
        Stage::Drop(Piece { army, kind }) => 1 + (army.index() * KINDS + kind.index()) as u64,
        _ => 0,
    };
    let options = at.options();
    let ply = if options.win == Win::MostAfter { u64::from(at.ply().0) } else { 0 };
    let is_near = options.quiet_limit > 0 && at.quiet() + NEAR_LIMIT >= options.quiet_limit;
    let quiet = if is_near { u64::from(at.quiet()) } else { 0 };
    let turn = u64::from(at.turn().number() & 1);
    trace.cells ^ mixed(1 << 63 | quiet << 50 | ply << 37 | a << 25 | b << 13 | held << 1 | turn)
}

#[cfg(test)]
mod tests {
    use shouhu::{Options, Red, Rules};

    use super::*;
    use crate::dice::Dice;

    #[test]
    fn what_is_kept_from_move_to_move_is_what_is_found_anew() {
        let options = Options { red: Red::Seat1, goal: 50, ..Options::STANDARD };
        let mut at = Position::start(&Rules::new(&options).unwrap());
        let mut dice = Dice::new([4; 32]);
        let mut trace = Trace::of(&at);
        let mut steps = 0;
        while !at.is_over() {
            let mut moves = Vec::new();
            at.moves_into(&mut moves);
            let mv = dice.one_of(&moves).unwrap();
            trace = trace.after(&at, mv);
            at.play_unnoted(mv);
            assert_eq!(trace, Trace::of(&at), "{mv:?}");
            steps += 1;
        }
        assert!(steps > 100, "{steps}");
    }
}
