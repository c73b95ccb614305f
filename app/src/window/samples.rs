//! What the tests of pages about records share: a page on a stage, and a match that was played.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use catalog::GameName;
use eframe::egui::{CentralPanel, Ui};
use egui_kittest::Harness;
use table::{
    Clock, Command, MatchView, Name, Person, PhaseView, RoomPlan, SeatPlan, Settings, Start, Table,
    TableView,
};
use tempfile::TempDir;

use super::fonts;
use super::look::{Look, Theme};
use super::prefs::Prefs;
use super::scene::{Act, Acts, Scene};
use crate::text::{Lang, Text};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A page, and what it is shown with.
pub(super) struct Stage<P> {
    /// The page.
    pub(super) page: P,
    /// The language.
    pub(super) text: Text,
    /// The settings.
    pub(super) prefs: Prefs,
    /// The table.
    pub(super) view: TableView,
    /// Everything that was asked for.
    pub(super) acts: Vec<Act>,
    look: Option<(Look, Theme)>,
}

impl<P> Stage<P> {
    /// In Chinese, in the light.
    pub(super) fn new(page: P) -> Self {
        let person = Person { name: "棋友".into(), fingerprint: "0000-0000-0000".into() };
        let view = TableView {
            version: 1,
            me: person,
            addresses: Vec::new(),
            phase: PhaseView::Idle,
            lobby: Default::default(),
            shelf: Default::default(),
            problems: Vec::new(),
        };
        let prefs = Prefs { theme: Theme::Light, motion: false, ..Prefs::default() };
        Self { page, text: Text::new(Lang::Zh), prefs, view, acts: Vec::new(), look: None }
    }

    /// What was asked for since this was called last.
    pub(super) fn take(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.acts)
    }

    fn show(&mut self, ui: &mut Ui, paint: impl Fn(&mut P, &mut Ui, &Scene<'_>, &mut Acts)) {
        let theme = self.prefs.theme;
        if self.look.as_ref().is_none_or(|(_, old)| *old != theme) {
            let look = Look::of(theme, false);
            look.apply(ui.ctx());
            self.look = Some((look, theme));
        }
        let Self { page, text, prefs, view, look: Some((look, _)), .. } = self else { return };
        let scene = Scene { text, look, prefs, view };
        let mut acts = Acts::default();
        CentralPanel::default().show(ui, |ui| paint(page, ui, &scene, &mut acts));
        self.acts.extend(acts.take());
    }
}

/// A page that can be clicked.
pub(super) fn harness<'a, P: 'a>(
    stage: Stage<P>,
    size: [f32; 2],
    paint: impl Fn(&mut P, &mut Ui, &Scene<'_>, &mut Acts) + 'a,
) -> Harness<'a, Stage<P>> {
    Harness::builder()
        .with_size(size)
        .with_max_steps(20)
        .with_context_setup(fonts::install)
        .build_ui_state(move |ui, stage: &mut Stage<P>| stage.show(ui, &paint), stage)
}

/// Lets a page run until something is so: what it waits for is done on another thread.
pub(super) fn until<P>(
    harness: &mut Harness<'_, Stage<P>>,
    is_so: impl Fn(&Harness<'_, Stage<P>>) -> bool,
) {
    let begun = Instant::now();
    loop {
        harness.run();
        if is_so(harness) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "it does not come to that");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A match of machines, played to its end on this host.
pub(super) struct Match {
    /// The folder of the profile: the record is in it.
    pub(super) folder: TempDir,
    /// The match as the table showed it at the end.
    pub(super) view: Arc<MatchView>,
}

impl Match {
    /// Plays one.
    pub(super) fn play() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings {
            profile: folder.path().join("profile"),
            name: Some(Name::new("甲").unwrap()),
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            pace: Duration::ZERO,
            find: false,
            crash: None,
        };
        let table = Table::open(&settings).unwrap();
        table.apply(Command::Host { plan: machines(), start: Start::WhenFull });
        let view = wait(&table, |view| match &view.phase {
            PhaseView::Playing(game) if game.ended.is_some() && game.is_delivered => {
                Some(Arc::clone(game))
            }
            _ => None,
        });
        drop(table);
        Self { folder, view }
    }

    /// Where its record is.
    pub(super) fn record(&self) -> PathBuf {
        self.view.record.clone()
    }

    /// Its record.
    pub(super) fn bytes(&self) -> Vec<u8> {
        std::fs::read(self.record()).unwrap()
    }

    /// A file beside it.
    pub(super) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

/// Two machines, and a draw as soon as nothing has happened for a while.
pub(super) fn machines() -> RoomPlan {
    RoomPlan {
        rules: GameName::Laoqi.rules(["two", "quiet_limit=6"]).unwrap(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: vec![SeatPlan::Bot, SeatPlan::Bot],
    }
}

/// Waits for a view that holds what is looked for.
pub(super) fn wait<T>(table: &Table, look: impl Fn(&TableView) -> Option<T>) -> T {
    let (begun, mut version) = (Instant::now(), 0);
    loop {
        if let Some(view) = table.newer(version, Duration::from_millis(50)) {
            version = view.version;
            assert_eq!(view.problems, []);
            if let Some(found) = look(&view) {
                return found;
            }
        }
        assert!(begun.elapsed() < PATIENCE, "the table does not come to that");
    }
}
