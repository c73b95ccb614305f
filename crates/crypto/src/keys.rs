//! Signing keys and signatures: Ed25519 (RFC 8032), checked by the strict rules.

use std::fmt;

use ed25519_dalek as dalek;
use ed25519_dalek::Signer as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;
use zeroize::{Zeroize as _, Zeroizing};

use crate::hash::Labelled;

/// A secret signing key. It must not be sent, printed or put into a record; it is wiped on drop.
pub struct SigningKey(dalek::SigningKey);

impl SigningKey {
    /// The key of a 32-byte seed; the seed is wiped.
    pub fn from_seed(mut seed: [u8; 32]) -> Self {
        let key = dalek::SigningKey::from_bytes(&seed);
        seed.zeroize();
        Self(key)
    }

    /// The seed, to be kept in the profile; it is wiped when the value is dropped.
    pub fn seed(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_bytes())
    }

    /// Another key of the same owner, for a further seat that he holds in one match. Nobody can tell
    /// that the keys belong together.
    pub fn derived(&self, number: u8) -> Self {
        let seed = Zeroizing::new(self.0.to_bytes());
        let derived = Labelled::new(crate::labels::SEAT_KEY).add(seed.as_slice()).add(&[number]);
        Self::from_seed(derived.finish())
    }

    /// The key that others check signatures with.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs `label ‖ 0 ‖ bytes`.
    pub fn sign(&self, label: &'static str, bytes: &[u8]) -> Signature {
        Signature(self.0.sign(&signed_bytes(label, bytes)).to_bytes())
    }
}

impl Clone for SigningKey {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(secret)")
    }
}

/// A public key.
///
/// Invariant: a canonical point of large order, so `verify_strict` can succeed for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(dalek::VerifyingKey);

/// 32 bytes that are not a usable public key: no point of the curve, or one of small order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not a usable Ed25519 public key")]
pub struct BadKey;

/// A signature that is not this key's over these bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the signature is not this key's over these bytes")]
pub struct BadSignature;

impl PublicKey {
    /// Reads a key.
    ///
    /// # Errors
    /// Bytes that are no canonical point, or a point of small order.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, BadKey> {
        let key = dalek::VerifyingKey::from_bytes(bytes).map_err(|_| BadKey)?;
        let canonical = key.to_edwards().compress().to_bytes() == *bytes;
        if key.is_weak() || !canonical { Err(BadKey) } else { Ok(Self(key)) }
    }

    /// Its 32 bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// Checks a signature over `label ‖ 0 ‖ bytes`.
    ///
    /// # Errors
    /// Any other signature, and one whose R is of small order or not canonical.
    pub fn verify(
        &self,
        label: &'static str,
        bytes: &[u8],
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        let signature = dalek::Signature::from_bytes(&signature.0);
        self.0.verify_strict(&signed_bytes(label, bytes), &signature).map_err(|_| BadSignature)
    }

    /// What people compare: the first 12 hex digits in groups of four.
    pub fn fingerprint(&self) -> String {
        let hex: Vec<String> = self.to_bytes().iter().take(6).map(|b| format!("{b:02x}")).collect();
        hex.chunks(2).map(<[String]>::concat).collect::<Vec<_>>().join("-")
    }
}

fn signed_bytes(label: &'static str, bytes: &[u8]) -> Vec<u8> {
    [label.as_bytes(), &[0], bytes].concat()
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_bytes().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = <[u8; 32]>::deserialize(deserializer)?;
        Self::from_bytes(&bytes).map_err(serde::de::Error::custom)
    }
}

/// A signature: 64 bytes, R ‖ s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signature(pub [u8; 64]);

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().take(4).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (r, s) = self.0.split_at(32);
        let half = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).map_err(serde::ser::Error::custom);
        (half(r)?, half(s)?).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (r, s) = <([u8; 32], [u8; 32])>::deserialize(deserializer)?;
        let mut bytes = [0; 64];
        for (to, from) in bytes.iter_mut().zip(r.iter().chain(&s)) {
            *to = *from;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_18_small_order_keys_are_refused() {
        // The eight points of small order, as canonical encodings begin (RFC 8032 §5.1, cofactor 8).
        for first in [0u8, 1] {
            let mut bytes = [0u8; 32];
            bytes[0] = first;
            assert_eq!(PublicKey::from_bytes(&bytes), Err(BadKey), "{first}");
        }
        let mut minus_one = [0xff_u8; 32];
        minus_one[0] = 0xec;
        minus_one[31] = 0x7f;
        assert_eq!(PublicKey::from_bytes(&minus_one), Err(BadKey));
    }

    #[test]
    fn attack_18_a_key_that_is_not_canonical_is_refused() {
        // y = 1 + p: the same point as y = 1, written too large.
        let mut bytes = [0xff_u8; 32];
        bytes[0] = 0xee;
        bytes[31] = 0x7f;
        assert_eq!(PublicKey::from_bytes(&bytes), Err(BadKey));
    }

    #[test]
    fn a_signature_is_bound_to_label_bytes_and_key() {
        let key = SigningKey::from_seed([7; 32]);
        let signature = key.sign("a", b"bytes");
        assert_eq!(key.public().verify("a", b"bytes", &signature), Ok(()));
        assert!(key.public().verify("b", b"bytes", &signature).is_err());
        assert!(key.public().verify("a", b"byte", &signature).is_err());
        assert!(SigningKey::from_seed([8; 32]).public().verify("a", b"bytes", &signature).is_err());
        for bit in 0..512 {
            let mut wrong = signature;
            wrong.0[bit / 8] ^= 1 << (bit % 8);
            assert!(key.public().verify("a", b"bytes", &wrong).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn a_signing_key_prints_no_secret() {
        let shown = format!("{:?}", SigningKey::from_seed([0xab; 32]));
        assert!(!shown.to_lowercase().contains("ab"), "{shown}");
    }

    #[test]
    fn keys_and_signatures_encode_as_their_bytes() {
        let key = SigningKey::from_seed([7; 32]);
        let bytes = postcard::to_allocvec(&key.sign("a", b"")).unwrap();
        assert_eq!(bytes, key.sign("a", b"").0);
        assert_eq!(postcard::to_allocvec(&key.public()).unwrap(), key.public().to_bytes());
    }
}
