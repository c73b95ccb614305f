//! The window as a whole: keys, notes, languages.

use std::sync::Arc;

use eframe::egui::{self, Key, Modifiers, ViewportCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use table::{Problem, TableView};

use super::{Face, Prefs, Wish};
use crate::window::stage::{click, harness, idle, press};

struct Window {
    face: Face,
    view: TableView,
    wishes: Vec<Wish>,
}

fn window(view: TableView) -> Harness<'static, Window> {
    let face = Face::new(Prefs { motion: false, ..Prefs::default() });
    harness([900.0, 600.0], None).build_ui_state(
        |ui, window: &mut Window| {
            let wishes = window.face.ui(ui, &window.view);
            window.wishes.extend(wishes);
        },
        Window { face, view, wishes: Vec::new() },
    )
}

#[test]
fn the_language_changes_at_once() {
    let mut window = window(idle());
    press(&mut window, Key::F2);
    click(&mut window, "English（英文）");
    window.get_by_label("Size");
    click(&mut window, "← Back");
    window.get_by_label("Play the computer");
    let kept = window.state().wishes.iter().any(|wish| match wish {
        Wish::Keep(prefs) => prefs.lang == "en",
        Wish::Table(_) => false,
    });
    assert!(kept);
}

#[test]
fn keys_go_everywhere_and_back() {
    let mut window = window(idle());
    window.key_press_modifiers(Modifiers::COMMAND, Key::N);
    window.run();
    window.get_by_label("开房");
    press(&mut window, Key::F2);
    window.get_by_label("语言");
    press(&mut window, Key::Escape);
    window.get_by_label("开房");
    press(&mut window, Key::Escape);
    window.get_by_label("和电脑下");
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    window.run();
    assert!(window.get_by_label("棋谱文件的路径").is_focused());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Plus);
    window.run();
    let scale = window.state().wishes.iter().find_map(|wish| match wish {
        Wish::Keep(prefs) => Some(prefs.scale),
        Wish::Table(_) => None,
    });
    assert_eq!(scale, Some(110));
}

#[test]
fn problems_are_notes_until_they_are_read() {
    let mut view = idle();
    view.problems = vec![(1, Problem::RoomClosed), (2, Problem::OtherVersion)];
    let mut window = window(view);
    window.run();
    window.get_by_label("✗ 房主关了房间。");
    click(&mut window, "知道了：房主关了房间。");
    assert!(window.query_by_label("✗ 房主关了房间。").is_none());
    window.get_by_label("✗ 对方的程序说的是另一个版本的协议。");
    // The same once more, and more than are shown.
    let more = |number: u64| (number, Problem::Disk(format!("{number}")));
    window.state_mut().view.problems.extend([(3, Problem::OtherVersion), more(4), more(5)]);
    window.run();
    window.state_mut().view.problems.push(more(6));
    window.run();
    assert_eq!(window.query_all_by_label_contains("知道了").count(), 3);
    assert!(window.query_by_label_contains("另一个版本").is_none());
}

#[test]
fn notes_cover_no_field_of_the_first_page() {
    let mut view = idle();
    view.problems = (1..4).map(|number| (number, Problem::Disk(format!("{number}")))).collect();
    let mut window = window(view);
    window.set_size(egui::vec2(900.0, 500.0));
    window.run();
    window.run();
    let field = window.get_by_label("房主给的地址").rect();
    let tile = window.get_by_label("打开棋谱").rect();
    let notes = window.query_all_by_label_contains("知道了");
    let top = notes.map(|note| note.rect().top()).fold(f32::INFINITY, f32::min);
    assert!(field.bottom() < top && tile.bottom() < top, "{field:?} {tile:?} {top}");
}

#[test]
fn another_identity_is_told() {
    let mut window = window(idle());
    window.state_mut().face.tell_identity(2);
    window.run();
    window.get_by_label("你的身份正在另一个棋约窗口里用，这个窗口换用身份 2。");
}

#[test]
fn the_window_is_named_after_what_goes_on() {
    let mut window = window(idle());
    window.state_mut().view.lobby = Arc::default();
    let titled = |window: &Harness<'_, Window>, title: &str| {
        let all = window.output().viewport_output.values();
        let command = ViewportCommand::Title(title.into());
        all.flat_map(|viewport| &viewport.commands).any(|told| *told == command)
    };
    window.state_mut().view.phase =
        table::PhaseView::Asking { address: "x".into(), room: None, link: None, invitation: None };
    window.step();
    assert!(titled(&window, "在房间里 · 棋约"));
}
