//! A contract before all have signed it.

use catalog::Any;
use eframe::egui::{Align, Layout, RichText, ScrollArea, Ui};
use game::{Game as _, Seat, SeatSet};
use table::{Command, ContractView};

use super::{Scene, terms_table};
use crate::window::kit::{self, Tone};
use crate::window::scene::Acts;
use crate::window::terms;

/// The contract is not what was agreed to: all of it is shown, and it is signed or not.
pub(super) fn review(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, contract: &ContractView) {
    let Scene { text, look, .. } = *scene;
    kit::foot(ui, "contract-actions", |ui| {
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            if kit::danger(ui, look, &text.get("contract-decline")).clicked() {
                acts.table(Command::Decline);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if kit::primary(ui, look, &text.get("contract-sign")).clicked() {
                    acts.table(Command::Accept { id: contract.id.clone() });
                }
            });
        });
    });
    page(ui, scene, "review-title", |ui| {
        kit::toned(ui, look, Tone::Warn, &text.get("review-about"));
        terms(ui, scene, contract, |_, _| None);
    });
}

/// The contract is signed here, and not yet by all.
pub(super) fn signing(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    contract: &ContractView,
    (signed, removable, connected): (SeatSet, SeatSet, SeatSet),
) {
    let Scene { text, look, .. } = *scene;
    kit::foot(ui, "signing-actions", |ui| {
        ui.add_space(10.0);
        ui.horizontal_wrapped(|ui| {
            if kit::button(ui, &text.get("room-leave")).clicked() {
                acts.table(Command::Leave);
            }
            for seat in removable.iter() {
                let player = contract.players.get(seat.index());
                let name = player.map(|player| player.name.as_str()).unwrap_or_default();
                let label = text.with("contract-remove", &[("name", name.into())]);
                if kit::button(ui, &label).clicked() {
                    acts.table(Command::Remove(seat));
                }
            }
        });
    });
    page(ui, scene, "signing-title", |ui| {
        kit::note(ui, look, &text.get("signing-about"));
        terms(ui, scene, contract, |text, seat| {
            Some(if signed.has(seat) {
                (Tone::Good, text.get("signing-signed"))
            } else if connected.has(seat) {
                (Tone::Plain, text.get("signing-waits"))
            } else {
                (Tone::Warn, text.get("signing-gone"))
            })
        });
    });
}

fn page(ui: &mut Ui, scene: &Scene<'_>, title: &str, add: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.set_max_width(720.0);
            kit::card(ui, scene.look, |ui| {
                ui.set_width(ui.available_width());
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    kit::title(ui, &scene.text.get(title));
                    add(ui);
                });
            });
        });
    });
}

/// Everything that a contract says, and something about each seat.
fn terms(
    ui: &mut Ui,
    scene: &Scene<'_>,
    contract: &ContractView,
    state: impl Fn(&crate::text::Text, Seat) -> Option<(Tone, String)>,
) {
    let Scene { text, look, .. } = *scene;
    ui.add_space(4.0);
    ui.columns_const(|[left, right]| {
        left.spacing_mut().item_spacing.y = 6.0;
        let seats = SeatSet::first(Any::seats(&contract.rules));
        for (seat, player) in seats.iter().zip(&contract.players) {
            left.horizontal(|ui| {
                kit::seat_badge(ui, look, seat, 32.0);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.spacing_mut().interact_size.y = 20.0;
                    kit::clipped(ui, RichText::new(&player.name).size(17.0));
                    ui.horizontal(|ui| {
                        kit::fingerprint(ui, look, &player.fingerprint);
                        if contract.own.has(seat) {
                            kit::pill(ui, look, Tone::Plain, &text.get("seat-mine"));
                        }
                        if let Some((tone, line)) = state(text, seat) {
                            kit::pill(ui, look, tone, &line);
                        }
                    });
                });
            });
        }
        right.with_layout(Layout::top_down(Align::Min), |ui| {
            kit::heading(ui, &terms::game(text, contract.rules.game().id()));
            terms_table(ui, scene, &contract.rules, contract.clock, |_| true);
            let machine = [("seconds", contract.machine_seconds.into())];
            kit::note(ui, look, &text.with("contract-machine", &machine));
        });
    });
    let id = RichText::new(terms::short(&contract.id)).monospace().size(13.0);
    ui.horizontal(|ui| {
        kit::note(ui, look, &text.get("contract-id"));
        ui.label(id.color(look.faint));
    });
}
