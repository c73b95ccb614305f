//! Where everything begins: rooms of this network, and everything else that can be done.

use eframe::egui::Ui;

use super::scene::{Acts, Scene};

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Home {}

impl Home {
    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let _ = (ui, scene, acts);
    }
}
