//! What is agreed on at a simulated table before a match.

use crypto::SigningKey;
use game::{Game, Seat, SeatSet, rules_digest};
use record::{Clock, Contract, Name, PROTOCOL, PeerBytes, Player, SignedContract, Terms};

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Setting<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// Time for people.
    pub clock: Clock,
    /// Time for programs, in seconds.
    pub machine_seconds: u32,
    /// Which program holds each seat, by number.
    pub programs: Vec<u8>,
}

impl<G: Game> Setting<G> {
    /// A program for each seat and no clock.
    pub fn new(rules: G::Rules) -> Self {
        let programs = (0..G::seats(&rules)).collect();
        Self { rules, clock: Clock::Unlimited, machine_seconds: 120, programs }
    }
}

/// The signing key of a seat in simulated matches.
pub fn key(seat: Seat) -> SigningKey {
    SigningKey::from_seed([seat.number() + 1; 32])
}

/// The address of a simulated program.
pub fn peer(number: u8) -> PeerBytes {
    PeerBytes(vec![b'p', number])
}

/// A contract for a setting, and its signatures.
pub fn contract<G: Game>(setting: &Setting<G>, nonce: u8) -> SignedContract {
    let rules = &setting.rules;
    let seats = setting.programs.iter().enumerate().map(|(seat, program)| {
        let seat = Seat::of(seat as u8);
        Player {
            key: key(seat).public(),
            peer: peer(*program),
            nonce: [nonce.wrapping_add(seat.number()); 32],
            name: Name::new(["甲", "乙", "丙", "丁", "戊", "己"][seat.index()]).unwrap(),
        }
    });
    let contract = Contract::new(Terms {
        protocol: PROTOCOL,
        game: G::id(rules).to_owned(),
        rules_version: G::version(rules),
        rules: G::write_rules(rules),
        rules_digest: rules_digest::<G>(rules),
        clock: setting.clock,
        machine_seconds: setting.machine_seconds,
        seats: seats.collect(),
    })
    .unwrap();
    let seats = SeatSet::first(contract.seats());
    let signatures = seats.iter().map(|seat| contract.sign(&key(seat))).collect();
    SignedContract::new(contract, signatures).unwrap()
}
