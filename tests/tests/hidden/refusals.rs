//! Who refuses, who is lost for a while, and who comes back.

use game::{Event, Outcome, Seat, SeatSet};
use junqi::{Junqi, Options};
use protocol::{Decision, Misuse, News, Stage, Stop, Verdict};
use record::{Body, Clock, JournalItem};
use tests::forge::change_entries;
use tests::sim::{Links, Setting, World, peer};

use crate::support::{
    HOUR, LEFT, RIGHT, begun, check, is_quiet, judge, man, play, read, secret, setting, world,
};

/// The program of this seat never lets its answers out.
fn withholding(world: &mut World<Junqi>, seat: u8) {
    world.tamper = Some(Box::new(move |from, _, packet| {
        if *from != peer(seat) {
            return vec![packet];
        }
        vec![change_entries(packet, |entry| {
            let is_answer = matches!(entry.content.body, Body::Answer(_));
            (!is_answer || entry.content.seat != Seat::of(seat)).then_some(entry)
        })]
    }));
}

/// n53, notes test 32: with two seats nobody neutral is there. The match can be closed as claimed,
/// nothing is voided, and the report says who was silent.
#[test]
fn a_refused_answer_with_two_seats_is_claimed() {
    let mut world = begun(&setting(Options::QQ_2P), &[LEFT, RIGHT]);
    withholding(&mut world, 1);
    let attack = Decision::Move(read(&world, "01ax11e"));
    world.decide(Seat::of(0), attack).unwrap();
    world.run_for(5_000);
    assert_eq!(world.claim(&peer(0)), Err(Misuse::Early));
    world.run_for(30_000);
    world.claim(&peer(0)).unwrap();
    let silent = SeatSet::one(Seat::of(1));
    assert_eq!(world.game(&peer(0)).stop(), Some(&Stop::Claimed(silent)));
    let report = judge(&world.record(&peer(0)));
    let Verdict::Claimed { silent: said, .. } = report.verdict else { panic!("{report:?}") };
    assert_eq!(said, silent);
}

/// n61: without a clock for people, programs still have their budget.
#[test]
fn without_a_clock_a_silent_defender_runs_into_the_budget() {
    let setting = Setting { clock: Clock::Unlimited, ..setting(Options::QQ_2P) };
    let mut world = begun(&setting, &[LEFT, RIGHT]);
    withholding(&mut world, 1);
    let attack = Decision::Move(read(&world, "01ax11e"));
    world.decide(Seat::of(0), attack).unwrap();
    world.run_for(25_000);
    let told = &world.programs[&peer(0)].news;
    assert!(told.iter().any(|news| matches!(news, News::Silent(seat) if *seat == Seat::of(1))));
    assert!(world.claim(&peer(0)).is_ok());
}

/// n53: with more seats the silent one is out, by itself, and an attack on it ends on its cell.
#[test]
fn a_refused_answer_with_four_seats_puts_the_seat_out() {
    let layouts = [LEFT, RIGHT, LEFT, RIGHT];
    let mut world = begun(&setting(Options::QQ_4P), &layouts);
    withholding(&mut world, 1);
    // The fields of neighbours meet at a curve: 01e of seat 0 and 11a of seat 1.
    let attack = Decision::Move(read(&world, "01ex11a"));
    world.decide(Seat::of(0), attack).unwrap();
    let is_out = |world: &World<Junqi>| {
        world.game(&peer(0)).progress().living().len() == 3 && is_quiet(world)
    };
    assert!(world.run_until(120_000, is_out), "{:?}", world.game(&peer(0)).due());
    assert_eq!(man(&world, "11a").seat(), Seat::of(0));
    let events = world.programs[&peer(2)].news.iter().flat_map(|news| match news {
        News::Closed { events, .. } => events.clone(),
        _ => Vec::new(),
    });
    let refused = |event: &Event<Junqi>| {
        *event == Event::Out(SeatSet::one(Seat::of(1)), game::Cause::Refused)
    };
    assert_eq!(events.filter(refused).count(), 1);
    assert!(matches!(judge(&world.record(&peer(0))).verdict, Verdict::Unfinished));
    // The refuser had closed the step with its answer. It closes it as all others have: what the
    // answer had proven counts no more.
    let standing = |world: &World<Junqi>, n| {
        let progress = world.game(&peer(n)).progress();
        (progress.step(), game::digest::<Junqi>(progress.position()))
    };
    assert!(world.run_until(10_000, |world| standing(world, 1) == standing(world, 0)));
}

/// Who never sets up: no game, and the record names the seat. With two seats it can only be claimed.
#[test]
fn without_a_set_up_there_is_no_game() {
    for (options, seats) in [(Options::QQ_2P, 2u8), (Options::SANGUO, 3)] {
        let mut world = world(options, 4);
        world.program(&peer(1)).idle = SeatSet::first(4);
        // Five times the limit of a move, and the budget.
        world.run_for(165_000);
        assert!(world.game(&peer(0)).stop().is_none());
        world.run_for(10_000);
        if seats == 2 {
            world.claim(&peer(0)).unwrap();
            let silent = SeatSet::one(Seat::of(1));
            assert_eq!(world.game(&peer(0)).stop(), Some(&Stop::Claimed(silent)));
        } else {
            let Some(Stop::NoGame(no_game)) = world.game(&peer(0)).stop() else {
                panic!("{:?}", world.game(&peer(0)).stop())
            };
            assert_eq!(no_game.seat, Seat::of(1));
        }
        assert!(matches!(judge(&world.record(&peer(0))).verdict, Verdict::Claimed { .. }));
    }
}

/// n56: resignations beside set-ups, attacks and answers.
#[test]
fn resignations_in_every_kind_of_step() {
    // While the other sets up.
    let mut early = world(Options::QQ_2P, 4);
    early.program(&peer(0)).idle = SeatSet::one(Seat::of(0));
    early.run_for(2_000);
    early.decide(Seat::of(0), Decision::Resign).unwrap();
    early.run(60_000);
    assert_eq!(check(&early, "early").0, Outcome::Won(SeatSet::one(Seat::of(1))));
    // While an own attack waits for its answer, and by who must answer.
    for resigner in 0..2 {
        let mut world = begun(&setting(Options::QQ_2P), &[LEFT, RIGHT]);
        let attack = Decision::Move(read(&world, "01ax11e"));
        world.decide(Seat::of(0), attack).unwrap();
        world.decide(Seat::of(resigner), Decision::Resign).unwrap();
        world.run(60_000);
        let winner = SeatSet::one(Seat::of(1 - resigner));
        assert_eq!(check(&world, "in a fight").0, Outcome::Won(winner), "{resigner}");
    }
}

/// n46: a program that stops at any of its outputs goes on with the same bytes, never with others.
#[test]
fn a_crash_at_each_output_changes_nothing() {
    for victim in 0..2 {
        for output in (victim.into()..40).step_by(3) {
            let mut world = world(Options::QQ_2P, 11);
            world.crash = Some((peer(victim), output));
            world.run_for(3_000);
            if world.programs[&peer(victim)].game.is_none() {
                world.restart(&peer(victim));
            }
            world.run(100 * HOUR);
            check(&world, &format!("{victim}, output {output}"));
        }
    }
}

/// n60: an old backup from before the set-up. The program takes its own later entries from the
/// others, and plays on when its player enters the same layout again; with another he cannot.
#[test]
fn an_old_backup_finds_its_layout_again() {
    let mut world = begun(&setting(Options::QQ_2P), &[LEFT, RIGHT]);
    play(&mut world, "02c-02b 12c-12b");
    world.kill(&peer(0));
    let disk = &mut world.program(&peer(0)).disk;
    disk.steps.clear();
    disk.journal.retain(|item| !matches!(item, JournalItem::Choice { .. } | JournalItem::Entry(_)));
    world.restart(&peer(0));
    assert!(world.run_until(30_000, |world| {
        world.game(&peer(0)).progress().step() == world.game(&peer(1)).progress().step()
    }));
    let own = Seat::of(0);
    assert_eq!(world.game(&peer(0)).lost_layouts(), SeatSet::one(own));
    assert!(world.game(&peer(0)).known(own).secrets.is_empty());
    let other = world.decide(own, Decision::Deploy(secret(0, RIGHT)));
    assert!(matches!(other, Err(Misuse::Illegal(_))), "{other:?}");
    world.decide(own, Decision::Deploy(secret(0, LEFT))).unwrap();
    assert!(world.game(&peer(0)).lost_layouts().is_empty());
    play(&mut world, "01ax11e 12b-12c");
    // It is kept over the next restart.
    world.kill(&peer(0));
    world.restart(&peer(0));
    world.run_for(10_000);
    play(&mut world, "02b-02c");
    assert!(world.game(&peer(0)).lost_layouts().is_empty());
}

/// Set-ups, attacks and answers over bad links, with a restart in the middle of a fight.
#[test]
fn a_fight_survives_a_restart_of_either_side() {
    for victim in 0..2 {
        let mut world = begun(&setting(Options::QQ_2P), &[LEFT, RIGHT]);
        world.links = Links::BAD;
        let attack = Decision::Move(read(&world, "01ax11e"));
        world.decide(Seat::of(0), attack).unwrap();
        world.kill(&peer(victim));
        world.run_for(3_000);
        world.restart(&peer(victim));
        let is_over = |world: &World<Junqi>| is_quiet(world) && moved(world) == 2;
        assert!(world.run_until(60_000, is_over), "{:?}", world.game(&peer(0)).due());
        assert_eq!(world.record(&peer(0)), world.record(&peer(1)));
    }
}

fn moved(world: &World<Junqi>) -> usize {
    let gone = |name: &str| {
        let at = world.game(&peer(0)).progress().position();
        at.board().find(name).and_then(|cell| at.on(cell)).is_none()
    };
    ["01a", "11e"].into_iter().filter(|name| gone(name)).count()
}

/// Whoever wants to keep his layout to himself seals without it.
#[test]
fn layouts_are_opened_by_choice() {
    let mut world = world(Options::QQ_2P, 3);
    if let Some(game) = &mut world.program(&peer(0)).game {
        game.open_layouts(false);
    }
    world.run(100 * HOUR);
    check(&world, "by choice");
    let progress = world.game(&peer(1)).progress();
    let whose = |seat: u8| {
        progress.opened().iter().filter(|(piece, _)| piece.0 / 25 == u16::from(seat)).count()
    };
    assert!(whose(1) == 25 && whose(0) < 2, "{} and {}", whose(0), whose(1));
    assert!(progress.due().is_none_or(|due| due.stage == Stage::Seal));
}
