//! The one place that writes to the terminal. A reader that went away (`qiyue … | head`) is no error.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Text from a file or a peer, made harmless.
pub(crate) use table::plain;
use unicode_width::UnicodeWidthStr;

use crate::text::Text;

/// Something was written that did not arrive, and not because nobody wanted it.
static LOST: AtomicBool = AtomicBool::new(false);

/// Whether output was lost: a full disk, a broken device.
pub(crate) fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Standard output, for lines of text.
pub(crate) struct Out {
    to: Box<dyn Write>,
    color: bool,
    open: bool,
}

impl Out {
    /// Standard output, with colour if it is a terminal that has it.
    pub(crate) fn stdout() -> Self {
        let out = io::stdout();
        let color = out.is_terminal() && may_color();
        Self { color, to: Box::new(BufWriter::new(out)), open: true }
    }

    /// Writes text as it is.
    pub(crate) fn write(&mut self, text: &str) {
        if self.open {
            let done = self.to.write_all(text.as_bytes());
            self.note(done);
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\n");
    }

    /// Sends on what is buffered, so that it is seen before the next wait.
    pub(crate) fn flush(&mut self) {
        if self.open {
            let done = self.to.flush();
            self.note(done);
        }
    }

    fn note(&mut self, done: io::Result<()>) {
        if let Err(error) = done {
            self.open = false;
            if error.kind() != ErrorKind::BrokenPipe {
                LOST.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether anybody still reads.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Whether colours are wanted and shown.
    pub(crate) fn has_color(&self) -> bool {
        self.color
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        self.flush();
    }
}

fn may_color() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let knows = set("TERM") || set("WT_SESSION");
    !set("NO_COLOR") && !dumb && knows
}

/// Tells on standard error what is wrong and what to do next.
pub(crate) fn complain(text: &Text, what: &str, next: &str) {
    let mut lines = text.with("error-line", &[("what", what.into())]);
    lines.push('\n');
    if !next.is_empty() {
        lines.push_str(&text.with("error-next", &[("next", next.into())]));
        lines.push('\n');
    }
    // Nobody is left to be told that standard error is closed.
    let _ = io::stderr().write_all(lines.as_bytes());
}

/// A line on standard error beside the result: progress, a hint.
pub(crate) fn note(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Text followed by spaces up to this many columns.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(pad("签名", 6), "签名  ");
        assert_eq!(pad("signatures", 6), "signatures");
    }
}
