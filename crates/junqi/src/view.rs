//! What a window or terminal shows: what is public, and what the viewer knows beside it.
//!
//! In flip a token without kind lies face down: nobody has it, and its army means nothing.
//! Facts, in this order, those in brackets only when there is something to say. Cells are numbers of
//! nodes; an army is a seat's pieces, in flip a colour.
//!
//! | key | numbers |
//! |---|---|
//! | `ply` | plies completed |
//! | \[`set_up`\] | the seats that set up |
//! | \[`first`\] | the seats of whom a toss takes the first to move |
//! | \[`turn`\] | the seat to move |
//! | \[`fight`\] | attacker's cell, defender's cell: the announcement is awaited |
//! | \[`show`\] | the seats that must show their flag |
//! | \[`stuck`\] | the seat that cannot move, while the others say whether they can |
//! | \[`turn_up`\] | the cell of the piece that is being turned up |
//! | `lost` | by army: pieces off the board |
//! | \[`colours`\] | in flip: the seat that has army 0, the seat that has army 1 |
//! | \[`face_down`\] | in flip: by army and kind, what lies face down |
//! | \[`carried`\] | army of the flag, cell of the piece that carries it; in turn |
//! | \[`lying`\] | army of the flag, cell; in turn |
//! | \[`quiet`\] | plies without fight; the limit |
//! | `timeouts` | by seat: what it missed |
//! | `timeouts_limit` | what a seat may miss |

use game::{Known, Pick, Seat, SeatSet, Token, View};

use crate::Junqi;
use crate::action::Move;
use crate::options::{AllyView, LosersView, Mode};
use crate::piece::{ARMY, Kind, Man};
use crate::position::{FlagAt, Position, Stage, other};

/// What this viewer may see.
pub(crate) fn view(at: &Position, known: &Known<Junqi>) -> View {
    let token = |cell| {
        let man = at.on(cell)?;
        let army = at.piece(man).army.unwrap_or(Seat::of(0));
        let controller = at.seat_of(army).unwrap_or(army);
        Some(Token { army, controller, kind: told(at, known, man).map(Kind::number) })
    };
    let mut facts = vec![("ply", vec![at.ply])];
    stage_facts(at, &mut facts);
    state_facts(at, &mut facts);
    let tokens = at.board().cells().map(token).collect();
    View { viewer: known.viewer, tokens, living: at.living, facts }
}

/// What a piece is, as far as this viewer knows.
pub fn told(at: &Position, known: &Known<Junqi>, man: Man) -> Option<Kind> {
    at.public_kind(man).or_else(|| known.secrets.get(&man.seat())?.kind(man))
}

impl Position {
    /// The seats whose layouts this seat may be told beside its own: by `ally_view` while it lives,
    /// by `losers_view` once it is out.
    pub fn may_see(&self, viewer: Seat) -> SeatSet {
        let o = self.options();
        let sees = if self.living.has(viewer) {
            o.ally_view == AllyView::Allies
        } else {
            o.losers_view == LosersView::Allies
        };
        let allies = self.whole_sides(SeatSet::one(viewer)).without(viewer);
        if o.mode == Mode::Hidden && sees { allies } else { SeatSet::EMPTY }
    }
}

type Facts = Vec<(&'static str, Vec<u32>)>;

fn seats(seats: SeatSet) -> Vec<u32> {
    seats.iter().map(|seat| u32::from(seat.number())).collect()
}

fn stage_facts(at: &Position, facts: &mut Facts) {
    let cell = |man| at.piece(man).cell.map(|cell| u32::from(cell.node()));
    let turn = u32::from(at.turn.number());
    match at.stage {
        Stage::SetUp => facts.push(("set_up", seats(at.living))),
        Stage::First => facts.push(("first", seats(at.living))),
        Stage::Turn => facts.push(("turn", vec![turn])),
        Stage::Fight { attacker, defender, .. } => {
            let cells = [attacker, defender].into_iter().filter_map(cell);
            facts.push(("fight", cells.collect()));
        }
        Stage::Show(owing) => facts.push(("show", seats(owing))),
        Stage::Stuck => facts.push(("stuck", vec![turn])),
        Stage::TurnUp(cell) => facts.push(("turn_up", vec![u32::from(cell.node())])),
        Stage::Over(_) => {}
    }
}

fn state_facts(at: &Position, facts: &mut Facts) {
    let by_army = |number: &dyn Fn(Seat) -> u32| at.all_armies().map(number).collect::<Vec<_>>();
    let lost = |army: Seat| {
        let there = at.cells_of(army).len();
        let down = Kind::ALL.iter().map(|kind| u32::from(at.down(army, *kind))).sum::<u32>();
        u32::from(ARMY).saturating_sub(there + down)
    };
    facts.push(("lost", by_army(&lost)));
    if let Some(first) = at.colours {
        let seats = [first, other(first)];
        facts.push(("colours", seats.map(|seat| u32::from(seat.number())).to_vec()));
    }
    if at.is_flip() {
        facts.push(("face_down", at.down.iter().flatten().map(|n| u32::from(*n)).collect()));
    }
    let (mut carried, mut lying) = (Vec::new(), Vec::new());
    for army in at.all_armies() {
        let number = u32::from(army.number());
        match at.flag(army) {
            FlagAt::Carried(man) => {
                let cell = at.piece(man).cell.map(|cell| [number, u32::from(cell.node())]);
                carried.extend(cell.into_iter().flatten());
            }
            FlagAt::Lying(cell) => lying.extend([number, u32::from(cell.node())]),
            FlagAt::Home | FlagAt::Gone => {}
        }
    }
    for (key, cells) in [("carried", carried), ("lying", lying)] {
        if !cells.is_empty() {
            facts.push((key, cells));
        }
    }
    let limit = at.options().quiet_limit;
    if limit > 0 {
        facts.push(("quiet", vec![u32::from(at.quiet), u32::from(limit)]));
    }
    facts.push(("timeouts", by_army(&|seat| u32::from(at.timeouts(seat)))));
    facts.push(("timeouts_limit", vec![u32::from(at.options().timeouts)]));
}

/// What to point at, in order, to make this move. No legal move's picks begin another's.
pub(crate) fn picks(mv: &Move) -> Vec<Pick> {
    match *mv {
        Move::Go { from, to } => vec![Pick::Node(from.node()), Pick::Node(to.node())],
        Move::Flip(cell) => vec![Pick::Node(cell.node())],
        Move::Stuck => vec![Pick::Word("stuck")],
    }
}
