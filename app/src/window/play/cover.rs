//! Between two people at one screen: nothing of the one is shown to the other.

use eframe::egui::{self, Align, Layout, RichText, Ui, vec2};
use game::Seat;

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

    /// Shows who should take the screen, over everything that could be chosen.
    pub(super) fn ui(&mut self, ui: &mut Ui, turn: &Turn<'_>) {
        let Some(seat) = turn.actor else { return };
        let look = turn.scene.look;
        let text = turn.scene.text;
        let rect = ui.max_rect();
        // What lies below cannot be clicked.
        ui.interact(rect, ui.scope_id().with("cover"), egui::Sense::click());
        ui.painter().rect_filled(rect.expand(4.0), 12.0, look.surface);
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space(rect.height() * 0.22);
            kit::seat_badge(ui, look, seat, 84.0);
            ui.add_space(8.0);
            let args = [("seat", turn.words.seat(seat).into())];
            let title = RichText::new(text.with("cover-title", &args)).size(30.0);
            ui.add(egui::Label::new(title).wrap());
            kit::note(ui, look, &text.get("cover-note"));
            ui.add_space(14.0);
            let label = text.with("cover-go", &[("seat", turn.words.seat(seat).into())]);
            if kit::primary(ui, look, &label).clicked() {
                self.uncovered = Some((turn.game.step, seat));
            }
            ui.allocate_space(vec2(1.0, 1.0));
        });
    }
}
