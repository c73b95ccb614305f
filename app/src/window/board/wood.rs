//! The board itself and what is marked on it.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use game::{Board, Node, Seat};

use super::super::look::{Look, mix};
use super::{Fit, Plane, Target, between, seat_shape};

/// Below this width of a cell there is no room for its name.
const NAME_LEAST: f32 = 36.0;

/// What paints the board and its marks.
pub(super) struct Wood<'a> {
    pub(super) painter: &'a Painter,
    pub(super) plane: &'a Plane,
    pub(super) fit: Fit,
    pub(super) look: &'a Look,
}

impl Wood<'_> {
    /// The whole board without what stands on it.
    pub(super) fn board(&self, board: &Board, has_names: bool) {
        if self.plane.is_tiled {
            self.rim();
        } else {
            self.links(board);
        }
        for node in (0..).take(board.nodes.len()) {
            self.cell(board, node);
        }
        for node in (0..).take(board.nodes.len()) {
            self.ground(board, node);
        }
        self.homes(board);
        if has_names {
            self.names(board);
        }
    }

    fn px(&self, cells: f32) -> f32 {
        cells * self.fit.scale
    }

    fn rim(&self) {
        let look = self.look;
        let rim = self.px(self.plane.rim);
        let dark = mix(look.board.rim, look.board.edge, 0.6);
        let inlay = mix(look.board.rim, look.board.name, 0.38);
        if !look.is_contrast {
            for (grow, part) in [(0.07, 0.10), (0.045, 0.22), (0.02, 0.36)] {
                let shade = mix(look.ground, look.board.edge, part);
                self.border(rim + self.px(grow), shade, vec2(0.0, self.px(0.05)));
            }
        }
        let outer = if look.is_contrast { look.board.line } else { dark };
        self.border(rim, outer, Vec2::ZERO);
        self.border(rim - 1.5, mix(look.board.rim, look.board.cell, 0.10), Vec2::ZERO);
        self.border(rim - 3.0, look.board.rim, Vec2::ZERO);
        self.border(self.px(0.16), inlay, Vec2::ZERO);
        self.border(self.px(0.145), look.board.rim, Vec2::ZERO);
        self.border(self.px(0.04).max(1.5), dark, Vec2::ZERO);
    }

    /// A band of this width around all cells, with round corners.
    fn border(&self, width: f32, color: Color32, shift: Vec2) {
        for (_, [a, b]) in &self.plane.rim_sides {
            let (a, b) = (self.fit.at(*a) + shift, self.fit.at(*b) + shift);
            self.painter.line_segment([a, b], Stroke::new(width * 2.0, color));
            self.painter.circle_filled(a, width, color);
            self.painter.circle_filled(b, width, color);
        }
    }

    fn links(&self, board: &Board) {
        let stroke = Stroke::new(self.px(0.05).max(1.5), self.look.board.line);
        for (a, b) in &board.links {
            let ends = [self.plane.place(*a), self.plane.place(*b)].map(|at| self.fit.at(at));
            self.painter.line_segment(ends, stroke);
        }
    }

    fn cell(&self, drawing: &Board, node: Node) {
        let board = &self.look.board;
        let corners = self.fit.all(self.plane.cell(node));
        // No two boards of wood are quite the same.
        let vein = f32::from(node.wrapping_mul(7919) % 11) / 11.0;
        let base = self.base(drawing, node);
        let base = if self.look.is_contrast { base } else { mix(base, board.line, vein * 0.07) };
        let line = Stroke::new(self.px(0.018).max(1.0), board.line);
        self.painter.add(Shape::convex_polygon(corners.clone(), base, line));
        if self.look.is_contrast {
            return;
        }
        if let [a, b, c, d] = corners.as_slice() {
            let grain = Stroke::new(1.0, mix(base, board.line, 0.16));
            for step in 0_u8..3 {
                let low = (0.14 + 0.3 * f32::from(step) + vein * 0.17) % 0.94;
                let high = (low + 0.05 * (vein - 0.5)).clamp(0.03, 0.97);
                let ends = [between(*a, *d, low), between(*b, *c, high)];
                self.painter.line_segment(ends, grain);
            }
        }
        let middle = self.fit.at(self.plane.place(node));
        let shine = if self.look.is_dark { 0.22 } else { 0.55 };
        let light = Stroke::new(1.0, mix(base, board.piece, shine));
        let dark = Stroke::new(1.0, mix(base, board.line, 0.45));
        for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let out = (between(*a, *b, 0.5) - middle).normalized();
            let stroke = if out.x + out.y * 1.4 < 0.0 { light } else { dark };
            self.painter.line_segment([*a - out * 1.6, *b - out * 1.6], stroke);
        }
    }

    /// A band in the seat's colour along its own side.
    fn homes(&self, board: &Board) {
        for (node, [a, b]) in &self.plane.rim_sides {
            let seat = board.nodes.get(usize::from(*node)).and_then(|node| node.home);
            let home = seat.and_then(|seat| Some((seat, *self.plane.homes.get(&seat)?)));
            let Some((seat, home)) = home else { continue };
            let out = between(*a, *b, 0.5) - self.plane.place(*node);
            if out.normalized().dot(home.normalized()) < 0.8 {
                continue;
            }
            let shift = home.normalized() * self.px(0.09);
            let ends = [self.fit.at(*a) + shift, self.fit.at(*b) + shift];
            let width = self.px(0.085).max(3.0);
            self.painter.line_segment(ends, Stroke::new(width + 1.5, self.look.board.name));
            self.painter.line_segment(ends, Stroke::new(width, self.look.board.seat(seat)));
        }
    }

    fn names(&self, board: &Board) {
        for (place, name) in &self.plane.edge_names {
            let font = FontId::proportional(self.px(0.30).clamp(11.0, 20.0));
            let color = self.look.board.name;
            self.painter.text(self.fit.at(*place), Align2::CENTER_CENTER, name, font, color);
        }
        if !self.plane.edge_names.is_empty() || self.fit.scale < NAME_LEAST {
            return;
        }
        let color = mix(self.look.board.cell, self.look.board.edge, 0.62);
        let light = mix(self.look.board.cell, self.look.board.name, 0.7);
        let color = if self.look.is_dark { light } else { color };
        let font = FontId::proportional(self.px(0.19).clamp(9.5, 15.0));
        for (node, place) in (0..).zip(&self.plane.places) {
            let lowest = self.plane.cell(node).iter().copied().max_by(|a, b| {
                let low = |at: &Pos2| at.y - 0.4 * at.x;
                low(a).total_cmp(&low(b))
            });
            let name = board.nodes.get(usize::from(node)).map(|node| node.name.as_str());
            if let (Some(corner), Some(name)) = (lowest, name) {
                let at = self.fit.at(between(*place, corner, 0.68));
                self.painter.text(at, Align2::CENTER_CENTER, name, font.clone(), color);
            }
        }
    }

    /// The cell, smaller or larger.
    fn outline(&self, node: Node, size: f32) -> Vec<Pos2> {
        let middle = self.fit.at(self.plane.place(node));
        let corners = self.fit.all(self.plane.cell(node));
        corners.into_iter().map(|corner| between(middle, corner, size)).collect()
    }

    /// The corners of a cell that the last move touched: filled where something stands.
    pub(super) fn last(&self, node: Node, is_taken: bool) {
        let corners = self.outline(node, 0.93);
        let color = self.look.board.last;
        let around = corners.iter().cycle();
        let before = around.clone().skip(corners.len().saturating_sub(1));
        for ((corner, next), before) in corners.iter().zip(around.skip(1)).zip(before) {
            let mark =
                vec![*corner, between(*corner, *next, 0.24), between(*corner, *before, 0.24)];
            let stroke = Stroke::new(self.px(0.028).max(1.5), color);
            let fill = if is_taken { color } else { Color32::TRANSPARENT };
            self.painter.add(Shape::convex_polygon(mark, fill, stroke));
        }
    }

    /// Something that can be picked up.
    pub(super) fn start(&self, node: Node) {
        let color = self.look.board.target.gamma_multiply(0.85);
        let stroke = Stroke::new(self.px(0.05).max(2.5), color);
        self.painter.add(Shape::closed_line(self.outline(node, 0.90), stroke));
    }

    /// Where something may go: a dot; beside a piece a ring of dots; a ring where it is taken.
    pub(super) fn target(&self, node: Node, target: Target, is_taken: bool) {
        let at = self.fit.at(self.plane.place(node));
        let look = &self.look.board;
        let radius = self.px(self.plane.piece);
        match target {
            Target::Move if !is_taken => {
                let size = radius * 0.34;
                self.painter.circle_filled(at, size + 1.5, look.piece);
                self.painter.circle_filled(at, size, look.target);
            }
            Target::Move => {
                for step in 0_u8..12 {
                    let way = Vec2::angled(std::f32::consts::TAU * f32::from(step) / 12.0);
                    let dot = at + way * radius * 1.14;
                    self.painter.circle_filled(dot, radius * 0.10 + 1.0, look.piece);
                    self.painter.circle_filled(dot, radius * 0.10, look.target);
                }
            }
            Target::Capture => {
                let size = radius * 1.14;
                let width = (radius * 0.17).max(3.0);
                self.painter.circle_stroke(at, size, Stroke::new(width + 2.5, look.piece));
                self.painter.circle_stroke(at, size, Stroke::new(width, look.target));
            }
        }
    }

    /// A thick outline around what was picked.
    pub(super) fn chosen(&self, node: Node, army: Option<Seat>) {
        let look = &self.look.board;
        let at = self.fit.at(self.plane.place(node));
        let radius = self.px(self.plane.piece);
        let shape = match army {
            Some(army) => seat_shape(army, at - vec2(0.0, radius * 0.12), radius * 1.14),
            None => self.outline(node, 0.86),
        };
        let width = (radius * 0.15).max(3.0);
        self.painter.add(Shape::closed_line(shape.clone(), Stroke::new(width + 2.0, look.edge)));
        self.painter.add(Shape::closed_line(shape, Stroke::new(width, look.chosen)));
    }

    /// What would be gone.
    pub(super) fn cross(&self, node: Node) {
        let at = self.fit.at(self.plane.place(node));
        let size = self.px(self.plane.piece) * 0.86;
        for (color, width) in [(self.look.board.piece, 0.30), (self.look.bad, 0.18)] {
            let stroke = Stroke::new((size * width).max(3.0), color);
            for way in [vec2(1.0, 1.0), vec2(1.0, -1.0)] {
                self.painter.line_segment([at - way * size * 0.7, at + way * size * 0.7], stroke);
            }
        }
    }

    /// What would go from where to where.
    pub(super) fn arrow(&self, from: Node, to: Node) {
        let (from, to) = (self.fit.at(self.plane.place(from)), self.fit.at(self.plane.place(to)));
        let along = (to - from).normalized();
        let radius = self.px(self.plane.piece);
        let (start, tip) = (from + along * radius * 0.62, to + along * radius * 0.10);
        let neck = tip - along * radius * 0.80;
        let side = along.rot90() * radius * 0.50;
        let look = &self.look.board;
        for (color, grow) in [(look.edge, 1.5), (look.chosen, 0.0)] {
            let stroke = Stroke::new(radius * 0.26 + grow * 2.0, color);
            self.painter.line_segment([start - along * grow, neck], stroke);
            let head = vec![
                tip + along * grow * 1.6,
                neck + side * (1.0 + grow * 0.08) - along * grow,
                neck - side * (1.0 + grow * 0.08) - along * grow,
            ];
            self.painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
        }
    }

    /// A line in the lower corner.
    pub(super) fn caption(&self, rect: Rect, name: &str) {
        let font = FontId::proportional(14.0);
        let galley = self.painter.layout_no_wrap(name.to_owned(), font, self.look.ink);
        let size = galley.size();
        let place = Rect::from_min_size(rect.left_bottom() - vec2(0.0, size.y), size);
        // It may lie over the edge of the board.
        self.painter.rect_filled(place.expand2(vec2(4.0, 1.0)), 4.0, self.look.ground);
        self.painter.galley(place.min, galley, self.look.ink);
    }

    /// The cell under the pointer.
    pub(super) fn hover(&self, node: Node) {
        let stroke = Stroke::new(2.0, self.look.board.piece);
        self.painter.add(Shape::closed_line(self.outline(node, 0.97), stroke));
    }

    /// The cell that has the keyboard.
    pub(super) fn focus(&self, node: Node) {
        let corners = self.outline(node, 0.98);
        let (out, inner) = (self.look.board.edge, self.look.board.chosen);
        self.painter.add(Shape::closed_line(corners.clone(), Stroke::new(6.0, out)));
        self.painter.add(Shape::closed_line(corners, Stroke::new(3.0, inner)));
    }
}
