//! What a program says of itself and of its room to the programs nearby.

use catalog::{Any, Rules};
use crypto::limits::GAME_BYTES;
use crypto::{PublicKey, Signature};
use game::canon::{from_bytes, to_bytes};
use game::{Game as _, Malformed, SEATS_MAX};
use net::PeerId;
use record::{Clock, Name};
use serde::{Deserialize, Serialize};

use crate::profile::is_proven;
use crate::room::GameVersion;

/// First byte of a frame that holds a [`Card`].
pub(crate) const CARD: u8 = 3;

/// Bytes of a card at most: every program nearby gets one every few seconds.
const CARD_BYTES: usize = 1024;
/// Games on a card at most.
const GAMES: usize = 32;
/// Length of a program's version at most.
const VERSION_BYTES: usize = 24;

/// A card. Programs of every version read it: what changes is sent as another kind of frame.
///
/// Invariant of those that [`Card::decode`] gives: lists and texts are short, and the texts can be
/// printed anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Card {
    /// Version of the match protocol.
    pub(crate) protocol: u16,
    /// Version of the program.
    pub(crate) version: String,
    /// What it can play.
    pub(crate) games: Vec<GameVersion>,
    /// How its player is called.
    pub(crate) name: Name,
    /// His key.
    pub(crate) key: PublicKey,
    /// That the key is used by the program that the card comes from: others know it too.
    pub(crate) proof: Signature,
    /// Whether the sender keeps the link, so that a broken one says that he has gone.
    pub(crate) stays: bool,
    /// The room that waits for players there.
    pub(crate) room: Option<RoomCard>,
}

/// A room that waits for players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RoomCard {
    /// What is played.
    pub(crate) game: GameVersion,
    /// Canonical bytes of its rules.
    pub(crate) rules: Vec<u8>,
    /// Time for people.
    pub(crate) clock: Clock,
    /// How many seats there are.
    pub(crate) seats: u8,
    /// How many of them are free.
    pub(crate) free: u8,
    /// The port on which its program listens.
    pub(crate) port: u16,
}

impl Card {
    /// A frame that holds it. A room whose rules are so long that the card has no place for them
    /// is left out.
    pub(crate) fn frame(&self) -> Vec<u8> {
        let mut frame = vec![CARD];
        to_bytes(self, &mut frame);
        match self.room {
            Some(_) if frame.len() > CARD_BYTES => Self { room: None, ..self.clone() }.frame(),
            _ => frame,
        }
    }

    /// Whether it is of the player of this program.
    pub(crate) fn is_of(&self, peer: PeerId) -> bool {
        is_proven(&self.key, &self.proof, peer)
    }

    /// Reads what follows the first byte of a frame.
    ///
    /// # Errors
    /// Bytes that are no card, or a card that no honest program sends.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() >= CARD_BYTES {
            return Err(Malformed("card: too long"));
        }
        let card: Self = from_bytes("card", bytes)?;
        let games_fit = card.games.len() <= GAMES && card.games.iter().all(is_game);
        let version_fits = is_printable(&card.version, VERSION_BYTES);
        let room_fits = card.room.as_ref().is_none_or(RoomCard::is_sane);
        if games_fit && version_fits && room_fits { Ok(card) } else { Err(Malformed("card")) }
    }
}

impl RoomCard {
    /// The rules, if this program knows them.
    pub(crate) fn rules(&self) -> Option<Rules> {
        Any::read_rules(&self.game.game, self.game.version, &self.rules).ok()
    }

    fn is_sane(&self) -> bool {
        let clock_fits = self.clock.is_in_range();
        let seats_fit = (1..=SEATS_MAX).contains(&self.seats) && self.free <= self.seats;
        let rules_fit = self.rules().is_none_or(|rules| Any::seats(&rules) == self.seats);
        clock_fits && seats_fit && rules_fit && self.port > 0 && is_game(&self.game)
    }
}

/// Whether a game's name may be printed.
pub(crate) fn is_game(game: &GameVersion) -> bool {
    is_printable(&game.game, GAME_BYTES)
}

/// Visible ASCII characters, not many, and at least one.
fn is_printable(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use catalog::GameName;
    use crypto::SigningKey;

    use super::*;
    use crate::hosting::own_games;

    fn room() -> RoomCard {
        let rules = GameName::Laoqi.rules([]).unwrap();
        RoomCard {
            game: GameVersion { game: "laoqi".into(), version: Any::version(&rules) },
            rules: Any::write_rules(&rules),
            clock: Clock::Each { seconds: 60 },
            seats: 2,
            free: 1,
            port: 4001,
        }
    }

    fn card(room: Option<RoomCard>) -> Card {
        Card {
            protocol: 1,
            version: "0.1.0".into(),
            games: own_games(),
            name: Name::new("甲").unwrap(),
            key: SigningKey::from_seed([1; 32]).public(),
            proof: Signature([0; 64]),
            stays: true,
            room,
        }
    }

    fn decoded(card: &Card) -> Result<Card, Malformed> {
        let mut bytes = Vec::new();
        to_bytes(card, &mut bytes);
        Card::decode(&bytes)
    }

    #[test]
    fn a_card_round_trips_and_every_cut_is_refused() {
        let card = card(Some(room()));
        let frame = card.frame();
        assert!(frame.len() < 256, "{} bytes", frame.len());
        assert_eq!(Card::decode(&frame[1..]), Ok(card));
        for cut in 1..frame.len() {
            assert!(Card::decode(&frame[1..cut]).is_err(), "{cut}");
        }
        assert!(Card::decode(&[&frame[1..], &[0]].concat()).is_err());
        assert!(Card::decode(&[0xff; 5000]).is_err());
    }

    #[test]
    fn a_card_that_no_honest_program_sends_is_refused() {
        let with_room = |change: fn(&mut RoomCard)| {
            let mut room = room();
            change(&mut room);
            card(Some(room))
        };
        for hostile in [
            Card { version: "1\u{202e}".into(), ..card(None) },
            Card { version: "1".repeat(25), ..card(None) },
            Card { version: String::new(), ..card(None) },
            Card { games: vec![own_games()[0].clone(); 33], ..card(None) },
            Card {
                games: vec![GameVersion { game: "\u{1b}[2J".into(), version: 1 }],
                ..card(None)
            },
            with_room(|room| room.seats = 3),
            with_room(|room| room.seats = 0),
            with_room(|room| room.free = 3),
            with_room(|room| room.port = 0),
            with_room(|room| room.clock = Clock::Each { seconds: 0 }),
            with_room(|room| room.clock = Clock::Each { seconds: u32::MAX }),
            with_room(|room| room.game.game = "两".into()),
            with_room(|room| (room.game.game, room.seats) = ("other".into(), 200)),
        ] {
            assert_eq!(decoded(&hostile), Err(Malformed("card")), "{hostile:?}");
        }
        let unknown = with_room(|room| (room.game.game, room.seats) = ("other".into(), 3));
        assert_eq!(decoded(&unknown), Ok(unknown.clone()));
    }

    #[test]
    fn rules_that_are_too_long_are_left_out_and_refused() {
        let long = card(Some(RoomCard { rules: vec![0; 1000], ..room() }));
        assert!(decoded(&long).is_err());
        assert_eq!(Card::decode(&long.frame()[1..]), Ok(card(None)));
    }
}
