//! What a position is worth to each seat, without looking ahead.

use game::{Outcome, Seat};
use laoqi::{Cell, Kind, Piece, Position, Stage};

use crate::contender::distance::Distances;
use crate::contender::scores::{Scores, WIN};

/// No seat that is still in the game is better or worse off.
const UNDECIDED: i32 = WIN - WIN / 10;
const WARRIOR: i32 = 100;
const ASSASSIN: i32 = 85;
const SHIELD: i32 = 45;
/// A Shield of a colour that has lost a Warrior may become one.
const PROMOTABLE: i32 = 25;
/// A King that came with a taken army: it can be lost without harm.
const SPARE_KING: i32 = 70;
/// Winning with a gesture that drives none of the own pieces gives the action away.
const NO_WARRIOR: i32 = -110;
const NO_ROCK: i32 = -50;
/// Each cell beside the King from which it can be taken.
const OPEN_SIDE: i32 = -7;
/// A Warrior so many steps from an enemy King; the King's seat loses as much.
const WARRIOR_NEAR: [i32; 9] = [0, 45, 32, 22, 15, 10, 6, 3, 1];
/// The same for an Assassin, which strikes diagonally.
const ASSASSIN_NEAR: [i32; 6] = [0, 8, 30, 14, 12, 5];
/// A King so many steps from the base line of an army whose Shields it may incite.
const KING_NEAR_BASE: [i32; 4] = [40, 18, 8, 3];

/// The score of each seat; a seat that is out has lost.
pub(crate) fn worth(at: &Position) -> Scores {
    if let Stage::Over(outcome) = at.stage() {
        return ended(*outcome);
    }
    let strengths = strengths(at);
    let living = at.living();
    let seats = i32::from(living.len());
    let total: i32 = living.iter().map(|seat| strengths.of(seat)).sum();
    let mut scores = Scores::all(-WIN);
    for seat in living.iter() {
        let own = strengths.of(seat);
        let others = (total - own) / (seats - 1).max(1);
        let score = fair(living.len()) + damped(at, own - others);
        scores.set(seat, score.clamp(-UNDECIDED, UNDECIDED));
    }
    scores
}

/// How far the seat is ahead of the others, on average.
pub(crate) fn lead(at: &Position, seat: Seat) -> i32 {
    let strengths = strengths(at);
    let others = at.living().without(seat);
    let total: i32 = others.iter().map(|other| strengths.of(other)).sum();
    strengths.of(seat) - total / i32::from(others.len()).max(1)
}

fn ended(outcome: Outcome) -> Scores {
    let (seats, score) = match outcome {
        Outcome::Won(seats) => (seats, WIN),
        Outcome::Drawn(seats) => (seats, fair(seats.len())),
    };
    let mut scores = Scores::all(-WIN);
    for seat in seats.iter() {
        scores.set(seat, score);
    }
    scores
}

/// What equal chances among so many are worth.
fn fair(seats: u8) -> i32 {
    2 * WIN / i32::from(seats).max(1) - WIN
}

/// A lead fades when the game is about to be drawn.
fn damped(at: &Position, lead: i32) -> i32 {
    let limit = i32::from(at.options().quiet_limit);
    let rest = limit - i32::from(at.quiet());
    if limit > 0 && rest * 2 < limit { lead * rest * 2 / limit } else { lead }
}

fn strengths(at: &Position) -> Scores {
    let pieces = Pieces::of(at);
    let mut strengths = Scores::all(0);
    for (_, piece, seat) in &pieces.all {
        strengths.add(*seat, material(at, *piece, *seat));
    }
    for seat in at.living().iter() {
        let has = |kinds: &[Kind]| {
            pieces.all.iter().any(|(_, piece, owner)| *owner == seat && kinds.contains(&piece.kind))
        };
        if !has(&[Kind::Warrior]) {
            strengths.add(seat, NO_WARRIOR);
        }
        if !has(&[Kind::Shield, Kind::Assassin]) {
            strengths.add(seat, NO_ROCK);
        }
    }
    for (king, owner) in &pieces.kings {
        strengths.add(*owner, shelter(at, *king, *owner));
    }
    nearness(at, &pieces, &mut strengths);
    strengths
}

struct Pieces {
    /// Every piece with who moves it.
    all: Vec<(Cell, Piece, Seat)>,
    /// The Kings by which living seats stand or fall.
    kings: Vec<(Cell, Seat)>,
}

impl Pieces {
    fn of(at: &Position) -> Self {
        let mut pieces = Self { all: Vec::with_capacity(30), kings: Vec::with_capacity(5) };
        for cell in at.board().cells() {
            let Some(piece) = at.at(cell) else { continue };
            let Some(seat) = at.controller(piece) else { continue };
            pieces.all.push((cell, piece, seat));
            if is_own_king(piece, seat) {
                pieces.kings.push((cell, seat));
            }
        }
        pieces
    }
}

fn is_own_king(piece: Piece, seat: Seat) -> bool {
    piece.kind == Kind::King && piece.army == seat
}

fn material(at: &Position, piece: Piece, seat: Seat) -> i32 {
    match piece.kind {
        Kind::Warrior => WARRIOR,
        Kind::Assassin => ASSASSIN,
        Kind::Shield if at.army(piece.army).lost > 0 => SHIELD + PROMOTABLE,
        Kind::Shield => SHIELD,
        Kind::King if is_own_king(piece, seat) => 0,
        Kind::King => SPARE_KING,
    }
}

fn shelter(at: &Position, king: Cell, owner: Seat) -> i32 {
    let open = |cell: &&Cell| match at.at(**cell) {
        None => true,
        Some(piece) => at.controller(piece) != Some(owner),
    };
    let sides = at.board().steps(king).iter().filter(open).count();
    OPEN_SIDE * i32::try_from(sides).unwrap_or(0)
}

/// Attackers near enemy Kings, and Kings near the base lines of others.
fn nearness(at: &Position, pieces: &Pieces, strengths: &mut Scores) {
    let distances = Distances::of(at.options().seats);
    let bonus = |table: &[i32], steps: u8| table.get(usize::from(steps)).copied().unwrap_or(0);
    for (cell, piece, seat) in &pieces.all {
        let table: &[i32] = match piece.kind {
            Kind::Warrior => &WARRIOR_NEAR,
            Kind::Assassin => &ASSASSIN_NEAR,
            Kind::King if !at.incited().has(*seat) => {
                strengths
                    .add(*seat, bonus(&KING_NEAR_BASE, base_distance(at, pieces, *cell, *seat)));
                continue;
            }
            Kind::King | Kind::Shield => continue,
        };
        let enemies = pieces.kings.iter().filter(|(_, owner)| owner != seat);
        let nearest = enemies.min_by_key(|(king, _)| distances.between(*cell, *king));
        if let Some((king, owner)) = nearest {
            let near = bonus(table, distances.between(*cell, *king));
            strengths.add(*seat, near);
            strengths.add(*owner, -near);
        }
    }
}

/// Steps to the nearest base line whose army another seat controls and that has a Shield.
fn base_distance(at: &Position, pieces: &Pieces, king: Cell, seat: Seat) -> u8 {
    let distances = Distances::of(at.options().seats);
    let shields =
        pieces.all.iter().filter(|(_, piece, owner)| piece.kind == Kind::Shield && *owner != seat);
    shields.map(|(_, piece, _)| distances.to_base(king, piece.army)).min().unwrap_or(u8::MAX)
}
