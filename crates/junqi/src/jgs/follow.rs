//! A recorded game followed under our rules.

use std::collections::BTreeMap;

use game::{
    Answer, Cause, Claim, Event, Fault, Game as _, Kinds as _, Known, Outcome, Ruling, Seat,
    SeatSet, Waits,
};

use super::{DIFFERENCES_MAX, Going, Imported, Reason, Record, Recorded, Replay};
use crate::Junqi;
use crate::action::Move;
use crate::gametext::{
    IMPORTED, REFUSED, Settled, Tags, Told, Truth, WholeGame, mark, out, tell, told,
};
use crate::layout::{Layout, Secret};
use crate::options::Options;
use crate::piece::{Kind, Man};
use crate::position::{Position, Stage};
use crate::rules::Rules;
use crate::table::code;

/// Follows a game to its end or as far as our rules go.
pub(super) fn follow(replay: Replay) -> Imported {
    // The preset is legal, and so are the layouts of a replay.
    let Ok(rules) = Rules::new(&Options::QQ_4P) else {
        return refused(replay);
    };
    let mut follower = Follower {
        layouts: &replay.layouts,
        at: Position::start(&rules),
        events: Vec::new(),
        lines: Vec::new(),
        differences: Vec::new(),
        unnamed: 0,
        left: SeatSet::EMPTY,
        place: String::from("start"),
        is_legal: true,
    };
    follower.say(vec![Event::Deployed(rules.seats())], false);
    follower.say(vec![Event::Tossed(u16::from(super::seat_of_colour(0).number()))], false);
    for (number, record) in (1..).zip(&replay.records) {
        if !follower.record(number, record) {
            break;
        }
    }
    let Follower { at, events, lines, differences, unnamed, is_legal, .. } = follower;
    let tags = Tags {
        options: rules.options(),
        source: Some(IMPORTED),
        names: &replay.names,
        layouts: &replay.layouts,
        end: at.stage(),
    };
    let mut text = tags.write() + "\n";
    for (number, line) in (1..).zip(&lines) {
        text += &format!("{number}. {line}\n");
    }
    let game =
        is_legal.then(|| WholeGame::new(&rules, replay.layouts.clone(), events).ok()).flatten();
    let game = game.map(|game| {
        let named =
            replay.names.iter().fold(game, |game, (seat, name)| game.with_name(*seat, name));
        named.with_source(IMPORTED)
    });
    Imported { replay, differences, unnamed, text, game }
}

fn refused(replay: Replay) -> Imported {
    let differences = vec![Fault::new("start", "there is no preset qq-4p")];
    Imported { replay, differences, unnamed: 0, text: String::new(), game: None }
}

struct Follower<'a> {
    layouts: &'a BTreeMap<Seat, Layout>,
    at: Position,
    events: Vec<Event<Junqi>>,
    lines: Vec<String>,
    differences: Vec<Fault>,
    unnamed: usize,
    /// The seats whose players left.
    left: SeatSet,
    /// The record that is followed.
    place: String,
    /// Nothing has been followed against the rules.
    is_legal: bool,
}

impl Follower<'_> {
    fn differ(&mut self, reason: impl Into<String>) {
        if self.differences.len() < DIFFERENCES_MAX {
            self.differences.push(Fault::new(self.place.clone(), reason));
        } else {
            self.unnamed += 1;
        }
    }

    fn truth(&self) -> Truth<'_> {
        Truth(self.layouts)
    }

    fn is_over(&self) -> bool {
        matches!(self.at.stage(), Stage::Over(_))
    }

    /// Applies events and writes their line. `is_odd`: they are not what our rules say.
    fn say(&mut self, events: Vec<Event<Junqi>>, is_odd: bool) -> bool {
        match tell(&mut self.at, &events) {
            Ok(line) => {
                self.line(line, is_odd);
                self.events.extend(events);
                true
            }
            Err(_) => false,
        }
    }

    fn line(&mut self, line: String, is_odd: bool) {
        self.is_legal &= !is_odd;
        self.lines.push(if is_odd { line + REFUSED } else { line });
    }

    /// Follows a record; whether there is a way on.
    fn record(&mut self, number: usize, record: &Record) -> bool {
        self.place = format!("record {number} (byte {})", record.offset);
        if self.is_over() {
            return self.after_the_end(&record.what);
        }
        match record.what {
            Recorded::Move(going) => self.go(&going),
            Recorded::Timeout(seat) => self.timeout(seat),
            Recorded::Out(seat, reason) => self.put_out(seat, reason),
            Recorded::Left(seat) => self.left = self.left.with(seat),
            Recorded::End { is_draw } => self.end(is_draw),
        }
        true
    }

    /// By our rules the game is over; what may still come says so too.
    fn after_the_end(&mut self, what: &Recorded) -> bool {
        match what {
            Recorded::Out(seat, _) if !self.at.living().has(*seat) => return true,
            Recorded::Left(_) => return true,
            Recorded::End { is_draw } => {
                if *is_draw != matches!(self.at.stage(), Stage::Over(Outcome::Drawn(_))) {
                    self.differ("by our rules the game has ended otherwise");
                }
                return true;
            }
            _ => {}
        }
        self.differ("by our rules the game is over; nothing after this is followed");
        false
    }

    fn end(&mut self, is_draw: bool) {
        if is_draw {
            self.say(vec![Event::Agreed], false);
            return;
        }
        for seat in self.left.and(self.at.living()).iter() {
            if !self.is_over() {
                self.say(vec![Event::Out(SeatSet::one(seat), Cause::Refused)], false);
                self.settle(None);
            }
        }
        if !self.is_over() {
            self.differ("the record ends with a win; by our rules the game goes on");
        }
    }

    /// Whether a seat has a move, by its layout.
    fn can_move(&self, seat: Seat) -> bool {
        let own = self.layouts.get(&seat).map(|layout| (seat, Secret { seat, layout: *layout }));
        let known = Known { viewer: Some(seat), secrets: own.into_iter().collect() };
        Junqi::moves(&self.at, seat, &known).iter().any(|mv| *mv != Move::Stuck)
    }

    /// Lets seats before this one go out whose players left or who cannot move: the record passes over
    /// them. Whether it is this seat's turn then.
    fn pass_to(&mut self, seat: Seat) -> bool {
        for _ in 0..self.at.seats().len() {
            let turn = self.at.turn();
            if self.is_over() || turn == seat {
                break;
            }
            if self.left.has(turn) {
                self.say(vec![Event::Out(SeatSet::one(turn), Cause::Refused)], false);
            } else if self.can_move(turn) || !self.say(vec![Event::Moved(turn, Move::Stuck)], false)
            {
                break;
            }
            self.settle(None);
        }
        !self.is_over() && self.at.turn() == seat
    }

    /// Answers, by the layouts, what the position asks. `going`: the move that it asks about, for what
    /// the record shows.
    fn settle(&mut self, going: Option<(&Going, Seat)>) {
        while let Waits::Rulings(claims) = Junqi::waits(&self.at) {
            let mut answers = Vec::new();
            for (claim, _) in &claims {
                let Settled::Is(ruling) = self.truth().settle(&self.at, claim) else { return };
                if let (Claim::Show { seat, .. }, Ruling::Piece(id), Some((going, mover))) =
                    (claim, ruling, going)
                {
                    self.compare_flag(going, *seat, *seat == mover, id);
                }
                answers.push(Answer::Ruled(ruling));
            }
            if !self.say(vec![Event::Ruled(answers)], false) {
                return;
            }
        }
    }

    fn compare_flag(&mut self, going: &Going, seat: Seat, is_mover: bool, flag: game::PieceId) {
        let [attackers, defenders] = going.flags;
        let shown = if is_mover { attackers } else { defenders };
        let cell = Man::from_id(flag).and_then(|man| self.at.piece(man).cell);
        if shown != cell {
            let name = cell.map_or("?", |cell| self.at.board().name(cell));
            let reason = format!("by our rules the flag of seat {seat} is shown at {name}");
            self.differ(reason);
        }
    }

    fn timeout(&mut self, seat: Seat) {
        if !self.pass_to(seat) {
            self.differ(format!("a turn of seat {seat} runs out; by our rules it has none"));
            return;
        }
        let is_odd = !self.can_move(seat);
        if is_odd {
            self.differ(format!("by our rules seat {seat} cannot move and is out"));
        }
        self.say(vec![Event::Skipped(seat)], is_odd);
        self.settle(None);
    }

    fn put_out(&mut self, seat: Seat, reason: Reason) {
        if !self.at.living().has(seat) {
            return;
        }
        if reason == Reason::Stuck && self.pass_to(seat) && !self.can_move(seat) {
            self.say(vec![Event::Moved(seat, Move::Stuck)], false);
            self.settle(None);
            return;
        }
        if self.is_over() || !self.at.living().has(seat) {
            return;
        }
        let is_odd = matches!(reason, Reason::Flag | Reason::Stuck);
        if is_odd {
            let why = match reason {
                Reason::Flag => "its flag stands",
                _ if self.at.turn() == seat => "it can move",
                _ => "only a seat at its turn is out so",
            };
            self.differ(format!("seat {seat} is out; by our rules {why}"));
        }
        let cause = match reason {
            Reason::Surrender => Cause::Resigned,
            Reason::Flag | Reason::Stuck | Reason::Other => Cause::Refused,
        };
        self.say(vec![Event::Out(SeatSet::one(seat), cause)], is_odd);
        self.settle(None);
    }

    fn go(&mut self, going: &Going) {
        let text = self.text_of(going);
        let Some(man) = self.at.on(going.from) else {
            self.differ(format!("{text}: no piece stands there"));
            self.line(format!("? {text}"), true);
            return;
        };
        let seat = man.seat();
        let mut is_odd = false;
        if !self.pass_to(seat) {
            if self.is_over() {
                self.differ(format!("{text}: by our rules the game is over"));
                return;
            }
            self.differ(format!("{text}: by our rules it is the turn of seat {}", self.at.turn()));
            is_odd = true;
            self.at.turn = seat;
        }
        let mv = Move::Go { from: going.from, to: going.to };
        let claims = match self.at.owes(seat, &mv) {
            Ok(claims) => claims,
            Err(illegal) => {
                self.differ(format!("{text}: {}", illegal.0));
                self.force(going, man);
                return;
            }
        };
        let untrue = |claim: &Claim| {
            matches!(self.truth().settle(&self.at, claim), Settled::Never | Settled::Is(Ruling::No))
        };
        if claims.iter().any(untrue) {
            let kind = self.kind(man).map_or('?', Kind::letter);
            self.differ(format!("{text}: {kind} cannot go so"));
            is_odd = true;
        }
        match self.at.on(going.to) {
            Some(defender) => self.attack(going, man, defender, is_odd),
            None => {
                if going.is_fight {
                    self.differ(format!("{text}: nobody stands there to fight"));
                    is_odd = true;
                }
                self.say(vec![Event::Moved(seat, mv)], is_odd);
                self.settle(None);
            }
        }
    }

    fn attack(&mut self, going: &Going, attacker: Man, defender: Man, mut is_odd: bool) {
        let text = self.text_of(going);
        let (Some(a), Some(d)) = (self.kind(attacker), self.kind(defender)) else { return };
        let ours = crate::table::announced(self.at.options(), a, d);
        let right = told(&self.at, attacker, defender, ours);
        if (right.attacker_dies, right.defender_dies) != (going.attacker_dies, going.defender_dies)
        {
            let sign = mark(right.attacker_dies, right.defender_dies);
            self.differ(format!(
                "{text}: by our rules {} against {} is {sign}",
                a.letter(),
                d.letter()
            ));
            is_odd = true;
        }
        let is_marshal = d == Kind::Marshal && going.defender_dies;
        if is_marshal != going.is_marshal {
            let not = if is_marshal { "does not say" } else { "says" };
            self.differ(format!("{text}: the record {not} that the defender's Marshal died"));
        }
        self.compare_unasked(going, &right, attacker, defender);
        let announced = recorded_code(going, a, d);
        let seat = attacker.seat();
        let mv = Move::Go { from: going.from, to: going.to };
        let ruled = Event::Ruled(vec![Answer::Ruled(Ruling::Code(announced))]);
        if !self.say(vec![Event::Moved(seat, mv), ruled], is_odd) {
            self.force(going, attacker);
            return;
        }
        self.settle(Some((going, seat)));
    }

    /// A flag that the record shows and our rules do not: no Marshal has died.
    fn compare_unasked(&mut self, going: &Going, right: &Told, attacker: Man, defender: Man) {
        for (man, shown) in [attacker, defender].into_iter().zip(going.flags) {
            if let Some(cell) = shown
                && !right.marshals.has(man.seat())
            {
                let name = self.at.board().name(cell).to_owned();
                self.differ(format!(
                    "{}: by our rules no flag is shown at {name}",
                    self.text_of(going)
                ));
            }
        }
    }

    fn kind(&self, man: Man) -> Option<Kind> {
        self.truth().kind(man.id()).and_then(|kind| Kind::new(kind.0))
    }

    fn text_of(&self, going: &Going) -> String {
        let name = |cell| self.at.board().name(cell);
        let sign =
            if going.is_fight { mark(going.attacker_dies, going.defender_dies) } else { "-" };
        format!("{}{sign}{}", name(going.from), name(going.to))
    }

    /// Does what the record says and the rules refuse.
    fn force(&mut self, going: &Going, attacker: Man) {
        let before = self.at.clone();
        let text = format!("{} {}", attacker.seat(), self.text_of(going));
        let at = &mut self.at;
        let mut fallen = SeatSet::EMPTY;
        if let Some(defender) = at.on(going.to)
            && defender != attacker
            && (going.defender_dies || !going.attacker_dies)
        {
            let kind = Truth(self.layouts).kind(defender.id());
            if kind == Some(Kind::Flag.number()) {
                fallen = SeatSet::one(defender.seat());
            }
            at.lift(defender);
        }
        let piece = at.lift(attacker);
        if !going.attacker_dies && at.on(going.to).is_none() {
            at.put(attacker, crate::position::Piece { cell: Some(going.to), ..piece });
        }
        at.stage = Stage::Turn;
        at.end_ply(fallen, SeatSet::EMPTY, None);
        let line = text + &out(&before, &self.at);
        self.line(line, true);
        self.settle(None);
    }
}

/// The announcement that a recorded fight between these kinds comes to.
fn recorded_code(going: &Going, a: Kind, d: Kind) -> u8 {
    let bits = [
        (going.attacker_dies, code::ATTACKER_DIES),
        (going.defender_dies, code::DEFENDER_DIES),
        (going.defender_dies && d == Kind::Flag, code::FLAG),
        (going.attacker_dies && a == Kind::Marshal, code::ATTACKER_SHOWS),
        (going.defender_dies && d == Kind::Marshal, code::DEFENDER_SHOWS),
    ];
    bits.into_iter().filter(|(is_so, _)| *is_so).fold(0, |all, (_, bit)| all | bit)
}
