//! Canonical bytes of a position: postcard of [`Wire`].

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Malformed, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::board;
use crate::cells::CELLS;
use crate::history::Seen;
use crate::position::{Position, Stage};
use crate::rules::Rules;

const MALFORMED: Malformed = Malformed("position");

#[derive(Serialize, Deserialize)]
struct Wire {
    /// For each cell: 0 nothing, 1 a stone, from 2 on six kinds for each seat.
    cells: Vec<u8>,
    living: SeatSet,
    red: Option<Seat>,
    turn: Seat,
    score: [u16; 2],
    quiet: u16,
    ply: u32,
    history: Vec<Seen>,
    stage: Stage,
}

impl Canon<Rules> for Position {
    fn encode_into(&self, out: &mut Vec<u8>) {
        let wire = Wire {
            cells: self.codes().to_vec(),
            living: self.living,
            red: self.red,
            turn: self.turn,
            score: self.score,
            quiet: self.quiet,
            ply: self.ply,
            history: self.history.clone(),
            stage: self.stage,
        };
        to_bytes(&wire, out);
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        let wire: Wire = from_bytes("position", bytes)?;
        let position = position(rules, wire).ok_or(MALFORMED)?;
        if position.faults().is_empty() { Ok(position) } else { Err(MALFORMED) }
    }
}

fn position(rules: &Rules, wire: Wire) -> Option<Position> {
    let mut at = Position::empty(rules);
    if wire.cells.len() != CELLS {
        return None;
    }
    for (cell, code) in board::ALL.iter().zip(wire.cells) {
        at.add(cell, code)?;
    }
    at.living = wire.living;
    at.red = wire.red;
    at.turn = wire.turn;
    at.score = wire.score;
    at.quiet = wire.quiet;
    at.ply = wire.ply;
    at.history = wire.history;
    at.stage = wire.stage;
    Some(at)
}
