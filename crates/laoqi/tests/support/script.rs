//! Scripted games: what happens, and which special rules it shows.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use game::{Cause, Event, Game, Known, Outcome, SeatSet, Showing};
use laoqi::{Action, Gesture, Kind, Kinds, Laoqi, Move, Options, Position, Promoted, Rules, Stage};

use super::{mandate, scene, seat, showing};

/// One scripted game.
pub struct Scene {
    pub title: &'static str,
    pub options: Options,
    /// Pieces and fields to begin with; none: the start.
    pub from: Option<(String, Vec<(&'static str, String)>)>,
    /// Steps: `=JSB` the due seats show so (`.` stays away, `!` withholds) · `0J` seat 0 wins
    /// with scissors over all others · `skip` · `agree` · `resign:01` · `refuse:0` · else a move.
    pub steps: &'static str,
}

impl Scene {
    /// From the start.
    pub fn whole(title: &'static str, options: Options, steps: &'static str) -> Self {
        Self { title, options, from: None, steps }
    }

    /// From these pieces and, `name=value`, these fields.
    pub fn part(
        title: &'static str,
        options: Options,
        pieces: &str,
        fields: &'static str,
        steps: &'static str,
    ) -> Self {
        let pairs = fields.split_whitespace();
        let pairs = pairs.map(|pair| pair.split_once('=').expect("name=value"));
        Self {
            title,
            options,
            from: Some((
                pieces.to_owned(),
                pairs.map(|(name, value)| (name, value.to_owned())).collect(),
            )),
            steps,
        }
    }

    pub fn start(&self) -> Position {
        match &self.from {
            Some((pieces, fields)) => {
                let fields: Vec<_> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
                scene(self.options, pieces, &fields)
            }
            None => Position::start(&Rules::new(&self.options).expect("rules")),
        }
    }

    /// Plays it: each event with the position before and after it.
    pub fn play(&self) -> Vec<(Position, Event<Laoqi>, Position)> {
        let mut at = self.start();
        let mut steps = Vec::new();
        for word in self.steps.split_whitespace() {
            let event = event(&at, word);
            let before = at;
            if let Err(illegal) = at.apply(&event) {
                panic!("{}: {word}: {illegal}; {:?}", self.title, super::legal(&before));
            }
            steps.push((before, event, at));
        }
        steps
    }
}

fn event(at: &Position, word: &str) -> Event<Laoqi> {
    let set = |digits: &str| -> SeatSet {
        let digits = digits.chars().filter_map(|c| c.to_digit(10));
        digits.map(|n| seat(u8::try_from(n).expect("a digit"))).collect()
    };
    let mover = || at.mover().unwrap_or_else(|| panic!("{word}: {:?}", at.stage()));
    let signs: Vec<char> = word.chars().collect();
    match (word, signs.as_slice()) {
        ("skip", _) => Event::Skipped(mover()),
        ("agree", _) => Event::Agreed,
        (_, ['=', ..]) => showing(at, word.trim_start_matches('=')),
        (_, [winner @ '0'..='9', sign]) => {
            let gesture = Gesture::from_sign(*sign).expect("a gesture");
            let winner = set(&winner.to_string());
            let shown = at.due().iter().map(|due| {
                let wins = winner.has(due);
                (due, Showing::Shown(if wins { gesture } else { gesture.beats() }))
            });
            Event::Unsealed(shown.collect())
        }
        _ => match word.split_once(':') {
            Some(("resign", who)) => Event::Out(set(who), Cause::Resigned),
            Some(("refuse", who)) => Event::Out(set(who), Cause::Refused),
            _ => {
                let mv = Laoqi::read_move(at, word).unwrap_or_else(|fault| panic!("{fault}"));
                assert_eq!(Laoqi::write_move(at, &mv), word, "written as it is played");
                Event::Moved(mover(), mv)
            }
        },
    }
}

/// The event in words.
pub fn write_event(at: &Position, event: &Event<Laoqi>) -> String {
    match event {
        Event::Moved(seat, mv) => format!("seat {seat} moves {}", Laoqi::write_move(at, mv)),
        Event::Unsealed(showings) => {
            let mut text = "shown:".to_owned();
            for (seat, showing) in showings {
                let shown = match showing {
                    Showing::Shown(gesture) => Laoqi::write_choice(at, gesture),
                    Showing::Absent => "absent".into(),
                    Showing::Withheld => "withheld".into(),
                };
                let _ = write!(text, " {seat} {shown}");
            }
            text
        }
        Event::Skipped(seat) => format!("seat {seat} lets its time run out"),
        Event::Out(seats, cause) => format!("out: {seats:?} {cause:?}"),
        Event::Agreed => "all agree on a draw".into(),
        Event::Deployed(_) | Event::Tossed(_) | Event::Ruled(_) => "?".into(),
    }
}

/// The board as a terminal prints it, sheet by sheet side by side.
pub fn write_board(at: &Position) -> String {
    let drawing = at.board().drawing();
    let mut lines: Vec<String> = Vec::new();
    for (sheet, title) in drawing.sheets.iter().enumerate() {
        let on_sheet = || drawing.nodes.iter().filter(|node| usize::from(node.print.0) == sheet);
        let rows = on_sheet().map(|node| node.print.1).max().unwrap_or(0);
        let columns = on_sheet().map(|node| node.print.2).max().unwrap_or(0);
        let several = drawing.sheets.len() > 1;
        for row in 0..=rows {
            let mut line = if several && row == rows {
                format!("{title}: ")
            } else if several {
                "   ".into()
            } else {
                String::new()
            };
            for column in 0..=columns {
                let place = (sheet, row, column);
                let cell = at.board().cells().zip(&drawing.nodes).find(|(_, node)| {
                    (usize::from(node.print.0), node.print.1, node.print.2) == place
                });
                line += &match cell.map(|(cell, _)| at.at(cell)) {
                    Some(Some(piece)) => format!("{}{} ", piece.kind.letter(), piece.army),
                    Some(None) => ".  ".into(),
                    None => "   ".into(),
                };
            }
            lines.push(format!("    {}", line.trim_end()));
        }
    }
    lines.join("\n") + "\n"
}

/// One step of the golden file.
pub fn write_step(at: &Position, drawn: Option<&Position>) -> String {
    let public = Laoqi::view(at, &Known::public());
    let mut text = Laoqi::write_position(at, &Known::public()) + "\n";
    if drawn.is_none_or(|drawn| write_board(drawn) != write_board(at)) {
        text += &write_board(at);
    }
    let facts = public.facts.iter();
    let facts: Vec<_> = facts.map(|(key, numbers)| format!("{key} {numbers:?}")).collect();
    let _ = writeln!(text, "  facts: {}", facts.join(", "));
    let mut same = "  views: anybody's".to_owned();
    for seat in at.seats().iter() {
        let mut view = Laoqi::view(at, &Known::of(seat));
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
    let moves = super::legal(at);
    if let Some(mover) = at.mover() {
        let _ = writeln!(text, "  seat {mover} may: {}", moves.join(" "));
    }
    text
}

/// The special rules that this event shows.
pub fn rules_shown(before: &Position, event: &Event<Laoqi>, after: &Position) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    let mut mark = |holds: bool, name: &str| {
        if holds {
            shown.insert(name.to_owned());
        }
    };
    let passed = after.ply() > before.ply();
    match event {
        Event::Unsealed(showings) => {
            let all = showings.values();
            let full = all.clone().all(|one| matches!(one, Showing::Shown(_)));
            let grown = Gesture::ALL.iter().any(|g| after.ties(*g) > before.ties(*g));
            let queued = after.queue().iter().count() - before.queue().iter().count();
            let play_off = before.due() != before.entitled();
            mark(grown, "tie counts");
            mark(queued > 0 && before.queue().pending().is_none(), "pending");
            mark(queued > 0 && before.queue().pending().is_some(), "queued");
            mark(
                !full && before.seats().iter().any(|s| after.timeouts(s) > before.timeouts(s)),
                "absent",
            );
            mark(play_off, "play-off");
            mark(matches!(before.stage(), Stage::Losers { .. }), "losers' play-off");
            let any = mandate(after).is_some_and(|(_, kinds)| kinds == Kinds::ANY);
            mark(any, "loser moves any piece");
            mark(before.queue().pending().is_some() && mandate(after).is_some(), "mandate");
            mark(passed && before.showings() == 29, "thirty undecided");
            mark(passed && before.showings() < 29, "pass");
            mark(after.living().len() < before.living().len(), "timed out");
            mark(matches!(after.stage(), Stage::Pick { .. }), "crown to pick");
        }
        Event::Moved(seat, mv) => {
            let ended = before.queue().pending().is_some() && passed;
            mark(ended, "pending ends");
            mark(matches!(mv, Move::Crown(_)), "crown passes");
            mark(matches!(mv, Move::Command(..)), "command");
            if let Some(action) = mv.action() {
                action_shown(before, seat.number(), action, after, &mut mark);
            }
        }
        Event::Skipped(_) => {
            mark(passed, "skipped");
            mark(matches!(before.stage(), Stage::Pick { .. }), "crown skipped");
        }
        Event::Out(..) => {
            let restarted = !passed && matches!(after.stage(), Stage::Contest { .. });
            mark(restarted, "contest restarts");
            mark(passed, "mover goes out");
            mark(matches!(after.stage(), Stage::Action { .. }), "mandate stays");
        }
        Event::Agreed => mark(true, "agreed"),
        Event::Deployed(_) | Event::Tossed(_) | Event::Ruled(_) => {}
    }
    mark(before.crown().is_some() && after.crown().is_none(), "crown void");
    match after.stage() {
        Stage::Over(Outcome::Won(_)) => mark(true, "won"),
        Stage::Over(Outcome::Drawn(_)) if after.living().is_empty() => mark(true, "out together"),
        Stage::Over(Outcome::Drawn(_)) if !matches!(event, Event::Agreed) => mark(true, "quiet"),
        _ => {}
    }
    shown
}

fn count(at: &Position, army: Option<u8>, kind: Kind) -> usize {
    let pieces = at.board().cells().filter_map(|cell| at.at(cell));
    pieces
        .filter(|piece| piece.kind == kind && army.is_none_or(|n| piece.army.number() == n))
        .count()
}

fn action_shown(
    before: &Position,
    mover: u8,
    action: &Action,
    after: &Position,
    mark: &mut dyn FnMut(bool, &str),
) {
    let all = |at: &Position| Kind::ALL.map(|kind| count(at, None, kind)).iter().sum::<usize>();
    let lost = all(before) - all(after);
    let pushes = matches!(action, Action::Push { .. });
    mark(!pushes && lost > 0, "capture");
    mark(pushes, "push");
    mark(pushes && lost > 0, "push captures");
    let fewer = |kind| count(after, None, kind) < count(before, None, kind);
    mark(fewer(Kind::Assassin), "assassin dies");
    if let Action::Push { branch, asides, .. } = action {
        mark(branch.is_some(), "fork");
        mark(asides.iter().next().is_some(), "aside chosen");
        let moved = before.board().cells().any(|cell| {
            let was = before.at(cell).filter(|piece| piece.kind == Kind::Shield);
            was.is_some() && cell != action.actor() && after.at(cell) != was
        });
        mark(moved, "shield aside");
    }
    if let Action::Promote { to, .. } = action {
        mark(*to == Promoted::Warrior, "to warrior");
        mark(*to == Promoted::Assassin, "to assassin");
    }
    mark(matches!(action, Action::Incite { .. }), "incite");
    let gone = before.living().minus(after.living());
    mark(gone.has(seat(mover)), "own king lost by a push");
    for army in before.seats().iter() {
        let (was, is) = (before.army(army).controller, after.army(army).controller);
        if was == is {
            continue;
        }
        let out = gone.has(army);
        mark(out, "take-over");
        mark(!out && gone.is_empty(), "taken king passes on");
        mark(!out && !gone.is_empty(), "held army passes on");
        mark(is != Some(seat(mover)), "captor is not the pusher");
        mark(out && after.king(army).is_none() && fewer(Kind::Assassin), "assassin kills king");
        mark(out && after.king(army).is_none() && !fewer(Kind::Assassin), "king takes king");
    }
}
