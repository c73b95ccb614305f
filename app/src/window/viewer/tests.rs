use std::path::Path;

use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use table::auditing::{Source, Verdict, audit};

use super::*;
use crate::text::Text;
use crate::window::prefs::Prefs;
use crate::window::scene::Act;
use crate::window::stage::{
    Match, SMALL, Shown, Stage, click, everywhere, has, idle, press, set, until,
};

type Page = Shown<Viewer>;

fn open(path: &Path) -> Page {
    let mut viewer = Viewer::default();
    viewer.open(path.to_owned());
    let mut page = Stage::new(viewer, idle()).open(SMALL, Viewer::ui);
    until(&mut page, |page| page.state().page.read.is_some());
    page.run();
    page
}

fn film(page: &Page) -> &Film {
    match &page.state().page.read {
        Some(Ok(film)) => film,
        _ => panic!("there is no film"),
    }
}

fn at(page: &Page) -> usize {
    page.state().page.player.shots
}

#[test]
fn a_record_is_watched_by_keys_buttons_lines_and_the_time_line() {
    let played = Match::play();
    let mut page = open(&played.record());
    let last = film(&page).shots.len();
    assert!(last > 4, "{last}");
    press(&mut page, Key::ArrowRight);
    press(&mut page, Key::ArrowRight);
    press(&mut page, Key::ArrowLeft);
    assert_eq!(at(&page), 1);
    press(&mut page, Key::End);
    press(&mut page, Key::ArrowRight);
    assert_eq!(at(&page), last);
    click(&mut page, "退一步");
    assert_eq!(at(&page), last - 1);
    // A button has the focus now; the keys still move the film, once.
    press(&mut page, Key::ArrowLeft);
    assert_eq!(at(&page), last - 2);
    press(&mut page, Key::Home);
    assert_eq!(at(&page), 0);
    page.get_by_label("看到哪里").set_value_accesskit(3.0);
    page.run();
    assert_eq!(at(&page), 3);
    let line = page.get_by_label("看到哪里").rect();
    page.drag_at(line.right_center());
    page.run();
    page.drop_at(line.right_center());
    page.run();
    assert_eq!(at(&page), last);
    press(&mut page, Key::Home);
    let first = film(&page).shots.first().map(|shot| (shot.step, shot.line.clone())).unwrap();
    click(&mut page, &format!("第 {} 步：{}", first.0, first.1));
    assert_eq!(at(&page), 1);
}

#[test]
fn positions_between_those_that_are_kept_are_the_same_as_at_the_table() {
    let played = Match::play();
    let page = open(&played.record());
    let film = film(&page);
    assert_eq!(film.position(film.shots.len()).unwrap(), played.view.position);
    assert_eq!(film.position(0).unwrap(), Any::start(&played.view.contract.rules));
    let mut at = film.position(0).unwrap();
    for (shots, shot) in (1..).zip(&film.shots) {
        let public = Known::public();
        assert_eq!(shot.ply, Any::ply(&film.position(shots).unwrap()).0);
        at = film.position(shots).unwrap();
        assert!(!Any::write_position(&at, &public).is_empty());
    }
    assert_eq!(at, played.view.position);
}

#[test]
fn it_runs_by_itself_and_asks_for_no_frames_when_it_stands() {
    let played = Match::play();
    let mut page = open(&played.record());
    page.key_press(Key::Space);
    page.step();
    assert!(page.query_by_label("停下").is_some());
    // A quarter of a second each.
    page.run_steps(8);
    assert!(at(&page) >= 3, "{}", at(&page));
    page.key_press(Key::Space);
    page.step();
    let stood = at(&page);
    page.run_steps(8);
    page.run();
    assert_eq!(at(&page), stood);
    assert!(page.query_by_label("自动播放").is_some());
}

#[test]
fn a_good_record_is_reported_as_audited_and_the_report_can_be_copied() {
    let played = Match::play();
    let mut page = open(&played.record());
    click(&mut page, "核查");
    assert!(has(&page, "记录已核对"));
    assert!(has(&page, "签名") && has(&page, "成立"));
    for sentence in ["钥匙背后是谁", "钟表是否属实", "场外有没有串通"] {
        assert!(has(&page, sentence), "{sentence}");
    }
    page.get_by_label("复制报告").scroll_to_me();
    page.run();
    click(&mut page, "复制报告");
    let acts = page.state_mut().took();
    let copied = acts.iter().find_map(|act| match act {
        Act::Copy(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.unwrap();
    assert!(copied.contains("核查（成立/总数）") && copied.contains("完整"), "{copied}");
}

/// The record with one byte changed, so that the audit fails in a step that is not the first.
fn damaged(bytes: &[u8]) -> (Vec<u8>, u32) {
    for place in (0..bytes.len() * 3 / 4).rev().step_by(7) {
        let mut bad = bytes.to_vec();
        bad[place] ^= 0x10;
        if let Verdict::Invalid { step, trouble: None, .. } =
            audit(Source::from(bad.clone())).verdict
            && step >= 4
        {
            return (bad, step);
        }
    }
    panic!("no byte matters");
}

#[test]
fn a_byte_that_was_changed_is_found_and_the_steps_before_it_can_be_watched() {
    let played = Match::play();
    let (bytes, step) = damaged(&played.bytes());
    let mut page = open(&played.file("bad.qiyue", &bytes));
    assert_eq!(page.state().page.tab, Tab::Report);
    assert!(has(&page, "这份棋谱不成立"));
    click(&mut page, &format!("看第 {step} 步"));
    assert_eq!(at(&page), film(&page).shots.len());
    assert_eq!(page.state().page.tab, Tab::Ledger);
    assert!(has(&page, "这一步不成立"));
    press(&mut page, Key::ArrowLeft);
    assert_eq!(at(&page) + 1, film(&page).shots.len());
}

#[test]
fn a_record_that_was_cut_off_is_shown_as_far_as_it_goes() {
    let played = Match::play();
    let bytes = played.bytes();
    let mut page = open(&played.file("cut.qiyue", &bytes[..bytes.len() * 2 / 3]));
    assert!(!film(&page).shots.is_empty());
    click(&mut page, "核查");
    assert!(has(&page, "没有下完") && has(&page, "半截内容"));
    let mut page = open(&played.file("head.qiyue", &bytes[..40]));
    assert!(has(&page, "棋约之前就断了"));
    page.run();
}

#[test]
fn what_is_no_record_is_told_in_a_sentence_and_the_next_step() {
    let played = Match::play();
    let page = open(&played.file("a.qiyue", b"no record at all"));
    assert!(has(&page, "不是棋约的棋谱") && has(&page, "请别的棋手拿出他那份"));
    let page = open(&played.file("empty.qiyue", b""));
    assert!(has(&page, "无效"));
    let page = open(&played.folder.path().join("none.qiyue"));
    assert!(has(&page, "找不到文件") && has(&page, "另选一个文件"));
    let page = open(played.folder.path());
    assert!(has(&page, "是一个目录"));
    #[cfg(unix)]
    assert!(has(&open(Path::new("/dev/zero")), "不是普通文件"));
}

#[test]
fn it_can_be_looked_at_from_each_side() {
    let played = Match::play();
    let mut page = open(&played.record());
    page.get_by_label_contains("从 1 座").click();
    page.run();
    assert_eq!(page.state().page.bottom, Some(Seat::of(1)));
}

#[test]
fn every_tab_is_shown_in_both_languages_and_all_colours() {
    let played = Match::play();
    let mut page = open(&played.record());
    page.state_mut().page.player.shots = 5;
    everywhere(&mut page, |page| {
        until(page, |page| film(page).lang == page.state().lang());
        for (tab, _) in Tab::ALL {
            page.state_mut().page.tab = tab;
            page.step();
        }
    });
}

#[test]
fn another_language_keeps_the_place() {
    let played = Match::play();
    let mut page = open(&played.record());
    press(&mut page, Key::ArrowRight);
    press(&mut page, Key::ArrowRight);
    set(&mut page, Prefs { lang: "en".into(), ..Prefs::default() });
    until(&mut page, |page| film(page).lang == Lang::En);
    assert_eq!(at(&page), 2);
    assert!(has(&page, "Seat") || has(&page, "seat"));
}

/// One of the records that the tests of audits share.
fn shared(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/audit");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let hex = text.lines().filter(|line| !line.contains(':')).collect::<String>();
    let digits = hex.bytes().map(|c| char::from(c).to_digit(16).unwrap());
    let digits: Vec<u32> = digits.collect();
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
}

#[test]
fn every_kind_of_end_is_told_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    for (name, told) in [
        ("claimed.hex", "以失联结束"),
        ("cheated_illegal_move.hex", "有人违反了协议"),
        ("unknown_game_with_escapes.hex", "本程序核查不了"),
        ("five_seats.hex", "没有下完"),
        ("complete.hex", "记录已核对"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, shared(name)).unwrap();
        let mut page = open(&path);
        page.state_mut().page.tab = Tab::Report;
        page.run();
        assert!(has(&page, told), "{name}: {told}");
        page.state_mut().page.tab = Tab::Ledger;
        let Viewer { ledger, read, .. } = &mut page.state_mut().page;
        if let Some(Ok(film)) = read {
            ledger.show_step(&film.ledger, u32::MAX);
        }
        page.run();
    }
}

/// Whether the window plays it or not: boards and words come from the engine.
#[test]
fn records_of_every_game_are_shown() {
    use catalog::GameName;
    use table::{RoomPlan, SeatPlan};

    for (game, words, cell) in [
        (GameName::Junqi, ["open-2p", "quiet_limit=4"], "06b"),
        (GameName::Junqi, ["flip", "quiet_limit=2"], "06b"),
        (GameName::Junqi, ["sanguo", "quiet_limit=4"], "06b"),
        (GameName::Shouhu, ["sealed", "quiet_limit=4"], "a5、"),
        (GameName::Shouhu, ["standard", "goal=1"], "a5、"),
    ] {
        let rules = game.rules(words).unwrap();
        let seats = vec![SeatPlan::Bot; usize::from(Any::seats(&rules))];
        let clock = table::Clock::Unlimited;
        let played = Match::of(RoomPlan { rules, clock, machine_seconds: 120, seats });
        let mut page = open(&played.record());
        let last = film(&page).shots.len();
        assert!(last > 3, "{last}");
        for at in (0..=last).step_by(last.div_ceil(6)) {
            page.state_mut().page.player.jump(at);
            page.run();
            let is_shown = page.query_all_by_label_contains(cell).next().is_some();
            assert!(is_shown, "{words:?}");
        }
        for tab in ["viewer-tab-facts", "viewer-tab-ledger", "viewer-tab-report"] {
            let label = Text::new(Lang::Zh).get(tab);
            click(&mut page, &label);
        }
        assert_eq!(film(&page).position(last).unwrap(), played.view.position);
    }
}

/// A step of the same film, on which somebody moves the pieces as he likes.
#[test]
fn moves_are_tried_from_any_place_and_leave_the_record_as_it_is() {
    use catalog::GameName;
    use table::{RoomPlan, SeatPlan};

    let rules = GameName::Shouhu.rules(["standard", "red=seat_0", "quiet_limit=4"]).unwrap();
    let clock = table::Clock::Unlimited;
    let seats = vec![SeatPlan::Bot; 2];
    let played = Match::of(RoomPlan { rules, clock, machine_seconds: 120, seats });
    let mut page = open(&played.record());
    page.state_mut().page.player.jump(0);
    page.run();
    click(&mut page, "从这里试下");
    click(&mut page, "a1、己方车、能动".replace("己方", "0 座的").as_str());
    click(&mut page, "a3、空、可走");
    assert!(has(&page, "0 座：车 a1-a3"));
    click(&mut page, "a9、1 座的车、能动");
    press(&mut page, Key::Escape);
    click(&mut page, "从这里试下");
    click(&mut page, "a1、0 座的车、能动");
    click(&mut page, "a2、空、可走");
    click(&mut page, "退一步");
    assert!(has(&page, "a1、0 座的车、能动"));
    click(&mut page, "回到棋谱");
    assert_eq!(at(&page), 0);
    // Nothing can be tried where the game is over.
    let last = film(&page).shots.len();
    page.state_mut().page.player.jump(last);
    page.run();
    click(&mut page, "从这里试下");
    assert!(!has(&page, "回到棋谱"));
}
