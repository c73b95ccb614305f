//! The banner: a seal, a name, a piece of a board.

use catalog::{Any, GameName};
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui,
    pos2, vec2,
};
use game::{Game as _, Seat};

use super::Scene;
use crate::text::Lang;
use crate::window::board::seat_shape;
use crate::window::look::{Look, mix};

/// How much the board is turned, in radians.
const TURN: f32 = -0.16;

/// The pieces on the painted board: column, row, seat, kind.
const PIECES: [(f32, f32, u8, usize); 8] = [
    (0.0, 0.0, 0, 2),
    (1.0, 1.0, 0, 0),
    (2.0, 0.0, 1, 1),
    (3.0, 1.0, 0, 1),
    (4.0, 2.0, 1, 2),
    (4.0, 0.0, 1, 3),
    (5.0, 1.0, 1, 0),
    (6.0, 2.0, 0, 3),
];

/// Paints it.
pub(super) fn ui(ui: &mut Ui, scene: &Scene<'_>, rect: Rect) {
    let Scene { text, look, .. } = *scene;
    let painter = ui.painter().with_clip_rect(rect);
    let corner = CornerRadius::same(12);
    painter.rect_filled(rect, corner, look.surface);
    // A little inside, so that it does not stand over the round corners.
    art(&painter.with_clip_rect(rect.shrink(4.0)), scene, rect);
    let edge = Stroke::new(if look.is_contrast { 2.0 } else { 1.0 }, look.line);
    painter.rect_stroke(rect, corner, edge, StrokeKind::Inside);

    let side = rect.height() - 28.0;
    let seal_rect = Rect::from_min_size(rect.min + vec2(16.0, 14.0), vec2(side * 0.62, side));
    seal(&painter, look, &text.get("seal"), seal_rect);
    let left = seal_rect.right() + 20.0;
    let size = (side * 0.38).clamp(20.0, 44.0);
    let name = painter.text(
        pos2(left, seal_rect.top() + 1.0),
        Align2::LEFT_TOP,
        text.get("hero-name"),
        FontId::proportional(size),
        look.ink,
    );
    let wrap = (rect.width() * 0.52 - seal_rect.width()).max(220.0);
    let galley =
        painter.layout(text.get("hero-line"), FontId::proportional(15.0), look.faint, wrap);
    painter.galley(pos2(left, name.bottom() + (side * 0.05)), galley, look.faint);
}

/// An empty board with a few pieces, hardly seen, where a page has nothing to say.
pub(super) fn quiet(ui: &Ui, scene: &Scene<'_>, rect: Rect) {
    let look = scene.look;
    let cell = (rect.height() / 3.0).min(rect.width() / 8.0).min(76.0);
    if cell < 34.0 {
        return;
    }
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let board = Rect::from_center_size(rect.center(), vec2(cell * 8.0, cell * 3.0)).shrink(2.0);
    let cell = board.width() / 8.0;
    let tint = |part: f32| mix(look.surface, look.line, part);
    let line = Stroke::new(1.0, tint(if look.is_contrast { 0.3 } else { 0.55 }));
    for step in 0..=8_u8 {
        painter.vline(board.left() + cell * f32::from(step), board.y_range(), line);
    }
    for step in 0..=3_u8 {
        let y = board.top() + board.height() / 3.0 * f32::from(step);
        painter.hline(board.x_range(), y, line);
    }
    for (column, row, seat, _) in PIECES {
        let Some(seat) = Seat::new(seat) else { continue };
        let place = vec2(cell * (column + 0.5), board.height() / 3.0 * (row + 0.5));
        let shape = seat_shape(seat, board.min + place, cell * 0.36);
        let fill = tint(if look.is_contrast { 0.0 } else { 0.25 });
        painter.add(Shape::convex_polygon(shape, fill, Stroke::new(1.5, line.color)));
    }
}

/// A seal in cinnabar, its characters one below the other.
fn seal(painter: &Painter, look: &Look, characters: &str, rect: Rect) {
    painter.rect_filled(rect, CornerRadius::same(7), look.accent);
    let line = Stroke::new(1.5, look.on_accent);
    painter.rect_stroke(rect.shrink(4.0), CornerRadius::same(4), line, StrokeKind::Inside);
    let count = characters.chars().count().max(1) as f32;
    let step = (rect.height() - 12.0) / count;
    for (place, character) in characters.chars().enumerate() {
        let center = pos2(rect.center().x, rect.top() + 6.0 + step * (place as f32 + 0.5));
        let font = FontId::proportional(step.min(rect.width() - 10.0) * 0.86);
        painter.text(center, Align2::CENTER_CENTER, character, font, look.on_accent);
    }
}

/// A red sun, and a board that goes on beyond the edge.
fn art(painter: &Painter, scene: &Scene<'_>, rect: Rect) {
    let look = scene.look;
    let cell = rect.height() * 0.46;
    let origin = pos2(rect.right() - cell * 6.9, rect.top() + rect.height() * 0.36);
    if !look.is_contrast {
        let sun = pos2(origin.x - cell * 0.2, rect.top() + rect.height() * 0.3);
        painter.circle_filled(sun, rect.height() * 0.62, mix(look.surface, look.accent, 0.10));
    }
    let (sin, cos) = TURN.sin_cos();
    let at = |column: f32, row: f32| -> Pos2 {
        let (x, y) = (column * cell, row * cell);
        origin + vec2(x * cos - y * sin, x * sin + y * cos)
    };
    let board = &look.board;
    let quad = |a: Pos2, b: Pos2, c: Pos2, d: Pos2, fill: Color32, edge: Stroke| {
        painter.add(Shape::convex_polygon(vec![a, b, c, d], fill, edge));
    };
    let rim = Stroke::new(2.0, board.line);
    quad(at(-0.14, -0.14), at(9.0, -0.14), at(9.0, 4.14), at(-0.14, 4.14), board.rim, rim);
    for row in 0..4_u8 {
        for column in 0..9_u8 {
            let fill = if (row + column) % 2 == 0 { board.cell } else { board.cell_other };
            let (x, y) = (f32::from(column), f32::from(row));
            let line = Stroke::new(1.0, board.line);
            quad(at(x, y), at(x + 1.0, y), at(x + 1.0, y + 1.0), at(x, y + 1.0), fill, line);
        }
    }
    let Ok(rules) = GameName::Laoqi.rules([]) else { return };
    for (column, row, seat, kind) in PIECES {
        let (Some(seat), Some(name)) = (Seat::new(seat), Any::kinds(&rules).get(kind)) else {
            continue;
        };
        let center = at(column + 0.5, row + 0.5);
        let shadow = mix(board.cell_other, board.edge, 0.35);
        let radius = cell * 0.39;
        let below = seat_shape(seat, center + vec2(1.5, 2.5), radius);
        painter.add(Shape::convex_polygon(below, shadow, Stroke::new(2.2, shadow)));
        let shape = seat_shape(seat, center, radius);
        let color = board.seat(seat);
        painter.add(Shape::convex_polygon(shape, board.piece, Stroke::new(2.2, color)));
        let mark = match scene.text.lang() {
            Lang::Zh => name.mark.to_owned(),
            Lang::En => name.letter.to_string(),
        };
        let font = FontId::proportional(cell * 0.42);
        painter.text(center, Align2::CENTER_CENTER, mark, font, color);
    }
}
