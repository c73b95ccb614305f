//! What programs say to each other before there is a contract.
//!
//! A room is its host's until the contract is made. He tells each guest the whole of it at every
//! change; a guest says again and again whether he agrees to the revision that he knows, and is
//! answered with the room as it is: what is lost on the way mends itself, and the host keeps no
//! account of it. When every seat is taken and all agree, the host makes the contract. A guest signs
//! unread only one that says just what he agreed to.

use catalog::{Any, Rules};
use crypto::limits::{MACHINE_SECONDS_MIN, RULES_BYTES, SECONDS_MAX};
use crypto::{PublicKey, Signature};
use game::canon::{from_bytes, to_bytes};
use game::{Game, Malformed, SEATS_MAX, Seat, SeatSet};
use record::{Clock, Contract, Name, PeerBytes};
use serde::{Deserialize, Serialize};

use crate::card::is_game;
use crate::command::{RoomPlan, SeatPlan};
use crate::rematch::Nonces;
use crate::view::{Person, RoomSeat, RoomView};

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
    /// That the key is used by his program: who only knows it keeps nobody out of a seat.
    pub(crate) proof: Signature,
    /// The room that he was invited to, if he was.
    pub(crate) room: Option<[u8; 8]>,
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
    /// The guest was invited to another room, which is closed.
    Expired,
    /// The host has asked the guest to go, and lets him in no more.
    Removed,
    /// Nobody may watch there.
    NoWatching,
}

/// A room as its host tells it to one guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Room {
    /// Grows with every change: what was sent earlier and comes later is not taken.
    pub(crate) number: u64,
    /// Grows with every change of what is said. A guest agrees to one revision.
    pub(crate) revision: u64,
    /// The guest's seat.
    pub(crate) seat: Seat,
    /// Who agrees to it.
    pub(crate) ready: SeatSet,
    /// What there is to agree to.
    pub(crate) said: Said,
}

/// What a room says: all that will stand in the contract and can be known before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Said {
    /// The game.
    pub(crate) game: GameVersion,
    /// Canonical bytes of its rules.
    pub(crate) rules: Vec<u8>,
    /// Time for people.
    pub(crate) clock: Clock,
    /// Time for programs, in seconds.
    pub(crate) machine_seconds: u32,
    /// The seats in order.
    pub(crate) seats: Vec<Place>,
}

/// A seat of a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Who is meant to sit there.
    pub(crate) plan: SeatPlan,
    /// Who has come.
    pub(crate) who: Option<Who>,
}

/// Who sits at a seat of a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Who {
    /// How he is called.
    pub(crate) name: Name,
    /// The key that will sign for the seat.
    pub(crate) key: PublicKey,
}

impl Said {
    /// Whether its lists are of a length that a room may have.
    fn fits(&self) -> bool {
        self.seats.len() <= usize::from(SEATS_MAX)
            && self.rules.len() <= RULES_BYTES
            && is_game(&self.game)
    }

    /// Its rules, if it is a room that can become a match of this program.
    pub(crate) fn rules(&self) -> Option<Rules> {
        let rules = Any::read_rules(&self.game.game, self.game.version, &self.rules).ok()?;
        let has_seats = self.seats.len() == usize::from(Any::seats(&rules));
        let is_whole =
            self.seats.iter().all(|seat| seat.plan == SeatPlan::Open || seat.who.is_some());
        let is_sound = has_seats && is_whole && times_fit(self.clock, self.machine_seconds);
        is_sound.then_some(rules)
    }

    /// Whether a contract says just the same of everything that is said here.
    pub(crate) fn is_in(&self, contract: &Contract) -> bool {
        let terms = contract.terms();
        let same_seats = self.seats.len() == terms.seats.len()
            && self.seats.iter().zip(&terms.seats).all(|(seat, player)| {
                let who = seat.who.as_ref();
                who.is_some_and(|who| who.name == player.name && who.key == player.key)
            });
        same_seats
            && self.game.game == terms.game
            && self.game.version == terms.rules_version
            && self.rules == terms.rules
            && self.clock == terms.clock
            && self.machine_seconds == terms.machine_seconds
    }

    /// What there is to show of it.
    pub(crate) fn view(&self, rules: &Rules, ready: SeatSet, own: SeatSet) -> RoomView {
        let seats = SeatSet::first(SEATS_MAX).iter().zip(&self.seats);
        let seats = seats.map(|(seat, place)| RoomSeat {
            plan: place.plan,
            person: place.who.as_ref().map(|who| Person {
                name: who.name.to_string(),
                fingerprint: who.key.fingerprint(),
            }),
            is_ready: ready.has(seat),
            link: None,
        });
        RoomView {
            rules: rules.clone(),
            clock: self.clock,
            machine_seconds: self.machine_seconds,
            seats: seats.collect(),
            own,
        }
    }
}

/// Whether times are such as may stand in a contract.
pub(crate) fn times_fit(clock: Clock, machine_seconds: u32) -> bool {
    clock.is_in_range() && (MACHINE_SECONDS_MIN..=SECONDS_MAX).contains(&machine_seconds)
}

/// Why a plan cannot become a match, in technical English.
pub(crate) fn fault_of(plan: &RoomPlan) -> Option<&'static str> {
    if plan.seats.len() != usize::from(Any::seats(&plan.rules)) {
        return Some("another number of seats than the rules have");
    }
    (!times_fit(plan.clock, plan.machine_seconds)).then_some("a time that is out of range")
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
    /// Host to guest: the whole room, at every change; and the answer to what a guest wishes.
    Room(Box<Room>),
    /// Guest to host: whether he agrees to the room as it is at this revision, said again and
    /// again; the answer tells him of changes that were lost on the way.
    Ready { revision: u64, is_ready: bool },
    /// Guest to host: he would rather sit there.
    Sit(Seat),
    /// Guest to host: he gives up his seat.
    Left,
    /// Host to guest: not all sign this contract, so it is void; the room is open again. Who had
    /// signed it asks anew, with a fresh nonce. Said with who did not sign, if that is known.
    Void { match_id: [u8; 32], by: Option<Seat> },
    /// Between programs of a match that is over, and the answer to it: whether its sender wants the
    /// same again (then with a fresh nonce for each of his seats) or does not.
    Again { match_id: [u8; 32], number: u64, nonces: Nonces },
    /// From somebody without a seat: he would like to watch.
    Watch,
    /// Answer to Watch: the contract with all signatures; he may ask for more with messages of the
    /// match.
    Watched { contract: Vec<u8> },
    /// Answer to Watch: the match has not begun.
    Later,
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
            Self::Ask(ask) => ask.games.len() <= GAMES && ask.games.iter().all(is_game),
            // It is shown to the player.
            Self::Refused(Refusal::Rules(game)) => is_game(game),
            Self::Terms { places, .. } => {
                places.len() <= PEERS && places.iter().all(|(_, at)| at.len() <= ADDRESSES)
            }
            Self::Room(room) => room.said.fits(),
            Self::Again { nonces, .. } => nonces.len() <= usize::from(SEATS_MAX),
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
    use crypto::limits::GAME_BYTES;

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

    /// A room of one open seat.
    fn room(rules: Vec<u8>, seats: usize, game: &str) -> RoomMessage {
        RoomMessage::Room(Box::new(Room {
            number: 3,
            revision: 2,
            seat: Seat::of(1),
            ready: SeatSet::EMPTY,
            said: Said {
                game: GameVersion { game: game.into(), version: 1 },
                rules,
                clock: Clock::Unlimited,
                machine_seconds: 120,
                seats: vec![Place { plan: SeatPlan::Open, who: None }; seats],
            },
        }))
    }

    #[test]
    fn rooms_round_trip_and_those_without_measure_are_refused() {
        let message = room(vec![1, 2], 8, "laoqi");
        assert_eq!(RoomMessage::decode(&message.frame()[1..]), Ok(message));
        for bad in [
            room(Vec::new(), 9, "laoqi"),
            room(Vec::new(), 255, "laoqi"),
            room(vec![0; RULES_BYTES + 1], 2, "laoqi"),
            room(Vec::new(), 2, &"a".repeat(GAME_BYTES + 1)),
        ] {
            assert!(RoomMessage::decode(&bad.frame()[1..]).is_err());
        }
        // A wish for more seats than there can be.
        for (count, is_good) in [(0, true), (8, true), (9, false)] {
            let nonces = vec![(Seat::of(1), [3; 32]); count];
            let again = RoomMessage::Again { match_id: [1; 32], number: 4, nonces };
            assert_eq!(RoomMessage::decode(&again.frame()[1..]).is_ok(), is_good);
        }
        // A wish for seat 200: no such number is a seat.
        let sit = RoomMessage::Sit(Seat::of(1)).frame();
        assert_eq!(sit, [ROOM, 9, 1]);
        assert!(RoomMessage::decode(&[9, 200]).is_err());
    }
}
