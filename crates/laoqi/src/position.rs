//! The position: all that every peer agrees on.

use game::{Outcome, Ply, Seat, SeatSet};

use crate::board::{Board, CELLS_MAX, Cell};
use crate::gesture::{Gesture, Table};
use crate::piece::{Kind, Kinds, Piece};
use crate::rules::{Crown, Options, Rules};

/// After so many showings without a decision the ply passes.
pub const SHOWINGS_MAX: u8 = 30;
/// So many ties on one gesture make it pending.
pub const TIES_MAX: u8 = 3;

const SEATS: usize = game::SEATS_MAX as usize;

/// What an army carries beside its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Army {
    /// Who moves it; none: it went with the seat that controlled it.
    pub controller: Option<Seat>,
    /// How many of its Warriors have been captured.
    pub lost: u8,
    /// How many of its Shields have been promoted.
    pub promoted: u8,
}

/// Gestures in pending: the first is, the others follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Queue([Option<Gesture>; 3]);

impl Queue {
    /// The gesture that is pending now.
    pub const fn pending(&self) -> Option<Gesture> {
        self.0[0]
    }

    /// Those in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = Gesture> {
        self.0.into_iter().flatten()
    }

    /// Whether the gesture is pending or waits to be.
    pub fn has(&self, gesture: Gesture) -> bool {
        self.0.contains(&Some(gesture))
    }

    pub(crate) fn push(&mut self, gesture: Gesture) {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(gesture);
        }
    }

    pub(crate) const fn pop(&mut self) {
        self.0 = [self.0[1], self.0[2], None];
    }
}

/// What the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// These seats show gestures for the right to act.
    Contest {
        /// Who shows.
        due: SeatSet,
    },
    /// The holder of the crown picks one of those who beat most.
    Pick {
        /// What was shown.
        table: Table,
    },
    /// The winner had nothing to act with: those it beat show for the right to move any piece.
    Losers {
        /// Who shows.
        due: SeatSet,
    },
    /// A seat acts.
    Action {
        /// Who.
        seat: Seat,
        /// With which kinds.
        kinds: Kinds,
    },
    /// The game is over.
    Over(Outcome),
}

/// A position. It holds its rules; its encoding does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) cells: [Option<Piece>; CELLS_MAX],
    pub(crate) armies: [Army; SEATS],
    pub(crate) living: SeatSet,
    /// The seats that have incited.
    pub(crate) incited: SeatSet,
    /// The seats put out since the last showing or action.
    pub(crate) fallen: SeatSet,
    pub(crate) timeouts: [u8; SEATS],
    /// Counted ties by gesture.
    pub(crate) ties: [u8; 3],
    pub(crate) queue: Queue,
    pub(crate) crown: Option<Seat>,
    pub(crate) quiet: u16,
    pub(crate) ply: u32,
    /// Undecided showings of this ply.
    pub(crate) showings: u8,
    pub(crate) stage: Stage,
}

impl Position {
    /// The start.
    pub fn start(rules: &Rules) -> Self {
        let seats = rules.options().seats;
        let none = Army { controller: None, lost: 0, promoted: 0 };
        let living = SeatSet::first(seats);
        let mut position = Self {
            rules: *rules,
            cells: [None; CELLS_MAX],
            armies: [none; SEATS],
            living,
            incited: SeatSet::EMPTY,
            fallen: SeatSet::EMPTY,
            timeouts: [0; SEATS],
            ties: [0; 3],
            queue: Queue::default(),
            crown: starts_with_crown(rules.options()),
            quiet: 0,
            ply: 0,
            showings: 0,
            stage: Stage::Contest { due: living },
        };
        for (cell, piece) in Board::of(seats).start() {
            position.put(*cell, Some(*piece));
        }
        for seat in living.iter() {
            position.army_mut(seat).controller = Some(seat);
        }
        position.stage = Stage::Contest { due: position.entitled() };
        position
    }

    /// Its rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The options of its rules.
    pub const fn options(&self) -> &Options {
        self.rules.options()
    }

    /// Its board.
    pub fn board(&self) -> &'static Board {
        Board::of(self.options().seats)
    }

    /// All seats, gone ones too.
    pub const fn seats(&self) -> SeatSet {
        SeatSet::first(self.options().seats)
    }

    /// The piece on a cell.
    #[expect(clippy::indexing_slicing, reason = "a cell is below CELLS_MAX")]
    pub const fn at(&self, cell: Cell) -> Option<Piece> {
        self.cells[cell.index()]
    }

    /// What the army of this seat's number carries.
    #[expect(clippy::indexing_slicing, reason = "a seat is below SEATS_MAX")]
    pub const fn army(&self, army: Seat) -> &Army {
        &self.armies[army.index()]
    }

    /// Who moves a piece.
    pub const fn controller(&self, piece: Piece) -> Option<Seat> {
        self.army(piece.army).controller
    }

    /// Whether the seat controls a piece of these kinds.
    pub fn controls(&self, seat: Seat, kinds: Kinds) -> bool {
        let cells = self.cells.get(..self.board().len()).unwrap_or(&[]);
        cells
            .iter()
            .flatten()
            .any(|piece| kinds.has(piece.kind) && self.controller(*piece) == Some(seat))
    }

    /// Where the King of this colour stands, if it lives.
    pub fn king(&self, army: Seat) -> Option<Cell> {
        let king = Some(Piece { army, kind: Kind::King });
        self.board().cells().find(|cell| self.at(*cell) == king)
    }

    /// The seats still in the game.
    pub const fn living(&self) -> SeatSet {
        self.living
    }

    /// The seats that show when nobody stays away: all living ones but the holder of the crown.
    pub const fn entitled(&self) -> SeatSet {
        match self.crown {
            Some(holder) => self.living.without(holder),
            None => self.living,
        }
    }

    /// The seats that have used their one incitement.
    pub const fn incited(&self) -> SeatSet {
        self.incited
    }

    /// The gestures in pending.
    pub const fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The ties on a gesture that count towards pending.
    #[expect(clippy::indexing_slicing, reason = "one place for each gesture")]
    pub const fn ties(&self, gesture: Gesture) -> u8 {
        self.ties[gesture as usize]
    }

    /// Who holds the iron crown, while there is one.
    pub const fn crown(&self) -> Option<Seat> {
        self.crown
    }

    /// Plies in a row without capture, promotion or incitement; not counted without a limit.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// How many commits and actions the seat has missed.
    #[expect(clippy::indexing_slicing, reason = "a seat is below SEATS_MAX")]
    pub const fn timeouts(&self, seat: Seat) -> u8 {
        self.timeouts[seat.index()]
    }

    /// Showings of this ply that decided nothing.
    pub const fn showings(&self) -> u8 {
        self.showings
    }

    /// Plies completed.
    pub const fn ply(&self) -> Ply {
        Ply(self.ply)
    }

    /// What it waits for.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    #[expect(clippy::indexing_slicing, reason = "a cell is below CELLS_MAX")]
    pub(crate) const fn put(&mut self, cell: Cell, piece: Option<Piece>) {
        self.cells[cell.index()] = piece;
    }

    #[expect(clippy::indexing_slicing, reason = "a seat is below SEATS_MAX")]
    pub(crate) const fn army_mut(&mut self, army: Seat) -> &mut Army {
        &mut self.armies[army.index()]
    }
}

/// The holder of the crown at the start.
pub(crate) fn starts_with_crown(options: &Options) -> Option<Seat> {
    (options.seats == 5 && options.crown == Crown::On).then(|| Seat::of(4))
}
