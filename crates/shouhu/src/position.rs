//! The position: all that every peer agrees on. Nothing is hidden in it.

use game::{Outcome, Ply, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::board;
use crate::cells::{Cell, Cells};
use crate::history::Seen;
use crate::layout::Layout;
use crate::options::{Options, Placement, Win};
use crate::piece::{KINDS, Kind, Occupant, Piece};
use crate::rules::{Rules, SEATS};

/// What the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// A toss says who has red.
    First,
    /// Both seats arrange in secret.
    SetUp,
    /// The seat whose turn it is places a piece.
    Placing,
    /// The seat whose turn it is sends back the enemy piece on this cell of its zone.
    Return(Cell),
    /// The seat whose turn it is moves.
    Turn,
    /// The seat whose turn it is puts down this piece, which it has just captured.
    Drop(Piece),
    /// The game is over.
    Over(Outcome),
}

/// A position. It holds its rules; its encoding does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    /// The pieces of each seat.
    pub(crate) armies: [Cells; 2],
    /// The pieces of each kind, of both seats.
    pub(crate) kinds: [Cells; KINDS],
    pub(crate) stones: Cells,
    pub(crate) living: SeatSet,
    pub(crate) red: Option<Seat>,
    pub(crate) turn: Seat,
    pub(crate) score: [u16; 2],
    pub(crate) quiet: u16,
    pub(crate) ply: u32,
    /// The positions at the start of a turn since the last thing that cannot be undone.
    pub(crate) history: Vec<Seen>,
    pub(crate) stage: Stage,
}

impl Position {
    /// The start.
    pub fn start(rules: &Rules) -> Self {
        let mut at = Self::empty(rules);
        at.stones = rules.stones();
        at.red = rules.red();
        if rules.options().placement == Placement::Standard {
            for seat in SEATS.iter() {
                at.arrange(seat, &Layout::STANDARD);
            }
        }
        if at.red.is_some() {
            at.set_up();
        }
        at
    }

    /// A board with nothing on it, to be filled.
    pub(crate) fn empty(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            armies: [Cells::NONE; 2],
            kinds: [Cells::NONE; KINDS],
            stones: Cells::NONE,
            living: SEATS,
            red: None,
            turn: Seat::of(0),
            score: [0; 2],
            quiet: 0,
            ply: 0,
            history: Vec::new(),
            stage: Stage::First,
        }
    }

    /// Its rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The options of its rules.
    pub const fn options(&self) -> &Options {
        self.rules.options()
    }

    /// The pieces of a seat.
    #[expect(clippy::indexing_slicing, reason = "0 or 1")]
    pub const fn army(&self, seat: Seat) -> Cells {
        self.armies[seat.index() & 1]
    }

    /// The pieces of a kind, of both seats.
    #[expect(clippy::indexing_slicing, reason = "one place for each kind")]
    pub const fn of_kind(&self, kind: Kind) -> Cells {
        self.kinds[kind.index()]
    }

    /// The stones that lie in the river.
    pub const fn stones(&self) -> Cells {
        self.stones
    }

    /// The cells on which something stands or lies.
    pub const fn occupied(&self) -> Cells {
        let [a, b] = self.armies;
        a.or(b).or(self.stones)
    }

    /// The pieces that lend their moves to 士 and carry 兵.
    pub fn lenders(&self) -> Cells {
        let all = Kind::LENDERS.iter().map(|kind| self.of_kind(*kind));
        all.fold(Cells::NONE, Cells::or)
    }

    /// The pieces beside a cell that lend their moves to a 士 there, or carry a 兵 there.
    pub fn lenders_beside(&self, cell: Cell) -> Cells {
        board::neighbours(cell).and(self.lenders())
    }

    /// What the piece on a cell is.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.of_kind(*kind).has(cell))
    }

    /// The piece on a cell.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        let army = SEATS.iter().find(|seat| self.army(*seat).has(cell))?;
        Some(Piece { army, kind: self.kind(cell)? })
    }

    /// What stands or lies on a cell.
    pub fn on(&self, cell: Cell) -> Option<Occupant> {
        if self.stones.has(cell) {
            Some(Occupant::Stone)
        } else {
            self.piece(cell).map(Occupant::Piece)
        }
    }

    /// The guardian of a seat, if it has one: its piece in its own zone.
    pub const fn guardian(&self, seat: Seat) -> Option<Cell> {
        self.army(seat).and(board::zone(seat)).lowest()
    }

    /// How many pieces of this army and kind are on the board.
    pub const fn count_of(&self, piece: Piece) -> u8 {
        self.army(piece.army).and(self.of_kind(piece.kind)).len() as u8
    }

    /// The seats still in the game.
    pub const fn living(&self) -> SeatSet {
        self.living
    }

    /// Who has red and moves first; none before that is tossed.
    pub const fn red(&self) -> Option<Seat> {
        self.red
    }

    /// The seat whose turn it is.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The points of a seat.
    #[expect(clippy::indexing_slicing, reason = "0 or 1")]
    pub const fn score(&self, seat: Seat) -> u16 {
        self.score[seat.index() & 1]
    }

    /// Plies in a row without a point or a captured stone; not counted without a limit.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Plies completed.
    pub const fn ply(&self) -> Ply {
        Ply(self.ply)
    }

    /// What it waits for.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// The same position, as if nothing had been before it: for searches, which make many copies.
    #[must_use]
    pub fn without_history(&self) -> Self {
        let mut at = self.clone();
        at.history = Vec::new();
        at
    }

    /// The most points that a seat can have while the game goes on.
    pub(crate) fn score_max(&self) -> u16 {
        match self.options().win {
            Win::FirstTo => self.options().goal - 1,
            Win::MostAfter => self.options().plies,
        }
    }

    /// Puts a piece on a free cell.
    pub(crate) fn put(&mut self, cell: Cell, piece: Piece) {
        let army = self.armies.get_mut(piece.army.index());
        let kind = self.kinds.get_mut(piece.kind.index());
        for set in army.into_iter().chain(kind) {
            *set = set.with(cell);
        }
    }

    /// Takes away what is on a cell and says what it was.
    pub(crate) fn lift(&mut self, cell: Cell) -> Option<Occupant> {
        let there = self.on(cell)?;
        match there {
            Occupant::Stone => self.stones = self.stones.without(cell),
            Occupant::Piece(piece) => {
                let army = self.armies.get_mut(piece.army.index());
                let kind = self.kinds.get_mut(piece.kind.index());
                for set in army.into_iter().chain(kind) {
                    *set = set.without(cell);
                }
            }
        }
        Some(there)
    }

    pub(crate) fn arrange(&mut self, seat: Seat, layout: &Layout) {
        for (cell, kind) in layout.pieces(seat) {
            self.put(cell, Piece { army: seat, kind });
        }
    }
}
