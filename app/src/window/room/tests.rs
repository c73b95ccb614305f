//! The page by its labels.

mod far;

use catalog::GameName;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use game::{Game as _, Seat};
use table::{
    Clock, Command, ContractView, PhaseView, RoomPlan, RoomSeat, RoomView, SeatPlan, TableView,
};

use super::RoomPage;
use crate::window::scene::{Act, Over};
use crate::window::stage::{
    self, SMALL, Shown, Stage, click, everywhere, idle, person, press, rules, run, seats,
};

/// Five seats: the host, a guest who is ready or not, a machine, and two that are free or taken.
fn room(is_ready: bool, others: Option<&str>, own: u8) -> RoomView {
    let seat = |plan, name: Option<&str>, is_ready| RoomSeat {
        plan,
        person: name.map(person),
        is_ready,
        link: None,
    };
    RoomView {
        rules: rules("five"),
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
    view(PhaseView::Asking {
        address: "/ip4/10.0.0.2/tcp/7".into(),
        room,
        link: None,
        invitation: None,
    })
}

fn contract() -> ContractView {
    let clock = Clock::Each { seconds: 60 };
    ContractView { clock, ..stage::contract("two", &["房东", "客人"], &[1]) }
}

fn signing() -> TableView {
    let (signed, connected) = (seats(&[1]), seats(&[1]));
    view(PhaseView::Signing {
        contract: contract(),
        signed,
        removable: game::SeatSet::EMPTY,
        connected,
        links: Vec::new(),
    })
}

fn page(view: TableView) -> Shown<RoomPage> {
    Stage::new(RoomPage::default(), view).open(SMALL, RoomPage::ui)
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
    let mut page = page(idle());
    for view in views {
        page.state_mut().view = view;
        everywhere(&mut page, run);
    }
}

#[test]
fn the_host_starts_when_everybody_is_ready() {
    let mut page = page(hosting(room(false, None, 0)));
    page.get_by_label("还空 2 座");
    let button = page.get_by_label("开始").rect();
    click(&mut page, "开始");
    assert_eq!(page.state_mut().took(), []);
    page.state_mut().view = hosting(room(false, Some("丙"), 0));
    page.run();
    page.get_by_label("等 客人 准备");
    page.state_mut().view = hosting(room(true, Some("丙"), 0));
    page.run();
    assert_eq!(page.get_by_label("开始").rect(), button);
    click(&mut page, "开始");
    assert_eq!(page.state_mut().asked(), [Command::Ready(true)]);
}

#[test]
fn the_host_asks_a_guest_to_go() {
    let mut page = page(hosting(room(true, Some("丙"), 0)));
    page.get_by_label_contains("1 座：客人").click();
    page.run();
    click(&mut page, "请出房间");
    assert_eq!(page.state_mut().asked(), [Command::Remove(Seat::of(1))]);
    // Nor need he wait for a signature that does not come.
    let mut view = signing();
    if let PhaseView::Signing { removable, .. } = &mut view.phase {
        *removable = game::SeatSet::one(Seat::of(1));
    }
    page.state_mut().view = view;
    page.run();
    let name = contract().players[1].name.clone();
    click(&mut page, &format!("请出 {name}"));
    assert_eq!(page.state_mut().asked(), [Command::Remove(Seat::of(1))]);
}

#[test]
fn a_guest_is_ready_and_takes_another_seat() {
    let mut page = page(asking(Some(room(false, None, 1))));
    page.get_by_label("准备").click();
    click(&mut page, "坐到 3 座：空位");
    let sit = Command::Sit(Seat::new(3).unwrap());
    let asked = page.state_mut().asked();
    assert!(asked.contains(&Command::Ready(true)) || asked.contains(&sit), "{asked:?}");
    click(&mut page, "坐到 3 座：空位");
    assert_eq!(page.state_mut().asked(), [sit]);
    page.state_mut().view = asking(Some(room(true, None, 1)));
    page.run();
    click(&mut page, "取消准备");
    assert_eq!(page.state_mut().asked(), [Command::Ready(false)]);
}

#[test]
fn the_host_puts_a_machine_on_a_free_seat() {
    let mut page = page(hosting(room(false, None, 0)));
    click(&mut page, "3 座：空位，等人加入");
    click(&mut page, "换成电脑");
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
    click(&mut page, "3 座：空位，等人加入");
    click(&mut page, "我坐这里");
    assert_eq!(page.state_mut().asked(), [Command::Sit(Seat::new(3).unwrap())]);
}

#[test]
fn the_invitation_has_an_address_that_others_reach() {
    let mut page = page(hosting(room(false, None, 0)));
    click(&mut page, "复制邀请");
    let took = page.state_mut().took();
    let [Act::Copy(message), Act::Tell("invite-copied")] = took.as_slice() else {
        panic!("{took:?}")
    };
    assert!(message.contains("qiyue join /ip4/10.0.0.2/tcp/7/p2p/x"), "{message}");
    assert!(page.query_by_label("二维码").is_none());
    page.get_by_label("完整规则").click_accesskit();
    page.run();
    assert_eq!(page.state_mut().took(), [Act::Lay(Some(Over::Rules))]);
}

#[test]
fn a_contract_that_differs_is_signed_or_not() {
    let mut page = page(view(PhaseView::Reviewing(contract())));
    click(&mut page, "签字");
    assert_eq!(page.state_mut().asked(), [Command::Accept { id: "c0ffee".into() }]);
    click(&mut page, "不签");
    assert_eq!(page.state_mut().asked(), [Command::Decline]);
}

#[test]
fn every_game_has_its_own_seats_and_rules_in_short() {
    let words = ["国王", "禁区"];
    for (rules, own) in
        [(rules("two"), "国王"), (stage::rules_of(GameName::Shouhu, "sealed"), "禁区")]
    {
        let whole = room(false, None, 0);
        let seats = whole.seats.into_iter().take(2).collect();
        let page = page(hosting(RoomView { rules, seats, ..whole }));
        for word in words {
            let said = page.query_all_by(|node| node.value().is_some_and(|it| it.contains(word)));
            assert_eq!(said.count() > 0, word == own, "{word}");
        }
        let plates = page.query_all_by(|node| {
            let words = node.label().or_else(|| node.value());
            words.is_some_and(|words| words.contains(" 座："))
        });
        let plates: Vec<_> = plates.collect();
        assert_eq!(plates.len(), 2);
        assert!(!plates[0].rect().intersects(plates[1].rect()));
    }
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
        click(&mut page, label);
        assert_eq!(page.state_mut().asked(), [Command::Leave], "{label}");
    }
}

#[test]
fn players_of_one_name_are_told_apart_by_their_keys() {
    let mut twins = room(false, Some("客人"), 0);
    let ids = ["aaaa-0000-0001", "bbbb-0000-0002"];
    for (seat, id) in twins.seats.iter_mut().skip(3).zip(ids) {
        seat.person.as_mut().unwrap().fingerprint = id.into();
    }
    let page = page(hosting(twins));
    page.get_by_label("3 座：客人，✓ 已准备、aaaa-0000-0001");
    page.get_by_label("4 座：客人，✓ 已准备、bbbb-0000-0002");
    // A machine is one of this program: nobody else has its name.
    page.get_by_label("2 座：机器，电脑 · 强");
}

#[test]
fn all_that_a_seat_offers_is_done_with_the_keyboard() {
    let mut page = page(hosting(room(false, None, 0)));
    page.get_by_label("2 座：机器，电脑 · 强").focus();
    page.run();
    press(&mut page, Key::Enter);
    page.get_by_label("改为等人").focus();
    page.run();
    press(&mut page, Key::Enter);
    let asked = page.state_mut().asked();
    let [Command::Change(plan)] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!(plan.seats[2], SeatPlan::Open);
    page.get_by_label("4 座：空位，等人加入").focus();
    page.run();
    press(&mut page, Key::Enter);
    click(&mut page, "换成同桌");
    let asked = page.state_mut().asked();
    let [Command::Change(plan)] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!(plan.seats[4], SeatPlan::Beside);
    // A guest sits down with the keyboard too.
    page.state_mut().view = asking(Some(room(false, None, 1)));
    page.run();
    page.get_by_label("坐到 3 座：空位").focus();
    page.run();
    press(&mut page, Key::Enter);
    assert_eq!(page.state_mut().asked(), [Command::Sit(Seat::of(3))]);
}

/// A room of this game in which every seat is taken by somebody far away.
fn full(rules: catalog::Rules) -> RoomView {
    let seats = usize::from(catalog::Any::seats(&rules));
    let all = room(true, Some("很长很长很长很长很长的名字"), 0).seats;
    RoomView { rules, seats: all.into_iter().cycle().take(seats).collect(), ..room(true, None, 0) }
}

#[test]
fn no_plate_covers_another_in_the_smallest_window() {
    let laoqi = ["two", "three", "four", "five"].map(rules);
    let shouhu = stage::rules_of(catalog::GameName::Shouhu, "standard");
    for rules in laoqi.into_iter().chain([shouhu]) {
        let seats = catalog::Any::seats(&rules);
        let page = page(hosting(full(rules)));
        let plates: Vec<_> = (0..seats)
            .map(|seat| page.get_by_label_contains(&format!("{seat} 座：")).rect())
            .collect();
        let whole = page.ctx.content_rect();
        for (number, plate) in plates.iter().enumerate() {
            assert!(whole.contains_rect(*plate), "{seats} seats: {number} at {plate:?}");
            let others = plates.iter().skip(number + 1);
            assert!(!others.clone().any(|it| it.intersects(*plate)), "{seats} seats: {plates:?}");
        }
    }
}
