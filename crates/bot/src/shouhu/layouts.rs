//! How it sets up: walls around the own zone, with lines left open to the other.

use std::collections::BTreeMap;

use game::{Event, Seat, Showing};
use shouhu::{Cell, FILES, Kind, Layout, Move, PLACES, Position};

use super::worth;
use crate::dice::Dice;

/// Layouts to begin with, the rank at the own base first.
const DESIGNS: [&str; 5] = [
    "RNB..BNR/..AP.A../.C....C./P.P..P.P",
    ".CP.PPC./.NA..AN./..RPPR../.B....B.",
    "R.P..P.R/..A.PA../.CNPPNC./B......B",
    ".RP..PR./..AP.A../..CPPC../BN....NB",
    "R.PN.P.R/..A..A../.CNPPPC./B......B",
];
/// So many layouts are held against each other.
const TRIED: u32 = 48;
/// So many of them are good enough.
const GOOD: usize = 8;
/// At most so many times two places of a design are exchanged.
const SWAPS: u32 = 4;

type Kinds = [Option<Kind>; PLACES];

fn design(number: usize, is_mirrored: bool) -> Kinds {
    let text = DESIGNS.get(number).copied().unwrap_or_default();
    let mut kinds = [None; PLACES];
    for (slots, rank) in kinds.chunks_mut(FILES.into()).zip(text.split('/')) {
        for (slot, letter) in slots.iter_mut().zip(rank.chars()) {
            *slot = Kind::from_letter(letter);
        }
        if is_mirrored {
            slots.reverse();
        }
    }
    kinds
}

/// Some design with some places exchanged, by dice.
fn varied(dice: &mut Dice) -> Layout {
    let mut kinds = design(dice.below(DESIGNS.len() as u32) as usize, dice.below(2) == 1);
    for _ in 0..=dice.below(SWAPS) {
        let before = kinds;
        let [a, b] = [0, 1].map(|_| dice.below(PLACES as u32) as usize);
        kinds.swap(a, b);
        if !Layout::new(kinds).faults(Seat::of(0)).is_empty() {
            kinds = before;
        }
    }
    Layout::new(kinds)
}

/// A layout that does well, at a first look, against others that are as likely: one of the best, by
/// dice.
pub(super) fn good(at: &Position, seat: Seat, dice: &mut Dice) -> Layout {
    let others: [Layout; 6] = std::array::from_fn(|_| varied(dice));
    let mut tried: Vec<(i32, Layout)> = Vec::new();
    for _ in 0..TRIED {
        let layout = varied(dice);
        if tried.iter().any(|(_, known)| *known == layout) {
            continue;
        }
        let leads = others.iter().filter_map(|other| lead(at, seat, layout, *other));
        tried.push((leads.sum(), layout));
    }
    tried.sort_by_key(|(lead, _)| -lead);
    let best = tried.get(..GOOD).unwrap_or(&tried);
    dice.one_of(best).map_or(Layout::STANDARD, |(_, layout)| *layout)
}

fn lead(at: &Position, seat: Seat, own: Layout, enemy: Layout) -> Option<i32> {
    let mut next = at.clone();
    let layouts: BTreeMap<_, _> = [(seat, own), (shouhu::other(seat), enemy)]
        .map(|(seat, layout)| (seat, Showing::Shown(layout)))
        .into();
    next.apply(&Event::Unsealed(layouts)).ok()?;
    Some(worth::lead(&next, seat))
}

/// A piece of the design that the seat has followed so far, by dice; any, if it can follow none.
pub(super) fn next_piece(at: &Position, seat: Seat, dice: &mut Dice) -> Option<Move> {
    let mut moves = Vec::with_capacity(256);
    at.moves_into(&mut moves);
    let stands =
        |(cell, kind): &(Cell, Kind)| at.army(seat).has(*cell) && at.of_kind(*kind).has(*cell);
    let mut best: (usize, Vec<Move>) = (0, Vec::new());
    for number in 0..DESIGNS.len() {
        for is_mirrored in [false, true] {
            let layout = Layout::new(design(number, is_mirrored));
            let followed = layout.pieces(seat).filter(stands).count();
            let places = layout.pieces(seat).map(|(cell, kind)| Move::Place { kind, cell });
            let open: Vec<_> = places.filter(|mv| moves.contains(mv)).collect();
            if open.is_empty() || followed < best.0 {
                continue;
            }
            if followed > best.0 {
                best = (followed, open);
            } else {
                best.1.extend(open);
            }
        }
    }
    let open = if best.1.is_empty() { moves } else { best.1 };
    dice.one_of(&open).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_design_is_legal() {
        for (number, text) in DESIGNS.into_iter().enumerate() {
            let layout = Layout::new(design(number, false));
            assert_eq!(layout.write(), text);
            for layout in [layout, Layout::new(design(number, true))] {
                assert_eq!(layout.faults(Seat::of(0)), [], "{text}");
            }
        }
    }
}
