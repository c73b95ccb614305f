//! What is on the disk: matches that can be gone on with, and records.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use record::{Item, Outline, ReadError, RecordReader, SignedContract};

use crate::signing::{contract_view, rules_of};
use crate::store::{JOURNAL, RECORD, begun};
use crate::view::{KeptMatch, KeptRecord, Shelf};

/// Matches to go on with that are shown at most.
const OPEN: usize = 64;
/// Records that are shown at most.
const RECORDS: usize = 256;
/// Folders that are looked into at most: of each the head is read, and how long its frames are.
const FOLDERS: usize = 512;

/// The latest look at the disk.
#[derive(Default)]
pub(crate) struct Shelves {
    /// What was found in each folder, and when that was so.
    seen: BTreeMap<PathBuf, (Stamp, Found)>,
    shelf: Arc<Shelf>,
}

/// What tells whether a match has been written to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stamp {
    written: SystemTime,
    journal: u64,
    record: Option<u64>,
}

/// What is in a folder.
#[derive(Clone, Default)]
struct Found {
    open: Option<KeptMatch>,
    record: Option<KeptRecord>,
}

impl Shelves {
    /// What was found last.
    pub(crate) fn shelf(&self) -> Arc<Shelf> {
        Arc::clone(&self.shelf)
    }

    /// Looks again. Only what has been written to is read; what is damaged is passed over.
    pub(crate) fn look(&mut self, matches: &Path) {
        let stamped = |entry: fs::DirEntry| Some((Stamp::of(&entry.path())?, entry.path()));
        let entries = fs::read_dir(matches).into_iter().flatten().flatten();
        let mut folders: Vec<(Stamp, PathBuf)> = entries.filter_map(stamped).collect();
        folders.sort();
        let mut before = std::mem::take(&mut self.seen);
        let mut shelf = Shelf::default();
        for (stamp, path) in folders.into_iter().rev().take(FOLDERS) {
            let known = before.remove(&path).filter(|(at, _)| *at == stamp);
            let found = known.map_or_else(|| Found::read(&path, stamp), |(_, found)| found);
            let (has_open, has_records) = (shelf.open.len(), shelf.records.len());
            shelf.open.extend(found.open.clone().filter(|_| has_open < OPEN));
            shelf.records.extend(found.record.clone().filter(|_| has_records < RECORDS));
            self.seen.insert(path, (stamp, found));
        }
        self.shelf = Arc::new(shelf);
    }
}

impl Stamp {
    fn of(folder: &Path) -> Option<Self> {
        // To read what is no file might never end.
        let file = |name| fs::metadata(folder.join(name)).ok().filter(fs::Metadata::is_file);
        let (journal, record) = (file(JOURNAL), file(RECORD));
        let times = journal.iter().chain(&record).filter_map(|file| file.modified().ok());
        Some(Self {
            written: times.max()?,
            journal: journal.map_or(0, |file| file.len()),
            record: record.map(|file| file.len()),
        })
    }

    /// In seconds since 1970.
    fn seconds(&self) -> u64 {
        self.written.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }
}

impl Found {
    fn read(folder: &Path, stamp: Stamp) -> Self {
        let path = folder.join(RECORD);
        let read = match stamp.record {
            Some(_) => outline(&path),
            None => Ok(None),
        };
        match read {
            Ok(Some((signed, outline))) => {
                let terms = signed.contract().terms();
                let record = KeptRecord {
                    path,
                    id: signed.contract().id().to_string(),
                    game: terms.game.clone(),
                    players: terms.seats.iter().map(|player| player.name.to_string()).collect(),
                    written: stamp.seconds(),
                };
                Self { open: open(folder, outline, stamp), record: Some(record) }
            }
            // Not all have signed, or the program stopped while it made the record.
            Ok(None) => Self { open: open(folder, Outline::default(), stamp), record: None },
            Err(_) => Self::default(),
        }
    }
}

/// The contract of a record and how much there is behind it; none, if it breaks off before.
fn outline(path: &Path) -> Result<Option<(SignedContract, Outline)>, ReadError> {
    let read = fs::File::open(path).map_err(ReadError::Io).and_then(RecordReader::new);
    let first = read.and_then(|mut reader| Ok((reader.next()?, reader)));
    match first {
        Ok((Some(Item::Contract(signed)), reader)) => Ok(Some((*signed, reader.outline()))),
        Ok(_) | Err(ReadError::Torn { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The match in a folder, if it can be gone on with.
fn open(folder: &Path, outline: Outline, stamp: Stamp) -> Option<KeptMatch> {
    if outline.has_end {
        return None;
    }
    let (contract, own) = begun(folder)?;
    let rules = rules_of(&contract)?;
    Some(KeptMatch {
        contract: contract_view(&contract, &rules, own),
        steps: outline.steps,
        written: stamp.seconds(),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_no_plain_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let matches = folder.path().to_owned();
        fs::create_dir(matches.join("a")).unwrap();
        // To read from it waits for a writer.
        let made = Command::new("mkfifo").arg(matches.join("a").join(RECORD)).status().unwrap();
        assert!(made.success());
        let (looked, has_looked) = channel();
        std::thread::spawn(move || {
            let mut shelves = Shelves::default();
            shelves.look(&matches);
            looked.send(shelves.shelf().records.len())
        });
        assert_eq!(has_looked.recv_timeout(Duration::from_secs(20)), Ok(0));
    }
}
