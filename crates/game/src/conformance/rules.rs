//! Laws of rules, of the board and of the names.

use std::collections::BTreeSet;

use super::codec::{calm, mutations};
use super::law::{Kept, Tally, keep};
use super::random::Random;
use crate::game::Game;
use crate::seat::SEATS_MAX;
use crate::text::BadRules;

/// Every law that needs no game played.
pub(super) fn hold<G: Game>(rules: &G::Rules, random: &mut Random, tally: &mut Tally) -> Kept {
    coded::<G>(rules)?;
    refused::<G>(rules)?;
    mutated::<G>(rules, random, tally)?;
    named::<G>(rules)?;
    drawn::<G>(rules)
}

fn coded<G: Game>(rules: &G::Rules) -> Kept {
    let (id, version, bytes) = (G::id(rules), G::version(rules), G::write_rules(rules));
    let back = calm("read_rules", &bytes, || G::read_rules(id, version, &bytes))?;
    keep!(back.as_ref() == Ok(rules), RulesCoded, "{rules:?} come back as {back:?}");
    Ok(())
}

fn refused<G: Game>(rules: &G::Rules) -> Kept {
    let (id, version, bytes) = (G::id(rules), G::version(rules), G::write_rules(rules));
    for strange in ["", "no-such-game", &format!("{id}x"), &id.to_uppercase()] {
        let said = calm("read_rules", &strange, || G::read_rules(strange, version, &bytes))?;
        let right = said == Err(BadRules::UnknownGame(strange.to_owned()));
        keep!(right, RulesRefused, "the game '{strange}' gives {said:?}");
    }
    for asked in [version.wrapping_add(1), version.wrapping_sub(1), u16::MAX] {
        let said = calm("read_rules", &asked, || G::read_rules(id, asked, &bytes))?;
        let right = said == Err(BadRules::UnknownVersion { game: id, asked, known: version });
        keep!(right, RulesRefused, "version {asked} gives {said:?}");
    }
    Ok(())
}

fn mutated<G: Game>(rules: &G::Rules, random: &mut Random, tally: &mut Tally) -> Kept {
    let (id, version, bytes) = (G::id(rules), G::version(rules), G::write_rules(rules));
    for other in mutations(&bytes, random) {
        tally.add("mutated bytes");
        match calm("read_rules", &other, || G::read_rules(id, version, &other))? {
            Ok(read) => {
                let again = G::write_rules(&read);
                keep!(
                    again == other,
                    RulesCoded,
                    "{other:02x?} read as {read:?}, which are {again:02x?}"
                );
                keep!(G::id(&read) == id, RulesCoded, "{other:02x?} read as another game");
            }
            Err(said) => {
                keep!(said == BadRules::Malformed, RulesRefused, "{other:02x?} give {said:?}");
            }
        }
    }
    Ok(())
}

fn named<G: Game>(rules: &G::Rules) -> Kept {
    let id = G::id(rules);
    let plain = id.is_ascii() && (1..=16).contains(&id.len());
    keep!(plain, Board, "the id '{id}' is not 1 to 16 ASCII bytes");
    let seats = G::seats(rules);
    keep!((2..=SEATS_MAX).contains(&seats), Board, "{seats} seats");
    let kinds = G::kinds(rules);
    let letters: BTreeSet<char> = kinds.iter().map(|kind| kind.letter).collect();
    let fit = letters.len() == kinds.len() && letters.iter().all(char::is_ascii_alphabetic);
    keep!(fit, Board, "the letters of the kinds are not distinct ASCII letters");
    for kind in kinds {
        let one = kind.mark.chars().count() == 1 && !kind.zh.is_empty() && !kind.en.is_empty();
        keep!(one, Board, "the names of {kind:?}");
    }
    if let Some(hiding) = G::hiding(rules) {
        let n = kinds.len();
        let square = hiding.codes.len() == n && hiding.codes.iter().all(|row| row.len() == n);
        let listed = hiding.counts.len() == n && hiding.barred.len() == n;
        keep!(square && listed, Board, "hiding is not by the {n} kinds: {hiding:?}");
    }
    Ok(())
}

fn drawn<G: Game>(rules: &G::Rules) -> Kept {
    let board = G::board(rules);
    let n = board.nodes.len();
    keep!((1..=usize::from(u16::MAX)).contains(&n), Board, "{n} nodes");
    let names: BTreeSet<&str> = board.nodes.iter().map(|node| node.name.as_str()).collect();
    keep!(names.len() == n, Board, "two nodes share a name");
    let cells: BTreeSet<_> = board.nodes.iter().map(|node| node.print).collect();
    keep!(cells.len() == n, Board, "two nodes share a place in print");
    let planes: BTreeSet<_> = board.nodes.iter().map(|node| node.plane).collect();
    keep!(planes.len() == n, Board, "two nodes share a place in the plane");
    for node in &board.nodes {
        let sheet = usize::from(node.print.0) < board.sheets.len();
        keep!(sheet, Board, "{} is printed on a sheet that there is not", node.name);
        let home = node.home.is_none_or(|seat| seat.number() < G::seats(rules));
        keep!(home, Board, "{} is the home of no seat of the match", node.name);
    }
    let links: BTreeSet<_> = board.links.iter().copied().collect();
    keep!(links.len() == board.links.len(), Board, "a line is listed twice");
    for (a, b) in links {
        keep!(a < b && usize::from(b) < n, Board, "the line {a}-{b}");
    }
    Ok(())
}
