//! What a record is about, from its contract.

use catalog::{Any, Rules};
use game::{Game, Seat, SeatSet};
use record::{Clock, SignedContract};

/// What a record is about.
#[derive(Clone, Debug)]
pub struct Header {
    /// The match, in hex.
    pub match_id: String,
    /// The version of the match protocol.
    pub protocol: u16,
    /// The game's name in the contract. Anything may stand here: escape it.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u16,
    /// The digest of its rules, in hex, as the contract says.
    pub rules_digest: String,
    /// The rules, if this program knows them.
    pub rules: Option<Rules>,
    /// Time for people.
    pub clock: Clock,
    /// Seconds for what programs do by themselves.
    pub machine: u32,
    /// The players in seat order.
    pub players: Vec<Player>,
}

/// A player as the contract names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Where it sits.
    pub seat: Seat,
    /// What it calls itself.
    pub name: String,
    /// Its signing key, in hex.
    pub key: String,
    /// The start of its key, as people compare it.
    pub fingerprint: String,
    /// The address of its program, in hex.
    pub peer: String,
    /// Its nonce for this match, in hex.
    pub nonce: String,
    /// Its signature on the contract, in hex.
    pub signature: String,
}

impl Header {
    pub(super) fn of(signed: &SignedContract) -> Self {
        let contract = signed.contract();
        let terms = contract.terms();
        let player = |seat: Seat| {
            let player = contract.player(seat)?;
            Some(Player {
                seat,
                name: player.name.as_str().to_owned(),
                key: hex(&player.key.to_bytes()),
                fingerprint: player.key.fingerprint(),
                peer: hex(&player.peer.0),
                nonce: hex(&player.nonce),
                signature: signed.signatures().get(seat.index()).map(|s| hex(&s.0))?,
            })
        };
        Self {
            match_id: contract.id().to_string(),
            protocol: terms.protocol,
            game: terms.game.clone(),
            rules_version: terms.rules_version,
            rules_digest: hex(&terms.rules_digest.0),
            rules: Any::read_rules(&terms.game, terms.rules_version, &terms.rules).ok(),
            clock: terms.clock,
            machine: terms.machine_seconds,
            players: SeatSet::first(contract.seats()).iter().filter_map(player).collect(),
        }
    }
}

/// Bytes in hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
