//! Moves: what one seat decides in the open.

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Malformed, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Board, Cell};
use crate::piece::Kind;
use crate::rules::Rules;

/// What a Shield is promoted to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Promoted {
    /// 战士
    Warrior,
    /// 刺客
    Assassin,
}

impl Promoted {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::Warrior, Self::Assassin];

    /// As a kind.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Warrior => Kind::Warrior,
            Self::Assassin => Kind::Assassin,
        }
    }
}

/// Where pushed Shields go, in the order of the run: one cell for each that has two to choose from.
///
/// Invariant: no second without a first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Asides {
    first: Option<Cell>,
    second: Option<Cell>,
}

impl Asides {
    /// No choice.
    pub const NONE: Self = Self { first: None, second: None };

    /// One more choice; none if there are two already, for an army has two Shields.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Option<Self> {
        match (self.first, self.second) {
            (None, _) => Some(Self { first: Some(cell), second: None }),
            (first, None) => Some(Self { first, second: Some(cell) }),
            _ => None,
        }
    }

    /// The cells in order.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        [self.first, self.second].into_iter().flatten()
    }

    const fn is_valid(self) -> bool {
        self.first.is_some() || self.second.is_none()
    }
}

/// What one piece does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// One step, orthogonal or diagonal as the kind has it; onto an enemy: a capture.
    Step {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A Shield steps onto a piece and pushes the run that begins there.
    Push {
        /// Where the Shield stands.
        from: Cell,
        /// The first cell of the run.
        to: Cell,
        /// The cell behind the fork, if the run reaches the cell before one.
        branch: Option<Cell>,
        /// Where pushed Shields go that have a choice.
        asides: Asides,
    },
    /// A Shield becomes another kind.
    Promote {
        /// Where the Shield stands.
        at: Cell,
        /// What it becomes.
        to: Promoted,
    },
    /// A King on an enemy army's base line makes a Shield of that army a Warrior.
    Incite {
        /// Where the King stands.
        king: Cell,
        /// Where the Shield stands.
        shield: Cell,
    },
}

impl Action {
    /// The cell of the piece that acts.
    pub const fn actor(&self) -> Cell {
        match self {
            Self::Step { from, .. } | Self::Push { from, .. } => *from,
            Self::Promote { at, .. } => *at,
            Self::Incite { king, .. } => *king,
        }
    }

    fn is_on(&self, board: &Board) -> bool {
        match self {
            Self::Step { from, to } => board.has(*from) && board.has(*to),
            Self::Push { from, to, branch, asides } => {
                let rest = branch.iter().copied().chain(asides.iter());
                let mut all = rest.chain([*from, *to]);
                asides.is_valid() && all.all(|cell| board.has(cell))
            }
            Self::Promote { at, .. } => board.has(*at),
            Self::Incite { king, shield } => board.has(*king) && board.has(*shield),
        }
    }
}

/// One decision of one seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Move {
    /// The holder of the iron crown says which of the best acts.
    Crown(Seat),
    /// A piece acts.
    Act(Action),
    /// The King on this cell stays and a piece beside it acts instead.
    Command(Cell, Action),
}

impl Move {
    /// What a piece does by it, whoever commands it; none: a choice by the crown.
    pub const fn action(&self) -> Option<&Action> {
        match self {
            Self::Crown(_) => None,
            Self::Act(action) | Self::Command(_, action) => Some(action),
        }
    }
}

impl Canon<Rules> for Move {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        let mv: Self = from_bytes("move", bytes)?;
        let seats = rules.options().seats;
        let board = Board::of(seats);
        let fits = match &mv {
            Self::Crown(seat) => seat.number() < seats,
            Self::Act(action) => action.is_on(board),
            Self::Command(king, action) => board.has(*king) && action.is_on(board),
        };
        if fits { Ok(mv) } else { Err(Malformed("move")) }
    }
}
