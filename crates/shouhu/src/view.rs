//! What a window or terminal shows: everything, for only layouts not yet revealed are hidden.
//!
//! A stone is a token of the kind after the six; it is nobody's, and its army and controller mean
//! nothing. Facts, in this order, those in brackets only when there is something to say. Cells are
//! numbers of nodes; kinds are numbered 车 马 炮 象 士 兵 from 0.
//!
//! | key | numbers |
//! |---|---|
//! | `ply` | plies completed |
//! | \[`first`\] | the seats of whom a toss takes red |
//! | \[`set_up`\] | the seats that arrange in secret |
//! | \[`placing`\] | the seat to place a piece |
//! | \[`left`\] | with it: by seat and kind, what is still to be placed |
//! | \[`return`\] | the seat to send back; the cell of the piece that has scored |
//! | \[`turn`\] | the seat to move |
//! | \[`drop`\] | the seat to put down what it captured; that piece's army and kind |
//! | \[`red`\] | the seat that has red |
//! | `score` | by seat: points |
//! | \[`goal`\] · \[`plies`\] | the points that win · the plies after which points are counted |
//! | \[`quiet`\] | plies without point or captured stone; the limit |
//! | \[`stones`\] | cells of the stones |
//! | `zones` | four cells of seat 0's zone, four of seat 1's |
//! | \[`guardians`\] | their cells |
//! | \[`lends`\] | cell of a 士, cell of a piece that lends it its move; in turn |
//! | \[`carries`\] | cell of a 兵, cell of a piece that it can hop over; in turn |

use game::{Pick, Seat, Token, View};

use crate::action::Move;
use crate::board::{self, zone};
use crate::cells::{Cell, Cells};
use crate::options::Win;
use crate::piece::{Kind, Occupant, Piece, STONE};
use crate::position::{Position, Stage};
use crate::rules::SEATS;

/// What this viewer (none: anybody) may see.
pub(crate) fn view(at: &Position, viewer: Option<Seat>) -> View {
    let token = |cell| {
        let (army, kind) = match at.on(cell)? {
            Occupant::Piece(piece) => (piece.army, piece.kind.number()),
            Occupant::Stone => (Seat::of(0), STONE),
        };
        Some(Token { army, controller: army, kind: Some(kind) })
    };
    let mut facts = vec![("ply", vec![at.ply])];
    stage_facts(at, &mut facts);
    state_facts(at, &mut facts);
    board_facts(at, &mut facts);
    let tokens = board::ALL.iter().map(token).collect();
    View { viewer, tokens, living: at.living, facts }
}

type Facts = Vec<(&'static str, Vec<u32>)>;

fn cells(cells: Cells) -> Vec<u32> {
    cells.iter().map(|cell| u32::from(cell.node())).collect()
}

fn stage_facts(at: &Position, facts: &mut Facts) {
    let turn = u32::from(at.turn.number());
    let both = || SEATS.iter().map(|seat| u32::from(seat.number())).collect();
    match at.stage {
        Stage::First => facts.push(("first", both())),
        Stage::SetUp => facts.push(("set_up", both())),
        Stage::Placing => {
            facts.push(("placing", vec![turn]));
            let left = SEATS.iter().flat_map(|army| Kind::ALL.map(|kind| Piece { army, kind }));
            let left =
                left.map(|piece| u32::from(piece.kind.count().saturating_sub(at.count_of(piece))));
            facts.push(("left", left.collect()));
        }
        Stage::Return(cell) => facts.push(("return", vec![turn, u32::from(cell.node())])),
        Stage::Turn => facts.push(("turn", vec![turn])),
        Stage::Drop(Piece { army, kind }) => {
            facts.push(("drop", vec![turn, u32::from(army.number()), kind as u32]));
        }
        Stage::Over(_) => {}
    }
}

fn state_facts(at: &Position, facts: &mut Facts) {
    if let Some(red) = at.red {
        facts.push(("red", vec![u32::from(red.number())]));
    }
    facts.push(("score", at.score.map(u32::from).to_vec()));
    let options = at.options();
    facts.push(match options.win {
        Win::FirstTo => ("goal", vec![u32::from(options.goal)]),
        Win::MostAfter => ("plies", vec![u32::from(options.plies)]),
    });
    if options.quiet_limit > 0 {
        facts.push(("quiet", [at.quiet, options.quiet_limit].map(u32::from).to_vec()));
    }
}

fn board_facts(at: &Position, facts: &mut Facts) {
    let used = |kind| -> Vec<u32> {
        let users = at.of_kind(kind).iter();
        let pairs = users.flat_map(|user: Cell| {
            at.lenders_beside(user).iter().flat_map(move |other| [user.node(), other.node()])
        });
        pairs.map(u32::from).collect()
    };
    let zones = SEATS.iter().flat_map(|seat| cells(zone(seat))).collect();
    let guardians = SEATS.iter().filter_map(|seat| at.guardian(seat)).collect();
    for (key, numbers) in [
        ("stones", cells(at.stones)),
        ("zones", zones),
        ("guardians", cells(guardians)),
        ("lends", used(Kind::Advisor)),
        ("carries", used(Kind::Soldier)),
    ] {
        if !numbers.is_empty() {
            facts.push((key, numbers));
        }
    }
}

/// Words for the kinds to place, by kind.
const PLACE_WORDS: [&str; 6] = [
    "place_chariot",
    "place_horse",
    "place_cannon",
    "place_elephant",
    "place_advisor",
    "place_soldier",
];

/// What to point at, in order, to make this move. A 兵 goes hop by hop; where it could hop on to
/// another move's end, the word `stop` ends it. No legal move's picks begin another's.
pub(crate) fn picks(at: &Position, mv: &Move) -> Vec<Pick> {
    let node = |cell: Cell| Pick::Node(cell.node());
    match *mv {
        Move::Place { kind, cell } => {
            let word = PLACE_WORDS.get(kind.index()).copied().unwrap_or("place");
            vec![Pick::Word(word), node(cell)]
        }
        Move::Return(cell) | Move::Drop(cell) => vec![node(cell)],
        Move::Go { from, to } => {
            let hops = at.hops(from);
            let way = hops.as_ref().and_then(|hops| hops.way(to));
            let (Some(hops), Some(way)) = (hops, way) else { return vec![node(from), node(to)] };
            let mut picks: Vec<Pick> = way.into_iter().map(node).collect();
            let ends = at.piece(from).map(|piece| at.destinations(from, piece)).unwrap_or_default();
            if ends.iter().any(|end| hops.leads_over(to, end)) {
                picks.push(Pick::Word("stop"));
            }
            picks
        }
    }
}
