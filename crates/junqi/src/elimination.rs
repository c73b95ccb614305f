//! Who goes out, what becomes of the pieces, and when the game is decided.

use game::{Outcome, Seat, SeatSet};

use crate::options::{Mode, Remains};
use crate::piece::{Kind, Kinds};
use crate::position::{FlagAt, Position, Stage};

impl Position {
    /// Puts seats out together, with those whose leader goes, and ends the game if at most one side
    /// is left. Returns whether it is over.
    pub(crate) fn put_out(&mut self, seats: SeatSet) -> bool {
        let before = self.living;
        self.leave(self.with_followers(seats.and(before)));
        self.decided(before)
    }

    /// These seats and, of a leader, its whole side.
    fn with_followers(&self, seats: SeatSet) -> SeatSet {
        let leading = seats.and(self.options().leader);
        let follows = |seat: &Seat| leading.iter().any(|leader| self.are_allies(*seat, leader));
        seats.or(self.living.iter().filter(follows).collect())
    }

    fn leave(&mut self, seats: SeatSet) {
        if seats.is_empty() {
            return;
        }
        self.living = self.living.minus(seats);
        self.history.clear();
        let armies: Vec<Seat> = seats.iter().filter_map(|seat| self.army_of(seat)).collect();
        for army in &armies {
            self.set_flag(*army, FlagAt::Gone);
        }
        // Who leaves before its layout is shown has no pieces that could stay.
        let stays = self.options().remains == Remains::Stay && self.stage != Stage::SetUp;
        for army in armies {
            let men: Vec<_> = self.army(army).collect();
            for man in men {
                if let Some(cell) = self.piece(man).cell {
                    self.drop_flags(man, cell);
                }
                if !stays || self.public_kind(man) == Some(Kind::Flag) {
                    self.lift(man);
                }
            }
        }
    }

    /// Ends the game if at most one side has a living seat.
    fn decided(&mut self, before: SeatSet) -> bool {
        let Some(one) = self.living.lowest() else {
            self.stage = Stage::Over(Outcome::Drawn(self.whole_sides(before)));
            return true;
        };
        let is_last = self.living.iter().all(|seat| self.are_allies(seat, one));
        if is_last {
            self.stage = Stage::Over(Outcome::Won(self.whole_sides(self.living)));
        }
        is_last
    }

    /// A draw of the sides that still have a living seat.
    pub(crate) fn draw(&mut self) {
        self.stage = Stage::Over(Outcome::Drawn(self.whole_sides(self.living)));
    }

    /// In flip: the seats that have no piece left that moves, face up or down.
    pub(crate) fn without_movables(&self) -> SeatSet {
        if self.options().mode != Mode::Flip || self.colours.is_none() {
            return SeatSet::EMPTY;
        }
        let has_none = |seat: &Seat| {
            self.army_of(*seat).is_some_and(|army| {
                let movable = Kinds::MOVABLE.iter();
                movable.map(|kind| self.count_of(army, kind)).sum::<u32>() == 0
            })
        };
        self.living.iter().filter(has_none).collect()
    }

    /// The living seats that must show where their flag is, of those whose Marshals died.
    pub(crate) fn owing(&self, seats: SeatSet) -> SeatSet {
        let hidden = |seat: &Seat| !self.is_flag_public(*seat);
        seats.and(self.living).iter().filter(hidden).collect()
    }
}
