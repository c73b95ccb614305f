//! A sentence or two about the present moment, for those who do not know the game yet.

use catalog::Any;
use eframe::egui::{Frame, Margin, ScrollArea, Stroke, Ui};
use game::Game;

use super::picking::Picking;
use super::turn::Turn;
use crate::window::kit;
use crate::window::look::mix;
use crate::window::prefs::Prefs;
use crate::window::scene::{Act, Acts};

/// The hint for this moment, if hints are wanted and there is one.
pub(super) fn hint(turn: &Turn<'_>, picking: &Picking) -> Option<String> {
    if !turn.scene.prefs.hints || turn.game.ended.is_some() {
        return None;
    }
    let text = turn.scene.text;
    let game = turn.game.contract.rules.game().id();
    let of_game = |about: &str| text.find(&format!("game-{game}-hint-{about}"), &[]);
    if turn.chooses() {
        return of_game("choose");
    }
    if !turn.moves() {
        return None;
    }
    if picking.preview().is_some() {
        return Some(text.get("hint-preview"));
    }
    let token = picking.first().and_then(|node| turn.view.tokens.get(usize::from(node)).copied());
    let kind = token.flatten().and_then(|token| token.kind);
    let kinds = Any::kinds(&turn.game.contract.rules);
    let name = kind.and_then(|kind| kinds.get(usize::from(kind.0)));
    let letter = name.map(|name| name.letter.to_string());
    letter.and_then(|letter| of_game(&letter)).or_else(|| Some(text.get("hint-move")))
}

/// Shows a hint, with the way to be rid of them.
pub(super) fn ui(ui: &mut Ui, turn: &Turn<'_>, hint: &str, acts: &mut Acts) {
    let look = turn.scene.look;
    Frame::new()
        .fill(mix(look.surface, look.warn, 0.10))
        .stroke(Stroke::new(1.0, mix(look.line, look.warn, 0.5)))
        .corner_radius(10)
        .inner_margin(Margin::symmetric(10, 5))
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 2.0;
            ScrollArea::vertical().id_salt("hint").show(ui, |ui| {
                kit::note(ui, look, hint);
                let label = turn.scene.text.get("hint-no-more");
                if kit::quiet(ui, look, &label).clicked() {
                    let prefs = Prefs { hints: false, ..turn.scene.prefs.clone() };
                    acts.push(Act::Set(Box::new(prefs)));
                }
            });
        });
}
