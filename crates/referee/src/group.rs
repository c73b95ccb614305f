//! Group operations, each kind in one place: those on secrets take the same time whatever the
//! secrets are, those on public values need not.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{Identity as _, MultiscalarMul as _, VartimeMultiscalarMul as _};

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

/// `Σ public · point`, in a time that depends on the values.
pub(crate) fn public_sum(scalars: &[Scalar], points: &[RistrettoPoint]) -> RistrettoPoint {
    count::one("public", scalars.len());
    RistrettoPoint::vartime_multiscalar_mul(scalars, points)
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
