//! The shape of the workspace, held by tests: who may depend on whom, how long files and functions
//! may be, what may not be called where, which documents are tied to which sources, and what the
//! embedded fonts are called.
//!
//! Each check takes its input as an argument and returns complaints, so that beside the test on
//! the workspace stands one on a bad sample: no check is one that cannot fail.

#![expect(
    clippy::indexing_slicing,
    reason = "in a test an index out of range is a failure like any"
)]

mod banned;
mod edges;
mod fonts;
mod lengths;
mod manifests;
mod specs;
mod text;

use std::path::{Path, PathBuf};

/// What a check has to say; nothing is good.
type Complaints = Vec<String>;

/// Fails with all complaints at once.
#[track_caller]
fn clean(complaints: Complaints) {
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

/// Fails unless each of the words is in some complaint: the check sees the bad sample.
#[track_caller]
fn finds(complaints: &Complaints, words: &[&str]) {
    for word in words {
        let found = complaints.iter().any(|complaint| complaint.contains(word));
        assert!(found, "no complaint about '{word}' among {complaints:#?}");
    }
}

/// The directory of the workspace.
fn root() -> PathBuf {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    Path::new(&own).parent().expect("the crate is in the workspace").to_owned()
}

/// A file of the workspace.
struct File {
    /// Its path below the workspace, with `/`.
    path: String,
    text: String,
}

impl File {
    #[cfg(test)]
    fn sample(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// The crate it is part of, by directory; `app` and `tests` too.
    fn krate(&self) -> &str {
        let below = self.path.strip_prefix("crates/").unwrap_or(&self.path);
        below.split('/').next().unwrap_or(below)
    }

    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }
}

/// Every file that belongs to the workspace, in order of path: not what is built, not git's own,
/// not the stub crate.
fn files() -> Vec<File> {
    let mut found = Vec::new();
    let mut open = vec![root()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).expect("the directory can be read") {
            let path = entry.expect("the entry can be read").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if ["target", ".git", "stub-wasm-bindgen-futures"].contains(&name) {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> File {
    let below = path.strip_prefix(root()).expect("the file is in the workspace");
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    let bytes = std::fs::read(path).expect("the file can be read");
    File { path: parts.join("/"), text: String::from_utf8_lossy(&bytes).into_owned() }
}
