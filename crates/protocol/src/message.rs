//! What programs send each other: acknowledgements, and what the other lacks.

use crypto::limits::{FRAME_BYTES, ITEMS};
use crypto::{Head, MatchId, Signature};
use game::canon::{from_bytes, to_bytes};
use game::{Malformed, SEATS_MAX, Seat, SeatSet};
use record::journal::SecretBytes;
use record::{Absence, ClosedStep, Entry, Notice};
use referee::{OPENING_BYTES, PIECES};
use serde::{Deserialize, Serialize};

/// Where its sender stands in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ack {
    /// It holds the contract's signatures of these seats, not yet all.
    Signing(SeatSet),
    /// It holds all of them and this much of the match.
    Playing(Standing),
}

/// How far a program is, and what it holds of the open step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The open step.
    pub step: u32,
    /// The head before it.
    pub head: Head,
    /// Seats whose slot is filled.
    pub slots: SeatSet,
    /// Seats whose Draw over this head it holds.
    pub draws: SeatSet,
    /// Seats whose Pause over this head it holds.
    pub pauses: SeatSet,
    /// Seats whose Resign it holds.
    pub resigns: SeatSet,
    /// For each silent seat the seats whose statement about it is held, in seat order.
    pub absences: Vec<(Seat, SeatSet)>,
    /// Seats of others whose layout it has been told.
    pub layouts: SeatSet,
    /// Own seats that have declined a draw, and in which step last.
    pub declined: Vec<(Seat, u32)>,
}

/// Something the other lacks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Item {
    /// A seat's signature under the contract.
    Signature(Seat, Signature),
    /// A closed step.
    Step(ClosedStep),
    /// An entry of the open step, or of an older one to compare.
    Entry(Entry),
    /// A notice.
    Notice(Notice),
    /// A statement about a silent seat.
    Absence(Absence),
    /// The keys of all pieces of an own seat, by place, for a program of its allies. Goes over the
    /// connection to that program only, is passed on by nobody and stands in no file.
    Layout(Seat, SecretBytes),
}

/// One message of a match, and also the answer to one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Packet {
    /// Which match.
    pub match_id: MatchId,
    /// Where the sender stands.
    pub ack: Ack,
    /// What the receiver lacks, to the sender's knowledge.
    pub items: Vec<Item>,
}

impl Packet {
    /// Canonical bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        to_bytes(self, &mut bytes);
        bytes
    }

    /// Reads a message.
    ///
    /// # Errors
    /// Bytes that are too many, not canonical, or hold lists that are too long.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() > FRAME_BYTES {
            return Err(Malformed("message: too long"));
        }
        let packet: Self = from_bytes("message", bytes)?;
        if packet.items.len() > ITEMS {
            return Err(Malformed("message: too many items"));
        }
        if let Ack::Playing(standing) = &packet.ack {
            let most = usize::from(SEATS_MAX);
            if standing.absences.len() > most || standing.declined.len() > most {
                return Err(Malformed("message: acknowledgement"));
            }
        }
        packet.items.iter().try_for_each(check_item)?;
        Ok(packet)
    }
}

/// Items are read once more by the decoders of their own types, which know their bounds.
fn check_item(item: &Item) -> Result<(), Malformed> {
    match item {
        Item::Step(step) => ClosedStep::decode(&step.encode()).map(|_| ()),
        Item::Entry(entry) => Entry::decode(&entry.encode()).map(|_| ()),
        Item::Layout(_, keys) if keys.expose().len() != PIECES * OPENING_BYTES => {
            Err(Malformed("message: layout"))
        }
        Item::Absence(_) | Item::Notice(_) | Item::Signature(..) | Item::Layout(..) => Ok(()),
    }
}

impl Item {
    /// Its size on the wire, in bytes.
    pub(crate) fn size(&self) -> usize {
        let mut bytes = Vec::new();
        to_bytes(self, &mut bytes);
        bytes.len()
    }
}
