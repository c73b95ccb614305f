//! Hashes by what they name.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 computation that starts with a label and a zero byte.
pub(crate) struct Labelled(Sha256);

impl Labelled {
    pub(crate) fn new(label: &'static str) -> Self {
        let mut hash = Sha256::new();
        hash.update(label.as_bytes());
        hash.update([0]);
        Self(hash)
    }

    pub(crate) fn add(mut self, bytes: &[u8]) -> Self {
        self.0.update(bytes);
        self
    }

    /// Adds `len u32 LE ‖ bytes`.
    pub(crate) fn frame(self, bytes: &[u8]) -> Self {
        let length = u32::try_from(bytes.len()).expect("framed bytes are bounded far below 4 GiB");
        self.add(&length.to_le_bytes()).add(bytes)
    }

    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

macro_rules! name_of_32_bytes {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub [u8; 32]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().take(8).try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    };
}

name_of_32_bytes! {
    /// A match: the hash of its contract. Never a source of randomness.
    MatchId
}
name_of_32_bytes! {
    /// All that has happened in a match so far; the first head is the match id.
    Head
}
name_of_32_bytes! {
    /// What stands in a slot of a step: the hash of a signed content.
    SlotId
}

impl SlotId {
    /// What stands in the slot of a seat that gave nothing.
    pub const EMPTY: Self = Self([0; 32]);

    /// `SHA-256(label ‖ 0 ‖ content)`.
    pub fn of(label: &'static str, content: &[u8]) -> Self {
        Self(Labelled::new(label).add(content).finish())
    }
}

impl MatchId {
    /// The hash of a contract's canonical bytes.
    pub fn of(contract: &[u8]) -> Self {
        Self(Labelled::new(crate::labels::CONTRACT).add(contract).finish())
    }

    /// The head before the first step.
    pub const fn first_head(self) -> Head {
        Head(self.0)
    }
}

impl Head {
    /// `SHA-256(label ‖ 0 ‖ head ‖ step u32 LE ‖ (seat u8 ‖ id) …)`: the head after a step whose due
    /// seats, in seat order, left these.
    #[must_use]
    pub fn next(self, step: u32, slots: impl IntoIterator<Item = (u8, SlotId)>) -> Self {
        let start = Labelled::new(crate::labels::HEAD).add(&self.0).add(&step.to_le_bytes());
        let add = |hash: Labelled, (seat, id): (u8, SlotId)| hash.add(&[seat]).add(&id.0);
        Self(slots.into_iter().fold(start, add).finish())
    }
}
