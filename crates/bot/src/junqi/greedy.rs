//! The weaker player: the move that promises most by itself.

use game::Seat;
use junqi::{Cell, FlagAt, Ground, Headquarters, KINDS, Kind, Man, Move, Position, losses};

use crate::dice::Dice;
use crate::junqi::belief::Belief;
use crate::junqi::maps::Map;

/// Prices that do not look at what is left.
pub(crate) const PRICES: [i32; KINDS] =
    [1000, 760, 560, 420, 310, 220, 150, 100, 150, 300, 150, 4000];
const BEATS: u8 = 2;
const DIES: u8 = 1;
/// Scores within this of the best are as good.
const AS_GOOD: i32 = 3;

/// One move.
pub(crate) fn greedy(
    at: &Position,
    seat: Seat,
    moves: &[Move],
    own: impl Fn(Man) -> Option<Kind>,
    belief: &Belief,
    dice: &mut Dice,
) -> Option<Move> {
    let map = Map::to(at.board(), aims(at, seat), |_| 0);
    let score = |mv: &Move| match *mv {
        Move::Go { from, to } => {
            let man = at.on(from)?;
            let kind = own(man)?;
            Some(match at.on(to) {
                Some(target) => expected(at, kind, target, belief),
                None => step(at, &map, man, kind, from, to),
            })
        }
        Move::Flip(_) => Some(12),
        Move::Stuck => Some(0),
    };
    let scored: Vec<(i32, Move)> = moves.iter().filter_map(|mv| Some((score(mv)?, *mv))).collect();
    let best = scored.iter().map(|(score, _)| *score).max()?;
    let good: Vec<Move> =
        scored.iter().filter(|(score, _)| *score >= best - AS_GOOD).map(|(_, mv)| *mv).collect();
    dice.one_of(&good).copied()
}

/// Where it wants to go: enemy headquarters that may hold a flag; with a flag, home.
fn aims(at: &Position, seat: Seat) -> Vec<Cell> {
    let board = at.board();
    let is_aim = |cell: &Cell| {
        let Some(home) = board.home(*cell) else { return false };
        let is_enemy = at.living().has(home) && !at.are_allies(home, seat);
        let may_hold = at.on(*cell).is_some_and(|man| at.piece(man).kinds.has(Kind::Flag));
        is_enemy && may_hold
    };
    board.headquarters().iter().filter(is_aim).collect()
}

/// What a step without a fight promises.
fn step(at: &Position, map: &Map, man: Man, kind: Kind, from: Cell, to: Cell) -> i32 {
    let board = at.board();
    let locks = at.options().hq == Headquarters::Locked && board.ground(to) == Ground::Headquarters;
    if locks {
        return -60;
    }
    if at.is_carrier(man) {
        let is_home = |cell: &Cell| {
            let owner = at.owner(man);
            board.home(*cell).zip(owner).is_some_and(|(a, b)| at.are_allies(a, b))
        };
        let homes: Vec<Cell> = board.headquarters().iter().filter(is_home).collect();
        let map = Map::to(board, homes, |_| 0);
        return 40 * (i32::from(map.at(from)) - i32::from(map.at(to)));
    }
    let lies = at.seats().iter().any(|army| at.flag(army) == FlagAt::Lying(to));
    let nearer = i32::from(map.at(from)) - i32::from(map.at(to));
    let eager = if kind == Kind::Bomb { 1 } else { 2 };
    nearer.clamp(-10, 10) * eager + if lies { 400 } else { 0 }
}

/// What an attack gains on average.
fn expected(at: &Position, attacker: Kind, target: Man, belief: &Belief) -> i32 {
    let price = |kind: Kind| PRICES.get(kind.index()).copied().unwrap_or(0);
    let gain = |defender: Kind| {
        let lost = losses(at.options(), attacker, defender);
        let won = if lost & BEATS != 0 { price(defender) } else { 0 };
        won - if lost & DIES != 0 { price(attacker) } else { 0 }
    };
    if let Some(kind) = at.public_kind(target) {
        return gain(kind);
    }
    let Some(shares) = belief.shares(target) else { return 0 };
    let total: i64 = shares.iter().map(|share| i64::from(*share)).sum();
    let sum: i64 = Kind::ALL
        .into_iter()
        .zip(shares)
        .map(|(kind, share)| i64::from(share) * i64::from(gain(kind)))
        .sum();
    i32::try_from(sum / total.max(1)).unwrap_or(0)
}
