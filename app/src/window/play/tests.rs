//! The page is played as a person plays it: by names, by keys.

use catalog::Any;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use game::{Game, SeatSet};
use table::{Ended, LogEntry};

mod clocks;
mod shouhu;

use super::*;
use crate::window::look::Theme;
use crate::window::prefs::Prefs;
use crate::window::scene::Act;
use crate::window::stage::{
    SMALL, Shown, Stage, click, game, link, moved, playing, press, relayed, shown,
};

type Page = Shown<Play>;

fn stage(game: MatchView) -> Stage<Play> {
    Stage::new(Play::default(), playing(game))
}

fn open(game: MatchView) -> Page {
    stage(game).open(SMALL, Play::ui)
}

/// The next view of the same match.
fn set(page: &mut Page, game: MatchView) {
    page.state_mut().go_on(game);
    page.run();
}

fn decided(page: &Page, at: &MatchView) -> Vec<String> {
    let told = |act: &Act| match act {
        Act::Table(command) => match command.as_ref() {
            Command::Decide(seat, decision) => match decision.as_ref() {
                Decision::Move(mv) => format!("{seat} {}", Any::write_move(&at.position, mv)),
                Decision::Choose(it) => format!("{seat} {}", Any::write_choice(&at.position, it)),
                other => format!("{seat} {other:?}"),
            },
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    };
    page.state().acts().iter().map(told).collect()
}

#[test]
fn a_gesture_is_chosen_by_its_card() {
    let at = game("two", &[0]);
    let mut page = open(at.clone());
    click(&mut page, "石头：胜剪刀，驱动盾卫、刺客（按 2）");
    assert_eq!(decided(&page, &at), ["0 S"]);
    // It is decided; nothing can be chosen twice before the table has answered.
    assert!(page.query_by_label_contains("驱动战士").is_none());
    press(&mut page, Key::Num1);
    assert_eq!(page.state().acts().len(), 1);
}

#[test]
fn a_gesture_is_chosen_by_its_letter_and_by_its_number() {
    for (key, choice) in [(Key::B, "0 B"), (Key::J, "0 J"), (Key::Num2, "0 S")] {
        let at = game("three", &[0]);
        let mut page = open(at.clone());
        press(&mut page, key);
        assert_eq!(decided(&page, &at), [choice]);
    }
}

#[test]
fn what_was_chosen_is_not_shown_until_all_have_chosen() {
    let mut at = game("two", &[0]);
    at.awaited = SeatSet::EMPTY;
    at.silent = at.silent.without(Seat::of(0));
    let page = open(at);
    page.get_by_label("✓ 已封存");
    page.get_by_label_contains("等 1 座（乙） 出手势");
    assert!(page.query_by_label_contains("石头").is_none());
}

#[test]
fn a_piece_is_picked_and_moved_by_the_names_of_cells() {
    let at = shown(game("two", &[0]), "J B");
    let mut page = open(at.clone());
    click(&mut page, "c2、己方战士、能动");
    page.get_by_label("c2、己方战士、已选");
    click(&mut page, "c3、空、可走");
    assert_eq!(decided(&page, &at), ["0 c2-c3"]);
}

#[test]
fn a_click_on_the_chosen_piece_and_escape_cancel() {
    let at = shown(game("two", &[0]), "J B");
    let mut page = open(at.clone());
    click(&mut page, "c2、己方战士、能动");
    click(&mut page, "c2、己方战士、已选");
    page.get_by_label("c3、空");
    click(&mut page, "c2、己方战士、能动");
    press(&mut page, Key::Escape);
    page.get_by_label("c3、空");
    // Another piece instead.
    click(&mut page, "c2、己方战士、能动");
    click(&mut page, "a2、己方战士");
    page.get_by_label("a3、空、可走");
    assert_eq!(decided(&page, &at), Vec::<String>::new());
}

#[test]
fn a_push_is_shown_before_it_is_made() {
    let at = shown(game("two", &[0]), "S J");
    let mut page = open(at.clone());
    click(&mut page, "b1、己方盾卫、能动");
    click(&mut page, "c2、己方战士、可选");
    page.get_by_label("2 枚棋子移动，见箭头。");
    assert_eq!(decided(&page, &at), Vec::<String>::new());
    press(&mut page, Key::Escape);
    assert!(page.query_by_label("推过去").is_none());
    click(&mut page, "b1、己方盾卫、能动");
    click(&mut page, "c2、己方战士、可选");
    click(&mut page, "推过去");
    assert_eq!(decided(&page, &at), ["0 b1>c2"]);
}

#[test]
fn enter_confirms_what_is_shown() {
    let at = shown(game("two", &[0]), "S J");
    let mut page = open(at.clone());
    click(&mut page, "b1、己方盾卫、能动");
    click(&mut page, "c2、己方战士、可选");
    press(&mut page, Key::Enter);
    assert_eq!(decided(&page, &at), ["0 b1>c2"]);
}

#[test]
fn a_king_commands_what_stands_beside_it() {
    let at = shown(moved(shown(game("two", &[0]), "J B"), "c2-d2"), "B S");
    let mut page = open(at.clone());
    click(&mut page, "d1、己方国王、能动");
    click(&mut page, "d2、己方战士、可选、上一步");
    click(&mut page, "d3、空、可走");
    assert_eq!(decided(&page, &at), ["0 d1:d2-d3"]);
}

/// A match of two in which these moves have been made with warriors.
fn warriors(moves: &[(&str, &str)]) -> MatchView {
    let step = |at, (choices, mv): &(&str, &str)| moved(shown(at, choices), mv);
    shown(moves.iter().fold(game("two", &[0]), step), "J B")
}

#[test]
fn what_can_be_taken_is_told_and_taken_at_once() {
    let at = warriors(&[("J B", "c2-c3"), ("B J", "c5-c4")]);
    let mut page = open(at.clone());
    click(&mut page, "c3、己方战士、能动");
    click(&mut page, "c4、1 座的战士、可吃、上一步");
    assert_eq!(decided(&page, &at), ["0 c3xc4"]);
}

#[test]
fn what_ends_the_game_is_shown_before_it_is_made() {
    let moves = [("J B", "c2-c3"), ("J B", "c3-c4"), ("J B", "c4xc5"), ("J B", "c5-d5")];
    let at = warriors(&moves);
    let mut page = open(at.clone());
    click(&mut page, "d5、己方战士、能动、上一步");
    click(&mut page, "d6、1 座的国王、可吃");
    assert_eq!(decided(&page, &at), Vec::<String>::new());
    page.get_by_label_contains("1 座（乙）出局");
    click(&mut page, "就这样走");
    assert_eq!(decided(&page, &at), ["0 d5xd6"]);
}

#[test]
fn the_crown_is_given_by_buttons_with_names() {
    let at = shown(game("five", &[4]), "J J B B");
    let mut page = open(at.clone());
    click(&mut page, "1 座（乙）");
    assert_eq!(decided(&page, &at), ["4 ^1"]);
}

#[test]
fn seats_and_facts_are_told_in_words() {
    let at = shown(game("three", &[0]), "J B B");
    let mut page = open(at);
    page.get_by_label_contains("0 座（甲）、请走、你");
    page.get_by_label("◆ 0 座 可以走：战士");
    press(&mut page, Key::P);
    page.get_by_label_contains("轮到你行动\n");
}

#[test]
fn a_move_can_be_typed() {
    let at = shown(game("two", &[0]), "J B");
    let mut page = open(at.clone());
    press(&mut page, Key::Slash);
    page.event(eframe::egui::Event::Text("c2-c9".into()));
    page.run();
    press(&mut page, Key::Enter);
    page.get_by_label_contains("棋盘上没有这一格");
    press(&mut page, Key::Slash);
    for _ in 0..5 {
        page.key_press(Key::Backspace);
    }
    page.event(eframe::egui::Event::Text("c2-c3".into()));
    page.run();
    press(&mut page, Key::Enter);
    assert_eq!(decided(&page, &at), ["0 c2-c3"]);
}

#[test]
fn resigning_takes_two_steps_in_two_places() {
    let at = game("two", &[0]);
    let mut page = open(at.clone());
    click(&mut page, "认输");
    press(&mut page, Key::Escape);
    assert!(page.query_by_label("确认认输").is_none());
    let first = page.get_by_label("认输").rect();
    click(&mut page, "认输");
    let second = page.get_by_label("确认认输").rect();
    assert!(!first.intersects(second));
    assert_eq!(decided(&page, &at), Vec::<String>::new());
    click(&mut page, "确认认输");
    assert_eq!(decided(&page, &at), ["0 Resign"]);
}

#[test]
fn a_first_step_alone_is_forgotten() {
    let mut page = open(game("two", &[0]));
    click(&mut page, "认输");
    page.run_steps(2);
    // The clock of the harness goes a quarter of a second a frame.
    for _ in 0..40 {
        page.step();
    }
    assert!(page.query_by_label("确认认输").is_none());
}

#[test]
fn draw_buttons_keep_their_places() {
    let mut at = game("two", &[0]);
    let mut page = open(at.clone());
    let places = |page: &Page| {
        ["同意和", "不和", "认输", "关闭", "离开", "记录"].map(|it| page.get_by_label(it).rect())
    };
    let before = places(&page);
    let offer = page.get_by_label("提和").rect();
    click(&mut page, "提和");
    at.draws = SeatSet::one(Seat::of(0));
    set(&mut page, at.clone());
    assert_eq!(page.get_by_label("撤回").rect(), offer);
    at.draws = SeatSet::one(Seat::of(1));
    set(&mut page, at.clone());
    assert_eq!(places(&page), before);
    click(&mut page, "不和");
    click(&mut page, "同意和");
    assert_eq!(decided(&page, &at), ["0 OfferDraw", "0 DeclineDraw", "0 OfferDraw"]);
}

#[test]
fn the_screen_is_handed_over_before_a_secret_choice() {
    let mut at = game("two", &[0, 1]);
    let mut page = open(at.clone());
    page.get_by_label("把屏幕交给 0 座（甲）");
    press(&mut page, Key::Num1);
    assert_eq!(decided(&page, &at), Vec::<String>::new());
    click(&mut page, "交好了，开始");
    press(&mut page, Key::Num1);
    assert_eq!(decided(&page, &at), ["0 J"]);
    at.awaited = SeatSet::one(Seat::of(1));
    at.silent = at.awaited;
    set(&mut page, at.clone());
    page.get_by_label("把屏幕交给 1 座（乙）");
    click(&mut page, "交好了，开始");
    press(&mut page, Key::Num3);
    assert_eq!(decided(&page, &at), ["0 J", "1 B"]);
}

#[test]
fn what_all_have_shown_is_seen_and_keeps_nobody_waiting() {
    let start = game("two", &[0]);
    let mut page = open(start.clone());
    let at = shown(start, "J B");
    set(&mut page, at.clone());
    page.step();
    // The board can be used at once.
    click(&mut page, "c2、己方战士、能动");
    click(&mut page, "c3、空、可走");
    assert_eq!(decided(&page, &at), ["0 c2-c3"]);
}

#[test]
fn everything_is_shown_in_both_languages_and_all_looks() {
    let boards = [("two", "S J"), ("three", "S J J"), ("four", "B S S S"), ("five", "B S S S S")];
    let sizes = [SMALL, [1888.0, 996.0]];
    let looks = Theme::ALL.into_iter().zip(boards);
    for (theme, (preset, choices)) in looks {
        for (lang, size) in ["zh", "en"].into_iter().zip(sizes) {
            let start = game(preset, &[0]);
            let prefs = Prefs { lang: lang.into(), theme, ..Prefs::default() };
            let mut page = stage(start.clone()).with(prefs).open(size, Play::ui);
            let mut at = shown(start, choices);
            set_steps(&mut page, at.clone());
            at.draws = SeatSet::one(Seat::of(1));
            at.connected = SeatSet::EMPTY;
            at.deadline = Some(std::time::Instant::now());
            let mut log = at.log.as_ref().clone();
            for entry in [LogEntry::Offered, LogEntry::Declined, LogEntry::Silent] {
                log.push(std::sync::Arc::new(entry(Seat::of(1))));
            }
            at.log = std::sync::Arc::new(log);
            set_steps(&mut page, at.clone());
            for key in [Key::Questionmark, Key::Escape, Key::P, Key::O] {
                page.key_press(key);
                page.run_steps(2);
            }
            at.ended = Some(Ended::Claimed(SeatSet::one(Seat::of(1))));
            set_steps(&mut page, at);
        }
    }
}

/// The next view, where a clock keeps the page awake.
fn set_steps(page: &mut Page, game: MatchView) {
    page.state_mut().go_on(game);
    page.run_steps(3);
}

#[test]
fn hints_can_be_turned_off() {
    let mut page = open(game("two", &[0]));
    click(&mut page, "不再提示");
    let set = page.state().acts().iter().any(|act| matches!(act, Act::Set(prefs) if !prefs.hints));
    assert!(set);
}

#[test]
fn the_board_is_one_stop_on_the_way_of_the_keyboard() {
    let mut page = open(shown(game("two", &[0]), "J B"));
    // The keyboard is nowhere: an arrow begins where something can be moved.
    press(&mut page, Key::ArrowRight);
    assert!(page.get_by_label("a2、己方战士、能动").is_focused());
    press(&mut page, Key::ArrowRight);
    assert!(page.get_by_label("b2、空").is_focused());
    press(&mut page, Key::Tab);
    assert!(page.get_by_label("不再提示").is_focused());
    page.key_press_modifiers(eframe::egui::Modifiers::SHIFT, Key::Tab);
    page.run();
    assert!(page.get_by_label("b2、空").is_focused());
}

#[test]
fn enter_belongs_to_the_button_that_has_the_keyboard() {
    let at = shown(game("two", &[0]), "S J");
    let mut page = open(at.clone());
    click(&mut page, "b1、己方盾卫、能动");
    click(&mut page, "c2、己方战士、可选");
    page.get_by_label("退回").focus();
    page.run();
    press(&mut page, Key::Enter);
    assert_eq!(decided(&page, &at), Vec::<String>::new());
    assert!(page.query_by_label("推过去").is_none());
}

#[test]
fn each_seat_says_how_its_player_is_reached() {
    for (preset, size) in [("two", SMALL), ("five", SMALL), ("five", [1148.0, 716.0])] {
        let mut at = game(preset, &[0]);
        at.links = at.contract.players.iter().map(|_| relayed()).collect();
        let mut page = stage(at).open(size, Play::ui);
        page.run();
        let mark = "1 座（乙）：经中继「小店」 · 12 毫秒";
        click(&mut page, mark);
        page.get_by_label("怎么连到乙");
        assert!(page.query_by_label_contains("想绕开中继直连，没有打通").is_some());
        // The keys of the game do nothing below it.
        press(&mut page, Key::Num2);
        assert!(page.state().acts().is_empty());
        press(&mut page, Key::Escape);
        assert!(page.query_by_label("怎么连到乙").is_none());
        // The own seat needs none.
        assert!(page.query_by_label_contains("0 座（甲）：经").is_none());
    }
}

/// A match of three, of whom the second is away.
fn without_the_second(since: u64) -> MatchView {
    let mut at = game("three", &[0]);
    let since = std::time::Instant::now() - std::time::Duration::from_secs(since);
    let here = || table::Way::Lan;
    let away = table::Way::Reconnecting { since };
    at.links = [table::Way::Here, away, here()].map(|way| link(way, &[])).into();
    at.connected = [0, 2].map(game::Seat::of).into_iter().collect();
    at
}

#[test]
fn who_is_away_is_told_with_since_when_and_what_can_be_done() {
    let mut at = without_the_second(18);
    at.awaited = SeatSet::EMPTY;
    at.silent = SeatSet::one(game::Seat::of(1));
    let mut page = open(at.clone());
    page.get_by_label_contains("1 座（乙）、没有连上、重连中 0:18");
    page.get_by_label_contains("可以等他回来，也可以提和");
    let later = std::time::Instant::now() + std::time::Duration::from_secs(100);
    at.claims_from = Some(later);
    set(&mut page, at.clone());
    page.get_by_label_contains("后可以“关闭”");
    at.claims_from = Some(std::time::Instant::now());
    set(&mut page, at.clone());
    page.get_by_label_contains("也可以“关闭”");
    // What he signs comes through another: nobody is away.
    let name = "丙".to_owned();
    at.links[1] = link(table::Way::Bridged { through: game::Seat::of(2), name }, &[]);
    set(&mut page, at);
    page.get_by_label_contains("1 座（乙）、思考中…、经 丙 转");
    assert!(page.query_by_label_contains("可以等").is_none());
}

#[test]
fn the_program_plays_on_for_a_player_who_asks_it_to() {
    let at = game("two", &[0]);
    let mut page = open(at.clone());
    click(&mut page, "托管");
    click(&mut page, "托管：快");
    let me = Seat::of(0);
    let asked = |command| vec![Act::Table(Box::new(command))];
    let level = table::Level::Quick;
    assert_eq!(page.state_mut().took(), asked(Command::HandOver(me, Some(level))));
    let mut handed = at;
    handed.handed.insert(me, level);
    handed.awaited = SeatSet::EMPTY;
    set(&mut page, handed);
    page.get_by_label_contains("0 座（甲）、思考中…、托管中（快）");
    page.get_by_label_contains("提和、认输仍由你决定");
    assert!(page.query_by_label_contains("驱动战士").is_none());
    click(&mut page, "收回");
    assert_eq!(page.state_mut().took(), asked(Command::HandOver(me, None)));
}

#[test]
fn everybodys_word_on_a_draw_is_seen() {
    let mut at = game("three", &[0]);
    let mut page = open(at.clone());
    assert!(page.query_by_label_contains("还没表示").is_none());
    at.draws = SeatSet::one(Seat::of(1));
    set(&mut page, at.clone());
    page.get_by_label("同意和：1 座（乙） · 还没表示：0 座（甲）、2 座（丙）");
    let place = page.get_by_label("同意和").rect();
    (at.draws, at.declined) = (SeatSet::EMPTY, SeatSet::one(Seat::of(2)));
    set(&mut page, at);
    page.get_by_label("不同意：2 座（丙） · 还没表示：0 座（甲）、1 座（乙）");
    assert_eq!(page.get_by_label("同意和").rect(), place);
}
