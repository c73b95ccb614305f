//! Where a host is looked for, and why he is not found.

use std::collections::BTreeMap;
use std::time::Instant;

use net::{Address, DialFailure, PeerId};
use protocol::Millis;

use crate::desk::Desk;
use crate::invitation::{Invitation, InvitationError};
use crate::room::Refusal;
use crate::view::{Problem, RoomTrouble};
use crate::ways::{LinkView, Tried, Try, Way};

/// An address that nobody answers at is dialled again after this.
const DIAL_MS: u64 = 2_000;

/// Where a host is looked for.
pub(crate) struct Goal {
    place: Place,
    /// Since when.
    since: Instant,
    dialled: Option<Millis>,
    /// What came of each address since it was last connected.
    failures: BTreeMap<Address, DialFailure>,
    /// What the player was last told of it.
    told: Option<Problem>,
}

enum Place {
    /// As typed: whoever is there.
    Typed(Address),
    /// As pasted: one host, at all of these.
    Invited(Box<Invitation>, Vec<Address>),
}

impl Goal {
    /// What a person has typed or pasted.
    ///
    /// # Errors
    /// Nothing that could be joined.
    pub(crate) fn read(text: &str, own: PeerId) -> Result<Self, Problem> {
        let place = match Invitation::find(text) {
            Ok(it) => {
                match it.trouble() {
                    None | Some(RoomTrouble::Full) => {}
                    Some(RoomTrouble::Protocol { theirs, .. }) => {
                        return Err(Problem::Refused(Refusal::Protocol { host: theirs }));
                    }
                    Some(RoomTrouble::Rules(game)) => {
                        return Err(Problem::Refused(Refusal::Rules(game)));
                    }
                }
                let places = it.places();
                if it.peer == own {
                    let address = places.first().map(Address::to_string).unwrap_or_default();
                    return Err(Problem::Dial { address, reason: DialFailure::Myself });
                }
                Place::Invited(Box::new(it), places)
            }
            Err(InvitationError::None) => {
                Place::Typed(text.parse::<Address>().map_err(Problem::Address)?)
            }
            Err(error) => return Err(Problem::Invitation(error)),
        };
        let (since, failures) = (Instant::now(), BTreeMap::new());
        Ok(Self { place, since, dialled: None, failures, told: None })
    }

    pub(crate) fn invitation(&self) -> Option<&Invitation> {
        match &self.place {
            Place::Typed(_) => None,
            Place::Invited(it, _) => Some(it),
        }
    }

    fn places(&self) -> &[Address] {
        match &self.place {
            Place::Typed(address) => std::slice::from_ref(address),
            Place::Invited(_, places) => places,
        }
    }

    /// What to call it.
    pub(crate) fn name(&self) -> String {
        self.places().first().map(Address::to_string).unwrap_or_default()
    }

    /// Whether this was typed, and is the address of that.
    pub(crate) fn is_typed(&self, address: &Address) -> bool {
        matches!(&self.place, Place::Typed(typed) if typed == address)
    }

    /// Where a host is that was found: to be kept.
    pub(crate) fn of_host(&self, host: PeerId) -> Vec<Address> {
        self.places().iter().map(|place| place.with_peer(host)).collect()
    }

    /// Begins to look. Whoever is known by name is looked for everywhere at once, again and again.
    pub(crate) fn start(&self, desk: &mut Desk) -> Option<PeerId> {
        match &self.place {
            Place::Typed(address) => {
                desk.know_relay_of(address);
                None
            }
            Place::Invited(it, places) => {
                if let Some(relay) = &it.relay {
                    desk.know_relay(relay.clone(), it.relay_name.clone());
                }
                desk.keep(it.peer, places.clone());
                Some(it.peer)
            }
        }
    }

    /// Looks on, while there is no link.
    pub(crate) fn tick(&mut self, desk: &mut Desk) {
        let Place::Typed(address) = &self.place else { return };
        let now = desk.now();
        if self.dialled.is_some_and(|at| now.since(at) < DIAL_MS) {
            return;
        }
        self.dialled = Some(now);
        if let Some(peer) = address.peer() {
            desk.trails.looking(Instant::now(), peer, std::slice::from_ref(address));
        }
        if let Some(net) = desk.up() {
            let _ = net.dial(address.clone());
        }
    }

    /// The host is there.
    pub(crate) fn found(&mut self) {
        self.failures.clear();
        self.told = None;
    }

    /// An address led nowhere. True, if it makes no sense to go on.
    pub(crate) fn failed(
        &mut self,
        desk: &mut Desk,
        address: &Address,
        peer: Option<PeerId>,
        reason: DialFailure,
    ) -> bool {
        let place = match &self.place {
            Place::Typed(typed) if typed == address => address.clone(),
            Place::Invited(it, _) if peer == Some(it.peer) => address.with_peer(it.peer),
            Place::Typed(_) | Place::Invited(..) => return false,
        };
        if self.places().contains(&place) {
            self.failures.insert(place, reason);
            self.tell(desk);
        }
        let is_lasting = matches!(
            reason,
            DialFailure::WrongPeer { .. } | DialFailure::Myself | DialFailure::UnknownName
        );
        is_lasting && self.invitation().is_none()
    }

    /// The relay that leads to the host has something else to say.
    pub(crate) fn relay_failed(&mut self, desk: &mut Desk, relay: PeerId) {
        let is_ours = |place: &Address| place.relay().and_then(|it| it.peer()) == Some(relay);
        if self.places().iter().any(is_ours) {
            self.tell(desk);
        }
    }

    /// When every way has failed the player is told once what is wrong, and again when that is
    /// something else.
    fn tell(&mut self, desk: &mut Desk) {
        let has_all = self.places().iter().all(|place| self.failures.contains_key(place));
        let Some(cause) = self.cause(desk).filter(|_| has_all) else { return };
        if self.told.as_ref() != Some(&cause) {
            desk.problem(cause.clone());
            self.told = Some(cause);
        }
    }

    /// The failure that says most of what is wrong: a relay that was reached knows more than an
    /// address where nobody answers.
    fn cause(&self, desk: &Desk) -> Option<Problem> {
        let worth = |(place, reason): &(&Address, &DialFailure)| match reason {
            DialFailure::Myself => 0,
            DialFailure::NotThere => 1,
            DialFailure::NoRelay => 2,
            DialFailure::Handshake | DialFailure::WrongPeer { .. } => 3,
            DialFailure::Refused => 4,
            _ if place.is_relayed() => 5,
            DialFailure::TimedOut => 6,
            DialFailure::UnknownName | DialFailure::Blocked | DialFailure::Other(_) => 7,
            DialFailure::Unreachable | DialFailure::Busy => 8,
        };
        let failures = self.places().iter().filter_map(|at| Some((at, self.failures.get(at)?)));
        let (place, reason) = failures.min_by_key(worth)?;
        let relay = place.relay().and_then(|relay| relay.peer());
        let refused = relay.and_then(|relay| Some((relay, desk.relays.failure(relay)?)));
        Some(match refused.filter(|_| *reason == DialFailure::NoRelay) {
            Some((relay, reason)) => Problem::Relay { name: desk.relays.name(relay), reason },
            None => Problem::Dial { address: place.to_string(), reason: *reason },
        })
    }

    /// How the host is reached, or looked for.
    pub(crate) fn link(&self, desk: &Desk, host: Option<PeerId>) -> Option<LinkView> {
        let known = host.or(self.places().first().and_then(Address::peer));
        let looking = Way::Reconnecting { since: self.since };
        match known.and_then(|peer| desk.link_view_of(peer, true)) {
            Some(view) => Some(view),
            None => {
                let place = self.places().first().filter(|_| self.dialled.is_some())?;
                let failure = self.failures.get(place);
                let outcome = failure.map_or(Tried::Trying, |reason| Tried::Failed(*reason));
                let at = self.dialled.map_or(self.since, |at| desk.instant(at));
                let way = desk.way(place);
                let tries = vec![Try { at, address: place.to_string(), way, outcome }];
                Some(LinkView { tries, ..LinkView::only(looking) })
            }
        }
    }
}
