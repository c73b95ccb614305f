//! A cheat that signs two contracts for one nonce.

use std::collections::BTreeMap;

use game::toys::contest::{Contest, Options};
use game::{Game, Seat, SeatSet};
use protocol::{Agreement, Check, Millis, Verdict, audit};
use record::{Contract, End, Evidence, PeerBytes, Signed, encode_end_frame};

use crate::chaos::Ran;
use crate::phase::{Cheat, Phase};
use crate::sim::{Dice, Setting, World, key, peer};

/// Who signs both.
const CHEAT: Seat = Seat::of(0);

/// Some are shown one contract, the others another one. Nobody may come to hold either with all
/// signatures, and whoever sees both has evidence.
pub fn split(dice: &mut Dice) -> Ran {
    let seats = 3 + dice.below(3) as u8;
    let rules = Contest::rules(&Options { seats, goal: 2, plies: 4, crown: false }).unwrap();
    let nonce = dice.below(200) as u64;
    let mut world = World::<Contest>::new(&Setting::new(rules), nonce);
    let first = world.signed.contract().clone();
    let mut terms = first.terms().clone();
    terms.machine_seconds += 1 + dice.below(50);
    let second = Contract::new(terms).unwrap();
    // At least one other seat sees each of the two.
    let cut = 1 + dice.below(u32::from(seats) - 2) as u8;
    let shown = |seat: Seat| if seat.number() <= cut { &first } else { &second };
    let mut halls: BTreeMap<PeerBytes, Agreement> = BTreeMap::new();
    for seat in SeatSet::first(seats).without(CHEAT).iter() {
        let (name, contract) = (peer(seat.number()), shown(seat).clone());
        let own = Agreement::sign(&contract, &BTreeMap::from([(seat, key(seat))]));
        let cheats = [(CHEAT, contract.sign(&key(CHEAT)))];
        let mut hall = Agreement::new(contract, &name, own.into_iter().chain(cheats));
        for other in world.programs.keys() {
            hall.connected(other, true);
        }
        halls.insert(name, hall);
    }
    exchange(&mut halls, dice);
    let mut ran = Ran::default();
    ran.cheats.add(Cheat::SplitContract, Phase::Begin);
    for (name, hall) in &halls {
        if hall.complete().is_some() {
            ran.found.push(format!("{name:?} holds a contract that not all have signed"));
        }
    }
    let signed = |contract: &Contract| {
        Box::new(Signed::Contract(contract.bytes().to_vec(), contract.sign(&key(CHEAT))))
    };
    let evidence = Box::new(Evidence::Double(signed(&first), signed(&second)));
    for seat in SeatSet::first(seats).iter() {
        let slots = Vec::new();
        world.program(&peer(1)).disk.end =
            Some(End::Cheated { seat, slots, evidence: evidence.clone() });
        let end = world.programs[&peer(1)].disk.end.clone();
        assert!(end.is_some_and(|end| encode_end_frame(&end).len() > 8));
        let report = audit::<Contest>(world.record(&peer(1)).as_slice(), &mut ()).unwrap();
        let is_named = matches!(&report.verdict, Verdict::Cheated(proven)
            if proven.seat == seat && proven.check == Check::Double);
        if is_named != (seat == CHEAT) {
            ran.found
                .push(format!("two contracts of seat 0, about {seat:?}: {:?}", report.verdict));
        }
    }
    ran
}

/// Everybody sends everybody what it lacks, for a minute, over links that lose a third.
fn exchange(halls: &mut BTreeMap<PeerBytes, Agreement>, dice: &mut Dice) {
    let names: Vec<PeerBytes> = halls.keys().cloned().collect();
    for second in 0..60 {
        for name in &names {
            let Some(hall) = halls.get_mut(name) else { continue };
            for (to, bytes) in hall.deliver(Millis(second * 1_000)) {
                if let Some(other) = halls.get_mut(&to).filter(|_| dice.chance(66)) {
                    let _ = other.receive(name, &bytes);
                }
            }
        }
    }
}
