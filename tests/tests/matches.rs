//! Whole matches of honest programs over the sans-IO core.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test may panic")]

#[path = "matches/clocks.rs"]
mod clocks;
#[path = "matches/orders.rs"]
mod orders;
#[path = "matches/unheard.rs"]
mod unheard;
#[path = "matches/watch.rs"]
mod watch;

use game::toys::contest::{Contest, Options};
use game::{Game, Outcome, Seat, SeatSet};
use protocol::{Decision, News, Purpose, Stage, Stop};
use record::{Body, Clock, PeerBytes};
use tests::sim::{Links, Setting, World, peer};
use tests::verdict::{check_complete, check_decided, check_live_is_audit};

fn setting(seats: u8) -> Setting<Contest> {
    let options = Options { seats, crown: seats > 3, ..Options::default() };
    Setting::new(Contest::rules(&options).unwrap())
}

/// People have two seconds, programs five.
fn timed(seats: u8) -> Setting<Contest> {
    Setting { clock: Clock::Each { seconds: 2 }, machine_seconds: 5, ..setting(seats) }
}

/// A table at which nobody wins soon.
fn long(setting: Setting<Contest>) -> Setting<Contest> {
    let options =
        Options { seats: setting.programs.len() as u8, goal: 60, plies: 60, crown: false };
    Setting { rules: Contest::rules(&options).unwrap(), ..setting }
}

fn world(seats: u8, seed: u64) -> World<Contest> {
    World::new(&setting(seats), seed)
}

fn is_sealed(world: &World<Contest>) -> bool {
    world.stops().iter().all(|stop| matches!(stop, Some(Stop::Sealed(_))))
}

fn outcome(world: &World<Contest>) -> Outcome {
    match world.game(&peer(0)).stop() {
        Some(Stop::Sealed(outcome)) => *outcome,
        other => panic!("{other:?}"),
    }
}

/// Runs to the end; every record is complete and the same.
fn finish(world: &mut World<Contest>, what: &str) {
    world.run(7_200_000);
    check_complete(world, what);
}

/// Runs until all programs are in this step.
fn reach(world: &mut World<Contest>, step: u32) -> bool {
    world.run_until(600_000, |world| {
        world
            .programs
            .values()
            .all(|program| program.game.as_ref().is_none_or(|game| game.progress().step() >= step))
    })
}

#[test]
fn fair_matches_end_with_equal_records() {
    for seats in 2..=5 {
        for seed in 0..4 {
            finish(&mut world(seats, seed), &format!("{seats} seats, seed {seed}"));
        }
    }
}

#[test]
fn attack_26_loss_duplication_and_reordering_change_nothing() {
    for seats in 2..=5 {
        for seed in 0..4 {
            let mut world = world(seats, seed);
            world.links = Links::BAD;
            finish(&mut world, &format!("{seats} seats, seed {seed}"));
        }
    }
}

#[test]
fn attack_26_partitions_heal() {
    for seats in 2..=4 {
        for seed in 0..12 {
            let mut world = world(seats, seed);
            for round in 0..6 {
                world.run_for(150 + 40 * seed);
                let alone = peer(((seed + round) % u64::from(seats)) as u8);
                for other in (0..seats).map(peer).filter(|other| *other != alone) {
                    world.cut.insert((alone.clone(), other));
                }
                world.run_for(20_000);
                world.cut.clear();
                (0..seats).for_each(|n| world.connect_all(&peer(n)));
            }
            finish(&mut world, &format!("{seats} seats, seed {seed}"));
        }
    }
}

#[test]
fn a_match_knows_through_whom_it_hears_of_a_seat() {
    let [first, second, third] = [0, 1, 2].map(peer);
    let mut world = World::new(&long(setting(3)), 5);
    world.run_for(400);
    assert_eq!(world.game(&first).bridge(Seat::of(1)), None, "it says so itself");
    world.cut.insert((first.clone(), second.clone()));
    world.loses(&first, &second);
    world.loses(&second, &first);
    let is_bridged = |world: &World<Contest>, name: &PeerBytes, seat: u8| {
        world.game(name).bridge(Seat::of(seat)).is_some_and(|(through, _)| *through == third)
    };
    let both =
        |world: &World<Contest>| is_bridged(world, &first, 1) && is_bridged(world, &second, 0);
    assert!(world.run_until(60_000, both));
    // Whoever passes on hears of both from themselves.
    assert!([0, 1].into_iter().all(|n| world.game(&third).bridge(Seat::of(n)).is_none()));
    world.cut.clear();
    world.connect_all(&first);
    let direct = |world: &World<Contest>| world.game(&first).bridge(Seat::of(1)).is_none();
    assert!(world.run_until(60_000, direct));
    finish(&mut world, "bridged");
}

#[test]
fn one_program_may_hold_several_seats() {
    for programs in [vec![0, 0], vec![0, 0, 1], vec![0, 1, 0, 1], vec![0, 1, 1, 2, 0]] {
        for seed in 0..3 {
            let mut setting = setting(programs.len() as u8);
            setting.programs = programs.clone();
            let mut world = World::new(&setting, seed);
            finish(&mut world, &format!("{programs:?}, seed {seed}"));
        }
    }
}

#[test]
fn a_seat_may_resign_in_every_kind_of_step() {
    for seats in 2..=4 {
        for step in 1..14 {
            for seat in SeatSet::first(seats).iter() {
                let what = format!("{seats} seats, {seat:?} resigns in step {step}");
                let mut world = world(seats, 3);
                if !reach(&mut world, step) || world.game(&peer(0)).progress().is_decided() {
                    continue;
                }
                if world.decide(seat, Decision::Resign).is_err() {
                    continue;
                }
                finish(&mut world, &what);
                match outcome(&world) {
                    Outcome::Won(winners) => assert!(!winners.has(seat), "{what}"),
                    Outcome::Drawn(_) => {}
                }
            }
        }
    }
}

#[test]
fn several_may_resign_at_once() {
    for step in 2..12 {
        for resigning in [0b011_u8, 0b110, 0b101, 0b111] {
            let what = format!("{resigning:03b} in step {step}");
            let mut world = world(3, 5);
            if !reach(&mut world, step) || world.game(&peer(0)).progress().is_decided() {
                continue;
            }
            let resigning = SeatSet::from_mask(resigning);
            let all: Vec<_> = resigning.iter().map(|s| world.decide(s, Decision::Resign)).collect();
            finish(&mut world, &what);
            let left = SeatSet::first(3).minus(resigning);
            if all.iter().all(Result::is_ok) && left.len() == 1 {
                assert_eq!(outcome(&world), Outcome::Won(left), "{what}");
            }
        }
    }
}

#[test]
fn two_seats_need_no_move_after_a_resignation() {
    let mut world = world(2, 1);
    world.think(1_000_000);
    assert!(reach(&mut world, 3));
    world.decide(Seat::of(1), Decision::Resign).unwrap();
    world.run_for(200);
    assert_eq!(outcome(&world), Outcome::Won(SeatSet::one(Seat::of(0))));
    check_complete(&world, "resigned");
}

/// Who is to move alone, if the game waits for that.
fn mover(world: &World<Contest>) -> Option<Seat> {
    let due = world.game(&peer(0)).due().filter(|due| due.stage == Stage::Act)?;
    due.seats.lowest()
}

fn until_act(world: &mut World<Contest>) -> Seat {
    world.think(20);
    assert!(world.run_until(60_000, |world| mover(world).is_some()));
    world.think(10_000_000);
    world.run_for(100);
    mover(world).unwrap()
}

#[test]
fn a_draw_is_agreed_by_all_and_not_by_fewer() {
    for seats in 2..=4 {
        for first_is_due in [true, false] {
            let mut world = world(seats, 2);
            let due = until_act(&mut world);
            let mut order: Vec<Seat> = SeatSet::first(seats).without(due).iter().collect();
            if first_is_due {
                order.insert(0, due);
            } else {
                order.push(due);
            }
            let last = order.pop().unwrap();
            for seat in order {
                world.decide(seat, Decision::OfferDraw).unwrap();
                world.run_for(100);
            }
            assert_eq!(world.stops().iter().flatten().count(), 0);
            let offers = world.game(&peer(0)).draw_offers();
            assert_eq!(offers, SeatSet::first(seats).without(last));
            world.decide(last, Decision::OfferDraw).unwrap();
            world.run_for(5_000);
            assert_eq!(outcome(&world), Outcome::Drawn(SeatSet::first(seats)));
            check_complete(&world, "agreed");
        }
    }
}

fn count_news(world: &World<Contest>, number: u8, is_it: impl Fn(&News<Contest>) -> bool) -> usize {
    world.programs[&peer(number)].news.iter().filter(|news| is_it(news)).count()
}

#[test]
fn an_offer_is_told_once_and_lives_until_its_author_moves() {
    let mut world = World::new(&long(setting(3)), 2);
    let due = until_act(&mut world);
    let author = SeatSet::first(3).without(due).lowest().unwrap();
    let other = SeatSet::first(3).without(due).without(author).lowest().unwrap();
    world.decide(author, Decision::OfferDraw).unwrap();
    world.think(20);
    let moved = |world: &World<Contest>| mover(world) == Some(author);
    assert!(world.run_until(600_000, moved) || is_sealed(&world));
    assert_eq!(
        count_news(&world, other.number(), |n| matches!(n, News::Offered(s) if *s == author)),
        1
    );
    world.think(10_000_000);
    world.run_for(200);
    assert!(world.game(&peer(other.number())).draw_offers().has(author));
    world.think(20);
    assert!(world.run_until(600_000, |world| mover(world) != Some(author)));
    world.think(10_000_000);
    world.run_for(200);
    assert!(world.game(&peer(other.number())).draw_offers().is_empty());
    world.think(20);
    finish(&mut world, "offered in vain");
}

#[test]
fn an_offer_that_is_declined_or_withdrawn_is_not_renewed() {
    for withdraws in [true, false] {
        let mut world = world(3, 2);
        let due = until_act(&mut world);
        let author = SeatSet::first(3).without(due).lowest().unwrap();
        world.decide(author, Decision::OfferDraw).unwrap();
        world.run_for(100);
        if withdraws {
            world.decide(author, Decision::WithdrawDraw).unwrap();
        } else {
            world.decide(due, Decision::DeclineDraw).unwrap();
            world.run_for(100);
            assert_eq!(
                count_news(
                    &world,
                    author.number(),
                    |n| matches!(n, News::Declined(s) if *s == due)
                ),
                1
            );
        }
        world.think(20);
        assert!(world.run_until(60_000, |world| mover(world).is_none()));
        world.think(10_000_000);
        world.run_for(200);
        assert!(world.game(&peer(due.number())).draw_offers().is_empty(), "{withdraws}");
        world.think(20);
        finish(&mut world, "no draw");
    }
}

/// Nobody reaches this program.
fn isolate(world: &mut World<Contest>, number: u8) {
    let others: Vec<_> = world.programs.keys().filter(|n| **n != peer(number)).cloned().collect();
    for other in others {
        world.cut.insert((peer(number), other.clone()));
        let now = world.now;
        for (a, b) in [(peer(number), other.clone()), (other, peer(number))] {
            if let Some(game) = &mut world.program(&a).game {
                game.disconnected(&b, now);
            }
        }
    }
}

fn heal(world: &mut World<Contest>) {
    world.cut.clear();
    let names: Vec<_> = world.programs.keys().cloned().collect();
    names.iter().for_each(|name| world.connect_all(name));
}

#[test]
fn a_silent_seat_leaves_empty_slots_and_comes_back() {
    let mut empties = 0;
    for seats in 3..=4 {
        for at in (700..3_000).step_by(41) {
            let what = format!("{seats} seats, alone from {at}");
            let mut world = World::new(&timed(seats), 9);
            world.think(300);
            world.run_for(at);
            isolate(&mut world, 1);
            world.run_for(9_000);
            heal(&mut world);
            world.run(600_000);
            check_decided(&mut world, &what);
            let steps = world.game(&peer(0)).steps();
            let empty = |slot: &record::Slot| matches!(slot, record::Slot::Empty(_));
            empties += steps.iter().flat_map(|s| &s.slots).filter(|(_, s)| empty(s)).count();
        }
    }
    assert!(empties > 30, "{empties}");
}

#[test]
fn a_seat_that_stays_silent_goes_out() {
    for seats in 3..=4 {
        let mut world = World::new(&long(timed(seats)), 4);
        world.think(300);
        world.run_for(1_000);
        world.kill(&peer(1));
        world.run(7_200_000);
        let game = world.game(&peer(0));
        assert!(!game.progress().living().has(Seat::of(1)), "{seats}");
        assert!(matches!(game.progress().outcome(), Some(Outcome::Won(_) | Outcome::Drawn(_))));
        assert!(game.stop().is_none(), "its seal may still come");
        world.restart(&peer(1));
        finish(&mut world, &format!("{seats} seats"));
    }
}

#[test]
fn a_withheld_reveal_costs_the_seat_its_place() {
    let mut world = World::new(&timed(3), 9);
    let commits = |world: &World<Contest>| {
        let due = world.game(&peer(1)).due().cloned();
        due.is_some_and(|due| due.stage == Stage::Commit(Purpose::Choice))
    };
    assert!(world.run_until(60_000, commits));
    world.think(1_000);
    let gesture = game::toys::contest::Gesture(0);
    world.decide(Seat::of(1), Decision::Choose(gesture)).unwrap();
    world.run_for(11);
    world.kill(&peer(1));
    world.run_for(30_000);
    assert!(!world.game(&peer(0)).progress().living().has(Seat::of(1)));
    world.restart(&peer(1));
    finish(&mut world, "withheld");
}

#[test]
fn nobody_neutral_no_empty_slot() {
    for programs in [vec![0, 1], vec![1, 0, 0]] {
        let what = format!("{programs:?}");
        let mut setting = timed(programs.len() as u8);
        setting.programs = programs;
        let mut world = World::new(&setting, 4);
        world.think(300);
        world.run_for(1_000);
        let silent = world.signed.contract().seats_of(&peer(1));
        isolate(&mut world, 1);
        world.run_for(100);
        assert_eq!(world.claim(&peer(0)), Err(protocol::Misuse::Early), "{what}: attack 37");
        world.run_for(600_000);
        assert_eq!(world.game(&peer(0)).stop(), None, "{what}");
        world.claim(&peer(0)).unwrap();
        let told = world.programs[&peer(0)].news.iter();
        let told = told.filter(|news| matches!(news, News::Silent(seat) if silent.has(*seat)));
        assert_eq!(told.count(), 1, "{what}");
        let Some(Stop::Claimed(claimed)) = world.game(&peer(0)).stop() else {
            panic!("{what}: {:?}", world.game(&peer(0)).stop());
        };
        assert!(!claimed.and(silent).is_empty(), "{what}");
        check_live_is_audit(&world, &[]);
        heal(&mut world);
        world.run_for(20_000);
        check_live_is_audit(&world, &[]);
    }
}

#[test]
fn a_claim_is_cut_off_when_the_match_goes_on() {
    let mut world = World::new(&timed(2), 4);
    world.think(300);
    world.run_for(1_000);
    isolate(&mut world, 1);
    world.run_for(60_000);
    world.claim(&peer(0)).unwrap();
    check_live_is_audit(&world, &[]);
    world.kill(&peer(0));
    world.restart(&peer(0));
    heal(&mut world);
    finish(&mut world, "the late entry is taken");
}

#[test]
fn missing_and_shown_race_in_every_order() {
    for seats in 3..=5 {
        for seed in 16..32 {
            let mut world = World::new(&timed(seats), seed);
            world.think(1_000);
            world.run_for(1_500 + seed * 37);
            let late = peer((seed % u64::from(seats)) as u8);
            world.links = Links { delay_ms: 5, jitter_ms: 3_000, loss: 20, twice: 10 };
            for other in (0..seats).map(peer).filter(|other| *other != late) {
                if world.dice.chance(70) {
                    world.cut.insert((late.clone(), other));
                }
            }
            for _ in 0..8 {
                world.run_for(2_000);
                let back = world.cut.iter().nth(world.dice.clone().below(4) as usize).cloned();
                if let Some(pair) = back {
                    world.cut.remove(&pair);
                    world.connect_all(&pair.0);
                }
            }
            world.links = Links::GOOD;
            heal(&mut world);
            world.run(600_000);
            check_decided(&mut world, &format!("{seats} seats, seed {seed}"));
        }
    }
}

#[test]
fn a_first_mover_toss_that_is_refused_is_no_game() {
    let mut world = World::new(&timed(3), 4);
    assert!(world.run_until(1_000, |world| world.game(&peer(0)).progress().step() == 1));
    world.kill(&peer(2));
    world.run(600_000);
    for number in 0..2 {
        assert!(
            matches!(world.game(&peer(number)).stop(), Some(Stop::NoGame(no_game)) if no_game.seat == Seat::of(2))
        );
    }
    check_live_is_audit(&world, &[]);
}

#[test]
fn three_one_way_messages_carry_a_ply() {
    for seats in [2] {
        let rules =
            Contest::rules(&Options { seats, goal: 100, plies: 200, crown: false }).unwrap();
        let mut world = World::<Contest>::new(&Setting::new(rules), 7);
        world.think(0);
        world.links = Links { delay_ms: 1_000, ..Links::GOOD };
        let mut acted = Vec::new();
        for step in 3..200 {
            let first = |world: &World<Contest>| {
                let steps = world.programs.keys().map(|name| world.game(name).progress().step());
                steps.max() >= Some(step)
            };
            assert!(world.run_until(600_000, first));
            let games = world.programs.keys().map(|name| world.game(name));
            let game = games.max_by_key(|game| game.progress().step()).unwrap();
            if game.progress().is_decided() {
                break;
            }
            let last = game.steps().last().unwrap();
            let is_move = |entry: &record::Entry| matches!(entry.content.body, Body::Act(_));
            let is_new = acted.last().is_none_or(|(at, _)| *at < game.progress().step());
            if is_new && last.entries().any(is_move) {
                acted.push((game.progress().step(), world.now.0));
            }
        }
        for pair in acted.windows(2) {
            let (steps, ms) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            assert!(ms <= u64::from(steps) * 1_000, "{seats} seats: {steps} steps in {ms} ms");
        }
        assert!(acted.len() > 20);
    }
}

#[test]
fn attack_39_a_crash_at_any_output_loses_nothing_and_signs_nothing_twice() {
    for seats in 2..=3 {
        for output in 0..90 {
            let what = format!("{seats} seats, output {output}");
            let mut world = World::new(&setting(seats), 11);
            world.crash = Some((peer(0), output));
            world.run_until(600_000, |world| world.programs[&peer(0)].game.is_none());
            if world.programs[&peer(0)].game.is_none() {
                world.run_for(200);
                world.restart(&peer(0));
            }
            finish(&mut world, &what);
        }
    }
}

#[test]
fn attack_39_all_programs_crash_and_start_again() {
    for at in (0..900).step_by(17) {
        let mut world = World::new(&setting(3), 11);
        world.run_for(at);
        for number in 0..3 {
            world.kill(&peer(number));
        }
        world.run_for(1_000);
        for number in 0..3 {
            world.restart(&peer(number));
            world.run_for(300);
        }
        finish(&mut world, &format!("at {at}"));
    }
}

#[test]
fn an_old_backup_adopts_what_the_others_hold_before_it_signs() {
    for seats in 2..=3 {
        for (saved, at) in (0..700).step_by(60).flat_map(|saved| [(saved, 90), (saved, 230)]) {
            let what = format!("{seats} seats, saved at {saved}, lost {at} later");
            let mut world = World::new(&setting(seats), 11);
            world.run_for(saved);
            let backup = world.programs[&peer(0)].disk.clone();
            world.run_for(at);
            world.kill(&peer(0));
            world.program(&peer(0)).disk = backup;
            world.run_for(500);
            world.restart(&peer(0));
            finish(&mut world, &what);
        }
    }
}

#[test]
fn nobody_signs_before_another_has_been_asked() {
    let mut world = World::new(&setting(3), 11);
    world.run_for(200);
    for other in 1..3 {
        world.cut.insert((peer(0), peer(other)));
    }
    world.kill(&peer(0));
    world.restart(&peer(0));
    let before = world.programs[&peer(0)].disk.journal.len();
    assert!(!world.game(&peer(0)).is_settled());
    world.run_for(60_000);
    assert_eq!(world.programs[&peer(0)].disk.journal.len(), before);
    heal(&mut world);
    finish(&mut world, "asked");
}
