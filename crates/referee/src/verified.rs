//! What only a verification can make.

use std::ops::Deref;

/// A value whose proof has been checked. Nothing but a verification makes one, and there is no way
/// to build one from bytes:
///
/// ```compile_fail
/// fn forge(field: referee::Field) -> referee::Verified<referee::Field> {
///     referee::Verified(field)
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    /// To be called where a proof has just been accepted.
    pub(crate) fn after_check(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
