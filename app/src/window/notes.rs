//! What went wrong or is worth a line, at the foot of the window until it is read.

use std::collections::VecDeque;

use eframe::egui::{
    self, Align2, Area, CornerRadius, Frame, Id, Margin, Order, Panel, RichText, Stroke, Ui, vec2,
};
use table::{PhaseView, Problem};

use super::kit::{self, Tone};
use super::scene::Scene;
use crate::problem::{self, Teller, Told};

/// How many are shown at most; the oldest goes first.
const NOTES: usize = 3;
/// How wide they are at most, in points.
const WIDTH: f32 = 560.0;

/// One note.
#[derive(Clone, PartialEq, Debug)]
enum Note {
    /// Something of the table.
    Problem(Problem),
    /// Something of the window: a key.
    Own(&'static str),
    /// The window took another identity than the usual one.
    Identity(u8),
}

/// What is shown, and up to which number the table's problems have been seen.
#[derive(Default)]
pub(crate) struct Notes {
    seen: u64,
    /// Whether a match was going on in the last frame.
    is_playing: bool,
    shown: VecDeque<Note>,
}

impl Notes {
    /// Shows a note of the window itself, by its key.
    pub(crate) fn tell(&mut self, key: &'static str) {
        self.add(Note::Own(key));
    }

    /// Says that the window took this identity, since another window has the usual one.
    pub(crate) fn tell_identity(&mut self, identity: u8) {
        self.add(Note::Identity(identity));
    }

    /// What happens again, like a call that nobody answers, is no second note.
    fn add(&mut self, note: Note) {
        if self.shown.contains(&note) {
            return;
        }
        if self.shown.len() == NOTES {
            self.shown.pop_front();
        }
        self.shown.push_back(note);
    }

    /// Shows them below the page or over its foot: a page that makes room for them moves its
    /// buttons, perhaps just when somebody is about to press one; a page without room for them
    /// has a field at its foot that they would cover.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, has_room: bool) {
        // What was told before a match would cover what can be done in it.
        let is_playing = matches!(scene.view.phase, PhaseView::Playing(_));
        let was_playing = std::mem::replace(&mut self.is_playing, is_playing);
        if is_playing && !was_playing {
            self.shown.clear();
        }
        for (number, problem) in &scene.view.problems {
            if *number > self.seen {
                self.seen = *number;
                self.add(Note::Problem(problem.clone()));
            }
        }
        if self.shown.is_empty() {
            return;
        }
        let width = WIDTH.min(ui.ctx().content_rect().width() - 32.0);
        if has_room {
            let frame = Frame::new().inner_margin(Margin { top: 10, ..Margin::ZERO });
            Panel::bottom("notes").frame(frame).show_separator_line(false).show(ui, |ui| {
                ui.vertical_centered(|ui| self.list(ui, scene, width));
            });
            return;
        }
        let area = Area::new(Id::unique("notes"))
            .order(Order::Foreground)
            .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -14.0))
            .accessible_name(scene.text.get("notes-name"));
        area.show(ui.ctx(), |ui| {
            ui.set_width(width);
            self.list(ui, scene, width);
        });
    }

    fn list(&mut self, ui: &mut Ui, scene: &Scene<'_>, width: f32) {
        ui.spacing_mut().item_spacing.y = 6.0;
        let mut read = None;
        for (place, note) in self.shown.iter().enumerate() {
            if note_ui(ui, scene, note, width) {
                read = Some(place);
            }
        }
        if let Some(place) = read {
            self.shown.remove(place);
        }
    }
}

/// One note; gives whether it has been read.
fn note_ui(ui: &mut Ui, scene: &Scene<'_>, note: &Note, width: f32) -> bool {
    let Scene { text, look, .. } = *scene;
    let (tone, told) = match note {
        Note::Problem(it) => (Tone::Bad, problem::told(text, it, Teller::Window)),
        Note::Own(key) => (Tone::Plain, own(scene, key, &[])),
        Note::Identity(number) => {
            let args = [("number", (*number).into())];
            (Tone::Plain, own(scene, "profile-other", &args))
        }
    };
    let frame = Frame::new()
        .fill(look.surface)
        .stroke(Stroke::new(2.0, tone.color(look)))
        .corner_radius(CornerRadius::same(12))
        .inner_margin(Margin::symmetric(14, 8));
    let inner = frame.show(ui, |ui| {
        ui.set_width(width - 32.0);
        ui.horizontal_top(|ui| {
            ui.allocate_ui(vec2(ui.available_width() - 80.0, 0.0), |ui| {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    let what = RichText::new(format!("{}{}", tone.sign(), told.what));
                    let said = ui.add(egui::Label::new(what.color(look.ink)).wrap());
                    // Read aloud when it appears, after what is being read.
                    ui.ctx().accesskit_node_builder(said.id, |node| {
                        node.set_live(egui::accesskit::Live::Polite);
                    });
                    if !told.next.is_empty() {
                        kit::note(ui, look, &told.next);
                    }
                });
            });
            let right = egui::Layout::right_to_left(egui::Align::Min);
            let read = ui.with_layout(right, |ui| {
                let read = kit::quiet(ui, look, &text.get("notes-read"));
                let name = text.with("notes-read-name", &[("what", told.what.as_str().into())]);
                let role = egui::accesskit::Role::Button;
                read.widget_info(|| egui::WidgetInfo::labeled(role, true, &name));
                read.clicked()
            });
            read.inner
        })
        .inner
    });
    inner.inner
}

/// A note of the window itself, with what to do next if there is something.
fn own(scene: &Scene<'_>, key: &str, args: &[(&str, fluent_bundle::FluentValue<'_>)]) -> Told {
    let next = scene.text.find(&format!("{key}-next"), args).unwrap_or_default();
    Told { what: scene.text.with(key, args), next }
}
