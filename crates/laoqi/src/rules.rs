//! Options as typed, and the checked rules that they become.

use game::canon::{from_bytes, to_bytes};
use game::options::{name, names, number, word};
use game::{BadRules, Fault};
use serde::{Deserialize, Serialize};

/// The game's name in contracts.
pub const ID: &str = "laoqi";
/// Version of the rules; a change of meaning raises it.
pub const VERSION: u16 = 1;
/// The most missed commits and actions that [`Options::timeouts`] may allow.
pub const TIMEOUTS_MAX: u8 = 99;

/// Which ties on one gesture make it pending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Ties {
    /// Three since it was last pending.
    #[default]
    Cumulative,
    /// Three with no other full showing between.
    Consecutive,
}

/// What becomes of an incited Shield.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Incite {
    /// A Warrior of the colour of the King that incited it.
    #[default]
    Defects,
    /// A Warrior of its own colour.
    Demotes,
}

/// How many Shields of a colour may be promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Promotion {
    /// All, once a Warrior of that colour is lost.
    #[default]
    AnyLoss,
    /// At most as many as Warriors of that colour are lost.
    OnePerLoss,
}

/// Whether the fifth seat starts with the iron crown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Crown {
    /// It does; without effect for fewer than five seats.
    #[default]
    On,
    /// There is no crown.
    Off,
}

/// Options as somebody picked them; they may contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// How many seats, 2 to 5.
    pub seats: u8,
    /// Which ties make a gesture pending.
    pub ties: Ties,
    /// What becomes of an incited Shield.
    pub incite: Incite,
    /// How many Shields may be promoted.
    pub promotion: Promotion,
    /// Whether there is an iron crown.
    pub crown: Crown,
    /// Plies without capture, promotion or incitement that make a draw; 0: never.
    pub quiet_limit: u16,
    /// Missed commits and actions that a seat may have; one more puts it out.
    pub timeouts: u8,
}

const TIES: [(&str, Ties); 2] =
    [("cumulative", Ties::Cumulative), ("consecutive", Ties::Consecutive)];
const INCITE: [(&str, Incite); 2] = [("defects", Incite::Defects), ("demotes", Incite::Demotes)];
const PROMOTION: [(&str, Promotion); 2] =
    [("any_loss", Promotion::AnyLoss), ("one_per_loss", Promotion::OnePerLoss)];
const CROWN: [(&str, Crown); 2] = [("on", Crown::On), ("off", Crown::Off)];

impl Options {
    /// Two seats, everything else by default.
    pub const TWO: Self = Self::with_seats(2);
    /// Three seats.
    pub const THREE: Self = Self::with_seats(3);
    /// Four seats.
    pub const FOUR: Self = Self::with_seats(4);
    /// Five seats, with the iron crown.
    pub const FIVE: Self = Self::with_seats(5);
    /// The presets with their names.
    pub const PRESETS: [(&'static str, Self); 4] =
        [("two", Self::TWO), ("three", Self::THREE), ("four", Self::FOUR), ("five", Self::FIVE)];
    /// The options by name.
    pub const KEYS: [&'static str; 7] =
        ["seats", "ties", "incite", "promotion", "crown", "quiet_limit", "timeouts"];

    const fn with_seats(seats: u8) -> Self {
        Self {
            seats,
            ties: Ties::Cumulative,
            incite: Incite::Defects,
            promotion: Promotion::AnyLoss,
            crown: Crown::On,
            quiet_limit: 200,
            timeouts: 3,
        }
    }

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
            "seats" => self.seats = number(key, value, 2, 5)?,
            "ties" => self.ties = word(key, value, &TIES)?,
            "incite" => self.incite = word(key, value, &INCITE)?,
            "promotion" => self.promotion = word(key, value, &PROMOTION)?,
            "crown" => self.crown = word(key, value, &CROWN)?,
            "quiet_limit" => self.quiet_limit = number(key, value, 0, u16::MAX)?,
            "timeouts" => self.timeouts = number(key, value, 0, TIMEOUTS_MAX)?,
            _ => {
                let known = Self::KEYS.join(", ");
                return Err(Fault::new(key, format!("no such option; there are {known}")));
            }
        }
        Ok(())
    }

    /// Every option with its value, as [`Options::set`] takes them.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![
            ("seats", self.seats.to_string()),
            ("ties", name(self.ties, &TIES)),
            ("incite", name(self.incite, &INCITE)),
            ("promotion", name(self.promotion, &PROMOTION)),
            ("crown", name(self.crown, &CROWN)),
            ("quiet_limit", self.quiet_limit.to_string()),
            ("timeouts", self.timeouts.to_string()),
        ]
    }

    /// The values that an option may have, or its bounds, for people.
    pub fn values(key: &str) -> Option<String> {
        match key {
            "seats" => Some("2, 3, 4 or 5".into()),
            "ties" => Some(names(&TIES)),
            "incite" => Some(names(&INCITE)),
            "promotion" => Some(names(&PROMOTION)),
            "crown" => Some(names(&CROWN)),
            "quiet_limit" => Some(format!("0 (never) to {}", u16::MAX)),
            "timeouts" => Some(format!("0 to {TIMEOUTS_MAX}")),
            _ => None,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::TWO
    }
}

/// The rules that these options make, on top of the defaults.
///
/// # Errors
/// Every unknown option, wrong value and contradiction at once.
pub fn rules_from_pairs<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Rules, Vec<Fault>> {
    let mut options = Options::default();
    let mut faults = Vec::new();
    for (key, value) in pairs {
        if let Err(fault) = options.set(key, value) {
            faults.push(fault);
        }
    }
    match Rules::new(&options) {
        Ok(rules) if faults.is_empty() => Ok(rules),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more);
            Err(faults)
        }
    }
}

/// Checked options: only [`Rules::new`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules(Options);

impl Rules {
    /// The options as checked rules.
    ///
    /// # Errors
    /// Every fault and contradiction at once. An option without effect must keep its default.
    pub fn new(options: &Options) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        if !(2..=5).contains(&options.seats) {
            let seats = options.seats;
            faults.push(Fault::new("seats", format!("{seats}: there are boards for 2 to 5")));
        }
        if options.crown == Crown::Off && options.seats != 5 {
            let reason = "only five seats have an iron crown to switch off; leave it on";
            faults.push(Fault::new("crown", reason));
        }
        if options.timeouts > TIMEOUTS_MAX {
            let reason = format!("{}: at most {TIMEOUTS_MAX}", options.timeouts);
            faults.push(Fault::new("timeouts", reason));
        }
        if faults.is_empty() { Ok(Self(*options)) } else { Err(faults) }
    }

    /// The options that made them.
    pub const fn options(&self) -> &Options {
        &self.0
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
