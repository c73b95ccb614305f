//! Checked options, and every reason why options are none.

use game::canon::{from_bytes, to_bytes};
use game::{BadRules, Fault, Seat, SeatSet};

use crate::board;
use crate::cells::Cells;
use crate::options::{GOAL_MAX, Options, PLIES_MAX, QUIET_MAX, Red, Stones, Win};

/// The game's name in contracts.
pub const ID: &str = "shouhu";
/// Version of the rules; a change of meaning raises it.
pub const VERSION: u16 = 1;
/// Both seats.
pub const SEATS: SeatSet = SeatSet::first(2);

/// Checked options: only [`Rules::new`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules(Options);

impl Rules {
    /// The options as checked rules.
    ///
    /// # Errors
    /// Every fault and contradiction at once. An option without effect must keep its default.
    pub fn new(options: &Options) -> Result<Self, Vec<Fault>> {
        let Options { win, goal, plies, quiet_limit, .. } = *options;
        let mut faults = Vec::new();
        let mut unless = |is_right: bool, key: &str, reason: String| {
            if !is_right {
                faults.push(Fault::new(key, reason));
            }
        };
        let default = Options::SEALED;
        let counts = win == Win::MostAfter;
        unless((1..=GOAL_MAX).contains(&goal), "goal", format!("1 to {GOAL_MAX} points"));
        unless((1..=PLIES_MAX).contains(&plies), "plies", format!("1 to {PLIES_MAX} plies"));
        unless(quiet_limit <= QUIET_MAX, "quiet_limit", format!("at most {QUIET_MAX} plies"));
        let reason = "only win=first_to has a goal; leave it at 4";
        unless(!counts || goal == default.goal, "goal", reason.into());
        let reason = "only win=most_after counts plies; leave it at 120";
        unless(counts || plies == default.plies, "plies", reason.into());
        let acts = |limit: u16| limit > 0 && limit < plies;
        let is_off = quiet_limit == 0 && acts(default.quiet_limit);
        let has_effect = !counts || acts(quiet_limit) || is_off;
        let reason =
            format!("with plies={plies} it never acts; take one below that, or leave it at 100");
        unless(has_effect || quiet_limit == default.quiet_limit, "quiet_limit", reason);
        if faults.is_empty() { Ok(Self(*options)) } else { Err(faults) }
    }

    /// The options that made them.
    pub const fn options(&self) -> &Options {
        &self.0
    }

    /// Who has red, if that is agreed and not tossed.
    pub const fn red(&self) -> Option<Seat> {
        match self.0.red {
            Red::Toss => None,
            Red::Seat0 => Some(Seat::of(0)),
            Red::Seat1 => Some(Seat::of(1)),
        }
    }

    /// Where stones lie at the start.
    pub const fn stones(&self) -> Cells {
        match self.0.stones {
            Stones::Two => board::stones(0b0001_1000),
            Stones::Four => board::stones(0b0101_1010),
            Stones::Eight => board::stones(0b1111_1111),
            Stones::None => Cells::NONE,
        }
    }

    /// Canonical bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        to_bytes(&self.0, &mut out);
        out
    }

    /// Reads what [`Rules::encode`] wrote.
    ///
    /// # Errors
    /// Another game or version, or bytes that are not canonical rules.
    pub fn decode(id: &str, version: u16, bytes: &[u8]) -> Result<Self, BadRules> {
        if id != ID {
            return Err(BadRules::UnknownGame(id.to_owned()));
        }
        if version != VERSION {
            return Err(BadRules::UnknownVersion { game: ID, asked: version, known: VERSION });
        }
        let options = from_bytes("rules", bytes).map_err(|_| BadRules::Malformed)?;
        Self::new(&options).map_err(|_| BadRules::Malformed)
    }
}

/// The rules that these options make, on top of the defaults.
///
/// # Errors
/// Every unknown option, wrong value and contradiction at once.
pub fn rules_from_pairs<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Rules, Vec<Fault>> {
    let (options, mut faults) = Options::default().with(pairs);
    match Rules::new(&options) {
        Ok(rules) if faults.is_empty() => Ok(rules),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more);
            Err(faults)
        }
    }
}
