//! What the player calls himself: shown, and changed in place.

use eframe::egui::{Key, Ui};
use table::{Command, Name, PhaseView};

use super::kit::{self, Tone};
use super::scene::{Acts, Scene};

/// Longest name that can be typed; the table takes fewer bytes than that.
const CHARS: usize = 80;

/// What is remembered of a name that is being changed.
#[derive(Default)]
pub(crate) struct Alias {
    /// What is typed so far; none while nothing is changed.
    draft: Option<String>,
    /// Why what was typed is not a name, as a key.
    fault: Option<&'static str>,
    /// Whether the field has just appeared.
    is_new: bool,
}

impl Alias {
    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Scene { text, look, view, .. } = *scene;
        ui.horizontal(|ui| {
            if self.draft.is_some() {
                self.edit(ui, scene, acts);
                return;
            }
            kit::heading(ui, &view.me.name);
            let is_idle = matches!(view.phase, PhaseView::Idle);
            let change =
                ui.add_enabled_ui(is_idle, |ui| kit::quiet(ui, look, &text.get("alias-change")));
            if change.inner.on_disabled_hover_text(text.get("alias-later")).clicked() {
                self.draft = Some(view.me.name.clone());
                self.is_new = true;
            }
        });
        if let Some(fault) = self.fault {
            kit::toned(ui, look, Tone::Bad, &text.get(fault));
        }
    }

    fn edit(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Some(draft) = &mut self.draft else { return };
        let text = scene.text;
        let width = (ui.available_width() - 112.0).clamp(80.0, 260.0);
        let field = kit::field(ui, draft, &text.get("alias-field"), "", CHARS, width);
        if std::mem::take(&mut self.is_new) {
            field.request_focus();
        }
        let is_left = field.lost_focus();
        let is_entered = is_left && ui.input(|input| input.key_pressed(Key::Enter));
        if is_left && ui.input(|input| input.key_pressed(Key::Escape)) {
            (self.draft, self.fault) = (None, None);
            return;
        }
        if kit::button(ui, &text.get("alias-save")).clicked() || is_entered {
            match Name::new(draft.trim()) {
                Ok(name) => {
                    acts.table(Command::Rename(name));
                    (self.draft, self.fault) = (None, None);
                }
                Err(bad) => self.fault = Some(fault(bad)),
            }
        }
    }
}

/// The key of what is wrong with a name.
const fn fault(bad: table::BadName) -> &'static str {
    match bad {
        table::BadName::Empty => "alias-empty",
        table::BadName::Long => "alias-long",
        table::BadName::Character(_) => "alias-character",
    }
}
