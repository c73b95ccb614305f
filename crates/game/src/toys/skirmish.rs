//! Skirmish: two or four seats in two sides, each with a flag, a runner, a soldier and a captain,
//! set up in secret on a ring of nodes.
//!
//! A plain step owes 'this can move', a jump owes 'this is a runner', an attack owes what it
//! announces and asks the defender; who has lost two pieces shows the flag; 'I am stuck' is
//! answered by everybody whose answer is not public; a skipped turn owes 'I could move'.

mod position;
mod text;

use serde::{Deserialize, Serialize};

use super::{canon, known, row};
use crate::canon::{from_bytes, to_bytes};
use crate::claim::{Claim, Hiding, Kind, KindSet, PieceId};
use crate::event::{Event, Illegal, Waits};
use crate::game::{Chooser, Game, Known};
use crate::outcome::{Ply, Side};
use crate::seat::{Seat, SeatSet};
use crate::text::{BadRules, Fault};
use crate::toys::NoChoice;
use crate::view::{Board, KindName, Node, Pick, Token, View};

pub use position::Position;
use position::Stage;

/// Cannot move; whose flag is taken is out.
pub const FLAG: Kind = Kind(0);
/// May jump over an empty node.
pub const RUNNER: Kind = Kind(1);
/// Beats the runner.
pub const SOLDIER: Kind = Kind(2);
/// Beats the soldier.
pub const CAPTAIN: Kind = Kind(3);

/// Pieces of a seat, and places of its arrangement.
const ARMY: u16 = 4;
/// The kinds that can move.
const MOVABLE: KindSet = KindSet(0b1110);
/// Announcements: the attacker wins, the defender wins, both are gone, the flag is taken.
const CODES: [[u8; 4]; 4] = [[0; 4], [3, 2, 1, 1], [3, 0, 2, 1], [3, 0, 0, 2]];

/// The game.
#[derive(Clone, Debug)]
pub struct Skirmish;

/// Options as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// 2 or 4.
    pub seats: u8,
    /// Plies without a piece lost after which it is a draw, at least 1.
    pub quiet: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { seats: 4, quiet: 30 }
    }
}

/// Checked options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    pub(crate) seats: u8,
    quiet: u16,
}

/// A decision in the open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Move {
    /// One step, onto an empty node or an enemy.
    Go(PieceId, Node),
    /// Two steps over an empty node onto an empty one.
    Jump(PieceId, Node),
    /// 'None of my pieces can move.'
    Stuck,
}

/// Which kind stands on which place of a seat's arrangement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Secret {
    seat: Seat,
    kinds: [Kind; ARMY as usize],
}

canon!(Move, Rules, "move", |_, _| true);
canon!(Secret, Rules, "secret", |_, _| true);

impl Secret {
    /// Why the seat may not set up so.
    fn fault(&self, seat: Seat) -> Option<Fault> {
        let set = self.kinds.iter().fold(KindSet::default(), |set, kind| set.with(*kind));
        let wrong = if self.seat != seat {
            "another seat's"
        } else if set != KindSet(0b1111) {
            "not one of each kind"
        } else if self.kinds.first() == Some(&FLAG) {
            "the flag may not stand on place 0"
        } else {
            return None;
        };
        Some(Fault::new(seat.to_string(), wrong))
    }
}

/// Whose piece it is.
fn owner(piece: PieceId) -> Option<Seat> {
    u8::try_from(piece.0 / ARMY).ok().and_then(Seat::new)
}

/// The kind of a piece as this viewer knows it beside what is open.
fn told(known: &Known<Skirmish>, piece: PieceId) -> Option<Kind> {
    known.secrets.values().find_map(|secret| Skirmish::kind(secret, piece))
}

impl Game for Skirmish {
    type Options = Options;
    type Rules = Rules;
    type Position = Position;
    type Move = Move;
    type Choice = NoChoice;
    type Secret = Secret;

    fn rules(options: &Options) -> Result<Rules, Vec<Fault>> {
        let mut faults = Vec::new();
        if ![2, 4].contains(&options.seats) {
            faults.push(Fault::new("seats", "2 or 4"));
        }
        if options.quiet == 0 {
            faults.push(Fault::new("quiet", "at least 1"));
        }
        let Options { seats, quiet } = *options;
        if faults.is_empty() { Ok(Rules { seats, quiet }) } else { Err(faults) }
    }

    fn id(_: &Rules) -> &'static str {
        "toy-skirmish"
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
        known("toy-skirmish", id, version)?;
        let read: Rules = from_bytes("rules", bytes).map_err(|_| BadRules::Malformed)?;
        let Rules { seats, quiet } = read;
        Self::rules(&Options { seats, quiet }).map_err(|_| BadRules::Malformed)
    }

    fn seats(rules: &Rules) -> u8 {
        rules.seats
    }

    fn side(_: &Rules, seat: Seat) -> Side {
        Side(seat.number() % 2)
    }

    fn hiding(_: &Rules) -> Option<Hiding> {
        Some(Hiding {
            counts: vec![1; 4],
            barred: vec![vec![0], vec![], vec![], vec![]],
            movable: MOVABLE,
            codes: CODES.map(|row| row.to_vec()).to_vec(),
        })
    }

    fn start(rules: &Rules) -> Position {
        Position::new(rules)
    }

    fn waits(at: &Position) -> Waits {
        at.waits()
    }

    fn living(at: &Position) -> SeatSet {
        at.living
    }

    fn ply(at: &Position) -> Ply {
        Ply(u32::from(at.ply))
    }

    fn begun(at: &Position) -> bool {
        !matches!(at.stage, Stage::Camp | Stage::Toss)
    }

    fn owes(at: &Position, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
        if at.stage != Stage::Move || seat != at.turn {
            return Err(Illegal("this seat is not to move"));
        }
        match *mv {
            Move::Stuck => Ok(vec![Claim::Stuck { pieces: at.mobile(seat) }]),
            Move::Go(piece, to) if at.steps(seat, piece).any(|node| node == to) => {
                Ok(vec![match at.piece_on(to) {
                    None => Claim::Within { piece, kinds: MOVABLE },
                    Some(defender) => Claim::Fight { attacker: piece, defender, among: MOVABLE },
                }])
            }
            Move::Jump(piece, to) if at.jumps(seat, piece).any(|node| node == to) => {
                let kinds = KindSet::default().with(RUNNER);
                Ok(vec![Claim::Within { piece, kinds }])
            }
            _ => Err(Illegal("no such step")),
        }
    }

    fn owes_skip(at: &Position, seat: Seat) -> Vec<Claim> {
        vec![Claim::CanMove { pieces: at.mobile(seat) }]
    }

    fn admits(_: &Position, _: Seat, choice: &NoChoice) -> Result<(), Vec<Fault>> {
        match *choice {}
    }

    fn hides(_: &Position, seat: Seat, secret: &Secret) -> Result<(), Vec<Fault>> {
        secret.fault(seat).map_or(Ok(()), |fault| Err(vec![fault]))
    }

    fn apply(at: &mut Position, event: &Event<Self>) -> Result<(), Illegal> {
        at.apply(event)
    }

    fn kind(secret: &Secret, piece: PieceId) -> Option<Kind> {
        let own = owner(piece) == Some(secret.seat);
        own.then(|| secret.kinds.get(usize::from(piece.0 % ARMY)).copied()).flatten()
    }

    fn army(secret: &Secret) -> Vec<PieceId> {
        let first = u16::from(secret.seat.number()) * ARMY;
        (first..first + ARMY).map(PieceId).collect()
    }

    fn moves(at: &Position, seat: Seat, known: &Known<Self>) -> Vec<Move> {
        if at.stage != Stage::Move || seat != at.turn || !known.secrets.contains_key(&seat) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for piece in at.army(seat) {
            let kind = told(known, piece);
            if kind.is_some_and(|kind| MOVABLE.has(kind)) {
                moves.extend(at.steps(seat, piece).map(|to| Move::Go(piece, to)));
            }
            if kind == Some(RUNNER) {
                moves.extend(at.jumps(seat, piece).map(|to| Move::Jump(piece, to)));
            }
        }
        let go = |mv: &Move| matches!(mv, Move::Go(..));
        if !moves.iter().any(go) {
            moves.push(Move::Stuck);
        }
        moves.sort();
        moves
    }

    fn choices(_: &Position, _: Seat) -> Option<Vec<NoChoice>> {
        None
    }

    fn view(at: &Position, known: &Known<Self>) -> View {
        let token = |piece: PieceId| {
            let army = owner(piece)?;
            let kind = at.open(piece).or_else(|| told(known, piece));
            Some(Token { army, controller: army, kind })
        };
        View {
            viewer: known.viewer,
            tokens: (0..at.nodes()).map(|node| token(at.piece_on(node)?)).collect(),
            living: at.living,
            facts: vec![
                ("turn", vec![u32::from(at.turn.number())]),
                ("quiet", vec![u32::from(at.quiet)]),
            ],
        }
    }

    fn picks(at: &Position, mv: &Move) -> Vec<Pick> {
        let from = |piece| at.node_of(piece).unwrap_or(0);
        match *mv {
            Move::Go(piece, to) | Move::Jump(piece, to) => {
                vec![Pick::Node(from(piece)), Pick::Node(to)]
            }
            Move::Stuck => vec![Pick::Word("stuck")],
        }
    }

    fn any_choice(_: &Position, _: Seat, _: Chooser<'_>) -> NoChoice {
        unreachable!("no position of this game waits for choices")
    }

    fn any_secret(_: &Position, seat: Seat, below: Chooser<'_>) -> Option<Secret> {
        let mut kinds = [FLAG, RUNNER, SOLDIER, CAPTAIN];
        for place in (1..kinds.len()).rev() {
            kinds.swap(place, below(place as u32 + 1) as usize);
        }
        if kinds.first() == Some(&FLAG) {
            kinds.swap(0, 1 + below(3) as usize);
        }
        Some(Secret { seat, kinds })
    }

    fn board(rules: &Rules) -> Board {
        let nodes = u16::from(rules.seats) * (ARMY + 1);
        row(nodes, true, |n| Seat::new((n / (ARMY + 1)) as u8))
    }

    fn kinds(_: &Rules) -> &'static [KindName] {
        const NAMES: [KindName; 4] = [
            KindName { zh: "军旗", mark: "旗", en: "flag", letter: 'F' },
            KindName { zh: "跑兵", mark: "跑", en: "runner", letter: 'R' },
            KindName { zh: "士兵", mark: "士", en: "soldier", letter: 'S' },
            KindName { zh: "队长", mark: "队", en: "captain", letter: 'C' },
        ];
        &NAMES
    }

    fn write_move(_: &Position, mv: &Move) -> String {
        text::write_move(mv)
    }

    fn read_move(_: &Position, text: &str) -> Result<Move, Fault> {
        text::read_move(text)
    }

    fn write_choice(_: &Position, choice: &NoChoice) -> String {
        match *choice {}
    }

    fn read_choice(_: &Position, text: &str) -> Result<NoChoice, Fault> {
        Err(Fault::new(text, "there are no choices"))
    }

    fn write_secret(_: &Position, secret: &Secret) -> String {
        text::write_secret(secret)
    }

    fn read_secret(_: &Position, seat: Seat, text: &str) -> Result<Secret, Fault> {
        text::read_secret(seat, text)
    }

    fn write_position(at: &Position, known: &Known<Self>) -> String {
        text::write_position(at, known)
    }

    fn read_position(rules: &Rules, text: &str) -> Result<(Position, Known<Self>), Vec<Fault>> {
        text::read_position(rules, text)
    }
}
