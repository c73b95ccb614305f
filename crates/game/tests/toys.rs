//! The toys pass the suite, and the suite sees every kind of event and claim in them.

use game::conformance::{Tally, check, check_options};
use game::toys::{contest, skirmish, tiles};
use game::{Event, Game, Known, Seat, SeatSet, Waits};

fn seen(tally: &Tally, what: &[&str]) {
    for what in what {
        assert!(tally.count(what) > 0, "the suite never saw {what}: {tally:?}");
    }
}

#[test]
fn contest_conforms_for_every_count_of_seats_with_and_without_crown() {
    let mut all = Tally::default();
    for seats in 2..=5 {
        for crown in [false, true] {
            let options = contest::Options { seats, crown, ..contest::Options::default() };
            let rules = check_options::<contest::Contest>(&options);
            all = all.and(&check::<contest::Contest>(&rules, u64::from(seats), 16, 600));
        }
    }
    seen(&all, &["Moved", "Unsealed", "Tossed", "Skipped", "Resigned", "Refused", "Agreed"]);
    seen(&all, &["Shown", "Absent", "Withheld", "Won", "Drawn"]);
    seen(&all, &["refused events", "candidate moves", "mutated bytes"]);
}

#[test]
fn skirmish_conforms_and_needs_every_claim() {
    let mut all = Tally::default();
    for seats in [2, 4] {
        let options = skirmish::Options { seats, ..skirmish::Options::default() };
        let rules = check_options::<skirmish::Skirmish>(&options);
        all = all.and(&check::<skirmish::Skirmish>(&rules, u64::from(seats), 64, 2_000));
    }
    seen(&all, &["Deployed", "Tossed", "Moved", "Ruled", "Skipped", "Unanswered"]);
    seen(&all, &["Within", "Fight", "Show", "Stuck", "CanMove"]);
    seen(&all, &["Resigned", "Refused", "Agreed", "Won", "Drawn"]);
}

#[test]
fn tiles_conform() {
    let mut all = Tally::default();
    for cells in [2, 8, 60] {
        let rules = check_options::<tiles::Tiles>(&tiles::Options { cells });
        all = all.and(&check::<tiles::Tiles>(&rules, u64::from(cells), 24, 400));
    }
    seen(&all, &["Moved", "Tossed", "Skipped", "Resigned", "Agreed", "Won", "Drawn"]);
}

#[test]
fn a_draw_of_tiles_is_bound_before_the_toss() {
    let rules = check_options::<tiles::Tiles>(&tiles::Options { cells: 4 });
    let mut at = tiles::Tiles::start(&rules);
    let flip = Event::Moved(Seat::of(0), tiles::Move::Flip(2));
    tiles::Tiles::apply(&mut at, &flip).unwrap();
    let from = SeatSet::first(2);
    assert_eq!(tiles::Tiles::waits(&at), Waits::Toss { below: 4, from });
    tiles::Tiles::apply(&mut at, &Event::Tossed(1)).unwrap();
    let moves = tiles::Tiles::moves(&at, Seat::of(0), &Known::of(Seat::of(0)));
    assert_eq!(moves, [tiles::Move::Drop(2)], "tile 2 is even: the same seat drops a stone");
    assert_eq!(tiles::Tiles::ply(&at).0, 0);
    tiles::Tiles::apply(&mut at, &Event::Moved(Seat::of(0), tiles::Move::Drop(2))).unwrap();
    assert_eq!(tiles::Tiles::ply(&at).0, 1);
    assert_eq!(tiles::Tiles::waits(&at), Waits::Move(Seat::of(1)));
}

#[test]
fn faults_of_options_come_all_at_once() {
    let options = contest::Options { seats: 9, goal: 0, plies: 0, crown: true };
    let faults = contest::Contest::rules(&options).unwrap_err();
    let places: Vec<_> = faults.iter().map(|fault| fault.place.as_str()).collect();
    assert_eq!(places, ["seats", "goal", "plies"]);
}
