//! Entries: what a due seat signs in a step.

use crypto::limits::{
    CHOICE_BYTES, ENTRY_BYTES, FIELD_BYTES, LAYOUT_KEYS_BYTES, MOVE_BYTES, NOTICES, PROOF_BYTES,
    PROOFS,
};
use crypto::{
    BadSignature, Commitment, Head, MatchId, Nonce, PublicKey, Signature, SigningKey, SlotId,
    labels,
};
use game::canon::{from_bytes, to_bytes};
use game::{Digest, Malformed, Seat};
use serde::{Deserialize, Serialize};

use crate::notice::Notice;

/// What an entry gives. The variants are in the order of their tags on the wire.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Body {
    /// 'I hold the contract with all signatures': the first step.
    Begin,
    /// A move, in the canonical bytes of its game.
    Act(Vec<u8>),
    /// A commitment to a choice or to 32 bytes of a toss.
    Commit(Commitment),
    /// The choice or the 32 bytes, and the nonce of its commitment.
    Reveal {
        /// Canonical bytes of the choice, or the 32 bytes.
        choice: Vec<u8>,
        /// The nonce of the commitment.
        nonce: Nonce,
    },
    /// 'My time is up': no move, no commitment.
    Skip,
    /// 'Nothing more is needed of me': with the notices of all other living seats.
    Yield,
    /// 'This is how it ended': over the last head.
    Seal,
    /// A hidden arrangement: the field of its pieces, and the proof that it is a legal one.
    Deploy {
        /// As everybody sees it.
        field: Vec<u8>,
        /// Of the set-up.
        proof: Vec<u8>,
    },
    /// A move with the proofs of the claims that it owes, in their order: at least one.
    Prove {
        /// In the canonical bytes of its game.
        mv: Vec<u8>,
        /// One for each claim.
        proofs: Vec<Vec<u8>>,
    },
    /// What the claims come to that this seat must answer, each with its proof, in their order.
    Answer(Vec<Vec<u8>>),
    /// 'My time is up', with the proofs of the claims that a skipped turn owes: at least one.
    SkipProven(Vec<Vec<u8>>),
    /// A seal that opens all pieces of the seat: their keys.
    SealOpen(Vec<u8>),
}

/// What an entry says. Its id is the hash of its bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// The match.
    pub match_id: MatchId,
    /// The step, from 0.
    pub step: u32,
    /// Who says it.
    pub seat: Seat,
    /// The head before the step.
    pub head: Head,
    /// Digest of the position before the step.
    pub position: Digest,
    /// Thought about for so long, in milliseconds, by the seat's own account.
    pub think_ms: u32,
    /// Notices that it carries, in the order (seat, kind).
    pub notices: Vec<Notice>,
    /// What it gives.
    pub body: Body,
}

/// A content with a signature. Whether it is the right one, [`Entry::verify`] says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// What it says.
    pub content: Content,
    /// Over the content.
    pub signature: Signature,
}

impl Entry {
    /// Signs a content.
    pub fn sign(content: Content, key: &SigningKey) -> Self {
        let signature = key.sign(labels::ENTRY, &content.bytes());
        Self { content, signature }
    }

    /// Checks its signature.
    ///
    /// # Errors
    /// Any other signature.
    pub fn verify(&self, key: &PublicKey) -> Result<(), BadSignature> {
        key.verify(labels::ENTRY, &self.content.bytes(), &self.signature)
    }

    /// The hash of its content.
    pub fn id(&self) -> SlotId {
        SlotId::of(labels::ENTRY, &self.content.bytes())
    }

    /// Canonical bytes, content and signature.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        to_bytes(self, &mut bytes);
        bytes
    }

    /// Reads the bytes of an entry; says nothing of its signature.
    ///
    /// # Errors
    /// Bytes that are not canonical, or a list that is too long.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() > ENTRY_BYTES {
            return Err(Malformed("entry: too long"));
        }
        let entry: Self = from_bytes("entry", bytes)?;
        entry.check_bounds()?;
        Ok(entry)
    }

    /// Whether its lists are within their bounds and its notices in order.
    pub(crate) fn check_bounds(&self) -> Result<(), Malformed> {
        let notices = &self.content.notices;
        let sorted = notices.is_sorted_by(|a, b| (a.seat, a.kind) < (b.seat, b.kind));
        if notices.len() > NOTICES || !sorted {
            return Err(Malformed("entry: notices"));
        }
        if self.content.body.is_bounded() { Ok(()) } else { Err(Malformed("entry: body too long")) }
    }
}

impl Body {
    fn is_bounded(&self) -> bool {
        let are_proofs = |proofs: &[Vec<u8>]| {
            (1..=PROOFS).contains(&proofs.len())
                && proofs.iter().all(|proof| proof.len() <= PROOF_BYTES)
        };
        match self {
            Self::Act(bytes) => bytes.len() <= MOVE_BYTES,
            Self::Reveal { choice, .. } => choice.len() <= CHOICE_BYTES,
            Self::Deploy { field, proof } => {
                field.len() <= FIELD_BYTES && proof.len() <= PROOF_BYTES
            }
            Self::Prove { mv, proofs } => mv.len() <= MOVE_BYTES && are_proofs(proofs),
            Self::Answer(proofs) | Self::SkipProven(proofs) => are_proofs(proofs),
            Self::SealOpen(keys) => keys.len() <= LAYOUT_KEYS_BYTES,
            Self::Begin | Self::Commit(_) | Self::Skip | Self::Yield | Self::Seal => true,
        }
    }
}

impl Content {
    /// Canonical bytes: what is signed and hashed.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(256);
        to_bytes(self, &mut bytes);
        bytes
    }
}
