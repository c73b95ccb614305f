//! What programs say to each other before there is a contract.

use crypto::PublicKey;
use game::Malformed;
use game::canon::{from_bytes, to_bytes};
use record::{Name, PeerBytes};
use serde::{Deserialize, Serialize};

/// First byte of a frame that holds a [`RoomMessage`].
pub(crate) const ROOM: u8 = 1;
/// First byte of a frame that holds a message of a match.
pub(crate) const MATCH: u8 = 2;

const MESSAGE_BYTES: usize = 16 * 1024;
const GAMES: usize = 32;
const PEERS: usize = 8;
const ADDRESSES: usize = 8;

/// A game and a version of its rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct GameVersion {
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub version: u16,
}

/// Somebody wants a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ask {
    /// Version of the match protocol.
    pub(crate) protocol: u16,
    /// What his program can play.
    pub(crate) games: Vec<GameVersion>,
    /// How he is called.
    pub(crate) name: Name,
    /// The key that will sign for his seat.
    pub(crate) key: PublicKey,
    /// Fresh for this contract.
    pub(crate) nonce: [u8; 32],
    /// The port on which his program listens; 0: it does not.
    pub(crate) port: u16,
}

/// Why there is no seat for somebody.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// All seats are taken.
    Full,
    /// Nobody waits for players there.
    NoRoom,
    /// The host's program uses another version of the match protocol.
    Protocol {
        /// The host's version.
        host: u16,
    },
    /// The guest's program has not the game or not this version of its rules.
    Rules(GameVersion),
    /// Another player at this table has the guest's key.
    SameKey,
}

/// A message before the contract, or an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum RoomMessage {
    /// Guest to host.
    Ask(Box<Ask>),
    /// Answer to Ask: seated, and so many seats are still empty.
    Seated { missing: u8 },
    /// Answer to Ask.
    Refused(Refusal),
    /// Host to guest: the contract, and where the other programs may be found.
    Terms { contract: Vec<u8>, places: Vec<(PeerBytes, Vec<String>)> },
    /// Answer to anything else.
    Noted,
    /// Guest to host: he does not sign this contract.
    Declined { match_id: [u8; 32] },
    /// Host to guest: the room is closed; a contract that not all have signed is void.
    Closed,
}

impl RoomMessage {
    /// A frame that holds it.
    pub(crate) fn frame(&self) -> Vec<u8> {
        let mut bytes = vec![ROOM];
        to_bytes(self, &mut bytes);
        bytes
    }

    /// Reads what follows the first byte of a frame.
    ///
    /// # Errors
    /// Bytes that are not canonical, or lists that are too long.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() > MESSAGE_BYTES {
            return Err(Malformed("room message: too long"));
        }
        let message: Self = from_bytes("room message", bytes)?;
        let fits = match &message {
            Self::Ask(ask) => ask.games.len() <= GAMES,
            Self::Terms { places, .. } => {
                places.len() <= PEERS && places.iter().all(|(_, at)| at.len() <= ADDRESSES)
            }
            _ => true,
        };
        if fits { Ok(message) } else { Err(Malformed("room message: a list is too long")) }
    }
}

/// A frame that holds a message of a match.
pub(crate) fn match_frame(packet: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(packet.len() + 1);
    frame.push(MATCH);
    frame.extend_from_slice(packet);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_round_trip_and_hostile_ones_are_refused() {
        let message = RoomMessage::Terms {
            contract: vec![1, 2, 3],
            places: vec![(PeerBytes(vec![4]), vec!["/ip4/127.0.0.1/tcp/1".into()])],
        };
        let frame = message.frame();
        assert_eq!(RoomMessage::decode(&frame[1..]), Ok(message));
        for cut in 1..frame.len() {
            assert!(RoomMessage::decode(&frame[1..cut]).is_err(), "{cut}");
        }
        let longer = [&frame[1..], &[0]].concat();
        assert!(RoomMessage::decode(&longer).is_err());
        let many = RoomMessage::Terms {
            contract: Vec::new(),
            places: vec![(PeerBytes(Vec::new()), Vec::new()); 9],
        };
        assert!(RoomMessage::decode(&many.frame()[1..]).is_err());
        // A length prefix of 2^32 - 1 in front of nothing (attack 24).
        assert!(RoomMessage::decode(&[3, 0xff, 0xff, 0xff, 0xff, 0x0f]).is_err());
    }
}
