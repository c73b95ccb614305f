//! Moves in notation.
//!
//! ```text
//! move = cell ( "-" | "x" ) cell    go, attack
//!      | "*" cell                   turn up the piece that lies there
//!      | "stuck"                    none of my pieces can move
//! cell = field row column           06b: field 0, last row, second column from the owner's left
//!      | "C" field | "M" field      corner after, middle before that field
//!      | "H"                        the hub
//! ```
//! Reading takes `-` and `x` for each other, for it says nothing of legality.

use game::Fault;

use crate::action::Move;
use crate::board::Board;
use crate::cells::Cell;
use crate::position::Position;

/// The longest move there is fits; longer text is not looked at.
const MOVE_MAX: usize = 16;

/// A move in notation.
pub fn write_move(at: &Position, mv: &Move) -> String {
    let name = |cell: Cell| at.board().name(cell);
    match *mv {
        Move::Go { from, to } => {
            let mark = if at.on(to).is_some() { 'x' } else { '-' };
            format!("{}{mark}{}", name(from), name(to))
        }
        Move::Flip(cell) => format!("*{}", name(cell)),
        Move::Stuck => "stuck".to_owned(),
    }
}

/// Reads what [`write_move`] wrote; says nothing of legality.
///
/// # Errors
/// What is wrong, with the part of the text where it is.
pub fn read_move(at: &Position, text: &str) -> Result<Move, Fault> {
    if text.len() > MOVE_MAX {
        return Err(Fault::new("move", format!("longer than {MOVE_MAX} bytes")));
    }
    let board = at.board();
    if text == "stuck" {
        return Ok(Move::Stuck);
    }
    if let Some(name) = text.strip_prefix('*') {
        return Ok(Move::Flip(cell(board, name)?));
    }
    let Some((from, to)) = text.split_once(['-', 'x']) else {
        let reason = "a move is as 05a-04a, 05ax15a, *05a or stuck";
        return Err(Fault::new(text, reason));
    };
    Ok(Move::Go { from: cell(board, from)?, to: cell(board, to)? })
}

fn cell(board: &Board, name: &str) -> Result<Cell, Fault> {
    board.find(name).ok_or_else(|| {
        Fault::new(name, "no such cell; one is named as 06b (field, row from the front, column)")
    })
}
