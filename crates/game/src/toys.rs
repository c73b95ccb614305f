//! Small games that use every event and every claim, for the tests of this and other crates.
//!
//! [`contest`] asks for tosses, choices and moves and hides nothing; [`skirmish`] hides pieces and
//! needs rulings; [`tiles`] binds a decision before a toss and has plies of two moves.

pub mod contest;
pub mod skirmish;
pub mod tiles;

use std::collections::BTreeMap;

use crate::canon::{Canon, Malformed};
use crate::game::Known;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::text::{BadRules, Fault};
use crate::view::{Board, BoardNode, Ground};

/// The choice of a game in which nobody ever chooses at once: a type without values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoChoice {}

impl<C> Canon<C> for NoChoice {
    fn encode_into(&self, _: &mut Vec<u8>) {
        match *self {}
    }

    fn decode(_: &C, _: &[u8]) -> Result<Self, Malformed> {
        Err(Malformed("choice"))
    }
}

/// Gives a type that serde reads and writes its canonical bytes, and checks what it read.
macro_rules! canon {
    ($type:ty, $rules:ty, $what:literal, $valid:expr) => {
        impl $crate::canon::Canon<$rules> for $type {
            fn encode_into(&self, out: &mut Vec<u8>) {
                $crate::canon::to_bytes(self, out);
            }

            fn decode(rules: &$rules, bytes: &[u8]) -> Result<Self, $crate::canon::Malformed> {
                let valid: fn(&$rules, &Self) -> bool = $valid;
                let read: Self = $crate::canon::from_bytes($what, bytes)?;
                if valid(rules, &read) { Ok(read) } else { Err($crate::canon::Malformed($what)) }
            }
        }
    };
}
use canon;

/// The version of all toy rules.
const VERSION: u16 = 1;

/// Whether these are rules of the toy `own`; if not, why.
fn known(own: &'static str, id: &str, version: u16) -> Result<(), BadRules> {
    if id != own {
        Err(BadRules::UnknownGame(id.to_owned()))
    } else if version != VERSION {
        Err(BadRules::UnknownVersion { game: own, asked: version, known: VERSION })
    } else {
        Ok(())
    }
}

/// The first living seat after `seat` in seat order; itself if there is no other.
fn next_living(living: SeatSet, seat: Seat) -> Seat {
    let after = living.iter().find(|other| *other > seat);
    after.or(living.lowest()).unwrap_or(seat)
}

/// The value of a seat that the match is known to have, by copy.
fn of<T: Copy + Default>(values: &BySeat<T>, seat: Seat) -> T {
    values.get(seat).copied().unwrap_or_default()
}

/// A row or ring of nodes, named by their numbers.
fn row(nodes: u16, ring: bool, home: impl Fn(u16) -> Option<Seat>) -> Board {
    let node = |n: u16| BoardNode {
        name: n.to_string(),
        plane: (n as i16 * 100, 0),
        print: (0, 0, n as u8),
        home: home(n),
        ground: Ground::Plain,
    };
    let mut links: Vec<_> = (1..nodes).map(|n| (n - 1, n)).collect();
    if ring {
        links.push((0, nodes - 1));
    }
    Board { nodes: (0..nodes).map(node).collect(), links, sheets: vec!["toy".to_owned()] }
}

/// `game viewer position secrets`, where the viewer is a number or `-` and the rest is hex.
fn write_line(game: &str, viewer: Option<Seat>, position: &[u8], secrets: &[u8]) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let viewer = viewer.map_or("-".to_owned(), |seat| seat.to_string());
    format!("{game} {viewer} {} {}.", hex(position), hex(secrets))
}

/// Viewer, position and secrets of a line.
type Line = (Option<Seat>, Vec<u8>, Vec<u8>);

/// Reads what [`write_line`] wrote.
fn read_line(game: &str, text: &str) -> Result<Line, Vec<Fault>> {
    let fault = |place: &str| vec![Fault::new(place, "not as this toy writes it")];
    let mut fields = text.split(' ');
    let mut field = |place| fields.next().ok_or_else(|| fault(place));
    if field("game")? != game {
        return Err(fault("game"));
    }
    let viewer = match field("viewer")? {
        "-" => None,
        number => {
            let number = number.parse().ok().and_then(Seat::new);
            Some(number.ok_or_else(|| fault("viewer"))?)
        }
    };
    let position = unhex(field("position")?).ok_or_else(|| fault("position"))?;
    let secrets = field("secrets")?.strip_suffix('.').and_then(unhex);
    let secrets = secrets.ok_or_else(|| fault("secrets"))?;
    if fields.next().is_some() {
        return Err(fault("end"));
    }
    Ok((viewer, position, secrets))
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits?;
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(high << 4 | low),
        _ => None,
    };
    digits.chunks(2).map(pair).collect()
}

/// What a viewer knows of a game without secrets.
fn open_known<G: crate::game::Game>(viewer: Option<Seat>) -> Known<G> {
    Known { viewer, secrets: BTreeMap::new() }
}
