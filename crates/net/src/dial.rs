//! A dial under way: what it is for, and which addresses it tries.

use std::time::Instant;

use libp2p::Multiaddr;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::DialError;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};

use crate::address::multiaddr;
use crate::failure::DialFailure;
use crate::limits::{LOOK_UP_TIME, LOOKED_UP};
use crate::{Address, PeerId};

/// One attempt to reach one peer, or whoever answers at one address.
#[derive(Debug)]
pub(crate) struct Dial {
    pub(crate) purpose: Purpose,
    /// The addresses as they were given.
    pub(crate) addresses: Vec<Address>,
    /// What they came to, each with the address it came from.
    found: Vec<(Multiaddr, Address)>,
    /// Those that came to nothing.
    unknown: Vec<Address>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The owner dialled one address.
    Typed,
    /// A kept peer is to be reached again.
    Kept(PeerId),
    /// A kept peer, connected through relays only, is to be reached directly.
    Upgrade(PeerId),
    /// A relay is to be reached.
    Relay(PeerId),
}

impl Dial {
    pub(crate) fn new(purpose: Purpose, addresses: Vec<Address>) -> Dial {
        Dial { purpose, addresses, found: Vec::new(), unknown: Vec::new() }
    }

    /// Who is looked for, if that is known.
    pub(crate) fn peer(&self) -> Option<PeerId> {
        match self.purpose {
            Purpose::Kept(peer) | Purpose::Upgrade(peer) | Purpose::Relay(peer) => Some(peer),
            Purpose::Typed => self.addresses.first().and_then(Address::peer),
        }
    }

    /// The relay that all addresses lead through, if they do: a dial never mixes ways.
    pub(crate) fn relay(&self) -> Option<Address> {
        self.addresses.first().and_then(Address::relay)
    }

    /// The relay is connected, at this place: the way leads through that connection.
    pub(crate) fn through(mut self, relay: &Multiaddr) -> Dial {
        let own = self.addresses.first().and_then(Address::peer);
        let circuit = relay.clone().with(Protocol::P2pCircuit);
        if let (Some(peer), Some(given)) = (own.or(self.peer()), self.addresses.first()) {
            self.found = vec![(circuit.with(Protocol::P2p(peer.inner())), given.clone())];
        }
        self
    }

    /// Looks up the names. The operating system does it, so that what it knows besides DNS (hosts
    /// file, `.local` names, a VPN's names) works too.
    pub(crate) async fn look_up(mut self) -> Dial {
        let end = tokio::time::Instant::from_std(Instant::now() + LOOK_UP_TIME);
        for address in &self.addresses {
            if let Some(socket) = address.socket() {
                self.found.push((multiaddr(socket), address.clone()));
                continue;
            }
            let name = address.name().unwrap_or_default();
            let look_up = tokio::net::lookup_host((name, address.port()));
            let sockets = tokio::time::timeout_at(end, look_up).await;
            let mut wanted = sockets.into_iter().flatten().flatten();
            let before = self.found.len();
            while let Some(socket) = wanted.next()
                && self.found.len() < before + LOOKED_UP
            {
                if address.wants(socket.ip()) {
                    self.found.push((multiaddr(socket), address.clone()));
                }
            }
            if self.found.len() == before {
                self.unknown.push(address.clone());
            }
        }
        self
    }

    /// What the library is asked to do; none if no address came to anything.
    ///
    /// A new port is used for each dial: from the listening port, two programs that dial each other
    /// at once can end up with one TCP connection on which both believe to be the dialler.
    pub(crate) fn options(&self) -> Option<DialOpts> {
        let (first, _) = self.found.first()?;
        let Some(peer) = self.peer() else {
            return Some(
                DialOpts::unknown_peer_id().address(first.clone()).allocate_new_port().build(),
            );
        };
        let condition = match self.purpose {
            Purpose::Typed | Purpose::Upgrade(_) | Purpose::Relay(_) => PeerCondition::Always,
            Purpose::Kept(_) => PeerCondition::Disconnected,
        };
        let addresses = self.found.iter().map(|(found, _)| found.clone()).collect();
        let options = DialOpts::peer_id(peer.inner()).addresses(addresses).condition(condition);
        // A relay tells us where our listening port is seen from outside, which others need for
        // hole punching. It dials nobody, so that the danger does not exist.
        let is_relay = matches!(self.purpose, Purpose::Relay(_));
        Some(if is_relay { options.build() } else { options.allocate_new_port().build() })
    }

    /// Turns to the next address that the name came to; says no if that was the last. For a known
    /// peer the library tries them all at once; whoever is not known is looked for at one at a time.
    pub(crate) fn turn_to_next(&mut self) -> bool {
        let more = self.peer().is_none() && self.found.len() > 1;
        if more {
            self.found.remove(0);
        }
        more
    }

    /// The given address behind one that the library reports.
    pub(crate) fn given(&self, reported: &Multiaddr) -> Option<&Address> {
        let reported = place(reported);
        let found = self.found.iter().find(|(found, _)| place(found) == reported);
        found.map(|(_, given)| given).or(self.addresses.first())
    }

    /// What each given address came to, when nobody was reached.
    pub(crate) fn failures(&self, error: Option<&DialError>) -> Vec<(Address, DialFailure)> {
        let unknown = self.unknown.iter().map(|a| (a.clone(), DialFailure::UnknownName));
        let mut failures: Vec<_> = unknown.collect();
        let mut fail = |at: Option<&Multiaddr>, reason| {
            let given = at.map_or(self.addresses.first(), |at| self.given(at));
            if let Some(given) = given.filter(|given| !failures.iter().any(|(a, _)| a == *given)) {
                failures.push((given.clone(), reason));
            }
        };
        match error {
            None | Some(DialError::DialPeerConditionFalse(_)) => {}
            Some(DialError::LocalPeerId { address }) => fail(Some(address), DialFailure::Myself),
            Some(DialError::WrongPeerId { obtained, address }) => {
                fail(Some(address), DialFailure::WrongPeer { found: (*obtained).into() });
            }
            Some(DialError::Denied { .. }) => fail(None, DialFailure::Busy),
            // We gave it some, so it struck out what we listen on ourselves.
            Some(DialError::NoAddresses) => fail(None, DialFailure::Myself),
            Some(DialError::Aborted) => fail(None, DialFailure::Handshake),
            Some(DialError::Transport(errors)) => {
                for (address, error) in errors {
                    fail(Some(address), DialFailure::of_transport(error));
                }
                if errors.is_empty() {
                    fail(None, DialFailure::Handshake);
                }
            }
        }
        failures
    }
}

/// Without the peer id that the library puts at the end.
fn place(multiaddr: &Multiaddr) -> Multiaddr {
    multiaddr.iter().filter(|part| !matches!(part, Protocol::P2p(_))).collect()
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    fn socket(host: u8) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, host], 1))
    }

    /// A dial of a name that came to two addresses.
    fn dial(typed: &str) -> Dial {
        let given: Address = typed.parse().expect("an address");
        let found = [1, 2].map(|host| (multiaddr(socket(host)), given.clone()));
        Dial { found: found.into(), ..Dial::new(Purpose::Typed, vec![given]) }
    }

    #[test]
    fn a_name_that_came_to_two_addresses_is_tried_at_both() {
        let mut unknown = dial("host:1");
        assert!(unknown.turn_to_next());
        assert_eq!(unknown.found.len(), 1);
        assert!(!unknown.turn_to_next(), "that was the last");
        let peer = crate::Identity::from_seed([1; 32]).peer();
        let mut known = dial(&format!("host:1/{peer}"));
        assert!(!known.turn_to_next(), "the library tries both");
    }

    #[test]
    fn one_typed_address_fails_once() {
        let refused = || {
            let error = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
            libp2p::TransportError::Other(std::io::Error::other(error))
        };
        let errors = [1, 2].map(|host| (multiaddr(socket(host)), refused()));
        let dial = dial("host:1");
        let failures = dial.failures(Some(&DialError::Transport(errors.into())));
        assert_eq!(failures, [("host:1".parse().expect("good"), DialFailure::Refused)]);
        let failures = dial.failures(Some(&DialError::Transport(Vec::new())));
        assert_eq!(failures.len(), 1);
    }

    #[test]
    fn a_name_that_comes_to_nothing_is_unknown() {
        let mut dial = dial("host:1");
        dial.found.clear();
        dial.unknown = dial.addresses.clone();
        assert!(dial.options().is_none());
        let failures = dial.failures(None);
        assert_eq!(failures, [("host:1".parse().expect("good"), DialFailure::UnknownName)]);
    }
}
