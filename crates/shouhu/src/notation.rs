//! Moves in notation.
//!
//! ```text
//! move  = cell "-" cell               a piece goes
//!       | cell { "-" cell } "-" cell  a 兵 hops on: start, the cells between, end
//!       | "@" cell                    the captured piece is put down
//!       | "^" cell                    the piece that scored is sent back
//!       | kind "*" cell               a piece is placed
//! kind  = "R" 车 | "N" 马 | "C" 炮 | "B" 象 | "A" 士 | "P" 兵
//! cell  = file rank                   a1 to h9
//! ```
//! A move is named by start and end. Written are the hops of the shortest way, of several shortest
//! ones of that which comes first in alphabetical order; read is any way that the hops can take, or
//! none. Otherwise reading says nothing of legality.

use game::Fault;

use crate::action::Move;
use crate::cells::{CELLS, Cell};
use crate::piece::Kind;
use crate::position::Position;

/// A way over every cell fits; longer text is not looked at.
const MOVE_MAX: usize = 3 * CELLS;

/// A move in notation.
pub fn write_move(at: &Position, mv: &Move) -> String {
    match *mv {
        Move::Place { kind, cell } => format!("{}*{cell}", kind.letter()),
        Move::Return(cell) => format!("^{cell}"),
        Move::Drop(cell) => format!("@{cell}"),
        Move::Go { from, to } => {
            let way = at.hops(from).and_then(|hops| hops.way(to)).unwrap_or_else(|| vec![from, to]);
            let names: Vec<String> = way.iter().map(Cell::to_string).collect();
            names.join("-")
        }
    }
}

/// Reads what [`write_move`] wrote.
///
/// # Errors
/// Everything that is wrong, each at the part of the text where it is.
pub fn read_move(at: &Position, text: &str) -> Result<Move, Vec<Fault>> {
    if text.len() > MOVE_MAX {
        return Err(vec![Fault::new("move", format!("longer than {MOVE_MAX} bytes"))]);
    }
    if let Some(name) = text.strip_prefix('@') {
        return Ok(Move::Drop(cell(name).map_err(|fault| vec![fault])?));
    }
    if let Some(name) = text.strip_prefix('^') {
        return Ok(Move::Return(cell(name).map_err(|fault| vec![fault])?));
    }
    if let Some((letter, name)) = text.split_once('*') {
        return read_place(letter, name);
    }
    let parts: Vec<&str> = text.split('-').collect();
    if parts.len() < 2 {
        let reason = "a move is as a1-b3, @c3 (drop), ^c3 (return) or R*c3 (placement)";
        return Err(vec![Fault::new(text, reason)]);
    }
    let mut faults = Vec::new();
    let mut way = Vec::new();
    for part in parts {
        match cell(part) {
            Ok(cell) => way.push(cell),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        faults = hop_faults(at, &way);
    }
    match (way.as_slice(), faults.is_empty()) {
        ([from, .., to], true) => Ok(Move::Go { from: *from, to: *to }),
        _ => Err(faults),
    }
}

fn read_place(letter: &str, name: &str) -> Result<Move, Vec<Fault>> {
    let mut signs = letter.chars();
    let kind = signs.next().and_then(Kind::from_letter).filter(|_| signs.next().is_none());
    let kind = kind.ok_or_else(|| {
        let known: String = Kind::ALL.iter().map(|kind| kind.letter()).collect();
        Fault::new(letter, format!("no such piece; there are {known}"))
    });
    match (kind, cell(name)) {
        (Ok(kind), Ok(cell)) => Ok(Move::Place { kind, cell }),
        (kind, cell) => Err(kind.err().into_iter().chain(cell.err()).collect()),
    }
}

/// What is wrong with the cells between start and end, if any are named.
fn hop_faults(at: &Position, way: &[Cell]) -> Vec<Fault> {
    let [start, _, _, ..] = way else { return Vec::new() };
    if at.kind(*start) != Some(Kind::Soldier) {
        let reason = "only a 兵 hops over several cells; write start and end";
        return vec![Fault::new(start.to_string(), reason)];
    }
    let mut faults = Vec::new();
    for (place, (from, to)) in way.iter().zip(way.iter().skip(1)).enumerate() {
        let before = way.iter().take(place + 1);
        let reason = if before.clone().any(|cell| cell == to) {
            "a 兵 enters no cell twice"
        } else if !at.is_hop(*from, *to) {
            "no hop leads there from the cell before"
        } else if place + 2 < way.len() && at.on(*to).is_some() {
            "something stands there: the hops end with its capture"
        } else {
            continue;
        };
        faults.push(Fault::new(to.to_string(), reason));
    }
    faults
}

fn cell(name: &str) -> Result<Cell, Fault> {
    Cell::read(name).ok_or_else(|| Fault::new(name, "no cell of that name; they are a1 to h9"))
}
