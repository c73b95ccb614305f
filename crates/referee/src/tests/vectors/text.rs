//! Vectors as text files; the format is described beside them, in `tests/vectors/referee/README.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// So many bytes stand in one line.
const LINE: usize = 48;

/// One file: what to expect, of which statement, and fields in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Vector {
    pub(crate) expect: String,
    pub(crate) comment: String,
    pub(crate) statement: String,
    pub(crate) fields: Vec<(String, Vec<u8>)>,
}

/// Vectors by file name, without its ending.
pub(crate) type Vectors = BTreeMap<String, Vector>;

impl Vector {
    /// One that is accepted.
    pub(crate) fn good(statement: &str, comment: &str) -> Self {
        let [expect, comment, statement] = ["accepted", comment, statement].map(str::to_owned);
        Self { expect, comment, statement, fields: Vec::new() }
    }

    /// The same with another expectation and comment.
    pub(crate) fn expecting(mut self, expect: &str, comment: &str) -> Self {
        (self.expect, self.comment) = (expect.to_owned(), comment.to_owned());
        self
    }

    /// With one more field.
    pub(crate) fn with(mut self, name: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        self.fields.push((name.into(), bytes.as_ref().to_vec()));
        self
    }

    /// The first field of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, bytes)| &**bytes)
    }

    /// The first field of this name, to be changed.
    pub(crate) fn get_mut(&mut self, name: &str) -> &mut Vec<u8> {
        let found = self.fields.iter_mut().find(|(known, _)| known == name);
        found.map(|(_, bytes)| bytes).expect("a field of this name")
    }

    pub(crate) fn text(&self) -> String {
        let Self { expect, comment, statement, fields } = self;
        let mut text = format!("expect: {expect}\ncomment: {comment}\nstatement: {statement}\n");
        for (name, bytes) in fields {
            let lines: Vec<String> = bytes.chunks(LINE).map(hex).collect();
            let start = if lines.len() > 1 { "\n  " } else { " " };
            text += &format!("{name}:{start}{}\n", lines.join("\n  "));
        }
        text
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut word = |start: &str| lines.next()?.strip_prefix(start).map(str::to_owned);
        let (expect, comment) = (word("expect: ")?, word("comment: ")?);
        let statement = word("statement: ")?;
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines {
            match (line.strip_prefix("  "), line.split_once(':')) {
                (Some(more), _) => fields.last_mut()?.1.push_str(more),
                (None, field) => {
                    let (name, digits) = field?;
                    fields.push((name.to_owned(), digits.trim_start().to_owned()));
                }
            }
        }
        let fields = fields.into_iter().map(|(name, digits)| (name, unhex(&digits))).collect();
        Some(Self { expect, comment, statement, fields })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// The top of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where the vectors are.
pub(crate) fn folder() -> PathBuf {
    workspace().join("tests/vectors/referee")
}

/// All vectors of a folder, by name.
pub(crate) fn load(name: &str) -> Vectors {
    let entries = fs::read_dir(folder().join(name)).unwrap().map(|entry| entry.unwrap().path());
    let vector = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let vector = Vector::parse(&text).unwrap_or_else(|| panic!("{name} is no vector"));
        assert_eq!(vector.text(), text, "{name} is written in one way");
        (name, vector)
    };
    entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).map(vector).collect()
}

/// Whether the files of a folder are the ones made here; `UPDATE_GOLDEN=1` makes them so.
pub(crate) fn check(name: &str, made: &Vectors) {
    let file = |vector: &String| folder().join(name).join(vector).with_extension("txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(folder().join(name)).unwrap();
        for old in load(name).keys().filter(|old| !made.contains_key(*old)) {
            fs::remove_file(file(old)).unwrap();
        }
        made.iter().for_each(|(at, vector)| fs::write(file(at), vector.text()).unwrap());
    }
    let files = load(name);
    assert_eq!(files.keys().collect::<Vec<_>>(), made.keys().collect::<Vec<_>>());
    let differs = |file: &&String| files.get(*file) != made.get(*file);
    let wrong: Vec<&String> = files.keys().filter(differs).collect();
    assert!(wrong.is_empty(), "not what is made now (UPDATE_GOLDEN=1): {wrong:?}");
}
