//! Reading a whole game.

use std::collections::BTreeMap;

use game::{Answer, Event, Fault, Ruling, Seat, SeatSet, Showing};

use super::line::code;
use super::words::{Reader, Said, Told};
use super::{
    EVENTS_MAX, FAULTS_MAX, NAME_MAX, REFUSED, TEXT_MAX, Truth, WholeGame, clean,
    faults_of_layouts, tell,
};
use crate::Junqi;
use crate::action::Move;
use crate::board::Board;
use crate::cells::Cell;
use crate::layout::Layout;
use crate::options::Mode;
use crate::piece::Kind;
use crate::position::{Position, Stage};
use crate::rules::{ID, Rules, VERSION, rules_from_pairs};

/// The longest line; nothing longer is looked at.
const LINE_MAX: usize = 1024;

/// Reads a whole game.
pub(super) fn read(text: &str) -> Result<WholeGame, Vec<Fault>> {
    let mut faults = Faults(Vec::new());
    if text.len() > TEXT_MAX {
        return Err(vec![Fault::new("text", format!("longer than {TEXT_MAX} bytes"))]);
    }
    if let Some(place) = text.find('\r') {
        let number = text.get(..place).map_or(1, |before| before.matches('\n').count() + 1);
        faults.add(number, "lines end in a line feed alone, without a carriage return");
        return Err(faults.0);
    }
    let (head, body) = match text.split_once("\n\n") {
        Some((head, body)) => (head, body),
        None => (text.strip_suffix('\n').unwrap_or(text), ""),
    };
    let tags = Head::read(head, &mut faults);
    let first_line = head.split('\n').count() + 2;
    let Some(rules) = tags.rules else { return Err(faults.0) };
    let said = said(&rules, body, first_line, &mut faults);
    if !faults.0.is_empty() {
        return Err(faults.0);
    }
    let mut replay = Replay {
        at: Position::start(&rules),
        layouts: &tags.layouts,
        events: Vec::new(),
        faults: &mut faults,
    };
    for line in &said {
        if !replay.line(line) {
            break;
        }
    }
    let Replay { at: end, events, .. } = replay;
    // Of an open game only those that it showed; the tags are compared with that.
    let layouts = match rules.options().mode {
        Mode::Open => super::opened(&events),
        _ => tags.layouts,
    };
    let game = WholeGame { rules, source: tags.source, names: tags.names, layouts, events, end };
    if faults.0.is_empty() {
        compare(text, &game, &mut faults);
    }
    if faults.0.is_empty() { Ok(game) } else { Err(faults.0) }
}

/// There is one text for a game.
fn compare(text: &str, game: &WholeGame, faults: &mut Faults) {
    let right = game.write();
    let mut lines = right.split('\n');
    for (number, line) in (1..).zip(text.split('\n')) {
        let expected = lines.next();
        if expected != Some(line) {
            let expected = expected.unwrap_or("nothing");
            faults.add(number, format!("the game is written with '{expected}' here"));
        }
    }
    if let Some(expected) = lines.next() {
        let number = text.split('\n').count() + 1;
        faults.add(number, format!("the text ends before '{expected}'"));
    }
}

struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, line: usize, reason: impl Into<String>) {
        if self.0.len() < FAULTS_MAX {
            self.0.push(Fault::new(format!("line {line}"), reason));
        }
    }
}

/// The tags as read.
#[derive(Default)]
struct Head {
    rules: Option<Rules>,
    source: Option<String>,
    names: BTreeMap<Seat, String>,
    layouts: BTreeMap<Seat, Layout>,
    has_game: bool,
    has_result: bool,
}

impl Head {
    fn read(head: &str, faults: &mut Faults) -> Self {
        let mut tags = Self::default();
        // Two for each seat and a few; a head that goes on is no head.
        let most = 2 * usize::from(game::SEATS_MAX) + 8;
        let mut line_of_layout = BTreeMap::new();
        let mut last = 0;
        for (number, line) in (1..).zip(head.split('\n').take(most)) {
            last = number;
            match key_and_value(line) {
                Ok((key, value)) => {
                    if let Some(seat) = key.strip_prefix("Layout").and_then(seat) {
                        line_of_layout.insert(seat, number);
                    }
                    for reason in tags.take(key, &value) {
                        faults.add(number, reason);
                    }
                }
                Err(reason) => faults.add(number, reason),
            }
        }
        if head.split('\n').nth(most).is_some() {
            faults.add(most + 1, "an empty line comes after the tags");
        }
        let missing = [
            (!tags.has_game, "the tag Game is missing"),
            (tags.rules.is_none() && faults.0.is_empty(), "the tag Options is missing"),
            (!tags.has_result, "the tag Result is missing"),
        ];
        for (_, reason) in missing.iter().filter(|(is_missing, _)| *is_missing) {
            faults.add(last, *reason);
        }
        if let Some(rules) = tags.rules {
            for seat in tags.names.keys().filter(|seat| !rules.seats().has(**seat)) {
                faults.add(last, format!("there is no seat {seat} in this game"));
            }
            for (seat, layout) in &tags.layouts {
                let one = BTreeMap::from([(*seat, *layout)]);
                let number = line_of_layout.get(seat).copied().unwrap_or(last);
                for fault in faults_of_layouts(&rules, &one) {
                    faults.add(number, fault.to_string());
                }
            }
        }
        tags
    }

    /// Takes a tag over and says what is wrong with it.
    fn take(&mut self, key: &str, value: &str) -> Vec<String> {
        let one = |is_new: bool| {
            if is_new { Vec::new() } else { vec![format!("a second tag {key}")] }
        };
        match key {
            "Game" if value != format!("{ID} {VERSION}") => {
                vec![format!("this program reads games of '{ID} {VERSION}'")]
            }
            "Game" => one(!std::mem::replace(&mut self.has_game, true)),
            "Result" => one(!std::mem::replace(&mut self.has_result, true)),
            "Options" => match rules(value) {
                Ok(rules) => one(self.rules.replace(rules).is_none()),
                Err(reasons) => reasons,
            },
            "Source" if clean(value) != value => vec![unclean()],
            "Source" => one(self.source.replace(value.to_owned()).is_none()),
            _ => {
                if let Some(seat) = key.strip_prefix("Seat").and_then(seat) {
                    if clean(value) != value {
                        return vec![unclean()];
                    }
                    return one(self.names.insert(seat, value.to_owned()).is_none());
                }
                if let Some(seat) = key.strip_prefix("Layout").and_then(seat) {
                    return match Layout::read(value) {
                        Ok(layout) => one(self.layouts.insert(seat, layout).is_none()),
                        Err(fault) => vec![fault.to_string()],
                    };
                }
                vec![format!("there is no tag {key}")]
            }
        }
    }
}

fn unclean() -> String {
    format!("at most {NAME_MAX} signs, all of which can be shown")
}

/// `[Key "value"]`
fn key_and_value(line: &str) -> Result<(&str, String), &'static str> {
    const FORM: &str = "a tag is as [Seat0 \"name\"]";
    if line.len() > LINE_MAX {
        return Err("the line is too long");
    }
    let inner = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]")).ok_or(FORM)?;
    let (key, value) = inner.split_once(" \"").ok_or(FORM)?;
    let mut plain = String::new();
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => plain.push(signs.next().filter(|next| ['\\', '"'].contains(next)).ok_or(FORM)?),
            '"' => return Err(FORM),
            _ => plain.push(sign),
        }
    }
    Ok((key, plain))
}

fn seat(text: &str) -> Option<Seat> {
    text.parse::<u8>().ok().filter(|_| text.len() == 1).and_then(Seat::new)
}

fn rules(value: &str) -> Result<Rules, Vec<String>> {
    let mut pairs = Vec::new();
    let mut faults = Vec::new();
    for word in value.split(' ') {
        match word.split_once('=') {
            Some(pair) => pairs.push(pair),
            None => faults.push(format!("'{word}' is no option, as quiet_limit=70")),
        }
    }
    match rules_from_pairs(pairs) {
        Ok(rules) if faults.is_empty() => Ok(rules),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more.iter().map(Fault::to_string));
            Err(faults)
        }
    }
}

/// A line with its place in the text.
struct Line<'a> {
    number: usize,
    text: &'a str,
    said: Said,
}

/// What all lines say, as far as that can be said without a position.
fn said<'a>(rules: &Rules, body: &'a str, first: usize, faults: &mut Faults) -> Vec<Line<'a>> {
    let words = Reader { board: Board::of(rules.options()), seats: rules.seats() };
    let mut lines = Vec::new();
    if body.is_empty() {
        return lines;
    }
    let Some(body) = body.strip_suffix('\n') else {
        faults.add(first + body.matches('\n').count(), "the last line is cut off");
        return lines;
    };
    for (place, line) in body.split('\n').enumerate() {
        let number = first + place;
        if place >= EVENTS_MAX {
            faults.add(number, format!("more than {EVENTS_MAX} lines"));
            break;
        }
        if line.len() > LINE_MAX {
            faults.add(number, "the line is too long");
            continue;
        }
        let Some(text) = line.strip_prefix(&format!("{}. ", place + 1)) else {
            faults.add(number, format!("'{}. ' is expected here", place + 1));
            continue;
        };
        if text.ends_with(REFUSED) {
            faults.add(number, "marked as against these rules when the game was imported");
            continue;
        }
        match words.line(text) {
            Ok(said) => lines.push(Line { number, text, said }),
            Err(reason) => faults.add(number, reason),
        }
    }
    lines
}

struct Replay<'a> {
    at: Position,
    layouts: &'a BTreeMap<Seat, Layout>,
    events: Vec<Event<Junqi>>,
    faults: &'a mut Faults,
}

impl Replay<'_> {
    /// Plays a line; whether the next can be played.
    fn line(&mut self, line: &Line<'_>) -> bool {
        let events = match self.events_of(&line.said) {
            Ok(events) => events,
            Err(reason) => {
                self.faults.add(line.number, reason);
                return false;
            }
        };
        let mut at = self.at.clone();
        for event in &events {
            for reason in Truth(self.layouts).contradicts(&at, event) {
                self.faults.add(line.number, reason);
            }
            if let Err(illegal) = at.apply(event) {
                self.faults.add(line.number, illegal.to_string());
                return false;
            }
        }
        match tell(&mut self.at, &events) {
            Ok(text) if text == line.text => {}
            Ok(text) => self.faults.add(line.number, format!("this is written '{text}'")),
            Err(_) => return false,
        }
        self.events.extend(events);
        if self.events.len() > EVENTS_MAX {
            self.faults.add(line.number, format!("more than {EVENTS_MAX} events"));
            return false;
        }
        true
    }

    fn events_of(&self, said: &Said) -> Result<Vec<Event<Junqi>>, String> {
        Ok(match said {
            Said::SetUp(seats) => vec![self.set_up(*seats)?],
            Said::First(seat) => {
                let place = self.at.living().iter().position(|living| living == *seat);
                vec![Event::Tossed(place.ok_or("this seat is out")? as u16)]
            }
            Said::Goes(seat, mv, told) => {
                let moved = Event::Moved(*seat, *mv);
                let mut after = self.at.clone();
                after.apply(&moved).map_err(|illegal| illegal.to_string())?;
                match (told, after.stage()) {
                    (Some(told), Stage::Fight { .. }) => vec![moved, self.fought(told)],
                    _ => vec![moved],
                }
            }
            Said::Flips(seat, cell, piece) => {
                let mut events = vec![Event::Moved(*seat, Move::Flip(*cell))];
                if let Some((army, kind)) = piece {
                    events.push(self.turned_up(*army, *kind)?);
                }
                events
            }
            Said::Stuck(seat) => vec![Event::Moved(*seat, Move::Stuck)],
            Said::Skips(seat) => vec![Event::Skipped(*seat)],
            Said::Leave(seats, cause) => vec![Event::Out(*seats, *cause)],
            Said::Draw => vec![Event::Agreed],
            Said::Fight(None) => vec![Event::Ruled(vec![Answer::Withheld])],
            Said::Fight(Some(told)) => vec![self.fought(told)],
            Said::Up(army, kind) => vec![self.turned_up(*army, *kind)?],
            Said::Shows(answers) => vec![self.shown(answers)?],
            Said::Answers(answers) => {
                let rule = |is_stuck: bool| if is_stuck { Ruling::Yes } else { Ruling::No };
                let answers = answers.iter().map(|(_, answer)| {
                    answer.map_or(Answer::Withheld, |is_stuck| Answer::Ruled(rule(is_stuck)))
                });
                vec![Event::Ruled(answers.collect())]
            }
        })
    }

    fn set_up(&self, seats: SeatSet) -> Result<Event<Junqi>, String> {
        if self.at.is_hidden() {
            return Ok(Event::Deployed(seats));
        }
        let shown = |seat: Seat| match self.layouts.get(&seat) {
            Some(layout) => Ok((seat, Showing::Shown(*layout))),
            None => Err(format!("the tag Layout{seat} is missing")),
        };
        let all: Result<BTreeMap<_, _>, String> = seats.iter().map(shown).collect();
        all.map(Event::Unsealed)
    }

    fn fought(&self, told: &Told) -> Event<Junqi> {
        let code = code(self.at.turn(), told);
        Event::Ruled(vec![Answer::Ruled(Ruling::Code(code))])
    }

    /// The lowest toss that means this piece.
    fn turned_up(&self, army: Seat, kind: Kind) -> Result<Event<Junqi>, String> {
        if self.at.down(army, kind) == 0 {
            return Err(format!("no {army}{} lies face down", kind.letter()));
        }
        let before = |a: Seat, k: Kind| (a, k) < (army, kind);
        let armies = self.at.all_armies();
        let all = armies.flat_map(|a| Kind::ALL.into_iter().map(move |k| (a, k)));
        let lower = all.filter(|(a, k)| before(*a, *k));
        Ok(Event::Tossed(lower.map(|(a, k)| u16::from(self.at.down(a, k))).sum()))
    }

    fn shown(&self, answers: &[(Seat, Option<Cell>)]) -> Result<Event<Junqi>, String> {
        let answer = |(_, cell): &(Seat, Option<Cell>)| match cell {
            None => Ok(Answer::Withheld),
            Some(cell) => {
                let name = self.at.board().name(*cell);
                let man = self.at.on(*cell).ok_or_else(|| format!("nothing stands on {name}"))?;
                Ok(Answer::Ruled(Ruling::Piece(man.id())))
            }
        };
        let answers: Result<Vec<Answer>, String> = answers.iter().map(answer).collect();
        answers.map(Event::Ruled)
    }
}
