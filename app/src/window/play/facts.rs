//! What is so at this position beside the pieces.

use eframe::egui::{self, RichText, ScrollArea, Ui};
use game::View;

use super::turn::Turn;
use crate::window::kit;
use crate::words::{Words, fact};

/// What decides what comes next; it stands out.
const FIRST: [&str; 12] = [
    "pick",
    "mandate",
    "any_piece",
    "play_off",
    "losers",
    "pending",
    "queue",
    "showing",
    "drop",
    "return",
    "left",
    "score",
];

/// Below this height there is no room for a heading.
const HEADED: f32 = 110.0;

/// The lines about some of the facts.
pub(super) fn lines(words: &Words<'_>, view: &View, keep: impl Fn(&str) -> bool) -> Vec<String> {
    let mut some = view.clone();
    some.facts.retain(|(key, _)| keep(key));
    words.facts(&some)
}

/// Shows them.
pub(super) fn ui(ui: &mut Ui, turn: &Turn<'_>) {
    let look = turn.scene.look;
    let is_counted = fact(&turn.view, "score").is_some();
    let is_first = |key: &str| FIRST.contains(&key) || (is_counted && key == "quiet");
    let first = lines(&turn.short, &turn.view, is_first);
    let others = lines(&turn.short, &turn.view, |key| !is_first(key));
    if ui.max_rect().height() >= HEADED {
        kit::heading(ui, &turn.scene.text.get("play-facts"));
    }
    ScrollArea::vertical().id_salt("facts").min_scrolled_height(0.0).auto_shrink(false).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for line in first {
                let text = RichText::new(format!("◆ {line}")).size(15.0).color(look.ink);
                ui.add(egui::Label::new(text).wrap());
            }
            for line in others {
                kit::note(ui, look, &line);
            }
        },
    );
}
