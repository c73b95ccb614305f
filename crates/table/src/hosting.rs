//! A room of this program that waits for players, and for all to agree to it as it is.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use catalog::{Any, GameName, Rules};
use crypto::{MatchSecret, PublicKey, SigningKey};
use game::{Game, SEATS_MAX, Seat, SeatSet, rules_digest};
use net::{Address, Direction, PeerId};
use protocol::{Agreement, Millis, Misuse};
use record::{Clock, Contract, Name, PROTOCOL, PeerBytes, Player, Terms};

use crate::command::{RoomPlan, SeatPlan, Start};
use crate::desk::{Desk, Phase};
use crate::invitation::unix_seconds;
use crate::inviting::Door;
use crate::parting::Parting;
use crate::profile::{Profile, ProfileError, random};
use crate::room::{Ask, GameVersion, Place, Refusal, Room, RoomMessage, Said, Who, fault_of};
use crate::signing::{Invited, Origin, OwnSeats, Signing};
use crate::store::Store;
use crate::view::{Problem, RoomView};
use crate::ways::{LinkView, Way};

/// A room: who sits where so far, and who agrees to it.
///
/// Invariant: guests sit at open seats of the plan only, and none of them has an own key.
pub(crate) struct Hosting {
    plan: RoomPlan,
    start: Start,
    door: Door,
    /// What is played, as guests name it.
    game: GameVersion,
    own: BTreeMap<Seat, (SigningKey, Name)>,
    guests: BTreeMap<Seat, Guest>,
    /// Whether the player of this profile agrees to the room.
    is_ready: bool,
    /// Grows with every change, and never comes twice in one run of the program.
    number: u64,
    /// The number since which nobody has come, gone or moved and the plan is the same.
    revision: u64,
    /// What the guests were last told, and when.
    told: (u64, Millis),
    unseated: BTreeSet<(PeerId, Refusal)>,
    /// Who was asked to go, the latest last.
    removed: VecDeque<(PeerId, PublicKey)>,
}

/// Guests who were asked to go that are remembered at most: whoever makes new keys for himself is a
/// new guest in any case.
const REMOVED: usize = 64;
/// A contract on the disk that waits for the guests' signatures.
type Made = (Agreement, Store, OwnSeats, Vec<Invited>);

/// Refused guests of whom the player is told at most.
const UNSEATED: usize = 32;
/// Guests are told of changes at most so often: one who makes many does not cost the others much.
const TELL_MS: u64 = 50;

/// Somebody who has come.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) peer: PeerId,
    ask: Ask,
    is_ready: bool,
}

impl Hosting {
    /// A room in which nobody sits yet.
    pub(crate) fn new(desk: &mut Desk, plan: RoomPlan, start: Start, door: Door) -> Box<Self> {
        let number = desk.next_number();
        let own = own_seats(desk, &plan);
        let game = game_of(&plan.rules);
        let (guests, unseated) = (BTreeMap::new(), BTreeSet::new());
        let (is_ready, revision, told) = (false, number, (number, desk.now()));
        Box::new(Self {
            plan,
            start,
            door,
            game,
            own,
            guests,
            is_ready,
            number,
            revision,
            told,
            unseated,
            removed: VecDeque::new(),
        })
    }

    /// Opens a room; one without open seats becomes a match at once.
    pub(crate) fn open(desk: &mut Desk, plan: RoomPlan, start: Start) -> Phase {
        if let Some(fault) = fault_of(&plan) {
            desk.problem(Problem::Contract(fault.into()));
            return Phase::Idle;
        }
        let needs_others = plan.seats.contains(&SeatPlan::Open);
        if needs_others && desk.up().is_none() {
            return Phase::Idle;
        }
        let door = match Door::new(unix_seconds()) {
            Ok(door) => door,
            Err(error) => {
                desk.problem(Problem::Disk(error.to_string()));
                return Phase::Idle;
            }
        };
        let mut room = Self::new(desk, plan, start, door);
        // Who asks for a match with nobody else has agreed to it.
        room.is_ready = !needs_others;
        room.advance(desk)
    }

    pub(crate) fn view(&self, desk: &Desk) -> RoomView {
        let own: SeatSet = self.own.keys().copied().collect();
        let mut view = self.said().view(&self.plan.rules, self.ready_seats(), own);
        for (seat, shown) in SeatSet::first(SEATS_MAX).iter().zip(&mut view.seats) {
            let guest = self.guests.get(&seat);
            let link = guest.and_then(|guest| desk.link_view_of(guest.peer, false));
            shown.link = if own.has(seat) { Some(LinkView::only(Way::Here)) } else { link };
        }
        view
    }

    /// The link that leads into the room, while there is a seat for somebody.
    pub(crate) fn invitation(&mut self, desk: &Desk) -> Option<String> {
        if self.open_seats().is_empty() {
            return None;
        }
        self.door.link(desk, &self.plan, unix_seconds())
    }

    /// The programs of the guests, by their seats.
    pub(crate) fn guests(&self) -> BTreeMap<Seat, PeerId> {
        self.guests.iter().map(|(seat, guest)| (*seat, guest.peer)).collect()
    }

    /// Whether anybody else can have a seat.
    pub(crate) fn needs_others(&self) -> bool {
        self.plan.seats.contains(&SeatPlan::Open)
    }

    /// What is shown now: it changes with all that the player agrees to.
    pub(crate) fn edition(&self) -> u64 {
        self.revision
    }

    fn said(&self) -> Said {
        let place = |(seat, plan): (Seat, &SeatPlan)| {
            let own = self.own.get(&seat);
            let own = own.map(|(key, name)| Who { name: name.clone(), key: key.public() });
            let guest = self.guests.get(&seat).map(|guest| &guest.ask);
            let guest = guest.map(|ask| Who { name: ask.name.clone(), key: ask.key });
            Place { plan: *plan, who: own.or(guest) }
        };
        Said {
            game: self.game.clone(),
            rules: Any::write_rules(&self.plan.rules),
            clock: self.plan.clock,
            machine_seconds: self.plan.machine_seconds,
            seats: in_order(&self.plan).map(place).collect(),
        }
    }

    /// Who agrees to the room: whoever sits at this screen does if the player does, machines always.
    fn ready_seats(&self) -> SeatSet {
        let is_ready = |(seat, plan): (Seat, &SeatPlan)| match plan {
            SeatPlan::Me => self.is_ready || self.start == Start::WhenFull,
            SeatPlan::Beside | SeatPlan::Bot => true,
            SeatPlan::Open => self.guests.get(&seat).is_some_and(|guest| guest.is_ready),
        };
        in_order(&self.plan).filter(|it| is_ready(*it)).map(|(seat, _)| seat).collect()
    }

    fn open_seats(&self) -> Vec<Seat> {
        let open = |(seat, plan): &(Seat, &SeatPlan)| {
            **plan == SeatPlan::Open && !self.guests.contains_key(seat)
        };
        in_order(&self.plan).filter(open).map(|(seat, _)| seat).collect()
    }

    fn seat_of(&self, peer: PeerId) -> Option<Seat> {
        let mut guests = self.guests.iter();
        guests.find(|(_, guest)| guest.peer == peer).map(|(seat, _)| *seat)
    }

    fn frame_for(&self, seat: Seat, said: &Said) -> Vec<u8> {
        let (number, revision, ready) = (self.number, self.revision, self.ready_seats());
        let room = Room { number, revision, seat, ready, said: said.clone() };
        RoomMessage::Room(Box::new(room)).frame()
    }

    /// Something is otherwise than it was.
    fn changed(&mut self, desk: &mut Desk) {
        self.number = desk.next_number();
    }

    /// There is something else to agree to than there was: nobody has done so.
    fn unsettle(&mut self, desk: &mut Desk) {
        self.changed(desk);
        self.revision = self.number;
        self.is_ready = false;
        self.guests.values_mut().for_each(|guest| guest.is_ready = false);
    }

    /// Somebody asks for a seat.
    pub(crate) fn ask(
        mut self: Box<Self>,
        desk: &mut Desk,
        from: PeerId,
        ask: Ask,
    ) -> (Phase, Vec<u8>) {
        if let Some(refusal) = self.refuses(from, &ask) {
            // Told once of each: who asks again and again is not worth a line each time.
            if self.unseated.len() < UNSEATED && self.unseated.insert((from, refusal.clone())) {
                let name = ask.name.to_string();
                desk.problem(Problem::Unseated { name, reason: refusal.clone() });
            }
            return (Phase::Hosting(self), RoomMessage::Refused(refusal).frame());
        }
        let Some(seat) = self.seat_of(from).or(self.open_seats().first().copied()) else {
            return (Phase::Hosting(self), RoomMessage::Refused(Refusal::Full).frame());
        };
        let is_ready = false;
        match self.guests.insert(seat, Guest { peer: from, ask: ask.clone(), is_ready }) {
            // He knows no more of it than that he has asked.
            Some(before) if before.ask == ask => self.changed(desk),
            _ => self.unsettle(desk),
        }
        let missing = u8::try_from(self.open_seats().len()).unwrap_or(u8::MAX);
        (self.advance(desk), RoomMessage::Seated { missing }.frame())
    }

    fn refuses(&self, from: PeerId, ask: &Ask) -> Option<Refusal> {
        if ask.protocol != PROTOCOL {
            return Some(Refusal::Protocol { host: PROTOCOL });
        }
        if self.removed.iter().any(|(peer, key)| *peer == from || *key == ask.key) {
            return Some(Refusal::Removed);
        }
        if !self.door.is_for(ask.room) {
            return Some(Refusal::Expired);
        }
        if !ask.games.contains(&self.game) {
            return Some(Refusal::Rules(self.game.clone()));
        }
        // A contract has no key or nonce twice: such a guest must not cost the others the room.
        let mut others = self.guests.values().filter(|guest| guest.peer != from);
        let is_ours = self.own.values().any(|(key, _)| key.public() == ask.key);
        let is_theirs =
            others.any(|guest| guest.ask.key == ask.key || guest.ask.nonce == ask.nonce);
        (is_ours || is_theirs).then_some(Refusal::SameKey)
    }

    /// A guest agrees to the room, or no longer does; what he says of another revision than the
    /// present one is of a room that is no more. The answer is the room, if he has a seat in it.
    pub(crate) fn said_ready(
        mut self: Box<Self>,
        desk: &mut Desk,
        from: PeerId,
        (revision, is_ready): (u64, bool),
    ) -> (Phase, Vec<u8>) {
        let is_present = revision == self.revision;
        let guest = self.guests.values_mut().find(|guest| guest.peer == from);
        if let Some(guest) = guest.filter(|guest| is_present && guest.is_ready != is_ready) {
            guest.is_ready = is_ready;
            self.changed(desk);
        }
        let answer = self.answer_to(from);
        (self.advance(desk), answer)
    }

    /// A guest would rather sit at another seat.
    pub(crate) fn wished(&mut self, desk: &mut Desk, from: PeerId, seat: Seat) -> Vec<u8> {
        let old = self.seat_of(from).filter(|_| self.open_seats().contains(&seat));
        if let Some(guest) = old.and_then(|old| self.guests.remove(&old)) {
            self.guests.insert(seat, guest);
            self.unsettle(desk);
        }
        self.answer_to(from)
    }

    fn answer_to(&self, peer: PeerId) -> Vec<u8> {
        match self.seat_of(peer) {
            Some(seat) => self.frame_for(seat, &self.said()),
            None => RoomMessage::Refused(Refusal::NoRoom).frame(),
        }
    }

    /// The player agrees to the room, or no longer does.
    pub(crate) fn ready(mut self: Box<Self>, desk: &mut Desk, is_ready: bool) -> Phase {
        if self.start == Start::WhenReady && self.is_ready != is_ready {
            self.is_ready = is_ready;
            self.changed(desk);
        }
        self.advance(desk)
    }

    /// The room becomes another one. Guests keep their seats where they can; who cannot have any is
    /// told why, and gone. A change begins no match that the player still has to agree to.
    pub(crate) fn change(mut self: Box<Self>, desk: &mut Desk, plan: RoomPlan) -> Phase {
        if let Some(fault) = fault_of(&plan) {
            desk.problem(Problem::Contract(fault.into()));
            return Phase::Hosting(self);
        }
        if plan.seats.contains(&SeatPlan::Open) && desk.up().is_none() {
            return Phase::Hosting(self);
        }
        self.game = game_of(&plan.rules);
        self.own = own_seats(desk, &plan);
        self.plan = plan;
        self.door.changed();
        let guests = std::mem::take(&mut self.guests);
        let open = self.open_seats();
        let (staying, moving): (BTreeMap<_, _>, BTreeMap<_, _>) =
            guests.into_iter().partition(|(seat, _)| open.contains(seat));
        let moving = moving.into_values().map(|guest| (None, guest));
        for (seat, guest) in staying.into_iter().map(|(s, guest)| (Some(s), guest)).chain(moving) {
            let seat = seat.or(self.open_seats().first().copied());
            match (self.refuses(guest.peer, &guest.ask), seat) {
                (None, Some(seat)) => {
                    self.guests.insert(seat, guest);
                }
                (refusal, _) => {
                    let refusal = refusal.unwrap_or(Refusal::Full);
                    desk.send(guest.peer, RoomMessage::Refused(refusal).frame());
                }
            }
        }
        self.unsettle(desk);
        self.advance(desk)
    }

    /// The player sits elsewhere; whoever sat there has his seat now.
    pub(crate) fn sit(mut self: Box<Self>, desk: &mut Desk, seat: Seat) -> Phase {
        let mine = in_order(&self.plan).find(|(_, plan)| **plan == SeatPlan::Me);
        let mine = mine.map(|(seat, _)| seat);
        let Some(mine) = mine.filter(|_| seat.index() < self.plan.seats.len()) else {
            desk.problem(Problem::Misuse(Misuse::WrongKind));
            return Phase::Hosting(self);
        };
        if mine != seat {
            self.plan.seats.swap(mine.index(), seat.index());
            if let Some(guest) = self.guests.remove(&seat) {
                self.guests.insert(mine, guest);
            }
            self.own = own_seats(desk, &self.plan);
            self.unsettle(desk);
        }
        self.advance(desk)
    }

    /// Closes the room; whoever has come is told.
    pub(crate) fn leave(&self, desk: &mut Desk) -> Phase {
        let guests = self.guests.values().map(|guest| guest.peer);
        Parting::tell(desk, guests, &RoomMessage::Closed)
    }

    /// A guest who goes, or whose link breaks, loses the seat.
    pub(crate) fn gone(&mut self, desk: &mut Desk, peer: PeerId) {
        if let Some(seat) = self.seat_of(peer) {
            self.guests.remove(&seat);
            self.unsettle(desk);
        }
    }

    /// The player asks a guest to go. He is told so, and not let in again.
    pub(crate) fn remove(&mut self, desk: &mut Desk, seat: Seat) {
        let Some(guest) = self.guests.remove(&seat) else {
            return desk.problem(Problem::Misuse(Misuse::WrongKind));
        };
        if self.removed.len() >= REMOVED {
            self.removed.pop_front();
        }
        self.removed.push_back((guest.peer, guest.ask.key));
        desk.send(guest.peer, RoomMessage::Refused(Refusal::Removed).frame());
        self.unsettle(desk);
    }

    /// The room is open again: its contract is void, since `by` does not sign it. The others keep
    /// their seats if they are still there, are told, and ask anew: a nonce is signed for once.
    pub(crate) fn reopen(&mut self, desk: &mut Desk, by: PeerId, match_id: [u8; 32]) {
        let seat = self.seat_of(by);
        self.guests.retain(|_, guest| guest.peer != by && desk.links.contains_key(&guest.peer));
        self.unsettle(desk);
        desk.keep_only(None);
        let void = RoomMessage::Void { match_id, by: seat }.frame();
        for guest in self.guests.values() {
            desk.send(guest.peer, void.clone());
        }
    }

    /// A guest who waits for signatures under a contract that is void: he was not reached when the
    /// room was opened again.
    pub(crate) fn outdated(&self, from: PeerId, packet: &[u8]) -> RoomMessage {
        let is_guest = self.seat_of(from).is_some();
        match protocol::Packet::decode(packet) {
            Ok(packet) if is_guest => RoomMessage::Void { match_id: packet.match_id.0, by: None },
            _ => RoomMessage::Noted,
        }
    }

    /// Who sits at a seat, if it is a guest.
    pub(crate) fn peer_at(&self, seat: Seat) -> Option<PeerId> {
        self.guests.get(&seat).map(|guest| guest.peer)
    }

    /// Tells the guests what they have not been told, if it is time.
    pub(crate) fn tick(&mut self, desk: &mut Desk) {
        let now = desk.now();
        if self.wake_at().is_none_or(|at| now < at) {
            return;
        }
        self.told = (self.number, now);
        let said = self.said();
        for (seat, guest) in &self.guests {
            desk.send(guest.peer, self.frame_for(*seat, &said));
        }
    }

    /// When the guests are to be told something.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        let (number, at) = self.told;
        (number != self.number).then_some(at + TELL_MS)
    }

    /// With nobody missing and everybody agreed the contract is made, signed here, and sent to all.
    fn advance(self: Box<Self>, desk: &mut Desk) -> Phase {
        let all_agree = self.guests.values().all(|guest| guest.is_ready)
            && (self.is_ready || self.start == Start::WhenFull);
        if !self.open_seats().is_empty() || !all_agree {
            return Phase::Hosting(self);
        }
        match self.make(desk) {
            Ok((agreement, store, own, invited)) => {
                let origin = Origin::Room { room: self, invited };
                Phase::Signing(Box::new(Signing::new(desk, agreement, store, own, origin)))
            }
            Err(problem) => {
                desk.problem(problem);
                self.leave(desk)
            }
        }
    }

    fn make(&self, desk: &mut Desk) -> Result<Made, Problem> {
        let disk = |error: ProfileError| Problem::Disk(error.to_string());
        let mut players = Vec::new();
        let (mut keys, mut bots) = (BTreeMap::new(), SeatSet::EMPTY);
        for (seat, plan) in in_order(&self.plan) {
            if let Some((key, name)) = self.own.get(&seat) {
                players.push(Player {
                    key: key.public(),
                    peer: desk.peer(),
                    nonce: random().map_err(disk)?,
                    name: name.clone(),
                });
                keys.insert(seat, key.clone());
            }
            if *plan == SeatPlan::Bot {
                bots = bots.with(seat);
            }
            players.extend(self.guests.get(&seat).map(Guest::player));
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
            desk.keep(guest.peer, guest.places(desk));
        }
        let invited = self.guests.values().map(|guest| Invited {
            peer: guest.peer,
            name: guest.ask.name.to_string(),
            places: places.clone(),
        });
        let invited = invited.collect();
        let own = OwnSeats { keys, secret, bots };
        Ok((agreement, store, own, invited))
    }

    /// Where each guest may be found by the others.
    fn places(&self, desk: &Desk) -> Vec<(PeerBytes, Vec<String>)> {
        let place = |guest: &Guest| {
            let places: Vec<_> = guest.places(desk).iter().map(Address::to_string).collect();
            (!places.is_empty()).then(|| (PeerBytes(guest.peer.to_bytes()), places))
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

    /// The host that he came from with the port on which he listens; and his place behind a relay,
    /// if he has ever come through one.
    fn places(&self, desk: &Desk) -> Vec<Address> {
        let direct = desk.links.get(&self.peer).and_then(|(address, direction)| match direction {
            _ if address.is_relayed() => None,
            Direction::Dialled => Some(address.clone()),
            Direction::Accepted => {
                let host = address.socket()?.ip();
                let socket = std::net::SocketAddr::from((host, self.ask.port));
                (self.ask.port > 0).then(|| Address::from(socket).with_peer(self.peer))
            }
        });
        direct.into_iter().chain(desk.trails.behind(self.peer).cloned()).collect()
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

/// The seats of a plan in order.
fn in_order(plan: &RoomPlan) -> impl Iterator<Item = (Seat, &SeatPlan)> {
    SeatSet::first(SEATS_MAX).iter().zip(&plan.seats)
}

/// The seats of this program in a room, with the keys that will sign for them. The player's own key
/// is his wherever he sits.
fn own_seats(desk: &Desk, plan: &RoomPlan) -> BTreeMap<Seat, (SigningKey, Name)> {
    let own = in_order(plan).filter(|(_, plan)| **plan != SeatPlan::Open);
    let (mine, others): (Vec<_>, Vec<_>) = own.partition(|(_, plan)| **plan == SeatPlan::Me);
    let seats = mine.into_iter().chain(others).enumerate().map(|(number, (seat, plan))| {
        let key = seat_key(&desk.profile, number);
        (seat, (key, own_name(&desk.profile, *plan, seat)))
    });
    seats.collect()
}

/// Whoever else plays at this screen is called by the number of his seat, as machines are.
fn own_name(profile: &Profile, plan: SeatPlan, seat: Seat) -> Name {
    let numbered = |word: &str| Name::nearest(&format!("{word}{seat}"));
    let name = match plan {
        SeatPlan::Bot => numbered("机器"),
        SeatPlan::Beside => numbered("同桌"),
        SeatPlan::Me | SeatPlan::Open => Ok(profile.name().clone()),
    };
    name.unwrap_or_else(|_| profile.name().clone())
}

fn game_of(rules: &Rules) -> GameVersion {
    GameVersion { game: Any::id(rules).to_owned(), version: Any::version(rules) }
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
