//! A bot's own randomness.

use game::Digest;

const LABEL: &str = "qiyue/bot-dice/v1";

/// Numbers from a secret seed of 32 bytes: SHA-256 over the seed and a counter.
///
/// The same seed gives the same numbers on every platform, and whoever sees some of them can
/// foresee no other: an opponent that watches gestures learns nothing about the next.
#[derive(Clone)]
pub struct Dice {
    seed: [u8; 32],
    thrown: u64,
}

impl Dice {
    /// The sequence of this seed. Seed each seat of each match afresh.
    pub const fn new(seed: [u8; 32]) -> Self {
        Self { seed, thrown: 0 }
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        let mut bytes = [0; 40];
        let (seed, count) = bytes.split_at_mut(32);
        seed.copy_from_slice(&self.seed);
        count.copy_from_slice(&self.thrown.to_le_bytes());
        self.thrown += 1;
        let digest = Digest::of(LABEL, &bytes);
        let word = digest.0.iter().take(8).fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        // The bias of the product is below 2^-32.
        ((u128::from(word) * u128::from(n)) >> 64) as u32
    }

    /// One of them, if there is any.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(u32::try_from(items.len()).unwrap_or(u32::MAX)) as usize)
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Dice(thrown {})", self.thrown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_and_another_seed_others() {
        let throw = |seed| {
            let mut dice = Dice::new([seed; 32]);
            (0..50).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(throw(1), throw(1));
        assert_ne!(throw(1), throw(2));
        // Pinned: the same on every platform.
        assert_eq!(throw(1).get(..4), Some(&PINNED[..]));
    }

    /// From another implementation of SHA-256.
    const PINNED: [u32; 4] = [790, 229, 140, 645];

    #[test]
    fn every_number_comes_about_equally_often() {
        let mut dice = Dice::new([7; 32]);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            counts[dice.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(dice.below(0), 0);
    }

    #[test]
    fn the_seed_is_not_printed() {
        assert_eq!(format!("{:?}", Dice::new([0xab; 32])), "Dice(thrown 0)");
    }
}
