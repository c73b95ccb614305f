//! Who will sit where.

use eframe::egui::Ui;
use game::{Seat, SeatSet};
use table::SeatPlan;

use super::{SEATS, Scene};
use crate::window::kit;

/// Who may sit on a seat, with the keys of their names.
const PLANS: [(SeatPlan, &str); 4] = [
    (SeatPlan::Me, "plan-me"),
    (SeatPlan::Open, "plan-open"),
    (SeatPlan::Bot, "plan-bot"),
    (SeatPlan::Beside, "plan-beside"),
];

/// Shows the seats, one below the other.
pub(super) fn ui(plans: &mut [SeatPlan; SEATS], ui: &mut Ui, scene: &Scene<'_>, seats: SeatSet) {
    keep_me(plans, seats);
    for seat in seats.iter() {
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            kit::seat_badge(ui, scene.look, seat, 30.0);
            for (plan, key) in PLANS {
                let is_now = at(plans, seat) == plan;
                // Somebody must be here: the own seat is left by taking another.
                let is_possible = at(plans, seat) != SeatPlan::Me || plan == SeatPlan::Me;
                let label = scene.text.get(key);
                let choice = ui
                    .add_enabled_ui(is_possible, |ui| kit::choice(ui, scene.look, &label, is_now));
                let choice = choice.inner;
                let args = [("seat", seat.number().into()), ("who", label.as_str().into())];
                let name = scene.text.with("create-seat-name", &args);
                choice.widget_info(|| {
                    let role = eframe::egui::accesskit::Role::RadioButton;
                    eframe::egui::WidgetInfo::selected(role, is_possible, is_now, &name)
                });
                if choice.on_disabled_hover_text(scene.text.get("create-seat-me")).clicked() {
                    chosen = Some(plan);
                }
            }
        });
        if let Some(plan) = chosen {
            put(plans, seat, plan);
        }
    }
}

fn at(plans: &[SeatPlan; SEATS], seat: Seat) -> SeatPlan {
    plans.get(usize::from(seat.number())).copied().unwrap_or(SeatPlan::Open)
}

/// Puts somebody on a seat; the player takes his place by leaving his own to whoever was there.
fn put(plans: &mut [SeatPlan; SEATS], seat: Seat, plan: SeatPlan) {
    let before = at(plans, seat);
    if plan == SeatPlan::Me {
        for other in plans.iter_mut().filter(|other| **other == SeatPlan::Me) {
            *other = before;
        }
    }
    if let Some(place) = plans.get_mut(usize::from(seat.number())) {
        *place = plan;
    }
}

/// With fewer seats than before the player's own may be gone: then he takes the first.
fn keep_me(plans: &mut [SeatPlan; SEATS], seats: SeatSet) {
    if !seats.iter().any(|seat| at(plans, seat) == SeatPlan::Me)
        && let Some(first) = seats.iter().next()
    {
        put(plans, first, SeatPlan::Me);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_always_has_one_seat() {
        let mut plans = [SeatPlan::Open; SEATS];
        plans[0] = SeatPlan::Me;
        let [one, three] = [1, 3].map(|number| Seat::new(number).unwrap());
        put(&mut plans, three, SeatPlan::Bot);
        put(&mut plans, three, SeatPlan::Me);
        assert_eq!(plans[..4], [SeatPlan::Bot, SeatPlan::Open, SeatPlan::Open, SeatPlan::Me]);
        keep_me(&mut plans, SeatSet::first(2));
        assert_eq!(plans[..2], [SeatPlan::Me, SeatPlan::Open]);
        assert_eq!(plans.iter().filter(|plan| **plan == SeatPlan::Me).count(), 1);
        put(&mut plans, one, SeatPlan::Beside);
        assert_eq!(plans[1], SeatPlan::Beside);
    }
}
