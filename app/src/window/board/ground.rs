//! What a cell is even when nothing stands on it: a river, a zone; and who helps whom on it.

use eframe::egui::{Color32, Painter, Pos2, Shape, Stroke, vec2};
use game::{Board, Ground, Node, View};

use super::super::look::mix;
use super::wood::Wood;
use crate::words::fact;

/// The facts that pair a piece with another that helps it to move: whom, by whom, in turn.
const HELPS: [&str; 2] = ["lends", "carries"];

/// Pieces that help another to move: whom, by whom, and the fact that says so.
pub(super) fn helps(view: &View) -> Vec<(&'static str, Node, Node)> {
    let of = |key: &'static str| {
        let pairs = fact(view, key).unwrap_or_default().chunks_exact(2);
        pairs.filter_map(move |pair| match pair {
            [whom, by] => Some((key, Node::try_from(*whom).ok()?, Node::try_from(*by).ok()?)),
            _ => None,
        })
    };
    HELPS.into_iter().flat_map(of).collect()
}

impl Wood<'_> {
    /// The colour of a cell, by what it is.
    pub(super) fn base(&self, board: &Board, node: Node) -> Color32 {
        let look = &self.look.board;
        let is_other = self.plane.others.get(usize::from(node)).copied().unwrap_or(false);
        let plain = if is_other { look.cell_other } else { look.cell };
        let Some(drawn) = board.nodes.get(usize::from(node)) else { return plain };
        match (drawn.ground, drawn.home) {
            (Ground::River, _) => look.water,
            (Ground::Zone, Some(seat)) => mix(plain, look.seat(seat), 0.20),
            _ => plain,
        }
    }

    /// What is drawn on a cell of the ground: waves of a river, the diagonals of a zone.
    pub(super) fn ground(&self, board: &Board, node: Node) {
        let Some(drawn) = board.nodes.get(usize::from(node)) else { return };
        let corners = self.fit.all(self.plane.cell(node));
        let middle = self.fit.at(self.plane.place(node));
        let scale = self.fit.scale;
        match drawn.ground {
            Ground::River => {
                let stroke = Stroke::new((scale * 0.02).max(1.0), self.look.board.line);
                for row in [-0.24_f32, 0.0, 0.24] {
                    let wave = (0_u8..=12).map(|step| {
                        let along = f32::from(step) / 12.0 - 0.5;
                        let up = (along * std::f32::consts::TAU * 2.0).sin() * 0.03;
                        middle + vec2(along * 0.8, row + up) * scale
                    });
                    self.painter.add(Shape::line(wave.collect(), stroke));
                }
            }
            Ground::Zone => {
                let same = board.nodes.iter().zip(&self.plane.places);
                let same = same
                    .filter(|(other, _)| other.ground == Ground::Zone && other.home == drawn.home);
                let places: Vec<Pos2> = same.map(|(_, place)| *place).collect();
                let count = places.len().max(1) as f32;
                let sum = places.iter().fold(vec2(0.0, 0.0), |sum, place| sum + place.to_vec2());
                let center = self.fit.at((sum / count).to_pos2());
                let far = corners.iter().copied();
                let far = far.max_by(|a, b| a.distance(center).total_cmp(&b.distance(center)));
                let stroke = Stroke::new((scale * 0.03).max(1.5), self.look.board.line);
                if let Some(far) = far {
                    self.painter.line_segment([center, far], stroke);
                }
            }
            Ground::Plain | Ground::Camp | Ground::Headquarters => {}
        }
    }

    /// A line from a piece that helps to the one that it helps.
    pub(super) fn help(&self, whom: Node, by: Node) {
        let [from, to] = [by, whom].map(|node| self.fit.at(self.plane.place(node)));
        let radius = self.plane.piece * self.fit.scale;
        let look = &self.look.board;
        // From edge to edge: the marks of both stay in sight.
        let along = (to - from).normalized() * radius;
        let ends = [from + along * 1.12, to - along * 0.84];
        for (color, width) in [(look.edge, 0.26), (look.target, 0.16)] {
            let stroke = Stroke::new(radius * width, color);
            self.painter.line_segment(ends, stroke);
            self.painter.circle_stroke(from, radius * 1.12, stroke);
        }
        self.painter.circle_filled(to - along * 0.84, radius * 0.20, look.target);
    }
}

/// Something that is nobody's: a round stone with its mark.
pub(super) fn stone(painter: &Painter, at: Pos2, radius: f32, (fill, edge): (Color32, Color32)) {
    let stroke = Stroke::new((radius * 0.06).max(1.0), edge);
    let shape = |size: f32, down: f32| {
        let points = (0_u8..14).map(|step| {
            let angle = std::f32::consts::TAU * f32::from(step) / 14.0;
            // No stone is quite round.
            let rough = 1.0 - 0.07 * f32::from(step * 5 % 3);
            at + vec2(angle.cos(), angle.sin()) * radius * size * rough + vec2(0.0, down)
        });
        points.collect::<Vec<Pos2>>()
    };
    painter.add(Shape::convex_polygon(shape(1.0, radius * 0.12), edge, stroke));
    painter.add(Shape::convex_polygon(shape(1.0, 0.0), fill, stroke));
}
