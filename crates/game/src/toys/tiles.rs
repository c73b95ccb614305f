//! Tiles: two seats turn over tiles that nobody knows.
//!
//! The cell is named before the toss says which of the tiles left lies there. Who turns an even
//! tile also drops a stone on a tile that is up, which is a second move of the same ply.

use serde::{Deserialize, Serialize};

use super::{canon, known, open_known, read_line, row, write_line};
use crate::canon::{Canon, Malformed, from_bytes, to_bytes};
use crate::claim::{Claim, Hiding, Kind, PieceId};
use crate::event::{Event, Illegal, Waits};
use crate::game::{Chooser, Game, Known, NoSecret};
use crate::outcome::{Outcome, Ply, Side};
use crate::seat::{BySeat, Seat, SeatSet};
use crate::text::{BadRules, Fault};
use crate::toys::NoChoice;
use crate::view::{Board, KindName, Node, Pick, Token, View};

/// More than so many timeouts put a seat out.
const TIMEOUTS: u8 = 3;

/// The game.
#[derive(Clone, Debug)]
pub struct Tiles;

/// Options as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// 2 to 60 cells; the tiles are numbered from 1.
    pub cells: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { cells: 8 }
    }
}

/// Checked options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    cells: u8,
}

/// What everybody knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    #[serde(skip, default = "no_rules")]
    rules: Rules,
    stage: Stage,
    turn: Seat,
    living: SeatSet,
    /// The tiles that are still down, ascending.
    left: Vec<u8>,
    /// For each cell the tile that is up there.
    up: Vec<Option<u8>>,
    /// For each cell whose stone is on it.
    stones: Vec<Option<Seat>>,
    points: BySeat<u16>,
    late: BySeat<u8>,
    ply: u16,
}

/// Stands in until the rules of the match are put in place.
fn no_rules() -> Rules {
    Rules { cells: 2 }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Stage {
    Flip,
    Toss(Node),
    Drop,
    Over(Outcome),
}

/// A decision in the open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Move {
    /// Turn over the tile on this cell.
    Flip(Node),
    /// Drop a stone on this cell, whose tile is up.
    Drop(Node),
}

canon!(Move, Rules, "move", |_, _| true);

impl Canon<Rules> for Position {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        let mut read: Self = from_bytes("position", bytes)?;
        read.rules = rules.clone();
        let cells = usize::from(rules.cells);
        let sized =
            read.up.len() == cells && read.stones.len() == cells && read.left.len() <= cells;
        let two = SeatSet::first(2);
        let stones: SeatSet = read.stones.iter().flatten().copied().collect();
        let seated = stones.with(read.turn).or(read.living).is_within(two);
        if sized && seated && read.points.seats() == 2 && read.late.seats() == 2 {
            Ok(read)
        } else {
            Err(Malformed("position"))
        }
    }
}

impl Position {
    fn is_down(&self, cell: Node) -> bool {
        self.up.get(usize::from(cell)) == Some(&None)
    }

    fn takes_stone(&self, cell: Node) -> bool {
        let cell = usize::from(cell);
        matches!(self.up.get(cell), Some(Some(_))) && self.stones.get(cell) == Some(&None)
    }

    fn cells(&self) -> impl Iterator<Item = Node> + use<> {
        0..Node::from(self.rules.cells)
    }

    fn score(&mut self, points: u16) {
        if let Some(own) = self.points.get_mut(self.turn) {
            *own += points;
        }
    }

    fn turned(&mut self, cell: Node, place: usize) {
        let tile = self.left.remove(place);
        if let Some(up) = self.up.get_mut(usize::from(cell)) {
            *up = Some(tile);
        }
        self.score(u16::from(tile));
        if tile.is_multiple_of(2) {
            self.stage = Stage::Drop;
        } else {
            self.end_ply();
        }
    }

    fn end_ply(&mut self) {
        self.ply += 1;
        self.turn = super::next_living(self.living, self.turn);
        self.stage = Stage::Flip;
        if self.left.is_empty() {
            let best = self.points.values().iter().max().copied();
            let top: SeatSet = self
                .points
                .iter()
                .filter(|(_, points)| Some(**points) == best)
                .map(|(seat, _)| seat)
                .collect();
            let drawn = top.len() > 1;
            self.stage = Stage::Over(if drawn { Outcome::Drawn(top) } else { Outcome::Won(top) });
        }
    }

    fn out(&mut self, seats: SeatSet) {
        self.living = self.living.minus(seats);
        self.stage = Stage::Over(if self.living.is_empty() {
            Outcome::Drawn(SeatSet::first(2))
        } else {
            Outcome::Won(self.living)
        });
    }

    fn skipped(&mut self) {
        let late = self.late.get_mut(self.turn).map_or(0, |late| {
            *late += 1;
            *late
        });
        if late > TIMEOUTS {
            self.out(SeatSet::one(self.turn));
        } else {
            self.end_ply();
        }
    }
}

impl Game for Tiles {
    type Options = Options;
    type Rules = Rules;
    type Position = Position;
    type Move = Move;
    type Choice = NoChoice;
    type Secret = NoSecret;

    fn rules(options: &Options) -> Result<Rules, Vec<Fault>> {
        let Options { cells } = *options;
        if (2..=60).contains(&cells) {
            Ok(Rules { cells })
        } else {
            Err(vec![Fault::new("cells", "2 to 60")])
        }
    }

    fn id(_: &Rules) -> &'static str {
        "toy-tiles"
    }

    fn version(_: &Rules) -> u16 {
        super::VERSION
    }

    fn write_rules(rules: &Rules) -> Vec<u8> {
        let mut out = Vec::new();
        to_bytes(rules, &mut out);
        out
    }

    fn read_rules(id: &str, version: u16, bytes: &[u8]) -> Result<Rules, BadRules> {
        known("toy-tiles", id, version)?;
        let read: Rules = from_bytes("rules", bytes).map_err(|_| BadRules::Malformed)?;
        let Rules { cells } = read;
        Self::rules(&Options { cells }).map_err(|_| BadRules::Malformed)
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn side(_: &Rules, seat: Seat) -> Side {
        Side(seat.number())
    }

    fn hiding(_: &Rules) -> Option<Hiding> {
        None
    }

    fn start(rules: &Rules) -> Position {
        let cells = usize::from(rules.cells);
        Position {
            rules: rules.clone(),
            stage: Stage::Flip,
            turn: Seat::of(0),
            living: SeatSet::first(2),
            left: (1..=rules.cells).collect(),
            up: vec![None; cells],
            stones: vec![None; cells],
            points: BySeat::new(2, |_| 0),
            late: BySeat::new(2, |_| 0),
            ply: 0,
        }
    }

    fn waits(at: &Position) -> Waits {
        match at.stage {
            Stage::Flip | Stage::Drop => Waits::Move(at.turn),
            Stage::Toss(_) => Waits::Toss { below: at.left.len() as u16, from: at.living },
            Stage::Over(outcome) => Waits::Nothing(outcome),
        }
    }

    fn living(at: &Position) -> SeatSet {
        at.living
    }

    fn ply(at: &Position) -> Ply {
        Ply(u32::from(at.ply))
    }

    fn begun(_: &Position) -> bool {
        true
    }

    fn owes(at: &Position, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
        let legal = seat == at.turn
            && match (at.stage, *mv) {
                (Stage::Flip, Move::Flip(cell)) => at.is_down(cell),
                (Stage::Drop, Move::Drop(cell)) => at.takes_stone(cell),
                _ => false,
            };
        if legal { Ok(Vec::new()) } else { Err(Illegal("this seat has not this move now")) }
    }

    fn owes_skip(_: &Position, _: Seat) -> Vec<Claim> {
        Vec::new()
    }

    fn admits(_: &Position, _: Seat, choice: &NoChoice) -> Result<(), Vec<Fault>> {
        match *choice {}
    }

    fn hides(_: &Position, _: Seat, secret: &NoSecret) -> Result<(), Vec<Fault>> {
        match *secret {}
    }

    fn apply(at: &mut Position, event: &Event<Self>) -> Result<(), Illegal> {
        if matches!(at.stage, Stage::Over(_)) {
            return Err(Illegal("the game is over"));
        }
        match (event, at.stage) {
            (Event::Moved(seat, mv), _) => {
                Self::owes(at, *seat, mv)?;
                match *mv {
                    Move::Flip(cell) => at.stage = Stage::Toss(cell),
                    Move::Drop(cell) => {
                        if let Some(stone) = at.stones.get_mut(usize::from(cell)) {
                            *stone = Some(*seat);
                        }
                        at.score(1);
                        at.end_ply();
                    }
                }
            }
            (Event::Tossed(n), Stage::Toss(cell)) if usize::from(*n) < at.left.len() => {
                at.turned(cell, usize::from(*n));
            }
            (Event::Skipped(seat), Stage::Flip | Stage::Drop) if *seat == at.turn => at.skipped(),
            (Event::Out(seats, _), _) if !seats.is_empty() && seats.is_within(at.living) => {
                at.out(*seats);
            }
            (Event::Agreed, _) => at.stage = Stage::Over(Outcome::Drawn(at.living)),
            _ => return Err(Illegal("the position does not wait for this")),
        }
        Ok(())
    }

    fn kind(secret: &NoSecret, _: PieceId) -> Option<Kind> {
        match *secret {}
    }

    fn army(secret: &NoSecret) -> Vec<PieceId> {
        match *secret {}
    }

    fn moves(at: &Position, seat: Seat, _: &Known<Self>) -> Vec<Move> {
        let all = at.cells().map(Move::Flip).chain(at.cells().map(Move::Drop));
        all.filter(|mv| Self::owes(at, seat, mv).is_ok()).collect()
    }

    fn choices(_: &Position, _: Seat) -> Option<Vec<NoChoice>> {
        None
    }

    fn view(at: &Position, known: &Known<Self>) -> View {
        let stone = |seat: Seat| Token { army: seat, controller: seat, kind: None };
        let ups = at.up.iter().map(|tile| tile.map_or(0, u32::from)).collect();
        View {
            viewer: known.viewer,
            tokens: at.stones.iter().map(|seat| seat.map(stone)).collect(),
            living: at.living,
            facts: vec![
                ("turn", vec![u32::from(at.turn.number())]),
                ("tiles", ups),
                ("points", at.points.values().iter().map(|n| u32::from(*n)).collect()),
            ],
        }
    }

    fn picks(_: &Position, mv: &Move) -> Vec<Pick> {
        let (Move::Flip(cell) | Move::Drop(cell)) = *mv;
        vec![Pick::Node(cell)]
    }

    fn any_choice(_: &Position, _: Seat, _: Chooser<'_>) -> NoChoice {
        unreachable!("no position of this game waits for choices")
    }

    fn any_secret(_: &Position, _: Seat, _: Chooser<'_>) -> Option<NoSecret> {
        None
    }

    fn board(rules: &Rules) -> Board {
        row(u16::from(rules.cells), false, |_| None)
    }

    fn kinds(_: &Rules) -> &'static [KindName] {
        &[]
    }

    fn write_move(_: &Position, mv: &Move) -> String {
        match mv {
            Move::Flip(cell) => format!("flip {cell}"),
            Move::Drop(cell) => format!("drop {cell}"),
        }
    }

    fn read_move(_: &Position, text: &str) -> Result<Move, Fault> {
        let (word, cell) = text.split_once(' ').unwrap_or((text, ""));
        let cell = cell.parse().ok();
        let read = match word {
            "flip" => cell.map(Move::Flip),
            "drop" => cell.map(Move::Drop),
            _ => None,
        };
        read.ok_or_else(|| Fault::new(text, "'flip CELL' or 'drop CELL'"))
    }

    fn write_choice(_: &Position, choice: &NoChoice) -> String {
        match *choice {}
    }

    fn read_choice(_: &Position, text: &str) -> Result<NoChoice, Fault> {
        Err(Fault::new(text, "there are no choices"))
    }

    fn write_secret(_: &Position, secret: &NoSecret) -> String {
        match *secret {}
    }

    fn read_secret(_: &Position, _: Seat, text: &str) -> Result<NoSecret, Fault> {
        NoSecret::read(text)
    }

    fn write_position(at: &Position, known: &Known<Self>) -> String {
        write_line("tiles", known.viewer, &at.encode(), &[])
    }

    fn read_position(rules: &Rules, text: &str) -> Result<(Position, Known<Self>), Vec<Fault>> {
        let (viewer, position, _) = read_line("tiles", text)?;
        let at = Position::decode(rules, &position)
            .map_err(|error| vec![Fault::new("position", error.to_string())])?;
        Ok((at, open_known(viewer)))
    }
}
