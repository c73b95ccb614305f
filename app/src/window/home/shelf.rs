//! Records on the disk, and a field for one elsewhere.

use std::path::PathBuf;

use eframe::egui::accesskit::Role;
use eframe::egui::{CornerRadius, CursorIcon, Key, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use table::KeptRecord;

use super::{Scene, hero};
use crate::window::kit;
use crate::window::look::mix;
use crate::window::scene::{Act, Acts};
use crate::window::terms;

/// How many records are listed at most.
const RECORDS: usize = 200;

/// What is remembered of them.
#[derive(Default)]
pub(super) struct Shelf {
    path: String,
    is_focused: bool,
}

impl Shelf {
    /// The keyboard goes to the field.
    pub(super) fn focus(&mut self) {
        self.is_focused = true;
    }

    /// Shows them, the latest first.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Scene { text, look, view, .. } = *scene;
        let height = (ui.available_height() - 50.0).max(60.0);
        let list = ScrollArea::vertical().id_salt("records").max_height(height);
        list.auto_shrink([false, false]).min_scrolled_height(60.0).show(ui, |ui| {
            ui.set_min_height(height - 4.0);
            ui.spacing_mut().item_spacing.y = 6.0;
            if view.shelf.records.is_empty() {
                kit::note(ui, look, &text.get("records-none"));
            }
            kit::note(ui, look, &text.get("records-drop"));
            for record in view.shelf.records.iter().take(RECORDS) {
                if row(ui, scene, record) {
                    acts.push(Act::Open(record.path.clone()));
                }
            }
            hero::quiet(ui, scene, ui.available_rect_before_wrap().shrink2(vec2(8.0, 16.0)));
        });
        self.field(ui, scene, acts);
    }

    fn field(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let text = scene.text;
        ui.horizontal(|ui| {
            let width = (ui.available_width() - kit::BESIDE).max(120.0);
            let (name, hint) = (text.get("records-field"), text.get("records-hint"));
            let field = kit::field(ui, &mut self.path, &name, &hint, 2000, width);
            if std::mem::take(&mut self.is_focused) {
                field.request_focus();
            }
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let path = typed(&self.path);
            let button = kit::button_if(ui, &text.get("records-open"), path.is_some());
            if let Some(path) = path.filter(|_| is_entered || button.clicked()) {
                acts.push(Act::Open(path));
            }
        });
    }
}

/// A path as people paste it: in quotes, or as an address of a file.
fn typed(text: &str) -> Option<PathBuf> {
    let text = text.trim().trim_matches(['"', '\'', '“', '”']);
    let path = text.strip_prefix("file://").unwrap_or(text);
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// One record; gives whether it is to be opened.
fn row(ui: &mut Ui, scene: &Scene<'_>, record: &KeptRecord) -> bool {
    let Scene { text, look, .. } = *scene;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 46.0), Sense::click());
    let players = record.players.join(&text.get("list-separator"));
    let name = text.with("records-name", &[("players", players.as_str().into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let fill = if response.hovered() { mix(look.raised, look.ink, 0.07) } else { look.raised };
    ui.painter().rect_filled(rect, CornerRadius::same(10), fill);
    kit::focus_ring(ui, &response, rect, 10);
    let left = rect.left() + 12.0;
    let room = rect.width() - 24.0;
    let players = kit::one_line(ui, players, 16.0, look.ink, room);
    let parts = [
        terms::game(text, &record.game),
        terms::ago(text, record.written, terms::now()),
        terms::short(&record.id),
    ];
    let about = parts.join(&text.get("option-separator"));
    let about = kit::one_line(ui, about, 13.5, look.faint, room);
    let middle = rect.center().y;
    ui.painter().galley(pos2(left, middle - players.size().y), players, look.ink);
    ui.painter().galley(pos2(left, middle + 2.0), about, look.faint);
    response.on_hover_text(record.path.display().to_string()).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_be_pasted_in_quotes() {
        assert_eq!(typed(" \"/a/b c.qiyue\" "), Some(PathBuf::from("/a/b c.qiyue")));
        assert_eq!(typed("file:///a/b.qiyue"), Some(PathBuf::from("/a/b.qiyue")));
        assert_eq!(typed("  "), None);
    }
}
