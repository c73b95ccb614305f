//! How much is looked at for one decision.

/// Nodes that a world should have; with fewer no reply can be looked at.
const NODES_OF_WORLD: u32 = 500;

/// Strength of a player that looks ahead, counted so that a seed replays everywhere. It is that of a
/// game of two: with more seats a position takes more time, and fewer are made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Effort {
    /// The most worlds: arrangements of what is hidden, or tosses, that agree with what is seen. No
    /// more are looked at than the nodes suffice for.
    pub worlds: u32,
    /// The most positions made by a move, over all worlds.
    pub nodes: u32,
}

impl Effort {
    /// What the strong player takes.
    pub const FULL: Self = Self { worlds: 24, nodes: 100_000 };

    /// A part of it: so much fewer nodes.
    #[must_use]
    pub const fn divided(self, by: u32) -> Self {
        Self { nodes: self.nodes / if by == 0 { 1 } else { by }, ..self }
    }

    /// The most positions made by a move in a game of so many seats.
    pub const fn nodes_for(self, seats: u8) -> u32 {
        (self.nodes as u64 * 10 / (seats as u64 + 8)) as u32
    }

    /// How many worlds are looked at in a game of so many seats.
    pub(crate) const fn worlds_for(self, seats: u8) -> u32 {
        let most = self.nodes_for(seats) / NODES_OF_WORLD;
        let worlds = if self.worlds < most { self.worlds } else { most };
        if worlds == 0 { 1 } else { worlds }
    }
}
