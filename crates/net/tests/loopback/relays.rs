//! Programs that reach each other through a relay, here one that is not of this program: it knows
//! no greetings.

use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use futures::prelude::*;
use libp2p::swarm::{NetworkBehaviour, SwarmEvent};
use libp2p::{Multiaddr, SwarmBuilder, identify, identity, noise, ping, relay, tcp, yamux};
use net::{
    Address, Config, DialFailure, Event, Identity, Net, PeerId, RelayAccess, RelayFailure,
    RelayInfo,
};
use tokio::sync::oneshot;

use crate::program::Program;

/// A running relay. Dropping it ends it.
pub struct PlainRelay {
    pub address: Address,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(NetworkBehaviour)]
struct Strings {
    relay: relay::Behaviour,
    identify: identify::Behaviour,
    ping: ping::Behaviour,
}

impl PlainRelay {
    /// On a free port of the loopback; with limits that suffice for a game.
    pub fn start() -> PlainRelay {
        PlainRelay::start_on(0, Duration::from_secs(7200), 1 << 24)
    }

    pub fn start_on(port: u16, time: Duration, bytes: u64) -> PlainRelay {
        let (stop, stopped) = oneshot::channel();
        let (ready, started) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(run(port, (time, bytes), ready, stopped));
        });
        let text: String = started.recv().expect("it starts");
        let address = text.parse().expect("an address");
        PlainRelay { address, stop: Some(stop), thread: Some(thread) }
    }

    pub fn peer(&self) -> PeerId {
        self.address.peer().expect("known")
    }

    pub fn access(&self) -> RelayAccess {
        RelayAccess::new(self.address.clone(), None).expect("a relay")
    }
}

impl Drop for PlainRelay {
    fn drop(&mut self) {
        drop(self.stop.take());
        self.thread.take().map(JoinHandle::join);
    }
}

async fn run(
    port: u16,
    (time, bytes): (Duration, u64),
    ready: mpsc::Sender<String>,
    mut stopped: oneshot::Receiver<()>,
) {
    let keys = identity::Keypair::ed25519_from_bytes([99; 32]).expect("a key");
    let config = relay::Config {
        max_circuit_duration: time,
        max_circuit_bytes: bytes,
        ..relay::Config::default()
    };
    let swarm = SwarmBuilder::with_existing_identity(keys)
        .with_tokio()
        .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
        .expect("a transport")
        .with_behaviour(|keys| Strings {
            relay: relay::Behaviour::new(keys.public().to_peer_id(), config),
            identify: identify::Behaviour::new(identify::Config::new(
                "/other/1".to_owned(),
                keys.public(),
            )),
            ping: ping::Behaviour::default(),
        });
    let mut swarm = swarm.expect("a behaviour").build();
    let at: Multiaddr = format!("/ip4/127.0.0.1/tcp/{port}").parse().expect("an address");
    swarm.listen_on(at).expect("it listens");
    loop {
        tokio::select! {
            _ = &mut stopped => return,
            event = swarm.select_next_some() => {
                if let SwarmEvent::NewListenAddr { address, .. } = event {
                    swarm.add_external_address(address.clone());
                    let _ = ready.send(format!("{address}/p2p/{}", swarm.local_peer_id()));
                }
            }
        }
    }
}

/// A program that listens nowhere.
pub fn hidden(seed: u8) -> Program {
    let identity = Identity::from_seed([seed; 32]);
    let (net, events) = Net::start(identity, Config::default()).expect("starts");
    let address = "127.0.0.1:1".parse().expect("not used");
    Program { net, events, address }
}

pub fn wait_reserved(program: &Program) -> Address {
    program.wait("Reserved", |event| match event {
        Event::Reserved { address, .. } => Some(address),
        _ => None,
    })
}

pub fn wait_relay_failed(program: &Program) -> RelayFailure {
    program.wait("RelayFailed", |event| match event {
        Event::RelayFailed { reason, .. } => Some(reason),
        _ => None,
    })
}

pub fn wait_relay(program: &Program) -> RelayInfo {
    program.wait("Relay", |event| match event {
        Event::Relay { info, .. } => Some(info),
        _ => None,
    })
}

#[test]
fn who_listens_nowhere_is_reached_through_a_relay() {
    let relay = PlainRelay::start();
    let (one, two) = (hidden(1), hidden(2));
    one.net.reserve(relay.access()).expect("not busy");
    assert_eq!(wait_relay(&one).name, None);
    let address = wait_reserved(&one);
    assert_eq!(address, relay.address.to_behind(one.peer()).expect("behind"));
    two.net.dial(address.clone()).expect("not busy");
    assert_eq!(two.wait_connected(one.peer()), address);
    assert_eq!(one.wait_connected(two.peer()), relay.address.to_behind(two.peer()).unwrap());
    one.exchange(&two, 1, b"from one");
    two.exchange(&one, 1, b"from two");
    let many = vec![7; net::limits::FRAME];
    two.exchange(&one, 2, &many);
    let limits = relay_limits(&two, &relay);
    assert!(limits.is_none_or(|info| info.limits.suffice()));
}

/// What the program has said of the relay until now.
fn relay_limits(program: &Program, relay: &PlainRelay) -> Option<RelayInfo> {
    program.drain().into_iter().find_map(|event| match event {
        Event::Relay { relay: of, info } if of == relay.peer() => Some(info),
        _ => None,
    })
}

#[test]
fn a_relay_that_does_not_know_the_peer_says_so() {
    let relay = PlainRelay::start();
    let two = hidden(2);
    let nobody = Identity::from_seed([3; 32]).peer();
    two.net.dial(relay.address.to_behind(nobody).expect("behind")).expect("not busy");
    assert_eq!(two.wait_dial_failed(), DialFailure::NotThere);
}

#[test]
fn a_relay_that_is_not_there_fails_what_leads_through_it() {
    let relay = PlainRelay::start();
    let address = relay.address.clone();
    drop(relay);
    let two = hidden(2);
    let nobody = Identity::from_seed([3; 32]).peer();
    two.net.dial(address.to_behind(nobody).expect("behind")).expect("not busy");
    assert_eq!(wait_relay_failed(&two), RelayFailure::Dial(DialFailure::Refused));
    assert_eq!(two.wait_dial_failed(), DialFailure::NoRelay);
}

#[test]
fn a_relay_that_would_cut_a_game_off_is_not_used() {
    for (time, bytes) in [(120, 1 << 24), (7200, 131_072)] {
        let relay = PlainRelay::start_on(0, Duration::from_secs(time), bytes);
        let one = hidden(1);
        one.net.reserve(relay.access()).expect("not busy");
        match wait_relay_failed(&one) {
            RelayFailure::TooSmall(limits) => {
                assert_eq!(limits.seconds, Some(u32::try_from(time).expect("small")));
                assert_eq!(limits.bytes, Some(bytes));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn everything_comes_back_after_a_relay_was_restarted() {
    let relay = PlainRelay::start();
    let (one, two) = (hidden(1), hidden(2));
    one.net.reserve(relay.access()).expect("not busy");
    let address = wait_reserved(&one);
    two.net.keep(one.peer(), vec![address.clone()]).expect("not busy");
    two.wait_connected(one.peer());
    two.exchange(&one, 1, b"before");
    let port = relay.address.port();
    drop(relay);
    two.wait_disconnected(one.peer());
    assert!(matches!(wait_relay_failed(&one), RelayFailure::Gone | RelayFailure::Dial(_)));
    let _again = PlainRelay::start_on(port, Duration::from_secs(7200), 1 << 24);
    assert_eq!(wait_reserved(&one), address);
    two.wait_connected(one.peer());
    one.wait_connected(two.peer());
    two.exchange(&one, 2, b"after");
}

fn wait_rerouted(program: &Program, to: PeerId) -> Address {
    program.wait("Rerouted", |event| match event {
        Event::Rerouted { peer, address, .. } if peer == to => Some(address),
        _ => None,
    })
}

#[test]
fn a_direct_way_takes_the_place_of_the_relay() {
    let relay = PlainRelay::start();
    let (one, two) = (Program::start(1), hidden(2));
    one.net.reserve(relay.access()).expect("not busy");
    let behind = wait_reserved(&one);
    two.net.keep(one.peer(), vec![behind]).expect("not busy");
    assert!(two.wait_connected(one.peer()).is_relayed());
    // The relay has seen where one listens, and so two learns of it.
    assert!(!wait_rerouted(&two, one.peer()).is_relayed());
    drop(relay);
    // What was on its way through the relay is lost, and nothing else.
    let (peer, answering, stopping) = (one.peer(), one.net.clone(), one.net.clone());
    let owner = std::thread::spawn(move || {
        while let Ok(event) = one.events.recv() {
            if let Event::Inbound { id, bytes, .. } = event {
                answering.respond(id, bytes).expect("not busy");
            }
        }
    });
    let arrives = (1..100).any(|tag| {
        two.net.request(peer, tag, b"directly".to_vec()).expect("not busy");
        two.wait_answer(tag).is_ok()
    });
    assert!(arrives);
    stopping.shutdown();
    owner.join().expect("no panic");
}
