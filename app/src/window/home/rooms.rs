//! The rooms of this network, and a field for an address.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align, Align2, CornerRadius, FontId, Frame, Key, Label, Layout, Margin, RichText, ScrollArea,
    Sense, Stroke, Ui, WidgetInfo, vec2,
};
use table::{Command, Finding, FoundRoom, Guest, RoomTrouble};

use super::letter::Letter;
use super::{Scene, address, hero, offer};
use crate::window::elsewhere;
use crate::window::kit::{self, Tone};
use crate::window::scene::Acts;
use crate::window::terms;

/// Longest text that may be pasted as an address.
const PASTED: usize = 2000;
/// How many rooms are shown at most.
const ROOMS: usize = 60;

/// What is remembered of the rooms.
#[derive(Default)]
pub(super) struct Rooms {
    address: String,
    /// What the text in the field is, and the text.
    letter: Option<(String, Letter)>,
}

impl Rooms {
    /// Puts a text in the field.
    pub(super) fn put(&mut self, text: String) {
        self.address = text.chars().take(PASTED).collect();
    }

    /// Shows them; the field for an address is always there.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let lobby = &scene.view.lobby;
        let trouble = self.letter().trouble(scene.text, scene.view);
        let foot = if trouble.is_some() { 100.0 } else { 50.0 };
        let height = (ui.available_height() - foot).max(60.0);
        let list =
            ScrollArea::vertical().id_salt("rooms").max_height(height).min_scrolled_height(60.0);
        list.auto_shrink([false, false]).show(ui, |ui| {
            ui.set_min_height(height - 6.0);
            ui.spacing_mut().item_spacing.y = 8.0;
            finding(ui, scene);
            for room in lobby.rooms.iter().take(ROOMS) {
                row(ui, scene, acts, room);
            }
            hero::quiet(ui, scene, ui.available_rect_before_wrap().shrink2(vec2(8.0, 16.0)));
        });
        self.field(ui, scene, acts, trouble.is_none());
        if let Some(told) = trouble {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.spacing_mut().interact_size.y = 18.0;
            kit::toned(ui, scene.look, Tone::Warn, &told.what);
            if !told.next.is_empty() {
                kit::note(ui, scene.look, &told.next);
            }
        }
    }

    /// What the text in the field is: read again when it is another one.
    fn letter(&mut self) -> Letter {
        match &self.letter {
            Some((of, letter)) if *of == self.address => letter.clone(),
            _ => {
                let letter = Letter::read(&self.address);
                self.letter = Some((self.address.clone(), letter.clone()));
                letter
            }
        }
    }

    fn field(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, is_usable: bool) {
        let text = scene.text;
        let letter = self.letter();
        ui.horizontal(|ui| {
            let width = (ui.available_width() - kit::BESIDE).max(120.0);
            let (name, hint) = (text.get("join-field"), text.get("join-hint"));
            let field = kit::field(ui, &mut self.address, &name, &hint, PASTED, width);
            let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let is_ready = is_usable && !self.address.trim().is_empty();
            let label = if letter == Letter::Relay { "relays-add" } else { "join-address" };
            let button = kit::button_if(ui, &text.get(label), is_ready);
            if is_ready && (is_entered || button.clicked()) {
                if letter == Letter::Other {
                    let address = address::find(&self.address);
                    acts.table(Command::Join { address, guest: Guest::Agreeing });
                } else {
                    offer::accept(acts, &self.address, &letter);
                }
            }
        });
    }
}

/// Whether others are looked for, in a sentence; and what may be the matter if there are none.
fn finding(ui: &mut Ui, scene: &Scene<'_>) {
    let Scene { text, look, view, .. } = *scene;
    let is_empty = view.lobby.rooms.is_empty();
    match &view.lobby.finding {
        Finding::Off => {
            kit::toned(ui, look, Tone::Plain, &text.get("finding-off"));
        }
        Finding::Failed(why) => {
            let args = [("why", why.as_str().into())];
            kit::toned(ui, look, Tone::Warn, &text.with("finding-failed", &args));
        }
        Finding::On { others } if !is_empty || *others > 0 => {
            kit::note(ui, look, &text.with("finding-on", &[("count", (*others).into())]));
        }
        Finding::On { .. } => {}
    }
    if is_empty && matches!(view.lobby.finding, Finding::On { .. }) {
        ui.spacing_mut().interact_size.y = 20.0;
        ui.spacing_mut().item_spacing.y = 5.0;
        kit::heading(ui, &text.get("rooms-none"));
        for key in ["rooms-none-wifi", "rooms-none-vpn", "rooms-none-firewall", "rooms-none-router"]
        {
            ui.horizontal(|ui| {
                let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                ui.painter().circle_filled(dot.center(), 2.5, look.accent);
                kit::note(ui, look, &text.get(key));
            });
        }
    }
    if is_empty {
        ui.add_space(6.0);
        steps(ui, scene);
    }
}

/// How a game with friends comes about, in three steps.
fn steps(ui: &mut Ui, scene: &Scene<'_>) {
    let Scene { text, look, .. } = *scene;
    kit::heading(ui, &text.get("steps-name"));
    let gap = 10.0;
    let width = ((ui.available_width() - 2.0 * gap) / 3.0).floor();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (number, key) in [("1", "step-one"), ("2", "step-two"), ("3", "step-three")] {
            let (rect, _) = ui.allocate_exact_size(vec2(width, 98.0), Sense::hover());
            ui.painter().rect_filled(rect, CornerRadius::same(10), look.raised);
            let dot = rect.left_top() + vec2(20.0, 20.0);
            ui.painter().circle_filled(dot, 11.0, look.accent);
            let font = FontId::proportional(14.0);
            ui.painter().text(dot, Align2::CENTER_CENTER, number, font, look.on_accent);
            let words = rect.shrink2(vec2(10.0, 8.0)).with_min_y(rect.top() + 36.0);
            let label = Label::new(RichText::new(text.get(key)).size(14.0)).wrap();
            kit::in_rect(ui, words, |ui| {
                ui.add(label.selectable(false));
            });
        }
    });
}

/// Why a room cannot be joined, in words.
fn trouble(scene: &Scene<'_>, room: &FoundRoom) -> Option<String> {
    let text = scene.text;
    if room.is_stale {
        return Some(text.get("room-gone"));
    }
    if let Some(rules) = room.rules.as_ref().filter(|rules| !elsewhere::is_played(rules)) {
        return Some(elsewhere::line(text, rules));
    }
    Some(match room.trouble.as_ref()? {
        RoomTrouble::Full => text.get("room-full"),
        RoomTrouble::Protocol { theirs, ours } => {
            let key = if theirs < ours { "room-protocol-older" } else { "room-protocol-newer" };
            text.with(key, &[("theirs", (*theirs).into()), ("ours", (*ours).into())])
        }
        RoomTrouble::Rules(it) => {
            let game = terms::game(text, &it.game).into();
            text.with("room-rules-unknown", &[("game", game), ("version", it.version.into())])
        }
    })
}

/// One room.
fn row(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, room: &FoundRoom) {
    let Scene { text, look, .. } = *scene;
    let trouble = trouble(scene, room);
    let ink = if trouble.is_some() { look.faint } else { look.ink };
    let frame = Frame::new()
        .fill(if trouble.is_some() { look.surface } else { look.raised })
        .stroke(Stroke::new(1.0, look.line))
        .corner_radius(CornerRadius::same(10))
        .inner_margin(Margin::symmetric(12, 7));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().interact_size.y = 20.0;
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 224.0).max(120.0);
            let about =
                ui.allocate_ui_with_layout(vec2(width, 44.0), Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.horizontal(|ui| {
                        let name = RichText::new(&room.host.name).size(17.0).color(ink);
                        kit::clipped(ui, name);
                        kit::fingerprint(ui, look, &room.host.fingerprint);
                    });
                    kit::clipped(ui, RichText::new(line(scene, room)).size(14.0).color(ink));
                    if let Some(trouble) = &trouble {
                        kit::toned(ui, look, Tone::Warn, trouble);
                    }
                });
            about.response.on_hover_text(&room.address);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let join = kit::button_if(ui, &text.get("room-join"), trouble.is_none());
                let name = text.with("room-join-name", &[("host", room.host.name.as_str().into())]);
                let is_on = trouble.is_none();
                join.widget_info(|| WidgetInfo::labeled(Role::Button, is_on, &name));
                if join.clicked() {
                    let address = room.address.clone();
                    acts.table(Command::Join { address, guest: Guest::Agreeing });
                }
                watch(ui, scene, acts, room);
                seats(ui, scene, room);
            });
        });
    });
    shown
        .response
        .on_hover_text(text.with("room-version", &[("version", room.version.as_str().into())]));
}

/// To watch what is played there: a full room too.
fn watch(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, room: &FoundRoom) {
    let is_full = matches!(room.trouble, None | Some(RoomTrouble::Full));
    let is_on = is_full && !room.is_stale && room.rules.as_ref().is_some_and(elsewhere::is_played);
    let watch = kit::button_if(ui, &scene.text.get("room-watch"), is_on);
    let args = [("host", room.host.name.as_str().into())];
    let name = scene.text.with("room-watch-name", &args);
    watch.widget_info(|| WidgetInfo::labeled(Role::Button, is_on, &name));
    if watch.clicked() {
        acts.table(Command::Watch { address: room.address.clone() });
    }
}

/// What is played in a room, and by which version of the program.
fn line(scene: &Scene<'_>, room: &FoundRoom) -> String {
    let text = scene.text;
    let played = match &room.rules {
        Some(rules) => terms::line(text, rules, room.clock),
        None => {
            let game = terms::game(text, &room.game.game).into();
            text.with("room-game", &[("game", game), ("version", room.game.version.into())])
        }
    };
    let version = text.with("room-version", &[("version", room.version.as_str().into())]);
    [played, version].join(&text.get("option-separator"))
}

/// A dot for each seat: full where somebody sits.
fn seats(ui: &mut Ui, scene: &Scene<'_>, room: &FoundRoom) {
    let look = scene.look;
    let count = room.seats.min(8);
    let width = f32::from(count) * 13.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::hover());
    let args = [("free", room.free.into()), ("seats", room.seats.into())];
    let told = scene.text.with("room-seats", &args);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
    for seat in 0..count {
        let center = rect.left_center() + vec2(f32::from(seat) * 13.0 + 6.0, 0.0);
        if seat < room.seats.saturating_sub(room.free) {
            ui.painter().circle_filled(center, 4.5, look.ink);
        } else {
            ui.painter().circle_stroke(center, 4.5, Stroke::new(1.5, look.good));
        }
    }
    response.on_hover_text(told);
}
