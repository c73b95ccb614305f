//! A contract that is signed here: the gathering of the others' signatures.

use std::collections::BTreeMap;

use catalog::{Any, Rules};
use crypto::{MatchSecret, SigningKey};
use game::{Game, Seat, SeatSet};
use net::PeerId;
use protocol::{Agreement, Match, Millis, Own};
use record::{Contract, JournalItem, PeerBytes, SignedContract};

use crate::desk::{Desk, Phase, peer_of};
use crate::hosting::seat_key;
use crate::playing::Playing;
use crate::room::RoomMessage;
use crate::store::{Kept, Store, StoreError};
use crate::view::{ContractView, Person, PhaseView, Problem};

/// Terms that a guest has not signed are sent again after this.
const TERMS_MS: u64 = 3_000;

/// A guest who is to be sent the contract.
pub(crate) struct Invited {
    pub(crate) peer: PeerId,
    pub(crate) name: String,
    pub(crate) places: Vec<(PeerBytes, Vec<String>)>,
}

/// A contract on its way to all signatures.
pub(crate) struct Signing {
    agreement: Agreement,
    store: Store,
    keys: BTreeMap<Seat, SigningKey>,
    secret: MatchSecret,
    bots: SeatSet,
    rules: Option<Rules>,
    invited: Vec<Invited>,
    sent_terms: Option<Millis>,
}

impl Signing {
    pub(crate) fn new(
        desk: &mut Desk,
        agreement: Agreement,
        store: Store,
        keys: BTreeMap<Seat, SigningKey>,
        secret: MatchSecret,
        bots: SeatSet,
        invited: Vec<Invited>,
    ) -> Self {
        let rules = rules_of(agreement.contract());
        let mut signing =
            Self { agreement, store, keys, secret, bots, rules, invited, sent_terms: None };
        signing.meet(desk);
        signing
    }

    /// Notes who is connected already, and keeps up links to all others.
    fn meet(&mut self, desk: &mut Desk) {
        let own = desk.peer();
        let seats = &self.agreement.contract().terms().seats;
        let others: Vec<PeerBytes> = seats.iter().map(|player| player.peer.clone()).collect();
        for other in others.into_iter().filter(|peer| *peer != own) {
            if let Some(peer) = peer_of(&other) {
                let known = desk.links.get(&peer).map(|(address, _)| address.clone());
                desk.keep(peer, known.into_iter().collect());
                self.agreement.connected(&other, desk.links.contains_key(&peer));
            }
        }
    }

    /// Takes up a match from the disk, signed by all or not yet.
    pub(crate) fn resume(desk: &mut Desk, id: &str, bot: bool) -> Phase {
        let (store, kept) = match Store::open(&desk.profile.matches(), id, desk.crash) {
            Ok(opened) => opened,
            Err(StoreError::NoSuchMatch(id)) => {
                desk.problem(Problem::NoSuchMatch(id));
                return Phase::Idle;
            }
            Err(error) => {
                desk.problem(Problem::Disk(error.to_string()));
                return Phase::Idle;
            }
        };
        if desk.bind.port == 0 {
            desk.bind.port = kept.port;
        }
        let keys = keys_of(desk, &kept);
        let bots = if bot { kept.seats } else { bots_of(&kept, &keys) };
        let agreement =
            Agreement::new(kept.contract.clone(), &desk.peer(), kept.signatures.clone());
        let has_others = kept.contract.terms().seats.iter().any(|p| p.peer != desk.peer());
        if has_others && desk.up().is_none() {
            return Phase::Idle;
        }
        for address in &kept.addresses {
            if let Some(peer) = address.peer() {
                desk.keep(peer, vec![address.clone()]);
            }
        }
        let signed = agreement.complete();
        let secret = kept.secret.clone();
        let mut signing = Self::new(desk, agreement, store, keys, secret, bots, Vec::new());
        match signed {
            Some(signed) => signing.go_on(desk, signed, kept),
            None => {
                signing.sent_terms = None;
                Phase::Signing(Box::new(signing))
            }
        }
    }

    fn go_on(mut self, desk: &mut Desk, signed: SignedContract, kept: Kept) -> Phase {
        if let Err(error) = self.store.begin(&signed) {
            desk.problem(Problem::Disk(error.to_string()));
            return Phase::Idle;
        }
        let own = Own { peer: desk.peer(), keys: self.keys, secret: self.secret };
        let now = desk.now();
        match Match::resume(signed, own, kept.steps, kept.journal, now) {
            Ok(game) => Playing::begin(desk, game, self.store, self.bots),
            Err(error) => {
                desk.problem(Problem::Contract(error.to_string()));
                Phase::Idle
            }
        }
    }

    pub(crate) fn view(&self) -> PhaseView {
        match &self.rules {
            Some(rules) => PhaseView::Signing {
                contract: contract_view(
                    self.agreement.contract(),
                    rules,
                    self.agreement.own_seats(),
                ),
                signed: self.agreement.signed(),
            },
            None => PhaseView::Idle,
        }
    }

    pub(crate) fn linked(&mut self, peer: PeerId, is_up: bool) {
        self.agreement.connected(&PeerBytes(peer.to_bytes()), is_up);
    }

    pub(crate) fn receive(
        mut self: Box<Self>,
        desk: &mut Desk,
        from: PeerId,
        packet: &[u8],
    ) -> (Phase, Vec<u8>) {
        let from = PeerBytes(from.to_bytes());
        let new = self.agreement.receive(&from, packet).unwrap_or_default();
        if !new.is_empty() {
            let items = new.iter().map(|(seat, it)| JournalItem::Signature(*seat, *it));
            if let Err(error) = self.store.persist(&items.collect::<Vec<_>>()) {
                desk.problem(Problem::Disk(error.to_string()));
                return (Phase::Idle, RoomMessage::Noted.frame());
            }
        }
        let answer = self.agreement.acknowledge();
        (self.tick(desk), answer)
    }

    /// Sends what is due; begins the match when all have signed.
    pub(crate) fn tick(mut self: Box<Self>, desk: &mut Desk) -> Phase {
        let now = desk.now();
        if let Some(signed) = self.agreement.complete() {
            return self.begin(desk, signed);
        }
        if self.sent_terms.is_none_or(|at| now.since(at) >= TERMS_MS) {
            self.sent_terms = Some(now);
            let signed = self.agreement.signed();
            let contract = self.agreement.contract();
            for guest in &self.invited {
                let seats = contract.seats_of(&PeerBytes(guest.peer.to_bytes()));
                if !seats.is_within(signed) {
                    let contract = contract.bytes().to_vec();
                    let places = guest.places.clone();
                    desk.send(guest.peer, RoomMessage::Terms { contract, places }.frame());
                }
            }
        }
        for (to, packet) in self.agreement.deliver(now) {
            desk.send_match(&to, &packet);
        }
        Phase::Signing(self)
    }

    fn begin(mut self, desk: &mut Desk, signed: SignedContract) -> Phase {
        if let Err(error) = self.store.begin(&signed) {
            desk.problem(Problem::Disk(error.to_string()));
            return Phase::Idle;
        }
        let own = Own { peer: desk.peer(), keys: self.keys, secret: self.secret };
        match Match::start(signed, own, desk.now()) {
            Ok(game) => Playing::begin(desk, game, self.store, self.bots),
            Err(error) => {
                desk.problem(Problem::Contract(error.to_string()));
                Phase::Idle
            }
        }
    }

    /// A guest does not sign: there is no match.
    pub(crate) fn declined(
        self: Box<Self>,
        desk: &mut Desk,
        from: PeerId,
        match_id: [u8; 32],
    ) -> Phase {
        let guest = self.invited.iter().find(|guest| guest.peer == from);
        match guest.filter(|_| self.agreement.id().0 == match_id) {
            Some(guest) => {
                desk.problem(Problem::Declined(guest.name.clone()));
                desk.forget_all();
                Phase::Idle
            }
            None => Phase::Signing(self),
        }
    }
}

/// The keys of own seats, found by trying.
fn keys_of(desk: &Desk, kept: &Kept) -> BTreeMap<Seat, SigningKey> {
    let keys: Vec<SigningKey> =
        (0..usize::from(game::SEATS_MAX)).map(|n| seat_key(&desk.profile, n)).collect();
    let key_of = |seat: Seat| {
        let player = kept.contract.player(seat)?;
        let key = keys.iter().find(|key| key.public() == player.key)?;
        Some((seat, key.clone()))
    };
    kept.seats.iter().filter_map(key_of).collect()
}

/// Further own seats are played by machines; the first one is the player's.
fn bots_of(kept: &Kept, keys: &BTreeMap<Seat, SigningKey>) -> SeatSet {
    let first = keys.keys().next().copied();
    kept.seats.iter().filter(|seat| Some(*seat) != first).collect()
}

pub(crate) fn rules_of(contract: &Contract) -> Option<Rules> {
    let terms = contract.terms();
    Any::read_rules(&terms.game, terms.rules_version, &terms.rules).ok()
}

pub(crate) fn contract_view(contract: &Contract, rules: &Rules, own: SeatSet) -> ContractView {
    let terms = contract.terms();
    ContractView {
        id: contract.id().to_string(),
        rules: rules.clone(),
        clock: terms.clock,
        machine_seconds: terms.machine_seconds,
        players: terms
            .seats
            .iter()
            .map(|player| Person {
                name: player.name.to_string(),
                fingerprint: player.key.fingerprint(),
            })
            .collect(),
        own,
    }
}
