//! Import of `.jgs` files: recorded games of four seats in two sides, from the largest platform.
//!
//! A file is little-endian: the magic `QQGame JQS` and a zero; at 0x0f the role of who saved it; at
//! 0x10 0x18c; at 0x1a the count of records; from 0x20 four blocks of 88 bytes, one for each player:
//! colour, at 8 the name (20 bytes of GBK), at 28 the layout (30 bytes, row by row from the front);
//! from 0x19c records of ten bytes; then comments, which are not looked at. A record is
//!
//! | bytes | meaning |
//! |---|---|
//! | `5f b x y x y x y x y` | a move from and to; `b`: bits 0–2 0 no fight, 1 attacker stays, 2 attacker dies, 3 both die, bits 3–4 colour to move next, bit 6 the defender's Marshal died; then the flag cells shown, the attacker's and the defender's |
//! | `f5 02 c` | the time of colour `c` ran out |
//! | `f5 03 c r` | colour `c` is out: 1 flag, 2 no move, 4 surrender, others |
//! | `f5 04 c` | the player of colour `c` left |
//! | `f5 05 _ r` | the end: 2 a draw, 4 a win |
//!
//! Colours count in turn order: 0 orange, which moves first, 1 purple, 2 green, 3 blue. Block `n` is of
//! colour `-n` modulo 4. On our board blue is seat 0, orange 1, purple 2, green 3.

mod file;
mod follow;

use std::collections::BTreeMap;

use game::{Fault, Seat};

use crate::cells::Cell;
use crate::gametext::WholeGame;
use crate::layout::Layout;

/// The longest file that is looked at, in bytes.
pub const FILE_MAX: usize = 1 << 20;
/// So many differences are named; [`Imported::unnamed`] counts the rest.
pub const DIFFERENCES_MAX: usize = 500;

/// A file as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// Who saved it.
    pub viewer: Seat,
    /// Names of players; the colour where a name is not plain ASCII.
    pub names: BTreeMap<Seat, String>,
    /// All layouts; they are legal.
    pub layouts: BTreeMap<Seat, Layout>,
    /// What happened.
    pub records: Vec<Record>,
}

/// One record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// Where in the file, in bytes.
    pub offset: usize,
    /// What it says.
    pub what: Recorded,
}

/// What a record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recorded {
    /// A piece goes or attacks.
    Move(Going),
    /// The time of a turn ran out.
    Timeout(Seat),
    /// A seat is out.
    Out(Seat, Reason),
    /// A player left; that alone puts nobody out.
    Left(Seat),
    /// The end.
    End {
        /// A draw; else a win.
        is_draw: bool,
    },
}

/// A recorded move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Going {
    /// From where.
    pub from: Cell,
    /// To where.
    pub to: Cell,
    /// Whether there was a fight.
    pub is_fight: bool,
    /// The attacker died.
    pub attacker_dies: bool,
    /// The defender died.
    pub defender_dies: bool,
    /// The defender was a Marshal and died.
    pub is_marshal: bool,
    /// Where the flags are that were shown, the attacker's and the defender's.
    pub flags: [Option<Cell>; 2],
}

/// Why a seat is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Its flag was lost.
    Flag,
    /// It could not move.
    Stuck,
    /// It gave up.
    Surrender,
    /// Something else.
    Other,
}

/// What came of an import.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    /// The file as it was read.
    pub replay: Replay,
    /// Where the preset `qq-4p` differs: moves that it refuses, fights that end otherwise, flags, ends;
    /// each at its record and byte. A record after which our rules see no way to go on is the last one
    /// followed.
    pub differences: Vec<Fault>,
    /// Differences beyond [`DIFFERENCES_MAX`].
    pub unnamed: usize,
    /// The game as text ([`crate::gametext`]), with the source 'imported, not signed'. What our rules
    /// refuse is in lines that end in ` !`.
    pub text: String,
    /// The same game, if our rules refuse nothing.
    pub game: Option<WholeGame>,
}

/// Reads a file and follows it under the preset `qq-4p`.
///
/// # Errors
/// Every fault of the file, each at its byte. A game that our rules see otherwise is no fault of the
/// file: that is told by [`Imported::differences`].
pub fn import(bytes: &[u8]) -> Result<Imported, Vec<Fault>> {
    Ok(follow::follow(file::read(bytes)?))
}

/// The seat of a colour in turn order from orange.
const fn seat_of_colour(colour: u8) -> Seat {
    Seat::of((colour + 1) % 4)
}

/// The seat of a block.
const fn seat_of_block(block: u8) -> Seat {
    seat_of_colour((4 - block) % 4)
}

/// A seat's colour.
const fn colour_name(seat: Seat) -> &'static str {
    match seat.number() {
        0 => "blue",
        1 => "orange",
        2 => "purple",
        _ => "green",
    }
}
