//! An invitation that lies on the clipboard or was pasted, as a card with one button.
//!
//! The clipboard is looked at once each time the window gets the keyboard, and only while this page
//! is shown; nothing of it is kept that is not on the card.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use eframe::egui::{self, Event, Frame, Label, RichText, Stroke, Ui};
use table::{Command, Guest, TableView};

use super::letter::{LONGEST, Letter};
use super::{Acts, Scene};
use crate::window::kit::{self, Tone};
use crate::window::scene::{Act, Over};
use crate::window::terms;

/// In how many frames the clipboard answers, if there is anything on it.
const ANSWER: u8 = 2;

/// What is remembered of it.
#[derive(Default)]
pub(super) struct Offer {
    /// Whether the clipboard is to be looked at.
    is_due: bool,
    /// For how many more frames an answer of the clipboard may come.
    awaited: u8,
    /// What is offered, and the text it was found in.
    card: Option<(String, Letter)>,
    /// What was last answered: it is not offered again.
    answered: Option<u64>,
}

impl Offer {
    /// The clipboard may hold something new.
    pub(super) fn look_again(&mut self) {
        self.is_due = true;
    }

    /// Looks at the clipboard if that is due, and takes what was pasted beside a field. Gives text
    /// that is no letter, to be put in the field.
    pub(super) fn listen(&mut self, ctx: &egui::Context, view: &TableView) -> Option<String> {
        let is_typing = ctx.text_edit_focused();
        if self.is_due && !is_typing {
            self.is_due = false;
            self.awaited = ANSWER + 1;
            ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
        }
        if self.awaited > 0 {
            self.awaited -= 1;
            ctx.request_repaint();
        } else if is_typing {
            return None;
        }
        let text = ctx.input_mut(take_paste)?;
        let text: String = text.chars().take(LONGEST).collect();
        let letter = Letter::read(&text);
        if std::mem::take(&mut self.awaited) > 0 {
            let is_new = self.answered != Some(digest(&text)) && !letter.is_own(view);
            if is_new && letter != Letter::Other {
                self.card = Some((text, letter));
            }
            return None;
        }
        if letter == Letter::Other {
            return Some(text);
        }
        self.card = Some((text, letter));
        None
    }

    /// Shows it; gives whether there is one.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) -> bool {
        let Some((found, letter)) = &self.card else { return false };
        let Scene { text, look, view, .. } = *scene;
        let stroke = Stroke::new(2.0, look.accent);
        let frame = Frame::new().fill(look.surface).stroke(stroke).corner_radius(12);
        let mut is_answered = false;
        frame.inner_margin(12).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            let trouble = letter.trouble(text, view);
            match letter {
                Letter::Room(invitation) => {
                    let said = terms::invited(text, invitation);
                    ui.add(Label::new(RichText::new(said).size(18.0)).wrap());
                }
                Letter::Relay => {
                    ui.add(Label::new(RichText::new(text.get("offer-relay")).size(17.0)).wrap());
                    kit::note(ui, look, &text.get("offer-relay-about"));
                }
                Letter::Wrong(_) | Letter::Other => {}
            }
            if let Some(told) = &trouble {
                kit::toned(ui, look, Tone::Warn, &told.what);
                if !told.next.is_empty() {
                    kit::note(ui, look, &told.next);
                }
            }
            ui.horizontal(|ui| {
                let go = match letter {
                    _ if trouble.is_some() => None,
                    Letter::Room(_) => Some("offer-join"),
                    Letter::Relay => Some("offer-relay-add"),
                    Letter::Wrong(_) | Letter::Other => None,
                };
                if go.is_some_and(|key| kit::primary(ui, look, &text.get(key)).clicked()) {
                    accept(acts, found, letter);
                    is_answered = true;
                }
                let can_watch = go.is_some() && matches!(letter, Letter::Room(_));
                if can_watch && kit::button(ui, &text.get("offer-watch")).clicked() {
                    acts.table(Command::Watch { address: found.clone() });
                    is_answered = true;
                }
                let no = if go.is_some() { "offer-no" } else { "notes-read" };
                is_answered |= kit::button(ui, &text.get(no)).clicked();
            });
        });
        if is_answered {
            self.answered = Some(digest(found));
            self.card = None;
        }
        true
    }
}

/// Does what a letter asks for. The table reads the text again.
pub(super) fn accept(acts: &mut Acts, text: &str, letter: &Letter) {
    match letter {
        Letter::Room(_) => {
            acts.table(Command::Join { address: text.to_owned(), guest: Guest::Invited });
        }
        Letter::Relay => {
            acts.table(Command::AddRelay(text.to_owned()));
            acts.push(Act::Lay(Some(Over::Settings)));
        }
        Letter::Wrong(_) | Letter::Other => {}
    }
}

/// Takes what was pasted.
fn take_paste(input: &mut egui::InputState) -> Option<String> {
    let at = input.events.iter().position(|event| matches!(event, Event::Paste(_)))?;
    match input.events.remove(at) {
        Event::Paste(text) => Some(text),
        _ => None,
    }
}

fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
