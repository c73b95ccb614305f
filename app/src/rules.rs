//! `qiyue rules`: the rulebook, and the engine without a match.

mod events;
mod perft;

use std::collections::BTreeMap;

use catalog::{Any, GameName, Move, Position, Rules};
use game::{Event, Fault, Game, Known, Node, Pick, Waits};

use crate::board::{Mark, Marks};
use crate::cli;
use crate::exit::Exit;
use crate::out::{Out, complain, note, plain};
use crate::reason::reason;
use crate::replay::Stage;
use crate::text::Text;
use crate::words::{Words, touched};

/// How a comment begins in Markdown.
const COMMENT: &str = "<!--";

/// The rulebook as players read it: what ties the text to the engine is not for them.
pub(crate) fn lines(game: GameName) -> impl Iterator<Item = &'static str> {
    game.rulebook().lines().filter(|line| !line.starts_with(COMMENT))
}

/// Runs one of the commands about rules.
pub(crate) fn run(args: &cli::Rules, _: &cli::Globals, text: &Text) -> Exit {
    let done = match args {
        cli::Rules::Moves(args) => moves(args, text),
        cli::Rules::Perft(args) => perft::run(args, text),
        cli::Rules::Play(args) => play(args, text),
        cli::Rules::Text(args) => {
            let mut out = Out::stdout();
            lines(args.game).for_each(|line| out.line(line));
            Ok(())
        }
    };
    match done {
        Ok(()) => Exit::Good,
        Err(faults) => refuse(&faults, text),
    }
}

/// Tells all faults at once.
pub(crate) fn refuse(faults: &[Fault], text: &Text) -> Exit {
    let list = faults.iter().map(|fault| {
        let args =
            [("place", plain(&fault.place).into()), ("reason", reason(text, &fault.reason).into())];
        format!("\n  {}", text.with("fault", &args))
    });
    let args = [("count", faults.len().into()), ("list", list.collect::<String>().into())];
    complain(text, &text.with("faults", &args), &text.get("faults-next"));
    Exit::Usage
}

/// A position to ask about: the one written, else the start.
fn position(
    game: GameName,
    options: &[String],
    line: Option<&str>,
) -> Result<(Rules, Position, Known<Any>), Vec<Fault>> {
    let rules = game.rules(options.iter().map(String::as_str))?;
    let (at, known) = match line {
        Some(line) => Any::read_position(&rules, line)?,
        None => (Any::start(&rules), Known::public()),
    };
    Ok((rules, at, known))
}

/// That layouts are too many to be listed, and what one looks like.
fn many_layouts(rules: &Rules, text: &Text) -> String {
    let example = rules.game().layouts().first().map_or("", |(_, line)| *line);
    text.with("choices-many", &[("example", example.into())])
}

fn moves(args: &cli::Moves, text: &Text) -> Result<(), Vec<Fault>> {
    let (rules, at, known) = position(args.game, &args.options, args.position.as_deref())?;
    let words = Words::new(text, &rules, BTreeMap::new());
    let mut out = Out::stdout();
    note(&words.waits(&at));
    match Any::waits(&at) {
        Waits::Move(seat) => {
            let all = Any::moves(&at, seat, &known);
            let moves = match &args.from {
                None => all,
                Some(cell) => from(&rules, &at, all, cell, &mut out, text)?,
            };
            moves.iter().for_each(|mv| out.line(&Any::write_move(&at, mv)));
        }
        Waits::Choices(seats) => {
            for seat in seats.iter() {
                let Some(choices) = Any::choices(&at, seat) else {
                    note(&many_layouts(&rules, text));
                    break;
                };
                let told = choices.iter().map(|choice| Any::write_choice(&at, choice));
                out.line(&format!("{seat}:{}", told.collect::<Vec<_>>().join(" ")));
            }
        }
        Waits::Deployments(_) => note(&many_layouts(&rules, text)),
        Waits::Rulings(claims) => {
            for (claim, seat) in claims {
                let who = seat.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
                out.line(&format!("{who}:{}", words.claim(&claim)));
            }
        }
        Waits::Toss { below, .. } => {
            out.line(&format!("0-{}", below.saturating_sub(1)));
        }
        Waits::Nothing(_) => {}
    }
    Ok(())
}

/// The moves that begin by pointing at one node, and the board with what can be pointed at next.
fn from(
    rules: &Rules,
    at: &Position,
    all: Vec<Move>,
    cell: &str,
    out: &mut Out,
    text: &Text,
) -> Result<Vec<Move>, Vec<Fault>> {
    let board = Any::board(rules);
    let node = (0..).zip(&board.nodes).find(|(_, drawn)| drawn.name == cell).map(|(node, _)| node);
    let node: Node = node.ok_or_else(|| vec![Fault::new(cell, text.get("no-such-cell"))])?;
    let begins = |mv: &Move| Any::picks(at, mv).first() == Some(&Pick::Node(node));
    let moves: Vec<_> = all.into_iter().filter(begins).collect();
    let mut marks = Marks::from([(node, Mark::Chosen)]);
    for mv in &moves {
        if let Some(Pick::Node(next)) = Any::picks(at, mv).get(1) {
            marks.insert(*next, Mark::Target);
        }
    }
    let words = Words::new(text, rules, BTreeMap::new());
    out.write(&Stage::new(rules, &words, text, out.has_color()).picture(at, &marks));
    Ok(moves)
}

fn play(args: &cli::Play, text: &Text) -> Result<(), Vec<Fault>> {
    let (options, events) = split(args.game, &args.words);
    let (rules, mut at, known) = position(args.game, options, args.position.as_deref())?;
    let words = Words::new(text, &rules, BTreeMap::new());
    let mut out = Out::stdout();
    let stage = Stage::new(&rules, &words, text, out.has_color());
    let mut marks = Marks::new();
    let mut lines = Vec::new();
    for (number, word) in (1..).zip(events::sentences(events)) {
        let at_fault = |reason: String| vec![Fault::new(format!("{number}. {word}"), reason)];
        let event = events::event(&at, &word, text).map_err(at_fault)?;
        lines.push(words.event(&at, &event));
        if let Event::Moved(_, mv) = &event {
            marks = touched(&at, mv);
        }
        let waits = words.waits(&at);
        let before = Any::view(&at, &Known::public());
        Any::apply(&mut at, &event).map_err(|illegal| {
            let args = [("reason", reason(text, illegal.0).into()), ("waits", waits.into())];
            at_fault(text.with("event-illegal", &args))
        })?;
        let changes = words.changes(&before, &Any::view(&at, &Known::public()));
        lines.extend(changes.iter().map(|change| format!("  {change}")));
    }
    lines.iter().for_each(|line| out.line(line));
    out.write(&stage.picture(&at, &marks));
    stage.situation(&at).iter().for_each(|line| out.line(line));
    out.line(&Any::write_position(&at, &known));
    Ok(())
}

/// Options and events: the first word that is neither a preset nor an option begins the events.
fn split(game: GameName, words: &[String]) -> (&[String], &[String]) {
    let keys: Vec<_> = match game.rules([]) {
        Ok(rules) => rules.pairs().into_iter().map(|(key, _)| key).collect(),
        Err(_) => Vec::new(),
    };
    let is_option = |word: &String| {
        let key = word.split_once('=').map(|(key, _)| key);
        key.is_some_and(|key| keys.contains(&key))
            || game.presets().iter().any(|preset| preset.name == word)
    };
    let count = words.iter().take_while(|word| is_option(word)).count();
    words.split_at(count)
}
