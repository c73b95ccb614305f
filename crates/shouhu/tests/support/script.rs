//! Scripted games, printed step by step, and the rules that each event shows.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use game::{Cause, Event, Game as _, Known, Outcome, Seat, SeatSet, Showing, Waits};
use shouhu::{
    Kind, Layout, Move, Occupant, Options, Position, RANKS, SEATS, Shouhu, Stage, other, zone,
};

use super::{board, rules};

/// A part of a game.
pub(crate) struct Scene {
    pub(crate) title: &'static str,
    options: Options,
    /// Ranks and fields of the first position; none: the start.
    from: Option<(&'static str, &'static [(&'static str, &'static str)])>,
    script: &'static str,
}

impl Scene {
    pub(crate) fn whole(title: &'static str, options: Options, script: &'static str) -> Self {
        Self { title, options, from: None, script }
    }

    pub(crate) fn part(
        title: &'static str,
        options: Options,
        cells: &'static str,
        fields: &'static [(&'static str, &'static str)],
        script: &'static str,
    ) -> Self {
        Self { title, options, from: Some((cells, fields)), script }
    }

    pub(crate) fn start(&self) -> Position {
        match self.from {
            Some((cells, fields)) => board(&self.options, cells, fields),
            None => Shouhu::start(&rules(&self.options)),
        }
    }

    /// Each event with the position before and after it.
    pub(crate) fn play(&self) -> Vec<(Position, Event<Shouhu>, Position)> {
        let mut at = self.start();
        let mut steps = Vec::new();
        for word in self.script.split_whitespace() {
            let before = at.clone();
            let event = read_event(&at, word);
            if let Err(illegal) = at.apply(&event) {
                panic!("{}: {word}: {illegal}", self.title);
            }
            steps.push((before, event, at.clone()));
        }
        steps
    }
}

/// `tossN`, `seal:LAYOUT:LAYOUT` (`-` withheld), `skip`, `agree`, `resignN…`, `refuseN…`, or a move.
fn read_event(at: &Position, word: &str) -> Event<Shouhu> {
    let seats = |digits: &str| {
        let numbers = digits.chars().map(|sign| sign.to_digit(10).unwrap());
        numbers.map(|n| Seat::of(n as u8)).collect::<SeatSet>()
    };
    if let Some(value) = word.strip_prefix("toss") {
        return Event::Tossed(value.parse().unwrap());
    }
    if let Some(layouts) = word.strip_prefix("seal:") {
        let shown = layouts.split(':').map(|text| match text {
            "-" => Showing::Withheld,
            _ => Showing::Shown(Layout::read(text).unwrap()),
        });
        return Event::Unsealed(SEATS.iter().zip(shown).collect());
    }
    if let Some(digits) = word.strip_prefix("resign") {
        return Event::Out(seats(digits), Cause::Resigned);
    }
    if let Some(digits) = word.strip_prefix("refuse") {
        return Event::Out(seats(digits), Cause::Refused);
    }
    match word {
        "skip" => Event::Skipped(at.turn()),
        "agree" => Event::Agreed,
        _ => Event::Moved(at.turn(), super::mv(at, word)),
    }
}

pub(crate) fn write_event(before: &Position, event: &Event<Shouhu>) -> String {
    match event {
        Event::Moved(seat, mv) => format!("seat {seat}: {}", Shouhu::write_move(before, mv)),
        Event::Unsealed(layouts) => {
            let shown = layouts.iter().map(|(seat, showing)| match showing {
                Showing::Shown(layout) => {
                    format!("seat {seat}: {}", Shouhu::write_choice(before, layout))
                }
                Showing::Absent => format!("seat {seat}: absent"),
                Showing::Withheld => format!("seat {seat}: withheld"),
            });
            shown.collect::<Vec<_>>().join(" · ")
        }
        Event::Tossed(value) => format!("toss: {value}"),
        Event::Skipped(seat) => format!("seat {seat}: time is up"),
        Event::Out(seats, cause) => format!("out: {seats:?}, {cause:?}"),
        Event::Agreed => "agreed".into(),
        Event::Deployed(_) | Event::Ruled(_) => "never here".into(),
    }
}

fn write_board(at: &Position) -> String {
    let line = Shouhu::write_position(at, &Known::public());
    let cells = line.split_once("cells=").and_then(|(_, rest)| rest.split_once(' ')).unwrap().0;
    let mut text = String::new();
    for (rank, signs) in (1..=RANKS).rev().zip(cells.split('/')) {
        let _ = write!(text, "    {rank} ");
        for sign in signs.chars() {
            match sign.to_digit(10) {
                Some(free) => text += &" .".repeat(free as usize),
                None => {
                    let _ = write!(text, " {sign}");
                }
            }
        }
        text.push('\n');
    }
    text + "       a b c d e f g h\n"
}

/// One step of the golden file.
pub(crate) fn write_step(at: &Position, drawn: Option<&Position>) -> String {
    let public = Shouhu::view(at, &Known::public());
    let mut text = Shouhu::write_position(at, &Known::public()) + "\n";
    if drawn.is_none_or(|drawn| write_board(drawn) != write_board(at)) {
        text += &write_board(at);
    }
    let facts = public.facts.iter();
    let facts: Vec<_> = facts.map(|(key, numbers)| format!("{key} {numbers:?}")).collect();
    let _ = writeln!(text, "  facts: {}", facts.join(", "));
    let mut same = "  views: anybody's".to_owned();
    for seat in SEATS.iter() {
        let mut view = Shouhu::view(at, &Known::of(seat));
        assert_eq!(view.viewer, Some(seat));
        view.viewer = None;
        if view == public {
            let _ = write!(same, " = seat {seat}'s");
        } else {
            let _ = writeln!(text, "  view of seat {seat}: {view:?}");
        }
    }
    text += &same;
    text.push('\n');
    if let Waits::Move(mover) = Shouhu::waits(at) {
        let _ = writeln!(text, "  seat {mover} may: {}", super::legal(at).join(" "));
    }
    text
}

/// The rules that this event shows.
pub(crate) fn rules_shown(
    before: &Position,
    event: &Event<Shouhu>,
    after: &Position,
) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    let mut mark = |holds: bool, name: &str| {
        if holds {
            shown.insert(name.to_owned());
        }
    };
    match event {
        Event::Tossed(_) => mark(true, "toss"),
        Event::Unsealed(layouts) => {
            let is_whole = layouts.values().all(|one| matches!(one, Showing::Shown(_)));
            mark(is_whole, "sealed");
            mark(!is_whole, "withheld");
        }
        Event::Moved(_, mv) => move_shown(before, *mv, after, &mut mark),
        Event::Skipped(_) => mark(true, "time is up"),
        Event::Out(_, cause) => {
            mark(*cause == Cause::Resigned, "resigned");
            mark(*cause == Cause::Refused, "refused");
            mark(after.living().is_empty(), "out together");
        }
        Event::Agreed => mark(true, "agreed"),
        Event::Deployed(_) | Event::Ruled(_) => {}
    }
    let is_early = matches!(before.stage(), Stage::Placing | Stage::SetUp);
    mark(is_early && matches!(after.stage(), Stage::Turn), "play begins");
    if let (Stage::Over(outcome), Event::Moved(seat, mv)) = (after.stage(), event) {
        end_shown(before, (*seat, *mv), after, *outcome, &mut mark);
    }
    shown
}

type Mark<'a> = &'a mut dyn FnMut(bool, &str);

fn end_shown(
    before: &Position,
    (seat, mv): (Seat, Move),
    after: &Position,
    outcome: Outcome,
    mark: Mark<'_>,
) {
    let options = after.options();
    let counts = options.win == shouhu::Win::MostAfter;
    let is_counted = counts && after.ply().0 >= u32::from(options.plies);
    let has_goal = !counts && after.score(seat) >= options.goal;
    let is_won = matches!(outcome, Outcome::Won(_));
    mark(has_goal, "goal");
    mark(is_counted && is_won, "most points");
    mark(is_counted && !is_won, "equal points");
    let returned = matches!(mv, Move::Return(_));
    mark(returned, "no move after the return");
    let stuck = is_won && !is_counted && !has_goal && !returned;
    mark(stuck && after.score(seat) == before.score(seat), "no move");
    mark(stuck && after.score(seat) > before.score(seat), "no return leaves a move");
    let is_quiet = options.quiet_limit > 0 && after.quiet() >= options.quiet_limit;
    mark(!is_won && !is_counted && is_quiet, "quiet");
    mark(!is_won && !is_counted && !is_quiet, "third occurrence");
}

fn move_shown(before: &Position, mv: Move, after: &Position, mark: Mark<'_>) {
    let guards = |at: &Position| SEATS.iter().filter_map(|seat| at.guardian(seat)).count();
    mark(guards(after) > guards(before), "guardian comes");
    mark(guards(after) < guards(before), "guardian leaves");
    match mv {
        Move::Place { .. } => mark(true, "placed"),
        Move::Return(cell) => {
            mark(true, "returned");
            mark(SEATS.iter().any(|seat| zone(seat).has(cell)), "returned into the zone");
            let mut all = Vec::new();
            before.moves_into(&mut all);
            let home = all.iter().any(|mv| {
                matches!(mv, Move::Return(cell) if shouhu::half(other(before.turn())).has(*cell))
            });
            mark(!home, "no room at home");
        }
        Move::Drop(cell) => {
            mark(true, "dropped");
            mark(SEATS.iter().any(|seat| zone(seat).has(cell)), "dropped into the zone");
        }
        Move::Go { from, to } => {
            let Some(piece) = before.piece(from) else { return };
            let captured = before.on(to);
            let name = format!("{:?}", piece.kind).to_lowercase();
            mark(true, &name);
            let is_there = captured.is_some();
            mark(is_there, &format!("{name} captures"));
            mark(captured == Some(Occupant::Stone), "stone captured");
            if let Some(Occupant::Piece(other)) = captured {
                mark(other.army == piece.army, "own captured");
                mark(other.army != piece.army, "enemy captured");
            }
            let own_zone = zone(piece.army);
            mark(own_zone.has(from) && own_zone.has(to), "guardian moves");
            mark(zone(other(piece.army)).has(to), "scores");
            if piece.kind == Kind::Advisor {
                for lender in before.lenders_beside(from).iter() {
                    let lent = before.piece(lender).unwrap();
                    mark(true, &format!("lent by {:?}", lent.kind).to_lowercase());
                    mark(lent.army != piece.army, "lent by the enemy");
                }
            }
            let way = before.hops(from).and_then(|hops| hops.way(to)).unwrap_or_default();
            mark(way.len() > 2, "hops on");
            mark(way.len() > 2 && is_there, "hops on and captures");
            let passed = way.iter().take(way.len().saturating_sub(1)).skip(1);
            let zones = zone(Seat::of(0)).or(zone(Seat::of(1)));
            mark(passed.clone().any(|cell| zones.has(*cell)), "hops through a zone");
        }
    }
}
