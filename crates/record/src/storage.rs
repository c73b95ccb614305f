//! Where records and journals are kept, and what can go wrong there.

use std::fs::{File, OpenOptions};
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use thiserror::Error;

use crate::end::End;

/// What a record or a journal is kept in: a file, or a stand-in that fails when a test says so.
pub trait Storage: Read + Write + Seek {
    /// Makes it this long; what lies beyond is lost.
    ///
    /// # Errors
    /// As the system says.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Returns once everything written is where a power failure leaves it.
    ///
    /// # Errors
    /// As the system says; then nobody knows what a power failure would leave.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Memory, for simulations.
impl Storage for Cursor<Vec<u8>> {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).map_err(io::Error::other)?;
        self.get_mut().truncate(length);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was cut off when a file was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Where the file ends now.
    pub offset: u64,
    /// How many bytes are gone.
    pub bytes: u64,
    /// What they were.
    pub tail: Tail,
}

/// What stood at the end of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tail {
    /// The end of a record whose match goes on.
    End(Box<End>),
    /// A frame that was not written to its end.
    Torn,
}

/// Why something could not be written. Nothing of it stands in the file, as far as can be told.
#[derive(Debug, Error)]
pub enum WriteError {
    /// There is a file with that name; it is not touched.
    #[error("the file exists already")]
    Exists,
    /// The disk or a quota is full.
    #[error("no room is left on the disk")]
    Full,
    /// Any other trouble with the file.
    #[error("cannot write: {0}")]
    Io(io::Error),
    /// Not the next step, or a value that readers would refuse.
    #[error("this cannot stand here: {0}")]
    Misuse(&'static str),
    /// A frame, the number of steps or the file would be longer than allowed.
    #[error("the file would be longer than allowed")]
    TooLong,
    /// Writing to disk failed before, so nobody knows what stands there: open the file anew.
    #[error("the file must be opened anew after a failed write to disk")]
    Unsure,
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::AlreadyExists => Self::Exists,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::Full
            }
            _ => Self::Io(error),
        }
    }
}

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Everybody,
    OwnerOnly,
}

/// Makes a new file.
pub(crate) fn create_new(path: &Path, access: Access) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if access == Access::OwnerOnly {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = access;
    options.open(path)
}

/// Opens a file for going on.
pub(crate) fn open_existing(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

/// Sees to it that a new file is found after a power failure.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Writes at an offset; if that fails, whatever may have been written is cut off again. Says with
/// the error whether that succeeded.
pub(crate) fn write_at(
    storage: &mut impl Storage,
    offset: u64,
    bytes: &[u8],
) -> Result<(), (WriteError, bool)> {
    let wrote = storage
        .seek(SeekFrom::Start(offset))
        .and_then(|_| storage.write_all(bytes))
        .and_then(|()| storage.flush());
    wrote.map_err(|error| (WriteError::from(error), storage.cut(offset).is_ok()))
}
