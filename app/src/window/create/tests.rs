//! The page by its labels.

use catalog::GameName;
use egui_kittest::kittest::Queryable as _;
use table::{Clock, Command, RoomPlan, SeatPlan, Start};

use super::Create;
use crate::window::scene::{Act, Page};
use crate::window::stage::{SMALL, Shown, Stage, click, everywhere, idle, run};

fn shown(page: Create) -> Shown<Create> {
    Stage::new(page, idle()).open(SMALL, Create::ui)
}

fn create() -> Shown<Create> {
    shown(Create::default())
}

#[test]
fn it_can_be_read_in_every_language_and_theme() {
    let mut five = Create { preset: "two", ..Create::default() };
    five.set("crown", "off");
    for page in [Create { preset: "five", ..Create::default() }, five] {
        everywhere(&mut shown(page), run);
    }
}

#[test]
fn a_room_is_opened_with_what_was_chosen() {
    let mut create = create();
    for label in ["3 座", "每步 1 分钟", "须连续", "1 座：电脑", "2 座：我"] {
        create.get_by_label(label).click_accesskit();
        create.run();
    }
    click(&mut create, "开房");
    let plan = RoomPlan {
        rules: GameName::Laoqi.rules(["three", "ties=consecutive"]).unwrap(),
        clock: Clock::Each { seconds: 60 },
        machine_seconds: 120,
        seats: vec![SeatPlan::Open, SeatPlan::Bot, SeatPlan::Me],
    };
    assert_eq!(create.state_mut().asked(), [Command::Host { plan, start: Start::WhenReady }]);
}

#[test]
fn a_room_may_have_a_total_time() {
    let mut create = create();
    create.get_by_label("共 5 分钟，每手加 3 秒").click_accesskit();
    create.run();
    click(&mut create, "开房");
    let asked = create.state_mut().asked();
    let [Command::Host { plan, .. }] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!(plan.clock, Clock::Total { seconds: 300, increment: 3 });
}

#[test]
fn others_may_watch_if_the_host_says_so() {
    let mut create = create();
    create.get_by_label("晚 10 步可看").click_accesskit();
    create.run();
    click(&mut create, "开房");
    let asked = create.state_mut().asked();
    assert!(matches!(asked[..], [Command::Host { .. }, Command::LetWatch(Some(10))]), "{asked:?}");
}

#[test]
fn without_open_seats_it_begins_at_once() {
    let mut create = create();
    click(&mut create, "1 座：同桌");
    click(&mut create, "开房");
    let asked = create.state_mut().asked();
    let [Command::Host { plan, start: Start::WhenFull }] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!(plan.seats, [SeatPlan::Me, SeatPlan::Beside]);
}

#[test]
fn a_contradiction_is_told_at_its_option() {
    let mut create = create();
    click(&mut create, "5 座");
    create.get_by_label("无").click_accesskit();
    create.run();
    click(&mut create, "2 座");
    create.get_by_label_contains("只有五座才有铁皇冠");
    click(&mut create, "开房");
    assert_eq!(create.state_mut().took(), []);
    create.get_by_label("有").click_accesskit();
    create.run();
    assert!(create.query_by_label_contains("只有五座才有铁皇冠").is_none());
}

#[test]
fn it_can_be_left() {
    let mut create = create();
    click(&mut create, "返回");
    assert_eq!(create.state_mut().took(), [Act::Show(Page::Home)]);
}

#[test]
fn a_game_is_chosen_by_its_picture_too() {
    let mut page = create();
    let card = page.get_by_label("3 座").rect();
    let board = card.left_center() + eframe::egui::vec2(40.0, 0.0);
    page.hover_at(board);
    page.drag_at(board);
    page.drop_at(board);
    page.run();
    assert!(page.query_by_label("2 座：等人").is_some());
}

#[test]
fn a_room_for_shouhu_is_opened_by_the_name_of_its_preset() {
    let mut create = create();
    for label in ["守护棋", "轮流布子", "整条河", "1 座：电脑"] {
        create.get_by_label(label).click_accesskit();
        create.run();
    }
    click(&mut create, "开房");
    let words = ["alternate", "stones=eight"];
    let asked = create.state_mut().asked();
    let [Command::Host { plan, start: Start::WhenFull }] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!(plan.rules, GameName::Shouhu.rules(words).unwrap());
    let mut create =
        shown(Create { game: GameName::Shouhu, preset: "sealed", ..Create::default() });
    everywhere(&mut create, run);
}
