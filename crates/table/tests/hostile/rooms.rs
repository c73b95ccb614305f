//! Rooms, and those who say of them what they should not.

use std::collections::BTreeMap;

use game::Seat;
use protocol::{Agreement, Millis};

use super::*;

const NO_ROOM: Message = Message::Refused(1);

/// Opens a room of three seats, two of them for guests.
fn three(folder: &Path) -> (Table, String) {
    let table = open(folder);
    table.apply(Command::Host {
        plan: RoomPlan {
            rules: GameName::Laoqi.rules(["three"]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            seats: vec![SeatPlan::Me, SeatPlan::Open, SeatPlan::Open],
        },
        start: Start::WhenFull,
    });
    let address = wait_for(&table, |view| view.addresses.first().cloned());
    (table, address)
}

/// Something that is otherwise than it should be.
type Change<'a, T> = &'a dyn Fn(&mut T);

fn signer(seed: u8) -> SigningKey {
    SigningKey::from_seed([seed; 32])
}

fn ready(revision: u64, is_ready: bool) -> Message {
    Message::Ready { revision, is_ready }
}

#[test]
fn who_has_no_seat_says_nothing_of_the_room() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = three(folder.path());
    let mut guest = Stranger::new(20, &address);
    assert_eq!(guest.ask_as(&signer(21), [1; 32]), Message::Seated { missing: 1 }.frame());
    let room = guest.room();
    let mut stranger = Stranger::new(22, &address);
    for message in [ready(room.revision, true), ready(0, false), Message::Sit(2)] {
        assert_eq!(stranger.say(&message), NO_ROOM);
    }
    let mut false_room = room.clone();
    false_room.number += 1;
    for message in [Message::Left, Message::Room(Box::new(false_room)), Message::Closed] {
        assert_eq!(stranger.say(&message), Message::Noted);
    }
    assert_eq!(guest.room(), room);
    assert_eq!(state(&table), (None, true));
    // Nor is there anything to say where there is no room.
    table.apply(Command::Leave);
    wait_for(&table, |view| matches!(view.phase, PhaseView::Idle).then_some(()));
    assert_eq!(guest.say(&ready(room.revision, true)), NO_ROOM);
    assert_eq!(guest.say(&Message::Sit(2)), NO_ROOM);
    assert_eq!(guest.say(&Message::Left), Message::Noted);
}

#[test]
fn a_guest_agrees_to_the_present_room_and_sits_at_free_seats_only() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = three(folder.path());
    let mut guest = Stranger::new(23, &address);
    guest.ask_as(&signer(24), [1; 32]);
    let room = guest.room();
    assert_eq!((room.seat, room.ready, room.said.seats.len()), (1, 0b001, 3));
    for revision in [0, room.revision - 1, room.revision + 1, u64::MAX] {
        let Message::Room(now) = guest.say(&ready(revision, true)) else { panic!("a room") };
        assert_eq!(*now, room, "{revision}");
    }
    // Taken, his own, and none of this room.
    for seat in [0, 1, 3, 7] {
        let Message::Room(now) = guest.say(&Message::Sit(seat)) else { panic!("a room") };
        assert_eq!(*now, room, "{seat}");
    }
    for seat in [8, 200, 255] {
        assert_eq!(guest.say(&Message::Sit(seat)), Message::Noted);
    }
    let Message::Room(agreed) = guest.say(&ready(room.revision, true)) else { panic!("a room") };
    assert_eq!((agreed.ready, agreed.revision), (0b011, room.revision));
    assert!(agreed.number > room.number);
    let Message::Room(moved) = guest.say(&Message::Sit(2)) else { panic!("a room") };
    assert_eq!((moved.seat, moved.ready), (2, 0b001), "who moves agrees anew");
    assert!(moved.revision > agreed.revision);
    // A room that is told to its host is none.
    assert_eq!(guest.say(&Message::Room(moved.clone())), Message::Noted);
    let mut long = moved.as_ref().clone();
    long.said.seats = vec![(Plan::Open, None); 255];
    assert_eq!(guest.say(&Message::Room(Box::new(long))), Message::Noted);
    assert_eq!(guest.room(), *moved);
    assert_eq!(guest.say(&Message::Left), Message::Noted);
    assert_eq!(guest.say(&ready(moved.revision, true)), NO_ROOM);
    assert_eq!(state(&table), (None, true));
}

#[test]
fn a_flood_of_wishes_does_not_keep_others_out() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = three(folder.path());
    let mut flood = Stranger::new(25, &address);
    flood.ask_as(&signer(26), [1; 32]);
    for n in 0..300_u32 {
        let revision = flood.room().revision;
        flood.say(&ready(revision, n % 2 == 0));
        flood.say(&Message::Sit(if n % 2 == 0 { 2 } else { 1 }));
    }
    // Asking anew each time, as somebody else, is still one seat.
    for n in 0..50 {
        assert_eq!(flood.ask_as(&signer(26), [n; 32]), Message::Seated { missing: 1 }.frame());
    }
    let mut guest = Stranger::new(27, &address);
    assert_eq!(guest.ask_as(&signer(28), [99; 32]), Message::Seated { missing: 0 }.frame());
    let room = wait_for(&table, |view| match &view.phase {
        PhaseView::Hosting(room) => (room.free() == 0).then(|| room.clone()),
        _ => None,
    });
    assert_eq!(room.seats.iter().filter(|seat| seat.is_ready).count(), 1, "the host only");
    guest.agree();
    flood.agree();
    wait_for(&table, being_signed);
}

impl FalseHost {
    /// The room that becomes this contract, in which nobody has agreed to anything.
    fn room(&self, contract: &Contract, number: u64) -> Room {
        let terms = contract.terms();
        let plans = [Plan::Me, Plan::Open].into_iter();
        let seats = plans
            .zip(&terms.seats)
            .map(|(plan, player)| (plan, Some((player.name.to_string(), player.key.to_bytes()))));
        Room {
            number,
            revision: number,
            seat: 1,
            ready: 0,
            said: Said {
                game: (terms.game.clone(), terms.rules_version),
                rules: terms.rules.clone(),
                clock: terms.clock,
                machine_seconds: terms.machine_seconds,
                seats: seats.collect(),
            },
        }
    }

    /// Tells the guest, and waits until he has it.
    fn tell(&mut self, room: &Room) {
        self.answer_to(Message::Room(Box::new(room.clone())).frame());
    }

    /// What the guest answers.
    fn answer_to(&mut self, frame: Vec<u8>) -> Vec<u8> {
        let (peer, ..) = self.guest.unwrap();
        self.net.request(peer, 77, frame).unwrap();
        loop {
            match self.events.recv_timeout(PATIENCE).unwrap().expect("an answer") {
                Event::Response { tag: 77, bytes, .. } => return bytes,
                Event::Inbound { id, .. } => {
                    self.net.respond(id, Message::Noted.frame()).unwrap();
                }
                _ => {}
            }
        }
    }

    /// Waits until the guest says this of the room.
    fn hears(&mut self, wanted: &Message) {
        while self.next() != *wanted {}
    }
}

/// A table that sits in the room of a false host and agrees to nothing yet.
fn agreeing_guest(host: &mut FalseHost, folder: &Path) -> Table {
    let table = open(folder);
    table.apply(Command::Join { address: host.address.clone(), guest: Guest::Agreeing });
    assert!(matches!(host.next(), Message::Ask { .. }));
    table
}

/// Whether the guest has agreed to the room that he is shown; none: he is shown none.
fn agrees(view: &TableView) -> Option<bool> {
    match &view.phase {
        PhaseView::Asking { room: Some(room), .. } => room.seats.get(1).map(|seat| seat.is_ready),
        _ => None,
    }
}

/// A contract like this one but for a change.
fn but(contract: &Contract, change: impl Fn(&mut Terms)) -> Contract {
    let mut terms = contract.terms().clone();
    change(&mut terms);
    Contract::new(terms).unwrap()
}

fn other_rules(terms: &mut Terms) {
    let rules = GameName::Laoqi.rules(["quiet_limit=30"]).unwrap();
    terms.rules = Any::write_rules(&rules);
    terms.rules_digest = rules_digest::<Any>(&rules);
}

#[test]
fn a_contract_that_says_what_the_room_said_is_signed_and_any_other_is_shown() {
    let name = |terms: &mut Terms| terms.seats[0].name = Name::new("别人").unwrap();
    let key = |terms: &mut Terms| terms.seats[0].key = SigningKey::from_seed([77; 32]).public();
    let changes: [(&str, Change<'_, Terms>); 6] = [
        ("nothing", &|_| {}),
        ("name", &name),
        ("key", &key),
        ("clock", &|terms| terms.clock = Clock::Each { seconds: 599 }),
        ("machine", &|terms| terms.machine_seconds = 60),
        ("rules", &other_rules),
    ];
    for (what, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        let mut host = FalseHost::new();
        let table = agreeing_guest(&mut host, folder.path());
        let agreed = host.contract(600, 1);
        host.tell(&host.room(&agreed, 5));
        assert!(!wait_for(&table, agrees));
        table.apply(Command::Ready(true));
        host.hears(&ready(5, true));
        let contract = but(&agreed, change);
        host.offer(&contract);
        let id = contract.id().to_string();
        if what == "nothing" {
            assert_eq!(wait_for(&table, being_signed), id);
            continue;
        }
        assert_eq!(wait_for(&table, reviewed), id, "{what}");
        let matches = std::fs::read_dir(folder.path().join("matches")).unwrap();
        assert_eq!(matches.count(), 0, "{what}: nothing was signed");
    }
}

#[test]
fn who_no_longer_agrees_signs_nothing_unread() {
    type Turn = fn(&mut FalseHost, &Table, &Room);
    let unready: Turn = |host, table, _| {
        table.apply(Command::Ready(false));
        host.hears(&ready(5, false));
    };
    let revised: Turn = |host, _, room| host.tell(&Room { number: 6, revision: 6, ..room.clone() });
    // The number of the revision is the same, but not the room.
    let changed: Turn = |host, _, room| {
        let mut other = Room { number: 6, ..room.clone() };
        other.said.clock = Clock::Unlimited;
        host.tell(&other);
        host.tell(&Room { number: 7, ..room.clone() });
    };
    for turn in [unready, revised, changed] {
        let folder = tempfile::tempdir().unwrap();
        let mut host = FalseHost::new();
        let table = agreeing_guest(&mut host, folder.path());
        let contract = host.contract(600, 1);
        let room = host.room(&contract, 5);
        host.tell(&room);
        wait_for(&table, agrees);
        table.apply(Command::Ready(true));
        host.hears(&ready(5, true));
        turn(&mut host, &table, &room);
        wait_for(&table, |view| agrees(view).filter(|agrees| !agrees));
        host.offer(&contract);
        assert_eq!(wait_for(&table, reviewed), contract.id().to_string());
    }
}

#[test]
fn a_room_that_was_not_looked_at_is_not_agreed_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = agreeing_guest(&mut host, folder.path());
    let contract = host.contract(600, 1);
    let room = host.room(&contract, 5);
    host.tell(&room);
    wait_for(&table, agrees);
    let mut other = Room { number: 6, revision: 6, ..room };
    other.said.clock = Clock::Each { seconds: 1 };
    host.tell(&other);
    // Nobody has looked since: this is said of the room before.
    table.apply(Command::Ready(true));
    table.apply(Command::Sit(game::Seat::of(0)));
    // That the second is refused says that the first has been carried out.
    let is_over = |view: &TableView| agrees(view).filter(|_| !view.problems.is_empty());
    assert!(!wait_for(&table, is_over));
    table.apply(Command::Ready(true));
    host.hears(&ready(6, true));
}

#[test]
fn rooms_that_are_none_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = agreeing_guest(&mut host, folder.path());
    let contract = host.contract(600, 1);
    let good = host.room(&contract, 5);
    let changes: [Change<'_, Room>; 14] = [
        &|room| room.seat = 0,
        &|room| room.seat = 2,
        &|room| room.seat = 200,
        &|room| room.said.seats = vec![(Plan::Open, None); 255],
        &|room| room.said.seats.truncate(1),
        &|room| room.said.seats.push((Plan::Open, None)),
        &|room| room.said.seats[0].1 = None,
        &|room| room.said.seats[1] = (Plan::Open, None),
        &|room| room.said.seats[1].0 = Plan::Bot,
        &|room| room.said.seats[0].1 = Some(("a\u{1b}[2Jb".into(), signer(8).public().to_bytes())),
        &|room| room.said.clock = Clock::Each { seconds: 0 },
        &|room| room.said.machine_seconds = 0,
        &|room| room.said.rules = vec![0xff; 4096],
        &|room| room.said.game = ("chess".into(), 1),
    ];
    for change in changes {
        let mut bad = good.clone();
        change(&mut bad);
        host.tell(&bad);
        let view = table.newer(0, PATIENCE).unwrap();
        assert!(matches!(view.phase, PhaseView::Asking { room: None, .. }), "{bad:?}");
    }
    host.tell(&good);
    wait_for(&table, agrees);
    // What was sent earlier and comes later is not taken, nor what comes from somebody else.
    let mut older = Room { number: 4, revision: 9, ..good.clone() };
    older.said.clock = Clock::Unlimited;
    host.tell(&older);
    let own = wait_for(&table, |view| view.addresses.first().cloned());
    let mut stranger = Stranger::new(29, &own);
    older.number = 9;
    assert_eq!(stranger.say(&Message::Room(Box::new(older))), Message::Noted);
    let clock = |view: &TableView| match &view.phase {
        PhaseView::Asking { room: Some(room), .. } => Some(room.clock),
        _ => None,
    };
    assert_eq!(wait_for(&table, clock), Clock::Each { seconds: 600 });
}

#[test]
fn rooms_without_end_keep_nobody_busy() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = open(folder.path());
    table.apply(Command::Join { address: host.address.clone(), guest: Guest::Reviewing });
    assert!(matches!(host.next(), Message::Ask { .. }));
    let contract = host.contract(600, 1);
    let start = Instant::now();
    for number in 1..=500 {
        host.tell(&host.room(&contract, number));
    }
    let tenths = u32::try_from(start.elapsed().as_millis() / 100).unwrap();
    // The last one is agreed to; of the others only as many as time allows.
    let mut said = 0;
    loop {
        match host.next() {
            Message::Ready { revision: 500, .. } => break,
            _ => said += 1,
        }
    }
    assert!(said <= tenths + 1, "{said} in {tenths} tenths of a second");
    host.offer(&contract);
    assert_eq!(wait_for(&table, reviewed), contract.id().to_string());
}

#[test]
fn who_knows_a_key_but_does_not_have_it_keeps_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = three(folder.path());
    let mut thief = Stranger::new(30, &address);
    let mut guest = Stranger::new(32, &address);
    let key = signer(31);
    // The right signature, but of another program.
    for proof in [Signature([0; 64]), guest.proof(&key), thief.proof(&signer(30))] {
        assert_eq!(thief.ask_with(&key.public(), proof, [1; 32]), Message::Noted.frame());
    }
    assert_eq!(guest.ask_as(&signer(31), [2; 32]), Message::Seated { missing: 1 }.frame());
    assert_eq!(state(&table), (None, true));
}

#[test]
fn a_reason_that_cannot_be_printed_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = agreeing_guest(&mut host, folder.path());
    let (guest, ..) = host.guest.unwrap();
    for game in ["a\u{1b}[2J", "\u{202e}oqioal", "a\nb", "", &"a".repeat(1000), "chess"] {
        // Refused { Rules { game, version: 9 } }.
        let mut frame = vec![1, 2, 3];
        to_bytes(&(game, 9_u16), &mut frame);
        host.net.request(guest, 5, frame).unwrap();
    }
    let problems = |view: &TableView| (!view.problems.is_empty()).then(|| view.problems.clone());
    let problem = wait_for(&table, problems).remove(0).1;
    let needed = GameVersion { game: "chess".into(), version: 9 };
    assert_eq!(problem, Problem::Refused(Refusal::Rules(needed)));
}

#[test]
fn the_host_sends_nobody_to_a_name_of_his_choice() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = agreeing_guest(&mut host, folder.path());
    let contract = host.contract(600, 1);
    let (guest, ..) = host.guest.unwrap();
    let at = |place: &str| place.to_owned();
    let places = [at("/dns/intranet.example/tcp/80"), at("/ip4/127.0.0.1/tcp/9")].to_vec();
    let places = vec![(PeerBytes(host.net.peer().to_bytes()), places)];
    let terms = Message::Terms { contract: contract.bytes().to_vec(), places };
    host.net.request(guest, 1, terms.frame()).unwrap();
    let id = wait_for(&table, reviewed);
    table.apply(Command::Accept { id: id.clone() });
    wait_for(&table, being_signed);
    let places = std::fs::read_to_string(folder.path().join("matches").join(id).join("places"));
    let places = places.unwrap();
    // The host is on this machine itself.
    assert!(places.contains("/ip4/127.0.0.1/tcp/9/"), "{places}");
    assert!(!places.contains("intranet"), "{places}");
}

#[test]
fn who_has_begun_does_not_decline_the_contract_that_he_is_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = guest_of(&mut host, folder.path());
    let contract = host.contract(600, 1);
    host.offer(&contract);
    let id = wait_for(&table, reviewed);
    table.apply(Command::Accept { id });
    wait_for(&table, being_signed);
    let keys = BTreeMap::from([(Seat::of(0), signer(8))]);
    let own = PeerBytes(host.net.peer().to_bytes());
    let signed = Agreement::sign(&contract, &keys);
    let mut agreement = Agreement::new(contract.clone(), &own, signed);
    let (guest, ..) = host.guest.unwrap();
    agreement.connected(&PeerBytes(guest.to_bytes()), true);
    for (_, packet) in agreement.deliver(Millis(0)) {
        host.answer_to([&[2], packet.as_slice()].concat());
    }
    let plays = |view: &TableView| matches!(view.phase, PhaseView::Playing(_)).then_some(());
    wait_for(&table, plays);
    // His signature has not come through, so the host sends him the contract once more.
    let terms = Message::Terms { contract: contract.bytes().to_vec(), places: Vec::new() };
    assert_eq!(host.answer_to(terms.frame()), Message::Noted.frame());
    wait_for(&table, plays);
}
