//! What a relay counts.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use serde::Serialize;

/// What a relay has done and is doing. Serialised it is the page `/status`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counters {
    /// Its name.
    pub name: String,
    /// Its peer id.
    pub peer: String,
    /// Seconds since it began.
    pub uptime: u64,
    /// Whether it takes no new clients.
    pub is_draining: bool,
    /// Connections now.
    pub connections: u32,
    /// Clients that can be reached through it now.
    pub reservations: u32,
    /// At most so many.
    pub reservations_most: u32,
    /// Circuits now.
    pub circuits: u32,
    /// At most so many.
    pub circuits_most: u32,
    /// Circuits since it began.
    pub circuits_total: u64,
    /// Clients that may use it now.
    pub admitted: u32,
    /// What was refused since it began.
    pub refused: Refusals,
}

/// What a relay has refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Refusals {
    /// Greetings with no token, or a wrong one.
    pub token: u64,
    /// Greetings for want of room.
    pub full: u64,
    /// Greetings because it is being stopped.
    pub draining: u64,
    /// Requests for a place.
    pub reservations: u64,
    /// Requests for a circuit.
    pub circuits: u64,
}

impl Counters {
    /// The page `/metrics`, in OpenMetrics text.
    pub fn metrics(&self) -> String {
        let mut registry = Registry::with_prefix("qiyue_relay");
        let gauges = [
            ("uptime_seconds", "Time since the relay began", self.uptime),
            ("draining", "1: no new clients are taken", u64::from(self.is_draining)),
            ("connections", "Connections now", self.connections.into()),
            ("reservations", "Reachable clients now", self.reservations.into()),
            ("reservations_limit", "Reachable clients at most", self.reservations_most.into()),
            ("circuits", "Circuits now", self.circuits.into()),
            ("circuits_limit", "Circuits at most", self.circuits_most.into()),
            ("admitted", "Clients that may use the relay now", self.admitted.into()),
        ];
        for (name, help, value) in gauges {
            registry.register(
                name,
                help,
                ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX)),
            );
        }
        let Refusals { token, full, draining, reservations, circuits } = self.refused;
        let counters = [
            ("circuits_opened", "Circuits since the relay began", self.circuits_total),
            ("refused_token", "Greetings refused for the token", token),
            ("refused_full", "Greetings refused for want of room", full),
            ("refused_draining", "Greetings refused while stopping", draining),
            ("refused_reservations", "Requests for a place refused", reservations),
            ("refused_circuits", "Requests for a circuit refused", circuits),
        ];
        for (name, help, value) in counters {
            registry.register(name, help, ConstCounter::new(value));
        }
        let mut page = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut page, &registry);
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_open_metrics() {
        let refused = Refusals { token: 3, ..Refusals::default() };
        let counters = Counters { circuits: 5, circuits_total: 7, refused, ..Counters::default() };
        let page = counters.metrics();
        assert!(page.contains("\nqiyue_relay_circuits 5\n"), "{page}");
        assert!(page.contains("\nqiyue_relay_circuits_opened_total 7\n"), "{page}");
        assert!(page.contains("\nqiyue_relay_refused_token_total 3\n"), "{page}");
        assert!(page.ends_with("# EOF\n"));
    }
}
