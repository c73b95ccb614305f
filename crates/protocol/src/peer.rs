//! What is known of the other programs of a match.

use std::collections::BTreeMap;

use crypto::limits::ITEMS;
use game::{Seat, SeatSet};
use record::NoticeKind;

use crate::deliver::{COMPARE_MS, RETRY_MS};
use crate::message::Ack;
use crate::time::Millis;

/// So many steps back it is remembered what was sent.
const REMEMBERED: u32 = 64;

/// What was sent, to know when to send it again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Key {
    Signature(Seat),
    Step(u32),
    Entry(u32, Seat),
    Notice(u32, Seat, NoticeKind),
    Absence(u32, Seat, Seat),
    Proof(u8),
    Layout(Seat),
}

impl Key {
    /// The step that it belongs to.
    fn step(self) -> Option<u32> {
        match self {
            Self::Signature(_) | Self::Proof(_) | Self::Layout(_) => None,
            Self::Step(at) | Self::Entry(at, _) | Self::Notice(at, ..) | Self::Absence(at, ..) => {
                Some(at)
            }
        }
    }
}

/// When an item was sent, and whether its receiver was in an older step then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    at: Millis,
    is_early: bool,
}

/// Another program of the match.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// The seats it holds.
    pub(crate) seats: SeatSet,
    /// Since when it is connected.
    pub(crate) connected: Option<Millis>,
    /// When it was first connected.
    pub(crate) asked: Option<Millis>,
    /// Its latest acknowledgement on this connection.
    pub(crate) ack: Option<Ack>,
    /// Whether it lacked whole steps when it last said where it stands.
    pub(crate) is_behind: bool,
    /// Whether it has told, since the start of this program, what it holds of the own seats.
    pub(crate) is_cleared: bool,
    /// Whether it has said that it holds more of them than this program has come to see.
    pub(crate) is_doubted: bool,
    /// When each item was last sent.
    pub(crate) sent: BTreeMap<Key, Sent>,
    /// When anything was last sent.
    pub(crate) spoke: Millis,
    /// The acknowledgement last sent.
    pub(crate) told: Option<Ack>,
    /// Whether anything came from it since the driver was last away.
    pub(crate) has_spoken: bool,
    /// The next older closed step to send, while its history and the own one are compared.
    pub(crate) compare: Option<u32>,
    /// When that last began.
    pub(crate) compared: Option<Millis>,
}

impl Peer {
    pub(crate) fn new(seats: SeatSet, is_cleared: bool) -> Self {
        Self {
            seats,
            connected: None,
            asked: None,
            ack: None,
            is_behind: false,
            is_cleared,
            is_doubted: false,
            sent: BTreeMap::new(),
            spoke: Millis(0),
            told: None,
            has_spoken: true,
            compare: None,
            compared: None,
        }
    }

    pub(crate) fn connect(&mut self, now: Millis) {
        self.disconnect();
        self.connected = Some(now);
        self.asked = self.asked.or(self.connected);
        self.told = None;
        self.compare = None;
        self.compared = None;
    }

    pub(crate) fn disconnect(&mut self) {
        self.connected = None;
        self.ack = None;
        self.sent.clear();
    }

    /// Whether its history may be compared from the newest step on: not at once after it has been.
    pub(crate) fn may_compare(&self, now: Millis) -> bool {
        self.compare.is_none() && self.compared.is_none_or(|at| now >= at + COMPARE_MS)
    }

    /// Its step, as it last said.
    pub(crate) fn step(&self) -> Option<u32> {
        match &self.ack {
            Some(Ack::Playing(standing)) => Some(standing.step),
            Some(Ack::Signing(_)) | None => None,
        }
    }

    /// From when on an item may be sent: again not before this pause is over.
    pub(crate) fn resend_at(&self, key: Key, pause: u64) -> Millis {
        let Some(sent) = self.sent.get(&key) else {
            return Millis(0);
        };
        let is_reached = key.step().is_some_and(|at| self.step().is_some_and(|step| step >= at));
        sent.at + if sent.is_early && is_reached { RETRY_MS } else { pause }
    }

    /// Notes what has been sent. What is remembered is bounded, wherever the peer says it stands.
    pub(crate) fn note_sent(&mut self, keys: Vec<Key>, own_step: u32, now: Millis) {
        let theirs = self.step().unwrap_or_default();
        let window = theirs..theirs.saturating_add(ITEMS as u32);
        self.sent.retain(|key, _| {
            let at = key.step().unwrap_or(own_step);
            at.saturating_add(REMEMBERED) >= own_step || window.contains(&at)
        });
        for key in keys {
            let is_early = key.step().is_some_and(|at| at > theirs);
            self.sent.insert(key, Sent { at: now, is_early });
        }
        self.spoke = now;
    }
}
