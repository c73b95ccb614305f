//! The rules: what one needs to begin, then the engine's own text.

mod book;
mod lesson;

use catalog::GameName;
use eframe::egui::{
    self, Align, CornerRadius, Frame, Key, Label, Layout, Margin, Rect, RichText, ScrollArea,
    Stroke, TextEdit, Ui, vec2,
};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use table::PhaseView;

use super::elsewhere::PLAYED;
use super::kit;
use super::look::mix;
use super::scene::Scene;
use super::terms;
use book::{Book, Part};
use lesson::Lesson;

/// Width of the list of sections.
const CONTENTS: f32 = 216.0;
/// Lines are no longer than this: longer ones are hard to read.
const TEXT: f32 = 860.0;
/// The longest search that makes sense, in characters.
const QUERY_CHARS: usize = 40;

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Rulebook {
    /// The game that was asked for; none: the one at the table, else the first.
    asked: Option<GameName>,
    /// Of which game the rest is.
    game: Option<GameName>,
    book: Option<Book>,
    lesson: Option<Lesson>,
    cache: CommonMarkCache,
    query: String,
    /// The parts that hold what is searched for.
    found: Vec<usize>,
    /// Which of them was gone to last.
    at: usize,
    /// Where to scroll.
    sought: Option<Place>,
    /// How high each part was when it was last laid out, at this width.
    heights: Vec<f32>,
    width: f32,
}

/// A place of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Lesson,
    Part(usize),
}

impl Rulebook {
    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>) {
        let [usual, ..] = PLAYED;
        let game = self.asked.or_else(|| at_table(scene)).unwrap_or(usual);
        if self.game != Some(game) {
            let asked = self.asked;
            let (game, lesson) = (Some(game), Lesson::of(game));
            *self = Self { asked, game, lesson, ..Self::default() };
        }
        let book = self.book.take().unwrap_or_else(|| Book::of(game));
        let lesson = self.lesson.take();
        ui.horizontal(|ui| {
            for other in PLAYED {
                let name = terms::game(scene.text, other.id());
                if kit::tab(ui, scene.look, &name, other == game).clicked() {
                    self.asked = Some(other);
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.search(ui, scene, &book);
            });
        });
        let size = ui.available_size();
        ui.horizontal_top(|ui| {
            ui.add_space(((size.x - CONTENTS - TEXT) / 2.0).max(0.0));
            let layout = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(vec2(CONTENTS, size.y), layout, |ui| {
                self.contents(ui, scene, &book, lesson.is_some());
            });
            ui.allocate_ui_with_layout(ui.available_size(), layout, |ui| {
                self.text(ui, scene, &book, lesson.as_ref());
            });
        });
        self.book = Some(book);
        self.lesson = lesson;
    }

    /// The field, and what it has found.
    fn search(&mut self, ui: &mut Ui, scene: &Scene<'_>, book: &Book) {
        let name = scene.text.get("rulebook-search");
        let field = TextEdit::singleline(&mut self.query)
            .hint_text(&name)
            .char_limit(QUERY_CHARS)
            .desired_width(200.0)
            .margin(Margin::symmetric(10, 8));
        let response = ui.add(field);
        let query = self.query.clone();
        response.widget_info(|| {
            let mut info = egui::WidgetInfo::text_edit(true, &query, &query, &name);
            info.label = Some(name.clone());
            info
        });
        if response.changed() {
            self.found = book.find(&self.query);
            self.at = 0;
            self.sought = self.found.first().map(|part| Place::Part(*part));
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            self.next();
            response.request_focus();
        }
        if !self.query.trim().is_empty() {
            let next = scene.text.get("rulebook-next");
            if kit::button_if(ui, &next, self.found.len() > 1).clicked() {
                self.next();
            }
            let at = if self.found.is_empty() { 0 } else { self.at + 1 };
            let args = [("at", at.into()), ("count", self.found.len().into())];
            let line = RichText::new(scene.text.with("rulebook-found", &args));
            ui.add(Label::new(line.size(14.5).color(scene.look.faint)).extend());
        }
    }

    /// Goes to the next part that was found.
    fn next(&mut self) {
        if let Some(part) = self.found.get((self.at + 1) % self.found.len().max(1)) {
            self.at = (self.at + 1) % self.found.len();
            self.sought = Some(Place::Part(*part));
        }
    }

    /// The sections, each a way to it.
    fn contents(&mut self, ui: &mut Ui, scene: &Scene<'_>, book: &Book, has_lesson: bool) {
        ui.set_width(CONTENTS);
        ScrollArea::vertical().id_salt("rulebook-contents").auto_shrink(false).show(ui, |ui| {
            // Titles begin at the left of their buttons.
            ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.spacing_mut().button_padding.x = 8.0;
                let lesson = scene.text.get("learn-title");
                let all = has_lesson.then_some((Place::Lesson, lesson.as_str())).into_iter();
                let all = all.chain(book.sections().map(|(at, title)| (Place::Part(at), title)));
                for (place, title) in all {
                    let shown = RichText::new(title).size(15.0).color(scene.look.ink);
                    let button = egui::Button::new(shown)
                        .frame_when_inactive(false)
                        .truncate()
                        .min_size(vec2(CONTENTS - 14.0, 34.0));
                    let response = ui.add(button);
                    kit::ring(ui, &response, 11);
                    if response.clicked() {
                        self.sought = Some(place);
                    }
                }
            });
        });
    }

    fn text(&mut self, ui: &mut Ui, scene: &Scene<'_>, book: &Book, lesson: Option<&Lesson>) {
        let width = ui.available_width();
        if (self.width - width).abs() > 0.5 || self.heights.len() != book.parts.len() {
            self.width = width;
            self.heights = vec![0.0; book.parts.len()];
        }
        let sought = self.sought.take();
        ScrollArea::vertical().id_salt("rulebook-text").auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(TEXT.min(width - 12.0));
            if sought == Some(Place::Lesson) {
                scroll_here(ui);
            }
            if let Some(lesson) = lesson {
                lesson.ui(ui, scene);
                ui.add_space(18.0);
            }
            kit::note(ui, scene.look, &scene.text.get("rulebook-whole"));
            for (number, part) in book.parts.iter().enumerate() {
                if sought == Some(Place::Part(number)) {
                    scroll_here(ui);
                }
                self.part(ui, scene, number, part);
            }
            // The last section can stand at the top as well.
            ui.add_space(ui.clip_rect().height() * 0.5);
        });
    }

    /// One part; one that cannot be seen only takes its place.
    fn part(&mut self, ui: &mut Ui, scene: &Scene<'_>, number: usize, part: &Part) {
        let Some(height) = self.heights.get(number).copied() else { return };
        let place = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));
        if height > 0.0 && !ui.is_rect_visible(place) {
            ui.allocate_space(place.size());
            return;
        }
        let is_found = self.found.get(self.at) == Some(&number);
        let is_match = self.found.binary_search(&number).is_ok();
        let cache = &mut self.cache;
        let shown = ui.push_id(("part", number), |ui| match part {
            Part::Section(title) => {
                ui.add_space(14.0);
                kit::title(ui, title);
            }
            Part::Prose(text) => marked(ui, scene, is_match, is_found, |ui| {
                CommonMarkViewer::new().show(ui, cache, text);
            }),
            Part::Drawing(text) => marked(ui, scene, is_match, is_found, |ui| drawing(ui, text)),
        });
        if let Some(height) = self.heights.get_mut(number) {
            *height = shown.response.rect.height();
        }
    }
}

/// What is played or about to be played.
fn at_table(scene: &Scene<'_>) -> Option<GameName> {
    let rules = match &scene.view.phase {
        PhaseView::Hosting(room) => &room.rules,
        PhaseView::Asking { room, .. } => &room.as_ref()?.rules,
        PhaseView::Reviewing(contract) => &contract.rules,
        PhaseView::Signing { contract, .. } => &contract.rules,
        PhaseView::Playing(game) => &game.contract.rules,
        PhaseView::Idle | PhaseView::Leaving => return None,
    };
    Some(rules.game()).filter(|game| PLAYED.contains(game))
}

fn scroll_here(ui: &Ui) {
    let place = Rect::from_min_size(ui.cursor().min, vec2(1.0, 1.0));
    ui.scroll_to_rect(place, Some(Align::TOP));
}

/// A part on a sheet that shows whether it holds what is searched for.
fn marked(
    ui: &mut Ui,
    scene: &Scene<'_>,
    is_match: bool,
    is_found: bool,
    add: impl FnOnce(&mut Ui),
) {
    let look = scene.look;
    let (fill, edge) = match (is_found, is_match) {
        (true, _) => (mix(look.surface, look.warn, 0.22), Stroke::new(2.0, look.warn)),
        (false, true) => (mix(look.surface, look.warn, 0.10), Stroke::new(1.0, look.warn)),
        (false, false) => (look.ground, Stroke::new(1.0, look.ground)),
    };
    Frame::new()
        .fill(fill)
        .stroke(edge)
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(8, 3))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            // The font has one weight: what is strong has another colour.
            let visuals = ui.visuals_mut();
            visuals.override_text_color = None;
            visuals.widgets.noninteractive.fg_stroke.color = look.ink;
            visuals.widgets.active.fg_stroke.color = look.accent;
            add(ui);
        });
}

/// A drawing made of characters: its columns stay together.
fn drawing(ui: &mut Ui, text: &str) {
    Frame::new()
        .fill(ui.visuals().code_bg_color)
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(12))
        .show(ui, |ui| {
            ScrollArea::horizontal().show(ui, |ui| {
                ui.add(Label::new(RichText::new(text).monospace()).extend());
            });
        });
}

#[cfg(test)]
mod tests;
