//! Hash commitments: bind now, show later.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::hash::{Labelled, MatchId};
use crate::labels;

/// Where a commitment stands. It is part of what is hashed, so a commitment copied from another
/// seat, step or match cannot be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The match.
    pub match_id: MatchId,
    /// The step in which it is committed.
    pub step: u32,
    /// Who commits.
    pub seat: u8,
}

/// A commitment: hides a choice and binds its maker to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Commitment(pub [u8; 32]);

/// The 32 random bytes that hide a choice. Secret until shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Zeroize, ZeroizeOnDrop)]
pub struct Nonce(pub [u8; 32]);

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(secret)")
    }
}

/// A choice or nonce that is not the one committed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this does not open the commitment")]
pub struct DoesNotOpen;

impl Commitment {
    /// `SHA-256(label ‖ 0 ‖ match id ‖ step u32 LE ‖ seat u8 ‖ frame(choice) ‖ nonce)`.
    pub fn new(place: &Place, choice: &[u8], nonce: &Nonce) -> Self {
        Self(
            Labelled::new(labels::COMMITMENT)
                .add(&place.match_id.0)
                .add(&place.step.to_le_bytes())
                .add(&[place.seat])
                .frame(choice)
                .add(&nonce.0)
                .finish(),
        )
    }

    /// Checks what is shown for it.
    ///
    /// # Errors
    /// Anything but the choice and nonce that it was made from, at its place.
    pub fn open(&self, place: &Place, choice: &[u8], nonce: &Nonce) -> Result<(), DoesNotOpen> {
        if Self::new(place, choice, nonce) == *self { Ok(()) } else { Err(DoesNotOpen) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(step: u32, seat: u8) -> Place {
        Place { match_id: MatchId([3; 32]), step, seat }
    }

    #[test]
    fn attack_1_a_copied_commitment_cannot_be_opened_by_another_seat() {
        let nonce = Nonce([9; 32]);
        let commitment = Commitment::new(&place(4, 0), b"J", &nonce);
        assert_eq!(commitment.open(&place(4, 0), b"J", &nonce), Ok(()));
        assert_eq!(commitment.open(&place(4, 1), b"J", &nonce), Err(DoesNotOpen));
    }

    #[test]
    fn attack_2_a_commitment_cannot_be_used_again_in_a_later_step() {
        let nonce = Nonce([9; 32]);
        let commitment = Commitment::new(&place(4, 0), b"J", &nonce);
        assert_eq!(commitment.open(&place(6, 0), b"J", &nonce), Err(DoesNotOpen));
        let other = Place { match_id: MatchId([4; 32]), ..place(4, 0) };
        assert_eq!(commitment.open(&other, b"J", &nonce), Err(DoesNotOpen));
    }

    #[test]
    fn attack_4_choices_alone_never_match() {
        let secret = Nonce([0x5c; 32]);
        let commitment = Commitment::new(&place(4, 0), b"J", &secret);
        for guess in 0..=u16::MAX {
            let mut nonce = [0; 32];
            nonce[..2].copy_from_slice(&guess.to_le_bytes());
            for choice in [b"J", b"S", b"B"] {
                assert!(commitment.open(&place(4, 0), choice, &Nonce(nonce)).is_err());
            }
        }
    }

    #[test]
    fn a_choice_is_framed_so_it_cannot_run_into_the_nonce() {
        let mut shifted = [9; 32];
        shifted[0] = b'b';
        let a = Commitment::new(&place(0, 0), b"ab", &Nonce([9; 32]));
        assert_ne!(a, Commitment::new(&place(0, 0), b"a", &Nonce(shifted)));
    }
}
