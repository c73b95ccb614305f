//! What is known of the other programs of a match.

use std::collections::BTreeMap;

use game::{Seat, SeatSet};
use record::NoticeKind;

use crate::message::Ack;
use crate::time::Millis;

/// What was sent, to know when to send it again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Key {
    Signature(Seat),
    Step(u32),
    Entry(u32, Seat),
    Notice(u32, Seat, NoticeKind),
    Absence(u32, Seat, Seat),
    Proof(u8),
}

/// Another program of the match.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// The seats it holds.
    pub(crate) seats: SeatSet,
    /// Since when it is connected.
    pub(crate) connected: Option<Millis>,
    /// Its latest acknowledgement on this connection.
    pub(crate) ack: Option<Ack>,
    /// Whether it lacked whole steps when it last said where it stands.
    pub(crate) is_behind: bool,
    /// Whether it has told, since the start of this program, what it holds of the own seats.
    pub(crate) is_cleared: bool,
    /// When each item was last sent.
    pub(crate) sent: BTreeMap<Key, Millis>,
    /// When anything was last sent.
    pub(crate) spoke: Millis,
    /// The acknowledgement last sent.
    pub(crate) told: Option<Ack>,
    /// The next older closed step to send, while its history and the own one are compared.
    pub(crate) compare: Option<u32>,
}

impl Peer {
    pub(crate) fn new(seats: SeatSet, is_cleared: bool) -> Self {
        Self {
            seats,
            connected: None,
            ack: None,
            is_behind: false,
            is_cleared,
            sent: BTreeMap::new(),
            spoke: Millis(0),
            told: None,
            compare: None,
        }
    }

    pub(crate) fn connect(&mut self, now: Millis) {
        self.connected = Some(now);
        self.ack = None;
        self.sent.clear();
        self.told = None;
        self.compare = None;
    }

    pub(crate) fn disconnect(&mut self) {
        self.connected = None;
        self.ack = None;
        self.sent.clear();
    }
}
