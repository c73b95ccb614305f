//! A room to be opened: what is played, and who sits where.

mod options;
mod presets;
mod seats;

#[cfg(test)]
mod tests;

use catalog::{Any, GameName, Rules};
use eframe::egui::{self, Align, Layout, Rect, ScrollArea, Ui, vec2};
use game::{Fault, Game as _, SeatSet};
use table::{Clock, Command, PhaseView, RoomPlan, RoomView, SeatPlan, Start};

pub(crate) use options::has_choice;
pub(crate) use presets::picture;

use super::elsewhere::PLAYED;
use super::home::MACHINE_SECONDS;
use super::kit::{self, Tone};
use super::scene::{Act, Acts, Page, Scene};
use super::terms;
use crate::reason::reason;

/// Times for people.
const CLOCKS: [Clock; 8] = [
    Clock::Unlimited,
    Clock::Each { seconds: 30 },
    Clock::Each { seconds: 60 },
    Clock::Each { seconds: 120 },
    Clock::Each { seconds: 300 },
    Clock::Total { seconds: 300, increment: 3 },
    Clock::Total { seconds: 900, increment: 10 },
    Clock::Total { seconds: 1800, increment: 0 },
];
/// How many steps later others may watch; none: they may not.
const WATCH: [Option<u32>; 3] = [None, Some(0), Some(10)];
/// What belongs together stays together, however large the window is.
const WIDTH: f32 = 1280.0;
/// Most seats that a room can have.
const SEATS: usize = 8;

/// What the page remembers between frames.
pub(crate) struct Create {
    game: GameName,
    preset: &'static str,
    /// Options that were changed: name and value.
    changed: Vec<(&'static str, &'static str)>,
    /// Who sits where, for as many seats as there may ever be.
    seats: [SeatPlan; SEATS],
    clock: Clock,
    /// How many steps later others may watch; none: they may not.
    watch: Option<u32>,
    /// Who sat where in the own room when that was last looked at.
    followed: Option<Vec<SeatPlan>>,
}

impl Default for Create {
    fn default() -> Self {
        let [game, ..] = PLAYED;
        let mut seats = [SeatPlan::Open; SEATS];
        if let Some(first) = seats.first_mut() {
            *first = SeatPlan::Me;
        }
        let preset = game.presets().first().map_or("", |preset| preset.name);
        Self {
            game,
            preset,
            changed: Vec::new(),
            seats,
            clock: Clock::Unlimited,
            watch: None,
            followed: None,
        }
    }
}

impl Create {
    /// The rules as they are chosen, or what is wrong with them.
    fn rules(&self) -> Result<Rules, Vec<Fault>> {
        let set = self.changed.iter().map(|(key, value)| format!("{key}={value}"));
        let words: Vec<String> = std::iter::once(self.preset.to_owned()).chain(set).collect();
        self.game.rules(words.iter().map(String::as_str))
    }

    /// The rules of the preset, as long as the chosen ones contradict each other.
    fn preset_rules(&self) -> Option<Rules> {
        self.game.rules([self.preset]).ok()
    }

    fn set(&mut self, key: &'static str, value: &'static str) {
        self.changed.retain(|(known, _)| *known != key);
        self.changed.push((key, value));
    }

    fn plan(&self, rules: Rules) -> RoomPlan {
        let count = usize::from(Any::seats(&rules));
        let seats = self.seats.iter().copied().take(count).collect();
        RoomPlan { rules, clock: self.clock, machine_seconds: MACHINE_SECONDS, seats }
    }

    /// What opens the room as it is chosen.
    fn host(&self, rules: Rules) -> Command {
        let plan = self.plan(rules);
        let start = match plan.seats.contains(&SeatPlan::Open) {
            true => Start::WhenReady,
            false => Start::WhenFull,
        };
        Command::Host { plan, start }
    }

    /// The same without looking at it again. A room is for others: where none could come, they may.
    pub(crate) fn usual(&mut self) -> Option<Command> {
        let rules = self.rules().ok().or_else(|| self.preset_rules())?;
        let count = usize::from(Any::seats(&rules));
        if !self.seats.iter().take(count).any(|seat| *seat == SeatPlan::Open) {
            let others = self.seats.iter_mut().filter(|seat| **seat != SeatPlan::Me);
            others.for_each(|seat| *seat = SeatPlan::Open);
        }
        Some(self.host(rules))
    }

    /// Who sits where is as it is in the own room, until it is changed here.
    fn follow(&mut self, room: Option<&RoomView>) {
        let now = room.map(|room| room.seats.iter().map(|seat| seat.plan).collect());
        if self.followed != now {
            for (mine, plan) in self.seats.iter_mut().zip(now.iter().flatten()) {
                *mine = *plan;
            }
            self.followed = now;
        }
    }

    /// Shows it, for a room to be opened or for the own one that is.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        self.follow(own_room(scene));
        let all = ui.available_rect_before_wrap();
        let size = vec2(all.width().min(WIDTH), all.height());
        let page = Rect::from_center_size(all.center(), size);
        kit::in_rect(ui, page, |ui| self.page(ui, scene, acts));
        ui.advance_cursor_after_rect(all);
    }

    fn page(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let rules = self.rules();
        kit::foot(ui, "create-actions", |ui| self.actions(ui, scene, acts, &rules));
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            // The bar of the list stands beside it.
            ui.set_max_width(ui.available_width() - kit::SCROLL);
            if PLAYED.iter().len() > 1 {
                self.games(ui, scene);
            }
            presets::ui(self, ui, scene);
            ui.add_space(2.0);
            let shown = rules.as_ref().ok().cloned().or_else(|| self.preset_rules());
            let Some(shown) = shown else { return };
            ui.columns_const(|[left, right]| {
                kit::column_card(left, scene.look, |ui| {
                    kit::heading(ui, &scene.text.get("create-seats"));
                    let seats = SeatSet::first(Any::seats(&shown));
                    seats::ui(&mut self.seats, ui, scene, seats);
                    kit::note(ui, scene.look, &scene.text.get("create-seats-about"));
                    ui.add_space(4.0);
                    self.times(ui, scene);
                    ui.add_space(4.0);
                    self.watching(ui, scene);
                });
                kit::column_card(right, scene.look, |ui| {
                    self.options(ui, scene, &shown, rules.as_ref().err().map_or(&[], |it| it));
                });
            });
        });
    }

    fn games(&mut self, ui: &mut Ui, scene: &Scene<'_>) {
        ui.horizontal(|ui| {
            for game in PLAYED {
                let label = terms::game(scene.text, game.id());
                if kit::choice(ui, scene.look, &label, self.game == game).clicked() {
                    self.game = game;
                    self.preset = game.presets().first().map_or("", |preset| preset.name);
                    self.changed.clear();
                }
            }
        });
    }

    fn times(&mut self, ui: &mut Ui, scene: &Scene<'_>) {
        kit::heading(ui, &scene.text.get("create-clock"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for clock in CLOCKS {
                let label = terms::clock(scene.text, clock);
                if kit::choice(ui, scene.look, &label, self.clock == clock).clicked() {
                    self.clock = clock;
                }
            }
        });
    }

    /// Whether others may watch.
    fn watching(&mut self, ui: &mut Ui, scene: &Scene<'_>) {
        kit::heading(ui, &scene.text.get("create-watch"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for watch in WATCH {
                let label = match watch {
                    None => scene.text.get("create-watch-no"),
                    Some(0) => scene.text.get("create-watch-yes"),
                    Some(steps) => {
                        scene.text.with("create-watch-later", &[("steps", steps.into())])
                    }
                };
                if kit::choice(ui, scene.look, &label, self.watch == watch).clicked() {
                    self.watch = watch;
                }
            }
        });
    }

    /// Every option with its values, and what is wrong at the one where it is wrong.
    fn options(&mut self, ui: &mut Ui, scene: &Scene<'_>, shown: &Rules, faults: &[Fault]) {
        let Scene { text, look, .. } = *scene;
        kit::heading(ui, &text.get("create-options"));
        for (key, usual) in shown.pairs() {
            let values = options::values(self.game, key);
            let set = self.changed.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
            let current = set.unwrap_or(&usual);
            let fault = faults.iter().find(|fault| fault.place == key);
            if values.is_empty() || (fault.is_none() && !has_choice(shown, key)) {
                continue;
            }
            ui.add_space(2.0);
            let mut chosen = None;
            kit::choices(ui, &terms::option(text, key), 84.0, |ui| {
                for value in values {
                    let label = terms::value(text, key, value);
                    if kit::choice(ui, look, &label, current == *value).clicked() {
                        chosen = Some(*value);
                    }
                }
            });
            if let Some(value) = chosen {
                self.set(key, value);
            }
            let of_game = text.find(&format!("option-{}-{key}-about", self.game.id()), &[]);
            let about = of_game.or_else(|| text.find(&format!("option-{key}-about"), &[]));
            if let Some(about) = about {
                kit::note(ui, look, &about);
            }
            if let Some(fault) = fault {
                kit::toned(ui, look, Tone::Bad, &reason(text, &fault.reason));
            }
        }
    }

    fn actions(
        &mut self,
        ui: &mut Ui,
        scene: &Scene<'_>,
        acts: &mut Acts,
        rules: &Result<Rules, Vec<Fault>>,
    ) {
        let Scene { text, look, .. } = *scene;
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            if kit::button(ui, &text.get("back")).clicked() {
                self.followed = None;
                acts.push(Act::Show(Page::Home));
            }
            let is_open = own_room(scene).is_some();
            let key = if is_open { "create-change" } else { "create-open" };
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let open = kit::primary_if(ui, look, &text.get(key), rules.is_ok());
                match rules {
                    Ok(rules) if open.clicked() => {
                        acts.table(match is_open {
                            true => Command::Change(self.plan(rules.clone())),
                            false => self.host(rules.clone()),
                        });
                        if scene.view.lets_watch != self.watch {
                            acts.table(Command::LetWatch(self.watch));
                        }
                    }
                    Ok(rules) => {
                        let line = terms::line(text, rules, self.clock);
                        kit::clipped(ui, egui::RichText::new(line).size(14.5).color(look.faint));
                    }
                    Err(_) => {
                        kit::toned(ui, look, Tone::Bad, &text.get("create-faulty"));
                    }
                }
            });
        });
    }
}

/// The own room, if it is open.
fn own_room<'a>(scene: &Scene<'a>) -> Option<&'a RoomView> {
    match &scene.view.phase {
        PhaseView::Hosting(room) => Some(room),
        _ => None,
    }
}
