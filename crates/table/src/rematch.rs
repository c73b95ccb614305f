//! The same once more, when a match is over: everybody says so, and a new contract follows from the
//! old one. Each player sits one seat further than he did; everything else stays as it was.
//!
//! A wish carries fresh nonces for all seats of its program. When all have wished, the program of
//! the old seat 0 makes the contract; the others know every word of it but the nonces, so that
//! they sign it unread, and no other.

use std::collections::BTreeMap;

use catalog::Any;
use crypto::{MatchId, MatchSecret, SigningKey};
use game::{SEATS_MAX, Seat, SeatSet};
use net::PeerId;
use protocol::{Agreement, Expected, Millis, review};
use record::{Contract, PeerBytes, Player, Terms};

use crate::desk::{Desk, Phase, peer_of};
use crate::profile::random;
use crate::room::RoomMessage;
use crate::signing::{Invited, Origin, OwnSeats, Signing, keys_of, rules_of};
use crate::store::{Store, is_known};
use crate::view::Problem;

/// Who wants the same again says so again after this.
const SAY_MS: u64 = 3_000;

/// The nonces of some seats, by the seats of the match that is over.
pub(crate) type Nonces = Vec<(Seat, [u8; 32])>;

/// Who wants the same again.
#[derive(Default)]
pub(crate) struct Rematch {
    /// Fresh nonces of the own seats, once the player wants it.
    own: Option<Nonces>,
    /// Grows with every change of mind.
    number: u64,
    /// What other programs of the match have said last.
    others: BTreeMap<PeerId, (u64, Nonces)>,
    said: Option<Millis>,
}

impl Rematch {
    /// The player wants the same again, or no longer does.
    ///
    /// # Errors
    /// The system gives no randomness.
    pub(crate) fn want(
        &mut self,
        desk: &mut Desk,
        own: SeatSet,
        is_wanted: bool,
    ) -> Result<(), Problem> {
        if is_wanted == self.own.is_some() {
            return Ok(());
        }
        let fresh = |seat: Seat| Ok((seat, random()?));
        let nonces: Result<Nonces, crate::ProfileError> = own.iter().map(fresh).collect();
        let nonces = nonces.map_err(|error| Problem::Disk(error.to_string()))?;
        self.own = is_wanted.then_some(nonces);
        (self.number, self.said) = (desk.next_number(), None);
        Ok(())
    }

    /// Another program has said what it wants. What was said earlier and comes later counts not.
    pub(crate) fn said(&mut self, from: PeerId, seats: SeatSet, (number, said): (u64, Nonces)) {
        let about: SeatSet = said.iter().map(|(seat, _)| *seat).collect();
        let is_whole = said.is_empty() || about == seats && said.len() == usize::from(seats.len());
        let is_new = self.others.get(&from).is_none_or(|(last, _)| number >= *last);
        if is_whole && is_new {
            self.others.insert(from, (number, said));
        }
    }

    /// A program is not there any more: its word counts no longer.
    pub(crate) fn gone(&mut self, peer: PeerId) {
        self.others.remove(&peer);
    }

    /// The seats whose players want it.
    pub(crate) fn seats(&self) -> SeatSet {
        let others = self.others.values().flat_map(|(_, nonces)| nonces);
        self.own.iter().flatten().chain(others).map(|(seat, _)| *seat).collect()
    }

    /// What to tell the others of the own wish.
    pub(crate) fn words(&self, id: MatchId) -> RoomMessage {
        let nonces = self.own.clone().unwrap_or_default();
        RoomMessage::Again { match_id: id.0, number: self.number, nonces }
    }

    /// When the others are to be told again.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        let changed = (self.number > 0 && self.said.is_none()).then_some(Millis(0));
        changed.or(self.own.as_ref().and(self.said).map(|at| at + SAY_MS))
    }

    /// Tells these programs, if it is time.
    pub(crate) fn tick(&mut self, desk: &mut Desk, id: MatchId, others: &[PeerId]) {
        let now = desk.now();
        if self.wake_at().is_some_and(|at| now >= at) {
            self.said = Some(now);
            let frame = self.words(id).frame();
            for peer in others {
                desk.send(*peer, frame.clone());
            }
        }
    }

    /// The new contract, if all want it and it is for this program to make it.
    pub(crate) fn make(&mut self, desk: &mut Desk, old: &Contract, bots: SeatSet) -> Option<Phase> {
        let is_maker = old.player(Seat::of(0)).is_some_and(|first| first.peer == desk.peer());
        let all = SeatSet::first(old.seats());
        if !is_maker || self.own.is_none() || self.seats() != all {
            return None;
        }
        let others = self.others.values().flat_map(|(_, nonces)| nonces);
        let nonces = self.own.iter().flatten().chain(others).copied().collect();
        let contract = rotated(old, &nonces).and_then(|terms| Contract::new(terms).ok());
        let Some(contract) = contract else {
            // Two nonces are the same: whoever did that will make others.
            self.others.clear();
            return None;
        };
        let invited = self.others.keys().map(|peer| Invited {
            peer: *peer,
            name: name_of(old, *peer),
            places: Vec::new(),
        });
        let origin = Origin::Again { host: None, invited: invited.collect() };
        Some(sign(desk, old, contract, bots, origin))
    }

    /// The maker has sent the new contract. It is signed if it is the one that was wished for;
    /// gives back what to answer if not.
    pub(crate) fn terms(
        &mut self,
        desk: &mut Desk,
        (old, bots): (&Contract, SeatSet),
        from: PeerId,
        bytes: &[u8],
    ) -> Result<Phase, RoomMessage> {
        let declined = RoomMessage::Declined { match_id: MatchId::of(bytes).0 };
        let maker = old.player(Seat::of(0)).and_then(|first| peer_of(&first.peer));
        let contract = Contract::decode(bytes).ok().filter(|_| maker == Some(from));
        let (Some(contract), Some(own)) = (contract, &self.own) else { return Err(declined) };
        match fits(desk, old, &contract, own) {
            true => {
                // Signed for: never again.
                self.own = None;
                let origin = Origin::Again { host: Some(from), invited: Vec::new() };
                Ok(sign(desk, old, contract, bots, origin))
            }
            false => Err(declined),
        }
    }
}

/// Where a player of the old match sits in the new one.
fn next(seat: Seat, seats: u8) -> Option<Seat> {
    Seat::new((seat.number() + 1) % seats.clamp(1, SEATS_MAX))
}

/// The terms of the new contract, if there is a nonce for every seat.
fn rotated(old: &Contract, nonces: &BTreeMap<Seat, [u8; 32]>) -> Option<Terms> {
    let place = |seat: Seat| {
        let player = old.player(seat)?;
        let player = Player { nonce: *nonces.get(&seat)?, ..player.clone() };
        Some((next(seat, old.seats())?, player))
    };
    let seats: Option<BTreeMap<Seat, Player>> =
        SeatSet::first(old.seats()).iter().map(place).collect();
    Some(Terms { seats: seats?.into_values().collect(), ..old.terms().clone() })
}

/// Whether a contract is the one that follows from an old one, with these own nonces.
fn fits(desk: &Desk, old: &Contract, new: &Contract, own: &Nonces) -> bool {
    let nonce = |seat: Seat| Some((seat, new.player(next(seat, old.seats())?)?.nonce));
    let nonces: Option<BTreeMap<Seat, [u8; 32]>> =
        SeatSet::first(old.seats()).iter().map(nonce).collect();
    let expected = nonces.and_then(|nonces| rotated(old, &nonces));
    let Some(rules) = rules_of(new) else { return false };
    let seat = |(seat, nonce): &(Seat, [u8; 32])| {
        Some((next(*seat, old.seats())?, (old.player(*seat)?.key, *nonce)))
    };
    let expected_own = Expected {
        peer: desk.peer(),
        seats: own.iter().filter_map(seat).collect(),
        rules_digest: game::rules_digest::<Any>(&rules),
    };
    expected.as_ref() == Some(new.terms())
        && review::<Any>(new, &expected_own).is_ok()
        && !is_known(&desk.profile.matches(), new.id())
}

fn name_of(contract: &Contract, peer: PeerId) -> String {
    let seat = contract.seats_of(&PeerBytes(peer.to_bytes())).lowest();
    let player = seat.and_then(|seat| contract.player(seat));
    player.map(|player| player.name.to_string()).unwrap_or_default()
}

/// Signs the new contract for the own seats: on the disk before anything leaves.
fn sign(
    desk: &mut Desk,
    old: &Contract,
    contract: Contract,
    bots: SeatSet,
    origin: Origin,
) -> Phase {
    let own = contract.seats_of(&desk.peer());
    let keys: BTreeMap<Seat, SigningKey> = keys_of(desk, &contract, own);
    let bots = bots.iter().filter_map(|seat| next(seat, old.seats())).collect();
    let secret = match random() {
        Ok(bytes) => MatchSecret::new(bytes),
        Err(error) => return failed(desk, error.to_string()),
    };
    let signatures: Vec<_> = Agreement::sign(&contract, &keys).into_iter().collect();
    let matches = desk.profile.matches();
    let store = Store::create(&matches, &contract, own, &secret, &signatures, desk.crash);
    let store = match store {
        Ok(store) => store,
        Err(error) => return failed(desk, error.to_string()),
    };
    let agreement = Agreement::new(contract, &desk.peer(), signatures);
    let own = OwnSeats { keys, secret, bots };
    Phase::Signing(Box::new(Signing::new(desk, agreement, store, own, origin)))
}

fn failed(desk: &mut Desk, why: String) -> Phase {
    desk.problem(Problem::Disk(why));
    desk.forget_all();
    Phase::Idle
}

#[cfg(test)]
mod tests {
    use game::{Game as _, rules_digest};
    use record::{Clock, Name};

    use super::*;
    use crate::desk::tests::desk;
    use crate::hosting::seat_key;

    /// A contract of three: the first two at this table, the third elsewhere.
    fn contract(desk: &Desk) -> Contract {
        let rules = catalog::GameName::Laoqi.rules(["three"]).unwrap();
        let elsewhere = SigningKey::from_seed([9; 32]);
        let player = |seat: u8| {
            let (key, peer) = match seat {
                2 => (elsewhere.clone(), PeerBytes(vec![1, 2, 3])),
                seat => (seat_key(&desk.profile, seat.into()), desk.peer()),
            };
            let name = Name::new(&format!("P{seat}")).unwrap();
            Player { key: key.public(), peer, nonce: [seat; 32], name }
        };
        Contract::new(Terms {
            protocol: record::PROTOCOL,
            game: Any::id(&rules).to_owned(),
            rules_version: Any::version(&rules),
            rules: Any::write_rules(&rules),
            rules_digest: rules_digest::<Any>(&rules),
            clock: Clock::Each { seconds: 60 },
            machine_seconds: 120,
            seats: (0..3).map(player).collect(),
        })
        .unwrap()
    }

    #[test]
    fn only_the_contract_that_follows_from_the_old_one_is_signed_unread() {
        let folder = tempfile::tempdir().unwrap();
        let desk = desk(folder.path());
        let old = contract(&desk);
        let own: Nonces = vec![(Seat::of(0), [10; 32]), (Seat::of(1), [11; 32])];
        let nonces = own.iter().copied().chain([(Seat::of(2), [12; 32])]).collect();
        let terms = rotated(&old, &nonces).unwrap();
        let names: Vec<&str> = terms.seats.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["P2", "P0", "P1"]);
        let is_signed = |change: &dyn Fn(&mut Terms)| {
            let mut changed = terms.clone();
            change(&mut changed);
            fits(&desk, &old, &Contract::new(changed).unwrap(), &own)
        };
        assert!(is_signed(&|_| {}));
        // What others bring is theirs.
        assert!(is_signed(&|terms| terms.seats[0].nonce = [77; 32]));
        for change in [
            &(|terms: &mut Terms| terms.clock = Clock::Unlimited) as &dyn Fn(&mut Terms),
            &|terms| terms.machine_seconds += 1,
            &|terms| terms.seats[1].nonce = [0; 32],
            &|terms| terms.seats[0].name = Name::new("Q").unwrap(),
            &|terms| terms.seats[0].peer = PeerBytes(vec![9]),
            &|terms| terms.seats[0].key = SigningKey::from_seed([8; 32]).public(),
            &|terms| terms.seats.rotate_left(1),
            &|terms| terms.seats.swap(1, 2),
            &|terms| {
                let rules = catalog::GameName::Laoqi.rules(["three", "quiet_limit=9"]).unwrap();
                terms.rules = Any::write_rules(&rules);
                terms.rules_digest = rules_digest::<Any>(&rules);
            },
        ] {
            assert!(!is_signed(change));
        }
    }

    #[test]
    fn a_wish_is_for_all_own_seats_and_what_comes_late_counts_not() {
        let from = net::Identity::from_seed([3; 32]).peer();
        let seats: SeatSet = [1, 2].map(Seat::of).into_iter().collect();
        let wish = |all: &[u8]| all.iter().map(|seat| (Seat::of(*seat), [*seat; 32])).collect();
        let mut rematch = Rematch::default();
        for wrong in [&[1][..], &[1, 2, 2], &[0, 1, 2], &[0, 1]] {
            rematch.said(from, seats, (9, wish(wrong)));
            assert_eq!(rematch.seats(), SeatSet::EMPTY, "{wrong:?}");
        }
        rematch.said(from, seats, (5, wish(&[1, 2])));
        assert_eq!(rematch.seats(), seats);
        rematch.said(from, seats, (4, Vec::new()));
        assert_eq!(rematch.seats(), seats);
        rematch.said(from, seats, (6, Vec::new()));
        assert_eq!(rematch.seats(), SeatSet::EMPTY);
    }
}
