//! Open: what a piece is, for everybody, by its key.
//!
//! **Check.** `x·G = Y`, and the points `V_k - x·H_k` are G for one kind and the identity for all
//! others. Y fixes x, so there is no second opening. The key also decrypts the attacks on the piece:
//! codes that were announced anyway.

use std::fmt;

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use game::Kind;
use thiserror::Error;
use zeroize::Zeroize;

use crate::bases::bases;
use crate::field::{Army, Field};
use crate::piece::Piece;
use crate::point::{Malformed, read_scalar, words};
use crate::terms::kinds;
use crate::verified::Verified;

/// How long an opening is.
pub const OPENING_BYTES: usize = 32;

/// The key of one piece. Secret until it is shown; wiped on drop.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening(Scalar);

/// A key that is not the one of the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this does not open the piece")]
pub struct DoesNotOpen;

impl Opening {
    /// What opens an own piece.
    pub fn of(army: &Army, piece: Piece) -> Self {
        Self(*army.key(piece))
    }

    /// Reads one.
    ///
    /// # Errors
    /// Bytes of another length, a scalar that is not canonical, or zero, which is nobody's key.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let [word] = words(bytes, 1)? else { return Err(Malformed::Length) };
        let key = read_scalar(word)?;
        if key == Scalar::ZERO { Err(Malformed::Scalar) } else { Ok(Self(key)) }
    }

    /// The [`OPENING_BYTES`] to send.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.to_bytes().to_vec()
    }

    pub(crate) fn key(&self) -> &Scalar {
        &self.0
    }

    /// What the piece is.
    ///
    /// # Errors
    /// Not the key of this piece.
    pub fn open(&self, field: &Verified<Field>, piece: Piece) -> Result<Kind, DoesNotOpen> {
        self.open_unverified(field, piece)
    }

    /// The same check on a field of which nothing is known.
    pub(crate) fn open_unverified(&self, field: &Field, piece: Piece) -> Result<Kind, DoesNotOpen> {
        let row = field.row(piece);
        if RistrettoPoint::mul_base(&self.0) != row.key.value() {
            return Err(DoesNotOpen);
        }
        let mut found = None;
        for ((kind, bit), base) in kinds().zip(&row.bits).zip(&bases().h) {
            let plain = bit.value() - self.0 * base.value();
            if plain == RISTRETTO_BASEPOINT_POINT && found.is_none() {
                found = Some(kind);
            } else if plain != RistrettoPoint::identity() {
                return Err(DoesNotOpen);
            }
        }
        found.ok_or(DoesNotOpen)
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opening(secret)")
    }
}
