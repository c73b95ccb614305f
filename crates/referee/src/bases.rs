//! The fixed points of every match. Nobody knows the logarithm of one to another.

use std::sync::LazyLock;

use crypto::labels;
use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use curve25519_dalek::ristretto::RistrettoPoint;
use sha2::{Digest as _, Sha512};

use crate::KINDS;
use crate::point::Point;

/// G, the twelve bases of the kinds, and the base that blinds the chain of a set-up.
pub(crate) struct Bases {
    pub(crate) g: Point,
    pub(crate) h: [Point; KINDS],
    pub(crate) p: Point,
}

/// The same for everybody and every match: hashed to the group from their names, `H0` to `H11` and
/// `P`.
pub(crate) fn bases() -> &'static Bases {
    static BASES: LazyLock<Bases> = LazyLock::new(|| Bases {
        g: Point::of(RISTRETTO_BASEPOINT_POINT),
        h: std::array::from_fn(|kind| named(&format!("H{kind}"))),
        p: named("P"),
    });
    &BASES
}

fn named(name: &str) -> Point {
    let hash = Sha512::new().chain_update(labels::PROOF_BASE).chain_update(name).finalize();
    Point::of(RistrettoPoint::from_uniform_bytes(&hash.into()))
}
