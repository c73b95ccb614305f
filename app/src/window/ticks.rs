//! Who has said yes, no, or nothing to something: one place for each seat, always the same.

use eframe::egui::accesskit::Role;
use eframe::egui::{Pos2, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use game::{Seat, SeatSet};

use super::kit;
use super::look::Look;

/// Width of one seat's place, where there is room.
const PLACE: f32 = 36.0;
/// Height of all.
pub(crate) const HEIGHT: f32 = 24.0;
const BADGE: f32 = 18.0;

/// What has been said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Said {
    /// Whose word is asked for.
    pub(crate) asked: SeatSet,
    /// Who has said yes.
    pub(crate) yes: SeatSet,
    /// Who has said no.
    pub(crate) no: SeatSet,
}

/// How wide the places of so many seats are.
pub(crate) fn width(seats: u8) -> f32 {
    PLACE * f32::from(seats)
}

/// Shows them in a place for so many seats; all that they say is said in words too.
pub(crate) fn ui(ui: &mut Ui, look: &Look, (rect, seats): (Rect, u8), said: Said, told: &str) {
    let place = (rect.width() / f32::from(seats.max(1))).min(PLACE);
    let response = ui.allocate_rect(rect, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, told));
    for seat in said.asked.iter() {
        let left = rect.left() + place * f32::from(seat.number());
        let badge =
            Rect::from_center_size(pos2(left + BADGE / 2.0, rect.center().y), vec2(BADGE, BADGE));
        kit::paint_badge(ui.painter(), look, seat, badge);
        mark(ui, look, pos2(badge.right() + 5.0, rect.center().y), said, seat);
    }
    response.on_hover_text(told);
}

/// A tick, a cross, or an empty ring: told apart without colour.
fn mark(ui: &Ui, look: &Look, at: Pos2, said: Said, seat: Seat) {
    let painter = ui.painter();
    let line = |from: (f32, f32), to: (f32, f32), color| {
        let (from, to) = (at + vec2(from.0, from.1), at + vec2(to.0, to.1));
        painter.line_segment([from, to], Stroke::new(2.2, color));
    };
    if said.yes.has(seat) {
        line((-4.0, 0.0), (-1.0, 4.0), look.good);
        line((-1.0, 4.0), (5.0, -4.0), look.good);
    } else if said.no.has(seat) {
        line((-3.5, -3.5), (3.5, 3.5), look.bad);
        line((-3.5, 3.5), (3.5, -3.5), look.bad);
    } else {
        painter.circle_stroke(at, 3.0, Stroke::new(1.0, look.faint));
    }
}
