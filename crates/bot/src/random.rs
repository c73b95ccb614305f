//! The weakest player, and the only one that plays every game.

use game::{Game, Known, Seat, Waits};

use crate::dice::Dice;
use crate::player::{Decision, Draw, Player};

/// Picks among all that is legal, each as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn decide(
        &self,
        at: &G::Position,
        known: &Known<G>,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Decision<G>> {
        let mut below = |n: u32| dice.below(n);
        match G::waits(at) {
            Waits::Move(due) if due == seat => {
                let moves = G::moves(at, seat, known);
                dice.one_of(&moves).cloned().map(Decision::Move)
            }
            Waits::Choices(due) if due.has(seat) => {
                Some(Decision::Choice(G::any_choice(at, seat, &mut below)))
            }
            Waits::Deployments(due) if due.has(seat) => {
                G::any_secret(at, seat, &mut below).map(Decision::Secret)
            }
            _ => None,
        }
    }

    fn draw(&self, _: &G::Position, _: &Known<G>, _: Seat) -> Draw {
        Draw::Decline
    }
}
