//! A host is called who has not answered yet.

use eframe::egui::{Label, RichText, ScrollArea, Ui};
use table::{Command, DialFailure, Invitation, LinkView, Tried, Way};

use super::Scene;
use crate::window::kit::{self, Tone};
use crate::window::links;
use crate::window::scene::Acts;
use crate::window::terms;

/// Shows who is called, what is being tried, and what to do meanwhile.
pub(super) fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    (address, invitation, link): (&str, Option<&Invitation>, Option<&LinkView>),
) {
    let Scene { text, look, .. } = *scene;
    kit::foot(ui, "asking-actions", |ui| {
        ui.add_space(10.0);
        if kit::button(ui, &text.get("asking-cancel")).clicked() {
            acts.table(Command::Leave);
        }
    });
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.1).min(90.0));
        ui.set_max_width(640.0);
        kit::card(ui, look, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 6.0;
            let is_offline = link.is_some_and(is_offline);
            let title = if is_offline { "asking-offline" } else { "asking-title" };
            kit::title(ui, &text.get(title));
            match invitation {
                Some(invitation) => {
                    ui.add(
                        Label::new(RichText::new(terms::invited(text, invitation)).size(16.0))
                            .wrap(),
                    );
                }
                None => {
                    let shown = RichText::new(address).monospace().color(look.faint);
                    ui.add(Label::new(shown).truncate()).on_hover_text(address);
                }
            }
            if let Some(link) = link.filter(|link| links::is_far(link) && has_way(&link.way)) {
                kit::toned(ui, look, Tone::Good, &links::line(text, link));
            }
            let about = if is_offline { "asking-offline-next" } else { "asking-about" };
            kit::note(ui, look, &text.get(about));
            if let Some(link) = link.filter(|link| !link.tries.is_empty()) {
                ui.add_space(6.0);
                kit::heading(ui, &text.get("asking-tries"));
                let height = (ui.available_height() - 60.0).clamp(80.0, 280.0);
                let list = ScrollArea::vertical().id_salt("asking-tries").max_height(height);
                list.show(ui, |ui| links::tries(ui, scene, &link.tries));
                kit::note(ui, look, &text.get("asking-stays"));
            }
        });
    });
}

/// Whether the relay has said that the host is not there, and nothing better has come since.
fn is_offline(link: &LinkView) -> bool {
    let is_absent = |it: &table::Try| it.outcome == Tried::Failed(DialFailure::NotThere);
    !has_way(&link.way) && link.tries.iter().any(is_absent)
}

fn has_way(way: &Way) -> bool {
    !matches!(way, Way::Reconnecting { .. } | Way::Offline { .. })
}
