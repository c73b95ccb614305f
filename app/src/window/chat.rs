//! What is said at the table, beside the room and the match: folded to one line with the number of
//! unread lines, or open with what was said, phrases and a field. It never takes the keyboard by
//! itself: what is typed is for the board unless the player has gone into the field.

#[cfg(test)]
mod tests;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    self, FontId, Id, Key, Modifiers, Rect, Response, RichText, ScrollArea, Ui, UiBuilder,
    accesskit, vec2,
};
use game::SeatSet;
use table::{Command, LINE_CHARS, Phrase, Spoken, Words};

use super::fonts;
use super::kit::{self, Tone};
use super::scene::{Acts, Scene};
use crate::problem::Teller;
use crate::said;

/// Opens it from any page, with the keyboard in its field.
const OPEN: Key = Key::F3;
/// Height of the row with the field.
const FIELD: f32 = 40.0;
/// Height of the row with the phrases.
const PHRASES: f32 = 38.0;

/// What the panel remembers between frames.
#[derive(Default)]
pub(crate) struct Chat {
    is_open: bool,
    /// The last line that was there when the panel was open, or when the page was first shown.
    read: Option<u64>,
    draft: String,
    /// The field, once it has been shown.
    field: Option<Id>,
    /// The keyboard is to go into it.
    is_asked: bool,
    /// Why what was typed cannot be said.
    trouble: Option<String>,
}

impl Chat {
    /// Height of the line that opens and folds it.
    pub(crate) const FOLD: f32 = 36.0;
    /// Its width, where it has a line of its own not to itself.
    pub(crate) const WIDTH: f32 = 170.0;

    /// Whether there is anybody to talk to, and the player wants to.
    pub(crate) fn is_there(scene: &Scene<'_>) -> bool {
        let talk = &scene.view.talk;
        talk.is_on && !talk.others.is_empty()
    }

    /// Whether what was said is shown.
    pub(crate) fn is_open(&self, scene: &Scene<'_>) -> bool {
        self.is_open && Self::is_there(scene)
    }

    /// Notes what has been read, and takes the key that opens it; gives whether it was opened.
    pub(crate) fn follow(&mut self, ui: &Ui, scene: &Scene<'_>) -> bool {
        let last = scene.view.talk.lines.last().map_or(0, |line| line.number);
        if self.is_open(scene) || self.read.is_none() {
            self.read = Some(last);
        }
        let is_there = Self::is_there(scene);
        if is_there && ui.input_mut(|input| input.consume_key(Modifiers::NONE, OPEN)) {
            self.is_open = !self.is_open;
            self.is_asked = self.is_open;
            return self.is_open;
        }
        false
    }

    /// Whether what is typed goes into the field: it is meant for nothing else.
    pub(crate) fn has_keyboard(&self, ui: &Ui) -> bool {
        self.field.is_some() && ui.memory(|memory| memory.focused()) == self.field
    }

    /// Lines of others that have not been read.
    fn unread(&self, scene: &Scene<'_>) -> usize {
        let read = self.read.unwrap_or(0);
        let lines = scene.view.talk.lines.iter();
        lines.filter(|line| line.number > read && !line.is_own).count()
    }

    /// Shows the line that opens and folds it; gives whether it was opened.
    pub(crate) fn fold(&mut self, ui: &mut Ui, rect: Rect, scene: &Scene<'_>) -> bool {
        let text = scene.text;
        let unread = self.unread(scene);
        let (label, tone) = match (self.is_open, unread) {
            (true, _) => (text.get("talk-close"), Tone::Plain),
            (false, 0) => (text.get("talk"), Tone::Plain),
            (false, count) => (text.with("talk-unread", &[("count", count.into())]), Tone::Warn),
        };
        let color = if tone == Tone::Plain { scene.look.ink } else { tone.color(scene.look) };
        let button = egui::Button::new(RichText::new(&label).size(15.0).color(color));
        let rect = rect.with_max_y(rect.top() + Self::FOLD - 2.0);
        let response = ui.put(rect, button.min_size(rect.size()));
        kit::ring(ui, &response, 11);
        if unread > 0 && !self.is_open {
            ui.ctx().accesskit_node_builder(response.id, |node| {
                node.set_live(accesskit::Live::Polite);
            });
        }
        if response.clicked() {
            self.is_open = !self.is_open;
        }
        response.clicked() && self.is_open
    }

    /// Shows what was said, and what can be said.
    pub(crate) fn ui(&mut self, ui: &mut Ui, rect: Rect, scene: &Scene<'_>, acts: &mut Acts) {
        let (lines, below) = rect.split_top_bottom_at_y(rect.bottom() - FIELD - PHRASES);
        let (phrases, field) = below.split_top_bottom_at_y(below.bottom() - FIELD);
        said_ui(&mut part(ui, lines.with_max_y(lines.bottom() - 6.0), "said"), scene);
        phrases_ui(&mut part(ui, phrases, "phrases"), scene, acts);
        self.field(&mut part(ui, field, "talk-field"), scene, acts);
    }

    fn field(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let text = scene.text;
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().button_padding.x = 6.0;
            let mute = small(ui, &text.get("talk-mute"));
            egui::Popup::menu(&mute).show(|ui| mute_ui(ui, scene, acts));
            let is_sent = small(ui, &text.get("talk-send")).clicked();
            let width = ui.available_width() - 4.0;
            let (name, hint) = (text.get("talk-field"), text.get("talk-hint"));
            let hint = self.trouble.as_ref().unwrap_or(&hint);
            let field = kit::field(ui, &mut self.draft, &name, hint, LINE_CHARS, width);
            self.field = Some(field.id);
            if std::mem::take(&mut self.is_asked) {
                field.request_focus();
            }
            if field.changed() {
                self.trouble = None;
            }
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if is_entered {
                // What is typed next is for the next line, and not for the board.
                field.request_focus();
            }
            if (is_sent || is_entered) && !self.draft.is_empty() {
                self.send(scene, acts);
            }
        });
    }

    fn send(&mut self, scene: &Scene<'_>, acts: &mut Acts) {
        match said::typed(scene.text, &self.draft, Teller::Window) {
            Ok(line) => acts.table(Command::Say(Words::Line(line))),
            Err(why) => self.trouble = Some(why.what),
        }
        self.draft.clear();
    }
}

/// A button beside the field.
fn small(ui: &mut Ui, label: &str) -> Response {
    let response = ui.add(egui::Button::new(label).min_size(vec2(48.0, 36.0)));
    kit::ring(ui, &response, 11);
    response
}

/// Everything that was said, the latest at the end.
fn said_ui(ui: &mut Ui, scene: &Scene<'_>) {
    let look = scene.look;
    let edge = egui::Stroke::new(1.0, look.line);
    let sheet = egui::Frame::new().fill(look.surface).stroke(edge).corner_radius(10);
    sheet.inner_margin(7).show(ui, |ui| {
        let list = ScrollArea::vertical().id_salt("said").min_scrolled_height(0.0);
        list.auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            for spoken in scene.view.talk.lines.iter() {
                line_ui(ui, scene, spoken);
            }
            if scene.view.talk.lines.is_empty() {
                kit::note(ui, look, &scene.text.get("talk-none"));
            }
        });
    });
}

/// One line: who, what tells him apart, what he said, and whom it has not reached.
fn line_ui(ui: &mut Ui, scene: &Scene<'_>, spoken: &Spoken) {
    let Scene { text, look, .. } = *scene;
    let mut job = LayoutJob::default();
    let mut add = |part: &str, font: FontId, color| {
        job.append(part, 0.0, TextFormat::simple(font, color));
    };
    let small = FontId::new(12.0, fonts::mono());
    let who = if spoken.is_own { text.get("talk-me") } else { said::who(text, spoken) };
    add(&who, FontId::proportional(14.5), look.faint);
    if !spoken.is_own {
        add(&format!(" {}", spoken.who.fingerprint), small, look.faint);
    }
    let words = said::words(text, &spoken.words);
    let rest = text.with("talk-says", &[("seat", "".into()), ("words", words.into())]);
    let color = if spoken.is_own { look.faint } else { look.ink };
    add(&rest, FontId::proportional(15.0), color);
    if !spoken.unreached.is_empty() {
        let seats = said::seats(text, scene.view, spoken.unreached);
        let line = text.with("talk-not-reached", &[("seats", seats.into())]);
        add(&format!("\n{}{line}", Tone::Warn.sign()), FontId::proportional(13.5), look.warn);
    }
    ui.add(egui::Label::new(job).wrap());
}

/// Phrases that are said with one click.
fn phrases_ui(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
    let strip = ScrollArea::horizontal().id_salt("phrases").auto_shrink(false);
    strip.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.spacing_mut().button_padding.x = 8.0;
            for phrase in Phrase::ALL {
                let label = scene.text.get(said::phrase_key(phrase));
                let shown = RichText::new(&label).size(14.0);
                let button = ui.add(egui::Button::new(shown).min_size(vec2(30.0, 30.0)));
                kit::ring(ui, &button, 9);
                let name = scene.text.with("talk-phrase", &[("phrase", label.into())]);
                let role = accesskit::Role::Button;
                button.widget_info(|| egui::WidgetInfo::labeled(role, true, &name));
                if button.clicked() {
                    acts.table(Command::Say(Words::Phrase(phrase)));
                }
            }
        });
    });
}

/// Whom the player does not want to hear.
fn mute_ui(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
    let talk = &scene.view.talk;
    ui.set_min_width(180.0);
    for seat in talk.others.iter() {
        let mut is_muted = talk.muted.has(seat);
        let who = said::seats(scene.text, scene.view, SeatSet::one(seat));
        let label = scene.text.with("talk-mute-name", &[("seat", who.into())]);
        let switch = ui.checkbox(&mut is_muted, label);
        kit::ring(ui, &switch, 8);
        if switch.changed() {
            acts.table(Command::Mute(seat, is_muted));
        }
    }
}

/// A child in a place of its own, whatever is in it.
fn part(ui: &mut Ui, rect: Rect, salt: &str) -> Ui {
    let rect = Rect::from_min_size(rect.min, rect.size().max(vec2(1.0, 1.0)));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(salt));
    child.set_clip_rect(rect.expand(4.0).intersect(ui.clip_rect()));
    child
}
