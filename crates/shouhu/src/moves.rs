//! The legal moves, by sets of cells. [`crate::legality`] says the same of one move, step by step; the
//! two know nothing of each other, so that each can be held against the other.

use game::Seat;

use crate::action::Move;
use crate::board::{self, BOTH_ZONES, DIAGONAL, DIRECTIONS, STRAIGHT, half, other, zone};
use crate::cells::{Cell, Cells};
use crate::piece::{Kind, Occupant, Piece};
use crate::position::{Position, Stage};
use crate::rules::SEATS;

/// Where lines lead: on each up to and with the first obstacle.
fn runs(from: Cell, occupied: Cells, directions: [usize; 4]) -> Cells {
    let mut reached = Cells::NONE;
    for direction in directions {
        let ray = board::ray(from, direction);
        reached = reached.or(match board::nearest(ray.and(occupied), direction) {
            None => ray,
            Some(first) => ray.minus(board::ray(first, direction)),
        });
    }
    reached
}

/// Where 炮 goes: on each line up to the first obstacle, and to the second.
fn shots(from: Cell, occupied: Cells) -> Cells {
    let mut reached = Cells::NONE;
    for direction in STRAIGHT {
        let ray = board::ray(from, direction);
        let Some(screen) = board::nearest(ray.and(occupied), direction) else {
            reached = reached.or(ray);
            continue;
        };
        let beyond = board::ray(screen, direction);
        reached = reached.or(ray.minus(beyond).without(screen));
        if let Some(target) = board::nearest(beyond.and(occupied), direction) {
            reached = reached.with(target);
        }
    }
    reached
}

/// Where a kind that moves by itself goes; nowhere for the others.
fn own_reach(kind: Kind, from: Cell, occupied: Cells) -> Cells {
    match kind {
        Kind::Chariot => runs(from, occupied, STRAIGHT),
        Kind::Horse => board::leaps(from),
        Kind::Cannon => shots(from, occupied),
        Kind::Elephant => runs(from, occupied, DIAGONAL),
        Kind::Advisor | Kind::Soldier => Cells::NONE,
    }
}

impl Position {
    /// Where a 士 goes: as any lender beside it.
    fn mimicked(&self, from: Cell, occupied: Cells) -> Cells {
        let beside = board::neighbours(from);
        let lent = Kind::LENDERS.into_iter();
        let lent = lent.filter(|kind| !self.of_kind(*kind).and(beside).is_empty());
        lent.map(|kind| own_reach(kind, from, occupied)).fold(Cells::NONE, Cells::or)
    }

    /// Where a 兵 goes: over lenders beside it, on and on while it lands on free cells.
    fn hopped(&self, start: Cell, occupied: Cells) -> Cells {
        let lenders = self.lenders();
        let mut reached = Cells::NONE;
        let mut todo = Cells::one(start);
        while let Some(from) = todo.lowest() {
            todo = todo.without(from);
            if board::neighbours(from).and(lenders).is_empty() {
                continue;
            }
            for (files, ranks) in DIRECTIONS {
                let over = from.step(files, ranks).filter(|over| lenders.has(*over));
                let Some(landing) = over.and_then(|over| over.step(files, ranks)) else {
                    continue;
                };
                if landing != start && !reached.has(landing) {
                    reached = reached.with(landing);
                    if !occupied.has(landing) {
                        todo = todo.with(landing);
                    }
                }
            }
        }
        reached
    }

    /// The cells on which the piece may end its move: guardians and a taken zone left out.
    pub(crate) fn destinations(&self, from: Cell, piece: Piece) -> Cells {
        let occupied = self.occupied();
        let reached = match piece.kind {
            Kind::Advisor => self.mimicked(from, occupied),
            Kind::Soldier => self.hopped(from, occupied),
            kind => own_reach(kind, from, occupied),
        };
        let own_zone = match self.guardian(piece.army) {
            Some(guardian) if guardian != from => zone(piece.army),
            _ => Cells::NONE,
        };
        let enemy = other(piece.army);
        let allowed = reached.minus(own_zone.or(self.army(enemy).and(zone(enemy))));
        if self.is_roomy() { allowed } else { self.with_room(from, piece, allowed) }
    }

    /// Whether each half has a free cell outside its zone: then every capture has room for its piece.
    fn is_roomy(&self) -> bool {
        let occupied = self.occupied().or(BOTH_ZONES);
        SEATS.iter().all(|seat| !half(seat).minus(occupied).is_empty())
    }

    /// Those destinations after which a captured piece can be put somewhere.
    fn with_room(&self, from: Cell, piece: Piece, destinations: Cells) -> Cells {
        let has_room = |to: &Cell| {
            let Some(Occupant::Piece(captured)) = self.on(*to) else { return true };
            let mut next = self.clone();
            next.shift(from, *to, piece);
            !next.drops(captured.army).is_empty()
        };
        destinations.iter().filter(has_room).collect()
    }

    /// The free cells of a seat's half that a piece of that seat may come to: not those of its zone if
    /// it has a guardian.
    fn home_cells(&self, army: Seat) -> Cells {
        let free = half(army).minus(self.occupied());
        if self.guardian(army).is_some() { free.minus(zone(army)) } else { free }
    }

    /// Where a captured piece of this army may be put.
    pub(crate) fn drops(&self, army: Seat) -> Cells {
        self.home_cells(army)
    }

    /// Where a piece of this army that has scored may be put.
    pub(crate) fn returns(&self, army: Seat) -> Cells {
        let home = self.home_cells(army);
        if home.is_empty() { board::ALL.minus(self.occupied().or(BOTH_ZONES)) } else { home }
    }

    /// Where a piece of this kind may be placed by the seat to move.
    pub(crate) fn places(&self, kind: Kind) -> Cells {
        let piece = Piece { army: self.turn, kind };
        if self.count_of(piece) < kind.count() { self.home_cells(self.turn) } else { Cells::NONE }
    }

    /// The pieces of the seat to move.
    fn movers(&self) -> impl Iterator<Item = (Cell, Piece)> {
        let army = self.turn;
        let cells = self.army(army).iter();
        cells.filter_map(move |cell| Some((cell, Piece { army, kind: self.kind(cell)? })))
    }

    /// Appends the legal moves in ascending order.
    pub fn moves_into(&self, moves: &mut Vec<Move>) {
        match self.stage {
            Stage::First | Stage::SetUp | Stage::Over(_) => {}
            Stage::Placing => {
                for kind in Kind::ALL {
                    let cells = self.places(kind).iter();
                    moves.extend(cells.map(|cell| Move::Place { kind, cell }));
                }
            }
            Stage::Return(from) => {
                let cells = self.army_on(from).map(|army| self.returns(army));
                moves.extend(cells.unwrap_or_default().iter().map(Move::Return));
            }
            Stage::Turn => {
                for (from, piece) in self.movers() {
                    let to = self.destinations(from, piece).iter();
                    moves.extend(to.map(|to| Move::Go { from, to }));
                }
            }
            Stage::Drop(piece) => moves.extend(self.drops(piece.army).iter().map(Move::Drop)),
        }
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> u64 {
        let cells: u32 = match self.stage {
            Stage::First | Stage::SetUp | Stage::Over(_) => 0,
            Stage::Placing => Kind::ALL.into_iter().map(|kind| self.places(kind).len()).sum(),
            Stage::Return(from) => self.army_on(from).map_or(0, |army| self.returns(army).len()),
            Stage::Turn => {
                let each = self.movers().map(|(from, piece)| self.destinations(from, piece).len());
                each.sum()
            }
            Stage::Drop(piece) => self.drops(piece.army).len(),
        };
        u64::from(cells)
    }

    /// Whether the seat to move has a move that lets it go on: after a return it must have one still.
    pub(crate) fn can_move(&self) -> bool {
        match self.stage {
            Stage::First | Stage::SetUp | Stage::Over(_) => false,
            Stage::Placing => Kind::ALL.into_iter().any(|kind| !self.places(kind).is_empty()),
            Stage::Return(from) => {
                let army = self.army_on(from);
                let cells = army.map(|army| self.returns(army)).unwrap_or_default();
                cells.iter().any(|cell| {
                    let mut next = self.clone();
                    next.send_back(from, cell);
                    next.can_move()
                })
            }
            Stage::Turn => {
                let mut movers = self.movers();
                movers.any(|(from, piece)| !self.destinations(from, piece).is_empty())
            }
            Stage::Drop(piece) => !self.drops(piece.army).is_empty(),
        }
    }

    /// Whose piece stands on a cell.
    fn army_on(&self, cell: Cell) -> Option<Seat> {
        SEATS.iter().find(|seat| self.army(*seat).has(cell))
    }
}
