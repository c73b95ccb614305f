//! A piece: the outline tells the army, the character the kind, a flag who moves it.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, vec2};
use game::{KindName, Seat, Token};

use super::super::look::{Look, mix};
use super::{ground, seat_shape};
use crate::text::Lang;

/// The seat whose outline is a shield.
const SHIELD: Seat = Seat::of(4);

/// What paints pieces.
pub(super) struct Pieces<'a> {
    pub(super) painter: &'a Painter,
    pub(super) look: &'a Look,
    pub(super) kinds: &'a [KindName],
    pub(super) lang: Lang,
    pub(super) radius: f32,
}

impl Pieces<'_> {
    /// Paints one piece; a chosen one is lifted a little, and a stone is nobody's.
    pub(super) fn paint(&self, at: Pos2, token: Token, (is_chosen, is_stone): (bool, bool)) {
        let board = &self.look.board;
        let radius = self.radius;
        let thick = radius * 0.13;
        let lift = if is_chosen { radius * 0.10 } else { 0.0 };
        let shadow = at + vec2(radius * 0.06, radius * 0.24 + lift);
        for (size, part) in [(1.10, 0.16), (1.02, 0.24)] {
            let color = board.edge.gamma_multiply(part);
            let size = vec2(radius * size, radius * size * 0.96);
            self.painter.add(Shape::ellipse_filled(shadow, size, color));
        }
        let at = at - vec2(0.0, lift + thick * 0.3);
        if is_stone {
            ground::stone(self.painter, at, radius, (board.stone, board.edge));
            self.mark(at, token, board.edge);
            return;
        }
        let color = board.seat(token.army);
        let shape =
            |size: f32, down: f32| seat_shape(token.army, at + vec2(0.0, down), radius * size);
        let edge = Stroke::new((radius * 0.05).max(1.0), board.edge);
        let side = mix(color, board.edge, 0.55);
        self.painter.add(Shape::convex_polygon(shape(1.0, thick), side, edge));
        self.painter.add(Shape::convex_polygon(shape(1.0, 0.0), color, edge));
        let face = Stroke::new((radius * 0.035).max(0.8), mix(color, board.piece, 0.35));
        self.painter.add(Shape::convex_polygon(shape(0.85, 0.0), board.piece, face));
        let lower = mix(board.piece, board.cell, 0.35);
        self.painter.add(Shape::convex_polygon(shape(0.80, radius * 0.02), lower, Stroke::NONE));
        self.painter.add(Shape::convex_polygon(
            shape(0.77, -thick * 0.12),
            board.piece,
            Stroke::NONE,
        ));
        self.mark(at, token, color);
        if token.controller != token.army {
            self.flag(at + vec2(radius * 0.74, -radius * 0.70), token);
        }
    }

    /// The sign of a piece that cannot be taken: a shield in its corner.
    pub(super) fn guard(&self, at: Pos2) {
        let board = &self.look.board;
        let at = at + vec2(-self.radius * 0.74, -self.radius * 0.66);
        let shield = seat_shape(SHIELD, at, self.radius * 0.36);
        let edge = Stroke::new((self.radius * 0.08).max(1.5), board.edge);
        self.painter.add(Shape::convex_polygon(shield, board.chosen, edge));
    }

    fn mark(&self, at: Pos2, token: Token, color: Color32) {
        let board = &self.look.board;
        let name = token.kind.and_then(|kind| self.kinds.get(usize::from(kind.0)));
        let mark = name.map_or("?", |name| name.mark);
        let font = FontId::proportional(self.radius * 1.14);
        self.painter.text(at, Align2::CENTER_CENTER, mark, font, color);
        if let (Some(name), Lang::En) = (name, self.lang) {
            let corner = at + vec2(self.radius * 0.66, self.radius * 0.66);
            let size = self.radius * 0.36;
            self.painter.circle(corner, size, board.piece, Stroke::new(1.0, board.edge));
            let font = FontId::proportional(self.radius * 0.58);
            self.painter.text(corner, Align2::CENTER_CENTER, name.letter, font, board.edge);
        }
    }

    /// Who moves it, where that is not its army's own seat.
    fn flag(&self, at: Pos2, token: Token) {
        let board = &self.look.board;
        let radius = self.radius * 0.40;
        let shape = seat_shape(token.controller, at, radius);
        let stroke = Stroke::new(1.5, board.piece);
        self.painter.add(Shape::convex_polygon(shape, board.seat(token.controller), stroke));
        let font = FontId::proportional(radius * 1.25);
        let number = token.controller.number().to_string();
        self.painter.text(at, Align2::CENTER_CENTER, number, font, board.piece);
    }
}
