//! Reading the line of a position.

use std::str::FromStr;

use game::{Fault, Known, Outcome, Seat, SeatSet};

use super::{FIELDS, first_kinds, letters, write_kinds, write_man, write_seats};
use crate::Junqi;
use crate::cells::Cell;
use crate::history::{HISTORY_MAX, Seen};
use crate::layout::{Layout, Secret};
use crate::piece::{ARMY, KINDS, Kind, Kinds, Man};
use crate::position::{FlagAt, Piece, Position, Stage};
use crate::rules::Rules;

/// A long history makes a long line; nothing longer is looked at.
const LINE_MAX: usize = 64 * (HISTORY_MAX + 64);

/// Reads what [`super::write_position`] wrote.
///
/// # Errors
/// Every fault at once, each at its field.
pub(crate) fn read_position(
    rules: &Rules,
    text: &str,
) -> Result<(Position, Known<Junqi>), Vec<Fault>> {
    if text.len() > LINE_MAX {
        let reason = format!("longer than {LINE_MAX} bytes");
        return Err(vec![Fault::new("position", reason)]);
    }
    let at = Position::empty(rules);
    let mut reader = Reader { at, known: Known::public(), faults: Vec::new() };
    let mut parts = text.split(' ');
    for field in FIELDS {
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
    if reader.faults.is_empty() { Ok((reader.at, reader.known)) } else { Err(reader.faults) }
}

fn expected(field: &str) -> &'static str {
    match field {
        "viewer" | "colours" => "a seat or -",
        "secrets" => "legal layouts as SEAT:LAYOUT with ; between them, or -",
        "men" => "for each piece - or CELL:KINDS, with , between pieces and / between seats",
        "living" => "seats in ascending order, or -",
        "turn" => "a seat",
        "flags" => "for each army home, gone, with:PIECE or on:CELL, with commas",
        "down" => "in flip 24 digits, else -",
        "timeouts" => "a number for each seat, with commas",
        "quiet" | "ply" => "a number",
        "history" => "digests as hex with commas, or -",
        _ => {
            "setup, first, turn, fight:, show:, stuck, up:, won: or drawn: with what belongs to it"
        }
    }
}

struct Reader {
    at: Position,
    known: Known<Junqi>,
    faults: Vec<Fault>,
}

impl Reader {
    /// Takes a field over; none: the value cannot be read.
    fn field(&mut self, field: &str, value: &str) -> Option<()> {
        match field {
            "viewer" => self.known.viewer = self.seat_or_none(value)?,
            "secrets" => self.secrets(value)?,
            "men" => self.men(value)?,
            "living" => self.at.living = self.seats(value)?,
            "turn" => self.at.turn = self.seat(value)?,
            "flags" => self.flags(value)?,
            "down" => self.down(value)?,
            "colours" => self.at.colours = self.seat_or_none(value)?,
            "timeouts" => {
                let counts = list(value, usize::from(self.at.seats().len()))?;
                for (slot, count) in self.at.timeouts.iter_mut().zip(counts) {
                    *slot = count;
                }
            }
            "quiet" => self.at.quiet = number(value)?,
            "ply" => self.at.ply = number(value)?,
            "history" => self.history(value)?,
            _ => self.at.stage = self.stage(value)?,
        }
        Some(())
    }

    fn seat(&self, text: &str) -> Option<Seat> {
        let seat = number::<u8>(text).and_then(Seat::new)?;
        self.at.seats().has(seat).then_some(seat)
    }

    fn seat_or_none(&self, value: &str) -> Option<Option<Seat>> {
        if value == "-" { Some(None) } else { self.seat(value).map(Some) }
    }

    /// Seats in ascending order.
    fn seats(&self, value: &str) -> Option<SeatSet> {
        let mut seats = SeatSet::EMPTY;
        if value != "-" {
            for sign in value.chars() {
                seats = seats.with(self.seat(sign.encode_utf8(&mut [0; 4]))?);
            }
        }
        (value == write_seats(seats)).then_some(seats)
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.at.board().find(name)
    }

    fn man(&self, text: &str) -> Option<Man> {
        let (field, place) = text.split_once('.')?;
        let seat = self.seat(field)?;
        let man = Man::of(seat, number::<u8>(place)?)?;
        (write_man(man) == text).then_some(man)
    }

    fn secrets(&mut self, value: &str) -> Option<()> {
        if value == "-" {
            return Some(());
        }
        let mut last = None;
        for part in value.split(';') {
            let (seat, layout) = part.split_once(':')?;
            let (seat, layout) = (self.seat(seat)?, Layout::read(layout).ok()?);
            let is_legal = layout.faults(self.at.rules(), seat).is_empty();
            if !self.at.is_hidden() || !is_legal || last >= Some(seat) {
                return None;
            }
            last = Some(seat);
            self.known.secrets.insert(seat, Secret { seat, layout });
        }
        Some(())
    }

    fn men(&mut self, value: &str) -> Option<()> {
        let mut fields = value.split('/');
        for seat in self.at.seats().iter() {
            let mut pieces = fields.next()?.split(',');
            for place in 0..ARMY {
                let man = Man::of(seat, place)?;
                let text = pieces.next()?;
                if text != "-" {
                    let piece = self.piece(man, text)?;
                    self.at.add(man, piece).then_some(())?;
                }
            }
            if pieces.next().is_some() {
                return None;
            }
        }
        fields.next().is_none().then_some(())
    }

    fn piece(&self, man: Man, text: &str) -> Option<Piece> {
        let (name, mut rest) = text.split_once(':')?;
        let mut army = Some(man.seat()).filter(|_| !self.at.is_flip());
        if self.at.is_flip() && rest != "?" {
            let (digit, letter) = rest.split_at_checked(1)?;
            (army, rest) = (Some(self.seat(digit)?), letter);
        }
        let first = first_kinds(&self.at, man);
        let kinds = match rest {
            "?" => first,
            "+" => first.and(Kinds::MOVABLE),
            _ => match rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
                Some(inner) => self.kinds(inner)?,
                None => Kinds::of(Kind::from_letter(only(rest)?)?),
            },
        };
        (write_kinds(kinds, first) == rest).then_some(Piece {
            cell: Some(self.cell(name)?),
            army,
            kinds,
        })
    }

    fn kinds(&self, text: &str) -> Option<Kinds> {
        let all: Option<Vec<Kind>> = text.chars().map(Kind::from_letter).collect();
        let kinds = all?.into_iter().fold(Kinds::NONE, Kinds::with);
        (letters(kinds) == text).then_some(kinds)
    }

    fn flags(&mut self, value: &str) -> Option<()> {
        let mut parts = value.split(',');
        for army in self.at.all_armies() {
            let flag = match parts.next()? {
                "home" => FlagAt::Home,
                "gone" => FlagAt::Gone,
                text => match text.split_once(':')? {
                    ("with", man) => FlagAt::Carried(self.man(man)?),
                    ("on", cell) => FlagAt::Lying(self.cell(cell)?),
                    _ => return None,
                },
            };
            self.at.set_flag(army, flag);
        }
        parts.next().is_none().then_some(())
    }

    fn down(&mut self, value: &str) -> Option<()> {
        if !self.at.is_flip() {
            return (value == "-").then_some(());
        }
        let digits: Option<Vec<u32>> = value.chars().map(|sign| sign.to_digit(10)).collect();
        let digits = digits.filter(|digits| digits.len() == 2 * KINDS)?;
        for (slot, digit) in self.at.down.iter_mut().flatten().zip(digits) {
            *slot = digit as u8;
        }
        Some(())
    }

    fn history(&mut self, value: &str) -> Option<()> {
        if value != "-" {
            let seen: Option<Vec<Seen>> = value.split(',').map(Seen::read).collect();
            self.at.history = seen?;
        }
        Some(())
    }

    fn stage(&self, value: &str) -> Option<Stage> {
        Some(match value {
            "setup" => Stage::SetUp,
            "first" => Stage::First,
            "turn" => Stage::Turn,
            "stuck" => Stage::Stuck,
            _ => match value.split_once(':')? {
                ("show", seats) => Stage::Show(self.seats(seats)?),
                ("up", cell) => Stage::TurnUp(self.cell(cell)?),
                ("won", seats) => Stage::Over(Outcome::Won(self.seats(seats)?)),
                ("drawn", seats) => Stage::Over(Outcome::Drawn(self.seats(seats)?)),
                ("fight", rest) => {
                    let (attacker, rest) = rest.split_once(':')?;
                    let (defender, among) = rest.split_once(':')?;
                    Stage::Fight {
                        attacker: self.man(attacker)?,
                        defender: self.man(defender)?,
                        among: self.kinds(among)?,
                    }
                }
                _ => return None,
            },
        })
    }
}

fn only(text: &str) -> Option<char> {
    let mut signs = text.chars();
    let first = signs.next()?;
    signs.next().is_none().then_some(first)
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
