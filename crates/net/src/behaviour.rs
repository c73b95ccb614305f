//! The libp2p stack: TCP, and circuits through relays, with noise and yamux on both, and the
//! protocols spoken over them.

use libp2p::connection_limits::{self, ConnectionLimits};
use libp2p::core::transport::timeout::TransportTimeout;
use libp2p::core::upgrade::Version;
use libp2p::request_response::{self, ProtocolSupport};
use libp2p::swarm::NetworkBehaviour;
use libp2p::{
    StreamProtocol, Swarm, Transport, dcutr, identify, noise, ping, relay, swarm, tcp, yamux,
};

use crate::Identity;
use crate::codec::FrameCodec;
use crate::guard::Guard;
use crate::limits::{
    CONNECT_TIME, DIALS, ESTABLISHED, ESTABLISHED_IN, IDLE, MUXED_STREAMS, NEGOTIATING_STREAMS,
    PENDING_IN, PING_EVERY, PING_TIME, REQUEST_TIME, STREAMS_PER_CONNECTION,
};
use crate::relaying::RELAY_PROTOCOL;

/// The protocol of frames. A change that old programs cannot read changes the number.
const MATCH_PROTOCOL: StreamProtocol = StreamProtocol::new("/qiyue/match/1");

/// What this program says of itself; tells it from the other libp2p programs of a network.
const PROGRAM: &str = "/qiyue/1";

/// What every version of this program says of itself begins so.
pub(crate) const ANY_PROGRAM: &str = "/qiyue/";

#[derive(NetworkBehaviour)]
pub(crate) struct Behaviour {
    // First, so that a connection that is refused never reaches the others.
    pub(crate) guard: Guard,
    pub(crate) limits: connection_limits::Behaviour,
    pub(crate) relay: relay::client::Behaviour,
    pub(crate) punch: dcutr::Behaviour,
    pub(crate) frames: request_response::Behaviour<FrameCodec>,
    pub(crate) greetings: request_response::Behaviour<FrameCodec>,
    pub(crate) ping: ping::Behaviour,
    pub(crate) identify: identify::Behaviour,
}

/// What the socket says. The layers above skip an error that is not the source of another one.
#[derive(Debug, thiserror::Error)]
#[error("socket")]
struct SocketError(#[source] std::io::Error);

/// The stack, listening nowhere yet. Must be called inside a tokio runtime.
pub(crate) fn swarm(identity: &Identity) -> Result<Swarm<Behaviour>, noise::Error> {
    let keys = identity.keys();
    let mut streams = yamux::Config::default();
    streams.set_max_num_streams(MUXED_STREAMS);
    let (circuits, relay) = relay::client::new(identity.peer().inner());
    let tcp = tcp::tokio::Transport::new(tcp::Config::new().nodelay(true)).map_err(SocketError);
    let transport = circuits
        .or_transport(tcp)
        .upgrade(Version::V1Lazy)
        .authenticate(noise::Config::new(keys)?)
        .multiplex(streams)
        .boxed();
    // Boxed twice: so the time-out has a type that an error can be compared with.
    let transport = TransportTimeout::new(transport, CONNECT_TIME).boxed();
    let config = swarm::Config::with_tokio_executor()
        .with_substream_upgrade_protocol_override(Version::V1Lazy)
        .with_max_negotiating_inbound_streams(NEGOTIATING_STREAMS)
        .with_idle_connection_timeout(IDLE);
    Ok(Swarm::new(transport, behaviour(identity, relay), identity.peer().inner(), config))
}

fn behaviour(identity: &Identity, relay: relay::client::Behaviour) -> Behaviour {
    // The bound per peer is the driver's: kept peers bypass these.
    let limits = ConnectionLimits::default()
        .with_max_pending_incoming(Some(PENDING_IN))
        .with_max_pending_outgoing(Some(u32::try_from(DIALS).unwrap_or(u32::MAX)))
        .with_max_established_incoming(Some(ESTABLISHED_IN))
        .with_max_established(Some(ESTABLISHED));
    let frames = request_response::Config::default()
        .with_request_timeout(REQUEST_TIME)
        .with_max_concurrent_streams(STREAMS_PER_CONNECTION);
    let greetings = request_response::Config::default().with_request_timeout(REQUEST_TIME);
    // No operating system, no listening addresses: a peer learns what it needs from an invite.
    let program = identify::Config::new(PROGRAM.to_owned(), identity.keys().public())
        .with_agent_version("qiyue".to_owned())
        .with_hide_listen_addrs(true)
        .with_cache_size(0);
    Behaviour {
        guard: Guard::default(),
        relay,
        punch: dcutr::Behaviour::new(identity.peer().inner()),
        greetings: request_response::Behaviour::with_codec(
            FrameCodec,
            [(StreamProtocol::new(RELAY_PROTOCOL), ProtocolSupport::Outbound)],
            greetings,
        ),
        limits: connection_limits::Behaviour::new(limits),
        frames: request_response::Behaviour::with_codec(
            FrameCodec,
            [(MATCH_PROTOCOL, ProtocolSupport::Full)],
            frames,
        ),
        ping: ping::Behaviour::new(
            ping::Config::new().with_interval(PING_EVERY).with_timeout(PING_TIME),
        ),
        identify: identify::Behaviour::new(program),
    }
}
