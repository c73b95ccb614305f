//! Points and scalars as bytes. There is one encoding of each, and no other is read.

use std::fmt;

use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use thiserror::Error;

/// Bytes that encode nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Malformed {
    /// Not as long as what is read.
    #[error("of the wrong length")]
    Length,
    /// 32 bytes that are no canonical point, or the identity.
    #[error("not a canonical point other than the identity")]
    Point,
    /// 32 bytes that are no scalar below the order of the group, or zero where that is refused.
    #[error("not a canonical scalar")]
    Scalar,
}

/// A point with its encoding, so that what is hashed is never encoded twice.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    value: RistrettoPoint,
    bytes: [u8; 32],
}

impl Point {
    pub(crate) fn of(value: RistrettoPoint) -> Self {
        Self { value, bytes: value.compress().to_bytes() }
    }

    /// A point that somebody sent.
    pub(crate) fn read(bytes: &[u8; 32]) -> Result<Self, Malformed> {
        let value = CompressedRistretto(*bytes).decompress().ok_or(Malformed::Point)?;
        if value == RistrettoPoint::identity() {
            return Err(Malformed::Point);
        }
        Ok(Self { value, bytes: *bytes })
    }

    pub(crate) fn value(&self) -> RistrettoPoint {
        self.value
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.bytes
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Point {}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.iter().take(8).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A scalar that somebody sent.
pub(crate) fn read_scalar(bytes: &[u8; 32]) -> Result<Scalar, Malformed> {
    Option::from(Scalar::from_canonical_bytes(*bytes)).ok_or(Malformed::Scalar)
}

/// Exactly `count` words of 32 bytes.
pub(crate) fn words(bytes: &[u8], count: usize) -> Result<&[[u8; 32]], Malformed> {
    match bytes.as_chunks::<32>() {
        (words, []) if words.len() == count => Ok(words),
        _ => Err(Malformed::Length),
    }
}
