//! What lies beside the board: what happened, and what holds now.

use catalog::{Any, Position};
use eframe::egui::{
    self, Align, Align2, CornerRadius, FontId, Label, RichText, Role, ScrollArea, Sense, Ui,
    WidgetInfo, vec2,
};

use super::super::kit;
use super::super::ledger::digest;
use super::super::look::mix;
use super::super::scene::{Acts, Scene};
use super::film::{Film, Shot};

/// Height of a line of the list.
const ROW: f32 = 32.0;
/// Width of the column of numbers.
const NUMBERS: f32 = 46.0;

/// What happened, a line for each; who is clicked wants to be shown.
pub(super) fn shots(
    ui: &mut Ui,
    scene: &Scene<'_>,
    film: &Film,
    now: usize,
    is_moved: bool,
) -> Option<usize> {
    let mut chosen = None;
    ui.spacing_mut().item_spacing.y = 2.0;
    let count = film.shots.len() + 1;
    let mut area = ScrollArea::vertical().id_salt("shots").auto_shrink(false);
    if is_moved {
        // The line of this place into the middle, unless it can be seen anyway.
        let height = ui.available_height();
        let top = (ROW + 2.0) * now as f32;
        area = area.vertical_scroll_offset((top - height / 2.0 + ROW).max(0.0));
    }
    area.show_rows(ui, ROW, count, |ui, rows| {
        for row in rows {
            let shot = row.checked_sub(1).and_then(|at| film.shots.get(at));
            let before = row.checked_sub(2).and_then(|at| film.shots.get(at));
            let is_new =
                shot.is_some_and(|it| before.map_or(0, |b| b.ply) == it.ply.wrapping_sub(1));
            if line(ui, scene, shot, is_new, row == now) {
                chosen = Some(row);
            }
        }
    });
    chosen
}

/// One line; says whether it was clicked.
fn line(ui: &mut Ui, scene: &Scene<'_>, shot: Option<&Shot>, ends: bool, is_now: bool) -> bool {
    let look = scene.look;
    let told = shot.map_or_else(|| scene.text.get("viewer-start"), |shot| shot.line.clone());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let name = match shot {
        Some(shot) => {
            let args = [("step", shot.step.into()), ("what", told.as_str().into())];
            scene.text.with("viewer-shot", &args)
        }
        None => told.clone(),
    };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_now, &name));
    let painter = ui.painter_at(rect.expand(3.0));
    let corner = CornerRadius::same(7);
    if is_now {
        painter.rect_filled(rect, corner, look.raised);
        let mark =
            egui::Rect::from_min_size(rect.left_top() + vec2(0.0, 5.0), vec2(4.0, ROW - 10.0));
        painter.rect_filled(mark, CornerRadius::same(2), look.accent);
    } else if response.hovered() {
        painter.rect_filled(rect, corner, mix(look.ground, look.ink, 0.06));
    }
    kit::focus_ring(ui, &response, rect, 7);
    if let Some(shot) = shot {
        // The ply that a line completes; the others lead up to it.
        if ends {
            let place = rect.left_center() + vec2(NUMBERS - 8.0, 0.0);
            let number = shot.ply.to_string();
            painter.text(
                place,
                Align2::RIGHT_CENTER,
                number,
                FontId::proportional(14.0),
                look.faint,
            );
        }
    }
    let ink = if is_now || ends || shot.is_none() { look.ink } else { look.faint };
    let galley = kit::one_line(ui, told, 15.0, ink, rect.width() - NUMBERS - 6.0);
    let place = rect.left_center() + vec2(NUMBERS, -galley.size().y / 2.0);
    painter.galley(place, galley, ink);
    response.on_hover_text(name).clicked()
}

/// What holds at this place.
pub(super) fn facts(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    film: &Film,
    (shots, facts, position): (usize, &[String], &Position),
) {
    ui.spacing_mut().item_spacing.y = 8.0;
    let shot = shots.checked_sub(1).and_then(|last| film.shots.get(last));
    if let Some(shot) = shot {
        kit::heading(ui, &scene.text.with("step-title", &[("step", shot.step.into())]));
        for line in &shot.told {
            ui.add(Label::new(line).wrap());
        }
        ui.separator();
    }
    for (number, fact) in facts.iter().enumerate() {
        let color = if number == 0 { scene.look.ink } else { scene.look.faint };
        ui.add(Label::new(RichText::new(fact).color(color)).wrap());
    }
    ui.separator();
    let hex: String = game::digest::<Any>(position).0.iter().map(|b| format!("{b:02x}")).collect();
    digest(ui, scene, acts, "field-position", &hex);
    let step = shot.and_then(|shot| film.ledger.step(shot.step));
    if let Some(after) = step.and_then(|step| step.head_after.as_deref()) {
        digest(ui, scene, acts, "field-head-after", after);
    }
    ui.with_layout(egui::Layout::top_down(Align::Min), |ui| {
        kit::note(ui, scene.look, &scene.text.get("viewer-digests"));
    });
}
