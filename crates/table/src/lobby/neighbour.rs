//! A program on this network.

use net::{Address, PeerId};
use protocol::Millis;

use crate::card::Card;
use crate::lobby::linked::Linked;
use crate::lobby::room::Heard;
use crate::lobby::{CARDS_PER_SECOND, GREET_DOUBLINGS, GREET_MS, Link};
use crate::view::FoundRoom;

#[derive(Debug, Default)]
pub(super) struct Neighbour {
    /// Where it is said to be; empty: nobody says so.
    places: Vec<Address>,
    /// Before this it is not dialled: it will come by itself.
    patient_until: Millis,
    /// When it was last dialled.
    greeted: Option<Millis>,
    /// How often it was dialled since it last sent a card, or was found somewhere else.
    fruitless: u32,
    is_dialled: bool,
    link: Option<Linked>,
    heard: Option<Heard>,
    /// A second, and how many cards came in it.
    cards: (u64, u32),
}

impl Neighbour {
    /// It is said to be there; if that is news it is not dialled before `patient_until`.
    pub(super) fn found(&mut self, places: Vec<Address>, patient_until: Millis) {
        if self.places != places {
            (self.places, self.patient_until, self.fruitless) = (places, patient_until, 0);
        }
    }

    /// Where it is said to be.
    pub(super) fn places(&self) -> &[Address] {
        &self.places
    }

    /// Nobody says so any more. A link knows better.
    pub(super) fn lost(&mut self, now: Millis) {
        self.places.clear();
        if self.link.is_none()
            && let Some(heard) = &mut self.heard
        {
            heard.broke(now);
        }
    }

    pub(super) fn linked(&mut self, now: Millis, link: &Link, stays: bool) {
        self.link.get_or_insert_with(|| Linked::new(now, link, stays));
    }

    /// The link is broken; if neither side has let it go, the program has gone.
    pub(super) fn unlinked(&mut self, now: Millis) {
        let link = self.link.take();
        if let (Some(link), Some(heard)) = (link, &mut self.heard)
            && link.stays()
            && heard.stays()
        {
            heard.broke(now);
        }
    }

    pub(super) fn has_kept_link(&self) -> bool {
        self.link.as_ref().is_some_and(Linked::stays)
    }

    pub(super) fn is_dialled(&self) -> bool {
        self.is_dialled
    }

    pub(super) fn dial_ended(&mut self) {
        self.is_dialled = false;
    }

    pub(super) fn greets_at(&self) -> Option<Millis> {
        let is_due = self.link.is_none() && !self.is_dialled && !self.places.is_empty();
        // Who never sends a card is another program, or no longer there.
        let pause = GREET_MS << self.fruitless.saturating_sub(1).min(GREET_DOUBLINGS);
        let again = self.greeted.map_or(Millis(0), |at| at + pause);
        is_due.then_some(self.patient_until.max(again))
    }

    /// Where to dial now, if it is time; it is a greeting then. The newest place is the likeliest.
    pub(super) fn greet(&mut self, now: Millis) -> Option<Address> {
        self.greets_at().filter(|at| *at <= now)?;
        let turn = usize::try_from(self.fruitless).ok()?.checked_rem(self.places.len())?;
        let place = self.places.iter().rev().nth(turn)?.clone();
        self.fruitless = self.fruitless.saturating_add(1);
        (self.greeted, self.is_dialled) = (Some(now), true);
        Some(place)
    }

    /// Counts a card; says no if there are too many.
    pub(super) fn may_speak(&mut self, now: Millis) -> bool {
        let second = now.0 / 1000;
        let before = if self.cards.0 == second { self.cards.1 } else { 0 };
        self.cards = (second, before.saturating_add(1));
        before < CARDS_PER_SECOND
    }

    /// Takes a card; ours follows at `next`. Says whether its room has taken the new number.
    pub(super) fn heard(
        &mut self,
        now: Millis,
        peer: PeerId,
        card: Card,
        new_number: u64,
        next: Millis,
    ) -> bool {
        let at = |room| self.link.as_ref()?.address_of(room);
        let address = card.room.as_ref().and_then(at).map(|address| address.with_peer(peer));
        let heard = Heard::new(now, card, address, self.heard.as_ref(), new_number);
        let is_new = heard.number() == Some(new_number);
        (self.heard, self.fruitless) = (Some(heard), 0);
        if let Some(link) = &mut self.link {
            link.heard(now, next);
        }
        is_new
    }

    /// Our card is sent, and again at `next`; says whether we keep the link.
    pub(super) fn told(&mut self, now: Millis, next: Millis) -> bool {
        let Some(link) = &mut self.link else {
            return false;
        };
        link.told(now, next);
        link.stays()
    }

    /// Our card is another one now.
    pub(super) fn changed(&mut self, now: Millis) {
        if let Some(link) = &mut self.link {
            link.changed(now);
        }
    }

    pub(super) fn tells_at(&self, is_quiet: bool) -> Option<Millis> {
        self.link.as_ref()?.tells_at(is_quiet)
    }

    /// Whether our card is to be sent now, and if so, whether we keep the link.
    pub(super) fn tell(&mut self, now: Millis, is_quiet: bool, next: Millis) -> Option<bool> {
        self.tells_at(is_quiet).filter(|at| *at <= now)?;
        Some(self.told(now, next))
    }

    pub(super) fn closes_at(&self) -> Option<Millis> {
        self.link.as_ref()?.closes_at()
    }

    pub(super) fn close(&mut self, now: Millis) -> bool {
        self.link.as_mut().is_some_and(|link| link.close(now))
    }

    /// Whether something was heard of it not long ago.
    pub(super) fn is_here(&self, now: Millis) -> bool {
        self.heard.as_ref().is_some_and(|heard| !heard.is_stale(now))
    }

    pub(super) fn fades_at(&self, now: Millis) -> Option<Millis> {
        Some(self.heard.as_ref()?.fades_at(now))
    }

    pub(super) fn room(&self, peer: PeerId, now: Millis) -> Option<(u64, FoundRoom)> {
        self.heard.as_ref()?.room(peer, now)
    }

    /// Whether another one may have its place: it is not there, and was not greeted just now.
    pub(super) fn is_replaceable(&self, now: Millis) -> bool {
        let is_there = self.link.is_some() || self.is_dialled || !self.places.is_empty();
        !is_there && self.greeted.is_none_or(|at| at + GREET_MS <= now)
    }

    /// Forgets what is gone; says whether nothing is left.
    pub(super) fn is_forgotten(&mut self, now: Millis) -> bool {
        self.heard.take_if(|heard| heard.is_gone(now));
        self.heard.is_none() && self.is_replaceable(now)
    }
}
