//! The page by its labels.

use catalog::GameName;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::{Seat, SeatSet};
use table::{
    Clock, Command, ContractView, Person, PhaseView, RoomPlan, RoomSeat, RoomView, SeatPlan,
    TableView,
};

use super::RoomPage;
use crate::window::scene::{Act, Over};
use crate::window::stage::{Stage, everywhere, idle, stage};

fn person(name: &str) -> Person {
    Person { name: name.into(), fingerprint: "0123-4567-89ab".into() }
}

fn seats(numbers: &[u8]) -> SeatSet {
    let each = numbers.iter().filter_map(|number| Seat::new(*number));
    each.fold(SeatSet::default(), |set, seat| set.with(seat))
}

/// Five seats: the host, a guest who is ready or not, a machine, and two that are free or taken.
fn room(is_ready: bool, others: Option<&str>, own: u8) -> RoomView {
    let seat =
        |plan, name: Option<&str>, is_ready| RoomSeat { plan, person: name.map(person), is_ready };
    RoomView {
        rules: GameName::Laoqi.rules(["five"]).unwrap(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: vec![
            seat(SeatPlan::Me, Some("房东"), true),
            seat(SeatPlan::Open, Some("客人"), is_ready),
            seat(SeatPlan::Bot, Some("机器"), true),
            seat(SeatPlan::Open, others, others.is_some()),
            seat(SeatPlan::Open, others, others.is_some()),
        ],
        own: seats(&[own]),
    }
}

fn view(phase: PhaseView) -> TableView {
    let addresses = ["/ip4/127.0.0.1/tcp/7/p2p/x".into(), "/ip4/10.0.0.2/tcp/7/p2p/x".into()];
    TableView { phase, addresses: addresses.into(), ..idle() }
}

fn hosting(room: RoomView) -> TableView {
    view(PhaseView::Hosting(room))
}

fn asking(room: Option<RoomView>) -> TableView {
    view(PhaseView::Asking { address: "/ip4/10.0.0.2/tcp/7".into(), room })
}

fn contract() -> ContractView {
    ContractView {
        id: "c0ffee".into(),
        rules: GameName::Laoqi.rules(["two"]).unwrap(),
        clock: Clock::Each { seconds: 60 },
        machine_seconds: 120,
        players: vec![person("房东"), person("客人")],
        own: seats(&[1]),
    }
}

fn signing() -> TableView {
    let (signed, connected) = (seats(&[1]), seats(&[1]));
    view(PhaseView::Signing { contract: contract(), signed, connected })
}

fn page(view: TableView) -> Harness<'static, Stage<RoomPage>> {
    stage(RoomPage::default(), view, |page, ui, scene, acts| page.ui(ui, scene, acts))
}

#[test]
fn it_can_be_read_in_every_language_and_theme() {
    let mut alone = hosting(room(false, None, 0));
    alone.addresses.truncate(1);
    let mut opening = hosting(room(false, None, 0));
    opening.addresses.clear();
    let views = [
        alone,
        opening,
        hosting(room(true, Some("丙"), 0)),
        asking(None),
        asking(Some(room(true, Some("丙"), 1))),
        view(PhaseView::Reviewing(contract())),
        signing(),
    ];
    everywhere(RoomPage::default(), views, |page, ui, scene, acts| page.ui(ui, scene, acts));
}

#[test]
fn the_host_starts_when_everybody_is_ready() {
    let mut page = page(hosting(room(false, None, 0)));
    page.get_by_label("还空 2 座");
    let button = page.get_by_label("开始").rect();
    page.get_by_label("开始").click();
    page.run();
    assert_eq!(page.state_mut().took(), []);
    page.state_mut().view = hosting(room(false, Some("丙"), 0));
    page.run();
    page.get_by_label("等 客人 准备");
    page.state_mut().view = hosting(room(true, Some("丙"), 0));
    page.run();
    assert_eq!(page.get_by_label("开始").rect(), button);
    page.get_by_label("开始").click();
    page.run();
    assert_eq!(page.state_mut().asked(), [Command::Ready(true)]);
}

#[test]
fn a_guest_is_ready_and_takes_another_seat() {
    let mut page = page(asking(Some(room(false, None, 1))));
    page.get_by_label("准备").click();
    page.get_by_label("坐到 3 座：空位").click();
    page.run();
    let sit = Command::Sit(Seat::new(3).unwrap());
    let asked = page.state_mut().asked();
    assert!(asked.contains(&Command::Ready(true)) || asked.contains(&sit), "{asked:?}");
    page.get_by_label("坐到 3 座：空位").click();
    page.run();
    assert_eq!(page.state_mut().asked(), [sit]);
    page.state_mut().view = asking(Some(room(true, None, 1)));
    page.run();
    page.get_by_label("取消准备").click();
    page.run();
    assert_eq!(page.state_mut().asked(), [Command::Ready(false)]);
}

#[test]
fn the_host_puts_a_machine_on_a_free_seat() {
    let mut page = page(hosting(room(false, None, 0)));
    page.get_by_label("3 座：空位，等人加入").click();
    page.run();
    page.get_by_label("换成电脑").click();
    page.run();
    let all = room(false, None, 0);
    let mut plans: Vec<SeatPlan> = all.seats.iter().map(|seat| seat.plan).collect();
    plans[3] = SeatPlan::Bot;
    let plan = RoomPlan {
        rules: all.rules,
        clock: all.clock,
        machine_seconds: all.machine_seconds,
        seats: plans,
    };
    assert_eq!(page.state_mut().asked(), [Command::Change(plan)]);
    page.get_by_label("3 座：空位，等人加入").click();
    page.run();
    page.get_by_label("我坐这里").click();
    page.run();
    assert_eq!(page.state_mut().asked(), [Command::Sit(Seat::new(3).unwrap())]);
}

#[test]
fn the_invitation_has_an_address_that_others_reach() {
    let mut page = page(hosting(room(false, None, 0)));
    page.get_by_label("复制邀请").click();
    page.run();
    let took = page.state_mut().took();
    let [Act::Copy(message), Act::Tell("invite-copied")] = took.as_slice() else {
        panic!("{took:?}")
    };
    assert!(message.contains("qiyue join /ip4/10.0.0.2/tcp/7/p2p/x"), "{message}");
    page.get_by_label("完整规则").click_accesskit();
    page.run();
    assert_eq!(page.state_mut().took(), [Act::Lay(Some(Over::Rules))]);
}

#[test]
fn a_contract_that_differs_is_signed_or_not() {
    let mut page = page(view(PhaseView::Reviewing(contract())));
    page.get_by_label("签字").click();
    page.run();
    assert_eq!(page.state_mut().asked(), [Command::Accept { id: "c0ffee".into() }]);
    page.get_by_label("不签").click();
    page.run();
    assert_eq!(page.state_mut().asked(), [Command::Decline]);
}

#[test]
fn one_can_always_leave() {
    for (view, label) in [
        (asking(None), "取消"),
        (asking(Some(room(false, None, 1))), "离开"),
        (hosting(room(false, None, 0)), "关闭房间"),
        (signing(), "离开"),
    ] {
        let mut page = page(view);
        page.get_by_label(label).click();
        page.run();
        assert_eq!(page.state_mut().asked(), [Command::Leave], "{label}");
    }
}
