//! Whether one move is legal, and if not why: cell by cell, as a person would look. It shares no way
//! of finding moves with [`crate::moves`].

use game::{Illegal, Seat};

use crate::action::Move;
use crate::board::{BOTH_ZONES, half, zone};
use crate::cells::Cell;
use crate::piece::{Kind, Occupant, Piece};
use crate::position::{Position, Stage};

const TWO_GUARDIANS: Illegal = Illegal("there would be two guardians in one zone");
const TAKEN: Illegal = Illegal("something stands there");
const NOT_HOME: Illegal = Illegal("that is not in the half of this piece");

impl Position {
    /// Whether this is a legal move of this seat.
    ///
    /// # Errors
    /// It is not; the reason says why.
    pub fn check(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        match (self.stage, *mv) {
            (Stage::Over(_), _) => return Err(Illegal("the game is over")),
            (Stage::First | Stage::SetUp, _) => return Err(Illegal("nobody moves yet")),
            _ if seat != self.turn => return Err(Illegal("it is another seat's turn")),
            _ => {}
        }
        match (self.stage, *mv) {
            (Stage::Placing, Move::Place { kind, cell }) => self.check_place(kind, cell),
            (Stage::Return(from), Move::Return(cell)) => self.check_return(from, cell),
            (Stage::Turn, Move::Go { from, to }) => self.check_go(seat, from, to),
            (Stage::Drop(piece), Move::Drop(cell)) => self.check_home(piece.army, cell),
            (Stage::Placing, _) => Err(Illegal("a piece is placed first")),
            (Stage::Return(_), _) => Err(Illegal("the piece that scored is sent back first")),
            (Stage::Drop(_), _) => Err(Illegal("the captured piece is put down first")),
            _ => Err(Illegal("it is time to move a piece")),
        }
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.on(cell).is_none()
    }

    fn is_guardian(&self, cell: Cell) -> bool {
        self.piece(cell).is_some_and(|piece| zone(piece.army).has(cell))
    }

    /// Whether a piece of this seat may come to a cell of its own half from off the board.
    fn check_home(&self, army: Seat, cell: Cell) -> Result<(), Illegal> {
        if !half(army).has(cell) {
            return Err(NOT_HOME);
        }
        if !self.is_free(cell) {
            return Err(TAKEN);
        }
        if zone(army).has(cell) && zone(army).iter().any(|other| self.is_guardian(other)) {
            return Err(TWO_GUARDIANS);
        }
        Ok(())
    }

    fn check_place(&self, kind: Kind, cell: Cell) -> Result<(), Illegal> {
        let all = half(self.turn).iter().filter_map(|cell| self.piece(cell));
        let placed = all.filter(|piece| *piece == Piece { army: self.turn, kind }).count();
        if placed >= usize::from(kind.count()) {
            return Err(Illegal("all pieces of this kind are placed"));
        }
        self.check_home(self.turn, cell)
    }

    fn check_return(&self, from: Cell, cell: Cell) -> Result<(), Illegal> {
        let scorer = self.piece(from).map(|piece| piece.army);
        let army = scorer.ok_or(Illegal("nothing has scored"))?;
        if half(army).iter().any(|home| self.check_home(army, home).is_ok()) {
            return self.check_home(army, cell);
        }
        if BOTH_ZONES.has(cell) {
            return Err(Illegal("with no room at home it goes outside both zones"));
        }
        if self.is_free(cell) { Ok(()) } else { Err(TAKEN) }
    }

    fn check_go(&self, seat: Seat, from: Cell, to: Cell) -> Result<(), Illegal> {
        let piece = self.piece(from).filter(|piece| piece.army == seat);
        let piece = piece.ok_or(Illegal("no piece of this seat there"))?;
        if !self.has_way(piece.kind, from, to) {
            return Err(Illegal(match piece.kind {
                Kind::Advisor => "no piece beside this 士 lends it such a move",
                Kind::Soldier => "no hops lead this 兵 there",
                _ => "this piece does not go so",
            }));
        }
        if self.is_guardian(to) {
            return Err(Illegal("a guardian cannot be captured"));
        }
        let enters = zone(seat).has(to) && !zone(seat).has(from);
        if enters && zone(seat).iter().any(|cell| self.is_guardian(cell)) {
            return Err(TWO_GUARDIANS);
        }
        if let Some(Occupant::Piece(captured)) = self.on(to) {
            let mut next = self.clone();
            next.lift(from);
            next.lift(to);
            next.put(to, piece);
            let army = captured.army;
            if !half(army).iter().any(|cell| next.check_home(army, cell).is_ok()) {
                return Err(Illegal("the captured piece could be put nowhere"));
            }
        }
        Ok(())
    }

    /// Whether a piece of this kind gets from cell to cell, whatever stands on the last one.
    fn has_way(&self, kind: Kind, from: Cell, to: Cell) -> bool {
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        let is_straight = (files == 0) != (ranks == 0);
        let is_diagonal = files != 0 && files.abs() == ranks.abs();
        match kind {
            Kind::Chariot => is_straight && self.between(from, to) == 0,
            Kind::Elephant => is_diagonal && self.between(from, to) == 0,
            Kind::Horse => matches!((files.abs(), ranks.abs()), (1, 2) | (2, 1)),
            Kind::Cannon => is_straight && self.between(from, to) == usize::from(!self.is_free(to)),
            Kind::Advisor => {
                let mut lent = self.beside(from).filter_map(|(_, kind)| kind);
                lent.any(|kind| kind.is_lender() && self.has_way(kind, from, to))
            }
            Kind::Soldier => from != to && self.hops_lead(&mut vec![from], to),
        }
    }

    /// How many cells between two on one line are not free.
    fn between(&self, from: Cell, to: Cell) -> usize {
        let files = (to.file() as i8 - from.file() as i8).signum();
        let ranks = (to.rank() as i8 - from.rank() as i8).signum();
        let line = std::iter::successors(from.step(files, ranks), |cell| cell.step(files, ranks));
        line.take_while(|cell| *cell != to).filter(|cell| !self.is_free(*cell)).count()
    }

    /// The cells around one, as steps, with what stands there.
    fn beside(&self, cell: Cell) -> impl Iterator<Item = ((i8, i8), Option<Kind>)> {
        let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        let steps = steps.filter(|step| *step != (0, 0));
        steps.map(move |(files, ranks)| {
            let there = cell.step(files, ranks).and_then(|there| self.piece(there));
            ((files, ranks), there.map(|piece| piece.kind))
        })
    }

    /// Whether hops lead from the last of these cells to another; none of them is entered again.
    fn hops_lead(&self, entered: &mut Vec<Cell>, to: Cell) -> bool {
        let Some(from) = entered.last().copied() else { return false };
        for ((files, ranks), kind) in self.beside(from) {
            let over = from.step(files, ranks).filter(|_| kind.is_some_and(Kind::is_lender));
            let Some(landing) = over.and_then(|over| over.step(files, ranks)) else { continue };
            if landing == to {
                return true;
            }
            if self.is_free(landing) && !entered.contains(&landing) {
                entered.push(landing);
                if self.hops_lead(entered, to) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether one hop leads from cell to cell.
    pub(crate) fn is_hop(&self, from: Cell, to: Cell) -> bool {
        let mut beside = self.beside(from);
        beside.any(|((files, ranks), kind)| {
            kind.is_some_and(Kind::is_lender) && from.step(2 * files, 2 * ranks) == Some(to)
        })
    }
}
