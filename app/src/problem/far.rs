//! What goes wrong with invitations and relays, in words.

use table::{CircuitLimits, InvitationError, RelayFailure};

use crate::out::plain;
use crate::text::Text;
use crate::time;

/// A key and its arguments.
type Said = (&'static str, Vec<(&'static str, String)>);

pub(super) fn invitation_key(text: &Text, error: &InvitationError) -> Said {
    match error {
        InvitationError::None => ("invitation-none", Vec::new()),
        InvitationError::Typo => ("invitation-typo", Vec::new()),
        InvitationError::Version { theirs, ours } => {
            let key = if theirs > ours { "invitation-newer" } else { "invitation-older" };
            (key, vec![("theirs", theirs.to_string()), ("ours", ours.to_string())])
        }
        InvitationError::Kind => ("invitation-kind", Vec::new()),
        InvitationError::Malformed => ("invitation-malformed", Vec::new()),
        InvitationError::Expired { until } => {
            ("invitation-expired", vec![("ago", time::ago(text, *until, time::now()))])
        }
    }
}

pub(super) fn relay_line_key(error: &InvitationError) -> Said {
    match error {
        InvitationError::None => ("relay-line-none", Vec::new()),
        InvitationError::Typo => ("relay-line-typo", Vec::new()),
        InvitationError::Version { theirs, ours } => {
            let key = if theirs > ours { "relay-line-newer" } else { "relay-line-older" };
            (key, vec![("theirs", theirs.to_string()), ("ours", ours.to_string())])
        }
        InvitationError::Kind => ("relay-line-kind", Vec::new()),
        InvitationError::Malformed | InvitationError::Expired { .. } => {
            ("relay-line-malformed", Vec::new())
        }
    }
}

pub(super) fn relay_key(text: &Text, name: &str, reason: &RelayFailure) -> Said {
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
    let why = match reason {
        RelayFailure::TooSmall(it) => limits(text, *it),
        RelayFailure::Dial(failure) => text.get(super::tried_key(failure)),
        _ => String::new(),
    };
    (key, vec![("name", plain(name)), ("why", why)])
}

/// What a relay allows one connection.
pub(crate) fn limits(text: &Text, limits: CircuitLimits) -> String {
    let time = limits.seconds.map(|seconds| match seconds {
        0..3600 => text.with("limit-minutes", &[("count", (seconds / 60).into())]),
        _ => text.with("limit-hours", &[("count", (seconds / 3600).into())]),
    });
    let bytes = limits.bytes.map(|bytes| match bytes {
        0..1_048_576 => text.with("limit-kib", &[("count", (bytes / 1024).to_string().into())]),
        _ => text.with("limit-mib", &[("count", (bytes / 1_048_576).to_string().into())]),
    });
    let told: Vec<String> = [time, bytes].into_iter().flatten().collect();
    match told.is_empty() {
        true => text.get("limit-none"),
        false => told.join(&text.get("option-separator")),
    }
}
