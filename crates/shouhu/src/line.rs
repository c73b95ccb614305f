//! A position in one line that names its viewer: the fields below, `name=value`, in this order.
//!
//! | field | value |
//! |---|---|
//! | `viewer` | seat, or `-`: anybody |
//! | `cells` | ranks 9 to 1 with `/` between them, files a to h: a letter for a piece, a capital for seat 0; `*` a stone; a digit for so many free cells |
//! | `red` | the seat that has red, or `-`: not tossed yet |
//! | `turn` | seat |
//! | `score` | the points of each seat, with a comma |
//! | `quiet`, `ply` | numbers |
//! | `living` | seats as digits, or `-`: nobody |
//! | `history` | digests as hex with commas; `-`: none |
//! | `stage` | `toss` · `setup` · `placing` · `return:CELL` · `turn` · `drop:LETTER` · `won:SEAT` · `drawn` |

use std::str::FromStr;

use game::{Fault, Outcome, Seat, SeatSet};

use crate::cells::{Cell, FILES, RANKS};
use crate::history::{HISTORY_MAX, Seen};
use crate::piece::{Occupant, Piece};
use crate::position::{Position, Stage};
use crate::rules::{Rules, SEATS};

const FIELDS: [&str; 10] =
    ["viewer", "cells", "red", "turn", "score", "quiet", "ply", "living", "history", "stage"];

/// A long history makes a long line; nothing longer is looked at.
const LINE_MAX: usize = 33 * HISTORY_MAX + 512;

const STONE: char = '*';

/// The position in one line.
pub(crate) fn write_position(at: &Position, viewer: Option<Seat>) -> String {
    let [a, b] = at.score;
    let history: Vec<String> = at.history.iter().map(Seen::write).collect();
    let values = [
        write_seat(viewer),
        write_cells(at),
        write_seat(at.red),
        at.turn.to_string(),
        format!("{a},{b}"),
        at.quiet.to_string(),
        at.ply.to_string(),
        write_seats(at.living),
        if history.is_empty() { "-".to_owned() } else { history.join(",") },
        write_stage(at),
    ];
    let fields = FIELDS.iter().zip(values).map(|(field, value)| format!("{field}={value}"));
    fields.collect::<Vec<_>>().join(" ")
}

fn write_seat(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "-".to_owned(), |seat| seat.to_string())
}

fn write_seats(seats: SeatSet) -> String {
    if seats.is_empty() {
        return "-".into();
    }
    seats.iter().map(|seat| seat.to_string()).collect()
}

fn write_cells(at: &Position) -> String {
    let rank = |rank: u8| {
        let cells = (0..FILES).filter_map(|file| Cell::at(file, rank));
        let signs = cells.map(|cell| at.on(cell).map(sign));
        write_rank(&signs.collect::<Vec<_>>())
    };
    (0..RANKS).rev().map(rank).collect::<Vec<_>>().join("/")
}

fn write_rank(signs: &[Option<char>]) -> String {
    let mut text = String::new();
    for run in signs.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run {
            [Some(sign)] => text.push(*sign),
            _ => text += &run.len().to_string(),
        }
    }
    text
}

fn sign(there: Occupant) -> char {
    match there {
        Occupant::Stone => STONE,
        Occupant::Piece(piece) => piece.letter(),
    }
}

fn write_stage(at: &Position) -> String {
    match at.stage {
        Stage::First => "toss".into(),
        Stage::SetUp => "setup".into(),
        Stage::Placing => "placing".into(),
        Stage::Return(cell) => format!("return:{cell}"),
        Stage::Turn => "turn".into(),
        Stage::Drop(piece) => format!("drop:{}", piece.letter()),
        Stage::Over(Outcome::Won(seats)) => format!("won:{}", write_seats(seats)),
        Stage::Over(Outcome::Drawn(_)) => "drawn".into(),
    }
}

/// Reads what [`write_position`] wrote.
///
/// # Errors
/// Every fault at once, each at its cell, rank or field.
pub(crate) fn read_position(
    rules: &Rules,
    text: &str,
) -> Result<(Position, Option<Seat>), Vec<Fault>> {
    if text.len() > LINE_MAX {
        let reason = format!("longer than {LINE_MAX} bytes");
        return Err(vec![Fault::new("position", reason)]);
    }
    let mut reader = Reader { at: Position::empty(rules), viewer: None, faults: Vec::new() };
    let mut parts = text.split(' ');
    for field in FIELDS {
        let part = parts.next().and_then(|part| part.split_once('='));
        match part.filter(|(name, _)| *name == field) {
            Some((_, value)) if reader.field(field, value).is_none() => {
                let reason = format!("'{value}' is not {}", expected(field));
                reader.faults.push(Fault::new(field, reason));
            }
            Some(_) => {}
            None => reader.faults.push(Fault::new(field, "expected here, as name=value")),
        }
    }
    if parts.next().is_some() {
        reader.faults.push(Fault::new("position", "nothing comes after the stage"));
    }
    if reader.faults.is_empty() {
        reader.faults = reader.at.faults();
    }
    if reader.faults.is_empty() { Ok((reader.at, reader.viewer)) } else { Err(reader.faults) }
}

fn expected(field: &str) -> &'static str {
    match field {
        "viewer" | "red" => "0, 1 or -",
        "cells" => "nine ranks with / between them, rank 9 first",
        "turn" => "0 or 1",
        "score" => "the points of both seats, as 0,0",
        "quiet" | "ply" => "a number",
        "living" => "seats in ascending order, or -",
        "history" => "digests as hex with commas, or -",
        _ => "toss, setup, placing, return:CELL, turn, drop:LETTER, won:SEAT or drawn",
    }
}

struct Reader {
    at: Position,
    viewer: Option<Seat>,
    faults: Vec<Fault>,
}

impl Reader {
    /// Takes a field over; none: the value cannot be read.
    fn field(&mut self, field: &str, value: &str) -> Option<()> {
        match field {
            "viewer" => self.viewer = seat_or_none(value)?,
            "cells" => self.cells(value)?,
            "red" => self.at.red = seat_or_none(value)?,
            "turn" => self.at.turn = seat(value)?,
            "score" => {
                let (a, b) = value.split_once(',')?;
                self.at.score = [number(a)?, number(b)?];
            }
            "quiet" => self.at.quiet = number(value)?,
            "ply" => self.at.ply = number(value)?,
            "living" => self.at.living = seats(value)?,
            "history" if value == "-" => {}
            "history" => {
                let seen: Option<Vec<Seen>> = value.split(',').map(Seen::read).collect();
                self.at.history = seen?;
            }
            _ => self.at.stage = stage(value)?,
        }
        Some(())
    }

    /// Takes the ranks over, and notes what is wrong in each.
    fn cells(&mut self, value: &str) -> Option<()> {
        if value.split('/').count() != usize::from(RANKS) {
            return None;
        }
        for (rank, text) in (0..RANKS).rev().zip(value.split('/')) {
            self.rank(rank, text);
        }
        Some(())
    }

    fn rank(&mut self, rank: u8, text: &str) {
        let place = format!("rank {}", rank + 1);
        let mut signs: Vec<Option<char>> = Vec::new();
        for sign in text.chars().take(1 + usize::from(FILES)) {
            match sign.to_digit(10) {
                Some(free) => signs.extend((0..free).map(|_| None)),
                None => signs.push(Some(sign)),
            }
        }
        let is_known = |sign: char| sign == STONE || Piece::from_letter(sign).is_some();
        let unknown = signs.iter().flatten().filter(|sign| !is_known(**sign));
        let unknown: Vec<String> = unknown.map(|sign| format!("{sign:?}")).collect();
        let count = signs.len();
        if !unknown.is_empty() {
            let reason =
                format!("no such piece: {}; there are RNCBAP, rncbap, *", unknown.join(" "));
            self.faults.push(Fault::new(place.as_str(), reason));
        }
        if count != usize::from(FILES) {
            self.faults.push(Fault::new(place.as_str(), format!("{count} cells instead of 8")));
        } else if write_rank(&signs) != text {
            let reason = "free cells side by side are one digit";
            self.faults.push(Fault::new(place.as_str(), reason));
        }
        for (file, sign) in (0..FILES).zip(signs) {
            let (Some(cell), Some(sign)) = (Cell::at(file, rank), sign) else { continue };
            match Piece::from_letter(sign) {
                Some(piece) => self.at.put(cell, piece),
                None => self.at.stones = self.at.stones.with(cell),
            }
        }
    }
}

fn seat(text: &str) -> Option<Seat> {
    number::<u8>(text).and_then(Seat::new).filter(|seat| SEATS.has(*seat))
}

fn seat_or_none(text: &str) -> Option<Option<Seat>> {
    if text == "-" { Some(None) } else { seat(text).map(Some) }
}

fn seats(text: &str) -> Option<SeatSet> {
    let mut seats = SeatSet::EMPTY;
    if text != "-" {
        for sign in text.chars() {
            seats = seats.with(seat(sign.encode_utf8(&mut [0; 4]))?);
        }
    }
    (text == write_seats(seats)).then_some(seats)
}

fn stage(text: &str) -> Option<Stage> {
    Some(match text {
        "toss" => Stage::First,
        "setup" => Stage::SetUp,
        "placing" => Stage::Placing,
        "turn" => Stage::Turn,
        "drawn" => Stage::Over(Outcome::Drawn(SEATS)),
        _ => match text.split_once(':')? {
            ("return", cell) => Stage::Return(Cell::read(cell)?),
            ("drop", letter) => {
                let mut signs = letter.chars();
                let piece = Piece::from_letter(signs.next()?)?;
                signs.next().is_none().then_some(Stage::Drop(piece))?
            }
            ("won", winner) => Stage::Over(Outcome::Won(SeatSet::one(seat(winner)?))),
            _ => return None,
        },
    })
}

/// A number as it is written: no sign, no zeros in front.
fn number<T: FromStr + ToString>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
