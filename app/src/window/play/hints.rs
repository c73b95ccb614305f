//! A sentence or two about the present moment, for those who do not know the game yet.

use catalog::Any;
use eframe::egui::{Button, RichText, ScrollArea, Stroke, StrokeKind, Ui, vec2};
use game::Game;

use super::part;
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
    if turn.setter().is_some() {
        return of_game("layout");
    }
    if turn.chooses() {
        return of_game("choose");
    }
    // What a second step wants is told beside the board.
    if !turn.moves() || turn.owed().is_some() {
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
    let whole = ui.max_rect();
    let rect = if whole.width() > 320.0 {
        whole.with_max_y(whole.bottom().min(whole.top() + 64.0))
    } else {
        whole.with_min_y(whole.top().max(whole.bottom() - 124.0))
    };
    let edge = Stroke::new(1.0, mix(look.line, look.warn, 0.5));
    let fill = mix(look.surface, look.warn, 0.10);
    ui.painter().rect(rect, 10.0, fill, edge, StrokeKind::Inside);
    let inner = rect.shrink2(vec2(10.0, 5.0));
    let (told, button) = if inner.width() > 300.0 {
        inner.split_left_right_at_x(inner.right() - 96.0)
    } else {
        inner.split_top_bottom_at_y(inner.bottom() - 32.0)
    };
    ScrollArea::vertical().id_salt("hint").min_scrolled_height(0.0).auto_shrink(false).show(
        &mut part(ui, told, "told"),
        |ui| {
            kit::note(ui, look, hint);
        },
    );
    let label = RichText::new(turn.scene.text.get("hint-no-more")).color(look.faint).size(14.5);
    let response = ui.put(button, Button::new(label).frame(false));
    kit::ring(ui, &response, 8);
    if response.clicked() {
        let prefs = Prefs { hints: false, ..turn.scene.prefs.clone() };
        acts.push(Act::Set(Box::new(prefs)));
    }
}
