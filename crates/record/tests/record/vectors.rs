//! Vectors: files of `tests/vectors/record`, one defect each, named by the defect.
//!
//! A file has the lines `expect:` and `comment:`, an empty line, and the bytes in hex. They are
//! written anew only under `UPDATE_GOLDEN=1`; every implementation of the format must agree with them.

mod defects;
mod private;

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use record::{End, Item, Journal, JournalError, ReadError};

use crate::common::read;

/// A file with its expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Vector {
    pub(crate) expect: String,
    pub(crate) comment: String,
    pub(crate) bytes: Vec<u8>,
}

/// Vectors by name.
pub(crate) type Vectors = BTreeMap<String, Vector>;

pub(crate) fn add(
    to: &mut Vectors,
    name: &str,
    expect: impl Into<String>,
    comment: &str,
    bytes: Vec<u8>,
) {
    let vector = Vector { expect: expect.into(), comment: comment.to_owned(), bytes };
    assert!(to.insert(name.to_owned(), vector).is_none(), "two vectors are named {name}");
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let line = |line: &[u8]| line.iter().map(|b| format!("{b:02x}")).collect::<String>();
    bytes.chunks(32).map(line).map(|line| line + "\n").collect()
}

pub(crate) fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

impl Vector {
    fn text(&self) -> String {
        format!("expect: {}\ncomment: {}\n\n{}", self.expect, self.comment, hex(&self.bytes))
    }

    fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\n\n").expect("an empty line before the bytes");
        let (expect, comment) = head.split_once('\n').expect("two lines");
        Self {
            expect: expect.strip_prefix("expect: ").unwrap().to_owned(),
            comment: comment.strip_prefix("comment: ").unwrap().to_owned(),
            bytes: unhex(body),
        }
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name)
}

/// All files of a folder, by name.
fn load(folder: &Path) -> Vectors {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let vector = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, Vector::parse(&fs::read_to_string(path).unwrap()))
    };
    entries.filter(|path| path.extension().is_some_and(|e| e == "hex")).map(vector).collect()
}

/// Whether the files are the ones made here, and are read as each of them says.
fn check(name: &str, made: &Vectors, outcome: fn(&[u8]) -> String) {
    let folder = folder(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for old in load(&folder).keys().filter(|old| !made.contains_key(*old)) {
            fs::remove_file(folder.join(old).with_extension("hex")).unwrap();
        }
        for (name, vector) in made {
            fs::write(folder.join(name).with_extension("hex"), vector.text()).unwrap();
        }
    }
    let files = load(&folder);
    assert_eq!(files.keys().collect::<Vec<_>>(), made.keys().collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for (name, vector) in &files {
        let is = outcome(&vector.bytes);
        if is != vector.expect {
            wrong.push(format!("{name}: {is}, not {}", vector.expect));
        }
        if made.get(name) != Some(vector) {
            wrong.push(format!("{name}: the file is not what is made now (UPDATE_GOLDEN=1)"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_record_is_read_as_its_vector_says() {
    check("record", &defects::all(), outcome_of_record);
}

#[test]
fn every_journal_is_read_as_its_vector_says() {
    check("record/journal", &private::all(), outcome_of_journal);
}

fn outcome_of_record(bytes: &[u8]) -> String {
    match read(bytes) {
        Ok(items) => {
            let steps = items.iter().filter(|item| matches!(item, Item::Step(_))).count();
            let end = match items.last() {
                Some(Item::End(End::Sealed(_))) => "sealed",
                Some(Item::End(End::Claimed { .. })) => "claimed",
                Some(Item::End(End::Cheated { .. })) => "cheated",
                Some(Item::End(End::Diverged { .. })) => "diverged",
                Some(Item::Contract(_) | Item::Step(_)) | None => "none",
            };
            format!("whole, steps {steps}, end {end}")
        }
        Err(ReadError::BadContract { offset, why }) => format!("bad contract at {offset}: {why}"),
        Err(ReadError::Io(error)) => format!("i/o: {error}"),
        Err(ReadError::Malformed { offset, what }) => format!("malformed at {offset}: {what}"),
        Err(ReadError::NotARecord) => "not a record".to_owned(),
        Err(ReadError::OutOfOrder { offset }) => format!("out of order at {offset}"),
        Err(ReadError::TooLong { offset }) => format!("too long at {offset}"),
        Err(ReadError::Torn { offset }) => format!("torn at {offset}"),
        Err(ReadError::UnknownVersion(version)) => format!("unknown version {version}"),
        Err(ReadError::Unsigned { offset, seat }) => format!("unsigned at {offset}: seat {seat}"),
    }
}

fn outcome_of_journal(bytes: &[u8]) -> String {
    match Journal::go_on(Cursor::new(bytes.to_vec())) {
        Ok((_, items, None)) => format!("whole, items {}", items.len()),
        Ok((_, items, Some(cut))) => format!("cut at {}, items {}", cut.offset, items.len()),
        Err(JournalError::Damaged { offset }) => format!("damaged at {offset}"),
        Err(JournalError::Io(error)) => format!("i/o: {error}"),
        Err(JournalError::NotAJournal) => "not a journal".to_owned(),
        Err(JournalError::NotBegun) => "not begun".to_owned(),
        Err(JournalError::TooLong) => "too long".to_owned(),
        Err(JournalError::UnknownVersion(version)) => format!("unknown version {version}"),
    }
}
