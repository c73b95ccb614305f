//! Where a host may send his guests: he names the places of the other players, and their programs
//! dial them unseen.

use std::net::{IpAddr, Ipv4Addr};

use net::{Address, Reach};

/// Whether a guest may dial a place for its host's word alone, who is at this address. Nobody sends
/// him nearer to himself than he is: not from the world into his network, nor from there to his
/// own machine. A name may lead anywhere, so that none is dialled. What leads through a relay is
/// where the relay is; who is behind one may be anywhere.
pub(crate) fn may_send(host: Option<&Address>, place: &Address) -> bool {
    let is_behind = host.is_some_and(Address::is_relayed);
    let host = host.and_then(Address::socket).and_then(|at| Reach::of(at.ip()));
    // What has a name is hardly this machine.
    let host = if is_behind { Reach::World } else { host.unwrap_or(Reach::Network) };
    let Some(place) = place.socket().filter(|place| place.port() > 0) else {
        return false;
    };
    Reach::of(place.ip()).is_some_and(|place| place >= host)
}

/// Whether an address is of this machine or of a network that is not the world's.
pub(crate) fn is_near(ip: IpAddr) -> bool {
    let is_shared = |ip: Ipv4Addr| ip.octets().starts_with(&[100]) && !ip.is_private();
    match ip.to_canonical() {
        // Behind one's provider are many who are far.
        IpAddr::V4(ip) if is_shared(ip) => false,
        ip => Reach::of(ip).is_some_and(|reach| reach < Reach::World),
    }
}

/// Whether an address counts on one link only, and must be told which.
pub(crate) fn is_link_local(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local())
}

/// Whether a program can be there at all.
pub(crate) fn is_place(ip: IpAddr) -> bool {
    Reach::of(ip).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_nearer_to_himself_than_the_host_is() {
        let machine = ["127.0.0.1:9", "127.8.8.8:9", "[::1]:9", "[::ffff:127.0.0.1]:9"];
        let network = ["10.0.0.1:9", "192.168.1.1:9", "100.64.0.1:9", "169.254.169.254:9"];
        let network = network.iter().chain(&["172.16.0.1:9", "[fd00::1]:9", "[fe80::1]:9"]);
        let network = network.chain(&["[::ffff:10.0.0.1]:9"]);
        let world = ["8.8.8.8:9", "100.128.0.1:9", "172.32.0.1:9", "[2001:db8::1]:9"];
        let nowhere = ["0.0.0.0:9", "0.1.2.3:9", "224.0.0.1:9", "255.255.255.255:9", "[::]:9"];
        let nowhere =
            nowhere.iter().chain(&["[ff02::1]:9", "8.8.8.8:0", "a.host:9", "localhost:9"]);
        let at = |text: &str| text.parse::<Address>().expect(text);
        let hosts = [Some("127.0.0.1:1"), Some("192.168.1.2:1"), Some("8.8.4.4:1")];
        for (host, far) in hosts.into_iter().chain([Some("a.host:1"), None]).zip([0, 1, 2, 1, 1]) {
            let host = host.map(at);
            let check = |place: &str, may| {
                assert_eq!(may_send(host.as_ref(), &at(place)), may, "{host:?} {place}");
            };
            machine.iter().for_each(|place| check(place, far == 0));
            network.clone().for_each(|place| check(place, far <= 1));
            world.iter().for_each(|place| check(place, true));
            nowhere.clone().for_each(|place| check(place, false));
        }
    }

    #[test]
    fn a_relay_counts_for_those_behind_it() {
        let [relay, guest] = [1, 2].map(|seed| net::Identity::from_seed([seed; 32]).peer());
        let relay = |at: &str| at.parse::<Address>().expect(at).with_peer(relay);
        let behind = |at: &str| relay(at).to_behind(guest).expect("a relay");
        let host = |at: &str| Some(at.parse::<Address>().expect(at));
        let (far, near, named) = ("8.8.8.8:9", "10.0.0.1:9", "/dns/relay.example/tcp/9");
        for (from, place, may) in [
            (host("8.8.4.4:1"), behind(far), true),
            (host("8.8.4.4:1"), behind(near), false),
            (host("10.0.0.2:1"), behind(near), true),
            (host("10.0.0.2:1"), behind(named), false),
            // Behind a relay in this network may be somebody who is far.
            (Some(behind(near)), relay(near), false),
            (Some(behind("127.0.0.1:9")), relay("127.0.0.1:8"), false),
            (Some(behind(named)), relay(far), true),
        ] {
            assert_eq!(may_send(from.as_ref(), &place), may, "{from:?} {place}");
        }
    }
}
