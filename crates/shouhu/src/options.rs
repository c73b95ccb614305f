//! Options as typed: their names, values, defaults and presets.

use game::options::{name, names, number, word};
use game::{Fault, choice};
use serde::{Deserialize, Serialize};

/// The most points that [`Options::goal`] may ask for.
pub const GOAL_MAX: u16 = 99;
/// The most plies that [`Options::plies`] may ask for.
pub const PLIES_MAX: u16 = 999;
/// The most plies that [`Options::quiet_limit`] may allow.
pub const QUIET_MAX: u16 = 999;

choice! {
    /// Who has red, and so begins.
    Red {
        /// A toss says.
        Toss = "toss",
        /// Seat 0, as agreed before.
        Seat0 = "seat_0",
        /// Seat 1, as agreed before.
        Seat1 = "seat_1",
    }
}
choice! {
    /// How the pieces come on the board.
    Placement {
        /// Both arrange in secret and reveal together.
        Sealed = "sealed",
        /// In the open, one piece a turn, red first.
        Alternate = "alternate",
        /// As the rules say.
        Standard = "standard",
    }
}
choice! {
    /// Where stones lie in the river.
    Stones {
        /// d5 and e5.
        Two = "two",
        /// b5, d5, e5 and g5.
        Four = "four",
        /// On the whole rank.
        Eight = "eight",
        /// Nowhere.
        None = "none",
    }
}
choice! {
    /// Who wins.
    Win {
        /// Who has so many points first.
        FirstTo = "first_to",
        /// Who has more points after so many plies.
        MostAfter = "most_after",
    }
}

/// Options as somebody picked them; they may contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Who has red.
    pub red: Red,
    /// How the pieces come on the board.
    pub placement: Placement,
    /// Where stones lie.
    pub stones: Stones,
    /// Who wins.
    pub win: Win,
    /// The points that win, with `first_to`.
    pub goal: u16,
    /// The plies after which points are counted, with `most_after`.
    pub plies: u16,
    /// This many plies in a row without a point or a captured stone are a draw; 0: no limit.
    pub quiet_limit: u16,
}

impl Options {
    /// Sealed placement, everything by default.
    pub const SEALED: Self = Self {
        red: Red::Toss,
        placement: Placement::Sealed,
        stones: Stones::Two,
        win: Win::FirstTo,
        goal: 4,
        plies: 120,
        quiet_limit: 100,
    };
    /// Placement in the open, one piece a turn.
    pub const ALTERNATE: Self = Self { placement: Placement::Alternate, ..Self::SEALED };
    /// The standard placement.
    pub const STANDARD: Self = Self { placement: Placement::Standard, ..Self::SEALED };
    /// Sealed placement, four stones.
    pub const FOUR_STONES: Self = Self { stones: Stones::Four, ..Self::SEALED };
    /// Sealed placement, a river full of stones.
    pub const EIGHT_STONES: Self = Self { stones: Stones::Eight, ..Self::SEALED };
    /// Sealed placement, no stones.
    pub const NO_STONES: Self = Self { stones: Stones::None, ..Self::SEALED };
    /// Sealed placement, most points after 120 plies.
    pub const MOST_AFTER: Self = Self { win: Win::MostAfter, ..Self::SEALED };
    /// The presets with their names.
    pub const PRESETS: [(&'static str, Self); 7] = [
        ("sealed", Self::SEALED),
        ("alternate", Self::ALTERNATE),
        ("standard", Self::STANDARD),
        ("four-stones", Self::FOUR_STONES),
        ("eight-stones", Self::EIGHT_STONES),
        ("no-stones", Self::NO_STONES),
        ("most-after", Self::MOST_AFTER),
    ];
    /// The options by name.
    pub const KEYS: [&'static str; 7] =
        ["red", "placement", "stones", "win", "goal", "plies", "quiet_limit"];

    /// The preset with this name.
    pub fn preset(name: &str) -> Option<Self> {
        let mut all = Self::PRESETS.into_iter();
        all.find(|(known, _)| *known == name).map(|(_, options)| options)
    }

    /// Sets one option by its name.
    ///
    /// # Errors
    /// No such option, or not a value of it; the fault lists what there is. Nothing is changed.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        match key {
            "red" => self.red = word(key, value, Red::WORDS)?,
            "placement" => self.placement = word(key, value, Placement::WORDS)?,
            "stones" => self.stones = word(key, value, Stones::WORDS)?,
            "win" => self.win = word(key, value, Win::WORDS)?,
            "goal" => self.goal = number(key, value, 1, GOAL_MAX)?,
            "plies" => self.plies = number(key, value, 1, PLIES_MAX)?,
            "quiet_limit" => self.quiet_limit = number(key, value, 0, QUIET_MAX)?,
            _ => {
                let known = Self::KEYS.join(", ");
                return Err(Fault::new(key, format!("no such option; there are {known}")));
            }
        }
        Ok(())
    }

    /// These options with others by name, and beside them every unknown option and wrong value;
    /// contradictions are found by [`crate::Rules::new`].
    pub fn with<'a>(
        mut self,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, Vec<Fault>) {
        let pairs = pairs.into_iter();
        let faults = pairs.filter_map(|(key, value)| self.set(key, value).err()).collect();
        (self, faults)
    }

    /// Every option with its value, as [`Options::set`] takes them.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![
            ("red", name(self.red, Red::WORDS)),
            ("placement", name(self.placement, Placement::WORDS)),
            ("stones", name(self.stones, Stones::WORDS)),
            ("win", name(self.win, Win::WORDS)),
            ("goal", self.goal.to_string()),
            ("plies", self.plies.to_string()),
            ("quiet_limit", self.quiet_limit.to_string()),
        ]
    }

    /// The values that an option may have, or its bounds, for people.
    pub fn values(key: &str) -> Option<String> {
        Some(match key {
            "red" => names(Red::WORDS),
            "placement" => names(Placement::WORDS),
            "stones" => names(Stones::WORDS),
            "win" => names(Win::WORDS),
            "goal" => format!("1 to {GOAL_MAX}"),
            "plies" => format!("1 to {PLIES_MAX}"),
            "quiet_limit" => format!("0 (never) to {QUIET_MAX}"),
            _ => return None,
        })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::SEALED
    }
}
