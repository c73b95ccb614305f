//! Canonical bytes: one encoding for each value, and digests of it.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

/// A value with exactly one encoding. Decoding is told a context (the rules of the match), because
/// the bytes carry no tag of their game.
///
/// Invariant: `decode(c, &encode(v)) == v`, and bytes that decode encode to themselves again.
pub trait Canon<Context: ?Sized>: Sized {
    /// Appends the canonical bytes.
    fn encode_into(&self, out: &mut Vec<u8>);

    /// Reads what [`Canon::encode_into`] wrote and nothing else.
    ///
    /// # Errors
    /// Bytes that are not the one encoding of a valid value.
    fn decode(context: &Context, bytes: &[u8]) -> Result<Self, Malformed>;

    /// The canonical bytes.
    fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.encode_into(&mut out);
        out
    }
}

/// Bytes that are not a canonical encoding of what was expected there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("malformed {0}")]
pub struct Malformed(pub &'static str);

/// Appends the postcard encoding of a value.
///
/// # Panics
/// Never for the types here: postcard refuses only sequences of unknown length and maps, and a
/// growing vector takes everything else.
pub fn to_bytes<T: Serialize>(value: &T, out: &mut Vec<u8>) {
    let bytes = std::mem::take(out);
    *out = postcard::to_extend(value, bytes).expect("plain data encodes");
}

/// Reads a postcard encoding that is canonical: it must encode to the same bytes again, which
/// rules out trailing bytes and overlong integers.
///
/// # Errors
/// Anything else, named by `what`.
pub fn from_bytes<T>(what: &'static str, bytes: &[u8]) -> Result<T, Malformed>
where
    T: Serialize + DeserializeOwned,
{
    let value: T = postcard::from_bytes(bytes).map_err(|_| Malformed(what))?;
    let mut again = Vec::with_capacity(bytes.len());
    to_bytes(&value, &mut again);
    if again == bytes { Ok(value) } else { Err(Malformed(what)) }
}

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// `SHA-256(label ‖ 0 ‖ bytes)`. A label has no zero byte, so no two labels meet.
    pub fn of(label: &'static str, bytes: &[u8]) -> Self {
        let mut hash = Sha256::new();
        hash.update(label.as_bytes());
        hash.update([0]);
        hash.update(bytes);
        Self(hash.finalize().into())
    }

    /// The first 16 hex digits, for people.
    pub fn short(&self) -> String {
        self.to_string().chars().take(16).collect()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

/// Label of a position digest.
pub const POSITION_LABEL: &str = "qiyue/position/v1";
/// Label of a rules digest.
pub const RULES_LABEL: &str = "qiyue/rules/v1";

/// The digest of a position's canonical bytes.
pub fn position_digest(bytes: &[u8]) -> Digest {
    Digest::of(POSITION_LABEL, bytes)
}

/// Appends `len u32 LE ‖ bytes`.
pub fn frame_into(bytes: &[u8], out: &mut Vec<u8>) {
    let length = u32::try_from(bytes.len()).expect("frames are far below 4 GiB");
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_bytes_and_overlong_integers_are_malformed() {
        assert_eq!(from_bytes::<u32>("number", &[5]), Ok(5));
        assert_eq!(from_bytes::<u32>("number", &[5, 0]), Err(Malformed("number")));
        assert_eq!(from_bytes::<u32>("number", &[0x85, 0]), Err(Malformed("number")));
    }

    #[test]
    fn a_digest_depends_on_its_label() {
        assert_ne!(Digest::of("a", b"b"), Digest::of("ab", b""));
        assert_eq!(
            Digest::of("qiyue/position/v1", b"").to_string(),
            "043f3af6360f69524382839167087b8173193c33872f3af037f49ae96c3e93cc"
        );
    }
}
