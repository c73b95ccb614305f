//! Lines that the player types, read on a thread of their own; gestures are typed unseen.

use std::io::{self, BufRead as _, IsTerminal as _};
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
            for line in io::stdin().lock().lines() {
                let Ok(mut line) = line else { break };
                line.truncate(line.floor_char_boundary(LINE_BYTES));
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

/// Sees to it that an interrupted program leaves the terminal as it was.
pub(crate) fn restore_on_interrupt() {
    let restore = || {
        echo(true);
        std::process::exit(130);
    };
    // Without the handler the system ends the program, and the shell repairs the terminal.
    let _ = ctrlc::set_handler(restore);
}
