//! Keys, hash commitments and the joint toss.
//!
//! It knows bytes, step numbers and seat numbers, and nothing of games, files or networks. All
//! labels stand in [`labels`], all bounds of the protocol in [`limits`].

pub mod commitment;
pub mod hash;
pub mod keys;
pub mod labels;
pub mod limits;
pub mod secret;
pub mod toss;

pub use commitment::{Commitment, DoesNotOpen, Nonce, Place};
pub use hash::{Head, MatchId, SlotId};
pub use keys::{BadKey, BadSignature, PublicKey, Signature, SigningKey};
pub use secret::MatchSecret;
pub use toss::{Contribution, toss};
