//! STUB
use crate::invitation::InvitationError;
use net::RelayAccess;
pub(crate) struct RelayLine;
impl RelayLine {
    pub(crate) fn read(_: &str) -> Result<Self, InvitationError> {
        Err(InvitationError::None)
    }
    pub(crate) fn access(&self) -> Option<RelayAccess> {
        None
    }
    pub(crate) fn name(&self) -> Option<&str> {
        None
    }
}
