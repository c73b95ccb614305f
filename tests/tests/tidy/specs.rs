//! Documents tied to the sources that they describe, by the digest of those, so that neither
//! changes alone. A document has lines such as
//!
//! `<!-- tied to: crates/protocol/src/wire.rs sha256:… -->`
//!
//! with the path from the top of the workspace. Whoever changes the source reads the document
//! again and pastes the line that this test prints.

use sha2::{Digest as _, Sha256};

use crate::{Complaints, File, clean, files, finds};

/// Documents that must be tied to something, from the day they exist.
const TIED: &[&str] = &[
    "crates/protocol/SPEC.md",
    "crates/record/FORMAT.md",
    "crates/laoqi/rules.md",
    "crates/junqi/rules.md",
    "crates/shouhu/rules.md",
    "crates/referee/book/proofs.md",
];

const OPEN: &str = "<!-- tied to:";

fn untied(files: &[File]) -> Complaints {
    let mut complaints = Vec::new();
    let documents =
        files.iter().filter(|f| f.path.starts_with("crates/") && f.path.ends_with(".md"));
    for document in documents {
        let ties: Vec<&str> =
            document.text.lines().map(str::trim).filter(|line| line.starts_with(OPEN)).collect();
        if ties.is_empty() && TIED.contains(&document.path.as_str()) {
            complaints.push(format!(
                "{} is tied to no source: it needs '{OPEN} FILE sha256:… -->'",
                document.path
            ));
        }
        for tie in ties {
            complaints.extend(broken(files, document, tie));
        }
    }
    complaints
}

/// What is wrong with one line, if anything.
fn broken(files: &[File], document: &File, tie: &str) -> Option<String> {
    let Some(name) = tie.strip_prefix(OPEN).and_then(|rest| rest.split_whitespace().next()) else {
        return Some(format!("{}: '{tie}' names no file", document.path));
    };
    let Some(source) = files.iter().find(|file| file.path == name) else {
        return Some(format!("{}: there is no {name}", document.path));
    };
    let digest: String =
        Sha256::digest(source.text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let right = format!("{OPEN} {name} sha256:{digest} -->");
    (tie != right).then(|| {
        format!(
            "{}: {name} has changed; read the document again, then paste\n{right}",
            document.path
        )
    })
}

#[test]
fn documents_are_tied_to_what_they_describe() {
    clean(untied(&files()));
}

#[test]
fn the_check_of_ties_can_fail() {
    let digest_of_empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let right = format!("{OPEN} crates/x/src/a.rs sha256:{digest_of_empty} -->");
    let wrong = format!(
        "{OPEN} crates/x/src/a.rs sha256:00 -->\n{OPEN} crates/x/src/b.rs sha256:00 -->\n{OPEN}"
    );
    let samples = [
        File::sample("crates/x/A.md", &format!("# A\n  {right}\n")),
        File::sample("crates/x/B.md", &wrong),
        File::sample("crates/x/src/a.rs", ""),
        File::sample("crates/record/FORMAT.md", "nothing"),
        File::sample("crates/game/NOTES.md", "nothing"),
    ];
    let complaints = untied(&samples);
    finds(
        &complaints,
        &[&right, "there is no crates/x/src/b.rs", "names no file", "FORMAT.md is tied to no"],
    );
    assert_eq!(complaints.len(), 4, "{complaints:#?}");
}
