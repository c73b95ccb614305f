//! A player's name: shown beside a fingerprint, never an identity.

use std::fmt;

use crypto::limits::NAME_BYTES;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::plain::is_plain;

/// A name that is safe to print anywhere.
///
/// Invariant: 1 to [`NAME_BYTES`] bytes of visible characters and single inner spaces: no control,
/// format, bidirectional, private-use or invisible character.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// Text that cannot be a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadName {
    /// Nothing visible.
    #[error("a name needs at least one visible character")]
    Empty,
    /// Too long.
    #[error("a name has at most {NAME_BYTES} bytes (24 Chinese characters)")]
    Long,
    /// A character that hides or reorders text.
    #[error("the character U+{0:04X} cannot stand in a name")]
    Character(u32),
}

impl Name {
    /// Reads a name.
    ///
    /// # Errors
    /// Text that is empty, too long, or has a character that could hide or reorder others.
    pub fn new(text: &str) -> Result<Self, BadName> {
        if text.len() > NAME_BYTES {
            return Err(BadName::Long);
        }
        if let Some(bad) = text.chars().find(|c| !is_plain(*c)) {
            return Err(BadName::Character(u32::from(bad)));
        }
        let spaced = text.starts_with(' ') || text.ends_with(' ') || text.contains("  ");
        if text.is_empty() || spaced { Err(BadName::Empty) } else { Ok(Self(text.to_owned())) }
    }

    /// The name that comes nearest to any text: what cannot stand in a name is left out.
    pub fn nearest(text: &str) -> Result<Self, BadName> {
        let plain: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let words: Vec<String> = plain
            .split(' ')
            .map(|word| word.chars().filter(|c| is_plain(*c)).collect())
            .filter(|word: &String| !word.is_empty())
            .collect();
        let mut name = words.join(" ");
        while name.len() > NAME_BYTES {
            name.pop();
        }
        Self::new(name.trim_end())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        Self::new(&text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_42_hostile_names_are_refused() {
        let hostile = [
            "",
            " ",
            " a",
            "a ",
            "a  b",
            "a\nb",
            "a\0b",
            "a\u{1b}[2Jb",
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{2066}b",
            "a\u{feff}b",
            "\u{e000}",
            "a\u{ad}b",
            "\u{5d0}\u{5d1}",
            // A mark that is put on the letter before it.
            "か\u{3099}",
        ];
        for name in hostile {
            assert!(Name::new(name).is_err(), "{name:?}");
        }
        assert_eq!(Name::new(&"长".repeat(25)), Err(BadName::Long));
    }

    #[test]
    fn ordinary_names_stand() {
        for name in ["老王", "a", "Anna-Maria O'Neil", "山口 一郎", "Łukasz", "小明😀"] {
            assert_eq!(Name::new(name).unwrap().as_str(), name);
        }
        assert_eq!(Name::nearest("  a\u{202e}b\n c ").unwrap().as_str(), "ab c");
        assert_eq!(Name::nearest(&"长".repeat(50)).unwrap().as_str(), "长".repeat(24));
        assert_eq!(Name::nearest("\u{200b}"), Err(BadName::Empty));
    }
}
