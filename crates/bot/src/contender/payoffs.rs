//! What each combination of gestures leads to.

use game::{Seat, SeatSet};
use laoqi::{Gesture, Kinds, Move, Position, Stage, Table};

use crate::contender::scores::Scores;
use crate::contender::search::Search;
use crate::contender::worth::worth;

/// What follows one combination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Payoff {
    /// This.
    Settled(Scores),
    /// The same seats show again, with the same prospects.
    Again,
}

/// The scores of every seat for each combination of the gestures of the seats that show.
#[derive(Debug)]
pub(crate) struct Payoffs {
    seats: Vec<Seat>,
    /// Combination n: the gesture of the first seat is its last digit to the base of three.
    cells: Vec<Payoff>,
    even: bool,
}

impl Payoffs {
    /// Those of the showing that the position waits for; actions are judged looking `depth` actions
    /// ahead, at least 1.
    pub(crate) fn of(search: &mut Search, at: &Position, depth: u32) -> Self {
        let seats: Vec<_> = at.due().iter().collect();
        let even = at.living().len() == 2;
        let mut payoffs = Self { cells: Vec::with_capacity(9), seats, even };
        let mut book = Book { depth: depth.saturating_sub(1), mandates: Vec::new() };
        for combination in 0..3usize.pow(u32::try_from(payoffs.seats.len()).unwrap_or(0)) {
            let mut table = Table::EMPTY;
            for (place, seat) in payoffs.seats.iter().enumerate() {
                table.set(*seat, gesture_of(combination, place));
            }
            let payoff = match search.shown(at, &table) {
                Some(next) => book.payoff(search, at, &next),
                None => Payoff::Settled(worth(at)),
            };
            payoffs.cells.push(payoff);
        }
        payoffs
    }

    /// The seats that show.
    pub(crate) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// What follows when the seats show these gestures, by their numbers and in their order.
    pub(crate) fn get(&self, gestures: &[usize]) -> Option<Payoff> {
        let number = gestures.iter().rev().fold(0, |number, gesture| number * 3 + gesture);
        self.cells.get(number).copied()
    }

    /// Whether one seat's gain is always the other's loss.
    pub(crate) const fn is_even(&self) -> bool {
        self.even
    }

    /// What follows each combination.
    pub(crate) fn cells(&self) -> &[Payoff] {
        &self.cells
    }

    /// For each gesture of the seat at this place what it scores in each combination of the others,
    /// the same combination at the same place of all three lists.
    pub(crate) fn rows(&self, place: usize, again: i32) -> [Vec<i32>; 3] {
        let mut rows = [const { Vec::new() }; 3];
        let Some(seat) = self.seats.get(place) else {
            return rows;
        };
        for (combination, payoff) in self.cells.iter().enumerate() {
            let digit = gesture_of(combination, place).map(|gesture| gesture as usize);
            let row = digit.and_then(|digit| rows.get_mut(digit));
            let score = match payoff {
                Payoff::Settled(scores) => scores.of(*seat),
                Payoff::Again => again,
            };
            row.into_iter().for_each(|row| row.push(score));
        }
        rows
    }
}

fn gesture_of(combination: usize, place: usize) -> Option<Gesture> {
    let place = u32::try_from(place).ok()?;
    Gesture::ALL.get(combination / 3usize.pow(place) % 3).copied()
}

/// Mandates judged so far: several combinations grant the same.
struct Book {
    depth: u32,
    mandates: Vec<((Seat, Kinds), Scores)>,
}

impl Book {
    fn payoff(&mut self, search: &mut Search, before: &Position, next: &Position) -> Payoff {
        match next.stage() {
            Stage::Contest { due } | Stage::Losers { due } if next.ply() == before.ply() => {
                let same = *due == before.due()
                    && next.queue() == before.queue()
                    && std::mem::discriminant(next.stage())
                        == std::mem::discriminant(before.stage());
                if same { Payoff::Again } else { Payoff::Settled(self.any_of(search, next, *due)) }
            }
            _ => Payoff::Settled(self.settled(search, next)),
        }
    }

    /// What a position after a showing or a pick is worth.
    fn settled(&mut self, search: &mut Search, next: &Position) -> Scores {
        match next.stage() {
            Stage::Action { seat, kinds } => self.mandate(search, next, *seat, *kinds),
            Stage::Losers { due } => self.any_of(search, next, *due),
            Stage::Pick { .. } => self.picked(search, next),
            Stage::Contest { .. } | Stage::Over(_) => worth(next),
        }
    }

    /// The mean over all seats and gestures that may win the next showing.
    fn any_of(&mut self, search: &mut Search, next: &Position, due: SeatSet) -> Scores {
        let losers = matches!(next.stage(), Stage::Losers { .. });
        let mut all = Vec::with_capacity(15);
        for seat in due.iter() {
            for gesture in Gesture::ALL {
                let granted = next.queue().pending().unwrap_or(gesture).kinds();
                let kinds = if losers { Kinds::ANY } else { granted };
                all.push(self.mandate(search, next, seat, kinds));
            }
        }
        Scores::mean(all).unwrap_or_else(|| worth(next))
    }

    /// The holder of the crown picks what is best for it.
    fn picked(&mut self, search: &mut Search, next: &Position) -> Scores {
        let mut best: Option<Scores> = None;
        let mut picks = Vec::with_capacity(5);
        next.moves_into(&mut picks);
        for pick in &picks {
            let Some(after) = search.after(next, pick) else { break };
            let scores = self.settled(search, &after);
            let holder = next.crown();
            let score = |scores: &Scores| holder.map(|seat| scores.of(seat));
            if best.is_none_or(|best| score(&best) < score(&scores)) {
                best = Some(scores);
            }
        }
        best.unwrap_or_else(|| worth(next))
    }

    fn mandate(&mut self, search: &mut Search, at: &Position, seat: Seat, kinds: Kinds) -> Scores {
        let known = self.mandates.iter().find(|(mandate, _)| *mandate == (seat, kinds));
        if let Some((_, scores)) = known {
            return *scores;
        }
        let scores = search.mandate(at, seat, kinds, self.depth);
        self.mandates.push(((seat, kinds), scores));
        scores
    }
}

/// What each pick of the crown's holder is worth.
pub(crate) fn of_picks(search: &mut Search, at: &Position, depth: u32) -> Vec<(Move, Scores)> {
    let mut book = Book { depth, mandates: Vec::new() };
    let mut picks = Vec::new();
    at.moves_into(&mut picks);
    let mut scored = Vec::with_capacity(picks.len());
    for pick in picks {
        let scores = match search.after(at, &pick) {
            Some(next) => book.settled(search, &next),
            None => worth(at),
        };
        scored.push((pick, scores));
    }
    scored
}
