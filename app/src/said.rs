//! What people say at the table, in words: the same in a terminal and in a window.

use std::collections::BTreeMap;

use catalog::Rules;
use game::{Seat, SeatSet};
use table::{BadLine, LINE_CHARS, Line, PhaseView, Phrase, RoomSeat, Spoken, TableView};

use crate::problem::{Teller, Told};
use crate::text::Text;
use crate::words::{Words, seat_named};

/// The key of a phrase.
pub(crate) const fn phrase_key(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "phrase-hello",
        Phrase::Wait => "phrase-wait",
        Phrase::Back => "phrase-back",
        Phrase::WellPlayed => "phrase-well-played",
        Phrase::Hurry => "phrase-hurry",
        Phrase::Sorry => "phrase-sorry",
        Phrase::Thanks => "phrase-thanks",
        Phrase::Again => "phrase-again",
        Phrase::Bye => "phrase-bye",
    }
}

/// What was said; each reads a phrase in his own language.
pub(crate) fn words(text: &Text, words: &table::Words) -> String {
    match words {
        table::Words::Phrase(phrase) => text.get(phrase_key(*phrase)),
        table::Words::Line(line) => line.to_string(),
    }
}

/// Who said it: the seat and the name that he had then. Names can look alike: what tells him apart
/// stands beside them.
pub(crate) fn who(text: &Text, spoken: &Spoken) -> String {
    seat_named(text, spoken.seat, Some(&spoken.who.name))
}

/// Seats with the names of those who sit there now.
pub(crate) fn seats(text: &Text, view: &TableView, seats: SeatSet) -> String {
    match people(view) {
        Some((rules, names)) => Words::new(text, rules, names).seats(seats),
        None => String::new(),
    }
}

/// The rules of the room or match, and who sits where.
fn people(view: &TableView) -> Option<(&Rules, BTreeMap<Seat, String>)> {
    let numbers = (0..).filter_map(Seat::new);
    let (rules, names): (_, Vec<Option<String>>) = match &view.phase {
        PhaseView::Hosting(room) | PhaseView::Asking { room: Some(room), .. } => {
            let name = |it: &RoomSeat| it.person.as_ref().map(|person| person.name.clone());
            (&room.rules, room.seats.iter().map(name).collect())
        }
        PhaseView::Reviewing(it) | PhaseView::Signing { contract: it, .. } => {
            (&it.rules, it.players.iter().map(|player| Some(player.name.clone())).collect())
        }
        PhaseView::Playing(game) => {
            let players = game.contract.players.iter();
            (&game.contract.rules, players.map(|player| Some(player.name.clone())).collect())
        }
        PhaseView::Idle | PhaseView::Leaving | PhaseView::Asking { room: None, .. } => return None,
    };
    let named = numbers.zip(names).filter_map(|(seat, name)| Some((seat, name?)));
    Some((rules, named.collect()))
}

/// The line that somebody has typed, or why it cannot be said.
pub(crate) fn typed(text: &Text, line: &str, teller: Teller) -> Result<Line, Told> {
    Line::typed(line).map_err(|bad| {
        let key = match bad {
            BadLine::Long => "talk-long",
            // What cannot be said has been left out: nothing else was in it.
            BadLine::Empty | BadLine::Character(_) => "talk-empty",
        };
        let args = [("most", LINE_CHARS.into())];
        let own = match teller {
            Teller::Terminal => None,
            #[cfg(feature = "gui")]
            Teller::Window => text.find(&format!("{key}-next-window"), &args),
        };
        let next = own.unwrap_or_else(|| text.get(&format!("{key}-next")));
        Told { what: text.with(key, &args), next }
    })
}
