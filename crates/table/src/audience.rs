//! Who watches the matches of this program: people who have no seat, and are only shown what is over.

use std::collections::BTreeMap;

use net::PeerId;
use protocol::Millis;

use crate::desk::{Desk, Phase};
use crate::room::{Refusal, RoomMessage};

/// Spectators at a time: each may ask for a frame ten times a second, and more are no table of friends.
const WATCHERS: usize = 16;
/// A spectator is answered at most so often.
const SHOW_MS: u64 = 100;
/// Who has not asked for so long watches no more.
const GONE_MS: u64 = 30_000;
/// Spectators see at most so many steps later: a long match of any game.
pub const DELAY_MAX: u32 = 1_000;

/// Whether others may watch, how much later, and who does.
#[derive(Default)]
pub(crate) struct Audience {
    delay: Option<u32>,
    /// When each was last shown something.
    last: BTreeMap<PeerId, Millis>,
}

impl Audience {
    /// How many steps later others may watch; none: they may not.
    pub(crate) fn delay(&self) -> Option<u32> {
        self.delay
    }

    pub(crate) fn set(&mut self, delay: Option<u32>) {
        self.delay = delay.map(|steps| steps.min(DELAY_MAX));
        if delay.is_none() {
            self.last.clear();
        }
    }

    /// How many watch.
    pub(crate) fn count(&self, now: Millis) -> usize {
        self.last.values().filter(|at| now.since(**at) < GONE_MS).count()
    }

    /// Whether somebody may watch: there is room for him, or he does already.
    fn has_room(&mut self, from: PeerId, now: Millis) -> bool {
        self.last.retain(|_, at| now.since(*at) < GONE_MS);
        self.last.contains_key(&from) || self.last.len() < WATCHERS
    }

    /// Whether somebody is shown something now, and how much later.
    pub(crate) fn shows(&mut self, from: PeerId, now: Millis) -> Option<u32> {
        let delay = self.delay?;
        let is_soon = self.last.get(&from).is_some_and(|at| now.since(*at) < SHOW_MS);
        if is_soon || !self.has_room(from, now) {
            return None;
        }
        self.last.insert(from, now);
        Some(delay)
    }
}

impl Desk {
    /// Somebody wants to watch what goes on here.
    pub(crate) fn watched(&mut self, phase: &Phase, from: PeerId) -> RoomMessage {
        let now = self.now();
        let goes_on = matches!(phase, Phase::Hosting(_) | Phase::Signing(_) | Phase::Playing(_));
        if !goes_on {
            return RoomMessage::Refused(Refusal::NoRoom);
        }
        if self.audience.delay().is_none() {
            return RoomMessage::Refused(Refusal::NoWatching);
        }
        if !self.audience.has_room(from, now) {
            return RoomMessage::Refused(Refusal::Full);
        }
        match phase {
            Phase::Playing(playing) => RoomMessage::Watched { contract: playing.signed() },
            _ => RoomMessage::Later,
        }
    }
}

#[cfg(test)]
mod tests {
    use net::Identity;

    use super::*;

    fn peer(n: u8) -> PeerId {
        Identity::from_seed([n; 32]).peer()
    }

    #[test]
    fn nobody_watches_unless_he_may() {
        let mut audience = Audience::default();
        assert_eq!(audience.shows(peer(1), Millis(0)), None);
        audience.set(Some(3));
        assert_eq!(audience.shows(peer(1), Millis(0)), Some(3));
        audience.set(None);
        assert_eq!((audience.shows(peer(1), Millis(500)), audience.count(Millis(500))), (None, 0));
        audience.set(Some(u32::MAX));
        assert_eq!(audience.delay(), Some(DELAY_MAX));
    }

    #[test]
    fn many_who_ask_often_cost_no_more_than_a_few() {
        let mut audience = Audience::default();
        audience.set(Some(0));
        for n in 0..WATCHERS {
            assert_eq!(audience.shows(peer(n as u8), Millis(0)), Some(0));
        }
        assert_eq!(audience.shows(peer(200), Millis(0)), None, "no room");
        assert_eq!(audience.shows(peer(0), Millis(SHOW_MS - 1)), None, "too soon");
        assert_eq!(audience.shows(peer(0), Millis(SHOW_MS)), Some(0));
        // All but one have gone.
        assert_eq!(audience.shows(peer(200), Millis(GONE_MS)), Some(0));
        assert_eq!(audience.count(Millis(GONE_MS)), 2);
    }
}
