//! Real sockets on 127.0.0.1 and nowhere else. No test depends on speed: each waits for events.
#![expect(unreachable_pub, reason = "nobody imports a test")]

mod attacks;
mod our_relay;
mod program;
mod proxy;
mod puppet;
mod relays;

use net::limits::{FRAME, IN_FLIGHT, WAITING};
use net::{
    Address, Config, DialFailure, Direction, Event, Identity, Net, Parting, Refused,
    RequestFailure, StartError, Stopped,
};

use crate::program::{PATIENCE, Program, connected};
use crate::puppet::{OURS, Puppet, Script, Sight, frame};

/// A port on which nothing listens.
fn dead_port() -> Address {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("bound").into()
}

#[test]
fn requests_go_both_ways() {
    let (one, two) = connected();
    one.exchange(&two, 1, b"from one");
    two.exchange(&one, 1, b"from two");
    one.exchange(&two, 2, b"");
}

#[test]
fn a_dial_ends_in_dialled_and_names_who_answered() {
    let (one, two) = (Program::start(1), Program::start(2));
    let typed = format!("localhost:{}", one.address.port());
    let typed: Address = typed.parse().expect("an address");
    two.net.dial(typed.clone()).expect("not busy");
    let connected = two.wait_connected(one.peer());
    assert_eq!(connected, typed.with_peer(one.peer()));
    let dialled = |program: &Program| {
        program.wait("Dialled", |event| match event {
            Event::Dialled { address, peer } => Some((address, peer)),
            _ => None,
        })
    };
    assert_eq!(dialled(&two), (typed, one.peer()));
    // Connected already: says so at once.
    two.net.dial(one.address.clone()).expect("not busy");
    assert_eq!(dialled(&two), (one.address.clone(), one.peer()));
    let direction = one.wait("Connected", |event| match event {
        Event::Connected { direction, .. } => Some(direction),
        _ => None,
    });
    assert_eq!(direction, Direction::Accepted);
    two.exchange(&one, 1, b"works");
}

#[test]
fn the_longest_frame_passes_and_one_byte_more_does_not() {
    let (one, two) = connected();
    let longest: Vec<u8> = (0..FRAME).map(|i| (i % 251) as u8).collect();
    one.exchange(&two, 1, &longest);
    let too_long = vec![0; FRAME + 1];
    let refused = Err(Refused::TooLong(FRAME + 1));
    assert_eq!(one.net.request(two.peer(), 2, too_long.clone()), refused);
    one.net.request(two.peer(), 3, Vec::new()).expect("not busy");
    let (_, id, _) = two.wait_inbound();
    assert_eq!(two.net.respond(id, too_long), refused);
    two.net.respond(id, longest.clone()).expect("not busy");
    assert_eq!(one.wait_answer(3), Ok(longest));
}

#[test]
fn more_requests_than_places_wait_their_turn() {
    let (one, two) = connected();
    let count = (IN_FLIGHT + WAITING) as u64;
    for tag in 0..count {
        one.net.request(two.peer(), tag, tag.to_le_bytes().to_vec()).expect("not busy");
    }
    for _ in 0..count {
        let (_, id, bytes) = two.wait_inbound();
        two.net.respond(id, bytes).expect("not busy");
    }
    let mut answered = Vec::new();
    for _ in 0..count {
        answered.push(one.wait("Response", |event| match event {
            Event::Response { tag, bytes, .. } if bytes == tag.to_le_bytes() => Some(tag),
            Event::Failed { tag, reason, .. } => panic!("{tag} failed: {reason}"),
            _ => None,
        }));
    }
    answered.sort_unstable();
    assert!(answered.into_iter().eq(0..count));
}

#[test]
fn failures_of_requests_are_typed() {
    let (one, two) = connected();
    let stranger = Identity::from_seed([9; 32]).peer();
    one.net.request(stranger, 1, Vec::new()).expect("not busy");
    assert_eq!(one.wait_answer(1), Err(RequestFailure::NotConnected));
    // Nobody answers at the other side.
    one.net.request(two.peer(), 2, Vec::new()).expect("not busy");
    assert_eq!(one.wait_answer(2), Err(RequestFailure::TimedOut));
    // The other side goes away; what waits fails before the link is said to be gone.
    let count = (IN_FLIGHT + 5) as u64;
    for tag in 10..10 + count {
        one.net.request(two.peer(), tag, Vec::new()).expect("not busy");
    }
    let peer = two.peer();
    two.wait_inbound();
    two.wait_inbound();
    drop(two);
    let mut failed = 0;
    one.wait("Disconnected", |event| match event {
        Event::Failed { reason: RequestFailure::Closed, .. } => {
            failed += 1;
            None
        }
        Event::Disconnected { peer: gone, reason } => {
            assert_eq!((gone, reason), (peer, Parting::Gone));
            Some(())
        }
        _ => None,
    });
    assert_eq!(failed, count);
}

#[test]
fn failures_of_dials_are_typed() {
    let (one, two) = (Program::start(1), Program::start(2));
    let stranger = Identity::from_seed([9; 32]).peer();
    two.net.dial(one.address.with_peer(stranger)).expect("not busy");
    assert_eq!(two.wait_dial_failed(), DialFailure::WrongPeer { found: one.peer() });
    two.net.dial(dead_port()).expect("not busy");
    assert_eq!(two.wait_dial_failed(), DialFailure::Refused);
    two.net.dial(two.address.clone()).expect("not busy");
    assert_eq!(two.wait_dial_failed(), DialFailure::Myself);
    two.net.dial(two.address.without_peer()).expect("not busy");
    assert_eq!(two.wait_dial_failed(), DialFailure::Myself);
    // Something that is no peer at all.
    let web = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    two.net.dial(web.local_addr().expect("bound").into()).expect("not busy");
    let (mut client, _) = web.accept().expect("a client");
    std::io::Write::write_all(&mut client, b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("written");
    drop(client);
    assert_eq!(two.wait_dial_failed(), DialFailure::Handshake);
    // None of this hurts.
    two.net.dial(one.address.clone()).expect("not busy");
    two.wait_connected(one.peer());
}

#[test]
fn another_version_of_the_protocol_is_told_apart() {
    let one = Program::start(1);
    let puppet = Puppet::start("/qiyue/match/2", "/qiyue/2", Script::Bytes(Vec::new()));
    one.net.dial(puppet.address.clone()).expect("not busy");
    one.wait_connected(puppet.peer);
    one.net.request(puppet.peer, 1, vec![1; 64]).expect("not busy");
    assert_eq!(one.wait_answer(1), Err(RequestFailure::Unsupported));
    puppet.send(one.peer(), Script::Bytes(frame(b"newer")));
    puppet.wait(&Sight::Failed);
}

#[test]
fn another_program_is_left() {
    let one = Program::start(1);
    let puppet = Puppet::start(OURS, "/ipfs/0.1.0", Script::Bytes(Vec::new()));
    puppet.dial(&one.address);
    assert_eq!(one.wait_disconnected(puppet.peer), Parting::Foreign);
}

#[test]
fn a_kept_link_comes_back_by_itself() {
    let (one, two) = (Program::start(1), Program::start(2));
    let (peer, port) = (two.peer(), two.address.port());
    one.net.keep(peer, vec![two.address.clone()]).expect("not busy");
    one.wait_connected(peer);
    two.wait_connected(one.peer());
    one.exchange(&two, 1, b"before");
    drop(two);
    assert_eq!(one.wait_disconnected(peer), Parting::Gone);
    assert_eq!(one.wait_dial_failed(), DialFailure::Refused);
    let two = Program::start_on(2, port);
    one.wait_connected(peer);
    one.exchange(&two, 2, b"after");
    // Closed by hand it comes back too, and not once it is forgotten.
    one.net.close(peer).expect("not busy");
    assert_eq!(one.wait_disconnected(peer), Parting::Asked);
    one.wait_connected(peer);
    one.net.forget(peer).expect("not busy");
    one.net.close(peer).expect("not busy");
    one.wait_disconnected(peer);
    two.net.keep(one.peer(), vec![one.address.clone()]).expect("not busy");
    let direction = one.wait("Connected", |event| match event {
        Event::Connected { direction, .. } => Some(direction),
        _ => None,
    });
    assert_eq!(direction, Direction::Accepted);
}

#[test]
fn dialling_each_other_at_once_makes_one_link() {
    for round in 0..10 {
        let (one, two) = (Program::start(1), Program::start(2));
        one.net.keep(two.peer(), vec![two.address.clone()]).expect("not busy");
        two.net.keep(one.peer(), vec![one.address.clone()]).expect("not busy");
        one.wait_connected(two.peer());
        two.wait_connected(one.peer());
        for tag in 0..4 {
            one.exchange(&two, tag, b"to two");
            two.exchange(&one, tag, b"to one");
        }
        for program in [&one, &two] {
            let flaps = program.drain().into_iter().filter(|event| {
                matches!(event, Event::Connected { .. } | Event::Disconnected { .. })
            });
            assert_eq!(flaps.collect::<Vec<_>>(), [], "round {round}");
        }
    }
}

#[test]
fn the_round_trip_is_told() {
    let (one, two) = connected();
    let time = one.wait("RoundTrip", |event| match event {
        Event::RoundTrip { peer, time } if peer == two.peer() => Some(time),
        _ => None,
    });
    assert!(time < PATIENCE);
    let start = std::time::Instant::now();
    let count = 200;
    for tag in 0..count {
        two.exchange(&one, tag, &[7; 64]);
    }
    eprintln!("a request of 64 bytes: {:?}, ping: {time:?}", start.elapsed() / count as u32);
}

#[test]
fn blocked_peers_and_uninvited_ones_stay_out() {
    let (one, two) = connected();
    one.net.block(two.peer()).expect("not busy");
    assert_eq!(one.wait_disconnected(two.peer()), Parting::Blocked);
    one.net.dial(two.address.clone()).expect("not busy");
    assert_eq!(one.wait_dial_failed(), DialFailure::Blocked);
    one.net.dial(two.address.without_peer()).expect("not busy");
    assert_eq!(one.wait_dial_failed(), DialFailure::Blocked);
    one.net.unblock(two.peer()).expect("not busy");
    one.net.dial(two.address.clone()).expect("not busy");
    one.wait_connected(two.peer());
    let three = Program::start(3);
    one.net.allow(Some([three.peer()].into())).expect("not busy");
    assert_eq!(one.wait_disconnected(two.peer()), Parting::Blocked);
    three.net.dial(one.address.clone()).expect("not busy");
    one.wait_connected(three.peer());
}

#[test]
fn a_taken_port_is_told() {
    let one = Program::start(1);
    let taken = Config::loopback(one.address.port());
    let error = Net::start(Identity::from_seed([2; 32]), taken).expect_err("taken");
    assert!(matches!(error, StartError::Listen { kind: std::io::ErrorKind::AddrInUse, .. }));
    let unusable = Config { listen: vec!["localhost:0".parse().expect("an address")], find: false };
    let error = Net::start(Identity::from_seed([2; 32]), unusable).expect_err("a name");
    assert!(matches!(error, StartError::Listen { kind: std::io::ErrorKind::InvalidInput, .. }));
}

#[test]
fn it_stops_by_shutdown_by_the_last_handle_and_by_the_receiver() {
    let Program { net, events, .. } = Program::start(1);
    let other = net.clone();
    net.shutdown();
    assert_eq!(events.recv(), Err(Stopped));
    assert_eq!(other.dial(dead_port()), Err(Refused::Stopped));

    let Program { net, events, .. } = Program::start(1);
    drop(net);
    assert_eq!(events.recv(), Err(Stopped));

    let Program { net, events, .. } = Program::start(1);
    drop(events);
    while net.forget(net.peer()) != Err(Refused::Stopped) {
        std::thread::yield_now();
    }
}

#[test]
fn a_full_event_queue_stands_still_and_loses_nothing() {
    let one = Program::start(1);
    let stranger = Identity::from_seed([9; 32]).peer();
    // Each of these is an event. Some are in the event queue, some wait as commands, one is between.
    let mut sent = 0;
    while one.net.request(stranger, sent, Vec::new()) != Err(Refused::Busy) {
        sent += 1;
        // Give the driver every chance to grow.
        std::thread::yield_now();
        assert!(sent < 100_000, "nothing stops it");
    }
    let most = net::limits::EVENTS + net::limits::COMMANDS + 1;
    assert!(sent <= most as u64, "{sent} waited");
    for tag in 0..sent {
        assert_eq!(one.wait_answer(tag), Err(RequestFailure::NotConnected));
    }
    // It goes on.
    let two = Program::start(2);
    one.net.dial(two.address.clone()).expect("not busy");
    one.wait_connected(two.peer());
    one.exchange(&two, 1, b"works");
    // And it stops while it stands still.
    while one.net.request(stranger, 0, Vec::new()) != Err(Refused::Busy) {}
    one.net.shutdown();
}
