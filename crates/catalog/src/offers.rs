//! What can be played: games, presets, and options by name.

use game::{Fault, Game};

use crate::any::{Any, Options, Rules};

/// A game of the catalog.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GameName {
    /// 劳棋.
    Laoqi,
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
    pub const ALL: [Self; 1] = [Self::Laoqi];

    /// The name in contracts and commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Laoqi => laoqi::ID,
        }
    }

    /// The version of its rules in this program.
    pub const fn version(self) -> u16 {
        match self {
            Self::Laoqi => laoqi::VERSION,
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
        }
    }

    /// Its rules as text, in Markdown.
    pub const fn rulebook(self) -> &'static str {
        match self {
            Self::Laoqi => include_str!("../../laoqi/rules.md"),
        }
    }

    /// The rules that `key=value` words make, on top of a preset if the first word names one, else
    /// of the default.
    ///
    /// # Errors
    /// Every word that is not understood and every contradiction at once.
    pub fn rules<'a>(self, words: impl IntoIterator<Item = &'a str>) -> Result<Rules, Vec<Fault>> {
        let mut words = words.into_iter().peekable();
        match self {
            Self::Laoqi => {
                let preset = words.peek().and_then(|word| laoqi::Options::preset(word));
                let mut options = preset.unwrap_or_default();
                let set = |key: &str, value: &str| options.set(key, value);
                let mut faults = set_all(words.skip(usize::from(preset.is_some())), set);
                match Any::rules(&Options::Laoqi(options)) {
                    Ok(rules) if faults.is_empty() => Ok(rules),
                    Ok(_) => Err(faults),
                    Err(more) => {
                        faults.extend(more);
                        Err(faults)
                    }
                }
            }
        }
    }
}

impl Rules {
    /// Which game.
    pub const fn game(&self) -> GameName {
        match self {
            Self::Laoqi(_) => GameName::Laoqi,
        }
    }

    /// Every option with its value, in a fixed order.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Laoqi(rules) => rules.options().pairs(),
        }
    }
}

fn set_all<'a>(
    words: impl Iterator<Item = &'a str>,
    mut set: impl FnMut(&str, &str) -> Result<(), Fault>,
) -> Vec<Fault> {
    words
        .filter_map(|word| match word.split_once('=') {
            Some((key, value)) => set(key.trim(), value.trim()).err(),
            None => Some(Fault::new(word, "write options as name=value")),
        })
        .collect()
}
