//! What can be played: games, presets, and options by name.

use game::{Fault, Game};

use crate::any::{Any, Options, Rules};

/// A game of the catalog.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GameName {
    /// 劳棋.
    Laoqi,
    /// 军棋.
    Junqi,
    /// 守护棋.
    Shouhu,
}

/// A named set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name in commands.
    pub name: &'static str,
    /// Its options.
    pub options: Options,
}

impl GameName {
    /// All games.
    pub const ALL: [Self; 3] = [Self::Laoqi, Self::Junqi, Self::Shouhu];

    /// The name in contracts and commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Laoqi => laoqi::ID,
            Self::Junqi => junqi::ID,
            Self::Shouhu => shouhu::ID,
        }
    }

    /// The version of its rules in this program.
    pub const fn version(self) -> u16 {
        match self {
            Self::Laoqi => laoqi::VERSION,
            Self::Junqi => junqi::VERSION,
            Self::Shouhu => shouhu::VERSION,
        }
    }

    /// The game with this name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.id() == id)
    }

    /// Its presets, the default first.
    pub fn presets(self) -> Vec<Preset> {
        match self {
            Self::Laoqi => laoqi::Options::PRESETS
                .into_iter()
                .map(|(name, options)| Preset { name, options: Options::Laoqi(options) })
                .collect(),
            Self::Junqi => junqi::Options::PRESETS
                .into_iter()
                .map(|(name, options)| Preset { name, options: Options::Junqi(options) })
                .collect(),
            Self::Shouhu => shouhu::Options::PRESETS
                .into_iter()
                .map(|(name, options)| Preset { name, options: Options::Shouhu(options) })
                .collect(),
        }
    }

    /// Layouts to begin with, by name: legal by every preset that has layouts.
    pub const fn layouts(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Laoqi => &[],
            Self::Shouhu => &[("standard", "RNB..BNR/..AP.A../.C....C./P.P..P.P")],
            Self::Junqi => &[("standard", "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE")],
        }
    }

    /// Its rules as text, in Markdown.
    pub const fn rulebook(self) -> &'static str {
        match self {
            Self::Laoqi => include_str!("../../laoqi/rules.md"),
            Self::Junqi => include_str!("../../junqi/rules.md"),
            Self::Shouhu => include_str!("../../shouhu/rules.md"),
        }
    }

    /// The rules that `key=value` words make, on top of a preset if the first word names one, else
    /// of the default.
    ///
    /// # Errors
    /// Every word that is not understood and every contradiction at once.
    pub fn rules<'a>(self, words: impl IntoIterator<Item = &'a str>) -> Result<Rules, Vec<Fault>> {
        let mut words = words.into_iter().peekable();
        let preset = words.peek().and_then(|word| self.preset(word));
        let words = words.skip(usize::from(preset.is_some()));
        let (pairs, mut faults) = pairs_of(words);
        let (options, more) = preset.unwrap_or_else(|| self.usual()).with(pairs);
        faults.extend(more);
        match Any::rules(&options) {
            Ok(rules) if faults.is_empty() => Ok(rules),
            Ok(_) => Err(faults),
            Err(more) => {
                faults.extend(more);
                Err(faults)
            }
        }
    }

    /// The options of the preset with this name.
    pub fn preset(self, name: &str) -> Option<Options> {
        self.presets().into_iter().find(|preset| preset.name == name).map(|preset| preset.options)
    }

    /// Its options if nothing else is said.
    pub fn usual(self) -> Options {
        match self {
            Self::Laoqi => Options::Laoqi(laoqi::Options::default()),
            Self::Junqi => Options::Junqi(junqi::Options::default()),
            Self::Shouhu => Options::Shouhu(shouhu::Options::default()),
        }
    }
}

impl Options {
    /// These with others by name, and every unknown option or wrong value.
    fn with<'a>(self, pairs: Vec<(&'a str, &'a str)>) -> (Self, Vec<Fault>) {
        match self {
            Self::Laoqi(mut options) => {
                let set = |(key, value)| options.set(key, value).err();
                let faults = pairs.into_iter().filter_map(set).collect();
                (Self::Laoqi(options), faults)
            }
            Self::Junqi(options) => {
                let (options, faults) = options.with(pairs);
                (Self::Junqi(options), faults)
            }
            Self::Shouhu(options) => {
                let (options, faults) = options.with(pairs);
                (Self::Shouhu(options), faults)
            }
        }
    }
}

impl Rules {
    /// Which game.
    pub const fn game(&self) -> GameName {
        match self {
            Self::Laoqi(_) => GameName::Laoqi,
            Self::Junqi(_) => GameName::Junqi,
            Self::Shouhu(_) => GameName::Shouhu,
        }
    }

    /// The same with everything seen, where something is hidden: the same moves, for counts of them.
    #[must_use]
    pub fn laid_open(&self) -> Self {
        match self {
            Self::Laoqi(rules) => Self::Laoqi(*rules),
            Self::Junqi(rules) => Self::Junqi(rules.laid_open()),
            Self::Shouhu(rules) => Self::Shouhu(*rules),
        }
    }

    /// Every option with its value, in a fixed order.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Laoqi(rules) => rules.options().pairs(),
            Self::Junqi(rules) => rules.options().pairs(),
            Self::Shouhu(rules) => rules.options().pairs(),
        }
    }
}

/// The `key=value` words, and a fault for each word that is none.
fn pairs_of<'a>(words: impl Iterator<Item = &'a str>) -> (Vec<(&'a str, &'a str)>, Vec<Fault>) {
    let (mut pairs, mut faults) = (Vec::new(), Vec::new());
    for word in words {
        match word.split_once('=') {
            Some((key, value)) => pairs.push((key.trim(), value.trim())),
            None => faults.push(Fault::new(word, "write options as name=value")),
        }
    }
    (pairs, faults)
}
