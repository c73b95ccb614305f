//! What events and moves do to a position.

use std::collections::BTreeMap;

use game::{Event, Illegal, Outcome, Seat, SeatSet, Showing};

use crate::Shouhu;
use crate::action::Move;
use crate::board::{other, zone};
use crate::cells::Cell;
use crate::layout::Layout;
use crate::options::{Placement, Win};
use crate::piece::{Occupant, Piece};
use crate::position::{Position, Stage};
use crate::rules::SEATS;

const UNDUE: Illegal = Illegal("the position does not wait for this");

/// What repetition means to a move that is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repetition {
    Counts,
    Ignored,
}

impl Position {
    /// Moves the position on by an event, all or nothing.
    ///
    /// # Errors
    /// It is not one that the position waits for.
    pub fn apply(&mut self, event: &Event<Shouhu>) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal("the game is over"));
        }
        match (event, self.stage) {
            (Event::Tossed(value), Stage::First) => {
                let red = SEATS.iter().nth(usize::from(*value));
                self.red = Some(red.ok_or(Illegal("a toss out of range"))?);
                self.set_up();
            }
            (Event::Unsealed(layouts), Stage::SetUp) => self.unseal(layouts)?,
            (Event::Moved(seat, mv), _) => {
                self.check(*seat, mv)?;
                self.play(mv);
            }
            (
                Event::Skipped(seat),
                Stage::Placing | Stage::Return(_) | Stage::Turn | Stage::Drop(_),
            ) if *seat == self.turn => self.out(SeatSet::one(*seat)),
            (Event::Out(seats, _), _) => {
                if seats.is_empty() || !seats.is_within(self.living) {
                    return Err(Illegal("only living seats go out"));
                }
                self.out(*seats);
            }
            (Event::Agreed, _) => self.end(Outcome::Drawn(SEATS)),
            _ => return Err(UNDUE),
        }
        Ok(())
    }

    /// Both layouts are shown. If one is withheld nothing happens yet: its seat goes out next.
    fn unseal(&mut self, layouts: &BTreeMap<Seat, Showing<Layout>>) -> Result<(), Illegal> {
        let due: SeatSet = layouts.keys().copied().collect();
        if due != SEATS {
            return Err(UNDUE);
        }
        let mut next = self.clone();
        let mut is_whole = true;
        for (seat, layout) in layouts {
            match layout {
                Showing::Shown(layout) if layout.faults(*seat).is_empty() => {
                    next.arrange(*seat, layout);
                }
                Showing::Shown(_) => return Err(Illegal("a layout against the rules")),
                Showing::Absent => return Err(Illegal("no game without every layout")),
                Showing::Withheld => is_whole = false,
            }
        }
        if is_whole {
            next.begin();
            *self = next;
        }
        Ok(())
    }

    /// It is known who has red: the pieces come on the board.
    pub(crate) fn set_up(&mut self) {
        self.turn = self.red.unwrap_or(self.turn);
        match self.options().placement {
            Placement::Sealed => self.stage = Stage::SetUp,
            Placement::Alternate => self.stage = Stage::Placing,
            Placement::Standard => self.begin(),
        }
    }

    /// All pieces are on the board: red moves.
    fn begin(&mut self) {
        self.start_turn(self.red.unwrap_or(self.turn), Repetition::Counts);
    }

    /// Makes a move of the seat to move.
    ///
    /// It must be a legal one; another one leaves a position that means nothing.
    pub fn play(&mut self, mv: &Move) {
        self.make(mv, Repetition::Counts);
    }

    /// The same, but the position is not noted and repetition ends nothing: for counts, and for
    /// searches that look for it themselves.
    pub fn play_unnoted(&mut self, mv: &Move) {
        self.make(mv, Repetition::Ignored);
    }

    fn make(&mut self, mv: &Move, repetition: Repetition) {
        match (*mv, self.stage) {
            (Move::Place { kind, cell }, _) => {
                self.put(cell, Piece { army: self.turn, kind });
                self.turn = other(self.turn);
                if !self.can_move() {
                    self.begin();
                }
            }
            (Move::Return(cell), Stage::Return(from)) => {
                self.send_back(from, cell);
                if !self.can_move() {
                    self.end(Outcome::Won(SeatSet::one(other(self.turn))));
                }
            }
            (Move::Go { from, to }, _) => self.go(from, to, repetition),
            (Move::Drop(cell), Stage::Drop(piece)) => {
                self.put(cell, piece);
                self.end_ply(false, repetition);
            }
            (Move::Return(_) | Move::Drop(_), _) => {}
        }
    }

    /// The piece that has scored goes home; then its enemy moves.
    pub(crate) fn send_back(&mut self, from: Cell, to: Cell) {
        if let Some(Occupant::Piece(piece)) = self.lift(from) {
            self.put(to, piece);
        }
        self.stage = Stage::Turn;
    }

    /// A piece goes from cell to cell; gives what it captured.
    pub(crate) fn shift(&mut self, from: Cell, to: Cell, piece: Piece) -> Option<Occupant> {
        self.lift(from);
        let captured = self.lift(to);
        self.put(to, piece);
        captured
    }

    fn go(&mut self, from: Cell, to: Cell, repetition: Repetition) {
        let Some(piece) = self.piece(from) else { return };
        match self.shift(from, to, piece) {
            Some(Occupant::Piece(captured)) => self.stage = Stage::Drop(captured),
            Some(Occupant::Stone) => self.end_ply(true, repetition),
            None => {
                let scores = zone(other(piece.army)).has(to);
                if let (true, Some(score)) = (scores, self.score.get_mut(piece.army.index())) {
                    *score = score.saturating_add(1);
                }
                self.end_ply(scores, repetition);
            }
        }
    }

    /// The checks after a ply, in their order. A ply is final if it cannot be undone: it scored or
    /// captured a stone.
    fn end_ply(&mut self, is_final: bool, repetition: Repetition) {
        self.ply = self.ply.saturating_add(1);
        let limit = self.options().quiet_limit;
        if is_final {
            self.quiet = 0;
            self.history.clear();
        } else if limit > 0 {
            self.quiet = self.quiet.saturating_add(1);
        }
        if let Some(outcome) = self.decided() {
            self.end(outcome);
            return;
        }
        self.start_turn(other(self.turn), repetition);
        if !self.is_over() && limit > 0 && self.quiet >= limit {
            self.end(Outcome::Drawn(SEATS));
        }
    }

    /// What the points say after a ply.
    fn decided(&self) -> Option<Outcome> {
        let won = |seat| Outcome::Won(SeatSet::one(seat));
        let [own, enemy] = [self.turn, other(self.turn)].map(|seat| self.score(seat));
        match self.options().win {
            Win::FirstTo => (own >= self.options().goal).then(|| won(self.turn)),
            Win::MostAfter if self.ply < u32::from(self.options().plies) => None,
            Win::MostAfter => Some(match own.cmp(&enemy) {
                std::cmp::Ordering::Greater => won(self.turn),
                std::cmp::Ordering::Equal => Outcome::Drawn(SEATS),
                std::cmp::Ordering::Less => won(other(self.turn)),
            }),
        }
    }

    /// The turn of a seat begins: if it can neither return nor move it has lost.
    fn start_turn(&mut self, seat: Seat, repetition: Repetition) {
        self.turn = seat;
        let scored = self.army(other(seat)).and(zone(seat)).lowest();
        self.stage = scored.map_or(Stage::Turn, Stage::Return);
        if !self.can_move() {
            self.end(Outcome::Won(SeatSet::one(other(seat))));
        } else if repetition == Repetition::Counts && self.note() >= crate::history::OCCURRENCES {
            self.end(Outcome::Drawn(SEATS));
        }
    }

    /// These seats have lost. Both together: a draw.
    fn out(&mut self, seats: SeatSet) {
        self.living = self.living.minus(seats);
        self.end(match self.living.lowest() {
            Some(seat) => Outcome::Won(SeatSet::one(seat)),
            None => Outcome::Drawn(SEATS),
        });
    }

    fn end(&mut self, outcome: Outcome) {
        self.stage = Stage::Over(outcome);
    }
}
