//! How well a bot plays, over all games of the catalog.

use catalog::{Any, Choice, Move, Position, Secret};
use game::{Known, Seat};
use laoqi::Laoqi;

use crate::contender::Contender;
use crate::dice::Dice;
use crate::player::{Decision, Draw, Player};
use crate::random::Random;

/// A player of every game: which player it is depends on the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Anything legal.
    Random,
    /// Looks at what it can do.
    Quick,
    /// Looks at what others can do about it.
    Strong,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Quick, Self::Strong];

    /// Its name in options and commands: ASCII.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Quick => "quick",
            Self::Strong => "strong",
        }
    }

    /// The level with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Its player of 劳棋.
    pub fn laoqi(self) -> &'static dyn Player<Laoqi> {
        match self {
            Self::Random => &Random,
            Self::Quick => &Contender::QUICK,
            Self::Strong => &Contender::STRONG,
        }
    }
}

impl Player<Any> for Level {
    fn decide(
        &self,
        at: &Position,
        known: &Known<Any>,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Decision<Any>> {
        match at {
            Position::Laoqi(at) => {
                let decision = self.laoqi().decide(at, &in_laoqi(known), seat, dice)?;
                Some(match decision {
                    Decision::Move(it) => Decision::Move(Move::Laoqi(it)),
                    Decision::Choice(it) => Decision::Choice(Choice::Laoqi(it)),
                    Decision::Secret(it) => Decision::Secret(Secret::Laoqi(it)),
                })
            }
        }
    }

    fn draw(&self, at: &Position, known: &Known<Any>, seat: Seat) -> Draw {
        match at {
            Position::Laoqi(at) => self.laoqi().draw(at, &in_laoqi(known), seat),
        }
    }
}

/// What a seat knows in 劳棋, which has no secrets.
fn in_laoqi(known: &Known<Any>) -> Known<Laoqi> {
    let mut own = Known::public();
    own.viewer = known.viewer;
    own
}

#[cfg(test)]
mod tests {
    use catalog::GameName;
    use game::{Event, Game, Showing, Waits};

    use super::*;

    #[test]
    fn names_lead_back_to_levels() {
        assert!(Level::ALL.into_iter().all(|level| Level::named(level.name()) == Some(level)));
        assert_eq!(Level::named("brilliant"), None);
    }

    /// Every game of the catalog, each level against the others, for some time.
    #[test]
    fn every_level_plays_every_game() {
        for preset in GameName::ALL.into_iter().flat_map(GameName::presets) {
            let mut at = Any::start(&Any::rules(&preset.options).unwrap());
            let mut dice = Dice::new([5; 32]);
            let mut ask = |at: &Position, seat: Seat| {
                let level = Level::ALL[seat.index() % 3];
                level.decide(at, &Known::of(seat), seat, &mut dice).expect("the seat is due")
            };
            for _ in 0..60 {
                let event = match Any::waits(&at) {
                    Waits::Move(seat) => match ask(&at, seat) {
                        Decision::Move(mv) => Event::Moved(seat, mv),
                        other => panic!("{other:?}"),
                    },
                    Waits::Choices(due) => {
                        let showing = |seat| match ask(&at, seat) {
                            Decision::Choice(choice) => (seat, Showing::Shown(choice)),
                            other => panic!("{other:?}"),
                        };
                        Event::Unsealed(due.iter().map(showing).collect())
                    }
                    _ => break,
                };
                Any::apply(&mut at, &event).expect("a legal decision");
            }
            assert!(Any::ply(&at).0 > 5, "{}", preset.name);
        }
    }
}
