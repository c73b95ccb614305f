//! The one secret of a match from which its nonces come.

use std::fmt;

use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::commitment::{Nonce, Place};
use crate::hash::Labelled;
use crate::labels;
use crate::toss::Contribution;

/// 32 bytes of OS randomness drawn for one match and kept in its journal. It must not be sent.
///
/// Nonces are derived, never drawn in the middle of a match, so a restarted program shows the same
/// ones; the choice is part of the derivation, so two choices never share a nonce.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct MatchSecret([u8; 32]);

impl MatchSecret {
    /// From fresh randomness.
    pub fn new(entropy: [u8; 32]) -> Self {
        Self(entropy)
    }

    /// The bytes, to be kept in the journal.
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The nonce for a choice at a place.
    pub fn nonce(&self, place: &Place, choice: &[u8]) -> Nonce {
        Nonce(self.derive("nonce", place, choice))
    }

    /// What a seat adds to the toss at a place.
    pub fn contribution(&self, place: &Place) -> Contribution {
        self.derive("toss", place, &[])
    }

    /// What keeps the proofs of a seat at a place from being guessed.
    pub fn proof_entropy(&self, place: &Place) -> [u8; 32] {
        self.derive("proof", place, &[])
    }

    fn derive(&self, what: &str, place: &Place, bytes: &[u8]) -> [u8; 32] {
        Labelled::new(labels::DERIVED)
            .add(&self.0)
            .frame(what.as_bytes())
            .add(&place.match_id.0)
            .add(&place.step.to_le_bytes())
            .add(&[place.seat])
            .frame(bytes)
            .finish()
    }
}

impl fmt::Debug for MatchSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MatchSecret(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::MatchId;

    #[test]
    fn attack_3_no_two_places_or_choices_share_a_nonce() {
        let secret = MatchSecret::new([1; 32]);
        let mut seen = std::collections::BTreeSet::new();
        for step in 0..50 {
            for seat in 0..5 {
                let place = Place { match_id: MatchId([2; 32]), step, seat };
                for choice in [b"J", b"S", b"B"] {
                    assert!(seen.insert(secret.nonce(&place, choice).0));
                }
                assert!(seen.insert(secret.contribution(&place)));
            }
        }
    }
}
