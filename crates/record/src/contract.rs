//! The contract (棋约): what a match is about and who plays, signed by every seat.

use std::collections::BTreeSet;

use crypto::limits::{
    CONTRACT_BYTES, GAME_BYTES, MACHINE_SECONDS_MIN, PEER_BYTES, RULES_BYTES, SECONDS_MAX,
};
use crypto::{BadSignature, MatchId, PublicKey, Signature, SigningKey, labels};
use game::canon::{from_bytes, to_bytes};
use game::{Digest, Malformed, SEATS_MAX, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock::Clock;
use crate::name::Name;

/// The version of the match protocol and of entries. It stands in every contract.
pub const PROTOCOL: u16 = 1;

/// A transport address of a program: opaque bytes that only the network adapter reads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct PeerBytes(pub Vec<u8>);

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The key that signs for the seat.
    pub key: PublicKey,
    /// The program that holds the key. Several seats may share one (bots, two at one screen).
    pub peer: PeerBytes,
    /// Fresh and random; its owner signs one contract for it and no other.
    pub nonce: [u8; 32],
    /// For people; says nothing about who it is.
    pub name: Name,
}

/// Terms as somebody proposes them. [`Contract`] is the checked form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Version of the match protocol.
    pub protocol: u16,
    /// Which game.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u16,
    /// Canonical bytes of its rules.
    pub rules: Vec<u8>,
    /// Digest of game, version, rules and announcement table.
    pub rules_digest: Digest,
    /// Time for people.
    pub clock: Clock,
    /// Time for steps that programs take by themselves, reconnection included; in seconds.
    pub machine_seconds: u32,
    /// The players in seat order.
    pub seats: Vec<Player>,
}

/// A contract.
///
/// Invariant: sizes and times in range, 1 to 8 seats, no key or nonce twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    terms: Terms,
    bytes: Vec<u8>,
    id: MatchId,
}

/// Terms that cannot be a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadContract {
    /// Not the canonical encoding of terms.
    #[error("the contract is not encoded as it must be")]
    Malformed,
    /// Two seats have one key.
    #[error("two seats have the same key")]
    SameKey,
    /// Two seats have one nonce.
    #[error("two seats have the same nonce")]
    SameNonce,
    /// No seats, or more than eight.
    #[error("a contract has 1 to 8 seats")]
    Seats,
    /// A list or text is too long.
    #[error("the contract's {0} is too long")]
    Size(&'static str),
    /// A time is zero or absurd.
    #[error("the contract's {0} is out of range")]
    Time(&'static str),
}

impl From<Malformed> for BadContract {
    fn from(_: Malformed) -> Self {
        Self::Malformed
    }
}

impl Contract {
    /// Checks terms.
    ///
    /// # Errors
    /// The first thing that is out of range or stands twice.
    pub fn new(terms: Terms) -> Result<Self, BadContract> {
        let count = u8::try_from(terms.seats.len()).unwrap_or(u8::MAX);
        if count == 0 || count > SEATS_MAX {
            return Err(BadContract::Seats);
        }
        check_sizes(&terms)?;
        check_times(&terms)?;
        let keys: BTreeSet<_> = terms.seats.iter().map(|player| player.key.to_bytes()).collect();
        let nonces: BTreeSet<_> = terms.seats.iter().map(|player| player.nonce).collect();
        if keys.len() != terms.seats.len() {
            return Err(BadContract::SameKey);
        }
        if nonces.len() != terms.seats.len() {
            return Err(BadContract::SameNonce);
        }
        let mut bytes = Vec::new();
        to_bytes(&terms, &mut bytes);
        if bytes.len() > CONTRACT_BYTES {
            return Err(BadContract::Size("whole"));
        }
        let id = MatchId::of(&bytes);
        Ok(Self { terms, bytes, id })
    }

    /// Reads the canonical bytes of a contract.
    ///
    /// # Errors
    /// As [`Contract::new`], or bytes that are not canonical.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadContract> {
        if bytes.len() > CONTRACT_BYTES {
            return Err(BadContract::Size("whole"));
        }
        Self::new(from_bytes("contract", bytes)?)
    }

    /// Its canonical bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What it says.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The hash of its bytes.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// How many seats.
    pub fn seats(&self) -> u8 {
        u8::try_from(self.terms.seats.len()).expect("checked: at most 8")
    }

    /// Who sits at a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.terms.seats.get(seat.index())
    }

    /// The seats that a program holds.
    pub fn seats_of(&self, peer: &PeerBytes) -> SeatSet {
        let all = SeatSet::first(self.seats()).iter();
        all.filter(|seat| self.player(*seat).is_some_and(|p| p.peer == *peer)).collect()
    }

    /// Signs it for a seat. A nonce may be signed for once only: the caller sees to that.
    pub fn sign(&self, key: &SigningKey) -> Signature {
        key.sign(labels::CONTRACT, &self.bytes)
    }

    /// Checks the signature of a seat.
    ///
    /// # Errors
    /// No such seat, or any other signature.
    pub fn verify(&self, seat: Seat, signature: &Signature) -> Result<(), BadSignature> {
        let player = self.player(seat).ok_or(BadSignature)?;
        player.key.verify(labels::CONTRACT, &self.bytes, signature)
    }
}

fn check_sizes(terms: &Terms) -> Result<(), BadContract> {
    if terms.game.is_empty() || terms.game.len() > GAME_BYTES || !terms.game.is_ascii() {
        return Err(BadContract::Size("game"));
    }
    if terms.rules.len() > RULES_BYTES {
        return Err(BadContract::Size("rules"));
    }
    if terms.seats.iter().any(|player| player.peer.0.len() > PEER_BYTES) {
        return Err(BadContract::Size("peer id"));
    }
    Ok(())
}

fn check_times(terms: &Terms) -> Result<(), BadContract> {
    if !terms.clock.is_in_range() {
        return Err(BadContract::Time("time limit"));
    }
    if !(MACHINE_SECONDS_MIN..=SECONDS_MAX).contains(&terms.machine_seconds) {
        return Err(BadContract::Time("machine budget"));
    }
    Ok(())
}

/// A contract with the signature of every seat.
///
/// Invariant: every signature has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedContract {
    contract: Contract,
    signatures: Vec<Signature>,
}

impl SignedContract {
    /// Checks one signature for each seat, in seat order.
    ///
    /// # Errors
    /// The seat whose signature is missing or wrong (the first of them).
    pub fn new(contract: Contract, signatures: Vec<Signature>) -> Result<Self, Unsigned> {
        for seat in SeatSet::first(contract.seats()).iter() {
            let signature = signatures.get(seat.index()).ok_or(Unsigned(seat))?;
            contract.verify(seat, signature).map_err(|_| Unsigned(seat))?;
        }
        if signatures.len() == usize::from(contract.seats()) {
            Ok(Self { contract, signatures })
        } else {
            Err(Unsigned(Seat::of(0)))
        }
    }

    /// The contract.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// The signatures in seat order.
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// `frame(contract) ‖ signatures`, as a record begins.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let wire = (self.contract.bytes.as_slice(), self.signatures.as_slice());
        to_bytes(&wire, &mut bytes);
        bytes
    }

    /// Reads what [`SignedContract::encode`] wrote, and checks it.
    ///
    /// # Errors
    /// Bytes that are no contract, or a seat that has not signed.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadSigned> {
        let (contract, signatures): (Vec<u8>, Vec<Signature>) =
            from_bytes("signed contract", bytes).map_err(BadContract::from)?;
        let contract = Contract::decode(&contract)?;
        if signatures.len() > usize::from(contract.seats()) {
            return Err(BadContract::Malformed.into());
        }
        Ok(Self::new(contract, signatures)?)
    }
}

/// The signature of this seat is missing or wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the contract is not signed by {0:?}")]
pub struct Unsigned(pub Seat);

/// Bytes that are no signed contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadSigned {
    /// No contract.
    #[error(transparent)]
    Contract(#[from] BadContract),
    /// Not signed.
    #[error(transparent)]
    Unsigned(#[from] Unsigned),
}
