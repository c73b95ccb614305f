//! The one place that writes to the terminal. A reader that went away (`qiyue … | head`) is no error.

use std::io::{self, BufWriter, IsTerminal, Write};

use crate::text::Text;

/// Standard output, for lines of text.
pub(crate) struct Out {
    to: Box<dyn Write>,
    color: bool,
    width: usize,
    open: bool,
}

/// How wide a line may be where the terminal does not say.
const WIDTH: usize = 80;

impl Out {
    /// Standard output, with colour if it is a terminal that has it.
    pub(crate) fn stdout() -> Self {
        let out = io::stdout();
        let color = out.is_terminal() && may_color();
        let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        Self {
            color,
            to: Box::new(BufWriter::new(out)),
            width: columns.unwrap_or(WIDTH),
            open: true,
        }
    }

    /// Writes text as it is.
    pub(crate) fn write(&mut self, text: &str) {
        if self.open && self.to.write_all(text.as_bytes()).is_err() {
            self.open = false;
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\n");
    }

    /// Sends on what is buffered, so that it is seen before the next wait.
    pub(crate) fn flush(&mut self) {
        if self.open && self.to.flush().is_err() {
            self.open = false;
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

    /// How many columns a line may have.
    pub(crate) fn width(&self) -> usize {
        self.width
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
