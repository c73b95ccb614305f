//! Who may be connected.

use std::collections::{BTreeSet, VecDeque};

use crate::PeerId;
use crate::limits::BLOCKED;

/// The blocked peers and, once a table is formed, the only ones allowed.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    blocked: VecDeque<PeerId>,
    allowed: Option<BTreeSet<PeerId>>,
}

impl Gate {
    pub(crate) fn block(&mut self, peer: PeerId) {
        self.unblock(peer);
        self.blocked.push_back(peer);
        if self.blocked.len() > BLOCKED {
            self.blocked.pop_front();
        }
    }

    pub(crate) fn unblock(&mut self, peer: PeerId) {
        self.blocked.retain(|blocked| *blocked != peer);
    }

    pub(crate) fn allow(&mut self, peers: Option<BTreeSet<PeerId>>) {
        self.allowed = peers;
    }

    pub(crate) fn admits(&self, peer: PeerId) -> bool {
        let allowed = self.allowed.as_ref().is_none_or(|allowed| allowed.contains(&peer));
        allowed && !self.blocked.contains(&peer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    fn peer(number: u16) -> PeerId {
        let mut seed = [0; 32];
        let (low, _) = seed.split_at_mut(2);
        low.copy_from_slice(&number.to_le_bytes());
        Identity::from_seed(seed).peer()
    }

    #[test]
    fn blocking_wins_over_allowing() {
        let mut gate = Gate::default();
        assert!(gate.admits(peer(1)));
        gate.allow(Some([peer(1), peer(2)].into()));
        gate.block(peer(2));
        assert!(gate.admits(peer(1)) && !gate.admits(peer(2)) && !gate.admits(peer(3)));
        gate.allow(None);
        gate.unblock(peer(2));
        assert!(gate.admits(peer(2)) && gate.admits(peer(3)));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut gate = Gate::default();
        for number in 0..=BLOCKED as u16 {
            gate.block(peer(number));
        }
        assert!(gate.admits(peer(0)) && !gate.admits(peer(1)));
    }
}
