//! How a record ends: seals, a claim, or the evidence of a fault.

use crypto::Signature;
use crypto::limits::{CONTRACT_BYTES, STEP_BYTES};
use game::canon::{from_bytes, to_bytes};
use game::{Malformed, Seat};
use serde::{Deserialize, Serialize};

use crate::absence::Absence;
use crate::entry::Entry;
use crate::notice::Notice;
use crate::step::{Slot, check_absences, check_slots};

/// Something that a seat has signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Signed {
    /// A statement about a silent seat.
    Absence(Absence),
    /// Another contract for the nonce of this one: its bytes and the seat's signature.
    Contract(Vec<u8>, Signature),
    /// An entry.
    Entry(Entry),
    /// A notice.
    Notice(Notice),
}

/// What proves that a seat broke the protocol. With the record before it, it convinces anybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Evidence {
    /// Two signed contents where only one may be.
    Double(Box<Signed>, Box<Signed>),
    /// A signed entry of the open step, or a choice in it, that the public rules refuse.
    Refused(Box<Entry>),
}

impl Evidence {
    fn check_bounds(&self) -> Result<(), Malformed> {
        let check = |signed: &Signed| match signed {
            Signed::Entry(entry) => entry.check_bounds(),
            Signed::Contract(bytes, _) if bytes.len() > CONTRACT_BYTES => {
                Err(Malformed("end: contract too long"))
            }
            Signed::Absence(_) | Signed::Contract(..) | Signed::Notice(_) => Ok(()),
        };
        match self {
            Self::Double(first, second) => check(first).and(check(second)),
            Self::Refused(entry) => entry.check_bounds(),
        }
    }
}

/// The frame that ends a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum End {
    /// The game is decided: the seals that came in, in seat order.
    Sealed(Vec<(Seat, Slot)>),
    /// Somebody was silent: the open step as it stood, and what was said about it.
    Claimed {
        /// The slots that were filled, in seat order.
        slots: Vec<(Seat, Slot)>,
        /// Statements in the order (about, by).
        absences: Vec<Absence>,
    },
    /// A seat broke the protocol.
    Cheated {
        /// Who.
        seat: Seat,
        /// The slots of the open step that were filled, in seat order.
        slots: Vec<(Seat, Slot)>,
        /// What proves it.
        evidence: Box<Evidence>,
    },
    /// Entries of one step name different positions.
    Diverged {
        /// The slots of the open step that were filled, in seat order.
        slots: Vec<(Seat, Slot)>,
        /// The entry that does not agree with the position of whoever wrote this record.
        entry: Box<Entry>,
    },
}

impl End {
    /// Canonical bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        to_bytes(self, &mut bytes);
        bytes
    }

    /// Reads an end frame; says nothing of its signatures.
    ///
    /// # Errors
    /// Bytes that are not canonical, or lists that are too long or out of order.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() > STEP_BYTES {
            return Err(Malformed("end: too long"));
        }
        let end: Self = from_bytes("end", bytes)?;
        end.check_bounds()?;
        Ok(end)
    }

    /// Whether its lists are within their bounds and in order.
    pub(crate) fn check_bounds(&self) -> Result<(), Malformed> {
        match self {
            Self::Sealed(slots) => check_slots(slots),
            Self::Claimed { slots, absences } => {
                check_slots(slots).and_then(|()| check_absences(absences))
            }
            Self::Cheated { slots, evidence, .. } => {
                check_slots(slots).and_then(|()| evidence.check_bounds())
            }
            Self::Diverged { slots, entry } => {
                check_slots(slots).and_then(|()| entry.check_bounds())
            }
        }
    }
}
