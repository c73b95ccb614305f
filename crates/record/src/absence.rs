//! Statements about a silent seat: Missing or Shown.

use crypto::{BadSignature, MatchId, PublicKey, Signature, SigningKey, SlotId, labels};
use game::Seat;
use game::canon::to_bytes;
use serde::{Deserialize, Serialize};

/// What is said about the entry of a seat in a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Finding {
    /// 'My deadline is over, I hold no such entry and shall take none unless somebody shows it.'
    Missing,
    /// 'I hold this entry.'
    Shown(SlotId),
}

/// A signed statement about a silent seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Absence {
    /// Which step.
    pub step: u32,
    /// Whose entry.
    pub about: Seat,
    /// Who says it.
    pub by: Seat,
    /// What it says.
    pub finding: Finding,
    /// Over match id and all of the above.
    pub signature: Signature,
}

impl Absence {
    /// Signs a statement.
    pub fn sign(
        match_id: MatchId,
        step: u32,
        about: Seat,
        by: Seat,
        finding: Finding,
        key: &SigningKey,
    ) -> Self {
        let signature = key.sign(labels::ABSENCE, &content(match_id, step, about, by, finding));
        Self { step, about, by, finding, signature }
    }

    /// Checks its signature.
    ///
    /// # Errors
    /// Any other signature.
    pub fn verify(&self, match_id: MatchId, key: &PublicKey) -> Result<(), BadSignature> {
        let bytes = content(match_id, self.step, self.about, self.by, self.finding);
        key.verify(labels::ABSENCE, &bytes, &self.signature)
    }
}

fn content(match_id: MatchId, step: u32, about: Seat, by: Seat, finding: Finding) -> Vec<u8> {
    let mut bytes = Vec::new();
    to_bytes(&(match_id, step, about, by, finding), &mut bytes);
    bytes
}
