//! The panel by its labels.

use std::sync::Arc;

use eframe::egui::Event;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::Seat;
use table::{Line, PhaseView, TableView};

use super::*;
use crate::window::play::Play;
use crate::window::stage::{
    SMALL, Shown, Stage, click, everywhere, game, has, person, playing, press, run, seats,
};

fn line(text: &str) -> Words {
    Words::Line(Line::new(text).unwrap())
}

/// Lines with their numbers; seat 0 is at this screen.
fn lines(said: &[(u8, Words)]) -> Arc<Vec<Arc<Spoken>>> {
    let names = ["甲", "乙", "丙"];
    let spoken = (1..).zip(said).map(|(number, (seat, words))| {
        Arc::new(Spoken {
            number,
            seat: Seat::of(*seat),
            who: person(names[usize::from(*seat)]),
            words: words.clone(),
            is_own: *seat == 0,
            unreached: SeatSet::EMPTY,
        })
    });
    Arc::new(spoken.collect())
}

fn view(said: &[(u8, Words)]) -> TableView {
    let mut view = playing(game("three", &[0]));
    (view.talk.others, view.talk.lines) = (seats(&[1, 2]), lines(said));
    view
}

fn shown(view: TableView) -> Shown<Play> {
    Stage::new(Play::default(), view).open(SMALL, Play::ui)
}

fn typed(page: &mut Shown<Play>, text: &str) {
    page.event(Event::Text(text.into()));
    page.run();
}

fn field(page: &Shown<Play>) -> String {
    page.get_by_label("聊天：要说的话").accesskit_node().value().unwrap_or_default()
}

#[test]
fn it_can_be_read_in_every_language_and_theme() {
    let mut said = view(&[(1, line("你好")), (0, Words::Phrase(Phrase::Wait)), (2, line("hi"))]);
    let lines = Arc::make_mut(&mut said.talk.lines);
    let last = lines.last().unwrap().as_ref().clone();
    let unreached = seats(&[1]);
    lines.push(Arc::new(Spoken { number: 4, is_own: true, unreached, ..last }));
    said.talk.muted = seats(&[2]);
    let mut page = shown(said);
    press(&mut page, OPEN);
    everywhere(&mut page, run);
}

#[test]
fn unread_lines_are_counted_while_it_is_folded() {
    let mut page = shown(view(&[(1, line("早就说过"))]));
    // What was there before is no news.
    page.get_by_label("聊天");
    let more = [(1, line("早就说过")), (2, line("一")), (1, line("二")), (0, line("我"))];
    page.state_mut().view = view(&more);
    page.run();
    click(&mut page, "聊天（2 条未读）");
    page.get_by_label("1 座（乙） 0123-4567-89ab：二");
    page.get_by_label("我：我");
    click(&mut page, "收起聊天");
    page.get_by_label("聊天");
}

#[test]
fn phrases_lines_and_silence_are_asked_for() {
    let mut page = shown(view(&[]));
    press(&mut page, OPEN);
    page.get_by_label("快捷语：好棋").click_accesskit();
    page.run();
    assert_eq!(page.state_mut().asked(), [Command::Say(Words::Phrase(Phrase::WellPlayed))]);
    page.get_by_label("聊天：要说的话").focus();
    page.run();
    typed(&mut page, "你好\u{202e}啊");
    press(&mut page, Key::Enter);
    assert_eq!(page.state_mut().asked(), [Command::Say(line("你好啊"))]);
    // The keyboard is still there, for the next line.
    assert_eq!(field(&page), "");
    typed(&mut page, "再说");
    assert_eq!(field(&page), "再说");
    click(&mut page, "发送");
    assert_eq!(page.state_mut().asked(), [Command::Say(line("再说"))]);
    click(&mut page, "屏蔽");
    click(&mut page, "不看 2 座（丙） 说的话");
    assert_eq!(page.state_mut().asked(), [Command::Mute(Seat::of(2), true)]);
}

#[test]
fn keys_of_the_board_and_words_do_not_meet() {
    let mut page = shown(view(&[]));
    press(&mut page, OPEN);
    // In the field, 1 is a letter and Enter sends.
    press(&mut page, Key::Num1);
    typed(&mut page, "1");
    assert_eq!(page.state_mut().asked(), []);
    press(&mut page, Key::Enter);
    assert_eq!(page.state_mut().asked(), [Command::Say(line("1"))]);
    press(&mut page, Key::Num1);
    assert_eq!(page.state_mut().asked(), []);
    // Out of it, 1 is a gesture again, though the panel is open and lines come in.
    press(&mut page, Key::Escape);
    page.state_mut().view = view(&[(1, line("快点"))]);
    page.run();
    press(&mut page, Key::Num1);
    let asked = page.state_mut().asked();
    assert!(matches!(asked.as_slice(), [Command::Decide(..)]), "{asked:?}");
}

#[test]
fn who_wants_no_talk_sees_none_and_who_is_alone_neither() {
    for change in [
        |view: &mut TableView| view.talk.is_on = false,
        |view: &mut TableView| view.talk.others = SeatSet::EMPTY,
    ] {
        let mut quiet = view(&[(1, line("你好"))]);
        change(&mut quiet);
        let mut page = shown(quiet);
        press(&mut page, OPEN);
        assert!(!has(&page, "聊天") && !has(&page, "你好"));
    }
}

#[test]
fn names_that_look_alike_are_told_apart() {
    let mut said = view(&[(1, line("我是小明")), (2, line("我才是"))]);
    let lines = Arc::make_mut(&mut said.talk.lines);
    for (spoken, fingerprint) in lines.iter_mut().zip(["aaaa-0000-0001", "bbbb-0000-0002"]) {
        let who = table::Person { name: "小明".into(), fingerprint: fingerprint.into() };
        *spoken = Arc::new(Spoken { who, ..spoken.as_ref().clone() });
    }
    let mut page = shown(said);
    press(&mut page, OPEN);
    page.get_by_label("1 座（小明） aaaa-0000-0001：我是小明");
    page.get_by_label("2 座（小明） bbbb-0000-0002：我才是");
    assert!(matches!(page.state().view.phase, PhaseView::Playing(_)));
}

#[test]
fn with_five_seats_everything_has_its_place_in_the_smallest_window() {
    let mut five = playing(game("five", &[0]));
    (five.talk.others, five.talk.lines) = (seats(&[1, 2, 3, 4]), lines(&[(1, line("你好"))]));
    let mut page = shown(five);
    press(&mut page, OPEN);
    let whole = page.ctx.content_rect();
    let seat_rows = ["0 座（甲）", "1 座（乙）、", "2 座（丙）", "3 座（丁）", "4 座（戊）"];
    let others = ["聊天：要说的话", "发送", "屏蔽", "收起聊天", "快捷语：你好", "记录", "认输"];
    let said = page.get_by_label("1 座（乙） 0123-4567-89ab：你好").rect();
    let mut rects: Vec<_> =
        seat_rows.iter().map(|row| page.get_by_label_contains(row).rect()).collect();
    rects.extend(others.iter().map(|name| page.get_by_label(name).rect()));
    rects.push(said);
    for (number, rect) in rects.iter().enumerate() {
        assert!(whole.contains_rect(*rect), "{number}: {rect:?}");
        let overlaps = |other: &&Rect| other.shrink(1.0).intersects(rect.shrink(1.0));
        assert_eq!(rects.iter().skip(number + 1).find(overlaps), None, "{number}");
    }
}
