//! Where a program can be reached.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use libp2p::Multiaddr;
use libp2p::multiaddr::Protocol;

use crate::PeerId;
use crate::limits::ADDRESS_TEXT;

/// A host, a TCP port and, if known, who must answer there: a program itself, or a relay that it is
/// reached through.
///
/// Reads four forms: a multiaddr (`/ip4/192.168.1.5/tcp/4001/p2p/12D3…`; also `ip6`, `dns`, `dns4`,
/// `dns6`), one that leads through a relay (`…/p2p/RELAY/p2p-circuit/p2p/PEER`), `HOST:PORT/PEERID`
/// and `HOST:PORT`, where HOST is a name, an IPv4 address or an IPv6 address in brackets. The
/// full-width `：`, `／` and `。` of a Chinese keyboard are read as their ASCII
/// forms. Shows the multiaddr. Port 0 means 'any' and is good for listening only.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(Box<Place>);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Place {
    host: Host,
    port: u16,
    /// The relay that is there, if the peer is behind one.
    relay: Option<PeerId>,
    peer: Option<PeerId>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Host {
    Ip(IpAddr),
    Name(String, Family),
}

/// Which addresses of a name are wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Family {
    Any,
    V4,
    V6,
}

/// Why a text is not an [`Address`]: which part is wrong, and the part itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing was typed.
    #[error("the address is empty")]
    Empty,
    /// Longer than [`ADDRESS_TEXT`](crate::limits::ADDRESS_TEXT).
    #[error("the address is too long")]
    TooLong,
    /// Neither an IP address nor a host name.
    #[error("not a host: {0:?}")]
    Host(String),
    /// Not a number from 0 to 65535.
    #[error("not a port: {0:?}")]
    Port(String),
    /// There is no port; `HOST:PORT` was expected.
    #[error("the port is missing")]
    NoPort,
    /// Not a peer id.
    #[error("not a peer id: {0:?}")]
    Peer(String),
    /// A multiaddr with a part that this program does not use, such as `udp`.
    #[error("cannot use this part of the address: {0:?}")]
    Part(String),
}

impl Address {
    /// Who must answer there, if the address says so.
    pub fn peer(&self) -> Option<PeerId> {
        self.0.peer
    }

    /// The relay that it leads through, as an address of its own.
    pub fn relay(&self) -> Option<Address> {
        let Address(place) = self.clone();
        place
            .relay
            .map(|relay| Address(Box::new(Place { relay: None, peer: Some(relay), ..*place })))
    }

    /// Whether it leads through a relay.
    pub fn is_relayed(&self) -> bool {
        self.0.relay.is_some()
    }

    /// The place of `peer` behind the relay that is here; none, if this does not say who the relay
    /// is, or leads through another one itself.
    pub fn to_behind(&self, peer: PeerId) -> Option<Address> {
        let Address(place) = self.clone();
        let relay = place.peer.filter(|_| place.relay.is_none())?;
        Some(Address(Box::new(Place { relay: Some(relay), peer: Some(peer), ..*place })))
    }

    /// The TCP port; 0 means any.
    pub fn port(&self) -> u16 {
        self.0.port
    }

    /// The same place, where `peer` must answer.
    pub fn with_peer(&self, peer: PeerId) -> Address {
        let Address(place) = self.clone();
        Address(Box::new(Place { peer: Some(peer), ..*place }))
    }

    /// The same place, whoever answers.
    pub fn without_peer(&self) -> Address {
        let Address(place) = self.clone();
        Address(Box::new(Place { peer: None, ..*place }))
    }

    /// The socket, the relay's if there is one, unless the host is a name.
    pub fn socket(&self) -> Option<SocketAddr> {
        match self.0.host {
            Host::Ip(ip) => Some(SocketAddr::new(ip, self.0.port)),
            Host::Name(..) => None,
        }
    }

    /// The name to look up, unless the host is an IP address.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.0.host {
            Host::Ip(_) => None,
            Host::Name(name, _) => Some(name),
        }
    }

    /// Whether a looked-up address is of the wanted kind.
    pub(crate) fn wants(&self, ip: IpAddr) -> bool {
        match &self.0.host {
            Host::Ip(own) => *own == ip,
            Host::Name(_, Family::Any) => true,
            Host::Name(_, Family::V4) => ip.is_ipv4(),
            Host::Name(_, Family::V6) => ip.is_ipv6(),
        }
    }

    /// An address the library reported; none if it is not of our kind.
    pub(crate) fn from_multiaddr(multiaddr: &Multiaddr) -> Option<Address> {
        read_multiaddr(multiaddr).ok()
    }

    fn to_multiaddr(&self) -> Multiaddr {
        let host = match &self.0.host {
            Host::Ip(IpAddr::V4(ip)) => Protocol::Ip4(*ip),
            Host::Ip(IpAddr::V6(ip)) => Protocol::Ip6(*ip),
            Host::Name(name, Family::Any) => Protocol::Dns(name.into()),
            Host::Name(name, Family::V4) => Protocol::Dns4(name.into()),
            Host::Name(name, Family::V6) => Protocol::Dns6(name.into()),
        };
        let mut place = Multiaddr::empty().with(host).with(Protocol::Tcp(self.0.port));
        if let Some(relay) = self.0.relay {
            place = place.with(Protocol::P2p(relay.inner())).with(Protocol::P2pCircuit);
        }
        match self.0.peer {
            Some(peer) => place.with(Protocol::P2p(peer.inner())),
            None => place,
        }
    }
}

/// The multiaddr of a socket, without a peer id.
pub(crate) fn multiaddr(socket: SocketAddr) -> Multiaddr {
    Address::from(socket).to_multiaddr()
}

/// The address of this socket, whoever answers.
impl From<SocketAddr> for Address {
    fn from(socket: SocketAddr) -> Address {
        let host = Host::Ip(socket.ip());
        Address(Box::new(Place { host, port: socket.port(), relay: None, peer: None }))
    }
}

/// The canonical multiaddr.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_multiaddr().fmt(f)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        if text.len() > ADDRESS_TEXT {
            return Err(AddressError::TooLong);
        }
        let text = ascii_marks(text.trim());
        if text.is_empty() {
            return Err(AddressError::Empty);
        }
        if text.starts_with('/') { read_multiaddr_text(&text) } else { read_friendly(&text) }
    }
}

fn ascii_marks(text: &str) -> String {
    let ascii = |mark| match mark {
        '：' => ':',
        '／' => '/',
        '。' | '．' => '.',
        '［' | '【' => '[',
        '］' | '】' => ']',
        other => other,
    };
    text.chars().map(ascii).collect()
}

/// Reads part by part, so that an error can name the part.
fn read_multiaddr_text(text: &str) -> Result<Address, AddressError> {
    let mut parts = text.split('/').skip(1);
    let kind = parts.next().unwrap_or_default();
    let host = parts.next().unwrap_or_default();
    let bad_host = || AddressError::Host(host.to_owned());
    let host = match kind {
        "ip4" => Host::Ip(IpAddr::V4(host.parse().map_err(|_| bad_host())?)),
        "ip6" => Host::Ip(IpAddr::V6(host.parse().map_err(|_| bad_host())?)),
        "dns" => Host::Name(read_name(host)?, Family::Any),
        "dns4" => Host::Name(read_name(host)?, Family::V4),
        "dns6" => Host::Name(read_name(host)?, Family::V6),
        other => return Err(AddressError::Part(other.to_owned())),
    };
    let port = match parts.next() {
        Some("tcp") => read_port(parts.next().unwrap_or_default())?,
        Some(other) if !other.is_empty() => return Err(AddressError::Part(other.to_owned())),
        _ => return Err(AddressError::NoPort),
    };
    let mut peer = read_peer_part(&mut parts)?;
    let mut relay = None;
    let mut next = parts.next();
    if next == Some("p2p-circuit") && peer.is_some() {
        (relay, peer) = (peer, read_peer_part(&mut parts)?);
        next = parts.next();
    }
    match next {
        Some(other) => Err(AddressError::Part(other.to_owned())),
        None => Ok(Address(Box::new(Place { host, port, relay, peer }))),
    }
}

/// The peer id that comes next, if anything does.
fn read_peer_part<'a>(
    parts: &mut impl Iterator<Item = &'a str>,
) -> Result<Option<PeerId>, AddressError> {
    match parts.next() {
        Some("p2p") => read_peer(parts.next().unwrap_or_default()).map(Some),
        Some(other) => Err(AddressError::Part(other.to_owned())),
        None => Ok(None),
    }
}

fn read_multiaddr(multiaddr: &Multiaddr) -> Result<Address, AddressError> {
    read_multiaddr_text(&multiaddr.to_string())
}

fn read_friendly(text: &str) -> Result<Address, AddressError> {
    let (place, peer) = match text.split_once('/') {
        Some((place, peer)) => (place, Some(read_peer(peer)?)),
        None => (text, None),
    };
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => {
            let (ip, rest) =
                rest.split_once(']').ok_or_else(|| AddressError::Host(place.to_owned()))?;
            let ip = ip.parse().map_err(|_| AddressError::Host(ip.to_owned()))?;
            (Host::Ip(IpAddr::V6(ip)), rest.strip_prefix(':').ok_or(AddressError::NoPort)?)
        }
        None => {
            let (host, port) = place.rsplit_once(':').ok_or(AddressError::NoPort)?;
            let host = match host.parse() {
                Ok(ip) => Host::Ip(IpAddr::V4(ip)),
                Err(_) => Host::Name(read_name(host)?, Family::Any),
            };
            (host, port)
        }
    };
    Ok(Address(Box::new(Place { host, port: read_port(port)?, relay: None, peer })))
}

/// A host name: labels of letters, digits, `-` and `_`, the last of which is not a number (that
/// would be a mistyped IPv4 address).
fn read_name(text: &str) -> Result<String, AddressError> {
    let plain = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    let number = |label: &str| label.chars().all(|c| c.is_ascii_digit());
    let labels = text.strip_suffix('.').unwrap_or(text);
    let last = labels.rsplit('.').next().unwrap_or_default();
    if labels.len() > 253 || !labels.split('.').all(plain) || number(last) {
        return Err(AddressError::Host(text.to_owned()));
    }
    Ok(text.to_ascii_lowercase())
}

fn read_port(text: &str) -> Result<u16, AddressError> {
    if !text.chars().all(|c| c.is_ascii_digit()) {
        return Err(AddressError::Port(text.to_owned()));
    }
    text.parse().map_err(|_| AddressError::Port(text.to_owned()))
}

fn read_peer(text: &str) -> Result<PeerId, AddressError> {
    text.parse().map_err(|_| AddressError::Peer(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    fn shown(text: &str) -> String {
        text.parse::<Address>().expect(text).to_string()
    }

    fn refused(text: &str) -> AddressError {
        text.parse::<Address>().expect_err(text)
    }

    #[test]
    fn every_form_shows_the_multiaddr() {
        let peer = Identity::from_seed([3; 32]).peer();
        for (typed, canonical) in [
            (" 192.168.1.5:4001 ".to_owned(), "/ip4/192.168.1.5/tcp/4001".to_owned()),
            (format!("10.0.0.1:1/{peer}"), format!("/ip4/10.0.0.1/tcp/1/p2p/{peer}")),
            ("[::1]:4001".to_owned(), "/ip6/::1/tcp/4001".to_owned()),
            ("Example.ORG:80".to_owned(), "/dns/example.org/tcp/80".to_owned()),
            ("localhost：80".to_owned(), "/dns/localhost/tcp/80".to_owned()),
            ("192。168。1。5：80".to_owned(), "/ip4/192.168.1.5/tcp/80".to_owned()),
            (format!("[fe80::1]:9/{peer}"), format!("/ip6/fe80::1/tcp/9/p2p/{peer}")),
        ] {
            assert_eq!(shown(&typed), canonical);
        }
    }

    #[test]
    fn multiaddrs_round_trip() {
        let peer = Identity::from_seed([3; 32]).peer();
        for place in ["/ip4/0.0.0.0/tcp/0", "/ip6/::/tcp/4001", "/dns4/a.b/tcp/1", "/dns6/a/tcp/1"]
        {
            assert_eq!(shown(place), place);
            let with = format!("{place}/p2p/{peer}");
            assert_eq!(shown(&with), with);
            let address: Address = with.parse().expect("good");
            assert_eq!(address.peer(), Some(peer));
            assert_eq!(address.without_peer().to_string(), place);
            assert_eq!(Address::from_multiaddr(&address.to_multiaddr()), Some(address));
        }
    }

    #[test]
    fn an_address_behind_a_relay_knows_both() {
        let [peer, relay] = [3, 4].map(|seed| Identity::from_seed([seed; 32]).peer());
        let text = format!("/ip4/1.2.3.4/tcp/9/p2p/{relay}/p2p-circuit/p2p/{peer}");
        let behind: Address = text.parse().expect("good");
        assert_eq!(behind.to_string(), text);
        assert_eq!(Address::from_multiaddr(&behind.to_multiaddr()), Some(behind.clone()));
        assert!(behind.is_relayed());
        assert_eq!(behind.peer(), Some(peer));
        let at: Address = format!("1.2.3.4:9/{relay}").parse().expect("good");
        assert_eq!(behind.relay(), Some(at.clone()));
        assert_eq!(at.relay(), None);
        assert_eq!(at.to_behind(peer), Some(behind.clone()));
        assert_eq!(behind.to_behind(peer), None, "not through two");
        assert_eq!(at.without_peer().to_behind(peer), None, "through whom?");
        let nobody = format!("/ip4/1.2.3.4/tcp/9/p2p/{relay}/p2p-circuit");
        assert_eq!(nobody.parse::<Address>().map(|at| at.peer()), Ok(None));
        let unnamed = format!("/ip4/1.2.3.4/tcp/9/p2p-circuit/p2p/{peer}");
        assert_eq!(refused(&unnamed), AddressError::Part("p2p-circuit".into()));
        let twice = format!("{text}/p2p-circuit/p2p/{peer}");
        assert_eq!(refused(&twice), AddressError::Part("p2p-circuit".into()));
    }

    #[test]
    fn errors_name_the_wrong_part() {
        assert_eq!(refused("  "), AddressError::Empty);
        assert_eq!(refused(&"a".repeat(600)), AddressError::TooLong);
        assert_eq!(refused("192.168.1.5"), AddressError::NoPort);
        assert_eq!(refused("/ip4/1.2.3.4"), AddressError::NoPort);
        assert_eq!(refused("[::1]"), AddressError::NoPort);
        assert_eq!(refused("1.2.3.4:http"), AddressError::Port("http".into()));
        assert_eq!(refused("1.2.3.4:65536"), AddressError::Port("65536".into()));
        assert_eq!(refused("1.2.3.4:+1"), AddressError::Port("+1".into()));
        assert_eq!(refused("1.2.3.256:1"), AddressError::Host("1.2.3.256".into()));
        assert_eq!(refused("a b:1"), AddressError::Host("a b".into()));
        assert_eq!(refused("::1:1"), AddressError::Host("::1".into()));
        assert_eq!(refused("/ip6/1.2.3.4/tcp/1"), AddressError::Host("1.2.3.4".into()));
        assert_eq!(refused("1.2.3.4:1/me"), AddressError::Peer("me".into()));
        assert_eq!(refused("/ip4/1.2.3.4/tcp/1/p2p/me"), AddressError::Peer("me".into()));
        assert_eq!(refused("/ip4/1.2.3.4/udp/1"), AddressError::Part("udp".into()));
        assert_eq!(refused("/unix/x"), AddressError::Part("unix".into()));
        assert_eq!(refused("/ip4/1.2.3.4/tcp/1/ws"), AddressError::Part("ws".into()));
    }
}
