//! Who can reach an address: what tells whether somebody is sent nearer to himself than the sender is.

use std::net::IpAddr;

/// Who can reach an address, the fewest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// This machine.
    Machine,
    /// Those on a private network, or behind the same provider's address.
    Network,
    /// Everybody.
    World,
}

impl Reach {
    /// Of an address; none, if no program can be there.
    pub fn of(ip: IpAddr) -> Option<Reach> {
        let ip = ip.to_canonical();
        if ip.is_unspecified() || ip.is_multicast() {
            return None;
        }
        if ip.is_loopback() {
            return Some(Reach::Machine);
        }
        let is_near = match ip {
            IpAddr::V4(ip) => {
                let [a, b, ..] = ip.octets();
                if a == 0 || a >= 240 {
                    return None;
                }
                // The last is for customers behind their provider's address, and for private nets.
                ip.is_private() || ip.is_link_local() || (a == 100 && b & 0xc0 == 64)
            }
            IpAddr::V6(ip) => ip.is_unique_local() || ip.is_unicast_link_local(),
        };
        Some(if is_near { Reach::Network } else { Reach::World })
    }
}
