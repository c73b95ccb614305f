//! What a relay's owner is told, in his language.

use std::fmt::Display;

use table::relay::{ConfigFault, Fault, RelayError, StartError};

use crate::exit::Exit;
use crate::out::{complain, plain};
use crate::text::Text;

/// The beginning of a peer id that tells it from others.
pub(super) fn short(peer: &impl Display) -> String {
    let text = peer.to_string();
    text.chars().skip(text.chars().count().saturating_sub(8)).collect()
}

/// Tells what is wrong, and how the command ends.
pub(super) fn fault(text: &Text, error: &RelayError) -> Exit {
    let say = |key: &str, args: &[(&str, String)]| {
        let args: Vec<(&str, _)> =
            args.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
        let next = text.find(&format!("{key}-next"), &args).unwrap_or_default();
        complain(text, &text.with(key, &args), &next);
    };
    let path = |path: &std::path::Path| ("path", path.display().to_string());
    match error {
        RelayError::Exists(at) => say("relay-exists", &[path(at)]),
        RelayError::Missing(at) => say("relay-missing", &[path(at)]),
        RelayError::DamagedKey(at) => say("relay-damaged-key", &[path(at)]),
        RelayError::Unreadable { path: at, why } => {
            say("relay-unreadable", &[path(at), ("why", plain(why))]);
        }
        RelayError::Faults(faults) => {
            for fault in faults {
                let (key, mut args) = told_fault(fault);
                args.push(("key", fault.key.to_owned()));
                say(key, &args);
            }
        }
        RelayError::Io { path: at, error } => {
            say("relay-io", &[path(at), ("why", error.to_string())]);
        }
        RelayError::Start(error) => {
            let (key, args) = told_start(error);
            say(key, &args);
            if let StartError::Listen { .. } | StartError::System(_) = error {
                return Exit::Network;
            }
        }
    }
    Exit::Usage
}

fn told_fault(fault: &ConfigFault) -> (&'static str, Vec<(&'static str, String)>) {
    match &fault.fault {
        Fault::Name => ("relay-fault-name", Vec::new()),
        Fault::Empty => ("relay-fault-empty", Vec::new()),
        Fault::Address(text) => ("relay-fault-address", vec![("value", plain(text))]),
        Fault::Port(text) => ("relay-fault-port", vec![("value", plain(text))]),
        Fault::Token => ("relay-fault-token", Vec::new()),
        Fault::NotLoopback(text) => ("relay-fault-loopback", vec![("value", plain(text))]),
        Fault::Range(least, most) => {
            ("relay-fault-range", vec![("least", least.to_string()), ("most", most.to_string())])
        }
    }
}

fn told_start(error: &StartError) -> (&'static str, Vec<(&'static str, String)>) {
    match error {
        StartError::NoAddress => ("relay-no-address", Vec::new()),
        StartError::OpenHealth(at) => {
            ("relay-fault-loopback", vec![("key", "health".to_owned()), ("value", at.to_string())])
        }
        StartError::Listen { address, kind } => {
            ("relay-listen", vec![("address", address.to_string()), ("why", kind.to_string())])
        }
        StartError::System(error) => ("relay-system", vec![("why", error.to_string())]),
    }
}

/// The status page in words, a line for each thing.
pub(super) fn status(text: &Text, page: &str) -> String {
    let Ok(serde_json::Value::Object(page)) = serde_json::from_str(page) else {
        return text.get("relay-status-odd") + "\n";
    };
    let number = |name: &str| page.get(name).and_then(serde_json::Value::as_u64).unwrap_or(0);
    let word = |name: &str| plain(page.get(name).and_then(|it| it.as_str()).unwrap_or_default());
    let refused = page.get("refused").and_then(serde_json::Value::as_object);
    let refused = refused.map_or(0, |all| all.values().filter_map(|it| it.as_u64()).sum::<u64>());
    let is_draining = page.get("is_draining").and_then(|it| it.as_bool()) == Some(true);
    let state = text.get(if is_draining { "relay-status-draining" } else { "relay-status-good" });
    let args = [
        ("name", word("name").into()),
        ("peer", word("peer").into()),
        ("state", state.into()),
        ("minutes", (number("uptime") / 60).into()),
        ("clients", number("reservations").into()),
        ("clients_most", number("reservations_most").into()),
        ("circuits", number("circuits").into()),
        ("circuits_most", number("circuits_most").into()),
        ("circuits_total", number("circuits_total").into()),
        ("refused", refused.into()),
    ];
    text.with("relay-status", &args) + "\n"
}
