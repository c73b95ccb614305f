//! How much is looked at for one decision.

/// Strength of a player that looks ahead, counted so that a seed replays everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Effort {
    /// In how many worlds: arrangements of what is hidden, or tosses, that agree with what is seen.
    pub worlds: u32,
    /// The most positions made by a move, over all worlds.
    pub nodes: u32,
}

impl Effort {
    /// What the strong player takes.
    pub const FULL: Self = Self { worlds: 24, nodes: 100_000 };

    /// A part of it: so much fewer nodes, in at least six worlds.
    #[must_use]
    pub const fn divided(self, by: u32) -> Self {
        let by = if by == 0 { 1 } else { by };
        let worlds = self.worlds / by;
        Self { worlds: if worlds < 6 { 6 } else { worlds }, nodes: self.nodes / by }
    }
}
