//! One of the large things to do: an icon, a name, a line about it.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Color32, CornerRadius, CursorIcon, Painter, Pos2, Rect, Response, Sense, Shape, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::Scene;
use crate::window::kit;
use crate::window::look::mix;

/// A picture of what is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Icon {
    /// A board with a free seat.
    Table,
    /// A machine.
    Machine,
    /// Two people.
    Two,
    /// A list of moves.
    Record,
}

/// One of the large things to do.
pub(super) struct Tile {
    /// Its picture.
    pub(super) icon: Icon,
    /// The key of its name.
    pub(super) key: &'static str,
    /// The key of the line about it.
    pub(super) about: &'static str,
    /// Whether it is the first thing to do.
    pub(super) is_first: bool,
}

impl Tile {
    /// Shows it over the whole width.
    pub(super) fn show(&self, ui: &mut Ui, scene: &Scene<'_>, height: f32) -> Response {
        let look = scene.look;
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        let (name, about) = (scene.text.get(self.key), scene.text.get(self.about));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let (base, ink, faint) = match self.is_first {
            true => (look.accent, look.on_accent, mix(look.accent, look.on_accent, 0.86)),
            false => (look.surface, look.ink, look.faint),
        };
        let pressed = if response.is_pointer_button_down_on() { 0.14 } else { 0.07 };
        let fill = if response.hovered() { mix(base, ink, pressed) } else { base };
        let corner = CornerRadius::same(14);
        let edge = if self.is_first { mix(look.accent, look.ink, 0.3) } else { look.line };
        let stroke = Stroke::new(if look.is_contrast { 2.0 } else { 1.0 }, edge);
        ui.painter().rect(rect, corner, fill, stroke, StrokeKind::Inside);
        kit::focus_ring(ui, &response, rect, 14);
        let center = pos2(rect.left() + 38.0, rect.center().y);
        self.icon.paint(ui.painter(), center, (height * 0.4).min(34.0), ink);
        let left = rect.left() + 76.0;
        let room = rect.right() - left - 10.0;
        let large = (height * 0.2).clamp(18.0, 22.0);
        let name = kit::one_line(ui, name, large, ink, room);
        let about = kit::one_line(ui, about, large * 0.75, faint, room);
        let middle = rect.center().y;
        ui.painter().galley(pos2(left, middle - name.size().y - 1.0), name, ink);
        ui.painter().galley(pos2(left, middle + 2.0), about, faint);
        response
    }
}

impl Icon {
    fn paint(self, painter: &Painter, center: Pos2, size: f32, ink: Color32) {
        let line = Stroke::new(2.0, ink);
        let half = size / 2.0;
        let square = Rect::from_center_size(center, vec2(size, size));
        match self {
            Self::Table => {
                painter.rect_stroke(square, CornerRadius::same(3), line, StrokeKind::Middle);
                painter.vline(center.x, square.y_range(), Stroke::new(1.2, ink));
                painter.hline(square.x_range(), center.y, Stroke::new(1.2, ink));
                painter.circle_filled(center - vec2(half, half) * 0.5, half * 0.3, ink);
                let free = center + vec2(half, half) * 0.5;
                painter.circle_stroke(free, half * 0.28, Stroke::new(1.6, ink));
            }
            Self::Machine => {
                let screen = square.with_max_y(square.bottom() - size * 0.24);
                painter.rect_stroke(screen, CornerRadius::same(4), line, StrokeKind::Middle);
                painter.hline(square.x_range().shrink(size * 0.18), square.bottom(), line);
                painter.vline(center.x, screen.bottom()..=square.bottom(), line);
                for side in [-1.0, 1.0] {
                    let eye = screen.center() + vec2(side * size * 0.18, 0.0);
                    painter.circle_filled(eye, size * 0.075, ink);
                }
            }
            Self::Two => {
                for side in [-1.0, 1.0] {
                    let x = center.x + side * half * 0.62;
                    painter.circle_stroke(pos2(x, center.y - half * 0.45), half * 0.36, line);
                    let body = (0..=12_u8).map(|step| {
                        let angle = std::f32::consts::PI * (1.0 + f32::from(step) / 12.0);
                        let foot = center.y + half * 0.85;
                        pos2(x, foot) + vec2(angle.cos() * half * 0.52, angle.sin() * half * 0.72)
                    });
                    painter.add(Shape::line(body.collect(), line));
                }
            }
            Self::Record => {
                let sheet = square.shrink2(vec2(size * 0.12, 0.0));
                painter.rect_stroke(sheet, CornerRadius::same(3), line, StrokeKind::Middle);
                for row in [0.28, 0.5, 0.72] {
                    let y = sheet.top() + size * row;
                    painter.circle_filled(pos2(sheet.left() + size * 0.17, y), size * 0.05, ink);
                    let words = sheet.left() + size * 0.3..=sheet.right() - size * 0.14;
                    painter.hline(words, y, Stroke::new(1.6, ink));
                }
            }
        }
    }
}
