//! The small parts of which pages are made.

use eframe::egui::{
    self, Color32, CornerRadius, Frame, InnerResponse, Margin, Response, RichText, Stroke, Ui, vec2,
};
use game::Seat;

use super::look::{Look, mix};

/// What a pill or a note says beside its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// Nothing.
    Plain,
    /// That all is well.
    Good,
    /// That something should be looked at.
    Warn,
    /// That something is wrong.
    Bad,
}

impl Tone {
    /// Its colour.
    pub(crate) fn color(self, look: &Look) -> Color32 {
        match self {
            Self::Plain => look.faint,
            Self::Good => look.good,
            Self::Warn => look.warn,
            Self::Bad => look.bad,
        }
    }

    /// A sign for those who do not see its colour.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Good => "✓ ",
            Self::Warn => "！",
            Self::Bad => "✗ ",
        }
    }
}

/// The thing to do next: at most one on a page.
pub(crate) fn primary(ui: &mut Ui, look: &Look, label: &str) -> Response {
    primary_if(ui, look, label, true)
}

/// The same, which may not be possible yet.
pub(crate) fn primary_if(ui: &mut Ui, look: &Look, label: &str, is_enabled: bool) -> Response {
    let text = RichText::new(label).size(18.0).color(look.on_accent);
    let button = egui::Button::new(text)
        .fill(look.accent)
        .stroke(Stroke::new(1.0, mix(look.accent, look.ink, 0.3)))
        .corner_radius(CornerRadius::same(10))
        .min_size(vec2(120.0, 44.0));
    ui.add_enabled(is_enabled, button)
}

/// Something that can be done.
pub(crate) fn button(ui: &mut Ui, label: &str) -> Response {
    button_if(ui, label, true)
}

/// The same, which may not be possible now.
pub(crate) fn button_if(ui: &mut Ui, label: &str, is_enabled: bool) -> Response {
    ui.add_enabled(is_enabled, egui::Button::new(label).min_size(vec2(88.0, 40.0)))
}

/// Something that cannot be undone.
pub(crate) fn danger(ui: &mut Ui, look: &Look, label: &str) -> Response {
    let text = RichText::new(label).color(look.bad);
    let stroke = Stroke::new(1.5, look.bad);
    ui.add(egui::Button::new(text).stroke(stroke).min_size(vec2(88.0, 40.0)))
}

/// Something small beside something large.
pub(crate) fn quiet(ui: &mut Ui, look: &Look, label: &str) -> Response {
    let text = RichText::new(label).color(look.faint);
    ui.add(egui::Button::new(text).frame(false).min_size(vec2(44.0, 32.0)))
}

/// A sheet on which something lies.
pub(crate) fn card<R>(
    ui: &mut Ui,
    look: &Look,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    Frame::new()
        .fill(look.surface)
        .stroke(Stroke::new(if look.is_contrast { 2.0 } else { 1.0 }, look.line))
        .corner_radius(CornerRadius::same(14))
        .inner_margin(Margin::same(16))
        .show(ui, add)
}

/// The title of a page.
pub(crate) fn title(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).size(28.0)).selectable(false));
}

/// The title of a part of a page.
pub(crate) fn heading(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).size(19.0)).selectable(false));
}

/// A sentence that matters less.
pub(crate) fn note(ui: &mut Ui, look: &Look, text: &str) -> Response {
    ui.add(egui::Label::new(RichText::new(text).size(14.5).color(look.faint)).wrap())
}

/// A sentence with a tone.
pub(crate) fn toned(ui: &mut Ui, look: &Look, tone: Tone, text: &str) -> Response {
    let text = RichText::new(format!("{}{text}", tone.sign())).color(tone.color(look));
    ui.add(egui::Label::new(text).wrap())
}

/// A word or two in a box of their own.
pub(crate) fn pill(ui: &mut Ui, look: &Look, tone: Tone, text: &str) -> Response {
    let color = tone.color(look);
    let inner = Frame::new()
        .fill(mix(look.surface, color, if look.is_contrast { 0.0 } else { 0.12 }))
        .stroke(Stroke::new(1.0, color))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(8, 2))
        .show(ui, |ui| {
            let text = RichText::new(format!("{}{text}", tone.sign())).size(13.5).color(color);
            ui.add(egui::Label::new(text).selectable(false).extend());
        });
    inner.response
}

/// The sign of a seat: its colour, its shape and its number.
pub(crate) fn seat_badge(ui: &mut Ui, look: &Look, seat: Seat, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), egui::Sense::hover());
    if ui.is_rect_visible(rect) {
        let color = look.board.seat(seat);
        let shape = super::board::seat_shape(seat, rect.center(), size * 0.46);
        let stroke = Stroke::new(1.5, look.board.edge);
        ui.painter().add(egui::Shape::convex_polygon(shape, color, stroke));
        let number = seat.number().to_string();
        let font = egui::FontId::proportional(size * 0.56);
        ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, number, font, Color32::WHITE);
    }
    response
}
