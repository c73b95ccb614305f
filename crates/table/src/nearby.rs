//! The lobby's hands: what the network says goes in, what it wants done is done.

use catalog::Any;
use game::Game as _;
use net::{Event as NetEvent, PeerId};
use record::PROTOCOL;

use crate::card::{CARD, Card, RoomCard};
use crate::command::SeatPlan;
use crate::desk::{Desk, Phase};
use crate::hosting::own_games;
use crate::lobby::Act;
use crate::profile::Profile;
use crate::room::{GameVersion, RoomMessage};
use crate::view::RoomView;

impl Desk {
    /// Lets the lobby know of an event; gives it back if it is not for the lobby alone.
    pub(crate) fn nearby(&mut self, event: NetEvent) -> Option<NetEvent> {
        let now = self.now();
        match event {
            NetEvent::Found { peer, addresses } => {
                self.announced(peer, &addresses);
                self.lobby.found(now, peer, addresses, self.links.get(&peer));
            }
            NetEvent::Lost { peer } => self.lobby.lost(now, peer),
            NetEvent::FindingFailed(why) => self.lobby.failing(Some(why)),
            NetEvent::Inbound { peer, id, bytes } if is_card(&bytes) => {
                let card = bytes.get(1..).unwrap_or_default();
                let answer = self.lobby.asked(now, peer, self.links.get(&peer), card);
                if let Some(net) = &self.net {
                    let noted = || RoomMessage::Noted.frame();
                    let _ = net.respond(id, answer.unwrap_or_else(noted));
                }
            }
            NetEvent::Response { peer, bytes, .. } if is_card(&bytes) => {
                let card = bytes.get(1..).unwrap_or_default();
                self.lobby.heard(now, peer, self.links.get(&peer), card);
            }
            event => {
                self.overhear(&event);
                return Some(event);
            }
        }
        None
    }

    fn overhear(&mut self, event: &NetEvent) {
        let now = self.now();
        match event {
            NetEvent::Connected { peer, address, direction } => {
                self.lobby.linked(now, *peer, &(address.clone(), *direction));
            }
            NetEvent::Disconnected { peer, .. } => self.lobby.unlinked(now, *peer),
            NetEvent::Dialled { peer, .. } | NetEvent::DialFailed { peer: Some(peer), .. } => {
                self.lobby.dial_ended(*peer);
            }
            _ => {}
        }
    }

    /// Does what is due in the lobby.
    pub(crate) fn tend_lobby(&mut self, phase: &Phase) {
        if !self.lobby.is_on() {
            return;
        }
        let now = self.now();
        let room = match phase {
            Phase::Hosting(hosting) => room_card(&hosting.view(self), self.port()),
            _ => None,
        };
        self.lobby.announce(now, card(&self.profile, room));
        for act in self.lobby.due(now, is_quiet(phase)) {
            match act {
                Act::Dial(address) => {
                    let peer = address.peer();
                    let dialled = self.net.as_ref().is_some_and(|net| net.dial(address).is_ok());
                    if let (false, Some(peer)) = (dialled, peer) {
                        self.lobby.dial_ended(peer);
                    }
                }
                Act::Send(peer, frame) => {
                    self.send(peer, frame);
                }
                Act::Close(peer) => self.close_unused(phase, peer),
            }
        }
    }

    /// Outside a room a link that the lobby lets go is used by nobody else.
    fn close_unused(&self, phase: &Phase, peer: PeerId) {
        if let (Phase::Idle, Some(net)) = (phase, &self.net) {
            let _ = net.close(peer);
        }
    }
}

/// Whether nobody is greeted, because a match is going on.
pub(crate) fn is_quiet(phase: &Phase) -> bool {
    match phase {
        Phase::Idle | Phase::Hosting(_) | Phase::Asking(_) => false,
        Phase::Signing(_) | Phase::Playing(_) | Phase::Watching(_) | Phase::Parting(_) => true,
    }
}

fn is_card(frame: &[u8]) -> bool {
    frame.first() == Some(&CARD)
}

/// What this program says of itself.
pub(crate) fn card(profile: &Profile, room: Option<RoomCard>) -> Card {
    Card {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: own_games(),
        name: profile.name().clone(),
        key: profile.key().public(),
        proof: profile.proof(),
        stays: true,
        room,
    }
}

/// The own room as others see it; none while nobody can reach it.
fn room_card(room: &RoomView, port: u16) -> Option<RoomCard> {
    let free =
        room.seats.iter().filter(|seat| seat.plan == SeatPlan::Open && seat.person.is_none());
    let rules = &room.rules;
    (port > 0).then(|| RoomCard {
        game: GameVersion { game: Any::id(rules).to_owned(), version: Any::version(rules) },
        rules: Any::write_rules(rules),
        clock: room.clock,
        seats: Any::seats(rules),
        free: u8::try_from(free.count()).unwrap_or(u8::MAX),
        port,
    })
}
