//! The programs on this network: whom to greet, what to say to them, and which rooms they have.
//!
//! Without input or output: time is an argument, and what is to be done is returned. Whoever is on
//! the network may write here, so that everything has a bound, and nobody is dialled often.

mod linked;
mod neighbour;
mod room;

use std::collections::BTreeMap;
use std::sync::Arc;

use net::{Address, Direction, PeerId};
use protocol::Millis;

use crate::card::Card;
use crate::lobby::neighbour::Neighbour;
use crate::view::{Finding, Lobby as LobbyView};

/// Programs remembered at most; as many as the network finds.
const KNOWN: usize = 64;
/// Greetings under way at most.
const IN_FLIGHT: usize = 8;
/// Links kept for cards alone at most: every one costs a card in [`CARD_MS`] and pings.
const LINKS: usize = 16;
/// A program is greeted once in this time, and less and less often if it never sends a card.
const GREET_MS: u64 = 30_000;
/// How often that time doubles at most: to 16 minutes.
const GREET_DOUBLINGS: u32 = 5;
/// Of two programs only one dials at once; the other one if nobody came by then.
const PATIENCE_MS: u64 = 2_000;
/// Cards go to and fro over a link in this time: the network closes links that are not used for
/// 60 s, and a card that is lost must not make a room stale.
const CARD_MS: u64 = 15_000;
/// Of two programs one sends; the other one if nothing came by then.
const TURN_MS: u64 = 3_000;
/// Cards to a program that sends none at most: the network closes the link then.
const UNANSWERED: u32 = 3;
/// Own changes are told to one program once in this time: others cause them, by coming and going.
const CHANGE_MS: u64 = 1_000;
/// A link that is not kept is closed when the card has surely arrived.
const PARTING_MS: u64 = 2_000;
/// A room is stale when its card is so old: two were lost.
const STALE_MS: u64 = 45_000;
/// A stale room stays in the list for so long: rooms that vanish under the pointer are worse.
const GONE_MS: u64 = 60_000;
/// Cards of one program that are read in a second: an honest one sends a change each second.
const CARDS_PER_SECOND: u32 = 4;

/// Where a peer is connected from, or was dialled.
pub(crate) type Link = (Address, Direction);

/// What the lobby wants done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// Dial; ends in [`Lobby::dial_ended`].
    Dial(Address),
    /// Send this frame, a card.
    Send(PeerId, Vec<u8>),
    /// Close the link, if nothing else uses it.
    Close(PeerId),
}

/// Everything about the programs on this network.
pub(crate) struct Lobby {
    own: PeerId,
    is_on: bool,
    /// Why nobody can be found.
    failure: Option<String>,
    /// Our own.
    card: Card,
    neighbours: BTreeMap<PeerId, Neighbour>,
    /// How many rooms were seen so far: rooms are listed in this order.
    rooms: u64,
    view: Arc<LobbyView>,
}

impl Lobby {
    pub(crate) fn new(own: PeerId, is_on: bool, card: Card) -> Self {
        Self {
            own,
            is_on,
            failure: None,
            card,
            neighbours: BTreeMap::new(),
            rooms: 0,
            view: Arc::default(),
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether others can be found, and why not.
    pub(crate) fn failing(&mut self, why: Option<String>) {
        self.failure = why;
    }

    /// A program is said to be there.
    pub(crate) fn found(
        &mut self,
        now: Millis,
        peer: PeerId,
        places: Vec<Address>,
        link: Option<&Link>,
    ) {
        self.failure = None;
        // Both find each other, most often at once.
        let patience = if self.own < peer { 0 } else { PATIENCE_MS };
        if let Some(neighbour) = self.meet(now, peer, link) {
            neighbour.found(places, now + patience);
        }
    }

    /// Nobody says so any more.
    pub(crate) fn lost(&mut self, now: Millis, peer: PeerId) {
        if let Some(neighbour) = self.neighbours.get_mut(&peer) {
            neighbour.lost(now);
        }
    }

    /// A peer is connected; one that was neither found nor has sent a card is none of ours.
    pub(crate) fn linked(&mut self, now: Millis, peer: PeerId, link: &Link) {
        if self.neighbours.contains_key(&peer) {
            self.meet(now, peer, Some(link));
        }
    }

    pub(crate) fn unlinked(&mut self, now: Millis, peer: PeerId) {
        if let Some(neighbour) = self.neighbours.get_mut(&peer) {
            neighbour.unlinked(now);
        }
    }

    /// A dial of this peer has ended, well or not.
    pub(crate) fn dial_ended(&mut self, peer: PeerId) {
        if let Some(neighbour) = self.neighbours.get_mut(&peer) {
            neighbour.dial_ended();
        }
    }

    /// The network has stopped.
    pub(crate) fn stopped(&mut self, now: Millis) {
        for neighbour in self.neighbours.values_mut() {
            neighbour.dial_ended();
            neighbour.unlinked(now);
            neighbour.lost(now);
        }
    }

    /// A card of a connected peer, which waits for ours.
    pub(crate) fn asked(
        &mut self,
        now: Millis,
        from: PeerId,
        link: Option<&Link>,
        bytes: &[u8],
    ) -> Option<Vec<u8>> {
        if !self.heard(now, from, link, bytes) {
            return None;
        }
        let next = next(now, self.own, from);
        let neighbour = self.neighbours.get_mut(&from);
        let stays = neighbour.is_some_and(|neighbour| neighbour.told(now, next));
        Some(Card { stays, ..self.card.clone() }.frame())
    }

    /// A card of a connected peer; says no if it was not read.
    pub(crate) fn heard(
        &mut self,
        now: Millis,
        from: PeerId,
        link: Option<&Link>,
        bytes: &[u8],
    ) -> bool {
        if !self.is_on {
            return false;
        }
        let next = next(now, self.own, from);
        let number = self.rooms;
        let Some(neighbour) = self.meet(now, from, link) else {
            // No place for it; it may have our card all the same.
            return Card::decode(bytes).is_ok_and(|card| card.is_of(from));
        };
        if !neighbour.may_speak(now) {
            return false;
        }
        let Some(card) = Card::decode(bytes).ok().filter(|card| card.is_of(from)) else {
            return false;
        };
        let is_new = neighbour.heard(now, from, card, number, next);
        self.rooms += u64::from(is_new);
        true
    }

    /// What we say of ourselves from now on.
    pub(crate) fn announce(&mut self, now: Millis, card: Card) {
        if self.card != card {
            self.card = card;
            self.neighbours.values_mut().for_each(|neighbour| neighbour.changed(now));
        }
    }

    /// What is to be done now. In quiet times, during a match, nobody is greeted, and only changes
    /// are told.
    pub(crate) fn due(&mut self, now: Millis, is_quiet: bool) -> Vec<Act> {
        let mut acts = Vec::new();
        if !self.is_on {
            return acts;
        }
        self.neighbours.retain(|_, neighbour| !neighbour.is_forgotten(now));
        if !is_quiet {
            acts.extend(self.greet(now).into_iter().map(Act::Dial));
        }
        for (peer, neighbour) in &mut self.neighbours {
            if let Some(stays) = neighbour.tell(now, is_quiet, next(now, self.own, *peer)) {
                let card = Card { stays, ..self.card.clone() };
                acts.push(Act::Send(*peer, card.frame()));
            }
            if neighbour.close(now) {
                acts.push(Act::Close(*peer));
            }
        }
        acts
    }

    /// Whom to dial now: who has waited longest comes first, so that a flood of names keeps nobody
    /// from being greeted.
    fn greet(&mut self, now: Millis) -> Vec<Address> {
        let places = IN_FLIGHT.saturating_sub(self.in_flight());
        let waiting = self.neighbours.values_mut();
        let mut waiting: Vec<_> = waiting.filter_map(|it| Some((it.greets_at()?, it))).collect();
        waiting.sort_by_key(|(since, _)| *since);
        waiting.into_iter().take(places).filter_map(|(_, it)| it.greet(now)).collect()
    }

    /// When something will be due, or look different, if nothing else happens.
    pub(crate) fn wake_at(&self, now: Millis, is_quiet: bool) -> Option<Millis> {
        let may_dial = !is_quiet && self.in_flight() < IN_FLIGHT;
        let wakes = self.neighbours.values().flat_map(|neighbour| {
            [
                neighbour.greets_at().filter(|_| may_dial),
                neighbour.tells_at(is_quiet),
                neighbour.closes_at(),
                neighbour.fades_at(now),
            ]
        });
        wakes.flatten().filter(|_| self.is_on).min()
    }

    /// Where a program is said to be.
    pub(crate) fn places(&self, peer: PeerId) -> &[Address] {
        self.neighbours.get(&peer).map_or(&[], Neighbour::places)
    }

    /// What there is to see; the same as before if it looks the same.
    pub(crate) fn view(&mut self, now: Millis) -> Arc<LobbyView> {
        let others = self.neighbours.values().filter(|neighbour| neighbour.is_here(now)).count();
        let finding = match &self.failure {
            _ if !self.is_on => Finding::Off,
            Some(why) => Finding::Failed(why.clone()),
            None => Finding::On { others: u32::try_from(others).unwrap_or(u32::MAX) },
        };
        let rooms = self.neighbours.iter();
        let mut rooms: Vec<_> = rooms.filter_map(|(peer, it)| it.room(*peer, now)).collect();
        rooms.sort_by_key(|(number, _)| *number);
        let rooms = rooms.into_iter().map(|(_, room)| room).collect();
        let view = LobbyView { finding, rooms };
        if *self.view != view {
            self.view = Arc::new(view);
        }
        Arc::clone(&self.view)
    }

    fn in_flight(&self) -> usize {
        self.neighbours.values().filter(|neighbour| neighbour.is_dialled()).count()
    }

    /// The neighbour with this name, with its link. A new one takes the place of one that is
    /// neither there nor was greeted just now; without such a one there is none.
    fn meet(&mut self, now: Millis, peer: PeerId, link: Option<&Link>) -> Option<&mut Neighbour> {
        if !self.neighbours.contains_key(&peer) && self.neighbours.len() >= KNOWN {
            let mut all = self.neighbours.iter();
            let (absent, _) = all.find(|(_, neighbour)| neighbour.is_replaceable(now))?;
            let absent = *absent;
            self.neighbours.remove(&absent);
        }
        let kept = self.neighbours.values().filter(|neighbour| neighbour.has_kept_link()).count();
        let neighbour = self.neighbours.entry(peer).or_default();
        if let Some(link) = link {
            neighbour.linked(now, link, kept < LINKS);
        }
        Some(neighbour)
    }
}

/// When the next card goes to a peer, if none comes from it.
fn next(now: Millis, own: PeerId, peer: PeerId) -> Millis {
    now + CARD_MS + if own < peer { 0 } else { TURN_MS }
}

#[cfg(test)]
mod tests;
