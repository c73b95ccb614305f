//! Programs that reach each other through a relay of this program.

use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use net::relay::{Config, Limits, News, Relay, StartError};
use net::{Address, DialFailure, Event, Identity, RelayAccess, RelayFailure, Token};

use crate::program::PATIENCE;
use crate::relays::{hidden, wait_relay, wait_relay_failed, wait_reserved};

/// A port that was free a moment ago.
fn port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("bound").port()
}

fn config(port: u16) -> Config {
    let socket = SocketAddr::from(([127, 0, 0, 1], port));
    Config {
        name: "小明家".to_owned(),
        listen: vec![socket],
        external: vec![socket.into()],
        limits: Limits::default(),
        has_rates: true,
        token: None,
        health: None,
        drain: Duration::from_secs(600),
    }
}

fn start(config: Config) -> (Relay, Receiver<News>) {
    Relay::start(Identity::from_seed([90; 32]), config).expect("it starts")
}

fn access(relay: &Relay, token: Option<u8>) -> RelayAccess {
    let address: Address = relay.addresses().first().expect("one").clone();
    RelayAccess::new(address, token.map(|byte| Token([byte; 16]))).expect("a relay")
}

fn wait_news(news: &Receiver<News>, what: impl Fn(&News) -> bool) {
    while !what(&news.recv_timeout(PATIENCE).expect("news")) {}
}

#[test]
fn a_relay_says_who_it_is_and_connects_those_behind_it() {
    let (relay, news) = start(config(port()));
    let (one, two) = (hidden(1), hidden(2));
    one.net.reserve(access(&relay, None)).expect("not busy");
    let info = wait_relay(&one);
    assert_eq!(info.name.as_deref(), Some("小明家"));
    assert_eq!(info.limits, Limits::default().circuit());
    assert!(info.clock.is_some());
    let address = wait_reserved(&one);
    two.net.dial(address).expect("not busy");
    two.wait_connected(one.peer());
    one.wait_connected(two.peer());
    one.exchange(&two, 1, b"from one");
    two.exchange(&one, 1, b"from two");
    wait_news(&news, |news| *news == News::Opened(two.peer(), one.peer()));
    one.net.release(relay.peer()).expect("not busy");
    // The place is given up with the connection to the relay, which the circuit still needs.
    two.exchange(&one, 2, b"connections stay");
}

#[test]
fn who_has_not_the_token_is_told_so_and_kept_out() {
    let (relay, _news) = start(Config { token: Some(Token([7; 16])), ..config(port()) });
    for token in [None, Some(8)] {
        let stranger = hidden(1);
        stranger.net.reserve(access(&relay, token)).expect("not busy");
        assert_eq!(wait_relay_failed(&stranger), RelayFailure::Token);
    }
    let (one, two) = (hidden(1), hidden(2));
    one.net.reserve(access(&relay, Some(7))).expect("not busy");
    let address = wait_reserved(&one);
    two.net.dial(address.clone()).expect("not busy");
    assert_eq!(wait_relay_failed(&two), RelayFailure::Token);
    assert_eq!(two.wait_dial_failed(), DialFailure::NoRelay);
    two.net.know(access(&relay, Some(7))).expect("not busy");
    two.net.dial(address).expect("not busy");
    two.wait_connected(one.peer());
}

#[test]
fn each_client_opens_so_many_circuits_and_no_more() {
    let limits = Limits { circuits_per_peer: 2, ..Limits::default() };
    let (relay, _news) = start(Config { limits, ..config(port()) });
    let hosts: Vec<_> = (1..=3).map(hidden).collect();
    let two = hidden(9);
    let mut reached = Vec::new();
    for host in &hosts {
        host.net.reserve(access(&relay, None)).expect("not busy");
        let address = wait_reserved(host);
        two.net.dial(address).expect("not busy");
        reached.push(two.wait("an end", |event| match event {
            Event::Dialled { .. } => Some(true),
            Event::DialFailed { .. } => Some(false),
            _ => None,
        }));
    }
    assert_eq!(reached, [true, true, false]);
}

#[test]
fn a_relay_that_is_drained_ends_with_its_last_circuit() {
    let at = port();
    let (relay, news) =
        start(Config { health: Some(([127, 0, 0, 1], at).into()), ..config(port()) });
    assert!(get(at, "/healthz").contains("200 OK"));
    let (one, two) = (hidden(1), hidden(2));
    one.net.reserve(access(&relay, None)).expect("not busy");
    two.net.dial(wait_reserved(&one)).expect("not busy");
    two.wait_connected(one.peer());
    wait_news(&news, |news| *news == News::Opened(two.peer(), one.peer()));
    relay.drain();
    wait_news(&news, |news| *news == News::Draining);
    two.exchange(&one, 1, b"goes on");
    let late = hidden(3);
    late.net.reserve(access(&relay, None)).expect("not busy");
    assert_eq!(wait_relay_failed(&late), RelayFailure::Draining);
    let health = get(at, "/healthz");
    assert!(health.contains("503"), "{health}");
    assert!(get(at, "/metrics").contains("qiyue_relay_circuits 1\n"));
    assert!(get(at, "/status").contains("\"is_draining\":true"));
    assert!(get(at, "/nothing").contains("404"));
    two.net.close(one.peer()).expect("not busy");
    // The end of its news is its own.
    while news.recv_timeout(PATIENCE) != Err(std::sync::mpsc::RecvTimeoutError::Disconnected) {}
}

fn get(port: u16, page: &str) -> String {
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("it is there");
    write!(stream, "GET {page} HTTP/1.1\r\nHost: me\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("answered");
    answer
}

#[test]
fn a_relay_without_use_or_place_does_not_start() {
    let identity = || Identity::from_seed([90; 32]);
    let nowhere = Config { external: Vec::new(), ..config(port()) };
    assert!(matches!(Relay::start(identity(), nowhere), Err(StartError::NoAddress)));
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let at = taken.local_addr().expect("bound");
    let config = Config { listen: vec![at], ..config(port()) };
    assert!(matches!(Relay::start(identity(), config), Err(StartError::Listen { .. })));
}
