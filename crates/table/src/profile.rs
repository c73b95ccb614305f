//! A profile: a folder with one player's keys, name and matches, used by one program at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crypto::{PublicKey, Signature, SigningKey, labels};
use net::{Identity, PeerId};
use record::Name;
use thiserror::Error;

use crate::alias::alias;
use crate::layouts;
use crate::relays::FILE_BYTES;

const MAGIC: &[u8; 8] = b"QIYUEKEY";
const KEY_BYTES: usize = 8 + 32 + 32;
/// Longest file with a name that is looked at, in bytes.
const NAME_FILE_BYTES: u64 = 4096;

/// An open profile.
///
/// Invariant: its lock file is locked for as long as it lives.
#[derive(Debug)]
pub struct Profile {
    folder: PathBuf,
    key: SigningKey,
    transport: Identity,
    proof: Signature,
    name: Name,
    _lock: File,
}

/// Why a profile cannot be opened.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// Another program uses it.
    #[error("the profile {0} is in use by another qiyue")]
    Busy(PathBuf),
    /// Its key file is not one.
    #[error("the key file {0} is damaged")]
    DamagedKey(PathBuf),
    /// A file or folder cannot be read or written.
    #[error("cannot use {path}: {error}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> ProfileError + '_ {
    move |error| ProfileError::Io { path: path.to_owned(), error }
}

impl Profile {
    /// Opens a profile, or makes a new one with fresh keys. A name that is given is kept; without
    /// one a new profile is given one by chance.
    ///
    /// # Errors
    /// It is in use, damaged, or cannot be read or written.
    pub fn open(folder: &Path, name: Option<Name>) -> Result<Self, ProfileError> {
        fs::create_dir_all(folder.join("matches")).map_err(at(folder))?;
        let lock_path = folder.join("lock");
        let mut options = OpenOptions::new();
        let lock = options.create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(at(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ProfileError::Busy(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(at(&lock_path)(error)),
        }
        let (key, transport) = keys(&folder.join("keys"))?;
        let name = kept_name(&folder.join("name"), name)?;
        let proof = key.sign(labels::PEER, &transport.peer().to_bytes());
        Ok(Self { folder: folder.to_owned(), key, transport, proof, name, _lock: lock })
    }

    /// The key that signs for its first seat in a match.
    pub fn key(&self) -> &SigningKey {
        &self.key
    }

    /// Who its program is on the network.
    pub fn transport(&self) -> &Identity {
        &self.transport
    }

    /// That its key is used by its program: whoever knows a key does not have it.
    pub(crate) fn proof(&self) -> Signature {
        self.proof
    }

    /// How its player is called.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Calls its player otherwise, and keeps that.
    ///
    /// # Errors
    /// It cannot be written; the name is as before.
    pub(crate) fn rename(&mut self, name: Name) -> Result<(), ProfileError> {
        write_new(&self.folder.join("name"), name.as_str().as_bytes())?;
        self.name = name;
        Ok(())
    }

    /// The port at which its program last listened; 0: not known.
    pub(crate) fn last_port(&self) -> u16 {
        let mut text = String::new();
        let file = File::open(self.folder.join("port"));
        let read = file.and_then(|file| file.take(8).read_to_string(&mut text));
        read.ok().and_then(|_| text.parse().ok()).unwrap_or_default()
    }

    /// Remembers where its program listens. If that fails, others look for it in vain next time.
    pub(crate) fn keep_port(&self, port: u16) {
        if self.last_port() != port {
            let _ = write_new(&self.folder.join("port"), port.to_string().as_bytes());
        }
    }

    /// What is kept of the relays that its player knows; empty, if that cannot be read.
    pub(crate) fn kept_relays(&self) -> String {
        kept_relays(&self.folder)
    }

    /// Keeps that.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep_relays(&self, text: &str) -> Result<(), ProfileError> {
        write_new(&self.folder.join("relays"), text.as_bytes())
    }

    /// What is kept of the layouts of its player; empty, if that cannot be read.
    pub(crate) fn kept_layouts(&self) -> String {
        read_up_to(&self.folder.join("layouts"), layouts::FILE_BYTES)
    }

    /// Keeps that.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep_layouts(&self, text: &str) -> Result<(), ProfileError> {
        write_new(&self.folder.join("layouts"), text.as_bytes())
    }

    /// Whether its player wants no talk.
    pub(crate) fn is_quiet(&self) -> bool {
        self.folder.join("quiet").exists()
    }

    /// Keeps whether he wants none.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep_quiet(&self, is_quiet: bool) -> Result<(), ProfileError> {
        let path = self.folder.join("quiet");
        match (is_quiet, self.is_quiet()) {
            (true, false) => write_new(&path, b""),
            (false, true) => fs::remove_file(&path).map_err(at(&path)),
            _ => Ok(()),
        }
    }

    /// The folder of its matches.
    pub fn matches(&self) -> PathBuf {
        self.folder.join("matches")
    }
}

/// Whether a proof says that a key is used by this peer.
pub(crate) fn is_proven(key: &PublicKey, proof: &Signature, peer: PeerId) -> bool {
    key.verify(labels::PEER, &peer.to_bytes(), proof).is_ok()
}

/// Reads the key file, or makes it: magic, signing seed, transport seed.
fn keys(path: &Path) -> Result<(SigningKey, Identity), ProfileError> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => {
            file.take(KEY_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(at(path))?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bytes.extend_from_slice(MAGIC);
            bytes.extend_from_slice(&random()?);
            bytes.extend_from_slice(&random()?);
            write_new(path, &bytes)?;
        }
        Err(error) => return Err(at(path)(error)),
    }
    let damaged = || ProfileError::DamagedKey(path.to_owned());
    let seeds = bytes.strip_prefix(MAGIC).filter(|seeds| seeds.len() == 64).ok_or_else(damaged)?;
    let (signing, transport) = seeds.split_at(32);
    let seed = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).map_err(|_| damaged());
    Ok((SigningKey::from_seed(seed(signing)?), Identity::from_seed(seed(transport)?)))
}

/// Writes a file that only its owner may read, whole or not at all.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), ProfileError> {
    let part = path.with_extension("part");
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&part).map_err(at(&part))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(at(&part))?;
    fs::rename(&part, path).map_err(at(path))
}

/// What a profile keeps of relays, be it open or not.
pub(crate) fn kept_relays(folder: &Path) -> String {
    read_up_to(&folder.join("relays"), FILE_BYTES)
}

/// The text of a file; empty, if that cannot be read. What is longer is cut.
fn read_up_to(path: &Path, bytes: u64) -> String {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(bytes).read_to_string(&mut text));
    read.map(|_| text).unwrap_or_default()
}

fn kept_name(path: &Path, given: Option<Name>) -> Result<Name, ProfileError> {
    let mut text = String::new();
    let file = File::open(path);
    let read = file.and_then(|file| file.take(NAME_FILE_BYTES).read_to_string(&mut text));
    let kept = read.ok().and_then(|_| Name::nearest(&text).ok());
    match (given, kept) {
        (Some(name), kept) => {
            if kept.as_ref() != Some(&name) {
                write_new(path, name.as_str().as_bytes())?;
            }
            Ok(name)
        }
        (None, Some(name)) => Ok(name),
        (None, None) => {
            let name = alias(random()?);
            write_new(path, name.as_str().as_bytes())?;
            Ok(name)
        }
    }
}

/// 32 bytes of the operating system's randomness.
pub(crate) fn random() -> Result<[u8; 32], ProfileError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| ProfileError::Io {
        path: PathBuf::from("the system's randomness"),
        error: io::Error::other(error.to_string()),
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_keeps_its_keys_and_name() {
        let folder = tempfile::tempdir().unwrap();
        let first = Profile::open(folder.path(), Some(Name::new("甲").unwrap())).unwrap();
        let (key, peer) = (first.key().public(), first.transport().peer());
        drop(first);
        let again = Profile::open(folder.path(), None).unwrap();
        assert_eq!((again.key().public(), again.transport().peer()), (key, peer));
        assert_eq!(again.name().as_str(), "甲");
    }

    #[test]
    fn a_new_profile_has_a_name_and_keeps_it_until_it_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let first = Profile::open(folder.path(), None).unwrap();
        let name = first.name().clone();
        drop(first);
        let mut again = Profile::open(folder.path(), None).unwrap();
        assert_eq!(*again.name(), name);
        again.rename(Name::new("乙").unwrap()).unwrap();
        assert_eq!(again.name().as_str(), "乙");
        drop(again);
        assert_eq!(Profile::open(folder.path(), None).unwrap().name().as_str(), "乙");
    }

    #[test]
    fn a_profile_keeps_its_port() {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::open(folder.path(), None).unwrap();
        assert_eq!(profile.last_port(), 0);
        profile.keep_port(65_535);
        assert_eq!(profile.last_port(), 65_535);
        for damaged in ["", "65536", "-1", "4001 ", "999999999999"] {
            fs::write(folder.path().join("port"), damaged).unwrap();
            assert_eq!(profile.last_port(), 0, "{damaged:?}");
        }
    }

    #[test]
    fn attack_40_two_programs_cannot_use_one_profile() {
        let folder = tempfile::tempdir().unwrap();
        let first = Profile::open(folder.path(), None).unwrap();
        assert!(matches!(Profile::open(folder.path(), None), Err(ProfileError::Busy(_))));
        drop(first);
        assert!(Profile::open(folder.path(), None).is_ok());
    }

    #[test]
    fn a_damaged_key_file_is_named_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("keys"), b"QIYUEKEYshort").unwrap();
        let error = Profile::open(folder.path(), None).unwrap_err();
        assert!(matches!(error, ProfileError::DamagedKey(_)));
        assert_eq!(fs::read(folder.path().join("keys")).unwrap(), b"QIYUEKEYshort");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_the_keys() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        drop(Profile::open(folder.path(), None).unwrap());
        let mode = fs::metadata(folder.path().join("keys")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
