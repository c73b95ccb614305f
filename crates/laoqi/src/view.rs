//! What a window or terminal shows: everything, for only gestures not yet revealed are hidden.
//!
//! Facts, in this order, those in brackets only when there is something to say. Gestures are 0
//! scissors, 1 rock, 2 paper; kinds are numbered as [`KINDS`] lists them.
//!
//! | key | numbers |
//! |---|---|
//! | `ply` | plies completed |
//! | \[`contest`\] · \[`losers`\] | the seats that show: for the right to act · for the loser's action |
//! | \[`play_off`\] | the same seats again when not all show that may |
//! | \[`showing`\] | number of this showing in its ply, from 1; the most there can be |
//! | \[`pick`\] | the crown's holder; then those it may pick |
//! | \[`shown`\] | seat and gesture, in turn: what they showed, while the crown picks |
//! | \[`mandate`\] | seat; kinds that it may move |
//! | \[`any_piece`\] | seat, when it may move any piece |
//! | `ties` | counted ties on scissors, rock, paper |
//! | \[`pending`\] | the pending gesture |
//! | \[`queue`\] | gestures that will be pending after it |
//! | \[`crown`\] | who holds the iron crown |
//! | `incite` | living seats that still have their incitement |
//! | `lost` | by army: Warriors lost |
//! | `promoted` | by army: Shields promoted |
//! | \[`quiet`\] | quiet plies; the limit |
//! | `timeouts` | by seat: what it missed |
//! | `timeouts_limit` | what a seat may miss |

use game::{KindName, Pick, Seat, SeatSet, Token, View};

use crate::action::{Action, Move, Promoted};
use crate::gesture::Gesture;
use crate::moves::candidates;
use crate::piece::Kind;
use crate::position::{Position, Stage};

/// The names of the kinds by their numbers.
pub const KINDS: [KindName; 4] = [
    KindName { zh: "国王", mark: "王", en: "King", letter: Kind::King.letter() },
    KindName { zh: "战士", mark: "战", en: "Warrior", letter: Kind::Warrior.letter() },
    KindName { zh: "盾卫", mark: "盾", en: "Shield", letter: Kind::Shield.letter() },
    KindName { zh: "刺客", mark: "刺", en: "Assassin", letter: Kind::Assassin.letter() },
];

/// Words that a crown's holder points at, by seat.
const SEAT_WORDS: [&str; 5] = ["seat_0", "seat_1", "seat_2", "seat_3", "seat_4"];

/// What this viewer (none: anybody) may see.
pub fn view(at: &Position, viewer: Option<Seat>) -> View {
    let token = |cell| {
        at.at(cell).map(|piece| Token {
            army: piece.army,
            controller: at.controller(piece).unwrap_or(piece.army),
            kind: Some(piece.kind.number()),
        })
    };
    let mut facts = vec![("ply", vec![at.ply])];
    stage_facts(at, &mut facts);
    state_facts(at, &mut facts);
    View { viewer, tokens: at.board().cells().map(token).collect(), living: at.living, facts }
}

type Facts = Vec<(&'static str, Vec<u32>)>;

fn seats(seats: SeatSet) -> Vec<u32> {
    seats.iter().map(|seat| u32::from(seat.number())).collect()
}

fn stage_facts(at: &Position, facts: &mut Facts) {
    match &at.stage {
        Stage::Contest { due } | Stage::Losers { due } => {
            let losers = matches!(at.stage, Stage::Losers { .. });
            let key = if losers { "losers" } else { "contest" };
            facts.push((key, seats(*due)));
            if *due != at.entitled() {
                facts.push(("play_off", seats(*due)));
            }
            let most = u32::from(crate::position::SHOWINGS_MAX);
            facts.push(("showing", vec![u32::from(at.showings) + 1, most]));
        }
        Stage::Pick { table } => {
            let holder = at.crown.map(|holder| u32::from(holder.number()));
            let among = seats(candidates(table));
            facts.push(("pick", holder.into_iter().chain(among).collect()));
            let shown = table.shown().iter().filter_map(|seat| {
                let gesture = table.get(seat)?;
                Some([u32::from(seat.number()), gesture as u32])
            });
            facts.push(("shown", shown.flatten().collect()));
        }
        Stage::Action { seat, kinds } => {
            let number = u32::from(seat.number());
            let kinds_of = kinds.iter().map(|kind| kind as u32);
            facts.push(("mandate", [number].into_iter().chain(kinds_of).collect()));
            if *kinds == crate::piece::Kinds::ANY {
                facts.push(("any_piece", vec![number]));
            }
        }
        Stage::Over(_) => {}
    }
}

fn state_facts(at: &Position, facts: &mut Facts) {
    let by_seat = |number: &dyn Fn(Seat) -> u8| -> Vec<u32> {
        let seats = at.seats();
        seats.iter().map(|seat| u32::from(number(seat))).collect()
    };
    let ties = Gesture::ALL.map(|gesture| u32::from(at.ties(gesture)));
    facts.push(("ties", ties.to_vec()));
    let queue: Vec<_> = at.queue.iter().map(|gesture| gesture as u32).collect();
    if let [pending, queued @ ..] = queue.as_slice() {
        facts.push(("pending", vec![*pending]));
        if !queued.is_empty() {
            facts.push(("queue", queued.to_vec()));
        }
    }
    if let Some(holder) = at.crown {
        facts.push(("crown", vec![u32::from(holder.number())]));
    }
    facts.push(("incite", seats(at.living.minus(at.incited))));
    facts.push(("lost", by_seat(&|army| at.army(army).lost)));
    facts.push(("promoted", by_seat(&|army| at.army(army).promoted)));
    let limit = at.options().quiet_limit;
    if limit > 0 {
        facts.push(("quiet", vec![u32::from(at.quiet), u32::from(limit)]));
    }
    facts.push(("timeouts", by_seat(&|seat| at.timeouts(seat))));
    let most = u32::from(at.options().timeouts);
    facts.push(("timeouts_limit", vec![most]));
}

/// What to point at, in order, to make this move. No legal move's picks begin another's.
pub fn picks(mv: &Move) -> Vec<Pick> {
    match mv {
        Move::Crown(seat) => {
            let word = SEAT_WORDS.get(seat.index()).copied();
            vec![Pick::Word(word.unwrap_or("seat"))]
        }
        Move::Act(action) => action_picks(action),
        Move::Command(king, action) => {
            let mut picks = vec![Pick::Node(king.node())];
            picks.extend(action_picks(action));
            picks
        }
    }
}

fn action_picks(action: &Action) -> Vec<Pick> {
    let node = |cell: crate::board::Cell| Pick::Node(cell.node());
    match *action {
        Action::Step { from, to } => vec![node(from), node(to)],
        Action::Push { from, to, branch, asides } => {
            [from, to].into_iter().chain(branch).chain(asides.iter()).map(node).collect()
        }
        Action::Promote { at, to } => {
            let word = match to {
                Promoted::Warrior => "promote_warrior",
                Promoted::Assassin => "promote_assassin",
            };
            vec![node(at), Pick::Word(word)]
        }
        Action::Incite { king, shield } => {
            vec![node(king), Pick::Word("incite"), node(shield)]
        }
    }
}
