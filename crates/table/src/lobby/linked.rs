//! A link to a program on this network, and when something is to be said over it.

use net::{Address, Direction};
use protocol::Millis;

use crate::card::RoomCard;
use crate::lobby::{CHANGE_MS, Link, PARTING_MS, PATIENCE_MS, UNANSWERED};

#[derive(Debug)]
pub(super) struct Linked {
    link: Link,
    /// Whether we keep it; else it is closed after both have said something.
    stays: bool,
    /// When our card is to be sent.
    card_at: Option<Millis>,
    /// When it was last sent.
    sent: Option<Millis>,
    /// Whether our card has changed since.
    has_changed: bool,
    closes_at: Option<Millis>,
    /// Cards of ours since one was heard.
    unanswered: u32,
}

impl Linked {
    pub(super) fn new(now: Millis, link: &Link, stays: bool) -> Self {
        // Who has dialled speaks first; but it may be a program that has not looked for us.
        let patience = match link.1 {
            Direction::Dialled => 0,
            Direction::Accepted => PATIENCE_MS,
        };
        Self {
            link: link.clone(),
            stays,
            card_at: Some(now + patience),
            sent: None,
            has_changed: false,
            closes_at: None,
            unanswered: 0,
        }
    }

    pub(super) fn stays(&self) -> bool {
        self.stays
    }

    /// Our card was sent; again at `next`, if nothing is heard until then.
    pub(super) fn told(&mut self, now: Millis, next: Millis) {
        (self.sent, self.has_changed) = (Some(now), false);
        self.unanswered = self.unanswered.saturating_add(1);
        self.card_at = (self.stays && self.unanswered < UNANSWERED).then_some(next);
    }

    /// A card was heard. Whoever speaks is answered, so both have spoken.
    pub(super) fn heard(&mut self, now: Millis, next: Millis) {
        self.unanswered = 0;
        if !self.has_changed {
            self.card_at = self.stays.then_some(next);
        }
        if !self.stays {
            self.closes_at.get_or_insert(now + PARTING_MS);
        }
    }

    /// Our card is another one now.
    pub(super) fn changed(&mut self, now: Millis) {
        let at = self.sent.map_or(now, |sent| now.max(sent + CHANGE_MS));
        (self.has_changed, self.card_at) = (true, Some(at));
    }

    pub(super) fn tells_at(&self, is_quiet: bool) -> Option<Millis> {
        self.card_at.filter(|_| self.has_changed || !is_quiet)
    }

    pub(super) fn closes_at(&self) -> Option<Millis> {
        self.closes_at
    }

    pub(super) fn close(&mut self, now: Millis) -> bool {
        self.closes_at.take_if(|at| *at <= now).is_some()
    }

    /// Where others can join the room of the program at the other end; nowhere on this network, if
    /// a relay is in between.
    pub(super) fn address_of(&self, room: &RoomCard) -> Option<Address> {
        let (address, direction) = &self.link;
        match direction {
            _ if address.is_relayed() => None,
            Direction::Dialled => Some(address.clone()),
            // It came from any port, and listens on another one.
            Direction::Accepted => {
                let host = address.socket()?.ip();
                Some(Address::from(std::net::SocketAddr::from((host, room.port))))
            }
        }
    }
}
