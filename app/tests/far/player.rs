//! Programs on the hosts of a world.

use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::world::World;

/// How long anything may take. Far more than it takes.
const PATIENCE: Duration = Duration::from_secs(240);

const PROGRAM: &str = env!("CARGO_BIN_EXE_qiyue");

/// A process of the program; killed when it is dropped.
pub struct Player {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

/// A relay, and what its owner gives to friends.
pub struct Relay {
    player: Player,
    pub line: String,
}

impl Relay {
    /// Ends it as its owner would.
    pub fn stop(&mut self) {
        let _ = self.player.child.kill();
        let _ = self.player.child.wait();
    }
}

impl Player {
    fn start(mut command: Command) -> Player {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, lines) = channel();
        let out: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for out in out {
            let to = to.clone();
            thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    let _ = to.send(line);
                }
            });
        }
        Player { child, lines, said: Vec::new() }
    }

    /// Makes a relay and runs it. The first address is where it listens; all are given away.
    pub fn relay(world: &World, on: &str, home: &Path, at: &[&str]) -> Relay {
        let home_text = home.to_str().unwrap();
        let port = at[0].rsplit_once(':').unwrap().1;
        let listen = format!("0.0.0.0:{port}");
        let mut words = vec![PROGRAM, "--lang", "en", "relay", "init", "--dir", home_text];
        words.extend(["--name", "friend", "--listen", &listen]);
        for address in at {
            words.extend(["--external", address]);
        }
        let output = world.command(on, &words).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let line = said.split_whitespace().find(|word| word.starts_with("qiyue://r/"));
        let line = line.unwrap_or_else(|| panic!("no line: {said}")).to_owned();
        Relay { line, ..Self::relay_again(world, on, home) }
    }

    /// Runs a relay that has been made.
    pub fn relay_again(world: &World, on: &str, home: &Path) -> Relay {
        let words = [PROGRAM, "--lang", "en", "relay", "run", "--dir", home.to_str().unwrap()];
        let mut player = Self::start(world.command(on, &words));
        player.until("ready");
        Relay { player, line: String::new() }
    }

    /// Hosts a room by machine, reached through a relay.
    pub fn host(world: &World, on: &str, home: &Path, relay: &str, more: &[&str]) -> Player {
        let words = ["host", "--bot", "--name", "A", "--relay", relay];
        Self::start(world.command(on, &Self::words(home, &words, more)))
    }

    /// Joins by machine with what was pasted.
    pub fn join(world: &World, on: &str, home: &Path, link: &str, more: &[&str]) -> Player {
        let message = format!("来下棋：{link} 等你");
        let words = ["join", &message, "--bot", "--name", "B"];
        Self::start(world.command(on, &Self::words(home, &words, more)))
    }

    /// Hosts a room by machine for the network it is on.
    pub fn host_here(world: &World, on: &str, home: &Path, options: &[&str]) -> Player {
        let words = ["host", "--bot", "--name", on];
        Self::start(world.command(on, &Self::words(home, &words, options)))
    }

    /// Joins by machine at an address.
    pub fn join_at(world: &World, on: &str, home: &Path, at: &str, more: &[&str]) -> Player {
        let words = ["join", at, "--bot", "--name", on];
        Self::start(world.command(on, &Self::words(home, &words, more)))
    }

    /// Goes on after a crash, by machine.
    pub fn resume(world: &World, on: &str, home: &Path, more: &[&str]) -> Player {
        Self::start(world.command(on, &Self::words(home, &["resume", "--bot"], more)))
    }

    /// The address that the host is to send.
    pub fn address(&mut self) -> String {
        let line = self.until("qiyue join /ip4/10.77.");
        line.trim().strip_prefix("qiyue join ").unwrap().to_owned()
    }

    /// Runs the program with these words.
    pub fn local(world: &World, on: &str, home: &Path, words: &[&str]) -> Player {
        Self::start(world.command(on, &Self::words(home, words, &[])))
    }

    fn words<'a>(home: &'a Path, words: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
        let start = [PROGRAM, "--lang", "en", "--profile", home.to_str().unwrap()];
        [&start[..], words, more].concat()
    }

    /// The invitation in what the host is shown.
    pub fn link(&mut self) -> String {
        let line = self.until("qiyue://j/");
        let link = line.split_whitespace().find(|word| word.starts_with("qiyue://j/"));
        link.unwrap().to_owned()
    }

    /// Reads until a line holds this.
    pub fn until(&mut self, what: &str) -> String {
        let start = Instant::now();
        while let Some(left) = PATIENCE.checked_sub(start.elapsed()) {
            let Ok(line) = self.lines.recv_timeout(left) else { break };
            self.said.push(line.clone());
            if line.contains(what) {
                return line;
            }
        }
        panic!("no '{what}': {:#?}", self.said);
    }

    /// Reads until a line holds this, unless one has.
    pub fn heard(&mut self, what: &str) {
        if !self.said.iter().any(|line| line.contains(what)) {
            self.until(what);
        }
    }

    /// Reads until something has been done in the match.
    pub fn begun(&mut self) {
        self.until("plies played: 0");
        self.until("seat 0");
    }

    /// Waits for the process to end. Its exit code; none: it was killed.
    pub fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            self.said.extend(self.lines.try_iter());
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("still running: {:#?}", self.said);
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What went wrong is often seen at another player than the one that was waited for.
        if thread::panicking() {
            self.said.extend(self.lines.try_iter());
            println!("another one: {:#?}", self.said);
        }
    }
}

/// The record of the only match of a profile.
fn record(profile: &Path) -> PathBuf {
    let folders: Vec<_> = fs::read_dir(profile.join("matches")).unwrap().flatten().collect();
    assert_eq!(folders.len(), 1, "one match");
    folders[0].path().join("record.qiyue")
}

/// Both records are whole, the same, and audit clean.
pub fn check_records(a: &Path, b: &Path) {
    let (a, b) = (record(a), record(b));
    assert_eq!(fs::read(&a).unwrap(), fs::read(&b).unwrap());
    let mut command = Command::new(PROGRAM);
    let output = command.args(["--lang", "en", "audit"]).args([&a, &b]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}
