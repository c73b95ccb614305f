//! What events and moves do to a position.

use std::collections::BTreeMap;

use game::{Event, Illegal, Outcome, Seat, SeatSet, Showing};

use crate::Laoqi;
use crate::action::{Action, Asides, Move};
use crate::board::Cell;
use crate::gesture::{Gesture, Table};
use crate::piece::{Kind, Piece};
use crate::position::{Position, Stage};
use crate::push::Run;
use crate::rules::Incite;

/// What a ply did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Done {
    /// Nobody acted.
    Nothing,
    /// An action that the quiet limit counts.
    Quietly,
    /// A capture, a promotion or an incitement.
    Something,
}

impl Position {
    /// Makes a move of the seat that is to move.
    ///
    /// It must be one that [`Position::moves_into`] lists or [`Position::check`] allows; another one
    /// leaves a position that means nothing.
    pub fn play(&mut self, mv: &Move) {
        self.fallen = SeatSet::EMPTY;
        match mv {
            Move::Crown(seat) => self.crowned(*seat),
            Move::Act(action) | Move::Command(_, action) => {
                let done = self.act(action);
                self.end_ply(done);
            }
        }
    }

    /// Lets the seat that is to move miss its turn.
    pub fn skip(&mut self) {
        let Some(seat) = self.mover() else {
            return;
        };
        self.fallen = SeatSet::EMPTY;
        self.count_timeout(seat);
        let (ply, overdue) = (self.ply, self.overdue());
        if !overdue.is_empty() {
            self.put_out(overdue);
        }
        let over = matches!(self.stage, Stage::Over(_));
        if !over && self.ply == ply {
            self.end_ply(Done::Nothing);
        }
    }

    pub(crate) fn end_ply(&mut self, done: Done) {
        self.ply = self.ply.saturating_add(1);
        self.showings = 0;
        if done != Done::Nothing {
            self.queue.pop();
        }
        let limit = self.options().quiet_limit;
        self.quiet = match done {
            Done::Something => 0,
            Done::Nothing | Done::Quietly => (self.quiet + 1).min(limit),
        };
        if self.settle() {
            return;
        }
        self.stage = if limit > 0 && self.quiet >= limit {
            Stage::Over(Outcome::Drawn(self.living))
        } else {
            Stage::Contest { due: self.entitled() }
        };
    }

    fn act(&mut self, action: &Action) -> Done {
        match *action {
            Action::Step { from, to } => {
                let victim = self.at(to);
                self.put(to, self.at(from));
                self.put(from, None);
                self.after(to, victim)
            }
            Action::Push { from, to, branch, asides } => self.push(from, to, branch, asides),
            Action::Promote { at, to } => {
                if let Some(piece) = self.at(at) {
                    let kind = to.kind();
                    self.put(at, Some(Piece { kind, ..piece }));
                    let army = self.army_mut(piece.army);
                    army.promoted = army.promoted.saturating_add(1);
                }
                Done::Something
            }
            Action::Incite { king, shield } => {
                self.incite(king, shield);
                Done::Something
            }
        }
    }

    fn after(&mut self, cell: Cell, victim: Option<Piece>) -> Done {
        match victim {
            Some(victim) => {
                self.captured(cell, victim);
                Done::Something
            }
            None => Done::Quietly,
        }
    }

    fn push(&mut self, from: Cell, to: Cell, branch: Option<Cell>, asides: Asides) -> Done {
        let board = self.board();
        let first = board.diagonal(from, to);
        let run = first.map(|first| Run::trace(self, board, first, branch));
        let Some(Ok(run)) = run else {
            return Done::Quietly;
        };
        let before = *self;
        for (cell, _) in run.links() {
            self.put(*cell, None);
        }
        let mut front = (to, None);
        for (cell, target) in run.targets(&before, asides) {
            if let Some(target) = target {
                front = (target, self.at(target));
                self.put(target, before.at(cell));
            }
        }
        self.put(to, before.at(from));
        self.put(from, None);
        let (cell, victim) = front;
        self.after(cell, victim)
    }

    fn incite(&mut self, king: Cell, shield: Cell) {
        let (Some(king), Some(target)) = (self.at(king), self.at(shield)) else {
            return;
        };
        let army = match self.options().incite {
            Incite::Defects => king.army,
            Incite::Demotes => target.army,
        };
        let kind = Kind::Warrior;
        self.put(shield, Some(Piece { army, kind }));
        if let Some(seat) = self.controller(king) {
            self.incited = self.incited.with(seat);
        }
    }

    /// Moves the position on by an event, all or nothing.
    ///
    /// # Errors
    /// It is not one that the position waits for.
    pub fn apply(&mut self, event: &Event<Laoqi>) -> Result<(), Illegal> {
        if matches!(self.stage, Stage::Over(_)) {
            return Err(Illegal("the game is over"));
        }
        match event {
            Event::Unsealed(showings) => self.unseal(showings),
            Event::Moved(seat, mv) => {
                self.check(*seat, mv)?;
                self.play(mv);
                Ok(())
            }
            Event::Skipped(seat) if self.mover() == Some(*seat) => {
                self.skip();
                Ok(())
            }
            Event::Skipped(_) => Err(Illegal("this seat is not to move")),
            Event::Out(seats, _) if seats.is_empty() || !seats.is_within(self.living) => {
                Err(Illegal("only living seats go out"))
            }
            Event::Out(seats, _) => {
                self.put_out(seats.or(self.overdue()));
                Ok(())
            }
            Event::Agreed => {
                self.stage = Stage::Over(Outcome::Drawn(self.living));
                Ok(())
            }
            Event::Deployed(_) | Event::Tossed(_) | Event::Ruled(_) => {
                Err(Illegal("this game has no such event"))
            }
        }
    }

    fn unseal(&mut self, showings: &BTreeMap<Seat, Showing<Gesture>>) -> Result<(), Illegal> {
        let due = self.due();
        if due.is_empty() || due != showings.keys().copied().collect() {
            return Err(Illegal("not the seats that are due to show"));
        }
        let mut table = Table::EMPTY;
        let mut withheld = false;
        for (seat, showing) in showings {
            match showing {
                Showing::Shown(gesture) => table.set(*seat, Some(*gesture)),
                Showing::Absent => {}
                Showing::Withheld => withheld = true,
            }
        }
        if !withheld {
            self.show(&table);
            return Ok(());
        }
        // The showing is void: those who withheld are put out next, with any seat that has now
        // missed too much.
        self.fallen = SeatSet::EMPTY;
        for (seat, showing) in showings {
            if *showing == Showing::Absent {
                self.count_timeout(*seat);
            }
        }
        Ok(())
    }
}
