//! `qiyue relay` and `qiyue doctor` as their users meet them.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

fn qiyue(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qiyue"));
    command.args(["--lang", "en"]).args(words).stdin(Stdio::null()).output().unwrap()
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// A port that was free a moment ago.
fn port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// A relay of the loopback in a folder, whose health page has a port of its own.
fn make(folder: &Path, more: &[&str]) -> String {
    let at = format!("127.0.0.1:{}", port());
    let dir = folder.to_str().unwrap();
    let words = ["relay", "init", "--dir", dir, "--name", "one", "--listen", &at];
    let output = qiyue(&[&words[..], &["--external", &at], more].concat());
    let (code, out, err) = said(&output);
    assert_eq!(code, 0, "{err}");
    let config = folder.join("relay.toml");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, text.replace("127.0.0.1:4002", &format!("127.0.0.1:{}", port()))).unwrap();
    out.lines().find(|line| line.starts_with("qiyue://r/")).expect("a line of its own").to_owned()
}

struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_qiyue"))
            .args(["--lang", "en", "relay", "run", "--dir"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            out.lines().map_while(Result::ok).for_each(|line| drop(to.send(line)));
        });
        let running = Self { child, lines };
        while !running.lines.recv_timeout(PATIENCE).expect("it is ready").contains("ready") {}
        running
    }

    fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }

    fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("still running");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_relay_is_made_once_runs_tells_how_it_does_and_ends_when_told() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("relay");
    let dir = folder.to_str().unwrap();
    let line = make(&folder, &["--token"]);
    let (code, _, err) = said(&qiyue(&["relay", "init", "--dir", dir, "--name", "two"]));
    assert_eq!(code, 2);
    assert!(err.contains("There is a relay in"), "{err}");
    let (code, out, _) = said(&qiyue(&["relay", "check-config", "--dir", dir]));
    assert_eq!((code, out.contains(&line)), (0, true), "the same line again");
    let (code, _, err) = said(&qiyue(&["relay", "status", "--dir", dir]));
    assert_eq!(code, 5, "{err}");

    let mut relay = Running::start(&folder);
    let (code, out, _) = said(&qiyue(&["relay", "status", "--dir", dir]));
    assert_eq!(code, 0);
    assert!(out.contains("Relay \"one\": running"), "{out}");
    let (_, json, _) = said(&qiyue(&["relay", "status", "--dir", dir, "--json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["circuits"], &json["circuits_most"]), (&0.into(), &64.into()));
    let (code, _, err) = said(&qiyue(&["relay", "run", "--dir", dir]));
    assert_eq!(code, 5, "a second one has no port: {err}");

    let (_, out, _) = said(&qiyue(&["doctor", "--profile", dir, "--relay", &line]));
    assert!(out.contains("[good] Relay \"one\": a place in"), "{out}");
    assert!(out.contains("6 h and 64 MiB"), "{out}");
    assert!(!out.contains("127.0.0.1") && !out.contains("12D3KooW"), "redacted: {out}");
    relay.terminate();
    assert_eq!(relay.wait(), Some(0));
    let (code, out, _) = said(&qiyue(&["doctor", "--profile", dir, "--relay", &line]));
    assert_eq!(code, 5);
    assert!(out.contains("[bad]"), "{out}");
}

#[test]
fn every_fault_of_a_configuration_is_told_with_what_to_do() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("relay");
    let dir = folder.to_str().unwrap();
    make(&folder, &[]);
    let config = folder.join("relay.toml");
    let good = fs::read_to_string(&config).unwrap();
    let check = |text: &str| {
        fs::write(&config, text).unwrap();
        let (code, out, err) = said(&qiyue(&["relay", "check-config", "--dir", dir]));
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert_eq!(err.matches("What to do: ").count(), err.matches("Error: ").count(), "{err}");
        err
    };
    let err = check(&good.replace("circuit_minutes = 360", "circuit_minutes = 2"));
    assert!(err.contains("limits.circuit_minutes: it must be from 60"), "{err}");
    let err = check(&good.replace("127.0.0.1", "0.0.0.0").replace("name = \"one\"", "name = \"\""));
    assert!(err.contains("name: the name is empty") && err.contains("health: the status"), "{err}");
    let err = check(&good.replace("rate_limits = true", "rate_limits = maybe"));
    assert!(err.contains("line "), "{err}");
    let hidden = good.lines().filter(|line| !line.starts_with("external")).collect::<Vec<_>>();
    let err = check(&hidden.join("\n"));
    assert!(err.contains("Nobody could reach this relay"), "{err}");
    let (code, _, err) = said(&qiyue(&["relay", "run", "--dir", home.path().to_str().unwrap()]));
    assert_eq!(code, 2);
    assert!(err.contains("There is no relay in"), "{err}");
}
