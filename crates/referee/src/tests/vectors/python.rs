//! The verifier of `tests/verifier`, which was written from the book alone, on the vectors and on a
//! game that it has not seen.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::text::{folder, workspace};
use crate::tests::whole::play;

/// A seed that no file has.
const GAME: u64 = 77;

/// Runs a script; what it prints, or nothing if there is no Python.
fn python(script: &str, arguments: &[&str]) -> Option<String> {
    let directory = workspace().join("tests/verifier");
    let mut command = Command::new("python3");
    let output = command.arg("-B").arg(directory.join(script)).args(arguments).output();
    let Ok(output) = output else {
        println!("skipped: no python3");
        return None;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script} {arguments:?}: {said}{complaint}");
    print!("{said}");
    Some(said)
}

/// A file that goes away.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn the_tables_are_what_the_written_rules_say() {
    python("tables.py", &[]);
}

/// The kept game takes as long as the other; it is left to the test of everything.
#[test]
fn python_judges_vectors_as_they_say() {
    let paths = ["good", "rejects"].map(|name| fs::read_dir(folder().join(name)).unwrap());
    let paths = paths.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut paths: Vec<String> = paths.map(|path| path.to_str().unwrap().to_owned()).collect();
    paths.retain(|path| !path.ends_with("game.txt"));
    paths.sort();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    if let Some(said) = python("verify.py", &paths) {
        assert!(said.contains(" 0 wrong"), "{said}");
    }
}

#[test]
#[ignore = "minutes"]
fn python_judges_everything_and_refuses_many_changes() {
    for arguments in [&[][..], &["--bits", "20"]] {
        python("verify.py", arguments);
    }
}

#[test]
fn python_refuses_single_bits_changed() {
    if let Some(said) = python("verify.py", &["--bits", "2"]) {
        assert!(said.contains("none accepted"), "{said}");
    }
}

#[test]
fn python_accepts_a_game_that_it_has_not_seen() {
    let name = format!("referee-game-{}.txt", std::process::id());
    let file = Scratch(std::env::temp_dir().join(name));
    fs::write(&file.0, play(GAME).text()).unwrap();
    python("verify.py", &[file.0.to_str().unwrap()]);
}
