//! A contract that is signed here: the gathering of the others' signatures.

use std::collections::{BTreeMap, BTreeSet};

use catalog::{Any, Rules};
use crypto::{MatchSecret, SigningKey};
use game::{Game, Seat, SeatSet};
use net::{Address, PeerId};
use protocol::{Agreement, Match, Millis, Misuse, Own, Progress};
use record::{Closing, Contract, JournalItem, PeerBytes, SignedContract};

use crate::asking::WayBack;
use crate::desk::{Desk, Phase, connected_seats, peer_of, plays};
use crate::hosting::{Hosting, seat_key};
use crate::log::Log;
use crate::parting::Parting;
use crate::playing::Playing;
use crate::room::{Ask, Refusal, RoomMessage};
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

/// What becomes of a request: the next phase, and the answer.
type Answered = (Phase, Vec<u8>);

/// Whose contract it is.
pub(crate) enum Origin {
    /// That of an own room, sent to those who came.
    Room { room: Box<Hosting>, invited: Vec<Invited> },
    /// That of a room of somebody else, and the way back into it.
    Host(Option<PeerId>, Box<WayBack>),
    /// It follows from a match that is over: it came from there, or is to be sent to these.
    Again { host: Option<PeerId>, invited: Vec<Invited> },
    /// It was found on the disk.
    Disk,
}

/// The seats of this program in a match.
pub(crate) struct OwnSeats {
    pub(crate) keys: BTreeMap<Seat, SigningKey>,
    pub(crate) secret: MatchSecret,
    /// Which of them machines play.
    pub(crate) bots: SeatSet,
}

/// A contract on its way to all signatures.
pub(crate) struct Signing {
    agreement: Agreement,
    store: Store,
    own: OwnSeats,
    rules: Option<Rules>,
    invited: Vec<Invited>,
    /// The own room, to be opened again if not all sign.
    room: Option<Box<Hosting>>,
    /// In whose room a seat was taken.
    host: Option<PeerId>,
    /// Leads back into that room.
    back: Option<Box<WayBack>>,
    sent_terms: Option<Millis>,
}

impl Signing {
    pub(crate) fn new(
        desk: &mut Desk,
        agreement: Agreement,
        store: Store,
        own: OwnSeats,
        origin: Origin,
    ) -> Self {
        let rules = rules_of(agreement.contract());
        let mut signing = Self {
            agreement,
            store,
            own,
            rules,
            invited: Vec::new(),
            room: None,
            host: None,
            back: None,
            sent_terms: None,
        };
        match origin {
            Origin::Room { room, invited } => {
                (signing.room, signing.invited) = (Some(room), invited);
            }
            Origin::Host(host, back) => (signing.host, signing.back) = (host, Some(back)),
            Origin::Again { host, invited } => (signing.host, signing.invited) = (host, invited),
            Origin::Disk => {}
        }
        signing.meet(desk);
        // A program that stops now finds the others again.
        signing.keep_places(desk);
        signing
    }

    fn keep_places(&self, desk: &Desk) {
        self.store.keep_places(&desk.kept_places(self.agreement.contract(), self.own.bots));
    }

    pub(crate) fn contract(&self) -> &Contract {
        self.agreement.contract()
    }

    /// Whether a program holds a seat.
    pub(crate) fn has(&self, peer: PeerId) -> bool {
        !self.agreement.contract().seats_of(&PeerBytes(peer.to_bytes())).is_empty()
    }

    /// Notes who is connected already, and keeps up links to all others.
    fn meet(&mut self, desk: &mut Desk) {
        let own = desk.peer();
        let seats = &self.agreement.contract().terms().seats;
        let others: Vec<PeerBytes> = seats.iter().map(|player| player.peer.clone()).collect();
        for other in others.into_iter().filter(|peer| *peer != own) {
            if let Some(peer) = peer_of(&other) {
                desk.keep(peer, Vec::new());
                self.agreement.connected(&other, desk.links.contains_key(&peer));
            }
        }
    }

    /// Takes up a match from the disk, signed by all or not yet.
    pub(crate) fn resume(desk: &mut Desk, id: &str, bot: bool, at: Option<&str>) -> Phase {
        let at = match at.map(str::parse::<Address>).transpose() {
            Ok(at) => at,
            Err(error) => {
                desk.problem(Problem::Address(error));
                return Phase::Idle;
            }
        };
        let (store, kept) = match Store::open(&desk.profile.matches(), id, desk.crash) {
            Ok(opened) => opened,
            Err(error) => {
                desk.problem(match error {
                    StoreError::NoSuchMatch(id) => Problem::NoSuchMatch(id),
                    StoreError::Ended => Problem::Misuse(Misuse::Over),
                    error => Problem::Disk(error.to_string()),
                });
                return Phase::Idle;
            }
        };
        if let Err(error) = Progress::<Any>::new(&kept.contract) {
            desk.problem(Problem::Contract(error.to_string()));
            return Phase::Idle;
        }
        let keys = keys_of(desk, &kept.contract, kept.seats);
        let bots = if bot { kept.seats } else { bots_of(&kept) };
        let agreement =
            Agreement::new(kept.contract.clone(), &desk.peer(), kept.signatures.clone());
        let has_others = kept.contract.terms().seats.iter().any(|p| p.peer != desk.peer());
        if has_others && desk.up_again(kept.places.port).is_none() {
            return Phase::Idle;
        }
        for (access, is_held) in kept.places.relays.iter().filter(|_| has_others) {
            desk.know_relay(access.clone(), None);
            if *is_held {
                desk.hold_relay(access);
            }
        }
        at.iter().for_each(|at| desk.know_relay_of(at));
        let found = at.and_then(|at| whose(&kept.contract, &desk.peer(), at));
        for address in found.iter().chain(&kept.places.addresses) {
            if let Some(peer) = address.peer().filter(|_| plays(&kept.contract, address)) {
                desk.keep(peer, vec![address.clone()]);
            }
        }
        let signed = agreement.complete();
        let secret = kept.secret.clone();
        let own = OwnSeats { keys, secret, bots };
        let signing = Self::new(desk, agreement, store, own, Origin::Disk);
        match signed {
            Some(signed) => signing.go_on(desk, signed, kept),
            None => Phase::Signing(Box::new(signing)),
        }
    }

    fn go_on(mut self, desk: &mut Desk, signed: SignedContract, kept: Kept) -> Phase {
        if let Err(error) = self.store.begin(&signed) {
            desk.problem(Problem::Disk(error.to_string()));
            return Phase::Idle;
        }
        let own = Own { peer: desk.peer(), keys: self.own.keys, secret: self.own.secret };
        let now = desk.now();
        match Match::resume(signed, own, kept.steps.clone(), kept.journal, now) {
            Ok(game) => {
                let log = Log::of(&game, &kept.steps);
                Playing::begin(desk, (game, log), self.store, self.own.bots)
            }
            Err(error) => {
                desk.problem(Problem::Contract(error.to_string()));
                Phase::Idle
            }
        }
    }

    pub(crate) fn view(&self, desk: &Desk) -> PhaseView {
        let (contract, own) = (self.agreement.contract(), self.agreement.own_seats());
        match &self.rules {
            Some(rules) => PhaseView::Signing {
                contract: contract_view(contract, rules, own),
                signed: self.agreement.signed(),
                removable: self.removable(),
                connected: connected_seats(desk, contract, own),
                links: desk.link_views(contract),
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
        let own = Own { peer: desk.peer(), keys: self.own.keys, secret: self.own.secret };
        match Match::start(signed, own, desk.now()) {
            Ok(game) => Playing::begin(desk, (game, Log::default()), self.store, self.own.bots),
            Err(error) => {
                desk.problem(Problem::Contract(error.to_string()));
                Phase::Idle
            }
        }
    }

    /// Somebody asks for a seat, who may have one already: a guest who was cut off before he had
    /// signed is sent the contract again; for one who has begun anew there must be a new contract.
    pub(crate) fn asked(mut self: Box<Self>, desk: &mut Desk, from: PeerId, ask: Ask) -> Answered {
        let contract = self.agreement.contract();
        let seats = contract.seats_of(&PeerBytes(from.to_bytes()));
        let is_his = |seat: Seat| {
            let player = contract.player(seat);
            player.is_some_and(|player| player.key == ask.key && player.nonce == ask.nonce)
        };
        if seats.iter().any(is_his) {
            if self.invited.iter().all(|guest| guest.peer != from) {
                let name = ask.name.to_string();
                self.invited.push(Invited { peer: from, name, places: Vec::new() });
            }
            self.sent_terms = None;
            return (Phase::Signing(self), RoomMessage::Seated { missing: 0 }.frame());
        }
        if self.invited.iter().all(|guest| guest.peer != from) || self.has_signed(from) {
            return (Phase::Signing(self), RoomMessage::Refused(Refusal::NoRoom).frame());
        }
        match self.reopen(desk, from) {
            Some(room) => room.ask(desk, from, ask),
            None => (self.ends(desk, from), RoomMessage::Refused(Refusal::NoRoom).frame()),
        }
    }

    /// Opens the own room again without this guest; this contract will never be played.
    fn reopen(&mut self, desk: &mut Desk, by: PeerId) -> Option<Box<Hosting>> {
        let mut room = self.room.take()?;
        self.give_up(desk);
        room.reopen(desk, by, self.agreement.id().0);
        Some(room)
    }

    fn has_signed(&self, peer: PeerId) -> bool {
        let seats = self.agreement.contract().seats_of(&PeerBytes(peer.to_bytes()));
        seats.is_within(self.agreement.signed())
    }

    /// This contract will never be played.
    fn give_up(&mut self, desk: &mut Desk) {
        if let Err(error) = self.store.close(Closing::Left) {
            desk.problem(Problem::Disk(error.to_string()));
        }
    }

    /// There is no room to go back to: the others are told that nothing comes of this contract.
    fn ends(mut self: Box<Self>, desk: &mut Desk, by: PeerId) -> Phase {
        self.give_up(desk);
        let others = self.invited.iter().map(|guest| guest.peer).filter(|peer| *peer != by);
        Parting::tell(desk, others, &RoomMessage::Closed)
    }

    /// A guest does not sign: there is no match. His seat is free, and the others learn it.
    fn called_off(mut self: Box<Self>, desk: &mut Desk, by: PeerId) -> Phase {
        let guest = self.invited.iter().find(|guest| guest.peer == by);
        let name = guest.map(|guest| guest.name.clone()).unwrap_or_default();
        desk.problem(Problem::Declined(name));
        match self.reopen(desk, by) {
            Some(room) => Phase::Hosting(room),
            None => self.ends(desk, by),
        }
    }

    /// The player asks a guest to go who does not sign.
    pub(crate) fn remove(mut self: Box<Self>, desk: &mut Desk, seat: Seat) -> Phase {
        let peer = self.room.as_ref().and_then(|room| room.peer_at(seat));
        let Some(peer) = peer.filter(|peer| !self.has_signed(*peer)) else {
            desk.problem(Problem::Misuse(Misuse::WrongKind));
            return Phase::Signing(self);
        };
        if let Some(room) = &mut self.room {
            room.remove(desk, seat);
        }
        match self.reopen(desk, peer) {
            Some(room) => Phase::Hosting(room),
            None => Phase::Idle,
        }
    }

    /// Guests of the own room who have not signed.
    fn removable(&self) -> SeatSet {
        let unsigned =
            SeatSet::first(self.agreement.contract().seats()).minus(self.agreement.signed());
        let is_guest =
            |seat: &Seat| self.room.as_ref().is_some_and(|it| it.peer_at(*seat).is_some());
        unsigned.iter().filter(is_guest).collect()
    }

    /// The host has asked this guest to go.
    pub(crate) fn removed(mut self: Box<Self>, desk: &mut Desk, from: PeerId) -> Phase {
        if self.host != Some(from) {
            return Phase::Signing(self);
        }
        desk.problem(Problem::Refused(Refusal::Removed));
        self.give_up(desk);
        desk.forget_all();
        Phase::Idle
    }

    /// The host says that somebody else does not sign: there is no match, and his room is open
    /// again.
    pub(crate) fn void(
        mut self: Box<Self>,
        desk: &mut Desk,
        from: PeerId,
        (match_id, by): ([u8; 32], Option<Seat>),
    ) -> Phase {
        if self.host != Some(from) || self.agreement.id().0 != match_id {
            return Phase::Signing(self);
        }
        let player = by.and_then(|seat| self.agreement.contract().player(seat));
        desk.problem(match player {
            Some(player) => Problem::Declined(player.name.to_string()),
            None => Problem::Void,
        });
        self.give_up(desk);
        match self.back.take() {
            Some(back) => back.enter(desk, from),
            None => {
                desk.forget_all();
                Phase::Idle
            }
        }
    }

    /// The player goes before all have signed. The contract stays on the disk if it may still
    /// become a match; the host's is void, for his guests are told that there is no room.
    pub(crate) fn leave(mut self: Box<Self>, desk: &mut Desk) -> Phase {
        if self.room.is_some() || !self.invited.is_empty() {
            self.give_up(desk);
        }
        let guests = self.invited.iter().map(|guest| guest.peer);
        Parting::tell(desk, guests, &RoomMessage::Closed)
    }

    /// The host closes the room before all have signed.
    pub(crate) fn closed(mut self: Box<Self>, desk: &mut Desk, from: PeerId) -> Phase {
        if self.host != Some(from) {
            return Phase::Signing(self);
        }
        desk.problem(Problem::RoomClosed);
        self.give_up(desk);
        desk.forget_all();
        Phase::Idle
    }

    /// A guest says whether he agrees to the room, or where he would rather sit: too late, if he is
    /// one.
    pub(crate) fn answer_to(&self, from: PeerId) -> RoomMessage {
        match self.invited.iter().any(|guest| guest.peer == from) {
            true => RoomMessage::Noted,
            false => RoomMessage::Refused(Refusal::NoRoom),
        }
    }

    /// A guest has gone before the contract reached him: he will not sign it.
    pub(crate) fn left(self: Box<Self>, desk: &mut Desk, from: PeerId) -> Phase {
        let is_invited = self.invited.iter().any(|guest| guest.peer == from);
        match is_invited && !self.has_signed(from) {
            true => self.called_off(desk, from),
            false => Phase::Signing(self),
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
            Some(_) => self.called_off(desk, from),
            None => Phase::Signing(self),
        }
    }
}

/// The keys of own seats, found by trying.
pub(crate) fn keys_of(
    desk: &Desk,
    contract: &Contract,
    seats: SeatSet,
) -> BTreeMap<Seat, SigningKey> {
    let keys: Vec<SigningKey> =
        (0..usize::from(game::SEATS_MAX)).map(|n| seat_key(&desk.profile, n)).collect();
    let key_of = |seat: Seat| {
        let player = contract.player(seat)?;
        let key = keys.iter().find(|key| key.public() == player.key)?;
        Some((seat, key.clone()))
    };
    seats.iter().filter_map(key_of).collect()
}

/// An address with whom it is of: it says so itself, or there is only one other program.
fn whose(contract: &Contract, own: &PeerBytes, at: Address) -> Option<Address> {
    let peers = contract.terms().seats.iter().map(|player| &player.peer);
    let others: BTreeSet<&PeerBytes> = peers.filter(|peer| *peer != own).collect();
    match (at.peer(), others.first()) {
        (Some(_), _) => Some(at),
        (None, Some(other)) if others.len() == 1 => Some(at.with_peer(peer_of(other)?)),
        (None, _) => None,
    }
}

/// Which own seats machines played: if it is not known or all of them, the first one is the
/// player's now.
fn bots_of(kept: &Kept) -> SeatSet {
    let known = kept.places.bots.filter(|bots| *bots != kept.seats);
    let first = kept.seats.lowest().map_or(SeatSet::EMPTY, SeatSet::one);
    known.unwrap_or(kept.seats.minus(first)).and(kept.seats)
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
