//! What was heard of a program on this network, and its room as it is shown.

use catalog::Rules;
use net::{Address, PeerId};
use protocol::Millis;
use record::PROTOCOL;

use crate::card::{Card, RoomCard};
use crate::lobby::{GONE_MS, STALE_MS};
use crate::view::{FoundRoom, Person, RoomTrouble};

/// The last card of a program.
#[derive(Debug)]
pub(super) struct Heard {
    card: Card,
    at: Millis,
    /// When the program was seen to go away.
    broken: Option<Millis>,
    listed: Option<Listed>,
}

/// The room on the card, if it can be shown.
#[derive(Debug)]
struct Listed {
    room: RoomCard,
    /// What tells the order.
    number: u64,
    rules: Option<Rules>,
    address: Address,
}

impl Heard {
    /// A card of a program whose room, if it was listed before, keeps its number.
    pub(super) fn new(
        now: Millis,
        card: Card,
        address: Option<Address>,
        before: Option<&Self>,
        new_number: u64,
    ) -> Self {
        let number = before.and_then(|heard| heard.number()).unwrap_or(new_number);
        let listed = card.room.clone().zip(address).map(|(room, address)| {
            let rules = room.rules();
            Listed { room, number, rules, address }
        });
        Self { card, at: now, broken: None, listed }
    }

    pub(super) fn number(&self) -> Option<u64> {
        self.listed.as_ref().map(|listed| listed.number)
    }

    /// Whether the program keeps its link to us.
    pub(super) fn stays(&self) -> bool {
        self.card.stays
    }

    /// The program has gone away.
    pub(super) fn broke(&mut self, now: Millis) {
        self.broken.get_or_insert(now);
    }

    fn stale_at(&self) -> Millis {
        let too_old = self.at + STALE_MS;
        self.broken.map_or(too_old, |at| too_old.min(at))
    }

    pub(super) fn is_stale(&self, now: Millis) -> bool {
        self.stale_at() <= now
    }

    pub(super) fn is_gone(&self, now: Millis) -> bool {
        self.stale_at() + GONE_MS <= now
    }

    /// When it will next look different.
    pub(super) fn fades_at(&self, now: Millis) -> Millis {
        if self.is_stale(now) { self.stale_at() + GONE_MS } else { self.stale_at() }
    }

    /// The room with its number.
    pub(super) fn room(&self, peer: PeerId, now: Millis) -> Option<(u64, FoundRoom)> {
        let Listed { room, number, rules, address } = self.listed.as_ref()?;
        let found = FoundRoom {
            id: peer.to_string(),
            host: Person {
                name: self.card.name.to_string(),
                fingerprint: self.card.key.fingerprint(),
            },
            game: room.game.clone(),
            rules: rules.clone(),
            clock: room.clock,
            seats: room.seats,
            free: room.free,
            version: self.card.version.clone(),
            address: address.to_string(),
            trouble: self.trouble(room, rules.as_ref()),
            is_stale: self.is_stale(now),
        };
        Some((*number, found))
    }

    fn trouble(&self, room: &RoomCard, rules: Option<&Rules>) -> Option<RoomTrouble> {
        let theirs = self.card.protocol;
        if theirs != PROTOCOL {
            Some(RoomTrouble::Protocol { theirs, ours: PROTOCOL })
        } else if rules.is_none() {
            Some(RoomTrouble::Rules(room.game.clone()))
        } else {
            (room.free == 0).then_some(RoomTrouble::Full)
        }
    }
}
