//! Files that a command names, and what is said when they cannot be read.

use std::io::{self, ErrorKind};
use std::path::Path;

use table::auditing::Source;

use crate::exit::Exit;
use crate::out::{complain, plain};
use crate::text::Text;

/// A file's name as it may be printed.
pub(crate) fn shown(path: &Path) -> String {
    plain(&path.display().to_string())
}

/// A file's name as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let name = shown(path);
    let is_safe = |c: char| c.is_alphanumeric() || "/._-+=:,@~\\".contains(c);
    if !name.starts_with('-') && name.chars().all(is_safe) {
        name
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}

/// The record with this name; `-` is standard input.
pub(crate) fn open(path: &Path) -> io::Result<Source> {
    if path == Path::new("-") {
        return Source::read(io::stdin());
    }
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Source::open(path)
}

/// Says why a file cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error, text: &Text) -> Exit {
    let (what, next) = why(path, error, text);
    complain(text, &what, &next);
    Exit::Usage
}

/// Why a file cannot be read, and what to do.
pub(crate) fn why(path: &Path, error: &io::Error, text: &Text) -> (String, String) {
    let args = [("file", shown(path).into()), ("error", plain(&error.to_string()).into())];
    let key = match error.kind() {
        ErrorKind::NotFound => "file-missing",
        ErrorKind::PermissionDenied => "file-denied",
        ErrorKind::IsADirectory => "file-folder",
        _ => "file-error",
    };
    (text.with(key, &args), text.get("file-next"))
}
