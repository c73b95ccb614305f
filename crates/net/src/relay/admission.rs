//! Who may use a relay, and how many do.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use subtle::ConstantTimeEq;

use super::Limits;
use super::counters::Refusals;
use crate::PeerId;
use crate::limits::{RELAY_ADMITTED, UNUSED};
use crate::relaying::{GREETING, Greeted, Greeting, Token, Welcome};

/// The book of a relay. Pure: time is an argument.
#[derive(Debug)]
pub(super) struct Admission {
    name: String,
    limits: Limits,
    token: Option<Token>,
    pub(super) is_draining: bool,
    /// Who has shown what was wanted: connected ones, and since when the others are gone.
    admitted: BTreeMap<PeerId, Option<Instant>>,
    /// Who can be reached, or has just been told that he may.
    reserved: BTreeSet<PeerId>,
    /// Circuits, by who opened them and to whom.
    circuits: BTreeMap<(PeerId, PeerId), u32>,
    pub(super) refused: Refusals,
    pub(super) circuits_total: u64,
}

impl Admission {
    pub(super) fn new(name: String, limits: Limits, token: Option<Token>) -> Admission {
        Admission {
            name,
            limits,
            token,
            is_draining: false,
            admitted: BTreeMap::new(),
            reserved: BTreeSet::new(),
            circuits: BTreeMap::new(),
            refused: Refusals::default(),
            circuits_total: 0,
        }
    }

    pub(super) fn circuits(&self) -> u32 {
        self.circuits.values().sum()
    }

    pub(super) fn reserved(&self) -> u32 {
        u32::try_from(self.reserved.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn admitted(&self) -> u32 {
        u32::try_from(self.admitted.len()).unwrap_or(u32::MAX)
    }

    /// Answers a greeting; `clock` is the relay's, in seconds since 1970.
    pub(super) fn greet(&mut self, peer: PeerId, greeting: &Greeting, clock: u64) -> Greeted {
        if greeting.version != GREETING {
            return Greeted::Version(GREETING);
        }
        if !self.has_token(greeting.token.as_ref()) {
            self.refused.token += 1;
            return Greeted::Token;
        }
        if self.is_draining {
            self.refused.draining += 1;
            return Greeted::Draining;
        }
        let is_known = self.admitted.contains_key(&peer);
        let is_in_use = self.reserved.contains(&peer) || self.circuits_of(peer) > 0;
        let is_full = self.circuits() >= self.limits.circuits
            || self.reserved() >= self.limits.reservations
            || self.admitted.len() >= RELAY_ADMITTED && !is_known;
        if is_full && !is_in_use {
            self.refused.full += 1;
            return Greeted::Full;
        }
        self.admitted.insert(peer, None);
        Greeted::Welcome(Welcome {
            name: self.name.clone(),
            limits: self.limits.circuit(),
            circuits: self.limits.circuits.saturating_sub(self.circuits()),
            clock,
        })
    }

    fn has_token(&self, shown: Option<&Token>) -> bool {
        match (&self.token, shown) {
            (None, _) => true,
            (Some(wanted), Some(shown)) => bool::from(wanted.0.ct_eq(&shown.0)),
            (Some(_), None) => false,
        }
    }

    /// The last connection of a client is gone, and with it his circuits: he is forgotten after a
    /// while. Whether he could be reached until now.
    pub(super) fn gone(&mut self, peer: PeerId, now: Instant) -> bool {
        if let Some(since) = self.admitted.get_mut(&peer) {
            *since = Some(now);
        }
        self.circuits.retain(|(from, to), _| *from != peer && *to != peer);
        self.reserved.remove(&peer)
    }

    fn circuits_of(&self, peer: PeerId) -> u32 {
        let own = self.circuits.iter().filter(|((from, _), _)| *from == peer);
        own.map(|(_, count)| count).sum()
    }

    /// Forgets who has been gone for long.
    pub(super) fn tidy(&mut self, now: Instant) {
        let stays = |since: &Option<Instant>| {
            since.is_none_or(|since| now.saturating_duration_since(since) < UNUSED)
        };
        self.admitted.retain(|_, since| stays(since));
    }

    /// Whether a client may be reached through the relay: his place is booked. Without a token,
    /// programs that know no greetings may too.
    pub(super) fn may_reserve(&mut self, peer: PeerId) -> bool {
        let has_room = self.reserved() < self.limits.reservations || self.reserved.contains(&peer);
        let may = self.may_come(peer) && has_room;
        if may {
            self.reserved.insert(peer);
        }
        may
    }

    /// Whether a client may open a circuit.
    pub(super) fn may_connect(&mut self, peer: PeerId) -> bool {
        let has_room = self.circuits() < self.limits.circuits
            && self.circuits_of(peer) < self.limits.circuits_per_peer;
        self.may_come(peer) && has_room
    }

    fn may_come(&self, peer: PeerId) -> bool {
        !self.is_draining && (self.token.is_none() || self.admitted.contains_key(&peer))
    }

    /// A client has not renewed his place.
    pub(super) fn expired(&mut self, peer: PeerId) {
        self.reserved.remove(&peer);
    }

    pub(super) fn opened(&mut self, from: PeerId, to: PeerId) {
        *self.circuits.entry((from, to)).or_default() += 1;
        self.circuits_total += 1;
    }

    /// A circuit has ended. The library may say so twice, once for each end; yes, if it was known.
    pub(super) fn closed(&mut self, from: PeerId, to: PeerId) -> bool {
        let Some(count) = self.circuits.get_mut(&(from, to)) else {
            return false;
        };
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.circuits.remove(&(from, to));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    fn peer(seed: u8) -> PeerId {
        Identity::from_seed([seed; 32]).peer()
    }

    fn greeting(token: Option<u8>) -> Greeting {
        Greeting { version: GREETING, token: token.map(|byte| Token([byte; 16])) }
    }

    fn book(token: Option<u8>) -> Admission {
        let limits =
            Limits { circuits: 2, circuits_per_peer: 1, reservations: 2, ..Limits::default() };
        Admission::new("one".to_owned(), limits, token.map(|byte| Token([byte; 16])))
    }

    #[test]
    fn who_has_not_the_token_is_kept_out() {
        let mut book = book(Some(7));
        assert_eq!(book.greet(peer(1), &greeting(None), 9), Greeted::Token);
        assert_eq!(book.greet(peer(1), &greeting(Some(8)), 9), Greeted::Token);
        assert!(!book.may_reserve(peer(1)) && !book.may_connect(peer(1)));
        let welcome = book.greet(peer(1), &greeting(Some(7)), 9);
        assert!(matches!(welcome, Greeted::Welcome(Welcome { clock: 9, circuits: 2, .. })));
        assert!(book.may_reserve(peer(1)) && book.may_connect(peer(1)));
        assert!(!book.may_reserve(peer(2)));
        assert_eq!(book.refused.token, 2);
        let now = Instant::now();
        book.gone(peer(1), now);
        book.tidy(now);
        assert!(book.may_connect(peer(1)), "who comes back soon need not wait");
        book.tidy(now + UNUSED);
        assert!(!book.may_connect(peer(1)));
    }

    #[test]
    fn so_many_and_no_more() {
        let mut book = book(None);
        assert!(book.may_connect(peer(1)));
        book.opened(peer(1), peer(8));
        assert!(!book.may_connect(peer(1)), "one each");
        book.opened(peer(2), peer(9));
        assert!(!book.may_connect(peer(3)));
        assert_eq!(book.greet(peer(3), &greeting(None), 0), Greeted::Full);
        assert!(matches!(book.greet(peer(1), &greeting(None), 0), Greeted::Welcome(_)));
        assert!(book.closed(peer(2), peer(9)));
        assert!(book.may_connect(peer(3)));
        assert!(book.may_reserve(peer(1)) && book.may_reserve(peer(2)));
        assert!(!book.may_reserve(peer(3)) && book.may_reserve(peer(1)), "renewals go on");
        assert_eq!((book.circuits(), book.circuits_total, book.reserved()), (1, 2, 2));
    }

    #[test]
    fn one_end_that_breaks_takes_only_its_own_circuit_with_it() {
        let limits = Limits { circuits_per_peer: 2, ..Limits::default() };
        let mut book = Admission::new("one".to_owned(), limits, None);
        book.may_reserve(peer(8));
        book.opened(peer(1), peer(8));
        book.opened(peer(1), peer(9));
        // The library says of the broken one twice that it is closed.
        assert!(book.closed(peer(1), peer(8)) && !book.closed(peer(1), peer(8)));
        assert!(book.gone(peer(8), Instant::now()), "he could be reached");
        assert_eq!(book.circuits(), 1, "the other goes on");
        assert!(!book.gone(peer(7), Instant::now()), "a visitor");
        book.gone(peer(1), Instant::now());
        assert_eq!(book.circuits(), 0);
    }

    #[test]
    fn a_relay_that_is_being_stopped_takes_nobody() {
        let mut book = book(None);
        book.is_draining = true;
        assert_eq!(book.greet(peer(1), &greeting(None), 0), Greeted::Draining);
        assert!(!book.may_reserve(peer(1)) && !book.may_connect(peer(1)));
        let other = Greeting { version: GREETING + 1, token: None };
        assert_eq!(book.greet(peer(1), &other, 0), Greeted::Version(GREETING));
    }
}
