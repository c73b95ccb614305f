//! The fonts: one for everything, one with columns for digests and drawings.

use std::sync::Arc;

use eframe::egui::{self, FontData, FontDefinitions, FontFamily};

/// Subset of a Chinese font, made by `tools/fonts/make.sh`.
const KAI: &[u8] = include_bytes!("../../assets/fonts/qiyue-kai-bold.ttf");
/// The same with columns.
const MONO: &[u8] = include_bytes!("../../assets/fonts/qiyue-mono.ttf");

/// How large they are together, in bytes.
pub(crate) const fn size() -> usize {
    KAI.len() + MONO.len()
}

/// The family for what stands in columns.
pub(crate) fn mono() -> FontFamily {
    FontFamily::Monospace
}

/// Gives the fonts to the library.
pub(crate) fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::empty();
    fonts.font_data.insert("kai".into(), Arc::new(FontData::from_static(KAI)));
    fonts.font_data.insert("mono".into(), Arc::new(FontData::from_static(MONO)));
    let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    fonts.families.insert(FontFamily::Proportional, list(&["kai"]));
    fonts.families.insert(FontFamily::Monospace, list(&["mono", "kai"]));
    ctx.set_fonts(fonts);
}
