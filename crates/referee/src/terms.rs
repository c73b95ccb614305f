//! What a game with hidden pieces is to the referee: counts, barred places, a table of codes.

use game::{Hiding, Kind, KindSet};
use thiserror::Error;

use crate::piece::Piece;
use crate::{KINDS, PIECES};

/// A [`Hiding`] that the proofs of this crate can serve.
///
/// Invariant: the counts add up to [`PIECES`]; each kind that can move has a row of codes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    counts: [u8; KINDS],
    barred: [Vec<Piece>; KINDS],
    movable: KindSet,
    codes: [[u8; KINDS]; KINDS],
}

/// What is wrong with a [`Hiding`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadTerms {
    /// A place that no arrangement has.
    #[error("a barred place is not below 25")]
    Barred,
    /// A movable kind without a row of twelve codes.
    #[error("a movable kind has no row of twelve codes")]
    Codes,
    /// Counts of other kinds than twelve, or of other pieces than 25.
    #[error("not the counts of twelve kinds and 25 pieces")]
    Counts,
    /// A kind from twelve on is called movable.
    #[error("a movable kind is not below 12")]
    Movable,
}

impl Terms {
    /// Checks what a game says.
    ///
    /// # Errors
    /// Anything that is not about 25 pieces of twelve kinds.
    pub fn new(hiding: &Hiding) -> Result<Self, BadTerms> {
        let counts =
            <[u8; KINDS]>::try_from(hiding.counts.as_slice()).map_err(|_| BadTerms::Counts)?;
        if counts.iter().map(|count| usize::from(*count)).sum::<usize>() != PIECES {
            return Err(BadTerms::Counts);
        }
        if hiding.barred.len() != KINDS {
            return Err(BadTerms::Barred);
        }
        let mut barred: [Vec<Piece>; KINDS] = Default::default();
        for (pieces, places) in barred.iter_mut().zip(&hiding.barred) {
            let read: Option<Vec<Piece>> = places.iter().copied().map(Piece::new).collect();
            *pieces = read.ok_or(BadTerms::Barred)?;
            pieces.sort_unstable();
            pieces.dedup();
        }
        if hiding.movable.0 >> KINDS != 0 {
            return Err(BadTerms::Movable);
        }
        let mut codes = [[0; KINDS]; KINDS];
        for ((kind, row), given) in kinds().zip(&mut codes).zip(padded(&hiding.codes)) {
            if hiding.movable.has(kind) {
                *row = <[u8; KINDS]>::try_from(given).map_err(|_| BadTerms::Codes)?;
            }
        }
        Ok(Self { counts, barred, movable: hiding.movable, codes })
    }

    pub(crate) fn counts(&self) -> &[u8; KINDS] {
        &self.counts
    }

    /// The kinds that are barred from some places, ascending, with those places.
    pub(crate) fn barred(&self) -> impl Iterator<Item = (Kind, &[Piece])> {
        kinds().zip(&self.barred).filter(|(_, at)| !at.is_empty()).map(|(kind, at)| (kind, &**at))
    }

    /// The kinds that can ever move.
    pub fn movable(&self) -> KindSet {
        self.movable
    }

    /// What is announced when this kind attacks each of the twelve.
    pub(crate) fn row(&self, attacker: Kind) -> &[u8; KINDS] {
        self.codes.get(usize::from(attacker.0)).expect("a kind that can move is below 12")
    }
}

fn padded(rows: &[Vec<u8>]) -> impl Iterator<Item = &[u8]> {
    rows.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]))
}

/// All kinds, ascending.
pub(crate) fn kinds() -> impl Iterator<Item = Kind> + Clone {
    (0..).take(KINDS).map(Kind)
}

/// The kinds that are not in the set, ascending.
pub(crate) fn others(set: KindSet) -> impl Iterator<Item = Kind> {
    kinds().filter(move |kind| !set.has(*kind))
}
