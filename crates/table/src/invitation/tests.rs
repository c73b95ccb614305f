use std::net::SocketAddr;

use catalog::GameName;
use game::Game as _;
use game::canon::to_bytes;
use net::{Identity, Token};

use super::*;
use crate::hosting::own_games;

const UNTIL: u64 = 1_800_000_000;

fn peer(seed: u8) -> PeerId {
    Identity::from_seed([seed; 32]).peer()
}

fn at(text: &str) -> Address {
    text.parse().unwrap()
}

fn relay(text: &str) -> RelayAccess {
    RelayAccess::new(at(text).with_peer(peer(9)), Some(Token([7; 16]))).unwrap()
}

pub(crate) fn usual() -> Invitation {
    let rules = GameName::Laoqi.rules([]).unwrap();
    Invitation {
        protocol: PROTOCOL,
        peer: peer(1),
        addresses: vec![at("203.0.113.5:4001"), at("192.168.1.5:4001")],
        relay: Some(relay("/ip4/198.51.100.7/tcp/4600")),
        relay_name: Some("老王的中继".into()),
        host: Name::new("青山白鹤").unwrap(),
        game: own_games()[0].clone(),
        rules_bytes: catalog::Any::write_rules(&rules),
        digest: payload::digest(&rules),
        rules: Some(rules),
        clock: Clock::Each { seconds: 60 },
        machine_seconds: 120,
        room: [5; 8],
        until: UNTIL,
    }
}

fn found(it: &Invitation) -> Result<Invitation, InvitationError> {
    Invitation::find_at(&it.link().unwrap(), UNTIL)
}

#[test]
fn the_bytes_of_a_link_are_what_they_were() {
    let link = usual().link().unwrap();
    assert!(link.len() < 350, "{} characters", link.len());
    assert_eq!(link, include_str!("golden.txt").trim());
}

#[test]
fn invitations_come_out_as_they_went_in() {
    let named = |text: &str| Invitation { relay: Some(relay(text)), ..usual() };
    let v6: SocketAddr = "[2001:db8::1]:9".parse().unwrap();
    for it in [
        usual(),
        named("/dns/relay.example.org/tcp/4600"),
        named("/dns6/relay/tcp/1"),
        named("/ip6/2001:db8::1/tcp/1"),
        Invitation { addresses: Vec::new(), ..usual() },
        Invitation { addresses: vec![v6.into()], relay: None, relay_name: None, ..usual() },
        Invitation { addresses: vec![at("127.0.0.1:9")], relay_name: None, ..usual() },
        Invitation { clock: Clock::Unlimited, protocol: PROTOCOL + 1, ..usual() },
    ] {
        assert_eq!(found(&it).as_ref(), Ok(&it));
    }
    let text = format!("来下棋吧！\n> {} （复制整条）", usual().link().unwrap());
    assert_eq!(Invitation::find_at(&text, UNTIL), Ok(usual()));
    let places: Vec<_> = usual().places().iter().map(Address::to_string).collect();
    assert_eq!(places.len(), 3);
    assert!(places.iter().all(|place| place.ends_with(&peer(1).to_string())), "{places:?}");
    assert!(places[2].contains("p2p-circuit"));
}

#[test]
fn a_link_counts_until_its_hour_and_a_little_longer() {
    let link = usual().link().unwrap();
    for now in [0, UNTIL, UNTIL + SLACK_SECONDS] {
        assert!(Invitation::find_at(&link, now).is_ok(), "{now}");
    }
    let expired = Err(InvitationError::Expired { until: UNTIL });
    assert_eq!(Invitation::find_at(&link, UNTIL + SLACK_SECONDS + 1), expired);
    assert_eq!(Invitation::find_at(&link, u64::MAX), expired);
}

#[test]
fn what_this_program_cannot_play_is_told() {
    assert_eq!(found(&usual()).unwrap().trouble(), None);
    let newer = Invitation { protocol: PROTOCOL + 1, ..usual() };
    let trouble = RoomTrouble::Protocol { theirs: PROTOCOL + 1, ours: PROTOCOL };
    assert_eq!(found(&newer).unwrap().trouble(), Some(trouble));
    let chess = GameVersion { game: "chess".into(), version: 9 };
    let unknown = Invitation { game: chess.clone(), rules_bytes: vec![1, 2], ..usual() };
    assert_eq!(found(&unknown).unwrap().trouble(), Some(RoomTrouble::Rules(chess)));
    // The same name, and another table of what may happen.
    let other = Invitation { digest: [0; 8], ..usual() };
    let trouble = found(&other).unwrap().trouble();
    assert_eq!(trouble, Some(RoomTrouble::Rules(usual().game)));
}

#[test]
fn what_no_honest_program_writes_is_refused() {
    let game = |game: &str| GameVersion { game: game.into(), version: 1 };
    let own = RelayAccess::new(at("9.9.9.9:9").with_peer(peer(1)), None);
    let many = (1..=5).map(|host| at(&format!("10.0.0.{host}:9"))).collect();
    let with = |places: &[&str]| places.iter().map(|place| at(place)).collect::<Vec<_>>();
    for it in [
        Invitation { addresses: Vec::new(), relay: None, relay_name: None, ..usual() },
        Invitation { addresses: many, ..usual() },
        Invitation { addresses: with(&["10.0.0.1:9", "10.0.0.1:9"]), ..usual() },
        Invitation { addresses: with(&["10.0.0.1:0"]), ..usual() },
        Invitation { addresses: with(&["0.0.0.0:9"]), ..usual() },
        Invitation { addresses: with(&["224.0.0.1:9"]), ..usual() },
        Invitation { addresses: with(&["[ff02::1]:9"]), ..usual() },
        Invitation { addresses: with(&["127.0.0.1:9", "10.0.0.1:9"]), ..usual() },
        Invitation { relay: own, ..usual() },
        Invitation { relay: Some(relay("9.9.9.9:0")), ..usual() },
        Invitation { relay: Some(relay("/dns/relay/tcp/0")), ..usual() },
        Invitation { relay_name: Some("\u{1b}[2J".into()), ..usual() },
        Invitation { relay_name: Some("a\u{202e}b".into()), ..usual() },
        Invitation { relay_name: Some(String::new()), ..usual() },
        Invitation { relay_name: Some("a".repeat(49)), ..usual() },
        Invitation { game: game("\u{1b}[2J"), ..usual() },
        Invitation { game: game(""), ..usual() },
        Invitation { game: game(&"a".repeat(17)), ..usual() },
        Invitation { rules_bytes: vec![0xff; 40], ..usual() },
        Invitation { clock: Clock::Each { seconds: 0 }, ..usual() },
        Invitation { clock: Clock::Each { seconds: u32::MAX }, ..usual() },
        Invitation { machine_seconds: 0, ..usual() },
        Invitation { machine_seconds: u32::MAX, ..usual() },
        Invitation { until: 0, ..usual() },
        Invitation { until: u64::MAX, ..usual() },
    ] {
        assert_eq!(found(&it), Err(InvitationError::Malformed), "{it:?}");
    }
    let long = Invitation { game: game("chess"), rules_bytes: vec![0; 4000], ..usual() };
    assert_eq!(long.link(), None);
}

#[test]
fn bytes_that_are_none_of_ours_end_in_an_error() {
    let payload = payload::write(&usual());
    assert!(payload::read(&payload).is_some());
    for cut in 0..payload.len() {
        assert_eq!(payload::read(&payload[..cut]), None, "{cut}");
    }
    assert_eq!(payload::read(&[&payload[..], &[0]].concat()), None);
    // Every byte as any other: whatever is still read is written so.
    for at in 0..payload.len() {
        for byte in 0..=255 {
            let mut other = payload.clone();
            other[at] = byte;
            if let Some(it) = payload::read(&other) {
                assert_eq!(payload::write(&it), other, "{at} {byte}");
            }
        }
    }
    // A name that steers a terminal.
    let mut name = Vec::new();
    to_bytes(&Name::new("青山白鹤").unwrap(), &mut name);
    let at = payload.windows(name.len()).position(|bytes| bytes == name).unwrap();
    let hostile = [&payload[..at], b"\x04\x1b[2J", &payload[at + name.len()..]].concat();
    assert_eq!(payload::read(&hostile), None);
}
