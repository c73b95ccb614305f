//! Which moves are legal: a generator for who knows its pieces, and a public check of one move.

use game::{Claim, Illegal, Seat};

use crate::action::Move;
use crate::cells::{Cell, Cells};
use crate::options::{FlagTakers, Headquarters, SmallHitsBig, Switch, Turns};
use crate::piece::{Kind, Kinds, Man};
use crate::position::{FlagAt, Position, Stage};
use crate::table::{self, code};

/// What everybody can say about whether a seat can move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mobility {
    /// It can.
    Can,
    /// It cannot.
    Cannot,
    /// That depends on whether one of these can ever move.
    Unknown(Vec<Man>),
}

impl Position {
    /// Appends the legal moves of the seat to move, in ascending order. `kind` tells what its own
    /// pieces are.
    pub fn moves_into(&self, kind: impl Fn(Man) -> Option<Kind>, out: &mut Vec<Move>) {
        let seat = self.turn;
        if self.stage != Stage::Turn {
            return;
        }
        let none_yet = out.len();
        self.each_of(seat, kind, &mut |from, destinations| {
            out.extend(destinations.iter().map(|to| Move::Go { from, to }));
        });
        if self.is_flip() {
            out.extend(self.face_down().iter().map(Move::Flip));
        }
        if self.is_hidden()
            && out.len() == none_yet
            && matches!(self.mobility(seat), Mobility::Unknown(_))
        {
            out.push(Move::Stuck);
        }
    }

    /// Appends the attacks among the moves that [`Position::moves_into`] appends, in the same order.
    pub fn attacks_into(&self, kind: impl Fn(Man) -> Option<Kind>, out: &mut Vec<Move>) {
        if self.stage != Stage::Turn {
            return;
        }
        self.each_of(self.turn, kind, &mut |from, destinations| {
            let hit = destinations.and(&self.occupied);
            out.extend(hit.iter().map(|to| Move::Go { from, to }));
        });
    }

    /// How much [`Position::moves_into`] would append, 'I am stuck' aside.
    pub fn count_moves(&self, kind: impl Fn(Man) -> Option<Kind>) -> u64 {
        let mut count = if self.is_flip() { u64::from(self.face_down().len()) } else { 0 };
        if self.stage != Stage::Turn {
            return 0;
        }
        self.each_of(self.turn, kind, &mut |_, destinations| {
            count += u64::from(destinations.len());
        });
        count
    }

    /// What a piece is if everybody knows it.
    pub fn public_kind(&self, man: Man) -> Option<Kind> {
        self.piece(man).kinds.only()
    }

    /// The cells whose pieces lie face down.
    pub fn face_down(&self) -> Cells {
        if !self.is_flip() {
            return Cells::NONE;
        }
        self.all_armies().fold(self.occupied, |rest, army| rest.minus(self.cells_of(army)))
    }

    /// The cells with pieces that a seat may attack, as far as that does not depend on kinds.
    pub(crate) fn targets(&self, seat: Seat) -> Cells {
        let enemies = self.all_armies().filter(|army| self.is_enemy(seat, *army));
        let all = enemies.fold(Cells::NONE, |all, army| all.or(self.cells_of(army)));
        all.minus(self.board().camps())
    }

    /// Each movable piece of a seat with where it may go.
    fn each_of(
        &self,
        seat: Seat,
        kind: impl Fn(Man) -> Option<Kind>,
        found: &mut impl FnMut(Cell, Cells),
    ) {
        let Some(army) = self.army_of(seat) else {
            return;
        };
        let targets = self.targets(seat);
        for from in self.cells_of(army).iter() {
            let Some(man) = self.on(from) else { continue };
            if let Some(kind) = kind(man) {
                let destinations = self.destinations(man, from, kind, &targets);
                if !destinations.is_empty() {
                    found(from, destinations);
                }
            }
        }
    }

    /// Where a piece may go if it is of this kind.
    pub(crate) fn destinations(&self, man: Man, from: Cell, kind: Kind, targets: &Cells) -> Cells {
        if !Kinds::MOVABLE.has(kind) || self.is_locked(man, from) {
            return Cells::NONE;
        }
        let reached = if self.rules.flyers().has(kind) {
            self.board().flight(from, &self.occupied)
        } else {
            self.board().ordinary(from, self.options().turns, &self.occupied)
        };
        let mut hit = reached.and(targets);
        if self.has_forbidden_attacks() && !hit.is_empty() {
            hit = hit
                .iter()
                .filter(|cell| self.on(*cell).is_some_and(|target| self.may_attack(kind, target)))
                .collect();
        }
        reached.minus(&self.occupied).or(&hit)
    }

    /// Whether a headquarters holds the piece.
    pub(crate) fn is_locked(&self, man: Man, from: Cell) -> bool {
        self.options().hq == Headquarters::Locked
            && self.board().headquarters().has(from)
            && !self.is_carrier(man)
    }

    /// Whether legality of attacks depends on kinds at all. In hidden games it never does.
    fn has_forbidden_attacks(&self) -> bool {
        let o = self.options();
        !self.is_hidden()
            && (o.flag_takers != FlagTakers::Any
                || o.mines_first == Switch::On
                || o.small_hits_big == SmallHitsBig::Forbidden)
    }

    /// Whether a piece of this kind may attack that piece, where kinds are public.
    pub(crate) fn may_attack(&self, kind: Kind, target: Man) -> bool {
        if self.is_hidden() {
            return true;
        }
        let Some(defender) = self.public_kind(target) else {
            return false;
        };
        let o = self.options();
        if defender == Kind::Flag {
            let army = self.piece(target).army;
            let is_safe = o.mines_first == Switch::On
                && army.is_some_and(|army| self.count_of(army, Kind::Mine) > 0);
            return !is_safe && (kind == Kind::Bomb || self.rules.takers().has(kind));
        }
        o.small_hits_big == SmallHitsBig::Allowed
            || table::losses(o, kind, defender) != code::ATTACKER_DIES
    }

    /// How many pieces of this kind an army has left, where kinds are public.
    pub(crate) fn count_of(&self, army: Seat, kind: Kind) -> u32 {
        let up = self.cells_of(army).iter().filter_map(|cell| self.on(cell));
        let up = up.filter(|man| self.public_kind(*man) == Some(kind)).count() as u32;
        up + u32::from(if self.is_flip() { self.down(army, kind) } else { 0 })
    }

    /// Whether a living seat can move, as far as everybody can tell.
    pub(crate) fn mobility(&self, seat: Seat) -> Mobility {
        if !self.face_down().is_empty() {
            return Mobility::Can;
        }
        let Some(army) = self.army_of(seat) else {
            return Mobility::Cannot;
        };
        let targets = self.targets(seat);
        let mut unknown = Vec::new();
        for from in self.cells_of(army).iter() {
            let Some(man) = self.on(from) else { continue };
            let piece = self.piece(man);
            if piece.kinds.and(Kinds::MOVABLE).is_empty() || !self.has_way(man, from, &targets) {
                continue;
            }
            if piece.kinds.is_within(Kinds::MOVABLE) {
                return Mobility::Can;
            }
            unknown.push(man);
        }
        unknown.sort_unstable();
        if unknown.is_empty() { Mobility::Cannot } else { Mobility::Unknown(unknown) }
    }

    /// Whether a piece has somewhere to go if it can move at all. Any way begins with a neighbour
    /// that is free or may be attacked.
    fn has_way(&self, man: Man, from: Cell, targets: &Cells) -> bool {
        if self.is_locked(man, from) {
            return false;
        }
        let near = self.board().near(from);
        if !near.minus(&self.occupied).is_empty() {
            return true;
        }
        let mut hit = near.and(targets).iter().filter_map(|cell| self.on(cell));
        match self.public_kind(man).filter(|_| !self.is_hidden()) {
            Some(kind) => hit.any(|target| self.may_attack(kind, target)),
            None => hit.next().is_some(),
        }
    }

    /// The claims that a move owes.
    ///
    /// # Errors
    /// The move is publicly illegal.
    pub fn owes(&self, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
        if self.stage != Stage::Turn || seat != self.turn {
            return Err(Illegal("this seat is not to move"));
        }
        match *mv {
            Move::Go { from, to } => {
                let (man, among) = self.check_go(seat, from, to)?;
                Ok(match self.on(to) {
                    Some(target) if self.is_hidden() => {
                        let (attacker, defender) = (man.id(), target.id());
                        vec![Claim::Fight { attacker, defender, among: among.set() }]
                    }
                    None if among != self.piece(man).kinds => {
                        let kinds = self.way(man, from, to)?.set();
                        vec![Claim::Within { piece: man.id(), kinds }]
                    }
                    _ => Vec::new(),
                })
            }
            Move::Flip(cell) if self.face_down().has(cell) => Ok(Vec::new()),
            Move::Flip(_) => Err(Illegal("no piece lies face down there")),
            Move::Stuck if !self.is_hidden() => Err(Illegal("everybody sees who can move")),
            Move::Stuck => match self.mobility(seat) {
                Mobility::Unknown(men) => Ok(vec![Claim::Stuck { pieces: ids(&men) }]),
                Mobility::Can => Err(Illegal("a piece of this seat can move, as everybody knows")),
                Mobility::Cannot => Err(Illegal("everybody knows that this seat is stuck")),
            },
        }
    }

    /// The claims that a skipped turn owes: 'I could have moved', unless that is public.
    pub fn owes_skip(&self, seat: Seat) -> Vec<Claim> {
        match self.mobility(seat) {
            Mobility::Unknown(men) if self.is_hidden() => {
                vec![Claim::CanMove { pieces: ids(&men) }]
            }
            _ => Vec::new(),
        }
    }

    /// The piece that goes and the kinds that it can be, if this is publicly legal.
    pub(crate) fn check_go(
        &self,
        seat: Seat,
        from: Cell,
        to: Cell,
    ) -> Result<(Man, Kinds), Illegal> {
        let man = self.on(from).filter(|man| self.owner(*man) == Some(seat));
        let man = man.ok_or(Illegal("no piece of this seat there"))?;
        if self.is_locked(man, from) {
            return Err(Illegal("a headquarters holds what has entered it"));
        }
        let among = self.piece(man).kinds.and(self.way(man, from, to)?);
        if among.is_empty() {
            return Err(Illegal("this piece cannot go so"));
        }
        if let Some(target) = self.on(to) {
            let army = self.piece(target).army;
            let army = army.ok_or(Illegal("what lies face down cannot be attacked"))?;
            if !self.is_enemy(seat, army) {
                return Err(Illegal("own pieces and allies are not attacked"));
            }
            if self.board().camps().has(to) {
                return Err(Illegal("a camp protects what stands in it"));
            }
            if !among.only().is_none_or(|kind| self.may_attack(kind, target)) {
                return Err(Illegal("the rules forbid this attack"));
            }
        }
        Ok((man, among))
    }

    /// The kinds to which a way from cell to cell is open.
    pub(crate) fn way(&self, man: Man, from: Cell, to: Cell) -> Result<Kinds, Illegal> {
        let board = self.board();
        // A way that any piece has needs no flight to be looked for.
        if board.ordinary(from, self.options().turns, &self.occupied).has(to) {
            return Ok(Kinds::MOVABLE);
        }
        let flyers = self.rules.flyers();
        let may_fly =
            self.options().turns != Turns::Corners && !self.piece(man).kinds.and(flyers).is_empty();
        if may_fly && board.flight(from, &self.occupied).has(to) {
            return Ok(flyers);
        }
        Err(Illegal("no way leads there"))
    }

    /// Whether an army's flag is shown: everybody knows which piece it is, or it is no piece any more.
    pub(crate) fn is_flag_public(&self, army: Seat) -> bool {
        self.flag(army) != FlagAt::Home
            || self.army(army).any(|man| self.public_kind(man) == Some(Kind::Flag))
    }
}

/// Pieces as claims name them.
pub(crate) fn ids(men: &[Man]) -> Vec<game::PieceId> {
    men.iter().map(|man| man.id()).collect()
}
