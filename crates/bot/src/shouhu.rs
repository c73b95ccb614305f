//! The player of 守护棋: looks ahead within a number of nodes.

mod keys;
mod layouts;
mod lines;
mod search;
mod table;
mod threats;
mod worth;

use game::{Game, Known, Seat, Waits};
use shouhu::{Move, Position, Shouhu, Stage};

use self::search::{ALL, Node, SURE, Search, Window};
use crate::dice::Dice;
use crate::player::{Decision, Draw, Player};

/// No decision looks deeper, in turns; with few pieces the nodes would last for more.
const DEPTH_MAX: i32 = 24;
/// A lead below this is lost enough to accept a draw.
const BEHIND: i32 = -worth::POINT * 2;
/// A lead nearer to 0 than this is none.
const EVEN: i32 = worth::POINT / 2;

/// A player of 守护棋.
///
/// It searches turn by turn deeper until its nodes are spent; a node is a position made by one
/// decision. Points that can be scored at once, and captures of pieces that could, are looked at to
/// their end. Of moves that are as good it takes any, by its dice; it does not repeat a position or
/// shuffle until the quiet limit while it sees anything better than a draw.
///
/// It sets up by a few designs, varied by dice.
#[derive(Clone, Copy, Debug)]
pub struct Warden {
    nodes: u32,
    depth: i32,
}

impl Warden {
    /// Judges what its own move leads to as it stands.
    pub const ONE_PLY: Self = Self { nodes: 20_000, depth: 0 };
    /// Sees most of what the other seat can do about it.
    pub const MIDDLE: Self = Self { nodes: 12_000, depth: DEPTH_MAX };
    /// Looks as far as 150 000 nodes lead.
    pub const STRONG: Self = Self { nodes: 150_000, depth: DEPTH_MAX };

    /// The most nodes that one decision of it makes.
    pub const fn nodes_max(&self) -> u32 {
        self.nodes
    }

    /// A decision with the number of nodes that it took, at most [`Warden::nodes_max`].
    pub fn decide_counted(
        &self,
        at: &Position,
        seat: Seat,
        dice: &mut Dice,
    ) -> (Option<Decision<Shouhu>>, u32) {
        match Shouhu::waits(at) {
            Waits::Move(due) if due == seat && *at.stage() == Stage::Placing => {
                (layouts::next_piece(at, seat, dice).map(Decision::Move), 0)
            }
            Waits::Move(due) if due == seat => {
                let mut search = Search::new(seat, self.nodes);
                let best = self.best(&mut search, at, seat, dice);
                (best.map(Decision::Move), search.spent())
            }
            Waits::Choices(due) if due.has(seat) => {
                (Some(Decision::Choice(layouts::good(at, seat, dice))), 0)
            }
            _ => (None, 0),
        }
    }

    /// The best move of the deepest look that was finished; of equal ones any, by dice.
    fn best(
        &self,
        search: &mut Search,
        at: &Position,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Move> {
        let node = Node::of(at);
        let mut choices = choices(search, at, &node, seat, dice);
        for depth in 0..self.depth {
            if choices.len() < 2 {
                break;
            }
            let mut best = (-ALL, 0);
            for (place, choice) in choices.iter().enumerate() {
                let window = Window { low: best.0, high: ALL };
                let value = choice.value(search, &node, depth, place == 0, window);
                if search.is_stopped() {
                    break;
                }
                if value > best.0 {
                    best = (value, place);
                }
            }
            if let Some(order) = choices.get_mut(..=best.1) {
                order.rotate_right(1);
            }
            if search.is_stopped() || best.0.abs() >= SURE {
                break;
            }
        }
        choices.first().map(|choice| choice.mv)
    }
}

/// One move at the root.
struct Choice {
    mv: Move,
    next: Node,
    /// What it looks like at once.
    looks: i32,
    /// Whether it ends the game, by repetition too, and so is worth just what it looks like.
    is_end: bool,
}

impl Choice {
    /// What it is worth if it is better than the low end of the window.
    fn value(
        &self,
        search: &mut Search,
        node: &Node,
        depth: i32,
        is_first: bool,
        window: Window,
    ) -> i32 {
        if self.is_end {
            return self.looks;
        }
        if !is_first {
            let narrow = Window { low: window.low, high: window.low + 1 };
            let value = search.value(node, &self.next, depth, narrow, 1);
            if value <= window.low || search.is_stopped() {
                return value;
            }
        }
        search.value(node, &self.next, depth, window, 1)
    }
}

/// Every move, the one first that looks best; equal ones in an order by dice.
fn choices(
    search: &mut Search,
    at: &Position,
    node: &Node,
    seat: Seat,
    dice: &mut Dice,
) -> Vec<Choice> {
    let mut moves = Vec::with_capacity(128);
    at.moves_into(&mut moves);
    let mut choices = Vec::with_capacity(moves.len());
    while !moves.is_empty() {
        let mv = moves.swap_remove(dice.below(moves.len() as u32) as usize);
        let Some(next) = search.after(node, &mv) else { break };
        // Only a copy that knows what was before sees the third occurrence.
        let mut noted = at.clone();
        noted.play(&mv);
        let end = match *noted.stage() {
            Stage::Over(outcome) => Some(search.end(outcome, seat, 1)),
            _ => None,
        };
        let looks = end.unwrap_or_else(|| search.glance(&next, seat));
        choices.push(Choice { mv, next, looks, is_end: end.is_some() });
    }
    choices.sort_by_key(|choice| -choice.looks);
    choices
}

impl Player<Shouhu> for Warden {
    fn decide(
        &self,
        at: &Position,
        _: &Known<Shouhu>,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Decision<Shouhu>> {
        self.decide_counted(at, seat, dice).0
    }

    /// It accepts when it is two points behind, or when nothing has happened for three quarters of
    /// the quiet limit and it is not ahead; then it also offers, once every ten plies.
    fn draw(&self, at: &Position, _: &Known<Shouhu>, seat: Seat) -> Draw {
        if !matches!(at.stage(), Stage::Turn | Stage::Return(_) | Stage::Drop(_)) {
            return Draw::Decline;
        }
        let lead = worth::lead(at, seat);
        let (limit, quiet) = (at.options().quiet_limit, at.quiet());
        let stale = if limit > 0 { quiet >= limit - limit / 4 } else { at.ply().0 >= 400 };
        let is_own_turn = *at.stage() == Stage::Turn && at.turn() == seat;
        if stale && lead.abs() <= EVEN && is_own_turn && at.ply().0 % 10 < 2 {
            Draw::Offer
        } else if lead <= BEHIND || (stale && lead <= EVEN) {
            Draw::Accept
        } else {
            Draw::Decline
        }
    }
}
