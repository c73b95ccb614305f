//! A room meets programs of other versions, garbage, and names that it must not print.

#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use catalog::GameName;
use game::canon::to_bytes;
use net::{Address, Config, Event, EventReceiver, Identity, Net, PeerId};
use serde::Serialize;
use table::{
    Clock, Command, GameVersion, Name, PhaseView, Problem, Refusal, RoomPlan, SeatPlan, Settings,
    Table,
};

const PATIENCE: Duration = Duration::from_secs(60);

/// The room messages as another program would write them: the same bytes, other types.
#[derive(Serialize)]
enum Message {
    Ask {
        protocol: u16,
        games: Vec<(String, u16)>,
        name: String,
        key: [u8; 32],
        nonce: [u8; 32],
        port: u16,
    },
}

struct Stranger {
    net: Net,
    events: EventReceiver,
    host: PeerId,
    tag: u64,
}

impl Stranger {
    fn new(seed: u8, address: &str) -> Self {
        let (net, events) = Net::start(Identity::from_seed([seed; 32]), Config::default()).unwrap();
        let address: Address = address.parse().unwrap();
        let host = address.peer().unwrap();
        net.dial(address).unwrap();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match events.recv_timeout(PATIENCE).unwrap() {
                Some(Event::Dialled { .. }) => return Self { net, events, host, tag: 0 },
                Some(Event::DialFailed { reason, .. }) => panic!("{reason}"),
                _ => {}
            }
        }
        panic!("not connected");
    }

    fn request(&mut self, frame: Vec<u8>) -> Vec<u8> {
        self.tag += 1;
        self.net.request(self.host, self.tag, frame).unwrap();
        loop {
            match self.events.recv_timeout(PATIENCE).unwrap() {
                Some(Event::Response { tag, bytes, .. }) if tag == self.tag => return bytes,
                Some(Event::Failed { reason, .. }) => panic!("{reason}"),
                Some(_) => {}
                None => panic!("no answer"),
            }
        }
    }

    fn ask(&mut self, protocol: u16, games: Vec<(String, u16)>, name: &str) -> Vec<u8> {
        let key = crypto::SigningKey::from_seed([9; 32]).public().to_bytes();
        let ask = Message::Ask { protocol, games, name: name.into(), key, nonce: [7; 32], port: 0 };
        let mut frame = vec![1];
        to_bytes(&ask, &mut frame);
        self.request(frame)
    }
}

fn room(folder: &std::path::Path) -> (Table, String) {
    let table = Table::open(&Settings {
        profile: folder.to_owned(),
        name: Some(Name::new("房主").unwrap()),
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        pace: Duration::ZERO,
        crash: None,
    })
    .unwrap();
    table.apply(Command::Host(RoomPlan {
        rules: GameName::Laoqi.rules([]).unwrap(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: vec![SeatPlan::Bot, SeatPlan::Open],
    }));
    let mut version = 0;
    loop {
        let view = table.newer(version, PATIENCE).expect("a view with an address");
        version = view.version;
        if let Some(address) = view.addresses.first() {
            return (table, address.clone());
        }
    }
}

/// The latest problem and whether the room still waits.
fn state(table: &Table) -> (Option<Problem>, bool) {
    let view = table.newer(0, PATIENCE).unwrap();
    let waits = matches!(view.phase, PhaseView::Hosting { .. });
    (view.problems.last().map(|(_, problem)| problem.clone()), waits)
}

#[test]
fn attack_47_other_versions_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = room(folder.path());
    let mut stranger = Stranger::new(1, &address);
    let laoqi = GameName::Laoqi;
    let ours = vec![(laoqi.id().to_owned(), laoqi.version())];

    // Refused { Protocol { host: 1 } }: tags 2 and 2, then the version.
    assert_eq!(stranger.ask(2, ours.clone(), "客"), [1, 2, 2, 1]);
    let (problem, waits) = state(&table);
    let reason = Refusal::Protocol { host: 1 };
    assert_eq!(problem, Some(Problem::Unseated { name: "客".into(), reason }));
    assert!(waits);

    let older = vec![(laoqi.id().to_owned(), laoqi.version() - 1)];
    let answer = stranger.ask(1, older, "客");
    assert_eq!(answer[..3], [1, 2, 3]);
    let (problem, waits) = state(&table);
    let needed = GameVersion { game: laoqi.id().into(), version: laoqi.version() };
    assert_eq!(problem.unwrap().missing_rules(), Some(&needed));
    assert!(waits);
}

#[test]
fn attack_24_42_garbage_and_hostile_names_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = room(folder.path());
    let mut stranger = Stranger::new(2, &address);
    let laoqi = vec![(GameName::Laoqi.id().to_owned(), GameName::Laoqi.version())];
    let noted = vec![1, 4];
    for name in ["a\u{1b}[2Jb", "", "a\u{202e}b", "a\nb"] {
        assert_eq!(stranger.ask(1, laoqi.clone(), name), noted, "{name:?}");
    }
    let mut seed = 7_u64;
    for length in 0..200 {
        let garbage: Vec<u8> = (0..length)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 56) as u8
            })
            .collect();
        for first in [0, 1, 2, 255] {
            let frame = [&[first], garbage.as_slice()].concat();
            assert_eq!(stranger.request(frame), noted);
        }
    }
    assert_eq!(stranger.request(Vec::new()), noted);
    assert_eq!(state(&table), (None, true));
}
