//! The relays that this player knows.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Label, RichText, Ui, WidgetInfo};
use table::{Command, Problem, RelayLine, RelayState, RelayView};

use super::Scene;
use crate::problem::{self, Teller};
use crate::window::kit::{self, Tone};
use crate::window::scene::Acts;

/// Longest text that may be pasted.
const PASTED: usize = 2000;
/// How many relays are shown at most.
const RELAYS: usize = 16;

/// What is remembered of them.
#[derive(Default)]
pub(super) struct Relays {
    link: String,
}

impl Relays {
    /// Shows them, and a field for another one.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Scene { text, look, view, .. } = *scene;
        kit::column_card(ui, look, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            kit::heading(ui, &text.get("relays"));
            kit::note(ui, look, &text.get("relays-about"));
            if view.relays.is_empty() {
                kit::note(ui, look, &text.get("relays-none"));
            }
            for relay in view.relays.iter().take(RELAYS) {
                kit::sheet(ui, look, 10, |ui| {
                    ui.set_width(ui.available_width());
                    one(ui, scene, acts, relay);
                });
            }
            self.field(ui, scene, acts);
        });
    }

    fn field(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Scene { text, look, .. } = *scene;
        let wrong = RelayLine::read(&self.link).err();
        ui.horizontal(|ui| {
            let width = (ui.available_width() - kit::BESIDE).max(120.0);
            let (name, hint) = (text.get("relays-field"), text.get("relays-hint"));
            let field = kit::field(ui, &mut self.link, &name, &hint, PASTED, width);
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let is_ready = !self.link.trim().is_empty() && wrong.is_none();
            let add = kit::button_if(ui, &text.get("relays-add"), is_ready);
            if is_ready && (is_entered || add.clicked()) {
                acts.table(Command::AddRelay(std::mem::take(&mut self.link)));
            }
        });
        if let Some(wrong) = wrong.filter(|_| !self.link.trim().is_empty()) {
            let told = problem::told(text, &Problem::RelayLine(wrong), Teller::Window);
            kit::toned(ui, look, Tone::Warn, &told.what);
            kit::note(ui, look, &told.next);
        }
    }
}

/// One relay: what it is, how it does, and what can be done with it.
fn one(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, relay: &RelayView) {
    let Scene { text, look, .. } = *scene;
    ui.spacing_mut().item_spacing.y = 3.0;
    kit::clipped(ui, RichText::new(&relay.name).size(17.0));
    let address = RichText::new(&relay.address).monospace().size(12.5).color(look.faint);
    ui.add(Label::new(address).truncate()).on_hover_text(&relay.address);
    let (tone, what, next) = state(scene, relay);
    kit::toned(ui, look, tone, &what);
    if !next.is_empty() {
        kit::note(ui, look, &next);
    }
    let name = [("name", relay.name.as_str().into())];
    ui.horizontal_wrapped(|ui| {
        let mut is_used = relay.is_used;
        let switch = ui.checkbox(&mut is_used, text.get("relays-use"));
        let told = text.with("relays-use-name", &name);
        switch.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_used, &told));
        kit::ring(ui, &switch, 8);
        if switch.clicked() {
            acts.table(Command::UseRelay(is_used.then(|| relay.id.clone())));
        }
        for (key, name_key, command) in [
            ("relays-check", "relays-check-name", Command::CheckRelay(relay.id.clone())),
            ("relays-drop", "relays-drop-name", Command::DropRelay(relay.id.clone())),
        ] {
            let button = kit::quiet(ui, look, &text.get(key));
            let told = text.with(name_key, &name);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &told));
            if button.clicked() {
                acts.table(command);
            }
        }
    });
}

/// How a relay does, and what to do next.
fn state(scene: &Scene<'_>, relay: &RelayView) -> (Tone, String, String) {
    let text = scene.text;
    match &relay.state {
        RelayState::Idle => (Tone::Plain, text.get("relay-idle"), String::new()),
        RelayState::Trying => (Tone::Plain, text.get("relay-trying"), String::new()),
        RelayState::Ready { limits, is_reserved } => {
            let key = if *is_reserved { "relay-reserved" } else { "relay-ready" };
            let limits = problem::limits(text, *limits);
            (Tone::Good, text.with(key, &[("limits", limits.into())]), String::new())
        }
        RelayState::Failed(reason) => {
            let failed = Problem::Relay { name: relay.name.clone(), reason: reason.clone() };
            let told = problem::told(text, &failed, Teller::Window);
            (Tone::Bad, told.what, told.next)
        }
    }
}
