//! Last words: those who are left learn of it before the links break.

use std::collections::BTreeSet;

use net::PeerId;
use protocol::Millis;

use crate::desk::{Desk, Phase};
use crate::room::RoomMessage;

/// How long last words may take.
const WORDS_MS: u64 = 2_000;

/// Somebody is told, and then all is over here.
pub(crate) struct Parting {
    /// Requests that have not ended.
    tags: BTreeSet<u64>,
    until: Millis,
}

impl Parting {
    /// Tells these peers the same.
    pub(crate) fn tell(
        desk: &mut Desk,
        peers: impl IntoIterator<Item = PeerId>,
        words: &RoomMessage,
    ) -> Phase {
        let linked = |peer: &PeerId| desk.links.contains_key(peer);
        let peers: BTreeSet<PeerId> = peers.into_iter().filter(linked).collect();
        let tags = peers.into_iter().map(|peer| desk.send(peer, words.frame())).collect();
        Self { tags, until: desk.now() + WORDS_MS }.tick(desk)
    }

    pub(crate) fn until(&self) -> Millis {
        self.until
    }

    /// A request has been answered, or never will be.
    pub(crate) fn ended(&mut self, tag: u64) {
        self.tags.remove(&tag);
    }

    pub(crate) fn tick(self, desk: &mut Desk) -> Phase {
        if !self.tags.is_empty() && desk.now() < self.until {
            return Phase::Parting(self);
        }
        desk.forget_all();
        Phase::Idle
    }
}
