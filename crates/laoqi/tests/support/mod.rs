//! Positions from a few words, for rules by example.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test uses some of it")]

pub mod script;

use std::collections::BTreeMap;

use game::{Event, Game, Known, Seat, SeatSet, Showing, Waits};
use laoqi::{Board, Gesture, Kinds, Laoqi, Move, Options, Position, Rules, Stage, Table};

pub fn seat(n: u8) -> Seat {
    Seat::of(n)
}

pub fn seats(list: &[u8]) -> SeatSet {
    list.iter().map(|n| seat(*n)).collect()
}

/// xorshift64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A position with these pieces (`K0d1 W0c2 …`) and these fields other than at the start.
pub fn scene(options: Options, pieces: &str, fields: &[(&str, &str)]) -> Position {
    try_scene(options, pieces, fields).unwrap_or_else(|faults| panic!("{pieces}: {faults:?}"))
}

pub fn try_scene(
    options: Options,
    pieces: &str,
    fields: &[(&str, &str)],
) -> Result<Position, Vec<game::Fault>> {
    let rules = Rules::new(&options).expect("rules");
    let board = Board::of(options.seats);
    let mut on = BTreeMap::new();
    for word in pieces.split_whitespace() {
        let (piece, cell) = word.split_at(2);
        let cell = board.find(cell).unwrap_or_else(|| panic!("{cell}"));
        assert!(on.insert(cell, piece).is_none(), "{word}: twice");
    }
    let mut cells = String::new();
    let mut row = None;
    for (cell, node) in board.cells().zip(&board.drawing().nodes) {
        let this = (node.print.0, node.print.1);
        if row.is_some_and(|row| row != this) {
            cells.push('/');
        }
        row = Some(this);
        cells.push_str(on.get(&cell).unwrap_or(&"."));
    }
    let start = Laoqi::write_position(&Position::start(&rules), &Known::public());
    let mut line = Vec::new();
    for part in start.split(' ') {
        let (name, value) = part.split_once('=').expect("name=value");
        let given = fields.iter().find(|(field, _)| *field == name);
        let value = match given {
            _ if name == "board" => &cells,
            Some((_, value)) => *value,
            None => value,
        };
        line.push(format!("{name}={value}"));
    }
    Laoqi::read_position(&rules, &line.join(" ")).map(|(at, _)| at)
}

/// The legal moves of the seat to move, in notation, sorted.
pub fn legal(at: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    at.moves_into(&mut moves);
    let mut texts: Vec<_> = moves.iter().map(|mv| Laoqi::write_move(at, mv)).collect();
    texts.sort();
    texts
}

/// The legal moves that begin so.
pub fn legal_from(at: &Position, start: &str) -> Vec<String> {
    let mut texts = legal(at);
    texts.retain(|text| text.starts_with(start));
    texts
}

/// Makes a move that must be legal.
pub fn play(at: &mut Position, text: &str) {
    let mover = at.mover().unwrap_or_else(|| panic!("{text}: nobody is to move"));
    let mv = Laoqi::read_move(at, text).unwrap();
    assert!(legal(at).contains(&text.to_owned()), "{text}: {:?}", legal(at));
    at.apply(&Event::Moved(mover, mv)).unwrap();
}

pub fn after(at: &Position, text: &str) -> Position {
    let mut next = *at;
    play(&mut next, text);
    next
}

/// The due seats show these signs in seat order: J S B, `.` stays away, `!` withholds.
pub fn showing(at: &Position, signs: &str) -> Event<Laoqi> {
    let due = at.due();
    assert_eq!(signs.chars().count(), usize::from(due.len()), "{signs}: {due:?} are due");
    Event::Unsealed(
        due.iter()
            .zip(signs.chars())
            .map(|(seat, sign)| {
                let shown = match sign {
                    '.' => Showing::Absent,
                    '!' => Showing::Withheld,
                    _ => Showing::Shown(Gesture::from_sign(sign).unwrap()),
                };
                (seat, shown)
            })
            .collect(),
    )
}

pub fn show(at: &mut Position, signs: &str) {
    let event = showing(at, signs);
    at.apply(&event).unwrap();
}

pub fn mandate(at: &Position) -> Option<(u8, Kinds)> {
    match at.stage() {
        Stage::Action { seat, kinds } => Some((seat.number(), *kinds)),
        _ => None,
    }
}

/// What stands on a cell, as `K0`, or `.`.
pub fn on(at: &Position, cell: &str) -> String {
    let cell = at.board().find(cell).unwrap_or_else(|| panic!("{cell}"));
    at.at(cell).map_or(".".into(), |piece| format!("{}{}", piece.kind.letter(), piece.army))
}

/// One random step of a game: a showing, a move, and now and then something rarer.
pub fn random_event(at: &Position, random: &mut Random, rare: u32) -> Event<Laoqi> {
    if rare > 0 && random.below(rare) == 0 {
        let living: Vec<_> = at.living().iter().collect();
        let some = living[random.below(living.len() as u32) as usize];
        return Event::Out(SeatSet::one(some), game::Cause::Resigned);
    }
    match Laoqi::waits(at) {
        Waits::Move(mover) if rare > 0 && random.below(rare / 4) == 0 => Event::Skipped(mover),
        Waits::Move(mover) => {
            let mut moves = Vec::new();
            at.moves_into(&mut moves);
            Event::Moved(mover, moves[random.below(moves.len() as u32) as usize])
        }
        Waits::Choices(due) => Event::Unsealed(
            due.iter()
                .map(|seat| {
                    let shown = if rare > 0 && random.below(rare / 4) == 0 {
                        Showing::Absent
                    } else {
                        Showing::Shown(Gesture::ALL[random.below(3) as usize])
                    };
                    (seat, shown)
                })
                .collect(),
        ),
        other => panic!("{other:?}"),
    }
}

pub fn table(signs: &[(u8, Gesture)]) -> Table {
    let mut table = Table::EMPTY;
    for (n, gesture) in signs {
        table.set(seat(*n), Some(*gesture));
    }
    table
}

pub fn moves_of(at: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    at.moves_into(&mut moves);
    moves.sort_unstable();
    moves
}
