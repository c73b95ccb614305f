//! Group operations, each kind in one place: those on secrets take the same time whatever the
//! secrets are, those on public values need not.

use std::sync::LazyLock;

use curve25519_dalek::ristretto::{
    CompressedRistretto, RistrettoPoint, VartimeRistrettoPrecomputation,
};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{
    Identity as _, MultiscalarMul as _, VartimeMultiscalarMul as _,
    VartimePrecomputedMultiscalarMul as _,
};
use subtle::{Choice, ConditionallySelectable as _};

/// `secret · G`.
pub(crate) fn secret_base(secret: &Scalar) -> RistrettoPoint {
    count::one("base", 1);
    RistrettoPoint::mul_base(secret)
}

/// `secret · point`.
pub(crate) fn secret_mul(secret: &Scalar, point: &RistrettoPoint) -> RistrettoPoint {
    count::one("mul", 1);
    secret * point
}

/// `Σ secret · point`.
pub(crate) fn secret_sum(secrets: &[Scalar], points: &[RistrettoPoint]) -> RistrettoPoint {
    match (secrets, points) {
        ([], _) => RistrettoPoint::identity(),
        ([secret], [point]) => secret_mul(secret, point),
        _ => {
            count::one("sum", secrets.len());
            RistrettoPoint::multiscalar_mul(secrets, points)
        }
    }
}

/// `Σ small · point` for secret numbers none of which is above a public one: bit by bit, each point
/// added or the identity.
pub(crate) fn small_sum(small: &[u8], largest: u8, points: &[RistrettoPoint]) -> RistrettoPoint {
    count::one("small", small.len());
    let none = RistrettoPoint::identity();
    let mut sum = none;
    for bit in (0..u8::BITS - largest.leading_zeros()).rev() {
        sum += sum;
        for (small, point) in small.iter().zip(points) {
            let wanted = Choice::from(small >> bit & 1);
            sum += RistrettoPoint::conditional_select(&none, point, wanted);
        }
    }
    sum
}

/// One half. Many points are encoded together faster than one by one if each is given as its half.
pub(crate) fn half() -> &'static Scalar {
    static HALF: LazyLock<Scalar> = LazyLock::new(|| Scalar::from(2u8).invert());
    &HALF
}

/// The encodings of the doubles of these points, with one inversion for all.
pub(crate) fn doubles_as_bytes(halves: &[RistrettoPoint]) -> Vec<CompressedRistretto> {
    RistrettoPoint::double_and_compress_batch(halves)
}

/// `Σ public · point`, in a time that depends on the values.
pub(crate) fn public_sum(scalars: &[Scalar], points: &[RistrettoPoint]) -> RistrettoPoint {
    count::one("public", scalars.len());
    RistrettoPoint::vartime_multiscalar_mul(scalars, points)
}

/// Points that many public sums share, each with a table of 64 odd multiples (10 KiB).
pub(crate) struct Shared(VartimeRistrettoPrecomputation);

impl Shared {
    /// From how many sums on a table is worth it: it takes 64 additions and saves about 23 in each.
    pub(crate) const WORTH: usize = 4;

    pub(crate) fn new(points: &[RistrettoPoint]) -> Self {
        count::one("shared", points.len());
        Self(VartimeRistrettoPrecomputation::new(points))
    }

    /// [`public_sum`] over the shared points, in their order, and others.
    pub(crate) fn public_sum(
        &self,
        shared: &[Scalar],
        scalars: &[Scalar],
        points: &[RistrettoPoint],
    ) -> RistrettoPoint {
        count::one("public", scalars.len());
        // Zeros at the end are left out: each would be scanned bit by bit.
        let used = shared.iter().rposition(|scalar| *scalar != Scalar::ZERO).map_or(0, |at| at + 1);
        let shared = shared.iter().take(used);
        self.0.vartime_mixed_multiscalar_mul(shared, scalars, points)
    }
}

/// In tests: the operations in the order in which they were made, with their sizes.
#[cfg(test)]
pub(crate) mod count {
    use std::cell::RefCell;

    thread_local! {
        static MADE: RefCell<Vec<(&'static str, usize)>> = const { RefCell::new(Vec::new()) };
    }

    pub(crate) fn one(what: &'static str, size: usize) {
        MADE.with_borrow_mut(|made| made.push((what, size)));
    }

    /// What was made since the last call.
    pub(crate) fn take() -> Vec<(&'static str, usize)> {
        MADE.take()
    }
}

#[cfg(not(test))]
mod count {
    pub(crate) fn one(_: &'static str, _: usize) {}
}
