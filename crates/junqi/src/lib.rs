//! 军棋: hidden, open and flip games on boards for 2, 3, 4 and 6 seats.
//!
//! `rules.md` beside the code says what the rules are. [`Junqi`] is the engine. Bots and benches use
//! [`Position`] itself: [`Position::moves_into`] and [`Position::play`].
//!
//! ```
//! use game::{Event, Game, Known, Seat, SeatSet, Waits};
//! use junqi::{Junqi, Options, Rules};
//!
//! let rules = Rules::new(&Options::QQ_2P).unwrap();
//! let mut at = Junqi::start(&rules);
//! let both = SeatSet::first(2);
//! assert_eq!(Junqi::waits(&at), Waits::Deployments(both));
//! Junqi::apply(&mut at, &Event::Deployed(both)).unwrap();
//! Junqi::apply(&mut at, &Event::Tossed(1)).unwrap();
//! assert_eq!(Junqi::waits(&at), Waits::Move(Seat::of(1)));
//! // A piece that began in front cannot be a mine: nothing is owed for its move.
//! let mv = Junqi::read_move(&at, "11b-12b").unwrap();
//! assert_eq!(Junqi::owes(&at, Seat::of(1), &mv), Ok(vec![]));
//! ```

mod action;
mod apply;
mod board;
mod cells;
mod count;
mod elimination;
mod encoding;
mod flags;
pub mod gametext;
mod history;
pub mod jgs;
mod layout;
pub mod line;
mod moves;
pub mod notation;
mod options;
mod piece;
mod ply;
mod position;
mod rules;
mod shape;
mod suppose;
mod table;
mod validity;
pub mod view;

use game::{
    BadRules, Chooser, Claim, Event, Fault, Game, Hiding, Illegal, KindName, Known, Pick, PieceId,
    Ply, Seat, SeatSet, Side, View, Waits,
};

pub use crate::action::Move;
pub use crate::board::{Board, Ground, row_and_column};
pub use crate::cells::{CELLS_MAX, Cell, Cells, Members};
pub use crate::count::{count, divide};
pub use crate::gametext::WholeGame;
pub use crate::history::{HISTORY_MAX, Seen};
pub use crate::layout::{Layout, Secret, allowed};
pub use crate::piece::{ARMY, COUNTS, KINDS, Kind, Kinds, MEN_MAX, Man};
pub use crate::position::{FlagAt, Piece, Position, Stage};
pub use crate::rules::{
    AllyView, BoardKind, Colours, FlagTakers, FlagWin, Headquarters, ID, LosersView, Mines, Mode,
    Options, QUIET_MAX, Remains, Repetition, Rules, Sides, SmallHitsBig, Switch, TIMEOUTS_MAX,
    Turns, VERSION, rules_from_pairs,
};
pub use crate::table::{announced, codes, losses};

/// The engine of 军棋.
#[derive(Clone, Debug)]
pub enum Junqi {}

impl Game for Junqi {
    type Options = Options;
    type Rules = Rules;
    type Position = Position;
    type Move = Move;
    type Choice = Layout;
    type Secret = Secret;

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

    fn side(rules: &Rules, seat: Seat) -> Side {
        Side(rules.options().side(seat))
    }

    fn hiding(rules: &Rules) -> Option<Hiding> {
        rules.hiding()
    }

    fn start(rules: &Rules) -> Position {
        Position::start(rules)
    }

    fn waits(at: &Position) -> Waits {
        match *at.stage() {
            Stage::SetUp if at.is_hidden() => Waits::Deployments(at.living()),
            Stage::SetUp => Waits::Choices(at.living()),
            Stage::First => Waits::Toss { below: u16::from(at.living().len()), from: at.living() },
            Stage::TurnUp(_) => Waits::Toss { below: at.all_down(), from: at.living() },
            Stage::Turn => Waits::Move(at.turn()),
            Stage::Fight { .. } | Stage::Show(_) | Stage::Stuck => Waits::Rulings(at.claims()),
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
        !matches!(at.stage(), Stage::SetUp | Stage::First)
    }

    fn owes(at: &Position, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
        at.owes(seat, mv)
    }

    fn owes_skip(at: &Position, seat: Seat) -> Vec<Claim> {
        at.owes_skip(seat)
    }

    fn admits(at: &Position, seat: Seat, layout: &Layout) -> Result<(), Vec<Fault>> {
        if *at.stage() != Stage::SetUp || at.is_hidden() || !at.living().has(seat) {
            let reason = "is not due to set up in the open";
            return Err(vec![Fault::new(format!("seat {seat}"), reason)]);
        }
        let faults = layout.faults(at.rules(), seat);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn hides(at: &Position, seat: Seat, secret: &Secret) -> Result<(), Vec<Fault>> {
        let due = *at.stage() == Stage::SetUp && at.is_hidden() && at.living().has(seat);
        if !due || secret.seat != seat {
            let reason = "is not due to set up so in secret";
            return Err(vec![Fault::new(format!("seat {seat}"), reason)]);
        }
        let faults = secret.layout.faults(at.rules(), seat);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn apply(at: &mut Position, event: &Event<Self>) -> Result<(), Illegal> {
        at.apply(event)
    }

    fn kind(secret: &Secret, piece: PieceId) -> Option<game::Kind> {
        secret.kind(Man::from_id(piece)?).map(Kind::number)
    }

    fn army(secret: &Secret) -> Vec<PieceId> {
        (0..ARMY).filter_map(|place| Man::of(secret.seat, place)).map(Man::id).collect()
    }

    fn secret_of(at: &Position, seat: Seat, kinds: &[game::Kind]) -> Option<Secret> {
        let kinds: Option<Vec<Kind>> = kinds.iter().map(|kind| Kind::new(kind.0)).collect();
        let layout = Layout::new(kinds?.try_into().ok()?);
        let is_legal = at.is_hidden() && layout.faults(at.rules(), seat).is_empty();
        is_legal.then_some(Secret { seat, layout })
    }

    fn may_see(at: &Position, viewer: Seat) -> SeatSet {
        at.may_see(viewer)
    }

    fn moves(at: &Position, seat: Seat, known: &Known<Self>) -> Vec<Move> {
        let mut moves = Vec::new();
        let can_tell = !at.is_hidden() || known.secrets.contains_key(&seat);
        if seat == at.turn() && can_tell {
            at.moves_into(|man| view::told(at, known, man), &mut moves);
        }
        moves
    }

    fn choices(_: &Position, _: Seat) -> Option<Vec<Layout>> {
        None
    }

    fn view(at: &Position, known: &Known<Self>) -> View {
        view::view(at, known)
    }

    fn picks(_: &Position, mv: &Move) -> Vec<Pick> {
        view::picks(mv)
    }

    fn any_choice(at: &Position, _: Seat, below: Chooser<'_>) -> Layout {
        Layout::any(at.options(), below)
    }

    fn any_secret(at: &Position, seat: Seat, below: Chooser<'_>) -> Option<Secret> {
        let layout = || Layout::any(at.options(), below);
        at.is_hidden().then(layout).map(|layout| Secret { seat, layout })
    }

    fn board(rules: &Rules) -> game::Board {
        Board::of(rules.options()).drawing().clone()
    }

    fn kinds(_: &Rules) -> &'static [KindName] {
        &piece::NAMES
    }

    fn write_move(at: &Position, mv: &Move) -> String {
        notation::write_move(at, mv)
    }

    fn read_move(at: &Position, text: &str) -> Result<Move, Fault> {
        notation::read_move(at, text)
    }

    fn write_choice(_: &Position, layout: &Layout) -> String {
        layout.write()
    }

    fn read_choice(_: &Position, text: &str) -> Result<Layout, Fault> {
        Layout::read(text)
    }

    fn write_secret(_: &Position, secret: &Secret) -> String {
        secret.layout.write()
    }

    fn read_secret(_: &Position, seat: Seat, text: &str) -> Result<Secret, Fault> {
        Layout::read(text).map(|layout| Secret { seat, layout })
    }

    fn write_position(at: &Position, known: &Known<Self>) -> String {
        line::write_position(at, known)
    }

    fn read_position(rules: &Rules, text: &str) -> Result<(Position, Known<Self>), Vec<Fault>> {
        line::read_position(rules, text)
    }
}
