//! The files of one match: private journal, public record, and where the others were found.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crypto::{MatchId, MatchSecret, Signature};
use game::{Seat, SeatSet};
use net::{Address, RelayAccess};
use record::{
    ClosedStep, Closing, Contract, End, Item, Journal, JournalError, JournalItem, ReadError,
    RecordFile, RecordReader, SignedContract, Start, WriteError, encode_step_frame,
};
use thiserror::Error;

use crate::crash::{Crash, CrashPoint, die};
use crate::profile::write_new;
use crate::relays::{read_access, write_access};

/// Why the files of a match cannot be used.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    /// The match has come to its end.
    #[error("this match has ended")]
    Ended,
    /// This match is already on the disk.
    #[error("this match is already on your disk")]
    Known,
    /// There is no such match, or more than one whose id begins so.
    #[error("no match, or more than one, begins with {0}")]
    NoSuchMatch(String),
    /// Writing failed.
    #[error("cannot write the match: {0}")]
    Write(#[from] WriteError),
    /// The journal cannot be read.
    #[error("cannot read the journal: {0}")]
    Journal(#[from] JournalError),
    /// The record cannot be read.
    #[error("cannot read the record: {0}")]
    Record(#[from] ReadError),
    /// The journal does not begin with a contract.
    #[error("the journal holds no contract")]
    NoContract,
    /// A folder cannot be used.
    #[error("cannot use {path}: {error}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// The files of one match.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    journal: Journal,
    record: Option<RecordFile>,
    crash: Crash,
}

/// A match as it is on disk.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The contract.
    pub(crate) contract: Contract,
    /// From which the nonces come.
    pub(crate) secret: MatchSecret,
    /// Own seats.
    pub(crate) seats: SeatSet,
    /// Signatures held.
    pub(crate) signatures: Vec<(Seat, Signature)>,
    /// Closed steps.
    pub(crate) steps: Vec<ClosedStep>,
    /// The journal.
    pub(crate) journal: Vec<JournalItem>,
    /// Where the others were found, and how to be found by them.
    pub(crate) places: Places,
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
    move |error| StoreError::Io { path: path.to_owned(), error }
}

impl Store {
    /// Files for a contract that this program is about to sign: its seats, secret and signatures
    /// are on disk afterwards.
    ///
    /// # Errors
    /// The match is known already, or the disk does not take it.
    pub(crate) fn create(
        matches: &Path,
        contract: &Contract,
        seats: SeatSet,
        secret: &MatchSecret,
        signatures: &[(Seat, Signature)],
        crash: Crash,
    ) -> Result<Self, StoreError> {
        let folder = matches.join(contract.id().to_string());
        match fs::create_dir(&folder) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(StoreError::Known);
            }
            Err(error) => return Err(at(&folder)(error)),
        }
        let start = Start { secret: secret.clone(), contract: contract.bytes().to_vec(), seats };
        let path = folder.join(JOURNAL);
        let items = signatures.iter().map(|(seat, it)| JournalItem::Signature(*seat, *it));
        let items: Vec<_> = items.collect();
        let journal = Journal::create(&path, &start).and_then(|mut journal| {
            journal.append(&items)?;
            Ok(journal)
        });
        match journal {
            Ok(journal) => Ok(Self { folder, journal, record: None, crash }),
            Err(error) => {
                // Nothing was signed: what has been begun is no match. The first error is told.
                let _ = fs::remove_file(&path).and_then(|()| fs::remove_dir(&folder));
                Err(error.into())
            }
        }
    }

    /// Opens the files of a match whose id begins with `id`; the newest unfinished one if it is
    /// empty.
    ///
    /// # Errors
    /// No such match, or files that cannot be read.
    pub(crate) fn open(matches: &Path, id: &str, crash: Crash) -> Result<(Self, Kept), StoreError> {
        let folder = find(matches, id)?;
        let path = folder.join(RECORD);
        let (journal, items, _) = Journal::open(&folder.join(JOURNAL))?;
        let end = end_of(&path);
        let is_claimed = matches!(end, Some(End::Claimed { .. }));
        // Opened for going on, a record loses its end. One that was closed because somebody was
        // silent may go on when he is back.
        if !is_claimed && (end.is_some() || is_closed(&items)) {
            return Err(StoreError::Ended);
        }
        let mut kept = Kept {
            contract: contract_of(&items).ok_or(StoreError::NoContract)?,
            secret: secret_of(&items).ok_or(StoreError::NoContract)?,
            seats: SeatSet::EMPTY,
            signatures: Vec::new(),
            steps: Vec::new(),
            journal: Vec::new(),
            places: Places::read(&folder),
        };
        for item in items {
            match item {
                JournalItem::Start(start) => kept.seats = start.seats,
                JournalItem::Signature(seat, signature) => kept.signatures.push((seat, signature)),
                item => kept.journal.push(item),
            }
        }
        if kept.signatures.is_empty() {
            return Err(StoreError::NoContract);
        }
        let record = match RecordFile::open(&path) {
            Ok(opened) => {
                kept.steps = opened.steps;
                Some(opened.file)
            }
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            // The program stopped while it made it: there is no whole contract in it.
            Err(ReadError::Torn { .. }) => {
                fs::remove_file(&path).map_err(at(&path))?;
                None
            }
            Err(error) => return Err(error.into()),
        };
        Ok((Self { folder, journal, record, crash }, kept))
    }

    /// Begins the record: all have signed.
    ///
    /// # Errors
    /// The disk does not take it.
    pub(crate) fn begin(&mut self, signed: &SignedContract) -> Result<(), StoreError> {
        if self.record.is_none() {
            let path = self.folder.join(RECORD);
            self.record = Some(RecordFile::create(&path, signed)?);
        }
        Ok(())
    }

    /// Writes own items; they are on disk when it returns.
    ///
    /// # Errors
    /// The disk does not take them: nothing may be sent.
    pub(crate) fn persist(&mut self, items: &[JournalItem]) -> Result<(), StoreError> {
        self.crash.at(CrashPoint::BeforePersist);
        self.journal.append(items)?;
        self.crash.at(CrashPoint::BeforeSend);
        Ok(())
    }

    /// Bytes are about to leave, or have left.
    pub(crate) fn sent(&mut self) {
        self.crash.at(CrashPoint::AfterSend);
    }

    /// Writes a closed step, and waits for the disk: what is acknowledged afterwards is not forgotten.
    ///
    /// # Errors
    /// The disk does not take it.
    pub(crate) fn append(&mut self, step: &ClosedStep) -> Result<(), StoreError> {
        if self.crash.is_due(CrashPoint::MidRecord) {
            let frame = encode_step_frame(step);
            let half = frame.get(..frame.len() / 2).unwrap_or_default();
            let file = fs::OpenOptions::new().append(true).open(self.record_path());
            let _ = file.and_then(|mut file| file.write_all(half));
            die();
        }
        match &mut self.record {
            Some(record) => {
                record.append(step)?;
                Ok(record.sync()?)
            }
            None => Ok(()),
        }
    }

    /// Ends the record.
    ///
    /// # Errors
    /// The disk does not take it.
    pub(crate) fn end(&mut self, end: &End) -> Result<(), StoreError> {
        if let Some(record) = &mut self.record {
            record.end(end)?;
            record.sync()?;
        }
        Ok(())
    }

    /// Notes that this program takes no further part.
    ///
    /// # Errors
    /// The disk does not take it.
    pub(crate) fn close(&mut self, why: Closing) -> Result<(), StoreError> {
        Ok(self.journal.append(&[JournalItem::Closed(why)])?)
    }

    /// Where the record is.
    pub(crate) fn record_path(&self) -> PathBuf {
        self.folder.join(RECORD)
    }

    /// Whether own hidden layouts stay hidden when the match is over.
    pub(crate) fn keeps_layouts(&self) -> bool {
        self.folder.join(LAYOUTS_KEPT).exists()
    }

    /// Remembers that they do, or do not: a restart changes nothing of it.
    pub(crate) fn keep_layouts(&self, is_wanted: bool) -> Result<(), StoreError> {
        let path = self.folder.join(LAYOUTS_KEPT);
        match (is_wanted, self.keeps_layouts()) {
            (true, false) => {
                fs::File::create(&path).and_then(|file| file.sync_all()).map_err(at(&path))
            }
            (false, true) => fs::remove_file(&path).map_err(at(&path)),
            _ => Ok(()),
        }
    }

    /// Seats whose players are not heard.
    pub(crate) fn muted(&self) -> SeatSet {
        let mut text = String::new();
        let file = fs::File::open(self.folder.join(MUTED));
        let read = file.and_then(|file| file.take(MUTED_BYTES).read_to_string(&mut text));
        let numbers = text.split(' ').filter(|_| read.is_ok()).filter_map(|it| it.parse().ok());
        numbers.filter_map(Seat::new).collect()
    }

    /// Keeps for a restart whose players are not heard.
    pub(crate) fn keep_muted(&self, seats: SeatSet) {
        let numbers: Vec<String> = seats.iter().map(|seat| seat.number().to_string()).collect();
        // Only a convenience: whoever is heard again can be silenced again.
        let _ = write_new(&self.folder.join(MUTED), numbers.join(" ").as_bytes());
    }

    /// Keeps for a restart where the others were found.
    pub(crate) fn keep_places(&self, places: &Places) {
        // Only a convenience: without it the others may still find this program.
        let _ = write_new(&self.folder.join(PLACES), places.write().as_bytes());
    }
}

/// What a program needs to find the others of a match again after a restart, and to be found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Places {
    /// The port that was listened on.
    pub(crate) port: u16,
    /// Which own seats machines played, if that is known.
    pub(crate) bots: Option<SeatSet>,
    /// The relays that were needed, and whether others reach this program through them. What is to
    /// be shown to a relay is nobody else's business: the file is its owner's alone.
    pub(crate) relays: Vec<(RelayAccess, bool)>,
    /// Where the others were found.
    pub(crate) addresses: Vec<Address>,
}

impl Places {
    fn write(&self) -> String {
        let bots = self.bots.unwrap_or(SeatSet::EMPTY).iter();
        let bots: Vec<String> = bots.map(|seat| seat.number().to_string()).collect();
        let mut text = format!("{}\n{MACHINES}{}\n", self.port, bots.join(" "));
        for (access, is_held) in self.relays.iter().take(RELAYS) {
            let mark = if *is_held { HELD } else { RELAY };
            text.push_str(&format!("{mark}{}\n", write_access(access)));
        }
        for address in &self.addresses {
            text.push_str(&format!("{address}\n"));
        }
        text
    }

    /// What cannot be read of it is not known.
    fn read(folder: &Path) -> Self {
        let mut text = String::new();
        let _ = fs::File::open(folder.join(PLACES))
            .and_then(|file| file.take(PLACES_BYTES).read_to_string(&mut text));
        let mut lines = text.lines().take(2 + 64 + RELAYS);
        let port = lines.next().and_then(|line| line.parse().ok()).unwrap_or_default();
        let machines = lines.next().and_then(|line| line.strip_prefix(MACHINES));
        let bots = machines.map(|seats| {
            let seat = |number: &str| number.parse().ok().and_then(Seat::new);
            seats.split_whitespace().filter_map(seat).collect()
        });
        let mut places = Self { port, bots, ..Self::default() };
        for line in lines {
            let relay = line.strip_prefix(RELAY).map(|rest| (rest, false));
            match relay.or(line.strip_prefix(HELD).map(|rest| (rest, true))) {
                Some((rest, is_held)) if places.relays.len() < RELAYS => {
                    places.relays.extend(read_access(rest).map(|(access, _)| (access, is_held)));
                }
                Some(_) => {}
                None => places.addresses.extend(line.parse::<Address>()),
            }
        }
        places
    }
}

pub(crate) const RECORD: &str = "record.qiyue";
pub(crate) const JOURNAL: &str = "journal";
const PLACES: &str = "places";
/// A file that says by being there that layouts stay hidden.
const LAYOUTS_KEPT: &str = "layouts-kept";
/// Whose players are not heard.
const MUTED: &str = "muted";
/// Bytes of that file at most: eight numbers and spaces.
const MUTED_BYTES: u64 = 16;
const PLACES_BYTES: u64 = 64 * 1024;
const MACHINES: &str = "machines: ";
const RELAY: &str = "relay: ";
const HELD: &str = "reached through: ";
/// Relays of one match at most.
const RELAYS: usize = 2 * net::limits::RELAYS;

fn contract_of(items: &[JournalItem]) -> Option<Contract> {
    items.iter().find_map(|item| match item {
        JournalItem::Start(start) => Contract::decode(&start.contract).ok(),
        _ => None,
    })
}

fn secret_of(items: &[JournalItem]) -> Option<MatchSecret> {
    items.iter().find_map(|item| match item {
        JournalItem::Start(start) => Some(start.secret.clone()),
        _ => None,
    })
}

fn find(matches: &Path, id: &str) -> Result<PathBuf, StoreError> {
    let mut found: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(matches)
        .map_err(at(matches))?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(id))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .filter(|(_, path)| !id.is_empty() || is_open(path))
        .collect();
    found.sort();
    let none = || StoreError::NoSuchMatch(id.chars().filter(char::is_ascii_hexdigit).collect());
    let (_, newest) = found.pop().ok_or_else(none)?;
    if id.is_empty() || found.is_empty() { Ok(newest) } else { Err(none()) }
}

/// Whether a match has neither ended nor been left.
fn is_open(folder: &Path) -> bool {
    begun(folder).is_some() && end_of(&folder.join(RECORD)).is_none()
}

/// The contract in a folder and the own seats in it, if it was signed here and, as far as the
/// journal knows, the match has neither ended nor been left.
pub(crate) fn begun(folder: &Path) -> Option<(Contract, SeatSet)> {
    let (_, items, _) = Journal::open(&folder.join(JOURNAL)).ok()?;
    let is_signed = items.iter().any(|item| matches!(item, JournalItem::Signature(..)));
    let seats = items.iter().find_map(|item| match item {
        JournalItem::Start(start) => Some(start.seats),
        _ => None,
    });
    (is_signed && !is_closed(&items)).then_some((contract_of(&items)?, seats?))
}

/// Whether this program has taken its leave, and has not come back.
fn is_closed(items: &[JournalItem]) -> bool {
    matches!(items.last(), Some(JournalItem::Closed(_)))
}

/// How a record ends, if it does.
fn end_of(record: &Path) -> Option<End> {
    // To read what is no file might never end.
    fs::metadata(record).ok().filter(fs::Metadata::is_file)?;
    let mut reader = RecordReader::new(fs::File::open(record).ok()?).ok()?;
    loop {
        if let Item::End(end) = reader.next().ok()?? {
            return Some(end);
        }
    }
}

/// Whether this match is on the disk.
pub(crate) fn is_known(matches: &Path, id: MatchId) -> bool {
    matches.join(id.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use net::{Identity, Token};

    use super::*;

    #[test]
    fn the_way_to_the_others_is_kept_for_a_restart_and_for_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let [relay, peer] = [1, 2].map(|seed| Identity::from_seed([seed; 32]).peer());
        let place: Address = "/dns/relay.example/tcp/4600".parse().unwrap();
        let token = Some(Token([7; 16]));
        let access = RelayAccess::new(place.with_peer(relay), token).unwrap();
        let other = RelayAccess::new(place.with_peer(peer), None).unwrap();
        let behind = access.address().to_behind(peer).unwrap();
        let relays = vec![(access, true), (other, false)];
        let bots = Some(SeatSet::one(Seat::of(1)));
        let kept = Places { port: 4001, bots, relays, addresses: vec![behind] };
        write_new(&folder.path().join(PLACES), kept.write().as_bytes()).unwrap();
        assert_eq!(Places::read(folder.path()), kept);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(folder.path().join(PLACES)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let flood = format!("1\nmachines: \n{}", "reached through: x\n".repeat(9999));
        fs::write(folder.path().join(PLACES), flood).unwrap();
        assert!(Places::read(folder.path()).relays.is_empty());
    }
}
