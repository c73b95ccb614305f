//! Which moves are legal: a generator, and a check of one move that does not use it.

use std::ops::ControlFlow;

use game::{Illegal, Seat, SeatSet};

use crate::action::{Action, Move, Promoted};
use crate::board::Cell;
use crate::gesture::Table;
use crate::piece::{Kind, Kinds, Piece};
use crate::position::{Position, Stage};
use crate::push;
use crate::rules::Promotion;

type Flow = ControlFlow<()>;

impl Position {
    /// Appends the legal moves of the seat that is to move, in no order, each once.
    pub fn moves_into(&self, out: &mut Vec<Move>) {
        match &self.stage {
            Stage::Pick { table } => out.extend(candidates(table).iter().map(Move::Crown)),
            Stage::Action { seat, kinds } => self.actions_into(*seat, *kinds, out),
            Stage::Contest { .. } | Stage::Losers { .. } | Stage::Over(_) => {}
        }
    }

    /// Appends what this seat could do if it had to act with these kinds.
    pub fn actions_into(&self, seat: Seat, kinds: Kinds, out: &mut Vec<Move>) {
        let _ = self.each_action(seat, kinds, &mut |mv| {
            out.push(mv);
            Flow::Continue(())
        });
    }

    /// How much [`Position::actions_into`] would append.
    pub fn count_actions(&self, seat: Seat, kinds: Kinds) -> usize {
        let mut count = 0;
        let _ = self.each_action(seat, kinds, &mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Whether this seat could do anything with these kinds.
    pub fn has_action(&self, seat: Seat, kinds: Kinds) -> bool {
        self.each_action(seat, kinds, &mut |_| Flow::Break(())).is_break()
    }

    /// The seat that is to move.
    pub const fn mover(&self) -> Option<Seat> {
        match &self.stage {
            Stage::Pick { .. } => self.crown,
            Stage::Action { seat, .. } => Some(*seat),
            Stage::Contest { .. } | Stage::Losers { .. } | Stage::Over(_) => None,
        }
    }

    /// Whether a piece may capture what stands on the cell that it moves to.
    pub(crate) fn may_capture(&self, by: Piece, target: Piece) -> bool {
        target.kind != Kind::Shield && self.controller(by) != self.controller(target)
    }

    fn is_enemy(&self, seat: Seat, piece: Piece) -> bool {
        self.controller(piece) != Some(seat)
    }

    /// Whether a Shield of this colour may be promoted.
    fn may_promote(&self, army: Seat) -> bool {
        let army = self.army(army);
        match self.options().promotion {
            Promotion::AnyLoss => army.lost > 0,
            Promotion::OnePerLoss => army.lost > army.promoted,
        }
    }

    /// The army whose Shields the King on this cell may incite.
    fn incitable(&self, seat: Seat, king: Cell) -> Option<Seat> {
        let army = self.board().base_of(king)?;
        let controller = self.army(army).controller?;
        (controller != seat && !self.incited.has(seat)).then_some(army)
    }

    fn each_action<F>(&self, seat: Seat, kinds: Kinds, found: &mut F) -> Flow
    where
        F: FnMut(Move) -> Flow,
    {
        let board = self.board();
        let cells = self.cells.get(..board.len()).unwrap_or(&[]);
        for (cell, piece) in board.cells().zip(cells) {
            let Some(piece) = *piece else { continue };
            if !kinds.has(piece.kind) || self.controller(piece) != Some(seat) {
                continue;
            }
            self.each_of_piece(cell, piece, &mut |action| found(Move::Act(action)))?;
            if piece.kind == Kind::King {
                self.each_of_king(seat, cell, found)?;
            }
        }
        Flow::Continue(())
    }

    /// What a King can do beside stepping.
    fn each_of_king<F>(&self, seat: Seat, king: Cell, found: &mut F) -> Flow
    where
        F: FnMut(Move) -> Flow,
    {
        for cell in self.board().steps(king) {
            match self.at(*cell) {
                Some(piece) if !self.is_enemy(seat, piece) => {
                    self.each_of_piece(*cell, piece, &mut |action| {
                        found(Move::Command(king, action))
                    })?;
                }
                _ => {}
            }
        }
        let Some(army) = self.incitable(seat, king) else {
            return Flow::Continue(());
        };
        let shield = Some(Piece { army, kind: Kind::Shield });
        for cell in self.board().cells().filter(|cell| self.at(*cell) == shield) {
            found(Move::Act(Action::Incite { king, shield: cell }))?;
        }
        Flow::Continue(())
    }

    /// What a piece can do whether commanded or not.
    fn each_of_piece<F>(&self, from: Cell, piece: Piece, found: &mut F) -> Flow
    where
        F: FnMut(Action) -> Flow,
    {
        let board = self.board();
        match piece.kind {
            Kind::King | Kind::Warrior => {
                for to in board.steps(from) {
                    if self.at(*to).is_none_or(|target| self.may_capture(piece, target)) {
                        found(Action::Step { from, to: *to })?;
                    }
                }
            }
            Kind::Shield => {
                for (to, exit) in board.diagonals(from) {
                    if self.at(to).is_none() {
                        found(Action::Step { from, to })?;
                    } else {
                        push::each(self, from, exit, &mut *found)?;
                    }
                }
                if self.may_promote(piece.army) {
                    for to in Promoted::ALL {
                        found(Action::Promote { at: from, to })?;
                    }
                }
            }
            Kind::Assassin => {
                for to in board.steps(from) {
                    if self.at(*to).is_none() {
                        found(Action::Step { from, to: *to })?;
                    }
                }
                for (to, _) in board.diagonals(from) {
                    if self.at(to).is_some_and(|target| self.may_capture(piece, target)) {
                        found(Action::Step { from, to })?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Whether the seat may make this move now. Does not use the generator.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        match (&self.stage, mv) {
            (Stage::Pick { table }, Move::Crown(picked)) => {
                if self.crown != Some(seat) {
                    Err(Illegal("the holder of the crown picks"))
                } else if candidates(table).has(*picked) {
                    Ok(())
                } else {
                    Err(Illegal("the crown picks among those who beat most"))
                }
            }
            (Stage::Action { seat: due, .. }, _) if *due != seat => {
                Err(Illegal("another seat is to act"))
            }
            (Stage::Action { kinds, .. }, Move::Act(action)) => {
                let piece = self.owned(seat, action.actor())?;
                if !kinds.has(piece.kind) {
                    return Err(Illegal("the gesture drives other kinds"));
                }
                self.check_action(seat, piece, action)
            }
            (Stage::Action { kinds, .. }, Move::Command(king, action)) => {
                if self.owned(seat, *king)?.kind != Kind::King || !kinds.has(Kind::King) {
                    return Err(Illegal("a King commands"));
                }
                if !self.board().steps(*king).contains(&action.actor()) {
                    return Err(Illegal("a King commands a piece beside it"));
                }
                let piece = self.owned(seat, action.actor())?;
                if matches!(action, Action::Incite { .. }) {
                    return Err(Illegal("a commanded King only steps"));
                }
                self.check_action(seat, piece, action)
            }
            _ => Err(Illegal("no such move is waited for")),
        }
    }

    /// The piece there, if the seat controls it.
    fn owned(&self, seat: Seat, cell: Cell) -> Result<Piece, Illegal> {
        match self.at(cell) {
            Some(piece) if !self.is_enemy(seat, piece) => Ok(piece),
            _ => Err(Illegal("no piece of this seat there")),
        }
    }

    fn check_action(&self, seat: Seat, piece: Piece, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Step { from, to } => self.check_step(piece, from, to),
            Action::Push { from, to, branch, asides } => match piece.kind {
                Kind::Shield => push::check(self, from, to, branch, asides),
                _ => Err(Illegal("only a Shield pushes")),
            },
            Action::Promote { .. } if piece.kind != Kind::Shield => {
                Err(Illegal("only a Shield is promoted"))
            }
            Action::Promote { .. } if !self.may_promote(piece.army) => {
                Err(Illegal("no Warrior of that colour is lost to promote for"))
            }
            Action::Promote { .. } => Ok(()),
            Action::Incite { .. } if piece.kind != Kind::King => Err(Illegal("a King incites")),
            Action::Incite { king, shield } => {
                let army = self.incitable(seat, king);
                let army = army.ok_or(Illegal("nothing to incite from there"))?;
                match self.at(shield) {
                    Some(target) if target.kind == Kind::Shield && target.army == army => Ok(()),
                    _ => Err(Illegal("a King incites a Shield of that army")),
                }
            }
        }
    }

    fn check_step(&self, piece: Piece, from: Cell, to: Cell) -> Result<(), Illegal> {
        let straight = self.board().steps(from).contains(&to);
        let diagonal = self.board().diagonal(from, to).is_some();
        let target = self.at(to);
        let captures = target.is_some_and(|target| self.may_capture(piece, target));
        let fits = match piece.kind {
            Kind::King | Kind::Warrior => straight && (target.is_none() || captures),
            Kind::Shield => diagonal && target.is_none(),
            Kind::Assassin => (straight && target.is_none()) || (diagonal && captures),
        };
        if fits { Ok(()) } else { Err(Illegal("the piece does not step so")) }
    }
}

/// Those among whom the crown picks.
pub(crate) fn candidates(table: &Table) -> SeatSet {
    match table.verdict() {
        crate::gesture::Verdict::Several(seats) => seats,
        _ => SeatSet::EMPTY,
    }
}
