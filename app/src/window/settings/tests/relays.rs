//! The relays by their labels.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use table::{CircuitLimits, Command, RelayFailure, RelayState, RelayView, TableView};

use super::{Settings, shown};
use crate::window::stage::letters::{RELAY, VALID};
use crate::window::stage::{Shown, everywhere, has, idle, press, run};

fn relays(is_used: bool, state: RelayState) -> TableView {
    let address = "/ip4/203.0.113.9/tcp/4600".into();
    let relay = RelayView { id: "12D3".into(), name: "小店".into(), address, is_used, state };
    TableView { relays: vec![relay], ..idle() }
}

fn page(view: TableView) -> Shown<Settings> {
    let mut page = shown(Settings::default());
    page.state_mut().view = view;
    page.run();
    page
}

fn type_link(page: &mut Shown<Settings>, text: &str) {
    page.get_by_label("中继的链接").focus();
    page.run();
    page.get_by_label("中继的链接").type_text(text);
    page.run();
}

#[test]
fn a_relay_is_added_by_its_link() {
    let mut page = page(idle());
    assert!(has(&page, "看不到棋和名字") && has(&page, "还没有中继"));
    type_link(&mut page, RELAY);
    press(&mut page, Key::Enter);
    assert_eq!(page.state_mut().asked(), [Command::AddRelay(RELAY.into())]);
}

#[test]
fn what_is_no_link_of_a_relay_is_told_at_once() {
    let mut room = page(idle());
    type_link(&mut room, VALID);
    assert!(has(&room, "！这是房间的邀请，不是中继的链接。"));
    assert!(has(&room, "回首页粘贴它"));
    press(&mut room, Key::Enter);
    let mut address = page(idle());
    type_link(&mut address, "203.0.113.9:4600");
    assert!(has(&address, "！这段文字里没有中继的链接。"));
    assert_eq!((room.state_mut().took(), address.state_mut().took()), (vec![], vec![]));
}

#[test]
fn a_relay_says_how_it_does() {
    let limits = CircuitLimits { seconds: Some(21_600), bytes: Some(64 << 20) };
    let small = CircuitLimits { seconds: Some(120), bytes: Some(131_072) };
    for (state, what) in [
        (RelayState::Idle, "没有在用"),
        (RelayState::Trying, "正在问…"),
        (
            RelayState::Ready { limits, is_reserved: false },
            "✓ 能用（每条连接 6 小时 · 64 MiB 数据）",
        ),
        (
            RelayState::Ready { limits: CircuitLimits::default(), is_reserved: true },
            "✓ 在用，别人能经它找到你（每条连接 不限）",
        ),
        (
            RelayState::Failed(RelayFailure::TooSmall(small)),
            "✗ 中继「小店」限得太紧，下不完一局（每条连接 2 分钟 · 128 KiB 数据）。",
        ),
        (RelayState::Failed(RelayFailure::Token), "向开中继的朋友要带口令的链接，重新加一次。"),
    ] {
        let mut page = page(relays(true, state));
        page.get_by_label(what);
        everywhere(&mut page, run);
    }
}

#[test]
fn a_relay_is_used_checked_and_removed() {
    let mut page = page(relays(false, RelayState::Idle));
    for (label, command) in [
        ("建房时用中继 小店", Command::UseRelay(Some("12D3".into()))),
        ("检查中继 小店", Command::CheckRelay("12D3".into())),
        ("移除中继 小店", Command::DropRelay("12D3".into())),
    ] {
        page.get_by_label(label).click_accesskit();
        page.run();
        assert_eq!(page.state_mut().asked(), [command], "{label}");
    }
    page.state_mut().view = relays(true, RelayState::Trying);
    page.run();
    page.get_by_label("建房时用中继 小店").click_accesskit();
    page.run();
    assert_eq!(page.state_mut().asked(), [Command::UseRelay(None)]);
}
