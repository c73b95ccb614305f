//! The page by its labels.

use catalog::GameName;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use table::{Clock, Command, RoomPlan, SeatPlan, Start};

use super::Create;
use crate::window::scene::{Act, Page};
use crate::window::stage::{Stage, everywhere, idle, stage};

fn create() -> Harness<'static, Stage<Create>> {
    stage(Create::default(), idle(), |page, ui, scene, acts| page.ui(ui, scene, acts))
}

#[test]
fn it_can_be_read_in_every_language_and_theme() {
    let mut five = Create { preset: "two", ..Create::default() };
    five.set("crown", "off");
    for page in [Create { preset: "five", ..Create::default() }, five] {
        everywhere(page, [idle()], |page, ui, scene, acts| page.ui(ui, scene, acts));
    }
}

#[test]
fn a_room_is_opened_with_what_was_chosen() {
    let mut create = create();
    for label in ["3 座", "每步 1 分钟", "须连续", "1 座：电脑", "2 座：我"] {
        create.get_by_label(label).click_accesskit();
        create.run();
    }
    create.get_by_label("开房").click();
    create.run();
    let plan = RoomPlan {
        rules: GameName::Laoqi.rules(["three", "ties=consecutive"]).unwrap(),
        clock: Clock::Each { seconds: 60 },
        machine_seconds: 120,
        seats: vec![SeatPlan::Open, SeatPlan::Bot, SeatPlan::Me],
    };
    assert_eq!(create.state_mut().asked(), [Command::Host { plan, start: Start::WhenReady }]);
}

#[test]
fn without_open_seats_it_begins_at_once() {
    let mut create = create();
    create.get_by_label("1 座：同桌").click();
    create.run();
    create.get_by_label("开房").click();
    create.run();
    let asked = create.state_mut().asked();
    let [Command::Host { plan, start: Start::WhenFull }] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!(plan.seats, [SeatPlan::Me, SeatPlan::Beside]);
}

#[test]
fn a_contradiction_is_told_at_its_option() {
    let mut create = create();
    create.get_by_label("5 座").click();
    create.run();
    create.get_by_label("无").click_accesskit();
    create.run();
    create.get_by_label("2 座").click();
    create.run();
    create.get_by_label_contains("只有五座才有铁皇冠");
    create.get_by_label("开房").click();
    create.run();
    assert_eq!(create.state_mut().took(), []);
    create.get_by_label("有").click_accesskit();
    create.run();
    assert!(create.query_by_label_contains("只有五座才有铁皇冠").is_none());
}

#[test]
fn it_can_be_left() {
    let mut create = create();
    create.get_by_label("返回").click();
    create.run();
    assert_eq!(create.state_mut().took(), [Act::Show(Page::Home)]);
}
