//! Players that see only what their seat may see.
//!
//! A [`Player`] is told the position, what its seat knows and its own [`Dice`], and nothing else;
//! so it cannot see another seat's secret. Time plays no part: effort is counted in nodes, and the
//! same seed gives the same decisions everywhere. [`Level`] plays every game of the catalog.
//!
//! ```
//! use bot::{Contender, Decision, Dice, Player};
//! use game::{Game, Known, Seat};
//! use laoqi::{Laoqi, Options, Rules};
//!
//! let at = Laoqi::start(&Rules::new(&Options::TWO).unwrap());
//! let seat = Seat::of(0);
//! // In earnest the seed comes from the operating system.
//! let mut dice = Dice::new([7; 32]);
//! let decision = Contender::STRONG.decide(&at, &Known::of(seat), seat, &mut dice);
//! assert!(matches!(decision, Some(Decision::Choice(_))));
//! ```

mod contender;
mod dice;
mod junqi;
mod level;
mod player;
mod random;
mod shouhu;

pub use crate::contender::{Contender, FLOOR, Mixture, NODES_MAX, PARTS};
pub use crate::dice::Dice;
pub use crate::junqi::{Effort, Tactician};
pub use crate::level::Level;
pub use crate::player::{Decision, Draw, Player};
pub use crate::random::Random;
pub use crate::shouhu::Warden;
