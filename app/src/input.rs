//! Lines that the player types, read on a thread of their own; gestures are typed unseen.

use std::io::{self, BufRead, IsTerminal as _};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use table::Waker;

/// Lines that wait to be read at most; the terminal keeps the rest.
const LINES: usize = 16;
/// A longer line is cut: no answer is so long.
const LINE_BYTES: usize = 4096;

/// What comes from the keyboard or a pipe.
pub(crate) struct Input {
    lines: Receiver<String>,
    is_terminal: bool,
    is_hidden: bool,
    is_over: bool,
}

impl Input {
    /// Standard input; what is typed wakes whoever waits for news.
    pub(crate) fn stdin(waker: Waker) -> Self {
        let (to, lines) = sync_channel(LINES);
        let read = move || {
            let mut input = io::stdin().lock();
            while let Some(line) = read_line(&mut input) {
                if to.send(line).is_err() {
                    return;
                }
                waker.wake();
            }
            drop(to);
            waker.wake();
        };
        // Without the thread there is no input, as if it had ended.
        let _ = thread::Builder::new().name("stdin".into()).spawn(read);
        let is_terminal = io::stdin().is_terminal();
        Self { lines, is_terminal, is_hidden: false, is_over: false }
    }

    /// The next line, if one has been typed.
    pub(crate) fn next(&mut self) -> Option<String> {
        match self.lines.try_recv() {
            Ok(line) => Some(line.trim().to_owned()),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.is_over = true;
                None
            }
        }
    }

    /// Whether nothing more can come.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether a person types.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Shows or hides what is typed from now on.
    pub(crate) fn hide(&mut self, hidden: bool) {
        if self.is_terminal && self.is_hidden != hidden {
            self.is_hidden = hidden;
            echo(!hidden);
        }
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.hide(false);
    }
}

/// The next line; none: there are no more. What is too long is left out, and what is no text is
/// replaced: where a terminal's backspace knows no Chinese, half a character may be left.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut is_begun = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if bytes.is_empty() {
            return is_begun.then(|| String::from_utf8_lossy(&line).into_owned());
        }
        is_begun = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        line.extend(part.iter().take(LINE_BYTES - line.len()));
        let taken = part.len() + usize::from(end.is_some());
        input.consume(taken);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
    }
}

/// Turns the terminal's echo on or off.
#[cfg(unix)]
fn echo(on: bool) {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let stdin = io::stdin();
    if let Ok(mut modes) = tcgetattr(&stdin) {
        modes.local_modes.set(LocalModes::ECHO, on);
        // If it cannot be set the gesture is seen on the own screen; the others still see nothing.
        let _ = tcsetattr(&stdin, OptionalActions::Now, &modes);
    }
}

#[cfg(not(unix))]
fn echo(_: bool) {}

/// Sees to it that an interrupted or terminated program leaves the terminal as it was.
pub(crate) fn restore_on_interrupt() {
    let restore = || {
        echo(true);
        std::process::exit(130);
    };
    // Without the handler the system ends the program, and the shell repairs the terminal.
    let _ = ctrlc::set_handler(restore);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_half_characters_end_nothing() {
        let long = "x".repeat(3 * LINE_BYTES);
        let mut text = b"y\r\n\n\xe6\xa3\nboard\n".to_vec();
        text.extend_from_slice(long.as_bytes());
        text.extend_from_slice("\n棋盘".as_bytes());
        let mut input = io::BufReader::with_capacity(7, text.as_slice());
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input)).collect();
        let shortest = &long[..LINE_BYTES];
        assert_eq!(lines, ["y\r", "", "\u{fffd}", "board", shortest, "棋盘"]);
    }
}
