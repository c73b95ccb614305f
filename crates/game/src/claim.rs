//! Claims: hidden facts that a rule depends on, as plain data.
//!
//! This is the seam between rules and referee. An engine says *which* fact it needs; the referee
//! proves it; [`Claim::settle`] is the plain reference that both are tested against.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A piece by the number that it keeps for the whole game; it says nothing about its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PieceId(pub u16);

/// What a piece is, by the number that the rules of its game give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Kind(pub u8);

/// A set of kinds below 16, one bit each.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
pub struct KindSet(pub u16);

impl KindSet {
    /// Whether the kind is in it.
    pub const fn has(self, kind: Kind) -> bool {
        kind.0 < 16 && self.0 >> kind.0 & 1 == 1
    }

    /// With this kind; kinds from 16 on cannot be held and are left out.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        if kind.0 < 16 { Self(self.0 | 1 << kind.0) } else { self }
    }
}

/// All that a referee is told about a game with hidden pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hiding {
    /// How many pieces of each kind a seat has; the index is the kind.
    pub counts: Vec<u8>,
    /// For each kind the places of an arrangement where it may not stand.
    pub barred: Vec<Vec<u8>>,
    /// The kinds that can ever move.
    pub movable: KindSet,
    /// The announcement table: `codes[attacker][defender]`.
    pub codes: Vec<Vec<u8>>,
}

impl Hiding {
    /// How many pieces a seat has.
    pub fn army(&self) -> u16 {
        self.counts.iter().map(|count| u16::from(*count)).sum()
    }

    /// Whose piece this is, and on which place of its arrangement it began: the pieces of seat 0
    /// have the first numbers, by place, then those of seat 1, and so on.
    pub fn place(&self, piece: PieceId) -> Option<(Seat, u8)> {
        let army = self.army();
        let seat = piece.0.checked_div(army).and_then(|seat| u8::try_from(seat).ok())?;
        let place = u8::try_from(piece.0.checked_rem(army)?).ok()?;
        Some((Seat::new(seat)?, place))
    }

    /// The number of the piece of this seat that began on this place, if there is such a place.
    pub fn piece(&self, seat: Seat, place: u8) -> Option<PieceId> {
        let is_there = u16::from(place) < self.army();
        is_there.then(|| PieceId(u16::from(seat.number()) * self.army() + u16::from(place)))
    }
}

/// A hidden fact. The set is closed: one kind of proof for each.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Claim {
    /// At least one of the pieces is of a kind that can move.
    CanMove {
        /// The pieces that have somewhere to go.
        pieces: Vec<PieceId>,
    },
    /// What this attack announces by the code table; the attacker's kind is one of `among`.
    Fight {
        /// The piece that attacks.
        attacker: PieceId,
        /// The piece attacked.
        defender: PieceId,
        /// The kinds that this attack is open to.
        among: KindSet,
    },
    /// Where this seat's only piece of `kind` is: 'show your flag'.
    Show {
        /// Whose piece.
        seat: Seat,
        /// Its kind.
        kind: Kind,
    },
    /// None of the pieces is of a kind that can move.
    Stuck {
        /// The pieces that have somewhere to go.
        pieces: Vec<PieceId>,
    },
    /// The piece is of one of these kinds.
    Within {
        /// Which piece.
        piece: PieceId,
        /// The kinds it may be.
        kinds: KindSet,
    },
}

/// What came of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ruling {
    /// It is true.
    Yes,
    /// It is false.
    No,
    /// The code of the announcement table.
    Code(u8),
    /// The piece that was shown.
    Piece(PieceId),
}

/// A ruling, or the refusal to give one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Proven.
    Ruled(Ruling),
    /// The seat that had to answer did not.
    Withheld,
}

/// The kinds that somebody knows; what [`Claim::settle`] reads.
pub trait Kinds {
    /// The kind of this piece, if known.
    fn kind(&self, piece: PieceId) -> Option<Kind>;
    /// All pieces of a seat, in ascending order, if known.
    fn army(&self, seat: Seat) -> Option<Vec<PieceId>>;
}

impl Claim {
    /// The reference ruling by known kinds. `None`: a kind is not known, or (Fight) the attacker is
    /// of no kind that this attack is open to, or (Show) there is no such piece.
    pub fn settle(&self, hiding: &Hiding, kinds: &dyn Kinds) -> Option<Ruling> {
        let any_movable = |pieces: &[PieceId]| {
            pieces
                .iter()
                .try_fold(false, |any, piece| Some(any | hiding.movable.has(kinds.kind(*piece)?)))
        };
        match self {
            Self::Within { piece, kinds: set } => Some(yes_or_no(set.has(kinds.kind(*piece)?))),
            Self::CanMove { pieces } => any_movable(pieces).map(yes_or_no),
            Self::Stuck { pieces } => any_movable(pieces).map(|any| yes_or_no(!any)),
            Self::Fight { attacker, defender, among } => {
                let (a, d) = (kinds.kind(*attacker)?, kinds.kind(*defender)?);
                let row = hiding.codes.get(usize::from(a.0)).filter(|_| among.has(a))?;
                row.get(usize::from(d.0)).copied().map(Ruling::Code)
            }
            Self::Show { seat, kind } => {
                let shown = |piece: &PieceId| kinds.kind(*piece) == Some(*kind);
                kinds.army(*seat)?.into_iter().find(shown).map(Ruling::Piece)
            }
        }
    }

    /// Whether a seat that owes this claim with its move can prove it.
    pub fn holds(&self, hiding: &Hiding, kinds: &dyn Kinds) -> bool {
        !matches!(self.settle(hiding, kinds), None | Some(Ruling::No))
    }
}

fn yes_or_no(fact: bool) -> Ruling {
    if fact { Ruling::Yes } else { Ruling::No }
}
