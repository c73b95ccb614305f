//! The book of peers that were found on the local network. Pure: time and the own subnets are
//! arguments.
//!
//! Everybody on the network may write into it, so it holds little and changes slowly: who comes
//! when it is full is left out, and news of one peer have a pause between them.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Instant;

use if_watch::IpNet;

use crate::limits::{FOUND, FOUND_ADDRESSES, FOUND_PAUSE};
use crate::{Address, Event, PeerId};

/// The peers that were found, and what the owner knows of them.
#[derive(Debug, Default)]
pub(crate) struct Found {
    peers: BTreeMap<PeerId, Entry>,
}

#[derive(Debug, Default)]
struct Entry {
    /// In the order in which they came.
    places: Vec<Place>,
    told: Option<Told>,
}

#[derive(Debug)]
struct Place {
    address: Address,
    /// Not announced again since [`Found::doubt`].
    is_doubted: bool,
}

/// What the owner was last told of a peer.
#[derive(Debug)]
struct Told {
    addresses: Vec<Address>,
    at: Instant,
}

impl Found {
    /// Somebody says that a peer can be reached there.
    pub(crate) fn announced(&mut self, peer: PeerId, address: &Address, own: &[IpNet]) {
        let near = address.socket().is_some_and(|at| at.port() != 0 && is_near(at.ip(), own));
        let is_full = self.peers.len() >= FOUND && !self.peers.contains_key(&peer);
        if !near || is_full {
            return;
        }
        let address = address.with_peer(peer);
        let places = &mut self.peers.entry(peer).or_default().places;
        if let Some(place) = places.iter_mut().find(|place| place.address == address) {
            place.is_doubted = false;
        } else if places.len() < FOUND_ADDRESSES {
            places.push(Place { address, is_doubted: false });
        }
    }

    /// Nobody has said so again for the time that it was said for.
    pub(crate) fn expired(&mut self, peer: PeerId, address: &Address) {
        let address = address.with_peer(peer);
        self.retain(|of, place| *of != peer || place.address != address);
    }

    /// From now on every place must be announced again before [`Found::drop_doubted`].
    pub(crate) fn doubt(&mut self) {
        let places = self.peers.values_mut().flat_map(|entry| &mut entry.places);
        places.for_each(|place| place.is_doubted = true);
    }

    /// Forgets what was not announced again.
    pub(crate) fn drop_doubted(&mut self) {
        self.retain(|_, place| !place.is_doubted);
    }

    fn retain(&mut self, mut keep: impl FnMut(&PeerId, &Place) -> bool) {
        self.peers.retain(|peer, entry| {
            entry.places.retain(|place| keep(peer, place));
            // Whoever was told of must be told of once more.
            !entry.places.is_empty() || entry.told.is_some()
        });
    }

    /// The next thing that the owner does not know yet and may be told now.
    pub(crate) fn news(&mut self, now: Instant) -> Option<Event> {
        let mut due = self.peers.iter_mut().filter(|(_, entry)| entry.is_due(now));
        let (&peer, entry) = due.next()?;
        let addresses = entry.addresses();
        if addresses.is_empty() {
            self.peers.remove(&peer);
            return Some(Event::Lost { peer });
        }
        entry.told = Some(Told { addresses: addresses.clone(), at: now });
        Some(Event::Found { peer, addresses })
    }

    /// When [`Found::news`] will next say something, if nothing else happens.
    pub(crate) fn next_news(&self, now: Instant) -> Option<Instant> {
        let news = self.peers.values().filter(|entry| entry.is_news());
        news.map(|entry| entry.may_be_told().unwrap_or(now)).min()
    }
}

impl Entry {
    fn addresses(&self) -> Vec<Address> {
        self.places.iter().map(|place| place.address.clone()).collect()
    }

    fn is_news(&self) -> bool {
        let places = self.places.iter().map(|place| &place.address);
        self.told.as_ref().is_none_or(|told| !places.eq(&told.addresses))
    }

    /// The end of the pause after what was last told.
    fn may_be_told(&self) -> Option<Instant> {
        self.told.as_ref().map(|told| told.at + FOUND_PAUSE)
    }

    fn is_due(&self, now: Instant) -> bool {
        self.is_news() && self.may_be_told().is_none_or(|at| at <= now)
    }
}

/// Whether an address lies in one of the own subnets, and is one that a host can have.
///
/// IPv6 addresses of one link (`fe80::`) are not: they mean something only together with an
/// interface, which an [`Address`] cannot name.
fn is_near(ip: IpAddr, own: &[IpNet]) -> bool {
    let is_sane = match ip {
        IpAddr::V4(ip) => !(ip.is_broadcast() || ip.is_multicast()),
        IpAddr::V6(ip) => !(ip.is_unicast_link_local() || ip.is_multicast()),
    };
    // A mask without a bit would make the whole world near.
    let in_subnet = || own.iter().any(|net| net.prefix_len() > 0 && net.contains(&ip));
    is_sane && !ip.is_loopback() && !ip.is_unspecified() && in_subnet()
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Duration;

    use super::*;
    use crate::Identity;

    fn peer(number: usize) -> PeerId {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Identity::from_seed(seed).peer()
    }

    fn own() -> Vec<IpNet> {
        ["10.77.1.1/24", "10.78.9.9/16", "10.79.0.2/32", "127.0.0.1/8", "2001:db8::1/64"]
            .into_iter()
            .chain(["fe80::1/64", "::1/128", "0.0.0.0/0"])
            .map(|net| net.parse().expect(net))
            .collect()
    }

    fn at(text: &str) -> Address {
        text.parse().expect(text)
    }

    fn place(host: u8, port: u16) -> Address {
        SocketAddr::from(([10, 77, 1, host], port)).into()
    }

    fn drain(found: &mut Found, now: Instant) -> Vec<Event> {
        std::iter::from_fn(|| found.news(now)).collect()
    }

    fn found_at(peer: PeerId, addresses: &[Address]) -> Event {
        let addresses = addresses.iter().map(|address| address.with_peer(peer)).collect();
        Event::Found { peer, addresses }
    }

    #[test]
    fn only_addresses_of_the_own_subnets_are_near() {
        for (address, near) in [
            ("10.77.1.2:1", true),
            ("10.77.2.2:1", false),
            ("10.78.200.1:1", true),
            ("10.79.0.2:1", true),
            ("10.79.0.3:1", false),
            ("8.8.8.8:1", false),
            ("10.77.1.2:0", false),
            ("127.0.0.1:1", false),
            ("0.0.0.0:1", false),
            ("224.0.0.251:1", false),
            ("255.255.255.255:1", false),
            ("[2001:db8::2]:1", true),
            ("[2001:db8:1::2]:1", false),
            ("[fe80::2]:1", false),
            ("[::1]:1", false),
            ("[::]:1", false),
            ("[::ffff:10.77.1.2]:1", false),
            ("a.host:1", false),
        ] {
            let mut found = Found::default();
            found.announced(peer(1), &at(address), &own());
            assert_eq!(!drain(&mut found, Instant::now()).is_empty(), near, "{address}");
        }
    }

    #[test]
    fn what_is_announced_again_is_no_news_and_what_changes_is() {
        let mut now = Instant::now();
        let mut found = Found::default();
        found.announced(peer(1), &place(2, 1), &own());
        assert_eq!(drain(&mut found, now), [found_at(peer(1), &[place(2, 1)])]);
        for _ in 0..10 {
            found.announced(peer(1), &place(2, 1), &own());
        }
        assert_eq!(drain(&mut found, now), []);
        assert_eq!(found.next_news(now), None);
        found.announced(peer(1), &place(2, 2), &own());
        assert_eq!(drain(&mut found, now), [], "there is a pause between news of one peer");
        assert_eq!(found.next_news(now), Some(now + FOUND_PAUSE));
        now += FOUND_PAUSE;
        assert_eq!(drain(&mut found, now), [found_at(peer(1), &[place(2, 1), place(2, 2)])]);
        now += FOUND_PAUSE;
        found.expired(peer(1), &place(2, 1));
        assert_eq!(drain(&mut found, now), [found_at(peer(1), &[place(2, 2)])]);
        now += FOUND_PAUSE;
        found.expired(peer(1), &place(2, 2));
        assert_eq!(drain(&mut found, now), [Event::Lost { peer: peer(1) }]);
        found.expired(peer(1), &place(2, 2));
        assert_eq!(drain(&mut found, now), []);
    }

    #[test]
    fn a_flood_of_names_pushes_nobody_out_and_grows_nothing() {
        let now = Instant::now();
        let mut found = Found::default();
        found.announced(peer(0), &place(2, 1), &own());
        for number in 1..10_000 {
            found.announced(peer(number), &place(3, 1), &own());
        }
        let news = drain(&mut found, now);
        assert_eq!(news.len(), FOUND);
        assert!(news.contains(&found_at(peer(0), &[place(2, 1)])));
        found.announced(peer(0), &place(2, 2), &own());
        let now = now + FOUND_PAUSE;
        let news = drain(&mut found, now);
        assert_eq!(news, [found_at(peer(0), &[place(2, 1), place(2, 2)])]);
        // A place that becomes free is there for who comes next.
        found.expired(peer(0), &place(2, 1));
        found.expired(peer(0), &place(2, 2));
        drain(&mut found, now + FOUND_PAUSE);
        found.announced(peer(10_000), &place(2, 1), &own());
        assert_eq!(drain(&mut found, now).len(), 1);
    }

    #[test]
    fn addresses_of_a_peer_are_bounded() {
        let mut found = Found::default();
        for port in 1..1000 {
            found.announced(peer(1), &place(2, port), &own());
        }
        let first: Vec<_> = (1..).take(FOUND_ADDRESSES).map(|port| place(2, port)).collect();
        assert_eq!(drain(&mut found, Instant::now()), [found_at(peer(1), &first)]);
    }

    #[test]
    fn who_comes_and_goes_all_the_time_is_told_of_slowly() {
        let start = Instant::now();
        let mut found = Found::default();
        let mut told = 0;
        for millisecond in 0..10_000 {
            let now = start + Duration::from_millis(millisecond);
            found.announced(peer(1), &place(2, 1), &own());
            told += drain(&mut found, now).len();
            found.expired(peer(1), &place(2, 1));
            told += drain(&mut found, now).len();
        }
        let pauses = 10_000 / FOUND_PAUSE.as_millis() as usize;
        assert!((1..=2 * pauses + 2).contains(&told), "{told}");
    }

    #[test]
    fn who_does_not_answer_again_is_lost() {
        let now = Instant::now();
        let mut found = Found::default();
        for number in [1, 2] {
            found.announced(peer(number), &place(2, 1), &own());
        }
        assert_eq!(drain(&mut found, now).len(), 2);
        found.doubt();
        found.announced(peer(2), &place(2, 1), &own());
        let now = now + FOUND_PAUSE;
        assert_eq!(drain(&mut found, now), [], "a doubt is no news");
        found.drop_doubted();
        assert_eq!(drain(&mut found, now), [Event::Lost { peer: peer(1) }]);
    }
}
