//! Whole games as text, for the games that have such texts.

use std::collections::BTreeMap;

use game::{Event, Fault, Known, Seat};

use crate::any::{Any, Choice, Move, Rules, Secret, event_of};

/// A whole game as text: what everybody saw of it, and the layouts that are known. None: games of
/// this family have no such text.
///
/// # Errors
/// Events or layouts that the rules refuse, each at its place.
pub fn game_text(
    rules: &Rules,
    known: &Known<Any>,
    events: &[Event<Any>],
    names: &BTreeMap<Seat, String>,
    source: &str,
) -> Option<Result<String, Vec<Fault>>> {
    let Rules::Junqi(rules) = rules else { return None };
    let layouts = known.secrets.iter().filter_map(|(seat, secret)| match secret {
        Secret::Junqi(secret) => Some((*seat, secret.layout)),
        _ => None,
    });
    let mv = |mv: &Move| match mv {
        Move::Junqi(mv) => Some(*mv),
        _ => None,
    };
    let choice = |choice: &Choice| match choice {
        Choice::Junqi(layout) => Some(*layout),
        _ => None,
    };
    let events = events.iter().map(|event| event_of::<junqi::Junqi>(event, mv, choice));
    let events = events.collect::<Option<Vec<_>>>()?;
    let game = junqi::gametext::WholeGame::new(rules, layouts.collect(), events);
    let named = |game: junqi::gametext::WholeGame| {
        let named = names.iter().fold(game, |game, (seat, name)| game.with_name(*seat, name));
        named.with_source(source).write()
    };
    Some(game.map(named))
}
