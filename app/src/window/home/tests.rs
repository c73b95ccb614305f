//! The page by its labels.

mod letters;

use std::path::PathBuf;
use std::sync::Arc;

use catalog::GameName;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use table::{
    Clock, Command, ContractView, Finding, FoundRoom, GameVersion, Guest, KeptMatch, KeptRecord,
    Lobby, RoomTrouble, SeatPlan, Shelf, Start, TableView,
};

use super::Home;
use crate::window::scene::Act;
use crate::window::stage::{
    SMALL, Shown, Stage, click, contract, everywhere, idle, person, press, rules, run,
};

fn rooms() -> Lobby {
    let room = |id: &str, name: &str| FoundRoom {
        id: id.into(),
        host: person(name),
        game: GameVersion { game: "laoqi".into(), version: 1 },
        rules: Some(rules("three")),
        clock: Clock::Each { seconds: 60 },
        seats: 3,
        free: 2,
        version: "0.1.0".into(),
        address: format!("/ip4/192.168.1.7/tcp/4001/p2p/{id}"),
        trouble: None,
        is_stale: false,
    };
    let mut full = room("b", "李四");
    full.trouble = Some(RoomTrouble::Full);
    let mut gone = room("c", "王五");
    gone.is_stale = true;
    let mut other = room("d", "赵六");
    other.trouble = Some(RoomTrouble::Protocol { theirs: 1, ours: 2 });
    let mut odd = room("e", "钱七");
    (odd.rules, odd.trouble) = (None, Some(RoomTrouble::Rules(odd.game.clone())));
    let rooms = vec![room("a", "张三"), full, gone, other, odd];
    Lobby { finding: Finding::On { others: 5 }, rooms }
}

fn kept(id: &str, other: &str) -> KeptMatch {
    let contract = ContractView { id: id.into(), ..contract("two", &["我自己", other], &[0]) };
    KeptMatch { contract, steps: 42, written: 0 }
}

fn full() -> TableView {
    let mut view = idle();
    view.lobby = Arc::new(rooms());
    let record = KeptRecord {
        path: PathBuf::from("/r/one.qiyue"),
        id: "abcdef0123456789".into(),
        game: "laoqi".into(),
        players: vec!["甲".into(), "乙".into()],
        written: 0,
    };
    let open = vec![kept("aa", "小明"), kept("bb", "小红")];
    view.shelf = Arc::new(Shelf { open, records: vec![record] });
    view
}

fn home(view: TableView) -> Shown<Home> {
    Stage::new(Home::default(), view).open(SMALL, Home::ui)
}

fn host(others: SeatPlan) -> Command {
    let plan = table::RoomPlan {
        rules: GameName::Laoqi.rules([]).unwrap(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: vec![SeatPlan::Me, others],
    };
    Command::Host { plan, start: Start::WhenFull }
}

#[test]
fn it_can_be_read_in_every_language_and_theme() {
    let mut failed = idle();
    let finding = Finding::Failed("mdns".into());
    failed.lobby = Arc::new(Lobby { finding, rooms: Vec::new() });
    let mut alone = idle();
    let finding = Finding::On { others: 0 };
    alone.lobby = Arc::new(Lobby { finding, rooms: Vec::new() });
    let mut home = home(idle());
    for view in [idle(), failed, alone, full()] {
        home.state_mut().view = view;
        everywhere(&mut home, run);
    }
    home.state_mut().page.show_records();
    everywhere(&mut home, run);
}

#[test]
fn one_click_begins_a_game() {
    let mut home = home(idle());
    click(&mut home, "和电脑下");
    assert_eq!(home.state_mut().asked(), [host(SeatPlan::Bot)]);
    click(&mut home, "两人同屏");
    assert_eq!(home.state_mut().asked(), [host(SeatPlan::Beside)]);
    click(&mut home, "建房");
    assert_eq!(home.state_mut().took(), [Act::Host]);
}

#[test]
fn a_found_room_is_joined_with_one_click() {
    let mut home = home(full());
    click(&mut home, "加入 张三 的房间");
    let address = "/ip4/192.168.1.7/tcp/4001/p2p/a".to_owned();
    let join = Command::Join { address, guest: Guest::Agreeing };
    assert_eq!(home.state_mut().asked(), [join]);
}

#[test]
fn a_found_room_is_watched_with_one_click_even_if_it_is_full() {
    let mut home = home(full());
    click(&mut home, "旁观 张三 的房间");
    let address = "/ip4/192.168.1.7/tcp/4001/p2p/a".to_owned();
    assert_eq!(home.state_mut().asked(), [Command::Watch { address }]);
    click(&mut home, "旁观 李四 的房间");
    assert!(matches!(home.state_mut().asked()[..], [Command::Watch { .. }]));
    click(&mut home, "旁观 王五 的房间");
    assert_eq!(home.state_mut().took(), []);
}

#[test]
fn rooms_that_cannot_be_joined_say_why() {
    let mut home = home(full());
    for (host, why) in [
        ("李四", "！已经满座"),
        ("王五", "！房主已离开"),
        ("赵六", "！房主的程序较旧（协议 1，你的是 2），请房主更新"),
        ("钱七", "！你的程序没有“劳棋”规则第 1 版，请先更新"),
    ] {
        home.get_by_label(why);
        home.get_by_label(&format!("加入 {host} 的房间")).click_accesskit();
        home.run();
        assert_eq!(home.state_mut().took(), []);
    }
}

#[test]
fn a_pasted_message_joins() {
    let mut home = home(idle());
    home.get_by_label("房主给的地址").focus();
    home.run();
    home.get_by_label("房主给的地址").type_text("来下：qiyue join /ip4/10.0.0.2/tcp/99 快");
    home.run();
    press(&mut home, Key::Enter);
    let address = "/ip4/10.0.0.2/tcp/99".to_owned();
    assert_eq!(home.state_mut().asked(), [Command::Join { address, guest: Guest::Agreeing }]);
}

#[test]
fn an_interrupted_match_goes_on() {
    let mut home = home(full());
    home.get_by_label("上次没下完：对 小明");
    click(&mut home, "接着下");
    let resume = |id: &str, at| Command::Resume { id: id.into(), bot: false, at };
    assert_eq!(home.state_mut().asked(), [resume("aa", None)]);
    home.get_by_label("另有 1 局").click();
    click(&mut home, "对方换了地址？");
    home.get_by_label("对方现在的地址").focus();
    home.run();
    home.get_by_label("对方现在的地址").type_text("10.0.0.3:99");
    home.run();
    click(&mut home, "接着下：对 小红");
    assert_eq!(home.state_mut().asked(), [resume("bb", Some("10.0.0.3:99".into()))]);
}

#[test]
fn records_are_opened_from_the_list_and_by_their_path() {
    let mut home = home(full());
    click(&mut home, "打开棋谱");
    click(&mut home, "打开棋谱：甲、乙");
    assert_eq!(home.state_mut().took(), [Act::Open(PathBuf::from("/r/one.qiyue"))]);
    home.get_by_label("棋谱文件的路径").focus();
    home.run();
    home.get_by_label("棋谱文件的路径").type_text("\"/x/y.qiyue\"");
    home.run();
    click(&mut home, "打开");
    assert_eq!(home.state_mut().took(), [Act::Open(PathBuf::from("/x/y.qiyue"))]);
}

#[test]
fn a_name_is_changed_or_it_is_told_why_not() {
    let mut home = home(idle());
    click(&mut home, "改名");
    home.get_by_label("你的名字").type_text("名".repeat(30).as_str());
    home.run();
    click(&mut home, "就叫这个");
    home.get_by_label_contains("名字太长了");
    assert_eq!(home.state_mut().took(), []);
    let select = eframe::egui::Modifiers::COMMAND;
    home.get_by_label("你的名字").focus();
    home.key_press_modifiers(select, Key::A);
    home.run();
    home.get_by_label("你的名字").type_text("新名字");
    home.run();
    press(&mut home, Key::Enter);
    let name = table::Name::new("新名字").unwrap();
    assert_eq!(home.state_mut().asked(), [Command::Rename(name)]);
}
