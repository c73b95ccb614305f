//! Whole ways through the window, by labels, over real tables: two players meet, play and part, and
//! look at their record.

use std::net::Ipv4Addr;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Seat;
use table::{Ended, MatchView, PhaseView, Settings, StageView, Table, TableView};

use super::app::App;
use super::fonts;

const PATIENCE: Duration = Duration::from_secs(120);

/// One player: a window over a table of its own, which nobody can reach but over the loopback.
struct Player {
    window: Harness<'static, Option<App>>,
}

impl Player {
    fn sit(profile: &Path) -> Self {
        let settings = Settings {
            profile: profile.to_owned(),
            name: None,
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            machines: table::Machines::default(),
            find: false,
            crash: None,
        };
        let mut table = Some(Table::open(&settings).unwrap());
        let profile = profile.to_owned();
        let show = move |ui: &mut egui::Ui, app: &mut Option<App>| {
            if let Some(table) = table.take() {
                *app = Some(App::new(ui.ctx(), table, profile.clone(), None));
            }
            app.as_mut().unwrap().show(ui);
        };
        let window = Harness::builder().with_size([1180.0, 800.0]);
        let window = window.with_context_setup(fonts::install).build_ui_state(show, None);
        let mut player = Self { window };
        player.until(|view| matches!(view.phase, PhaseView::Idle));
        player
    }

    fn view(&self) -> std::sync::Arc<TableView> {
        self.window.state().as_ref().unwrap().view().unwrap()
    }

    /// Shows the window until something is so.
    fn until(&mut self, is_so: impl Fn(&TableView) -> bool) {
        let begun = Instant::now();
        while !is_so(&self.view()) {
            assert!(
                begun.elapsed() < PATIENCE,
                "{:?} {:?}",
                self.view().phase,
                self.view().problems
            );
            thread::sleep(Duration::from_millis(5));
            self.window.step();
        }
        self.window.run_steps(3);
    }

    fn click(&mut self, label: &str) {
        self.window.get_by_label(label).click();
        self.window.run_steps(3);
    }

    /// Clicks again and again until something is so.
    fn click_until(&mut self, label: &str, is_so: impl Fn(&TableView) -> bool) {
        let begun = Instant::now();
        while !is_so(&self.view()) {
            assert!(begun.elapsed() < PATIENCE, "{label}");
            if self.window.query_by_label(label).is_some() {
                self.click(label);
            }
            thread::sleep(Duration::from_millis(20));
            self.window.step();
        }
    }

    fn game(&self) -> Option<std::sync::Arc<MatchView>> {
        match &self.view().phase {
            PhaseView::Playing(game) => Some(game.clone()),
            _ => None,
        }
    }

    fn until_in_game(&mut self, is_so: impl Fn(&MatchView) -> bool) {
        self.until(|view| matches!(&view.phase, PhaseView::Playing(game) if is_so(game)));
    }
}

/// Both show a gesture that decides, and the winner moves a Warrior by the names of its cells.
fn play_a_ply(host: &mut Player, guest: &mut Player) {
    host.until_in_game(|game| game.stage == StageView::Choose && !game.awaited.is_empty());
    guest.until_in_game(|game| game.stage == StageView::Choose && !game.awaited.is_empty());
    host.click("剪刀：胜布，驱动战士（按 1）");
    guest.click("布：胜石头，驱动国王（按 3）");
    let is_hosts = |game: &MatchView| game.stage == StageView::Move(Seat::of(0));
    guest.until_in_game(is_hosts);
    host.until_in_game(|game| is_hosts(game) && !game.awaited.is_empty());
    host.click("c2、己方战士、能动");
    host.click("c3、空、可走");
    for player in [host, guest] {
        player.until_in_game(|game| game.log.len() >= 2 && game.stage == StageView::Choose);
    }
}

/// What a player has said, as a window shows it.
fn is_said(words: &'static str) -> impl Fn(&TableView) -> bool {
    move |view: &TableView| {
        view.talk.lines.iter().any(|line| match &line.words {
            table::Words::Line(line) => line.as_str() == words,
            table::Words::Phrase(phrase) => words == format!("{phrase:?}"),
        })
    }
}

impl Player {
    /// Opens the talk, if it is not open, and says something with the keyboard.
    fn say(&mut self, words: &'static str) {
        if self.window.query_by_label("聊天：要说的话").is_none() {
            self.window.key_press(egui::Key::F3);
            self.window.run_steps(3);
        }
        self.window.get_by_label("聊天：要说的话").focus();
        self.window.run_steps(2);
        self.window.event(egui::Event::Text(words.into()));
        self.window.run_steps(2);
        self.window.key_press(egui::Key::Enter);
        self.until(is_said(words));
        // The keyboard goes back to the board.
        self.window.key_press(egui::Key::Escape);
        self.window.run_steps(2);
    }
}

/// The guest says something, and sees a phrase of the host.
fn talk_in_the_room(host: &mut Player, guest: &mut Player) {
    guest.say("我准备好了");
    host.until(is_said("我准备好了"));
    host.click("聊天（1 条未读）");
    assert!(host.window.query_by_label_contains("：我准备好了").is_some());
    host.click("快捷语：你好");
    guest.until(is_said("Hello"));
}

/// Both ways, until the host silences the guest.
fn talk_in_the_match(host: &mut Player, guest: &mut Player) {
    host.say("我先来");
    guest.until(is_said("我先来"));
    guest.say("好的");
    host.until(is_said("好的"));
    host.click("屏蔽");
    let name = host.view().talk.lines.iter().rev().find(|line| !line.is_own).cloned();
    let name = format!("不看 1 座（{}） 说的话", name.unwrap().who.name);
    host.click(&name);
    host.until(|view| view.talk.muted == game::SeatSet::one(Seat::of(1)));
    guest.say("听得见吗");
    host.window.key_press(egui::Key::Escape);
    host.window.run_steps(3);
    guest.click("收起聊天");
    host.click("收起聊天");
}

#[test]
fn two_meet_play_a_ply_part_and_look_at_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut host = Player::sit(&folder.path().join("host"));
    let mut guest = Player::sit(&folder.path().join("guest"));
    host.click("建房");
    host.until(|view| matches!(view.phase, PhaseView::Hosting(_)) && !view.addresses.is_empty());
    let address = host.view().addresses.first().cloned().unwrap();
    guest.window.get_by_label("房主给的地址").focus();
    guest.window.run_steps(2);
    guest.window.get_by_label("房主给的地址").type_text(&address);
    guest.window.run_steps(3);
    guest.click("加入");
    guest.until(|view| matches!(view.phase, PhaseView::Asking { room: Some(_), .. }));
    // A click on what has been shown for less than a glance does not count: as a person would, they
    // click again.
    guest.click_until("准备", |view| match &view.phase {
        PhaseView::Asking { room: Some(room), .. } => {
            room.seats.iter().skip(1).all(|it| it.is_ready)
        }
        _ => false,
    });
    host.until(|view| match &view.phase {
        PhaseView::Hosting(room) => room.seats.iter().skip(1).all(|seat| seat.is_ready),
        _ => false,
    });
    talk_in_the_room(&mut host, &mut guest);
    host.click_until("开始", |view| !matches!(view.phase, PhaseView::Hosting(_)));
    host.until_in_game(|_| true);
    talk_in_the_match(&mut host, &mut guest);
    play_a_ply(&mut host, &mut guest);
    assert!(!is_said("听得见吗")(&host.view()), "silenced: it would have come before the ply");
    guest.click("认输");
    guest.click("确认认输");
    for player in [&mut host, &mut guest] {
        player.until_in_game(|game| matches!(game.ended, Some(Ended::Decided(_))));
    }
    let records = [&host, &guest].map(|player| player.game().unwrap().record.clone());
    let [first, second] = records.map(|path| std::fs::read(path).unwrap());
    assert_eq!(first, second);
    // The audit runs beside the window: the card says so when it is done.
    let begun = Instant::now();
    while guest.window.query_by_label_contains("记录已核对").is_none() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(5));
        guest.window.step();
    }
    guest.click("看棋谱");
    // The move stands in the history of the table too.
    guest.until(|view| !matches!(view.phase, PhaseView::Playing(_)));
    let begun = Instant::now();
    while guest.window.query_by_label_contains("c2-c3").is_none() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(5));
        guest.window.step();
    }
    guest.window.get_by_label("← 返回");
}

/// A measurement, run by hand:
/// `cargo test --release -p qiyue --bins frame_time -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn frame_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = Player::sit(folder.path());
    player.click("和电脑下");
    player.until_in_game(|game| !game.awaited.is_empty());
    let mut times = Vec::new();
    for frame in 0_u16..400 {
        let at =
            egui::pos2(100.0 + f32::from(frame % 200) * 4.0, 120.0 + f32::from(frame % 97) * 6.0);
        player.window.hover_at(at);
        let begun = Instant::now();
        player.window.step();
        let shapes = player.window.output().shapes.clone();
        std::hint::black_box(player.window.ctx.tessellate(shapes, 1.0));
        times.push(begun.elapsed());
    }
    times.sort();
    let [median, high] = [times.len() / 2, times.len() * 99 / 100].map(|at| times.get(at));
    eprintln!("a frame of the table: median {median:?}, 99 of 100 below {high:?}");
}
