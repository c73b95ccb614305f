//! The pieces of a seat as everybody sees them, and as only their owner does.
//!
//! For a piece with secret key x of kind κ a row is published: `Y = x·G` and, for each kind k,
//! `V_k = [k = κ]·G + x·H_k`. Y fixes x and so every V_k fixes its bit, whatever anybody can compute:
//! a row can be opened in one way only. Who cannot solve the decisional Diffie-Hellman problem sees
//! 13 random points. To open a piece is to publish x.

use std::fmt;

use crypto::{MatchId, MatchSecret, labels};
use curve25519_dalek::scalar::Scalar;
use game::Kind;
use sha2::{Digest as _, Sha512};
use thiserror::Error;
use zeroize::Zeroizing;

use crate::bases::bases;
use crate::error::CannotProve;
use crate::piece::{Piece, at_kind, at_piece};
use crate::point::{Malformed, Point, words};
use crate::terms::kinds;
use crate::transcript::{Context, frame};
use crate::{KINDS, PIECES, group};

/// How long the field of a seat is.
pub const FIELD_BYTES: usize = PIECES * ROW_POINTS * 32;

const ROW_POINTS: usize = 1 + KINDS;

/// One piece as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// `x·G`.
    pub(crate) key: Point,
    /// For each kind `[it is of this kind]·G + x·H_k`.
    pub(crate) bits: [Point; KINDS],
}

impl Row {
    pub(crate) fn bit(&self, kind: Kind) -> &Point {
        at_kind(&self.bits, kind)
    }

    fn read(points: &[[u8; 32]; ROW_POINTS]) -> Result<Self, Malformed> {
        let [key, bits @ ..] = points;
        let key = Point::read(key)?;
        let mut read = [key; KINDS];
        for (point, bytes) in read.iter_mut().zip(bits) {
            *point = Point::read(bytes)?;
        }
        Ok(Self { key, bits: read })
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = &Point> {
        std::iter::once(&self.key).chain(&self.bits)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.points().flat_map(|point| *point.bytes()).collect()
    }
}

/// All pieces of a seat as everybody sees them. Nothing is known of it before its set-up proof is
/// verified; only a [`crate::Verified`] one can be attacked.
#[derive(Clone, PartialEq, Eq)]
pub struct Field {
    pub(crate) match_id: MatchId,
    pub(crate) seat: u8,
    pub(crate) rows: Box<[Row; PIECES]>,
}

impl Field {
    /// Reads what a seat of a match sent: for each piece Y and the twelve V.
    ///
    /// # Errors
    /// Bytes of another length, or points that are not canonical or the identity.
    pub fn read(match_id: MatchId, seat: u8, bytes: &[u8]) -> Result<Self, Malformed> {
        let words = words(bytes, PIECES * ROW_POINTS)?;
        let (rows, _) = words.as_chunks::<ROW_POINTS>();
        let rows: Vec<Row> = rows.iter().map(Row::read).collect::<Result<_, _>>()?;
        let rows = rows.try_into().map_err(|_| Malformed::Length)?;
        Ok(Self { match_id, seat, rows })
    }

    /// The [`FIELD_BYTES`] to send.
    pub fn bytes(&self) -> Vec<u8> {
        self.rows.iter().flat_map(Row::bytes).collect()
    }

    /// Whose pieces these are.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    pub(crate) fn row(&self, piece: Piece) -> &Row {
        at_piece(&self.rows, piece)
    }

    /// Whether the prover of this context is the owner.
    pub(crate) fn is_of(&self, context: &Context) -> bool {
        self.match_id == context.place.match_id && self.seat == context.place.seat
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field({:?} seat {})", self.match_id, self.seat)
    }
}

/// The pieces of a seat with their keys. Secret; it must not be sent. Wiped on drop.
pub struct Army {
    match_id: MatchId,
    seat: u8,
    kinds: Zeroizing<[u8; PIECES]>,
    keys: Zeroizing<[Scalar; PIECES]>,
}

/// A kind that there is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a kind is not below 12")]
pub struct NoSuchKind;

impl Army {
    /// The kind of each piece, with keys derived from the secret of the match.
    ///
    /// `x = HKDF-SHA-512(secret, match id ‖ seat u8 ‖ digest ‖ piece u8)` without salt, 64 bytes
    /// reduced, where `digest = SHA-512(frame("qiyue/zk/arrangement/v1") ‖ kinds)`. So another
    /// arrangement never shares a key with this one, and a restarted program finds the same.
    ///
    /// # Errors
    /// A kind from twelve on. Whether the army is legal is what the set-up proof says.
    ///
    /// # Panics
    /// If a derived key is zero, which nobody will see.
    pub fn new(
        secret: &MatchSecret,
        match_id: MatchId,
        seat: u8,
        kinds: &[Kind; PIECES],
    ) -> Result<Self, NoSuchKind> {
        if kinds.iter().any(|kind| usize::from(kind.0) >= KINDS) {
            return Err(NoSuchKind);
        }
        let kinds = Zeroizing::new(kinds.map(|kind| kind.0));
        let mut hash = Sha512::new();
        frame(&mut hash, labels::ARRANGEMENT.as_bytes());
        hash.update(kinds.as_slice());
        let digest = Zeroizing::new(<[u8; 64]>::from(hash.finalize()));
        let mut keys = Zeroizing::new([Scalar::ZERO; PIECES]);
        for (piece, key) in Piece::all().zip(keys.iter_mut()) {
            let mut info = Zeroizing::new(Vec::with_capacity(32 + 1 + 64 + 1));
            info.extend_from_slice(&match_id.0);
            info.push(seat);
            info.extend_from_slice(digest.as_slice());
            info.push(piece.number());
            let wide = crate::derived::hkdf(secret.expose(), &info);
            *key = Scalar::from_bytes_mod_order_wide(&wide);
            assert!(*key != Scalar::ZERO, "a key is zero once in 2^252 matches");
        }
        Ok(Self { match_id, seat, kinds, keys })
    }

    /// What everybody may see of it.
    pub fn field(&self) -> Field {
        let row = |piece: Piece| {
            let key = self.key(piece);
            let bit = |(kind, base): (Kind, &Point)| {
                let shade = group::secret_mul(key, &base.value());
                Point::of(group::secret_base(&self.bit(piece, kind)) + shade)
            };
            let mut bits = bases().h;
            let shaded: Vec<Point> = kinds().zip(&bits).map(bit).collect();
            bits.copy_from_slice(&shaded);
            Row { key: Point::of(group::secret_base(key)), bits }
        };
        let rows: Vec<Row> = Piece::all().map(row).collect();
        let rows = rows.try_into().expect("one row for each piece");
        Field { match_id: self.match_id, seat: self.seat, rows }
    }

    /// What the piece is.
    pub fn kind(&self, piece: Piece) -> Kind {
        Kind(*at_piece(&self.kinds, piece))
    }

    /// The key that opens this piece to whoever gets it; see [`crate::Opening`].
    pub(crate) fn key(&self, piece: Piece) -> &Scalar {
        at_piece(&self.keys, piece)
    }

    /// 1 if the piece is of the kind, otherwise 0.
    pub(crate) fn bit(&self, piece: Piece, kind: Kind) -> Scalar {
        Scalar::from(u64::from(self.kind(piece) == kind))
    }

    /// Refuses to prove something about another's pieces.
    pub(crate) fn proves_for(&self, context: &Context) -> Result<(), CannotProve> {
        let own = self.match_id == context.place.match_id && self.seat == context.place.seat;
        if own { Ok(()) } else { Err(CannotProve::OtherArmy) }
    }

    /// With these keys and kinds, legal or not.
    #[cfg(test)]
    pub(crate) fn forged(match_id: MatchId, seat: u8, kinds: [u8; 25], keys: [Scalar; 25]) -> Self {
        Self { match_id, seat, kinds: Zeroizing::new(kinds), keys: Zeroizing::new(keys) }
    }
}

impl fmt::Debug for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Army(secret)")
    }
}
