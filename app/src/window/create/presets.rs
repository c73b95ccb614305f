//! The presets as cards with a small picture of their board.

use catalog::{Any, Rules};
use eframe::egui::accesskit::Role;
use eframe::egui::{
    CornerRadius, CursorIcon, FontId, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use game::{Game as _, Known, Seat};

use super::{Create, Scene};
use crate::window::board::{BoardUi, Marks};
use crate::window::kit;
use crate::window::look::mix;

/// Size of a picture.
const BOARD: f32 = 84.0;

/// The least width of a card.
const LEAST: f32 = 190.0;

/// Shows them in a row, or in several.
pub(super) fn ui(create: &mut Create, ui: &mut Ui, scene: &Scene<'_>) {
    let presets = create.game.presets();
    let gap = 10.0;
    let room = ui.available_width();
    let fit = ((room + gap) / (LEAST + gap)).floor().max(1.0) as usize;
    // As many rows as are needed, each about as long as the others.
    let rows = presets.len().div_ceil(fit).max(1);
    let in_row = presets.len().div_ceil(rows).max(1);
    let width = ((room - gap * (in_row as f32 - 1.0)) / in_row as f32).floor();
    for row in presets.chunks(in_row) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for preset in row {
                let Ok(rules) = Any::rules(&preset.options) else { continue };
                let key = format!("preset-name-{}-{}", create.game.id(), preset.name);
                let seats = [("count", Any::seats(&rules).into())];
                let name = scene.text.find(&key, &[]);
                let name = name.unwrap_or_else(|| scene.text.with("seats-count", &seats));
                if card(ui, scene, &rules, (&name, create.preset == preset.name), width) {
                    create.preset = preset.name;
                }
            }
        });
    }
}

/// One card; gives whether it was chosen.
fn card(
    ui: &mut Ui,
    scene: &Scene<'_>,
    rules: &Rules,
    (name, is_chosen): (&str, bool),
    width: f32,
) -> bool {
    let Scene { text, look, .. } = *scene;
    let seats = Any::seats(rules);
    let (rect, response) = ui.allocate_exact_size(vec2(width, BOARD + 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, name));
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let base = if response.hovered() { mix(look.surface, look.ink, 0.05) } else { look.surface };
    let edge = match is_chosen {
        true => Stroke::new(2.5, look.accent),
        false => Stroke::new(1.0, look.line),
    };
    ui.painter().rect(rect, CornerRadius::same(14), base, edge, StrokeKind::Inside);
    kit::focus_ring(ui, &response, rect.expand(3.0), 16);
    let board = Rect::from_min_size(rect.min + vec2(12.0, 12.0), vec2(BOARD, BOARD));
    picture(ui, scene, rules, board);
    let left = board.right() + 12.0;
    let line = pos2(left + 7.0, rect.center().y - 14.0);
    ui.painter().circle_stroke(line, 5.0, Stroke::new(1.4, look.ink));
    if is_chosen {
        ui.painter().circle_filled(line, 2.8, look.ink);
    }
    let at = pos2(left + 18.0, rect.center().y - 14.0);
    let wide = (rect.right() - at.x - 8.0).max(20.0);
    let shown = kit::one_line(ui, name.to_owned(), 18.0, look.ink, wide);
    let top = pos2(at.x, at.y - shown.size().y / 2.0);
    ui.painter().galley(top, shown, look.ink);
    let about =
        text.find(&format!("preset-{}-{seats}", rules.game().id()), &[]).unwrap_or_default();
    let room = (rect.right() - left - 8.0).max(20.0);
    let galley = ui.painter().layout(about, FontId::proportional(13.0), look.faint, room);
    ui.painter().galley(pos2(left, rect.center().y + 2.0), galley, look.faint);
    response.clicked()
}

/// A board with the pieces at the start.
pub(crate) fn picture(ui: &mut Ui, scene: &Scene<'_>, rules: &Rules, rect: Rect) {
    let view = Any::view(&Any::start(rules), &Known::public());
    let Some(bottom) = Seat::new(0) else { return };
    let marks = Marks::default();
    let board = BoardUi { rules, view: &view, bottom, marks: &marks, is_live: false };
    kit::in_rect(ui, rect, |ui| {
        board.show(ui, scene, rect.size());
    });
}
