//! Looking ahead, within a number of nodes.
//!
//! A node is one position made by one decision. A return and a drop are decisions of the seat that
//! also moves in that turn, so only where the turn passes does a value change its sign.

use game::{Outcome, Seat};
use shouhu::{CELLS, Cells, Move, Position, Stage, other, zone};

use super::keys::{self, Trace};
use super::table::{Bound, Table};
use super::threats::scorers;
use super::worth::{self, Judged};

/// What a won game is worth now; each ply before it takes one off.
pub(super) const WIN: i32 = 1_000_000;
/// A value beyond this is a game won or lost.
pub(super) const SURE: i32 = WIN - 1000;
/// More than any value.
pub(super) const ALL: i32 = 2 * WIN;
/// What a draw takes from the seat that looks: it plays on while nothing speaks against it.
const DULL: i32 = 60;
/// No line is longer, in decisions.
const LINE_MAX: usize = 60;
/// So many turns of points and parries are looked at beyond the depth.
const STORM: i32 = 4;
/// Before so many moves are looked at none is looked at less deeply.
const EARLY: usize = 5;
/// After so many, moves are looked at less deeply by two.
const LATE: usize = 24;

/// A position with what is kept of it.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) at: Position,
    trace: Trace,
}

impl Node {
    /// Of a position, its history left behind.
    pub(super) fn of(at: &Position) -> Self {
        Self { at: at.without_history(), trace: Trace::of(at) }
    }

    fn key(&self) -> u64 {
        keys::whole(self.trace, &self.at)
    }

    fn judged(&self) -> Judged {
        worth::judge(&self.at, self.trace.places)
    }

    /// How far the seat is ahead as it stands.
    fn lead(&self, seat: Seat) -> i32 {
        let lead = self.judged().lead;
        if seat == self.at.turn() { lead } else { -lead }
    }
}

/// From `low` to `high`: values beyond need not be told apart.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) low: i32,
    pub(super) high: i32,
}

/// One decision's search.
pub(super) struct Search {
    seat: Seat,
    spent: u32,
    limit: u32,
    is_stopped: bool,
    table: Table,
    /// The keys of the turns that led to where it looks.
    path: Vec<u64>,
    /// By length of the line, the last quiet move that was too good.
    replies: [Option<Move>; LINE_MAX],
    /// By seat and cells, how often a move was too good.
    merits: Vec<i32>,
}

impl Search {
    /// For a seat's decision, with so many nodes.
    pub(super) fn new(seat: Seat, limit: u32) -> Self {
        Self {
            seat,
            spent: 0,
            limit,
            is_stopped: false,
            table: Table::new(),
            path: Vec::with_capacity(LINE_MAX),
            replies: [None; LINE_MAX],
            merits: vec![0; 2 * CELLS * CELLS],
        }
    }

    /// How many nodes were made.
    pub(super) const fn spent(&self) -> u32 {
        self.spent
    }

    /// Whether the nodes ran out, so that the last values mean nothing.
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The position after a move; none: there are no nodes left.
    pub(super) fn after(&mut self, node: &Node, mv: &Move) -> Option<Node> {
        if self.spent >= self.limit {
            self.is_stopped = true;
            return None;
        }
        self.spent += 1;
        let mut at = node.at.clone();
        at.play_unnoted(mv);
        Some(Node { trace: node.trace.after(&node.at, mv), at })
    }

    /// What a draw is worth to a seat.
    pub(super) fn draw(&self, seat: Seat) -> i32 {
        if seat == self.seat { -DULL } else { DULL }
    }

    /// What a game that is over is worth to a seat, after a line so long.
    pub(super) fn end(&self, outcome: Outcome, seat: Seat, line: usize) -> i32 {
        let won = WIN - line as i32;
        match outcome {
            Outcome::Won(seats) if seats.has(seat) => won,
            Outcome::Won(_) => -won,
            Outcome::Drawn(_) => self.draw(seat),
        }
    }

    /// What a position is worth to a seat without looking ahead, but for where it puts down what it
    /// holds.
    pub(super) fn glance(&mut self, node: &Node, seat: Seat) -> i32 {
        match *node.at.stage() {
            Stage::Over(outcome) => self.end(outcome, seat, 1),
            Stage::Drop(_) if node.at.turn() == seat => {
                self.ranked(node).first().map_or(0, |(value, _)| *value)
            }
            _ => node.lead(seat),
        }
    }

    /// Every way to put down or send back a piece, the one first that looks best to the seat to
    /// decide.
    fn ranked(&mut self, node: &Node) -> Vec<(i32, Node)> {
        let mut moves = Vec::with_capacity(32);
        node.at.moves_into(&mut moves);
        let mut ranked = Vec::with_capacity(moves.len());
        for mv in &moves {
            let Some(next) = self.after(node, mv) else { break };
            let value = match *next.at.stage() {
                Stage::Over(outcome) => self.end(outcome, node.at.turn(), 1),
                _ => next.lead(node.at.turn()),
            };
            ranked.push((value, next));
        }
        ranked.sort_by_key(|(value, _)| -value);
        ranked
    }

    /// What `next` is worth to the seat that decided at `node`, looking so many turns ahead.
    pub(super) fn value(
        &mut self,
        node: &Node,
        next: &Node,
        depth: i32,
        window: Window,
        line: usize,
    ) -> i32 {
        if node.at.turn() == next.at.turn() {
            self.look(next, depth, window, line)
        } else {
            let turned = Window { low: -window.high, high: -window.low };
            -self.look(next, depth, turned, line)
        }
    }

    /// What a position is worth to the seat whose turn it is.
    fn look(&mut self, node: &Node, depth: i32, window: Window, line: usize) -> i32 {
        match *node.at.stage() {
            Stage::Over(outcome) => self.end(outcome, node.at.turn(), line),
            _ if line >= LINE_MAX => node.lead(node.at.turn()),
            Stage::Drop(_) | Stage::Return(_) => self.put_down(node, depth, window, line),
            _ if depth <= 0 => self.storm(node, depth, window, line),
            _ => {
                let key = node.key();
                if self.path.contains(&key) {
                    return self.draw(node.at.turn());
                }
                self.path.push(key);
                let value = self.turn(node, key, depth, window, line);
                self.path.pop();
                value
            }
        }
    }

    /// A piece is put down or sent back: of the many ways only those that look best.
    fn put_down(&mut self, node: &Node, depth: i32, window: Window, line: usize) -> i32 {
        let width = match depth {
            ..=0 => 1,
            1 => 2,
            2 => 3,
            _ => 5,
        };
        let ranked = self.ranked(node);
        let mut best = -ALL;
        let mut low = window.low;
        for (_, next) in ranked.iter().take(width) {
            let value = self.value(node, next, depth, Window { low, ..window }, line + 1);
            if self.is_stopped {
                break;
            }
            best = best.max(value);
            low = low.max(value);
            if low >= window.high {
                break;
            }
        }
        best
    }

    /// The points and parries that are due, played out; a seat may leave it at any time.
    fn storm(&mut self, node: &Node, depth: i32, window: Window, line: usize) -> i32 {
        let seat = node.at.turn();
        let Judged { lead: mut best, scorers: [own, threats] } = node.judged();
        if best >= window.high || depth <= -STORM {
            return best;
        }
        if own.is_empty() && threats.is_empty() {
            return best;
        }
        let goal = zone(other(seat));
        let is_due = |mv: &Move| {
            matches!(*mv, Move::Go { from, to }
            if (own.has(from) && goal.has(to)) || threats.has(to))
        };
        let mut moves = Vec::with_capacity(96);
        node.at.moves_into(&mut moves);
        moves.retain(is_due);
        moves.sort_by_key(|mv| matches!(mv, Move::Go { to, .. } if !goal.has(*to)));
        let mut low = window.low.max(best);
        for mv in &moves {
            let Some(next) = self.after(node, mv) else { break };
            let value = self.value(node, &next, depth - 1, Window { low, ..window }, line + 1);
            if self.is_stopped {
                break;
            }
            best = best.max(value);
            low = low.max(value);
            if low >= window.high {
                break;
            }
        }
        best
    }

    /// A seat moves.
    fn turn(&mut self, node: &Node, key: u64, depth: i32, window: Window, line: usize) -> i32 {
        let found = self.table.get(key);
        if let Some(found) = found.filter(|found| found.depth >= depth) {
            let value = from_table(found.value, line);
            let settles = match found.bound {
                Bound::Exact => true,
                Bound::Least => value >= window.high,
                Bound::Most => value <= window.low,
            };
            if settles {
                return value;
            }
        }
        let moves = self.ordered(node, found.and_then(|found| found.best), depth, line);
        let (mut best, mut best_move) = (-ALL, None);
        let mut low = window.low;
        for (place, (is_quiet, mv)) in moves.iter().enumerate() {
            let Some(next) = self.after(node, mv) else { break };
            let less = match place {
                _ if !is_quiet || depth < 2 => 0,
                ..EARLY => 0,
                EARLY..LATE => 1,
                _ => 2,
            };
            let value =
                self.narrowing(node, &next, (depth - 1, less), place == 0, low, window, line);
            if self.is_stopped {
                break;
            }
            if value > best {
                (best, best_move) = (value, Some(*mv));
            }
            low = low.max(value);
            if low >= window.high {
                self.praise(node.at.turn(), mv, *is_quiet, depth, line);
                break;
            }
        }
        if !self.is_stopped {
            let bound = match best {
                _ if best >= window.high => Bound::Least,
                _ if best > window.low => Bound::Exact,
                _ => Bound::Most,
            };
            self.table.put(key, depth, (to_table(best, line), bound), best_move);
        }
        best
    }

    /// The first move with the whole window; the others first only to show that they are no better,
    /// and less deeply.
    #[expect(clippy::too_many_arguments, reason = "one step of a loop")]
    fn narrowing(
        &mut self,
        node: &Node,
        next: &Node,
        (depth, less): (i32, i32),
        is_first: bool,
        low: i32,
        window: Window,
        line: usize,
    ) -> i32 {
        let whole = Window { low, ..window };
        if is_first || window.high - low <= 1 && less == 0 {
            return self.value(node, next, depth, whole, line + 1);
        }
        let narrow = Window { low, high: low + 1 };
        let mut value = self.value(node, next, depth - less, narrow, line + 1);
        if value > low && less > 0 && !self.is_stopped {
            value = self.value(node, next, depth, narrow, line + 1);
        }
        if value > low && value < window.high && !self.is_stopped {
            value = self.value(node, next, depth, whole, line + 1);
        }
        value
    }

    /// The moves that are looked at, the most promising first, each with whether it is quiet. Near
    /// the end of the depth no own piece is captured: that costs more than it finds.
    fn ordered(
        &mut self,
        node: &Node,
        known: Option<Move>,
        depth: i32,
        line: usize,
    ) -> Vec<(bool, Move)> {
        let at = &node.at;
        let (seat, goal) = (at.turn(), zone(other(at.turn())));
        let threats = scorers(at, other(seat));
        let (own, enemies) = (at.army(seat), at.army(other(seat)));
        let reply = self.replies.get(line).copied().flatten();
        let mut moves = Vec::with_capacity(96);
        at.moves_into(&mut moves);
        let mut ranked: Vec<(i32, bool, Move)> = Vec::with_capacity(moves.len());
        for mv in moves {
            let Move::Go { to, .. } = mv else { continue };
            let is = |cells: Cells| cells.has(to);
            let merit = self.merits.get(merit_place(seat, &mv)).copied().unwrap_or(0);
            let (rank, is_quiet) = match () {
                () if known == Some(mv) => (i32::MAX, false),
                () if is(goal) => (1 << 30, false),
                () if is(threats) => (1 << 29, false),
                () if reply == Some(mv) => (1 << 28, true),
                () if is(own) && depth < 2 => continue,
                () if is(own) => (-(1 << 20) + merit, true),
                () if is(enemies) => ((1 << 10) + merit, true),
                () => (merit, true),
            };
            ranked.push((rank, is_quiet, mv));
        }
        // With nothing but own pieces to capture they are looked at after all.
        if ranked.is_empty() {
            let mut moves = Vec::new();
            at.moves_into(&mut moves);
            return moves.into_iter().map(|mv| (true, mv)).collect();
        }
        ranked.sort_by_key(|(rank, _, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, is_quiet, mv)| (is_quiet, mv)).collect()
    }

    /// Remembers a move that was too good to be allowed.
    fn praise(&mut self, seat: Seat, mv: &Move, is_quiet: bool, depth: i32, line: usize) {
        if !is_quiet {
            return;
        }
        if let Some(reply) = self.replies.get_mut(line) {
            *reply = Some(*mv);
        }
        if let Some(merit) = self.merits.get_mut(merit_place(seat, mv)) {
            *merit = (*merit + depth * depth).min(1 << 18);
        }
    }
}

fn merit_place(seat: Seat, mv: &Move) -> usize {
    match *mv {
        Move::Go { from, to } => ((seat.index() & 1) * CELLS + from.index()) * CELLS + to.index(),
        Move::Place { .. } | Move::Return(_) | Move::Drop(_) => 0,
    }
}

/// In the table a win counts from its position; elsewhere from where the search began.
fn to_table(value: i32, line: usize) -> i32 {
    match value {
        SURE.. => value + line as i32,
        _ if value <= -SURE => value - line as i32,
        _ => value,
    }
}

fn from_table(value: i32, line: usize) -> i32 {
    match value {
        SURE.. => value - line as i32,
        _ if value <= -SURE => value + line as i32,
        _ => value,
    }
}
