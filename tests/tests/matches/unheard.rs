//! Words that nobody has heard: they bind their author all the same.

use game::{Game, Seat};
use protocol::{Decision, Purpose, Stage};
use record::{ClosedStep, JournalItem, NoticeKind, Slot};
use tests::phase::Phase;
use tests::sim::{Gag, World, peer};

use super::{Contest, finish, long, setting, timed};

const OWN: Seat = Seat::of(0);

/// Whether a step holds a resignation of this seat, in its slot or carried.
fn resigns(step: &ClosedStep) -> bool {
    let in_slot = |(seat, slot): &(Seat, Slot)| match slot {
        Slot::Resigned(_) => *seat == OWN,
        Slot::Entry(entry) => entry
            .content
            .notices
            .iter()
            .any(|notice| (notice.seat, notice.kind) == (OWN, NoticeKind::Resign)),
        Slot::Empty(_) => false,
    };
    step.slots.iter().any(in_slot)
}

/// How many own resignations are on the disk.
fn signed<G: Game>(world: &World<G>) -> usize {
    let is_resign = |item: &&JournalItem| match item {
        JournalItem::Notice(notice) => notice.kind == NoticeKind::Resign,
        _ => false,
    };
    world.programs[&peer(0)].disk.journal.iter().filter(is_resign).count()
}

/// The program dies with a resignation on its way, and its record has fewer steps than it had seen.
#[test]
fn a_resignation_that_nobody_heard_stands_after_a_restart() {
    for behind in 0..4 {
        let mut world = World::<Contest>::new(&long(setting(3)), 11);
        world.run_for(600);
        // Its entry for this step may be given: then the next head is waited for.
        world.decide(OWN, Decision::Resign).unwrap();
        assert!(world.run_until(2_000, |world| signed(world) == 1));
        world.kill(&peer(0));
        let disk = &mut world.program(&peer(0)).disk;
        disk.steps.truncate(disk.steps.len() - behind);
        world.run_for(500);
        world.restart(&peer(0));
        finish(&mut world, &format!("{behind} steps behind"));
        assert_eq!(world.tale.borrow().wrongs, Vec::<String>::new(), "{behind} steps behind");
        let steps = world.game(&peer(1)).steps();
        assert!(steps.iter().any(resigns), "{behind} steps behind");
    }
}

/// A step that a program has closed alone may be undone, and a resignation over the head after it
/// would be void. So it resigns when it is sure of the head, and once.
#[test]
fn nobody_resigns_over_a_head_that_may_be_undone() {
    let mut world = World::<Contest>::new(&long(timed(3)), 11);
    world.run_for(600);
    world.gag = Some(Gag::new(peer(0), Phase::Act));
    let step = |world: &World<Contest>, n| world.game(&peer(n)).progress().step();
    let is_alone = |world: &World<Contest>| {
        let is_unheard = world.gag.as_ref().is_some_and(|gag| gag.is_on);
        is_unheard && step(world, 0) > step(world, 1)
    };
    assert!(world.run_until(60_000, is_alone));
    // What opens is another step of people, and it has given nothing for it yet.
    let due = world.game(&peer(0)).progress().due().unwrap();
    assert!(matches!(due.stage, Stage::Commit(Purpose::Choice)) && due.seats.has(OWN));
    let alone = world.game(&peer(0)).progress().head();
    world.decide(OWN, Decision::Resign).unwrap();
    assert_eq!(signed(&world), 0);
    // The others go on without it.
    assert!(world.run_until(60_000, |world| step(world, 1) > step(world, 0)));
    world.ungag(false);
    assert!(world.run_until(60_000, |world| signed(world) == 1));
    let heads = world.game(&peer(0)).progress();
    assert!((0..=heads.step()).all(|step| heads.head_before(step) != Some(alone)));
    finish(&mut world, "undone");
    assert_eq!(world.tale.borrow().wrongs, Vec::<String>::new());
    assert!(world.game(&peer(1)).steps().iter().any(resigns));
}
