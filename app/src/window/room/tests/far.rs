//! Invitations, and how guests and hosts are reached.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use table::{
    CircuitLimits, Command, DialFailure, Invitation, LinkView, PhaseView, RelayFailure, RelayState,
    RelayView, RoomView, TableView, Tried, Way,
};

use super::{RoomPage, asking, hosting, page, room};
use crate::window::scene::{Act, Over};
use crate::window::stage::letters::VALID;
use crate::window::stage::{Shown, click, everywhere, has, link, press, relayed, run};

fn relay(is_used: bool, state: RelayState) -> RelayView {
    let address = "/ip4/203.0.113.9/tcp/4600".into();
    RelayView { id: "12D3".into(), name: "小店".into(), address, is_used, state }
}

fn ready() -> RelayState {
    let limits = CircuitLimits { seconds: Some(21_600), bytes: Some(64 << 20) };
    RelayState::Ready { limits, is_reserved: true }
}

/// An own room with an invitation, and a guest on seat 1 who is reached so.
fn inviting(state: Option<RelayState>, way: Option<LinkView>) -> TableView {
    let mut room = room(false, None, 0);
    room.seats[1].link = way;
    let relays = state.map(|state| relay(true, state));
    TableView {
        invitation: Some(VALID.into()),
        relays: relays.into_iter().collect(),
        ..hosting(room)
    }
}

fn calling(way: LinkView) -> TableView {
    let invitation = Invitation::find(VALID).ok().map(Box::new);
    let phase =
        PhaseView::Asking { address: VALID.into(), room: None, link: Some(way), invitation };
    TableView { phase, ..hosting(room(false, None, 0)) }
}

#[test]
fn a_message_with_the_link_is_copied() {
    let mut page = page(inviting(Some(ready()), None));
    click(&mut page, "复制邀请");
    let took = page.state_mut().took();
    let [Act::Copy(message), Act::Tell("invite-copied")] = took.as_slice() else {
        panic!("{took:?}")
    };
    assert!(message.starts_with("我自己邀你下劳棋（5 人，不限时）。"), "{message}");
    assert!(message.contains("复制这段文字，首页会认出来") && message.contains(VALID), "{message}");
    assert!(Invitation::find(message).is_ok());
}

#[test]
fn it_is_said_from_how_far_the_invitation_works() {
    let mut shown = page(inviting(Some(ready()), None));
    shown.get_by_label("✓ 不在同一个网络的朋友也能来：经中继「小店」。");
    let failed = RelayState::Failed(RelayFailure::Full);
    for (state, what) in [
        (None, "邀请只在这个网络里有用。朋友在别处，就先加一个中继。"),
        (Some(failed), "！中继「小店」现在用不了，邀请只在这个网络里有用。"),
    ] {
        shown.state_mut().view = inviting(state, None);
        shown.run();
        shown.get_by_label(what);
        click(&mut shown, "中继设置");
        assert_eq!(shown.state_mut().took(), [Act::Lay(Some(Over::Settings))]);
    }
    shown.state_mut().view = inviting(Some(RelayState::Trying), None);
    shown.run();
    assert!(has(&shown, "正在连中继「小店」"));
}

#[test]
fn it_is_said_how_long_the_invitation_counts_and_nothing_is_cut() {
    let page = page(inviting(Some(ready()), None));
    page.get_by_label_contains("小时内有效");
    let (copy, code) = (page.get_by_label("复制邀请").rect(), page.get_by_label("二维码").rect());
    let edge = page.ctx.content_rect().right() - 8.0;
    assert!(copy.right() < code.left() && code.right() < edge, "{copy:?} {code:?} {edge}");
}

#[test]
fn the_code_lies_over_the_page_until_it_is_closed() {
    let mut page = page(inviting(None, None));
    for close in [Some("关闭"), None] {
        click(&mut page, "二维码");
        page.get_by_label("邀请的二维码");
        match close {
            Some(label) => click(&mut page, label),
            None => press(&mut page, Key::Escape),
        }
        assert!(!has(&page, "邀请的二维码"));
    }
    assert_eq!(page.state_mut().took(), []);
}

#[test]
fn addresses_are_folded() {
    let mut page = page(inviting(None, None));
    assert!(!has(&page, "/ip4/10.0.0.2"));
    page.get_by_label("地址").click_accesskit();
    page.run();
    assert!(has(&page, "/ip4/10.0.0.2"));
}

#[test]
fn a_guest_has_his_way_on_his_plate_and_all_attempts_behind_it() {
    let mut page = page(inviting(None, Some(relayed())));
    click(&mut page, "客人：经中继「小店」 · 12 毫秒");
    page.get_by_label("怎么连到客人");
    assert!(has(&page, "直连没有打通，所以继续走中继"));
    assert!(has(&page, "✗ 没有回应") && has(&page, "想绕开中继直连，没有打通"));
    assert!(has(&page, "203.0.113.5:4001"));
    assert_eq!(page.state_mut().took(), []);
    click(&mut page, "关闭");
    assert!(!has(&page, "怎么连到客人"));
}

#[test]
fn every_way_has_its_words() {
    let since = std::time::Instant::now();
    let mut page = page(inviting(None, None));
    for (way, words) in [
        (Way::Lan, "客人：局域网直连 · 12 毫秒"),
        (Way::Internet, "客人：互联网直连 · 12 毫秒"),
        (Way::Reconnecting { since }, "客人：重连中 0:0"),
        (Way::Offline { since: None, reason: None }, "客人：还没连上"),
        (
            Way::Offline { since: Some(since), reason: Some(table::Parting::Silent) },
            "客人：离线 0:0",
        ),
        (Way::Bridged { through: game::Seat::of(0), name: "丙".into() }, "客人：经 丙 转"),
    ] {
        page.state_mut().view = inviting(None, Some(link(way, &[])));
        page.step();
        assert!(has(&page, words), "{words}");
    }
}

#[test]
fn who_is_called_and_what_is_tried_is_shown_while_it_lasts() {
    let away = Way::Offline { since: None, reason: None };
    let tried = [Tried::Failed(DialFailure::Refused), Tried::Trying];
    let mut shown = page(calling(link(away.clone(), &tried)));
    shown.step();
    shown.get_by_label("青山白鹤邀请你下劳棋（2 人，每步 1 分钟）");
    shown.get_by_label("正在联系房主…");
    assert!(has(&shown, "✗ 那里没有程序在等") && has(&shown, "正在试…"));
    let absent = [Tried::Failed(DialFailure::NotThere)];
    shown.state_mut().view = calling(link(away, &absent));
    shown.run();
    shown.get_by_label("房主现在不在线");
    assert!(has(&shown, "房主一上线就自动接通") && has(&shown, "会自己一直试下去"));
    shown.state_mut().view = calling(link(Way::Lan, &absent));
    shown.run();
    assert!(!has(&shown, "房主现在不在线") && has(&shown, "✓ 局域网直连"));
    click(&mut shown, "取消");
    assert_eq!(shown.state_mut().asked(), [Command::Leave]);
}

#[test]
fn all_of_it_can_be_read_in_every_language_and_theme() {
    let seated = |room: RoomView| {
        let mut room = room;
        room.seats[0].link = Some(relayed());
        asking(Some(room))
    };
    let failed = RelayState::Failed(RelayFailure::Draining);
    let mut shown: Shown<RoomPage> = page(inviting(Some(ready()), Some(relayed())));
    for view in [
        inviting(Some(failed), Some(link(Way::Lan, &[]))),
        seated(room(false, None, 1)),
        calling(link(Way::Internet, &[Tried::Connected])),
        inviting(Some(ready()), Some(relayed())),
    ] {
        shown.state_mut().view = view;
        everywhere(&mut shown, run);
    }
    shown.get_by_label_contains("QR").click();
    shown.run();
    everywhere(&mut shown, run);
}
