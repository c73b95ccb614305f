//! `qiyue rules`: the rulebook, and the engine without a match.

use std::collections::BTreeMap;
use std::time::Instant;

use catalog::{Any, Choice, GameName, Move, Position, Rules};
use game::{Cause, Event, Fault, Game, Known, Node, Pick, Seat, SeatSet, Showing, Waits};

use crate::board::{Mark, Marks};
use crate::cli;
use crate::exit::Exit;
use crate::out::{Out, complain, note, plain};
use crate::reason::reason;
use crate::replay::Stage;
use crate::text::Text;
use crate::words::{Words, touched};

/// The deepest count: it takes longer than anybody waits.
const DEPTH_MAX: u32 = 20;

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
        cli::Rules::Perft(args) => perft(args, text),
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
                let choices = Any::choices(&at, seat).unwrap_or_default();
                let told = choices.iter().map(|choice| Any::write_choice(&at, choice));
                out.line(&format!("{seat}:{}", told.collect::<Vec<_>>().join(" ")));
            }
        }
        Waits::Deployments(_) | Waits::Toss { .. } | Waits::Rulings(_) | Waits::Nothing(_) => {}
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

fn perft(args: &cli::Perft, text: &Text) -> Result<(), Vec<Fault>> {
    let (_, at, _) = position(args.game, &args.options, args.position.as_deref())?;
    if args.depth > DEPTH_MAX {
        let reason = text.with("perft-too-deep", &[("most", DEPTH_MAX.into())]);
        return Err(vec![Fault::new(args.depth.to_string(), reason)]);
    }
    let mut out = Out::stdout();
    let begun = Instant::now();
    if args.divide {
        let mut parts = at.divide(args.depth);
        parts.sort();
        for (mv, count) in parts {
            out.line(&format!("{} {count}", Any::write_move(&at, &mv)));
        }
    }
    let count = at.count(args.depth);
    out.line(&count.to_string());
    let took = begun.elapsed().as_secs_f64();
    note(&text.with("perft-took", &[("seconds", format!("{took:.3}").into())]));
    Ok(())
}

fn play(args: &cli::Play, text: &Text) -> Result<(), Vec<Fault>> {
    let (options, events) = split(args.game, &args.words);
    let (rules, mut at, known) = position(args.game, options, args.position.as_deref())?;
    let words = Words::new(text, &rules, BTreeMap::new());
    let mut out = Out::stdout();
    let stage = Stage::new(&rules, &words, text, out.has_color());
    let mut marks = Marks::new();
    let mut lines = Vec::new();
    for (number, word) in (1..).zip(sentences(events)) {
        let at_fault = |reason: String| vec![Fault::new(format!("{number}. {word}"), reason)];
        let event = event(&at, &word, text).map_err(at_fault)?;
        lines.push(words.event(&at, &event));
        if let Event::Moved(_, mv) = &event {
            marks = touched(&at, mv);
        }
        let waits = words.waits(&at);
        Any::apply(&mut at, &event).map_err(|illegal| {
            let args = [("reason", reason(text, illegal.0).into()), ("waits", waits.into())];
            at_fault(text.with("event-illegal", &args))
        })?;
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

/// The words of each event: `out`, `refuse` and `toss` take the next word with them.
fn sentences(words: &[String]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut words = words.iter().flat_map(|word| word.split_whitespace());
    while let Some(word) = words.next() {
        let next = if matches!(word, "out" | "refuse" | "toss") { words.next() } else { None };
        sentences.push(next.map_or(word.to_owned(), |next| format!("{word} {next}")));
    }
    sentences
}

/// Reads an event at a position.
fn event(at: &Position, sentence: &str, text: &Text) -> Result<Event<Any>, String> {
    let (word, rest) = sentence.split_once(' ').unwrap_or((sentence, ""));
    let mover = || match Any::waits(at) {
        Waits::Move(seat) => Ok(seat),
        _ => Err(text.get("event-no-move")),
    };
    match word {
        "skip" => Ok(Event::Skipped(mover()?)),
        "draw" => Ok(Event::Agreed),
        "out" => Ok(Event::Out(seats(rest, text)?, Cause::Resigned)),
        "refuse" => Ok(Event::Out(seats(rest, text)?, Cause::Refused)),
        "toss" => {
            let value = rest.parse().map_err(|_| text.get("event-no-number"))?;
            Ok(Event::Tossed(value))
        }
        _ => match Any::waits(at) {
            Waits::Move(seat) => Ok(Event::Moved(seat, read_move(at, word, text)?)),
            Waits::Choices(due) => showings(at, word, due, text),
            _ => Err(text.get("event-nothing-fits")),
        },
    }
}

fn read_move(at: &Position, word: &str, text: &Text) -> Result<Move, String> {
    Any::read_move(at, word).map_err(|fault| told(&fault, word, text))
}

/// A fault inside a word: where in it, unless it is the whole, and why.
fn told(fault: &Fault, word: &str, text: &Text) -> String {
    let reason = reason(text, &fault.reason);
    if fault.place == word || word.is_empty() {
        return reason;
    }
    text.with("fault", &[("place", plain(&fault.place).into()), ("reason", reason.into())])
}

/// Seats by their numbers, together or with commas: `1`, `12`, `1,2`.
fn seats(digits: &str, text: &Text) -> Result<SeatSet, String> {
    let each = digits.chars().filter(|c| *c != ',');
    let seat = |c: char| Seat::new(u8::try_from(c.to_digit(10)?).ok()?);
    let seats: Option<SeatSet> = each.map(seat).collect::<Option<Vec<_>>>().map(SeatSet::from_iter);
    seats.filter(|seats| !seats.is_empty()).ok_or_else(|| text.get("event-no-seat"))
}

/// `0:J,1:-,2:!`: every due seat once.
fn showings(at: &Position, word: &str, due: SeatSet, text: &Text) -> Result<Event<Any>, String> {
    let mut shown: BTreeMap<Seat, Showing<Choice>> = BTreeMap::new();
    for part in word.split(',') {
        let (seat, what) = part.split_once(':').ok_or_else(|| text.get("event-no-showing"))?;
        let seat = seats(seat, text)?.lowest().ok_or_else(|| text.get("event-no-seat"))?;
        let showing = match what {
            "-" => Showing::Absent,
            "!" => Showing::Withheld,
            _ => Showing::Shown(
                Any::read_choice(at, what).map_err(|fault| told(&fault, what, text))?,
            ),
        };
        shown.insert(seat, showing);
    }
    if shown.keys().copied().collect::<SeatSet>() == due {
        Ok(Event::Unsealed(shown))
    } else {
        let due: Vec<_> = due.iter().map(|seat| seat.to_string()).collect();
        Err(text.with("event-not-the-due", &[("due", due.join(" ").into())]))
    }
}
