//! Contest: seats show 0, 1 or 2 at once; who beats most takes one to three steps; first home wins.
//!
//! The first holder of the crown is tossed. Of several best the crown's holder picks one, who gets
//! the crown; without a crown the best show again among themselves. It hides nothing, is over in
//! a few dozen events, and its seats need nobody else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{canon, known, of, open_known, read_line, row, write_line};
use crate::canon::{Canon as _, from_bytes, to_bytes};
use crate::claim::{Claim, Hiding, Kind, PieceId};
use crate::event::{Event, Illegal, Showing, Waits};
use crate::game::{Chooser, Game, Known, NoSecret};
use crate::outcome::{Outcome, Ply, Side};
use crate::seat::{BySeat, Seat, SeatSet};
use crate::text::{BadRules, Fault};
use crate::view::{Board, KindName, Pick, View};

/// More than so many timeouts put a seat out.
const TIMEOUTS: u8 = 3;
/// So many undecided showings in one ply end it.
const SHOWINGS: u8 = 6;

/// The game.
#[derive(Clone, Debug)]
pub struct Contest;

/// Options as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// 2 to 5.
    pub seats: u8,
    /// Steps to go, 1 to 100.
    pub goal: u8,
    /// Plies after which it is a draw, at least 1.
    pub plies: u16,
    /// Whether a holder picks among several best.
    pub crown: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { seats: 2, goal: 6, plies: 30, crown: false }
    }
}

/// Checked options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    seats: u8,
    goal: u8,
    plies: u16,
    crown: bool,
}

/// What everybody knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    #[serde(skip, default = "no_rules")]
    rules: Rules,
    stage: Stage,
    living: SeatSet,
    holder: Seat,
    steps: BySeat<u8>,
    late: BySeat<u8>,
    showings: u8,
    ply: u16,
}

/// Stands in until the rules of the match are put in place.
fn no_rules() -> Rules {
    Rules { seats: 2, goal: 1, plies: 1, crown: false }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Stage {
    Toss,
    Show(SeatSet),
    Pick(SeatSet),
    Step(Seat),
    Over(Outcome),
}

/// A decision in the open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Move {
    /// The holder names the one that steps, and who has the crown from now on.
    Pick(Seat),
    /// One to three steps towards home.
    Step(u8),
}

/// 0 beats 1, 1 beats 2, 2 beats 0. There is a 3, which has an encoding and is never admitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gesture(pub u8);

canon!(Move, Rules, "move", |_, _| true);
canon!(Gesture, Rules, "gesture", |_, gesture| gesture.0 < 4);

impl crate::canon::Canon<Rules> for Position {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, crate::Malformed> {
        let mut read: Self = from_bytes("position", bytes)?;
        read.rules = rules.clone();
        let sized = read.steps.seats() == rules.seats && read.late.seats() == rules.seats;
        let within = read.living.is_within(SeatSet::first(rules.seats));
        if sized && within && read.holder.number() < rules.seats {
            Ok(read)
        } else {
            Err(crate::Malformed("position"))
        }
    }
}

impl Position {
    /// Who steps after this showing, or who shows again.
    fn showing(&mut self, showings: &BTreeMap<Seat, Showing<Gesture>>) {
        let mut shown = BTreeMap::new();
        for (seat, showing) in showings {
            match showing {
                Showing::Shown(gesture) => {
                    shown.insert(*seat, gesture.0);
                }
                Showing::Absent => self.timeout(*seat),
                Showing::Withheld => {}
            }
        }
        if matches!(self.stage, Stage::Over(_)) {
            return;
        }
        let score = |own: u8| shown.values().filter(|other| (own + 1) % 3 == **other).count();
        let top = shown.values().map(|own| score(*own)).max().unwrap_or(0);
        let best: SeatSet = shown
            .iter()
            .filter(|(seat, own)| self.living.has(**seat) && score(**own) == top)
            .map(|(seat, _)| *seat)
            .collect();
        self.showings += 1;
        let one = best.lowest().filter(|_| best.len() == 1);
        self.stage = match one {
            Some(seat) => Stage::Step(seat),
            None if self.showings >= SHOWINGS => return self.end_ply(),
            None if best.is_empty() || top == 0 => Stage::Show(self.living),
            None if self.rules.crown => Stage::Pick(best),
            None => Stage::Show(best),
        };
    }

    fn timeout(&mut self, seat: Seat) {
        let late = self.late.get_mut(seat).map_or(0, |late| {
            *late += 1;
            *late
        });
        if late > TIMEOUTS {
            self.out(SeatSet::one(seat));
        }
    }

    fn out(&mut self, seats: SeatSet) {
        self.living = self.living.minus(seats);
        if self.living.is_empty() {
            self.stage = Stage::Over(Outcome::Drawn(SeatSet::first(self.rules.seats)));
        } else if self.living.len() == 1 {
            self.stage = Stage::Over(Outcome::Won(self.living));
        } else if self.stage != Stage::Toss {
            self.stage = Stage::Show(self.living);
        }
        if !self.living.has(self.holder) {
            self.holder = super::next_living(self.living, self.holder);
        }
    }

    fn end_ply(&mut self) {
        self.ply += 1;
        self.showings = 0;
        self.stage = if self.ply >= self.rules.plies {
            Stage::Over(Outcome::Drawn(self.living))
        } else {
            Stage::Show(self.living)
        };
    }

    fn moved(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Pick(picked) => {
                self.holder = picked;
                self.stage = Stage::Step(picked);
            }
            Move::Step(n) => {
                let home = self.rules.goal;
                let steps = self.steps.get_mut(seat).map_or(0, |steps| {
                    *steps = steps.saturating_add(n).min(home);
                    *steps
                });
                self.end_ply();
                if steps == home {
                    self.stage = Stage::Over(Outcome::Won(SeatSet::one(seat)));
                }
            }
        }
    }

    fn skipped(&mut self, seat: Seat) {
        let stage = self.stage;
        self.timeout(seat);
        if self.stage == stage {
            self.end_ply();
        }
    }
}

impl Game for Contest {
    type Options = Options;
    type Rules = Rules;
    type Position = Position;
    type Move = Move;
    type Choice = Gesture;
    type Secret = NoSecret;

    fn rules(options: &Options) -> Result<Rules, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut need = |right: bool, place: &str, reason: &str| {
            if !right {
                faults.push(Fault::new(place, reason));
            }
        };
        need((2..=5).contains(&options.seats), "seats", "2 to 5");
        need((1..=100).contains(&options.goal), "goal", "1 to 100");
        need(options.plies > 0, "plies", "at least 1");
        let Options { seats, goal, plies, crown } = *options;
        let rules = Rules { seats, goal, plies, crown };
        if faults.is_empty() { Ok(rules) } else { Err(faults) }
    }

    fn id(_: &Rules) -> &'static str {
        "toy-contest"
    }

    fn version(_: &Rules) -> u16 {
        super::VERSION
    }

    fn write_rules(rules: &Rules) -> Vec<u8> {
        let mut out = Vec::new();
        to_bytes(rules, &mut out);
        out
    }

    fn read_rules(id: &str, version: u16, bytes: &[u8]) -> Result<Rules, BadRules> {
        known("toy-contest", id, version)?;
        let read: Rules = from_bytes("rules", bytes).map_err(|_| BadRules::Malformed)?;
        let Rules { seats, goal, plies, crown } = read;
        Self::rules(&Options { seats, goal, plies, crown }).map_err(|_| BadRules::Malformed)
    }

    fn seats(rules: &Rules) -> u8 {
        rules.seats
    }

    fn side(_: &Rules, seat: Seat) -> Side {
        Side(seat.number())
    }

    fn hiding(_: &Rules) -> Option<Hiding> {
        None
    }

    fn start(rules: &Rules) -> Position {
        Position {
            rules: rules.clone(),
            stage: Stage::Toss,
            living: SeatSet::first(rules.seats),
            holder: Seat::of(0),
            steps: BySeat::new(rules.seats, |_| 0),
            late: BySeat::new(rules.seats, |_| 0),
            showings: 0,
            ply: 0,
        }
    }

    fn waits(at: &Position) -> Waits {
        match at.stage {
            Stage::Toss => Waits::Toss { below: u16::from(at.living.len()), from: at.living },
            Stage::Show(seats) => Waits::Choices(seats),
            Stage::Pick(_) => Waits::Move(at.holder),
            Stage::Step(seat) => Waits::Move(seat),
            Stage::Over(outcome) => Waits::Nothing(outcome),
        }
    }

    fn living(at: &Position) -> SeatSet {
        at.living
    }

    fn ply(at: &Position) -> Ply {
        Ply(u32::from(at.ply))
    }

    fn begun(at: &Position) -> bool {
        at.stage != Stage::Toss
    }

    fn owes(at: &Position, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
        match (at.stage, mv) {
            (Stage::Pick(best), Move::Pick(picked)) if seat == at.holder && best.has(*picked) => {
                Ok(Vec::new())
            }
            (Stage::Step(mover), Move::Step(1..=3)) if seat == mover => Ok(Vec::new()),
            _ => Err(Illegal("this seat has not this move now")),
        }
    }

    fn owes_skip(_: &Position, _: Seat) -> Vec<Claim> {
        Vec::new()
    }

    fn admits(at: &Position, seat: Seat, choice: &Gesture) -> Result<(), Vec<Fault>> {
        match at.stage {
            Stage::Show(due) if due.has(seat) && choice.0 < 3 => Ok(()),
            _ => Err(vec![Fault::new("gesture", "0, 1 or 2, by a seat that is asked")]),
        }
    }

    fn hides(_: &Position, _: Seat, secret: &NoSecret) -> Result<(), Vec<Fault>> {
        match *secret {}
    }

    fn apply(at: &mut Position, event: &Event<Self>) -> Result<(), Illegal> {
        if matches!(at.stage, Stage::Over(_)) {
            return Err(Illegal("the game is over"));
        }
        match (event, at.stage) {
            (Event::Tossed(n), Stage::Toss) => {
                let holder = at.living.iter().nth(usize::from(*n));
                at.holder = holder.ok_or(Illegal("a toss out of range"))?;
                at.stage = Stage::Show(at.living);
            }
            (Event::Unsealed(showings), Stage::Show(due)) => {
                if showings.keys().copied().collect::<SeatSet>() != due {
                    return Err(Illegal("not one showing for each seat asked"));
                }
                let fits = |showing: &Showing<Gesture>| !matches!(showing, Showing::Shown(gesture) if gesture.0 > 2);
                if !showings.values().all(fits) {
                    return Err(Illegal("no such gesture"));
                }
                at.showing(showings);
            }
            (Event::Moved(seat, mv), _) => {
                Self::owes(at, *seat, mv)?;
                at.moved(*seat, *mv);
            }
            (Event::Skipped(seat), _) if Self::waits(at) == Waits::Move(*seat) => {
                at.skipped(*seat);
            }
            (Event::Out(seats, _), _) if !seats.is_empty() && seats.is_within(at.living) => {
                at.out(*seats);
            }
            (Event::Agreed, _) => at.stage = Stage::Over(Outcome::Drawn(at.living)),
            _ => return Err(Illegal("the position does not wait for this")),
        }
        Ok(())
    }

    fn kind(secret: &NoSecret, _: PieceId) -> Option<Kind> {
        match *secret {}
    }

    fn army(secret: &NoSecret) -> Vec<PieceId> {
        match *secret {}
    }

    fn moves(at: &Position, seat: Seat, _: &Known<Self>) -> Vec<Move> {
        match at.stage {
            Stage::Pick(best) if seat == at.holder => best.iter().map(Move::Pick).collect(),
            Stage::Step(mover) if seat == mover => (1..=3).map(Move::Step).collect(),
            _ => Vec::new(),
        }
    }

    fn choices(at: &Position, seat: Seat) -> Option<Vec<Gesture>> {
        let asked = matches!(at.stage, Stage::Show(due) if due.has(seat));
        asked.then(|| (0..3).map(Gesture).collect())
    }

    fn view(at: &Position, known: &Known<Self>) -> View {
        View {
            viewer: known.viewer,
            tokens: (0..=at.rules.goal).map(|_| None).collect(),
            living: at.living,
            facts: vec![
                ("holder", vec![u32::from(at.holder.number())]),
                ("steps", at.steps.values().iter().map(|n| u32::from(*n)).collect()),
                ("late", at.living.iter().map(|seat| of(&at.late, seat).into()).collect()),
            ],
        }
    }

    fn picks(_: &Position, mv: &Move) -> Vec<Pick> {
        const SEATS: [&str; 8] =
            ["seat0", "seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7"];
        const STEPS: [&str; 4] = ["none", "one", "two", "three"];
        let word = match mv {
            Move::Pick(seat) => SEATS.get(seat.index()),
            Move::Step(n) => STEPS.get(usize::from(*n)),
        };
        vec![Pick::Word(word.copied().unwrap_or("none"))]
    }

    fn any_choice(_: &Position, _: Seat, below: Chooser<'_>) -> Gesture {
        Gesture(below(3) as u8)
    }

    fn any_secret(_: &Position, _: Seat, _: Chooser<'_>) -> Option<NoSecret> {
        None
    }

    fn board(rules: &Rules) -> Board {
        row(u16::from(rules.goal) + 1, false, |_| None)
    }

    fn kinds(_: &Rules) -> &'static [KindName] {
        &[]
    }

    fn write_move(_: &Position, mv: &Move) -> String {
        match mv {
            Move::Pick(seat) => format!("pick {seat}"),
            Move::Step(n) => format!("step {n}"),
        }
    }

    fn read_move(_: &Position, text: &str) -> Result<Move, Fault> {
        let (word, number) = text.split_once(' ').unwrap_or((text, ""));
        let number = number.parse::<u8>().ok();
        let read = match word {
            "pick" => number.and_then(Seat::new).map(Move::Pick),
            "step" => number.map(Move::Step),
            _ => None,
        };
        read.ok_or_else(|| Fault::new(text, "'pick SEAT' or 'step N'"))
    }

    fn write_choice(_: &Position, choice: &Gesture) -> String {
        choice.0.to_string()
    }

    fn read_choice(_: &Position, text: &str) -> Result<Gesture, Fault> {
        let number = text.parse().ok().filter(|n| *n < 4);
        number.map(Gesture).ok_or_else(|| Fault::new(text, "0, 1, 2 or 3"))
    }

    fn write_secret(_: &Position, secret: &NoSecret) -> String {
        match *secret {}
    }

    fn read_secret(_: &Position, _: Seat, text: &str) -> Result<NoSecret, Fault> {
        NoSecret::read(text)
    }

    fn write_position(at: &Position, known: &Known<Self>) -> String {
        write_line("contest", known.viewer, &at.encode(), &[])
    }

    fn read_position(rules: &Rules, text: &str) -> Result<(Position, Known<Self>), Vec<Fault>> {
        let (viewer, position, _) = read_line("contest", text)?;
        let at = Position::decode(rules, &position)
            .map_err(|error| vec![Fault::new("position", error.to_string())])?;
        Ok((at, open_known(viewer)))
    }
}
