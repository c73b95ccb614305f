//! `qiyue replay`: a record played again on a board of text.

use std::collections::BTreeMap;

use catalog::{Any, Position, Rules};
use game::{Board, Event, Game, KindName, Known, Seat, View};
use table::auditing::{self, Played};

use crate::audit::{header_lines, names, verdict_lines};
use crate::board::{self, Marks, Style};
use crate::cli;
use crate::exit::Exit;
use crate::files;
use crate::layouts;
use crate::out::{Out, complain};
use crate::talk;
use crate::text::{Lang, Text};
use crate::words::{Words, touched};

/// Plays a record again.
pub(crate) fn run(args: &cli::Replay, _: &cli::Globals, text: &Text) -> Exit {
    let source = match files::open(&args.file) {
        Ok(source) => source,
        Err(error) => return files::unreadable(&args.file, &error, text),
    };
    let mut out = Out::stdout();
    let header = auditing::header(&source);
    let Some((header, rules)) = header.as_ref().and_then(|h| Some((h, h.rules.as_ref()?))) else {
        let audited = auditing::audit(source);
        let lines = verdict_lines(&audited, &args.file, text);
        lines.iter().for_each(|line| out.line(line));
        return Exit::of_code(audited.verdict.exit_code());
    };
    // What is opened in the end is shown from the beginning.
    let opened = match Any::hiding(rules) {
        Some(_) => auditing::audit(source.clone()).opened,
        None => Vec::new(),
    };
    let known = layouts::known(rules, &opened);
    if args.text {
        return as_text(rules, &known, &names(header), source, text, out);
    }
    let words = Words::new(text, rules, names(header)).seen_with(known.clone());
    let stage = Stage::new(rules, &words, text, out.has_color()).seen_with(known);
    if let Some(step) = args.to {
        return at_step(&stage, source, step, out);
    }
    header_lines(header, None, text).iter().for_each(|line| out.line(line));
    out.line("");
    out.write(&stage.picture(&Any::start(rules), &Marks::new()));
    let mut seen = Seen::default();
    let audited = auditing::replay(source, &mut |played| {
        if out.is_open() {
            stage.tell(played, &mut seen, &mut out);
        }
    });
    let shown = talk::opened(text, &words, (rules, &opened));
    shown.iter().for_each(|line| out.line(line));
    out.line("");
    let lines = verdict_lines(&audited, &args.file, text);
    lines.iter().for_each(|line| out.line(line));
    Exit::of_code(audited.verdict.exit_code())
}

/// The whole game as text, one line a ply.
fn as_text(
    rules: &Rules,
    known: &Known<Any>,
    names: &BTreeMap<Seat, String>,
    source: auditing::Source,
    text: &Text,
    mut out: Out,
) -> Exit {
    let mut events = Vec::new();
    let audited = auditing::replay(source, &mut |played| events.extend_from_slice(played.events));
    match catalog::game_text(rules, known, &events, names, SIGNED) {
        Some(Ok(whole)) => {
            out.write(&whole);
            Exit::of_code(audited.verdict.exit_code())
        }
        Some(Err(faults)) => crate::rules::refuse(&faults, text),
        None => {
            drop(out);
            complain(text, &text.get("replay-no-text"), &text.get("replay-no-text-next"));
            Exit::Usage
        }
    }
}

/// Where a text comes from that was made of a record.
const SIGNED: &str = "a signed record";

/// The position after one step.
fn at_step(stage: &Stage<'_>, source: auditing::Source, step: u32, mut out: Out) -> Exit {
    let mut found = None;
    let mut marks = Marks::new();
    let audited = auditing::replay(source, &mut |played| {
        if played.step > step {
            return;
        }
        mark(played, &mut marks);
        if played.step == step {
            found = Some(played.after.clone());
        }
    });
    let Some(at) = found else {
        let args = [("step", step.into()), ("steps", audited.steps.into())];
        drop(out);
        let next = match audited.steps.checked_sub(1) {
            Some(last) => stage.text.with("replay-last", &[("last", last.into())]),
            None => stage.text.get("replay-none"),
        };
        complain(stage.text, &stage.text.with("replay-no-step", &args), &next);
        return Exit::Usage;
    };
    out.write(&stage.picture(&at, &marks));
    stage.situation(&at).iter().for_each(|line| out.line(line));
    out.line(&Any::write_position(&at, &Known::public()));
    Exit::Good
}

/// The last move's nodes, once a move was made; they stay until the next.
fn mark(played: &Played<'_>, marks: &mut Marks) {
    for event in played.events {
        if let Event::Moved(_, mv) = event {
            *marks = touched(played.before, mv);
        }
    }
}

/// What is remembered from one step to the next.
#[derive(Default)]
struct Seen {
    marks: Marks,
    /// The longest thought since the last event: what is shown was thought about before it was sealed.
    think: u32,
}

/// How a drawing looks on this terminal in this language.
pub(crate) fn style(text: &Text, color: bool) -> Style {
    Style { color, letters: text.lang() == Lang::En, sheet: text.get("board-sheet") }
}

/// What is needed to show positions of one match.
pub(crate) struct Stage<'a> {
    board: Board,
    kinds: &'static [KindName],
    style: Style,
    words: &'a Words<'a>,
    text: &'a Text,
    known: Known<Any>,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(rules: &Rules, words: &'a Words<'a>, text: &'a Text, color: bool) -> Self {
        let (board, kinds) = (Any::board(rules), Any::kinds(rules));
        Self { board, kinds, style: style(text, color), words, text, known: Known::public() }
    }

    /// The same as somebody sees it who knows this.
    pub(crate) fn seen_with(self, known: Known<Any>) -> Self {
        Self { known, ..self }
    }

    fn view(&self, at: &Position) -> View {
        Any::view(at, &self.known)
    }

    /// The board of a position.
    pub(crate) fn picture(&self, at: &Position, marks: &Marks) -> String {
        let view = self.view(at);
        board::draw(&self.board, &view, self.kinds, marks, &self.style)
    }

    /// What a position waits for, and its facts.
    pub(crate) fn situation(&self, at: &Position) -> Vec<String> {
        let view = self.view(at);
        let mut lines = vec![self.words.waits(at)];
        lines.extend(self.words.facts(&view));
        lines
    }

    fn tell(&self, played: &Played<'_>, seen: &mut Seen, out: &mut Out) {
        mark(played, &mut seen.marks);
        let think = played.think.iter().map(|(_, ms)| *ms);
        seen.think = think.fold(seen.think, u32::max);
        if played.events.is_empty() {
            return;
        }
        let mut at = played.before.clone();
        for event in played.events {
            let args = [
                ("step", played.step.into()),
                ("event", self.words.event(&at, event).into()),
                ("seconds", seconds(seen.think).into()),
            ];
            out.line(&self.text.with("replay-event", &args));
            // The events of a step that holds can be applied; if not, the words are a little off.
            let _ = Any::apply(&mut at, event);
        }
        seen.think = 0;
        let (before, after) = (self.view(played.before), self.view(played.after));
        for change in self.words.changes(&before, &after) {
            out.line(&format!("    {change}"));
        }
        if Any::ply(played.after) > Any::ply(played.before) {
            let args = [("ply", Any::ply(played.after).0.into())];
            out.line("");
            out.line(&self.text.with("replay-ply", &args));
            out.write(&self.picture(played.after, &seen.marks));
            self.situation(played.after).iter().for_each(|line| out.line(&format!("  {line}")));
            out.line("");
        }
    }
}

/// Milliseconds as seconds with one digit behind the point.
pub(crate) fn seconds(ms: u32) -> String {
    format!("{}.{}", ms / 1000, ms % 1000 / 100)
}
