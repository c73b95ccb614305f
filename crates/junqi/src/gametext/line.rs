//! One line: which events it holds and what it says of them.

use game::{Answer, Cause, Event, Illegal, Ruling, Seat, SeatSet};

use super::words::{Told, mark, seats};
use crate::Junqi;
use crate::action::Move;
use crate::cells::Cell;
use crate::piece::{Kind, Man};
use crate::position::{Position, Stage};
use crate::table::{self, code};

/// How many of these events the first line holds: an answer or a toss that comes at once stands in the
/// line of its move.
pub(crate) fn length(events: &[Event<Junqi>]) -> usize {
    match events {
        [Event::Moved(_, Move::Go { .. }), Event::Ruled(answers), ..]
            if matches!(answers.as_slice(), [Answer::Ruled(Ruling::Code(_))]) =>
        {
            2
        }
        [Event::Moved(_, Move::Flip(_)), Event::Tossed(_), ..] => 2,
        _ => 1,
    }
}

/// Applies the events of one line and says it, without its number.
pub(crate) fn tell(at: &mut Position, events: &[Event<Junqi>]) -> Result<String, Illegal> {
    let before = at.clone();
    let mut after = before.clone();
    for event in events {
        after.apply(event)?;
    }
    let line = say(&before, events, &after) + &out(&before, &after);
    *at = after;
    Ok(line)
}

/// The seats that a line has put out.
pub(crate) fn out(before: &Position, after: &Position) -> String {
    let out = before.living().minus(after.living());
    if out.is_empty() { String::new() } else { format!(" out {}", seats(out)) }
}

fn say(before: &Position, events: &[Event<Junqi>], after: &Position) -> String {
    match events {
        [Event::Deployed(all)] => format!("set up {}", seats(*all)),
        [Event::Unsealed(layouts)] => {
            format!("set up {}", seats(layouts.keys().copied().collect()))
        }
        [Event::Tossed(value)] => match before.stage() {
            Stage::TurnUp(cell) => format!("up {}", turned_up(after, *cell)),
            _ => {
                let first = before.living().iter().nth(usize::from(*value));
                format!("first {}", first.unwrap_or(before.turn()))
            }
        },
        [Event::Moved(seat, mv), answers @ ..] => match mv {
            Move::Go { from, to } => format!("{seat} {}", goes(before, *from, *to, answers)),
            Move::Flip(cell) => {
                let mut text = format!("{seat} *{}", before.board().name(*cell));
                if !answers.is_empty() {
                    text += &format!(" {}", turned_up(after, *cell));
                }
                text
            }
            Move::Stuck => format!("{seat} stuck"),
        },
        [Event::Skipped(seat)] => format!("{seat} skips"),
        [Event::Out(all, Cause::Resigned)] => format!("resigns {}", seats(*all)),
        [Event::Out(all, Cause::Refused)] => format!("refuses {}", seats(*all)),
        [Event::Ruled(answers)] => answered(before, answers),
        _ => "draw".to_owned(),
    }
}

fn turned_up(after: &Position, cell: Cell) -> String {
    let man = after.on(cell);
    let piece = man.and_then(|man| Some((after.piece(man).army?, after.public_kind(man)?)));
    piece.map(|(army, kind)| format!("{army}{}", kind.letter())).unwrap_or_default()
}

fn goes(before: &Position, from: Cell, to: Cell, answers: &[Event<Junqi>]) -> String {
    let name = |cell| before.board().name(cell);
    let (from_name, to_name) = (name(from), name(to));
    let (Some(attacker), Some(defender)) = (before.on(from), before.on(to)) else {
        return format!("{from_name}-{to_name}");
    };
    let code = match answers {
        [Event::Ruled(answers)] => code_of(answers),
        _ => match (before.public_kind(attacker), before.public_kind(defender)) {
            (Some(a), Some(d)) if !before.is_hidden() => {
                Some(table::losses(before.options(), a, d))
            }
            _ => None,
        },
    };
    match code {
        Some(code) => {
            let told = told(before, attacker, defender, code);
            format!("{from_name}{}{to_name}{}", sign(&told), words(&told))
        }
        None => format!("{from_name}x?{to_name}"),
    }
}

fn code_of(answers: &[Answer]) -> Option<u8> {
    match answers {
        [Answer::Ruled(Ruling::Code(code))] => Some(*code),
        _ => None,
    }
}

/// What an announcement tells.
pub(crate) fn told(at: &Position, attacker: Man, defender: Man, announced: u8) -> Told {
    let scouted = announced.checked_sub(code::SCOUTED).and_then(Kind::new);
    let losses =
        scouted.map_or(announced, |kind| table::losses(at.options(), Kind::Engineer, kind));
    let has = |bit| losses & bit != 0;
    let shows = [(attacker, code::ATTACKER_SHOWS), (defender, code::DEFENDER_SHOWS)];
    let shows = shows.into_iter().filter(|(_, bit)| has(*bit));
    Told {
        attacker_dies: has(code::ATTACKER_DIES),
        defender_dies: has(code::DEFENDER_DIES),
        is_flag: has(code::FLAG),
        scouted,
        marshals: shows.filter_map(|(man, _)| at.owner(man)).collect(),
    }
}

/// The announcement that tells this of an attack by this seat.
pub(crate) fn code(attacker: Seat, told: &Told) -> u8 {
    if let Some(kind) = told.scouted {
        return code::SCOUTED + kind as u8;
    }
    let by = SeatSet::one(attacker);
    let bits = [
        (told.attacker_dies, code::ATTACKER_DIES),
        (told.defender_dies, code::DEFENDER_DIES),
        (told.is_flag, code::FLAG),
        (!told.marshals.and(by).is_empty(), code::ATTACKER_SHOWS),
        (!told.marshals.minus(by).is_empty(), code::DEFENDER_SHOWS),
    ];
    bits.into_iter().filter(|(is_so, _)| *is_so).fold(0, |all, (_, bit)| all | bit)
}

fn sign(told: &Told) -> &'static str {
    mark(told.attacker_dies, told.defender_dies)
}

fn words(told: &Told) -> String {
    let mut text = String::new();
    if told.is_flag {
        text += " flag";
    }
    if let Some(kind) = told.scouted {
        text += &format!(" scouts {}", kind.letter());
    }
    if !told.marshals.is_empty() {
        text += &format!(" marshal {}", seats(told.marshals));
    }
    text
}

/// Answers that stand by themselves.
fn answered(before: &Position, answers: &[Answer]) -> String {
    let asked = before.claims().into_iter().map(|(_, seat)| seat);
    let with_seats = |word: &dyn Fn(&Answer) -> String| -> String {
        let parts = asked.clone().zip(answers).map(|(seat, answer)| {
            let seat = seat.map(|seat| seat.to_string()).unwrap_or_default();
            format!(" {seat}:{}", word(answer))
        });
        parts.collect()
    };
    match *before.stage() {
        Stage::Fight { attacker, defender, .. } => match code_of(answers) {
            Some(code) => {
                let told = told(before, attacker, defender, code);
                format!("fight {}{}", sign(&told), words(&told))
            }
            None => "fight -".to_owned(),
        },
        Stage::Show(_) => {
            let cell = |answer: &Answer| match answer {
                Answer::Ruled(Ruling::Piece(id)) => {
                    let cell = Man::from_id(*id).and_then(|man| before.piece(man).cell);
                    cell.map_or("-", |cell| before.board().name(cell)).to_owned()
                }
                _ => "-".to_owned(),
            };
            format!("shows{}", with_seats(&cell))
        }
        _ => {
            let word = |answer: &Answer| match answer {
                Answer::Ruled(Ruling::Yes) => "stuck",
                Answer::Ruled(_) => "moves",
                Answer::Withheld => "-",
            };
            format!("answers{}", with_seats(&|answer| word(answer).to_owned()))
        }
    }
}
