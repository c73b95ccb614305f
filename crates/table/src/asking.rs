//! Asking for a seat in somebody's room, sitting in it, and reviewing the contract that he sends.

pub(crate) mod goal;

use std::collections::BTreeMap;

use catalog::{Any, Rules};
use crypto::{MatchId, MatchSecret};
use game::{Game, SEATS_MAX, Seat, SeatSet, rules_digest};
use net::{Address, DialFailure, PeerId, RequestFailure};
use protocol::{Agreement, Expected, Millis, Misuse, review};
use record::{Contract, PROTOCOL, PeerBytes};

use crate::command::{Guest, SeatPlan};
use crate::desk::{Desk, Phase, peer_of};
use crate::hosting::own_games;
use crate::parting::Parting;
use crate::profile::random;
use crate::reach::may_send;
use crate::room::{Ask, Refusal, Room, RoomMessage};
use crate::signing::{Origin, OwnSeats, Signing, contract_view};
use crate::sitting::Sitting;
use crate::store::{Store, is_known};
use crate::view::{PhaseView, Problem, RoomView};
use crate::ways::{LinkView, Way};

use goal::Goal;

/// An Ask that is not answered is sent again after this.
const ASK_MS: u64 = 3_000;
/// The time is looked at so often.
const LOOK_MS: u64 = 500;

/// A seat that was asked for.
pub(crate) struct Asking {
    goal: Goal,
    guest: Guest,
    nonce: [u8; 32],
    host: Option<PeerId>,
    /// The room, once the host has told how it is; until then it is asked again and again.
    sitting: Option<Sitting>,
    asked: Option<Millis>,
    offer: Option<Offer>,
    /// A contract that cannot be signed.
    refused: Option<[u8; 32]>,
    is_over: bool,
    /// How often a contract of this room has come to nothing.
    returns: u8,
}

/// What leads back into a room whose contract has come to nothing.
pub(crate) struct WayBack {
    goal: Goal,
    guest: Guest,
    returns: u8,
}

/// So often a guest goes back into one room: each contract that comes to nothing leaves a folder on
/// his disk, and a host might send him in circles.
const RETURNS: u8 = 16;

impl WayBack {
    /// Asks for a seat there again. What was signed for the last contract is signed for no other.
    pub(crate) fn enter(self, desk: &mut Desk, host: PeerId) -> Phase {
        if self.returns >= RETURNS {
            desk.forget_all();
            return Phase::Idle;
        }
        let nonce = match random() {
            Ok(nonce) => nonce,
            Err(error) => {
                desk.problem(Problem::Disk(error.to_string()));
                desk.forget_all();
                return Phase::Idle;
            }
        };
        desk.keep_only(Some(host));
        let mut asking = Asking::new(self.goal, self.guest, nonce);
        (asking.host, asking.returns) = (Some(host), self.returns + 1);
        asking.tick(desk);
        Phase::Asking(Box::new(asking))
    }
}

/// A contract to be reviewed by the player.
struct Offer {
    contract: Contract,
    rules: Rules,
    seat: Seat,
    places: Vec<(PeerBytes, Vec<String>)>,
}

impl Asking {
    /// Looks for a host where a text says.
    pub(crate) fn start(desk: &mut Desk, text: &str, guest: Guest) -> Phase {
        let begun = Goal::read(text, desk.profile.transport().peer()).and_then(|goal| {
            let nonce = random().map_err(|error| Problem::Disk(error.to_string()))?;
            Ok((goal, nonce))
        });
        let (goal, nonce) = match begun {
            Ok(begun) => begun,
            Err(problem) => {
                desk.problem(problem);
                return Phase::Idle;
            }
        };
        if desk.up().is_none() {
            return Phase::Idle;
        }
        let host = goal.start(desk);
        let mut asking = Self::new(goal, guest, nonce);
        asking.host = host;
        asking.tick(desk);
        Phase::Asking(Box::new(asking))
    }

    fn new(goal: Goal, guest: Guest, nonce: [u8; 32]) -> Self {
        Self {
            goal,
            guest,
            nonce,
            host: None,
            sitting: None,
            asked: None,
            offer: None,
            refused: None,
            is_over: false,
            returns: 0,
        }
    }

    pub(crate) fn view(&self, desk: &Desk) -> PhaseView {
        if let Some(offer) = &self.offer {
            let own = SeatSet::one(offer.seat);
            return PhaseView::Reviewing(contract_view(&offer.contract, &offer.rules, own));
        }
        let link = self.goal.link(desk, self.host);
        let room = self.sitting.as_ref().map(|sitting| {
            let mut room = sitting.view();
            let seats = SeatSet::first(SEATS_MAX).iter().zip(&mut room.seats);
            for (seat, shown) in seats.filter(|(_, shown)| shown.person.is_some()) {
                shown.link = match shown.plan {
                    SeatPlan::Open if room.own.has(seat) => Some(LinkView::only(Way::Here)),
                    // Nobody is told of other guests but by the host.
                    SeatPlan::Open => None,
                    SeatPlan::Me | SeatPlan::Beside | SeatPlan::Bot => link.clone(),
                };
            }
            room
        });
        let invitation = self.goal.invitation().cloned().map(Box::new);
        PhaseView::Asking { address: self.goal.name(), room, link, invitation }
    }

    /// The host and his room, once seated in it.
    pub(crate) fn room_view(&self) -> Option<(PeerId, RoomView)> {
        Some((self.host?, self.sitting.as_ref()?.view()))
    }

    /// What is shown now: it changes with all that the player agrees to; none: nothing.
    pub(crate) fn edition(&self) -> Option<u64> {
        let sitting = self.sitting.as_ref().filter(|_| self.offer.is_none());
        sitting.map(Sitting::edition)
    }

    /// Dials, asks or tells the host again if it is time.
    pub(crate) fn tick(&mut self, desk: &mut Desk) {
        let now = desk.now();
        let is_due = |at: Option<Millis>, ms| at.is_none_or(|at| now.since(at) >= ms);
        match self.host.filter(|host| desk.links.contains_key(host)) {
            Some(_) if self.offer.is_some() || self.is_over => {}
            Some(host) => match &mut self.sitting {
                Some(sitting) => {
                    if let Some(frame) = sitting.say(now) {
                        desk.send(host, frame);
                    }
                }
                None if is_due(self.asked, ASK_MS) => {
                    self.asked = Some(now);
                    let frame = RoomMessage::Ask(Box::new(self.ask(desk))).frame();
                    desk.send(host, frame);
                }
                None => {}
            },
            None if !self.is_over => self.goal.tick(desk),
            None => {}
        }
    }

    /// Whether this is the host.
    pub(crate) fn is_host(&self, peer: PeerId) -> bool {
        self.host == Some(peer)
    }

    fn ask(&self, desk: &Desk) -> Ask {
        Ask {
            protocol: PROTOCOL,
            games: own_games(),
            name: desk.profile.name().clone(),
            key: desk.profile.key().public(),
            nonce: self.nonce,
            port: desk.port(),
            proof: desk.profile.proof(),
            room: self.goal.invitation().map(|invitation| invitation.room),
        }
    }

    pub(crate) fn dialled(&mut self, desk: &mut Desk, address: &Address, peer: PeerId) {
        if self.goal.is_typed(address) {
            if self.host.replace(peer).is_some_and(|host| host != peer) {
                // What somebody else has said there is not this one's word.
                (self.sitting, self.offer, self.asked) = (None, None, None);
            }
            self.goal.found();
            desk.hold_way(peer);
            self.tick(desk);
        }
    }

    pub(crate) fn dial_failed(
        &mut self,
        desk: &mut Desk,
        address: &Address,
        peer: Option<PeerId>,
        reason: DialFailure,
    ) {
        let is_linked = self.host.is_some_and(|host| desk.links.contains_key(&host));
        if !is_linked && !self.is_over {
            self.is_over = self.goal.failed(desk, address, peer, reason);
        }
    }

    /// A relay is of no use.
    pub(crate) fn relay_failed(&mut self, desk: &mut Desk, relay: PeerId) {
        let is_linked = self.host.is_some_and(|host| desk.links.contains_key(&host));
        if !is_linked && !self.is_over {
            self.goal.relay_failed(desk, relay);
        }
    }

    pub(crate) fn failed(&mut self, desk: &mut Desk, peer: PeerId, reason: RequestFailure) {
        if self.host == Some(peer) && matches!(reason, RequestFailure::Unsupported) {
            self.is_over = true;
            desk.problem(Problem::OtherVersion);
        }
    }

    pub(crate) fn linked(&mut self, desk: &mut Desk, peer: PeerId, is_up: bool) {
        if self.host != Some(peer) {
            return;
        }
        match is_up {
            true => self.goal.found(),
            false => (self.sitting, self.asked, self.offer) = (None, None, None),
        }
        self.tick(desk);
    }

    /// A message of the host.
    pub(crate) fn answered(&mut self, desk: &mut Desk, from: PeerId, message: RoomMessage) {
        if self.host != Some(from) {
            return;
        }
        match message {
            RoomMessage::Room(room) => self.room(desk, *room),
            // He knows of no seat given to this program: it is asked for again.
            RoomMessage::Refused(Refusal::NoRoom) if self.sitting.is_some() => self.sitting = None,
            RoomMessage::Refused(refusal) => {
                self.is_over = true;
                desk.problem(Problem::Refused(refusal));
            }
            RoomMessage::Closed => {
                self.is_over = true;
                desk.problem(Problem::RoomClosed);
            }
            RoomMessage::Terms { contract, places } => self.terms(desk, &contract, places),
            RoomMessage::Void { match_id, by } => self.void(desk, match_id, by),
            // What follows a Seated is the room.
            RoomMessage::Seated { .. }
            | RoomMessage::Ask(_)
            | RoomMessage::Declined { .. }
            | RoomMessage::Noted
            | RoomMessage::Ready { .. }
            | RoomMessage::Sit(_)
            | RoomMessage::Left
            | RoomMessage::Again { .. }
            | RoomMessage::Watch
            | RoomMessage::Watched { .. }
            | RoomMessage::Later => {}
        }
    }

    /// The contract that is shown will not be signed by all: there is nothing to sign any more.
    fn void(&mut self, desk: &mut Desk, match_id: [u8; 32], by: Option<Seat>) {
        let is_it = |offer: &mut Offer| offer.contract.id().0 == match_id;
        if let Some(offer) = self.offer.take_if(is_it) {
            let player = by.and_then(|seat| offer.contract.player(seat));
            desk.problem(match player {
                Some(player) => Problem::Declined(player.name.to_string()),
                None => Problem::Void,
            });
        }
    }

    /// The room as it is now; one that cannot become a match of this program is none.
    fn room(&mut self, desk: &mut Desk, room: Room) {
        let (key, edition) = (desk.profile.key().public(), desk.next_number());
        let guest = (self.guest, self.goal.invitation());
        let Some(new) = Sitting::new(room, guest, key, edition) else {
            return;
        };
        self.sitting = Some(match self.sitting.take() {
            Some(sitting) => sitting.renewed(new),
            None => new,
        });
    }

    /// The player agrees to the room that is shown, or no longer does.
    pub(crate) fn ready(&mut self, desk: &mut Desk, is_ready: bool) {
        match self.sitting.as_mut().filter(|_| self.offer.is_none()) {
            Some(sitting) => {
                sitting.agree(is_ready);
                if self.guest == Guest::Invited {
                    // From now on it is his word that counts, not that he came.
                    self.guest = Guest::Agreeing;
                }
            }
            None => desk.problem(Problem::Misuse(Misuse::WrongKind)),
        }
    }

    /// The player would rather sit at another seat.
    pub(crate) fn sit(&mut self, desk: &mut Desk, seat: Seat) {
        let is_free = self.sitting.as_ref().is_some_and(|sitting| sitting.is_free(seat));
        match self.host.filter(|_| is_free && self.offer.is_none()) {
            Some(host) => {
                desk.send(host, RoomMessage::Sit(seat).frame());
            }
            None => desk.problem(Problem::Misuse(Misuse::WrongKind)),
        }
    }

    /// When there is something to do without being asked.
    pub(crate) fn wake_at(&self, now: Millis) -> Millis {
        // Nothing is said while a contract is read.
        let say = self.sitting.as_ref().filter(|_| self.offer.is_none());
        let say = say.and_then(Sitting::wake_at);
        say.map_or(now + LOOK_MS, |at| at.min(now + LOOK_MS))
    }

    fn terms(&mut self, desk: &mut Desk, bytes: &[u8], places: Vec<(PeerBytes, Vec<String>)>) {
        match self.review(desk, bytes, places) {
            Ok(offer) => {
                let id = |offer: &Offer| offer.contract.id();
                if self.offer.as_ref().map(id) != Some(id(&offer)) {
                    self.offer = Some(offer);
                }
            }
            Err(reason) => {
                desk.problem(Problem::Contract(reason));
                self.refused = Some(MatchId::of(bytes).0);
            }
        }
    }

    fn review(
        &self,
        desk: &Desk,
        bytes: &[u8],
        places: Vec<(PeerBytes, Vec<String>)>,
    ) -> Result<Offer, String> {
        let contract = Contract::decode(bytes).map_err(|error| error.to_string())?;
        let terms = contract.terms();
        let rules = Any::read_rules(&terms.game, terms.rules_version, &terms.rules);
        let rules = rules.map_err(|error| error.to_string())?;
        let key = desk.profile.key().public();
        let mut seats = SeatSet::first(contract.seats()).iter();
        let seat = seats.find(|seat| contract.player(*seat).is_some_and(|p| p.key == key));
        let seat = seat.ok_or("it has no seat for you")?;
        let expected = Expected {
            peer: desk.peer(),
            seats: BTreeMap::from([(seat, (key, self.nonce))]),
            rules_digest: rules_digest::<Any>(&rules),
        };
        review::<Any>(&contract, &expected).map_err(|error| error.to_string())?;
        if is_known(&desk.profile.matches(), contract.id()) {
            return Err("this match is already on your disk".to_owned());
        }
        Ok(Offer { contract, rules, seat, places })
    }

    /// A machine signs at once, and so does who has agreed to a room that says just what the
    /// contract says; a refused player goes back.
    pub(crate) fn advance(self: Box<Self>, desk: &mut Desk) -> Phase {
        if self.is_over {
            desk.forget_all();
            return Phase::Idle;
        }
        if self.refused.is_some() {
            return self.decline(desk);
        }
        let is_agreed = |offer: &&Offer| {
            let has_agreed = |sitting: &Sitting| sitting.has_agreed_to(&offer.contract);
            self.guest == Guest::Machine || self.sitting.as_ref().is_some_and(has_agreed)
        };
        match self.offer.as_ref().filter(is_agreed) {
            Some(offer) => {
                let id = offer.contract.id().to_string();
                self.accept(desk, &id)
            }
            None => Phase::Asking(self),
        }
    }

    /// Signs: own signature and secret are on the disk before anything leaves. If the host has
    /// sent another contract since, that one is to be read first.
    pub(crate) fn accept(mut self: Box<Self>, desk: &mut Desk, id: &str) -> Phase {
        let is_shown = |offer: &mut Offer| offer.contract.id().to_string() == id;
        let Some(offer) = self.offer.take_if(is_shown) else {
            return Phase::Asking(self);
        };
        let secret = match random() {
            Ok(bytes) => MatchSecret::new(bytes),
            Err(error) => {
                desk.problem(Problem::Disk(error.to_string()));
                return Phase::Idle;
            }
        };
        let keys = BTreeMap::from([(offer.seat, desk.profile.key().clone())]);
        let own = SeatSet::one(offer.seat);
        let signatures: Vec<_> = Agreement::sign(&offer.contract, &keys).into_iter().collect();
        let matches = desk.profile.matches();
        let store = Store::create(&matches, &offer.contract, own, &secret, &signatures, desk.crash);
        let store = match store {
            Ok(store) => store,
            Err(error) => {
                desk.problem(Problem::Disk(error.to_string()));
                return Phase::Idle;
            }
        };
        let agreement = Agreement::new(offer.contract, &desk.peer(), signatures);
        if let Some(host) = self.host {
            desk.keep(host, self.goal.of_host(host));
        }
        let host = self.host.and_then(|host| desk.links.get(&host));
        let host = host.map(|(address, _)| address.clone());
        for (peer, places) in &offer.places {
            // Only who plays: the host's word is no reason to dial anybody else.
            let plays = !agreement.contract().seats_of(peer).is_empty();
            if let Some(peer) = peer_of(peer).filter(|_| plays) {
                let places = places.iter().filter_map(|at| at.parse().ok());
                let places = places.filter_map(|at| may_dial(desk, host.as_ref(), &at, peer));
                let places = places.collect();
                desk.keep(peer, places);
            }
        }
        let bots = if self.guest == Guest::Machine { own } else { SeatSet::EMPTY };
        let own = OwnSeats { keys, secret, bots };
        let back = Box::new(WayBack { goal: self.goal, guest: self.guest, returns: self.returns });
        let origin = Origin::Host(self.host, back);
        Phase::Signing(Box::new(Signing::new(desk, agreement, store, own, origin)))
    }

    /// Does not sign, or gives up the seat, and tells the host so.
    pub(crate) fn decline(self: Box<Self>, desk: &mut Desk) -> Phase {
        let offered = self.offer.map(|offer| offer.contract.id().0);
        let words = match offered.or(self.refused) {
            Some(match_id) => RoomMessage::Declined { match_id },
            None => RoomMessage::Left,
        };
        Parting::tell(desk, self.host, &words)
    }
}

/// Where a guest may look for another player, if his host is here and has named this place. Behind a
/// relay that the guest was given himself he looks where he knows it to be.
fn may_dial(desk: &Desk, host: Option<&Address>, place: &Address, peer: PeerId) -> Option<Address> {
    let relay = place.relay().and_then(|relay| desk.relays.access(relay.peer()?));
    match relay {
        Some(own) => own.address().to_behind(peer),
        None => may_send(host, place).then(|| place.clone()),
    }
}

#[cfg(test)]
mod tests {
    use net::{Identity, RelayAccess};

    use super::*;
    use crate::desk::tests::desk;

    #[test]
    fn behind_an_own_relay_others_are_looked_for_where_it_is_known_to_be() {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = desk(folder.path());
        let [relay, host, other] = [1, 2, 3].map(|seed| Identity::from_seed([seed; 32]).peer());
        let at = |text: &str| text.parse::<Address>().unwrap().with_peer(relay);
        let own = at("/dns/localhost/tcp/1");
        desk.know_relay(RelayAccess::new(own.clone(), None).unwrap(), None);
        let from = own.to_behind(host).unwrap();
        let own = own.to_behind(other).unwrap();
        // Whatever its address is said to be.
        for said in ["/dns/localhost/tcp/1", "127.0.0.1:22", "/dns/intranet/tcp/80"] {
            let said = at(said).to_behind(other).unwrap();
            assert_eq!(may_dial(&desk, Some(&from), &said, other), Some(own.clone()));
        }
        let stranger = |text: &str| {
            let relay = Identity::from_seed([9; 32]).peer();
            text.parse::<Address>().unwrap().with_peer(relay).to_behind(other).unwrap()
        };
        for (said, may) in [
            ("/dns/localhost/tcp/1", false),
            ("10.0.0.1:22", false),
            ("127.0.0.1:22", false),
            ("203.0.113.1:4600", true),
        ] {
            let place = stranger(said);
            let dialled = may_dial(&desk, Some(&from), &place, other);
            assert_eq!(dialled, may.then_some(place), "{said}");
        }
    }
}
