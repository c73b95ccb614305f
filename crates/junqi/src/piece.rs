//! Kinds of pieces, sets of them, and the numbers that pieces keep.

use game::{KindName, KindSet, PieceId, Seat};
use serde::{Deserialize, Serialize};

/// What a piece is. The order is that of the numbers, and of strength down to the Engineer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
pub enum Kind {
    /// 司令
    Marshal,
    /// 军长
    General,
    /// 师长
    MajorGeneral,
    /// 旅长
    Brigadier,
    /// 团长
    Colonel,
    /// 营长
    Major,
    /// 连长
    Captain,
    /// 排长
    Lieutenant,
    /// 工兵
    Engineer,
    /// 炸弹
    Bomb,
    /// 地雷
    Mine,
    /// 军旗
    Flag,
}

/// How many kinds there are.
pub const KINDS: usize = 12;
/// How many of each kind a seat has.
pub const COUNTS: [u8; KINDS] = [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1];
/// Pieces of a seat, and places of its layout.
pub const ARMY: u8 = 25;

/// The names of the kinds by their numbers.
pub(crate) const NAMES: [KindName; KINDS] = [
    KindName { zh: "司令", mark: "司", en: "Marshal", letter: 'M' },
    KindName { zh: "军长", mark: "军", en: "General", letter: 'G' },
    KindName { zh: "师长", mark: "师", en: "Major General", letter: 'D' },
    KindName { zh: "旅长", mark: "旅", en: "Brigadier", letter: 'B' },
    KindName { zh: "团长", mark: "团", en: "Colonel", letter: 'R' },
    KindName { zh: "营长", mark: "营", en: "Major", letter: 'Y' },
    KindName { zh: "连长", mark: "连", en: "Captain", letter: 'C' },
    KindName { zh: "排长", mark: "排", en: "Lieutenant", letter: 'P' },
    KindName { zh: "工兵", mark: "工", en: "Engineer", letter: 'E' },
    KindName { zh: "炸弹", mark: "炸", en: "Bomb", letter: 'Z' },
    KindName { zh: "地雷", mark: "雷", en: "Mine", letter: 'L' },
    KindName { zh: "军旗", mark: "旗", en: "Flag", letter: 'F' },
];

impl Kind {
    /// Every kind in order.
    pub const ALL: [Self; KINDS] = [
        Self::Marshal,
        Self::General,
        Self::MajorGeneral,
        Self::Brigadier,
        Self::Colonel,
        Self::Major,
        Self::Captain,
        Self::Lieutenant,
        Self::Engineer,
        Self::Bomb,
        Self::Mine,
        Self::Flag,
    ];

    /// The kind with this number.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Its number, to index an array that has a place for every kind.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its number as the vocabulary of games has it.
    pub const fn number(self) -> game::Kind {
        game::Kind(self as u8)
    }

    /// Its letter in notation.
    pub fn letter(self) -> char {
        NAMES.get(self.index()).map_or('?', |name| name.letter)
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

impl TryFrom<u8> for Kind {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a kind is below 12")
    }
}

impl From<Kind> for u8 {
    fn from(kind: Kind) -> Self {
        kind as Self
    }
}

/// A set of kinds, one bit each. Invariant: no bit from 12 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Kinds(u16);

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self((1 << KINDS) - 1);
    /// The kinds that can ever move.
    pub const MOVABLE: Self = Self((1 << Kind::Mine as u16) - 1);

    /// The set of this kind alone.
    pub const fn of(kind: Kind) -> Self {
        Self(1 << kind as u16)
    }

    /// The set with this mask, if it has no bit from 12 on.
    pub const fn from_mask(mask: u16) -> Option<Self> {
        if mask & !Self::ALL.0 == 0 { Some(Self(mask)) } else { None }
    }

    /// One bit a kind.
    pub const fn mask(self) -> u16 {
        self.0
    }

    /// With this kind.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u16)
    }

    /// Without this kind.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u16))
    }

    /// The members of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the kind is in it.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Whether every member is in `other`.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its only member.
    pub fn only(self) -> Option<Kind> {
        if self.0.is_power_of_two() { Kind::new(self.0.trailing_zeros() as u8) } else { None }
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }

    /// As the vocabulary of games has it.
    pub const fn set(self) -> KindSet {
        KindSet(self.0)
    }
}

impl TryFrom<u16> for Kinds {
    type Error = &'static str;

    fn try_from(mask: u16) -> Result<Self, Self::Error> {
        Self::from_mask(mask).ok_or("a set of kinds below 12")
    }
}

impl From<Kinds> for u16 {
    fn from(kinds: Kinds) -> Self {
        kinds.0
    }
}

/// A piece by the number that it keeps: 25 for each field, in the order of its places. In flip the
/// number says where it lay, nothing of its colour. Invariant: below 150.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Man(u8);

/// Pieces of the largest game.
pub const MEN_MAX: usize = 150;

impl Man {
    /// The piece with this number, if a game can have it.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < MEN_MAX { Some(Self(number)) } else { None }
    }

    /// The piece of this seat that begins on this place of its layout.
    pub const fn of(seat: Seat, place: u8) -> Option<Self> {
        if place < ARMY { Self::new(seat.number() * ARMY + place) } else { None }
    }

    /// The piece of this number in claims.
    pub fn from_id(id: PieceId) -> Option<Self> {
        u8::try_from(id.0).ok().and_then(Self::new)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number, to index an array that has a place for every piece.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number in claims.
    pub const fn id(self) -> PieceId {
        PieceId(self.0 as u16)
    }

    /// The seat whose place it began on.
    pub const fn seat(self) -> Seat {
        Seat::of(self.0 / ARMY)
    }

    /// The place of the layout that it began on.
    pub const fn place(self) -> u8 {
        self.0 % ARMY
    }
}

impl TryFrom<u8> for Man {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a piece is below 150")
    }
}

impl From<Man> for u8 {
    fn from(man: Man) -> Self {
        man.0
    }
}
