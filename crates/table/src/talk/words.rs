//! What can be said at a table: a line of plain text, or a phrase that everybody reads in his own
//! language.

use std::fmt;

use record::is_plain;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Characters of a line at most: what is longer is a letter, not a word across the table.
pub const LINE_CHARS: usize = 200;
/// Its bytes at most: no character has more than four.
const LINE_BYTES: usize = 4 * LINE_CHARS;

/// A line that is safe to print anywhere.
///
/// Invariant: 1 to [`LINE_CHARS`] plain characters (those of a name), no space at either end. So
/// nothing in it breaks the line, hides, reorders, piles up or steers a terminal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Line(String);

/// Text that cannot be said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
pub enum BadLine {
    /// Nothing visible.
    #[error("there is nothing to say in it")]
    Empty,
    /// Too long.
    #[error("a line has at most {LINE_CHARS} characters")]
    Long,
    /// A character that hides, reorders or steers.
    #[error("the character U+{0:04X} cannot be said")]
    Character(u32),
}

impl Line {
    /// Reads a line as it is.
    ///
    /// # Errors
    /// Text that is empty or too long, or has a character that could hide or reorder others.
    pub fn new(text: &str) -> Result<Self, BadLine> {
        if text.len() > LINE_BYTES || text.chars().count() > LINE_CHARS {
            return Err(BadLine::Long);
        }
        if let Some(bad) = text.chars().find(|c| !is_plain(*c)) {
            return Err(BadLine::Character(u32::from(bad)));
        }
        let is_spaced = text.starts_with(' ') || text.ends_with(' ');
        if text.is_empty() || is_spaced { Err(BadLine::Empty) } else { Ok(Self(text.to_owned())) }
    }

    /// The line that somebody has typed or pasted: line breaks are spaces, and what cannot be said
    /// is left out.
    ///
    /// # Errors
    /// Nothing is left, or too much: nothing is cut off unseen.
    pub fn typed(text: &str) -> Result<Self, BadLine> {
        // What is far too long is not looked at.
        if text.len() > 16 * LINE_BYTES {
            return Err(BadLine::Long);
        }
        let spaced = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
        let plain: String = spaced.filter(|c| is_plain(*c)).collect();
        Self::new(plain.trim_matches(' '))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Line {
    type Error = BadLine;

    fn try_from(text: String) -> Result<Self, BadLine> {
        Self::new(&text)
    }
}

impl From<Line> for String {
    fn from(line: Line) -> Self {
        line.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A phrase that is sent as a number. The order is that of the tags on the wire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Phrase {
    /// 你好
    Hello,
    /// 请稍等
    Wait,
    /// 我回来了
    Back,
    /// 好棋
    WellPlayed,
    /// 请快一点
    Hurry,
    /// 不好意思
    Sorry,
    /// 谢谢
    Thanks,
    /// 再来一局
    Again,
    /// 再见
    Bye,
}

impl Phrase {
    /// All of them, in order.
    pub const ALL: [Self; 9] = [
        Self::Hello,
        Self::Wait,
        Self::Back,
        Self::WellPlayed,
        Self::Hurry,
        Self::Sorry,
        Self::Thanks,
        Self::Again,
        Self::Bye,
    ];
}

/// What somebody says.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Words {
    /// One of the phrases.
    Phrase(Phrase),
    /// What he has typed.
    Line(Line),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_do_harm_cannot_be_said() {
        let long = "长".repeat(LINE_CHARS);
        assert_eq!(Line::new(&long).map(String::from), Ok(long.clone()));
        for (text, error) in [
            ("", BadLine::Empty),
            (" ", BadLine::Empty),
            (" a", BadLine::Empty),
            ("a ", BadLine::Empty),
            (&format!("{long}长"), BadLine::Long),
            (&"a".repeat(1_000_000), BadLine::Long),
            ("a\nb", BadLine::Character(0xa)),
            ("a\rb", BadLine::Character(0xd)),
            ("a\tb", BadLine::Character(0x9)),
            ("a\u{2028}b", BadLine::Character(0x2028)),
            ("a\0", BadLine::Character(0)),
            ("\u{1b}[2J", BadLine::Character(0x1b)),
            ("a\u{9b}2J", BadLine::Character(0x9b)),
            ("a\u{202e}b", BadLine::Character(0x202e)),
            ("a\u{2066}b", BadLine::Character(0x2066)),
            ("a\u{200b}b", BadLine::Character(0x200b)),
            ("a\u{200d}b", BadLine::Character(0x200d)),
            ("a\u{ad}b", BadLine::Character(0xad)),
            ("\u{3164}", BadLine::Character(0x3164)),
            ("\u{2800}", BadLine::Character(0x2800)),
            ("\u{e000}", BadLine::Character(0xe000)),
            ("e\u{301}", BadLine::Character(0x301)),
            ("か\u{3099}", BadLine::Character(0x3099)),
            ("\u{e0041}", BadLine::Character(0xe0041)),
            ("\u{5d0}", BadLine::Character(0x5d0)),
        ] {
            assert_eq!(Line::new(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn what_is_typed_loses_what_cannot_be_said_and_nothing_else() {
        for (typed, said) in [
            ("你好", Ok("你好")),
            ("  好 棋！ \n", Ok("好 棋！")),
            ("one\r\ntwo", Ok("one  two")),
            ("👍\u{fe0f}", Ok("👍")),
            ("a\u{202e}b\u{1b}[31m", Ok("ab[31m")),
            ("\u{200b}\n\u{feff}", Err(BadLine::Empty)),
        ] {
            let line = Line::typed(typed);
            assert_eq!(line.as_ref().map(Line::as_str), said.as_ref().copied(), "{typed:?}");
        }
        assert_eq!(Line::typed(&"长".repeat(LINE_CHARS + 1)), Err(BadLine::Long));
        assert_eq!(Line::typed(&"a".repeat(1_000_000)), Err(BadLine::Long));
    }

    #[test]
    fn every_phrase_has_its_number() {
        for (number, phrase) in (0..).zip(Phrase::ALL) {
            let mut bytes = Vec::new();
            game::canon::to_bytes(&phrase, &mut bytes);
            assert_eq!(bytes, [number]);
        }
        assert!(game::canon::from_bytes::<Phrase>("phrase", &[9]).is_err());
    }
}
