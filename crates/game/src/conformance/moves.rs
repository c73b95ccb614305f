//! Laws of moves and choices: which are legal, what they owe, how they are written and pointed at.

use std::collections::{BTreeMap, BTreeSet};

use super::codec::{calm, garbled, round_trip, strict};
use super::law::{Kept, keep};
use super::walk::Walk;
use crate::event::{Event, Showing, Waits};
use crate::game::Game;
use crate::seat::{Seat, SeatSet};
use crate::view::Pick;

/// Every law of the moves and choices at this position.
pub(super) fn hold<G: Game>(walk: &mut Walk<'_, G>, waits: &Waits) -> Kept {
    let mover = match waits {
        Waits::Move(seat) => Some(*seat),
        _ => None,
    };
    for seat in SeatSet::first(G::seats(walk.rules)).iter().filter(|seat| Some(*seat) != mover) {
        let listed = G::moves(&walk.at, seat, &walk.known(seat));
        keep!(listed.is_empty(), Turn, "{seat:?} is not to move and has {listed:?}");
    }
    if let Some(seat) = mover {
        let listed = G::moves(&walk.at, seat, &walk.known(seat));
        keep!(!listed.is_empty(), Turn, "{seat:?} is to move and has no move");
        legal(walk, seat, &listed)?;
        written(walk, &listed)?;
        pointed::<G>(walk, &listed)?;
        complete(walk, seat, &listed)?;
    }
    if let Waits::Choices(seats) = waits {
        for seat in seats.iter() {
            choices(walk, seat)?;
        }
    }
    Ok(())
}

/// The moves are sorted, allowed, taken, and what they owe is true.
fn legal<G: Game>(walk: &mut Walk<'_, G>, seat: Seat, listed: &[G::Move]) -> Kept {
    for (a, b) in listed.iter().zip(listed.iter().skip(1)) {
        keep!(a < b, Sorted, "{a:?} is listed before {b:?}");
    }
    for mv in listed {
        let owed = G::owes(&walk.at, seat, mv);
        let Ok(owed) = owed else {
            keep!(false, Allowed, "{mv:?} of {seat:?}: {owed:?}");
            continue;
        };
        walk.stated(&owed)?;
        keep!(walk.hold(&owed), Claims, "{mv:?} of {seat:?} owes {owed:?}, which do not hold");
        taken(walk, seat, mv, true)?;
    }
    Ok(())
}

/// Apply takes the move exactly if owes allows it.
fn taken<G: Game>(walk: &Walk<'_, G>, seat: Seat, mv: &G::Move, allowed: bool) -> Kept {
    let mut next = walk.at.clone();
    let event = Event::Moved(seat, mv.clone());
    let taken = calm("apply", &event, || G::apply(&mut next, &event))?;
    keep!(
        taken.is_ok() == allowed,
        OwesIsApply,
        "{event:?} allowed: {allowed}, applied: {taken:?}"
    );
    keep!(allowed || next == walk.at, Untouched, "{event:?} is refused and changes the position");
    Ok(())
}

/// Notation and encoding.
fn written<G: Game>(walk: &mut Walk<'_, G>, listed: &[G::Move]) -> Kept {
    let mut texts = BTreeSet::new();
    for mv in listed {
        let text = G::write_move(&walk.at, mv);
        let new = texts.insert(text.clone());
        keep!(new, NotationUnique, "another move is written '{text}', as {mv:?}");
    }
    for mv in listed {
        round_trip(walk.rules, mv)?;
        let text = G::write_move(&walk.at, mv);
        keep!(is_line(&text), Notation, "{mv:?} is written {text:?}, which is not one plain line");
        let back = calm("read_move", &text, || G::read_move(&walk.at, &text))?;
        keep!(back.as_ref() == Ok(mv), Notation, "{mv:?} is written '{text}' and read as {back:?}");
    }
    if let Some(mv) = walk.random.one_of(listed) {
        for text in garbled(&G::write_move(&walk.at, mv), &mut walk.random) {
            let _ = calm("read_move", &text, || G::read_move(&walk.at, &text))?;
        }
    }
    Ok(())
}

fn is_line(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.chars().any(char::is_control)
}

/// What a window points at.
fn pointed<G: Game>(walk: &Walk<'_, G>, listed: &[G::Move]) -> Kept {
    let nodes = G::board(walk.rules).nodes.len();
    let mut seen = BTreeSet::new();
    for mv in listed {
        let picks = G::picks(&walk.at, mv);
        keep!(!picks.is_empty(), Picks, "{mv:?} has nothing to point at");
        let there = |pick: &Pick| match pick {
            Pick::Node(node) => usize::from(*node) < nodes,
            Pick::Word(word) => !word.is_empty(),
        };
        keep!(picks.iter().all(there), Picks, "{mv:?}: {picks:?} are not all on the board");
        keep!(seen.insert(picks.clone()), Picks, "another move has {picks:?}, as {mv:?}");
    }
    Ok(())
}

/// The second, independent way to the legal moves: candidates filtered by owes and by their claims.
fn complete<G: Game>(walk: &mut Walk<'_, G>, seat: Seat, listed: &[G::Move]) -> Kept {
    let mut candidates = walk.past_moves.clone();
    for _ in 0..4 {
        if let Some(mv) = walk.random.one_of(listed).cloned() {
            candidates.extend(strict(walk.rules, &mv, &mut walk.random, &mut walk.tally)?);
        }
    }
    for mv in candidates {
        walk.tally.add("candidate moves");
        let owed = calm("owes", &mv, || G::owes(&walk.at, seat, &mv))?;
        taken(walk, seat, &mv, owed.is_ok())?;
        let legal = owed.is_ok_and(|owed| walk.hold(&owed));
        let is_listed = listed.binary_search(&mv).is_ok();
        keep!(
            legal == is_listed,
            Complete,
            "{mv:?} of {seat:?} legal: {legal}, listed: {is_listed}"
        );
    }
    Ok(())
}

/// The choices of one seat that is asked.
fn choices<G: Game>(walk: &mut Walk<'_, G>, seat: Seat) -> Kept {
    let all = G::choices(&walk.at, seat);
    let mut drawn = Vec::new();
    for _ in 0..4 {
        drawn.push(G::any_choice(&walk.at, seat, &mut |n| walk.random.below(n)));
    }
    if let Some(all) = &all {
        keep!(!all.is_empty(), Choices, "{seat:?} is asked and has no choice");
        let twice = all.iter().enumerate().any(|(n, a)| all.iter().skip(n + 1).any(|b| a == b));
        keep!(!twice, Choices, "{seat:?}: one choice twice in {all:?}");
    }
    for choice in &drawn {
        let listed = all.as_ref().is_none_or(|all| all.contains(choice));
        keep!(listed, Choices, "{seat:?} drew {choice:?}, which is not listed");
        let admitted = G::admits(&walk.at, seat, choice);
        keep!(admitted.is_ok(), Choices, "{seat:?} drew {choice:?}: {admitted:?}");
    }
    choices_written(walk, all.as_deref().unwrap_or(&drawn))?;
    let mut candidates = walk.past_choices.clone();
    if let Some(choice) = drawn.first() {
        candidates.extend(strict(walk.rules, choice, &mut walk.random, &mut walk.tally)?);
    }
    candidates.extend(all.clone().unwrap_or_default());
    for choice in candidates {
        let admitted = calm("admits", &choice, || G::admits(&walk.at, seat, &choice))?.is_ok();
        let listed = all.as_ref().is_none_or(|all| all.contains(&choice) == admitted);
        keep!(
            listed,
            Choices,
            "{choice:?} of {seat:?} admitted: {admitted}, listed: {}",
            !admitted
        );
        shown(walk, seat, choice, admitted)?;
    }
    Ok(())
}

/// Notation and encoding of choices; some may be given twice.
fn choices_written<G: Game>(walk: &mut Walk<'_, G>, given: &[G::Choice]) -> Kept {
    let mut texts = BTreeMap::new();
    for choice in given {
        let text = G::write_choice(&walk.at, choice);
        let first = texts.entry(text.clone()).or_insert(choice);
        keep!(*first == choice, NotationUnique, "{first:?} and {choice:?} are written '{text}'");
    }
    for choice in given {
        round_trip(walk.rules, choice)?;
        let text = G::write_choice(&walk.at, choice);
        keep!(
            is_line(&text),
            Notation,
            "{choice:?} is written {text:?}, which is not one plain line"
        );
        let back = calm("read_choice", &text, || G::read_choice(&walk.at, &text))?;
        keep!(back.as_ref() == Ok(choice), Notation, "{choice:?} is '{text}' and read as {back:?}");
        for text in garbled(&text, &mut walk.random) {
            let _ = calm("read_choice", &text, || G::read_choice(&walk.at, &text))?;
        }
    }
    Ok(())
}

/// Apply takes a showing exactly if admits allows the choice.
fn shown<G: Game>(walk: &mut Walk<'_, G>, seat: Seat, choice: G::Choice, admitted: bool) -> Kept {
    let Waits::Choices(seats) = G::waits(&walk.at) else {
        return Ok(());
    };
    let mut showings: BTreeMap<_, _> = seats
        .iter()
        .map(|s| (s, Showing::Shown(G::any_choice(&walk.at, s, &mut |n| walk.random.below(n)))))
        .collect();
    showings.insert(seat, Showing::Shown(choice));
    let mut next = walk.at.clone();
    let event = Event::Unsealed(showings);
    let taken = calm("apply", &event, || G::apply(&mut next, &event))?;
    keep!(
        taken.is_ok() == admitted,
        OwesIsApply,
        "{event:?} admitted: {admitted}, applied: {taken:?}"
    );
    keep!(admitted || next == walk.at, Untouched, "{event:?} is refused and changes the position");
    Ok(())
}
