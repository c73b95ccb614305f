//! Links that people send each other: bytes with a check, in letters that survive a chat.
//!
//! `qiyue://` ‖ kind ‖ `/` ‖ base32 (RFC 4648, no padding, any case) of
//! version u8 ‖ length u16 LE ‖ payload ‖ check, where the check is the first four bytes of
//! SHA-256("qiyue/link/v1" ‖ 0 ‖ kind ‖ version ‖ length ‖ payload). In capitals it is text of a QR
//! code's alphanumeric kind.

pub(crate) mod parts;

use crypto::labels;
use data_encoding::{BASE32_NOPAD, BASE32_NOPAD_NOCASE};
use game::Digest;

use crate::invitation::InvitationError;

/// The version of links that this program writes and reads.
pub(crate) const VERSION: u8 = 1;
/// Bytes of a payload at most: a QR code of its letters can still be read from a screen.
pub(crate) const PAYLOAD: usize = 640;
/// Bytes of a pasted text that are looked at.
const TEXT: usize = 16 * 1024;
/// Letters of the version and the length.
const HEAD: usize = 5;
const SCHEME: &str = "qiyue://";

/// What a link leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A room.
    Room,
    /// A relay.
    Relay,
}

impl Kind {
    const fn letter(self) -> char {
        match self {
            Self::Room => 'j',
            Self::Relay => 'r',
        }
    }

    fn of(letter: char) -> Option<Self> {
        [Self::Room, Self::Relay].into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A link of this payload, which has at most [`PAYLOAD`] bytes: longer ones are cut, and the check
/// of what is left does not come out.
pub(crate) fn write(kind: Kind, payload: &[u8]) -> String {
    let length = u16::try_from(payload.len()).unwrap_or(u16::MAX);
    let mut bytes = vec![VERSION];
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend(payload.iter().take(PAYLOAD));
    let check = check(kind, &bytes);
    bytes.extend_from_slice(&check);
    let letters = BASE32_NOPAD.encode(&bytes).to_ascii_lowercase();
    format!("{SCHEME}{}/{letters}", kind.letter())
}

/// The payload of the first link of this kind in a text, whatever is around it.
///
/// # Errors
/// What is wrong with the first one; [`InvitationError::None`] if there is none at all.
pub(crate) fn read(wanted: Kind, text: &str) -> Result<Vec<u8>, InvitationError> {
    let text: String = text.chars().take(TEXT).map(ascii).collect();
    let mut wrong = InvitationError::None;
    let mut rest = text.as_str();
    while let Some(at) = rest.find(SCHEME) {
        rest = rest.get(at + SCHEME.len()..).unwrap_or_default();
        match read_one(wanted, rest) {
            Ok(payload) => return Ok(payload),
            Err(error) if wrong == InvitationError::None => wrong = error,
            Err(_) => {}
        }
    }
    Err(wrong)
}

/// What follows the scheme.
fn read_one(wanted: Kind, text: &str) -> Result<Vec<u8>, InvitationError> {
    let mut letters = text.chars();
    let kind = letters.next().and_then(Kind::of).ok_or(InvitationError::Typo)?;
    if letters.next() != Some('/') {
        return Err(InvitationError::Typo);
    }
    if kind != wanted {
        return Err(InvitationError::Kind);
    }
    // A chat may have broken the line, or quoted it.
    let mut letters = letters.filter(|c| !c.is_whitespace() && *c != '>');
    let head: String = letters.by_ref().take(HEAD).collect();
    // Five letters are 25 bits: the three bytes and a bit of what follows.
    let start = BASE32_NOPAD_NOCASE.decode(format!("{head}aaa").as_bytes());
    let start = start.map_err(|_| InvitationError::Typo)?;
    let &[version, low, high, ..] = start.as_slice() else {
        return Err(InvitationError::Typo);
    };
    if version != VERSION {
        return Err(InvitationError::Version { theirs: version, ours: VERSION });
    }
    let length = usize::from(u16::from_le_bytes([low, high]));
    if length > PAYLOAD {
        return Err(InvitationError::Typo);
    }
    let total = ((3 + length + 4) * 8).div_ceil(5);
    let all: String = head.chars().chain(letters.take(total - HEAD)).collect();
    let bytes = BASE32_NOPAD_NOCASE.decode(all.as_bytes()).map_err(|_| InvitationError::Typo)?;
    let (said, found) = bytes.split_at_checked(3 + length).ok_or(InvitationError::Typo)?;
    if found != check(kind, said) {
        return Err(InvitationError::Typo);
    }
    Ok(said.get(3..).unwrap_or_default().to_vec())
}

fn check(kind: Kind, said: &[u8]) -> [u8; 4] {
    let mut bytes = vec![u8::try_from(kind.letter()).unwrap_or_default()];
    bytes.extend_from_slice(said);
    let [a, b, c, d, ..] = Digest::of(labels::LINK, &bytes).0;
    [a, b, c, d]
}

/// Small letters, and the marks of a Chinese keyboard as their ASCII forms.
fn ascii(c: char) -> char {
    match c {
        '：' => ':',
        '／' => '/',
        '\u{200b}' | '\u{feff}' => ' ',
        c => c.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload() -> Vec<u8> {
        (0..200).map(|n: u8| n.wrapping_mul(37)).collect()
    }

    #[test]
    fn a_link_is_found_in_whatever_is_around_it() {
        for length in 0..64 {
            let bytes: Vec<u8> = payload().into_iter().take(length).collect();
            assert_eq!(read(Kind::Room, &write(Kind::Room, &bytes)), Ok(bytes));
        }
        let link = write(Kind::Room, &payload());
        let (a, b) = link.split_at(100);
        for text in [
            link.clone(),
            link.to_ascii_uppercase(),
            format!("来下劳棋！{link}，快来"),
            format!("“{link}”"),
            format!("join us at {link} come play"),
            format!("{a}\n{b}"),
            format!("> {a}\r\n> {b}\n> bye"),
            format!("{a}\u{200b}{b}"),
            link.replace("://", "：／／"),
            format!("{} {link}", write(Kind::Relay, b"another")),
            format!("qiyue://j/broken {link}"),
        ] {
            assert_eq!(read(Kind::Room, &text), Ok(payload()), "{text}");
        }
    }

    #[test]
    fn whatever_is_mistyped_is_noticed() {
        let link = write(Kind::Room, &payload());
        assert_eq!(read(Kind::Room, "你好"), Err(InvitationError::None));
        assert_eq!(read(Kind::Relay, &link), Err(InvitationError::Kind));
        for cut in SCHEME.len()..link.len() {
            let cut = link.get(..cut).unwrap();
            assert_eq!(read(Kind::Room, cut), Err(InvitationError::Typo), "{cut}");
        }
        let start = SCHEME.len() + 2;
        for at in start..link.len() {
            for letter in ["a", "7", "1", "国"] {
                if link.get(at..=at) == Some(letter) {
                    continue;
                }
                let mut wrong = link.clone();
                wrong.replace_range(at..=at, letter);
                let error = read(Kind::Room, &wrong).unwrap_err();
                let is_head = at < start + 2 && matches!(error, InvitationError::Version { .. });
                assert!(error == InvitationError::Typo || is_head, "{wrong}: {error}");
            }
        }
    }

    #[test]
    fn hostile_texts_end() {
        let many = SCHEME.repeat(5000);
        assert_eq!(read(Kind::Room, &many), Err(InvitationError::Typo));
        let long = format!("{SCHEME}j/{}", "a".repeat(100_000));
        assert!(read(Kind::Room, &long).is_err());
        let newer = BASE32_NOPAD.encode(&[2, 0, 0, 0, 0]).to_ascii_lowercase();
        let version = InvitationError::Version { theirs: 2, ours: 1 };
        assert_eq!(read(Kind::Room, &format!("{SCHEME}j/{newer}")), Err(version));
    }
}
