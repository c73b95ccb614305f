//! A joint toss: a number that nobody could foresee or choose.

use crate::hash::{Head, Labelled, MatchId};
use crate::labels;

/// What every seat of a toss contributes: 32 bytes, committed to before any is shown.
pub type Contribution = [u8; 32];

/// A value below `below` from all contributions in seat order. `step` and `head` are those of the
/// Reveal: the head covers every commitment.
///
/// `seed = SHA-256(label ‖ 0 ‖ match id ‖ step u32 LE ‖ head ‖ n u32 LE ‖ r_0 ‖ r_1 …)`;
/// `u_i` = first 8 bytes LE of `SHA-256(seed ‖ i u32 LE)`, i from 0; the first
/// `u_i ≤ 2^64 - 1 - (2^64 mod n)` gives the value `u_i mod n`, so all values are equally likely.
///
/// # Panics
/// If `below` is 0.
pub fn toss(
    match_id: MatchId,
    step: u32,
    head: Head,
    below: u16,
    contributions: &[Contribution],
) -> u16 {
    use sha2::Digest as _;
    assert!(below > 0, "a toss has at least one value");
    let n = u64::from(below);
    let start = Labelled::new(labels::TOSS)
        .add(&match_id.0)
        .add(&step.to_le_bytes())
        .add(&head.0)
        .add(&u32::from(below).to_le_bytes());
    let seed = contributions.iter().fold(start, |hash, part| hash.add(part)).finish();
    let surplus = (u64::MAX % n + 1) % n;
    let draw = |i: u32| -> u64 {
        let hash: [u8; 32] =
            sha2::Sha256::new().chain_update(seed).chain_update(i.to_le_bytes()).finalize().into();
        hash.iter().take(8).rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    };
    let fair = (0..=u32::MAX).map(draw).find(|u| *u <= u64::MAX - surplus);
    u16::try_from(fair.expect("one of 2^32 draws is in range") % n).expect("below a u16")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(below: u16, tries: u32) -> Vec<u32> {
        let mut seen = vec![0; usize::from(below)];
        for step in 0..tries {
            let value = toss(MatchId([1; 32]), step, Head([2; 32]), below, &[[3; 32], [4; 32]]);
            seen[usize::from(value)] += 1;
        }
        seen
    }

    #[test]
    fn every_value_comes_about_equally_often() {
        for below in [1, 2, 3, 5, 50] {
            let each = 200;
            let seen = count(below, u32::from(below) * each);
            assert!(seen.iter().all(|n| (each / 2..each * 2).contains(n)), "{below}: {seen:?}");
        }
    }

    #[test]
    fn every_argument_matters() {
        let base = |step, head: u8, parts: &[[u8; 32]]| {
            toss(MatchId([1; 32]), step, Head([head; 32]), 60_000, parts)
        };
        let first = base(0, 2, &[[3; 32], [4; 32]]);
        assert_ne!(first, base(1, 2, &[[3; 32], [4; 32]]));
        assert_ne!(first, base(0, 3, &[[3; 32], [4; 32]]));
        assert_ne!(first, base(0, 2, &[[4; 32], [3; 32]]));
        assert_ne!(first, toss(MatchId([9; 32]), 0, Head([2; 32]), 60_000, &[[3; 32], [4; 32]]));
    }
}
