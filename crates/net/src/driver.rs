//! The event loop: commands in, events out, and the swarm between them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use futures::StreamExt;
use libp2p::Swarm;
use libp2p::request_response::{InboundRequestId, OutboundRequestId, ResponseChannel};
use libp2p::swarm::{ConnectionId, DialError};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;

use crate::behaviour::Behaviour;
use crate::dial::{Dial, Purpose};
use crate::failure::{DialFailure, Parting, RequestFailure};
use crate::find::Finder;
use crate::gate::Gate;
use crate::limits::DIALS;
use crate::link::Request;
use crate::links::Links;
use crate::queue::EventSender;
use crate::relaying::{RelayAccess, RelayFailure};
use crate::relays::Relays;
use crate::{Address, Event, InboundId, PeerId};

/// What the owner wants done.
#[derive(Debug)]
pub(crate) enum Command {
    Dial(Address),
    Keep(PeerId, Vec<Address>),
    Forget(PeerId),
    Request(PeerId, Request),
    Respond(InboundId, Vec<u8>),
    Close(PeerId),
    Block(PeerId),
    Unblock(PeerId),
    Allow(Option<BTreeSet<PeerId>>),
    Know(RelayAccess),
    Reserve(RelayAccess),
    Release(PeerId),
}

pub(crate) struct Driver {
    pub(crate) swarm: Swarm<Behaviour>,
    pub(crate) links: Links,
    pub(crate) relays: Relays,
    /// Dials that wait for a relay.
    pub(crate) awaiting: Vec<Dial>,
    pub(crate) gate: Gate,
    pub(crate) events: EventSender,
    /// The search for peers nearby, if it is wanted.
    pub(crate) finder: Option<Finder>,
    /// Names being looked up.
    look_ups: JoinSet<Dial>,
    pub(crate) dials: BTreeMap<ConnectionId, Dial>,
    pub(crate) in_flight: BTreeMap<OutboundRequestId, (PeerId, u64)>,
    pub(crate) unanswered: BTreeMap<InboundId, Unanswered>,
    pub(crate) next_inbound: u64,
    commands: mpsc::Receiver<Command>,
    stop: Arc<Notify>,
}

/// An inbound request that waits for [`Command::Respond`].
pub(crate) struct Unanswered {
    pub(crate) peer: PeerId,
    pub(crate) request: InboundRequestId,
    pub(crate) channel: ResponseChannel<Vec<u8>>,
}

impl Driver {
    pub(crate) fn new(
        swarm: Swarm<Behaviour>,
        finder: Option<Finder>,
        events: EventSender,
        commands: mpsc::Receiver<Command>,
        stop: Arc<Notify>,
    ) -> Driver {
        Driver {
            swarm,
            links: Links::new(Instant::now()),
            relays: Relays::default(),
            awaiting: Vec::new(),
            gate: Gate::default(),
            events,
            finder,
            look_ups: JoinSet::new(),
            dials: BTreeMap::new(),
            in_flight: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            next_inbound: 0,
            commands,
            stop,
        }
    }

    /// Runs until the owner stops it, drops the receiver or drops every handle.
    pub(crate) async fn run(mut self) {
        let stop = Arc::clone(&self.stop);
        let stopped = stop.notified();
        let dropped = self.events.dropped();
        tokio::pin!(stopped, dropped);
        loop {
            if self.events.is_full() {
                tokio::select! {
                    () = &mut stopped => return,
                    room = self.events.room() => match room {
                        Ok(()) => continue,
                        Err(_) => return,
                    },
                }
            }
            self.tell_found();
            self.tend_relays();
            // Without a place for it, a dial that is due must not wake us.
            let may_dial = self.dials_under_way() < DIALS;
            let found = self.finder.as_ref().and_then(|finder| finder.next_wake(Instant::now()));
            let wake = self.links.next_wake(may_dial);
            let wake = self.relay_wake().map_or(wake, |at| wake.min(at));
            let wake = tokio::time::Instant::from_std(found.map_or(wake, |at| wake.min(at)));
            tokio::select! {
                () = &mut stopped => return,
                () = &mut dropped => return,
                command = self.commands.recv() => match command {
                    Some(command) => self.obey(command),
                    None => return,
                },
                event = self.swarm.select_next_some() => self.on_swarm(event),
                () = news(self.finder.as_ref()) => {}
                Some(Ok(dial)) = self.look_ups.join_next() => self.start_dial(dial),
                () = tokio::time::sleep_until(wake) => self.on_time(),
            }
        }
    }

    /// Passes on what the search has found, as far as there is room.
    fn tell_found(&mut self) {
        let Some(finder) = &self.finder else {
            return;
        };
        while !self.events.is_full()
            && let Some(event) = finder.next_event(Instant::now())
        {
            self.events.post(event);
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Dial(address) => self.dial(address),
            Command::Keep(peer, addresses) => {
                if self.links.keep(peer, addresses, Instant::now()) {
                    self.swarm.behaviour_mut().limits.bypass_peer_id(&peer.inner());
                }
            }
            Command::Forget(peer) => {
                self.links.forget(peer, Instant::now());
                self.swarm.behaviour_mut().limits.remove_peer_id(&peer.inner());
            }
            Command::Request(peer, request) => self.request(peer, request),
            Command::Respond(id, bytes) => self.respond(id, bytes),
            Command::Close(peer) => self.leave(peer, Parting::Asked),
            Command::Block(peer) => {
                self.gate.block(peer);
                self.leave(peer, Parting::Blocked);
            }
            Command::Unblock(peer) => self.gate.unblock(peer),
            Command::Know(relay) => self.know(relay),
            Command::Reserve(relay) => self.reserve(relay),
            Command::Release(relay) => self.release(relay),
            Command::Allow(peers) => {
                self.gate.allow(peers);
                for peer in self.links.connected() {
                    if !self.gate.admits(peer) {
                        self.leave(peer, Parting::Blocked);
                    }
                }
            }
        }
    }

    fn on_time(&mut self) {
        let now = Instant::now();
        let found = self.links.sweep(now);
        for (_, connection) in found.silent {
            self.swarm.close_connection(connection);
        }
        for connection in found.spare {
            self.swarm.close_connection(connection);
        }
        for peer in found.unused {
            self.leave(peer, Parting::Unused);
        }
        if found.is_late {
            self.relays.forgive(now);
        }
        // What finds no place now stays due.
        let places = DIALS.saturating_sub(self.dials_under_way());
        for dial in self.links.dials_due(now, places) {
            if dial.peer().is_none_or(|peer| !self.gate.admits(peer)) {
                self.dial_ended(&dial);
            } else if dial.relay().is_some() {
                self.await_relay(dial);
            } else {
                self.look_up(dial);
            }
        }
    }

    fn dial(&mut self, address: Address) {
        let refuse = |driver: &mut Driver, address: Address, reason| {
            let peer = address.peer();
            driver.events.post(Event::DialFailed { address, peer, reason });
        };
        match address.peer() {
            Some(peer) if peer.inner() == *self.swarm.local_peer_id() => {
                refuse(self, address, DialFailure::Myself);
            }
            Some(peer) if self.links.is_connected(peer) => {
                self.events.post(Event::Dialled { address, peer });
            }
            Some(peer) if !self.gate.admits(peer) => refuse(self, address, DialFailure::Blocked),
            _ if self.dials_under_way() >= DIALS => refuse(self, address, DialFailure::Busy),
            None if address.is_relayed() => refuse(self, address, DialFailure::NotThere),
            _ if address.is_relayed() => {
                self.await_relay(Dial::new(Purpose::Typed, vec![address]));
            }
            _ => self.look_up(Dial::new(Purpose::Typed, vec![address])),
        }
    }

    fn dials_under_way(&self) -> usize {
        self.dials.len() + self.look_ups.len() + self.awaiting.len()
    }

    /// Also for addresses without a name: it is the one way to [`Driver::start_dial`].
    pub(crate) fn look_up(&mut self, dial: Dial) {
        self.look_ups.spawn(dial.look_up());
    }

    pub(crate) fn start_dial(&mut self, dial: Dial) {
        let Some(options) = dial.options() else {
            return self.dial_failed(dial, None);
        };
        let id = options.connection_id();
        self.swarm.behaviour_mut().guard.expect(Some(id));
        let begun = self.swarm.dial(options);
        self.swarm.behaviour_mut().guard.expect(None);
        match begun {
            Ok(()) => {
                self.dials.insert(id, dial);
            }
            Err(error) => self.dial_failed(dial, Some(&error)),
        }
    }

    pub(crate) fn dial_failed(&mut self, mut dial: Dial, error: Option<&DialError>) {
        if dial.turn_to_next() {
            return self.start_dial(dial);
        }
        let peer = dial.peer();
        let failures = dial.failures(error);
        if let Purpose::Relay(relay) = dial.purpose {
            // Of several places the last one tells.
            let reason = failures.last().map_or(DialFailure::Unreachable, |(_, reason)| *reason);
            return self.relay_failed(relay, RelayFailure::Dial(reason));
        }
        for (address, reason) in failures {
            self.events.post(Event::DialFailed { address, peer, reason });
        }
        self.dial_ended(&dial);
    }

    /// A dial has ended, well or not.
    pub(crate) fn dial_ended(&mut self, dial: &Dial) {
        if let Purpose::Kept(peer) | Purpose::Upgrade(peer) = dial.purpose {
            self.links.dialled(peer, Instant::now(), chance());
        }
    }

    fn request(&mut self, peer: PeerId, request: Request) {
        let refused = match self.links.get(peer) {
            Some(link) if link.is_connected() => {
                link.ask(request).map_err(|request| (request, RequestFailure::Busy))
            }
            _ => Err((request, RequestFailure::NotConnected)),
        };
        match refused {
            Ok(()) => self.send_waiting(peer),
            Err((Request { tag, .. }, reason)) => {
                self.events.post(Event::Failed { peer, tag, reason });
            }
        }
    }

    /// Sends what may be sent now.
    pub(crate) fn send_waiting(&mut self, peer: PeerId) {
        // Asked of a peer without a connection, the library would dial on its own.
        if !self.swarm.is_connected(&peer.inner()) {
            return;
        }
        let Some(link) = self.links.get(peer) else {
            return;
        };
        while let Some(Request { tag, bytes }) = link.next_request(Instant::now()) {
            let frames = &mut self.swarm.behaviour_mut().frames;
            let id = frames.send_request(&peer.inner(), crate::codec::Received::Frame(bytes));
            self.in_flight.insert(id, (peer, tag));
        }
    }

    fn respond(&mut self, id: InboundId, bytes: Vec<u8>) {
        // Not there any more: timed out, or the connection is gone. The peer asks again.
        let Some(Unanswered { peer, channel, .. }) = self.unanswered.remove(&id) else {
            return;
        };
        if let Some(link) = self.links.get(peer) {
            link.unanswered = link.unanswered.saturating_sub(1);
            link.used(Instant::now());
        }
        // An error means that the connection is gone.
        let _ = self.swarm.behaviour_mut().frames.send_response(channel, bytes);
    }

    /// Closes every connection to a peer.
    pub(crate) fn leave(&mut self, peer: PeerId, reason: Parting) {
        if let Some(link) = self.links.get(peer) {
            link.part(reason);
        }
        // An error means that there is no connection.
        let _ = self.swarm.disconnect_peer_id(peer.inner());
    }
}

/// Ends when a search has found something; never without one.
async fn news(finder: Option<&Finder>) {
    match finder {
        Some(finder) => finder.news().await,
        None => std::future::pending().await,
    }
}

/// For the jitter of waits. It need not be unpredictable, so failing to get it does no harm.
pub(crate) fn chance() -> u32 {
    getrandom::u32().unwrap_or(u32::MAX / 2)
}
