//! Text in and out.

use std::collections::BTreeMap;

use super::{Move, Position, Rules, Secret, Skirmish};
use crate::canon::{Canon as _, from_bytes, to_bytes};
use crate::claim::{Kind, PieceId};
use crate::game::Known;
use crate::seat::Seat;
use crate::text::Fault;
use crate::toys::{read_line, write_line};

pub(super) fn write_move(mv: &Move) -> String {
    match mv {
        Move::Go(piece, to) => format!("{}-{to}", piece.0),
        Move::Jump(piece, to) => format!("{}^{to}", piece.0),
        Move::Stuck => "stuck".to_owned(),
    }
}

pub(super) fn read_move(text: &str) -> Result<Move, Fault> {
    let pair = |sign: char| {
        let (piece, to) = text.split_once(sign)?;
        Some((PieceId(piece.parse().ok()?), to.parse().ok()?))
    };
    let go = pair('-').map(|(piece, to)| Move::Go(piece, to));
    let jump = pair('^').map(|(piece, to)| Move::Jump(piece, to));
    let stuck = (text == "stuck").then_some(Move::Stuck);
    let read = go.or(jump).or(stuck);
    read.ok_or_else(|| Fault::new(text, "'PIECE-NODE', 'PIECE^NODE' or 'stuck'"))
}

/// The numbers of the kinds, by place.
pub(super) fn write_secret(secret: &Secret) -> String {
    secret.kinds.iter().map(|kind| kind.0.to_string()).collect()
}

pub(super) fn read_secret(seat: Seat, text: &str) -> Result<Secret, Fault> {
    let kind = |sign: char| sign.to_digit(10).map(|number| Kind(number as u8));
    let kinds: Option<Vec<Kind>> = text.chars().map(kind).collect();
    let kinds = kinds.and_then(|kinds| kinds.try_into().ok());
    let kinds = kinds.ok_or_else(|| Fault::new(text, "the numbers of four kinds"))?;
    Ok(Secret { seat, kinds })
}

pub(super) fn write_position(at: &Position, known: &Known<Skirmish>) -> String {
    let mut secrets = Vec::new();
    to_bytes(&known.secrets.values().collect::<Vec<_>>(), &mut secrets);
    write_line("skirmish", known.viewer, &at.encode(), &secrets)
}

pub(super) fn read_position(
    rules: &Rules,
    text: &str,
) -> Result<(Position, Known<Skirmish>), Vec<Fault>> {
    let (viewer, position, secrets) = read_line("skirmish", text)?;
    let fault = |place: &str, reason: String| vec![Fault::new(place, reason)];
    let at = Position::decode(rules, &position).map_err(|e| fault("position", e.to_string()))?;
    let listed: Vec<Secret> =
        from_bytes("secrets", &secrets).map_err(|e| fault("secrets", e.to_string()))?;
    let faults: Vec<Fault> = listed.iter().filter_map(|secret| secret.fault(secret.seat)).collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let n = listed.len();
    let secrets: BTreeMap<_, _> = listed.into_iter().map(|secret| (secret.seat, secret)).collect();
    if secrets.len() < n {
        return Err(fault("secrets", "a seat twice".to_owned()));
    }
    Ok((at, Known { viewer, secrets }))
}
