//! Who is invited finds the room, and is told why not.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;

use crypto::labels;
use data_encoding::BASE32_NOPAD_NOCASE;
use game::Digest;
use table::{DialFailure, GameVersion, InvitationError, Refusal, Tried, Way};

use super::rooms::{address, idle, problem, room, wait_room};
use super::*;

/// Where the port of the first address begins: behind the protocol, the peer's key, the number of
/// addresses, and an IPv4 address.
const PORT: usize = 1 + 33 + 1 + 5;
/// Before the end: the room's number, and the date.
const ROOM: usize = 8 + 5;

fn link(host: &Table) -> String {
    wait_for(host, "a link", |view| view.invitation.clone())
}

/// A link of which something was changed by who knows how links are made.
fn forged(link: &str, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let bytes = BASE32_NOPAD_NOCASE.decode(link.split_at(10).1.as_bytes()).unwrap();
    let mut payload = bytes.get(3..bytes.len() - 4).unwrap().to_vec();
    change(&mut payload);
    let length = u16::try_from(payload.len()).unwrap().to_le_bytes();
    let said = [&[1][..], &length, &payload].concat();
    let check = Digest::of(labels::LINK, &[b"j", &said[..]].concat()).0;
    let bytes = [&said[..], &check[..4]].concat();
    format!("qiyue://j/{}", BASE32_NOPAD_NOCASE.encode(&bytes))
}

fn come(guest: &Table, link: &str, how: Guest) {
    guest.apply(Command::Join { address: link.to_owned(), guest: how });
}

fn two(start: Start) -> Command {
    Command::Host { plan: plan(&[], &[SeatPlan::Me, SeatPlan::Open]), start }
}

#[test]
fn who_agrees_to_his_invitation_plays_without_another_word() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    host.apply(two(Start::WhenReady));
    let text = format!("来下劳棋！\n> {}\n（复制整条，打开程序）", link(&host));
    come(&guest, &text, Guest::Invited);
    let seen = wait_room(&host, &["甲", "乙"], &[false, true]);
    let ways = |room: &table::RoomView| {
        let way = |seat: &table::RoomSeat| seat.link.as_ref().map(|link| link.way.clone());
        room.seats.iter().map(way).collect::<Vec<_>>()
    };
    assert_eq!(ways(&seen), [Some(Way::Here), Some(Way::Lan)]);
    wait_for(&host, "no link: the room is full", |view| view.invitation.is_none().then_some(()));
    let asking = |view: &TableView| match &view.phase {
        PhaseView::Asking { room: Some(room), link: Some(link), invitation: Some(it), .. } => {
            Some((room.clone(), link.clone(), it.clone()))
        }
        _ => None,
    };
    let (room, way, invitation) = wait_for(&guest, "the room", asking);
    assert_eq!(ways(&room), [Some(Way::Lan), Some(Way::Here)]);
    assert_eq!((way.way, way.tries.last().unwrap().outcome), (Way::Lan, Tried::Connected));
    assert_eq!((invitation.host.as_str(), invitation.trouble()), ("甲", None));
    host.apply(Command::Ready(true));
    for (table, own) in [(&host, 0), (&guest, 1)] {
        let game = wait_for(table, "the match", playing);
        let ways: Vec<_> = game.links.iter().map(|link| link.way.clone()).collect();
        assert_eq!((&ways[own], &ways[1 - own]), (&Way::Here, &Way::Lan));
    }
}

#[test]
fn what_the_invitation_did_not_say_is_not_agreed_to() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    host.apply(two(Start::WhenReady));
    let old = link(&host);
    let mut plan = plan(&[], &[SeatPlan::Me, SeatPlan::Open]);
    plan.machine_seconds = 60;
    host.apply(Command::Change(plan));
    let is_new = |view: &TableView| view.invitation.clone().filter(|link| *link != old);
    let new = wait_for(&host, "another link", is_new);
    come(&guest, &old, Guest::Invited);
    wait_room(&host, &["甲", "乙"], &[false, false]);
    wait_room(&guest, &["甲", "乙"], &[false, false]);
    guest.apply(Command::Ready(true));
    wait_room(&host, &["甲", "乙"], &[false, true]);
    guest.apply(Command::Leave);
    wait_room(&host, &["甲", ""], &[false, false]);
    wait_for(&guest, "to be gone", idle);
    come(&guest, &new, Guest::Invited);
    wait_room(&host, &["甲", "乙"], &[false, true]);
    // He thinks better of it: from now on his word counts.
    wait_room(&guest, &["甲", "乙"], &[false, true]);
    guest.apply(Command::Ready(false));
    wait_room(&host, &["甲", "乙"], &[false, false]);
    host.apply(Command::Sit(Seat::of(1)));
    wait_room(&guest, &["乙", "甲"], &[false, false]);
    // An invitation says nothing to who would rather look first.
    guest.apply(Command::Leave);
    wait_for(&guest, "to be gone", idle);
    come(&guest, &new, Guest::Agreeing);
    wait_room(&guest, &["乙", "甲"], &[false, false]);
    wait_room(&host, &["乙", "甲"], &[false, false]);
}

#[test]
fn an_invitation_that_leads_nowhere_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let tables = ["甲", "乙", "丙"].map(|name| table(folder.path(), name));
    let [host, second, third] = &tables;
    host.apply(two(Start::WhenReady));
    let old = link(host);
    let refused = |text: &str, why: Problem| {
        come(third, text, Guest::Invited);
        problem(third, &why);
        wait_for(third, "an idle table", idle);
    };
    // What this program cannot play, or is not for it, is known before anybody is dialled.
    let protocol = forged(&old, |bytes| bytes[0] = 9);
    refused(&protocol, Problem::Refused(Refusal::Protocol { host: 9 }));
    let newer = GameVersion { game: "laoqi".into(), version: 99 };
    let rules = forged(&old, |bytes| {
        let at = bytes.windows(6).position(|it| it == b"\x05laoqi").unwrap() + 6;
        bytes[at] = 99;
    });
    refused(&rules, Problem::Refused(Refusal::Rules(newer)));
    let late = forged(&old, |bytes| {
        let at = bytes.len() - 5;
        bytes[at..].copy_from_slice(b"\xff\xff\xff\xff\x01");
    });
    let expired = InvitationError::Expired { until: 0x1fff_ffff };
    refused(&late, Problem::Invitation(expired));
    refused(&old[..60], Problem::Invitation(InvitationError::Typo));
    refused(&old.replace("//j", "//r"), Problem::Invitation(InvitationError::Kind));
    let garbage = forged(&old, |bytes| bytes.truncate(40));
    refused(&garbage, Problem::Invitation(InvitationError::Malformed));

    come(second, &old, Guest::Invited);
    wait_room(host, &["甲", "乙"], &[false, true]);
    refused(&old, Problem::Refused(Refusal::Full));
    let other = forged(&old, |bytes| {
        let at = bytes.len() - ROOM;
        bytes[at] ^= 1;
    });
    refused(&other, Problem::Refused(Refusal::Expired));
    host.apply(Command::Leave);
    wait_for(second, "to be gone", idle);
    wait_for(host, "to be gone", idle);
    refused(&old, Problem::Refused(Refusal::NoRoom));
    // Another room of the same host is not the one that he was invited to.
    host.apply(two(Start::WhenReady));
    assert_ne!(link(host), old);
    come(second, &old, Guest::Invited);
    problem(second, &Problem::Refused(Refusal::Expired));
    // Nor is anybody invited into his own room.
    let own = link(host);
    host.apply(Command::Leave);
    wait_for(host, "to be gone", idle);
    come(host, &own, Guest::Invited);
    let address = address(host);
    problem(host, &Problem::Dial { address, reason: DialFailure::Myself });
    wait_for(host, "an idle table", idle);
}

/// Passes on what comes to a port, from now on.
fn forward(listener: TcpListener, to: SocketAddr) {
    let copy = |mut from: TcpStream, mut to: TcpStream| {
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                if to.write_all(bytes.get(..count).unwrap()).is_err() {
                    break;
                }
            }
            let _ = to.shutdown(Shutdown::Both);
        })
    };
    thread::spawn(move || {
        while let Ok((near, _)) = listener.accept() {
            let Ok(far) = TcpStream::connect(to) else { continue };
            copy(near.try_clone().unwrap(), far.try_clone().unwrap());
            copy(far, near);
        }
    });
}

#[test]
fn who_waits_for_an_absent_host_is_told_once_and_gets_in_when_he_comes() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    host.apply(two(Start::WhenFull));
    let to: net::Address = address(&host).parse().unwrap();
    // A port at which nobody is yet.
    let way = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let away = forged(&link(&host), |bytes| {
        let old = bytes[PORT..].iter().position(|byte| *byte < 0x80).unwrap() + 1;
        let mut port = Vec::new();
        game::canon::to_bytes(&way.port(), &mut port);
        bytes.splice(PORT..PORT + old, port);
    });
    come(&guest, &away, Guest::Invited);
    let told = |view: &TableView| view.problems.first().map(|(_, problem)| problem.clone());
    let told = wait_for(&guest, "a reason", told);
    assert!(matches!(told, Problem::Dial { reason: DialFailure::Refused, .. }), "{told:?}");
    let looking = |view: &TableView| match &view.phase {
        PhaseView::Asking { link: Some(link), room: None, .. } => {
            let failed = Tried::Failed(DialFailure::Refused);
            let tried = link.tries.iter().find(|it| it.outcome == failed)?;
            Some((link.way.clone(), tried.at))
        }
        _ => None,
    };
    let (way_now, at) = wait_for(&guest, "what was tried", looking);
    assert!(matches!(way_now, Way::Reconnecting { .. }), "{way_now:?}");
    // It is tried again and again, and the player hears no more of it.
    let again = |view: &TableView| looking(view).filter(|(_, later)| *later > at);
    wait_for(&guest, "another attempt", again);
    forward(TcpListener::bind(way).unwrap(), to.socket().unwrap());
    wait_for(&guest, "the match", playing);
    let problems = wait_for(&guest, "the problems", |view| Some(view.problems.len()));
    assert_eq!(problems, 1);
    assert_eq!(room(&host.newer(0, PATIENCE).unwrap()), None);
}

#[test]
fn what_a_relay_wants_to_be_shown_is_known_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    host.apply(two(Start::WhenFull));
    come(&guest, &link(&host), Guest::Invited);
    let game = wait_for(&guest, "the match", playing);
    drop(guest);
    let places = game.record.with_file_name("places");
    let relay = net::Identity::from_seed([9; 32]).peer();
    // Nothing is there.
    let line = format!("reached through: /ip4/127.0.0.1/tcp/1/p2p/{relay} {}", "07".repeat(16));
    let before = std::fs::read_to_string(&places).unwrap();
    std::fs::write(&places, format!("{before}{line}\n")).unwrap();
    let guest = table(folder.path(), "乙");
    guest.apply(Command::Resume { id: String::new(), bot: false, at: None });
    let settled = |view: &TableView| playing(view).filter(|game| game.is_settled);
    wait_for(&guest, "the other player", settled);
    drop(guest);
    // It was written anew.
    let after = std::fs::read_to_string(&places).unwrap();
    let relays: Vec<_> = after.lines().filter(|it| it.starts_with("reached")).collect();
    assert_eq!(relays, [line]);
    assert!(after.lines().nth(2) == relays.first().copied(), "{after}");
    let record = std::fs::read(&game.record).unwrap();
    assert!(!record.windows(16).any(|bytes| bytes == [7; 16]));
}
