//! Events as words: what `qiyue rules play` takes.

use std::collections::BTreeMap;

use catalog::{Any, Choice, Move, Position};
use game::{
    Answer, Cause, Event, Fault, Game as _, PieceId, Ruling, Seat, SeatSet, Showing, Waits,
};

use crate::out::plain;
use crate::reason::reason;
use crate::text::Text;

/// The words of each event: `out`, `refuse`, `toss` and `rule` take the next word with them.
pub(super) fn sentences(words: &[String]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut words = words.iter().flat_map(|word| word.split_whitespace());
    while let Some(word) = words.next() {
        let next =
            if matches!(word, "out" | "refuse" | "toss" | "rule") { words.next() } else { None };
        sentences.push(next.map_or(word.to_owned(), |next| format!("{word} {next}")));
    }
    sentences
}

/// Reads an event at a position.
pub(super) fn event(at: &Position, sentence: &str, text: &Text) -> Result<Event<Any>, String> {
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
        "rule" => match Any::waits(at) {
            Waits::Rulings(claims) => answers(rest, claims.len(), text),
            _ => Err(text.get("event-nothing-fits")),
        },
        _ => match Any::waits(at) {
            Waits::Deployments(due) if word == "deploy" => Ok(Event::Deployed(due)),
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
            _ => {
                let choice = Any::read_choice(at, what);
                let choice = choice.map_err(|fault| told(&fault, what, text))?;
                Any::admits(at, seat, &choice).map_err(|faults| {
                    let each = faults.iter().map(|fault| told(fault, what, text));
                    each.collect::<Vec<_>>().join(&text.get("option-separator"))
                })?;
                Showing::Shown(choice)
            }
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

/// `yes`, `no`, `code:3`, `piece:27` or `-`, withheld; one for each claim, with commas.
fn answers(words: &str, claims: usize, text: &Text) -> Result<Event<Any>, String> {
    let answer = |word: &str| {
        Some(match word.split_once(':') {
            None if word == "-" => Answer::Withheld,
            None if word == "yes" => Answer::Ruled(Ruling::Yes),
            None if word == "no" => Answer::Ruled(Ruling::No),
            Some(("code", code)) => Answer::Ruled(Ruling::Code(code.parse().ok()?)),
            Some(("piece", piece)) => Answer::Ruled(Ruling::Piece(PieceId(piece.parse().ok()?))),
            _ => return None,
        })
    };
    let answers: Option<Vec<Answer>> = words.split(',').map(answer).collect();
    let answers = answers.filter(|answers| answers.len() == claims);
    let args = [("count", claims.into())];
    answers.map(Event::Ruled).ok_or_else(|| text.with("event-no-ruling", &args))
}
