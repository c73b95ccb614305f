//! How others come into the own room.

use catalog::Any;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align, Button, CollapsingHeader, Color32, Id, Label, Layout, Margin, Modal, Rect, RichText,
    Sense, Ui, WidgetInfo, vec2,
};
use fluent_bundle::FluentValue;
use game::Game as _;
use table::{Invitation, RelayState, RoomView, TableView};

use super::Scene;
use crate::qr::{self, Qr};
use crate::talk::reachable;
use crate::window::kit::{self, Tone};
use crate::window::scene::{Act, Acts, Over};
use crate::window::terms;

/// How many addresses are shown at most.
const ADDRESSES: usize = 4;
/// Width of the button that shows the code.
const CODE: f32 = 92.0;
/// The largest module of a code, in points: a camera needs no larger one.
const MODULE: f32 = 6.0;

/// What is remembered of the invitation.
#[derive(Default)]
pub(super) struct Invite {
    is_code_open: bool,
    /// The code, and the link it is of.
    code: Option<(String, Qr)>,
    /// Until when a link counts, in seconds since 1970, and the link.
    until: Option<(String, u64)>,
}

impl Invite {
    /// Shows it; nothing if nobody can come.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, room: &RoomView) {
        let Scene { text, look, view, .. } = *scene;
        if room.free() == 0 {
            self.is_code_open = false;
            return;
        }
        kit::sheet(ui, look, 12, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 6.0;
            kit::heading(ui, &text.get("invite"));
            let message = message(scene, room);
            ui.horizontal(|ui| {
                let has_code = view.invitation.is_some();
                let gap = ui.spacing().item_spacing.x;
                let beside = if has_code { CODE + gap } else { 0.0 };
                let width = (ui.available_width() - beside).max(140.0);
                if copy(ui, scene, message.is_some(), width) {
                    acts.push(Act::Copy(message.clone().unwrap_or_default()));
                    acts.push(Act::Tell("invite-copied"));
                }
                if has_code && code_button(ui, &text.get("invite-qr")) {
                    self.is_code_open = true;
                }
            });
            if message.is_none() {
                kit::note(ui, look, &text.get("room-opening"));
            }
            reach(ui, scene, acts);
            if let Some(until) = self.until(view) {
                // Half an hour more or less does not matter.
                let hours = (until.saturating_sub(terms::now()) + 1800) / 3600;
                let args = [("hours", hours.max(1).to_string().into())];
                kit::note(ui, look, &text.with("invite-until", &args));
            }
            kit::note(ui, look, &text.get("invite-about"));
            addresses(ui, scene);
        });
        self.code(ui, scene);
    }

    /// Until when the invitation counts: it is read again only when it is another one.
    fn until(&mut self, view: &TableView) -> Option<u64> {
        let link = view.invitation.as_ref()?;
        if self.until.as_ref().is_none_or(|(of, _)| of != link) {
            self.until = Invitation::find(link).ok().map(|it| (link.clone(), it.until));
        }
        self.until.as_ref().map(|(_, until)| *until)
    }

    /// The code over the page, in its own colours whatever the theme is: it is read by a camera.
    fn code(&mut self, ui: &Ui, scene: &Scene<'_>) {
        let (true, Some(link)) = (self.is_code_open, &scene.view.invitation) else { return };
        if self.code.as_ref().is_none_or(|(of, _)| of != link) {
            self.code = qr::matrix(link).map(|code| (link.clone(), code));
        }
        let Some((_, code)) = &self.code else { return };
        let text = scene.text;
        let frame = kit::edged(scene.look, 14, Margin::same(16));
        let shown = Modal::new(Id::unique("invite-code")).frame(frame).show(ui.ctx(), |ui| {
            let room = ui.ctx().content_rect().size() - vec2(80.0, 190.0);
            let modules = code.side() as f32;
            let module = (room.x.min(room.y) / modules).clamp(2.0, MODULE);
            ui.vertical_centered(|ui| {
                ui.set_width((modules * module).max(280.0));
                kit::heading(ui, &text.get("invite-qr"));
                let size = vec2(modules, modules) * module;
                let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
                let name = text.get("invite-qr-name");
                response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
                paint(ui, code, rect, module);
                kit::note(ui, scene.look, &text.get("invite-qr-about"));
                kit::button(ui, &text.get("trail-close")).clicked()
            })
            .inner
        });
        if shown.inner || shown.should_close() {
            self.is_code_open = false;
        }
    }
}

/// The thing to do on this page while seats are free.
fn copy(ui: &mut Ui, scene: &Scene<'_>, is_ready: bool, width: f32) -> bool {
    let Scene { text, look, .. } = *scene;
    let label = RichText::new(text.get("invite-copy")).size(18.0).color(look.on_accent);
    let button = Button::new(label).fill(look.accent).min_size(vec2(width, 44.0));
    let response = ui.add_enabled(is_ready, button.corner_radius(10));
    kit::ring(ui, &response, 12);
    response.clicked()
}

fn code_button(ui: &mut Ui, label: &str) -> bool {
    let button = Button::new(RichText::new(label).size(18.0)).min_size(vec2(CODE, 44.0));
    let response = ui.add(button.corner_radius(10));
    kit::ring(ui, &response, 12);
    response.clicked()
}

/// Black on white, every module.
fn paint(ui: &Ui, code: &Qr, rect: Rect, module: f32) {
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, Color32::WHITE);
    for row in 0..code.side() {
        let mut column = 0;
        while column < code.side() {
            // Modules side by side are one piece: no light lines between them.
            let run = (column..code.side()).take_while(|at| code.is_dark(*at, row)).count();
            if run > 0 {
                let at = rect.min + vec2(column as f32, row as f32) * module;
                let piece = Rect::from_min_size(at, vec2(run as f32 * module, module + 0.05));
                painter.rect_filled(piece, 0.0, Color32::BLACK);
            }
            column += run + 1;
        }
    }
}

/// From how far away the invitation works.
fn reach(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
    let Scene { text, look, view, .. } = *scene;
    let addresses = reachable(&view.addresses);
    let first = addresses.first();
    if first.is_some_and(|it| it.contains("/127.0.0.1/") || it.contains("/::1/")) {
        kit::toned(ui, look, Tone::Warn, &text.get("invite-alone"));
    }
    let Some(relay) = view.relays.iter().find(|relay| relay.is_used) else {
        kit::toned(ui, look, Tone::Plain, &text.get("invite-local"));
        if kit::button(ui, &text.get("invite-to-relays")).clicked() {
            acts.push(Act::Lay(Some(Over::Settings)));
        }
        return;
    };
    let name = [("name", relay.name.as_str().into())];
    let (tone, key) = match relay.state {
        RelayState::Ready { is_reserved: true, .. } => (Tone::Good, "invite-relay"),
        RelayState::Failed(_) => (Tone::Warn, "invite-relay-failed"),
        _ => (Tone::Plain, "invite-relay-trying"),
    };
    kit::toned(ui, look, tone, &text.with(key, &name));
    if tone == Tone::Warn && kit::button(ui, &text.get("invite-to-relays")).clicked() {
        acts.push(Act::Lay(Some(Over::Settings)));
    }
}

/// For who types: folded, since the invitation has them all.
fn addresses(ui: &mut Ui, scene: &Scene<'_>) {
    let Scene { text, look, view, .. } = *scene;
    if view.addresses.is_empty() {
        return;
    }
    let title = RichText::new(text.get("invite-addresses")).size(14.5).color(look.faint);
    CollapsingHeader::new(title).id_salt("invite-addresses").show(ui, |ui| {
        for address in reachable(&view.addresses).into_iter().take(ADDRESSES) {
            let shown = RichText::new(address).monospace().size(12.5).color(look.faint);
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.add(Label::new(shown).truncate()).on_hover_text(address);
            });
        }
    });
}

/// What is sent to a friend: who invites, what is played, what to do, and the link.
fn message(scene: &Scene<'_>, room: &RoomView) -> Option<String> {
    let Scene { text, view, .. } = *scene;
    let mut args = vec![
        ("host", FluentValue::from(view.me.name.as_str())),
        ("game", terms::game(text, room.rules.game().id()).into()),
        ("seats", Any::seats(&room.rules).into()),
        ("clock", terms::clock(text, room.clock).into()),
    ];
    if let Some(link) = &view.invitation {
        args.push(("link", link.as_str().into()));
        return Some(text.with("invite-message", &args));
    }
    let addresses = reachable(&view.addresses);
    args.push(("address", addresses.first()?.as_str().into()));
    Some(text.with("invite-message-address", &args))
}
