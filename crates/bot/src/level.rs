//! How well a bot plays, over all games of the catalog.

use catalog::{Any, Choice, Move, Position, Secret};
use game::{Game, Known, Seat};
use junqi::Junqi;
use laoqi::Laoqi;
use shouhu::Shouhu;

use crate::contender::Contender;
use crate::dice::Dice;
use crate::junqi::Tactician;
use crate::player::{Decision, Draw, Player};
use crate::random::Random;
use crate::shouhu::Warden;

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

    /// Its player of 守护棋.
    pub fn shouhu(self) -> &'static dyn Player<Shouhu> {
        match self {
            Self::Random => &Random,
            Self::Quick => &Warden::ONE_PLY,
            Self::Strong => &Warden::STRONG,
        }
    }

    /// Its player of 军棋.
    pub fn junqi(self) -> &'static dyn Player<Junqi> {
        match self {
            Self::Random => &Random,
            Self::Quick => &Tactician::QUICK,
            Self::Strong => &Tactician::STRONG,
        }
    }
}

/// Plays a position of one game for a [`Level`].
macro_rules! in_game {
    ($name:ident, $player:expr, $at:ident, $known:ident, $seat:ident, $dice:ident) => {{
        let known = in_one($known, |secret| match secret {
            Secret::$name(it) => Some(it.clone()),
            _ => None,
        });
        let decision = $player.decide($at, &known, $seat, $dice)?;
        Some(match decision {
            Decision::Move(it) => Decision::Move(Move::$name(it)),
            Decision::Choice(it) => Decision::Choice(Choice::$name(it)),
            Decision::Secret(it) => Decision::Secret(Secret::$name(it)),
        })
    }};
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
            Position::Laoqi(at) => in_game!(Laoqi, self.laoqi(), at, known, seat, dice),
            Position::Junqi(at) => in_game!(Junqi, self.junqi(), at, known, seat, dice),
            Position::Shouhu(at) => in_game!(Shouhu, self.shouhu(), at, known, seat, dice),
        }
    }

    fn draw(&self, at: &Position, known: &Known<Any>, seat: Seat) -> Draw {
        match at {
            Position::Laoqi(at) => self.laoqi().draw(at, &in_one(known, |_| None), seat),
            Position::Junqi(at) => {
                let known = in_one(known, |secret| match secret {
                    Secret::Junqi(it) => Some(*it),
                    Secret::Laoqi(_) | Secret::Shouhu(_) => None,
                });
                self.junqi().draw(at, &known, seat)
            }
            Position::Shouhu(at) => self.shouhu().draw(at, &in_one(known, |_| None), seat),
        }
    }
}

/// What a seat knows, as one game has it.
fn in_one<G: Game>(known: &Known<Any>, of: impl Fn(&Secret) -> Option<G::Secret>) -> Known<G> {
    let secrets = known.secrets.iter();
    let secrets = secrets.filter_map(|(seat, secret)| Some((*seat, of(secret)?))).collect();
    Known { viewer: known.viewer, secrets }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use catalog::GameName;
    use game::{Answer, Claim, Event, Game as _, Hiding, Kind, Kinds, PieceId, Showing, Waits};

    use super::*;

    #[test]
    fn names_lead_back_to_levels() {
        assert!(Level::ALL.into_iter().all(|level| Level::named(level.name()) == Some(level)));
        assert_eq!(Level::named("brilliant"), None);
    }

    /// One game in one process; it settles claims by everybody's secrets, which no player sees.
    struct Game {
        at: Position,
        secrets: BTreeMap<Seat, Secret>,
        dice: Dice,
    }

    impl Kinds for Game {
        fn kind(&self, piece: PieceId) -> Option<Kind> {
            self.secrets.values().find_map(|secret| Any::kind(secret, piece))
        }

        fn army(&self, seat: Seat) -> Option<Vec<PieceId>> {
            self.secrets.get(&seat).map(Any::army)
        }
    }

    impl Game {
        fn ask(&mut self, seat: Seat) -> Decision<Any> {
            let level = Level::ALL[seat.index() % 3];
            let own = self.secrets.get(&seat).map(|secret| (seat, secret.clone()));
            let known = Known { viewer: Some(seat), secrets: own.into_iter().collect() };
            level.decide(&self.at, &known, seat, &mut self.dice).expect("the seat is due")
        }

        /// What happens next; none if the game is over.
        fn event(&mut self, hiding: &Hiding) -> Option<Event<Any>> {
            Some(match Any::waits(&self.at) {
                Waits::Move(seat) => match self.ask(seat) {
                    Decision::Move(mv) => {
                        let owed = Any::owes(&self.at, seat, &mv).expect("a legal move");
                        assert!(owed.iter().all(|claim| claim.holds(hiding, self)), "{mv:?}");
                        Event::Moved(seat, mv)
                    }
                    other => panic!("{other:?}"),
                },
                Waits::Choices(due) => {
                    let showing = |seat| match self.ask(seat) {
                        Decision::Choice(choice) => (seat, Showing::Shown(choice)),
                        other => panic!("{other:?}"),
                    };
                    Event::Unsealed(due.iter().map(showing).collect())
                }
                Waits::Deployments(due) => {
                    for seat in due.iter() {
                        let Decision::Secret(secret) = self.ask(seat) else { panic!("{seat:?}") };
                        self.secrets.insert(seat, secret);
                    }
                    Event::Deployed(due)
                }
                Waits::Toss { below, .. } => {
                    Event::Tossed(self.dice.below(u32::from(below)).try_into().unwrap())
                }
                Waits::Rulings(claims) => {
                    let ruled = |(claim, _): &(Claim, _)| claim.settle(hiding, self).unwrap();
                    Event::Ruled(claims.iter().map(ruled).map(Answer::Ruled).collect())
                }
                Waits::Nothing(_) => return None,
            })
        }
    }

    /// Every preset of every game of the catalog, each level against the others, for some time.
    #[test]
    fn every_level_plays_every_game() {
        for preset in GameName::ALL.into_iter().flat_map(GameName::presets) {
            let rules = Any::rules(&preset.options).unwrap();
            let hiding = Any::hiding(&rules).unwrap_or_default();
            let dice = Dice::new([5; 32]);
            let mut game = Game { at: Any::start(&rules), secrets: BTreeMap::new(), dice };
            for _ in 0..60 {
                let Some(event) = game.event(&hiding) else { break };
                Any::apply(&mut game.at, &event).expect("a legal decision");
            }
            assert!(Any::ply(&game.at).0 > 5, "{}", preset.name);
        }
    }
}
