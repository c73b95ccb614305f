//! The legal moves, by sets of cells. [`crate::legality`] says the same of one move, step by step; the
//! two know nothing of each other, so that each can be held against the other.

use game::Seat;

use crate::action::Move;
use crate::board::{self, BOTH_ZONES, DIAGONAL, STRAIGHT, half, other, zone};
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

/// What the moves of one seat have in common.
struct Ground<'a> {
    at: &'a Position,
    army: Seat,
    occupied: Cells,
    lenders: Cells,
    /// The own guardian; while there is one no other piece enters its zone.
    guardian: Option<Cell>,
    enemy_guardian: Cells,
    /// Whether each half has a free cell outside its zone: then every capture has room for its piece.
    is_roomy: bool,
}

impl<'a> Ground<'a> {
    fn new(at: &'a Position, army: Seat) -> Self {
        let enemy = other(army);
        let occupied = at.occupied();
        let crowded = occupied.or(BOTH_ZONES);
        Self {
            at,
            army,
            occupied,
            lenders: at.lenders(),
            guardian: at.guardian(army),
            enemy_guardian: at.army(enemy).and(zone(enemy)),
            is_roomy: SEATS.iter().all(|seat| !half(seat).minus(crowded).is_empty()),
        }
    }

    /// The cells on which a piece may end its move: guardians and a taken zone left out.
    fn destinations(&self, from: Cell, kind: Kind) -> Cells {
        let reached = match kind {
            Kind::Advisor => self.mimicked(from),
            Kind::Soldier => self.hopped(from),
            kind => own_reach(kind, from, self.occupied),
        };
        let allowed = match self.guardian {
            Some(guardian) if guardian != from => reached.minus(zone(self.army)),
            _ => reached,
        };
        let allowed = allowed.minus(self.enemy_guardian);
        if self.is_roomy { allowed } else { self.with_room(from, kind, allowed) }
    }

    /// Where a 士 goes: as any lender beside it.
    fn mimicked(&self, from: Cell) -> Cells {
        let beside = board::neighbours(from).and(self.lenders);
        if beside.is_empty() {
            return Cells::NONE;
        }
        let lent = Kind::LENDERS.into_iter();
        let lent = lent.filter(|kind| !self.at.of_kind(*kind).and(beside).is_empty());
        lent.map(|kind| own_reach(kind, from, self.occupied)).fold(Cells::NONE, Cells::or)
    }

    /// Where a 兵 goes: over lenders beside it, on and on while it lands on free cells.
    fn hopped(&self, start: Cell) -> Cells {
        let mut reached = Cells::NONE;
        let mut todo = Cells::one(start);
        while let Some(from) = todo.lowest() {
            todo = todo.without(from);
            for over in board::neighbours(from).and(self.lenders).iter() {
                let Some(landing) = board::beyond(from, over) else { continue };
                if landing != start && !reached.has(landing) {
                    reached = reached.with(landing);
                    if !self.occupied.has(landing) {
                        todo = todo.with(landing);
                    }
                }
            }
        }
        reached
    }

    /// Those destinations after which a captured piece can be put somewhere.
    fn with_room(&self, from: Cell, kind: Kind, destinations: Cells) -> Cells {
        let has_room = |to: &Cell| {
            let Some(Occupant::Piece(captured)) = self.at.on(*to) else { return true };
            let mut next = self.at.without_history();
            next.shift(from, *to, Piece { army: self.army, kind });
            !next.drops(captured.army).is_empty()
        };
        destinations.iter().filter(has_room).collect()
    }
}

impl Position {
    /// The cells on which the piece may end its move.
    pub(crate) fn destinations(&self, from: Cell, piece: Piece) -> Cells {
        Ground::new(self, piece.army).destinations(from, piece.kind)
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
    fn movers(&self) -> impl Iterator<Item = (Cell, Kind)> {
        let army = self.army(self.turn);
        army.iter().filter_map(move |cell| Some((cell, self.kind(cell)?)))
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
                let ground = Ground::new(self, self.turn);
                for (from, kind) in self.movers() {
                    let to = ground.destinations(from, kind).iter();
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
                let ground = Ground::new(self, self.turn);
                self.movers().map(|(from, kind)| ground.destinations(from, kind).len()).sum()
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
                let ground = Ground::new(self, self.turn);
                self.movers().any(|(from, kind)| !ground.destinations(from, kind).is_empty())
            }
            Stage::Drop(piece) => !self.drops(piece.army).is_empty(),
        }
    }

    /// Whose piece stands on a cell.
    fn army_on(&self, cell: Cell) -> Option<Seat> {
        SEATS.iter().find(|seat| self.army(*seat).has(cell))
    }
}
