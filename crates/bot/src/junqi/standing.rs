//! How far a seat's side is ahead, as far as the seat can tell.

use game::{Known, Seat};
use junqi::{ARMY, Junqi, Kind, Man, Position, view};

use crate::junqi::belief::Belief;
use crate::junqi::greedy::PRICES;

/// What its side has on the board, less what another side has on average. A piece whose kind it does
/// not know counts as what it can be; before colours are
/// decided nobody is ahead.
pub(crate) fn lead(at: &Position, known: &Known<Junqi>, seat: Seat) -> i32 {
    if at.is_flip() && at.colours().is_none() {
        return 0;
    }
    let belief = Belief::of(at, known);
    let (mut own, mut others) = (0, 0);
    for man in (0..at.seats().len() * ARMY).filter_map(Man::new) {
        let piece = at.piece(man);
        if piece.cell.is_none() {
            continue;
        }
        let Some(owner) = piece.army.and_then(|army| at.seat_of(army)) else { continue };
        let worth = match view::told(at, known, man) {
            Some(kind) => price(kind),
            None => expected(&belief, man),
        };
        *(if at.are_allies(owner, seat) { &mut own } else { &mut others }) += worth;
    }
    for army in at.seats().iter() {
        let lying: i32 =
            Kind::ALL.into_iter().map(|kind| price(kind) * i32::from(at.down(army, kind))).sum();
        match at.seat_of(army) {
            Some(owner) if at.are_allies(owner, seat) => own += lying,
            _ => others += lying,
        }
    }
    let mut sides: Vec<u8> = at.living().iter().map(|seat| at.options().side(seat)).collect();
    sides.sort_unstable();
    sides.dedup();
    own - others / (sides.len() as i32 - 1).max(1)
}

fn price(kind: Kind) -> i32 {
    if kind == Kind::Flag { 0 } else { PRICES.get(kind.index()).copied().unwrap_or(0) }
}

fn expected(belief: &Belief, man: Man) -> i32 {
    let Some(shares) = belief.shares(man) else { return 0 };
    let total: i64 = shares.iter().map(|share| i64::from(*share)).sum();
    let parts = Kind::ALL.into_iter().zip(shares);
    let sum: i64 = parts.map(|(kind, share)| i64::from(share) * i64::from(price(kind))).sum();
    i32::try_from(sum / total.max(1)).unwrap_or(0)
}
