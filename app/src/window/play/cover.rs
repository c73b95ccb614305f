//! Between two people at one screen: no choice is offered before the right one sits there.

use eframe::egui::{self, Align, Layout, RichText, ScrollArea, Ui, vec2};
use game::Seat;

use super::part;
use super::turn::Turn;
use crate::window::kit;

/// For whom the screen has been uncovered.
#[derive(Default)]
pub(super) struct Cover {
    uncovered: Option<(u32, Seat)>,
}

impl Cover {
    /// Whether the screen must be handed over before a secret choice.
    pub(super) fn is_needed(&self, turn: &Turn<'_>) -> bool {
        let about = turn.actor.map(|seat| (turn.game.step, seat));
        turn.is_shared() && turn.chooses() && self.uncovered != about
    }

    /// Shows who should take the screen, in the place of what can be chosen. The board stays in
    /// sight: there is nothing secret on it.
    pub(super) fn ui(&mut self, ui: &mut Ui, turn: &Turn<'_>) {
        let Some(seat) = turn.actor else { return };
        let (text, look) = (turn.scene.text, turn.scene.look);
        let rect = ui.max_rect();
        ui.painter().rect_filled(rect, 12.0, look.surface);
        let inner = rect.shrink(8.0);
        let args = [("seat", turn.words.seat(seat).into())];
        let size = if inner.width() < 190.0 { 19.0 } else { 24.0 };
        let title = RichText::new(text.with("cover-title", &args)).size(size);
        let go = RichText::new(text.get("cover-go")).size(18.0).color(look.on_accent);
        ScrollArea::vertical().id_salt("cover").show(&mut part(ui, inner, "cover"), |ui| {
            ui.with_layout(Layout::top_down(Align::Center), |ui| {
                ui.add_space((rect.height() - 290.0).max(0.0) * 0.5);
                kit::seat_badge(ui, look, seat, 72.0);
                ui.add(egui::Label::new(title).wrap());
                kit::note(ui, look, &text.get("cover-note"));
                let size = vec2((inner.width() - 8.0).min(220.0), 48.0);
                let button = egui::Button::new(go).fill(look.accent).min_size(size).wrap();
                let response = ui.add(button);
                kit::ring(ui, &response, 11);
                let is_struck = ui.input_mut(|input| input.consume_shortcut(&kit::GO_ON));
                if response.clicked() || is_struck {
                    self.uncovered = Some((turn.game.step, seat));
                }
            });
        });
    }
}
