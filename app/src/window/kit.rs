//! The small parts of which pages are made.

use eframe::egui::response::Flags;
use eframe::egui::{
    self, Color32, CornerRadius, Frame, InnerResponse, Key, KeyboardShortcut, Margin, Modifiers,
    Response, RichText, Stroke, Ui, vec2,
};
use game::Seat;

use super::look::{Look, mix};

/// What a list leaves free for the bar that moves it.
pub(crate) const SCROLL: f32 = 12.0;

/// What a field leaves free for the button beside it.
pub(crate) const BESIDE: f32 = 98.0;

/// The keys for the thing to do next, on every page.
pub(crate) const GO_ON: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Enter);

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

/// The thing to do next: at most one on a page. [`GO_ON`] does it too.
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
    let mut response = ui.add_enabled(is_enabled, button);
    ring(ui, &response, 12);
    if is_enabled && ui.input_mut(|input| input.consume_shortcut(&GO_ON)) {
        response.flags.insert(Flags::FAKE_PRIMARY_CLICKED);
    }
    response
}

/// Shows where the keyboard is, in the same way around everything that can be done.
pub(crate) fn ring(ui: &Ui, response: &Response, radius: u8) {
    focus_ring(ui, response, response.rect.expand(3.0), radius);
}

/// Something that can be done.
pub(crate) fn button(ui: &mut Ui, label: &str) -> Response {
    button_if(ui, label, true)
}

/// The same, which may not be possible now.
pub(crate) fn button_if(ui: &mut Ui, label: &str, is_enabled: bool) -> Response {
    // In the middle, whichever way a page lays out what is on it.
    let label = (egui::Atom::grow(), label, egui::Atom::grow());
    let button = egui::Button::new(label).min_size(vec2(88.0, 40.0));
    let response = ui.add_enabled(is_enabled, button);
    ring(ui, &response, 12);
    response
}

/// Something that takes the place of the thing to do next, when that is done.
pub(crate) fn wide(ui: &mut Ui, label: &str) -> Response {
    let text = RichText::new(label).size(18.0);
    let button = egui::Button::new(text).corner_radius(CornerRadius::same(10));
    let response = ui.add(button.min_size(vec2(120.0, 44.0)));
    ring(ui, &response, 12);
    response
}

/// Something that cannot be undone.
pub(crate) fn danger(ui: &mut Ui, look: &Look, label: &str) -> Response {
    let text = RichText::new(label).color(look.bad);
    let stroke = Stroke::new(1.5, look.bad);
    let response = ui.add(egui::Button::new(text).stroke(stroke).min_size(vec2(88.0, 40.0)));
    ring(ui, &response, 12);
    response
}

/// Something small beside something large.
pub(crate) fn quiet(ui: &mut Ui, look: &Look, label: &str) -> Response {
    let text = RichText::new(label).color(look.faint);
    let response = ui.add(egui::Button::new(text).frame(false).min_size(vec2(44.0, 32.0)));
    ring(ui, &response, 8);
    response
}

/// A sheet on which something lies.
pub(crate) fn card<R>(
    ui: &mut Ui,
    look: &Look,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    edged(look, 14, Margin::same(16)).show(ui, add)
}

/// The frame of what lies on the ground.
pub(crate) fn edged(look: &Look, radius: u8, margin: Margin) -> Frame {
    Frame::new()
        .fill(look.surface)
        .stroke(Stroke::new(if look.is_contrast { 2.0 } else { 1.0 }, look.line))
        .corner_radius(CornerRadius::same(radius))
        .inner_margin(margin)
}

/// One of several things of which one is chosen. The ring says the same as the colour.
pub(crate) fn choice(ui: &mut Ui, look: &Look, label: &str, is_chosen: bool) -> Response {
    let text = RichText::new(label).size(15.0);
    let (fill, edge) = if is_chosen {
        (mix(look.raised, look.accent, if look.is_contrast { 0.0 } else { 0.14 }), look.accent)
    } else {
        (look.raised, look.line)
    };
    let button = egui::Button::new((egui::Atom::grow(), text, egui::Atom::grow()))
        .fill(fill)
        .stroke(Stroke::new(if is_chosen { 2.0 } else { 1.0 }, edge))
        .min_size(vec2(56.0, 34.0));
    let old = ui.spacing().button_padding;
    // The ring stands before the words.
    ui.spacing_mut().button_padding = vec2(18.0, 5.0);
    let response = ui.add(button);
    ui.spacing_mut().button_padding = old;
    let center = egui::pos2(response.rect.left() + 12.0, response.rect.center().y);
    let color = if response.enabled() { look.ink } else { look.faint };
    ui.painter().circle_stroke(center, 4.5, Stroke::new(1.2, color));
    if is_chosen {
        ui.painter().circle_filled(center, 2.6, color);
    }
    ring(ui, &response, 11);
    let is_enabled = response.enabled();
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::accesskit::Role::RadioButton, is_enabled, is_chosen, label)
    });
    response
}

/// A field for one line, with a name for those who do not see what stands beside it.
pub(crate) fn field(
    ui: &mut Ui,
    text: &mut String,
    name: &str,
    hint: &str,
    chars: usize,
    width: f32,
) -> Response {
    let edit = egui::TextEdit::singleline(text)
        .hint_text(hint)
        .char_limit(chars)
        .desired_width(width)
        .margin(Margin::symmetric(10, 9))
        .align(egui::Align2::LEFT_CENTER);
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}

/// A sentence that may have more words than there is room for.
pub(crate) fn clipped(ui: &mut Ui, text: RichText) -> Response {
    ui.add(egui::Label::new(text).truncate().selectable(false))
}

/// One line of text to be painted, cut where there is no more room.
pub(crate) fn one_line(
    ui: &Ui,
    text: String,
    size: f32,
    color: Color32,
    room: f32,
) -> std::sync::Arc<egui::Galley> {
    let font = egui::FontId::proportional(size);
    let mut job = egui::text::LayoutJob::simple_singleline(text, font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(20.0));
    ui.painter().layout_job(job)
}

/// A card in one of several columns: what is in it keeps its own width.
pub(crate) fn column_card(ui: &mut Ui, look: &Look, add: impl FnOnce(&mut Ui)) {
    card(ui, look, |ui| {
        ui.set_width(ui.available_width());
        ui.vertical(add);
    });
}

/// What can be done with a page, below all that is on it.
pub(crate) fn foot(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    egui::Panel::bottom(name).frame(Frame::new()).show_separator_line(false).show(ui, add);
}

/// The name of what can be chosen beside it.
pub(crate) fn row_name(ui: &mut Ui, name: &str, width: f32) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(vec2(width, 34.0), layout, |ui| {
        ui.set_min_size(vec2(width, 34.0));
        ui.add(egui::Label::new(RichText::new(name).size(15.5)).selectable(false).wrap());
    });
}

/// A name, and beside it what can be chosen: where that needs several lines, one below the other.
pub(crate) fn choices(ui: &mut Ui, name: &str, width: f32, add: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        row_name(ui, name, width);
        ui.horizontal_wrapped(add);
    });
}

/// Shows something in a part of the page, whatever else is shown there.
pub(crate) fn in_rect(ui: &mut Ui, rect: egui::Rect, add: impl FnOnce(&mut Ui)) {
    let layout = egui::Layout::top_down(egui::Align::Min);
    let mut part = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout));
    add(&mut part);
}

/// The ring around a painted thing where the keyboard is; what has just got it comes into sight.
pub(crate) fn focus_ring(ui: &Ui, response: &Response, rect: egui::Rect, radius: u8) {
    if !response.has_focus() {
        return;
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let stroke = Stroke::new(2.5, ui.visuals().warn_fg_color);
    let corner = CornerRadius::same(radius);
    ui.painter().rect_stroke(rect, corner, stroke, egui::StrokeKind::Inside);
}

/// The name of one of several things that share a place.
pub(crate) fn tab(ui: &mut Ui, look: &Look, label: &str, is_chosen: bool) -> Response {
    let color = if is_chosen { look.ink } else { look.faint };
    let text = RichText::new(label).size(18.0).color(color);
    let response = ui.add(egui::Button::new(text).frame(false).min_size(vec2(44.0, 30.0)));
    if is_chosen {
        let (from, to) = (response.rect.left_bottom(), response.rect.right_bottom());
        ui.painter().line_segment([from, to], Stroke::new(3.0, look.accent));
    }
    ring(ui, &response, 8);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::accesskit::Role::Tab, true, is_chosen, label)
    });
    response
}

/// What tells a player apart.
pub(crate) fn fingerprint(ui: &mut Ui, look: &Look, fingerprint: &str) -> Response {
    clipped(ui, RichText::new(fingerprint).monospace().size(13.0).color(look.faint))
}

/// A smaller sheet.
pub(crate) fn sheet<R>(
    ui: &mut Ui,
    look: &Look,
    margin: i8,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    edged(look, 12, Margin::same(margin)).show(ui, add)
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
            ui.spacing_mut().interact_size.y = 18.0;
            let text = RichText::new(format!("{}{text}", tone.sign())).size(13.5).color(color);
            ui.add(egui::Label::new(text).selectable(false).extend());
        });
    inner.response
}

/// The sign of a seat: its colour, its shape and its number.
pub(crate) fn seat_badge(ui: &mut Ui, look: &Look, seat: Seat, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), egui::Sense::hover());
    if ui.is_rect_visible(rect) {
        paint_badge(ui.painter(), look, seat, rect);
    }
    response
}

/// The same, painted where something else is.
pub(crate) fn paint_badge(painter: &egui::Painter, look: &Look, seat: Seat, rect: egui::Rect) {
    let size = rect.width();
    let color = look.board.seat(seat);
    let shape = super::board::seat_shape(seat, rect.center(), size * 0.46);
    let stroke = Stroke::new(1.5, look.board.edge);
    painter.add(egui::Shape::convex_polygon(shape, color, stroke));
    let number = seat.number().to_string();
    let font = egui::FontId::proportional(size * 0.56);
    painter.text(rect.center(), egui::Align2::CENTER_CENTER, number, font, Color32::WHITE);
}
