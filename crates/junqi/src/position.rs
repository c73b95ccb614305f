//! The position: all that every peer agrees on.

use game::{Outcome, Ply, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::cells::{CELLS_MAX, Cell, Cells};
use crate::history::Seen;
use crate::layout;
use crate::options::{Mode, Options};
use crate::piece::{ARMY, COUNTS, KINDS, Kind, Kinds, MEN_MAX, Man};
use crate::rules::Rules;

pub(crate) const SEATS: usize = game::SEATS_MAX as usize;

/// What is public about one piece. An army is a seat's pieces; in flip it is a colour, and which
/// seat has it is decided on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands; none: it is off the board.
    pub cell: Option<Cell>,
    /// Its army; none: it lies face down.
    pub army: Option<Seat>,
    /// The kinds left to it: those that it can be by where it began and by what it has done and shown
    /// since, no cleverer conclusions drawn. None when it is off the board.
    pub kinds: Kinds,
}

impl Piece {
    const GONE: Self = Self { cell: None, army: None, kinds: Kinds::NONE };
}

/// Where an army's flag is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FlagAt {
    /// In its place: it is a piece of its army.
    Home,
    /// With a piece.
    Carried(Man),
    /// On a cell, whoever stands there.
    Lying(Cell),
    /// Out of the game.
    Gone,
}

/// What the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// The living seats set up.
    SetUp,
    /// A toss says who moves first.
    First,
    /// The seat whose turn it is moves.
    Turn,
    /// What an attack announces.
    Fight {
        /// The piece that attacks.
        attacker: Man,
        /// The piece attacked.
        defender: Man,
        /// The kinds that the attack is open to.
        among: Kinds,
    },
    /// These seats show where their flags are.
    Show(SeatSet),
    /// The seat whose turn it is cannot move; the others say whether they can.
    Stuck,
    /// A toss says what lies on this cell.
    TurnUp(Cell),
    /// The game is over.
    Over(Outcome),
}

/// A position. It holds its rules; its encoding does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) men: [Piece; MEN_MAX],
    pub(crate) on: [Option<Man>; CELLS_MAX],
    /// The cells of each army's pieces.
    pub(crate) armies: [Cells; SEATS],
    pub(crate) occupied: Cells,
    pub(crate) living: SeatSet,
    pub(crate) turn: Seat,
    pub(crate) flags: [FlagAt; SEATS],
    /// In flip the pieces still face down, by army and kind.
    pub(crate) down: [[u8; KINDS]; 2],
    /// In flip the seat that has army 0, once that is decided.
    pub(crate) colours: Option<Seat>,
    pub(crate) timeouts: [u8; SEATS],
    pub(crate) quiet: u16,
    pub(crate) ply: u32,
    /// The positions since the last thing that cannot be undone, where repetition counts.
    pub(crate) history: Vec<Seen>,
    pub(crate) stage: Stage,
}

impl Position {
    /// The start.
    pub fn start(rules: &Rules) -> Self {
        let is_flip = rules.options().mode == Mode::Flip;
        let mut position = Self::empty(rules);
        for man in position.men_of_all() {
            let army = (!is_flip).then(|| man.seat());
            let kinds =
                if is_flip { Kinds::ALL } else { layout::allowed(man.place(), rules.options()) };
            if let Some(cell) = position.board().cell_of(man.seat(), man.place()) {
                position.put(man, Piece { cell: Some(cell), army, kinds });
            }
        }
        if is_flip {
            position.down = [COUNTS; 2];
            position.stage = Stage::First;
        }
        for seat in rules.seats().iter() {
            position.set_flag(seat, FlagAt::Home);
        }
        position
    }

    /// A board without pieces, to be filled.
    pub(crate) fn empty(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            men: [Piece::GONE; MEN_MAX],
            on: [None; CELLS_MAX],
            armies: [Cells::NONE; SEATS],
            occupied: Cells::NONE,
            living: rules.seats(),
            turn: Seat::of(0),
            flags: [FlagAt::Gone; SEATS],
            down: [[0; KINDS]; 2],
            colours: None,
            timeouts: [0; SEATS],
            quiet: 0,
            ply: 0,
            history: Vec::new(),
            stage: Stage::SetUp,
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

    /// Its board.
    pub fn board(&self) -> &'static Board {
        Board::of(self.options())
    }

    /// All seats, gone ones too.
    pub const fn seats(&self) -> SeatSet {
        self.rules.seats()
    }

    /// Whether kinds are hidden from other seats.
    pub fn is_hidden(&self) -> bool {
        self.options().mode == Mode::Hidden
    }

    /// Whether pieces begin face down.
    pub fn is_flip(&self) -> bool {
        self.options().mode == Mode::Flip
    }

    /// The numbers of all pieces that the game began with.
    pub(crate) fn men_of_all(&self) -> impl Iterator<Item = Man> + use<> {
        (0..self.seats().len() * ARMY).filter_map(Man::new)
    }

    /// What is public about a piece.
    #[expect(clippy::indexing_slicing, reason = "a piece is below MEN_MAX")]
    pub const fn piece(&self, man: Man) -> &Piece {
        &self.men[man.index()]
    }

    /// The piece on a cell.
    #[expect(clippy::indexing_slicing, reason = "a cell is below CELLS_MAX")]
    pub const fn on(&self, cell: Cell) -> Option<Man> {
        self.on[cell.index()]
    }

    /// The seat that has an army; in flip none before that is decided.
    pub fn seat_of(&self, army: Seat) -> Option<Seat> {
        if !self.is_flip() {
            return Some(army);
        }
        let first = self.colours?;
        Some(if army == Seat::of(0) { first } else { other(first) })
    }

    /// The army that a seat has; in flip none before that is decided.
    pub fn army_of(&self, seat: Seat) -> Option<Seat> {
        if !self.is_flip() {
            return Some(seat);
        }
        let first = self.colours?;
        Some(if seat == first { Seat::of(0) } else { Seat::of(1) })
    }

    /// The seat that has a piece.
    pub fn owner(&self, man: Man) -> Option<Seat> {
        self.seat_of(self.piece(man).army?)
    }

    /// Whether two seats are on one side.
    pub fn are_allies(&self, a: Seat, b: Seat) -> bool {
        self.options().side(a) == self.options().side(b)
    }

    /// Whether a seat's pieces may attack those of an army: of another side, or of a seat that is out.
    pub(crate) fn is_enemy(&self, seat: Seat, army: Seat) -> bool {
        let owner = self.seat_of(army);
        owner.is_none_or(|owner| !self.living.has(owner) || !self.are_allies(seat, owner))
    }

    /// The seats still in the game.
    pub const fn living(&self) -> SeatSet {
        self.living
    }

    /// The seat whose turn it is.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Where an army's flag is.
    #[expect(clippy::indexing_slicing, reason = "a seat is below SEATS_MAX")]
    pub const fn flag(&self, army: Seat) -> FlagAt {
        self.flags[army.index()]
    }

    /// Whether a piece carries a flag.
    pub fn is_carrier(&self, man: Man) -> bool {
        self.flags.contains(&FlagAt::Carried(man))
    }

    /// In flip how many pieces of this army and kind lie face down.
    pub fn down(&self, army: Seat, kind: Kind) -> u8 {
        let row = self.down.get(army.index());
        row.and_then(|row| row.get(kind.index())).copied().unwrap_or(0)
    }

    /// In flip the seat that has army 0, once that is decided.
    pub const fn colours(&self) -> Option<Seat> {
        self.colours
    }

    /// How many turns a seat has let run out.
    #[expect(clippy::indexing_slicing, reason = "a seat is below SEATS_MAX")]
    pub const fn timeouts(&self, seat: Seat) -> u8 {
        self.timeouts[seat.index()]
    }

    /// Plies in a row without a fight (in flip: without fight or flip); not counted without a limit.
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

    /// The pieces of an army that are on the board, by number.
    pub(crate) fn army(&self, army: Seat) -> impl Iterator<Item = Man> {
        let cells = self.armies.get(army.index()).copied().unwrap_or_default();
        let mut men: Vec<Man> = cells.iter().filter_map(|cell| self.on(cell)).collect();
        men.sort_unstable();
        men.into_iter()
    }

    /// The cells of an army's pieces.
    pub(crate) fn cells_of(&self, army: Seat) -> &Cells {
        const NOTHING: &Cells = &Cells::NONE;
        self.armies.get(army.index()).unwrap_or(NOTHING)
    }

    /// Puts a piece that is off the board on it.
    pub(crate) fn put(&mut self, man: Man, piece: Piece) {
        if let Some(cell) = piece.cell {
            if let Some(slot) = self.on.get_mut(cell.index()) {
                *slot = Some(man);
            }
            self.occupied.insert(cell);
            let army = piece.army.and_then(|army| self.armies.get_mut(army.index()));
            if let Some(army) = army {
                army.insert(cell);
            }
        }
        if let Some(slot) = self.men.get_mut(man.index()) {
            *slot = piece;
        }
    }

    /// Takes a piece off the board and says what it was.
    pub(crate) fn lift(&mut self, man: Man) -> Piece {
        let piece = *self.piece(man);
        if let Some(cell) = piece.cell {
            if let Some(slot) = self.on.get_mut(cell.index()) {
                *slot = None;
            }
            self.occupied.remove(cell);
            let army = piece.army.and_then(|army| self.armies.get_mut(army.index()));
            if let Some(army) = army {
                army.remove(cell);
            }
        }
        if let Some(slot) = self.men.get_mut(man.index()) {
            *slot = Piece::GONE;
        }
        piece
    }

    /// Leaves a piece only these of its kinds.
    pub(crate) fn narrow(&mut self, man: Man, kinds: Kinds) {
        if let Some(piece) = self.men.get_mut(man.index()) {
            piece.kinds = piece.kinds.and(kinds);
        }
    }

    /// Gives a piece these kinds, whatever it could be before.
    pub(crate) fn suppose(&mut self, man: Man, kinds: Kinds) {
        if let Some(piece) = self.men.get_mut(man.index()) {
            piece.kinds = kinds;
        }
    }

    pub(crate) fn set_flag(&mut self, army: Seat, at: FlagAt) {
        if let Some(flag) = self.flags.get_mut(army.index()) {
            *flag = at;
        }
    }

    /// The armies of the game.
    pub(crate) fn all_armies(&self) -> impl Iterator<Item = Seat> + use<> {
        self.seats().iter()
    }

    /// The first living seat after this one in turn order; itself if there is no other.
    pub(crate) fn next_living(&self, seat: Seat) -> Seat {
        let after = self.living.iter().find(|other| *other > seat);
        after.or(self.living.lowest()).unwrap_or(seat)
    }

    /// Every seat whose side has one of these.
    pub(crate) fn whole_sides(&self, seats: SeatSet) -> SeatSet {
        let has_one = |seat: &Seat| seats.iter().any(|other| self.are_allies(*seat, other));
        self.seats().iter().filter(has_one).collect()
    }
}

/// The other of two seats.
pub(crate) const fn other(seat: Seat) -> Seat {
    Seat::of(1 - (seat.number() & 1))
}
