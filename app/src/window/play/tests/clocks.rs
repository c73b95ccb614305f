//! Clocks and pauses at the table.

use std::time::{Duration, Instant};

use table::{Clock, ClockView};

use super::*;

/// A match with a total time, in which seat 0 is here.
fn timed() -> MatchView {
    let mut at = game("two", &[0]);
    at.contract.clock = Clock::Total { seconds: 300, increment: 3 };
    let stands = |seat, ms| (Seat::of(seat), ClockView::Stands(Duration::from_millis(ms)));
    at.clocks = vec![stands(0, 245_000), stands(1, 62_500)];
    at
}

/// The same with the own clock running; so many milliseconds are left.
fn running(ms: u64) -> MatchView {
    let mut at = timed();
    let until = Instant::now() + Duration::from_millis(ms);
    at.clocks[0] = (Seat::of(0), ClockView::Runs(until));
    at.deadline = Some(until);
    at
}

#[test]
fn every_seat_shows_what_it_has_left() {
    let page = open(timed());
    page.get_by_label_contains("4:05");
    page.get_by_label_contains("1:03");
    let untimed = open(game("two", &[0]));
    assert!(untimed.query_by_label_contains(":0").is_none());
    assert!(untimed.query_by_label("暂停").is_none(), "nothing to stop");
}

#[test]
fn little_time_is_marked_by_more_than_colour() {
    let many = open(running(100_500));
    many.get_by_label_contains("1:4");
    assert!(many.query_by_label_contains("时间不多").is_none());
    let few = open(running(9_900));
    few.get_by_label_contains("9.");
    few.get_by_label_contains("时间不多");
}

#[test]
fn a_pause_is_wished_for_agreed_to_and_taken_back() {
    let mut at = timed();
    let mut page = open(at.clone());
    click(&mut page, "暂停");
    at.pauses = SeatSet::one(Seat::of(0));
    set(&mut page, at.clone());
    click(&mut page, "不停了");
    at.pauses = SeatSet::one(Seat::of(1));
    set(&mut page, at.clone());
    page.get_by_label_contains("想暂停");
    click(&mut page, "同意暂停");
    assert_eq!(decided(&page, &at), ["0 WishPause", "0 WithdrawPause", "0 WishPause"]);
    at.pauses = SeatSet::first(2);
    at.is_paused = true;
    set(&mut page, at.clone());
    page.get_by_label_contains("暂停中");
    page.get_by_label_contains("停 4:05");
    click(&mut page, "不停了");
    assert_eq!(decided(&page, &at).len(), 3, "what all have agreed to stands");
}

#[test]
fn who_watches_can_only_look_and_leave() {
    let mut at = game("two", &[]);
    at.is_watching = true;
    at.contract.clock = Clock::Total { seconds: 300, increment: 3 };
    let mut page = open(at.clone());
    page.get_by_label_contains("你在旁观");
    assert!(page.query_by_label("暂停").is_none());
    for label in ["提和", "认输", "关闭"] {
        click(&mut page, label);
    }
    press(&mut page, Key::Num1);
    assert_eq!(decided(&page, &at), Vec::<String>::new());
    click(&mut page, "离开");
    assert_eq!(decided(&page, &at), ["Leave"]);
    let mut played = game("two", &[0]);
    played.watchers = 2;
    open(played).get_by_label_contains("旁观：2 人");
}
