//! A board, painted from the engine's drawing of it; knows no game.

mod cells;
mod ground;
mod motion;
mod piece;
mod plane;
#[cfg(test)]
mod tests;
mod wood;

use std::collections::BTreeMap;

use catalog::{Any, Rules};
use eframe::egui::{Pos2, Rect, Sense, Ui, Vec2, pos2, vec2};
use game::{Game, Node, Seat, Token, View};

pub(crate) use motion::Change;
use piece::Pieces;
pub(crate) use plane::Plane;
use wood::Wood;

use super::scene::Scene;
use crate::board;
use crate::words::fact;

/// A smaller board is a picture: nobody can read its cells.
const PICTURE: f32 = 110.0;

/// What a node is marked as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A piece may go there: a dot.
    Move,
    /// Something is taken there: a ring.
    Capture,
}

/// What is marked on a board.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Marks {
    /// What has been picked, in order.
    pub(crate) chosen: Vec<Node>,
    /// What may be picked next.
    pub(crate) targets: BTreeMap<Node, Target>,
    /// Where the last move began and what it touched. Hollow where nothing stands any more.
    pub(crate) last: Vec<Node>,
    /// What may be picked first.
    pub(crate) starts: Vec<Node>,
    /// What would go from where to where.
    pub(crate) arrows: Vec<(Node, Node)>,
    /// What would be gone.
    pub(crate) crosses: Vec<Node>,
}

/// One board to be shown.
pub(crate) struct BoardUi<'a> {
    /// What is played.
    pub(crate) rules: &'a Rules,
    /// What may be seen.
    pub(crate) view: &'a View,
    /// Whose side is at the bottom.
    pub(crate) bottom: Seat,
    /// What is marked.
    pub(crate) marks: &'a Marks,
    /// Whether cells can be pointed at.
    pub(crate) is_live: bool,
}

/// Where a plane lies on the screen.
#[derive(Clone, Copy)]
struct Fit {
    origin: Pos2,
    scale: f32,
}

impl Fit {
    fn new(plane: &Plane, rect: Rect) -> Self {
        let bounds = plane.bounds.expand(plane.rim + 0.08);
        let scale = (rect.width() / bounds.width()).min(rect.height() / bounds.height());
        Self { origin: rect.center() - bounds.center().to_vec2() * scale, scale }
    }

    fn at(self, place: Pos2) -> Pos2 {
        self.origin + place.to_vec2() * self.scale
    }

    fn all(self, places: &[Pos2]) -> Vec<Pos2> {
        places.iter().map(|place| self.at(*place)).collect()
    }
}

impl BoardUi<'_> {
    /// Shows it in a square of at most this size; gives the node that was pointed at.
    pub(crate) fn show(&self, ui: &mut Ui, scene: &Scene<'_>, size: Vec2) -> Option<Node> {
        let board = Any::board(self.rules);
        let plane = Plane::new(&board, self.bottom);
        // What cannot be pointed at leaves a click to what lies below it.
        let sense = if self.is_live { Sense::CLICK } else { Sense::hover() };
        let (rect, whole) = ui.allocate_exact_size(size, sense);
        let is_picture = size.min_elem() < PICTURE;
        let fit = Fit::new(&plane, rect);
        let painter = ui.painter_at(rect.expand(4.0));
        let wood = Wood { painter: &painter, plane: &plane, fit, look: scene.look };
        wood.board(&board, scene.prefs.coordinates && !is_picture);
        for node in &self.marks.last {
            wood.last(*node, self.token(*node).is_some());
        }
        for node in &self.marks.starts {
            wood.start(*node);
        }
        let slides = motion::play(ui, whole.id, self.view, &plane, scene.prefs.motion);
        let pieces = Pieces {
            painter: &painter,
            look: scene.look,
            kinds: Any::kinds(self.rules),
            lang: scene.text.lang(),
            radius: plane.piece * fit.scale,
        };
        let stones: Vec<Node> = board::stones(self.view).collect();
        let guards = fact(self.view, "guardians").unwrap_or_default();
        for (node, place) in (0..).zip(&plane.places) {
            if let Some(token) = self.token(node) {
                let place = fit.at(slides.place(node, *place, &plane));
                let is_chosen = self.marks.chosen.contains(&node);
                pieces.paint(place, token, (is_chosen, stones.contains(&node)));
                if guards.contains(&u32::from(node)) {
                    pieces.guard(place);
                }
            }
        }
        for (node, target) in &self.marks.targets {
            wood.target(*node, *target, self.token(*node).is_some());
        }
        for node in &self.marks.chosen {
            wood.chosen(*node, self.token(*node).map(|token| token.army));
        }
        for node in &self.marks.crosses {
            wood.cross(*node);
        }
        for (from, to) in &self.marks.arrows {
            wood.arrow(*from, *to);
        }
        if is_picture {
            return None;
        }
        cells::Cells { board: self, drawing: &board, plane: &plane, fit, wood: &wood }
            .show(ui, scene, &whole)
    }

    /// The kinds of what is nobody's at this place.
    fn is_stone(&self, node: Node) -> bool {
        board::stones(self.view).any(|stone| stone == node)
    }

    fn token(&self, node: Node) -> Option<game::Token> {
        self.view.tokens.get(usize::from(node)).copied().flatten()
    }
}

/// One piece alone, beside what is said of it.
pub(crate) fn piece(ui: &mut Ui, scene: &Scene<'_>, rules: &Rules, token: Token, size: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let pieces = Pieces {
        painter: ui.painter(),
        look: scene.look,
        kinds: Any::kinds(rules),
        lang: scene.text.lang(),
        radius: size * 0.40,
    };
    pieces.paint(rect.center(), token, (false, false));
}

/// The outline that tells a seat without its colour; a character fits well into each.
pub(crate) fn seat_shape(seat: Seat, center: Pos2, radius: f32) -> Vec<Pos2> {
    let place = |(x, y): (f32, f32)| center + radius * vec2(x, y);
    let ring = |corners: u8, start: f32, size: f32| {
        let turn = std::f32::consts::TAU / f32::from(corners);
        (0..corners)
            .map(|corner| {
                let angle = start + turn * f32::from(corner);
                center + radius * size * vec2(angle.cos(), angle.sin())
            })
            .collect()
    };
    match seat.number() {
        1 => rounded_square(center, radius * 0.92),
        2 => ring(6, 0.0, 1.06),
        3 => [(0.13, 1.12), (1.12, 0.13), (1.12, -0.13), (0.13, -1.12)]
            .into_iter()
            .chain([(-0.13, -1.12), (-1.12, -0.13), (-1.12, 0.13), (-0.13, 1.12)])
            .map(place)
            .collect(),
        4 => [(-0.9, -0.86), (0.9, -0.86), (0.94, 0.2), (0.5, 0.84)]
            .into_iter()
            .chain([(0.0, 1.1), (-0.5, 0.84), (-0.94, 0.2)])
            .map(place)
            .collect(),
        5 => ring(8, std::f32::consts::PI / 8.0, 1.04),
        6 => ring(5, -std::f32::consts::FRAC_PI_2, 1.1),
        _ => ring(36, 0.0, 1.0),
    }
}

fn rounded_square(center: Pos2, half: f32) -> Vec<Pos2> {
    let inner = half * 0.62;
    let corner = half - inner;
    let quarter = std::f32::consts::FRAC_PI_2;
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let corners = (0_u8..).zip(corners).flat_map(move |(at, (x, y))| {
        (0_u8..=4).map(move |step| {
            let angle = quarter * (f32::from(at) + f32::from(step) / 4.0);
            center + inner * vec2(x, y) + corner * vec2(angle.cos(), angle.sin())
        })
    });
    corners.collect()
}

fn between(from: Pos2, to: Pos2, part: f32) -> Pos2 {
    pos2(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
}
