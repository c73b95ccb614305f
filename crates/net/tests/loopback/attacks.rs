//! What a hostile peer may try, named after the rows of the project's list of attacks.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use net::limits::{FRAME, INBOUND_PER_PEER};
use net::{Event, Parting, RequestFailure};

use crate::program::{Program, connected};
use crate::proxy::Proxy;
use crate::puppet::{OURS, Puppet, Script, Sight, frame};

/// Headers that promise more than the bound.
const OVERLONG: [u32; 3] = [FRAME as u32 + 1, 1 << 30, u32::MAX];

fn overlong(length: u32) -> Script {
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend_from_slice(&[0xAA; 64]);
    Script::Bytes(bytes)
}

#[test]
fn attack_24_oversize_frame() {
    let (one, two) = connected();
    let puppet = Puppet::ours();
    puppet.dial(&one.address);
    puppet.wait(&Sight::Connected);
    for length in OVERLONG {
        puppet.send(one.peer(), overlong(length));
        puppet.wait(&Sight::Failed);
    }
    let mut inbound = 0;
    let reason = one.wait("Disconnected", |event| match event {
        Event::Inbound { .. } => {
            inbound += 1;
            None
        }
        Event::Disconnected { peer, reason } if peer == puppet.peer => Some(reason),
        _ => None,
    });
    assert_eq!((reason, inbound), (Parting::Misbehaved, 0));
    one.exchange(&two, 1, b"not disturbed");
}

#[test]
fn attack_24_oversize_response() {
    let one = Program::start(1);
    for length in OVERLONG {
        let puppet = Puppet::start(OURS, "/qiyue/1", overlong(length));
        one.net.dial(puppet.address.clone()).expect("not busy");
        one.wait_connected(puppet.peer);
        one.net.request(puppet.peer, 1, Vec::new()).expect("not busy");
        assert_eq!(one.wait_answer(1), Err(RequestFailure::TooLarge));
    }
    let puppet = Puppet::start(OURS, "/qiyue/1", Script::Bytes(vec![9, 0, 0, 0, 1, 2, 3]));
    one.net.dial(puppet.address.clone()).expect("not busy");
    one.wait_connected(puppet.peer);
    one.net.request(puppet.peer, 2, Vec::new()).expect("not busy");
    assert_eq!(one.wait_answer(2), Err(RequestFailure::Broken), "cut short");
}

#[test]
fn attack_29_altered_bytes() {
    let (one, two) = (Program::start(1), Program::start(2));
    let proxy = Proxy::start(one.address.socket().expect("an ip"));
    two.net.keep(one.peer(), vec![proxy.address.clone()]).expect("not busy");
    two.wait_connected(one.peer());
    two.exchange(&one, 1, b"as it was sent");
    proxy.alter_once();
    two.net.request(one.peer(), 2, b"altered on the way".to_vec()).expect("not busy");
    let parted = one.wait("Disconnected", |event| match event {
        Event::Inbound { bytes, .. } => Some(Err(bytes)),
        Event::Disconnected { .. } => Some(Ok(())),
        _ => None,
    });
    // A ping may have been altered in the request's place; then the request came as it was sent.
    if let Err(bytes) = parted {
        assert_eq!(bytes, b"altered on the way");
        one.wait_disconnected(two.peer());
    }
    assert_eq!(two.wait_answer(2), Err(RequestFailure::Closed));
    two.wait_disconnected(one.peer());
    two.wait_connected(one.peer());
    two.exchange(&one, 3, b"a new connection");
}

#[test]
fn attack_29_stalled_link() {
    let (one, two) = (Program::start(1), Program::start(2));
    let proxy = Proxy::start(one.address.socket().expect("an ip"));
    two.net.keep(one.peer(), vec![proxy.address.clone()]).expect("not busy");
    two.wait_connected(one.peer());
    two.exchange(&one, 1, b"before");
    proxy.stall();
    two.net.request(one.peer(), 2, b"swallowed".to_vec()).expect("not busy");
    assert_eq!(two.wait_answer(2), Err(RequestFailure::TimedOut));
    // No end of the connection is heard at either side; the silence tells. The other side may have
    // the new connection before it notices the silence of the old one: then nothing is told there.
    assert_eq!(two.wait_disconnected(one.peer()), Parting::Silent);
    two.wait_connected(one.peer());
    two.exchange(&one, 3, b"a new connection");
}

#[test]
fn attack_44_slowloris() {
    let (one, two) = connected();
    let puppet = Puppet::ours();
    puppet.dial(&one.address);
    puppet.wait(&Sight::Connected);
    for _ in 0..8 {
        puppet.send(one.peer(), Script::Drip(frame(&[1; 100])));
    }
    // The others play on meanwhile, until the trickle is cut off.
    let mut tag = 0;
    let reason = loop {
        tag += 1;
        one.net.request(two.peer(), tag, vec![1]).expect("not busy");
        let (_, id, bytes) = two.wait_inbound();
        two.net.respond(id, bytes).expect("not busy");
        let reason = one.wait("an answer or the end", |event| match event {
            Event::Disconnected { peer, reason } if peer == puppet.peer => Some(Some(reason)),
            Event::Inbound { .. } => panic!("a trickle is no frame"),
            Event::Response { .. } => Some(None),
            Event::Failed { reason, .. } => panic!("the others are disturbed: {reason}"),
            _ => None,
        });
        if let Some(reason) = reason {
            break reason;
        }
    };
    assert_eq!(reason, Parting::Misbehaved);
    one.exchange(&two, 1_000_000, b"not disturbed");
}

#[test]
fn attack_44_slow_handshakes_and_garbage() {
    let (one, two) = connected();
    let address = one.address.socket().expect("an ip");
    // Connections that say nothing, one byte, or something else, and stay.
    let mut clients = Vec::new();
    for number in 0..60 {
        let Ok(mut client) = TcpStream::connect(address) else { continue };
        let said: &[u8] = match number % 4 {
            0 => b"",
            1 => b"\x13",
            2 => b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            _ => &[0xFF; 4096],
        };
        let _ = client.write_all(said);
        clients.push(client);
    }
    one.exchange(&two, 1, b"not disturbed");
    two.exchange(&one, 2, b"not disturbed");
    // One who keeps trying gets in while they still sit there: handshakes end.
    let three = Program::start(3);
    three.net.keep(one.peer(), vec![one.address.clone()]).expect("not busy");
    three.wait_connected(one.peer());
    three.exchange(&one, 1, b"in");
    drop(clients);
}

#[test]
fn attack_45_connection_churn() {
    let (one, two) = connected();
    let address = one.address.socket().expect("an ip");
    for number in 0..200 {
        let Ok(mut client) = TcpStream::connect(address) else { continue };
        if number % 2 == 0 {
            let _ = client.write_all(b"\x13/multistream/1.0.0\n");
        }
        if number % 20 == 0 {
            one.exchange(&two, number, b"not disturbed");
        }
    }
    let three = Program::start(3);
    three.net.keep(one.peer(), vec![one.address.clone()]).expect("not busy");
    three.wait_connected(one.peer());
    three.exchange(&one, 1, b"in");
    one.exchange(&two, 1, b"not disturbed");
}

#[test]
fn attack_45_a_full_house_still_lets_kept_peers_in() {
    let (one, kept) = (Program::start(1), Program::start(2));
    one.net.keep(kept.peer(), Vec::new()).expect("not busy");
    let puppets: Vec<Puppet> = (0..44).map(|_| Puppet::ours()).collect();
    let mut guests = 0;
    for puppet in &puppets {
        puppet.dial(&one.address);
        puppet.wait(&Sight::Connected);
        // Refused ones are closed as soon as they stand.
        puppet.send(one.peer(), Script::Bytes(frame(b"in?")));
        let answer = puppet_answer(&one, puppet);
        guests += u32::from(answer);
    }
    assert_eq!(guests, 40, "the house is full");
    kept.net.dial(one.address.clone()).expect("not busy");
    kept.wait_connected(one.peer());
    kept.exchange(&one, 1, b"in");
}

/// Whether the puppet's request arrives.
fn puppet_answer(one: &Program, puppet: &Puppet) -> bool {
    loop {
        match one.events.recv_timeout(Duration::from_millis(20)).expect("running") {
            Some(Event::Inbound { id, .. }) => {
                one.net.respond(id, b"yes".to_vec()).expect("not busy");
                puppet.wait(&Sight::Answer(frame(b"yes")));
                return true;
            }
            _ if puppet.sights().contains(&Sight::Failed) => return false,
            _ => {}
        }
    }
}

#[test]
fn attack_45_one_peer_has_three_connections_at_most() {
    let one = Program::start(1);
    let puppet = Puppet::ours();
    for _ in 0..5 {
        puppet.dial(&one.address);
    }
    let mut sights = Vec::new();
    let count = |sights: &[Sight], what| sights.iter().filter(|sight| **sight == what).count();
    while count(&sights, Sight::Connected) < 5 || count(&sights, Sight::Closed) < 2 {
        sights.push(puppet.next());
    }
    puppet.send(one.peer(), Script::Bytes(frame(b"still here")));
    let (peer, id, _) = one.wait_inbound();
    assert_eq!(peer, puppet.peer);
    one.net.respond(id, b"yes".to_vec()).expect("not busy");
    puppet.wait(&Sight::Answer(frame(b"yes")));
    assert_eq!(puppet.sights(), []);
}

#[test]
fn attack_46_flood_of_requests() {
    let (one, two) = connected();
    let puppet = Puppet::ours();
    for _ in 0..2 {
        puppet.dial(&one.address);
        puppet.wait(&Sight::Connected);
    }
    for _ in 0..2 * INBOUND_PER_PEER {
        puppet.send(one.peer(), Script::Bytes(frame(&[1; 1000])));
    }
    // Nobody answers them.
    let mut inbound = 0;
    let reason = one.wait("Disconnected", |event| match event {
        Event::Inbound { .. } => {
            inbound += 1;
            None
        }
        Event::Disconnected { reason, .. } => Some(reason),
        _ => None,
    });
    assert_eq!((reason, inbound), (Parting::Flooding, INBOUND_PER_PEER));
    one.exchange(&two, 1, b"not disturbed");
}

#[test]
fn nothing_is_said_in_the_clear() {
    let (one, two) = (Program::start(1), Program::start(2));
    // A listener that records what a dialler says first: the handshake names no program and no OS.
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    two.net.dial(listener.local_addr().expect("bound").into()).expect("not busy");
    let (mut client, _) = listener.accept().expect("a client");
    let mut said = [0; 4096];
    let count = client.read(&mut said).expect("something");
    let said = String::from_utf8_lossy(said.split_at(count).0).into_owned();
    assert!(said.contains("/noise") && !said.contains("qiyue"), "{said:?}");
    drop(one);
}
