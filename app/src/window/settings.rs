//! The settings.

mod relays;

#[cfg(test)]
mod tests;

use eframe::egui::{Label, RichText, ScrollArea, Ui, vec2};

use table::Command;

use super::alias::Alias;
use super::kit;
use super::look::Theme;
use super::prefs::{Prefs, SCALES};
use super::scene::{Act, Acts, Scene};
use crate::text::Lang;
use relays::Relays;

/// The licence of the fonts.
const FONTS_LICENCE: &str = include_str!("../../assets/fonts/OFL.txt");
/// Languages with the keys of their own names, the same in every language.
const LANGS: [(Lang, &str); 2] = [(Lang::Zh, "lang-zh"), (Lang::En, "lang-en")];
/// How wide the names of settings are.
const NAMES: f32 = 72.0;

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Settings {
    /// The folder of the profile, by its name.
    profile: String,
    alias: Alias,
    relays: Relays,
    has_licence: bool,
}

impl Settings {
    /// Tells in which folder the profile is.
    pub(crate) fn set_profile(&mut self, profile: String) {
        self.profile = profile;
    }

    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let all = ui.available_width() - kit::SCROLL;
            let width = all.min(1080.0);
            let side = (all - width) / 2.0;
            ui.horizontal_top(|ui| {
                ui.add_space(side);
                ui.allocate_ui(vec2(width, 0.0), |ui| {
                    ui.columns_const(|[left, right]| {
                        shown(left, scene, acts);
                        self.relays.ui(right, scene, acts);
                        talk(right, scene, acts);
                        self.who(left, scene, acts);
                        keys(right, scene);
                        self.about(right, scene);
                    });
                });
            });
        });
    }

    fn who(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Scene { text, look, view, .. } = *scene;
        kit::column_card(ui, look, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            kit::note(ui, look, &text.get("settings-alias"));
            self.alias.ui(ui, scene, acts);
            let fingerprint = [("fingerprint", view.me.fingerprint.as_str().into())];
            ui.add(Label::new(text.with("home-fingerprint", &fingerprint)));
            kit::note(ui, look, &text.get("fingerprint-about"));
            let folder = [("folder", self.profile.as_str().into())];
            ui.add(Label::new(text.with("settings-profile", &folder)).wrap());
            kit::note(ui, look, &text.get("settings-profile-about"));
        });
    }

    fn about(&mut self, ui: &mut Ui, scene: &Scene<'_>) {
        let Scene { text, look, .. } = *scene;
        kit::column_card(ui, look, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            let version = [("version", env!("CARGO_PKG_VERSION").into())];
            kit::heading(ui, &text.with("settings-version", &version));
            kit::note(ui, look, &text.get("settings-licence"));
            let key = if self.has_licence { "settings-fonts-hide" } else { "settings-fonts" };
            ui.horizontal(|ui| {
                if kit::button(ui, &text.get(key)).clicked() {
                    self.has_licence = !self.has_licence;
                }
            });
            if self.has_licence {
                ScrollArea::vertical().id_salt("fonts").max_height(220.0).show(ui, |ui| {
                    let licence = RichText::new(FONTS_LICENCE).size(13.0).color(look.faint);
                    ui.add(Label::new(licence).wrap());
                });
            }
        });
    }
}

/// How things are shown. Each change holds at once.
fn shown(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
    let Scene { text, look, prefs, .. } = *scene;
    let mut next = prefs.clone();
    kit::column_card(ui, look, |ui| {
        row(ui, scene, "settings-lang", |ui| {
            for (lang, key) in LANGS {
                if kit::choice(ui, look, &text.get(key), prefs.lang() == lang).clicked() {
                    lang.name().clone_into(&mut next.lang);
                }
            }
        });
        row(ui, scene, "settings-theme", |ui| {
            for theme in Theme::ALL {
                let label = text.get(theme.key());
                if kit::choice(ui, look, &label, prefs.theme == theme).clicked() {
                    next.theme = theme;
                }
            }
        });
        row(ui, scene, "settings-scale", |ui| {
            for scale in SCALES {
                let label = format!("{scale}%");
                if kit::choice(ui, look, &label, prefs.scale == scale).clicked() {
                    next.scale = scale;
                }
            }
        });
        kit::note(ui, look, &text.get("settings-scale-keys"));
        for (key, about, value) in [
            ("settings-motion", "settings-motion-about", &mut next.motion),
            ("settings-hints", "settings-hints-about", &mut next.hints),
            ("settings-coordinates", "settings-coordinates-about", &mut next.coordinates),
        ] {
            ui.spacing_mut().item_spacing.y = 0.0;
            let switch = ui.checkbox(value, text.get(key));
            kit::ring(ui, &switch, 8);
            kit::note(ui, look, &text.get(about));
        }
    });
    if next != *prefs {
        acts.push(Act::Set(Box::new(next)));
    }
}

/// Whether there is any talk at the table.
fn talk(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
    let Scene { text, look, view, .. } = *scene;
    kit::column_card(ui, look, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut is_on = view.talk.is_on;
        let switch = ui.checkbox(&mut is_on, text.get("settings-talk"));
        kit::ring(ui, &switch, 8);
        if switch.changed() {
            acts.table(Command::Talk(is_on));
        }
        kit::note(ui, look, &text.get("settings-talk-about"));
    });
}

/// What the keyboard does on every page.
fn keys(ui: &mut Ui, scene: &Scene<'_>) {
    kit::column_card(ui, scene.look, |ui| {
        kit::heading(ui, &scene.text.get("settings-keys"));
        kit::note(ui, scene.look, &scene.text.get("settings-keys-all"));
    });
}

fn row(ui: &mut Ui, scene: &Scene<'_>, key: &str, add: impl FnOnce(&mut Ui)) {
    kit::choices(ui, &scene.text.get(key), NAMES, add);
}

/// The settings with everything the given number of sizes larger; 0: as on the first day.
pub(crate) fn scaled(prefs: &Prefs, steps: i32) -> Prefs {
    let now = SCALES.iter().position(|scale| *scale == prefs.scale).unwrap_or(2);
    let next = match steps {
        0 => Some(Prefs::default().scale),
        1.. => SCALES.get(now + 1).copied(),
        _ => now.checked_sub(1).and_then(|before| SCALES.get(before)).copied(),
    };
    Prefs { scale: next.unwrap_or(prefs.scale), ..prefs.clone() }
}
