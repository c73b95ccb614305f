//! A room of this program that waits for players.

use std::collections::{BTreeMap, BTreeSet};

use catalog::{Any, GameName, Rules};
use crypto::{MatchSecret, SigningKey};
use game::{Game, Seat, rules_digest};
use net::{Address, Direction, PeerId};
use protocol::Agreement;
use record::{Clock, Contract, Name, PROTOCOL, PeerBytes, Player, Terms};

use crate::command::{RoomPlan, SeatPlan};
use crate::desk::{Desk, Phase};
use crate::parting::Parting;
use crate::profile::{Profile, ProfileError, random};
use crate::room::{Ask, GameVersion, Refusal, RoomMessage};
use crate::signing::{Invited, Origin, OwnSeats, Signing};
use crate::store::Store;
use crate::view::{Person, PhaseView, Problem, RoomSeat, RoomView};

/// A room: who sits where so far.
pub(crate) struct Hosting {
    plan: RoomPlan,
    guests: BTreeMap<Seat, Guest>,
    unseated: BTreeSet<(PeerId, Refusal)>,
}

/// Refused guests of whom the player is told at most.
const UNSEATED: usize = 32;

/// Somebody who has come.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) peer: PeerId,
    ask: Ask,
}

impl Hosting {
    /// A room in which nobody sits yet.
    pub(crate) fn new(plan: RoomPlan) -> Self {
        Self { plan, guests: BTreeMap::new(), unseated: BTreeSet::new() }
    }

    /// Opens a room; one without open seats becomes a match at once.
    pub(crate) fn open(desk: &mut Desk, plan: RoomPlan) -> Phase {
        if plan.seats.len() != usize::from(Any::seats(&plan.rules)) {
            desk.problem(Problem::Contract("another number of seats than the rules have".into()));
            return Phase::Idle;
        }
        let needs_others = plan.seats.contains(&SeatPlan::Open);
        if needs_others && desk.up().is_none() {
            return Phase::Idle;
        }
        Self::new(plan).advance(desk)
    }

    pub(crate) fn view(&self, desk: &Desk) -> PhaseView {
        let seats = (0..).map(Seat::of).zip(&self.plan.seats).map(|(seat, plan)| {
            let guest = self.guests.get(&seat).map(|guest| Person {
                name: guest.ask.name.to_string(),
                fingerprint: guest.ask.key.fingerprint(),
            });
            let person = guest.or((*plan == SeatPlan::Me).then(|| desk.me()));
            RoomSeat { plan: *plan, person, is_ready: true }
        });
        PhaseView::Hosting(RoomView {
            rules: self.plan.rules.clone(),
            clock: self.plan.clock,
            machine_seconds: self.plan.machine_seconds,
            seats: seats.collect(),
            own: game::SeatSet::EMPTY,
        })
    }

    fn open_seats(&self) -> Vec<Seat> {
        let all = (0..).map(Seat::of).zip(&self.plan.seats);
        all.filter(|(seat, plan)| **plan == SeatPlan::Open && !self.guests.contains_key(seat))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Somebody asks for a seat.
    pub(crate) fn ask(mut self, desk: &mut Desk, from: PeerId, ask: Ask) -> (Phase, Vec<u8>) {
        if let Some(refusal) = self.refuses(desk, from, &ask) {
            // Told once of each: who asks again and again is not worth a line each time.
            if self.unseated.len() < UNSEATED && self.unseated.insert((from, refusal.clone())) {
                let name = ask.name.to_string();
                desk.problem(Problem::Unseated { name, reason: refusal.clone() });
            }
            return (Phase::Hosting(self), RoomMessage::Refused(refusal).frame());
        }
        let seated = self.guests.iter().find(|(_, guest)| guest.peer == from);
        let seat = seated.map(|(seat, _)| *seat).or(self.open_seats().first().copied());
        let Some(seat) = seat else {
            return (Phase::Hosting(self), RoomMessage::Refused(Refusal::Full).frame());
        };
        self.guests.insert(seat, Guest { peer: from, ask });
        let missing = u8::try_from(self.open_seats().len()).unwrap_or(u8::MAX);
        (self.advance(desk), RoomMessage::Seated { missing }.frame())
    }

    fn refuses(&self, desk: &Desk, from: PeerId, ask: &Ask) -> Option<Refusal> {
        if ask.protocol != PROTOCOL {
            return Some(Refusal::Protocol { host: PROTOCOL });
        }
        let game = GameVersion {
            game: Any::id(&self.plan.rules).to_owned(),
            version: Any::version(&self.plan.rules),
        };
        if !ask.games.contains(&game) {
            return Some(Refusal::Rules(game));
        }
        // A contract has no key or nonce twice: such a guest must not cost the others the room.
        let mut others = self.guests.values().filter(|guest| guest.peer != from);
        let own = self.plan.seats.iter().filter(|plan| **plan != SeatPlan::Open).count();
        let is_ours = (0..own).any(|n| seat_key(&desk.profile, n).public() == ask.key);
        let is_theirs =
            others.any(|guest| guest.ask.key == ask.key || guest.ask.nonce == ask.nonce);
        (is_ours || is_theirs).then_some(Refusal::SameKey)
    }

    /// Closes the room; whoever has come is told.
    pub(crate) fn leave(self, desk: &mut Desk) -> Phase {
        let guests = self.guests.values().map(|guest| guest.peer);
        Parting::tell(desk, guests, &RoomMessage::Closed)
    }

    /// A guest whose link breaks loses the seat.
    pub(crate) fn linked(&mut self, peer: PeerId, is_up: bool) {
        if !is_up {
            self.guests.retain(|_, guest| guest.peer != peer);
        }
    }

    /// With nobody missing the contract is made, signed here, and sent to all.
    fn advance(self, desk: &mut Desk) -> Phase {
        if !self.open_seats().is_empty() {
            return Phase::Hosting(self);
        }
        match self.make(desk) {
            Ok(signing) => Phase::Signing(Box::new(signing)),
            Err(problem) => {
                desk.problem(problem);
                Phase::Idle
            }
        }
    }

    fn make(self, desk: &mut Desk) -> Result<Signing, Problem> {
        let disk = |error: ProfileError| Problem::Disk(error.to_string());
        let mut keys = BTreeMap::new();
        let mut players = Vec::new();
        let mut bots = game::SeatSet::EMPTY;
        for (seat, plan) in (0..).map(Seat::of).zip(&self.plan.seats) {
            if let Some(guest) = self.guests.get(&seat) {
                players.push(guest.player());
                continue;
            }
            if *plan == SeatPlan::Bot {
                bots = bots.with(seat);
            }
            let key = seat_key(&desk.profile, keys.len());
            players.push(Player {
                key: key.public(),
                peer: desk.peer(),
                nonce: random().map_err(disk)?,
                name: own_name(desk, *plan, seat),
            });
            keys.insert(seat, key);
        }
        let contract = Contract::new(terms(&self.plan, players));
        let contract = contract.map_err(|bad| Problem::Contract(bad.to_string()))?;
        let secret = MatchSecret::new(random().map_err(disk)?);
        let signatures: Vec<_> = Agreement::sign(&contract, &keys).into_iter().collect();
        let own = keys.keys().copied().collect();
        let store = Store::create(
            &desk.profile.matches(),
            &contract,
            own,
            &secret,
            &signatures,
            desk.crash,
        );
        let store = store.map_err(|error| Problem::Disk(error.to_string()))?;
        let agreement = Agreement::new(contract.clone(), &desk.peer(), signatures);
        let places = self.places(desk);
        for guest in self.guests.values() {
            desk.keep(guest.peer, guest.address(desk).into_iter().collect());
        }
        let invited = self.guests.values().map(|guest| Invited {
            peer: guest.peer,
            name: guest.ask.name.to_string(),
            places: places.clone(),
        });
        let invited = invited.collect();
        let own = OwnSeats { keys, secret, bots };
        let origin = Origin::Room { plan: self.plan.clone(), invited };
        Ok(Signing::new(desk, agreement, store, own, origin))
    }

    /// Where each guest may be found by the others.
    fn places(&self, desk: &Desk) -> Vec<(PeerBytes, Vec<String>)> {
        let place = |guest: &Guest| {
            let address = guest.address(desk)?;
            Some((PeerBytes(guest.peer.to_bytes()), vec![address.to_string()]))
        };
        self.guests.values().filter_map(place).collect()
    }
}

impl Guest {
    fn player(&self) -> Player {
        Player {
            key: self.ask.key,
            peer: PeerBytes(self.peer.to_bytes()),
            nonce: self.ask.nonce,
            name: self.ask.name.clone(),
        }
    }

    /// The host that he came from with the port on which he listens.
    fn address(&self, desk: &Desk) -> Option<Address> {
        let (address, direction) = desk.links.get(&self.peer)?;
        match direction {
            Direction::Dialled => Some(address.clone()),
            Direction::Accepted => {
                let host = address.socket()?.ip();
                let socket = std::net::SocketAddr::from((host, self.ask.port));
                (self.ask.port > 0).then(|| Address::from(socket).with_peer(self.peer))
            }
        }
    }
}

/// The key of the n-th own seat of a match.
pub(crate) fn seat_key(profile: &Profile, number: usize) -> SigningKey {
    match u8::try_from(number) {
        Ok(0) => profile.key().clone(),
        Ok(number) => profile.key().derived(number),
        Err(_) => unreachable!("a match has at most eight seats"),
    }
}

fn own_name(desk: &Desk, plan: SeatPlan, seat: Seat) -> Name {
    let machine = || Name::nearest(&format!("机器{}", seat.number()));
    match plan {
        SeatPlan::Bot => machine().unwrap_or_else(|_| desk.profile.name().clone()),
        SeatPlan::Me | SeatPlan::Beside | SeatPlan::Open => desk.profile.name().clone(),
    }
}

fn terms(plan: &RoomPlan, seats: Vec<Player>) -> Terms {
    let rules: &Rules = &plan.rules;
    Terms {
        protocol: PROTOCOL,
        game: Any::id(rules).to_owned(),
        rules_version: Any::version(rules),
        rules: Any::write_rules(rules),
        rules_digest: rules_digest::<Any>(rules),
        clock: Clock::clone(&plan.clock),
        machine_seconds: plan.machine_seconds,
        seats,
    }
}

/// The games that this program can play.
pub(crate) fn own_games() -> Vec<GameVersion> {
    let version =
        |game: GameName| GameVersion { game: game.id().to_owned(), version: game.version() };
    GameName::ALL.into_iter().map(version).collect()
}
