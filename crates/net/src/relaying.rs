//! What a relay and those it serves say to each other, and what an owner is told of it.
//!
//! Circuit relay v2 (libp2p specification `relay/circuit-v2.md`) carries no name, no token and no
//! reason that a person could use. So a client first greets a relay by a request of its own
//! protocol; a relay that does not know it is used all the same.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits::{ADDRESSES, RELAY_BYTES_LEAST, RELAY_NAME, RELAY_SECONDS_LEAST};
use crate::{Address, PeerId};

/// The protocol of greetings: one frame each way.
pub(crate) const RELAY_PROTOCOL: &str = "/qiyue/relay/1";

/// What a relay of this program says of itself by identify.
pub(crate) const RELAY_PROGRAM: &str = "/qiyue/relay/1";

/// The version of a greeting.
pub(crate) const GREETING: u16 = 1;

/// What a relay with an allow list wants to be shown. Whoever has it may use the relay.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token(pub [u8; 16]);

/// Never shows it.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A relay, and what is needed to use it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelayAccess {
    address: Address,
    /// Where it is besides, fewer than [`ADDRESSES`].
    more: Vec<Address>,
    relay: PeerId,
    /// What it wants to be shown, if anything.
    token: Option<Token>,
}

impl RelayAccess {
    /// None, if the address does not say who must answer, or itself leads through a relay.
    pub fn new(address: Address, token: Option<Token>) -> Option<RelayAccess> {
        let relay = address.peer().filter(|_| !address.is_relayed())?;
        Some(RelayAccess { address, more: Vec::new(), relay, token })
    }

    /// The same relay, which is also there; without effect if somebody else is, or it is known at
    /// [`ADDRESSES`] places.
    #[must_use]
    pub fn also(mut self, address: Address) -> RelayAccess {
        let is_same = address.peer() == Some(self.relay) && !address.is_relayed();
        let has_room = self.more.len() + 1 < ADDRESSES;
        if is_same && has_room && self.addresses().all(|known| *known != address) {
            self.more.push(address);
        }
        self
    }

    /// The same relay, with what it wants to be shown.
    #[must_use]
    pub fn with_token(self, token: Option<Token>) -> RelayAccess {
        RelayAccess { token, ..self }
    }

    /// Who it is.
    pub fn relay(&self) -> PeerId {
        self.relay
    }

    /// Where it is, first of all.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Everywhere it is: at least one, and at most [`ADDRESSES`].
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.address).chain(&self.more)
    }

    /// What it wants to be shown.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }
}

/// What a relay allows one circuit, as it announces it. None: it announces no bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CircuitLimits {
    /// Seconds after which it is cut.
    pub seconds: Option<u32>,
    /// Bytes after which it is cut, both ways together.
    pub bytes: Option<u64>,
}

impl CircuitLimits {
    /// Whether a game has room: [`RELAY_SECONDS_LEAST`] and [`RELAY_BYTES_LEAST`].
    pub fn suffice(&self) -> bool {
        self.seconds.is_none_or(|seconds| seconds >= RELAY_SECONDS_LEAST)
            && self.bytes.is_none_or(|bytes| bytes >= RELAY_BYTES_LEAST)
    }
}

/// What is known of a relay that serves us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelayInfo {
    /// What its owner calls it: printable, at most [`RELAY_NAME`] bytes. None: it is of another
    /// program.
    pub name: Option<String>,
    /// What it allows one circuit.
    pub limits: CircuitLimits,
    /// Its clock when it said so, in seconds since 1970.
    pub clock: Option<u64>,
}

/// Why a relay is of no use now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RelayFailure {
    /// It was not reached.
    #[error("the relay was not reached: {0}")]
    Dial(crate::DialFailure),
    /// It wants a token, and has been shown none or another one.
    #[error("the relay wants a token")]
    Token,
    /// It has no place left.
    #[error("the relay is full")]
    Full,
    /// It is being stopped.
    #[error("the relay is being stopped")]
    Draining,
    /// It speaks another version.
    #[error("the relay speaks version {theirs}, we speak {ours}", ours = GREETING)]
    Version {
        /// The relay's.
        theirs: u16,
    },
    /// It would cut a game off.
    #[error("the relay allows too little")]
    TooSmall(CircuitLimits),
    /// It is no relay, or knows no address of its own under which others would reach it.
    #[error("this is no relay, or it does not know its own address")]
    NoRelay,
    /// It refuses for a reason that it does not give: too many requests, for example.
    #[error("the relay refused")]
    Refused,
    /// The link to it broke.
    #[error("the link to the relay broke")]
    Gone,
}

/// Client to relay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Greeting {
    /// [`GREETING`].
    pub(crate) version: u16,
    /// What was given to the client for it.
    pub(crate) token: Option<Token>,
}

/// Relay to client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Greeted {
    /// The client may reserve and connect.
    Welcome(Welcome),
    /// It may not.
    Token,
    /// Every place is taken.
    Full,
    /// No more clients are taken.
    Draining,
    /// The relay speaks this version only.
    Version(u16),
}

/// What a relay tells its clients.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Welcome {
    /// What its owner calls it.
    pub(crate) name: String,
    /// What it allows one circuit.
    pub(crate) limits: CircuitLimits,
    /// Circuits that are free now.
    pub(crate) circuits: u32,
    /// Its clock, in seconds since 1970, so that a wrong clock can be noticed.
    pub(crate) clock: u64,
}

/// The canonical bytes of a message.
pub(crate) fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // These types always encode.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// Reads what [`encode`] wrote, and nothing else.
pub(crate) fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let message = postcard::from_bytes(bytes).ok()?;
    (encode(&message) == bytes).then_some(message)
}

/// Whether a relay's name may be shown: short, and nothing that steers a terminal or turns text
/// around.
pub fn is_relay_name(name: &str) -> bool {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
    };
    (1..=RELAY_NAME).contains(&name.len()) && name.trim() == name && !name.contains(steers)
}
