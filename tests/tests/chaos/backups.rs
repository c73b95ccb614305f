//! A program that was restored from an older state, in matches by hand.

use game::{Game, Seat, SeatSet};
use protocol::{Decision, Misuse, Stop};
use shouhu::{Options, Shouhu};
use tests::phase::Phase;
use tests::sim::{Dice, Setting, World, peer};

/// A sealed layout is too large to be found again by trying all; its player still knows it.
#[test]
fn a_sealed_layout_that_is_lost_can_be_told_again() {
    let rules = Shouhu::rules(&Options { quiet_limit: 10, ..Options::SEALED }).unwrap();
    let mut world = World::<Shouhu>::new(&Setting::new(rules), 3);
    let (name, own) = (peer(0), Seat::of(0));
    for seat in 0..2 {
        world.program(&peer(seat)).idle = SeatSet::first(2);
    }
    let sealing = |world: &World<Shouhu>| {
        world.programs.keys().all(|name| world.phase_of(name) == Some(Phase::Commit))
    };
    assert!(world.run_until(10_000, sealing));
    let backup = world.programs[&name].disk.clone();
    let mut dice = Dice::new(1);
    let mut layouts = Vec::new();
    for seat in [own, Seat::of(1), own] {
        let at = world.game(&name).progress().position();
        layouts.push(Shouhu::any_choice(at, seat, &mut |n| dice.below(n)));
    }
    for seat in [own, Seat::of(1)] {
        world.decide(seat, Decision::Choose(layouts[seat.index()])).unwrap();
    }
    // Both have committed; before anything is shown, the disk of one is that of before.
    assert!(world.run_until(10_000, |world| world.phase_of(&peer(1)) == Some(Phase::Reveal)));
    world.kill(&name);
    world.program(&name).disk = backup;
    world.restart(&name);
    let is_back = |world: &World<Shouhu>| world.phase_of(&name) == Some(Phase::Reveal);
    assert!(world.run_until(10_000, is_back));
    assert_eq!(world.game(&name).lost_choices(), SeatSet::one(own));
    let other = world.decide(own, Decision::Choose(layouts[2]));
    assert!(matches!(other, Err(Misuse::Illegal(_))), "{other:?}");
    world.decide(own, Decision::Choose(layouts[0])).unwrap();
    for seat in 0..2 {
        world.program(&peer(seat)).idle = SeatSet::EMPTY;
    }
    world.run(100 * 3_600_000);
    let stops = world.stops();
    assert!(stops.iter().all(|stop| matches!(stop, Some(Stop::Sealed(_)))), "{stops:?}");
}
