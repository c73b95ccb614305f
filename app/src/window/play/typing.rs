//! A move as text.

use catalog::Any;
use eframe::egui::{self, Key, TextEdit, Ui};
use game::{Fault, Game};

use super::Play;
use super::turn::Turn;
use crate::reason::reason;
use crate::window::kit::{self, Tone};
use crate::window::scene::Acts;

/// The height of the field with three lines about what is wrong.
pub(super) const HEIGHT: f32 = 114.0;
/// Longest text that is looked at.
const LONGEST: usize = 64;

/// What is typed.
#[derive(Default)]
pub(super) struct Typing {
    text: String,
    /// What is wrong with it.
    wrong: Option<String>,
    is_asked: bool,
}

impl Typing {
    /// The field is to have the keyboard.
    pub(super) fn ask(&mut self) {
        self.is_asked = true;
    }

    /// Nothing is typed.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Play {
    /// Shows the field; reads it when Enter is pressed in it.
    pub(super) fn type_move(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        let (text, look) = (turn.scene.text, turn.scene.look);
        ui.spacing_mut().item_spacing.y = 3.0;
        let title = kit::note(ui, look, &text.get("type-title"));
        let edit = TextEdit::singleline(&mut self.typing.text)
            .char_limit(LONGEST)
            .hint_text(text.get("type-hint"))
            .desired_width(f32::INFINITY);
        let field = ui.add(edit).labelled_by(title.id);
        if std::mem::take(&mut self.typing.is_asked) {
            field.request_focus();
        }
        if field.changed() {
            self.typing.wrong = None;
        }
        let is_sent = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if is_sent && !self.typing.text.trim().is_empty() {
            self.read(turn, acts);
        }
        if let Some(wrong) = &self.typing.wrong {
            let line = egui::RichText::new(format!("{}{wrong}", Tone::Bad.sign())).size(13.0);
            egui::ScrollArea::vertical().id_salt("wrong").min_scrolled_height(0.0).show(ui, |ui| {
                ui.add(egui::Label::new(line.color(look.bad)).wrap()).on_hover_text(wrong);
            });
        }
    }

    fn read(&mut self, turn: &Turn<'_>, acts: &mut Acts) {
        let typed = self.typing.text.trim().to_owned();
        let position = &turn.game.position;
        let wrong = |fault: Fault| {
            let args = [
                ("place", fault.place.into()),
                ("reason", reason(turn.scene.text, &fault.reason).into()),
            ];
            turn.scene.text.with("type-unread", &args)
        };
        match Any::read_move(position, &typed) {
            Ok(mv) if turn.game.moves.iter().any(|(legal, _)| *legal == mv) => {
                self.typing.clear();
                if let Some(mv) = self.picking.propose(mv, turn) {
                    self.play(turn, mv, acts);
                }
            }
            Ok(_) => self.typing.wrong = Some(turn.scene.text.get("type-illegal")),
            Err(fault) => self.typing.wrong = Some(wrong(fault)),
        }
    }
}
