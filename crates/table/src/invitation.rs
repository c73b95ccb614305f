//! The link that leads into a room.

use catalog::Rules;
use net::{Address, PeerId, RelayAccess};
use record::{Clock, Name};
use thiserror::Error;

use crate::room::GameVersion;

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
    /// Which of the host's rooms.
    pub(crate) room: [u8; 8],
    /// When the link stops to count, in seconds since 1970.
    pub until: u64,
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
