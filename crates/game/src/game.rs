//! The interface of a rules engine.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::canon::{Canon, Digest, Malformed, RULES_LABEL, frame_into, position_digest};
use crate::claim::{Claim, Hiding, Kind, PieceId};
use crate::event::{Event, Illegal, Waits};
use crate::outcome::{Ply, Side};
use crate::seat::{Seat, SeatSet};
use crate::text::{BadRules, Fault};
use crate::view::{Board, KindName, Pick, View};

/// Numbers from somebody else's randomness: gives one below its argument, which is at least 1.
pub type Chooser<'a> = &'a mut dyn FnMut(u32) -> u32;

/// What one viewer rightfully knows beside the position: its own secret, and those disclosed to it.
#[derive(Clone, Debug)]
pub struct Known<G: Game> {
    /// Who looks; none: anybody.
    pub viewer: Option<Seat>,
    /// Secrets by the seat they belong to.
    pub secrets: BTreeMap<Seat, G::Secret>,
}

impl<G: Game> Known<G> {
    /// What everybody knows.
    pub fn public() -> Self {
        Self { viewer: None, secrets: BTreeMap::new() }
    }

    /// What this seat knows before it has set up anything in secret.
    pub fn of(seat: Seat) -> Self {
        Self { viewer: Some(seat), secrets: BTreeMap::new() }
    }
}

/// The secret of a game that has none: a type without values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSecret {}

impl NoSecret {
    /// What a game without secrets says to somebody who wants to set up in secret.
    ///
    /// # Errors
    /// Always.
    pub fn read(text: &str) -> Result<Self, Fault> {
        Err(Fault::new(text, "nothing is set up in secret in this game"))
    }
}

impl<Rules: ?Sized> Canon<Rules> for NoSecret {
    fn encode_into(&self, _: &mut Vec<u8>) {
        match *self {}
    }

    fn decode(_: &Rules, _: &[u8]) -> Result<Self, Malformed> {
        Err(Malformed("a secret of a game that has none"))
    }
}

/// A game: a deterministic machine over public events.
///
/// An engine knows no network, clock, randomness, file or hash map. A [`Game::Position`] holds only
/// what every peer agrees on, the rules included, so every function of it is the same everywhere.
pub trait Game: Sized + Clone + Debug + 'static {
    /// Options as somebody typed or picked them; they may contradict each other.
    type Options: Clone + Eq + Debug;
    /// Checked options.
    type Rules: Clone + Eq + Debug + Send + Sync;
    /// What every peer agrees on. Encoded without its rules, which the contract holds.
    type Position: Clone + Eq + Debug + Send + Sync + Canon<Self::Rules>;
    /// One decision of one seat.
    type Move: Clone + Eq + Ord + Debug + Send + Sync + Canon<Self::Rules>;
    /// What a seat gives where all choose at once.
    type Choice: Clone + Eq + Debug + Send + Sync + Canon<Self::Rules>;
    /// A hidden arrangement; [`NoSecret`] where the game hides nothing. Its bytes never leave the
    /// program that holds it.
    type Secret: Clone + Eq + Debug + Send + Sync + Canon<Self::Rules>;

    /// The options as checked rules.
    ///
    /// # Errors
    /// Every fault and every contradiction at once, each at its option.
    fn rules(options: &Self::Options) -> Result<Self::Rules, Vec<Fault>>;
    /// The game's name in contracts: ASCII, at most 16 bytes.
    fn id(rules: &Self::Rules) -> &'static str;
    /// Version of the rules, raised by hand when their meaning changes.
    fn version(rules: &Self::Rules) -> u16;
    /// Canonical bytes of the rules.
    fn write_rules(rules: &Self::Rules) -> Vec<u8>;
    /// Reads what [`Game::write_rules`] wrote.
    ///
    /// # Errors
    /// Another game, another version, or bytes that are not canonical rules.
    fn read_rules(id: &str, version: u16, bytes: &[u8]) -> Result<Self::Rules, BadRules>;
    /// How many seats.
    fn seats(rules: &Self::Rules) -> u8;
    /// Who wins and loses together.
    fn side(rules: &Self::Rules, seat: Seat) -> Side;
    /// All that a referee needs, if pieces are hidden.
    fn hiding(rules: &Self::Rules) -> Option<Hiding>;
    /// The position at the start.
    fn start(rules: &Self::Rules) -> Self::Position;

    /// What the position waits for.
    fn waits(at: &Self::Position) -> Waits;
    /// The seats still in the game.
    fn living(at: &Self::Position) -> SeatSet;
    /// Plies completed.
    fn ply(at: &Self::Position) -> Ply;
    /// Whether set-up is over: before, a seat that gives nothing means that there is no game.
    fn begun(at: &Self::Position) -> bool;
    /// The claims that the mover must prove with this move.
    ///
    /// # Errors
    /// The move is publicly illegal.
    fn owes(at: &Self::Position, seat: Seat, mv: &Self::Move) -> Result<Vec<Claim>, Illegal>;
    /// The claims that the mover must prove when it lets its turn run out.
    fn owes_skip(at: &Self::Position, seat: Seat) -> Vec<Claim>;
    /// Whether the choice may be made.
    ///
    /// # Errors
    /// Every fault at once.
    fn admits(at: &Self::Position, seat: Seat, choice: &Self::Choice) -> Result<(), Vec<Fault>>;
    /// Whether the seat may set up so.
    ///
    /// # Errors
    /// Every fault at once.
    fn hides(at: &Self::Position, seat: Seat, secret: &Self::Secret) -> Result<(), Vec<Fault>>;
    /// Moves the position on, all or nothing.
    ///
    /// # Errors
    /// The event is not one that the position waits for; then nothing changed.
    fn apply(at: &mut Self::Position, event: &Event<Self>) -> Result<(), Illegal>;

    /// The kind of a piece by a secret, if the secret has that piece.
    fn kind(secret: &Self::Secret, piece: PieceId) -> Option<Kind>;
    /// The pieces of a secret, in ascending order.
    fn army(secret: &Self::Secret) -> Vec<PieceId>;
    /// The secret of a seat by the kinds of its pieces, in ascending order of the pieces; none where
    /// the game has no such secrets.
    fn secret_of(at: &Self::Position, seat: Seat, kinds: &[Kind]) -> Option<Self::Secret> {
        let _ = (at, seat, kinds);
        None
    }
    /// The seats whose secrets this seat may be told beside its own; nobody's where nothing is hidden.
    fn may_see(at: &Self::Position, viewer: Seat) -> SeatSet {
        let _ = (at, viewer);
        SeatSet::EMPTY
    }
    /// The legal moves of a seat by what it knows, in ascending order, each once.
    fn moves(at: &Self::Position, seat: Seat, known: &Known<Self>) -> Vec<Self::Move>;
    /// All choices that the seat has, if they are few enough to list.
    fn choices(at: &Self::Position, seat: Seat) -> Option<Vec<Self::Choice>>;
    /// What this viewer may see.
    fn view(at: &Self::Position, known: &Known<Self>) -> View;
    /// What to point at, in order, to make this move; unique among the legal ones.
    fn picks(at: &Self::Position, mv: &Self::Move) -> Vec<Pick>;
    /// A legal choice by somebody's randomness.
    fn any_choice(at: &Self::Position, seat: Seat, below: Chooser<'_>) -> Self::Choice;
    /// A legal secret by somebody's randomness; none where the game has no secrets.
    fn any_secret(at: &Self::Position, seat: Seat, below: Chooser<'_>) -> Option<Self::Secret>;

    /// The board to draw.
    fn board(rules: &Self::Rules) -> Board;
    /// The names of the kinds; the index is the kind.
    fn kinds(rules: &Self::Rules) -> &'static [KindName];
    /// A move in notation.
    fn write_move(at: &Self::Position, mv: &Self::Move) -> String;
    /// Reads what [`Game::write_move`] wrote; says nothing of legality.
    ///
    /// # Errors
    /// What is wrong, at its place.
    fn read_move(at: &Self::Position, text: &str) -> Result<Self::Move, Fault>;
    /// A choice in notation.
    fn write_choice(at: &Self::Position, choice: &Self::Choice) -> String;
    /// Reads what [`Game::write_choice`] wrote.
    ///
    /// # Errors
    /// What is wrong, at its place.
    fn read_choice(at: &Self::Position, text: &str) -> Result<Self::Choice, Fault>;
    /// A hidden arrangement in one line.
    fn write_secret(at: &Self::Position, secret: &Self::Secret) -> String;
    /// Reads what [`Game::write_secret`] wrote, for this seat; says nothing of legality.
    ///
    /// # Errors
    /// What is wrong, at its place.
    fn read_secret(at: &Self::Position, seat: Seat, text: &str) -> Result<Self::Secret, Fault>;
    /// The position in one line that names its viewer.
    fn write_position(at: &Self::Position, known: &Known<Self>) -> String;
    /// Reads what [`Game::write_position`] wrote.
    ///
    /// # Errors
    /// Every fault at once, each at its field.
    fn read_position(
        rules: &Self::Rules,
        text: &str,
    ) -> Result<(Self::Position, Known<Self>), Vec<Fault>>;
}

/// The digest of a position.
pub fn digest<G: Game>(at: &G::Position) -> Digest {
    let mut bytes = Vec::with_capacity(256);
    at.encode_into(&mut bytes);
    position_digest(&bytes)
}

/// The digest that a contract names its rules by:
/// `SHA-256(label ‖ 0 ‖ frame(id) ‖ version u16 LE ‖ frame(rules) ‖ frame(announcement table))`.
pub fn rules_digest<G: Game>(rules: &G::Rules) -> Digest {
    let mut bytes = Vec::new();
    frame_into(G::id(rules).as_bytes(), &mut bytes);
    bytes.extend_from_slice(&G::version(rules).to_le_bytes());
    frame_into(&G::write_rules(rules), &mut bytes);
    let table = G::hiding(rules).map(|hiding| hiding.codes.concat()).unwrap_or_default();
    frame_into(&table, &mut bytes);
    Digest::of(RULES_LABEL, &bytes)
}
