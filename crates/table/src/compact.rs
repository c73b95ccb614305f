//! Short forms of peer ids and addresses, for links.

use std::net::{IpAddr, SocketAddr};

use net::{Address, PeerId};
use serde::{Deserialize, Serialize};

use crate::reach::is_place;

/// The bytes of a peer id that are not the Ed25519 key that it consists of.
const INLINE: [u8; 6] = [0x00, 0x24, 0x08, 0x01, 0x12, 0x20];

/// A peer id. Most are a key and six bytes that are always the same.
#[derive(Serialize, Deserialize)]
pub(crate) enum Peer {
    Key([u8; 32]),
    Other(Vec<u8>),
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Socket {
    host: Ip,
    port: u16,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Ip {
    V4([u8; 4]),
    V6([u8; 16]),
}

#[derive(Serialize, Deserialize)]
pub(crate) enum Place {
    Socket(Socket),
    /// The kind of name as in a multiaddr (`dns`, `dns4`, `dns6`), the name, and the port.
    Name(String, String, u16),
}

impl Peer {
    pub(crate) fn of(peer: PeerId) -> Self {
        let bytes = peer.to_bytes();
        let key = bytes.strip_prefix(&INLINE).and_then(|key| key.try_into().ok());
        key.map_or(Self::Other(bytes), Self::Key)
    }

    pub(crate) fn read(&self) -> Option<PeerId> {
        match self {
            Self::Key(key) => PeerId::from_bytes(&[&INLINE[..], key].concat()).ok(),
            Self::Other(bytes) => {
                let peer = PeerId::from_bytes(bytes).ok()?;
                // One encoding for each.
                matches!(Self::of(peer), Self::Other(_)).then_some(peer)
            }
        }
    }
}

impl Socket {
    pub(crate) fn of(socket: SocketAddr) -> Self {
        let host = match socket.ip().to_canonical() {
            IpAddr::V4(ip) => Ip::V4(ip.octets()),
            IpAddr::V6(ip) => Ip::V6(ip.octets()),
        };
        Self { host, port: socket.port() }
    }

    pub(crate) fn read(&self) -> Option<SocketAddr> {
        let ip = match self.host {
            Ip::V4(ip) => IpAddr::from(ip),
            Ip::V6(ip) => IpAddr::from(ip),
        };
        let is_sound = self.port > 0 && is_place(ip) && ip == ip.to_canonical();
        is_sound.then(|| SocketAddr::from((ip, self.port)))
    }
}

impl Place {
    pub(crate) fn of(address: &Address) -> Option<Self> {
        if let Some(socket) = address.socket() {
            return Some(Self::Socket(Socket::of(socket)));
        }
        let text = address.without_peer().to_string();
        let mut parts = text.split('/').skip(1);
        let (kind, name) = (parts.next()?, parts.next()?);
        Some(Self::Name(kind.to_owned(), name.to_owned(), address.port()))
    }

    pub(crate) fn read(&self) -> Option<Address> {
        match self {
            Self::Socket(socket) => Some(socket.read()?.into()),
            Self::Name(kind, name, port) => {
                let text = format!("/{kind}/{name}/tcp/{port}");
                let address: Address = text.parse().ok()?;
                let is_sound =
                    *port > 0 && address.socket().is_none() && text == address.to_string();
                is_sound.then_some(address)
            }
        }
    }
}
