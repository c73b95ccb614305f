//! The owner's handle and the thread behind it.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use libp2p::{Swarm, TransportError};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc};

use crate::address::multiaddr;
use crate::behaviour::{Behaviour, swarm};
use crate::driver::{Command, Driver};
use crate::find::Finder;
use crate::limits::{COMMANDS, DIALS, FRAME};
use crate::link::Request;
use crate::queue::{EventReceiver, EventSender, event_queue};
use crate::relaying::RelayAccess;
use crate::{Address, Identity, InboundId, PeerId};

/// How to start.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where to listen; the host must be an IP address. Nowhere: dial only.
    pub listen: Vec<Address>,
    /// Whether peers on the local network are looked for, and may find this program. If that cannot
    /// be done, [`Event::FindingFailed`](crate::Event::FindingFailed) says so.
    pub find: bool,
}

impl Config {
    /// Listens on every interface, IPv4 and IPv6. Port 0: any.
    pub fn everywhere(port: u16) -> Config {
        let v4 = SocketAddr::from((Ipv4Addr::UNSPECIFIED, port));
        let v6 = SocketAddr::from((Ipv6Addr::UNSPECIFIED, port));
        Config { listen: vec![v4.into(), v6.into()], find: false }
    }

    /// Can be reached from this host only. Port 0: any.
    pub fn loopback(port: u16) -> Config {
        let listen = vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into()];
        Config { listen, find: false }
    }
}

/// Why the network did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// None of the addresses can be listened on; this is the first. `AddrInUse`: another program,
    /// perhaps a second copy of this one, has the port.
    #[error("cannot listen on {address}: {kind}")]
    Listen {
        /// The address as it was given.
        address: Address,
        /// What the operating system says.
        kind: io::ErrorKind,
    },
    /// The operating system gives no thread, timer or entropy.
    #[error("cannot start the network: {0}")]
    System(io::Error),
}

/// Why a call had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// [`COMMANDS`] calls wait already: the owner has not taken its events. Take some, try again.
    #[error("the network is busy")]
    Busy,
    /// The network has stopped.
    #[error("the network has stopped")]
    Stopped,
    /// The frame has more than [`FRAME`] bytes.
    #[error("a frame of {0} bytes is too long")]
    TooLong(usize),
}

/// The handle of a running network. Clones stand for the same network; it stops when the last is
/// dropped, when the [`EventReceiver`] is dropped, or at [`Net::shutdown`].
///
/// No call waits (but `shutdown` and the last drop, for the thread's end) and each may come from any
/// thread. `Ok` means that the call will be carried out, in the order of the calls of one thread;
/// what comes of it is told by events.
#[derive(Clone)]
pub struct Net(Arc<Inner>);

struct Inner {
    peer: PeerId,
    commands: mpsc::Sender<Command>,
    stop: Arc<Notify>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Net {
    /// Starts the network on its own thread, and returns when it listens.
    ///
    /// # Errors
    /// If none of the listening addresses works or the system gives no thread. Addresses that fail
    /// while others work are passed over: there is no [`Event::Listening`](crate::Event::Listening)
    /// for them.
    pub fn start(identity: Identity, config: Config) -> Result<(Net, EventReceiver), StartError> {
        let (events, receiver) = event_queue();
        let (commands, obeyed) = mpsc::channel(COMMANDS);
        let stop = Arc::new(Notify::new());
        let peer = identity.peer();
        let (ready, started) = std::sync::mpsc::sync_channel(1);
        let stopped = Arc::clone(&stop);
        let run = move || {
            let network = Network::open(&identity, &config);
            // The key is in the swarm now; an error is the caller's to read.
            drop(identity);
            match network {
                Ok(network) => {
                    let _ = ready.send(Ok(()));
                    network.run(events, obeyed, stopped);
                }
                Err(error) => {
                    let _ = ready.send(Err(error));
                }
            }
        };
        let thread = std::thread::Builder::new().name("net".to_owned()).spawn(run);
        let thread = thread.map_err(StartError::System)?;
        match started.recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(error),
            Err(_) => return Err(StartError::System(io::Error::other("the thread ended"))),
        }
        let thread = Mutex::new(Some(thread));
        Ok((Net(Arc::new(Inner { peer, commands, stop, thread })), receiver))
    }

    /// Our own name.
    pub fn peer(&self) -> PeerId {
        self.0.peer
    }

    /// Connects to whoever is meant by the address. Ends in one
    /// [`Event::Dialled`](crate::Event::Dialled) (at once, if the peer is connected) or one
    /// [`Event::DialFailed`](crate::Event::DialFailed).
    ///
    /// # Errors
    /// See [`Refused`]; so with every call.
    pub fn dial(&self, address: Address) -> Result<(), Refused> {
        self.command(Command::Dial(address))
    }

    /// Keeps a link to this peer: whenever there is none, its addresses are dialled, all at once,
    /// after waits that double from [`RETRY_FIRST`](crate::limits::RETRY_FIRST) to
    /// [`RETRY_MOST`](crate::limits::RETRY_MOST). Both sides may keep each other. Kept peers find
    /// room when strangers fill the house.
    ///
    /// The addresses (their peer ids do not count) join those known, at most
    /// [`ADDRESSES`](crate::limits::ADDRESSES); addresses at which the peer was reached do so by
    /// themselves. With none the peer must dial. More than [`KEPT`](crate::limits::KEPT) peers are
    /// not kept.
    pub fn keep(&self, peer: PeerId, addresses: Vec<Address>) -> Result<(), Refused> {
        self.command(Command::Keep(peer, addresses))
    }

    /// Keeps the peer no more. The link stays until it is unused or closed.
    pub fn forget(&self, peer: PeerId) -> Result<(), Refused> {
        self.command(Command::Forget(peer))
    }

    /// Says how a relay is greeted, and greets it: needed before an address that leads through it is
    /// of use, if it wants a token. Ends in one [`Event::Relay`](crate::Event::Relay) or
    /// [`Event::RelayFailed`](crate::Event::RelayFailed); not more than
    /// [`RELAYS`](crate::limits::RELAYS) are known at once.
    pub fn know(&self, relay: RelayAccess) -> Result<(), Refused> {
        self.command(Command::Know(relay))
    }

    /// Makes this program reachable through a relay, and keeps it so: whenever the relay is lost,
    /// it is asked again. [`Event::Reserved`](crate::Event::Reserved) says where, and
    /// [`Event::RelayFailed`](crate::Event::RelayFailed) why not.
    pub fn reserve(&self, relay: RelayAccess) -> Result<(), Refused> {
        self.command(Command::Reserve(relay))
    }

    /// Takes back [`Net::reserve`]. Connections through the relay stay.
    pub fn release(&self, relay: PeerId) -> Result<(), Refused> {
        self.command(Command::Release(relay))
    }

    /// Sends a request. Ends in one [`Event::Response`](crate::Event::Response) or one
    /// [`Event::Failed`](crate::Event::Failed), both with this tag, which this crate only carries.
    ///
    /// At most [`IN_FLIGHT`](crate::limits::IN_FLIGHT) are in flight to one peer and
    /// [`WAITING`](crate::limits::WAITING) more wait; those in flight may overtake each other.
    pub fn request(&self, peer: PeerId, tag: u64, bytes: Vec<u8>) -> Result<(), Refused> {
        check_length(&bytes)?;
        self.command(Command::Request(peer, Request { tag, bytes }))
    }

    /// Answers an inbound request. Without effect if the peer waits no more
    /// ([`REQUEST_TIME`](crate::limits::REQUEST_TIME)).
    pub fn respond(&self, id: InboundId, bytes: Vec<u8>) -> Result<(), Refused> {
        check_length(&bytes)?;
        self.command(Command::Respond(id, bytes))
    }

    /// Closes every connection to this peer. A kept one is dialled again: forget it first.
    pub fn close(&self, peer: PeerId) -> Result<(), Refused> {
        self.command(Command::Close(peer))
    }

    /// Closes every connection to this peer and refuses new ones, even if it is kept. The last
    /// [`BLOCKED`](crate::limits::BLOCKED) are remembered.
    pub fn block(&self, peer: PeerId) -> Result<(), Refused> {
        self.command(Command::Block(peer))
    }

    /// Takes back [`Net::block`].
    pub fn unblock(&self, peer: PeerId) -> Result<(), Refused> {
        self.command(Command::Unblock(peer))
    }

    /// From now on only these peers may be connected; others are closed. `None`: everybody.
    pub fn allow(&self, peers: Option<BTreeSet<PeerId>>) -> Result<(), Refused> {
        self.command(Command::Allow(peers))
    }

    /// Stops the network and waits for its thread. Connections break off: what was asked for and
    /// has not ended in an event may or may not have been sent.
    pub fn shutdown(self) {
        self.0.stop();
    }

    fn command(&self, command: Command) -> Result<(), Refused> {
        self.0.commands.try_send(command).map_err(|error| match error {
            TrySendError::Full(_) => Refused::Busy,
            TrySendError::Closed(_) => Refused::Stopped,
        })
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Net({})", self.0.peer)
    }
}

impl Inner {
    fn stop(&self) {
        self.stop.notify_one();
        let thread = self.thread.lock().map(|mut thread| thread.take());
        if let Ok(Some(thread)) = thread {
            // An error is a panic of that thread, which has been reported there.
            let _ = thread.join();
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The runtime and the swarm that lives in it.
struct Network {
    runtime: tokio::runtime::Runtime,
    swarm: Swarm<Behaviour>,
    finder: Option<Finder>,
}

impl Network {
    fn open(identity: &Identity, config: &Config) -> Result<Network, StartError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            // Only name look-ups block, and there are as many as dials at most.
            .max_blocking_threads(DIALS)
            .build();
        let runtime = runtime.map_err(StartError::System)?;
        let guard = runtime.enter();
        let swarm = swarm(identity).map_err(|error| StartError::System(io::Error::other(error)));
        let mut swarm = swarm?;
        listen(&mut swarm, &config.listen)?;
        drop(guard);
        let finder = config.find.then(|| Finder::start(identity.peer()));
        Ok(Network { runtime, swarm, finder })
    }

    fn run(self, events: EventSender, commands: mpsc::Receiver<Command>, stop: Arc<Notify>) {
        let driver = Driver::new(self.swarm, self.finder, events, commands, stop);
        self.runtime.block_on(driver.run());
        // Not waiting for name look-ups, which nobody can interrupt.
        self.runtime.shutdown_background();
    }
}

/// Fails if there are addresses and none works.
fn listen(swarm: &mut Swarm<Behaviour>, addresses: &[Address]) -> Result<(), StartError> {
    // Whether a port is free is asked before any is taken: `[::]` may stand for IPv4 too, and would
    // find the port taken by our own `0.0.0.0`.
    let asked: Vec<_> = addresses.iter().map(|address| (address, free_socket(address))).collect();
    let mut first = None;
    let mut works = addresses.is_empty();
    for (address, socket) in asked {
        match socket.and_then(|socket| listen_on(swarm, socket)) {
            Ok(()) => works = true,
            Err(kind) => {
                first.get_or_insert(StartError::Listen { address: address.clone(), kind });
            }
        }
    }
    first.filter(|_| !works).map_or(Ok(()), Err)
}

/// The library shares a port with whoever has it (SO_REUSEPORT), so this asks without sharing.
fn free_socket(address: &Address) -> Result<SocketAddr, io::ErrorKind> {
    let socket = address.socket().ok_or(io::ErrorKind::InvalidInput)?;
    drop(TcpListener::bind(socket).map_err(|error| error.kind())?);
    Ok(socket)
}

fn listen_on(swarm: &mut Swarm<Behaviour>, socket: SocketAddr) -> Result<(), io::ErrorKind> {
    match swarm.listen_on(multiaddr(socket)) {
        Ok(_) => Ok(()),
        Err(TransportError::Other(error)) => Err(error.kind()),
        Err(TransportError::MultiaddrNotSupported(_)) => Err(io::ErrorKind::Unsupported),
    }
}

fn check_length(bytes: &[u8]) -> Result<(), Refused> {
    if bytes.len() > FRAME { Err(Refused::TooLong(bytes.len())) } else { Ok(()) }
}
