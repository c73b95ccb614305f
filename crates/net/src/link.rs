//! One peer: its connections, its requests, and how it is kept. Pure, like [`links`](crate::links).

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use libp2p::swarm::ConnectionId;

use crate::Address;
use crate::backoff::Backoff;
use crate::event::Direction;
use crate::failure::Parting;
use crate::limits::{ADDRESSES, IN_FLIGHT, PING_FAILURES, SPARE, STRIKES, WAITING};
use crate::queue::Ticket;

/// One peer.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) connections: BTreeMap<ConnectionId, Connection>,
    pub(crate) kept: Option<Kept>,
    /// Requests waiting for one of [`IN_FLIGHT`] places.
    pub(crate) waiting: VecDeque<Request>,
    pub(crate) in_flight: usize,
    /// When a request last went either way.
    pub(crate) used: Instant,
    pub(crate) strikes: u8,
    /// Why we are closing the connections, if we are.
    pub(crate) parting: Option<Parting>,
    /// Copies of it stand for inbound requests not yet taken by the owner.
    pub(crate) ticket: Ticket,
    /// Inbound requests not yet answered.
    pub(crate) unanswered: usize,
}

/// A request of the owner.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) tag: u64,
    pub(crate) bytes: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) route: Route,
    /// When it began.
    pub(crate) since: Instant,
    pub(crate) alive: Instant,
    pub(crate) ping_failures: u32,
}

/// Which way a connection goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Route {
    /// Where the peer is, ending with its peer id.
    pub(crate) address: Address,
    /// Who dialled. What we dialled can be dialled again.
    pub(crate) direction: Direction,
}

#[derive(Debug)]
pub(crate) struct Kept {
    /// The best first; at most [`ADDRESSES`].
    pub(crate) addresses: Vec<Address>,
    pub(crate) backoff: Backoff,
    /// When a direct way is looked for while there are only relayed ones.
    pub(crate) upgrade: Backoff,
    /// Dials under way.
    pub(crate) dials: usize,
}

impl Link {
    pub(crate) fn new(now: Instant) -> Link {
        Link {
            connections: BTreeMap::new(),
            kept: None,
            waiting: VecDeque::new(),
            in_flight: 0,
            used: now,
            strikes: 0,
            parting: None,
            ticket: Ticket::default(),
            unanswered: 0,
        }
    }

    pub(crate) fn is_connected(&self) -> bool {
        !self.connections.is_empty()
    }

    /// Takes a request for its turn; gives it back if too many wait.
    pub(crate) fn ask(&mut self, request: Request) -> Result<(), Request> {
        if self.waiting.len() >= WAITING {
            return Err(request);
        }
        self.waiting.push_back(request);
        Ok(())
    }

    /// The next request whose turn it is; must be followed by [`Link::answered`].
    pub(crate) fn next_request(&mut self, now: Instant) -> Option<Request> {
        if self.in_flight >= IN_FLIGHT || self.connections.is_empty() {
            return None;
        }
        let request = self.waiting.pop_front()?;
        self.in_flight += 1;
        self.used = now;
        Some(request)
    }

    /// A request in flight has ended, one way or the other.
    pub(crate) fn answered(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    /// The peer has used the link.
    pub(crate) fn used(&mut self, now: Instant) {
        self.used = now;
    }

    /// Something came in over this connection. No for one that was never taken in.
    pub(crate) fn alive(&mut self, id: ConnectionId, now: Instant) -> bool {
        let connection = self.connections.get_mut(&id);
        connection.is_some_and(|connection| {
            (connection.alive, connection.ping_failures) = (now, 0);
            true
        })
    }

    /// A ping failed; yes if it is enough and the connection is to be closed.
    pub(crate) fn ping_failed(&mut self, id: ConnectionId) -> bool {
        let Some(connection) = self.connections.get_mut(&id) else {
            return false;
        };
        connection.ping_failures += 1;
        let enough = connection.ping_failures >= PING_FAILURES;
        if enough {
            self.parting.get_or_insert(Parting::Silent);
        }
        enough
    }

    /// A frame was slow or overlong; yes if it is enough and the peer is to be left.
    pub(crate) fn strike(&mut self) -> bool {
        self.strikes = self.strikes.saturating_add(1);
        self.strikes >= STRIKES
    }

    /// Whether a connection beside this one stands.
    pub(crate) fn has_other(&self, id: ConnectionId) -> bool {
        self.connections.keys().any(|other| *other != id)
    }

    /// We are closing the connections; the first reason counts.
    pub(crate) fn part(&mut self, reason: Parting) {
        self.parting.get_or_insert(reason);
    }

    pub(crate) fn forgive(&mut self, now: Instant) {
        self.used = now;
        for connection in self.connections.values_mut() {
            connection.alive = now;
        }
    }

    /// The connection that counts: a direct one before relayed ones, then the oldest.
    pub(crate) fn best(&self) -> Option<(ConnectionId, &Route)> {
        let order = |connection: &&(&ConnectionId, &Connection)| {
            (connection.1.route.address.is_relayed(), connection.1.since)
        };
        let best = self.connections.iter().min_by_key(|it| order(&it));
        best.map(|(id, connection)| (*id, &connection.route))
    }

    /// How many connections there are, without those through relays if only direct ones count.
    pub(crate) fn count(&self, is_direct: bool) -> usize {
        let counts =
            |connection: &&Connection| !is_direct || !connection.route.address.is_relayed();
        self.connections.values().filter(counts).count()
    }

    /// Whether it is connected, and through relays only.
    pub(crate) fn is_roundabout(&self) -> bool {
        self.is_connected() && self.count(true) == 0
    }

    /// Relayed connections that are not needed any more: a direct one has stood for [`SPARE`].
    pub(crate) fn spare(&self, now: Instant) -> Vec<ConnectionId> {
        let is_relayed = |connection: &Connection| connection.route.address.is_relayed();
        let stands = |connection: &Connection| {
            !is_relayed(connection) && now.saturating_duration_since(connection.since) >= SPARE
        };
        if !self.connections.values().any(stands) {
            return Vec::new();
        }
        let spare = self.connections.iter().filter(|(_, connection)| is_relayed(connection));
        spare.map(|(id, _)| *id).collect()
    }

    pub(crate) fn dial_due(&self) -> Option<Instant> {
        let kept = self.kept.as_ref()?;
        if self.is_roundabout() {
            let has_way = kept.addresses.iter().any(|address| !address.is_relayed());
            return kept.upgrade.due().filter(|_| has_way && kept.dials == 0);
        }
        if kept.addresses.is_empty() { None } else { kept.backoff.due() }
    }
}

impl Kept {
    pub(crate) fn new(now: Instant) -> Kept {
        Kept {
            addresses: Vec::new(),
            backoff: Backoff::new(now),
            upgrade: Backoff::new(now),
            dials: 0,
        }
    }

    /// Puts an address in front.
    pub(crate) fn remember(&mut self, address: Address) {
        let address = address.without_peer();
        self.addresses.retain(|known| *known != address);
        self.addresses.insert(0, address);
        self.addresses.truncate(ADDRESSES);
    }
}
