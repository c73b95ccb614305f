//! Keys that hold on every page, and files that are dropped on the window.

use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};
use table::{Command, PhaseView, TableView};

use super::Face;
use crate::window::home::{against_machine, two_here};
use crate::window::scene::{Act, Acts, Over, Page};
use crate::window::settings::scaled;

const CREATE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::N);
const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);
const MACHINE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::M);
const BESIDE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::D);

/// Keys for the size of everything, and how many steps each goes.
const SCALES: [(Key, i32); 4] =
    [(Key::Plus, 1), (Key::Equals, 1), (Key::Minus, -1), (Key::Num0, 0)];

impl Face {
    /// Does what the keys ask for.
    pub(super) fn keys(&mut self, ctx: &egui::Context, view: &TableView, acts: &mut Acts) {
        let is_idle = matches!(view.phase, PhaseView::Idle | PhaseView::Leaving);
        for (key, over) in [(Key::F1, Over::Rules), (Key::F2, Over::Settings)] {
            if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                acts.push(Act::Lay((self.over != Some(over)).then_some(over)));
            }
        }
        for (key, steps) in SCALES {
            let shortcut = KeyboardShortcut::new(Modifiers::COMMAND, key);
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
                acts.push(Act::Set(Box::new(scaled(&self.prefs, steps))));
            }
        }
        if is_idle && ctx.input_mut(|input| input.consume_shortcut(&CREATE)) {
            acts.push(Act::Lay(None));
            acts.push(Act::Show(Page::Create));
        }
        if is_idle && ctx.input_mut(|input| input.consume_shortcut(&OPEN)) {
            acts.push(Act::Lay(None));
            acts.push(Act::Show(Page::Home));
            self.home.show_records();
        }
        for (shortcut, begin) in [(MACHINE, against_machine as fn() -> Command), (BESIDE, two_here)]
        {
            if is_idle && ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
                acts.table(begin());
            }
        }
        self.escape(ctx, view, acts);
        dropped(ctx, is_idle, acts);
    }

    /// Esc goes back, unless it is needed for something nearer: an open menu, a field.
    fn escape(&mut self, ctx: &egui::Context, view: &TableView, acts: &mut Acts) {
        if egui::Popup::is_any_open(ctx) || ctx.text_edit_focused() {
            return;
        }
        let is_home = matches!(view.phase, PhaseView::Idle) && self.page == Page::Home;
        let has_back = self.way_back(view);
        let pressed = |ctx: &egui::Context| {
            ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
        };
        if let Some((act, _)) = has_back
            && pressed(ctx)
        {
            acts.push(act);
        }
        if is_home && self.over.is_none() && self.home.has_records() && pressed(ctx) {
            self.home.show_rooms();
        }
    }
}

/// A record that is dropped on the window is opened, unless something is going on.
fn dropped(ctx: &egui::Context, is_idle: bool, acts: &mut Acts) {
    let file =
        ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    match file {
        Some(path) if is_idle => acts.push(Act::Open(path)),
        Some(_) => acts.push(Act::Tell("drop-later")),
        None => {}
    }
}
