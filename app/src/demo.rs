//! `qiyue demo`: a second process of this program plays a match against this one over real sockets;
//! then both records are audited and compared.

use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::Any;
use game::Game as _;
use table::auditing::{self, Source, Verdict};
use table::{
    Clock, Command, Ended, Level, Machines, MatchView, Name, PhaseView, RoomPlan, SeatPlan,
    Settings, Start, Table, TableView,
};

use crate::board::{self, Style};
use crate::cli::{Demo, Globals};
use crate::exit::Exit;
use crate::out::{Out, complain};
use crate::problem;
use crate::rules;
use crate::talk;
use crate::text::Text;

/// A demo that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(55);
/// How long machines take over a move when somebody watches.
const PACE_MS: u64 = 60;
/// How well the machines play if nothing is said: a show does not wait for deep thoughts.
const LEVEL: Level = Level::Quick;
/// Where nobody watches, the board is printed once in so many moves.
const BOARD_EVERY: u32 = 20;

pub(crate) fn run(args: &Demo, globals: &Globals, text: &Text) -> Exit {
    let words = args.options.iter().map(String::as_str);
    let rules = match args.game.rules(words) {
        Ok(rules) => rules,
        Err(faults) => return rules::refuse(&faults, text),
    };
    let folder = match Folder::new(globals.profile.as_deref()) {
        Ok(folder) => folder,
        Err(why) => {
            let args = [("why", why.to_string().into())];
            complain(text, &text.with("demo-folder", &args), "");
            return Exit::Usage;
        }
    };
    let mut show = Show::new(text, &folder, globals.level.unwrap_or(LEVEL));
    let exit = show.run(&rules, globals).unwrap_or_else(|exit| exit);
    drop(folder);
    exit
}

/// The folder of both profiles: kept if it was named, else removed at the end.
enum Folder {
    Kept(PathBuf),
    Passing(PathBuf),
}

impl Folder {
    fn new(named: Option<&Path>) -> std::io::Result<Self> {
        match named {
            Some(path) => {
                std::fs::create_dir_all(path)?;
                Ok(Self::Kept(path.to_owned()))
            }
            None => {
                let name = format!("qiyue-demo-{}", std::process::id());
                let path = std::env::temp_dir().join(name);
                std::fs::create_dir(&path)?;
                Ok(Self::Passing(path))
            }
        }
    }

    fn path(&self) -> &Path {
        match self {
            Self::Kept(path) | Self::Passing(path) => path,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Self::Passing(path) = self {
            // What cannot be removed is left to the system's own cleaning.
            let _ = std::fs::remove_dir_all(path);
        }
    }
}

/// The second process; it does not outlive the first.
struct Second(Child);

impl Drop for Second {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Show<'a> {
    text: &'a Text,
    out: Out,
    folder: PathBuf,
    is_kept: bool,
    is_watched: bool,
    level: Level,
    started: Instant,
    version: u64,
    log: usize,
    moves: u32,
    drawn: usize,
}

impl<'a> Show<'a> {
    fn new(text: &'a Text, folder: &Folder, level: Level) -> Self {
        Self {
            text,
            out: Out::stdout(),
            folder: folder.path().to_owned(),
            is_kept: matches!(folder, Folder::Kept(_)),
            is_watched: std::io::stdout().is_terminal(),
            level,
            started: Instant::now(),
            version: 0,
            log: 0,
            moves: 0,
            drawn: 0,
        }
    }

    fn run(&mut self, rules: &catalog::Rules, globals: &Globals) -> Result<Exit, Exit> {
        let own = self.text.find(&format!("demo-intro-{}", rules.game().id()), &[]);
        let line = own.unwrap_or_else(|| self.text.get("demo-intro"));
        self.out.line(&line);
        self.out.flush();
        let table = self.table("甲")?;
        let mut seats = vec![SeatPlan::Bot; usize::from(Any::seats(rules))];
        if let Some(last) = seats.last_mut() {
            *last = SeatPlan::Open;
        }
        table.apply(Command::Host {
            plan: RoomPlan {
                rules: rules.clone(),
                clock: Clock::Unlimited,
                machine_seconds: 120,
                seats,
            },
            start: Start::WhenFull,
        });
        let address = self.wait(&table, |view| view.addresses.first().cloned())?;
        let mut second = Second(self.second(&address, globals)?);
        let args = [("address", address.into()), ("process", second.0.id().into())];
        let line = self.text.with("demo-second", &args);
        self.out.line(&line);
        let game = self.watch(&table)?;
        let line = match &game.ended {
            Some(ended) => talk::ended(self.text, &game.contract, ended),
            None => String::new(),
        };
        self.out.line(&line);
        drop(table);
        self.wait_for(&mut second);
        self.audit(&game)
    }

    /// How long machines take over a move, in milliseconds.
    fn pace(&self) -> u64 {
        if self.is_watched { PACE_MS } else { 0 }
    }

    fn table(&mut self, name: &str) -> Result<Table, Exit> {
        let settings = Settings {
            profile: self.folder.join(name),
            name: Name::new(name).ok(),
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            machines: Machines { level: self.level, pace: Duration::from_millis(self.pace()) },
            find: false,
            crash: None,
        };
        Table::open(&settings).map_err(|error| {
            let args = [("why", error.to_string().into())];
            complain(self.text, &self.text.with("profile-bad", &args), "");
            Exit::Usage
        })
    }

    /// Starts this program once more, with a profile of its own.
    fn second(&self, address: &str, globals: &Globals) -> Result<Child, Exit> {
        let (pace, level) = (self.pace(), self.level.name());
        let spawned = std::env::current_exe().and_then(|program| {
            let mut process = Process::new(program);
            process.arg("--profile").arg(self.folder.join("乙"));
            process.args(["--pace", &pace.to_string(), "--level", level]);
            process.args(["--lang", self.text.lang().name()]);
            if let Some(crash) = &globals.crash_at {
                process.args(["--crash-at", crash]);
            }
            process.args(["join", address, "--bot", "--name", "乙"]);
            process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit()).spawn()
        });
        spawned.map_err(|error| {
            let args = [("why", error.to_string().into())];
            complain(self.text, &self.text.with("demo-no-second", &args), "");
            Exit::Usage
        })
    }

    /// Waits for a view that holds what is looked for.
    fn wait<T>(
        &mut self,
        table: &Table,
        look: impl Fn(&TableView) -> Option<T>,
    ) -> Result<T, Exit> {
        while self.started.elapsed() < PATIENCE {
            let Some(view) = table.newer(self.version, Duration::from_millis(100)) else {
                continue;
            };
            self.version = view.version;
            if let Some(found) = look(&view) {
                return Ok(found);
            }
            self.told(&view)?;
        }
        complain(self.text, &self.text.get("demo-late"), "");
        Err(Exit::Network)
    }

    fn told(&self, view: &TableView) -> Result<(), Exit> {
        match view.problems.last() {
            Some((_, told)) => {
                problem::tell(self.text, told);
                Err(problem::exit(told))
            }
            None => Ok(()),
        }
    }

    /// Shows the match until it is over and the second process has all of it.
    fn watch(&mut self, table: &Table) -> Result<Arc<MatchView>, Exit> {
        while self.started.elapsed() < PATIENCE {
            let Some(view) = table.newer(self.version, Duration::from_millis(100)) else {
                continue;
            };
            self.version = view.version;
            self.told(&view)?;
            if let PhaseView::Playing(game) = &view.phase {
                self.show(game);
                if game.ended.is_some() && game.is_delivered {
                    self.finish(game);
                    return Ok(Arc::clone(game));
                }
            }
        }
        complain(self.text, &self.text.get("demo-late"), "");
        Err(Exit::Network)
    }

    fn show(&mut self, game: &MatchView) {
        let news = game.log.iter().skip(self.log);
        let moved = news.filter(|entry| is_move(entry)).count();
        self.log = game.log.len();
        let before = self.moves / BOARD_EVERY;
        self.moves += u32::try_from(moved).unwrap_or_default();
        let is_first = self.drawn == 0;
        let draws = if self.is_watched { moved > 0 } else { self.moves / BOARD_EVERY > before };
        if is_first || draws {
            self.board(game);
        }
    }

    fn finish(&mut self, game: &MatchView) {
        if !self.is_watched {
            self.board(game);
        }
    }

    /// Draws the board over the one before where that can be done, with a line of progress.
    fn board(&mut self, game: &MatchView) {
        let text = self.text;
        let style =
            Style { color: self.out.has_color(), letters: false, sheet: text.get("board-sheet") };
        // What is hidden is seen from the first seat.
        let view = Any::view(&game.position, &game.known_by(game.contract.own.lowest()));
        let rules = &game.contract.rules;
        let kinds = Any::kinds(rules);
        let marks = board::Marks::new();
        let mut lines = board::draw(&Any::board(rules), &view, kinds, &marks, &style);
        let head: String = game.head.chars().take(16).collect();
        let args = [
            ("ply", Any::ply(&game.position).0.into()),
            ("step", game.step.into()),
            ("head", head.into()),
            ("living", Any::living(&game.position).len().into()),
        ];
        lines.push_str(&text.with("demo-progress", &args));
        lines.push('\n');
        if self.is_watched && self.drawn > 0 {
            self.out.write(&format!("\u{1b}[{}A\u{1b}[J", self.drawn));
        }
        self.drawn = lines.lines().count();
        self.out.write(&lines);
        self.out.flush();
    }

    fn wait_for(&mut self, second: &mut Second) {
        while self.started.elapsed() < PATIENCE {
            match second.0.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(20)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
    }

    /// Of a hidden game: how long proofs took here.
    fn proofs(&mut self, game: &MatchView) {
        let proofs = &game.proofs;
        if proofs.set_up.times == 0 {
            return;
        }
        for (key, spent) in [
            ("demo-set-up", proofs.set_up),
            ("demo-set-up-checked", proofs.set_up_checked),
            ("demo-moved", proofs.moved),
            ("demo-attacked", proofs.attacked),
            ("demo-answered", proofs.answered),
        ] {
            let args = [
                ("times", spent.times.into()),
                ("mean", milliseconds(spent.mean()).into()),
                ("longest", milliseconds(spent.longest).into()),
            ];
            let line = self.text.with(key, &args);
            self.out.line(&line);
        }
    }

    /// Audits both records and compares them.
    fn audit(&mut self, game: &MatchView) -> Result<Exit, Exit> {
        let other = self.folder.join("乙/matches").join(&game.contract.id).join("record.qiyue");
        let mut exit = Exit::Good;
        for (name, path) in [("甲", &game.record), ("乙", &other)] {
            let audited = Source::open(path).map(auditing::audit).map_err(|error| {
                let args = [("why", error.to_string().into())];
                complain(self.text, &self.text.with("demo-unread", &args), "");
                Exit::Usage
            })?;
            exit = exit.worst(Exit::of_code(audited.verdict.exit_code()));
            let checks: u64 = audited.checks.iter().map(|count| count.passed).sum();
            let key = match &audited.verdict {
                Verdict::Complete { .. } => "demo-complete",
                _ => "demo-incomplete",
            };
            let args = [("name", name.into()), ("checks", checks.into())];
            let line = self.text.with(key, &args);
            self.out.line(&line);
        }
        self.proofs(game);
        let (own, theirs) = (std::fs::read(&game.record), std::fs::read(&other));
        let same = matches!((own, theirs), (Ok(own), Ok(theirs)) if own == theirs);
        let is_decided = matches!(game.ended, Some(Ended::Decided(_)));
        let seconds = format!("{:.1}", self.started.elapsed().as_secs_f32());
        let key = if same { "demo-same" } else { "demo-differ" };
        let line = self.text.with(key, &[("seconds", seconds.into())]);
        self.out.line(&line);
        let key = if self.is_kept { "demo-kept" } else { "demo-passing" };
        let args = [("path", self.folder.display().to_string().into())];
        let line = self.text.with(key, &args);
        self.out.line(&line);
        Ok(if same && is_decided { exit } else { exit.worst(Exit::Bad) })
    }
}

fn milliseconds(took: Duration) -> String {
    format!("{:.1}", took.as_secs_f64() * 1000.0)
}

fn is_move(entry: &table::LogEntry) -> bool {
    matches!(entry, table::LogEntry::Event { event: game::Event::Moved(..), .. })
}
