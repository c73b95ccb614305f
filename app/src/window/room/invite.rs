//! How others come into the own room.

use eframe::egui::{Align, Label, Layout, RichText, Ui};
use table::RoomView;

use super::Scene;
use crate::talk::reachable;
use crate::window::kit;
use crate::window::scene::{Act, Acts};
use crate::window::terms;

/// How many addresses are shown at most.
const ADDRESSES: usize = 4;

/// Shows the addresses to be given away; nothing if nobody can come.
pub(super) fn ui(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, room: &RoomView) {
    let Scene { text, look, view, .. } = *scene;
    if room.free() == 0 {
        return;
    }
    kit::sheet(ui, look, 12, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 5.0;
        let addresses = reachable(&view.addresses);
        let first = addresses.first().copied();
        ui.horizontal(|ui| {
            kit::heading(ui, &text.get("invite"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let copy = kit::button_if(ui, &text.get("invite-copy"), first.is_some());
                if let Some(address) = first.filter(|_| copy.clicked()) {
                    acts.push(Act::Copy(message(scene, room, address)));
                    acts.push(Act::Tell("invite-copied"));
                }
            });
        });
        kit::note(ui, look, &text.get("invite-about"));
        if first.is_none() {
            kit::note(ui, look, &text.get("room-opening"));
        }
        let is_alone = first.is_some_and(|it| it.contains("/127.0.0.1/") || it.contains("/::1/"));
        if is_alone {
            kit::toned(ui, look, kit::Tone::Warn, &text.get("invite-alone"));
        }
        for address in addresses.into_iter().take(ADDRESSES) {
            let shown = RichText::new(address).monospace().size(12.5).color(look.faint);
            ui.add(Label::new(shown).truncate()).on_hover_text(address);
        }
    });
}

/// What is sent to a friend: what to do, and the address.
fn message(scene: &Scene<'_>, room: &RoomView, address: &str) -> String {
    let args = [
        ("game", terms::game(scene.text, room.rules.game().id()).into()),
        ("address", address.into()),
    ];
    scene.text.with("invite-message", &args)
}
