//! Flags that leave their place: who carries them, where they lie, when they are home.

use game::{Seat, SeatSet};

use crate::board::Ground;
use crate::cells::Cell;
use crate::options::FlagWin;
use crate::piece::Man;
use crate::position::{FlagAt, Position};

impl Position {
    /// A flag is taken or destroyed by `taker` (none: destroyed). Returns who goes out for it.
    pub(crate) fn flag_lost(&mut self, army: Seat, taker: Option<Man>) -> SeatSet {
        match taker {
            Some(man) if self.options().flag_win == FlagWin::Carry => {
                self.set_flag(army, FlagAt::Carried(man));
                SeatSet::EMPTY
            }
            _ => {
                self.set_flag(army, FlagAt::Gone);
                self.seat_of(army).into_iter().collect()
            }
        }
    }

    /// What a piece carries now lies on this cell.
    pub(crate) fn drop_flags(&mut self, man: Man, cell: Cell) {
        for flag in &mut self.flags {
            if *flag == FlagAt::Carried(man) {
                *flag = FlagAt::Lying(cell);
            }
        }
    }

    /// The piece on this cell picks up what lies there and it may carry.
    pub(crate) fn pick_up(&mut self, cell: Cell) {
        let Some(man) = self.on(cell) else {
            return;
        };
        for army in self.all_armies() {
            if self.flag(army) == FlagAt::Lying(cell) && self.may_carry(man, army) {
                self.set_flag(army, FlagAt::Carried(man));
            }
        }
    }

    fn may_carry(&self, man: Man, army: Seat) -> bool {
        let Some(seat) = self.owner(man).filter(|seat| self.living.has(*seat)) else {
            return false;
        };
        // Where kinds are hidden, asking would show them.
        let fits = self.is_hidden()
            || self.public_kind(man).is_some_and(|kind| self.rules.takers().has(kind));
        fits && self.is_enemy(seat, army)
    }

    /// The seats whose flags have been carried home; those flags leave the game.
    pub(crate) fn carried_home(&mut self) -> SeatSet {
        let mut lost = SeatSet::EMPTY;
        for army in self.all_armies() {
            if let FlagAt::Carried(man) = self.flag(army)
                && self.is_home(man)
            {
                self.set_flag(army, FlagAt::Gone);
                lost = lost.or(self.seat_of(army).into_iter().collect());
            }
        }
        lost
    }

    /// Whether a piece stands on a headquarters of its own side, or next to one that its side holds.
    fn is_home(&self, man: Man) -> bool {
        let (Some(seat), Some(cell)) = (self.owner(man), self.piece(man).cell) else {
            return false;
        };
        let board = self.board();
        let is_own = |cell: Cell| {
            board.ground(cell) == Ground::Headquarters
                && board.home(cell).is_some_and(|home| self.are_allies(home, seat))
        };
        let is_held = |cell: Cell| {
            let holder = self.on(cell).and_then(|man| self.owner(man));
            holder.is_some_and(|by| self.living.has(by) && self.are_allies(by, seat))
        };
        is_own(cell) || board.near(cell).iter().any(|near| is_own(near) && is_held(near))
    }
}
