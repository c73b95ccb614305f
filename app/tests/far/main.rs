//! Games between hosts that have no way to each other but a relay, in a world of their own: network
//! namespaces. Where they cannot be made the tests say so and end. No test depends on speed.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stdout, reason = "what was measured, and what was skipped")]
#![expect(unreachable_pub, reason = "nobody imports a test")]

mod player;
mod world;

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::player::{Player, check_records};
use crate::world::{End, Weather, World, end};

/// A short game of machines.
const SHORT: &str = "quiet_limit=8";
/// One that is still going on when something happens to it, for machines that take this long.
const PACE: &str = "100";

/// The world, or why there is none: said, and the test ends.
macro_rules! or_skip {
    ($made:expr) => {
        match $made {
            Ok(made) => made,
            Err(why) => return println!("skipped: {why}"),
        }
    };
}

/// A and B, and a relay that both have a cable to; no way from A to B.
fn apart() -> Result<World, String> {
    let world = World::make(&["a", "relay", "b"], &[])?;
    world.cable(end("a", "net", "10.77.1.2/24"), end("relay", "left", "10.77.1.1/24"));
    world.cable(end("b", "net", "10.77.2.2/24"), end("relay", "right", "10.77.2.1/24"));
    Ok(world)
}

const APART: [&str; 2] = ["10.77.1.1:4001", "10.77.2.1:4001"];

/// Plays a game from a pasted invitation, and sees that both records are the same.
fn play(world: &World, folder: &Path, line: &str, pace: &str) -> [Player; 2] {
    let mut host = Player::host(world, "a", &folder.join("a"), line, &["--pace", pace, SHORT]);
    let link = host.link();
    let begun = Instant::now();
    let mut guest = Player::join(world, "b", &folder.join("b"), &link, &["--pace", pace]);
    guest.until("Contract ");
    println!("from the link to the contract: {:?}", begun.elapsed());
    [host, guest]
}

fn finish(folder: &Path, [mut host, mut guest]: [Player; 2]) {
    let begun = Instant::now();
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
    println!("the rest of the game: {:?}", begun.elapsed());
    check_records(&folder.join("a"), &folder.join("b"));
}

#[test]
fn players_without_a_route_finish_a_game_through_a_relay() {
    let world = or_skip!(apart());
    let folder = tempfile::tempdir().unwrap();
    let relay = Player::relay(&world, "relay", &folder.path().join("relay"), &APART);
    let [host, mut guest] = play(&world, folder.path(), &relay.line, "0");
    guest.heard("through the relay friend");
    finish(folder.path(), [host, guest]);
}

#[test]
fn a_relay_that_restarts_in_mid_game_costs_no_step() {
    let world = or_skip!(apart());
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("relay");
    let relay = Player::relay(&world, "relay", &home, &APART);
    let line = relay.line.clone();
    let [mut host, guest] = play(&world, folder.path(), &line, PACE);
    host.begun();
    drop(relay);
    let _relay = Player::relay_again(&world, "relay", &home);
    finish(folder.path(), [host, guest]);
}

#[test]
fn a_player_who_changes_networks_loses_no_step() {
    let world = or_skip!(apart());
    let folder = tempfile::tempdir().unwrap();
    let relay = Player::relay(&world, "relay", &folder.path().join("relay"), &APART);
    let [mut host, guest] = play(&world, folder.path(), &relay.line, PACE);
    // The other end may be back before anybody has noticed that he was away. The host may not have
    // heard yet that all have signed.
    world.move_to(end("b", "net", "10.77.2.9/24"), "10.77.2.2/24");
    host.begun();
    world.move_to(end("b", "net", "10.77.2.3/24"), "10.77.2.9/24");
    finish(folder.path(), [host, guest]);
}

#[test]
fn what_two_have_to_say_to_each_other_goes_through_the_third() {
    let world = or_skip!(apart());
    let folder = tempfile::tempdir().unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| folder.path().join(name));
    let host = ["host", "--bot", "--name", "C", "--port", "4001", "--pace", PACE, "three", SHORT];
    let mut host = Player::local(&world, "relay", &c, &host);
    host.until("qiyue join ");
    let players = [("a", &a, APART[0], "A"), ("b", &b, APART[1], "B")];
    let mut guests = players.map(|(on, home, at, name)| {
        let words = ["join", at, "--bot", "--name", name, "--pace", PACE];
        Player::local(&world, on, home, &words)
    });
    for guest in &mut guests {
        guest.until("what it signs comes through");
    }
    for player in guests.iter_mut().chain([&mut host]) {
        assert_eq!(player.wait(), Some(0));
    }
    check_records(&a, &b);
    check_records(&b, &c);
}

/// Home routers of both, and the relay out there.
fn at_home() -> Result<World, String> {
    let world = World::make(&["a", "home-a", "out", "relay", "home-b", "b"], &["nft"])?;
    world.cable(end("a", "net", "10.77.1.2/24"), end("home-a", "in", "10.77.1.1/24"));
    world.cable(end("b", "net", "10.77.2.2/24"), end("home-b", "in", "10.77.2.1/24"));
    let port = |name| End { host: "out", name, address: None };
    world.cable(end("home-a", "wan", "10.77.9.2/24"), port("one"));
    world.cable(end("home-b", "wan", "10.77.9.3/24"), port("two"));
    world.cable(end("relay", "net", "10.77.9.1/24"), port("three"));
    world.switch("out", &["one", "two", "three"], "10.77.9.9/24");
    for (host, home, via) in [("a", "home-a", "10.77.1.1"), ("b", "home-b", "10.77.2.1")] {
        world.route(host, "default", via);
        world.hide(home, "wan");
    }
    Ok(world)
}

#[test]
fn players_behind_home_routers_find_a_way_through_both() {
    let world = or_skip!(at_home());
    let folder = tempfile::tempdir().unwrap();
    let mut relay =
        Player::relay(&world, "relay", &folder.path().join("relay"), &["10.77.9.1:4001"]);
    let [host, mut guest] = play(&world, folder.path(), &relay.line, PACE);
    guest.heard("directly");
    // What goes on needs the relay no more.
    relay.stop();
    finish(folder.path(), [host, guest]);
}

/// 200 ms from player to player, and of a hundred frames two are lost on the way to A.
fn stormy() -> Result<World, String> {
    let mut world = World::make(&["a", "storm-a", "relay", "storm-b", "b"], &["python3"])?;
    let (a, left) = (end("a", "net", "10.77.1.2/24"), end("relay", "left", "10.77.1.1/24"));
    let (b, right) = (end("b", "net", "10.77.2.2/24"), end("relay", "right", "10.77.2.1/24"));
    world.bad_cable("storm-a", a, left, Weather { delay: 100, loss: 2 });
    world.bad_cable("storm-b", b, right, Weather { delay: 100, loss: 2 });
    Ok(world)
}

#[test]
fn a_game_in_bad_weather_ends_as_in_good() {
    let world = or_skip!(stormy());
    let folder = tempfile::tempdir().unwrap();
    let relay = Player::relay(&world, "relay", &folder.path().join("relay"), &APART);
    let players = play(&world, folder.path(), &relay.line, "0");
    finish(folder.path(), players);
}

#[test]
fn a_cable_that_is_cut_for_a_while_costs_no_step() {
    let mut world = or_skip!(stormy());
    let folder = tempfile::tempdir().unwrap();
    let relay = Player::relay(&world, "relay", &folder.path().join("relay"), &APART);
    let [mut host, guest] = play(&world, folder.path(), &relay.line, PACE);
    host.begun();
    // Whether anybody notices is a matter of time, and none of the test's.
    world.cut(0);
    thread::sleep(Duration::from_millis(500));
    world.mend(0);
    finish(folder.path(), [host, guest]);
}

const FIVE: [&str; 5] = ["a", "b", "c", "d", "e"];
const PORTS: [&str; 5] = ["to-a", "to-b", "to-c", "to-d", "to-e"];

/// Five on one network.
fn together() -> Result<World, String> {
    let hosts = [&FIVE[..], &["switch"]].concat();
    let world = World::make(&hosts, &[])?;
    for (number, (host, name)) in (1..).zip(FIVE.into_iter().zip(PORTS)) {
        let address = format!("10.77.3.{number}/24");
        world.cable(end(host, "net", &address), End { host: "switch", name, address: None });
    }
    world.switch("switch", &PORTS, "10.77.3.9/24");
    Ok(world)
}

#[test]
fn five_end_their_game_though_one_dies_twice_and_two_are_parted() {
    let world = or_skip!(together());
    let folder = tempfile::tempdir().unwrap();
    let home = |host: &str| folder.path().join(host);
    let pace = ["--pace", PACE];
    let options = [&pace[..], &["five", "quiet_limit=10"]].concat();
    let mut host = Player::host_here(&world, "a", &home("a"), &options);
    let address = host.address();
    let mut others: Vec<Player> = FIVE[1..]
        .iter()
        .map(|on| {
            let crash: &[&str] = if *on == "e" { &["--crash-at", "after-send:9"] } else { &[] };
            Player::join_at(&world, on, &home(on), &address, &[&pace[..], crash].concat())
        })
        .collect();
    // What one of the two has, the other gets from those who reach both.
    others[0].until("Contract ");
    world.part([("b", "10.77.3.2"), ("c", "10.77.3.3")], true);
    assert_eq!(others[3].wait(), None);
    let crash = [&pace[..], &["--crash-at", "before-send:4"]].concat();
    others[3] = Player::resume(&world, "e", &home("e"), &crash);
    assert_eq!(others[3].wait(), None);
    others[3] = Player::resume(&world, "e", &home("e"), &pace);
    for _ in 0..3 {
        others[0].until("shown: ");
    }
    world.part([("b", "10.77.3.2"), ("c", "10.77.3.3")], false);
    for player in std::iter::once(&mut host).chain(&mut others) {
        assert_eq!(player.wait(), Some(0));
    }
    for on in &FIVE[1..] {
        check_records(&home("a"), &home(on));
    }
}
