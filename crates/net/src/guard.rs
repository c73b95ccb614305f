//! What this program dials that its driver did not ask for: the addresses that a peer behind a
//! relay gives for hole punching. He may name any; none nearer to us than the relay is dialled, so
//! that nobody far away makes this program knock at doors in its own house.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::task::{Context, Poll};

use libp2p::core::Endpoint;
use libp2p::core::transport::PortUse;
use libp2p::swarm::{
    ConnectionClosed, ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler,
    THandlerInEvent, THandlerOutEvent, ToSwarm, dummy,
};
use libp2p::{Multiaddr, PeerId};

use crate::limits::{PUNCHED, PUNCHES};
use crate::{Address, Reach};

/// Stands first among the behaviours.
#[derive(Default)]
pub(crate) struct Guard {
    /// The dial that the driver is just beginning.
    own: Option<ConnectionId>,
    /// How far the relays are through which peers are connected.
    relayed: BTreeMap<ConnectionId, (PeerId, Reach)>,
    /// How often peers that are behind relays have made us dial.
    punches: BTreeMap<PeerId, u8>,
}

/// Why a dial was not begun.
#[derive(Debug, thiserror::Error)]
#[error("a peer named addresses that are not dialled for his word alone")]
struct Unwanted;

impl Guard {
    /// The driver begins this dial itself, and no other until it says so.
    pub(crate) fn expect(&mut self, id: Option<ConnectionId>) {
        self.own = id;
    }

    fn note(&mut self, id: ConnectionId, peer: PeerId, relayed: &Multiaddr) {
        let relay = Address::from_multiaddr(relayed).and_then(|at| at.relay());
        let reach = relay.and_then(|at| at.socket()).and_then(|at| Reach::of(at.ip()));
        if let Some(reach) = reach {
            self.relayed.insert(id, (peer, reach));
        }
    }

    /// Counts that a peer makes us dial; no if he has done so often enough.
    fn count(&mut self, peer: Option<PeerId>) -> bool {
        let Some(peer) = peer else {
            return false;
        };
        let punches = self.punches.entry(peer).or_default();
        *punches = punches.saturating_add(1);
        *punches <= PUNCHES
    }

    /// Whether a peer may send us there.
    fn may_send(&self, peer: Option<PeerId>, places: &[Multiaddr]) -> bool {
        let relays = self.relayed.values().filter(|(behind, _)| Some(*behind) == peer);
        // Through several, the farthest counts.
        let Some(least) = relays.map(|(_, reach)| *reach).max() else {
            return false;
        };
        let is_far = |place: &Multiaddr| {
            let direct = Address::from_multiaddr(place).filter(|at| !at.is_relayed());
            let socket = direct.and_then(|at| at.socket()).filter(|at| at.port() > 0);
            socket.and_then(|at| Reach::of(at.ip())).is_some_and(|reach| reach >= least)
        };
        !places.is_empty() && places.len() <= PUNCHED && places.iter().all(is_far)
    }
}

impl NetworkBehaviour for Guard {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Infallible;

    fn handle_pending_outbound_connection(
        &mut self,
        id: ConnectionId,
        peer: Option<PeerId>,
        addresses: &[Multiaddr],
        _: Endpoint,
    ) -> Result<Vec<Multiaddr>, ConnectionDenied> {
        if self.own == Some(id) || self.may_send(peer, addresses) && self.count(peer) {
            Ok(Vec::new())
        } else {
            Err(ConnectionDenied::new(Unwanted))
        }
    }

    fn handle_established_inbound_connection(
        &mut self,
        id: ConnectionId,
        peer: PeerId,
        local: &Multiaddr,
        _: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.note(id, peer, local);
        Ok(dummy::ConnectionHandler)
    }

    fn handle_established_outbound_connection(
        &mut self,
        id: ConnectionId,
        peer: PeerId,
        address: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.note(id, peer, address);
        Ok(dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, event: FromSwarm<'_>) {
        match event {
            FromSwarm::ConnectionClosed(ConnectionClosed { connection_id, .. }) => {
                let gone = self.relayed.remove(&connection_id);
                if let Some((peer, _)) = gone
                    && !self.relayed.values().any(|(behind, _)| *behind == peer)
                {
                    self.punches.remove(&peer);
                }
            }
            FromSwarm::DialFailure(failure) => {
                self.relayed.remove(&failure.connection_id);
            }
            FromSwarm::ListenFailure(failure) => {
                self.relayed.remove(&failure.connection_id);
            }
            _ => {}
        }
    }

    fn on_connection_handler_event(
        &mut self,
        _: PeerId,
        _: ConnectionId,
        event: THandlerOutEvent<Self>,
    ) {
        match event {}
    }

    fn poll(&mut self, _: &mut Context<'_>) -> Poll<ToSwarm<Self::ToSwarm, THandlerInEvent<Self>>> {
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    fn at(text: &str) -> Multiaddr {
        text.parse().expect(text)
    }

    #[test]
    fn who_is_behind_a_relay_sends_nobody_nearer_than_it_is() {
        let [peer, relay, other] = [1, 2, 3].map(|seed| Identity::from_seed([seed; 32]).peer());
        let places = [
            ["/ip4/127.0.0.1/tcp/9", "/ip6/::1/tcp/9"],
            ["/ip4/192.168.1.1/tcp/9", "/ip4/100.64.0.1/tcp/9"],
            ["/ip4/8.8.8.8/tcp/9", "/ip6/2001:db8::1/tcp/9"],
        ];
        for (nearest, host) in ["127.0.0.1", "10.0.0.1", "8.8.4.4"].into_iter().enumerate() {
            let mut guard = Guard::default();
            let behind = at(&format!("/ip4/{host}/tcp/1/p2p/{relay}/p2p-circuit/p2p/{peer}"));
            let id = ConnectionId::new_unchecked(7);
            guard.note(id, peer.inner(), &behind);
            for (reach, places) in places.iter().enumerate() {
                for place in places.map(at) {
                    let may = guard.may_send(Some(peer.inner()), std::slice::from_ref(&place));
                    assert_eq!(may, reach >= nearest, "{host} {place}");
                    assert!(!guard.may_send(Some(other.inner()), std::slice::from_ref(&place)));
                    assert!(!guard.may_send(None, &[place]));
                }
            }
            let far = at("/ip4/8.8.8.8/tcp/9");
            let udp = at("/ip4/8.8.8.8/udp/9");
            for bad in ["/ip4/8.8.8.8/tcp/0", "/ip4/0.0.0.0/tcp/9", "/ip4/224.0.0.1/tcp/9"] {
                assert!(!guard.may_send(Some(peer.inner()), &[far.clone(), at(bad)]), "{bad}");
            }
            assert!(!guard.may_send(Some(peer.inner()), &[udp]));
            assert!(
                !guard.may_send(Some(peer.inner()), std::slice::from_ref(&behind)),
                "through a relay"
            );
            assert!(!guard.may_send(Some(peer.inner()), &[]));
            assert!(!guard.may_send(Some(peer.inner()), &vec![far; PUNCHED + 1]));
            for _ in 0..PUNCHES {
                assert!(guard.count(Some(peer.inner())));
            }
            assert!(!guard.count(Some(peer.inner())), "often enough");
            guard.relayed.remove(&id);
            assert!(!guard.may_send(Some(peer.inner()), &[at("/ip4/8.8.8.8/tcp/9")]));
        }
    }
}
