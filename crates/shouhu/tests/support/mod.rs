//! Helpers of the tests: boards by their ranks, moves by their notation.

#![allow(dead_code, clippy::unwrap_used, reason = "tests; each uses some of these")]

pub(crate) mod script;

use game::{Event, Game as _, Known, Outcome, Seat, SeatSet, Waits};
use shouhu::{Move, Options, Position, Red, Rules, Shouhu};

pub(crate) const RED: Seat = Seat::of(0);
pub(crate) const BLACK: Seat = Seat::of(1);

/// Everything by default, seat 0 has red.
pub(crate) const PLAIN: Options = Options { red: Red::Seat0, ..Options::STANDARD };
/// The same without stones.
pub(crate) const BARE: Options = Options { stones: shouhu::Stones::None, ..PLAIN };

pub(crate) fn rules(options: &Options) -> Rules {
    Rules::new(options).unwrap()
}

pub(crate) fn won(seat: u8) -> Waits {
    Waits::Nothing(Outcome::Won(SeatSet::one(Seat::of(seat))))
}

pub(crate) fn drawn() -> Waits {
    Waits::Nothing(Outcome::Drawn(SeatSet::first(2)))
}

/// The line of a position with these ranks, 9 first; the rest by default but for these fields.
pub(crate) fn line(cells: &str, fields: &[(&str, &str)]) -> String {
    let mut values = [
        ("viewer", "-"),
        ("cells", cells),
        ("red", "0"),
        ("turn", "0"),
        ("score", "0,0"),
        ("quiet", "0"),
        ("ply", "0"),
        ("living", "01"),
        ("history", "-"),
        ("stage", "turn"),
    ];
    for (name, value) in fields {
        values.iter_mut().find(|(known, _)| known == name).unwrap().1 = value;
    }
    values.map(|(name, value)| format!("{name}={value}")).join(" ")
}

/// A position from its ranks and some fields.
pub(crate) fn board(options: &Options, cells: &str, fields: &[(&str, &str)]) -> Position {
    let line = line(cells, fields);
    match Shouhu::read_position(&rules(options), &line) {
        Ok((at, _)) => at,
        Err(faults) => panic!("{line}: {faults:?}"),
    }
}

pub(crate) fn mv(at: &Position, text: &str) -> Move {
    Shouhu::read_move(at, text).unwrap()
}

/// Why a move of the seat to move is refused; none: it is legal.
pub(crate) fn refused(at: &Position, text: &str) -> Option<&'static str> {
    Shouhu::owes(at, at.turn(), &mv(at, text)).err().map(|illegal| illegal.0)
}

/// Moves of the seats whose turn it is, one after another.
pub(crate) fn play(at: &mut Position, moves: &str) -> Waits {
    for text in moves.split_whitespace() {
        let event = Event::Moved(at.turn(), mv(at, text));
        if let Err(illegal) = at.apply(&event) {
            panic!("{text}: {illegal}\n{}", Shouhu::write_position(at, &Known::public()));
        }
    }
    Shouhu::waits(at)
}

/// The legal moves in notation.
pub(crate) fn legal(at: &Position) -> Vec<String> {
    let moves = Shouhu::moves(at, at.turn(), &Known::public());
    moves.iter().map(|mv| Shouhu::write_move(at, mv)).collect()
}

/// Where the piece on a cell can go, by the names of the cells.
pub(crate) fn ends(at: &Position, from: &str) -> String {
    let moves = Shouhu::moves(at, at.turn(), &Known::public());
    let ends = moves.iter().filter_map(|mv| match mv {
        Move::Go { from: start, to } if start.to_string() == from => Some(to.to_string()),
        _ => None,
    });
    ends.collect::<Vec<_>>().join(" ")
}

/// xorshift64: the same on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}
