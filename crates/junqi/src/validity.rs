//! What a position from outside must fulfil so that play can go on from it.

use game::{Fault, Outcome, Seat, SeatSet};

use crate::history::HISTORY_MAX;
use crate::layout;
use crate::moves::Mobility;
use crate::options::{FlagWin, Mode, Remains, Switch};
use crate::piece::{COUNTS, Kind, Kinds, Man};
use crate::position::{FlagAt, Piece, Position, Stage};

impl Position {
    /// Puts a piece of a position from outside on the board, if there is room for it.
    pub(crate) fn add(&mut self, man: Man, piece: Piece) -> bool {
        let is_there = |cell| self.board().has(cell) && self.on(cell).is_none();
        let fits = piece.cell.is_some_and(is_there)
            && !piece.kinds.is_empty()
            && piece.army.is_none_or(|army| self.seats().has(army));
        if fits {
            self.put(man, piece);
        }
        fits
    }

    /// Everything that is wrong with a position from outside.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut unless = |is_right: bool, place: &str, reason: &str| {
            if !is_right {
                faults.push(Fault::new(place, reason));
            }
        };
        unless(self.has_fitting_men(), "men", "a piece that cannot be so");
        unless(self.has_fitting_counts(), "men", "more pieces of a kind than an army has");
        unless(self.has_fitting_seats(), "living", "seats that are not in the game");
        unless(self.has_fitting_flags(), "flags", "a flag that cannot be there");
        unless(self.has_fitting_colours(), "down", "not what lies face down");
        unless(self.has_fitting_counters(), "timeouts", "counters beyond their limits");
        unless(self.has_fitting_history(), "history", "no history where none is kept");
        // What a stage must fulfil is only asked of sound pieces and seats.
        if faults.is_empty() && !self.has_fitting_stage() {
            faults.push(Fault::new("stage", "nothing that this position waits for"));
        }
        faults
    }

    fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Whether every army's kinds are known that open games and flip show.
    fn is_laid_open(&self) -> bool {
        self.options().mode == Mode::Open && self.stage != Stage::SetUp
    }

    fn has_fitting_men(&self) -> bool {
        self.men_of_all().all(|man| {
            let piece = self.piece(man);
            if piece.cell.is_none() {
                return true;
            }
            if self.is_flip() {
                return match piece.army {
                    None => piece.kinds == Kinds::ALL,
                    Some(_) => piece.kinds.only().is_some(),
                };
            }
            let allowed = layout::allowed(man.place(), self.options());
            let is_known = piece.kinds.only().is_some();
            // A game that was over before its layouts were laid open never shows them.
            piece.kinds.is_within(allowed) && (is_known || !self.is_laid_open() || self.is_over())
        })
    }

    fn has_fitting_counts(&self) -> bool {
        self.all_armies().all(|army| {
            Kind::ALL
                .into_iter()
                .zip(COUNTS)
                .all(|(kind, all)| self.is_hidden() || self.count_of(army, kind) <= u32::from(all))
        })
    }

    fn has_fitting_seats(&self) -> bool {
        let stays = self.options().remains == Remains::Stay;
        let is_empty = |seat: Seat| {
            self.army_of(seat).is_none_or(|army| stays || self.cells_of(army).is_empty())
        };
        let before = matches!(self.stage, Stage::SetUp | Stage::First);
        let turn = self.living.has(self.turn) || self.is_over();
        self.living.is_within(self.seats())
            && (self.is_over() || self.has_two_sides())
            && self.seats().has(self.turn)
            && (if before { self.turn == Seat::of(0) && self.ply == 0 } else { turn })
            && self.seats().minus(self.living).iter().all(is_empty)
    }

    /// A game with one side left is over.
    fn has_two_sides(&self) -> bool {
        let mut living = self.living.iter();
        let first = living.next();
        first.is_some_and(|first| living.any(|seat| !self.are_allies(first, seat)))
    }

    fn has_fitting_flags(&self) -> bool {
        let carries = self.options().flag_win == FlagWin::Carry;
        self.all_armies().all(|army| {
            let lives = self.seat_of(army).is_none_or(|seat| self.living.has(seat));
            match self.flag(army) {
                FlagAt::Home => lives,
                FlagAt::Gone => !lives || self.is_over(),
                FlagAt::Lying(cell) => lives && carries && self.board().has(cell),
                FlagAt::Carried(man) => {
                    let by = self.owner(man).filter(|by| self.living.has(*by));
                    let is_on_board = self.piece(man).cell.is_some();
                    let is_theirs = by.is_some_and(|by| self.is_enemy(by, army));
                    lives && carries && is_on_board && is_theirs
                }
            }
        })
    }

    fn has_fitting_colours(&self) -> bool {
        if !self.is_flip() {
            return self.colours.is_none() && self.down.iter().flatten().all(|count| *count == 0);
        }
        let fewer = self.down.iter().all(|row| row.iter().zip(COUNTS).all(|(n, all)| *n <= all));
        let lie = self.face_down().len();
        let seated = self.colours.is_none_or(|seat| self.seats().has(seat));
        fewer && seated && (self.is_over() || lie == u32::from(self.all_down()))
    }

    fn has_fitting_counters(&self) -> bool {
        let limit = self.options().quiet_limit;
        let most = if self.is_over() { limit.saturating_add(1) } else { limit };
        let late = |seat: Seat| self.timeouts(seat) <= self.options().timeouts;
        let quiet = if limit == 0 { self.quiet == 0 } else { self.quiet <= most };
        quiet && self.living.iter().all(late)
    }

    fn has_fitting_history(&self) -> bool {
        let kept = self.counts_repetition() || self.history.is_empty();
        kept && self.history.len() <= HISTORY_MAX
    }

    /// Whether everything is where and as it is before play, but for what open layouts have shown.
    fn is_at_start(&self) -> bool {
        let start = Self::start(&self.rules);
        let is_there = |man: Man| {
            let (own, first) = (self.piece(man), start.piece(man));
            let lives = self.is_flip() || self.living.has(man.seat());
            // Who has left has nothing there, or what it showed and may stay. Who did not show its
            // layout has nothing either; it is put out next.
            let is_bare =
                !lives || self.stage == Stage::First && self.army(man.seat()).next().is_none();
            (is_bare && own.cell.is_none())
                || (own.cell == first.cell
                    && own.army == first.army
                    && (own.kinds == first.kinds || self.is_laid_open()))
        };
        self.men_of_all().all(is_there)
            && self.down == start.down
            && self.colours.is_none()
            && self.seats().iter().all(|seat| self.timeouts(seat) == 0)
            && self.quiet == 0
            && self.history.is_empty()
    }

    fn has_fitting_stage(&self) -> bool {
        match self.stage {
            Stage::SetUp => !self.is_flip() && self.is_at_start(),
            Stage::First => self.is_at_start(),
            Stage::Turn => self.mobility(self.turn) != Mobility::Cannot,
            Stage::TurnUp(cell) => self.face_down().has(cell),
            Stage::Stuck => {
                self.is_hidden()
                    && self.mobility(self.turn) != Mobility::Can
                    && !self.claims().is_empty()
            }
            Stage::Show(seats) => {
                self.is_hidden()
                    && self.options().marshal_shows_flag == Switch::On
                    && !seats.is_empty()
                    && seats.is_within(self.living)
                    && self.owing(seats) == seats
            }
            Stage::Fight { attacker, defender, among } => {
                let (a, d) = (self.piece(attacker), self.piece(defender));
                let can_be = d.cell.is_some_and(|cell| !self.board().camps().has(cell));
                self.is_hidden()
                    && self.owner(attacker) == Some(self.turn)
                    && a.cell.is_some()
                    && can_be
                    && d.army.is_some_and(|army| self.is_enemy(self.turn, army))
                    && !among.is_empty()
                    && among.is_within(a.kinds.and(Kinds::MOVABLE))
            }
            Stage::Over(Outcome::Won(seats) | Outcome::Drawn(seats)) => {
                let whole: SeatSet = self.whole_sides(seats.and(self.seats()));
                !seats.is_empty() && seats == whole
            }
        }
    }
}
