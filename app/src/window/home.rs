//! Where everything begins: rooms of this network, and everything else that can be done.

mod address;
mod hero;
mod letter;
mod offer;
mod resume;
mod rooms;
mod shelf;
mod start;
mod tile;

pub(crate) use start::{MACHINE_SECONDS, against_machine, two_here};

#[cfg(test)]
mod tests;

use eframe::egui::{Rect, ScrollArea, Ui, vec2};

use super::alias::Alias;
use super::kit;
use super::scene::{Act, Acts, Scene};
use offer::Offer;
use resume::Resume;
use rooms::Rooms;
use shelf::Shelf;
use tile::{Icon, Tile};

/// No line is longer than can be read, however large the window is.
const WIDTH: f32 = 1280.0;
/// Nor is the page so high that its parts lose each other.
const HEIGHT: f32 = 800.0;
/// A page that is lower than this, as with notes below it, has no banner.
const LOW: f32 = 470.0;
/// How wide the column of things to do is.
const SIDE: (f32, f32) = (288.0, 372.0);
/// Height of the player's own card.
const ME: f32 = 88.0;
/// Space between the parts.
const GAP: f32 = 12.0;

/// What lies in the large card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Tab {
    /// Rooms of this network.
    #[default]
    Rooms,
    /// Records on the disk.
    Records,
}

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Home {
    tab: Tab,
    alias: Alias,
    offer: Offer,
    resume: Resume,
    rooms: Rooms,
    shelf: Shelf,
}

impl Home {
    /// Shows the records, ready for a path to be typed.
    pub(crate) fn show_records(&mut self) {
        self.tab = Tab::Records;
        self.shelf.focus();
    }

    /// Whether the records are shown.
    pub(crate) fn has_records(&self) -> bool {
        self.tab == Tab::Records
    }

    /// Shows the rooms.
    pub(crate) fn show_rooms(&mut self) {
        self.tab = Tab::Rooms;
    }

    /// The window has got the keyboard: an invitation may have been copied meanwhile.
    pub(crate) fn look_again(&mut self) {
        self.offer.look_again();
    }

    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        if let Some(text) = self.offer.listen(ui.ctx(), scene.view) {
            self.tab = Tab::Rooms;
            self.rooms.put(text);
        }
        let all = ui.available_rect_before_wrap();
        let width = all.width().min(WIDTH);
        let page = Rect::from_center_size(all.center(), vec2(width, all.height().min(HEIGHT)));
        let has_banner = page.height() >= LOW;
        let banner = if has_banner { (page.height() * 0.19).clamp(84.0, 150.0) } else { -GAP };
        let (top, rest) = page.split_top_bottom_at_y(page.top() + banner);
        let side = (width * 0.34).clamp(SIDE.0, SIDE.1);
        let rest = rest.with_min_y(rest.top() + GAP);
        let (left, right) = rest.split_left_right_at_x(rest.right() - side);
        let left = left.with_max_x(left.right() - GAP);
        if has_banner {
            hero::ui(ui, scene, top);
        }
        kit::in_rect(ui, left, |ui| self.large(ui, scene, acts));
        kit::in_rect(ui, right, |ui| self.side(ui, scene, acts));
        ui.advance_cursor_after_rect(all);
    }

    /// An invitation or an interrupted match first, then rooms or records.
    fn large(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        if !self.offer.ui(ui, scene, acts) {
            self.resume.ui(ui, scene, acts);
        }
        let height = (ui.available_height() - 34.0).max(100.0);
        kit::card(ui, scene.look, |ui| {
            ui.set_min_height(height);
            ui.set_max_height(height);
            ui.horizontal(|ui| {
                for (tab, key) in [(Tab::Rooms, "home-rooms"), (Tab::Records, "home-records")] {
                    let label = scene.text.get(key);
                    if kit::tab(ui, scene.look, &label, self.tab == tab).clicked() {
                        self.tab = tab;
                    }
                }
            });
            match self.tab {
                Tab::Rooms => self.rooms.ui(ui, scene, acts),
                Tab::Records => self.shelf.ui(ui, scene, acts),
            }
        });
    }

    /// What can be done at once, and who the player is.
    fn side(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        // Both columns end at the same height.
        let room = ui.available_height() - ME - 4.0 * 8.0;
        let height = (room / 4.0).clamp(48.0, 130.0);
        ScrollArea::vertical().id_salt("side").show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            let tile = |ui: &mut Ui, icon, key, about, is_first| {
                Tile { icon, key, about, is_first }.show(ui, scene, height).clicked()
            };
            if tile(ui, Icon::Table, "home-create", "home-create-about", true) {
                acts.push(Act::Host);
            }
            if tile(ui, Icon::Machine, "home-machine", "home-machine-about", false) {
                acts.table(against_machine());
            }
            if tile(ui, Icon::Two, "home-beside", "home-beside-about", false) {
                acts.table(two_here());
            }
            if tile(ui, Icon::Record, "home-open", "home-open-about", false) {
                self.show_records();
            }
            self.me(ui, scene, acts);
        });
    }

    fn me(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let Scene { text, look, view, .. } = *scene;
        kit::sheet(ui, look, 12, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 3.0;
            self.alias.ui(ui, scene, acts);
            let args = [("fingerprint", view.me.fingerprint.as_str().into())];
            kit::note(ui, look, &text.with("home-fingerprint", &args))
                .on_hover_text(text.get("fingerprint-about"));
        });
    }
}
