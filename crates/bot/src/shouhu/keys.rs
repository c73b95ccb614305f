//! A number that stands for a position in the table of what was found.

use game::Seat;
use shouhu::{CELLS, Cell, KINDS, Move, Occupant, Piece, Position, Stage, Win};

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

/// What stands where.
pub(super) fn cells(at: &Position) -> u64 {
    let there = |cell| at.on(cell).map(|there| stands_on(there, cell));
    at.occupied().iter().filter_map(there).fold(0, |key, one| key ^ one)
}

/// What stands where after a move, from what stood where before it.
pub(super) fn cells_after(before: u64, at: &Position, mv: &Move) -> u64 {
    let moved = |from: Cell, to: Cell| {
        let there = at.on(from);
        there.map_or(0, |piece| stands_on(piece, from) ^ stands_on(piece, to))
    };
    let change = match (*mv, at.stage()) {
        (Move::Go { from, to }, _) => {
            moved(from, to) ^ at.on(to).map_or(0, |captured| stands_on(captured, to))
        }
        (Move::Return(to), Stage::Return(from)) => moved(*from, to),
        (Move::Drop(cell), Stage::Drop(piece)) => stands_on(Occupant::Piece(*piece), cell),
        (Move::Place { kind, cell }, _) => {
            stands_on(Occupant::Piece(Piece { army: at.turn(), kind }), cell)
        }
        (Move::Return(_) | Move::Drop(_), _) => 0,
    };
    before ^ change
}

/// Everything that matters: what stands where, whose turn it is, the score, what is to be put down,
/// and how near an end by counting is.
pub(super) fn whole(cells: u64, at: &Position) -> u64 {
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
    cells ^ mixed(1 << 63 | quiet << 50 | ply << 37 | a << 25 | b << 13 | held << 1 | turn)
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
        let mut key = cells(&at);
        let mut steps = 0;
        while !at.is_over() {
            let mut moves = Vec::new();
            at.moves_into(&mut moves);
            let mv = dice.one_of(&moves).unwrap();
            key = cells_after(key, &at, mv);
            at.play_unnoted(mv);
            assert_eq!(key, cells(&at), "{mv:?}");
            steps += 1;
        }
        assert!(steps > 100, "{steps}");
    }
}
