//! The running hash of one proof: what a challenge depends on.

use crypto::{Head, Place, labels};
use curve25519_dalek::scalar::Scalar;
use sha2::{Digest as _, Sha512};

/// The group and the hash of these proofs; another suite shares no hash input with this one.
const SUITE: &str = "ristretto255-sha512";

/// Where a proof stands: computed from the signer and the place of its entry, never read from a
/// message. A proof for one context is worth nothing in another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The match, the step, and the seat that proves.
    pub place: Place,
    /// The head before the step; it covers every field and every earlier message.
    pub head: Head,
}

/// `state = SHA-512(state ‖ frame(label) ‖ frame(data))` at each absorb, where
/// `frame(x) = len u32 LE ‖ x`; a challenge is `SHA-512(state ‖ "c")`, reduced.
#[derive(Clone)]
pub(crate) struct Transcript {
    state: [u8; 64],
}

impl Transcript {
    /// Starts with the context:
    /// `SHA-512(frame("qiyue/zk/v1") ‖ frame(suite) ‖ match id ‖ step u32 ‖ seat u8 ‖ head ‖
    /// frame(statement))`.
    pub(crate) fn new(context: &Context, statement: &str) -> Self {
        let Context { place, head } = context;
        let mut hash = Sha512::new();
        frame(&mut hash, labels::PROOF.as_bytes());
        frame(&mut hash, SUITE.as_bytes());
        hash.update(place.match_id.0);
        hash.update(place.step.to_le_bytes());
        hash.update([place.seat]);
        hash.update(head.0);
        frame(&mut hash, statement.as_bytes());
        Self { state: hash.finalize().into() }
    }

    pub(crate) fn absorb(&mut self, label: &str, data: &[u8]) {
        let mut hash = Sha512::new_with_prefix(self.state);
        frame(&mut hash, label.as_bytes());
        frame(&mut hash, data);
        self.state = hash.finalize().into();
    }

    pub(crate) fn challenge(&self) -> Scalar {
        let hash = Sha512::new_with_prefix(self.state).chain_update("c").finalize();
        Scalar::from_bytes_mod_order_wide(&hash.into())
    }

    /// All that was absorbed, as 64 bytes.
    pub(crate) fn digest(&self) -> &[u8; 64] {
        &self.state
    }
}

/// Adds `len u32 LE ‖ bytes`.
pub(crate) fn frame(hash: &mut Sha512, bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).expect("what is framed is far below 4 GiB");
    hash.update(length.to_le_bytes());
    hash.update(bytes);
}
