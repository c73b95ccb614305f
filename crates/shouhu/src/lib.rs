//! 守护棋: pieces that lend each other their moves, captures that nobody loses, and a guardian at home;
//! 2 seats.
//!
//! `rules.md` beside the code says what the rules are. [`Shouhu`] is the engine. Bots and benches use
//! [`Position`] itself: [`Position::moves_into`] and [`Position::play`].
//!
//! ```
//! use game::{Event, Game, Known, Seat, SeatSet, Waits};
//! use shouhu::{Options, Rules, Shouhu};
//!
//! let rules = Rules::new(&Options::STANDARD).unwrap();
//! let mut at = Shouhu::start(&rules);
//! assert_eq!(Shouhu::waits(&at), Waits::Toss { below: 2, from: SeatSet::first(2) });
//! Shouhu::apply(&mut at, &Event::Tossed(0)).unwrap();
//! let red = Seat::of(0);
//! assert_eq!(Shouhu::moves(&at, red, &Known::of(red)).len(), 76);
//! let mut play = |seat: u8, text: &str| {
//!     let mv = Shouhu::read_move(&at, text).unwrap();
//!     Shouhu::apply(&mut at, &Event::Moved(Seat::of(seat), mv)).unwrap();
//!     Shouhu::waits(&at)
//! };
//! // A captured piece is put down at once, in its own half; then the turn passes.
//! assert_eq!(play(0, "b3-b9"), Waits::Move(red));
//! assert_eq!(play(0, "@b8"), Waits::Move(Seat::of(1)));
//! ```

mod action;
mod apply;
mod board;
mod cells;
mod count;
mod encoding;
mod history;
mod hops;
mod layout;
mod legality;
pub mod line;
mod moves;
pub mod notation;
mod options;
mod piece;
mod position;
mod rules;
mod validity;
pub mod view;

use game::{
    BadRules, Chooser, Claim, Event, Fault, Game, Hiding, Illegal, KindName, Known, NoSecret, Pick,
    PieceId, Ply, Seat, SeatSet, Side, View, Waits,
};

pub use crate::action::Move;
pub use crate::board::{ALL, RIVER, half, neighbours, other, zone};
pub use crate::cells::{CELLS, Cell, Cells, FILES, Members, RANKS};
pub use crate::count::{count, divide};
pub use crate::history::{HISTORY_MAX, Seen};
pub use crate::hops::Hops;
pub use crate::layout::{Layout, PLACES};
pub use crate::options::{GOAL_MAX, Options, PLIES_MAX, Placement, QUIET_MAX, Red, Stones, Win};
pub use crate::piece::{ARMY, COUNTS, KINDS, Kind, Occupant, Piece, STONE};
pub use crate::position::{Position, Stage};
pub use crate::rules::{ID, Rules, SEATS, VERSION, rules_from_pairs};

/// The engine of 守护棋.
#[derive(Clone, Debug)]
pub enum Shouhu {}

impl Game for Shouhu {
    type Options = Options;
    type Rules = Rules;
    type Position = Position;
    type Move = Move;
    type Choice = Layout;
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

    fn seats(_: &Rules) -> u8 {
        SEATS.len()
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
        match *at.stage() {
            Stage::First => Waits::Toss { below: 2, from: at.living() },
            Stage::SetUp => Waits::Choices(at.living()),
            Stage::Placing | Stage::Return(_) | Stage::Turn | Stage::Drop(_) => {
                Waits::Move(at.turn())
            }
            Stage::Over(outcome) => Waits::Nothing(outcome),
        }
    }

    fn living(at: &Position) -> SeatSet {
        at.living()
    }

    fn ply(at: &Position) -> Ply {
        at.ply()
    }

    fn begun(at: &Position) -> bool {
        !matches!(at.stage(), Stage::First | Stage::SetUp)
    }

    fn owes(at: &Position, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
        at.check(seat, mv).map(|()| Vec::new())
    }

    fn owes_skip(_: &Position, _: Seat) -> Vec<Claim> {
        Vec::new()
    }

    fn admits(at: &Position, seat: Seat, layout: &Layout) -> Result<(), Vec<Fault>> {
        if *at.stage() != Stage::SetUp || !SEATS.has(seat) {
            let reason = "is not due to set up";
            return Err(vec![Fault::new(format!("seat {seat}"), reason)]);
        }
        let faults = layout.faults(seat);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
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
        if seat == at.turn() {
            at.moves_into(&mut moves);
        }
        moves
    }

    fn choices(_: &Position, _: Seat) -> Option<Vec<Layout>> {
        None
    }

    fn view(at: &Position, known: &Known<Self>) -> View {
        view::view(at, known.viewer)
    }

    fn picks(at: &Position, mv: &Move) -> Vec<Pick> {
        view::picks(at, mv)
    }

    fn any_choice(_: &Position, _: Seat, below: Chooser<'_>) -> Layout {
        Layout::any(below)
    }

    fn any_secret(_: &Position, _: Seat, _: Chooser<'_>) -> Option<NoSecret> {
        None
    }

    fn board(_: &Rules) -> game::Board {
        board::drawing()
    }

    fn kinds(_: &Rules) -> &'static [KindName] {
        &piece::NAMES
    }

    fn write_move(at: &Position, mv: &Move) -> String {
        notation::write_move(at, mv)
    }

    fn read_move(at: &Position, text: &str) -> Result<Move, Fault> {
        notation::read_move(at, text).map_err(|faults| together("move", &faults))
    }

    fn write_choice(_: &Position, layout: &Layout) -> String {
        layout.write()
    }

    fn read_choice(_: &Position, text: &str) -> Result<Layout, Fault> {
        Layout::read(text).map_err(|faults| together("layout", &faults))
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
        Ok((at, Known { viewer, ..Known::public() }))
    }
}

/// Several faults as one, where only one can be told: a line for each, nothing is left out.
fn together(what: &str, faults: &[Fault]) -> Fault {
    match faults {
        [one] => one.clone(),
        _ => {
            let all: Vec<String> = faults.iter().map(Fault::to_string).collect();
            Fault::new(what, all.join("\n"))
        }
    }
}
