//! The relays that are needed, and what is due with each. Pure, like [`links`](crate::links): time
//! and chance are arguments.

use std::collections::BTreeMap;
use std::time::Instant;

use libp2p::Multiaddr;
use libp2p::core::transport::ListenerId;
use libp2p::swarm::ConnectionId;

use crate::backoff::Backoff;
use crate::limits::{ADDRESSES, PING_FAILURES, RELAYS, SILENCE, UNUSED};
use crate::relaying::{CircuitLimits, RelayAccess, RelayInfo};
use crate::{Address, PeerId};

/// Every relay that is known, at most [`RELAYS`].
#[derive(Debug, Default)]
pub(crate) struct Relays {
    relays: BTreeMap<PeerId, Relay>,
}

/// One relay.
#[derive(Debug)]
pub(crate) struct Relay {
    pub(crate) access: RelayAccess,
    /// Whether others are to reach us through it.
    pub(crate) is_reserved: bool,
    /// Whether its owner wants to know how it does, and has not been told.
    is_asked: bool,
    /// What it has said of itself, once it has.
    pub(crate) info: Option<RelayInfo>,
    state: State,
    backoff: Backoff,
    /// Where others reach us through it.
    places: Vec<Address>,
    /// When it was last of use to a dial or a circuit.
    used: Instant,
}

#[derive(Debug)]
enum State {
    Down,
    Dialling,
    /// Connected and greeted: it has to answer, and to say from where it sees us. A circuit that is
    /// opened before that could not be made direct by hole punching.
    Greeting(Wire, Heard),
    /// It serves.
    Ready(Wire, Place),
}

/// What a relay that was greeted has said.
#[derive(Clone, Debug, Default)]
struct Heard {
    answer: Option<RelayInfo>,
    /// Whether it has said from where it sees us, or never will.
    has_seen: bool,
}

/// The place of ours at a relay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    None,
    /// It was asked for.
    Asked(ListenerId),
    /// It is ours.
    Held(ListenerId),
}

/// The connection to a relay.
#[derive(Clone, Debug)]
struct Wire {
    id: ConnectionId,
    /// Where it leads, with the peer id.
    place: Multiaddr,
    alive: Instant,
    ping_failures: u32,
}

/// What an address behind a relay is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    New,
    Known,
    /// One more than a relay may name.
    TooMany,
}

/// What is to be done about a relay.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// Dial it.
    Dial(PeerId),
    /// Ask it for a place.
    Reserve(PeerId),
    /// Close its connection: it is silent, or nobody needs it.
    Close(PeerId, ConnectionId),
}

impl Relays {
    /// Takes a relay in, or what is new of one; says no if there is no room.
    pub(crate) fn know(&mut self, access: RelayAccess, now: Instant) -> bool {
        let peer = access.relay();
        if let Some(relay) = self.relays.get_mut(&peer) {
            let token = access.token().or(relay.access.token()).cloned();
            let known = relay.access.addresses().cloned();
            let merged = known.fold(access, RelayAccess::also).with_token(token);
            if merged != relay.access {
                relay.access = merged;
                relay.backoff.hurry(now);
            }
            return true;
        }
        if self.relays.len() >= RELAYS && !self.make_room(now) {
            return false;
        }
        let relay = Relay {
            access,
            is_reserved: false,
            is_asked: false,
            info: None,
            state: State::Down,
            backoff: Backoff::new(now),
            places: Vec::new(),
            used: now,
        };
        self.relays.insert(peer, relay);
        true
    }

    /// Forgets the relay that has been of no use for longest, if there is one.
    fn make_room(&mut self, now: Instant) -> bool {
        let idle = |relay: &&Relay| {
            let is_old = now.saturating_duration_since(relay.used) >= UNUSED;
            !relay.is_reserved && matches!(relay.state, State::Down) && is_old
        };
        let idle = self.relays.iter().filter(|(_, relay)| idle(relay));
        let oldest = idle.min_by_key(|(_, relay)| relay.used).map(|(peer, _)| *peer);
        oldest.is_some_and(|peer| self.relays.remove(&peer).is_some())
    }

    pub(crate) fn get(&self, peer: PeerId) -> Option<&Relay> {
        self.relays.get(&peer)
    }

    /// Whether this relay serves now.
    pub(crate) fn is_ready(&self, peer: PeerId) -> bool {
        self.get(peer).is_some_and(|relay| matches!(relay.state, State::Ready(..)))
    }

    /// Whether this is the connection to a relay, and not one to a peer.
    pub(crate) fn has(&self, peer: PeerId, id: ConnectionId) -> bool {
        self.get(peer).and_then(Relay::wire).is_some_and(|wire| wire.id == id)
    }

    /// A place at it is wanted, or no more. Where others reach us through it already.
    pub(crate) fn reserve(&mut self, peer: PeerId, is_wanted: bool, now: Instant) -> Vec<Address> {
        let Some(relay) = self.relays.get_mut(&peer) else {
            return Vec::new();
        };
        relay.is_reserved = is_wanted;
        relay.used = now;
        if is_wanted {
            relay.backoff.hurry(now);
        }
        relay.places.clone()
    }

    /// The owner wants to know how it does, at once.
    pub(crate) fn ask(&mut self, peer: PeerId, now: Instant) {
        if let Some(relay) = self.relays.get_mut(&peer) {
            relay.is_asked = !matches!(relay.state, State::Ready(..));
            relay.used = now;
            relay.backoff.hurry(now);
        }
    }

    /// What a relay that serves now says of itself.
    pub(crate) fn serving(&self, peer: PeerId) -> Option<&RelayInfo> {
        let relay = self.get(peer).filter(|relay| matches!(relay.state, State::Ready(..)))?;
        relay.info.as_ref()
    }

    /// Somebody needs it: a dial leads through it, or a circuit.
    pub(crate) fn used(&mut self, peer: PeerId, now: Instant) {
        if let Some(relay) = self.relays.get_mut(&peer) {
            relay.used = now;
        }
    }

    /// Somebody at the keyboard waits for it.
    pub(crate) fn hurry(&mut self, peer: PeerId, now: Instant) {
        if let Some(relay) = self.relays.get_mut(&peer) {
            relay.used = now;
            relay.backoff.hurry(now);
        }
    }

    /// A dial has begun.
    pub(crate) fn dialling(&mut self, peer: PeerId) {
        if let Some(relay) = self.relays.get_mut(&peer) {
            relay.state = State::Dialling;
            relay.backoff.trying();
        }
    }

    /// It is connected; no if it was not being dialled.
    pub(crate) fn connected(
        &mut self,
        peer: PeerId,
        id: ConnectionId,
        place: Multiaddr,
        now: Instant,
    ) -> bool {
        match self.relays.get_mut(&peer) {
            Some(relay) if matches!(relay.state, State::Dialling) => {
                let wire = Wire { id, place, alive: now, ping_failures: 0 };
                relay.state = State::Greeting(wire, Heard::default());
                true
            }
            _ => false,
        }
    }

    /// It has answered, or does not know greetings. What it says, once it serves.
    pub(crate) fn greeted(
        &mut self,
        peer: PeerId,
        info: RelayInfo,
        now: Instant,
    ) -> Option<RelayInfo> {
        self.heard(peer, now, |heard| heard.answer = Some(info))
    }

    /// It has said from where it sees us, or never will. What it says, once it serves.
    pub(crate) fn seen(
        &mut self,
        peer: PeerId,
        id: ConnectionId,
        now: Instant,
    ) -> Option<RelayInfo> {
        self.has(peer, id).then(|| self.heard(peer, now, |heard| heard.has_seen = true))?
    }

    fn heard(
        &mut self,
        peer: PeerId,
        now: Instant,
        note: impl FnOnce(&mut Heard),
    ) -> Option<RelayInfo> {
        let relay = self.relays.get_mut(&peer)?;
        let State::Greeting(wire, heard) = &mut relay.state else {
            return None;
        };
        note(heard);
        let info = heard.answer.clone().filter(|_| heard.has_seen)?;
        relay.state = State::Ready(wire.clone(), Place::None);
        relay.info = Some(info.clone());
        relay.is_asked = false;
        relay.used = now;
        // From here on it is the place that is asked for again and again.
        relay.backoff = Backoff::new(now);
        Some(info)
    }

    /// Where a relay that serves is connected, with its peer id.
    pub(crate) fn place(&self, peer: PeerId) -> Option<Multiaddr> {
        match &self.get(peer)?.state {
            State::Ready(wire, _) => Some(wire.place.clone()),
            _ => None,
        }
    }

    /// What it allows, as it says with a place or a circuit; yes if that is news.
    pub(crate) fn limited(&mut self, peer: PeerId, limits: CircuitLimits) -> bool {
        let info = self.relays.get_mut(&peer).and_then(|relay| relay.info.as_mut());
        info.is_some_and(|info| {
            let is_news = info.limits != limits;
            info.limits = limits;
            is_news
        })
    }

    /// A place was asked for.
    pub(crate) fn asked(&mut self, peer: PeerId, listener: ListenerId) {
        if let Some(relay) = self.relays.get_mut(&peer)
            && let State::Ready(_, place) = &mut relay.state
        {
            *place = Place::Asked(listener);
            relay.backoff.trying();
        }
    }

    /// The relay at which this is a place: it is ours, and this is where others reach us.
    pub(crate) fn held(
        &mut self,
        listener: ListenerId,
        address: Option<Address>,
        now: Instant,
    ) -> Option<(PeerId, Held)> {
        let (peer, relay) = self.by_listener(listener)?;
        if let State::Ready(_, place) = &mut relay.state {
            *place = Place::Held(listener);
        }
        relay.backoff.up(now);
        let held = match address {
            Some(address) if relay.places.contains(&address) => Held::Known,
            Some(_) if relay.places.len() >= ADDRESSES => Held::TooMany,
            Some(address) => {
                relay.places.push(address);
                Held::New
            }
            None => Held::Known,
        };
        Some((peer, held))
    }

    /// A place is gone; it is asked for again after a while.
    pub(crate) fn lost(
        &mut self,
        listener: ListenerId,
        now: Instant,
        chance: u32,
    ) -> Option<PeerId> {
        let (peer, relay) = self.by_listener(listener)?;
        if let State::Ready(_, place) = &mut relay.state {
            *place = Place::None;
        }
        relay.places.clear();
        relay.backoff.failed(now, chance);
        relay.backoff.down(now, chance);
        Some(peer)
    }

    fn by_listener(&mut self, listener: ListenerId) -> Option<(PeerId, &mut Relay)> {
        let has = |relay: &Relay| match relay.state {
            State::Ready(_, place) => place.listener() == Some(listener),
            _ => false,
        };
        let found = self.relays.iter_mut().find(|(_, relay)| has(relay));
        found.map(|(peer, relay)| (*peer, relay))
    }

    /// It was not reached, is gone, or does not serve: it is dialled again after a while. Its
    /// connection, if it stands, is to be closed.
    pub(crate) fn failed(
        &mut self,
        peer: PeerId,
        now: Instant,
        chance: u32,
    ) -> Option<ConnectionId> {
        let relay = self.relays.get_mut(&peer)?;
        relay.is_asked = false;
        relay.places.clear();
        let left = relay.wire().map(|wire| wire.id);
        relay.state = State::Down;
        // Whichever of the two it was in.
        relay.backoff.trying();
        relay.backoff.down(now, chance);
        relay.backoff.failed(now, chance);
        left
    }

    /// Something came in over the connection to a relay; no for any other.
    pub(crate) fn alive(&mut self, peer: PeerId, id: ConnectionId, now: Instant) -> bool {
        let wire = self.relays.get_mut(&peer).and_then(Relay::wire_mut);
        wire.filter(|wire| wire.id == id).is_some_and(|wire| {
            (wire.alive, wire.ping_failures) = (now, 0);
            true
        })
    }

    /// A ping failed; yes if it is enough and the connection is to be closed.
    pub(crate) fn ping_failed(&mut self, peer: PeerId, id: ConnectionId) -> bool {
        let wire = self.relays.get_mut(&peer).and_then(Relay::wire_mut);
        wire.filter(|wire| wire.id == id).is_some_and(|wire| {
            wire.ping_failures += 1;
            wire.ping_failures >= PING_FAILURES
        })
    }

    /// We have stood still: silence proves nothing.
    pub(crate) fn forgive(&mut self, now: Instant) {
        for relay in self.relays.values_mut() {
            if let Some(wire) = relay.wire_mut() {
                wire.alive = now;
            }
        }
    }

    /// What is to be done now; `needs` says whether somebody waits for a relay or is connected
    /// through it.
    pub(crate) fn due(&self, now: Instant, needs: impl Fn(PeerId) -> bool) -> Vec<Due> {
        let due = |(peer, relay): (&PeerId, &Relay)| {
            let is_needed = relay.is_needed() || needs(*peer);
            let is_time = relay.backoff.due().is_some_and(|at| at <= now);
            match &relay.state {
                State::Down if is_needed && is_time => Some(Due::Dial(*peer)),
                State::Ready(_, Place::None) if relay.is_reserved && is_time => {
                    Some(Due::Reserve(*peer))
                }
                State::Greeting(wire, _) | State::Ready(wire, _) => {
                    let is_silent = now.saturating_duration_since(wire.alive) >= SILENCE;
                    let is_unused = now.saturating_duration_since(relay.used) >= UNUSED;
                    let is_over = is_silent || (is_unused && !is_needed);
                    is_over.then_some(Due::Close(*peer, wire.id))
                }
                State::Down | State::Dialling => None,
            }
        };
        self.relays.iter().filter_map(due).collect()
    }

    /// When something is due that does not wait for the next look at the links.
    pub(crate) fn next_wake(&self, needs: impl Fn(PeerId) -> bool) -> Option<Instant> {
        let wake = |(peer, relay): (&PeerId, &Relay)| match &relay.state {
            State::Down if relay.is_needed() || needs(*peer) => relay.backoff.due(),
            State::Ready(_, Place::None) if relay.is_reserved => relay.backoff.due(),
            _ => None,
        };
        self.relays.iter().filter_map(wake).min()
    }
}

impl Relay {
    fn is_needed(&self) -> bool {
        self.is_reserved || self.is_asked
    }

    fn wire(&self) -> Option<&Wire> {
        match &self.state {
            State::Greeting(wire, _) | State::Ready(wire, _) => Some(wire),
            State::Down | State::Dialling => None,
        }
    }

    fn wire_mut(&mut self) -> Option<&mut Wire> {
        match &mut self.state {
            State::Greeting(wire, _) | State::Ready(wire, _) => Some(wire),
            State::Down | State::Dialling => None,
        }
    }
}

impl Place {
    fn listener(self) -> Option<ListenerId> {
        match self {
            Place::None => None,
            Place::Asked(listener) | Place::Held(listener) => Some(listener),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;
    use crate::limits::{RETRY_FIRST, RETRY_MOST};

    const MOST: u32 = u32::MAX;

    fn access(seed: u8) -> RelayAccess {
        let relay = Identity::from_seed([seed; 32]).peer();
        let address = format!("10.0.0.{seed}:4001/{relay}").parse().expect("an address");
        RelayAccess::new(address, None).expect("a relay")
    }

    fn peer(seed: u8) -> PeerId {
        access(seed).relay()
    }

    fn info() -> RelayInfo {
        RelayInfo { name: None, limits: CircuitLimits::default(), clock: None }
    }

    fn wire(number: usize) -> ConnectionId {
        ConnectionId::new_unchecked(number)
    }

    /// A relay that serves.
    fn serving(now: Instant) -> Relays {
        let mut relays = Relays::default();
        assert!(relays.know(access(1), now));
        relays.reserve(peer(1), true, now);
        relays.dialling(peer(1));
        assert!(relays.connected(peer(1), wire(1), Multiaddr::empty(), now));
        assert_eq!(relays.greeted(peer(1), info(), now), None, "not seen yet");
        assert_eq!(relays.seen(peer(1), wire(2), now), None, "another connection");
        assert_eq!(relays.seen(peer(1), wire(1), now), Some(info()));
        relays
    }

    #[test]
    fn only_what_is_needed_is_dialled() {
        let now = Instant::now();
        let mut relays = Relays::default();
        relays.know(access(1), now);
        relays.know(access(2), now);
        assert_eq!(relays.due(now, |_| false), []);
        assert_eq!(relays.next_wake(|_| false), None);
        relays.reserve(peer(1), true, now);
        assert_eq!(relays.due(now, |_| false), [Due::Dial(peer(1))]);
        let both = [Due::Dial(peer(1)), Due::Dial(peer(2))];
        let mut due = relays.due(now, |relay| relay == peer(2));
        due.sort_by_key(|due| *due != both[0]);
        assert_eq!(due, both);
    }

    #[test]
    fn a_place_is_asked_for_until_it_is_held() {
        let now = Instant::now();
        let mut relays = serving(now);
        assert_eq!(relays.due(now, |_| false), [Due::Reserve(peer(1))]);
        let listener = ListenerId::next();
        relays.asked(peer(1), listener);
        assert_eq!(relays.due(now, |_| false), []);
        assert_eq!(relays.lost(listener, now, MOST), Some(peer(1)));
        assert_eq!(relays.due(now, |_| false), [], "not at once");
        assert_eq!(relays.next_wake(|_| false), Some(now + RETRY_FIRST));
        let again = ListenerId::next();
        relays.asked(peer(1), again);
        let at = |port: usize| format!("10.0.0.1:{}", 9 + port).parse::<Address>().ok();
        for port in 0..ADDRESSES {
            assert_eq!(relays.held(again, at(port), now), Some((peer(1), Held::New)));
        }
        assert_eq!(relays.held(again, at(0), now), Some((peer(1), Held::Known)));
        assert_eq!(relays.held(again, at(ADDRESSES), now), Some((peer(1), Held::TooMany)));
        assert_eq!(relays.held(listener, at(0), now), None, "that one is gone");
        relays.reserve(peer(1), false, now);
        assert_eq!(relays.due(now, |_| false), []);
        assert_eq!(relays.reserve(peer(1), true, now).len(), ADDRESSES, "it is held still");
    }

    #[test]
    fn a_relay_that_fails_is_dialled_later_and_later() {
        let mut now = Instant::now();
        let mut relays = serving(now);
        assert_eq!(relays.failed(peer(1), now, MOST), Some(wire(1)));
        let mut waits = Vec::new();
        for _ in 0..9 {
            let due = relays.next_wake(|_| false).expect("due");
            waits.push(due - now);
            now = due;
            relays.dialling(peer(1));
            assert_eq!(relays.failed(peer(1), now, MOST), None);
        }
        assert_eq!((waits.first(), waits.last()), (Some(&RETRY_FIRST), Some(&RETRY_MOST)));
        relays.hurry(peer(1), now);
        assert_eq!(relays.due(now, |_| false), [Due::Dial(peer(1))]);
    }

    #[test]
    fn silence_and_disuse_end_a_connection() {
        let now = Instant::now();
        let mut relays = serving(now);
        relays.asked(peer(1), ListenerId::next());
        let silent = now + SILENCE;
        assert_eq!(relays.due(silent, |_| false), [Due::Close(peer(1), wire(1))]);
        assert!(relays.alive(peer(1), wire(1), silent));
        assert!(!relays.alive(peer(1), wire(2), silent));
        assert_eq!(relays.due(silent, |_| false), []);
        relays.reserve(peer(1), false, now);
        let unused = now + UNUSED;
        relays.alive(peer(1), wire(1), unused);
        assert_eq!(relays.due(unused, |_| true), []);
        assert_eq!(relays.due(unused, |_| false), [Due::Close(peer(1), wire(1))]);
    }

    #[test]
    fn only_so_many_are_known_and_those_in_use_stay() {
        let now = Instant::now();
        let mut relays = serving(now);
        for seed in 2..=RELAYS as u8 {
            assert!(relays.know(access(seed), now));
        }
        assert!(!relays.know(access(100), now), "all have just come");
        let later = now + UNUSED;
        relays.used(peer(2), later);
        for seed in 101..100 + RELAYS as u8 - 1 {
            assert!(relays.know(access(seed), later), "{seed}");
        }
        assert!(!relays.know(access(200), later));
        assert!(relays.is_ready(peer(1)) && relays.get(peer(2)).is_some());
    }

    #[test]
    fn what_is_new_of_a_relay_is_added() {
        let now = Instant::now();
        let mut relays = Relays::default();
        relays.know(access(1), now);
        let relay = peer(1);
        let more = format!("10.0.0.9:4001/{relay}").parse().expect("an address");
        let token = crate::Token([7; 16]);
        relays.know(RelayAccess::new(more, Some(token.clone())).expect("a relay"), now);
        relays.know(access(1), now);
        let known = &relays.get(relay).expect("known").access;
        assert_eq!((known.addresses().count(), known.token()), (2, Some(&token)));
    }
}
