//! A room before there is a contract, own or somebody else's.

mod asking;
mod contract;
mod invite;
mod plates;

#[cfg(test)]
mod tests;

use catalog::Any;
use eframe::egui::{self, Align, Layout, Panel, RichText, ScrollArea, Ui};
use game::{Game as _, Seat};
use table::{Command, PhaseView, RoomView, SeatPlan};

use super::chat::Chat;
use super::create::has_choice;
use super::kit::{self, Tone};
use super::links::Trail;
use super::scene::{Act, Acts, Over, Page, Scene};
use super::terms;
use invite::Invite;

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct RoomPage {
    trail: Trail,
    invite: Invite,
    chat: Chat,
}

impl RoomPage {
    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        match &scene.view.phase {
            PhaseView::Hosting(room) => self.room(ui, scene, acts, room, true),
            PhaseView::Asking { room: Some(room), .. } => self.room(ui, scene, acts, room, false),
            PhaseView::Asking { address, room: None, link, invitation } => {
                let called = (address.as_str(), invitation.as_deref(), link.as_ref());
                asking::ui(ui, scene, acts, called);
            }
            PhaseView::Reviewing(it) => contract::review(ui, scene, acts, it),
            PhaseView::Signing { contract, signed, removable, connected, .. } => {
                let seats = (*signed, *removable, *connected);
                contract::signing(ui, scene, acts, contract, seats);
            }
            PhaseView::Idle | PhaseView::Leaving | PhaseView::Playing(_) => {}
        }
    }

    fn room(
        &mut self,
        ui: &mut Ui,
        scene: &Scene<'_>,
        acts: &mut Acts,
        room: &RoomView,
        is_host: bool,
    ) {
        self.chat.follow(ui, scene);
        kit::foot(ui, "room-actions", |ui| actions(ui, scene, acts, room, is_host));
        let side = (ui.available_width() * 0.38).clamp(300.0, 460.0);
        let right =
            Panel::right("room-side").frame(egui::Frame::new()).resizable(false).exact_size(side);
        right.show_separator_line(false).show(ui, |ui| {
            self.talk(ui, scene, acts);
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.set_max_width(ui.available_width() - kit::SCROLL);
                if is_host {
                    self.invite.ui(ui, scene, acts, room);
                }
                played(ui, scene, room);
                brief(ui, scene, acts, room);
            });
        });
        plates::ui(ui, scene, acts, (room, is_host), &mut self.trail);
        self.trail.ui(ui, scene, |seat| {
            let it = room.seats.get(usize::from(seat.number()))?;
            let person = it.person.as_ref()?;
            Some((person.name.as_str(), person.fingerprint.as_str(), plates::far(it)?))
        });
    }
}

impl RoomPage {
    /// What is said, at the foot of the column, if there is anybody to talk to.
    fn talk(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        if !Chat::is_there(scene) {
            return;
        }
        let open =
            if self.chat.is_open(scene) { (ui.available_height() * 0.6).max(200.0) } else { 0.0 };
        let foot = Panel::bottom("room-talk").frame(egui::Frame::new()).resizable(false);
        let foot = foot.exact_size(open + Chat::FOLD + 8.0).show_separator_line(false);
        foot.show(ui, |ui| {
            let whole = ui.max_rect().with_min_y(ui.max_rect().top() + 8.0);
            let (panel, fold) = whole.split_top_bottom_at_y(whole.bottom() - Chat::FOLD);
            if open > 0.0 {
                self.chat.ui(ui, panel.with_max_y(panel.bottom() - 4.0), scene, acts);
            }
            self.chat.fold(ui, fold, scene);
        });
    }
}

/// What is played, in plain words.
fn played(ui: &mut Ui, scene: &Scene<'_>, room: &RoomView) {
    let Scene { text, look, .. } = *scene;
    kit::sheet(ui, look, 12, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        let seats = text.with("seats-count", &[("count", Any::seats(&room.rules).into())]);
        let title = [terms::game(text, room.rules.game().id()), seats];
        kit::heading(ui, &title.join(&text.get("option-separator")));
        terms_table(ui, scene, &room.rules, room.clock, |key| has_choice(&room.rules, key));
    });
}

/// Time and options, one in a line.
fn terms_table(
    ui: &mut Ui,
    scene: &Scene<'_>,
    rules: &catalog::Rules,
    clock: table::Clock,
    is_shown: impl Fn(&str) -> bool,
) {
    let Scene { text, look, .. } = *scene;
    let clock = (text.get("create-clock"), terms::clock(text, clock));
    let pairs = rules.pairs().into_iter().filter(|(key, _)| is_shown(key));
    let options =
        pairs.map(|(key, value)| (terms::option(text, key), terms::value(text, key, &value)));
    let grid = egui::Grid::new("terms").num_columns(2).spacing([16.0, 4.0]).min_row_height(20.0);
    grid.show(ui, |ui| {
        for (name, value) in std::iter::once(clock).chain(options) {
            let name = RichText::new(name).size(14.5).color(look.faint);
            ui.add(egui::Label::new(name).extend());
            ui.add(egui::Label::new(RichText::new(value).size(15.0)).extend());
            ui.end_row();
        }
    });
}

/// The rules in a few lines, and the way to all of them.
fn brief(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, room: &RoomView) {
    let Scene { text, look, .. } = *scene;
    let has_crown = room.rules.pairs().contains(&("crown", "on".to_owned()));
    let facts = [
        ("seats", Any::seats(&room.rules).into()),
        ("crown", if has_crown { "on" } else { "off" }.into()),
    ];
    let lines = text.with(&format!("brief-{}", room.rules.game().id()), &facts);
    kit::sheet(ui, look, 12, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 5.0;
        kit::heading(ui, &text.get("brief"));
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            ui.add(egui::Label::new(RichText::new(line.trim()).size(14.5)).wrap());
        }
        if kit::button(ui, &text.get("brief-all")).clicked() {
            acts.push(Act::Lay(Some(Over::Rules)));
        }
    });
}

/// What can be done with the room. The buttons stay where they are whatever happens.
fn actions(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, room: &RoomView, is_host: bool) {
    let Scene { text, look, .. } = *scene;
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        let leave = if is_host { "room-close" } else { "room-leave" };
        if kit::button(ui, &text.get(leave)).clicked() {
            acts.table(Command::Leave);
        }
        if is_host && kit::button(ui, &text.get("room-change")).clicked() {
            acts.push(Act::Show(Page::Create));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let missing = missing(scene, room);
            if is_host {
                let start = kit::primary_if(ui, look, &text.get("room-start"), missing.is_none());
                if start.clicked() {
                    acts.table(Command::Ready(true));
                }
            } else {
                let is_ready = is_ready(room);
                let key = if is_ready { "room-unready" } else { "room-ready" };
                let pressed = match is_ready {
                    true => kit::wide(ui, &text.get(key)).clicked(),
                    false => kit::primary(ui, look, &text.get(key)).clicked(),
                };
                if pressed {
                    acts.table(Command::Ready(!is_ready));
                }
            }
            let ready = if is_host { "room-complete" } else { "room-host-starts" };
            let (tone, line) = match missing {
                Some(missing) => (Tone::Plain, missing),
                None => (Tone::Good, text.get(ready)),
            };
            let line = RichText::new(format!("{}{line}", tone.sign())).color(tone.color(look));
            kit::clipped(ui, line);
        });
    });
}

/// Whether the own seat agrees.
fn is_ready(room: &RoomView) -> bool {
    let seated = numbered(room);
    seated.filter(|(seat, _)| room.own.has(*seat)).all(|(_, it)| it.is_ready)
}

/// The seats with their numbers.
fn numbered(room: &RoomView) -> impl Iterator<Item = (Seat, &table::RoomSeat)> {
    (0..).filter_map(Seat::new).zip(&room.seats)
}

/// What is missing before the match can begin.
fn missing(scene: &Scene<'_>, room: &RoomView) -> Option<String> {
    let text = scene.text;
    let free = room.free();
    if free > 0 {
        return Some(text.with("room-missing-seats", &[("count", free.into())]));
    }
    let waits = room.seats.iter().filter(|seat| seat.plan == SeatPlan::Open && !seat.is_ready);
    let names = waits.filter_map(|seat| seat.person.as_ref()).map(|person| person.name.as_str());
    let names: Vec<&str> = names.collect();
    let list = names.join(&text.get("list-separator"));
    (!names.is_empty()).then(|| text.with("room-missing-ready", &[("names", list.into())]))
}
