//! Pieces: their kinds and colours.

use game::Seat;
use serde::{Deserialize, Serialize};

use crate::gesture::Gesture;

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// 国王
    King,
    /// 战士
    Warrior,
    /// 盾卫
    Shield,
    /// 刺客
    Assassin,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::King, Self::Warrior, Self::Shield, Self::Assassin];

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Warrior => 'W',
            Self::Shield => 'S',
            Self::Assassin => 'A',
        }
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its number, as views and boards name kinds.
    pub const fn number(self) -> game::Kind {
        game::Kind(self as u8)
    }
}

/// A set of kinds: what a mandate lets a seat move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kinds(u8);

impl Kinds {
    /// Any piece.
    pub const ANY: Self = Self(0b1111);

    /// These kinds.
    pub const fn of(kinds: &[Kind]) -> Self {
        let mut set = 0;
        let mut rest = kinds;
        while let [first, tail @ ..] = rest {
            set |= 1 << *first as u8;
            rest = tail;
        }
        Self(set)
    }

    /// Whether the kind is in it.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// One bit a kind.
    pub const fn mask(self) -> u8 {
        self.0
    }

    /// The set with these bits, if it is one that a mandate can grant: those of one gesture, or all.
    pub fn from_mask(mask: u8) -> Option<Self> {
        let granted = Gesture::ALL.map(Gesture::kinds);
        let mut all = granted.into_iter().chain([Self::ANY]);
        all.find(|kinds| kinds.0 == mask)
    }

    /// The members in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its colour, by the seat under which the army of that colour started.
    pub army: Seat,
    /// What it is.
    pub kind: Kind,
}
