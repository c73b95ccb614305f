//! The position and the events that move it on.

use serde::{Deserialize, Serialize};

use super::{ARMY, FLAG, MOVABLE, Move, Rules, Skirmish, owner};
use crate::canon::{Canon, Malformed, from_bytes, to_bytes};
use crate::claim::{Answer, Claim, Kind, PieceId, Ruling};
use crate::event::{Event, Illegal, Waits};
use crate::game::Game as _;
use crate::outcome::Outcome;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::toys::next_living;
use crate::view::Node;

/// More than so many timeouts put a seat out.
const TIMEOUTS: u8 = 3;
/// Who has lost so many pieces shows the flag.
const LOST: usize = 2;

/// What everybody knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    #[serde(skip, default = "no_rules")]
    rules: Rules,
    pub(super) stage: Stage,
    pub(super) living: SeatSet,
    pub(super) turn: Seat,
    /// Where each piece stands; none: it is lost.
    places: Vec<Option<Node>>,
    /// The pieces that have been shown.
    open: Vec<Option<Kind>>,
    late: BySeat<u8>,
    pub(super) quiet: u16,
    pub(super) ply: u16,
}

/// Stands in until the rules of the match are put in place.
fn no_rules() -> Rules {
    Rules { seats: 2, quiet: 1 }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Stage {
    Camp,
    Toss,
    Move,
    Fight(PieceId, PieceId),
    Stuck,
    Show(SeatSet),
    Over(Outcome),
}

impl Canon<Rules> for Position {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        let mut read: Self = from_bytes("position", bytes)?;
        read.rules = rules.clone();
        let pieces = usize::from(u16::from(rules.seats) * ARMY);
        let sized = read.places.len() == pieces
            && read.open.len() == pieces
            && read.late.seats() == rules.seats;
        let nodes = read.nodes();
        let placed = read.places.iter().flatten().all(|node| *node < nodes);
        let seated = read.living.is_within(SeatSet::first(rules.seats));
        if sized && placed && seated && read.turn.number() < rules.seats {
            Ok(read)
        } else {
            Err(Malformed("position"))
        }
    }
}

impl Position {
    pub(super) fn new(rules: &Rules) -> Self {
        let pieces = u16::from(rules.seats) * ARMY;
        Self {
            rules: rules.clone(),
            stage: Stage::Camp,
            living: SeatSet::first(rules.seats),
            turn: Seat::of(0),
            places: (0..pieces).map(|n| Some(n / ARMY * (ARMY + 1) + n % ARMY)).collect(),
            open: (0..pieces).map(|_| None).collect(),
            late: BySeat::new(rules.seats, |_| 0),
            quiet: 0,
            ply: 0,
        }
    }

    pub(super) fn nodes(&self) -> u16 {
        u16::from(self.rules.seats) * (ARMY + 1)
    }

    pub(super) fn node_of(&self, piece: PieceId) -> Option<Node> {
        self.places.get(usize::from(piece.0)).copied().flatten()
    }

    pub(super) fn piece_on(&self, node: Node) -> Option<PieceId> {
        let place = self.places.iter().position(|place| *place == Some(node))?;
        u16::try_from(place).ok().map(PieceId)
    }

    pub(super) fn open(&self, piece: PieceId) -> Option<Kind> {
        self.open.get(usize::from(piece.0)).copied().flatten()
    }

    /// The pieces of a seat that are on the board.
    pub(super) fn army(&self, seat: Seat) -> impl Iterator<Item = PieceId> {
        let first = u16::from(seat.number()) * ARMY;
        (first..first + ARMY).map(PieceId).filter(|piece| self.node_of(*piece).is_some())
    }

    fn enemies(&self, a: Seat, b: Seat) -> bool {
        Skirmish::side(&self.rules, a) != Skirmish::side(&self.rules, b)
    }

    fn beside(&self, node: Node, by: u16) -> [Node; 2] {
        let n = self.nodes();
        let (up, down) = ((node + by) % n, (node + n - by) % n);
        [up.min(down), up.max(down)]
    }

    /// Where a piece of this seat may step if it can move at all.
    pub(super) fn steps(&self, seat: Seat, piece: PieceId) -> impl Iterator<Item = Node> {
        let own = owner(piece) == Some(seat) && self.open(piece).is_none_or(|k| MOVABLE.has(k));
        let from = self.node_of(piece).filter(|_| own);
        from.map(|node| self.beside(node, 1)).into_iter().flatten().filter(move |node| {
            let there = self.piece_on(*node).and_then(owner);
            there.is_none_or(|other| self.enemies(seat, other))
        })
    }

    /// Where it may jump if it is a runner.
    pub(super) fn jumps(&self, seat: Seat, piece: PieceId) -> impl Iterator<Item = Node> {
        let own = owner(piece) == Some(seat) && self.open(piece).is_none();
        let from = self.node_of(piece).filter(|_| own);
        let over = move |to: Node| {
            let near = from.map(|node| self.beside(node, 1)).into_iter().flatten();
            near.filter(move |between| self.beside(*between, 1).contains(&to))
                .all(|between| self.piece_on(between).is_none())
        };
        let far = from.map(|node| self.beside(node, 2)).into_iter().flatten();
        far.filter(move |to| self.piece_on(*to).is_none() && over(*to))
    }

    /// The pieces that have somewhere to go.
    pub(super) fn mobile(&self, seat: Seat) -> Vec<PieceId> {
        self.army(seat).filter(|piece| self.steps(seat, *piece).next().is_some()).collect()
    }

    fn is_on_board(&self, piece: PieceId) -> bool {
        self.node_of(piece).is_some()
    }

    pub(super) fn waits(&self) -> Waits {
        match self.stage {
            Stage::Camp => Waits::Deployments(self.living),
            Stage::Toss => Waits::Toss { below: u16::from(self.living.len()), from: self.living },
            Stage::Move => Waits::Move(self.turn),
            Stage::Over(outcome) => Waits::Nothing(outcome),
            Stage::Fight(..) | Stage::Stuck | Stage::Show(_) => Waits::Rulings(self.claims()),
        }
    }

    /// What others must answer.
    fn claims(&self) -> Vec<(Claim, Option<Seat>)> {
        match self.stage {
            Stage::Fight(attacker, defender) => {
                let asked = owner(defender).filter(|_| self.open(defender).is_none());
                vec![(Claim::Fight { attacker, defender, among: MOVABLE }, asked)]
            }
            Stage::Stuck => self
                .asked_whether_stuck()
                .into_iter()
                .map(|(seat, pieces)| (Claim::Stuck { pieces }, Some(seat)))
                .collect(),
            Stage::Show(seats) => {
                let show = |seat| (Claim::Show { seat, kind: FLAG }, Some(seat));
                seats.iter().map(show).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The other living seats whose answer is not public.
    fn asked_whether_stuck(&self) -> Vec<(Seat, Vec<PieceId>)> {
        let others = self.living.without(self.turn);
        let pieces = others.iter().map(|seat| (seat, self.mobile(seat)));
        pieces.filter(|(_, pieces)| !pieces.is_empty()).collect()
    }

    pub(super) fn apply(&mut self, event: &Event<Skirmish>) -> Result<(), Illegal> {
        if matches!(self.stage, Stage::Over(_)) {
            return Err(Illegal("the game is over"));
        }
        match (event, self.stage) {
            (Event::Deployed(seats), Stage::Camp) if *seats == self.living => {
                self.stage = Stage::Toss;
            }
            (Event::Tossed(n), Stage::Toss) => {
                let first = self.living.iter().nth(usize::from(*n));
                self.turn = first.ok_or(Illegal("a toss out of range"))?;
                self.stage = Stage::Move;
            }
            (Event::Moved(seat, mv), _) => {
                Skirmish::owes(self, *seat, mv)?;
                self.moved(*mv);
            }
            (Event::Skipped(seat), Stage::Move) if *seat == self.turn => self.skipped(),
            (Event::Ruled(answers), _) => {
                let claims = self.claims();
                let fits = |((claim, asked), answer): (&(Claim, Option<Seat>), &Answer)| {
                    self.fits(claim, *asked, *answer)
                };
                let all = claims.iter().zip(answers).all(fits);
                if claims.is_empty() || claims.len() != answers.len() || !all {
                    return Err(Illegal("not one fitting answer for each claim"));
                }
                self.ruled(answers);
            }
            (Event::Out(seats, _), _) if !seats.is_empty() && seats.is_within(self.living) => {
                self.out(*seats);
            }
            (Event::Agreed, _) => self.draw(),
            _ => return Err(Illegal("the position does not wait for this")),
        }
        Ok(())
    }

    /// Whether the answer is of the kind that the claim asks for.
    fn fits(&self, claim: &Claim, asked: Option<Seat>, answer: Answer) -> bool {
        match (claim, answer) {
            (_, Answer::Withheld) => asked.is_some(),
            (Claim::Fight { .. }, Answer::Ruled(Ruling::Code(code))) => code < 4,
            (Claim::Stuck { .. }, Answer::Ruled(Ruling::Yes | Ruling::No)) => true,
            (Claim::Show { seat, .. }, Answer::Ruled(Ruling::Piece(piece))) => {
                owner(piece) == Some(*seat) && self.is_on_board(piece)
            }
            _ => false,
        }
    }

    fn moved(&mut self, mv: Move) {
        match mv {
            Move::Go(piece, to) | Move::Jump(piece, to) => match self.piece_on(to) {
                Some(defender) => self.stage = Stage::Fight(piece, defender),
                None => {
                    self.put(piece, Some(to));
                    self.end_ply();
                }
            },
            Move::Stuck if self.asked_whether_stuck().is_empty() => self.draw(),
            Move::Stuck => self.stage = Stage::Stuck,
        }
    }

    fn skipped(&mut self) {
        let late = self.late.get_mut(self.turn).map_or(0, |late| {
            *late += 1;
            *late
        });
        if late > TIMEOUTS {
            self.out(SeatSet::one(self.turn));
        } else {
            self.end_ply();
        }
    }

    fn ruled(&mut self, answers: &[Answer]) {
        match self.stage {
            Stage::Fight(attacker, defender) => {
                let answer = answers.first().copied().unwrap_or(Answer::Withheld);
                self.fought(attacker, defender, answer);
            }
            Stage::Stuck if answers.contains(&Answer::Ruled(Ruling::No)) => {
                self.out(SeatSet::one(self.turn));
            }
            Stage::Stuck if answers.contains(&Answer::Withheld) => self.end_ply(),
            Stage::Stuck => self.draw(),
            Stage::Show(_) => {
                for answer in answers {
                    if let Answer::Ruled(Ruling::Piece(piece)) = answer
                        && let Some(open) = self.open.get_mut(usize::from(piece.0))
                    {
                        *open = Some(FLAG);
                    }
                }
                self.end_ply();
            }
            _ => {}
        }
    }

    /// An attack that is not answered ends with the attacker on the node.
    fn fought(&mut self, attacker: PieceId, defender: PieceId, answer: Answer) {
        let to = self.node_of(defender);
        let code = match answer {
            Answer::Ruled(Ruling::Code(code)) => code,
            _ => 0,
        };
        if code != 1 {
            self.put(defender, None);
        }
        if code == 1 || code == 2 {
            self.put(attacker, None);
        } else {
            self.put(attacker, to);
        }
        self.quiet = 0;
        self.stage = Stage::Move;
        if let Some(loser) = owner(defender).filter(|_| code == 3) {
            self.remove(SeatSet::one(loser));
            if self.decided() {
                return;
            }
        }
        let owing = |seat: &Seat| {
            let army: Vec<_> = self.army(*seat).collect();
            let shown = army.iter().any(|piece| self.open(*piece) == Some(FLAG));
            army.len() + LOST <= usize::from(ARMY) && !army.is_empty() && !shown
        };
        let owing: SeatSet = self.living.iter().filter(owing).collect();
        if owing.is_empty() {
            self.end_ply();
        } else {
            self.stage = Stage::Show(owing);
        }
    }

    fn put(&mut self, piece: PieceId, node: Option<Node>) {
        if let Some(place) = self.places.get_mut(usize::from(piece.0)) {
            *place = node;
        }
    }

    fn remove(&mut self, seats: SeatSet) {
        self.living = self.living.minus(seats);
        for seat in seats.iter() {
            let army: Vec<_> = self.army(seat).collect();
            army.into_iter().for_each(|piece| self.put(piece, None));
        }
    }

    /// Whether one side is left, or none; then it is over.
    fn decided(&mut self) -> bool {
        let all = SeatSet::first(self.rules.seats);
        let Some(one) = self.living.lowest() else {
            self.stage = Stage::Over(Outcome::Drawn(all));
            return true;
        };
        let others = self.living.iter().any(|seat| self.enemies(one, seat));
        if !others {
            let side = all.iter().filter(|seat| !self.enemies(one, *seat)).collect();
            self.stage = Stage::Over(Outcome::Won(side));
        }
        !others
    }

    /// A fight whose defender goes ends with the attacker on its node.
    fn out(&mut self, seats: SeatSet) {
        let cell = match self.stage {
            Stage::Fight(_, defender) if owner(defender).is_some_and(|seat| seats.has(seat)) => {
                self.node_of(defender)
            }
            _ => None,
        };
        self.remove(seats);
        if self.decided() {
            return;
        }
        match self.stage {
            Stage::Camp | Stage::Toss | Stage::Over(_) => {}
            Stage::Fight(attacker, _) if self.is_on_board(attacker) => {
                if let Some(to) = cell {
                    self.put(attacker, Some(to));
                    self.end_ply();
                }
            }
            Stage::Show(owing) if owing != owing.and(self.living) => {
                let rest = owing.and(self.living);
                self.stage = Stage::Show(rest);
                if rest.is_empty() {
                    self.end_ply();
                }
            }
            Stage::Show(_) => {}
            Stage::Stuck if self.living.has(self.turn) => self.stage = Stage::Move,
            Stage::Move if self.living.has(self.turn) => {}
            Stage::Fight(..) | Stage::Stuck | Stage::Move => self.end_ply(),
        }
    }

    fn draw(&mut self) {
        let all = SeatSet::first(self.rules.seats);
        let lives = |seat: &Seat| self.living.iter().any(|other| !self.enemies(*seat, other));
        let sides = all.iter().filter(lives).collect();
        self.stage = Stage::Over(Outcome::Drawn(sides));
    }

    fn end_ply(&mut self) {
        self.ply += 1;
        self.quiet += 1;
        self.turn = next_living(self.living, self.turn);
        self.stage = Stage::Move;
        if self.quiet >= self.rules.quiet {
            self.draw();
        }
    }
}
