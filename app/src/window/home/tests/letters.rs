//! Invitations on the clipboard, pasted beside a field and into it.

use eframe::egui::{Event, Key, ViewportCommand};
use egui_kittest::kittest::Queryable as _;
use table::{Command, Guest};

use super::{Home, home};
use crate::window::scene::{Act, Over};
use crate::window::stage::letters::{EXPIRED, HOST, NEWER, RELAY, RULES, VALID};
use crate::window::stage::{Shown, click, everywhere, has, idle, press, run};

const TITLE: &str = "青山白鹤邀请你下劳棋（2 人，每步 1 分钟）";

fn asks(home: &Shown<Home>) -> bool {
    let mut views = home.output().viewport_output.values();
    views.any(|view| view.commands.contains(&ViewportCommand::RequestPaste))
}

/// The window gets the keyboard, and this lies on the clipboard.
fn glance(home: &mut Shown<Home>, text: &str) {
    home.run();
    home.state_mut().page.look_again();
    home.step();
    assert!(asks(home));
    home.event(Event::Paste(text.into()));
    home.step();
    home.run();
    assert!(!asks(home));
}

fn paste(home: &mut Shown<Home>, text: &str) {
    home.run();
    home.event(Event::Paste(text.into()));
    home.run();
}

fn join(text: &str) -> Command {
    Command::Join { address: text.into(), guest: Guest::Invited }
}

#[test]
fn an_invitation_on_the_clipboard_is_joined_with_one_click() {
    let mut home = home(idle());
    let message = format!("来下棋吧！\n{VALID} 快来");
    glance(&mut home, &message);
    home.get_by_label(TITLE);
    assert_eq!(home.state_mut().took(), []);
    click(&mut home, "加入并准备");
    assert_eq!(home.state_mut().asked(), [join(&message)]);
    // It has been answered.
    glance(&mut home, &message);
    assert!(!has(&home, TITLE));
}

#[test]
fn an_invitation_that_is_not_wanted_is_not_shown_again() {
    let mut home = home(idle());
    glance(&mut home, VALID);
    click(&mut home, "不了");
    assert_eq!(home.state_mut().took(), []);
    glance(&mut home, VALID);
    assert!(!has(&home, "加入并准备"));
    // Who pastes it wants it after all.
    paste(&mut home, VALID);
    click(&mut home, "加入并准备");
    assert_eq!(home.state_mut().asked(), [join(VALID)]);
}

#[test]
fn what_else_is_on_the_clipboard_is_nobodys_business() {
    let mut home = home(idle());
    glance(&mut home, "密码 1234");
    assert!(!has(&home, "1234") && !has(&home, "邀请你"));
    let mut view = idle();
    view.addresses = vec![format!("/ip4/10.0.0.1/tcp/7/p2p/{HOST}")];
    home.state_mut().view = view;
    glance(&mut home, VALID);
    assert!(!has(&home, "邀请你"));
}

#[test]
fn what_is_typed_is_not_disturbed_by_a_glance() {
    let mut home = home(idle());
    home.get_by_label("房主给的地址").focus();
    home.run();
    home.state_mut().page.look_again();
    home.step();
    assert!(!asks(&home));
}

#[test]
fn a_link_that_cannot_be_used_says_why() {
    let mut home = home(idle());
    for (text, what, next) in [
        (EXPIRED, "！这份邀请已经过期（", "请房主再发一份。要是房主刚发的"),
        (&VALID[..90], "！邀请不完整，或抄错了字。", "从房主发来的消息里重新复制一次"),
        (NEWER, "！你的程序较旧（协议 ", "先更新你的棋约"),
        (RULES, "！你的程序没有“劳棋”规则第 99 版。", "先更新你的棋约"),
    ] {
        glance(&mut home, text);
        assert!(has(&home, what) && has(&home, next), "{what}");
        assert!(!has(&home, "加入并准备"));
        home.get_all_by_label("知道了").next().unwrap().click();
        home.run();
        assert!(!has(&home, what), "{what}");
    }
    assert_eq!(home.state_mut().took(), []);
}

#[test]
fn the_field_knows_links_and_tells_typos_before_anybody_is_dialled() {
    let mut home = home(idle());
    home.get_by_label("房主给的地址").focus();
    home.run();
    home.get_by_label("房主给的地址").type_text(&VALID[..90]);
    home.run();
    assert!(has(&home, "邀请不完整"));
    press(&mut home, Key::Enter);
    assert_eq!(home.state_mut().took(), []);
    home.get_by_label("房主给的地址").focus();
    home.run();
    home.get_by_label("房主给的地址").type_text(&VALID[90..]);
    home.run();
    assert!(!has(&home, "邀请不完整"));
    press(&mut home, Key::Enter);
    assert_eq!(home.state_mut().asked(), [join(VALID)]);
}

#[test]
fn what_is_pasted_beside_the_field_and_is_no_link_goes_into_it() {
    let mut home = home(idle());
    paste(&mut home, "10.0.0.2:99");
    click(&mut home, "加入");
    let command = Command::Join { address: "10.0.0.2:99".into(), guest: Guest::Agreeing };
    assert_eq!(home.state_mut().asked(), [command]);
}

#[test]
fn what_was_pasted_may_be_watched_too() {
    let mut home = home(idle());
    glance(&mut home, VALID);
    click(&mut home, "只旁观");
    assert_eq!(home.state_mut().asked(), [Command::Watch { address: VALID.into() }]);
    paste(&mut home, "10.0.0.2:99");
    click(&mut home, "旁观");
    assert_eq!(home.state_mut().asked(), [Command::Watch { address: "10.0.0.2:99".into() }]);
}

#[test]
fn the_link_of_a_relay_is_offered_to_be_added() {
    let mut home = home(idle());
    glance(&mut home, RELAY);
    click(&mut home, "添加中继");
    let add = Act::Table(Box::new(Command::AddRelay(RELAY.into())));
    assert_eq!(home.state_mut().took(), [add, Act::Lay(Some(Over::Settings))]);
}

#[test]
fn every_card_can_be_read_in_every_language_and_theme() {
    for text in [VALID, EXPIRED, NEWER, RULES, RELAY] {
        let mut home = home(idle());
        glance(&mut home, text);
        everywhere(&mut home, run);
    }
}
