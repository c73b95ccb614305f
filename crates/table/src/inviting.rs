//! How others come into an own room: what is in its link.

use catalog::{Any, Rules};
use game::Game as _;
use net::{Address, RelayAccess};
use record::PROTOCOL;

use crate::command::RoomPlan;
use crate::desk::Desk;
use crate::invitation::{ADDRESSES, Invitation, digest};
use crate::profile::{ProfileError, random};
use crate::reach::{is_link_local, is_near};
use crate::room::GameVersion;

/// A link counts so long, in seconds.
const COUNTS: u64 = 24 * 3600;
/// One that counts no longer than this is made anew while the room is open.
const RENEW: u64 = 12 * 3600;

/// Which room it is for those who were invited, and the link that leads to it.
#[derive(Clone)]
pub(crate) struct Door {
    number: [u8; 8],
    until: u64,
    /// The link, and what it was made of.
    link: Option<(Inputs, Option<String>)>,
}

/// What may change of a link while its room stays as it is.
#[derive(Clone, PartialEq)]
struct Inputs {
    addresses: Vec<Address>,
    relay: Option<(RelayAccess, Option<String>)>,
    until: u64,
}

impl Door {
    /// The door of a room that is opened so many seconds after 1970.
    ///
    /// # Errors
    /// The system gives no randomness.
    pub(crate) fn new(now: u64) -> Result<Self, ProfileError> {
        let [a, b, c, d, e, f, g, h, ..] = random()?;
        Ok(Self { number: [a, b, c, d, e, f, g, h], until: now + COUNTS, link: None })
    }

    /// Whether somebody who was invited to this room, or came without an invitation, is right here.
    pub(crate) fn is_for(&self, room: Option<[u8; 8]>) -> bool {
        room.is_none_or(|room| room == self.number)
    }

    /// The room is another one than the link says.
    pub(crate) fn changed(&mut self) {
        self.link = None;
    }

    /// The link; none, as long as nobody could follow it.
    pub(crate) fn link(&mut self, desk: &Desk, plan: &RoomPlan, now: u64) -> Option<String> {
        if now + RENEW > self.until {
            self.until = now + COUNTS;
        }
        let inputs = Inputs {
            addresses: to_give(desk.addresses()),
            relay: desk.relays.for_invitation(),
            until: self.until,
        };
        if let Some((before, link)) = &self.link
            && *before == inputs
        {
            return link.clone();
        }
        let link = self.write(desk, plan, &inputs);
        self.link = Some((inputs, link.clone()));
        link
    }

    fn write(&self, desk: &Desk, plan: &RoomPlan, inputs: &Inputs) -> Option<String> {
        if inputs.addresses.is_empty() && inputs.relay.is_none() {
            return None;
        }
        let rules: &Rules = &plan.rules;
        let (relay, relay_name) = inputs.relay.clone().unzip();
        let invitation = Invitation {
            protocol: PROTOCOL,
            peer: desk.profile.transport().peer(),
            addresses: inputs.addresses.clone(),
            relay,
            relay_name: relay_name.flatten(),
            host: desk.profile.name().clone(),
            game: GameVersion { game: Any::id(rules).to_owned(), version: Any::version(rules) },
            rules_bytes: Any::write_rules(rules),
            digest: digest(rules),
            rules: Some(rules.clone()),
            clock: plan.clock,
            machine_seconds: plan.machine_seconds,
            room: self.number,
            until: inputs.until,
        };
        invitation.link()
    }
}

/// The addresses that somebody elsewhere may have a way to, the likeliest first. This machine's own
/// one is for those who have no other.
fn to_give(own: &[Address]) -> Vec<Address> {
    let ranked = own.iter().filter_map(|address| {
        let ip = address.socket().filter(|at| at.port() > 0)?.ip().to_canonical();
        let rank = match ip {
            ip if ip.is_loopback() => 3,
            ip if is_link_local(ip) => return None,
            ip => u8::from(is_near(ip)) + u8::from(ip.is_ipv6()),
        };
        Some((rank, address.without_peer()))
    });
    let mut ranked: Vec<_> = ranked.collect();
    // Where nothing else is there it is a machine without a network.
    let has_other = ranked.iter().any(|(rank, _)| *rank < 3);
    ranked.retain(|(rank, _)| *rank < 3 || !has_other);
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(ADDRESSES).map(|(_, address)| address).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_lead_here_are_given_away() {
        let given = |own: &[&str]| {
            let own: Vec<Address> = own.iter().map(|at| at.parse().unwrap()).collect();
            to_give(&own).iter().map(Address::to_string).collect::<Vec<_>>()
        };
        assert_eq!(given(&["127.0.0.1:9", "[::1]:9"]), ["/ip4/127.0.0.1/tcp/9", "/ip6/::1/tcp/9"]);
        let many = ["127.0.0.1:9", "[fe80::1]:9", "[2001:db8::1]:9", "192.168.1.5:9", "8.8.8.8:9"];
        let best = ["/ip4/8.8.8.8/tcp/9", "/ip4/192.168.1.5/tcp/9", "/ip6/2001:db8::1/tcp/9"];
        assert_eq!(given(&many), best);
        let docked: Vec<_> = (1..9).map(|n| format!("172.{}.0.1:9", 16 + n)).collect();
        let docked: Vec<_> = docked.iter().map(String::as_str).chain(many).collect();
        assert_eq!(given(&docked).len(), ADDRESSES);
        assert_eq!(given(&docked).first().map(String::as_str), Some("/ip4/8.8.8.8/tcp/9"));
        assert!(given(&["0.0.0.0:0"]).is_empty());
    }
}
