//! How a match ended.

use eframe::egui::Ui;
use table::MatchView;

use super::scene::{Acts, Scene};

/// What the card remembers between frames.
#[derive(Default)]
pub(crate) struct ResultCard;

impl ResultCard {
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
