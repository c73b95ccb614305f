//! The whole window but for its frame and its table: which page is shown, and what lies around it.

mod keys;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use eframe::egui::{self, CentralPanel, Event, Frame, Margin, Panel, Ui};
use table::{Command, PhaseView, TableView};

use super::create::Create;
use super::elsewhere;
use super::home::Home;
use super::kit;
use super::look::Look;
use super::notes::Notes;
use super::play::Play;
use super::prefs::Prefs;
use super::room::RoomPage;
use super::rulebook::Rulebook;
use super::scene::{Act, Acts, Over, Page, Scene};
use super::settings::Settings;
use super::viewer::Viewer;
use crate::text::Text;

/// How many frames a change needs: in the first a page may be new, and know only after it how high
/// its parts are.
const SETTLES: u8 = 2;

/// The pages and what they remember.
pub(crate) struct Face {
    text: Text,
    prefs: Prefs,
    /// What was last given to the library: settings, and whether the system is dark.
    applied: Option<(Prefs, bool)>,
    look: Look,
    page: Page,
    over: Option<Over>,
    home: Home,
    create: Create,
    room: RoomPage,
    play: Play,
    viewer: Viewer,
    rulebook: Rulebook,
    settings: Settings,
    notes: Notes,
    /// What the frame of the window says.
    title: String,
    /// The version of the view in the last frame.
    seen: u64,
    /// How many more frames a change needs.
    unsettled: u8,
}

/// What the window asks of those around it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wish {
    /// Something of the table.
    Table(Box<Command>),
    /// Settings to be kept.
    Keep(Box<Prefs>),
}

impl Face {
    /// A window on its first day, or with what was set before.
    pub(crate) fn new(prefs: Prefs) -> Self {
        Self {
            text: Text::new(prefs.lang()),
            look: Look::of(prefs.theme, false),
            prefs,
            applied: None,
            page: Page::Home,
            over: None,
            home: Home::default(),
            create: Create::default(),
            room: RoomPage::default(),
            play: Play::default(),
            viewer: Viewer::default(),
            rulebook: Rulebook::default(),
            settings: Settings::default(),
            notes: Notes::default(),
            title: String::new(),
            seen: 0,
            unsettled: SETTLES,
        }
    }

    /// Tells in which folder the profile is.
    pub(crate) fn lives_in(&mut self, profile: &Path) {
        let name = profile.file_name().unwrap_or(profile.as_os_str());
        self.settings.set_profile(name.to_string_lossy().into_owned());
    }

    /// Says that the window took this identity, since another window has the usual one.
    pub(crate) fn tell_identity(&mut self, identity: u8) {
        self.notes.tell_identity(identity);
    }

    /// Shows a record.
    pub(crate) fn open(&mut self, record: PathBuf) {
        self.viewer.open(record);
        self.page = Page::Viewer;
        self.over = None;
    }

    /// Shows everything; gives what was asked for.
    pub(crate) fn ui(&mut self, ui: &mut Ui, view: &TableView) -> Vec<Wish> {
        self.apply(ui.ctx());
        self.name(ui.ctx(), view);
        let is_back = |event: &Event| matches!(event, Event::WindowFocused(true));
        if ui.input(|input| input.events.iter().any(is_back)) {
            self.home.look_again();
        }
        let mut acts = Acts::default();
        self.keys(ui.ctx(), view, &mut acts);
        self.bar(ui, view, &mut acts);
        self.body(ui, view, &mut acts);
        let acts = acts.take();
        let seen = std::mem::replace(&mut self.seen, view.version);
        if !acts.is_empty() || is_touched(ui) || seen != view.version {
            self.unsettled = SETTLES;
        }
        if self.unsettled > 0 {
            // What changes is seen in the next frame, and nobody else may ask for one.
            self.unsettled -= 1;
            ui.ctx().request_repaint();
        }
        let mut wishes = Vec::new();
        for act in acts {
            wishes.extend(self.act(ui.ctx(), act));
        }
        wishes
    }

    /// Names the window after what is going on in it.
    fn name(&mut self, ctx: &egui::Context, view: &TableView) {
        let state = match &view.phase {
            PhaseView::Idle | PhaseView::Leaving => None,
            PhaseView::Hosting(_) => Some("title-hosting"),
            PhaseView::Asking { .. } | PhaseView::Signing { .. } => Some("title-room"),
            PhaseView::Reviewing(_) => Some("title-sign"),
            PhaseView::Playing(game) if game.ended.is_some() => Some("title-over"),
            PhaseView::Playing(game) if game.awaited.is_empty() => Some("title-playing"),
            PhaseView::Playing(_) => Some("title-turn"),
        };
        let name = self.text.get("window-name");
        let title = match state {
            Some(key) => [self.text.get(key), name].join(&self.text.get("option-separator")),
            None => name,
        };
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Gives the library what has been set, when it is something else than before.
    fn apply(&mut self, ctx: &egui::Context) {
        let is_dark = ctx.system_theme() == Some(egui::Theme::Dark);
        let is_new = |(prefs, dark): &(Prefs, bool)| *prefs != self.prefs || *dark != is_dark;
        if self.applied.as_ref().is_none_or(is_new) {
            if self.text.lang() != self.prefs.lang() {
                self.text = Text::new(self.prefs.lang());
            }
            self.look = Look::of(self.prefs.theme, is_dark);
            self.look.apply(ctx);
            ctx.set_zoom_factor(f32::from(self.prefs.scale) / 100.0);
            self.applied = Some((self.prefs.clone(), is_dark));
        }
    }

    fn scene<'a>(&'a self, view: &'a TableView) -> Scene<'a> {
        Scene { text: &self.text, look: &self.look, prefs: &self.prefs, view }
    }

    /// Whether there is a page to go back to, and what the present one is called.
    fn way_back(&self, view: &TableView) -> Option<(Act, &'static str)> {
        let is_idle = matches!(view.phase, PhaseView::Idle | PhaseView::Leaving);
        let is_host = matches!(view.phase, PhaseView::Hosting(_));
        match (self.over, self.page) {
            (Some(Over::Rules), _) => Some((Act::Lay(None), "bar-rules")),
            (Some(Over::Settings), _) => Some((Act::Lay(None), "bar-settings")),
            (None, Page::Create) if is_idle || is_host => {
                Some((Act::Show(Page::Home), "home-create"))
            }
            (None, Page::Viewer) if is_idle => Some((Act::Show(Page::Home), "home-records")),
            (None, _) => None,
        }
    }

    /// The line at the top: what this is, who plays, and the ways back, to rules and to settings.
    fn bar(&mut self, ui: &mut Ui, view: &TableView, acts: &mut Acts) {
        let scene = self.scene(view);
        let frame = Frame::new().fill(scene.look.surface).inner_margin(Margin::symmetric(16, 8));
        Panel::top("bar").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                if let Some((act, title)) = self.way_back(view) {
                    let back = format!("← {}", scene.text.get("back"));
                    if kit::quiet(ui, scene.look, &back).clicked() {
                        acts.push(act);
                    }
                    kit::heading(ui, &scene.text.get(title));
                } else {
                    kit::heading(ui, &scene.text.get("window-name"));
                    kit::note(ui, scene.look, &view.me.name);
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    for (over, key) in
                        [(Over::Settings, "bar-settings"), (Over::Rules, "bar-rules")]
                    {
                        if kit::quiet(ui, scene.look, &scene.text.get(key)).clicked() {
                            let next = (self.over != Some(over)).then_some(over);
                            acts.push(Act::Lay(next));
                        }
                    }
                });
            });
        });
    }

    fn body(&mut self, ui: &mut Ui, view: &TableView, acts: &mut Acts) {
        let scene = Scene { text: &self.text, look: &self.look, prefs: &self.prefs, view };
        let frame = Frame::new().fill(self.look.ground).inner_margin(Margin::same(16));
        CentralPanel::default().frame(frame).show(ui, |ui| {
            let is_idle = matches!(view.phase, PhaseView::Idle | PhaseView::Leaving);
            let is_home = is_idle && self.page == Page::Home && self.over.is_none();
            self.notes.ui(ui, &scene, is_home);
            let elsewhere = elsewhere::of(&view.phase);
            match (self.over, &view.phase) {
                (Some(Over::Rules), _) => self.rulebook.ui(ui, &scene),
                (Some(Over::Settings), _) => self.settings.ui(ui, &scene, acts),
                (None, _) if let Some((rules, command)) = &elsewhere => {
                    elsewhere::ui(ui, &scene, acts, (*rules, command.as_str()));
                }
                (None, PhaseView::Playing(_)) => self.play.ui(ui, &scene, acts),
                (None, PhaseView::Idle | PhaseView::Leaving) => match self.page {
                    Page::Home => self.home.ui(ui, &scene, acts),
                    Page::Create => self.create.ui(ui, &scene, acts),
                    Page::Viewer => self.viewer.ui(ui, &scene, acts),
                },
                (None, PhaseView::Hosting(_)) if self.page == Page::Create => {
                    self.create.ui(ui, &scene, acts);
                }
                (None, _) => self.room.ui(ui, &scene, acts),
            }
        });
    }

    fn act(&mut self, ctx: &egui::Context, act: Act) -> Option<Wish> {
        match act {
            Act::Table(command) => {
                if matches!(
                    *command,
                    Command::Host { .. } | Command::Join { .. } | Command::Change(_)
                ) {
                    self.page = Page::Home;
                }
                return Some(Wish::Table(command));
            }
            Act::Host => {
                self.page = Page::Home;
                return self.create.usual().map(|command| Wish::Table(Box::new(command)));
            }
            Act::Show(page) => self.page = page,
            Act::Lay(over) => self.over = over,
            Act::Set(prefs) => {
                self.prefs = (*prefs).clone();
                return Some(Wish::Keep(prefs));
            }
            Act::Copy(text) => ctx.copy_text(text),
            Act::Open(record) => self.open(record),
            Act::Tell(key) => self.notes.tell(key),
        }
        None
    }
}

/// Whether more has been done in this frame than to move the pointer. A page may then remember
/// something else than what it has painted.
fn is_touched(ui: &Ui) -> bool {
    let is_move = |event: &Event| matches!(event, Event::PointerMoved(_) | Event::MouseMoved(_));
    ui.input(|input| input.events.iter().any(|event| !is_move(event)))
}
