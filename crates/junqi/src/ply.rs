//! What happens between plies: the checks in their order, and whose turn it is then.

use game::SeatSet;

use crate::moves::Mobility;
use crate::piece::{Kinds, Man};
use crate::position::{Position, Stage};

impl Position {
    /// The checks after a ply that put these seats out; those whose Marshals died show their flags
    /// in between.
    pub(crate) fn end_ply(&mut self, fallen: SeatSet, shows: SeatSet, moved: Option<Man>) {
        self.ply = self.ply.saturating_add(1);
        if self.put_out(fallen) {
            return;
        }
        let owing = self.owing(shows);
        if owing.is_empty() {
            self.after_ply(moved);
        } else {
            self.stage = Stage::Show(owing);
        }
    }

    /// The checks from the third on.
    pub(crate) fn after_ply(&mut self, moved: Option<Man>) {
        if self.is_dead() || self.is_drawn_by_count(moved) {
            return;
        }
        self.pass_turn();
    }

    /// Draws if everybody knows that no living seat can move.
    fn is_dead(&mut self) -> bool {
        let is_dead = !self.is_hidden()
            && self.living.iter().all(|seat| self.mobility(seat) == Mobility::Cannot);
        if is_dead {
            self.draw();
        }
        is_dead
    }

    /// Ends the game by the quiet limit or by repetition.
    fn is_drawn_by_count(&mut self, moved: Option<Man>) -> bool {
        let limit = self.options().quiet_limit;
        if limit > 0 && self.quiet > limit {
            self.draw();
            return true;
        }
        let next = self.next_living(self.turn);
        match self.repeats(next, moved) {
            Some(outcome) => {
                self.stage = Stage::Over(outcome);
                true
            }
            None => false,
        }
    }

    /// The turn passes to the next living seat.
    fn pass_turn(&mut self) {
        self.turn = self.next_living(self.turn);
        self.start_turn();
    }

    /// A seat that has no legal move on its turn is out.
    pub(crate) fn start_turn(&mut self) {
        self.stage = Stage::Turn;
        if self.mobility(self.turn) != Mobility::Cannot {
            return;
        }
        if self.is_hidden() {
            self.found_stuck();
        } else if !self.put_out(SeatSet::one(self.turn)) {
            self.after_ply(None);
        }
    }

    /// The seat to move cannot: the others are asked whether they can, unless that is public.
    pub(crate) fn found_stuck(&mut self) {
        self.stage = Stage::Stuck;
        if self.claims().is_empty() {
            self.ruled_stuck(true);
        }
    }

    /// The seat to move cannot, and it is known whether those can that were asked.
    pub(crate) fn ruled_stuck(&mut self, asked_are_stuck: bool) {
        let mut others = self.living.without(self.turn).iter();
        let some_can = others.any(|seat| self.mobility(seat) == Mobility::Can);
        if asked_are_stuck && !some_can {
            self.draw();
        } else if !self.put_out(SeatSet::one(self.turn)) {
            self.after_ply(None);
        }
    }

    /// Seats go out between plies or in the middle of one.
    pub(crate) fn out(&mut self, seats: SeatSet) {
        let stage = self.stage;
        if let Stage::Fight { attacker, defender, among } = stage {
            self.out_of_fight(seats, attacker, defender, among);
            return;
        }
        if self.put_out(seats) {
            return;
        }
        match stage {
            Stage::Show(owing) => {
                let rest = owing.and(self.living);
                if rest.is_empty() {
                    self.after_ply(None);
                } else {
                    self.stage = Stage::Show(rest);
                }
            }
            Stage::Turn | Stage::Stuck if !self.living.has(self.turn) => self.go_on(),
            Stage::Turn | Stage::Stuck => self.stay(),
            _ => {}
        }
    }

    /// An attack on a seat that goes out unanswered ends with the attacker on the cell.
    fn out_of_fight(&mut self, seats: SeatSet, attacker: Man, defender: Man, among: Kinds) {
        let cell = self.piece(defender).cell;
        let is_over = self.put_out(seats);
        let is_on_board = |man: Man| self.piece(man).cell.is_some();
        let (attacks, defends) = (is_on_board(attacker), is_on_board(defender));
        if attacks
            && !defends
            && let Some(cell) = cell
        {
            self.enter(attacker, among, cell);
            self.quiet = 0;
            if !is_over {
                let home = self.carried_home();
                self.end_ply(home, SeatSet::EMPTY, None);
            }
        } else if !attacks && !is_over {
            self.go_on();
        }
    }

    /// The turn stays, but what left may have made room for who was stuck, or have taken the flag with
    /// it that kept a headquarters from holding its carrier.
    fn stay(&mut self) {
        if !self.is_dead() {
            self.start_turn();
        }
    }

    /// Without the seat whose turn it was. Nothing is counted, for it made no ply.
    fn go_on(&mut self) {
        if !self.is_dead() {
            self.pass_turn();
        }
    }
}
