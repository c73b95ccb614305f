//! What the network of this machine can do, asked once: for a person who wants to know why nobody
//! is found.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddrV4, UdpSocket};

use socket2::{Domain, Socket, Type};

use crate::limits::{PROBE_TIME, PROBED};

/// Where mDNS speaks (RFC 6762 §3).
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const PORT: u16 = 5353;

/// The addresses of the interfaces that are up, loopback included, at most
/// [`PROBED`](crate::limits::PROBED).
///
/// # Errors
/// What the operating system says.
pub fn interfaces() -> io::Result<Vec<IpAddr>> {
    let mut all: Vec<IpAddr> =
        if_addrs::get_if_addrs()?.iter().map(if_addrs::Interface::ip).collect();
    all.sort_unstable();
    all.dedup();
    all.truncate(PROBED);
    Ok(all)
}

/// Whether what is sent to the group of mDNS by the interface with this address comes back to this
/// machine: whether the network passes it on to others cannot be seen from here.
///
/// # Errors
/// What the operating system says; `TimedOut`: it was sent, and nothing came back.
pub fn multicast(ip: Ipv4Addr) -> io::Result<()> {
    let ear = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    ear.join_multicast_v4(&GROUP, &ip)?;
    ear.set_read_timeout(Some(PROBE_TIME))?;
    let mouth = Socket::new(Domain::IPV4, Type::DGRAM, None)?;
    mouth.set_multicast_if_v4(&ip)?;
    mouth.set_multicast_loop_v4(true)?;
    mouth.bind(&SocketAddrV4::new(ip, 0).into())?;
    let mouth = UdpSocket::from(mouth);
    let word = getrandom::u64().unwrap_or_default().to_le_bytes();
    mouth.send_to(&word, (GROUP, ear.local_addr()?.port()))?;
    let mut heard = [0; 16];
    // Others may speak to the group too.
    for _ in 0..64 {
        match ear.recv_from(&mut heard) {
            Ok((length, _)) if heard.get(..length) == Some(&word[..]) => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

/// Whether the port of mDNS can be shared with whoever else looks for programs on this machine.
///
/// # Errors
/// What the operating system says; `AddrInUse`: another program keeps it for itself.
pub fn mdns_port() -> io::Result<()> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, None)?;
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    socket.set_reuse_port(true)?;
    socket.bind(&SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, PORT).into())
}

/// Whether others may connect to a port of this machine at all, as far as it can tell itself.
///
/// # Errors
/// What the operating system says.
pub fn listening() -> io::Result<()> {
    std::net::TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_has_itself() {
        let all = interfaces().expect("interfaces");
        assert!(all.iter().any(IpAddr::is_loopback), "{all:?}");
        listening().expect("a port is free");
    }

    #[test]
    fn an_interface_that_is_not_here_cannot_speak() {
        assert!(multicast(Ipv4Addr::new(192, 0, 2, 1)).is_err(), "RFC 5737: nobody's");
    }
}
