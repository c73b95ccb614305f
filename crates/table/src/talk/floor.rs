//! Who is there to talk to: the seats of a room or a match, and the programs that speak for them.

use std::collections::BTreeMap;

use game::{SEATS_MAX, Seat, SeatSet};
use net::PeerId;
use record::{Contract, PeerBytes};

use crate::desk::{Desk, Phase, peer_of};
use crate::view::{Person, RoomView};

/// The seats of a room or a match with somebody at them.
#[derive(Default)]
pub(super) struct Floor {
    /// Who sits there, and which program speaks for him; none: this one.
    seats: BTreeMap<Seat, (Person, Option<PeerId>)>,
    /// Whether this program passes on what a guest says.
    passes_on: bool,
}

impl Floor {
    /// That of a phase, if there is any.
    pub(super) fn of(desk: &Desk, phase: &Phase) -> Option<Self> {
        match phase {
            // Who watches is not heard, and hears nothing.
            Phase::Idle | Phase::Watching(_) | Phase::Parting(_) => None,
            Phase::Hosting(hosting) => {
                let guests = hosting.guests();
                let peer = |seat| guests.get(&seat).copied();
                Some(Self { passes_on: true, ..Self::of_room(&hosting.view(desk), peer) })
            }
            Phase::Asking(asking) => {
                let (host, room) = asking.room_view()?;
                // Of the other guests nobody tells but the host.
                let own = room.own;
                Some(Self::of_room(&room, |seat| (!own.has(seat)).then_some(host)))
            }
            Phase::Signing(signing) => Some(Self::of_contract(desk, signing.contract())),
            Phase::Playing(playing) => Some(Self::of_contract(desk, playing.contract())),
        }
    }

    fn of_room(room: &RoomView, peer: impl Fn(Seat) -> Option<PeerId>) -> Self {
        let seats = SeatSet::first(SEATS_MAX).iter().zip(&room.seats);
        let seats = seats.filter_map(|(seat, it)| {
            let person = it.person.clone()?;
            Some((seat, (person, peer(seat))))
        });
        Self { seats: seats.collect(), passes_on: false }
    }

    fn of_contract(desk: &Desk, contract: &Contract) -> Self {
        let own: PeerBytes = desk.peer();
        let players = SeatSet::first(SEATS_MAX).iter().zip(&contract.terms().seats);
        let seats = players.filter_map(|(seat, player)| {
            let person =
                Person { name: player.name.to_string(), fingerprint: player.key.fingerprint() };
            let is_own = player.peer == own;
            // Of a peer that is none nothing can come, and nothing goes there.
            let peer = if is_own { None } else { Some(peer_of(&player.peer)?) };
            Some((seat, (person, peer)))
        });
        Self { seats: seats.collect(), passes_on: false }
    }

    /// Seats of other programs.
    pub(super) fn others(&self) -> impl Iterator<Item = (Seat, &Person)> {
        let others = self.seats.iter().filter(|(_, (_, peer))| peer.is_some());
        others.map(|(seat, (person, _))| (*seat, person))
    }

    /// The other programs, each with its seats.
    pub(super) fn peers(&self) -> impl Iterator<Item = (PeerId, SeatSet)> + use<> {
        let mut peers: BTreeMap<PeerId, SeatSet> = BTreeMap::new();
        for (seat, (_, peer)) in &self.seats {
            if let Some(peer) = peer {
                let seats = peers.entry(*peer).or_insert(SeatSet::EMPTY);
                *seats = seats.with(*seat);
            }
        }
        peers.into_iter()
    }

    /// The seat that the player speaks for: his own, not one of a machine beside him.
    pub(super) fn speaker(&self, me: &Person) -> Option<(Seat, Person)> {
        let own = || self.seats.iter().filter(|(_, (_, peer))| peer.is_none());
        let mine = own().find(|(_, (who, _))| who.fingerprint == me.fingerprint);
        mine.or_else(|| own().next()).map(|(seat, (who, _))| (*seat, who.clone()))
    }

    /// Who sits at a seat, if this program may speak for him.
    pub(super) fn speaks_for(&self, peer: PeerId, seat: Seat) -> Option<&Person> {
        self.seats.get(&seat).filter(|(_, of)| *of == Some(peer)).map(|(who, _)| who)
    }

    /// Whether this program passes on what a guest says.
    pub(super) fn passes_on(&self) -> bool {
        self.passes_on
    }
}
