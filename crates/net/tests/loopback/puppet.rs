//! A libp2p peer made by hand, which can do on the wire what our own program never does.

use std::io;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use futures::prelude::*;
use libp2p::request_response::{self, Codec, Message, ProtocolSupport};
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};
use libp2p::swarm::{NetworkBehaviour, SwarmEvent};
use libp2p::{Multiaddr, StreamProtocol, Swarm, SwarmBuilder, identify, noise, ping, tcp, yamux};
use net::{Address, PeerId};
use tokio::sync::mpsc;

use crate::program::PATIENCE;

pub const OURS: &str = "/qiyue/match/1";

/// What it writes on a stream, header and all.
#[derive(Clone, Debug)]
pub enum Script {
    Bytes(Vec<u8>),
    /// One byte per second.
    Drip(Vec<u8>),
}

/// What it saw.
#[derive(Debug, PartialEq, Eq)]
pub enum Sight {
    Connected,
    Closed,
    Answer(Vec<u8>),
    Failed,
}

pub struct Puppet {
    pub peer: PeerId,
    pub address: Address,
    orders: mpsc::UnboundedSender<Order>,
    sights: Receiver<Sight>,
}

enum Order {
    Dial(Multiaddr),
    Send(libp2p::PeerId, Script),
}

/// A frame as it should be.
pub fn frame(bytes: &[u8]) -> Vec<u8> {
    let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
    frame.extend_from_slice(bytes);
    frame
}

impl Puppet {
    /// A puppet that speaks `protocol`, says in identify that it is `program`, and answers every
    /// request with `answer`.
    pub fn start(protocol: &'static str, program: &str, answer: Script) -> Puppet {
        let (orders, obeyed) = mpsc::unbounded_channel();
        let (saw, sights) = std::sync::mpsc::channel();
        let (ready, started) = std::sync::mpsc::channel();
        let program = program.to_owned();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let swarm = swarm(protocol, &program);
                run(swarm, obeyed, answer, saw, ready).await;
            });
        });
        let (peer, address): (libp2p::PeerId, Multiaddr) = started.recv().expect("started");
        let peer = PeerId::from_bytes(&peer.to_bytes()).expect("a peer id");
        let address: Address = address.to_string().parse().expect("an address");
        Puppet { peer, address: address.with_peer(peer), orders, sights }
    }

    /// A puppet of our own protocol, which answers as it should.
    pub fn ours() -> Puppet {
        Puppet::start(OURS, "/qiyue/1", Script::Bytes(frame(b"yes")))
    }

    /// Opens one more connection.
    pub fn dial(&self, to: &Address) {
        let to = to.to_string().parse().expect("a multiaddr");
        self.orders.send(Order::Dial(to)).expect("running");
    }

    pub fn send(&self, to: PeerId, script: Script) {
        let to = libp2p::PeerId::from_bytes(&to.to_bytes()).expect("a peer id");
        self.orders.send(Order::Send(to, script)).expect("running");
    }

    /// Waits for this and drops what it sees before.
    pub fn wait(&self, what: &Sight) {
        while self.next() != *what {}
    }

    pub fn next(&self) -> Sight {
        self.sights.recv_timeout(PATIENCE).expect("a sight")
    }

    /// Everything that it saw until now.
    pub fn sights(&self) -> Vec<Sight> {
        self.sights.try_iter().collect()
    }
}

#[derive(NetworkBehaviour)]
struct Strings {
    frames: request_response::Behaviour<RawCodec>,
    ping: ping::Behaviour,
    identify: identify::Behaviour,
}

fn swarm(protocol: &'static str, program: &str) -> Swarm<Strings> {
    let raw = request_response::Behaviour::new(
        [(StreamProtocol::new(protocol), ProtocolSupport::Full)],
        request_response::Config::default().with_request_timeout(PATIENCE),
    );
    let program = program.to_owned();
    SwarmBuilder::with_existing_identity(libp2p::identity::Keypair::generate_ed25519())
        .with_tokio()
        .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
        .expect("a transport")
        .with_behaviour(move |keys| Strings {
            frames: raw,
            ping: ping::Behaviour::default(),
            identify: identify::Behaviour::new(identify::Config::new(program, keys.public())),
        })
        .expect("a behaviour")
        .with_swarm_config(|config| config.with_idle_connection_timeout(PATIENCE))
        .build()
}

async fn run(
    mut swarm: Swarm<Strings>,
    mut orders: mpsc::UnboundedReceiver<Order>,
    answer: Script,
    saw: Sender<Sight>,
    ready: Sender<(libp2p::PeerId, Multiaddr)>,
) {
    swarm.listen_on("/ip4/127.0.0.1/tcp/0".parse().expect("an address")).expect("listens");
    loop {
        let event = tokio::select! {
            order = orders.recv() => match order {
                Some(Order::Dial(address)) => {
                    let peer = address.iter().find_map(|part| match part {
                        libp2p::multiaddr::Protocol::P2p(peer) => Some(peer),
                        _ => None,
                    });
                    let options = DialOpts::peer_id(peer.expect("who"))
                        .addresses(vec![address])
                        .condition(PeerCondition::Always)
                        .allocate_new_port();
                    swarm.dial(options.build()).expect("dials");
                    continue;
                }
                Some(Order::Send(to, script)) => {
                    swarm.behaviour_mut().frames.send_request(&to, script);
                    continue;
                }
                None => return,
            },
            event = swarm.select_next_some() => event,
        };
        let sight = match event {
            SwarmEvent::NewListenAddr { address, .. } => {
                let _ = ready.send((*swarm.local_peer_id(), address));
                continue;
            }
            SwarmEvent::ConnectionEstablished { .. } => Sight::Connected,
            SwarmEvent::ConnectionClosed { .. } => Sight::Closed,
            SwarmEvent::Behaviour(StringsEvent::Frames(event)) => match event {
                request_response::Event::Message { message, .. } => match message {
                    Message::Request { channel, .. } => {
                        let frames = &mut swarm.behaviour_mut().frames;
                        let _ = frames.send_response(channel, answer.clone());
                        continue;
                    }
                    Message::Response { response: Script::Bytes(bytes), .. } => {
                        Sight::Answer(bytes)
                    }
                    Message::Response { .. } => continue,
                },
                request_response::Event::OutboundFailure { .. } => Sight::Failed,
                _ => continue,
            },
            _ => continue,
        };
        let _ = saw.send(sight);
    }
}

/// Writes what it is told and reads whatever comes, up to 1 MiB.
#[derive(Clone, Default)]
struct RawCodec;

impl Codec for RawCodec {
    type Protocol = StreamProtocol;
    type Request = Script;
    type Response = Script;

    async fn read_request<T>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<Script>
    where
        T: AsyncRead + Unpin + Send,
    {
        let mut header = [0; 4];
        io.read_exact(&mut header).await?;
        Ok(Script::Bytes(Vec::new()))
    }

    async fn read_response<T>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<Script>
    where
        T: AsyncRead + Unpin + Send,
    {
        let mut bytes = Vec::new();
        io.take(1 << 20).read_to_end(&mut bytes).await?;
        if bytes.is_empty() {
            Err(io::ErrorKind::UnexpectedEof.into())
        } else {
            Ok(Script::Bytes(bytes))
        }
    }

    async fn write_request<T>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        s: Script,
    ) -> io::Result<()>
    where
        T: AsyncWrite + Unpin + Send,
    {
        write(io, s).await
    }

    async fn write_response<T>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        s: Script,
    ) -> io::Result<()>
    where
        T: AsyncWrite + Unpin + Send,
    {
        write(io, s).await
    }
}

async fn write<T: AsyncWrite + Unpin>(io: &mut T, script: Script) -> io::Result<()> {
    match script {
        Script::Bytes(bytes) => io.write_all(&bytes).await?,
        Script::Drip(bytes) => {
            for byte in bytes {
                io.write_all(&[byte]).await?;
                io.flush().await?;
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
    io.flush().await
}
