//! How a relay is to be.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use super::StartError;
use crate::limits::{RELAY_ADDRESSES, RELAY_BYTES_LEAST, RELAY_SECONDS_LEAST};
use crate::relaying::CircuitLimits;
use crate::{Address, PeerId, Token, probe};

/// How a relay is to be. The default suits a handful of friends.
#[derive(Clone, Debug)]
pub struct Config {
    /// What it calls itself: [`is_relay_name`](crate::is_relay_name).
    pub name: String,
    /// Where it listens.
    pub listen: Vec<SocketAddr>,
    /// Where others reach it. None named: at the addresses of its interfaces.
    pub external: Vec<Address>,
    /// How much it gives.
    pub limits: Limits,
    /// Whether it refuses who asks too often.
    pub has_rates: bool,
    /// What its clients must show.
    pub token: Option<Token>,
    /// Where `/metrics`, `/healthz` and `/status` are served; on the loopback only.
    pub health: Option<SocketAddr>,
    /// How long circuits go on after it was asked to end.
    pub drain: Duration,
}

/// How much a relay gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Seconds after which a circuit is cut.
    pub seconds: u32,
    /// Bytes after which it is cut, both ways together.
    pub bytes: u64,
    /// Circuits at once.
    pub circuits: u32,
    /// Circuits of one client that he has opened.
    pub circuits_per_peer: u32,
    /// Clients that can be reached through it at once.
    pub reservations: u32,
    /// Connections of one client over which he can be reached.
    pub reservations_per_peer: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            seconds: 6 * 3600,
            bytes: 64 * 1024 * 1024,
            circuits: 64,
            circuits_per_peer: 8,
            reservations: 64,
            reservations_per_peer: 2,
        }
    }
}

impl Limits {
    /// What is announced of one circuit.
    pub fn circuit(&self) -> CircuitLimits {
        CircuitLimits { seconds: Some(self.seconds), bytes: Some(self.bytes) }
    }

    /// Whether programs use a relay that gives so much for a game.
    pub fn suffice(&self) -> bool {
        self.circuit().suffice() && self.circuits > 0 && self.reservations > 0
    }

    /// The least for a circuit that programs use: seconds and bytes.
    pub const LEAST: (u32, u64) = (RELAY_SECONDS_LEAST, RELAY_BYTES_LEAST);
}

impl Config {
    /// Where others reach it, each with the relay's peer id.
    ///
    /// # Errors
    /// Nobody could reach it, or its health page would be open to others.
    pub fn addresses(&self, peer: PeerId) -> Result<Vec<Address>, StartError> {
        if let Some(open) = self.health.filter(|health| !health.ip().is_loopback()) {
            return Err(StartError::OpenHealth(open));
        }
        let mut found: Vec<Address> = self.external.iter().map(|at| at.with_peer(peer)).collect();
        if found.is_empty() {
            let own = probe::interfaces().map_err(StartError::System)?;
            let of = |listen: &SocketAddr| places(listen, &own);
            found = self
                .listen
                .iter()
                .flat_map(of)
                .map(|at| Address::from(at).with_peer(peer))
                .collect();
        }
        found.dedup();
        found.truncate(RELAY_ADDRESSES);
        if found.is_empty() { Err(StartError::NoAddress) } else { Ok(found) }
    }
}

/// Under which addresses others come to a socket: those in the world first.
fn places(listen: &SocketAddr, own: &[IpAddr]) -> Vec<SocketAddr> {
    let is_same = |ip: &&IpAddr| ip.is_ipv4() == listen.ip().is_ipv4();
    let is_wanted = |ip: &&IpAddr| listen.ip().is_unspecified() || **ip == listen.ip();
    let mut places: Vec<_> = own
        .iter()
        .filter(is_same)
        .filter(is_wanted)
        .filter(|ip| !ip.is_loopback() && !is_link_local(**ip))
        .map(|ip| SocketAddr::new(*ip, listen.port()))
        .collect();
    places.sort_by_key(|at| is_private(at.ip()));
    places
}

fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_private() || (ip.octets()[0] == 100 && ip.octets()[1] & 0xc0 == 64),
        IpAddr::V6(ip) => ip.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    fn config() -> Config {
        Config {
            name: "one".to_owned(),
            listen: vec![SocketAddr::from(([0, 0, 0, 0], 4001))],
            external: Vec::new(),
            limits: Limits::default(),
            has_rates: true,
            token: None,
            health: None,
            drain: Duration::ZERO,
        }
    }

    #[test]
    fn a_relay_that_nobody_could_reach_says_so() {
        let peer = Identity::from_seed([1; 32]).peer();
        let alone = Config { listen: vec![SocketAddr::from(([127, 0, 0, 1], 4001))], ..config() };
        assert!(matches!(alone.addresses(peer), Err(StartError::NoAddress)));
        let named: Address = "relay.example:4001".parse().expect("good");
        let named = Config { external: vec![named.clone()], ..alone };
        let addresses = named.addresses(peer).expect("named");
        assert_eq!(
            addresses,
            ["relay.example:4001".parse::<Address>().expect("good").with_peer(peer)]
        );
        let open = Config { health: Some(SocketAddr::from(([0, 0, 0, 0], 9))), ..named };
        assert!(matches!(open.addresses(peer), Err(StartError::OpenHealth(_))));
    }

    #[test]
    fn addresses_in_the_world_come_first() {
        let own = ["127.0.0.1", "10.0.0.1", "169.254.1.1", "8.8.8.8", "2001:db8::1"];
        let own: Vec<IpAddr> = own.iter().map(|ip| ip.parse().expect("an address")).collect();
        let at = |text: &str| text.parse::<SocketAddr>().expect("a socket");
        assert_eq!(places(&at("0.0.0.0:9"), &own), [at("8.8.8.8:9"), at("10.0.0.1:9")]);
        assert_eq!(places(&at("10.0.0.1:9"), &own), [at("10.0.0.1:9")]);
        assert_eq!(places(&at("[::]:9"), &own), [at("[2001:db8::1]:9")]);
        assert_eq!(places(&at("127.0.0.1:9"), &own), []);
    }

    #[test]
    fn the_usual_limits_suffice() {
        assert!(Limits::default().suffice());
        assert!(!Limits { seconds: 120, ..Limits::default() }.suffice());
        assert!(!Limits { circuits: 0, ..Limits::default() }.suffice());
    }
}
