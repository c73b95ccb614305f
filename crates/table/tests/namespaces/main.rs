//! Tables in two network namespaces find each other's rooms. Skipped where namespaces cannot be
//! made; no test depends on speed.

#![expect(clippy::print_stdout, reason = "what was measured, and what was skipped")]
#![expect(unreachable_pub, reason = "nobody imports a test")]

#[expect(dead_code, reason = "another test needs the rest of it")]
#[path = "../../../net/tests/namespaces/pair.rs"]
mod pair;

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::{Duration, Instant};

use catalog::GameName;
use table::{
    Clock, Command, FoundRoom, Guest, Lobby, Name, PhaseView, RoomPlan, SeatPlan, Settings, Start,
    Table,
};

use crate::pair::{End, Pair, Program, ROLE, say};

fn wait_line(program: &Program, line: &str) {
    program.wait(line, |said| said.contains(line).then_some(()));
}

/// Waits for a room, and says where it is.
fn wait_address(program: &Program) -> String {
    let start = "sees a fresh room of 甲 with 1 free seat at ";
    let address = program.wait(start, |said| said.strip_prefix(start).map(str::to_owned));
    assert!(address.starts_with("/ip4/10.77.1.2/tcp/"), "{address}");
    address
}

#[test]
fn a_room_shows_next_door_and_fades_when_its_owner_goes() {
    let pair = match Pair::make() {
        Ok(pair) => pair,
        Err(why) => return println!("skipped: no network namespaces: {why}"),
    };
    pair.plug_in(End::Left);
    pair.plug_in(End::Right);
    let folder = tempfile::tempdir().unwrap();
    let run = |end, role: &str, profile: &str| {
        pair.run(end, &format!("{role} {}", folder.path().join(profile).display()))
    };
    let watcher = run(End::Left, "watch", "watcher");
    wait_line(&watcher, "sees nothing");

    let host = run(End::Right, "host", "host");
    wait_line(&host, "opens a room");
    let begun = Instant::now();
    let first = wait_address(&watcher);
    println!("a room shows after {:?}", begun.elapsed());
    drop(host);
    let begun = Instant::now();
    wait_line(&watcher, "sees a stale room");
    println!("it fades after {:?}", begun.elapsed());

    let _host = run(End::Right, "host", "host");
    let begun = Instant::now();
    assert_eq!(wait_address(&watcher), first, "a program keeps its port");
    println!("opened by a program that has just begun, it shows after {:?}", begun.elapsed());
    let guest = run(End::Left, "join", "guest");
    let begun = Instant::now();
    wait_line(&guest, "plays");
    println!("who begins has found it, joins and plays after {:?}", begun.elapsed());
    wait_line(&watcher, "sees nothing");
    println!("it is gone elsewhere after {:?}", begun.elapsed());
}

/// Not a test: what runs in a namespace.
#[test]
#[ignore = "is run by the other test"]
fn child() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let (role, profile) = role.split_once(' ').unwrap();
    let name = if role == "host" { "甲" } else { "乙" };
    let table = Table::open(&Settings {
        profile: Path::new(profile).to_owned(),
        name: Some(Name::new(name).unwrap()),
        host: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        port: 0,
        machines: table::Machines::default(),
        find: true,
        crash: None,
    });
    let table = table.unwrap();
    if role == "host" {
        let rules = GameName::Laoqi.rules(["quiet_limit=30"]).unwrap();
        let seats = vec![SeatPlan::Bot, SeatPlan::Open];
        let plan = RoomPlan { rules, clock: Clock::Unlimited, machine_seconds: 120, seats };
        table.apply(Command::Host { plan, start: Start::WhenFull });
        say("opens a room");
    }
    let mut version = 0;
    let mut last = String::new();
    let mut has_asked = false;
    loop {
        let Some(view) = table.newer(version, Duration::from_secs(3600)) else { continue };
        version = view.version;
        let seen = seen(&view.lobby);
        if seen != last {
            say(&seen);
            last = seen;
        }
        let joinable = view.lobby.rooms.iter().find(|room| is_joinable(room));
        if let ("join", false, Some(room)) = (role, has_asked, joinable) {
            has_asked = true;
            table.apply(Command::Join { address: room.address.clone(), guest: Guest::Machine });
        }
        if matches!(view.phase, PhaseView::Playing(_)) {
            say("plays");
        }
    }
}

fn is_joinable(room: &FoundRoom) -> bool {
    room.trouble.is_none() && !room.is_stale
}

fn seen(lobby: &Lobby) -> String {
    let room = |room: &FoundRoom| {
        let age = if room.is_stale { "stale" } else { "fresh" };
        let FoundRoom { host, free, address, .. } = room;
        format!("a {age} room of {} with {free} free seat at {address}", host.name)
    };
    let rooms: Vec<_> = lobby.rooms.iter().map(room).collect();
    if rooms.is_empty() { "sees nothing".to_owned() } else { format!("sees {}", rooms.join(", ")) }
}
