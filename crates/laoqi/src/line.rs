//! A position in one line that names its viewer: the fields below, `name=value`, in this order.
//!
//! | field | value |
//! |---|---|
//! | `viewer` | seat, or `-`: anybody |
//! | `board` | the cells in order, `/` after each row of a half-board or square: `.` empty, else kind and colour, `K0` |
//! | `control` | for each army the seat that moves it, or `-` |
//! | `lost`, `promoted` | for each army, with commas: Warriors lost, Shields promoted |
//! | `living`, `incited`, `fallen` | seats as digits, or `-` for none: in the game, have incited, put out since the last showing or action |
//! | `timeouts` | for each seat, with commas |
//! | `ties` | for J, S, B, with commas |
//! | `pending` | gestures in order, or `-` |
//! | `crown` | seat, or `-` |
//! | `quiet`, `ply`, `showings` | numbers |
//! | `stage` | `contest:012` · `losers:12` · `pick:JJS-B` (by seat) · `act:0:WA` (seat, kinds) · `won:0` · `drawn:01` |

use std::fmt::Write as _;
use std::str::FromStr;

use game::{Fault, Outcome, Seat, SeatSet};

use crate::gesture::{Gesture, Table};
use crate::piece::{Kind, Kinds, Piece};
use crate::position::{Position, Queue, Stage};
use crate::rules::Rules;

const FIELDS: [&str; 15] = [
    "viewer", "board", "control", "lost", "promoted", "living", "incited", "fallen", "timeouts",
    "ties", "pending", "crown", "quiet", "ply", "showings",
];
const LINE_MAX: usize = 1000;

/// The position in one line, as the viewer (none: anybody) sees it; nothing is hidden here.
pub fn write_position(at: &Position, viewer: Option<Seat>) -> String {
    let list = |numbers: Vec<u8>| {
        let texts: Vec<_> = numbers.iter().map(u8::to_string).collect();
        texts.join(",")
    };
    let armies = || at.seats().iter().map(|army| *at.army(army));
    let control: String = armies().map(|army| seat_sign(army.controller)).collect();
    let queue: String = at.queue.iter().map(Gesture::letter).collect();
    let values = [
        seat_sign(viewer).to_string(),
        write_board(at),
        control,
        list(armies().map(|army| army.lost).collect()),
        list(armies().map(|army| army.promoted).collect()),
        write_seats(at.living),
        write_seats(at.incited),
        write_seats(at.fallen),
        list(at.seats().iter().map(|seat| at.timeouts(seat)).collect()),
        list(at.ties.to_vec()),
        if queue.is_empty() { "-".into() } else { queue },
        seat_sign(at.crown).to_string(),
        at.quiet.to_string(),
        at.ply.to_string(),
        at.showings.to_string(),
    ];
    let mut line = String::new();
    for (field, value) in FIELDS.iter().zip(values) {
        let _ = write!(line, "{field}={value} ");
    }
    line + "stage=" + &write_stage(at)
}

fn seat_sign(seat: Option<Seat>) -> char {
    seat.and_then(|seat| char::from_digit(u32::from(seat.number()), 10)).unwrap_or('-')
}

fn write_seats(seats: SeatSet) -> String {
    if seats.is_empty() {
        return "-".into();
    }
    seats.iter().map(|seat| seat_sign(Some(seat))).collect()
}

fn write_board(at: &Position) -> String {
    let mut text = String::new();
    for (place, cell) in at.board().cells().enumerate() {
        if place > 0 && starts_row(at, place) {
            text.push('/');
        }
        match at.at(cell) {
            None => text.push('.'),
            Some(piece) => {
                text.push(piece.kind.letter());
                text.push(seat_sign(Some(piece.army)));
            }
        }
    }
    text
}

/// Whether a cell is in another row of its sheet than the one before.
fn starts_row(at: &Position, place: usize) -> bool {
    let nodes = &at.board().drawing().nodes;
    let row = |place: usize| nodes.get(place).map(|node| (node.print.0, node.print.1));
    place == 0 || row(place) != row(place - 1)
}

fn write_stage(at: &Position) -> String {
    match &at.stage {
        Stage::Contest { due } => format!("contest:{}", write_seats(*due)),
        Stage::Losers { due } => format!("losers:{}", write_seats(*due)),
        Stage::Pick { table } => {
            let sign = |seat| table.get(seat).map_or('-', Gesture::letter);
            let shown: String = at.seats().iter().map(sign).collect();
            format!("pick:{shown}")
        }
        Stage::Action { seat, kinds } => {
            let letters: String = kinds.iter().map(Kind::letter).collect();
            format!("act:{seat}:{letters}")
        }
        Stage::Over(Outcome::Won(seats)) => format!("won:{}", write_seats(*seats)),
        Stage::Over(Outcome::Drawn(seats)) => format!("drawn:{}", write_seats(*seats)),
    }
}

/// Reads what [`write_position`] wrote.
///
/// # Errors
/// Every fault at once, each at its field.
pub fn read_position(rules: &Rules, text: &str) -> Result<(Position, Option<Seat>), Vec<Fault>> {
    if text.len() > LINE_MAX {
        let reason = format!("longer than {LINE_MAX} bytes");
        return Err(vec![Fault::new("position", reason)]);
    }
    let mut reader = Reader { at: Position::start(rules), viewer: None, faults: Vec::new() };
    let mut parts = text.split(' ');
    for field in FIELDS.into_iter().chain(["stage"]) {
        let value = parts.next().and_then(|part| part.split_once('='));
        match value {
            Some((name, value)) if name == field => {
                if reader.field(field, value).is_none() {
                    let reason = format!("'{value}' is not {}", expected(field));
                    reader.faults.push(Fault::new(field, reason));
                }
            }
            _ => reader.faults.push(Fault::new(field, "expected here, as name=value")),
        }
    }
    if parts.next().is_some() {
        let reason = "nothing comes after the stage";
        reader.faults.push(Fault::new("position", reason));
    }
    if reader.faults.is_empty() {
        reader.faults = reader.at.faults();
    }
    if reader.faults.is_empty() { Ok((reader.at, reader.viewer)) } else { Err(reader.faults) }
}

fn expected(field: &str) -> &'static str {
    match field {
        "viewer" | "crown" => "a seat or -",
        "board" => "a . or a kind (K W S A) with a seat for each cell, / after each row",
        "control" => "a seat or - for each army",
        "lost" | "promoted" => "a number for each army, with commas",
        "living" | "incited" | "fallen" => "seats in ascending order, or -",
        "timeouts" => "a number for each seat, with commas",
        "ties" => "three numbers with commas",
        "pending" => "up to three gestures (J S B), or -",
        "quiet" | "ply" | "showings" => "a number",
        _ => "contest:, losers:, pick:, act:, won: or drawn: with its seats",
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
        let seats = usize::from(self.at.options().seats);
        match field {
            "viewer" => self.viewer = self.seat_or_none(value)?,
            "board" => self.board(value)?,
            "control" => self.control(value)?,
            "lost" => {
                for (army, lost) in self.at.armies.iter_mut().zip(list(value, seats)?) {
                    army.lost = lost;
                }
            }
            "promoted" => {
                for (army, promoted) in self.at.armies.iter_mut().zip(list(value, seats)?) {
                    army.promoted = promoted;
                }
            }
            "living" => self.at.living = self.seats(value)?,
            "incited" => self.at.incited = self.seats(value)?,
            "fallen" => self.at.fallen = self.seats(value)?,
            "timeouts" => {
                for (count, read) in self.at.timeouts.iter_mut().zip(list(value, seats)?) {
                    *count = read;
                }
            }
            "ties" => self.at.ties = list(value, 3)?.try_into().ok()?,
            "pending" => self.at.queue = queue(value)?,
            "crown" => self.at.crown = self.seat_or_none(value)?,
            "quiet" => self.at.quiet = number(value)?,
            "ply" => self.at.ply = number(value)?,
            "showings" => self.at.showings = number(value)?,
            _ => self.at.stage = self.stage(value)?,
        }
        Some(())
    }

    fn seat(&self, sign: char) -> Option<Seat> {
        let seat = Seat::new(u8::try_from(sign.to_digit(10)?).ok()?)?;
        self.at.seats().has(seat).then_some(seat)
    }

    fn seat_or_none(&self, value: &str) -> Option<Option<Seat>> {
        match only(value)? {
            '-' => Some(None),
            sign => self.seat(sign).map(Some),
        }
    }

    /// Seats in ascending order.
    fn seats(&self, value: &str) -> Option<SeatSet> {
        let mut seats = SeatSet::EMPTY;
        if value != "-" {
            for sign in value.chars() {
                let seat = self.seat(sign)?;
                if seats.mask() >> seat.number() != 0 {
                    return None;
                }
                seats = seats.with(seat);
            }
        }
        (value == write_seats(seats)).then_some(seats)
    }

    fn control(&mut self, value: &str) -> Option<()> {
        let seats = self.at.seats();
        if value.chars().count() != usize::from(seats.len()) {
            return None;
        }
        for (army, sign) in seats.iter().zip(value.chars()) {
            let controller = match sign {
                '-' => None,
                _ => Some(self.seat(sign)?),
            };
            self.at.army_mut(army).controller = controller;
        }
        Some(())
    }

    fn board(&mut self, value: &str) -> Option<()> {
        let mut signs = value.chars();
        for (place, cell) in self.at.board().cells().enumerate() {
            if place > 0 && starts_row(&self.at, place) && signs.next()? != '/' {
                return None;
            }
            let piece = match signs.next()? {
                '.' => None,
                letter => Some(Piece {
                    kind: Kind::from_letter(letter)?,
                    army: self.seat(signs.next()?)?,
                }),
            };
            self.at.put(cell, piece);
        }
        signs.next().is_none().then_some(())
    }

    fn stage(&self, value: &str) -> Option<Stage> {
        let (name, rest) = value.split_once(':')?;
        Some(match name {
            "contest" => Stage::Contest { due: self.seats(rest)? },
            "losers" => Stage::Losers { due: self.seats(rest)? },
            "pick" => Stage::Pick { table: self.table(rest)? },
            "act" => {
                let (seat, letters) = rest.split_once(':')?;
                let seat = self.seat(only(seat)?)?;
                let kinds = letters.chars().map(Kind::from_letter);
                let kinds: Option<Vec<_>> = kinds.collect();
                let kinds = Kinds::from_mask(Kinds::of(&kinds?).mask())?;
                let again: String = kinds.iter().map(Kind::letter).collect();
                (again == letters).then_some(Stage::Action { seat, kinds })?
            }
            "won" => Stage::Over(Outcome::Won(self.seats(rest)?)),
            "drawn" => Stage::Over(Outcome::Drawn(self.seats(rest)?)),
            _ => return None,
        })
    }

    fn table(&self, value: &str) -> Option<Table> {
        let seats = self.at.seats();
        if value.chars().count() != usize::from(seats.len()) {
            return None;
        }
        let mut table = Table::EMPTY;
        for (seat, sign) in seats.iter().zip(value.chars()) {
            let gesture = match sign {
                '-' => None,
                _ => Some(letter(sign)?),
            };
            table.set(seat, gesture);
        }
        Some(table)
    }
}

fn only(text: &str) -> Option<char> {
    let mut signs = text.chars();
    let first = signs.next()?;
    signs.next().is_none().then_some(first)
}

fn letter(sign: char) -> Option<Gesture> {
    Gesture::ALL.into_iter().find(|gesture| gesture.letter() == sign)
}

fn queue(value: &str) -> Option<Queue> {
    let mut queue = Queue::default();
    if value == "-" {
        return Some(queue);
    }
    if value.is_empty() || value.len() > 3 {
        return None;
    }
    for sign in value.chars() {
        queue.push(letter(sign)?);
    }
    Some(queue)
}

/// A number as it is written: no sign, no zeros in front.
fn number<T: FromStr + ToString>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn list(text: &str, count: usize) -> Option<Vec<u8>> {
    let numbers: Option<Vec<u8>> = text.split(',').map(number).collect();
    numbers.filter(|numbers| numbers.len() == count)
}
