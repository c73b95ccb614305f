//! What the record of a match holds.

use eframe::egui::Ui;
use table::MatchView;

use super::scene::{Acts, Scene};

/// What the drawer remembers between frames.
#[derive(Default)]
pub(crate) struct Drawer;

impl Drawer {
    /// Shows it.
    pub(crate) fn ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene<'_>,
        acts: &mut Acts,
        game: &MatchView,
    ) {
        let _ = (ui, scene, acts, game);
    }
}
