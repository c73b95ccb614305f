//! Who goes out, and what becomes of the armies.

use game::{Outcome, Seat, SeatSet};

use crate::apply::Done;
use crate::board::Cell;
use crate::piece::{Kind, Piece};
use crate::position::{Position, Stage};

impl Position {
    /// What follows a capture by the piece that now stands on `cell`.
    pub(crate) fn captured(&mut self, cell: Cell, victim: Piece) {
        let Some(capturer) = self.at(cell) else {
            return;
        };
        if capturer.kind == Kind::Assassin {
            self.put(cell, None);
        }
        match victim.kind {
            Kind::King => self.king_captured(cell, capturer, victim),
            Kind::Warrior => {
                let army = self.army_mut(victim.army);
                army.lost = army.lost.saturating_add(1);
            }
            Kind::Shield | Kind::Assassin => {}
        }
    }

    fn king_captured(&mut self, cell: Cell, capturer: Piece, king: Piece) {
        let owner = king.army;
        let own = self.living.has(owner);
        if own {
            self.living = self.living.without(owner);
            self.crown = None;
        }
        if self.options().seats == 2 {
            return;
        }
        let heir = self.controller(capturer);
        for army in self.seats().iter() {
            let taken = army == owner || (own && self.army(army).controller == Some(owner));
            if taken {
                self.army_mut(army).controller = heir;
            }
        }
        if capturer.kind == Kind::Warrior {
            self.put(cell, Some(king));
        }
    }

    pub(crate) fn count_timeout(&mut self, seat: Seat) {
        if let Some(count) = self.timeouts.get_mut(seat.index()) {
            *count = count.saturating_add(1);
        }
    }

    /// The living seats that have missed more than they may.
    pub(crate) fn overdue(&self) -> SeatSet {
        let most = self.options().timeouts;
        let mut living = self.living;
        for seat in self.living.iter() {
            if self.timeouts(seat) <= most {
                living = living.without(seat);
            }
        }
        living
    }

    /// Puts seats out together: every army that they control leaves the board, a contest begins
    /// anew, the ply of a seat that was to act passes.
    pub(crate) fn put_out(&mut self, seats: SeatSet) {
        self.fallen = self.fallen.or(seats);
        self.living = self.living.minus(seats);
        self.crown = None;
        for army in self.seats().iter() {
            let gone = self.army(army).controller.is_some_and(|seat| seats.has(seat));
            if gone {
                self.army_mut(army).controller = None;
                for place in &mut self.cells {
                    if place.is_some_and(|piece| piece.army == army) {
                        *place = None;
                    }
                }
            }
        }
        if self.settle() {
            return;
        }
        match self.stage {
            Stage::Contest { .. } | Stage::Losers { .. } | Stage::Pick { .. } => {
                self.stage = Stage::Contest { due: self.entitled() };
            }
            Stage::Action { seat, .. } if seats.has(seat) => self.end_ply(Done::Nothing),
            Stage::Action { .. } => self.pass_if_stuck(),
            Stage::Over(_) => {}
        }
    }

    /// Ends the game if at most one seat is left.
    pub(crate) fn settle(&mut self) -> bool {
        let outcome = match self.living.len() {
            0 => Outcome::Drawn(self.fallen),
            1 => Outcome::Won(self.living),
            _ => return false,
        };
        self.stage = Stage::Over(outcome);
        true
    }
}
