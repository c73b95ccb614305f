//! Matches of hidden 军棋 by script, and a cheat with the keys of one seat.

use game::{Canon, Game, Kind, Outcome, Seat, SeatSet, Waits};
use junqi::{Junqi, Layout, Man, Options, Secret};
use protocol::{Decision, Item, Packet, Report, Stage, Stop, Verdict, audit};
use record::{Body, Clock, Content, Entry, PeerBytes, Slot};
use referee::{
    AmongStatement, Army, AttackStatement, Context, Entropy, Field, PIECES, Piece, SetupProof,
    SetupStatement, Terms, Verified,
};
use tests::sim::{Setting, World, key, peer};

pub(crate) const HOUR: u64 = 3_600_000;
/// Marshal, then engineer, in front; the flag in 06b.
pub(crate) const LEFT: &str = "MGDER/ZDB/BRYY/CCC/PPPLE/LFLZE";
/// The same with the Marshal where the other's faces it.
pub(crate) const RIGHT: &str = "RGDEM/ZDB/BRYY/CCC/PPPLE/LFLZE";

/// A match of these options, kept short, with a clock.
pub(crate) fn setting(options: Options) -> Setting<Junqi> {
    let rules = Junqi::rules(&Options { quiet_limit: 10, ..options }).unwrap();
    let clock = Clock::Each { seconds: 30 };
    Setting { clock, machine_seconds: 20, ..Setting::new(rules) }
}

pub(crate) fn world(options: Options, seed: u64) -> World<Junqi> {
    World::new(&setting(options), seed)
}

pub(crate) fn judge(record: &[u8]) -> Report<Junqi> {
    audit::<Junqi>(record, &mut ()).unwrap()
}

/// Every program has sealed one outcome; its record is the same everywhere, and it audits clean.
pub(crate) fn check(world: &World<Junqi>, what: &str) -> (Outcome, Report<Junqi>) {
    let stops = world.stops();
    let Some(Some(Stop::Sealed(outcome))) = stops.first() else { panic!("{what}: {stops:?}") };
    assert!(stops.iter().all(|stop| *stop == Some(Stop::Sealed(*outcome))), "{what}: {stops:?}");
    let first = world.record(&peer(0));
    assert!(world.records().iter().all(|record| *record == first), "{what}: records differ");
    let report = judge(&first);
    let Verdict::Complete { outcome: audited, .. } = report.verdict else {
        panic!("{what}: {:?}", report.verdict);
    };
    assert_eq!(audited, *outcome, "{what}");
    (*outcome, report)
}

pub(crate) fn secret(seat: u8, layout: &str) -> Secret {
    Secret { seat: Seat::of(seat), layout: Layout::read(layout).unwrap() }
}

/// Whether every program waits for a move or is done.
pub(crate) fn is_quiet(world: &World<Junqi>) -> bool {
    world.programs.keys().all(|name| {
        let Some(game) = &world.programs[name].game else { return true };
        game.stop().is_some() || game.due().is_some_and(|due| due.stage == Stage::Act)
    })
}

/// A match in which nobody decides by himself, with these layouts, seat 0 to move.
pub(crate) fn begun(setting: &Setting<Junqi>, layouts: &[&str]) -> World<Junqi> {
    for seed in 0..100 {
        let mut world = World::new(setting, seed);
        let names: Vec<PeerBytes> = world.programs.keys().cloned().collect();
        for name in &names {
            world.program(name).idle = SeatSet::first(layouts.len() as u8);
        }
        let deploys = |world: &World<Junqi>| {
            world
                .programs
                .values()
                .all(|program| program.game.as_ref().unwrap().due().unwrap().stage == Stage::Deploy)
        };
        assert!(world.run_until(10_000, deploys));
        for (seat, layout) in (0..).zip(layouts) {
            world.decide(Seat::of(seat), Decision::Deploy(secret(seat, layout))).unwrap();
        }
        assert!(world.run_until(10_000, is_quiet));
        if Junqi::waits(world.game(&peer(0)).progress().position()) == Waits::Move(Seat::of(0)) {
            return world;
        }
    }
    panic!("seat 0 never begins");
}

/// A move of the seat whose turn it is, and everything that programs do about it.
pub(crate) fn play(world: &mut World<Junqi>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = read(world, text);
        let Waits::Move(seat) = Junqi::waits(world.game(&peer(0)).progress().position()) else {
            panic!("{text}: nobody is to move");
        };
        world.decide(seat, Decision::Move(mv)).unwrap_or_else(|misuse| panic!("{text}: {misuse}"));
        // Until the others have it, the match looks quiet.
        world.run_for(50);
        assert!(world.run_until(10_000, is_quiet), "{text}");
    }
}

pub(crate) fn read(world: &World<Junqi>, text: &str) -> junqi::Move {
    Junqi::read_move(world.game(&peer(0)).progress().position(), text).unwrap()
}

/// The piece on a cell.
pub(crate) fn man(world: &World<Junqi>, cell: &str) -> Man {
    let at = world.game(&peer(0)).progress().position();
    let cell = at.board().find(cell).unwrap();
    at.on(cell).unwrap()
}

/// Somebody with the keys and pieces of a seat who signs and proves what he likes.
pub(crate) struct Cheat {
    pub(crate) seat: Seat,
    pub(crate) army: Army,
    pub(crate) terms: Terms,
    pub(crate) context: Context,
    pub(crate) fields: Vec<Verified<Field>>,
}

impl Cheat {
    /// In the step that is open for its opponent.
    pub(crate) fn new(world: &World<Junqi>, seat: u8) -> Self {
        let (name, seat) = (peer(seat), Seat::of(seat));
        let game = world.game(&name);
        let progress = game.progress();
        let hiding = Junqi::hiding(progress.rules()).unwrap();
        let known = game.known(seat);
        let own = &known.secrets[&seat];
        let kinds: Vec<Kind> =
            Junqi::army(own).into_iter().map(|piece| Junqi::kind(own, piece).unwrap()).collect();
        let kinds: [Kind; PIECES] = kinds.try_into().unwrap();
        let match_id = progress.contract().id();
        let army = Army::new(&world.secret(&name), match_id, seat.number(), &kinds).unwrap();
        let open = world.game(&peer(1 - seat.number())).progress();
        let place = crypto::Place { match_id, step: open.step(), seat: seat.number() };
        let context = Context { place, head: open.head() };
        let terms = Terms::new(&hiding).unwrap();
        let fields = fields(world, &terms);
        Self { seat, army, terms, context, fields }
    }

    pub(crate) fn entropy(&self) -> Entropy {
        Entropy::new([7; 32])
    }

    pub(crate) fn among(&self, man: Man, kinds: game::KindSet) -> Vec<u8> {
        let piece = Piece::new(man.place()).unwrap();
        let field = &self.fields[self.seat.index()];
        let statement = AmongStatement::new(&self.context, field, piece, kinds).unwrap();
        statement.prove(&self.army, &self.entropy()).unwrap().bytes()
    }

    pub(crate) fn attack(&self, attacker: Man, defender: Man, among: game::KindSet) -> Vec<u8> {
        let piece = |man: Man| Piece::new(man.place()).unwrap();
        let attacker = (&self.fields[attacker.seat().index()], piece(attacker));
        let defender = (&self.fields[defender.seat().index()], piece(defender));
        AttackStatement::new(&self.context, &self.terms, attacker, defender, among)
            .unwrap()
            .prove(&self.army, &self.entropy())
            .unwrap()
            .bytes()
    }
}

/// The fields of all seats, each as its proof has shown it.
fn fields(world: &World<Junqi>, terms: &Terms) -> Vec<Verified<Field>> {
    let match_id = world.signed.contract().id();
    let mut head = match_id.first_head();
    for closed in world.game(&peer(0)).steps() {
        let mut all = Vec::new();
        for (seat, slot) in &closed.slots {
            let Slot::Entry(entry) = slot else { continue };
            let Body::Deploy { field, proof } = &entry.content.body else { continue };
            let place = crypto::Place { match_id, step: closed.step, seat: seat.number() };
            let field = Field::read(match_id, seat.number(), field).unwrap();
            let context = Context { place, head };
            let statement = SetupStatement::new(&context, terms, &field).unwrap();
            all.push(statement.verify(&SetupProof::read(proof).unwrap()).unwrap());
        }
        if !all.is_empty() {
            return all;
        }
        head = closed.head_after(match_id, head);
    }
    panic!("nobody has set up");
}

/// An entry of a seat for the step that is open for its opponent.
pub(crate) fn sign(world: &World<Junqi>, seat: u8, body: Body) -> Entry {
    let progress = world.game(&peer(1 - seat)).progress();
    let seat = Seat::of(seat);
    let content = Content {
        match_id: progress.contract().id(),
        step: progress.step(),
        seat,
        head: progress.head(),
        position: progress.digest(),
        think_ms: 40_000,
        notices: Vec::new(),
        body,
    };
    Entry::sign(content, &key(seat))
}

/// Sends an entry from the program of its seat to another.
pub(crate) fn send(world: &mut World<Junqi>, to: u8, entry: Entry) {
    let from = peer(entry.content.seat.number());
    let mut packet = Packet::decode(&world.game(&from).acknowledge()).unwrap();
    packet.items.push(Item::Entry(entry));
    world.post(from, peer(to), packet.encode(), false);
    world.run_for(200);
}

/// What the program of a seat has against another, and that an audit of its record says the same.
pub(crate) fn blamed(world: &World<Junqi>, by: u8) -> Option<(Seat, protocol::Check)> {
    let Some(Stop::Cheated(fault)) = world.game(&peer(by)).stop() else { return None };
    match judge(&world.record(&peer(by))).verdict {
        Verdict::Cheated(proven) => {
            assert_eq!((proven.seat, proven.check), (fault.seat, fault.check));
            Some((fault.seat, fault.check))
        }
        other => panic!("{other:?}"),
    }
}

/// A move with proofs.
pub(crate) fn prove(world: &World<Junqi>, text: &str, proofs: Vec<Vec<u8>>) -> Body {
    Body::Prove { mv: read(world, text).encode(), proofs }
}
