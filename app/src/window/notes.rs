//! What went wrong or is worth a line, at the foot of the window until it is read.

use eframe::egui::Ui;

use super::scene::{Acts, Scene};

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Notes {}

impl Notes {
    /// Shows a note of the window itself, by its key.
    pub(crate) fn tell(&mut self, key: &'static str) {
        let _ = key;
    }

    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let _ = (ui, scene, acts);
    }
}
