//! The window: one face of the table.

mod alias;
mod app;
mod board;
mod chat;
mod create;
mod drawer;
mod elsewhere;
mod face;
#[cfg(test)]
mod flows;
pub(crate) mod fonts;
mod home;
mod kit;
mod ledger;
mod links;
mod look;
mod notes;
mod play;
mod prefs;
mod result;
mod room;
mod rulebook;
mod scene;
mod settings;
#[cfg(test)]
mod stage;
mod terms;
mod ticks;
mod viewer;
mod worker;

use std::path::PathBuf;

use eframe::egui;

use crate::start::Opened;
use app::App;

/// How large the window is at first, and at least, in points.
const SIZE: [f32; 2] = [1180.0, 800.0];
const LEAST: [f32; 2] = [900.0, 600.0];

/// What a window is opened with.
pub(crate) struct Opening {
    /// The table and its profile.
    pub(crate) opened: Opened,
    /// The language that was asked for.
    pub(crate) lang: Option<String>,
    /// A record to be shown first.
    pub(crate) record: Option<PathBuf>,
}

/// Opens the window and shows it until it is closed.
///
/// # Errors
/// There is no display, or it cannot be drawn on.
pub(crate) fn run(opening: Opening) -> Result<(), eframe::Error> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("棋约")
        .with_app_id("qiyue")
        .with_inner_size(SIZE)
        .with_min_inner_size(LEAST);
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        centered: true,
        ..Default::default()
    };
    let Opening { opened: Opened { table, profile, identity }, lang, record } = opening;
    let make: eframe::AppCreator<'_> = Box::new(move |made| {
        let mut app = App::new(&made.egui_ctx, table, profile, lang);
        if identity > 1 {
            app.tell_identity(identity);
        }
        if let Some(record) = record {
            app.open(record);
        }
        Ok(Box::new(app))
    });
    eframe::run_native("qiyue", options, make)
}
