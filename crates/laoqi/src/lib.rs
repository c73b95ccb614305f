//! 劳棋: a contest of gestures decides before every ply who acts and with what; 2 to 5 seats.
//!
//! `rules.md` beside the code says what the rules are. [`Laoqi`] is the engine. Bots and benches use
//! [`Position`] itself: [`Position::show`], [`Position::moves_into`] and [`Position::play`] allocate
//! nothing.
//!
//! ```
//! use game::{Game, Known, Outcome, Seat, SeatSet, Waits};
//! use laoqi::{Gesture, Laoqi, Move, Options, Rules, Table};
//!
//! let rules = Rules::new(&Options::TWO).unwrap();
//! let mut at = Laoqi::start(&rules);
//! let mut ply = |mover: u8, gesture: Gesture, text: &str| {
//!     let mut table = Table::EMPTY;
//!     table.set(Seat::of(mover), Some(gesture));
//!     table.set(Seat::of(1 - mover), Some(gesture.beats()));
//!     at.show(&table);
//!     assert_eq!(Laoqi::waits(&at), Waits::Move(Seat::of(mover)));
//!     let mv = Laoqi::read_move(&at, text).unwrap();
//!     at.check(Seat::of(mover), &mv).unwrap();
//!     at.play(&mv);
//!     at
//! };
//! // A Warrior walks up to the far King.
//! ply(0, Gesture::Scissors, "c2-c3");
//! ply(0, Gesture::Scissors, "c3-c4");
//! ply(0, Gesture::Scissors, "c4xc5");
//! ply(0, Gesture::Scissors, "c5-d5");
//! let over = ply(0, Gesture::Scissors, "d5xd6");
//! let winner = SeatSet::one(Seat::of(0));
//! assert_eq!(Laoqi::waits(&over), Waits::Nothing(Outcome::Won(winner)));
//! ```

mod action;
mod apply;
mod board;
mod contest;
mod count;
mod elimination;
mod encoding;
mod gesture;
pub mod line;
mod moves;
pub mod notation;
mod piece;
mod position;
mod push;
mod rules;
mod shape;
mod validity;
pub mod view;

use game::{
    BadRules, Chooser, Claim, Event, Fault, Game, Hiding, Illegal, KindName, Known, NoSecret, Pick,
    PieceId, Ply, Seat, SeatSet, Side, View, Waits,
};

pub use crate::action::{Action, Asides, Move, Promoted};
pub use crate::board::{Board, CELLS_MAX, Cell};
pub use crate::count::{count, divide};
pub use crate::gesture::{Gesture, Table, Verdict};
pub use crate::piece::{Kind, Kinds, Piece};
pub use crate::position::{Army, Position, Queue, SHOWINGS_MAX, Stage, TIES_MAX};
pub use crate::rules::{
    Crown, ID, Incite, Options, Promotion, Rules, TIMEOUTS_MAX, Ties, VERSION, rules_from_pairs,
};

/// The engine of 劳棋.
#[derive(Clone, Debug)]
pub enum Laoqi {}

impl Game for Laoqi {
    type Options = Options;
    type Rules = Rules;
    type Position = Position;
    type Move = Move;
    type Choice = Gesture;
    type Secret = NoSecret;

    fn rules(options: &Options) -> Result<Rules, Vec<Fault>> {
        Rules::new(options)
    }

    fn id(_: &Rules) -> &'static str {
        ID
    }

    fn version(_: &Rules) -> u16 {
        VERSION
    }

    fn write_rules(rules: &Rules) -> Vec<u8> {
        rules.encode()
    }

    fn read_rules(id: &str, version: u16, bytes: &[u8]) -> Result<Rules, BadRules> {
        Rules::decode(id, version, bytes)
    }

    fn seats(rules: &Rules) -> u8 {
        rules.options().seats
    }

    fn side(_: &Rules, seat: Seat) -> Side {
        Side(seat.number())
    }

    fn hiding(_: &Rules) -> Option<Hiding> {
        None
    }

    fn start(rules: &Rules) -> Position {
        Position::start(rules)
    }

    fn waits(at: &Position) -> Waits {
        match at.stage() {
            Stage::Over(outcome) => Waits::Nothing(*outcome),
            Stage::Contest { due } | Stage::Losers { due } => Waits::Choices(*due),
            Stage::Action { seat, .. } => Waits::Move(*seat),
            Stage::Pick { .. } => match at.crown() {
                Some(holder) => Waits::Move(holder),
                None => Waits::Choices(at.entitled()),
            },
        }
    }

    fn living(at: &Position) -> SeatSet {
        at.living()
    }

    fn ply(at: &Position) -> Ply {
        at.ply()
    }

    fn begun(_: &Position) -> bool {
        true
    }

    fn owes(at: &Position, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
        at.check(seat, mv).map(|()| Vec::new())
    }

    fn owes_skip(_: &Position, _: Seat) -> Vec<Claim> {
        Vec::new()
    }

    fn admits(at: &Position, seat: Seat, _: &Gesture) -> Result<(), Vec<Fault>> {
        if at.due().has(seat) {
            Ok(())
        } else {
            let reason = "is not due to show a gesture";
            Err(vec![Fault::new(format!("seat {seat}"), reason)])
        }
    }

    fn hides(_: &Position, _: Seat, secret: &NoSecret) -> Result<(), Vec<Fault>> {
        match *secret {}
    }

    fn apply(at: &mut Position, event: &Event<Self>) -> Result<(), Illegal> {
        at.apply(event)
    }

    fn kind(secret: &NoSecret, _: PieceId) -> Option<game::Kind> {
        match *secret {}
    }

    fn army(secret: &NoSecret) -> Vec<PieceId> {
        match *secret {}
    }

    fn moves(at: &Position, seat: Seat, _: &Known<Self>) -> Vec<Move> {
        let mut moves = Vec::new();
        if at.mover() == Some(seat) {
            at.moves_into(&mut moves);
            moves.sort_unstable();
        }
        moves
    }

    fn choices(at: &Position, seat: Seat) -> Option<Vec<Gesture>> {
        Some(if at.due().has(seat) { Gesture::ALL.to_vec() } else { Vec::new() })
    }

    fn view(at: &Position, known: &Known<Self>) -> View {
        view::view(at, known.viewer)
    }

    fn picks(_: &Position, mv: &Move) -> Vec<Pick> {
        view::picks(mv)
    }

    fn any_choice(_: &Position, _: Seat, below: Chooser<'_>) -> Gesture {
        match below(3) {
            0 => Gesture::Scissors,
            1 => Gesture::Rock,
            _ => Gesture::Paper,
        }
    }

    fn any_secret(_: &Position, _: Seat, _: Chooser<'_>) -> Option<NoSecret> {
        None
    }

    fn board(rules: &Rules) -> game::Board {
        Board::of(rules.options().seats).drawing().clone()
    }

    fn kinds(_: &Rules) -> &'static [KindName] {
        &view::KINDS
    }

    fn write_move(at: &Position, mv: &Move) -> String {
        notation::write_move(at, mv)
    }

    fn read_move(at: &Position, text: &str) -> Result<Move, Fault> {
        notation::read_move(at, text)
    }

    fn write_choice(_: &Position, choice: &Gesture) -> String {
        notation::write_gesture(*choice)
    }

    fn read_choice(_: &Position, text: &str) -> Result<Gesture, Fault> {
        notation::read_gesture(text)
    }

    fn write_secret(_: &Position, secret: &NoSecret) -> String {
        match *secret {}
    }

    fn read_secret(_: &Position, _: Seat, text: &str) -> Result<NoSecret, Fault> {
        NoSecret::read(text)
    }

    fn write_position(at: &Position, known: &Known<Self>) -> String {
        line::write_position(at, known.viewer)
    }

    fn read_position(rules: &Rules, text: &str) -> Result<(Position, Known<Self>), Vec<Fault>> {
        let (at, viewer) = line::read_position(rules, text)?;
        let mut known = Known::public();
        known.viewer = viewer;
        Ok((at, known))
    }
}
