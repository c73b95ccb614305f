//! Programs in two network namespaces find each other by mDNS. Skipped where namespaces cannot be
//! made; no test depends on speed.
#![expect(unreachable_pub, reason = "nobody imports a test")]
#![expect(clippy::print_stdout, reason = "what was measured, and what was skipped")]

mod flood;
mod pair;

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Instant;

use net::limits::FOUND;
use net::{Config, Event, Identity, Net};

use crate::pair::{End, Pair, Program, ROLE, say};

/// The role of the child that is no program of ours.
const FLOOD: &str = "flood";

/// Waits until the program has found a peer at this host; says at which port.
fn wait_found(program: &Program, host: &str) -> u16 {
    let start = format!("found /ip4/{host}/tcp/");
    program.wait(&start, |line| line.strip_prefix(&start)?.split('/').next()?.parse().ok())
}

fn wait_listening(program: &Program, host: &str) -> u16 {
    let start = format!("listening /ip4/{host}/tcp/");
    program.wait(&start, |line| line.strip_prefix(&start)?.split('/').next()?.parse().ok())
}

#[test]
fn programs_find_each_other_also_when_a_cable_is_plugged_in_late() {
    let pair = match Pair::make() {
        Ok(pair) => pair,
        Err(why) => return println!("skipped: no network namespaces: {why}"),
    };
    pair.plug_in(End::Left);
    let left = pair.run(End::Left, "1");
    let left_port = wait_listening(&left, "10.77.1.1");
    let right = pair.run(End::Right, "2");
    wait_listening(&right, "127.0.0.1");

    let begun = Instant::now();
    pair.plug_in(End::Right);
    let right_port = wait_listening(&right, "10.77.1.2");
    assert_eq!(wait_found(&left, "10.77.1.2"), right_port);
    println!("found by who waited, after the cable: {:?}", begun.elapsed());
    assert_eq!(wait_found(&right, "10.77.1.1"), left_port);
    println!("found by both, after the cable: {:?}", begun.elapsed());

    // The same program comes back at another port.
    drop(right);
    let begun = Instant::now();
    let right = pair.run(End::Right, "2");
    let again = wait_listening(&right, "10.77.1.2");
    assert_eq!(wait_found(&right, "10.77.1.1"), left_port);
    println!("found by who comes back: {:?}", begun.elapsed());
    left.wait("the new port", |line| {
        line.contains(&format!("found /ip4/10.77.1.2/tcp/{again}/")).then_some(())
    });
    println!("the new port found: {:?}", begun.elapsed());
}

#[test]
fn attack_43_a_flood_of_announcements() {
    let pair = match Pair::make() {
        Ok(pair) => pair,
        Err(why) => return println!("skipped: no network namespaces: {why}"),
    };
    pair.plug_in(End::Left);
    pair.plug_in(End::Right);
    let (left, right) = (pair.run(End::Left, "1"), pair.run(End::Right, "2"));
    let port = wait_listening(&right, "10.77.1.2");
    assert_eq!(wait_found(&left, "10.77.1.2"), port);
    let before = left.memory();
    let flood = pair.run(End::Right, FLOOD);
    flood.wait("the end of the flood", |line| (line == "flooded").then_some(()));
    // The last of it is read, and a search that is over gives its memory back.
    std::thread::sleep(std::time::Duration::from_secs(1));
    println!("memory: {before} KiB, after the flood {} KiB", left.memory());
    assert!(left.memory() < before + 64 * 1024, "{} KiB", left.memory());
    let known = Identity::from_seed([2; 32]).peer().to_string();
    let mut names = BTreeSet::from([known.clone()]);
    for line in left.drain() {
        assert!(!line.contains("Lost"), "nobody is pushed out: {line}");
        names.extend(
            line.starts_with("found").then(|| line.rsplit('/').next().map(str::to_owned)).flatten(),
        );
    }
    println!("found in the flood: {}", names.len());
    assert!((2..=FOUND).contains(&names.len()), "{}", names.len());
}

/// Not a test: what runs in a namespace.
#[test]
#[ignore = "is run by the other tests"]
fn child() {
    let Ok(role) = std::env::var(ROLE) else { return };
    if role == FLOOD {
        return flood::announce(10_000);
    }
    let seed = role.parse().expect("a seed");
    let listen = vec![SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)).into()];
    let config = Config { listen, find: true };
    let (_net, events) = Net::start(Identity::from_seed([seed; 32]), config).expect("starts");
    while let Ok(event) = events.recv() {
        match event {
            Event::Listening(address) => say(&format!("listening {address}")),
            Event::Found { addresses, .. } => {
                addresses.iter().for_each(|address| say(&format!("found {address}")));
            }
            other => say(&format!("{other:?}")),
        }
    }
}
