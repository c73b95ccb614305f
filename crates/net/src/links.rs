//! Every peer and what is due with it. Pure: time and chance are arguments, and what is to be done
//! is returned.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use libp2p::swarm::ConnectionId;

use crate::backoff::Backoff;
use crate::dial::{Dial, Purpose};
use crate::event::Direction;
use crate::failure::Parting;
use crate::limits::{ASLEEP, KEPT, PER_PEER, SILENCE, SWEEP_EVERY, UNUSED};
use crate::link::{Connection, Kept, Link, Request, Route};
use crate::{Address, PeerId};

/// Every peer that is connected or kept, and nobody else.
#[derive(Debug)]
pub(crate) struct Links {
    links: BTreeMap<PeerId, Link>,
    swept: Instant,
}

/// What became of a new connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    First,
    Further,
    /// The peer has [`PER_PEER`] already: close it.
    TooMany,
}

/// What a look at the links found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sweep {
    /// Connections to close; the peer's last one says why.
    pub(crate) silent: Vec<(PeerId, ConnectionId)>,
    /// Relayed connections to close: a direct one has taken their place.
    pub(crate) spare: Vec<ConnectionId>,
    /// Peers to leave.
    pub(crate) unused: Vec<PeerId>,
    /// Whether we have stood still.
    pub(crate) is_late: bool,
}

impl Links {
    pub(crate) fn new(now: Instant) -> Links {
        Links { links: BTreeMap::new(), swept: now }
    }

    pub(crate) fn get(&mut self, peer: PeerId) -> Option<&mut Link> {
        self.links.get_mut(&peer)
    }

    pub(crate) fn is_connected(&self, peer: PeerId) -> bool {
        self.links.get(&peer).is_some_and(Link::is_connected)
    }

    pub(crate) fn is_kept(&self, peer: PeerId) -> bool {
        self.links.get(&peer).is_some_and(|link| link.kept.is_some())
    }

    /// The connected peers.
    pub(crate) fn connected(&self) -> Vec<PeerId> {
        let connected = self.links.iter().filter(|(_, link)| link.is_connected());
        connected.map(|(peer, _)| *peer).collect()
    }

    /// Keeps a peer; says no if [`KEPT`] others are kept. Keeping it again adds the addresses, which
    /// are tried at once.
    pub(crate) fn keep(&mut self, peer: PeerId, addresses: Vec<Address>, now: Instant) -> bool {
        let kept = self.links.values().filter(|link| link.kept.is_some()).count();
        if kept >= KEPT && !self.is_kept(peer) {
            return false;
        }
        let link = self.links.entry(peer).or_insert_with(|| Link::new(now));
        let mut kept = link.kept.take().unwrap_or_else(|| Kept::new(now));
        for address in addresses.into_iter().rev() {
            kept.remember(address);
        }
        for connection in link.connections.values() {
            kept.backoff.up(now);
            if connection.route.direction == Direction::Dialled {
                kept.remember(connection.route.address.clone());
            }
        }
        kept.backoff.hurry(now);
        link.kept = Some(kept);
        true
    }

    /// Keeps the peer no more. Its connections stay.
    pub(crate) fn forget(&mut self, peer: PeerId, now: Instant) {
        if let Some(link) = self.links.get_mut(&peer) {
            link.kept = None;
            link.used = now;
        }
        self.tidy(peer);
    }

    /// A connection stands.
    pub(crate) fn joined(
        &mut self,
        peer: PeerId,
        id: ConnectionId,
        route: Route,
        now: Instant,
    ) -> Joined {
        let link = self.links.entry(peer).or_insert_with(|| Link::new(now));
        let is_direct = !route.address.is_relayed();
        // Relayed ones keep no direct one out.
        if link.count(is_direct) >= PER_PEER {
            return Joined::TooMany;
        }
        let first = link.connections.is_empty();
        if first {
            (link.used, link.strikes, link.parting) = (now, 0, None);
        }
        if let Some(kept) = &mut link.kept {
            if first {
                kept.backoff.up(now);
            }
            if is_direct {
                kept.upgrade = Backoff::new(now);
            }
            if route.direction == Direction::Dialled {
                kept.remember(route.address.clone());
            }
        }
        let connection = Connection { route, since: now, alive: now, ping_failures: 0 };
        link.connections.insert(id, connection);
        if first { Joined::First } else { Joined::Further }
    }

    /// A connection is gone. If it was the peer's last: why, and the requests that wait no more.
    pub(crate) fn left(
        &mut self,
        peer: PeerId,
        id: ConnectionId,
        now: Instant,
        chance: u32,
    ) -> Option<(Parting, VecDeque<Request>)> {
        let link = self.links.get_mut(&peer)?;
        link.connections.remove(&id)?;
        if !link.connections.is_empty() {
            // The link lives on without the silent connection.
            link.parting.take_if(|reason| *reason == Parting::Silent);
            return None;
        }
        let reason = link.parting.take().unwrap_or(Parting::Gone);
        let waiting = std::mem::take(&mut link.waiting);
        (link.in_flight, link.unanswered) = (0, 0);
        if let Some(kept) = &mut link.kept {
            kept.backoff.down(now, chance);
        }
        self.tidy(peer);
        Some((reason, waiting))
    }

    /// When the next look, or the next dial if there may be one, is due.
    pub(crate) fn next_wake(&self, may_dial: bool) -> Instant {
        let sweep = self.swept + SWEEP_EVERY;
        let dials = self.links.values().filter_map(Link::dial_due).filter(|_| may_dial);
        dials.fold(sweep, Instant::min)
    }

    /// Peers to dial now, each by one dial for all direct addresses and one for each relay; each
    /// dial must be followed by [`Links::dialled`].
    pub(crate) fn dials_due(&mut self, now: Instant, most: usize) -> Vec<Dial> {
        let due =
            self.links.iter_mut().filter(|(_, link)| link.dial_due().is_some_and(|due| due <= now));
        let mut dials = Vec::new();
        for (peer, link) in due {
            let is_roundabout = link.is_roundabout();
            let Some(kept) = link.kept.as_mut() else {
                continue;
            };
            let mut ways: BTreeMap<Option<PeerId>, Vec<Address>> = BTreeMap::new();
            for address in &kept.addresses {
                if !is_roundabout || !address.is_relayed() {
                    let relay = address.relay().and_then(|relay| relay.peer());
                    ways.entry(relay).or_default().push(address.clone());
                }
            }
            if dials.len() + ways.len() > most {
                break;
            }
            let purpose = if is_roundabout { Purpose::Upgrade } else { Purpose::Kept };
            let backoff = if is_roundabout { &mut kept.upgrade } else { &mut kept.backoff };
            backoff.trying();
            kept.dials += ways.len();
            dials.extend(ways.into_values().map(|ways| Dial::new(purpose(*peer), ways)));
        }
        dials
    }

    /// A dial of a kept peer has ended. If it was the last of those under way and the peer is not
    /// reached, it is dialled again after a while.
    pub(crate) fn dialled(&mut self, peer: PeerId, now: Instant, chance: u32) {
        if let Some(kept) = self.links.get_mut(&peer).and_then(|link| link.kept.as_mut()) {
            kept.dials = kept.dials.saturating_sub(1);
            if kept.dials == 0 {
                kept.backoff.failed(now, chance);
                kept.upgrade.failed(now, chance);
            }
        }
    }

    /// The relays that connections lead through.
    pub(crate) fn relays(&self) -> impl Iterator<Item = PeerId> {
        let connections = self.links.values().flat_map(|link| link.connections.values());
        connections.filter_map(|it| it.route.address.relay().and_then(|relay| relay.peer()))
    }

    /// The connections that lead through a relay.
    pub(crate) fn through(&self, relay: PeerId) -> Vec<ConnectionId> {
        let leads = |connection: &Connection| {
            connection.route.address.relay().and_then(|at| at.peer()) == Some(relay)
        };
        let connections = self.links.values().flat_map(|link| &link.connections);
        connections.filter(|(_, connection)| leads(connection)).map(|(id, _)| *id).collect()
    }

    /// The connection of a peer that counts.
    pub(crate) fn best(&self, peer: PeerId) -> Option<(ConnectionId, Route)> {
        let best = self.links.get(&peer).and_then(Link::best);
        best.map(|(id, route)| (id, route.clone()))
    }

    /// Looks for silence and disuse.
    pub(crate) fn sweep(&mut self, now: Instant) -> Sweep {
        let mut found = Sweep::default();
        let late = now.saturating_duration_since(self.swept);
        if late < SWEEP_EVERY {
            return found;
        }
        self.swept = now;
        found.is_late = late >= ASLEEP;
        for (peer, link) in &mut self.links {
            if late >= ASLEEP {
                link.forgive(now);
                continue;
            }
            found.spare.extend(link.spare(now));
            for (id, connection) in &link.connections {
                if now.saturating_duration_since(connection.alive) >= SILENCE {
                    link.parting.get_or_insert(Parting::Silent);
                    found.silent.push((*peer, *id));
                }
            }
            let unused = now.saturating_duration_since(link.used) >= UNUSED;
            if unused && link.kept.is_none() && !link.connections.is_empty() {
                link.parting.get_or_insert(Parting::Unused);
                found.unused.push(*peer);
            }
        }
        found
    }

    fn tidy(&mut self, peer: PeerId) {
        let idle = |link: &Link| link.connections.is_empty() && link.kept.is_none();
        if self.links.get(&peer).is_some_and(idle) {
            self.links.remove(&peer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Identity;
    use crate::limits::{ADDRESSES, IN_FLIGHT, RETRY_FIRST, WAITING};

    fn peer(seed: u8) -> PeerId {
        Identity::from_seed([seed; 32]).peer()
    }

    fn connection(number: usize) -> ConnectionId {
        ConnectionId::new_unchecked(number)
    }

    fn address(port: u16) -> Address {
        std::net::SocketAddr::from(([127, 0, 0, 1], port)).into()
    }

    /// Whom the dials are to reach, and where.
    fn said(dials: &[Dial]) -> Vec<(PeerId, Vec<Address>)> {
        dials.iter().map(|it| (it.peer().expect("known"), it.addresses.clone())).collect()
    }

    fn came() -> Route {
        Route { address: address(9), direction: Direction::Accepted }
    }

    fn dialled(address: Address) -> Route {
        Route { address, direction: Direction::Dialled }
    }

    fn request(tag: u64) -> Request {
        Request { tag, bytes: Vec::new() }
    }

    /// Looks every second from `from` on, and says after how many seconds something was found.
    fn sweep_until_found(links: &mut Links, from: Instant) -> (u64, Sweep) {
        (1..1000)
            .map(|second| (second, links.sweep(from + Duration::from_secs(second))))
            .find(|(_, found)| *found != Sweep::default())
            .expect("something is found")
    }

    #[test]
    fn only_the_first_and_the_last_connection_are_told() {
        let now = Instant::now();
        let mut links = Links::new(now);
        assert_eq!(links.joined(peer(1), connection(1), came(), now), Joined::First);
        assert_eq!(links.joined(peer(1), connection(2), came(), now), Joined::Further);
        assert_eq!(links.joined(peer(1), connection(3), came(), now), Joined::Further);
        assert_eq!(links.joined(peer(1), connection(4), came(), now), Joined::TooMany);
        assert!(links.left(peer(1), connection(4), now, 0).is_none());
        assert!(links.left(peer(1), connection(1), now, 0).is_none());
        assert!(links.left(peer(1), connection(2), now, 0).is_none());
        let (reason, _) = links.left(peer(1), connection(3), now, 0).expect("the last");
        assert_eq!(reason, Parting::Gone);
        assert!(links.get(peer(1)).is_none(), "nothing is remembered of a stranger");
    }

    #[test]
    fn a_kept_peer_is_dialled_at_once_and_again_when_it_is_lost() {
        let now = Instant::now();
        let mut links = Links::new(now);
        assert!(links.keep(peer(1), vec![address(1), address(2)], now));
        let due = links.dials_due(now, 9);
        assert_eq!(said(&due), [(peer(1), vec![address(1), address(2)])]);
        assert_eq!(said(&links.dials_due(now, 9)), []);
        links.joined(peer(1), connection(1), dialled(address(2).with_peer(peer(1))), now);
        assert_eq!(links.next_wake(true), now + SWEEP_EVERY);
        links.left(peer(1), connection(1), now, u32::MAX);
        assert_eq!(links.next_wake(true), now + RETRY_FIRST);
        assert_eq!(links.next_wake(false), now + SWEEP_EVERY);
        let due = links.dials_due(now + RETRY_FIRST, 9);
        assert_eq!(
            said(&due),
            [(peer(1), vec![address(2), address(1)])],
            "the last good one first"
        );
        links.forget(peer(1), now);
        assert!(links.get(peer(1)).is_none());
    }

    #[test]
    fn without_an_address_a_kept_peer_is_waited_for() {
        let now = Instant::now();
        let mut links = Links::new(now);
        assert!(links.keep(peer(1), Vec::new(), now));
        assert_eq!(said(&links.dials_due(now, 9)), []);
        assert!(links.keep(peer(1), vec![address(1)], now));
        assert_eq!(links.dials_due(now, 9).len(), 1);
    }

    #[test]
    fn kept_peers_and_their_addresses_are_bounded() {
        let now = Instant::now();
        let mut links = Links::new(now);
        for seed in 0..KEPT as u8 {
            assert!(links.keep(peer(seed), Vec::new(), now));
        }
        assert!(!links.keep(peer(200), Vec::new(), now));
        assert!(links.keep(peer(0), (0..100).map(address).collect(), now));
        let due = links.dials_due(now, 9);
        assert_eq!(said(&due), [(peer(0), (0..ADDRESSES as u16).map(address).collect())]);
    }

    #[test]
    fn a_silent_connection_is_closed_and_says_so_if_it_is_the_last() {
        let now = Instant::now();
        let mut links = Links::new(now);
        links.joined(peer(1), connection(1), came(), now);
        links.joined(peer(1), connection(2), came(), now + Duration::from_secs(1));
        let (second, found) = sweep_until_found(&mut links, now);
        assert_eq!((second, found.silent), (SILENCE.as_secs(), vec![(peer(1), connection(1))]));
        let now = now + SILENCE;
        assert!(links.left(peer(1), connection(1), now, 0).is_none());
        let (reason, _) = links.left(peer(1), connection(2), now, 0).expect("the last");
        assert_eq!(reason, Parting::Gone, "the other connection was not silent");
    }

    #[test]
    fn a_stranger_is_left_when_unused_and_a_kept_peer_is_not() {
        let now = Instant::now();
        let mut links = Links::new(now);
        links.keep(peer(2), Vec::new(), now);
        for seed in [1, 2] {
            links.joined(peer(seed), connection(seed.into()), came(), now);
        }
        for second in 1..=UNUSED.as_secs() {
            let now = now + Duration::from_secs(second);
            for seed in [1, 2] {
                let link = links.get(peer(seed)).expect("linked");
                assert!(link.alive(connection(seed.into()), now));
            }
            let found = links.sweep(now);
            let unused = if second == UNUSED.as_secs() { vec![peer(1)] } else { Vec::new() };
            assert_eq!(found, Sweep { unused, ..Sweep::default() });
        }
    }

    #[test]
    fn silence_while_we_stood_still_proves_nothing() {
        let now = Instant::now();
        let mut links = Links::new(now);
        links.joined(peer(1), connection(1), came(), now);
        let later = now + Duration::from_secs(3600);
        assert_eq!(links.sweep(later), Sweep { is_late: true, ..Sweep::default() });
        assert_eq!(links.sweep(later + SWEEP_EVERY), Sweep::default());
    }

    #[test]
    fn two_reported_ping_failures_are_enough_and_a_sign_of_life_forgives() {
        let now = Instant::now();
        let mut links = Links::new(now);
        links.joined(peer(1), connection(1), came(), now);
        let link = links.get(peer(1)).expect("linked");
        assert!(!link.ping_failed(connection(1)));
        assert!(link.alive(connection(1), now));
        assert!(!link.ping_failed(connection(1)));
        assert!(link.ping_failed(connection(1)));
        let (reason, _) = links.left(peer(1), connection(1), now, 0).expect("the last");
        assert_eq!(reason, Parting::Silent);
    }

    #[test]
    fn requests_take_turns_and_the_rest_comes_back() {
        let now = Instant::now();
        let mut links = Links::new(now);
        links.joined(peer(1), connection(1), came(), now);
        let link = links.get(peer(1)).expect("linked");
        for tag in 0..WAITING as u64 {
            assert!(link.ask(request(tag)).is_ok());
        }
        assert_eq!(link.ask(request(99)).expect_err("full").tag, 99);
        let sent = std::iter::from_fn(|| link.next_request(now)).map(|request| request.tag);
        assert!(sent.eq(0..IN_FLIGHT as u64));
        link.answered();
        assert_eq!(link.next_request(now).expect("a place").tag, IN_FLIGHT as u64);
        let (_, waiting) = links.left(peer(1), connection(1), now, 0).expect("the last");
        assert_eq!(waiting.len(), WAITING - IN_FLIGHT - 1);
    }

    #[test]
    fn three_faults_are_enough() {
        let now = Instant::now();
        let mut links = Links::new(now);
        links.joined(peer(1), connection(1), came(), now);
        let link = links.get(peer(1)).expect("linked");
        assert!(!link.strike() && !link.strike() && link.strike());
    }
}
