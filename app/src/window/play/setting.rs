//! Setting up: a layout is arranged on the board or typed, kept by name, and given when it is legal.

use catalog::Any;
use eframe::egui::{self, RichText, ScrollArea, Ui};
use game::{Fault, Game as _, Kind, Node, Seat, Token, View};
use table::{Command, Decision, KeptLayout, Name};

use super::Play;
use super::turn::Turn;
use crate::layouts::{Layout, SetUp};
use crate::reason::reason;
use crate::window::board::Marks;
use crate::window::kit::{self, Tone};
use crate::window::scene::Acts;

/// Longest line that is looked at.
const LINE: usize = 96;
/// Longest name in characters.
const NAME: usize = 24;
/// Faults that are told one by one.
const FAULTS: usize = 5;

/// What is arranged.
#[derive(Default)]
pub(super) struct Setting {
    /// Whose layout it is, in which step.
    about: Option<(u32, Seat)>,
    /// The layout in one line; it need not be legal.
    line: String,
    /// The cell that was pointed at first.
    chosen: Option<Node>,
    /// The name to keep it by.
    name: String,
    is_bad_name: bool,
}

/// What was asked for beside the board.
enum Asked {
    Line(String),
    Random,
    Mirror,
    Keep,
    Drop(Name),
    Give,
}

impl Setting {
    /// Begins with a layout that comes with the game, else with any.
    pub(super) fn follow(&mut self, turn: &Turn<'_>) {
        let about = turn.setter().map(|seat| (turn.game.step, seat));
        if about == self.about {
            return;
        }
        *self = Self { about, ..Self::default() };
        let Some(set_up) = set_up(turn) else { return };
        let given = turn.game.contract.rules.game().layouts().first();
        let given = given.map(|(_, line)| (*line).to_owned());
        let any = || set_up.by_chance().map(|layout| set_up.write(&layout));
        self.line = given.or_else(any).unwrap_or_default();
    }

    /// The board with what is arranged on it; none: nothing is arranged now.
    pub(super) fn view(&self, turn: &Turn<'_>) -> Option<View> {
        let set_up = set_up(turn)?;
        let mut view = turn.view.clone();
        let kinds = Any::kinds(set_up.rules);
        let letters: Vec<char> = self.line.chars().filter(|sign| *sign != '/').collect();
        let places = set_up.places(letters.len())?;
        for (node, letter) in places.into_iter().zip(letters) {
            let kind = (0..).zip(kinds).find(|(_, kind)| kind.letter == letter);
            let (army, controller) = (set_up.seat, set_up.seat);
            let token = kind.map(|(kind, _)| Token { army, controller, kind: Some(Kind(kind)) });
            if let Some(slot) = view.tokens.get_mut(usize::from(node)) {
                *slot = token;
            }
        }
        Some(view)
    }

    /// Marks the own cells, the one that was pointed at, and those where something is wrong.
    pub(super) fn mark(&self, turn: &Turn<'_>, marks: &mut Marks) {
        let Some(set_up) = set_up(turn) else { return };
        let letters = self.line.chars().filter(|sign| *sign != '/').count();
        marks.starts = set_up.places(letters).unwrap_or_default();
        marks.chosen = self.chosen.into_iter().collect();
        let board = Any::board(set_up.rules);
        let faults = set_up.read(&self.line).err().unwrap_or_default();
        let named = (0..).zip(&board.nodes);
        let wrong = named.filter(|(_, node)| faults.iter().any(|it| it.place == node.name));
        marks.crosses = wrong.map(|(node, _)| node).collect();
    }

    /// A cell was pointed at: the second one changes places with the first.
    pub(super) fn point(&mut self, node: Node, turn: &Turn<'_>) {
        let Some(set_up) = set_up(turn) else { return };
        let Some(first) = self.chosen.take() else {
            let is_own = set_up.exchanged(&self.line, [node, node]).is_some();
            self.chosen = is_own.then_some(node);
            return;
        };
        if let Some(line) = set_up.exchanged(&self.line, [first, node]) {
            self.line = line;
        }
    }

    fn mirror(&mut self) {
        let rows = self.line.split('/').map(|row| row.chars().rev().collect::<String>());
        self.line = rows.collect::<Vec<_>>().join("/");
    }
}

/// The seat that sets up, for the layouts of this game.
fn set_up<'a>(turn: &'a Turn<'_>) -> Option<SetUp<'a>> {
    let seat = turn.setter()?;
    Some(SetUp { rules: &turn.game.contract.rules, at: &turn.game.position, seat })
}

impl Play {
    /// Shows what can be done with a layout.
    pub(super) fn setting(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        let Some(set_up) = set_up(turn) else { return };
        let (text, look) = (turn.scene.text, turn.scene.look);
        let read = set_up.read(&self.setting.line);
        ui.spacing_mut().item_spacing.y = 6.0;
        kit::note(ui, look, &text.get("set-up-note"));
        let mut asked = None;
        if kit::primary_if(ui, look, &text.get("set-up-give"), read.is_ok()).clicked() {
            asked = Some(Asked::Give);
        }
        match &read {
            Ok(_) => {
                kit::toned(ui, look, Tone::Good, &text.get("set-up-legal"));
            }
            Err(faults) => told(ui, turn, faults),
        }
        kit::note(ui, look, &text.get("set-up-swap"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let given = turn.game.contract.rules.game().layouts().first();
            if let Some((_, line)) = given
                && small(ui, &text.get("set-up-standard"))
            {
                asked = Some(Asked::Line((*line).to_owned()));
            }
            for (key, what) in [("set-up-random", Asked::Random), ("set-up-mirror", Asked::Mirror)]
            {
                if small(ui, &text.get(key)) {
                    asked = Some(what);
                }
            }
        });
        let width = ui.available_width() - 20.0;
        let name = text.get("set-up-line");
        kit::note(ui, look, &name);
        kit::field(ui, &mut self.setting.line, &name, "", LINE, width);
        asked = self.kept(ui, turn, read.is_ok()).or(asked);
        if let Some(asked) = asked {
            self.arrange(turn, acts, asked, read.ok());
        }
    }

    /// The layouts that are kept, and a field to keep this one.
    fn kept(&mut self, ui: &mut Ui, turn: &Turn<'_>, is_legal: bool) -> Option<Asked> {
        let (text, look) = (turn.scene.text, turn.scene.look);
        let mut asked = None;
        kit::heading(ui, &text.get("set-up-kept"));
        let game = turn.game.contract.rules.game();
        let own = turn.scene.view.layouts.iter().filter(|kept| kept.game == game);
        let own: Vec<&KeptLayout> = own.collect();
        if own.is_empty() {
            kit::note(ui, look, &text.get("set-up-none-kept"));
        }
        for kept in own {
            let args = [("name", kept.name.as_str().into())];
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let room = egui::vec2((ui.available_width() - 60.0).max(40.0), 34.0);
                let take = egui::Button::new(kept.name.as_str()).min_size(room).truncate();
                let take = ui.add_sized(room, take);
                kit::ring(ui, &take, 11);
                let name = text.with("set-up-take", &args);
                take.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                if take.on_hover_text(&kept.line).clicked() {
                    asked = Some(Asked::Line(kept.line.clone()));
                }
                let drop = kit::quiet(ui, look, &text.get("set-up-drop-short"));
                let name = text.with("set-up-drop", &args);
                drop.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                if drop.clicked() {
                    asked = Some(Asked::Drop(kept.name.clone()));
                }
            });
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let name = text.get("set-up-name");
            let width = (ui.available_width() - 96.0).max(40.0);
            kit::field(ui, &mut self.setting.name, &name, &name, NAME, width);
            let save = egui::Button::new(text.get("set-up-save")).min_size(egui::vec2(48.0, 34.0));
            if ui.add_enabled(is_legal, save).clicked() {
                asked = Some(Asked::Keep);
            }
        });
        if self.setting.is_bad_name {
            kit::toned(ui, look, Tone::Bad, &text.get("set-up-bad-name"));
        }
        asked
    }

    fn arrange(&mut self, turn: &Turn<'_>, acts: &mut Acts, asked: Asked, layout: Option<Layout>) {
        let game = turn.game.contract.rules.game();
        let Some(set_up) = set_up(turn) else { return };
        self.setting.chosen = None;
        match asked {
            Asked::Line(line) => self.setting.line = line,
            Asked::Random => {
                let drawn = set_up.by_chance().map(|layout| set_up.write(&layout));
                self.setting.line = drawn.unwrap_or_default();
            }
            Asked::Mirror => self.setting.mirror(),
            Asked::Drop(name) => acts.table(Command::DropLayout(game, name)),
            Asked::Keep => {
                let name = Name::new(self.setting.name.trim());
                self.setting.is_bad_name = name.is_err();
                if let (Ok(name), Some(layout)) = (name, layout) {
                    let line = set_up.write(&layout);
                    acts.table(Command::KeepLayout(KeptLayout { game, name, line }));
                    self.setting.name.clear();
                }
            }
            Asked::Give => match layout {
                Some(Layout::Sealed(choice)) => self.decide(turn, Decision::Choose(choice), acts),
                Some(Layout::Hidden(secret)) => self.decide(turn, Decision::Deploy(secret), acts),
                None => {}
            },
        }
    }
}

/// Everything that is wrong with a layout.
fn told(ui: &mut Ui, turn: &Turn<'_>, faults: &[Fault]) {
    let (text, look) = (turn.scene.text, turn.scene.look);
    ScrollArea::vertical().id_salt("faults").max_height(150.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for fault in faults.iter().take(FAULTS) {
            let args = [
                ("place", fault.place.as_str().into()),
                ("reason", reason(text, &fault.reason).into()),
            ];
            let line = text.with("fault", &args);
            let line = RichText::new(format!("{}{line}", Tone::Bad.sign())).size(14.0);
            ui.add(egui::Label::new(line.color(look.bad)).wrap());
        }
        let more = faults.len().saturating_sub(FAULTS);
        if more > 0 {
            kit::note(ui, look, &text.with("set-up-more", &[("count", more.into())]));
        }
    });
}

/// A button that takes no more room than its words.
fn small(ui: &mut Ui, label: &str) -> bool {
    let response = ui.add(egui::Button::new(label).min_size(egui::vec2(48.0, 34.0)));
    kit::ring(ui, &response, 11);
    response.clicked()
}
