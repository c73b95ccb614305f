//! For tests: a page alone on a stage, and the tables and matches that it is shown.

pub(crate) mod letters;

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use catalog::{Any, GameName, Position, Rules};
use eframe::egui::{Key, Ui};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, HarnessBuilder};
use game::{Event, Game as _, Known, Seat, SeatSet, Showing, Waits};
use table::{
    Clock, Command, ContractView, DialFailure, LinkView, Lobby, LogEntry, MatchView, Name, Person,
    PhaseView, RoomPlan, SeatPlan, Settings, Shelf, StageView, Start, Table, TableView, TalkView,
    Tried, Try, Way,
};
use tempfile::TempDir;

use super::fonts;
use super::look::{Look, Theme};
use super::prefs::Prefs;
use super::scene::{Act, Acts, Scene};
use crate::text::{Lang, Text};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// What the harness leaves free on all sides of a page.
const MARGIN: f32 = 8.0;
/// How many frames a page may take until nothing moves: lists are scrolled in several.
const FRAMES: u64 = 20;

/// What a page has in the smallest window.
pub(crate) const SMALL: [f32; 2] = [868.0, 516.0];

/// A page, what it sees, and what it has asked for.
pub(crate) struct Stage<P> {
    /// The page.
    pub(crate) page: P,
    /// What it sees.
    pub(crate) view: TableView,
    prefs: Prefs,
    text: Text,
    look: Look,
    acts: Vec<Act>,
}

/// A page that can be clicked.
pub(crate) type Shown<P> = Harness<'static, Stage<P>>;

impl<P> Stage<P> {
    /// In Chinese, in the light, and nothing moves.
    pub(crate) fn new(page: P, view: TableView) -> Self {
        let prefs = Prefs { motion: false, ..Prefs::default() };
        let (text, look) = clothes(&prefs);
        Self { page, view, prefs, text, look, acts: Vec::new() }
    }

    /// With other settings.
    pub(crate) fn with(mut self, prefs: Prefs) -> Self {
        self.wear(prefs);
        self
    }

    fn wear(&mut self, prefs: Prefs) {
        (self.text, self.look) = clothes(&prefs);
        self.prefs = prefs;
    }

    /// Shows it, where it has as much room as this.
    pub(crate) fn open(
        self,
        [width, height]: [f32; 2],
        show: impl Fn(&mut P, &mut Ui, &Scene<'_>, &mut Acts) + 'static,
    ) -> Shown<P> {
        let look = Some(self.look.clone());
        let size = [width + 2.0 * MARGIN, height + 2.0 * MARGIN];
        harness(size, look).with_max_steps(FRAMES).build_ui_state(
            move |ui, stage: &mut Self| {
                let Self { page, view, prefs, text, look, acts } = stage;
                let mut asked = Acts::default();
                show(page, ui, &Scene { text, look, prefs, view }, &mut asked);
                acts.extend(asked.take());
            },
            self,
        )
    }

    /// The language in use.
    pub(crate) fn lang(&self) -> Lang {
        self.prefs.lang()
    }

    /// The next view of the match that is going on.
    pub(crate) fn go_on(&mut self, game: MatchView) {
        self.view.version += 1;
        self.view.phase = PhaseView::Playing(Arc::new(game));
    }

    /// All that the page has asked for so far and that was not taken.
    pub(crate) fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// What the page has asked for since the last time.
    pub(crate) fn took(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.acts)
    }

    /// What it has asked of the table since the last time.
    pub(crate) fn asked(&mut self) -> Vec<Command> {
        let commands = self.took().into_iter().filter_map(|act| match act {
            Act::Table(command) => Some(*command),
            _ => None,
        });
        commands.collect()
    }
}

fn clothes(prefs: &Prefs) -> (Text, Look) {
    (Text::new(prefs.lang()), Look::of(prefs.theme, false))
}

/// A window of this size with its fonts, and with a look unless what is shown brings its own.
pub(crate) fn harness<S>(size: [f32; 2], look: Option<Look>) -> HarnessBuilder<S> {
    Harness::builder().with_size(size).with_context_setup(move |ctx| {
        fonts::install(ctx);
        if let Some(look) = look {
            look.apply(ctx);
        }
    })
}

/// Changes the settings of a page that is shown.
pub(crate) fn set<P>(page: &mut Shown<P>, prefs: Prefs) {
    page.state_mut().wear(prefs);
    page.state().look.apply(&page.ctx);
}

/// Shows a page in every language and theme: a missing glyph or name ends the test.
pub(crate) fn everywhere<P>(page: &mut Shown<P>, mut show: impl FnMut(&mut Shown<P>)) {
    for lang in [Lang::Zh, Lang::En] {
        for theme in Theme::ALL {
            let before = page.state().prefs.clone();
            set(page, Prefs { lang: lang.name().into(), theme, ..before });
            show(page);
        }
    }
}

/// Lets a page run until something is so: what it waits for is done on another thread.
pub(crate) fn until<P>(page: &mut Shown<P>, is_so: impl Fn(&Shown<P>) -> bool) {
    let begun = Instant::now();
    loop {
        page.run();
        if is_so(page) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "it does not come to that");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Lets a page run.
pub(crate) fn run<P>(page: &mut Shown<P>) {
    page.run();
}

/// Clicks what has this name, and lets the page run.
pub(crate) fn click<S>(page: &mut Harness<'_, S>, label: &str) {
    page.get_by_label(label).click();
    page.run();
}

/// Presses a key, and lets the page run.
pub(crate) fn press<S>(page: &mut Harness<'_, S>, key: Key) {
    page.key_press(key);
    page.run();
}

/// Whether there is something with this in its name.
pub(crate) fn has<S>(page: &Harness<'_, S>, part: &str) -> bool {
    page.query_all_by_label_contains(part).next().is_some()
}

/// Somebody.
pub(crate) fn person(name: &str) -> Person {
    Person { name: name.into(), fingerprint: "0123-4567-89ab".into() }
}

/// A way to somebody, with what was tried before.
pub(crate) fn link(way: Way, tried: &[Tried]) -> LinkView {
    let tries = tried.iter().map(|outcome| Try {
        at: Instant::now(),
        address: "/ip4/203.0.113.5/tcp/4001".into(),
        way: Way::Internet,
        outcome: *outcome,
    });
    LinkView { way, round_trip: Some(Duration::from_millis(12)), tries: tries.collect() }
}

/// Through the relay of a friend.
pub(crate) fn relayed() -> LinkView {
    let tried = [Tried::Failed(DialFailure::TimedOut), Tried::NotPunched];
    link(Way::Relay { name: "小店".into() }, &tried)
}

/// The seats with these numbers.
pub(crate) fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|number| Seat::of(*number)).collect()
}

/// The rules of a preset.
pub(crate) fn rules(preset: &str) -> Rules {
    rules_of(GameName::Laoqi, preset)
}

/// The same of any game: a preset, and options behind it.
pub(crate) fn rules_of(game: GameName, words: &str) -> Rules {
    game.rules(words.split(' ')).unwrap()
}

/// A contract of these players; the seats in `own` belong to people at this screen.
pub(crate) fn contract(preset: &str, players: &[&str], own: &[u8]) -> ContractView {
    ContractView {
        id: "c0ffee".into(),
        rules: rules(preset),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        players: players.iter().map(|name| person(name)).collect(),
        own: seats(own),
    }
}

/// Nobody has said anything.
pub(crate) fn quiet() -> TalkView {
    let (others, muted) = (SeatSet::EMPTY, SeatSet::EMPTY);
    TalkView { is_on: true, lines: Arc::default(), others, muted }
}

/// A table where nothing is going on.
pub(crate) fn idle() -> TableView {
    TableView {
        version: 1,
        me: Person { name: "我自己".into(), fingerprint: "abcd-ef01-2345".into() },
        addresses: Vec::new(),
        relays: Vec::new(),
        invitation: None,
        phase: PhaseView::Idle,
        lets_watch: None,
        lobby: Arc::new(Lobby::default()),
        shelf: Arc::new(Shelf::default()),
        layouts: Vec::new(),
        talk: quiet(),
        level: table::Level::Strong,
        problems: Vec::new(),
    }
}

/// A table where this match is going on.
pub(crate) fn playing(game: MatchView) -> TableView {
    TableView { phase: PhaseView::Playing(Arc::new(game)), ..idle() }
}

/// A match at its start; the seats in `own` belong to people at this screen.
pub(crate) fn game(preset: &str, own: &[u8]) -> MatchView {
    game_of(&rules(preset), own)
}

/// The same by these rules.
pub(crate) fn game_of(rules: &Rules, own: &[u8]) -> MatchView {
    let position = Any::start(rules);
    let names = ["甲", "乙", "丙", "丁", "戊"];
    let players = names.get(..usize::from(Any::seats(rules))).unwrap();
    let mut game = MatchView {
        known: Default::default(),
        opened: Vec::new(),
        keeps_layouts: false,
        lost_layouts: SeatSet::EMPTY,
        proofs: Default::default(),
        contract: ContractView { rules: rules.clone(), ..contract("two", players, own) },
        step: 1,
        head: "00".into(),
        stage: StageView::Choose,
        due: SeatSet::EMPTY,
        silent: SeatSet::EMPTY,
        awaited: SeatSet::EMPTY,
        moves: Vec::new(),
        choices: Vec::new(),
        draws: SeatSet::EMPTY,
        declined: SeatSet::EMPTY,
        pauses: SeatSet::EMPTY,
        is_paused: false,
        clocks: Vec::new(),
        bots: SeatSet::EMPTY,
        handed: Default::default(),
        connected: SeatSet::first(5),
        links: Vec::new(),
        claims_from: None,
        is_settled: true,
        deadline: None,
        log: Arc::default(),
        ended: None,
        is_delivered: false,
        rematch: SeatSet::EMPTY,
        can_rematch: false,
        record: PathBuf::from("a.qiyue"),
        is_watching: false,
        watchers: 0,
        position,
    };
    ask(&mut game);
    game
}

/// What the position asks for.
pub(crate) fn ask(game: &mut MatchView) {
    let own = game.contract.own;
    let due = match Any::waits(&game.position) {
        Waits::Move(seat) => {
            game.stage = StageView::Move(seat);
            SeatSet::one(seat)
        }
        Waits::Choices(seats) => {
            game.stage = StageView::Choose;
            seats
        }
        _ => {
            game.stage = StageView::Seal;
            SeatSet::EMPTY
        }
    };
    (game.due, game.silent, game.awaited) = (due, due, due.and(own));
    (game.moves, game.choices) = (Vec::new(), Vec::new());
    let at = &game.position;
    match (game.stage, game.awaited.lowest()) {
        (StageView::Move(_), Some(seat)) => {
            let moves = Any::moves(at, seat, &Known::of(seat)).into_iter();
            game.moves = moves.map(|mv| (mv.clone(), Any::write_move(at, &mv))).collect();
        }
        (StageView::Choose, Some(seat)) => {
            let choices = Any::choices(at, seat).unwrap_or_default().into_iter();
            game.choices = choices.map(|it| (it.clone(), Any::write_choice(at, &it))).collect();
        }
        _ => {}
    }
}

/// The match after another event.
fn after(mut game: MatchView, event: Event<Any>) -> MatchView {
    let before: Position = game.position.clone();
    Any::apply(&mut game.position, &event).unwrap();
    let mut log = game.log.as_ref().clone();
    log.push(Arc::new(LogEntry::Event { step: game.step, before: Box::new(before), event }));
    game.log = Arc::new(log);
    game.step += 1;
    ask(&mut game);
    game
}

/// All show these choices, in seat order.
pub(crate) fn shown(game: MatchView, choices: &str) -> MatchView {
    let due = game.due.iter().zip(choices.split(' '));
    let read = |word: &str| Any::read_choice(&game.position, word).unwrap();
    let showings = due.map(|(seat, word)| (seat, Showing::Shown(read(word)))).collect();
    after(game, Event::Unsealed(showings))
}

/// The seat to move does this.
pub(crate) fn moved(game: MatchView, notation: &str) -> MatchView {
    let mv = Any::read_move(&game.position, notation).unwrap();
    let seat = game.due.lowest().unwrap();
    after(game, Event::Moved(seat, mv))
}

/// A match of machines, played to its end on this host.
pub(crate) struct Match {
    /// The folder of the profile: the record is in it.
    pub(crate) folder: TempDir,
    /// The match as the table showed it at the end.
    pub(crate) view: Arc<MatchView>,
}

impl Match {
    /// Plays one.
    pub(crate) fn play() -> Self {
        Self::of(machines())
    }

    /// Plays this one.
    pub(crate) fn of(plan: RoomPlan) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(&folder.path().join("profile"));
        if plan.rules.game() != GameName::Laoqi {
            // Any game will do: nobody waits for a good one.
            settings.machines.level = table::Level::Random;
        }
        let table = Table::open(&settings).unwrap();
        table.apply(Command::Host { plan, start: Start::WhenFull });
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
    pub(crate) fn record(&self) -> PathBuf {
        self.view.record.clone()
    }

    /// Its record.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        std::fs::read(self.record()).unwrap()
    }

    /// A file beside it.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

/// A table that nobody else can reach.
pub(crate) fn settings(profile: &Path) -> Settings {
    Settings {
        profile: profile.to_owned(),
        name: Some(Name::new("甲").unwrap()),
        host: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        machines: table::Machines::default(),
        find: false,
        crash: None,
    }
}

/// Two machines, and a draw as soon as nothing has happened for a while.
pub(crate) fn machines() -> RoomPlan {
    RoomPlan {
        rules: GameName::Laoqi.rules(["two", "quiet_limit=6"]).unwrap(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: vec![SeatPlan::Bot, SeatPlan::Bot],
    }
}

/// Waits for a view that holds what is looked for.
pub(crate) fn wait<T>(table: &Table, look: impl Fn(&TableView) -> Option<T>) -> T {
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
