//! The relay that a player runs for his friends: its folder, and what its owner is told.
//!
//! The folder holds `relay.toml`, which its owner may edit, and `relay.key`, which nobody else may
//! read.

mod file;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use net::{Address, Identity, PeerId, RelayAccess, Token};
use thiserror::Error;

pub use file::{ConfigFault, Fault};
pub use net::relay::{Config, Limits, News, Relay, StartError};

use crate::profile::{random, write_new};
use crate::relay_line::RelayLine;

const MAGIC: &[u8; 8] = b"QIYUERLY";
const KEY_BYTES: usize = 8 + 32;
/// Longest configuration that is looked at, in bytes.
const CONFIG_BYTES: u64 = 64 * 1024;
/// Where a relay listens, unless its owner says otherwise.
pub const PORT: u16 = 4001;
/// Where its health page is.
pub const HEALTH: u16 = 4002;

/// What a new relay is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What it calls itself.
    pub name: String,
    /// Where it listens.
    pub listen: Vec<SocketAddr>,
    /// Where others reach it, as typed; none: at the addresses of its interfaces.
    pub external: Vec<String>,
    /// Whether only those may use it who have its line.
    pub has_token: bool,
}

/// A relay's folder that was read.
#[derive(Debug)]
pub struct Folder {
    identity: Identity,
    config: Config,
}

/// Why a relay's folder cannot be used.
#[derive(Debug, Error)]
pub enum RelayError {
    /// There is a relay in the folder already.
    #[error("there is a relay in {0} already")]
    Exists(PathBuf),
    /// There is none.
    #[error("there is no relay in {0}")]
    Missing(PathBuf),
    /// Its key file is not one.
    #[error("the key file {0} is damaged")]
    DamagedKey(PathBuf),
    /// Its configuration cannot be read: where and why, in English.
    #[error("{path}: {why}")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Line and reason.
        why: String,
    },
    /// Its configuration asks for what cannot be: every fault.
    #[error("the configuration has {} faults", .0.len())]
    Faults(Vec<ConfigFault>),
    /// A file or folder cannot be read or written.
    #[error("cannot use {path}: {error}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> RelayError + '_ {
    move |error| RelayError::Io { path: path.to_owned(), error }
}

impl Folder {
    /// Makes a new relay, and nothing if anything is wrong with the plan.
    ///
    /// # Errors
    /// The plan has faults, there is a relay already, or the folder cannot be written.
    pub fn make(folder: &Path, plan: &Plan) -> Result<Self, RelayError> {
        let (key_path, config_path) = (folder.join("relay.key"), folder.join("relay.toml"));
        if key_path.exists() || config_path.exists() {
            return Err(RelayError::Exists(folder.to_owned()));
        }
        let fresh = || -> Result<[u8; 32], RelayError> {
            random().map_err(|error| at(folder)(io::Error::other(error.to_string())))
        };
        let token = if plan.has_token { Some(half(&fresh()?)) } else { None };
        let text = file::new(plan, token.as_ref());
        let config = file::read(&text).map_err(|error| unreadable(&config_path, error))?;
        let seed = fresh()?;
        fs::create_dir_all(folder).map_err(at(folder))?;
        let bytes = [&MAGIC[..], &seed].concat();
        let written =
            |error: crate::profile::ProfileError| at(folder)(io::Error::other(error.to_string()));
        write_new(&config_path, text.as_bytes()).map_err(written)?;
        write_new(&key_path, &bytes).map_err(written)?;
        Ok(Self { identity: Identity::from_seed(seed), config })
    }

    /// Reads a relay's folder.
    ///
    /// # Errors
    /// There is none, or it is damaged or has faults: all that the configuration has are told.
    pub fn open(folder: &Path) -> Result<Self, RelayError> {
        let (key_path, config_path) = (folder.join("relay.key"), folder.join("relay.toml"));
        let found = |error: io::Error, path: &Path| match error.kind() {
            io::ErrorKind::NotFound => RelayError::Missing(folder.to_owned()),
            _ => at(path)(error),
        };
        let mut text = String::new();
        let file = File::open(&config_path).map_err(|error| found(error, &config_path))?;
        file.take(CONFIG_BYTES).read_to_string(&mut text).map_err(at(&config_path))?;
        let config = file::read(&text).map_err(|error| unreadable(&config_path, error))?;
        let mut bytes = Vec::new();
        let file = File::open(&key_path).map_err(|error| found(error, &key_path))?;
        file.take(KEY_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(at(&key_path))?;
        let seed = bytes.strip_prefix(MAGIC).and_then(|seed| <[u8; 32]>::try_from(seed).ok());
        let seed = seed.ok_or(RelayError::DamagedKey(key_path))?;
        Ok(Self { identity: Identity::from_seed(seed), config })
    }

    /// How the relay is to be.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Its name on the network.
    pub fn peer(&self) -> PeerId {
        self.identity.peer()
    }

    /// What its owner gives to friends.
    ///
    /// # Errors
    /// Nobody could reach it.
    pub fn line(&self) -> Result<String, RelayError> {
        let places = self.config.addresses(self.peer())?;
        Ok(line(&self.config, places).unwrap_or_default())
    }

    /// Starts the relay.
    ///
    /// # Errors
    /// It cannot listen, or nobody could reach it.
    pub fn start(self) -> Result<(Relay, std::sync::mpsc::Receiver<News>), RelayError> {
        Ok(Relay::start(self.identity, self.config)?)
    }
}

fn line(config: &Config, places: Vec<Address>) -> Option<String> {
    let mut places = places.into_iter();
    let first = RelayAccess::new(places.next()?, config.token.clone())?;
    let access = places.fold(first, RelayAccess::also);
    Some(RelayLine::new(access, Some(config.name.clone())).write())
}

fn unreadable(path: &Path, error: file::ReadError) -> RelayError {
    match error {
        file::ReadError::Text(why) => RelayError::Unreadable { path: path.to_owned(), why },
        file::ReadError::Faults(faults) => RelayError::Faults(faults),
    }
}

fn half(bytes: &[u8; 32]) -> Token {
    let mut token = [0; 16];
    token.copy_from_slice(bytes.split_at(16).0);
    Token(token)
}

/// What a running relay says of itself at its health page, as JSON.
///
/// # Errors
/// It does not run, or does not answer.
pub fn status(health: SocketAddr) -> io::Result<String> {
    use std::io::Write as _;
    const TIME: Duration = Duration::from_secs(5);
    let mut stream = std::net::TcpStream::connect_timeout(&health, TIME)?;
    stream.set_read_timeout(Some(TIME))?;
    write!(stream, "GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(CONFIG_BYTES).read_to_string(&mut answer)?;
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.trim().to_owned());
    let is_good = answer.starts_with("HTTP/1.1 200");
    body.filter(|_| is_good).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            name: "小明家".to_owned(),
            listen: vec![SocketAddr::from(([0, 0, 0, 0], PORT))],
            external: vec!["203.0.113.7:4001".to_owned(), "relay.example:4001".to_owned()],
            has_token: true,
        }
    }

    #[test]
    fn a_relay_that_was_made_is_read_as_it_was_planned() {
        let folder = tempfile::tempdir().unwrap();
        let made = Folder::make(folder.path(), &plan()).unwrap();
        let open = Folder::open(folder.path()).unwrap();
        assert_eq!((made.peer(), made.line().unwrap()), (open.peer(), open.line().unwrap()));
        assert_eq!(open.config().limits, Limits::default());
        let line = RelayLine::read(&open.line().unwrap()).unwrap();
        assert_eq!(line.name(), Some("小明家"));
        assert_eq!(line.access().addresses().count(), 2);
        assert_eq!(line.access().token(), open.config().token.as_ref());
        assert!(line.access().token().is_some());
        #[cfg(unix)]
        for file in ["relay.key", "relay.toml"] {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(folder.path().join(file)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{file}");
        }
    }

    #[test]
    fn nothing_is_overwritten_and_nothing_half_made() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("relay");
        let bad = Plan { name: " ".to_owned(), external: vec!["x".to_owned()], ..plan() };
        let Err(RelayError::Faults(faults)) = Folder::make(&home, &bad) else { panic!("made") };
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(!home.exists());
        let made = Folder::make(&home, &plan()).unwrap();
        assert!(matches!(Folder::make(&home, &plan()), Err(RelayError::Exists(_))));
        assert_eq!(Folder::open(&home).unwrap().peer(), made.peer());
        fs::write(home.join("relay.key"), b"QIYUERLYshort").unwrap();
        assert!(matches!(Folder::open(&home), Err(RelayError::DamagedKey(_))));
        assert!(matches!(Folder::open(folder.path()), Err(RelayError::Missing(_))));
    }
}
