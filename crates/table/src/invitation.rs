//! The link that leads into a room.

mod payload;
#[cfg(test)]
pub(crate) mod tests;

use std::time::{SystemTime, UNIX_EPOCH};

use catalog::Rules;
use net::{Address, PeerId, RelayAccess};
use record::{Clock, Name, PROTOCOL};
use thiserror::Error;

pub(crate) use payload::{ADDRESSES, digest};

use crate::link::{self, Kind, PAYLOAD};
use crate::room::{GameVersion, Said};
use crate::view::RoomTrouble;

/// Clocks differ: a link counts a little longer than it says.
const SLACK_SECONDS: u64 = 600;

/// What a host sends to his friends: who and where he is, and what is played.
///
/// Nothing in it is proven but that who has the link got it from somebody: the host proves his peer
/// id when he is reached, and the room is agreed to as its host tells it.
#[derive(Clone, PartialEq, Debug)]
pub struct Invitation {
    /// Version of the match protocol.
    pub protocol: u16,
    /// The host's program.
    pub(crate) peer: PeerId,
    /// Where it is directly; none of them relayed.
    pub(crate) addresses: Vec<Address>,
    /// The relay that it is reached through.
    pub(crate) relay: Option<RelayAccess>,
    /// The relay's name.
    pub relay_name: Option<String>,
    /// What the host calls himself.
    pub host: Name,
    /// What is played.
    pub game: GameVersion,
    /// Canonical bytes of its rules.
    pub(crate) rules_bytes: Vec<u8>,
    /// The first bytes of their digest.
    pub(crate) digest: [u8; 8],
    /// The same, if this program knows them.
    pub rules: Option<Rules>,
    /// Time for people.
    pub clock: Clock,
    /// Time for programs, in seconds.
    pub machine_seconds: u32,
    /// Which of the host's rooms.
    pub(crate) room: [u8; 8],
    /// When the link stops to count, in seconds since 1970.
    pub until: u64,
}

impl Invitation {
    /// The first invitation in a text, whatever is around it.
    ///
    /// # Errors
    /// There is none that can be used; what is wrong with the first one.
    pub fn find(text: &str) -> Result<Self, InvitationError> {
        Self::find_at(text, unix_seconds())
    }

    /// The same, so many seconds after 1970.
    pub(crate) fn find_at(text: &str, now: u64) -> Result<Self, InvitationError> {
        let payload = link::read(Kind::Room, text)?;
        let invitation = payload::read(&payload).ok_or(InvitationError::Malformed)?;
        if now > invitation.until.saturating_add(SLACK_SECONDS) {
            return Err(InvitationError::Expired { until: invitation.until });
        }
        Ok(invitation)
    }

    /// The link. None, if the rules are too long for one.
    pub fn link(&self) -> Option<String> {
        let payload = payload::write(self);
        (payload.len() <= PAYLOAD).then(|| link::write(Kind::Room, &payload))
    }

    /// Why this program cannot play there, as far as the link tells.
    pub fn trouble(&self) -> Option<RoomTrouble> {
        if self.protocol != PROTOCOL {
            return Some(RoomTrouble::Protocol { theirs: self.protocol, ours: PROTOCOL });
        }
        self.rules.is_none().then(|| RoomTrouble::Rules(self.game.clone()))
    }

    /// What to show of the host's program: its peer id.
    pub fn host_id(&self) -> String {
        self.peer.to_string()
    }

    /// Everywhere the host may be reached, directly and through the relay.
    pub(crate) fn places(&self) -> Vec<Address> {
        let direct = self.addresses.iter().map(|address| address.with_peer(self.peer));
        let relay = self.relay.iter().flat_map(RelayAccess::addresses);
        direct.chain(relay.filter_map(|relay| relay.to_behind(self.peer))).collect()
    }

    /// Whether a room is what the link promised: of who will sit where it says nothing.
    pub(crate) fn promises(&self, said: &Said) -> bool {
        let seats = self.rules.as_ref().map(payload::seats);
        seats == Some(said.seats.len())
            && self.game == said.game
            && self.rules_bytes == said.rules
            && self.clock == said.clock
            && self.machine_seconds == said.machine_seconds
    }
}

/// The system's clock, in seconds since 1970.
pub(crate) fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Why a text holds no link that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvitationError {
    /// There is no link in it.
    #[error("there is no link in this text")]
    None,
    /// The link is cut off or mistyped: its check does not come out.
    #[error("the link is cut off or mistyped")]
    Typo,
    /// It was made by a program with another version of links.
    #[error("the link is of version {theirs}, this program reads {ours}")]
    Version {
        /// The link's.
        theirs: u8,
        /// Ours.
        ours: u8,
    },
    /// It is a link of another kind: a relay's instead of a room's, or the other way round.
    #[error("the link is of another kind")]
    Kind,
    /// Its check comes out, and still it says what no honest program writes.
    #[error("the link makes no sense")]
    Malformed,
    /// It counted until then, in seconds since 1970.
    #[error("the link has expired")]
    Expired {
        /// When.
        until: u64,
    },
}
