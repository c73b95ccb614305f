//! The rules, from the engine's own text.

use eframe::egui::Ui;

use super::scene::{Acts, Scene};

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Rulebook {}

impl Rulebook {
    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let _ = (ui, scene, acts);
    }
}
