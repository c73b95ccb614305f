//! A record: played again step by step, and audited.

use eframe::egui::Ui;

use super::scene::{Acts, Scene};

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Viewer {}

impl Viewer {
    /// Reads another record.
    pub(crate) fn open(&mut self, record: std::path::PathBuf) {
        let _ = record;
    }

    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let _ = (ui, scene, acts);
    }
}
