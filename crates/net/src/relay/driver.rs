//! The relay's thread: its swarm, its book, its health page.

use std::num::NonZeroU32;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures::StreamExt;
use libp2p::connection_limits::{self, ConnectionLimits};
use libp2p::core::transport::Transport as _;
use libp2p::core::upgrade::Version;
use libp2p::request_response::{self, Event as Greet, Message, ProtocolSupport};
use libp2p::swarm::{NetworkBehaviour, SwarmEvent};
use libp2p::{
    Multiaddr, StreamProtocol, Swarm, TransportError, identify, noise, ping, relay, swarm, tcp,
    yamux,
};
use tokio::sync::watch;

use super::admission::Admission;
use super::counters::Counters;
use super::{Config, Orders, StartError, health};
use crate::address::multiaddr;
use crate::codec::{FrameCodec, Received};
use crate::limits::{
    PING_EVERY, PING_TIME, RELAY_CONNECTIONS, RELAY_PENDING, RELAY_PER_PEER, REQUEST_TIME,
    SWEEP_EVERY, UNUSED,
};
use crate::relaying::{Greeted, Greeting, RELAY_PROGRAM, RELAY_PROTOCOL, decode, encode};
use crate::{Address, Identity, PeerId};

/// Something that its owner may want to read in a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// A client can be reached.
    Reserved(PeerId),
    /// A client can be reached no more.
    Left(PeerId),
    /// A circuit from one client to another.
    Opened(PeerId, PeerId),
    /// It has ended.
    Closed(PeerId, PeerId),
    /// A client was refused.
    Refused(PeerId),
    /// No new clients are taken.
    Draining,
}

pub(super) struct Driver {
    swarm: Swarm<Behaviour>,
    book: Arc<Mutex<Admission>>,
    counters: watch::Sender<Counters>,
    health: Option<health::Health>,
    tell: SyncSender<News>,
    begun: Instant,
    drain: Duration,
    draining: Option<Instant>,
}

#[derive(NetworkBehaviour)]
struct Behaviour {
    limits: connection_limits::Behaviour,
    relay: relay::Behaviour,
    greetings: request_response::Behaviour<FrameCodec>,
    identify: identify::Behaviour,
    ping: ping::Behaviour,
}

impl Driver {
    pub(super) fn open(
        identity: &Identity,
        config: &Config,
        addresses: &[Address],
        tell: SyncSender<News>,
    ) -> Result<Driver, StartError> {
        let book = Admission::new(config.name.clone(), config.limits, config.token.clone());
        let book = Arc::new(Mutex::new(book));
        let system = |error: noise::Error| StartError::System(std::io::Error::other(error));
        let mut swarm = swarm(identity, config, &book).map_err(system)?;
        for socket in &config.listen {
            let fault = |kind| StartError::Listen { address: *socket, kind };
            // The library shares a port with whoever has it; this asks without sharing.
            drop(std::net::TcpListener::bind(socket).map_err(|error| fault(error.kind()))?);
            swarm.listen_on(multiaddr(*socket)).map_err(|error| match error {
                TransportError::Other(error) => fault(error.kind()),
                TransportError::MultiaddrNotSupported(_) => fault(std::io::ErrorKind::Unsupported),
            })?;
        }
        for address in addresses {
            if let Ok(address) = address.without_peer().to_string().parse::<Multiaddr>() {
                swarm.add_external_address(address);
            }
        }
        let (counters, seen) = watch::channel(Counters {
            name: config.name.clone(),
            peer: identity.peer().to_string(),
            reservations_most: config.limits.reservations,
            circuits_most: config.limits.circuits,
            ..Counters::default()
        });
        let health = config.health.map(|at| health::Health::open(at, seen)).transpose()?;
        let (begun, drain) = (Instant::now(), config.drain);
        Ok(Driver { swarm, book, counters, health, tell, begun, drain, draining: None })
    }

    /// Until it is told to stop, or has drained.
    pub(super) async fn run(mut self, orders: &Orders) {
        let page = self.health.take().map(|health| tokio::spawn(health.run()));
        let mut sweep = tokio::time::interval(SWEEP_EVERY);
        loop {
            tokio::select! {
                () = orders.stop.notified() => break,
                () = orders.drain.notified(), if self.draining.is_none() => {
                    self.draining = Some(Instant::now());
                    self.book().is_draining = true;
                    self.say(News::Draining);
                }
                event = self.swarm.select_next_some() => self.on_swarm(event),
                _ = sweep.tick() => self.book().tidy(Instant::now()),
            }
            self.count();
            let is_over = self.draining.is_some_and(|since| since.elapsed() >= self.drain);
            if is_over || self.draining.is_some() && self.book().circuits() == 0 {
                break;
            }
        }
        if let Some(page) = page {
            page.abort();
        }
    }

    fn book(&self) -> MutexGuard<'_, Admission> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who does not read the news goes without.
    fn say(&self, news: News) {
        let _ = self.tell.try_send(news);
    }

    fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) {
        match event {
            SwarmEvent::ConnectionClosed { peer_id, num_established: 0, .. } => {
                let was_reserved = self.book().gone(peer_id.into(), Instant::now());
                if was_reserved {
                    self.say(News::Left(peer_id.into()));
                }
            }
            // The library leaves a dead connection open, with all that leads over it.
            SwarmEvent::Behaviour(BehaviourEvent::Ping(ping::Event {
                connection,
                result: Err(_),
                ..
            })) => {
                self.swarm.close_connection(connection);
            }
            SwarmEvent::Behaviour(BehaviourEvent::Relay(event)) => self.on_relay(event),
            SwarmEvent::Behaviour(BehaviourEvent::Greetings(Greet::Message {
                peer,
                message: Message::Request { request, channel, .. },
                ..
            })) => {
                let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                let Some(greeting) = greeting(&request) else {
                    // Dropping the channel refuses it.
                    return;
                };
                let answer = self.book().greet(peer.into(), &greeting, clock.as_secs());
                if !matches!(answer, Greeted::Welcome(_)) {
                    self.say(News::Refused(peer.into()));
                }
                let greetings = &mut self.swarm.behaviour_mut().greetings;
                // An error means that the client is gone.
                let _ = greetings.send_response(channel, encode(&answer));
            }
            _ => {}
        }
    }

    fn on_relay(&mut self, event: relay::Event) {
        use relay::Event::{
            CircuitClosed, CircuitReqAccepted, CircuitReqDenied, ReservationReqAccepted,
            ReservationReqDenied, ReservationTimedOut,
        };
        match event {
            ReservationReqAccepted { src_peer_id, renewed: false } => {
                self.say(News::Reserved(src_peer_id.into()));
            }
            ReservationTimedOut { src_peer_id } => {
                self.book().expired(src_peer_id.into());
                self.say(News::Left(src_peer_id.into()));
            }
            ReservationReqDenied { src_peer_id, .. } => {
                self.book().refused.reservations += 1;
                self.say(News::Refused(src_peer_id.into()));
            }
            CircuitReqDenied { src_peer_id, .. } => {
                self.book().refused.circuits += 1;
                self.say(News::Refused(src_peer_id.into()));
            }
            CircuitReqAccepted { src_peer_id, dst_peer_id } => {
                self.book().opened(src_peer_id.into(), dst_peer_id.into());
                self.say(News::Opened(src_peer_id.into(), dst_peer_id.into()));
            }
            CircuitClosed { src_peer_id, dst_peer_id, .. } => {
                let (from, to) = (src_peer_id.into(), dst_peer_id.into());
                let was_known = self.book().closed(from, to);
                if was_known {
                    self.say(News::Closed(from, to));
                }
            }
            // Also that a connection is closed, as if it had had a place.
            _ => {}
        }
    }

    fn count(&self) {
        let book = self.book();
        let connections = self.swarm.network_info().connection_counters().num_established();
        let uptime = self.begun.elapsed().as_secs();
        self.counters.send_modify(|counters| {
            counters.uptime = uptime;
            counters.is_draining = book.is_draining;
            counters.connections = connections;
            counters.reservations = book.reserved();
            counters.circuits = book.circuits();
            counters.circuits_total = book.circuits_total;
            counters.admitted = book.admitted();
            counters.refused = book.refused;
        });
    }
}

fn greeting(request: &Received) -> Option<Greeting> {
    match request {
        Received::Frame(frame) => decode(frame),
        Received::Fault(_) => None,
    }
}

fn swarm(
    identity: &Identity,
    config: &Config,
    book: &Arc<Mutex<Admission>>,
) -> Result<Swarm<Behaviour>, noise::Error> {
    let keys = identity.keys();
    let transport = tcp::tokio::Transport::new(tcp::Config::new().nodelay(true))
        .upgrade(Version::V1Lazy)
        .authenticate(noise::Config::new(keys)?)
        .multiplex(yamux::Config::default())
        .timeout(crate::limits::CONNECT_TIME)
        .boxed();
    let per_peer = config.limits.circuits_per_peer.max(RELAY_PER_PEER);
    let limits = ConnectionLimits::default()
        .with_max_pending_incoming(Some(RELAY_PENDING))
        .with_max_established_incoming(Some(
            RELAY_CONNECTIONS.max(4 * (config.limits.reservations + config.limits.circuits)),
        ))
        .with_max_established_per_peer(Some(per_peer));
    let greetings = request_response::Config::default().with_request_timeout(REQUEST_TIME);
    let program = identify::Config::new(RELAY_PROGRAM.to_owned(), keys.public())
        .with_agent_version("qiyue-relay".to_owned())
        .with_cache_size(0);
    let behaviour = Behaviour {
        limits: connection_limits::Behaviour::new(limits),
        relay: relay::Behaviour::new(identity.peer().inner(), rules(config, book)),
        greetings: request_response::Behaviour::with_codec(
            FrameCodec,
            [(StreamProtocol::new(RELAY_PROTOCOL), ProtocolSupport::Inbound)],
            greetings,
        ),
        identify: identify::Behaviour::new(program),
        ping: ping::Behaviour::new(
            ping::Config::new().with_interval(PING_EVERY).with_timeout(PING_TIME),
        ),
    };
    let swarm = swarm::Config::with_tokio_executor().with_idle_connection_timeout(UNUSED);
    Ok(Swarm::new(transport, behaviour, identity.peer().inner(), swarm))
}

/// The library's rules, and ours behind them: it counts otherwise, and knows no token.
fn rules(config: &Config, book: &Arc<Mutex<Admission>>) -> relay::Config {
    let limits = config.limits;
    let most = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let mut rules = relay::Config {
        // Renewals count as new ones there, so that a full house could not renew.
        max_reservations: most(limits.reservations).saturating_mul(2),
        // One more passes there.
        max_reservations_per_peer: most(limits.reservations_per_peer).saturating_sub(1),
        reservation_duration: Duration::from_secs(3600),
        max_circuits: most(limits.circuits),
        max_circuits_per_peer: most(limits.circuits_per_peer).saturating_sub(1),
        max_circuit_duration: Duration::from_secs(limits.seconds.into()),
        max_circuit_bytes: limits.bytes,
        reservation_rate_limiters: Vec::new(),
        circuit_src_rate_limiters: Vec::new(),
    };
    if config.has_rates {
        let many = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let second = Duration::from_secs;
        // A table of six that loses its relay comes back at once, and again, and again.
        rules = rules
            // Who has many keys and one address is stopped before his keys are noted.
            .reservation_rate_per_ip(many(120), second(10))
            .reservation_rate_per_peer(many(30), second(30))
            .circuit_src_per_ip(many(240), second(3))
            .circuit_src_per_peer(many(60), second(10));
    }
    let (reserving, connecting) = (Arc::clone(book), Arc::clone(book));
    let look = |book: &Arc<Mutex<Admission>>, ask: fn(&mut Admission, PeerId) -> bool, peer| {
        ask(&mut book.lock().unwrap_or_else(PoisonError::into_inner), PeerId::from(peer))
    };
    // The last to be asked: what it allows is booked.
    rules.reservation_rate_limiters.push(Box::new(
        move |peer: libp2p::PeerId, _: &Multiaddr, _| {
            look(&reserving, Admission::may_reserve, peer)
        },
    ));
    rules.circuit_src_rate_limiters.push(Box::new(
        move |peer: libp2p::PeerId, _: &Multiaddr, _| {
            look(&connecting, Admission::may_connect, peer)
        },
    ));
    rules
}
