//! Before the first step: reviewing a contract, signing it, and gathering all signatures.

use std::collections::BTreeMap;

use crypto::{MatchId, PublicKey, Signature, SigningKey};
use game::{Digest, Game, Seat, SeatSet};
use record::{Contract, PeerBytes, SignedContract};
use thiserror::Error;

use crate::deliver::{HEARTBEAT_MS, RESEND_MS};
use crate::fault::{Incompatible, Rejected};
use crate::message::{Ack, Item, Packet};
use crate::progress::Progress;
use crate::time::Millis;

/// What a program expects of a contract that it is asked to sign.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Its transport address.
    pub peer: PeerBytes,
    /// Its own seats, each with its key and the fresh nonce made for this contract.
    pub seats: BTreeMap<Seat, (PublicKey, [u8; 32])>,
    /// The digest of the rules that its user has seen.
    pub rules_digest: Digest,
}

/// Why a program does not sign a contract.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unacceptable {
    /// It cannot play it.
    #[error(transparent)]
    Incompatible(#[from] Incompatible),
    /// The rules are not those that were shown to the user.
    #[error("the contract's rules are not those that were agreed on")]
    OtherRules,
    /// A seat that was given to this program has another key, nonce or address in it.
    #[error("{0:?} is not as agreed in the contract")]
    OtherSeat(Seat),
    /// A key, nonce or address of this program stands at a seat that was not given to it.
    #[error("your key stands at {0:?}, which is not yours")]
    ForeignSeat(Seat),
}

/// Checks a contract before it is signed: own keys, nonces and address stand at exactly the seats
/// given, the rules are those that were shown, and the program can play them. That the match id is
/// new on its disk and no nonce is signed for twice, the caller sees to.
///
/// # Errors
/// The first reason not to sign.
pub fn review<G: Game>(contract: &Contract, expected: &Expected) -> Result<(), Unacceptable> {
    Progress::<G>::new(contract)?;
    if contract.terms().rules_digest != expected.rules_digest {
        return Err(Unacceptable::OtherRules);
    }
    for (seat, (key, nonce)) in &expected.seats {
        let fits = contract.player(*seat).is_some_and(|player| {
            player.key == *key && player.nonce == *nonce && player.peer == expected.peer
        });
        if !fits {
            return Err(Unacceptable::OtherSeat(*seat));
        }
    }
    for seat in SeatSet::first(contract.seats()).iter() {
        let is_ours = contract.player(seat).is_some_and(|player| {
            let mut own = expected.seats.values();
            player.peer == expected.peer
                || own.any(|(key, nonce)| player.key == *key || player.nonce == *nonce)
        });
        if is_ours && !expected.seats.contains_key(&seat) {
            return Err(Unacceptable::ForeignSeat(seat));
        }
    }
    Ok(())
}

/// The gathering of signatures under a contract that this program has reviewed and signed.
///
/// Sans-IO, as [`crate::Match`] is. The caller has persisted the own signatures before it makes one.
#[derive(Debug)]
pub struct Agreement {
    contract: Contract,
    signatures: BTreeMap<Seat, Signature>,
    own: SeatSet,
    /// What each other program holds, and when it was last sent something.
    peers: BTreeMap<PeerBytes, Partner>,
}

#[derive(Debug, Default)]
struct Partner {
    is_connected: bool,
    held: SeatSet,
    sent: Option<(Millis, SeatSet)>,
}

impl Agreement {
    /// Begins with the signatures that are held: own ones, and those kept from before a restart.
    /// Signatures that are not right are left out.
    pub fn new(
        contract: Contract,
        peer: &PeerBytes,
        signatures: impl IntoIterator<Item = (Seat, Signature)>,
    ) -> Self {
        let others = contract.terms().seats.iter().map(|player| player.peer.clone());
        let peers = others.filter(|other| other != peer).map(|p| (p, Partner::default())).collect();
        let own = contract.seats_of(peer);
        let mut agreement = Self { contract, signatures: BTreeMap::new(), own, peers };
        for (seat, signature) in signatures {
            agreement.hold(seat, signature);
        }
        agreement
    }

    /// Signs a contract for own seats.
    pub fn sign(
        contract: &Contract,
        keys: &BTreeMap<Seat, SigningKey>,
    ) -> BTreeMap<Seat, Signature> {
        keys.iter().map(|(seat, key)| (*seat, contract.sign(key))).collect()
    }

    /// The match that it is about.
    pub fn id(&self) -> MatchId {
        self.contract.id()
    }

    /// Seats whose signature is held.
    pub fn signed(&self) -> SeatSet {
        self.signatures.keys().copied().collect()
    }

    /// The contract with all signatures, once they are held.
    pub fn complete(&self) -> Option<SignedContract> {
        let signatures = self.signatures.values().copied().collect();
        SignedContract::new(self.contract.clone(), signatures).ok()
    }

    /// A connection to another program of the contract is up, or gone.
    pub fn connected(&mut self, peer: &PeerBytes, is_up: bool) {
        if let Some(partner) = self.peers.get_mut(peer) {
            *partner = Partner { is_connected: is_up, ..Partner::default() };
        }
    }

    /// A message, or the answer to one. Gives the signatures that are new, to be persisted.
    ///
    /// # Errors
    /// Bytes that are no message of this match.
    pub fn receive(
        &mut self,
        from: &PeerBytes,
        bytes: &[u8],
    ) -> Result<Vec<(Seat, Signature)>, Rejected> {
        let packet = Packet::decode(bytes)?;
        let is_ours = packet.match_id == self.id();
        let partner = self.peers.get_mut(from).filter(|_| is_ours);
        let partner = partner.ok_or(Rejected::Stale)?;
        partner.is_connected = true;
        partner.held = match packet.ack {
            Ack::Signing(held) => held,
            Ack::Playing(_) => SeatSet::first(self.contract.seats()),
        };
        let mut new = Vec::new();
        for item in packet.items {
            if let Item::Signature(seat, signature) = item
                && self.hold(seat, signature)
            {
                new.push((seat, signature));
            }
        }
        Ok(new)
    }

    fn hold(&mut self, seat: Seat, signature: Signature) -> bool {
        let is_new = !self.signatures.contains_key(&seat);
        let is_right = is_new && self.contract.verify(seat, &signature).is_ok();
        if is_right {
            self.signatures.insert(seat, signature);
        }
        is_right
    }

    /// Where this program stands: the answer to any message.
    pub fn acknowledge(&self) -> Vec<u8> {
        self.packet(Vec::new()).encode()
    }

    fn packet(&self, items: Vec<Item>) -> Packet {
        Packet { match_id: self.id(), ack: Ack::Signing(self.signed()), items }
    }

    /// What to send now: to each connected program the signatures that it lacks.
    pub fn deliver(&mut self, now: Millis) -> Vec<(PeerBytes, Vec<u8>)> {
        let held = self.signed();
        let mut out = Vec::new();
        let names: Vec<PeerBytes> = self.peers.keys().cloned().collect();
        for name in names {
            let Some(partner) = self.peers.get(&name).filter(|p| p.is_connected) else {
                continue;
            };
            let lacks = held.minus(partner.held);
            let wait = if lacks.is_empty() { HEARTBEAT_MS } else { RESEND_MS };
            let is_due = match partner.sent {
                None => true,
                Some((at, sent)) => now.since(at) >= wait || !lacks.is_within(sent),
            };
            if !is_due {
                continue;
            }
            let item = |(seat, signature): (&Seat, &Signature)| Item::Signature(*seat, *signature);
            let lacking = self.signatures.iter().filter(|(seat, _)| lacks.has(**seat));
            let packet = self.packet(lacking.map(item).collect());
            out.push((name.clone(), packet.encode()));
            if let Some(partner) = self.peers.get_mut(&name) {
                partner.sent = Some((now, lacks));
            }
        }
        out
    }

    /// The own seats.
    pub fn own_seats(&self) -> SeatSet {
        self.own
    }

    /// The contract.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }
}
