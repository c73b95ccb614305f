//! Why nobody is found, and why a relay does not serve: what can be checked from this machine alone.
//!
//! What is found out is plain data; who shows it leaves out what others should not see.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::{Duration, Instant};

use net::{Config, Event, Identity, Net, RelayAccess, probe};
pub use net::{RelayFailure, RelayInfo};

use crate::invitation::unix_seconds;
use crate::profile::{kept_relays, random};
use crate::relay_line::RelayLine;
use crate::relays::{Relays, short};

/// A relay has this long to answer and to give a place.
const RELAY_TIME: Duration = Duration::from_secs(15);
/// No program of this version ran before: 2026-11-01, in seconds since 1970.
const CLOCK_LEAST: u64 = 1_793_491_200;

/// Something that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The addresses of the interfaces that are up, loopback left out.
    Interfaces(Result<Vec<IpAddr>, io::ErrorKind>),
    /// Whether what is sent to a group by this interface comes back.
    Multicast(Ipv4Addr, Result<(), io::ErrorKind>),
    /// Whether others on this network can be looked for at all.
    FindingPort(Result<(), io::ErrorKind>),
    /// Whether a port can be had for others to connect to.
    Listening(Result<(), io::ErrorKind>),
    /// A relay, by its name, and how long it took to get a place there.
    Relay(String, Result<(RelayInfo, Duration), RelayFailure>),
    /// No relay is known.
    NoRelay,
    /// Whether the clock can be right.
    Clock {
        /// Whether it is not before the time in which this program was made.
        is_plausible: bool,
        /// Seconds that it is ahead of a relay's, if one has told its time.
        ahead: Option<i64>,
    },
}

/// Looks at everything, one after the other, and tells each as soon as it is known. Takes some
/// seconds, and for each relay that does not answer [`RELAY_TIME`].
pub fn examine(relays: &[RelayLine], mut tell: impl FnMut(Finding)) {
    let interfaces = probe::interfaces().map_err(|error| error.kind());
    let outside = interfaces.map(|all| {
        let mut all = all;
        all.retain(|ip| !ip.is_loopback());
        all
    });
    tell(Finding::Interfaces(outside.clone()));
    tell(Finding::Listening(kind(probe::listening())));
    tell(Finding::FindingPort(kind(probe::mdns_port())));
    for ip in outside.unwrap_or_default() {
        if let IpAddr::V4(ip) = ip {
            tell(Finding::Multicast(ip, kind(probe::multicast(ip))));
        }
    }
    if relays.is_empty() {
        tell(Finding::NoRelay);
    }
    let mut relay_clock = None;
    for relay in relays {
        let name = relay.name().map_or_else(|| short(relay.access().relay()), str::to_owned);
        let asked = ask(relay.access());
        if let Ok((RelayInfo { clock: Some(clock), .. }, _)) = &asked {
            relay_clock = Some(*clock);
        }
        tell(Finding::Relay(name, asked));
    }
    let now = unix_seconds();
    let ahead = relay_clock.map(|clock| {
        let [now, clock] = [now, clock].map(|it| i64::try_from(it).unwrap_or(i64::MAX));
        now.saturating_sub(clock)
    });
    tell(Finding::Clock { is_plausible: now >= CLOCK_LEAST, ahead });
}

/// The relays that a profile remembers; its program may be running.
pub fn relays_of(profile: &Path) -> Vec<RelayLine> {
    Relays::read(&kept_relays(profile)).lines()
}

fn kind(result: io::Result<()>) -> Result<(), io::ErrorKind> {
    result.map_err(|error| error.kind())
}

/// Asks a relay for a place, by a name of which nobody hears again.
fn ask(access: &RelayAccess) -> Result<(RelayInfo, Duration), RelayFailure> {
    let seed = random().map_err(|_| RelayFailure::Refused)?;
    let started = Net::start(Identity::from_seed(seed), Config::default());
    let (net, events) = started.map_err(|_| RelayFailure::Refused)?;
    let begun = Instant::now();
    net.reserve(access.clone()).map_err(|_| RelayFailure::Refused)?;
    let mut known = None;
    while let Some(left) = RELAY_TIME.checked_sub(begun.elapsed()) {
        match events.recv_timeout(left) {
            Ok(Some(Event::Relay { info, .. })) => known = Some(info),
            Ok(Some(Event::Reserved { .. })) => {
                if let Some(info) = known {
                    return Ok((info, begun.elapsed()));
                }
            }
            Ok(Some(Event::RelayFailed { reason, .. })) => return Err(reason),
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => break,
        }
    }
    Err(RelayFailure::Dial(net::DialFailure::TimedOut))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_looked_at_and_a_relay_that_is_not_there_is_told() {
        let relay = Identity::from_seed([3; 32]).peer();
        // Nothing listens at port 1.
        let line = RelayLine::read(&format!("127.0.0.1:1/{relay}")).unwrap();
        let mut found = Vec::new();
        examine(&[line], |finding| found.push(finding));
        assert!(matches!(found.first(), Some(Finding::Interfaces(Ok(_)))));
        assert!(found.contains(&Finding::Clock { is_plausible: true, ahead: None }));
        let failed = RelayFailure::Dial(net::DialFailure::Refused);
        let name = short(relay);
        assert!(found.contains(&Finding::Relay(name, Err(failed))), "{found:?}");
        let mut alone = Vec::new();
        examine(&[], |finding| alone.push(finding));
        assert!(alone.contains(&Finding::NoRelay));
    }
}
