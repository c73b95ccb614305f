//! What the driver does about relays: connects to those that are needed, greets them, asks them for
//! a place, and leads dials through them.

use std::collections::BTreeSet;
use std::io;
use std::time::Instant;

use libp2p::Multiaddr;
use libp2p::core::transport::ListenerId;
use libp2p::multiaddr::Protocol;
use libp2p::relay::client;
use libp2p::request_response::{Event as Greet, Message};
use libp2p::swarm::ConnectionId;

use crate::codec::Received;
use crate::dial::{Dial, Purpose};
use crate::driver::{Driver, chance};
use crate::failure::{DialFailure, RequestFailure};
use crate::relaying::{
    CircuitLimits, GREETING, Greeted, Greeting, RelayAccess, RelayFailure, RelayInfo, decode,
    encode, is_relay_name,
};
use crate::relays::{Due, Held};
use crate::{Event, PeerId};

type GreetEvent = Greet<Received, Vec<u8>>;

impl Driver {
    pub(crate) fn know(&mut self, access: RelayAccess) {
        let relay = access.relay();
        if self.admit_relay(access) {
            self.relays.ask(relay, Instant::now());
            // It has answered already.
            if let Some(info) = self.relays.serving(relay).cloned() {
                self.events.post(Event::Relay { relay, info });
            }
        }
    }

    pub(crate) fn reserve(&mut self, access: RelayAccess) {
        let relay = access.relay();
        if self.admit_relay(access) {
            for address in self.relays.reserve(relay, true, Instant::now()) {
                self.events.post(Event::Reserved { relay, address });
            }
        }
    }

    fn admit_relay(&mut self, access: RelayAccess) -> bool {
        let relay = access.relay();
        let has_room = self.relays.know(access, Instant::now());
        if has_room {
            self.swarm.behaviour_mut().limits.bypass_peer_id(&relay.inner());
        } else {
            let reason = RelayFailure::Dial(DialFailure::Busy);
            self.events.post(Event::RelayFailed { relay, reason });
        }
        has_room
    }

    pub(crate) fn release(&mut self, relay: PeerId) {
        // The place ends with the connection to the relay: taken back while it is being renewed, the
        // library would panic.
        self.relays.reserve(relay, false, Instant::now());
    }

    /// A dial through a relay waits for it.
    pub(crate) fn await_relay(&mut self, dial: Dial) {
        let access = dial.relay().and_then(|at| RelayAccess::new(at, None));
        // It may be at several places.
        let places = dial.addresses.iter().filter_map(crate::Address::relay);
        let access = access.map(|access| places.fold(access, RelayAccess::also));
        let now = Instant::now();
        let Some(access) = access.filter(|access| self.relays.know(access.clone(), now)) else {
            return self.dial_refused(dial, DialFailure::NoRelay);
        };
        self.swarm.behaviour_mut().limits.bypass_peer_id(&access.relay().inner());
        if dial.purpose == Purpose::Typed {
            self.relays.hurry(access.relay(), now);
        }
        self.awaiting.push(dial);
    }

    /// The relays that somebody waits for or is connected through.
    fn needed(&self) -> BTreeSet<PeerId> {
        let awaited = self.awaiting.iter().filter_map(relay_of);
        awaited.chain(self.links.relays()).collect()
    }

    pub(crate) fn relay_wake(&self) -> Option<Instant> {
        let needed = self.needed();
        self.relays.next_wake(|relay| needed.contains(&relay))
    }

    /// Does what is due with relays.
    pub(crate) fn tend_relays(&mut self) {
        let (now, needed) = (Instant::now(), self.needed());
        for relay in &needed {
            self.relays.used(*relay, now);
        }
        for due in self.relays.due(now, |relay| needed.contains(&relay)) {
            match due {
                Due::Dial(relay) => self.dial_relay(relay),
                Due::Reserve(relay) => self.ask_place(relay),
                Due::Close(relay, _) if needed.contains(&relay) => {
                    self.relay_failed(relay, RelayFailure::Gone);
                }
                Due::Close(relay, _) => self.leave_relay(relay),
            }
        }
        let is_ready = |driver: &Driver, dial: &Dial| {
            relay_of(dial).is_some_and(|relay| driver.relays.is_ready(relay))
        };
        while let Some(at) = self.awaiting.iter().position(|dial| is_ready(self, dial)) {
            let dial = self.awaiting.remove(at);
            match relay_of(&dial).and_then(|relay| self.relays.place(relay)) {
                Some(place) => self.start_dial(dial.through(&place)),
                None => self.dial_refused(dial, DialFailure::NoRelay),
            }
        }
    }

    fn dial_relay(&mut self, relay: PeerId) {
        let Some(addresses) =
            self.relays.get(relay).map(|it| it.access.addresses().cloned().collect())
        else {
            return;
        };
        self.relays.dialling(relay);
        self.look_up(Dial::new(Purpose::Relay(relay), addresses));
    }

    /// A relay is connected: it is greeted before anything else is asked of it.
    pub(crate) fn relay_connected(&mut self, relay: PeerId, id: ConnectionId, at: &Multiaddr) {
        if !self.relays.connected(relay, id, at.clone(), Instant::now()) {
            self.swarm.close_connection(id);
            return;
        }
        let token = self.relays.get(relay).and_then(|it| it.access.token().cloned());
        let greeting = encode(&Greeting { version: GREETING, token });
        let greetings = &mut self.swarm.behaviour_mut().greetings;
        greetings.send_request(&relay.inner(), Received::Frame(greeting));
    }

    pub(crate) fn on_greeting(&mut self, event: GreetEvent) {
        match event {
            Greet::Message { peer, message: Message::Response { response, .. }, .. } => {
                self.on_greeted(peer.into(), &response);
            }
            Greet::OutboundFailure { peer, error, .. } => {
                let relay = PeerId::from(peer);
                match RequestFailure::from(error) {
                    RequestFailure::Unsupported => {
                        let limits = CircuitLimits::default();
                        self.relay_serves(relay, RelayInfo { name: None, limits, clock: None });
                    }
                    _ => self.relay_failed(relay, RelayFailure::Gone),
                }
            }
            Greet::Message { .. } | Greet::InboundFailure { .. } | Greet::ResponseSent { .. } => {}
        }
    }

    fn on_greeted(&mut self, relay: PeerId, answer: &[u8]) {
        let reason = match decode::<Greeted>(answer) {
            Some(Greeted::Welcome(welcome)) if is_relay_name(&welcome.name) => {
                let (limits, clock) = (welcome.limits, Some(welcome.clock));
                if limits.suffice() {
                    let name = Some(welcome.name);
                    return self.relay_serves(relay, RelayInfo { name, limits, clock });
                }
                RelayFailure::TooSmall(limits)
            }
            Some(Greeted::Token) => RelayFailure::Token,
            Some(Greeted::Full) => RelayFailure::Full,
            Some(Greeted::Draining) => RelayFailure::Draining,
            Some(Greeted::Version(theirs)) => RelayFailure::Version { theirs },
            Some(Greeted::Welcome(_)) | None => RelayFailure::NoRelay,
        };
        self.relay_failed(relay, reason);
    }

    fn relay_serves(&mut self, relay: PeerId, info: RelayInfo) {
        let served = self.relays.greeted(relay, info, Instant::now());
        self.tell_relay(relay, served);
    }

    /// A relay has said from where it sees us, or cannot.
    pub(crate) fn relay_has_seen(&mut self, relay: PeerId, id: ConnectionId) {
        let served = self.relays.seen(relay, id, Instant::now());
        self.tell_relay(relay, served);
    }

    fn tell_relay(&mut self, relay: PeerId, served: Option<RelayInfo>) {
        if let Some(info) = served {
            self.events.post(Event::Relay { relay, info });
        }
    }

    fn ask_place(&mut self, relay: PeerId) {
        let Some(place) = self.relays.place(relay) else {
            return;
        };
        match self.swarm.listen_on(place.with(Protocol::P2pCircuit)) {
            Ok(listener) => self.relays.asked(relay, listener),
            Err(_) => self.relay_failed(relay, RelayFailure::NoRelay),
        }
    }

    /// Others reach us through a relay; no if this is an address of our own.
    pub(crate) fn on_place(&mut self, listener: ListenerId, address: &Multiaddr) -> bool {
        let own = PeerId::from(*self.swarm.local_peer_id());
        let address = crate::Address::from_multiaddr(address).map(|at| at.with_peer(own));
        let (relay, held) = match self.relays.held(listener, address.clone(), Instant::now()) {
            Some(held) => held,
            None => return false,
        };
        match (held, address) {
            (Held::New, Some(address)) => self.events.post(Event::Reserved { relay, address }),
            // It would have us be at more and more places.
            (Held::TooMany, _) => self.relay_failed(relay, RelayFailure::Refused),
            (Held::New | Held::Known, _) => {}
        }
        true
    }

    /// A place at a relay is gone.
    pub(crate) fn on_place_lost(&mut self, listener: ListenerId, reason: Result<(), io::Error>) {
        if let Some(relay) = self.relays.lost(listener, Instant::now(), chance()) {
            let reason = match reason {
                Ok(()) => RelayFailure::Gone,
                Err(error) => RelayFailure::of_listener(&error),
            };
            self.events.post(Event::RelayFailed { relay, reason });
        }
    }

    pub(crate) fn on_relay(&mut self, event: client::Event) {
        let (relay, limit) = match event {
            client::Event::ReservationReqAccepted { relay_peer_id, limit, .. }
            | client::Event::OutboundCircuitEstablished { relay_peer_id, limit } => {
                (PeerId::from(relay_peer_id), limit)
            }
            // Its relay has told us already, when it gave us the place.
            client::Event::InboundCircuitEstablished { .. } => return,
        };
        let Some(limit) = limit else {
            return;
        };
        let seconds = limit.duration().map(|it| u32::try_from(it.as_secs()).unwrap_or(u32::MAX));
        let limits = CircuitLimits { seconds, bytes: limit.data_in_bytes() };
        if !limits.suffice() {
            return self.relay_failed(relay, RelayFailure::TooSmall(limits));
        }
        if self.relays.limited(relay, limits)
            && let Some(info) = self.relays.get(relay).and_then(|it| it.info.clone())
        {
            self.events.post(Event::Relay { relay, info });
        }
    }

    /// A relay was not reached, does not serve, or is gone.
    pub(crate) fn relay_failed(&mut self, relay: PeerId, reason: RelayFailure) {
        if matches!(reason, RelayFailure::TooSmall(_)) {
            for circuit in self.links.through(relay) {
                self.swarm.close_connection(circuit);
            }
        }
        if self.relays.get(relay).is_some() {
            self.leave_relay(relay);
            self.events.post(Event::RelayFailed { relay, reason });
        }
        let is_behind = |dial: &mut Dial| relay_of(dial) == Some(relay);
        let stranded: Vec<Dial> = self.awaiting.extract_if(.., is_behind).collect();
        for dial in stranded {
            self.dial_refused(dial, DialFailure::NoRelay);
        }
    }

    fn leave_relay(&mut self, relay: PeerId) {
        // The place ends with the connection.
        if let Some(connection) = self.relays.failed(relay, Instant::now(), chance()) {
            self.swarm.close_connection(connection);
        }
    }

    /// A dial that cannot begin.
    pub(crate) fn dial_refused(&mut self, dial: Dial, reason: DialFailure) {
        let peer = dial.peer();
        for address in &dial.addresses {
            self.events.post(Event::DialFailed { address: address.clone(), peer, reason });
        }
        self.dial_ended(&dial);
    }
}

fn relay_of(dial: &Dial) -> Option<PeerId> {
    dial.relay().and_then(|relay| relay.peer())
}
