//! What events and moves do to a position.

use std::collections::BTreeMap;

use game::{Answer, Claim, Event, Illegal, Ruling, Seat, SeatSet, Showing};

use crate::Junqi;
use crate::action::Move;
use crate::cells::Cell;
use crate::layout::Layout;
use crate::moves::{Mobility, ids};
use crate::options::{Colours, Mode};
use crate::piece::{KINDS, Kind, Kinds, Man};
use crate::position::{Piece, Position, Stage};
use crate::table::{self, code};

const UNDUE: Illegal = Illegal("the position does not wait for this");

impl Position {
    /// Moves the position on by an event, all or nothing.
    ///
    /// # Errors
    /// It is not one that the position waits for.
    pub fn apply(&mut self, event: &Event<Junqi>) -> Result<(), Illegal> {
        if matches!(self.stage, Stage::Over(_)) {
            return Err(Illegal("the game is over"));
        }
        match (event, self.stage) {
            (Event::Unsealed(layouts), Stage::SetUp) => self.unseal(layouts)?,
            (Event::Deployed(seats), Stage::SetUp) if self.is_hidden() && *seats == self.living => {
                self.stage = Stage::First;
            }
            (Event::Tossed(value), Stage::First) => {
                let first = self.living.iter().nth(usize::from(*value));
                self.begin(first.ok_or(Illegal("a toss out of range"))?);
            }
            (Event::Tossed(value), Stage::TurnUp(cell)) => self.turn_up(cell, *value)?,
            (Event::Moved(seat, mv), _) => {
                self.owes(*seat, mv)?;
                self.play(mv);
            }
            (Event::Skipped(seat), Stage::Turn) if *seat == self.turn => self.skip(),
            (Event::Ruled(answers), _) => self.rule(answers)?,
            (Event::Out(seats, _), _) => {
                if seats.is_empty() || !seats.is_within(self.living) {
                    return Err(Illegal("only living seats go out"));
                }
                self.out(*seats);
            }
            (Event::Agreed, _) => self.draw(),
            _ => return Err(UNDUE),
        }
        Ok(())
    }

    fn unseal(&mut self, layouts: &BTreeMap<Seat, Showing<Layout>>) -> Result<(), Illegal> {
        let due: SeatSet = layouts.keys().copied().collect();
        if self.options().mode != Mode::Open || due != self.living {
            return Err(UNDUE);
        }
        let mut shown = Vec::new();
        for (seat, layout) in layouts {
            match layout {
                Showing::Shown(layout) if layout.faults(&self.rules, *seat).is_empty() => {
                    shown.push((*seat, layout));
                }
                Showing::Shown(_) => return Err(Illegal("a layout against the rules")),
                // It is put out next.
                Showing::Withheld => {}
                Showing::Absent => return Err(Illegal("no game without every layout")),
            }
        }
        let mut withheld = due;
        for (seat, layout) in shown {
            self.lay_open(seat, layout);
            withheld = withheld.without(seat);
        }
        for seat in withheld.iter() {
            let men: Vec<Man> = self.army(seat).collect();
            men.into_iter().for_each(|man| {
                self.lift(man);
            });
        }
        self.stage = Stage::First;
        Ok(())
    }

    fn lay_open(&mut self, seat: Seat, layout: &Layout) {
        for (place, kind) in (0..).zip(layout.kinds()) {
            if let Some(man) = Man::of(seat, place) {
                self.narrow(man, Kinds::of(*kind));
            }
        }
    }

    /// Play starts.
    pub(crate) fn begin(&mut self, first: Seat) {
        self.turn = first;
        self.stage = Stage::Turn;
        if self.repeats(first, None).is_none() {
            self.start_turn();
        }
    }

    /// Makes a move of the seat to move.
    ///
    /// It must be one that [`Position::owes`] allows; another one leaves a position that means
    /// nothing.
    pub fn play(&mut self, mv: &Move) {
        match *mv {
            Move::Flip(cell) => self.stage = Stage::TurnUp(cell),
            Move::Stuck => self.found_stuck(),
            Move::Go { from, to } => {
                let Some(man) = self.on(from) else { return };
                let kinds = self.piece(man).kinds;
                // What is known cannot be narrowed by the way that it goes.
                let among = if kinds.only().is_some() {
                    kinds
                } else {
                    kinds.and(self.way(man, from, to).unwrap_or(kinds))
                };
                self.go(man, among, to);
            }
        }
    }

    /// A move that is known to be legal, of a piece that is one of these kinds.
    pub(crate) fn go(&mut self, attacker: Man, among: Kinds, to: Cell) {
        let Some(defender) = self.on(to) else {
            self.enter(attacker, among, to);
            self.count_quiet();
            let home = self.carried_home();
            self.end_ply(home, SeatSet::EMPTY, Some(attacker));
            return;
        };
        match (self.is_hidden(), self.public_kind(attacker), self.public_kind(defender)) {
            (false, Some(a), Some(d)) => {
                let losses = table::losses(self.options(), a, d);
                self.fought(attacker, defender, among, losses);
            }
            _ => self.stage = Stage::Fight { attacker, defender, among },
        }
    }

    /// A piece goes to a free cell.
    pub(crate) fn enter(&mut self, man: Man, among: Kinds, to: Cell) {
        let piece = self.lift(man);
        self.put(man, Piece { cell: Some(to), kinds: among, ..piece });
        self.pick_up(to);
    }

    /// What an announced fight does.
    fn fought(&mut self, attacker: Man, defender: Man, among: Kinds, announced: u8) {
        let scouted = announced.checked_sub(code::SCOUTED).and_then(Kind::new);
        let (losses, among) = match scouted {
            Some(kind) => {
                self.narrow(defender, Kinds::of(kind));
                let losses = table::losses(self.options(), Kind::Engineer, kind);
                (losses, Kinds::of(Kind::Engineer))
            }
            None => (announced, among),
        };
        let has = |bit| losses & bit != 0;
        let (Some(cell), Some(army)) = (self.piece(defender).cell, self.piece(defender).army)
        else {
            return;
        };
        let shows = [(attacker, code::ATTACKER_SHOWS), (defender, code::DEFENDER_SHOWS)];
        let shows = shows.iter().filter(|(_, bit)| has(*bit));
        let shows: SeatSet = shows.filter_map(|(man, _)| self.owner(*man)).collect();
        for (man, bit) in [(attacker, code::ATTACKER_DIES), (defender, code::DEFENDER_DIES)] {
            if has(bit) {
                self.drop_flags(man, cell);
                self.lift(man);
            }
        }
        let survivor = Some(attacker).filter(|_| !has(code::ATTACKER_DIES));
        let mut fallen = SeatSet::EMPTY;
        if has(code::FLAG) {
            fallen = self.flag_lost(army, survivor);
        }
        match survivor {
            Some(man) => self.enter(man, among, cell),
            None => self.pick_up(cell),
        }
        self.quiet = 0;
        self.history.clear();
        let fallen = fallen.or(self.carried_home()).or(self.without_movables());
        self.end_ply(fallen, shows, Some(attacker));
    }

    fn turn_up(&mut self, cell: Cell, value: u16) -> Result<(), Illegal> {
        let man = self.on(cell).ok_or(UNDUE)?;
        let (army, kind) = self.drawn(value).ok_or(Illegal("a toss out of range"))?;
        let slot = self.down.get_mut(army.index()).and_then(|row| row.get_mut(kind.index()));
        if let Some(left) = slot {
            *left -= 1;
        }
        let piece = self.lift(man);
        self.put(man, Piece { army: Some(army), kinds: Kinds::of(kind), ..piece });
        let decides = match self.options().colours {
            Colours::FirstEngineer => kind == Kind::Engineer,
            Colours::FirstFlip => true,
        };
        if self.colours.is_none() && decides {
            let has_army_0 = army == Seat::of(0);
            self.colours =
                Some(if has_army_0 { self.turn } else { crate::position::other(self.turn) });
        }
        self.quiet = 0;
        self.history.clear();
        self.end_ply(SeatSet::EMPTY, SeatSet::EMPTY, None);
        Ok(())
    }

    /// How many pieces lie face down.
    pub(crate) fn all_down(&self) -> u16 {
        self.down.iter().flatten().map(|count| u16::from(*count)).sum()
    }

    /// The piece that a toss means: an index into what is face down, by army, then by kind.
    fn drawn(&self, value: u16) -> Option<(Seat, Kind)> {
        let mut rest = value;
        for army in self.all_armies() {
            for kind in Kind::ALL {
                let count = u16::from(self.down(army, kind));
                if rest < count {
                    return Some((army, kind));
                }
                rest -= count;
            }
        }
        None
    }

    /// Lets the seat to move miss its turn.
    fn skip(&mut self) {
        let seat = self.turn;
        if let Some(count) = self.timeouts.get_mut(seat.index()) {
            *count = count.saturating_add(1);
        }
        self.count_quiet();
        let is_out = self.timeouts(seat) > self.options().timeouts;
        let fallen = if is_out { SeatSet::one(seat) } else { SeatSet::EMPTY };
        self.end_ply(fallen, SeatSet::EMPTY, None);
    }

    fn count_quiet(&mut self) {
        if self.options().quiet_limit > 0 {
            self.quiet = self.quiet.saturating_add(1);
        }
    }

    /// What the position asks of others, each claim with who answers.
    pub(crate) fn claims(&self) -> Vec<(Claim, Option<Seat>)> {
        match self.stage {
            Stage::Fight { attacker, defender, among } => {
                // A flag that was shown is open: everybody can read what attacks on it come to.
                let is_open = self.public_kind(defender) == Some(Kind::Flag);
                let asked = self.owner(defender).filter(|_| !is_open);
                let (attacker, defender, among) = (attacker.id(), defender.id(), among.set());
                vec![(Claim::Fight { attacker, defender, among }, asked)]
            }
            Stage::Show(seats) => {
                let kind = Kind::Flag.number();
                seats.iter().map(|seat| (Claim::Show { seat, kind }, Some(seat))).collect()
            }
            Stage::Stuck => {
                let asked = self.asked_whether_stuck().into_iter();
                asked.map(|(seat, men)| (Claim::Stuck { pieces: ids(&men) }, Some(seat))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The other living seats whose answer is not public, with the pieces that it depends on.
    fn asked_whether_stuck(&self) -> Vec<(Seat, Vec<Man>)> {
        let others = self.living.without(self.turn).iter();
        let asked = others.filter_map(|seat| match self.mobility(seat) {
            Mobility::Unknown(men) => Some((seat, men)),
            Mobility::Can | Mobility::Cannot => None,
        });
        asked.collect()
    }

    fn rule(&mut self, answers: &[Answer]) -> Result<(), Illegal> {
        let claims = self.claims();
        let fits = |((claim, asked), answer): (&(Claim, Option<Seat>), &Answer)| match answer {
            Answer::Withheld => asked.is_some(),
            Answer::Ruled(ruling) => self.is_possible(claim, *ruling),
        };
        let all = claims.iter().zip(answers).all(fits);
        if claims.is_empty() || claims.len() != answers.len() || !all {
            return Err(Illegal("not one fitting answer for each claim"));
        }
        match self.stage {
            // Who withheld is put out next; the rest follows then.
            Stage::Fight { .. } | Stage::Stuck if answers.contains(&Answer::Withheld) => {}
            Stage::Fight { attacker, defender, among } => {
                if let Some(Answer::Ruled(Ruling::Code(code))) = answers.first() {
                    self.fought(attacker, defender, among, *code);
                }
            }
            Stage::Show(owing) => self.shown(owing, answers),
            Stage::Stuck => {
                let all_stuck = !answers.contains(&Answer::Ruled(Ruling::No));
                self.ruled_stuck(all_stuck);
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a ruling agrees with the kinds left to the pieces.
    fn is_possible(&self, claim: &Claim, ruling: Ruling) -> bool {
        match (claim, ruling, self.stage) {
            (Claim::Fight { .. }, Ruling::Code(code), Stage::Fight { defender, among, .. }) => {
                let defenders = self.piece(defender).kinds;
                let mut pairs = among.iter().flat_map(|a| defenders.iter().map(move |d| (a, d)));
                pairs.any(|(a, d)| table::announced(self.options(), a, d) == code)
            }
            (Claim::Stuck { .. }, Ruling::Yes | Ruling::No, _) => true,
            (Claim::Show { seat, .. }, Ruling::Piece(id), _) => {
                let man = Man::from_id(id).filter(|man| self.piece(*man).army == Some(*seat));
                man.is_some_and(|man| self.piece(man).kinds.has(Kind::Flag))
            }
            _ => false,
        }
    }

    fn shown(&mut self, owing: SeatSet, answers: &[Answer]) {
        let mut withheld = SeatSet::EMPTY;
        for (seat, answer) in owing.iter().zip(answers) {
            match answer {
                Answer::Ruled(Ruling::Piece(id)) => {
                    if let Some(man) = Man::from_id(*id) {
                        self.narrow(man, Kinds::of(Kind::Flag));
                    }
                }
                _ => withheld = withheld.with(seat),
            }
        }
        if withheld.is_empty() {
            self.after_ply(None);
        } else {
            self.stage = Stage::Show(withheld);
        }
    }
}

const _: () = assert!(KINDS == 12, "codes from 32 on leave room for the kinds");
