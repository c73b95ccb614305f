//! What stands in the link of a room, byte by byte.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use catalog::{Any, Rules};
use crypto::limits::RULES_BYTES;
use game::canon::{from_bytes, to_bytes};
use game::{Game as _, rules_digest};
use net::{Address, RelayAccess, Token, is_relay_name};
use record::{Clock, Name};
use serde::{Deserialize, Serialize};

use super::Invitation;
use crate::card::is_game;
use crate::compact::{Peer, Place, Socket};
use crate::hosting::own_games;
use crate::room::{GameVersion, times_fit};

/// Direct addresses in a link at most: it is to stay short.
pub(crate) const ADDRESSES: usize = 4;
/// The end of the year 9999: what comes later is no date.
const UNTIL_MOST: u64 = 253_402_300_799;
/// A link's payload. The order is that of the bytes.
#[derive(Serialize, Deserialize)]
struct Payload {
    protocol: u16,
    peer: Peer,
    addresses: Vec<Socket>,
    relay: Option<Relay>,
    host: Name,
    game: GameVersion,
    rules: Vec<u8>,
    digest: [u8; 8],
    clock: Clock,
    machine_seconds: u32,
    room: [u8; 8],
    until: u64,
}

#[derive(Serialize, Deserialize)]
struct Relay {
    peer: Peer,
    place: Place,
    token: Option<[u8; 16]>,
    name: Option<String>,
}

/// The payload of an invitation.
pub(super) fn write(it: &Invitation) -> Vec<u8> {
    let sockets = it.addresses.iter().filter_map(Address::socket);
    let relay = it.relay.as_ref().and_then(|access| {
        Some(Relay {
            peer: Peer::of(access.relay()),
            place: Place::of(access.address())?,
            token: access.token().map(|token| token.0),
            name: it.relay_name.clone(),
        })
    });
    let payload = Payload {
        protocol: it.protocol,
        peer: Peer::of(it.peer),
        addresses: sockets.map(Socket::of).collect(),
        relay,
        host: it.host.clone(),
        game: it.game.clone(),
        rules: it.rules_bytes.clone(),
        digest: it.digest,
        clock: it.clock,
        machine_seconds: it.machine_seconds,
        room: it.room,
        until: it.until,
    };
    let mut bytes = Vec::new();
    to_bytes(&payload, &mut bytes);
    bytes
}

/// Reads a payload; none, if no honest program writes it.
pub(super) fn read(bytes: &[u8]) -> Option<Invitation> {
    let payload: Payload = from_bytes("invitation", bytes).ok()?;
    let peer = payload.peer.read()?;
    let addresses = read_addresses(&payload.addresses)?;
    let (relay, relay_name) = match &payload.relay {
        Some(relay) => {
            let (access, name) = relay.read()?;
            if access.relay() == peer {
                return None;
            }
            (Some(access), name)
        }
        None => (None, None),
    };
    let is_somewhere = relay.is_some() || !addresses.is_empty();
    let is_sound = is_somewhere
        && is_game(&payload.game)
        && payload.rules.len() <= RULES_BYTES
        && times_fit(payload.clock, payload.machine_seconds)
        && (1..=UNTIL_MOST).contains(&payload.until);
    if !is_sound {
        return None;
    }
    let rules = Any::read_rules(&payload.game.game, payload.game.version, &payload.rules).ok();
    // Who knows this version of a game writes no rules that it does not have.
    if rules.is_none() && own_games().contains(&payload.game) {
        return None;
    }
    // A digest that differs is of a game that only has the same name.
    let rules = rules.filter(|rules| digest(rules) == payload.digest);
    Some(Invitation {
        protocol: payload.protocol,
        peer,
        addresses,
        relay,
        relay_name,
        host: payload.host,
        game: payload.game,
        rules_bytes: payload.rules,
        digest: payload.digest,
        rules,
        clock: payload.clock,
        machine_seconds: payload.machine_seconds,
        room: payload.room,
        until: payload.until,
    })
}

/// The first bytes of the digest of rules.
pub(crate) fn digest(rules: &Rules) -> [u8; 8] {
    let [a, b, c, d, e, f, g, h, ..] = rules_digest::<Any>(rules).0;
    [a, b, c, d, e, f, g, h]
}

/// How many seats a room of these rules has.
pub(super) fn seats(rules: &Rules) -> usize {
    usize::from(Any::seats(rules))
}

/// Addresses that a program can be at, none twice; those of one's own machine only if there is
/// nothing else.
fn read_addresses(sockets: &[Socket]) -> Option<Vec<Address>> {
    let addresses: Option<Vec<SocketAddr>> = sockets.iter().map(Socket::read).collect();
    let addresses = addresses?;
    let is_local = |at: &SocketAddr| at.ip().is_loopback();
    let is_mixed = addresses.iter().any(is_local) && !addresses.iter().all(is_local);
    let is_twice = addresses.iter().collect::<BTreeSet<_>>().len() < addresses.len();
    let is_sound = addresses.len() <= ADDRESSES && !is_mixed && !is_twice;
    is_sound.then(|| addresses.into_iter().map(Address::from).collect())
}

impl Relay {
    fn read(&self) -> Option<(RelayAccess, Option<String>)> {
        let address = self.place.read()?.with_peer(self.peer.read()?);
        let is_named = self.name.as_deref().is_none_or(is_relay_name);
        let access = RelayAccess::new(address, self.token.map(Token))?;
        is_named.then(|| (access, self.name.clone()))
    }
}
