//! Matches that were interrupted.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    self, Align, Frame, Layout, Margin, RichText, ScrollArea, Stroke, Ui, WidgetInfo,
};
use table::{Command, ContractView, KeptMatch};

use super::{Scene, address};
use crate::window::elsewhere;
use crate::window::kit;
use crate::window::look::mix;
use crate::window::scene::{Act, Acts};
use crate::window::terms;

/// How many others are listed at most.
const OTHERS: usize = 20;

/// What is remembered of them.
#[derive(Default)]
pub(super) struct Resume {
    /// Where the others are now, if the player says so.
    at: Option<String>,
    /// Whether the older ones are listed.
    is_listed: bool,
}

impl Resume {
    /// Shows the latest, and the others as a list; nothing if there are none.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Scene { text, look, view, .. } = *scene;
        let mut open = view.shelf.open.iter();
        let Some(latest) = open.next() else { return };
        let frame = Frame::new()
            .fill(mix(look.surface, look.accent, if look.is_contrast { 0.0 } else { 0.08 }))
            .stroke(Stroke::new(2.0, look.accent))
            .corner_radius(egui::CornerRadius::same(14))
            .inner_margin(Margin::symmetric(16, 10));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal(|ui| {
                let words = ui.available_width() - 150.0;
                ui.allocate_ui(egui::vec2(words, 44.0), |ui| {
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 2.0;
                        let who = [("players", opponents(scene, &latest.contract).into())];
                        let title = RichText::new(text.with("resume-title", &who)).size(18.0);
                        kit::clipped(ui, title);
                        let line = RichText::new(about(scene, latest)).size(14.0);
                        kit::clipped(ui, line.color(look.faint));
                    });
                });
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if !elsewhere::is_played(&latest.contract.rules) {
                        in_terminal(ui, scene, acts, latest);
                    } else if kit::primary(ui, look, &text.get("resume")).clicked() {
                        self.go(acts, latest);
                    }
                });
            });
            self.more(ui, scene);
            if self.is_listed {
                let list = ScrollArea::vertical().id_salt("open").max_height(112.0);
                list.show(ui, |ui| {
                    for kept in open.take(OTHERS) {
                        self.other(ui, scene, acts, kept);
                    }
                });
            }
        });
        ui.add_space(2.0);
    }

    /// The line below: another address, and the list of the others.
    fn more(&mut self, ui: &mut Ui, scene: &Scene<'_>) {
        let Scene { text, look, view, .. } = *scene;
        let others = view.shelf.open.len() - 1;
        let is_anybody_away = view.shelf.open.iter().any(|kept| !is_here(&kept.contract));
        ui.spacing_mut().interact_size.y = 24.0;
        ui.horizontal(|ui| {
            match &mut self.at {
                // Where everybody plays at this screen, nobody is elsewhere.
                None if is_anybody_away => {
                    let moved = kit::quiet(ui, look, &text.get("resume-moved"));
                    self.at = moved.clicked().then(String::new);
                }
                None => {}
                Some(at) => {
                    let width = (ui.available_width() - 150.0).max(120.0);
                    let (name, hint) = (text.get("resume-field"), text.get("resume-hint"));
                    kit::field(ui, at, &name, &hint, 2000, width);
                }
            }
            if others > 0 {
                let args = [("count", others.into())];
                let key = if self.is_listed { "resume-less" } else { "resume-more" };
                if kit::quiet(ui, look, &text.with(key, &args)).clicked() {
                    self.is_listed = !self.is_listed;
                }
            }
        });
    }

    fn other(&self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, kept: &KeptMatch) {
        let Scene { text, look, .. } = *scene;
        if !elsewhere::is_played(&kept.contract.rules) {
            ui.horizontal(|ui| {
                in_terminal(ui, scene, acts, kept);
                let who = opponents(scene, &kept.contract);
                kit::clipped(ui, RichText::new(who).size(15.0));
                kit::clipped(ui, RichText::new(about(scene, kept)).size(13.5).color(look.faint));
            });
            return;
        }
        ui.horizontal(|ui| {
            let who = opponents(scene, &kept.contract);
            let button = ui.button(text.get("resume"));
            kit::ring(ui, &button, 11);
            let name = text.with("resume-name", &[("players", who.as_str().into())]);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if button.clicked() {
                self.go(acts, kept);
            }
            kit::clipped(ui, RichText::new(who).size(15.0));
            kit::clipped(ui, RichText::new(about(scene, kept)).size(13.5).color(look.faint));
        });
    }

    fn go(&self, acts: &mut Acts, kept: &KeptMatch) {
        let at = self.at.as_deref().map(str::trim).filter(|at| !at.is_empty()).map(address::find);
        acts.table(Command::Resume { id: kept.contract.id.clone(), bot: false, at });
    }
}

/// A match that only a terminal can go on with: the command for it, to be copied.
fn in_terminal(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, kept: &KeptMatch) {
    let id: String = kept.contract.id.chars().take(16).collect();
    let command = format!("qiyue resume {id}");
    let copy = kit::button(ui, &scene.text.get("elsewhere-copy"));
    if copy.on_hover_text(elsewhere::line(scene.text, &kept.contract.rules)).clicked() {
        acts.push(Act::Copy(command));
    }
}

/// Whether all seats are of this program.
fn is_here(contract: &ContractView) -> bool {
    usize::from(contract.own.len()) == contract.players.len()
}

/// Who else plays: on other computers, if there are any, else beside the player of this profile.
fn opponents(scene: &Scene<'_>, contract: &ContractView) -> String {
    let me = &scene.view.me.fingerprint;
    let seated = (0..).filter_map(game::Seat::new).zip(&contract.players);
    let others = seated.filter(|(seat, player)| match is_here(contract) {
        true => player.fingerprint != *me,
        false => !contract.own.has(*seat),
    });
    let others: Vec<&str> = others.map(|(_, player)| &*player.name).collect();
    if others.is_empty() {
        scene.text.get("resume-here")
    } else {
        others.join(&scene.text.get("list-separator"))
    }
}

fn about(scene: &Scene<'_>, kept: &KeptMatch) -> String {
    let text = scene.text;
    let game = terms::game(text, kept.contract.rules.game().id());
    let steps = text.with("resume-steps", &[("steps", kept.steps.into())]);
    let when = terms::ago(text, kept.written, terms::now());
    [game, steps, when].join(&text.get("option-separator"))
}
