//! Whole matches of 劳棋 between bots over the sans-IO core: loss and reordering, a resignation, a
//! seat that goes silent, an agreed draw. All records are the same, and audit clean.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a failed test may panic")]

use bot::{Contender, Decision as Given, Player as _};
use game::{Event, Game, Known, Outcome, Seat, SeatSet};
use laoqi::{Laoqi, Options, Position};
use protocol::{Check, Decision, News, Stop, Verdict, audit};
use record::Clock;
use tests::sim::{Dice, Links, Setting, World, peer};

const HOUR: u64 = 3_600_000;
const SILENT: Seat = Seat::of(2);

fn bot(
    at: &Position,
    known: &Known<Laoqi>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<Decision<Laoqi>> {
    let mut own = bot::Dice::new(dice.bytes());
    Some(match Contender::QUICK.decide(at, known, seat, &mut own)? {
        Given::Move(mv) => Decision::Move(mv),
        Given::Choice(choice) => Decision::Choose(choice),
        Given::Secret(none) => match none {},
    })
}

fn setting(seats: u8) -> Setting<Laoqi> {
    let preset = Options::PRESETS.iter().find(|(_, options)| options.seats == seats).unwrap();
    let rules = Laoqi::rules(&Options { quiet_limit: 12, ..preset.1 }).unwrap();
    let mut setting = Setting::new(rules);
    setting.clock = Clock::Each { seconds: 30 };
    setting.machine_seconds = 20;
    setting
}

fn world(seats: u8, links: Links) -> World<Laoqi> {
    let mut world = World::new(&setting(seats), u64::from(seats));
    world.links = links;
    world.brain = Some(bot);
    world
}

/// Every program that is up has sealed one outcome; its record is the same everywhere and whole.
fn check(world: &World<Laoqi>, what: &str) -> Outcome {
    let stops = world.stops();
    let Some(Some(Stop::Sealed(outcome))) = stops.first() else { panic!("{what}: {stops:?}") };
    let up: Vec<_> = world.programs.iter().filter(|(_, program)| program.game.is_some()).collect();
    let first = world.record(up[0].0);
    for (name, _) in &up {
        assert_eq!(world.record(name), first, "{what}");
    }
    assert!(stops.iter().all(|stop| *stop == Some(Stop::Sealed(*outcome))), "{what}: {stops:?}");
    let report = audit::<Laoqi>(first.as_slice(), &mut ()).unwrap();
    assert!(report.tally.count(Check::Commitments) > 0, "{what}");
    let Verdict::Complete { outcome: audited, .. } = report.verdict else {
        panic!("{what}: {:?}", report.verdict);
    };
    assert_eq!(audited, *outcome, "{what}");
    *outcome
}

/// Whether some program was told of such an event.
fn happened(world: &World<Laoqi>, is: impl Fn(&Event<Laoqi>) -> bool) -> bool {
    let news = world.programs.values().flat_map(|program| &program.news);
    let mut events = news.flat_map(|news| match news {
        News::Closed { events, .. } => events.as_slice(),
        _ => &[],
    });
    events.any(is)
}

#[test]
fn bots_play_whole_matches_over_good_and_bad_links() {
    for seats in 2..=5 {
        for links in [Links::GOOD, Links::BAD] {
            let mut world = world(seats, links);
            world.run(100 * HOUR);
            check(&world, &format!("{seats} seats, {links:?}"));
        }
    }
}

#[test]
fn a_resignation_takes_its_army_along() {
    for seats in 2..=5 {
        let mut world = world(seats, Links::BAD);
        let what = format!("{seats} seats");
        assert!(world.run_until(HOUR, |w| w.game(&peer(1)).progress().step() >= 9), "{what}");
        let seat = Seat::of(1);
        world.decide(seat, Decision::Resign).unwrap();
        world.run(100 * HOUR);
        let outcome = check(&world, &what);
        let resigned = SeatSet::one(seat);
        assert!(happened(&world, |event| matches!(event, Event::Out(out, _) if *out == resigned)));
        let (Outcome::Won(seats) | Outcome::Drawn(seats)) = outcome;
        assert!(!seats.has(seat), "{what}: {outcome:?}");
    }
}

#[test]
fn an_agreed_draw_ends_the_game() {
    for seats in 2..=5 {
        let mut world = world(seats, Links::GOOD);
        let what = format!("{seats} seats");
        assert!(world.run_until(HOUR, |w| w.game(&peer(0)).progress().step() >= 5), "{what}");
        // Nobody moves meanwhile: an offer stands until its author moves.
        world.programs.values_mut().for_each(|program| program.idle = SeatSet::first(seats));
        for seat in SeatSet::first(seats).iter() {
            world.decide(seat, Decision::OfferDraw).unwrap();
        }
        world.run(100 * HOUR);
        let outcome = check(&world, &what);
        assert!(happened(&world, |event| *event == Event::Agreed), "{what}");
        assert!(matches!(outcome, Outcome::Drawn(_)), "{what}: {outcome:?}");
    }
}

#[test]
fn a_silent_seat_of_several_times_out_and_the_others_finish() {
    for seats in 3..=5 {
        let mut world = world(seats, Links::BAD);
        let what = format!("{seats} seats");
        assert!(world.run_until(HOUR, |w| w.game(&peer(0)).progress().step() >= 5), "{what}");
        world.kill(&peer(2));
        // Its seal will be missing: the others leave when all of them know the result.
        let decided = |w: &World<Laoqi>| {
            let mut up = w.programs.values().filter_map(|program| program.game.as_ref());
            up.all(|game| game.progress().is_decided() && game.silent() == SeatSet::one(SILENT))
        };
        assert!(world.run_until(100 * HOUR, decided), "{what}");
        assert!(!world.game(&peer(0)).progress().living().has(SILENT), "{what}");
        world.leave();
        check(&world, &what);
    }
}

#[test]
fn an_offer_ends_when_a_seat_goes_out_without_resigning() {
    let rules = Laoqi::rules(&Options { timeouts: 0, ..Options::THREE }).unwrap();
    let mut world = World::new(&Setting { rules, ..setting(3) }, 3);
    world.programs.values_mut().for_each(|program| program.idle = SeatSet::first(3));
    world.run_for(500);
    world.decide(Seat::of(0), Decision::OfferDraw).unwrap();
    for seat in [0, 1].map(Seat::of) {
        world.decide(seat, Decision::Choose(laoqi::Gesture::Rock)).unwrap();
    }
    // The third shows nothing in time, and may not miss anything (rules.md §8.4).
    let out = |w: &World<Laoqi>| w.game(&peer(0)).progress().living().len() == 2;
    assert!(world.run_until(HOUR, out));
    world.run_for(500);
    assert_eq!(world.game(&peer(0)).draw_offers(), SeatSet::EMPTY);
    assert_eq!(world.game(&peer(1)).draw_offers(), SeatSet::EMPTY);
}

#[test]
fn who_yields_to_a_resignation_has_missed_nothing() {
    // With no timeout allowed, one counted for the Yield would put the winner out.
    let rules = Laoqi::rules(&Options { timeouts: 0, ..Options::TWO }).unwrap();
    for resigned in [vec![1], vec![0, 1]] {
        let mut world = World::new(&Setting { rules, ..setting(2) }, 2);
        world.programs.values_mut().for_each(|program| program.idle = SeatSet::first(2));
        world.run_for(500);
        for seat in &resigned {
            world.decide(Seat::of(*seat), Decision::Resign).unwrap();
        }
        world.run(HOUR);
        let outcome = check_outcome(&world);
        let expected = match resigned.as_slice() {
            [1] => Outcome::Won(SeatSet::one(Seat::of(0))),
            _ => Outcome::Drawn(SeatSet::first(2)),
        };
        assert_eq!(outcome, expected);
        assert!(!happened(&world, |event| matches!(event, Event::Unsealed(_))));
    }
}

/// The outcome that all have sealed.
fn check_outcome(world: &World<Laoqi>) -> Outcome {
    match world.stops().first() {
        Some(Some(Stop::Sealed(outcome))) => *outcome,
        other => panic!("{other:?}"),
    }
}
