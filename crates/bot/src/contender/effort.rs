//! How much may be looked at for one decision.

/// A count of nodes against a limit. A node is one position made by a move or a showing.
#[derive(Debug)]
pub(crate) struct Effort {
    spent: u32,
    limit: u32,
}

impl Effort {
    pub(crate) const fn new(limit: u32) -> Self {
        Self { spent: 0, limit }
    }

    /// Takes one node; false: there is none left.
    pub(crate) const fn take(&mut self) -> bool {
        let left = self.spent < self.limit;
        if left {
            self.spent += 1;
        }
        left
    }

    /// How many nodes were taken.
    pub(crate) const fn spent(&self) -> u32 {
        self.spent
    }
}
