//! What goes wrong with invitations and relays, in words.

use table::{InvitationError, RelayFailure};

/// A key and its arguments.
type Said = (&'static str, Vec<(&'static str, String)>);

pub(super) fn invitation_key(error: &InvitationError) -> Said {
    match error {
        InvitationError::None => ("invitation-none", Vec::new()),
        InvitationError::Typo => ("invitation-typo", Vec::new()),
        InvitationError::Version { theirs, ours } => {
            let key = if theirs > ours { "invitation-newer" } else { "invitation-older" };
            (key, vec![("theirs", theirs.to_string()), ("ours", ours.to_string())])
        }
        InvitationError::Kind => ("invitation-kind", Vec::new()),
        InvitationError::Malformed => ("invitation-malformed", Vec::new()),
        InvitationError::Expired { .. } => ("invitation-expired", Vec::new()),
    }
}

pub(super) fn relay_line_key(error: &InvitationError) -> Said {
    match error {
        InvitationError::None => ("relay-line-none", Vec::new()),
        InvitationError::Typo => ("relay-line-typo", Vec::new()),
        InvitationError::Version { .. } => ("relay-line-version", Vec::new()),
        InvitationError::Kind => ("relay-line-kind", Vec::new()),
        InvitationError::Malformed | InvitationError::Expired { .. } => {
            ("relay-line-malformed", Vec::new())
        }
    }
}

pub(super) fn relay_key(name: &str, reason: &RelayFailure) -> Said {
    let key = match reason {
        RelayFailure::Dial(_) => "relay-dial",
        RelayFailure::Token => "relay-token",
        RelayFailure::Full => "relay-full",
        RelayFailure::Draining => "relay-draining",
        RelayFailure::Version { .. } => "relay-version",
        RelayFailure::TooSmall(_) => "relay-too-small",
        RelayFailure::NoRelay => "relay-none",
        RelayFailure::Refused => "relay-refused",
        RelayFailure::Gone => "relay-gone",
    };
    (key, vec![("name", name.to_owned()), ("why", reason.to_string())])
}
