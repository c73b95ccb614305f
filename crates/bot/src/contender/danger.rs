//! Whether Kings can be taken at once.

use game::{Seat, SeatSet};
use laoqi::{Action, Gesture, Kind, Kinds, Move, Piece, Position};

use crate::contender::search::Search;

/// How many mandates (an enemy seat and a gesture) would let somebody take the King of this seat
/// with the next action.
pub(crate) fn threats(search: &mut Search, at: &Position, seat: Seat) -> u32 {
    let mut count = 0;
    for enemy in at.living().without(seat).iter() {
        for gesture in Gesture::ALL {
            count += u32::from(takes(search, at, enemy, gesture.kinds(), seat));
        }
    }
    count
}

/// The seats that an action has put out.
pub(crate) const fn fallen(before: &Position, after: &Position) -> SeatSet {
    before.living().minus(after.living())
}

fn takes(search: &mut Search, at: &Position, enemy: Seat, kinds: Kinds, seat: Seat) -> bool {
    let king = Some(Piece { army: seat, kind: Kind::King });
    let mut moves = Vec::with_capacity(64);
    at.actions_into(enemy, kinds, &mut moves);
    moves.iter().any(|mv| match mv {
        Move::Act(action) | Move::Command(_, action) => match action {
            Action::Step { to, .. } => at.at(*to) == king,
            Action::Push { .. } => {
                search.after(at, mv).is_some_and(|next| fallen(at, &next).has(seat))
            }
            Action::Promote { .. } | Action::Incite { .. } => false,
        },
        Move::Crown(_) => false,
    })
}
