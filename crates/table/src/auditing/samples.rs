//! Records for tests, made by playing every seat here.

use catalog::{Any, GameName};
use crypto::{Commitment, Nonce, Place, SigningKey};
use game::{Canon, Game, Seat, SeatSet, rules_digest};
use protocol::{Progress, Purpose, Stage, Tally};
use record::{
    Absence, Body, Clock, ClosedStep, Content, Contract, End, Entry, Evidence, Finding, Name,
    Notice, NoticeKind, PROTOCOL, PeerBytes, Player, SignedContract, Slot, Terms, encode_end_frame,
    encode_header, encode_step_frame,
};

const NAMES: [&str; 5] = ["小明", "阿红", "老王", "Dora", "Eve"];

/// A match whose seats are all played here.
#[derive(Clone)]
pub(super) struct Script {
    progress: Progress<Any>,
    pub(super) bytes: Vec<u8>,
}

fn key(seat: Seat) -> SigningKey {
    SigningKey::from_seed([seat.number() + 1; 32])
}

/// The contract of a match; another salt makes another match.
fn contract(words: &[&str], salt: u8) -> SignedContract {
    signed(terms(words, salt))
}

fn signed(terms: Terms) -> SignedContract {
    let contract = Contract::new(terms).unwrap();
    let seats = SeatSet::first(contract.seats());
    let signatures = seats.iter().map(|seat| contract.sign(&key(seat))).collect();
    SignedContract::new(contract, signatures).unwrap()
}

/// Nothing but a contract, for a game that nobody knows and no terminal should print.
pub(super) fn unknown_game() -> Vec<u8> {
    let terms = Terms { game: "go\u{1b}[2J\u{7}".to_owned(), ..terms(&["two"], 4) };
    encode_header(&signed(terms))
}

fn terms(words: &[&str], salt: u8) -> Terms {
    let rules = GameName::Laoqi.rules(words.iter().copied()).unwrap();
    let player = |seat: Seat| Player {
        key: key(seat).public(),
        peer: PeerBytes(vec![0xb0, seat.number()]),
        nonce: [0x10 * salt + seat.number(); 32],
        name: Name::new(NAMES[seat.index()]).unwrap(),
    };
    let seats = SeatSet::first(Any::seats(&rules));
    Terms {
        protocol: PROTOCOL,
        game: Any::id(&rules).to_owned(),
        rules_version: Any::version(&rules),
        rules: Any::write_rules(&rules),
        rules_digest: rules_digest::<Any>(&rules),
        clock: Clock::Each { seconds: 60 },
        machine_seconds: 120,
        seats: seats.iter().map(player).collect(),
    }
}

impl Script {
    pub(super) fn new(words: &[&str], salt: u8) -> Self {
        let signed = contract(words, salt);
        let mut game = Self {
            progress: Progress::new(signed.contract()).unwrap(),
            bytes: encode_header(&signed),
        };
        game.close(|_| Body::Begin);
        game
    }

    /// The content that a seat signs in the open step.
    fn content(&self, seat: Seat, body: Body) -> Content {
        let progress = &self.progress;
        Content {
            match_id: progress.contract().id(),
            step: progress.step(),
            seat,
            head: progress.head(),
            position: progress.digest(),
            think_ms: 1000 * (progress.step() % 7) + 100 * u32::from(seat.number()),
            notices: Vec::new(),
            body,
        }
    }

    pub(super) fn entry(&self, seat: Seat, body: Body) -> Entry {
        Entry::sign(self.content(seat, body), &key(seat))
    }

    fn due(&self) -> SeatSet {
        self.progress.due().unwrap().seats
    }

    /// Closes the open step with what every due seat gives.
    fn close(&mut self, body: impl Fn(Seat) -> Body) {
        let slot = |seat| (seat, Slot::Entry(self.entry(seat, body(seat))));
        let slots = self.due().iter().map(slot).collect();
        self.close_with(slots);
    }

    pub(super) fn close_with(&mut self, slots: Vec<(Seat, Slot)>) {
        let step = ClosedStep { step: self.progress.step(), slots };
        let facts = self.progress.check_step(&step, &mut Tally::default()).unwrap();
        self.progress.close(&step, &facts).unwrap();
        self.bytes.extend(encode_step_frame(&step));
    }

    fn choice(&self, gesture: char) -> Vec<u8> {
        let choice = Any::read_choice(self.progress.position(), &gesture.to_string()).unwrap();
        let mut bytes = Vec::new();
        choice.encode_into(&mut bytes);
        bytes
    }

    fn nonce(&self, step: u32, seat: Seat, salt: u8) -> Nonce {
        let mut nonce = [salt; 32];
        nonce[..4].copy_from_slice(&step.to_le_bytes());
        nonce[4] = seat.number();
        Nonce(nonce)
    }

    fn commitment(&self, seat: Seat, gesture: char, salt: u8) -> Commitment {
        let (match_id, step) = (self.progress.contract().id(), self.progress.step());
        let place = Place { match_id, step, seat: seat.number() };
        Commitment::new(&place, &self.choice(gesture), &self.nonce(step, seat, salt))
    }

    /// Every due seat commits to its gesture; letters in the order of the due seats.
    pub(super) fn commit(&mut self, gestures: &str, salt: u8) {
        let order: Vec<_> = self.due().iter().zip(gestures.chars()).collect();
        let of = |seat| order.iter().find(|(at, _)| *at == seat).unwrap().1;
        let slot = |seat| Body::Commit(self.commitment(seat, of(seat), salt));
        let bodies: Vec<_> = self.due().iter().map(|seat| (seat, slot(seat))).collect();
        self.close(|seat| bodies.iter().find(|(at, _)| *at == seat).unwrap().1.clone());
    }

    /// Every due seat shows the gesture that it committed to in the step before.
    pub(super) fn reveal(&mut self, gestures: &str, salt: u8) {
        let step = self.progress.step() - 1;
        let order: Vec<_> = self.due().iter().zip(gestures.chars()).collect();
        let body = |seat| {
            let gesture = order.iter().find(|(at, _)| *at == seat).unwrap().1;
            let nonce = self.nonce(step, seat, salt);
            Body::Reveal { choice: self.choice(gesture), nonce }
        };
        let bodies: Vec<_> = self.due().iter().map(|seat| (seat, body(seat))).collect();
        self.close(|seat| bodies.iter().find(|(at, _)| *at == seat).unwrap().1.clone());
    }

    pub(super) fn show(&mut self, gestures: &str) {
        self.commit(gestures, 0x5a);
        self.reveal(gestures, 0x5a);
    }

    pub(super) fn mv(&self, text: &str) -> Body {
        let mv = Any::read_move(self.progress.position(), text).unwrap();
        let mut bytes = Vec::new();
        mv.encode_into(&mut bytes);
        Body::Act(bytes)
    }

    pub(super) fn act(&mut self, text: &str) {
        let body = self.mv(text);
        self.close(|_| body.clone());
    }

    pub(super) fn stage(&self) -> Stage {
        self.progress.due().unwrap().stage.clone()
    }

    pub(super) fn ended(mut self, end: &End) -> Vec<u8> {
        self.bytes.extend(encode_end_frame(end));
        self.bytes
    }

    pub(super) fn seal(&self, seats: &[u8]) -> End {
        let seats = seats.iter().map(|number| Seat::of(*number));
        End::Sealed(seats.map(|seat| (seat, Slot::Entry(self.entry(seat, Body::Seal)))).collect())
    }
}

/// Five plies of two seats; a Warrior takes the far King.
pub(super) fn two(salt: u8) -> Script {
    let mut game = Script::new(&["two"], salt);
    for mv in ["c2-c3", "c3-c4", "c4xc5", "c5-d5", "d5xd6"] {
        if mv == "c4xc5" {
            game.show("SS");
        }
        game.show("JB");
        game.act(mv);
    }
    game
}

/// Two plies of five seats, with the iron crown, a draw offer, and a seat that resigns.
pub(super) fn five() -> Script {
    let mut game = Script::new(&["five"], 3);
    game.show("JJBB");
    game.act("^1");
    game.act("b6-b5");
    game.show("JSBJS");
    let head = game.progress.head();
    let match_id = game.progress.contract().id();
    let resign = Notice::sign(match_id, Seat::of(2), NoticeKind::Resign, head, &key(Seat::of(2)));
    let slots = game.due().iter().map(|seat| {
        if seat == Seat::of(2) {
            return (seat, Slot::Resigned(resign.clone()));
        }
        let body = match game.stage() {
            Stage::Commit(Purpose::Choice) => Body::Commit(game.commitment(seat, 'J', 1)),
            _ => Body::Skip,
        };
        let mut content = game.content(seat, body);
        content.notices = vec![resign.clone()];
        (seat, Slot::Entry(Entry::sign(content, &key(seat))))
    });
    let slots = slots.collect();
    game.close_with(slots);
    game
}

/// A seat commits and never shows; the other says so.
pub(super) fn claimed() -> Vec<u8> {
    let mut game = Script::new(&["two"], 1);
    game.commit("JB", 0x5a);
    let (step, match_id) = (game.progress.step(), game.progress.contract().id());
    let nonce = game.nonce(step - 1, Seat::of(0), 0x5a);
    let shown = game.entry(Seat::of(0), Body::Reveal { choice: game.choice('J'), nonce });
    let (by, about) = (Seat::of(0), Seat::of(1));
    let absence = Absence::sign(match_id, step, about, by, Finding::Missing, &key(by));
    let slots = vec![(by, Slot::Entry(shown))];
    let end = End::Claimed { slots, absences: vec![absence] };
    game.ended(&end)
}

/// A seat signs a move that the rules do not allow.
pub(super) fn cheated() -> Vec<u8> {
    let mut game = Script::new(&["two"], 1);
    game.show("JB");
    let entry = game.entry(Seat::of(0), game.mv("c2-c4"));
    let evidence = Box::new(Evidence::Refused(Box::new(entry)));
    let end = End::Cheated { seat: Seat::of(0), slots: Vec::new(), evidence };
    game.ended(&end)
}

/// The same match as [`two`], in which a seat signed another commitment in step 4 for somebody else.
pub(super) fn forked() -> Vec<u8> {
    let mut game = Script::new(&["two"], 1);
    game.show("JB");
    game.act("c2-c3");
    let red = |game: &Script, salt| Body::Commit(game.commitment(Seat::of(1), 'S', salt));
    let blue = Body::Commit(game.commitment(Seat::of(0), 'J', 0x5a));
    let red = red(&game, 0x77);
    game.close(|seat| if seat == Seat::of(0) { blue.clone() } else { red.clone() });
    game.bytes
}
