//! How each program is reached and what was tried, for those who are looked for or connected.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use net::{Address, DialFailure, Event, Parting, PeerId};

use crate::reach::is_near;
use crate::ways::{LinkView, Tried, Try, Way};

/// Peers of whom something is remembered at most.
const PEERS: usize = 64;
/// Attempts that are remembered of one peer at most.
const TRIES: usize = 16;

/// What is remembered of every peer.
#[derive(Default)]
pub(crate) struct Trails {
    trails: BTreeMap<PeerId, Trail>,
    /// Own addresses: who is in the same subnet is near.
    own: Vec<IpAddr>,
}

struct Trail {
    /// When something was last heard of it.
    touched: Instant,
    /// Since when it is looked for, or gone.
    since: Instant,
    /// Whether there is a connection.
    is_up: bool,
    /// Whether there ever was one.
    was_up: bool,
    reason: Option<Parting>,
    round_trip: Option<Duration>,
    /// Where it was last reached through a relay.
    behind: Option<Address>,
    tries: VecDeque<Attempt>,
}

struct Attempt {
    at: Instant,
    address: Address,
    outcome: Tried,
}

impl Trails {
    /// This program listens there.
    pub(crate) fn listening(&mut self, address: &Address) {
        let ip = address.socket().map(|socket| socket.ip());
        if let Some(ip) = ip.filter(|ip| !self.own.contains(ip) && self.own.len() < PEERS) {
            self.own.push(ip);
        }
    }

    /// A peer is looked for at these addresses.
    pub(crate) fn looking(&mut self, now: Instant, peer: PeerId, addresses: &[Address]) {
        let Some(trail) = self.trail(now, peer) else { return };
        for address in addresses {
            let address = address.with_peer(peer);
            if !trail.is_up && trail.tries.iter().all(|attempt| attempt.address != address) {
                trail.note(now, address, Tried::Trying);
            }
        }
    }

    pub(crate) fn connected(&mut self, now: Instant, peer: PeerId, address: &Address) {
        let Some(trail) = self.trail(now, peer) else { return };
        (trail.is_up, trail.was_up, trail.round_trip) = (true, true, None);
        trail.note(now, address.clone(), Tried::Connected);
    }

    /// The best connection is another one now.
    pub(crate) fn rerouted(&mut self, now: Instant, peer: PeerId, address: &Address) {
        let Some(trail) = self.trail(now, peer) else { return };
        let reason = if address.is_relayed() { Parting::Gone } else { Parting::Unused };
        trail.close(reason);
        trail.round_trip = None;
        trail.note(now, address.clone(), Tried::Connected);
    }

    pub(crate) fn disconnected(&mut self, now: Instant, peer: PeerId, reason: Parting) {
        let Some(trail) = self.trails.get_mut(&peer) else { return };
        trail.close(reason);
        (trail.touched, trail.since, trail.is_up) = (now, now, false);
        (trail.reason, trail.round_trip) = (Some(reason), None);
    }

    /// An address led nowhere.
    pub(crate) fn failed(
        &mut self,
        now: Instant,
        peer: PeerId,
        address: &Address,
        reason: DialFailure,
    ) {
        // Only of those who are looked for: others are dialled for a card and no more.
        if let Some(trail) = self.trails.get_mut(&peer) {
            trail.touched = now;
            trail.note(now, address.with_peer(peer), Tried::Failed(reason));
        }
    }

    /// Hole punching to a peer behind a relay has failed.
    pub(crate) fn not_punched(&mut self, now: Instant, peer: PeerId) {
        if let Some(trail) = self.trails.get_mut(&peer)
            && let Some(address) = trail.behind.clone()
        {
            trail.add(Attempt { at: now, address, outcome: Tried::NotPunched });
        }
    }

    pub(crate) fn round_trip(&mut self, peer: PeerId, time: Duration) {
        if let Some(trail) = self.trails.get_mut(&peer).filter(|trail| trail.is_up) {
            trail.round_trip = Some(time);
        }
    }

    /// Nobody is connected any more: the own network has stopped.
    pub(crate) fn stopped(&mut self, now: Instant) {
        self.own.clear();
        for peer in self.trails.keys().copied().collect::<Vec<_>>() {
            self.disconnected(now, peer, Parting::Asked);
        }
    }

    /// Remembers only what is connected: nobody is looked for any more.
    pub(crate) fn forget(&mut self) {
        self.trails.retain(|_, trail| trail.is_up);
    }

    /// Where a peer was last reached through a relay.
    pub(crate) fn behind(&self, peer: PeerId) -> Option<&Address> {
        self.trails.get(&peer)?.behind.as_ref()
    }

    /// What is to be shown of a peer, if anything was tried. It may be connected at an address, and
    /// kept or not; relays have names.
    pub(crate) fn view(
        &self,
        peer: PeerId,
        link: Option<&Address>,
        is_kept: bool,
        name: &dyn Fn(PeerId) -> String,
    ) -> Option<LinkView> {
        let trail = self.trails.get(&peer);
        let way = match (link, trail) {
            (Some(address), _) => self.way(address, name),
            (None, None) => return None,
            (None, Some(trail)) if is_kept => Way::Reconnecting { since: trail.since },
            (None, Some(trail)) => {
                Way::Offline { since: trail.was_up.then_some(trail.since), reason: trail.reason }
            }
        };
        let tried = |attempt: &Attempt| Try {
            at: attempt.at,
            address: attempt.address.to_string(),
            way: match attempt.outcome {
                Tried::NotPunched => Way::Internet,
                _ => self.way(&attempt.address, name),
            },
            outcome: attempt.outcome,
        };
        let tries = trail.map(|trail| trail.tries.iter().map(tried).collect());
        let round_trip = trail.filter(|_| link.is_some()).and_then(|trail| trail.round_trip);
        Some(LinkView { way, round_trip, tries: tries.unwrap_or_default() })
    }

    /// Which way an address leads.
    pub(crate) fn way(&self, address: &Address, name: &dyn Fn(PeerId) -> String) -> Way {
        if let Some(relay) = address.relay().and_then(|relay| relay.peer()) {
            return Way::Relay { name: name(relay) };
        }
        let is_lan = address.socket().is_some_and(|socket| {
            is_near(socket.ip()) || self.own.iter().any(|own| is_same_net(*own, socket.ip()))
        });
        if is_lan { Way::Lan } else { Way::Internet }
    }

    /// The trail of a peer: an old one of somebody who is not connected makes room for it.
    fn trail(&mut self, now: Instant, peer: PeerId) -> Option<&mut Trail> {
        if self.trails.len() >= PEERS && !self.trails.contains_key(&peer) {
            let down = self.trails.iter().filter(|(_, trail)| !trail.is_up);
            let oldest = *down.min_by_key(|(_, trail)| trail.touched)?.0;
            self.trails.remove(&oldest);
        }
        let trail = self.trails.entry(peer).or_insert_with(|| Trail {
            touched: now,
            since: now,
            is_up: false,
            was_up: false,
            reason: None,
            round_trip: None,
            behind: None,
            tries: VecDeque::new(),
        });
        trail.touched = now;
        Some(trail)
    }
}

impl Trail {
    /// What came of an address; what was known of it before counts no more.
    fn note(&mut self, at: Instant, address: Address, outcome: Tried) {
        if address.is_relayed() && outcome == Tried::Connected {
            self.behind = Some(address.clone());
        }
        let is_old =
            |attempt: &Attempt| attempt.address == address && attempt.outcome != Tried::NotPunched;
        self.tries.retain(|attempt| !is_old(attempt));
        self.add(Attempt { at, address, outcome });
    }

    fn add(&mut self, attempt: Attempt) {
        if self.tries.len() >= TRIES {
            self.tries.pop_front();
        }
        self.tries.push_back(attempt);
    }

    /// The connection that stands, stands no more.
    fn close(&mut self, reason: Parting) {
        for attempt in &mut self.tries {
            if attempt.outcome == Tried::Connected {
                attempt.outcome = Tried::Closed(reason);
            }
        }
    }
}

/// Whether two hosts are likely to be in one subnet; how large it is nobody says.
fn is_same_net(a: IpAddr, b: IpAddr) -> bool {
    match (a.to_canonical(), b.to_canonical()) {
        (IpAddr::V4(a), IpAddr::V4(b)) => a.octets().split_at(3).0 == b.octets().split_at(3).0,
        (IpAddr::V6(a), IpAddr::V6(b)) => a.octets().split_at(8).0 == b.octets().split_at(8).0,
        _ => false,
    }
}

/// Lets a round trip pass only if it says something new: a table with nothing to do sleeps.
#[derive(Default)]
pub(crate) struct Pulse(BTreeMap<PeerId, Duration>);

/// What is less is no news.
const LEAST: Duration = Duration::from_millis(5);

impl Pulse {
    /// Whether an event tells nothing that anybody would look at.
    pub(crate) fn is_idle_talk(&mut self, event: &Event) -> bool {
        match event {
            Event::RoundTrip { peer, time } => return !self.is_news(*peer, *time),
            Event::Connected { peer, .. }
            | Event::Rerouted { peer, .. }
            | Event::Disconnected { peer, .. } => self.over(*peer),
            _ => {}
        }
        false
    }

    /// Whether this differs from what was last let pass, by more than a quarter and [`LEAST`].
    fn is_news(&mut self, peer: PeerId, time: Duration) -> bool {
        let is_news = match self.0.get(&peer) {
            Some(last) => time.abs_diff(*last) > LEAST.max(*last / 4),
            None => true,
        };
        if is_news && (self.0.len() < PEERS || self.0.contains_key(&peer)) {
            self.0.insert(peer, time);
        }
        is_news
    }

    /// The peer is gone, or is reached another way.
    fn over(&mut self, peer: PeerId) {
        self.0.remove(&peer);
    }
}

#[cfg(test)]
mod tests {
    use net::Identity;

    use super::*;

    fn peer(seed: u8) -> PeerId {
        Identity::from_seed([seed; 32]).peer()
    }

    fn at(text: &str, seed: u8) -> Address {
        text.parse::<Address>().unwrap().with_peer(peer(seed))
    }

    fn behind(seed: u8) -> Address {
        at("9.9.9.9:9", 99).to_behind(peer(seed)).unwrap()
    }

    fn view(trails: &Trails, link: Option<&Address>, is_kept: bool) -> LinkView {
        trails.view(peer(1), link, is_kept, &|_| "R".into()).unwrap()
    }

    fn outcomes(view: &LinkView) -> Vec<(Way, Tried)> {
        view.tries.iter().map(|tried| (tried.way.clone(), tried.outcome)).collect()
    }

    #[test]
    fn what_was_tried_and_what_came_of_it_is_told_in_order() {
        let start = Instant::now();
        let later = start + Duration::from_secs(9);
        let mut trails = Trails::default();
        assert_eq!(trails.view(peer(1), None, true, &|_| String::new()), None);
        let (lan, far) = (at("192.168.1.5:9", 1), at("8.8.8.8:9", 1));
        trails.looking(start, peer(1), &[lan.clone(), far.clone(), behind(1)]);
        let relay = || Way::Relay { name: "R".into() };
        let seen = view(&trails, None, true);
        assert_eq!(seen.way, Way::Reconnecting { since: start });
        let trying = [Way::Lan, Way::Internet, relay()].map(|way| (way, Tried::Trying));
        assert_eq!(outcomes(&seen), trying);
        trails.failed(start, peer(1), &lan.without_peer(), DialFailure::TimedOut);
        trails.failed(later, peer(1), &lan, DialFailure::TimedOut);
        trails.connected(later, peer(1), &behind(1));
        trails.round_trip(peer(1), Duration::from_millis(80));
        trails.not_punched(later, peer(1));
        let seen = view(&trails, Some(&behind(1)), true);
        assert_eq!((seen.way.clone(), seen.round_trip), (relay(), Some(Duration::from_millis(80))));
        let failed = Tried::Failed(DialFailure::TimedOut);
        let now = [
            (Way::Internet, Tried::Trying),
            (Way::Lan, failed),
            (relay(), Tried::Connected),
            (Way::Internet, Tried::NotPunched),
        ];
        assert_eq!(outcomes(&seen), now);
        assert_eq!(trails.behind(peer(1)), Some(&behind(1)));
        trails.rerouted(later, peer(1), &far);
        let seen = view(&trails, Some(&far), true);
        assert_eq!((seen.way.clone(), seen.round_trip), (Way::Internet, None));
        assert_eq!(outcomes(&seen)[1], (relay(), Tried::Closed(Parting::Unused)));
        trails.disconnected(later, peer(1), Parting::Silent);
        assert_eq!(view(&trails, None, true).way, Way::Reconnecting { since: later });
        let offline = Way::Offline { since: Some(later), reason: Some(Parting::Silent) };
        let seen = view(&trails, None, false);
        assert_eq!(seen.way, offline);
        assert_eq!(outcomes(&seen).last(), Some(&(Way::Internet, Tried::Closed(Parting::Silent))));
    }

    #[test]
    fn what_is_remembered_is_bounded_and_who_is_there_is_not_pushed_out() {
        let now = Instant::now();
        let mut trails = Trails::default();
        trails.connected(now, peer(1), &at("8.8.8.8:9", 1));
        for port in 1..=200 {
            trails.failed(now, peer(1), &at(&format!("8.8.4.4:{port}"), 1), DialFailure::Refused);
        }
        assert_eq!(view(&trails, None, true).tries.len(), TRIES);
        for seed in 2..=200 {
            trails.looking(now, peer(seed), &[]);
        }
        assert_eq!(trails.trails.len(), PEERS);
        assert!(trails.trails.contains_key(&peer(1)));
        trails.failed(now, peer(201), &at("8.8.8.8:9", 201), DialFailure::Refused);
        assert!(!trails.trails.contains_key(&peer(201)), "nobody looks for him");
        trails.forget();
        assert_eq!(trails.trails.keys().collect::<Vec<_>>(), [&peer(1)]);
    }

    #[test]
    fn who_is_in_the_own_subnet_is_near() {
        let mut trails = Trails::default();
        let way = |trails: &Trails, text| trails.way(&at(text, 1), &|_| String::new());
        for near in ["127.0.0.1:1", "10.9.9.9:1", "[fe80::1]:1", "[fd00::1]:1", "169.254.1.1:1"] {
            assert_eq!(way(&trails, near), Way::Lan, "{near}");
        }
        for text in ["203.0.113.9:1", "[2001:db8::9]:1"] {
            assert_eq!(way(&trails, text), Way::Internet);
        }
        trails.listening(&at("203.0.113.77:1", 2));
        trails.listening(&at("[2001:db8::7]:1", 2));
        for text in ["203.0.113.9:1", "[2001:db8::9]:1"] {
            assert_eq!(way(&trails, text), Way::Lan);
        }
        for text in ["203.0.114.9:1", "[2001:db9::9]:1", "100.64.0.1:1"] {
            assert_eq!(way(&trails, text), Way::Internet);
        }
    }

    #[test]
    fn only_a_round_trip_that_differs_is_news() {
        let mut pulse = Pulse::default();
        let ms = Duration::from_millis;
        for (time, is_news) in [(10, true), (14, false), (16, true), (100, true), (120, false)] {
            assert_eq!(pulse.is_news(peer(1), ms(time)), is_news, "{time}");
        }
        assert!(pulse.is_news(peer(1), ms(74)));
        pulse.over(peer(1));
        assert!(pulse.is_news(peer(1), ms(74)));
        for seed in 0..=255 {
            pulse.is_news(peer(seed), ms(1));
        }
        assert!(pulse.0.len() <= PEERS);
    }
}
