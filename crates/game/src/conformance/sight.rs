//! Laws of what a viewer sees, and of secrets.

use super::codec::{calm, garbled};
use super::law::{Broken, Kept, Law, keep};
use super::walk::Walk;
use crate::canon::{Canon as _, to_bytes};
use crate::game::{Game, Known};
use crate::seat::{Seat, SeatSet};

/// Every law of sight for everybody and for each seat.
pub(super) fn hold<G: Game>(walk: &mut Walk<'_, G>) -> Kept {
    let mut viewers = vec![Known::public()];
    viewers.extend(SeatSet::first(G::seats(walk.rules)).iter().map(|seat| walk.known(seat)));
    let before: Vec<Vec<u8>> = viewers.iter().map(|known| seen(walk, known)).collect();
    for known in &viewers {
        plain(walk, known)?;
        truth(walk, known)?;
    }
    other_worlds(walk)?;
    let decoded = calm("decode", &walk.bytes, || G::Position::decode(walk.rules, &walk.bytes))?;
    for (known, before) in viewers.iter().zip(&before) {
        let after = seen(walk, &known.clone());
        keep!(
            after == *before,
            Sight,
            "the view of {:?} changed with what it cannot know",
            known.viewer
        );
        let again = decoded.as_ref().is_ok_and(|at| bytes_of::<G>(at, known) == *before);
        keep!(again, Sight, "the decoded position shows {:?} something else", known.viewer);
    }
    let turn = walk.random.index(viewers.len());
    viewers.get(turn).map_or(Ok(()), |known| line(walk, known))
}

fn bytes_of<G: Game>(at: &G::Position, known: &Known<G>) -> Vec<u8> {
    let mut bytes = Vec::new();
    to_bytes(&G::view(at, known), &mut bytes);
    bytes
}

fn seen<G: Game>(walk: &Walk<'_, G>, known: &Known<G>) -> Vec<u8> {
    bytes_of::<G>(&walk.at, known)
}

/// A view names its viewer, the living, and one place for each node.
fn plain<G: Game>(walk: &Walk<'_, G>, known: &Known<G>) -> Kept {
    let view = G::view(&walk.at, known);
    keep!(
        view.viewer == known.viewer,
        Truth,
        "the view of {:?} is {:?}'s",
        known.viewer,
        view.viewer
    );
    keep!(view.living == G::living(&walk.at), Truth, "the view says that {:?} live", view.living);
    let nodes = G::board(walk.rules).nodes.len();
    keep!(view.tokens.len() == nodes, Truth, "{} tokens for {nodes} nodes", view.tokens.len());
    let kinds = G::kinds(walk.rules).len();
    for token in view.tokens.iter().flatten() {
        let named = token.kind.is_none_or(|kind| usize::from(kind.0) < kinds);
        let seats = token.army.max(token.controller).number() < G::seats(walk.rules);
        keep!(named && seats, Truth, "{token:?} is of no kind or seat of the match");
    }
    Ok(())
}

/// Who knows all secrets sees the same pieces, and the same kind wherever this viewer sees one.
fn truth<G: Game>(walk: &Walk<'_, G>, known: &Known<G>) -> Kept {
    let all = Known { viewer: known.viewer, secrets: walk.secrets.clone() };
    let (view, truth) = (G::view(&walk.at, known), G::view(&walk.at, &all));
    for (node, (seen, real)) in view.tokens.iter().zip(&truth.tokens).enumerate() {
        let same = match (seen, real) {
            (None, None) => true,
            (Some(s), Some(r)) => {
                (s.army, s.controller) == (r.army, r.controller)
                    && (s.kind.is_none() || s.kind == r.kind)
            }
            _ => false,
        };
        keep!(same, Truth, "{:?} sees {seen:?} on node {node}, where {real:?} is", known.viewer);
    }
    Ok(())
}

/// Lays other secrets for every seat, as another world might hold them; nothing here may notice.
fn other_worlds<G: Game>(walk: &mut Walk<'_, G>) -> Kept {
    if let Some((camp, seats)) = walk.camp.clone() {
        for seat in seats.iter() {
            secret(walk, &camp, seat)?;
        }
    }
    Ok(())
}

/// A secret of this seat, held to its laws.
pub(super) fn secret<G: Game>(
    walk: &mut Walk<'_, G>,
    camp: &G::Position,
    seat: Seat,
) -> Result<G::Secret, Broken> {
    let drawn = G::any_secret(camp, seat, &mut |n| walk.random.below(n));
    let (Some(secret), Some(hiding)) = (drawn, G::hiding(walk.rules)) else {
        let detail = format!("{seat:?} sets up in secret and the game hides nothing");
        return Err(Broken { law: Law::Secrets, detail });
    };
    let admitted = G::hides(camp, seat, &secret);
    keep!(admitted.is_ok(), Secrets, "{seat:?} drew {secret:?}: {admitted:?}");
    let army = G::army(&secret);
    let ascending = army.iter().zip(army.iter().skip(1)).all(|(a, b)| a < b);
    keep!(ascending, Secrets, "the pieces of {seat:?} are not in ascending order: {army:?}");
    let places = army.iter().map(|piece| hiding.place(*piece));
    let in_order = places.eq((0..).take(army.len()).map(|place| Some((seat, place))));
    keep!(in_order, Secrets, "the pieces of {seat:?} are not numbered by seat and place: {army:?}");
    let again = G::Secret::decode(walk.rules, &secret.encode());
    keep!(again == Ok(secret.clone()), Coded, "{secret:?} comes back as {again:?}");
    let text = G::write_secret(camp, &secret);
    let again = G::read_secret(camp, seat, &text);
    keep!(again == Ok(secret.clone()), Notation, "'{text}' of {secret:?} is read as {again:?}");
    let mut counts = vec![0u8; hiding.counts.len()];
    for piece in &army {
        let kind = G::kind(&secret, *piece);
        let slot = kind.and_then(|kind| counts.get_mut(usize::from(kind.0)));
        let Some(count) = slot else {
            let detail = format!("{piece:?} of {seat:?} is of the kind {kind:?}");
            return Err(Broken { law: Law::Secrets, detail });
        };
        *count += 1;
    }
    keep!(
        counts == hiding.counts,
        Secrets,
        "{seat:?} has {counts:?} of each kind, not {:?}",
        hiding.counts
    );
    let shared = walk
        .secrets
        .iter()
        .filter(|(other, _)| **other != seat)
        .any(|(_, other)| army.iter().any(|piece| G::kind(other, *piece).is_some()));
    keep!(!shared, Secrets, "a piece of {seat:?} is another seat's too");
    Ok(secret)
}

/// The line of a position.
fn line<G: Game>(walk: &mut Walk<'_, G>, known: &Known<G>) -> Kept {
    let text = G::write_position(&walk.at, known);
    let is_line = !text.is_empty() && !text.chars().any(char::is_control);
    keep!(is_line, PositionText, "{text:?} is not one line");
    let back = calm("read_position", &text, || G::read_position(walk.rules, &text))?;
    let same = back.as_ref().is_ok_and(|(at, told)| {
        *at == walk.at
            && at.encode() == walk.bytes
            && told.viewer == known.viewer
            && told.secrets == known.secrets
    });
    keep!(same, PositionText, "'{text}' for {:?} is read as {back:?}", known.viewer);
    for other in garbled(&text, &mut walk.random) {
        let read = calm("read_position", &other, || G::read_position(walk.rules, &other))?;
        if let Ok((at, told)) = read {
            let text = G::write_position(&at, &told);
            let again = calm("read_position", &text, || G::read_position(walk.rules, &text))?;
            let same = again.is_ok_and(|(a, t)| a == at && t.secrets == told.secrets);
            keep!(same, PositionText, "'{other}' is read, written as '{text}' and read otherwise");
        }
    }
    Ok(())
}
