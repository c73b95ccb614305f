//! Notices: resign, draw, pause. Signed over a head, they act only when an entry carries them.

use crypto::{BadSignature, Head, MatchId, PublicKey, Signature, SigningKey, SlotId, labels};
use game::Seat;
use game::canon::to_bytes;
use serde::{Deserialize, Serialize};

/// What a notice says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum NoticeKind {
    /// 'I am for a draw at this point.' It dies with its head.
    Draw,
    /// 'I am for a pause at this point.' It dies with its head.
    Pause,
    /// 'I resign.' It does not die.
    Resign,
}

/// A notice with its signature. The match id is not written: the match it travels in has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// Who says it.
    pub seat: Seat,
    /// What.
    pub kind: NoticeKind,
    /// The head over which it is said.
    pub head: Head,
    /// Over match id, seat, kind and head.
    pub signature: Signature,
}

impl Notice {
    /// Signs a notice.
    pub fn sign(
        match_id: MatchId,
        seat: Seat,
        kind: NoticeKind,
        head: Head,
        key: &SigningKey,
    ) -> Self {
        let signature = key.sign(labels::NOTICE, &content(match_id, seat, kind, head));
        Self { seat, kind, head, signature }
    }

    /// Checks its signature.
    ///
    /// # Errors
    /// Any other signature.
    pub fn verify(&self, match_id: MatchId, key: &PublicKey) -> Result<(), BadSignature> {
        key.verify(labels::NOTICE, &self.content(match_id), &self.signature)
    }

    /// What stands in a slot that it fills: the hash of its content, not of its signature.
    pub fn id(&self, match_id: MatchId) -> SlotId {
        SlotId::of(labels::NOTICE, &self.content(match_id))
    }

    fn content(&self, match_id: MatchId) -> Vec<u8> {
        content(match_id, self.seat, self.kind, self.head)
    }
}

fn content(match_id: MatchId, seat: Seat, kind: NoticeKind, head: Head) -> Vec<u8> {
    let mut bytes = Vec::new();
    to_bytes(&(match_id, seat, kind, head), &mut bytes);
    bytes
}
