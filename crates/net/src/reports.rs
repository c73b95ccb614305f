//! What the swarm reports, and what follows from it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use libp2p::core::ConnectedPoint;
use libp2p::request_response::{self, InboundRequestId, Message, OutboundFailure, ResponseChannel};
use libp2p::swarm::{ConnectionId, SwarmEvent};
use libp2p::{identify, ping};

use crate::behaviour::{ANY_PROGRAM, BehaviourEvent};
use crate::codec::{FrameFault, Received};
use crate::dial::Purpose;
use crate::driver::{Driver, Unanswered, chance};
use crate::event::Direction;
use crate::failure::{DialFailure, Parting, RequestFailure};
use crate::limits::INBOUND_PER_PEER;
use crate::link::{Request, Route};
use crate::links::Joined;
use crate::queue::tickets_out;
use crate::relaying::RelayFailure;
use crate::{Address, Event, InboundId, PeerId};

type FrameEvent = request_response::Event<Received, Vec<u8>>;

impl Driver {
    pub(crate) fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) {
        match event {
            SwarmEvent::NewListenAddr { listener_id, address } => {
                if self.on_place(listener_id, &address) {
                    return;
                }
                let own = PeerId::from(*self.swarm.local_peer_id());
                if let Some(finder) = &self.finder {
                    finder.listening(&address);
                }
                if let Some(address) = Address::from_multiaddr(&address) {
                    self.events.post(Event::Listening(address.with_peer(own)));
                }
            }
            SwarmEvent::ExpiredListenAddr { address, .. } => {
                if let Some(finder) = &self.finder {
                    finder.not_listening(&address);
                }
            }
            SwarmEvent::ListenerClosed { listener_id, reason, .. } => {
                self.on_place_lost(listener_id, reason);
            }
            SwarmEvent::ConnectionEstablished { peer_id, connection_id, endpoint, .. } => {
                self.on_connection(peer_id.into(), connection_id, &endpoint);
            }
            SwarmEvent::ConnectionClosed { peer_id, connection_id, .. } => {
                self.on_connection_closed(peer_id.into(), connection_id);
            }
            SwarmEvent::OutgoingConnectionError { connection_id, error, .. } => {
                if let Some(dial) = self.dials.remove(&connection_id) {
                    self.dial_failed(dial, Some(&error));
                }
            }
            SwarmEvent::Behaviour(BehaviourEvent::Frames(event)) => self.on_frame(event),
            SwarmEvent::Behaviour(BehaviourEvent::Greetings(event)) => self.on_greeting(event),
            SwarmEvent::Behaviour(BehaviourEvent::Relay(event)) => self.on_relay(event),
            SwarmEvent::Behaviour(BehaviourEvent::Punch(event)) => {
                let peer = event.remote_peer_id.into();
                if event.result.is_err() && self.links.is_connected(peer) {
                    self.events.post(Event::PunchFailed { peer });
                }
            }
            SwarmEvent::Behaviour(BehaviourEvent::Ping(event)) => self.on_ping(event),
            SwarmEvent::Behaviour(BehaviourEvent::Identify(event)) => self.on_identify(event),
            // Connections that failed before they showed a key, dials begun, candidates for
            // addresses: nothing to do.
            _ => {}
        }
    }

    fn on_identify(&mut self, event: identify::Event) {
        match event {
            identify::Event::Received { peer_id, info, connection_id } => {
                let peer = peer_id.into();
                if self.relays.has(peer, connection_id) {
                    self.relay_has_seen(peer, connection_id);
                } else if !info.protocol_version.starts_with(ANY_PROGRAM) {
                    self.leave(peer, Parting::Foreign);
                }
            }
            identify::Event::Error { peer_id, connection_id, .. } => {
                self.relay_has_seen(peer_id.into(), connection_id);
            }
            identify::Event::Sent { .. } | identify::Event::Pushed { .. } => {}
        }
    }

    fn on_connection(&mut self, peer: PeerId, id: ConnectionId, endpoint: &ConnectedPoint) {
        let dial = self.dials.remove(&id);
        if let Some(Purpose::Relay(relay)) = dial.as_ref().map(|dial| dial.purpose) {
            return self.relay_connected(relay, id, endpoint.get_remote_address());
        }
        let given = dial.as_ref().and_then(|dial| dial.given(endpoint.get_remote_address()));
        let given = given.cloned();
        let typed = dial.as_ref().is_some_and(|dial| dial.purpose == Purpose::Typed);
        if self.gate.admits(peer) {
            let route = route(peer, given.as_ref(), endpoint);
            self.join(peer, id, route);
        } else {
            self.swarm.close_connection(id);
        }
        if let Some(dial) = &dial {
            self.dial_ended(dial);
        }
        if let Some(address) = given.filter(|_| typed) {
            self.events.post(match self.gate.admits(peer) {
                true => Event::Dialled { address, peer },
                false => {
                    let (peer, reason) = (Some(peer), DialFailure::Blocked);
                    Event::DialFailed { address, peer, reason }
                }
            });
        }
    }

    fn join(&mut self, peer: PeerId, id: ConnectionId, route: Route) {
        let before = self.links.best(peer);
        match self.links.joined(peer, id, route.clone(), Instant::now()) {
            Joined::First => {
                let Route { address, direction } = route;
                self.events.post(Event::Connected { peer, address, direction });
            }
            Joined::Further => self.tell_route(peer, before),
            Joined::TooMany => {
                self.swarm.close_connection(id);
            }
        }
    }

    /// Tells if the connection that counts is not what it was.
    fn tell_route(&mut self, peer: PeerId, before: Option<(ConnectionId, Route)>) {
        let now = self.links.best(peer);
        if let Some((id, Route { address, direction })) = now
            && before.is_some_and(|(old, _)| old != id)
        {
            self.events.post(Event::Rerouted { peer, address, direction });
        }
    }

    fn on_connection_closed(&mut self, peer: PeerId, id: ConnectionId) {
        if self.relays.has(peer, id) {
            return self.relay_failed(peer, RelayFailure::Gone);
        }
        let before = self.links.best(peer);
        let left = self.links.left(peer, id, Instant::now(), chance());
        let Some((reason, waiting)) = left else {
            return self.tell_route(peer, before);
        };
        self.unanswered.retain(|_, unanswered| unanswered.peer != peer);
        let mut failed = Vec::new();
        self.in_flight.retain(|_, (asked, tag)| {
            let gone = *asked == peer;
            if gone {
                failed.push(*tag);
            }
            !gone
        });
        failed.extend(waiting.into_iter().map(|Request { tag, .. }| tag));
        for tag in failed {
            self.events.post(Event::Failed { peer, tag, reason: RequestFailure::Closed });
        }
        self.events.post(Event::Disconnected { peer, reason });
    }

    fn on_frame(&mut self, event: FrameEvent) {
        match event {
            FrameEvent::Message { peer, connection_id, message } => match message {
                Message::Request { request_id, request, channel } => {
                    self.on_request(peer.into(), connection_id, request_id, request, channel);
                }
                Message::Response { request_id, response } => {
                    self.alive(peer.into(), connection_id);
                    if let Some((peer, tag)) = self.in_flight.remove(&request_id) {
                        self.events.post(Event::Response { peer, tag, bytes: response });
                        self.on_answered(peer);
                    }
                }
            },
            FrameEvent::OutboundFailure { request_id, connection_id, error, .. } => {
                let Some((peer, tag)) = self.in_flight.remove(&request_id) else {
                    return;
                };
                if matches!(error, OutboundFailure::Timeout) {
                    self.close_if_spare(peer, connection_id);
                }
                self.events.post(Event::Failed { peer, tag, reason: error.into() });
                self.on_answered(peer);
            }
            FrameEvent::InboundFailure { request_id, .. } => self.on_unanswered(request_id),
            FrameEvent::ResponseSent { peer, connection_id, .. } => {
                self.alive(peer.into(), connection_id);
            }
        }
    }

    fn on_request(
        &mut self,
        peer: PeerId,
        connection: ConnectionId,
        request: InboundRequestId,
        received: Received,
        channel: ResponseChannel<Vec<u8>>,
    ) {
        // Dropping the channel refuses the request.
        if !self.alive(peer, connection) {
            return;
        }
        let Some(link) = self.links.get(peer) else {
            return;
        };
        let bytes = match received {
            Received::Frame(bytes) => bytes,
            Received::Fault(FrameFault::Broken) => return,
            Received::Fault(FrameFault::TooLong | FrameFault::Slow) => {
                if link.strike() {
                    self.leave(peer, Parting::Misbehaved);
                }
                return;
            }
        };
        link.used(Instant::now());
        let ticket = Arc::clone(&link.ticket);
        // One more copy is in our hand.
        if tickets_out(&ticket) > INBOUND_PER_PEER || link.unanswered >= INBOUND_PER_PEER {
            return self.leave(peer, Parting::Flooding);
        }
        let id = InboundId(self.next_inbound);
        if !self.events.post_inbound(Event::Inbound { peer, id, bytes }, ticket) {
            return self.leave(peer, Parting::Flooding);
        }
        link.unanswered += 1;
        self.next_inbound += 1;
        self.unanswered.insert(id, Unanswered { peer, request, channel });
    }

    /// A request in flight has ended: the next may go.
    fn on_answered(&mut self, peer: PeerId) {
        if let Some(link) = self.links.get(peer) {
            link.answered();
            link.used(Instant::now());
        }
        self.send_waiting(peer);
    }

    /// An inbound request was not answered in time, or its connection is gone.
    fn on_unanswered(&mut self, request: InboundRequestId) {
        let found = self.unanswered.iter().find(|(_, unanswered)| unanswered.request == request);
        let Some((&id, &Unanswered { peer, .. })) = found else {
            return;
        };
        self.unanswered.remove(&id);
        if let Some(link) = self.links.get(peer) {
            link.unanswered = link.unanswered.saturating_sub(1);
        }
    }

    /// A connection that lets a request time out while others stand is likely dead: a cable was
    /// pulled, and the peer has dialled anew. Requests take the connections in turn, so it would
    /// cost every second one of them until its silence is noticed.
    fn close_if_spare(&mut self, peer: PeerId, connection: ConnectionId) {
        if self.links.get(peer).is_some_and(|link| link.has_other(connection)) {
            self.swarm.close_connection(connection);
        }
    }

    fn on_ping(&mut self, ping::Event { peer, connection, result }: ping::Event) {
        let peer = peer.into();
        if self.relays.has(peer, connection) {
            if result.is_ok() {
                self.relays.alive(peer, connection, Instant::now());
            } else if self.relays.ping_failed(peer, connection) {
                self.relay_failed(peer, RelayFailure::Gone);
            }
            return;
        }
        let is_best = self.links.best(peer).is_some_and(|(best, _)| best == connection);
        let Some(link) = self.links.get(peer) else {
            return;
        };
        match result {
            Ok(time) => {
                if link.alive(connection, Instant::now()) && is_best {
                    self.events.hint(Event::RoundTrip { peer, time });
                }
            }
            Err(_) if link.ping_failed(connection) => {
                self.swarm.close_connection(connection);
            }
            Err(_) => {}
        }
    }

    fn alive(&mut self, peer: PeerId, connection: ConnectionId) -> bool {
        let now = Instant::now();
        self.links.get(peer).is_some_and(|link| link.alive(connection, now))
    }
}

/// Which way a connection goes.
fn route(peer: PeerId, given: Option<&Address>, endpoint: &ConnectedPoint) -> Route {
    let (direction, at) = match endpoint {
        ConnectedPoint::Dialer { address, .. } => (Direction::Dialled, address),
        // Of who comes through a relay only the relay's place is known.
        ConnectedPoint::Listener { local_addr, .. } if endpoint.is_relayed() => {
            (Direction::Accepted, local_addr)
        }
        ConnectedPoint::Listener { send_back_addr, .. } => (Direction::Accepted, send_back_addr),
    };
    let address = given.cloned().or_else(|| Address::from_multiaddr(at)).unwrap_or_else(nowhere);
    Route { address: address.with_peer(peer), direction }
}

/// Stands for an address of a kind that a TCP connection cannot have.
fn nowhere() -> Address {
    SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)).into()
}
