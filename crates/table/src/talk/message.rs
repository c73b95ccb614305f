//! How what is said travels: in frames of its own, beside the room and the match.

use game::canon::{from_bytes, to_bytes};
use game::{Malformed, Seat};
use serde::{Deserialize, Serialize};

use super::words::{LINE_CHARS, Words};

/// First byte of a frame that holds a [`TalkMessage`].
pub(crate) const TALK: u8 = 4;
/// Bytes of a message at most: a line, and little around it.
const MESSAGE_BYTES: usize = 4 * LINE_CHARS + 16;

/// A message, or the answer to one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum TalkMessage {
    /// This seat says something. Who is not the host of a room speaks for the seats of his own
    /// program only.
    Say { seat: Seat, words: Words },
    /// Answer: it is shown.
    Heard,
    /// Answer: it is not shown, because nobody listens here, or too much is said.
    Unheard,
}

impl TalkMessage {
    /// A frame that holds it.
    pub(crate) fn frame(&self) -> Vec<u8> {
        let mut bytes = vec![TALK];
        to_bytes(self, &mut bytes);
        bytes
    }

    /// Reads what follows the first byte of a frame.
    ///
    /// # Errors
    /// Bytes that are not canonical, or words that may not be said.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() > MESSAGE_BYTES {
            return Err(Malformed("talk: too long"));
        }
        from_bytes("talk", bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::talk::{Line, Phrase};

    fn say(words: Words) -> TalkMessage {
        TalkMessage::Say { seat: Seat::of(2), words }
    }

    #[test]
    fn messages_round_trip_and_every_cut_is_refused() {
        let line = Line::new(&"𠀀".repeat(LINE_CHARS)).unwrap();
        let all = Phrase::ALL.map(|phrase| say(Words::Phrase(phrase)));
        let others = [say(Words::Line(line)), TalkMessage::Heard, TalkMessage::Unheard];
        for message in all.into_iter().chain(others) {
            let frame = message.frame();
            assert_eq!(TalkMessage::decode(&frame[1..]), Ok(message));
            for cut in 1..frame.len() {
                assert!(TalkMessage::decode(&frame[1..cut]).is_err(), "{cut}");
            }
            assert!(TalkMessage::decode(&[&frame[1..], &[0]].concat()).is_err());
        }
    }

    #[test]
    fn hostile_messages_are_refused() {
        // Say, seat 2, a line of so many bytes.
        let line = |text: &[u8]| {
            let mut bytes = vec![0, 2, 1];
            to_bytes(&text.len(), &mut bytes);
            bytes.extend_from_slice(text);
            bytes
        };
        assert!(TalkMessage::decode(&line("你好".as_bytes())).is_ok());
        for text in [
            "".as_bytes(),
            b" ",
            b"\x1b[2J",
            b"a\nb",
            "a\u{202e}b".as_bytes(),
            "e\u{301}".as_bytes(),
            "长".repeat(LINE_CHARS + 1).as_bytes(),
            // Half of a pair of surrogates, and bytes that are no text at all.
            b"\xed\xa0\x80",
            b"\xff\xfe",
            b"\xc0\x80",
        ] {
            assert!(TalkMessage::decode(&line(text)).is_err(), "{text:?}");
        }
        for bytes in [
            &[][..],
            &[3],
            // A seat that is none, a phrase that is none.
            &[0, 200, 0, 0],
            &[0, 2, 0, 99],
            // A length prefix of 2^32 - 1 in front of nothing.
            &[0, 2, 1, 0xff, 0xff, 0xff, 0xff, 0x0f],
            &[0; 5000],
        ] {
            assert!(TalkMessage::decode(bytes).is_err(), "{bytes:?}");
        }
    }
}
