//! What the live programs say of a match, against what an audit of their records says.

use game::{Game, Seat, SeatSet};
use protocol::{Check, NoGame, Proven, Stop, Verdict, audit};
use record::PeerBytes;

use crate::sim::{World, peer};

/// The verdict on the record of a program.
pub fn audited<G: Game>(world: &World<G>, name: &PeerBytes) -> Verdict {
    // An auditor has no planted defects.
    #[cfg(feature = "mutants")]
    let planted = protocol::mutant::plant(None);
    let verdict = audit::<G>(world.record(name).as_slice(), &mut ()).unwrap().verdict;
    #[cfg(feature = "mutants")]
    protocol::mutant::plant(planted);
    verdict
}

/// Whether a program that stopped so must leave a record with this verdict.
pub fn agree(stop: Option<&Stop>, verdict: &Verdict) -> bool {
    match (stop, verdict) {
        (None, Verdict::Unfinished) => true,
        (Some(Stop::Sealed(live)), Verdict::Complete { outcome, .. }) => live == outcome,
        (Some(Stop::NoGame(NoGame { seat, step })), Verdict::Claimed { silent, step: at, .. }) => {
            *silent == SeatSet::one(*seat) && step == at
        }
        (Some(Stop::Claimed(live)), Verdict::Claimed { silent, .. }) => live == silent,
        (Some(Stop::Cheated(fault)), Verdict::Cheated(proven)) => {
            *proven == Proven { seat: fault.seat, step: fault.step, check: fault.check }
        }
        (Some(Stop::Diverged { seat, step }), Verdict::Cheated(proven)) => {
            *proven == Proven { seat: *seat, step: *step, check: Check::Positions }
        }
        _ => false,
    }
}

/// Checks that every program, but for those of cheats, says what its record says.
pub fn check_live_is_audit<G: Game>(world: &World<G>, but: &[u8]) {
    for name in world.programs.keys().filter(|name| but.iter().all(|n| peer(*n) != **name)) {
        let Some(game) = world.programs[name].game.as_ref() else {
            continue;
        };
        let verdict = audited(world, name);
        let stop = game.stop();
        assert!(agree(stop, &verdict), "{name:?}: {stop:?} but {verdict:?}");
    }
}

/// Checks that all records are the same bytes, seals included, and complete.
pub fn check_complete<G: Game>(world: &World<G>, what: &str) {
    let records = world.records();
    for (name, record) in world.programs.keys().zip(&records) {
        let verdict = audited(world, name);
        let stop = world.game(name).stop();
        let complete = matches!(verdict, Verdict::Complete { unsealed, .. } if unsealed.is_empty());
        assert!(complete && agree(stop, &verdict), "{what}: {name:?} {stop:?} {verdict:?}");
        assert!(*record == records[0], "{what}: {name:?} has another record");
    }
}

/// Checks that all have the same steps and the same result; a seat that has lost an entry to an
/// empty slot may have signed something for the number of the last step, and then does not seal.
pub fn check_decided<G: Game>(world: &mut World<G>, what: &str) {
    world.leave();
    let first = world.game(&peer(0)).steps();
    for name in world.programs.keys() {
        let (stop, verdict) = (world.game(name).stop(), audited(world, name));
        let steps = world.game(name).steps();
        let count = first.len().min(steps.len());
        assert!(steps[..count - 1] == first[..count - 1], "{what}: {name:?} has other steps");
        let complete = matches!(verdict, Verdict::Complete { .. });
        assert!(complete && agree(stop, &verdict), "{what}: {name:?} {stop:?} {verdict:?}");
    }
}

/// Checks that every program but the cheat's has stopped with a fault of this seat by this check.
pub fn check_blamed<G: Game>(world: &World<G>, cheat: Seat, check: Option<Check>, what: &str) {
    for (name, program) in &world.programs {
        if *name == peer(cheat.number()) {
            continue;
        }
        match program.game.as_ref().unwrap().stop() {
            Some(Stop::Cheated(fault)) => {
                assert_eq!(fault.seat, cheat, "{what}: {name:?}");
                assert!(check.is_none_or(|check| check == fault.check), "{what}: {fault:?}");
            }
            other => panic!("{what}: {name:?} {other:?} at {:?}", world.now),
        }
    }
    check_live_is_audit(world, &[cheat.number()]);
}
