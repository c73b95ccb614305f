//! Two processes play over real sockets, are killed, and go on.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stdout, reason = "what was hit, and what was skipped")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

#[path = "online/clocks.rs"]
mod clocks;
#[path = "online/crowd.rs"]
mod crowd;
#[path = "online/junqi.rs"]
mod junqi;
#[path = "online/leaving.rs"]
mod leaving;
#[path = "online/shouhu.rs"]
mod shouhu;
#[path = "online/talk.rs"]
mod talk;
#[path = "online/watch.rs"]
mod watch;

const PATIENCE: Duration = Duration::from_secs(90);

/// A process of the program that plays by machine; killed when the test is over.
struct Player {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Player {
    fn start(profile: &Path, crash: Option<&str>, words: &[&str]) -> Self {
        let mut command = program(profile);
        if let Some(crash) = crash {
            command.args(["--crash-at", crash]);
        }
        command.args(words).stdin(Stdio::null());
        Self::spawn(command)
    }

    /// A process of the program for somebody who types.
    fn person(profile: &Path, words: &[&str]) -> Self {
        let mut command = program(profile);
        command.args(words).stdin(Stdio::piped());
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let lines = lines_of(child.stdout.take().unwrap());
        Self { child, lines, said: Vec::new() }
    }

    fn types(&mut self, line: &str) {
        let mut stdin = self.child.stdin.as_ref().unwrap();
        writeln!(stdin, "{line}").unwrap();
    }

    /// Reads until a line holds this.
    fn until(&mut self, what: &str) -> String {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else { break };
            self.said.push(line.clone());
            if line.contains(what) {
                return line;
            }
        }
        panic!("no '{what}': {:#?}", self.said);
    }

    /// How many of its lines begin so.
    fn count(&self, what: &str) -> usize {
        self.said.iter().filter(|line| line.starts_with(what)).count()
    }

    fn host(profile: &Path, crash: Option<&str>, options: &[&str]) -> Self {
        let mut words = vec!["host", "--bot", "--listen", "127.0.0.1", "--name", "A"];
        words.extend(options);
        Self::start(profile, crash, &words)
    }

    fn join(profile: &Path, crash: Option<&str>, address: &str) -> Self {
        Self::start(profile, crash, &["join", address, "--bot", "--name", "B"])
    }

    /// The address in the line that the host's user is to send.
    fn address(&mut self) -> String {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else { break };
            let found = line.trim().strip_prefix("qiyue join ").map(str::to_owned);
            self.said.push(line);
            if let Some(address) = found {
                return address;
            }
        }
        panic!("no address: {:?}", self.said);
    }

    /// Waits for the process to end. Its exit code; none: it was killed.
    fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.said.extend(self.lines.try_iter());
                return status.code();
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.said.extend(self.lines.try_iter());
        panic!("still running: {:#?}", self.said);
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program(profile: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qiyue"));
    command.arg("--profile").arg(profile).args(["--lang", "en"]);
    command
}

/// Passes on lines, and takes them off the pipe in any case.
fn lines_of(out: ChildStdout) -> Receiver<String> {
    let (to, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            let _ = to.send(line);
        }
    });
    lines
}

/// The record of the only match of a profile.
fn record(profile: &Path) -> PathBuf {
    let folders: Vec<_> = fs::read_dir(profile.join("matches")).unwrap().flatten().collect();
    assert_eq!(folders.len(), 1, "one match");
    folders[0].path().join("record.qiyue")
}

fn audit(files: &[&Path]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qiyue"));
    command.args(["--lang", "en", "audit"]).args(files).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code().unwrap(), said)
}

/// Both records are whole, the same, and audit clean: for the second verifier too.
fn check_records(a: &Path, b: &Path) {
    let (a, b) = (record(a), record(b));
    assert_eq!(fs::read(&a).unwrap(), fs::read(&b).unwrap());
    let (code, said) = audit(&[&a, &b]);
    assert_eq!(code, 0, "{said}");
    check_in_python(&a);
}

/// The verifier that was written from the documents alone finds nothing wrong; the proofs of fights,
/// which take it long, have a test of their own.
fn check_in_python(record: &Path) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/verifier/chain.py");
    let mut command = Command::new("python3");
    let Ok(output) = command.args(["-B", script, "--quick"]).arg(record).output() else {
        println!("skipped: no python3");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("complete"), "{said}{output:?}");
}

#[test]
fn two_processes_play_and_both_records_audit_clean() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut host = Player::host(&a, None, &["quiet_limit=20"]);
    let address = host.address();
    let mut guest = Player::join(&b, None, &address);
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
    check_records(&a, &b);
    for player in [&host, &guest] {
        check_no_secrets(&[&a, &b], &player.said);
    }
}

/// Attack 41: the seeds of both keys stand in the key file of their profile and nowhere else.
fn check_no_secrets(profiles: &[&Path], said: &[String]) {
    let contains = |bytes: &[u8], seed: &[u8]| bytes.windows(seed.len()).any(|at| at == seed);
    let mut files = Vec::new();
    let mut open: Vec<PathBuf> = profiles.iter().map(|profile| profile.to_path_buf()).collect();
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    let others: Vec<_> = files.iter().filter(|path| !path.ends_with("keys")).collect();
    assert_eq!(files.len() - others.len(), profiles.len());
    for profile in profiles {
        let keys = fs::read(profile.join("keys")).unwrap();
        for seed in keys[8..].chunks(32) {
            let hex: String = seed.iter().map(|byte| format!("{byte:02x}")).collect();
            assert!(!said.iter().any(|line| line.to_lowercase().contains(&hex)));
            for path in &others {
                let bytes = fs::read(path).unwrap();
                assert!(!contains(&bytes, seed), "{}", path.display());
                assert!(!contains(&bytes, hex.as_bytes()), "{}", path.display());
            }
        }
    }
}

/// Kills one side at a named point for the n-th time, lets it resume, and sees the match through.
fn crash_and_resume(point: &str, is_host: bool) {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let crash = |host: bool| (is_host == host).then_some(point);
    let mut host = Player::host(&a, crash(true), &["quiet_limit=20"]);
    let address = host.address();
    let mut guest = Player::join(&b, crash(false), &address);
    let (dead, profile) = if is_host { (&mut host, &a) } else { (&mut guest, &b) };
    assert_eq!(dead.wait(), None, "killed at {point}");
    let mut again = Player::start(profile, None, &["resume", "--bot"]);
    assert_eq!(again.wait(), Some(0), "{point}: {:#?}", again.said);
    let living = if is_host { &mut guest } else { &mut host };
    assert_eq!(living.wait(), Some(0), "{point}: {:#?}", living.said);
    check_records(&a, &b);
}

#[test]
fn attack_39_a_program_killed_at_any_point_goes_on_with_the_same_bytes() {
    for (point, is_host) in [
        // In the middle of signing: own signature on disk, the other's not.
        ("before-persist:1", true),
        ("before-persist:1", false),
        ("before-persist:9", true),
        ("before-persist:14", false),
        ("before-send:9", true),
        ("before-send:14", false),
        ("after-send:12", true),
        ("after-send:17", false),
        ("mid-record:8", true),
        ("mid-record:11", false),
    ] {
        crash_and_resume(point, is_host);
    }
}

#[test]
fn both_processes_killed_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut host = Player::host(&a, None, &["quiet_limit=20"]);
    let address = host.address();
    let mut guest = Player::join(&b, Some("after-send:20"), &address);
    assert_eq!(guest.wait(), None);
    drop(host);
    let mut host = Player::start(&a, None, &["resume", "--bot"]);
    let mut guest = Player::start(&b, None, &["resume", "--bot"]);
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
    check_records(&a, &b);
}

#[test]
fn two_people_type_and_one_leaves_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut host = Player::person(&a, &["host", "--listen", "127.0.0.1", "--name", "A"]);
    let address = host.address();
    let mut guest = Player::person(&b, &["join", &address, "--name", "B"]);
    guest.until("Do you sign");
    // What is neither yes nor no is asked again, and a capital letter is as good.
    guest.types("what?");
    guest.until("Do you sign");
    guest.types("Y");
    host.until("Your gesture");
    guest.until("Your gesture");
    host.types("S");
    host.until("seat 0 (A) committed");
    guest.types("J");
    host.until("shown: seat 0 (A) rock");
    assert_eq!(host.count("Contract "), 1, "what was shown is shown once: {:#?}", host.said);
    host.until("Which move?");
    guest.until("Waiting for seat 0 (A) to move");

    guest.types("quit");
    assert_eq!(guest.wait(), Some(3));
    host.until("seat 1 (B) not connected");
    let mut guest = Player::person(&b, &["resume"]);
    guest.until("Waiting for seat 0 (A) to move");
    host.until("seat 1 (B) is back");
    host.types("resign");
    host.until("once more");
    host.types("resign");
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
    check_records(&a, &b);
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_program_and_not_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut host = Player::host(&a, None, &["quiet_limit=20"]);
    let address = host.address();
    // No file may become longer than some kilobytes: as if the disk were full then.
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_qiyue"), "--lang", "en", "--profile"]);
    command.arg(&b).args(["join", &address, "--bot", "--name", "B"]).stdin(Stdio::null());
    let mut guest = Player::spawn(command);
    assert_eq!(guest.wait(), Some(2), "{:#?}", guest.said);
    let mut guest = Player::start(&b, None, &["resume", "--bot"]);
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
    check_records(&a, &b);
}

#[test]
fn players_who_have_both_moved_find_each_other_again() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut host = Player::host(&a, None, &["quiet_limit=20"]);
    let address = host.address();
    let mut guest = Player::join(&b, Some("after-send:20"), &address);
    assert_eq!(guest.wait(), None);
    drop(host);
    // Nothing is known of where the other was, as if it were another network.
    for profile in [&a, &b] {
        fs::remove_file(record(profile).with_file_name("places")).unwrap();
    }
    let mut host = Player::start(&a, None, &["resume", "--bot"]);
    host.until("If the others do not find you");
    let line = host.until("qiyue resume ");
    let words: Vec<&str> = line.split_whitespace().skip(1).chain(["--bot"]).collect();
    let mut guest = Player::start(&b, None, &words);
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
    check_records(&a, &b);
}
