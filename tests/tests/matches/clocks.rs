//! Total times, think times and what a liar gains, pauses, programs that were stopped.

use std::collections::BTreeMap;

use game::toys::contest::{Contest, Gesture};
use game::{Seat, SeatSet};
use protocol::{Check, Decision, Millis, Misuse, News, SeatClock, Stop, Verdict};
use record::{Body, Clock, ClosedStep, NoticeKind, Slot};
use tests::forge;
use tests::sim::{Links, Setting, World, peer};
use tests::verdict::{check_complete, check_live_is_audit};

use crate::{long, reach, setting};

fn with_clock(seats: u8, clock: Clock) -> Setting<Contest> {
    Setting { clock, machine_seconds: 5, ..setting(seats) }
}

fn total(seats: u8, seconds: u32, increment: u32) -> Setting<Contest> {
    with_clock(seats, Clock::Total { seconds, increment })
}

/// What each seat has left after some closed steps, added up anew, from the rules of SPEC.md §10.2a.
fn left(setting: &Setting<Contest>, steps: &[ClosedStep], seats: u8) -> BTreeMap<Seat, u64> {
    let Clock::Total { seconds, increment } = setting.clock else {
        panic!("no total");
    };
    let mut left: BTreeMap<Seat, u64> =
        SeatSet::first(seats).iter().map(|seat| (seat, u64::from(seconds) * 1000)).collect();
    for step in steps {
        let is_human = step.slots.iter().any(|(_, slot)| match slot {
            Slot::Entry(entry) => matches!(
                entry.content.body,
                Body::Act(_) | Body::Commit(_) | Body::Skip | Body::Yield
            ),
            Slot::Empty(_) | Slot::Resigned(_) => true,
        });
        let has_begun = step.step >= FIRST_HUMAN;
        for (seat, slot) in step.slots.iter().filter(|_| is_human && has_begun) {
            let left = left.get_mut(seat).unwrap();
            match slot {
                Slot::Entry(entry) => {
                    *left = left.saturating_sub(u64::from(entry.content.think_ms));
                }
                Slot::Empty(_) => *left = 0,
                Slot::Resigned(_) => continue,
            }
            *left += u64::from(increment) * 1000;
        }
    }
    left
}

/// Begin, and the toss for the crown: commit and reveal.
const FIRST_HUMAN: u32 = 3;

/// Checks that all programs know what each seat has left.
fn check_left(world: &World<Contest>, setting: &Setting<Contest>, what: &str) {
    for (name, program) in &world.programs {
        let game = program.game.as_ref().unwrap();
        let expected = left(setting, game.steps(), world.signed.contract().seats());
        for (seat, ms) in expected {
            assert_eq!(game.progress().remaining_ms(seat), Some(ms), "{what}: {name:?} {seat:?}");
        }
    }
}

#[test]
fn totals_are_the_same_for_all_over_good_and_bad_links() {
    for (seats, links) in [(2, Links::GOOD), (3, Links::BAD), (4, Links::BAD), (5, Links::GOOD)] {
        let setting = total(seats, 60, 2);
        let mut world = World::new(&setting, u64::from(seats));
        world.links = links;
        world.think(1_500);
        world.run(7_200_000);
        let what = format!("{seats} seats, {links:?}");
        check_complete(&world, &what);
        check_left(&world, &setting, &what);
        let spent = world.game(&peer(0)).steps().iter().flat_map(ClosedStep::entries);
        assert!(spent.map(|entry| entry.content.think_ms).any(|ms| ms > 100), "{what}");
    }
}

#[test]
fn totals_survive_restarts() {
    for seats in [2, 3] {
        for seed in 0..3 {
            let setting = total(seats, 60, 1);
            let mut world = World::new(&long(setting.clone()), seed);
            world.links = Links::BAD;
            world.think(1_000);
            for n in (0..seats).chain(0..seats) {
                world.run_for(2_500 + 300 * seed);
                world.kill(&peer(n));
                world.run_for(700);
                world.restart(&peer(n));
            }
            world.run(7_200_000);
            let what = format!("{seats} seats, seed {seed}");
            check_complete(&world, &what);
            check_left(&world, &long(setting), &what);
        }
    }
}

#[test]
fn who_has_no_time_left_skips_and_goes_on_with_the_increment() {
    let setting = long(total(3, 4, 1));
    let mut world = World::new(&setting, 3);
    world.think(200);
    assert!(reach(&mut world, FIRST_HUMAN));
    let idle = Seat::of(1);
    world.program(&peer(1)).idle = SeatSet::one(idle);
    let skips = |world: &World<Contest>| -> Vec<u32> {
        let entries = world.game(&peer(0)).steps().iter().flat_map(ClosedStep::entries);
        let skips = entries.filter(|entry| entry.content.body == Body::Skip);
        skips.map(|entry| entry.content.think_ms).collect()
    };
    assert!(world.run_until(60_000, |world| skips(world).len() == 3));
    let skipped = skips(&world);
    // First all that is left of the total, then the increment each time.
    assert!((3_000..=4_100).contains(&skipped[0]), "{skipped:?}");
    assert!(skipped[1..].iter().all(|ms| (1_000..1_100).contains(ms)), "{skipped:?}");
    world.run_for(50);
    check_left(&world, &setting, "after skips");
    world.program(&peer(1)).idle = SeatSet::EMPTY;
    world.run(7_200_000);
    check_complete(&world, "with skips");
}

#[test]
fn a_total_that_is_used_up_without_increment_lets_everything_pass() {
    let mut world = World::new(&total(2, 1, 0), 5);
    world.think(100);
    world.program(&peer(1)).idle = SeatSet::one(Seat::of(1));
    world.run(7_200_000);
    check_complete(&world, "out of time");
    // One too many timeouts, and he is out: it took his second and a few messages.
    assert!(world.now < Millis(30_000), "{:?}", world.now);
}

#[test]
fn lag_is_nobodys_think_time() {
    let mut world = World::new(&total(3, 5, 0), 1);
    world.links = Links { delay_ms: 2_000, ..Links::GOOD };
    world.run(7_200_000);
    check_complete(&world, "slow links");
    let entries = world.game(&peer(0)).steps().iter().flat_map(ClosedStep::entries);
    let human = entries.filter(|e| matches!(e.content.body, Body::Act(_) | Body::Commit(_)));
    let slow = human.filter(|entry| entry.content.think_ms > 60);
    let slow: Vec<_> = slow.map(|e| (e.content.step, e.content.seat, e.content.think_ms)).collect();
    assert!(slow.is_empty(), "{slow:?}");
}

/// All who live ask for a pause.
fn pause_all(world: &mut World<Contest>, seats: u8) {
    for seat in SeatSet::first(seats).iter() {
        world.decide(seat, Decision::WishPause).unwrap();
    }
}

fn all_paused(world: &World<Contest>) -> bool {
    world.programs.values().all(|p| p.game.as_ref().is_some_and(protocol::Match::is_paused))
}

fn everybody_idle(world: &mut World<Contest>, is_idle: bool) {
    for (n, program) in (0..).zip(world.programs.values_mut()) {
        program.idle = if is_idle { SeatSet::one(Seat::of(n)) } else { SeatSet::EMPTY };
    }
}

#[test]
fn clocks_stand_while_all_agree_to_a_pause() {
    let clocks = [Clock::Each { seconds: 3 }, Clock::Total { seconds: 6, increment: 1 }];
    for (seats, links) in [(2, Links::GOOD), (3, Links::GOOD), (3, Links::BAD), (4, Links::BAD)] {
        for clock in clocks {
            let what = format!("{seats} seats, {links:?}, {clock:?}");
            let mut world = World::new(&long(with_clock(seats, clock)), 4);
            world.links = links;
            assert!(reach(&mut world, FIRST_HUMAN), "{what}");
            everybody_idle(&mut world, true);
            pause_all(&mut world, seats);
            let is_paused = world.run_until(2_900, all_paused);
            if !is_paused {
                // Too many messages were lost in time: somebody's clock ran out before.
                assert_ne!(links.loss, 0, "{what}");
                continue;
            }
            let step = world.game(&peer(0)).progress().step();
            world.run_for(600_000);
            for program in world.programs.values() {
                let game = program.game.as_ref().unwrap();
                assert_eq!(game.progress().step(), step, "{what}");
                assert!(game.stop().is_none() && game.deadline().is_none(), "{what}");
                assert!(game.clocks().iter().all(|(_, at)| matches!(at, SeatClock::Stands(_))));
                assert!(program.news.iter().any(|news| matches!(news, News::Paused)), "{what}");
                assert!(!program.news.iter().any(|news| matches!(news, News::Silent(_))), "{what}");
            }
            everybody_idle(&mut world, false);
            world.run(7_200_000);
            check_complete(&world, &what);
            let closed = &world.game(&peer(0)).steps()[step as usize];
            let think = closed.entries().map(|entry| entry.content.think_ms);
            assert!(think.into_iter().all(|ms| ms < 3_000), "{what}: the pause is not think time");
            let pauses = |closed: &ClosedStep| -> SeatSet {
                let notices = closed.entries().flat_map(|entry| &entry.content.notices);
                let pauses = notices.filter(|notice| notice.kind == NoticeKind::Pause);
                pauses.map(|notice| notice.seat).collect()
            };
            assert_eq!(pauses(closed), SeatSet::first(seats), "{what}: its end carries them");
            let next = &world.game(&peer(0)).steps()[step as usize + 1..];
            assert!(next.iter().all(|closed| pauses(closed).is_empty()), "{what}: one pause");
        }
    }
}

#[test]
fn a_pause_survives_the_restart_of_everybody() {
    for seats in [2, 3] {
        let mut world = World::new(&long(with_clock(seats, Clock::Each { seconds: 30 })), 6);
        assert!(reach(&mut world, FIRST_HUMAN));
        everybody_idle(&mut world, true);
        pause_all(&mut world, seats);
        assert!(world.run_until(2_000, all_paused));
        let step = world.game(&peer(0)).progress().step();
        for n in 0..seats {
            world.kill(&peer(n));
        }
        world.run_for(5_000);
        (0..seats).for_each(|n| world.restart(&peer(n)));
        assert!(world.run_until(20_000, all_paused), "{seats} seats");
        world.run_for(600_000);
        assert_eq!(world.game(&peer(0)).progress().step(), step);
        everybody_idle(&mut world, false);
        world.run(7_200_000);
        check_complete(&world, "paused over a restart");
    }
}

#[test]
fn a_pause_is_not_closed_as_soon_as_it_has_begun() {
    let mut world = World::new(&long(with_clock(2, Clock::Each { seconds: 30 })), 6);
    assert!(reach(&mut world, FIRST_HUMAN));
    everybody_idle(&mut world, true);
    pause_all(&mut world, 2);
    assert!(world.run_until(2_000, all_paused));
    world.run_for(4_500);
    assert_eq!(world.claim(&peer(0)), Err(Misuse::Early));
    assert!(world.game(&peer(0)).claims_from().is_some_and(|at| at > world.now));
    world.run_for(1_000);
    world.claim(&peer(0)).unwrap();
    check_live_is_audit(&world, &[1]);
}

#[test]
fn without_everybody_there_is_no_pause() {
    let mut world = World::new(&long(with_clock(3, Clock::Each { seconds: 3 })), 4);
    assert!(reach(&mut world, FIRST_HUMAN));
    everybody_idle(&mut world, true);
    world.decide(Seat::of(0), Decision::WishPause).unwrap();
    world.decide(Seat::of(1), Decision::WishPause).unwrap();
    world.run_for(1_000);
    for n in 0..3 {
        let wishes = world.game(&peer(n)).pause_wishes();
        assert_eq!(wishes, SeatSet::first(2));
        assert!(!world.game(&peer(n)).is_paused());
    }
    let step = world.game(&peer(0)).progress().step();
    // Time goes on, and the wishes with it, over each head, until they are taken back.
    assert!(world.run_until(10_000, |world| world.game(&peer(0)).progress().step() > step + 1));
    let again = |world: &World<Contest>| world.game(&peer(2)).pause_wishes().len() == 2;
    assert!(world.run_until(10_000, again));
    world.decide(Seat::of(0), Decision::WithdrawPause).unwrap();
    world.decide(Seat::of(1), Decision::WithdrawPause).unwrap();
    everybody_idle(&mut world, false);
    world.run(7_200_000);
    check_complete(&world, "no pause");
    let told = world.programs[&peer(2)].news.iter().filter(|n| matches!(n, News::WishedPause(_)));
    assert_eq!(told.count(), 2, "each wish is told of once");
    let untimed = World::new(&setting(2), 1).decide(Seat::of(0), Decision::WishPause);
    assert_eq!(untimed, Err(Misuse::NoClock));
}

/// The clock of a step that all have paused stands: who carries all Pauses has no time that is over.
#[test]
fn a_skip_that_carries_everybodys_pauses_is_a_fault() {
    let mut world = World::new(&long(with_clock(3, Clock::Each { seconds: 30 })), 4);
    assert!(reach(&mut world, FIRST_HUMAN));
    everybody_idle(&mut world, true);
    pause_all(&mut world, 3);
    assert!(world.run_until(2_000, all_paused));
    world.tamper = Some(Box::new(move |_, _, packet| {
        let change = |entry: record::Entry| {
            let is_liar = entry.content.seat == Seat::of(2);
            Some(match &entry.content.body {
                Body::Commit(_) if is_liar => forge::resigned(&entry, |content| {
                    content.body = Body::Skip;
                    content.think_ms = 30_000;
                }),
                _ => entry,
            })
        };
        vec![forge::change_entries(packet, change)]
    }));
    world.decide(Seat::of(2), Decision::Choose(Gesture(1))).unwrap();
    world.run_for(3_000);
    match world.game(&peer(0)).stop() {
        Some(Stop::Cheated(fault)) => {
            assert_eq!((fault.seat, fault.check), (Seat::of(2), Check::Clock));
        }
        other => panic!("{other:?}"),
    }
    let verdict = tests::verdict::audited(&world, &peer(0));
    assert!(matches!(verdict, Verdict::Cheated(proven) if proven.seat == Seat::of(2)));
}

/// The clocks of machines go at different speeds, and wall clocks jump: nothing of the match depends
/// on them, since each program is told its own monotonic time only.
#[test]
fn programs_need_not_agree_on_the_time() {
    let mut world = World::new(&total(3, 60, 1), 8);
    world.think(300);
    world.run_for(2_000);
    world.kill(&peer(1));
    // The machine starts again, and with it its clock.
    world.restart(&peer(1));
    world.run(7_200_000);
    check_complete(&world, "clocks of their own");
}
