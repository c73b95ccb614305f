//! `qiyue import`: games from other programs' files, followed under our rules.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use catalog::{IMPORT_MAX, Imported, import_jgs};
use game::{Fault, SeatSet};

use crate::cli;
use crate::exit::Exit;
use crate::files;
use crate::out::{Out, complain, plain};
use crate::reason::reason;
use crate::text::Text;
use crate::words::{outcome_named, seat_named};

/// Reads a file, tells where our rules see its game otherwise, and writes it as text.
pub(crate) fn run(args: &cli::Import, _: &cli::Globals, text: &Text) -> Exit {
    let bytes = match read(&args.file) {
        Ok(bytes) => bytes,
        Err(error) => return files::unreadable(&args.file, &error, text),
    };
    let imported = match import_jgs(&bytes) {
        Ok(imported) => imported,
        Err(faults) => {
            let list: String = faults.iter().map(|it| format!("\n  {}", fault(text, it))).collect();
            let args = [
                ("file", files::shown(&args.file).into()),
                ("count", faults.len().into()),
                ("list", list.into()),
            ];
            complain(text, &text.with("import-bad", &args), &text.get("import-bad-next"));
            return Exit::Bad;
        }
    };
    let mut out = Out::stdout();
    let is_text_out = args.out.as_deref() == Some(Path::new("-"));
    match args.out.as_deref() {
        Some(_) if is_text_out => out.write(&imported.text),
        Some(path) => {
            if let Err(error) = write(path, &imported.text) {
                let args = [
                    ("file", files::shown(path).into()),
                    ("why", plain(&error.to_string()).into()),
                ];
                complain(text, &text.with("import-no-out", &args), &text.get("import-no-out-next"));
                return Exit::Usage;
            }
        }
        None => {}
    }
    let lines = told(&imported, text);
    if is_text_out {
        lines.iter().for_each(|line| crate::out::note(line));
    } else {
        lines.iter().for_each(|line| out.line(line));
    }
    match (imported.differences.is_empty(), imported.outcome) {
        (false, _) => Exit::Bad,
        (true, None) => Exit::Open,
        (true, Some(_)) => Exit::Good,
    }
}

/// What came of it: every difference, then the end.
fn told(imported: &Imported, text: &Text) -> Vec<String> {
    let mut lines = vec![text.with("import-read", &[("records", imported.records.into())])];
    let count = imported.differences.len() + imported.unnamed;
    if count > 0 {
        lines.push(text.with("import-differs", &[("count", count.into())]));
        lines.extend(imported.differences.iter().map(|it| format!("  {}", fault(text, it))));
        if imported.unnamed > 0 {
            lines.push(text.with("import-more", &[("count", imported.unnamed.into())]));
        }
        return lines;
    }
    lines.push(match imported.outcome {
        Some(outcome) => {
            let seats = |seats: SeatSet| {
                let each: Vec<String> =
                    seats.iter().map(|seat| seat_named(text, seat, None)).collect();
                each.join(&text.get("list-separator"))
            };
            let outcome = outcome_named(text, outcome, seats);
            text.with("import-same", &[("outcome", outcome.into())])
        }
        None => text.get("import-open"),
    });
    lines.push(text.get("import-unsigned"));
    lines
}

/// A fault or difference: `record 3 (byte 452): 05ax15a: what is wrong`.
fn fault(text: &Text, fault: &Fault) -> String {
    let is_move = |head: &str| !head.contains(' ') && head.contains(|c: char| c.is_ascii_digit());
    let why = match fault.reason.split_once(": ") {
        Some((head, rest)) if is_move(head) => {
            let args = [("place", plain(head).into()), ("reason", reason(text, rest).into())];
            text.with("fault", &args)
        }
        _ => reason(text, &fault.reason),
    };
    text.with("fault", &[("place", reason(text, &fault.place).into()), ("reason", why.into())])
}

/// The file, and one byte more than may be looked at if it is longer.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(IMPORT_MAX).unwrap_or(u64::MAX) + 1;
    if path == Path::new("-") {
        io::stdin().take(most).read_to_end(&mut bytes)?;
    } else if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    } else {
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Writes a new file: nothing that is there is overwritten.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}
