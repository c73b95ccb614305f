//! The stronger player: every move in several worlds, the best ones further and further.

use std::cmp::Reverse;
use std::rc::Rc;

use game::{Event, Known, Outcome, Seat};
use junqi::{Junqi, Move, Position, Stage};

use crate::dice::Dice;
use crate::junqi::belief::Belief;
use crate::junqi::effort::Effort;
use crate::junqi::judge::{Judge, WIN};
use crate::junqi::search::{Search, Step};

/// Averages within this of the best are as good.
const AS_GOOD: i64 = 2;
/// How many moves are looked at with each further ply, where there are several worlds.
const KEPT: [usize; 6] = [usize::MAX, 14, 6, 4, 3, 2];
/// No search looks further.
const DEPTH_MAX: u32 = 12;
const WINDOW: (i32, i32) = (-2 * WIN, 2 * WIN);

/// The position with all kinds supposed.
struct World {
    at: Position,
    judge: Rc<Judge>,
    /// Decides what a piece turned up is.
    toss: u32,
}

struct Candidate {
    mv: Move,
    /// The average worth over the worlds.
    worth: i64,
    /// What the move leads to for certain, whatever is hidden.
    fate: Option<i32>,
}

/// The move of a seat, and the nodes that it took.
pub(crate) fn plan(
    at: &Position,
    known: &Known<Junqi>,
    seat: Seat,
    moves: &[Move],
    effort: Effort,
    dice: &mut Dice,
) -> (Option<Move>, u32) {
    let worlds = worlds(at, known, seat, effort, dice);
    let candidate = |mv: &Move| Candidate { mv: *mv, worth: 0, fate: fate(at, seat, *mv) };
    let mut candidates: Vec<Candidate> = moves.iter().map(candidate).collect();
    let (mut spent, limit) = (0, effort.nodes_for(at.options().seats));
    for depth in 0..DEPTH_MAX {
        if worlds.len() > 1 {
            let rest = limit.saturating_sub(spent) as usize;
            candidates.truncate(kept(depth, rest, worlds.len() * moves.len()));
        }
        let Some(found) = weigh(&worlds, &candidates, depth, &mut spent, limit) else {
            break;
        };
        for (candidate, worth) in candidates.iter_mut().zip(found) {
            candidate.worth = worth;
        }
        candidates.sort_by_key(|candidate| (Reverse(candidate.worth), candidate.mv));
        let is_decided = |worth: i64| worth.abs() >= i64::from(WIN) - 1000;
        if candidates.len() < 2 || candidates.first().is_some_and(|best| is_decided(best.worth)) {
            break;
        }
    }
    let best = candidates.iter().map(|candidate| candidate.worth).max();
    let is_good =
        |candidate: &&Candidate| best.is_some_and(|best| candidate.worth >= best - AS_GOOD);
    let good: Vec<Move> = candidates.iter().filter(is_good).map(|candidate| candidate.mv).collect();
    (dice.one_of(&good).copied(), spent)
}

fn worlds(
    at: &Position,
    known: &Known<Junqi>,
    seat: Seat,
    effort: Effort,
    dice: &mut Dice,
) -> Vec<World> {
    let belief = Belief::of(at, known);
    let count =
        if at.is_hidden() || at.is_flip() { effort.worlds_for(at.options().seats) } else { 1 };
    // Where nothing is supposed there is one judge for all.
    let shared = at.is_flip().then(|| Rc::new(Judge::of(&at.supposing(|_| None), seat)));
    let world = |_| {
        let world = belief.world(known, dice);
        let at = at.supposing(|man| world.kind(man));
        let judge = shared.clone().unwrap_or_else(|| Rc::new(Judge::of(&at, seat)));
        World { at, judge, toss: dice.below(u32::MAX) }
    };
    (0..count).map(world).collect()
}

/// How many moves to look at with one more ply. Replies are about as many as moves.
fn kept(depth: u32, rest: usize, replies: usize) -> usize {
    let kept = KEPT.get(depth as usize).copied().unwrap_or(2);
    match depth {
        0 => kept,
        _ => kept.min((rest * 2 / (3 * replies).max(1)).max(3)),
    }
}

/// What a move without a fight does for certain to the game: repetition is counted in the position
/// itself and not in what is supposed.
fn fate(at: &Position, seat: Seat, mv: Move) -> Option<i32> {
    let Move::Go { to, .. } = mv else { return None };
    if at.on(to).is_some() {
        return None;
    }
    let mut next = at.clone();
    next.play(&mv);
    let is_own = |other: Seat| at.are_allies(seat, other);
    match next.stage() {
        Stage::Over(Outcome::Won(seats)) if seats.iter().any(is_own) => Some(WIN),
        Stage::Over(Outcome::Won(_)) => Some(-WIN),
        Stage::Over(Outcome::Drawn(_)) => Some(0),
        _ => None,
    }
}

/// The average worth of each candidate over as many worlds as the nodes suffice for; none if they
/// are too few.
fn weigh(
    worlds: &[World],
    candidates: &[Candidate],
    depth: u32,
    spent: &mut u32,
    limit: u32,
) -> Option<Vec<i64>> {
    let mut sums = vec![0; candidates.len()];
    let mut counted = 0;
    let mut before: Option<Vec<i32>> = None;
    for world in worlds {
        let mut weighing = Weighing {
            world,
            depth,
            search: Search::new(&world.judge, spent, limit),
            before: before.as_deref().filter(|_| world.at.is_flip()),
        };
        let Some(found) = weighing.all(candidates, worlds.len() == 1) else { break };
        sums.iter_mut().zip(&found).for_each(|(sum, worth)| *sum += i64::from(*worth));
        counted += 1;
        before = Some(found);
    }
    let enough = counted > 0 && counted * 3 >= worlds.len() as i64;
    enough.then(|| sums.into_iter().map(|sum| sum / counted).collect())
}

/// The candidates in one world.
struct Weighing<'a> {
    world: &'a World,
    depth: u32,
    search: Search<'a>,
    /// What was found in another world that differs in tosses only.
    before: Option<&'a [i32]>,
}

impl Weighing<'_> {
    /// The worth of each candidate. If only the best one is asked for, the others may get a bound.
    fn all(&mut self, candidates: &[Candidate], only_best: bool) -> Option<Vec<i32>> {
        let mut alpha = WINDOW.0;
        let mut found = Vec::with_capacity(candidates.len());
        for (place, candidate) in candidates.iter().enumerate() {
            let worth = self.one(place, candidate, (alpha, WINDOW.1))?;
            if only_best {
                alpha = alpha.max(worth - AS_GOOD as i32 - 1);
            }
            found.push(worth);
        }
        Some(found)
    }

    fn one(&mut self, place: usize, candidate: &Candidate, window: (i32, i32)) -> Option<i32> {
        let is_flip = matches!(candidate.mv, Move::Flip(_));
        let before = self.before.and_then(|before| before.get(place)).filter(|_| !is_flip);
        if let Some(worth) = candidate.fate.as_ref().or(before) {
            return Some(*worth);
        }
        match after(&mut self.search, self.world, candidate.mv)? {
            Some(next) => self.search.value(&next, self.depth, 1, window),
            None => Some(-WIN / 4),
        }
    }
}

/// The position after a move in a world; the inner none: it is no move there, an attack that only
/// open play forbids.
fn after(search: &mut Search<'_>, world: &World, mv: Move) -> Option<Option<Position>> {
    if world.at.owes(world.at.turn(), &mv).is_err() {
        return Some(None);
    }
    let mut next = search.after(&world.at, Step::Move(mv))?;
    if matches!(next.stage(), Stage::TurnUp(_)) {
        let game::Waits::Toss { below, .. } = <Junqi as game::Game>::waits(&next) else {
            return Some(None);
        };
        let value = (u64::from(world.toss) * u64::from(below)) >> 32;
        let tossed = next.apply(&Event::Tossed(u16::try_from(value).unwrap_or(0)));
        return Some(tossed.is_ok().then_some(next));
    }
    Some(Some(next))
}
