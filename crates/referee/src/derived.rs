//! Secret randomness: never straight from the operating system.
//!
//! A virtual machine that is set back repeats its randomness. Two proofs with one nonce give away
//! the witness; so a nonce also depends on the witness and on all that is being proven.

use std::fmt;

use crypto::labels;
use curve25519_dalek::scalar::Scalar;
use sha2::{Digest as _, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::transcript::frame;

/// 32 bytes of OS randomness, fresh for one proof. Secret; must not be sent or kept.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Entropy([u8; 32]);

impl Entropy {
    /// From fresh randomness.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy(secret)")
    }
}

/// `count` secret scalars for one purpose:
/// `key = SHA-512(frame("qiyue/zk/nonce/v1") ‖ frame(witness) ‖ frame(entropy) ‖ frame(digest))`,
/// scalar i = `SHA-512(key ‖ label ‖ i u32 LE)`, reduced.
pub(crate) fn scalars(
    witness: &[Scalar],
    entropy: &Entropy,
    digest: &[u8; 64],
    label: &str,
    count: usize,
) -> Zeroizing<Vec<Scalar>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(witness.len() * 32));
    witness.iter().for_each(|scalar| bytes.extend_from_slice(scalar.as_bytes()));
    let mut hash = Sha512::new();
    frame(&mut hash, labels::PROOF_NONCE.as_bytes());
    frame(&mut hash, &bytes);
    frame(&mut hash, &entropy.0);
    frame(&mut hash, digest);
    let key = Zeroizing::new(<[u8; 64]>::from(hash.finalize()));
    let scalar = |counter: u32| {
        let start = Sha512::new_with_prefix(key.as_slice()).chain_update(label);
        let wide = start.chain_update(counter.to_le_bytes()).finalize();
        Scalar::from_bytes_mod_order_wide(&Zeroizing::new(wide.into()))
    };
    let mut found = Zeroizing::new(Vec::with_capacity(count));
    found.extend((0..).take(count).map(scalar));
    found
}

/// HKDF-SHA-512 (RFC 5869) without salt, one block long.
pub(crate) fn hkdf(master: &[u8], info: &[u8]) -> Zeroizing<[u8; 64]> {
    let key = hmac(&[0; 64], &[master]);
    hmac(&key, &[info, &[1]])
}

/// HMAC-SHA-512 (RFC 2104) with a key of one hash.
fn hmac(key: &[u8; 64], parts: &[&[u8]]) -> Zeroizing<[u8; 64]> {
    let pad = |with: u8| {
        let mut block = Zeroizing::new([with; 128]);
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let mut inner = Sha512::new_with_prefix(pad(0x36).as_slice());
    parts.iter().for_each(|part| inner.update(part));
    let inner = Zeroizing::new(<[u8; 64]>::from(inner.finalize()));
    let outer = Sha512::new_with_prefix(pad(0x5c).as_slice()).chain_update(inner.as_slice());
    Zeroizing::new(outer.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hkdf_agrees_with_an_independent_computation() {
        // Python: hmac.new(hmac.new(bytes(64), b"master", sha512).digest(), b"info\x01", sha512)
        let hex: String = hkdf(b"master", b"info").iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(
            hex,
            "14a5c5a69ef090d8bde4367a6e614ce2f4e6409151a1bf54111bf259cc970f29e8ef1d0c5b6a93bf0ce7b8357358c87540dc5f4ccfb2aae49f3e5b833c33fd49"
        );
    }
}
