//! Canonical bytes of a position: postcard of [`Wire`], whose lists have one entry for each piece,
//! army or seat of the game.

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Malformed, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::cells::Cell;
use crate::history::Seen;
use crate::piece::{KINDS, Kinds};
use crate::position::{FlagAt, Piece, Position, Stage};
use crate::rules::Rules;

const MALFORMED: Malformed = Malformed("position");

#[derive(Serialize, Deserialize)]
struct Wire {
    /// For each piece its cell and the kinds left to it; none: it is off the board.
    men: Vec<Option<(Cell, Kinds)>>,
    /// In flip the armies of the pieces on the board, by piece; none: face down. Otherwise empty.
    armies: Vec<Option<Seat>>,
    living: SeatSet,
    turn: Seat,
    flags: Vec<FlagAt>,
    down: [[u8; KINDS]; 2],
    colours: Option<Seat>,
    timeouts: Vec<u8>,
    quiet: u16,
    ply: u32,
    history: Vec<Seen>,
    stage: Stage,
}

impl Canon<Rules> for Position {
    fn encode_into(&self, out: &mut Vec<u8>) {
        let seats = usize::from(self.seats().len());
        let pieces = || self.men_of_all().map(|man| self.piece(man));
        let armies = pieces().filter(|piece| self.is_flip() && piece.cell.is_some());
        let wire = Wire {
            men: pieces().map(|piece| piece.cell.map(|cell| (cell, piece.kinds))).collect(),
            armies: armies.map(|piece| piece.army).collect(),
            living: self.living,
            turn: self.turn,
            flags: self.flags.iter().take(seats).copied().collect(),
            down: self.down,
            colours: self.colours,
            timeouts: self.timeouts.iter().take(seats).copied().collect(),
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
    let seats = usize::from(at.seats().len());
    let lists = [wire.flags.len(), wire.timeouts.len()];
    if wire.men.len() != at.men_of_all().count() || lists != [seats; 2] {
        return None;
    }
    let mut armies = wire.armies.into_iter();
    for (man, piece) in at.men_of_all().zip(wire.men) {
        let Some((cell, kinds)) = piece else { continue };
        let army = if at.is_flip() { armies.next()? } else { Some(man.seat()) };
        if !at.add(man, Piece { cell: Some(cell), army, kinds }) {
            return None;
        }
    }
    if armies.next().is_some() {
        return None;
    }
    for (army, flag) in at.all_armies().zip(wire.flags) {
        at.set_flag(army, flag);
    }
    for (slot, count) in at.timeouts.iter_mut().zip(wire.timeouts) {
        *slot = count;
    }
    at.living = wire.living;
    at.turn = wire.turn;
    at.down = wire.down;
    at.colours = wire.colours;
    at.quiet = wire.quiet;
    at.ply = wire.ply;
    at.history = wire.history;
    at.stage = wire.stage;
    Some(at)
}
