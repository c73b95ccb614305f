//! A record: played again step by step, and audited.

mod controls;
mod film;
mod header;
mod lists;
mod report;
mod trial;

use std::path::PathBuf;

use catalog::{Any, Position};
use eframe::egui::{self, Key, Label, Layout, Modifiers, RichText, ScrollArea, Ui, vec2};
use game::{Game as _, Known, Seat, SeatSet, View};

use super::board::{BoardUi, Marks};
use super::kit::{self, Tone};
use super::ledger::LedgerUi;
use super::scene::{Acts, Scene};
use super::worker::{Broken, Worker};
use crate::files;
use crate::text::Lang;
use crate::words::Words;
use controls::Player;
use film::{Film, Unread};
use trial::{Asked, Trial};

/// The narrowest the lists beside the board may be.
const LISTS: f32 = 300.0;
/// The widest they are: longer lines are hard to read.
const LISTS_MOST: f32 = 620.0;
/// The least width of the board's column: its buttons stand in one row.
const COLUMN: f32 = 420.0;

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Viewer {
    path: PathBuf,
    worker: Worker<Result<Film, Unread>>,
    /// In which language the film was last asked for.
    asked: Option<Lang>,
    read: Option<Result<Film, Trouble>>,
    player: Player,
    now: Option<Now>,
    bottom: Option<Seat>,
    /// Moves that are tried from the place that is shown.
    trial: Option<Trial>,
    tab: Tab,
    ledger: LedgerUi,
    /// Whether the list of what happened has yet to be scrolled to where the film is.
    is_moved: bool,
}

/// Why there is no film.
enum Trouble {
    Unread(Unread),
    Broken(Broken),
}

/// What lies beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Tab {
    /// What happened.
    #[default]
    Shots,
    /// What holds at this place.
    Facts,
    /// What was signed.
    Ledger,
    /// What an audit says.
    Report,
}

impl Tab {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Shots, "viewer-tab-shots"),
        (Self::Facts, "viewer-tab-facts"),
        (Self::Ledger, "viewer-tab-ledger"),
        (Self::Report, "viewer-tab-report"),
    ];
}

/// What is shown at one place of the film.
struct Now {
    shots: usize,
    lang: Lang,
    position: Position,
    view: View,
    /// What it waits for, then its facts.
    facts: Vec<String>,
    marks: Marks,
}

impl Viewer {
    /// Reads another record.
    pub(crate) fn open(&mut self, record: PathBuf) {
        *self = Self { path: record, ..Self::default() };
    }

    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        self.read(ui.ctx(), scene);
        match self.read.take() {
            Some(Ok(film)) => {
                self.film(ui, scene, acts, &film);
                self.read = Some(Ok(film));
            }
            Some(Err(trouble)) => {
                self.trouble(ui, scene, &trouble);
                self.read = Some(Err(trouble));
            }
            None => {
                kit::note(ui, scene.look, &scene.text.get("viewer-reading"));
            }
        }
    }

    /// Asks for the film in the language of the window, and takes it when it is there.
    fn read(&mut self, ctx: &egui::Context, scene: &Scene<'_>) {
        let lang = scene.text.lang();
        if self.asked != Some(lang) {
            self.asked = Some(lang);
            let path = self.path.clone();
            self.worker.ask(ctx, move || Film::read(&path, lang));
        }
        let Some(done) = self.worker.take() else { return };
        let is_first = self.read.is_none();
        let read = match done {
            Ok(read) => read.map_err(Trouble::Unread),
            Err(broken) => Err(Trouble::Broken(broken)),
        };
        if let (Ok(film), true) = (&read, is_first) {
            // What is wrong is what one wants to see first.
            if film.audited.verdict.exit_code() == 1 || film.shots.is_empty() {
                self.tab = Tab::Report;
            }
        }
        self.now = None;
        self.read = Some(read);
    }

    fn trouble(&self, ui: &mut Ui, scene: &Scene<'_>, trouble: &Trouble) {
        let text = scene.text;
        let what = match trouble {
            Trouble::Unread(Unread::Io(error)) => files::why(&self.path, error, text).0,
            Trouble::Unread(Unread::Odd) => {
                text.with("viewer-odd", &[("file", files::shown(&self.path).into())])
            }
            Trouble::Broken(Broken(why)) => {
                text.with("viewer-broken", &[("why", why.as_str().into())])
            }
        };
        kit::card(ui, scene.look, |ui| {
            ui.set_width(ui.available_width());
            kit::toned(ui, scene.look, Tone::Bad, &what);
            kit::note(ui, scene.look, &text.get("viewer-file-next"));
        });
    }

    fn film(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, film: &Film) {
        if self.trial.is_none() {
            self.keys(ui, film);
        } else if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.trial = None;
        }
        if self.player.run(ui, scene, film) {
            self.is_moved = true;
        }
        self.here(scene, film);
        let bottom = self.now.as_ref().map(|_| self.bottom.unwrap_or(Seat::of(0)));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
            let chosen = header::ui(ui, scene, film, (&self.path, bottom));
            self.bottom = chosen.or(self.bottom);
        });
        let Some(now) = self.now.take() else {
            // Nothing can be played: what is known of it is all there is.
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                self.report(ui, scene, acts, film);
            });
            return;
        };
        let size = ui.available_size();
        let gap = ui.spacing().item_spacing.x;
        let most = (size.x - gap - LISTS).max(COLUMN);
        let board = (size.y - controls::HEIGHT).clamp(160.0, most);
        let column = board.max(COLUMN);
        let lists = (size.x - column - gap).min(LISTS_MOST);
        let left = (size.x - column - gap - lists) / 2.0;
        ui.horizontal_top(|ui| {
            ui.add_space(left);
            ui.allocate_ui_with_layout(
                vec2(column, size.y),
                Layout::top_down(egui::Align::Center),
                |ui| self.board(ui, scene, film, &now, board),
            );
            ui.allocate_ui_with_layout(
                vec2(lists, size.y),
                Layout::top_down(egui::Align::Min),
                |ui| self.lists(ui, scene, acts, film, &now),
            );
        });
        self.now = Some(now);
    }

    /// The position and what is said of it, made anew only when the film has moved.
    fn here(&mut self, scene: &Scene<'_>, film: &Film) {
        let shots = self.player.shots.min(film.shots.len());
        let is_same = |now: &Now| now.shots == shots && now.lang == film.lang;
        if self.now.as_ref().is_some_and(is_same) {
            return;
        }
        let Some((position, rules)) = film.position(shots).zip(film.rules.as_ref()) else {
            return;
        };
        let view = Any::view(&position, &Known::public());
        let seats = SeatSet::first(Any::seats(rules)).iter();
        let named = seats.filter_map(|seat| Some((seat, film.name(seat)?.to_owned())));
        let words = Words::new(scene.text, rules, named.collect());
        let mut facts = vec![words.waits(&position)];
        facts.extend(words.facts(&view));
        let marks = Marks { last: film.touched(shots), ..Marks::default() };
        self.now = Some(Now { shots, lang: film.lang, position, view, facts, marks });
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_>, film: &Film, now: &Now, side: f32) {
        let Some(rules) = &film.rules else { return };
        let bottom = self.bottom.unwrap_or(Seat::of(0));
        if let Some(trial) = &mut self.trial {
            if trial.ui(ui, scene, (rules, bottom), side) == Asked::Leave {
                self.trial = None;
            }
            return;
        }
        let board = BoardUi { rules, view: &now.view, bottom, marks: &now.marks, is_live: false };
        board.show(ui, scene, vec2(side, side));
        self.is_moved |= self.player.ui(ui, scene, film);
        let line = match now.shots.checked_sub(1).and_then(|last| film.shots.get(last)) {
            Some(shot) => {
                let told = shot.told.join(&scene.text.get("option-separator"));
                let args = [("ply", shot.ply.into()), ("what", told.into())];
                scene.text.with("viewer-caption", &args)
            }
            None => scene.text.get("viewer-start"),
        };
        let shown = RichText::new(&line).size(16.0).color(scene.look.ink);
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            let can_try = Trial::at(&now.position).is_some();
            let label = RichText::new(scene.text.get("trial-begin")).size(14.5);
            let button = egui::Button::new(label).min_size(vec2(44.0, 30.0));
            let response = ui.add_enabled(can_try, button);
            kit::ring(ui, &response, 11);
            if response.clicked() {
                self.player.jump(now.shots);
                self.trial = Trial::at(&now.position);
            }
            ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(shown).truncate()).on_hover_text(line);
            });
        });
    }

    /// What lies beside the board, one tab of it.
    fn lists(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, film: &Film, now: &Now) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            ui.spacing_mut().button_padding.x = 10.0;
            for (tab, key) in Tab::ALL {
                let label = ui.selectable_label(self.tab == tab, scene.text.get(key));
                kit::ring(ui, &label, 11);
                if label.clicked() {
                    self.tab = tab;
                    self.is_moved = true;
                    if tab == Tab::Ledger {
                        self.seek_step(film);
                    }
                }
            }
        });
        if self.tab == Tab::Shots {
            let is_moved = std::mem::take(&mut self.is_moved);
            if let Some(shots) = lists::shots(ui, scene, film, now.shots, is_moved) {
                self.trial = None;
                self.player.jump(shots);
            }
            return;
        }
        let salt = format!("{:?}", self.tab);
        ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| match self.tab {
            Tab::Facts => {
                lists::facts(ui, scene, acts, film, (now.shots, &now.facts, &now.position))
            }
            Tab::Ledger => self.ledger.ui(ui, scene, acts, &film.ledger),
            Tab::Report | Tab::Shots => self.report(ui, scene, acts, film),
        });
    }

    /// Unfolds the step that is shown on the board.
    fn seek_step(&mut self, film: &Film) {
        let shot = self.player.shots.checked_sub(1).and_then(|last| film.shots.get(last));
        self.ledger.show_step(&film.ledger, shot.map_or(0, |shot| shot.step));
    }

    fn report(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, film: &Film) {
        let Some(step) = report::ui(ui, scene, acts, film, &self.path) else { return };
        self.trial = None;
        self.player.jump(film.shots_to(step));
        self.is_moved = true;
        // What stands behind the last step is shown above it.
        self.tab = Tab::Ledger;
        self.ledger.show_step(&film.ledger, step);
    }

    /// The keys of the page, taken before any button sees them.
    fn keys(&mut self, ui: &Ui, film: &Film) {
        let focus = ui.memory(|memory| memory.focused());
        if let Some(id) = focus {
            // Left and right move the film and not the focus.
            let filter = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (at, last) = (self.player.shots, film.shots.len());
        let to = if pressed(Key::ArrowRight) {
            at.saturating_add(1)
        } else if pressed(Key::ArrowLeft) {
            at.saturating_sub(1)
        } else if pressed(Key::Home) {
            0
        } else if pressed(Key::End) {
            last
        } else {
            // A button that has the focus is pressed with the space bar.
            if focus.is_none() && pressed(Key::Space) {
                self.player.toggle(film);
            }
            return;
        };
        self.player.jump(to.min(last));
        self.is_moved = true;
    }
}

#[cfg(test)]
mod tests;
