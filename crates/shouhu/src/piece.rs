//! Pieces: kinds, how many of each, names.

use game::{KindName, Seat};
use serde::{Deserialize, Serialize};

/// How many kinds.
pub const KINDS: usize = 6;
/// The pieces of a side.
pub const ARMY: u8 = 15;
/// How many of each kind a side has.
pub const COUNTS: [u8; KINDS] = [2, 2, 2, 2, 2, 5];

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// 车.
    Chariot,
    /// 马.
    Horse,
    /// 炮.
    Cannon,
    /// 象.
    Elephant,
    /// 士: moves as its neighbours do.
    Advisor,
    /// 兵: hops over its neighbours.
    Soldier,
}

impl Kind {
    /// All kinds by number.
    pub const ALL: [Self; KINDS] =
        [Self::Chariot, Self::Horse, Self::Cannon, Self::Elephant, Self::Advisor, Self::Soldier];
    /// The kinds that move by themselves, lend their moves to 士 and carry 兵.
    pub const LENDERS: [Self; 4] = [Self::Chariot, Self::Horse, Self::Cannon, Self::Elephant];

    /// Its number, to index an array with a place for every kind.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its number as views give it.
    pub const fn number(self) -> game::Kind {
        game::Kind(self as u8)
    }

    /// How many a side has.
    #[expect(clippy::indexing_slicing, reason = "one place for each kind")]
    pub const fn count(self) -> u8 {
        COUNTS[self as usize]
    }

    /// Whether 士 and 兵 use it.
    pub const fn is_lender(self) -> bool {
        !matches!(self, Self::Advisor | Self::Soldier)
    }

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Chariot => 'R',
            Self::Horse => 'N',
            Self::Cannon => 'C',
            Self::Elephant => 'B',
            Self::Advisor => 'A',
            Self::Soldier => 'P',
        }
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A piece: whose it is, and what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Whose.
    pub army: Seat,
    /// What.
    pub kind: Kind,
}

impl Piece {
    /// Its letter in a position: a capital for seat 0.
    pub const fn letter(self) -> char {
        if self.army.number() == 0 {
            self.kind.letter()
        } else {
            self.kind.letter().to_ascii_lowercase()
        }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
        Some(Self { army: Seat::of(u8::from(letter.is_ascii_lowercase())), kind })
    }
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Occupant {
    /// A piece.
    Piece(Piece),
    /// A stone of the river.
    Stone,
}

/// The number that views give a stone.
pub const STONE: game::Kind = game::Kind(KINDS as u8);

/// The names of the kinds by their numbers, and after them that of the stones.
pub(crate) const NAMES: [KindName; KINDS + 1] = [
    KindName { zh: "车", mark: "车", en: "Chariot", letter: Kind::Chariot.letter() },
    KindName { zh: "马", mark: "马", en: "Horse", letter: Kind::Horse.letter() },
    KindName { zh: "炮", mark: "炮", en: "Cannon", letter: Kind::Cannon.letter() },
    KindName { zh: "象", mark: "象", en: "Elephant", letter: Kind::Elephant.letter() },
    KindName { zh: "士", mark: "士", en: "Advisor", letter: Kind::Advisor.letter() },
    KindName { zh: "兵", mark: "兵", en: "Soldier", letter: Kind::Soldier.letter() },
    KindName { zh: "河中石", mark: "石", en: "Stone", letter: 'S' },
];
