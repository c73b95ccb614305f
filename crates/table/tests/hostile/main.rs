//! A room meets programs of other versions, garbage, and names that it must not print.

#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod rooms;
mod talk;
mod watching;

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::{Duration, Instant};

use catalog::{Any, GameName};
use crypto::{PublicKey, Signature, SigningKey, labels};
use game::canon::{from_bytes, to_bytes};
use game::{Game as _, rules_digest};
use net::{Address, Config, Event, EventReceiver, Identity, Net, PeerId};
use record::{Contract, PeerBytes, Player, Terms};
use serde::{Deserialize, Serialize};
use table::{
    Clock, Command, GameVersion, Guest, Name, PhaseView, Problem, Refusal, RoomPlan, SeatPlan,
    Settings, Start, Table, TableView,
};

const PATIENCE: Duration = Duration::from_secs(60);

/// The room messages as another program would write them: the same bytes, other types.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Message {
    Ask {
        protocol: u16,
        games: Vec<(String, u16)>,
        name: String,
        key: [u8; 32],
        nonce: [u8; 32],
        port: u16,
        proof: Signature,
        room: Option<[u8; 8]>,
    },
    Seated {
        missing: u8,
    },
    Refused(u8),
    Terms {
        contract: Vec<u8>,
        places: Vec<(PeerBytes, Vec<String>)>,
    },
    Noted,
    Declined {
        match_id: [u8; 32],
    },
    Closed,
    Room(Box<Room>),
    Ready {
        revision: u64,
        is_ready: bool,
    },
    Sit(u8),
    Left,
}

/// A room as its host tells it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Room {
    number: u64,
    revision: u64,
    seat: u8,
    ready: u8,
    said: Said,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Said {
    game: (String, u16),
    rules: Vec<u8>,
    clock: Clock,
    machine_seconds: u32,
    seats: Vec<(Plan, Option<Who>)>,
}

/// Name and key.
type Who = (String, [u8; 32]);

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
enum Plan {
    Me,
    Beside,
    Bot,
    Open,
}

impl Message {
    fn frame(&self) -> Vec<u8> {
        let mut frame = vec![1];
        to_bytes(self, &mut frame);
        frame
    }
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
        let key = SigningKey::from_seed([9; 32]);
        let (name, nonce, proof) = (name.into(), [7; 32], self.proof(&key));
        let key = key.public().to_bytes();
        let (port, room) = (0, None);
        let ask = Message::Ask { protocol, games, name, key, nonce, port, proof, room };
        self.request(ask.frame())
    }

    /// That his program uses a key.
    fn proof(&self, key: &SigningKey) -> Signature {
        key.sign(labels::PEER, &self.net.peer().to_bytes())
    }

    /// Asks with this program's versions.
    fn ask_as(&mut self, key: &SigningKey, nonce: [u8; 32]) -> Vec<u8> {
        let proof = self.proof(key);
        self.ask_with(&key.public(), proof, nonce)
    }

    fn ask_with(&mut self, key: &PublicKey, proof: Signature, nonce: [u8; 32]) -> Vec<u8> {
        let games = vec![(GameName::Laoqi.id().to_owned(), GameName::Laoqi.version())];
        let (protocol, name, key) = (1, "客".into(), key.to_bytes());
        let (port, room) = (0, None);
        let ask = Message::Ask { protocol, games, name, key, nonce, port, proof, room };
        self.request(ask.frame())
    }

    /// Says something of the room, and reads the answer.
    fn say(&mut self, message: &Message) -> Message {
        let answer = self.request(message.frame());
        from_bytes("message", answer.get(1..).unwrap()).unwrap()
    }

    /// The room as it is now, for who has a seat in it. To say this agrees to nothing.
    fn room(&mut self) -> Room {
        match self.say(&Message::Ready { revision: 0, is_ready: false }) {
            Message::Room(room) => *room,
            other => panic!("{other:?}"),
        }
    }

    /// Agrees to the room as it is.
    fn agree(&mut self) {
        let revision = self.room().revision;
        self.say(&Message::Ready { revision, is_ready: true });
    }
}

fn open(folder: &Path) -> Table {
    Table::open(&Settings {
        profile: folder.to_owned(),
        name: Some(Name::new("房主").unwrap()),
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        machines: table::Machines::default(),
        find: false,
        crash: None,
    })
    .unwrap()
}

fn room(folder: &Path) -> (Table, String) {
    let table = open(folder);
    table.apply(Command::Host {
        plan: RoomPlan {
            rules: GameName::Laoqi.rules([]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            seats: vec![SeatPlan::Bot, SeatPlan::Open],
        },
        start: Start::WhenFull,
    });
    let mut version = 0;
    loop {
        let view = table.newer(version, PATIENCE).expect("a view with an address");
        version = view.version;
        if let Some(address) = view.addresses.first() {
            return (table, address.clone());
        }
    }
}

/// Waits for a view that holds what is looked for.
fn wait_for<T>(table: &Table, look: impl Fn(&TableView) -> Option<T>) -> T {
    let start = Instant::now();
    let mut version = 0;
    let mut last = None;
    while start.elapsed() < PATIENCE {
        if let Some(view) = table.newer(version, Duration::from_millis(500)) {
            version = view.version;
            if let Some(found) = look(&view) {
                return found;
            }
            last = Some(view);
        }
    }
    panic!("{last:#?}");
}

/// The id of the contract that is reviewed.
fn reviewed(view: &TableView) -> Option<String> {
    match &view.phase {
        PhaseView::Reviewing(contract) => Some(contract.id.clone()),
        _ => None,
    }
}

/// The id of the contract that is being signed.
fn being_signed(view: &TableView) -> Option<String> {
    match &view.phase {
        PhaseView::Signing { contract, .. } => Some(contract.id.clone()),
        _ => None,
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

#[test]
fn a_guest_with_the_key_of_another_player_does_not_cost_the_room() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = room(folder.path());
    let seed = std::fs::read(folder.path().join("keys")).unwrap()[8..40].try_into().unwrap();
    let key = SigningKey::from_seed(seed);
    let mut stranger = Stranger::new(3, &address);
    for key in [key.clone(), key.derived(1)] {
        let is_own_seat = key.public() == SigningKey::from_seed(seed).public();
        let answer = stranger.ask_as(&key, [7; 32]);
        // The room has one own seat: its key is taken, a further one is anybody's.
        assert_eq!(answer[..2], [1, if is_own_seat { 2 } else { 1 }]);
        if is_own_seat {
            let (problem, waits) = state(&table);
            let reason = Refusal::SameKey;
            assert_eq!(problem, Some(Problem::Unseated { name: "客".into(), reason }));
            assert!(waits);
        }
    }
}

#[test]
fn a_guest_who_was_cut_off_is_sent_the_contract_again_and_one_who_begins_anew_gets_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (table, address) = room(folder.path());
    let mut guest = Stranger::new(4, &address);
    let key = SigningKey::from_seed([9; 32]);
    let seated = Message::Seated { missing: 0 }.frame();
    assert_eq!(guest.ask_as(&key, [1; 32]), seated);
    guest.agree();
    let first = wait_for(&table, being_signed);
    // The same once more: he has not signed, and asks with what stands in the contract.
    assert_eq!(guest.ask_as(&key, [1; 32]), seated);
    assert_eq!(wait_for(&table, being_signed), first);
    // A stranger finds no room meanwhile, and changes nothing.
    let mut stranger = Stranger::new(5, &address);
    let no_room = Message::Refused(1).frame();
    assert_eq!(stranger.ask_as(&key, [3; 32]), no_room);
    assert_eq!(wait_for(&table, being_signed), first);
    // His program was started anew: the contract with the old nonce is void.
    assert_eq!(guest.ask_as(&key, [2; 32]), seated);
    guest.agree();
    let other = |view: &TableView| being_signed(view).filter(|id| *id != first);
    wait_for(&table, other);
}

/// A host that says whatever a test wants.
struct FalseHost {
    net: Net,
    events: EventReceiver,
    address: String,
    guest: Option<(PeerId, PublicKey, [u8; 32])>,
}

impl FalseHost {
    fn new() -> Self {
        let identity = Identity::from_seed([8; 32]);
        let (net, events) = Net::start(identity, Config::loopback(0)).unwrap();
        let Event::Listening(address) = events.recv().unwrap() else { panic!("it listens") };
        Self { net, events, address: address.to_string(), guest: None }
    }

    /// The next message of a guest; it is answered in a friendly way.
    fn next(&mut self) -> Message {
        loop {
            let event = self.events.recv_timeout(PATIENCE).unwrap().expect("a message");
            let Event::Inbound { peer, id, bytes } = event else { continue };
            let message: Message = from_bytes("message", bytes.get(1..).unwrap()).unwrap();
            let answer = match &message {
                Message::Ask { key, nonce, .. } => {
                    self.guest = Some((peer, PublicKey::from_bytes(key).unwrap(), *nonce));
                    Message::Seated { missing: 0 }
                }
                _ => Message::Noted,
            };
            self.net.respond(id, answer.frame()).unwrap();
            return message;
        }
    }

    /// A contract with the guest at seat 1.
    fn contract(&self, seconds: u32, nonce: u8) -> Contract {
        let (peer, key, guest_nonce) = self.guest.unwrap();
        let rules = GameName::Laoqi.rules([]).unwrap();
        let player = |key, peer: PeerId, nonce| Player {
            key,
            peer: PeerBytes(peer.to_bytes()),
            nonce,
            name: Name::new("某").unwrap(),
        };
        let own = SigningKey::from_seed([8; 32]).public();
        Contract::new(Terms {
            protocol: 1,
            game: Any::id(&rules).to_owned(),
            rules_version: Any::version(&rules),
            rules: Any::write_rules(&rules),
            rules_digest: rules_digest::<Any>(&rules),
            clock: Clock::Each { seconds },
            machine_seconds: 120,
            seats: vec![player(own, self.net.peer(), [nonce; 32]), player(key, peer, guest_nonce)],
        })
        .unwrap()
    }

    fn offer(&self, contract: &Contract) {
        let (peer, ..) = self.guest.unwrap();
        let contract = contract.bytes().to_vec();
        let terms = Message::Terms { contract, places: Vec::new() };
        self.net.request(peer, 1, terms.frame()).unwrap();
    }
}

/// A table that asks for a seat at a false host, who has seen it.
fn guest_of(host: &mut FalseHost, folder: &Path) -> Table {
    let table = open(folder);
    table.apply(Command::Join { address: host.address.clone(), guest: Guest::Reviewing });
    assert!(matches!(host.next(), Message::Ask { .. }));
    table
}

#[test]
fn only_the_contract_that_was_shown_is_signed() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = guest_of(&mut host, folder.path());
    let (shown, other) = (host.contract(600, 1), host.contract(1, 2));
    host.offer(&shown);
    let id = wait_for(&table, reviewed);
    assert_eq!(id, shown.id().to_string());
    host.offer(&other);
    let changed = wait_for(&table, |view| reviewed(view).filter(|now| *now != id));
    assert_eq!(changed, other.id().to_string());
    // The player has read the first one and agreed to it.
    table.apply(Command::Accept { id });
    table.apply(Command::Accept { id: "nonsense".into() });
    table.apply(Command::Host {
        plan: RoomPlan {
            rules: GameName::Laoqi.rules([]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            seats: vec![SeatPlan::Bot, SeatPlan::Bot],
        },
        start: Start::WhenFull,
    });
    // That the last command is refused says that those before it have been carried out.
    wait_for(&table, |view| (!view.problems.is_empty()).then_some(()));
    assert_eq!(wait_for(&table, reviewed), changed);
    let matches = std::fs::read_dir(folder.path().join("matches")).unwrap();
    assert_eq!(matches.count(), 0, "nothing was signed");
    table.apply(Command::Accept { id: changed.clone() });
    assert_eq!(wait_for(&table, being_signed), changed);
}

#[test]
fn terms_come_from_the_host_and_from_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = guest_of(&mut host, folder.path());
    let own = wait_for(&table, |view| view.addresses.first().cloned());
    let mut stranger = Stranger::new(6, &own);
    let contract = host.contract(600, 1).bytes().to_vec();
    let noted = Message::Noted.frame();
    assert_eq!(stranger.request(Message::Terms { contract, places: Vec::new() }.frame()), noted);
    assert_eq!(stranger.request(Message::Closed.frame()), noted);
    let phase = wait_for(&table, |view| Some(view.phase.clone()));
    assert!(matches!(phase, PhaseView::Asking { .. }), "{phase:?}");
}

#[test]
fn who_does_not_sign_tells_the_host() {
    for is_fit in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let mut host = FalseHost::new();
        let table = guest_of(&mut host, folder.path());
        if !is_fit {
            // The nonce of another asking: this cannot be signed, whatever the player says.
            if let Some((_, _, nonce)) = &mut host.guest {
                *nonce = [3; 32];
            }
        }
        let contract = host.contract(600, 1);
        host.offer(&contract);
        if is_fit {
            wait_for(&table, reviewed);
            table.apply(Command::Decline);
        }
        wait_for(&table, |view| matches!(view.phase, PhaseView::Idle).then_some(()));
        drop(table);
        assert_eq!(host.next(), Message::Declined { match_id: contract.id().0 });
    }
}

#[test]
fn a_guest_who_has_signed_is_told_that_the_room_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = FalseHost::new();
    let table = guest_of(&mut host, folder.path());
    let contract = host.contract(600, 1);
    host.offer(&contract);
    table.apply(Command::Accept { id: wait_for(&table, reviewed) });
    wait_for(&table, being_signed);
    let (peer, ..) = host.guest.unwrap();
    host.net.request(peer, 2, Message::Closed.frame()).unwrap();
    wait_for(&table, |view| matches!(view.phase, PhaseView::Idle).then_some(()));
    assert_eq!(state(&table).0, Some(Problem::RoomClosed));
    // It is no match to go on with.
    table.apply(Command::Resume { id: String::new(), bot: false, at: None });
    let problem = Problem::NoSuchMatch(String::new());
    wait_for(&table, |view| view.problems.iter().find(|(_, p)| *p == problem).cloned());
}

#[test]
fn a_stranger_is_told_nothing_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let (host, address) = room(&folder.path().join("host"));
    let guest = open(&folder.path().join("guest"));
    guest.apply(Command::Join { address: address.clone(), guest: Guest::Machine });
    wait_for(&host, |view| matches!(view.phase, PhaseView::Playing(_)).then_some(()));
    let mut stranger = Stranger::new(5, &address);
    assert_eq!(stranger.request(vec![2, 0]), [1, 4]);
}
