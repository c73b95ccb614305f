//! What a position from outside must fulfil so that play can go on from it. Pieces may be missing: so
//! endings and examples can be set up.

use game::{Fault, Outcome, Seat};

use crate::board::{half, other, zone};
use crate::cells::{CELLS, Cell, Cells};
use crate::history::{HISTORY_MAX, OCCURRENCES};
use crate::options::{Placement, Win};
use crate::piece::{ARMY, Kind, Piece};
use crate::position::{Position, Stage};
use crate::rules::SEATS;

/// Collects what is wrong.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn unless(&mut self, is_right: bool, place: impl ToString, reason: impl Into<String>) {
        if !is_right {
            self.0.push(Fault::new(place.to_string(), reason));
        }
    }

    fn each(&mut self, wrong: Cells, reason: &str) {
        for cell in wrong.iter() {
            self.unless(false, cell, reason);
        }
    }
}

impl Position {
    /// Everything that is wrong with a position from outside, each at its cell or field.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = Faults::default();
        self.look_at_pieces(&mut faults);
        self.look_at_zones(&mut faults);
        self.look_at_seats(&mut faults);
        self.look_at_counters(&mut faults);
        // What a stage must fulfil is only asked of a sound board.
        if faults.0.is_empty() {
            self.look_at_stage(&mut faults);
        }
        faults.0
    }

    /// Whether play has not begun: there is nothing to count yet.
    fn is_early(&self) -> bool {
        matches!(self.stage, Stage::First | Stage::SetUp | Stage::Placing)
    }

    fn look_at_pieces(&self, faults: &mut Faults) {
        let stray = self.stones.minus(self.rules.stones());
        faults.each(stray, "by these rules no stone lies here");
        for army in SEATS.iter() {
            for kind in Kind::ALL {
                let there = self.army(army).and(self.of_kind(kind));
                let more = there.iter().skip(kind.count().into());
                let reason = format!("one {} too many: a side has {}", kind.letter(), kind.count());
                more.for_each(|cell| faults.unless(false, cell, reason.as_str()));
            }
        }
    }

    fn look_at_zones(&self, faults: &mut Faults) {
        for seat in SEATS.iter() {
            let guardians = self.army(seat).and(zone(seat)).iter().skip(1).collect();
            faults.each(guardians, "a zone has at most one guardian");
            let scored = self.army(other(seat)).and(zone(seat));
            let reason = "an enemy piece in a zone has scored and is sent back first";
            match self.stage {
                Stage::Return(from) if self.turn == seat => {
                    faults.each(scored.without(from), reason);
                }
                Stage::Over(_) => faults.each(scored.iter().skip(1).collect(), reason),
                _ => faults.each(scored, reason),
            }
        }
        let scored =
            SEATS.iter().filter(|seat| !self.army(other(*seat)).and(zone(*seat)).is_empty());
        let reason = "in both zones a piece has scored; only the last one can still be there";
        faults.unless(scored.count() < 2, "cells", reason);
    }

    fn look_at_seats(&self, faults: &mut Faults) {
        let fits = match (self.rules.red(), self.red) {
            (Some(agreed), red) => red == Some(agreed),
            (None, None) => self.stage == Stage::First || self.is_over(),
            (None, Some(_)) => self.stage != Stage::First,
        };
        faults.unless(fits, "red", "not who can have red by these rules and at this stage");
        let turn = match self.stage {
            Stage::First => self.turn == Seat::of(0),
            Stage::SetUp => Some(self.turn) == self.red,
            _ => SEATS.has(self.turn),
        };
        faults.unless(turn, "turn", "before play it is red's, before the toss seat 0's");
        let living = match self.stage {
            Stage::Over(Outcome::Won(seats)) => seats.is_within(self.living),
            Stage::Over(Outcome::Drawn(_)) => self.living == SEATS || self.living.is_empty(),
            _ => self.living == SEATS,
        };
        let is_known = self.living.is_within(SEATS);
        faults.unless(living && is_known, "living", "both play until one has lost");
    }

    fn look_at_counters(&self, faults: &mut Faults) {
        let options = self.options();
        let over = u16::from(self.is_over());
        let most = self.score_max() + if options.win == Win::FirstTo { over } else { 0 };
        let scores = self.score.iter().all(|points| *points <= most);
        faults.unless(scores, "score", format!("at this stage at most {most}"));
        let limit = options.quiet_limit;
        let most = if limit == 0 { 0 } else { limit - 1 + over };
        faults.unless(self.quiet <= most, "quiet", format!("at this stage at most {most}"));
        let most = match options.win {
            Win::FirstTo => u32::MAX,
            Win::MostAfter => u32::from(options.plies - 1 + over),
        };
        faults.unless(self.ply <= most, "ply", format!("at this stage at most {most}"));
        let most = if limit == 0 { HISTORY_MAX } else { usize::from(self.quiet) + 1 };
        let reason = "more positions than quiet plies";
        faults.unless(self.history.len() <= most, "history", reason);
        let mut sorted = self.history.clone();
        sorted.sort_unstable();
        let mut runs = sorted.chunk_by(|a, b| a == b);
        let is_drawn = runs.any(|same| same.len() >= OCCURRENCES);
        let reason = "a position that was there three times has ended the game";
        faults.unless(!is_drawn || self.is_over(), "history", reason);
        if self.is_early() {
            faults.unless(self.score == [0; 2], "score", "no points before play");
            faults.unless(self.quiet == 0, "quiet", "no plies before play");
            faults.unless(self.ply == 0, "ply", "no plies before play");
            faults.unless(self.history.is_empty(), "history", "no positions before play");
        }
    }

    fn look_at_stage(&self, faults: &mut Faults) {
        let placement = self.options().placement;
        let reason = "nothing that this position waits for by these rules";
        let fits = match self.stage {
            Stage::First => true,
            Stage::SetUp => placement == Placement::Sealed,
            Stage::Placing => placement == Placement::Alternate && self.is_half_placed(),
            Stage::Return(from) => self.army(other(self.turn)).and(zone(self.turn)).has(from),
            Stage::Turn => true,
            Stage::Drop(piece) => {
                SEATS.has(piece.army) && self.count_of(piece) < piece.kind.count()
            }
            Stage::Over(Outcome::Won(seats)) => seats.len() == 1 && seats.is_within(SEATS),
            Stage::Over(Outcome::Drawn(seats)) => seats == SEATS,
        };
        faults.unless(fits, "stage", reason);
        if matches!(self.stage, Stage::First | Stage::SetUp) {
            let start = Self::start(&self.rules);
            let is_start =
                (self.armies, self.kinds, self.stones) == (start.armies, start.kinds, start.stones);
            faults.unless(is_start, "cells", "before play nothing stands here but the start");
        } else if fits && !self.is_over() {
            faults.unless(self.can_move(), "stage", "the seat to move has no move: it has lost");
        }
    }

    /// Whether pieces have been placed in turn, red first, each in its own half.
    fn is_half_placed(&self) -> bool {
        let Some(red) = self.red else { return false };
        let [first, second] = [red, other(red)].map(|seat| self.army(seat).len());
        let is_next = if self.turn == red { first == second } else { first == second + 1 };
        let are_home = SEATS.iter().all(|seat| self.army(seat).minus(half(seat)).is_empty());
        is_next && are_home && second < u32::from(ARMY) && self.stones == self.rules.stones()
    }

    /// Puts something of a position from outside on a free cell.
    pub(crate) fn add(&mut self, cell: Cell, code: u8) -> Option<()> {
        match code {
            code::NOTHING => {}
            code::STONE => self.stones = self.stones.with(cell),
            _ => {
                let number = code - code::PIECES;
                let army = Seat::new(number / 6).filter(|seat| SEATS.has(*seat))?;
                let kind = *Kind::ALL.get(usize::from(number % 6))?;
                self.put(cell, Piece { army, kind });
            }
        }
        Some(())
    }

    /// What is on each cell as one number.
    pub(crate) fn codes(&self) -> [u8; CELLS] {
        let mut codes = [code::NOTHING; CELLS];
        let mut fill = |cells: Cells, code: u8| {
            for cell in cells.iter() {
                if let Some(slot) = codes.get_mut(cell.index()) {
                    *slot = code;
                }
            }
        };
        fill(self.stones, code::STONE);
        for army in SEATS.iter() {
            for kind in Kind::ALL {
                let code = code::PIECES + 6 * army.number() + kind as u8;
                fill(self.army(army).and(self.of_kind(kind)), code);
            }
        }
        codes
    }
}

/// What is on a cell as one number.
mod code {
    pub(super) const NOTHING: u8 = 0;
    pub(super) const STONE: u8 = 1;
    /// From here on six for each seat.
    pub(super) const PIECES: u8 = 2;
}
