//! The keys of the page, and the sheet that lists them.

use eframe::egui::{self, Event, Key, Modifiers, Rect, RichText, Ui, accesskit};

use super::turn::Turn;
use super::{Play, facts, gestures, part};
use crate::window::kit;
use crate::window::scene::Acts;
use table::Decision;

/// The keys with what they do.
const KEYS: [(&str, &str); 10] = [
    ("1 2 3", "keys-choose"),
    ("← ↑ → ↓", "keys-focus"),
    ("Enter", "keys-enter"),
    ("Esc", "keys-escape"),
    ("/  Ctrl+L", "keys-type"),
    ("L", "keys-last"),
    ("P", "keys-facts"),
    ("C  O", "keys-seats"),
    ("F3", "keys-talk"),
    ("?", "keys-sheet"),
];

/// What lies over the board for a reader: the sheet of keys, or an answer to one.
#[derive(Default)]
pub(super) struct Sheet {
    is_open: bool,
    /// An answer in words, until it has been read.
    said: Option<String>,
}

impl Sheet {
    /// Shows what is open, in the middle of the left side.
    pub(super) fn ui(&mut self, ui: &mut Ui, left: Rect, turn: &Turn<'_>) {
        let look = turn.scene.look;
        let text = turn.scene.text;
        if self.is_open {
            let size = egui::vec2(left.width().min(440.0), left.height().min(395.0));
            let mut sheet = part(ui, Rect::from_center_size(left.center(), size), "keys");
            kit::card(&mut sheet, look, |ui| {
                kit::heading(ui, &text.get("keys-title"));
                ui.spacing_mut().interact_size.y = 20.0;
                egui::Grid::new("keys").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
                    for (keys, what) in KEYS {
                        ui.label(RichText::new(keys).color(look.accent));
                        ui.label(text.get(what));
                        ui.end_row();
                    }
                });
                if kit::quiet(ui, look, &text.get("keys-close")).clicked() {
                    self.is_open = false;
                }
            });
        } else if let Some(said) = &self.said {
            let rect = left.with_min_y(left.bottom() - 120.0_f32.min(left.height() * 0.3));
            let mut answer = part(ui, rect.shrink(8.0), "said");
            kit::card(&mut answer, look, |ui| {
                ui.set_min_width(ui.available_width());
                egui::ScrollArea::vertical().id_salt("said").show(ui, |ui| {
                    let line = ui.add(egui::Label::new(said).wrap());
                    ui.ctx().accesskit_node_builder(line.id, |node| {
                        node.set_live(accesskit::Live::Polite);
                    });
                });
            });
        }
    }

    fn close(&mut self) -> bool {
        let was_open = self.is_open || self.said.is_some();
        *self = Self::default();
        was_open
    }

    fn say(&mut self, what: String) {
        self.said = (self.said.as_ref() != Some(&what)).then_some(what);
    }
}

impl Play {
    /// Does what the keys say. Letters belong to the field while something is typed in it.
    pub(super) fn keys(&mut self, ui: &mut Ui, turn: &Turn<'_>, board: Rect, acts: &mut Acts) {
        let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if !ui.ctx().text_edit_focused() {
            if pressed(Key::Slash) || pressed_as(ui, Modifiers::COMMAND, Key::L) {
                self.typing.ask();
                // The stroke itself is no part of the move.
                ui.input_mut(|input| {
                    input.events.retain(|event| !matches!(event, Event::Text(text) if text == "/"));
                });
            }
            let is_covered = self.cover.is_needed(turn);
            if turn.chooses()
                && !is_covered
                && let Some(choice) = gestures::by_key(ui, turn)
            {
                self.decide(turn, Decision::Choose(choice), acts);
            }
            if pressed(Key::Questionmark)
                || pressed_as(ui, Modifiers::SHIFT, Key::Questionmark)
                || pressed_as(ui, Modifiers::SHIFT, Key::Slash)
            {
                self.sheet.is_open = !self.sheet.is_open;
            }
            if pressed(Key::L) {
                let last = self.history.latest().map(str::to_owned);
                self.sheet.say(last.unwrap_or_else(|| turn.scene.text.get("play-history-none")));
            }
            if pressed(Key::P) {
                let facts = facts::lines(&turn.words, &turn.view, |_| true);
                self.sheet.say(format!("{}\n{}", turn.waited(), facts.join("\n")));
            }
            if pressed(Key::C) || pressed(Key::O) {
                self.sheet.say(super::seats::told(turn).join("\n"));
            }
        }
        let can_confirm = self.picking.preview().is_some() && !is_elsewhere(ui, board);
        if can_confirm && is_struck(ui, Key::Enter) {
            pressed(Key::Enter);
            if let Some(mv) = self.picking.confirm() {
                self.play(turn, mv, acts);
            }
        }
        let can_escape = self.sheet.is_open
            || self.sheet.said.is_some()
            || self.picking.has_begun()
            || self.actions.is_armed();
        if can_escape && pressed(Key::Escape) && !self.sheet.close() {
            self.picking.back();
            self.actions.disarm();
        }
    }
}

fn pressed_as(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(modifiers, key))
}

/// Whether the keyboard is at something beside the board that has a use for Enter itself.
fn is_elsewhere(ui: &Ui, board: Rect) -> bool {
    let focused = ui.memory(|memory| memory.focused());
    let response = focused.and_then(|id| ui.ctx().read_response(id));
    let is_beside = response.is_some_and(|response| !board.contains(response.rect.center()));
    is_beside && !ui.ctx().text_edit_focused()
}

/// Whether a key was struck in this frame: one that is held down does not count again.
fn is_struck(ui: &Ui, asked: Key) -> bool {
    ui.input(|input| {
        input.events.iter().any(|event| {
            matches!(event, Event::Key { key, pressed: true, repeat: false, .. } if *key == asked)
        })
    })
}
