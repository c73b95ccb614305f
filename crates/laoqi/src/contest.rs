//! Contests: what a showing of gestures leads to.

use game::{Seat, SeatSet};

use crate::apply::Done;
use crate::gesture::{Gesture, Table, Verdict};
use crate::piece::Kinds;
use crate::position::{Position, SHOWINGS_MAX, Stage, TIES_MAX};
use crate::rules::Ties;

impl Position {
    /// The seats that are due to show a gesture.
    pub const fn due(&self) -> SeatSet {
        match &self.stage {
            Stage::Contest { due } | Stage::Losers { due } => *due,
            Stage::Pick { .. } | Stage::Action { .. } | Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Lets the due seats show; one that the table has nothing of has missed its commit. Nothing
    /// happens when no showing is due.
    pub fn show(&mut self, table: &Table) {
        let due = self.due();
        if due.is_empty() {
            return;
        }
        self.fallen = SeatSet::EMPTY;
        let table = table.only(due);
        for seat in due.minus(table.shown()).iter() {
            self.count_timeout(seat);
        }
        let overdue = self.overdue();
        if overdue.is_empty() {
            self.decide(due, &table);
        } else {
            self.put_out(overdue);
        }
    }

    fn decide(&mut self, due: SeatSet, table: &Table) {
        let verdict = table.verdict();
        let losers = matches!(self.stage, Stage::Losers { .. });
        if !losers && due == self.entitled() && table.shown() == due {
            self.count_tie(verdict);
        }
        match verdict {
            Verdict::Winner(seat, _) if losers => self.mandate(seat, Kinds::ANY),
            Verdict::Winner(seat, gesture) => self.won(seat, gesture, table),
            Verdict::Several(_) if !losers && self.crown.is_some() => {
                self.stage = Stage::Pick { table: *table };
            }
            Verdict::Several(due) if losers => self.again(Stage::Losers { due }),
            Verdict::Several(due) => self.again(Stage::Contest { due }),
            Verdict::Nobody | Verdict::Alike(_) => self.again(self.stage),
        }
    }

    /// One more showing after one that decided nothing, if the ply may have one.
    fn again(&mut self, stage: Stage) {
        self.showings += 1;
        if self.showings < SHOWINGS_MAX {
            self.stage = stage;
        } else {
            self.end_ply(Done::Nothing);
        }
    }

    /// Counts a full showing towards pending.
    fn count_tie(&mut self, verdict: Verdict) {
        let tie = match verdict {
            Verdict::Alike(gesture) => Some(gesture),
            Verdict::Nobody | Verdict::Winner(..) | Verdict::Several(_) => None,
        };
        if self.options().ties == Ties::Consecutive {
            for (other, count) in Gesture::ALL.into_iter().zip(&mut self.ties) {
                if tie != Some(other) {
                    *count = 0;
                }
            }
        }
        let Some(gesture) = tie.filter(|gesture| !self.queue.has(*gesture)) else {
            return;
        };
        if let Some(count) = self.ties.get_mut(gesture as usize) {
            *count += 1;
            if *count == TIES_MAX {
                *count = 0;
                self.queue.push(gesture);
            }
        }
    }

    /// The crown's holder lets this seat act and gives the crown to it.
    pub(crate) fn crowned(&mut self, seat: Seat) {
        let Stage::Pick { table } = self.stage else {
            return;
        };
        self.crown = Some(seat);
        if let Some(gesture) = table.get(seat) {
            self.won(seat, gesture, &table);
        }
    }

    /// The seat has won with this gesture: it acts, or else those whom it beat.
    fn won(&mut self, seat: Seat, gesture: Gesture, table: &Table) {
        let kinds = self.queue.pending().unwrap_or(gesture).kinds();
        if self.has_action(seat, kinds) {
            self.stage = Stage::Action { seat, kinds };
            return;
        }
        if self.controls(seat, kinds) {
            self.end_ply(Done::Nothing);
            return;
        }
        let losers = table.showing(gesture.beats());
        match (losers.len(), losers.lowest()) {
            (1, Some(loser)) => self.mandate(loser, Kinds::ANY),
            (0, _) => self.end_ply(Done::Nothing),
            _ => self.stage = Stage::Losers { due: losers },
        }
    }

    fn mandate(&mut self, seat: Seat, kinds: Kinds) {
        self.stage = Stage::Action { seat, kinds };
        self.pass_if_stuck();
    }

    /// Ends the ply if the seat that is to act has no legal action.
    pub(crate) fn pass_if_stuck(&mut self) {
        if let Stage::Action { seat, kinds } = self.stage
            && !self.has_action(seat, kinds)
        {
            self.end_ply(Done::Nothing);
        }
    }
}
