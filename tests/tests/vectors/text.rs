//! Vectors as text files.
//!
//! `expect:` (where there is something to expect), `comment:`, then one field after another: `name:`
//! and hex digits, or a number after `name =`. Hex goes on in the lines that begin with two spaces.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// So many bytes stand in one line.
const LINE: usize = 48;

/// One file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Vector(String);

/// Vectors by file name, without its ending.
pub(crate) type Vectors = BTreeMap<String, Vector>;

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

impl Vector {
    pub(crate) fn new(comment: &str) -> Self {
        Self(format!("comment: {comment}\n"))
    }

    /// A vector with an expectation, which stands first.
    pub(crate) fn expecting(expect: &str, comment: &str) -> Self {
        Self(format!("expect: {expect}\ncomment: {comment}\n"))
    }

    pub(crate) fn bytes(mut self, name: &str, bytes: &[u8]) -> Self {
        let lines: Vec<String> = bytes.chunks(LINE).map(hex).collect();
        let (line, start) = if lines.len() > 1 { ("\n  ", "\n  ") } else { ("", " ") };
        self.0 += &format!("{name}:{start}{}\n", lines.join(line));
        self
    }

    pub(crate) fn number(mut self, name: &str, number: impl Into<u64>) -> Self {
        self.0 += &format!("{name} = {}\n", number.into());
        self
    }

    /// What stands after `expect:`.
    pub(crate) fn expect(&self) -> &str {
        let line = self.0.lines().next().and_then(|line| line.strip_prefix("expect: "));
        line.expect("a first line that says what to expect")
    }

    /// The bytes of the first field of this name, if there is one.
    pub(crate) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let start = format!("{name}:");
        let mut lines = self.0.lines().skip_while(|line| !line.starts_with(&start));
        let first = lines.next()?.strip_prefix(&start)?.to_owned();
        let rest: String = lines.take_while(|line| line.starts_with("  ")).collect();
        Some(unhex(&(first + &rest)))
    }

    /// A number.
    pub(crate) fn get_number(&self, name: &str) -> u64 {
        let start = format!("{name} = ");
        let line = self.0.lines().find_map(|line| line.strip_prefix(&start));
        line.expect("a field of this name").parse().expect("a number")
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(name)
}

/// All files of a folder, by name.
pub(crate) fn load(name: &str) -> Vectors {
    let entries = fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
    let vector = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, Vector(fs::read_to_string(path).unwrap()))
    };
    entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).map(vector).collect()
}

/// Whether the files of a folder are the ones made here; `UPDATE_GOLDEN=1` makes them so.
pub(crate) fn check(name: &str, made: &Vectors) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(folder(name)).unwrap();
        for old in load(name).keys().filter(|old| !made.contains_key(*old)) {
            fs::remove_file(folder(name).join(old).with_extension("txt")).unwrap();
        }
        for (file, vector) in made {
            fs::write(folder(name).join(file).with_extension("txt"), &vector.0).unwrap();
        }
    }
    let files = load(name);
    assert_eq!(files.keys().collect::<Vec<_>>(), made.keys().collect::<Vec<_>>());
    let differs = |file: &&String| files.get(*file) != made.get(*file);
    let wrong: Vec<&String> = files.keys().filter(differs).collect();
    assert!(wrong.is_empty(), "not what is made now (UPDATE_GOLDEN=1): {wrong:?}");
}
