//! Small pictures of gestures, by their notation. A choice without one has only its name.

use eframe::egui::{Color32, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::window::look::{Look, mix};

/// The picture of a choice; empty if there is none.
pub(super) fn shapes(notation: &str, rect: Rect, look: &Look) -> Vec<Shape> {
    let pen = Pen { rect, look, line: (rect.width() * 0.035).max(1.2) };
    match notation {
        "J" => pen.scissors(),
        "S" => pen.rock(),
        "B" => pen.paper(),
        _ => Vec::new(),
    }
}

struct Pen<'a> {
    rect: Rect,
    look: &'a Look,
    line: f32,
}

impl Pen<'_> {
    /// A point, from -1 to 1 on both axes.
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.rect.center() + vec2(x, y) * self.rect.width() * 0.5
    }

    fn all(&self, points: &[(f32, f32)]) -> Vec<Pos2> {
        points.iter().map(|(x, y)| self.at(*x, *y)).collect()
    }

    fn edge(&self) -> Stroke {
        Stroke::new(self.line, self.look.ink)
    }

    fn shape(&self, points: &[(f32, f32)], fill: Color32) -> Shape {
        Shape::convex_polygon(self.all(points), fill, self.edge())
    }

    /// Two blades that cross in a pin, with two rings for the fingers.
    fn scissors(&self) -> Vec<Shape> {
        let steel = mix(self.look.surface, self.look.faint, 0.35);
        let light = mix(self.look.surface, self.look.faint, 0.12);
        let grip = self.look.accent;
        let mut shapes = Vec::new();
        for side in [-1.0, 1.0] {
            let blade = [
                (-0.50 * side, -0.92),
                (-0.30 * side, -0.70),
                (0.10 * side, 0.12),
                (0.26 * side, 0.34),
                (0.10 * side, 0.40),
                (-0.12 * side, 0.12),
            ];
            let fill = if side < 0.0 { steel } else { light };
            shapes.push(self.shape(&blade, fill));
            let ring = self.at(0.36 * side, 0.62);
            let size = self.rect.width() * 0.5;
            let stroke = Stroke::new(size * 0.17 + self.line, self.look.ink);
            shapes.push(Shape::circle_stroke(ring, size * 0.235, stroke));
            shapes.push(Shape::circle_stroke(
                ring,
                size * 0.235,
                Stroke::new(size * 0.17 - self.line, grip),
            ));
        }
        shapes.push(Shape::circle_filled(self.at(0.0, 0.10), self.line * 1.7, self.look.ink));
        shapes
    }

    /// A boulder with a lit top.
    fn rock(&self) -> Vec<Shape> {
        let stone = mix(self.look.surface, self.look.faint, 0.55);
        let lit = mix(self.look.surface, self.look.faint, 0.22);
        let dark = mix(stone, self.look.ink, 0.35);
        let outline = [
            (-0.46, -0.56),
            (0.18, -0.72),
            (0.66, -0.40),
            (0.90, 0.22),
            (0.70, 0.66),
            (-0.62, 0.70),
            (-0.90, 0.28),
            (-0.78, -0.18),
        ];
        let fill = |points: &[(f32, f32)], color: Color32| {
            Shape::convex_polygon(self.all(points), color, Stroke::NONE)
        };
        let crack = Stroke::new(self.line * 0.8, dark);
        vec![
            self.shape(&outline, stone),
            fill(
                &[(-0.44, -0.52), (0.17, -0.67), (0.34, -0.16), (-0.22, -0.02), (-0.72, -0.16)],
                lit,
            ),
            fill(&[(0.34, -0.16), (0.85, 0.22), (0.67, 0.62), (0.20, 0.62)], dark),
            Shape::line(self.all(&[(0.18, -0.68), (0.34, -0.16), (0.20, 0.64)]), crack),
            Shape::line(self.all(&[(-0.76, -0.17), (-0.22, -0.02), (0.34, -0.16)]), crack),
            Shape::line(self.all(&[(-0.22, -0.02), (-0.36, 0.30), (-0.20, 0.46)]), crack),
            Shape::closed_line(self.all(&outline), self.edge()),
        ]
    }

    /// A cloth that hangs in folds from a rod.
    fn paper(&self) -> Vec<Shape> {
        let cloth = mix(self.look.surface, self.look.good, 0.30);
        let fold = mix(self.look.surface, self.look.good, 0.55);
        let count = 24_u8;
        let hem = |part: f32| {
            let wave = (part * std::f32::consts::TAU * 1.5).sin();
            (-0.72 + 1.44 * part, 0.70 + 0.10 * wave)
        };
        let top = |part: f32| (-0.72 + 1.44 * part, -0.62);
        let mut shapes = Vec::new();
        for strip in 0..count {
            let (a, b) =
                (f32::from(strip) / f32::from(count), f32::from(strip + 1) / f32::from(count));
            let shade = (1.0 + (a * std::f32::consts::TAU * 1.5).sin()) / 2.0;
            let color = mix(cloth, fold, shade);
            // Strips lie over each other a little, so that no seam is seen.
            let b = (b + 0.02).min(1.0);
            let strip = self.all(&[top(a), top(b), hem(b), hem(a)]);
            shapes.push(Shape::convex_polygon(strip, color, Stroke::NONE));
        }
        let steps = (0..=count).map(|step| f32::from(step) / f32::from(count));
        let mut outline: Vec<Pos2> = steps.map(hem).map(|(x, y)| self.at(x, y)).collect();
        outline.push(self.at(0.72, -0.62));
        outline.push(self.at(-0.72, -0.62));
        shapes.push(Shape::closed_line(outline, self.edge()));
        let rod = Stroke::new(self.line * 2.6, self.look.ink);
        shapes.push(Shape::line_segment([self.at(-0.90, -0.66), self.at(0.90, -0.66)], rod));
        for x in [-0.90, 0.90] {
            shapes.push(Shape::circle_filled(self.at(x, -0.66), self.line * 2.2, self.look.accent));
        }
        shapes
    }
}

/// A picture of this size at a place, or its title if there is none.
pub(super) fn small(notation: &str, at: Pos2, size: f32, look: &Look) -> Vec<Shape> {
    shapes(notation, Rect::from_center_size(at, Vec2::splat(size)), look)
}

/// Where the pictures of this many seats stand in a row.
pub(super) fn row(rect: Rect, count: usize) -> Vec<Pos2> {
    let count = count.max(1);
    let step = rect.width() / count as f32;
    let place = |at: usize| pos2(rect.left() + step * (at as f32 + 0.5), rect.center().y);
    (0..count).map(place).collect()
}
