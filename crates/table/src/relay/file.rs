//! The file `relay.toml`: text in, a sound configuration or every fault out.

use std::net::SocketAddr;
use std::time::Duration;

use data_encoding::HEXLOWER;
use net::relay::{Config, Limits};
use net::{Address, Token, is_relay_name};
use serde::Deserialize;

use super::{HEALTH, Plan};

/// Seconds for draining at most: a day.
const DRAIN_MOST: u32 = 86_400;
/// Clients, circuits and the like at most.
const MANY: u32 = 4_096;

/// What is wrong with one key of the configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigFault {
    /// The key.
    pub key: &'static str,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A name that is empty, too long, or cannot be shown.
    Name,
    /// Nothing is listed where something must be.
    Empty,
    /// Not an address.
    Address(String),
    /// An address without a port.
    Port(String),
    /// Not 32 digits of hexadecimal.
    Token,
    /// Open to others.
    NotLoopback(String),
    /// Less than this, or more than that.
    Range(u64, u64),
}

/// Why there is no configuration.
pub(super) enum ReadError {
    /// The text is not of the right form.
    Text(String),
    /// It asks for what cannot be.
    Faults(Vec<ConfigFault>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: String,
    listen: Vec<String>,
    #[serde(default)]
    external: Vec<String>,
    token: Option<String>,
    health: Option<String>,
    #[serde(default = "yes")]
    rate_limits: bool,
    #[serde(default = "ten_minutes")]
    drain_seconds: u32,
    #[serde(default)]
    limits: RawLimits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawLimits {
    circuit_minutes: u32,
    circuit_mebibytes: u32,
    circuits: u32,
    circuits_per_client: u32,
    clients: u32,
    connections_per_client: u32,
}

const fn yes() -> bool {
    true
}

const fn ten_minutes() -> u32 {
    600
}

impl Default for RawLimits {
    fn default() -> Self {
        let usual = Limits::default();
        Self {
            circuit_minutes: usual.seconds / 60,
            circuit_mebibytes: u32::try_from(usual.bytes >> 20).unwrap_or(u32::MAX),
            circuits: usual.circuits,
            circuits_per_client: usual.circuits_per_peer,
            clients: usual.reservations,
            connections_per_client: usual.reservations_per_peer,
        }
    }
}

/// The faults found so far.
#[derive(Default)]
struct Faults(Vec<ConfigFault>);

impl Faults {
    fn note(&mut self, key: &'static str, fault: Fault) {
        self.0.push(ConfigFault { key, fault });
    }

    fn range(&mut self, key: &'static str, value: u32, least: u32, most: u32) {
        if !(least..=most).contains(&value) {
            self.note(key, Fault::Range(least.into(), most.into()));
        }
    }

    fn socket(&mut self, key: &'static str, text: &str) -> Option<SocketAddr> {
        let Ok(socket) = text.parse::<SocketAddr>() else {
            self.note(key, Fault::Address(text.to_owned()));
            return None;
        };
        if socket.port() == 0 {
            self.note(key, Fault::Port(text.to_owned()));
        }
        Some(socket)
    }
}

/// Reads the file.
pub(super) fn read(text: &str) -> Result<Config, ReadError> {
    let raw: Raw = toml::from_str(text).map_err(|error| ReadError::Text(placed(text, &error)))?;
    let mut faults = Faults::default();
    if !is_relay_name(&raw.name) {
        faults.note("name", Fault::Name);
    }
    if raw.listen.is_empty() {
        faults.note("listen", Fault::Empty);
    }
    let listen = raw.listen.iter().filter_map(|text| faults.socket("listen", text)).collect();
    let external = raw.external.iter().filter_map(|text| external(&mut faults, text)).collect();
    let token = raw.token.as_deref().and_then(|text| token(&mut faults, text));
    let health = raw.health.as_deref().and_then(|text| faults.socket("health", text));
    if let Some(open) = health.filter(|health| !health.ip().is_loopback()) {
        faults.note("health", Fault::NotLoopback(open.to_string()));
    }
    faults.range("drain_seconds", raw.drain_seconds, 0, DRAIN_MOST);
    let limits = limits(&mut faults, &raw.limits);
    if !faults.0.is_empty() {
        return Err(ReadError::Faults(faults.0));
    }
    Ok(Config {
        name: raw.name,
        listen,
        external,
        limits,
        has_rates: raw.rate_limits,
        token,
        health,
        drain: Duration::from_secs(raw.drain_seconds.into()),
    })
}

/// The first line of the reason, and in which line of the file.
fn placed(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().and_then(|span| text.get(..span.start));
    let line = line.map_or(1, |before| before.matches('\n').count() + 1);
    let why = error.message().lines().next().unwrap_or_default().to_owned();
    format!("{line}: {why}")
}

fn external(faults: &mut Faults, text: &str) -> Option<Address> {
    match text.parse::<Address>() {
        Ok(address) if address.port() == 0 => {
            faults.note("external", Fault::Port(text.to_owned()));
            None
        }
        Ok(address) if !address.is_relayed() => Some(address),
        _ => {
            faults.note("external", Fault::Address(text.to_owned()));
            None
        }
    }
}

fn token(faults: &mut Faults, text: &str) -> Option<Token> {
    let bytes = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
    if bytes.is_none() {
        faults.note("token", Fault::Token);
    }
    bytes.map(Token)
}

fn limits(faults: &mut Faults, raw: &RawLimits) -> Limits {
    let (seconds, bytes) = Limits::LEAST;
    let mebibytes = u32::try_from(bytes >> 20).unwrap_or(u32::MAX);
    faults.range("limits.circuit_minutes", raw.circuit_minutes, seconds / 60, 60 * 24 * 7);
    faults.range("limits.circuit_mebibytes", raw.circuit_mebibytes, mebibytes, 1 << 20);
    faults.range("limits.circuits", raw.circuits, 1, MANY);
    faults.range("limits.circuits_per_client", raw.circuits_per_client, 1, MANY);
    faults.range("limits.clients", raw.clients, 1, MANY);
    faults.range("limits.connections_per_client", raw.connections_per_client, 1, 16);
    Limits {
        seconds: raw.circuit_minutes.saturating_mul(60),
        bytes: u64::from(raw.circuit_mebibytes) << 20,
        circuits: raw.circuits,
        circuits_per_peer: raw.circuits_per_client,
        reservations: raw.clients,
        reservations_per_peer: raw.connections_per_client,
    }
}

/// A new file. What its owner typed stands in it as typed: it is read before it is written.
pub(super) fn new(plan: &Plan, token: Option<&Token>) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let list = |texts: Vec<String>| {
        let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
        format!("[{}]", texts.join(", "))
    };
    let token = match token {
        Some(token) => format!("token = \"{}\"", HEXLOWER.encode(&token.0)),
        None => "# token = \"0123456789abcdef0123456789abcdef\"".to_owned(),
    };
    let listen = list(plan.listen.iter().map(SocketAddr::to_string).collect());
    let usual = RawLimits::default();
    include_str!("relay.toml")
        .replace("{name}", &quoted(&plan.name))
        .replace("{listen}", &listen)
        .replace("{external}", &list(plan.external.clone()))
        .replace("{token}", &token)
        .replace("{health}", &quoted(&format!("127.0.0.1:{HEALTH}")))
        .replace("{circuit_minutes}", &usual.circuit_minutes.to_string())
        .replace("{circuit_mebibytes}", &usual.circuit_mebibytes.to_string())
        .replace("{circuits}", &usual.circuits.to_string())
        .replace("{circuits_per_client}", &usual.circuits_per_client.to_string())
        .replace("{clients}", &usual.clients.to_string())
        .replace("{connections_per_client}", &usual.connections_per_client.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str = "name = \"one\"\nlisten = [\"0.0.0.0:4001\"]\n";

    fn faults(text: &str) -> Vec<(&'static str, Fault)> {
        match read(text) {
            Err(ReadError::Faults(faults)) => {
                faults.into_iter().map(|it| (it.key, it.fault)).collect()
            }
            Err(ReadError::Text(why)) => panic!("{why}"),
            Ok(_) => Vec::new(),
        }
    }

    fn unreadable(text: &str) -> String {
        match read(text) {
            Err(ReadError::Text(why)) => why,
            _ => panic!("readable"),
        }
    }

    #[test]
    fn a_name_and_a_place_suffice() {
        let Ok(config) = read(LEAST) else { panic!("good") };
        assert_eq!((config.limits, config.has_rates), (Limits::default(), true));
        assert_eq!((config.token, config.health), (None, None));
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let text = "
            name = \"\"
            listen = [\"4001\", \"0.0.0.0:0\"]
            external = [\"10.0.0.1\", \"a.example:0\"]
            token = \"12\"
            health = \"0.0.0.0:4002\"
            drain_seconds = 100000
            [limits]
            circuit_minutes = 2
            circuit_mebibytes = 0
            circuits = 0
            connections_per_client = 17
        ";
        assert_eq!(
            faults(text),
            [
                ("name", Fault::Name),
                ("listen", Fault::Address("4001".into())),
                ("listen", Fault::Port("0.0.0.0:0".into())),
                ("external", Fault::Address("10.0.0.1".into())),
                ("external", Fault::Port("a.example:0".into())),
                ("token", Fault::Token),
                ("health", Fault::NotLoopback("0.0.0.0:4002".into())),
                ("drain_seconds", Fault::Range(0, 86_400)),
                ("limits.circuit_minutes", Fault::Range(60, 10_080)),
                ("limits.circuit_mebibytes", Fault::Range(1, 1 << 20)),
                ("limits.circuits", Fault::Range(1, 4_096)),
                ("limits.connections_per_client", Fault::Range(1, 16)),
            ]
        );
    }

    #[test]
    fn what_is_no_configuration_is_told_by_its_line() {
        assert!(unreadable("name = \"one\"\nlisten = [\n").starts_with('2'));
        assert!(unreadable(&format!("{LEAST}\nnmae = 1\n")).starts_with("4: unknown field"));
        assert!(unreadable("").contains("name"));
        assert!(unreadable(&format!("{LEAST}[limits]\ncircuits = -1\n")).starts_with('4'));
        assert!(unreadable(&format!("{LEAST}[limits]\ncircuits = 99999999999\n")).starts_with('4'));
    }
}
