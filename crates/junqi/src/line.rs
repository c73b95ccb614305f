//! A position in one line that names its viewer: the fields below, `name=value`, in this order.
//!
//! | field | value |
//! |---|---|
//! | `viewer` | seat, or `-`: anybody |
//! | `secrets` | the layouts that the viewer knows, as `0:LAYOUT;2:LAYOUT`, or `-` |
//! | `men` | for each piece, 25 a seat with `/` between seats and commas between pieces: `-` off the board, else `cell:kinds`; in flip `cell:army+kind` when it is up |
//! | `living` | seats as digits |
//! | `turn` | seat |
//! | `flags` | for each army, with commas: `home`, `gone`, `with:PIECE`, `on:CELL` |
//! | `down` | in flip what lies face down, by army and kind, a digit each; else `-` |
//! | `colours` | in flip the seat that has army 0, once decided; else `-` |
//! | `timeouts` | for each seat, with commas |
//! | `quiet`, `ply` | numbers |
//! | `history` | digests as hex, `.` and threats as hex after those that have some, with commas; `-`: none |
//! | `stage` | `setup` · `first` · `turn` · `fight:PIECE:PIECE:KINDS` · `show:01` · `stuck` · `up:CELL` · `won:02` · `drawn:01` |
//!
//! Kinds are one letter where only one is left; `?` all that may begin there; `+` those of them that
//! move; else the letters in brackets.

mod read;

use std::fmt::Write as _;

use game::{Known, Outcome, Seat, SeatSet};

use crate::Junqi;
use crate::layout;
use crate::piece::{ARMY, Kind, Kinds, Man};
use crate::position::{FlagAt, Position, Stage};

pub(crate) use read::read_position;

const FIELDS: [&str; 13] = [
    "viewer", "secrets", "men", "living", "turn", "flags", "down", "colours", "timeouts", "quiet",
    "ply", "history", "stage",
];

/// The position in one line, with what its viewer knows.
pub(crate) fn write_position(at: &Position, known: &Known<Junqi>) -> String {
    let texts = |texts: Vec<String>| texts.join(",");
    let timeouts = at.seats().iter().map(|seat| at.timeouts(seat).to_string());
    let values = [
        seat_sign(known.viewer).to_string(),
        write_secrets(known),
        write_men(at),
        write_seats(at.living),
        at.turn.to_string(),
        texts(at.all_armies().map(|army| write_flag(at, at.flag(army))).collect()),
        write_down(at),
        seat_sign(at.colours).to_string(),
        texts(timeouts.collect()),
        at.quiet.to_string(),
        at.ply.to_string(),
        write_history(at),
        write_stage(at),
    ];
    let mut line = String::new();
    for (field, value) in FIELDS.iter().zip(values) {
        let space = if line.is_empty() { "" } else { " " };
        let _ = write!(line, "{space}{field}={value}");
    }
    line
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

fn write_secrets(known: &Known<Junqi>) -> String {
    let secrets = known.secrets.iter();
    let texts: Vec<_> =
        secrets.map(|(seat, secret)| format!("{seat}:{}", secret.layout.write())).collect();
    if texts.is_empty() { "-".into() } else { texts.join(";") }
}

fn write_men(at: &Position) -> String {
    let mut text = String::new();
    for man in at.men_of_all() {
        if man.number() > 0 {
            text.push(if man.place() == 0 { '/' } else { ',' });
        }
        let piece = at.piece(man);
        match piece.cell {
            None => text.push('-'),
            Some(cell) => {
                let army = piece.army.filter(|_| at.is_flip());
                let army = army.map(|army| army.to_string()).unwrap_or_default();
                let kinds = write_kinds(piece.kinds, first_kinds(at, man));
                let _ = write!(text, "{}:{army}{kinds}", at.board().name(cell));
            }
        }
    }
    text
}

/// The kinds that a piece may be at the start.
fn first_kinds(at: &Position, man: Man) -> Kinds {
    if at.is_flip() { Kinds::ALL } else { layout::allowed(man.place(), at.options()) }
}

fn write_kinds(kinds: Kinds, first: Kinds) -> String {
    if let Some(kind) = kinds.only() {
        kind.letter().to_string()
    } else if kinds == first {
        "?".into()
    } else if kinds == first.and(Kinds::MOVABLE) {
        "+".into()
    } else {
        format!("({})", letters(kinds))
    }
}

fn letters(kinds: Kinds) -> String {
    kinds.iter().map(Kind::letter).collect()
}

/// A piece by the seat and place that it began on; in flip by the field and place where it lay.
fn write_man(man: Man) -> String {
    format!("{}.{}", man.number() / ARMY, man.place())
}

fn write_flag(at: &Position, flag: FlagAt) -> String {
    match flag {
        FlagAt::Home => "home".into(),
        FlagAt::Gone => "gone".into(),
        FlagAt::Carried(man) => format!("with:{}", write_man(man)),
        FlagAt::Lying(cell) => format!("on:{}", at.board().name(cell)),
    }
}

fn write_down(at: &Position) -> String {
    if !at.is_flip() {
        return "-".into();
    }
    at.down.iter().flatten().map(u8::to_string).collect()
}

fn write_history(at: &Position) -> String {
    if at.history.is_empty() {
        return "-".into();
    }
    let texts: Vec<_> = at.history.iter().map(crate::history::Seen::write).collect();
    texts.join(",")
}

fn write_stage(at: &Position) -> String {
    match at.stage {
        Stage::SetUp => "setup".into(),
        Stage::First => "first".into(),
        Stage::Turn => "turn".into(),
        Stage::Fight { attacker, defender, among } => {
            let (attacker, defender) = (write_man(attacker), write_man(defender));
            format!("fight:{attacker}:{defender}:{}", letters(among))
        }
        Stage::Show(seats) => format!("show:{}", write_seats(seats)),
        Stage::Stuck => "stuck".into(),
        Stage::TurnUp(cell) => format!("up:{}", at.board().name(cell)),
        Stage::Over(Outcome::Won(seats)) => format!("won:{}", write_seats(seats)),
        Stage::Over(Outcome::Drawn(seats)) => format!("drawn:{}", write_seats(seats)),
    }
}
