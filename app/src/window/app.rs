//! The frame of the window: a face over a table.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use eframe::egui::{self, UserAttentionType, ViewportCommand};
use table::{PhaseView, Table, TableView};

use super::face::{Face, Wish};
use super::fonts;
use super::prefs::Prefs;

/// How long is waited for a newer view; the end of the program ends the wait.
const LOOK: Duration = Duration::from_secs(3600);

/// A face over a table.
pub(crate) struct App {
    face: Face,
    profile: PathBuf,
    latest: Arc<Mutex<Option<Arc<TableView>>>>,
    is_over: Arc<AtomicBool>,
    watch: Option<JoinHandle<()>>,
    table: Arc<Table>,
    seen: Seen,
}

/// A view counts as seen when it has been on the screen for so long: whoever changes a room just
/// when somebody clicks must not be agreed with.
const GLANCE: Duration = Duration::from_millis(300);

/// Which view the player has seen when he clicks.
#[derive(Default)]
struct Seen {
    version: u64,
    /// What was shown since, and from when on; in the order in which it was.
    shown: VecDeque<(u64, Instant)>,
}

impl Seen {
    /// The version that he has seen by now.
    fn by(&mut self, now: Instant) -> u64 {
        let is_old = |(_, since): &mut (u64, Instant)| now.duration_since(*since) >= GLANCE;
        while let Some((version, _)) = self.shown.pop_front_if(is_old) {
            self.version = version;
        }
        self.version
    }

    /// He is shown this version.
    fn shown(&mut self, version: u64, now: Instant) {
        if self.shown.back().map_or(self.version, |(last, _)| *last) < version {
            self.shown.push_back((version, now));
        }
    }
}

impl App {
    /// A window over a table whose profile is in this folder.
    pub(crate) fn new(
        ctx: &egui::Context,
        table: Table,
        profile: PathBuf,
        lang: Option<String>,
    ) -> Self {
        fonts::install(ctx);
        let mut prefs = Prefs::load(&profile);
        prefs.lang = lang.unwrap_or(prefs.lang);
        let table = Arc::new(table);
        let latest = Arc::new(Mutex::new(table.newer(0, LOOK)));
        let is_over = Arc::new(AtomicBool::new(false));
        let watch = {
            let (table, latest, is_over) = (table.clone(), latest.clone(), is_over.clone());
            let ctx = ctx.clone();
            let watch = move || watch(&table, &latest, &is_over, &ctx);
            thread::Builder::new().name("window-watch".into()).spawn(watch).ok()
        };
        let mut face = Face::new(prefs);
        face.lives_in(&profile);
        Self { face, profile, latest, is_over, watch, table, seen: Seen::default() }
    }

    /// Says that the window took this identity, since another window has the usual one.
    pub(crate) fn tell_identity(&mut self, identity: u8) {
        self.face.tell_identity(identity);
    }

    /// Shows a record first.
    pub(crate) fn open(&mut self, record: PathBuf) {
        self.face.open(record);
    }

    /// What the table shows now.
    pub(crate) fn view(&self) -> Option<Arc<TableView>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows everything once.
    pub(crate) fn show(&mut self, ui: &mut egui::Ui) {
        let Some(view) = self.view() else { return };
        let now = Instant::now();
        let seen = self.seen.by(now);
        for wish in self.face.ui(ui, &view) {
            match wish {
                Wish::Table(command) => self.table.apply_seen(*command, seen),
                Wish::Keep(prefs) => prefs.save(&self.profile),
            }
        }
        self.seen.shown(view.version, now);
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.table.waker().wake();
        if let Some(watch) = self.watch.take() {
            let _ = watch.join();
        }
    }
}

/// Hands on each new view, and asks for attention when it becomes the player's turn.
fn watch(
    table: &Table,
    latest: &Mutex<Option<Arc<TableView>>>,
    is_over: &AtomicBool,
    ctx: &egui::Context,
) {
    let lock = || latest.lock().unwrap_or_else(PoisonError::into_inner);
    let mut version = lock().as_ref().map_or(0, |view| view.version);
    let mut is_awaited = false;
    while !is_over.load(Ordering::Relaxed) {
        let Some(view) = table.newer(version, LOOK) else { continue };
        version = view.version;
        let was_awaited = std::mem::replace(&mut is_awaited, awaits(&view));
        *lock() = Some(view);
        if is_awaited && !was_awaited && !ctx.input(|input| input.focused) {
            let attention = ViewportCommand::RequestUserAttention(UserAttentionType::Informational);
            ctx.send_viewport_cmd(attention);
        }
        ctx.request_repaint();
    }
}

/// Whether a person at this screen must decide.
fn awaits(view: &TableView) -> bool {
    match &view.phase {
        PhaseView::Playing(game) => !game.awaited.is_empty() && game.is_settled,
        PhaseView::Reviewing(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;
    use table::{SeatPlan, Settings};

    use super::*;
    use crate::window::stage::{harness, settings};

    /// The window over a table of its own, which nobody else can reach, when all is calm.
    fn window(profile: &std::path::Path) -> Harness<'static, Option<App>> {
        let settings = Settings { name: None, ..settings(profile) };
        let mut table = Some(Table::open(&settings).unwrap());
        let profile = profile.to_owned();
        let show = move |ui: &mut egui::Ui, app: &mut Option<App>| {
            if let Some(table) = table.take() {
                *app = Some(App::new(ui.ctx(), table, profile.clone(), None));
            }
            app.as_mut().unwrap().show(ui);
        };
        let mut window = harness([900.0, 600.0], None).build_ui_state(show, None);
        until(&mut window, |phase| matches!(phase, PhaseView::Idle));
        window.run_steps(2);
        window
    }

    fn phase(window: &Harness<'_, Option<App>>) -> Option<PhaseView> {
        let view = window.state().as_ref()?.latest.lock().unwrap().clone();
        view.map(|view| view.phase.clone())
    }

    /// Shows the window until something is so.
    fn until(window: &mut Harness<'_, Option<App>>, is_so: impl Fn(&PhaseView) -> bool) {
        let begun = Instant::now();
        while !phase(window).is_some_and(|phase| is_so(&phase)) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", phase(window));
            thread::sleep(Duration::from_millis(10));
            window.step();
        }
    }

    fn plans(phase: &PhaseView) -> Vec<SeatPlan> {
        match phase {
            PhaseView::Hosting(room) => room.seats.iter().map(|seat| seat.plan).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn what_came_just_before_a_click_was_not_seen() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut seen = Seen::default();
        assert_eq!(seen.by(at(0)), 0);
        seen.shown(1, at(0));
        assert_eq!(seen.by(at(299)), 0);
        // A room that is another one all the time does not keep the first from being seen.
        for ms in (10..300).step_by(10) {
            seen.shown(ms, at(ms));
        }
        assert_eq!(seen.by(at(300)), 1);
        seen.shown(290, at(320));
        assert_eq!(seen.by(at(589)), 280);
        // Nothing was drawn for a long time, for nothing was new.
        assert_eq!(seen.by(at(9_000)), 290);
    }

    #[test]
    fn a_game_against_the_computer_begins_with_one_click() {
        let profile = tempfile::tempdir().unwrap();
        let mut window = window(profile.path());
        window.get_by_label("和电脑下").click();
        until(&mut window, |phase| matches!(phase, PhaseView::Playing(_)));
    }

    #[test]
    fn a_room_is_opened_and_closed_again() {
        let profile = tempfile::tempdir().unwrap();
        let mut window = window(profile.path());
        window.get_by_label("建房").click();
        until(&mut window, |phase| plans(phase) == [SeatPlan::Me, SeatPlan::Open]);
        // Another game, with a machine on the seat of the one who has not come.
        window.run_steps(2);
        window.get_by_label("改规则和座位").click();
        window.run_steps(3);
        window.get_by_label("3 座").click();
        window.run_steps(3);
        window.get_by_label("1 座：电脑").click();
        window.run_steps(3);
        window.get_by_label("改好了").click();
        let changed = [SeatPlan::Me, SeatPlan::Bot, SeatPlan::Open];
        until(&mut window, |phase| plans(phase) == changed);
        window.run_steps(2);
        window.get_by_label("关闭房间").click();
        until(&mut window, |phase| matches!(phase, PhaseView::Idle));
    }
}
