//! `qiyue` alone and `qiyue view`: the window; where there can be none, why, and the demo instead.

use std::path::PathBuf;

use crate::cli::Globals;
use crate::exit::Exit;
use crate::text::Text;

/// Opens the window, with a record to be shown first or without.
#[cfg(feature = "gui")]
pub(crate) fn run(record: Option<PathBuf>, globals: &Globals, text: &Text) -> Exit {
    use crate::start::{self, Place};
    use crate::window::{self, Opening};

    if let Err(why) = display::is_there() {
        return instead(why, globals, text);
    }
    let opened = match start::free_table(globals, Place::OPEN, text) {
        Ok(opened) => opened,
        Err(exit) => return exit,
    };
    let lang = globals.lang.map(|lang| lang.name().to_owned());
    match display::guarded(|| window::run(Opening { opened, lang, record })) {
        Ok(()) => Exit::Good,
        Err(why) => instead(&why, globals, text),
    }
}

/// Built without the window.
#[cfg(not(feature = "gui"))]
pub(crate) fn run(record: Option<PathBuf>, _globals: &Globals, text: &Text) -> Exit {
    use crate::out::{Out, complain};

    if record.is_some() {
        complain(text, &text.get("window-none"), &text.get("window-none-next"));
        return Exit::Usage;
    }
    Out::stdout().line(&text.get("greeting"));
    Exit::Good
}

/// No window: says why and what to install, and shows a game in the terminal.
#[cfg(feature = "gui")]
fn instead(why: &str, globals: &Globals, text: &Text) -> Exit {
    use crate::cli::Demo;
    use catalog::GameName;

    let next = text.get("window-failed-next");
    crate::out::complain(text, &text.with("window-failed", &[("why", why.into())]), &next);
    let demo = Demo { options: Vec::new(), game: GameName::Laoqi, seed: None };
    crate::demo::run(&demo, globals, text)
}

/// Whether there is something to draw on, and how its absence is told.
#[cfg(feature = "gui")]
pub(crate) mod display {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::{Arc, Mutex, PoisonError};

    /// On systems where a variable says where the display is: whether one does.
    pub(crate) fn is_there() -> Result<(), &'static str> {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let needs = cfg!(all(unix, not(target_os = "macos")));
        let has = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set);
        if has || !needs { Ok(()) } else { Err("DISPLAY, WAYLAND_DISPLAY: -") }
    }

    /// Runs the window. A library of the system that is missing ends the window system's code in
    /// an error or in a panic: both become a word or two of why, and nothing is printed.
    pub(super) fn guarded(
        window: impl FnOnce() -> Result<(), eframe::Error>,
    ) -> Result<(), String> {
        let said = Arc::new(Mutex::new(None));
        let hears = said.clone();
        let usual = panic::take_hook();
        let here = std::thread::current().id();
        panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == here {
                let words = info.payload_as_str().unwrap_or("panic").to_owned();
                *hears.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
            } else {
                usual(info);
            }
        }));
        let ended = panic::catch_unwind(AssertUnwindSafe(window));
        let _ = panic::take_hook();
        match ended {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(first_line(&error.to_string())),
            Err(_) => {
                let words = said.lock().unwrap_or_else(PoisonError::into_inner).take();
                Err(first_line(&words.unwrap_or_default()))
            }
        }
    }

    /// The words without the places in somebody else's source that they begin with.
    fn first_line(words: &str) -> String {
        let line = words.lines().next().unwrap_or_default();
        line.rsplit(".rs:")
            .next()
            .unwrap_or(line)
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ')
            .to_owned()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_panic_of_the_window_system_becomes_a_reason() {
            let why = guarded(|| panic!("Library libxkbcommon-x11.so could not be loaded."));
            assert_eq!(why, Err("Library libxkbcommon-x11.so could not be loaded.".to_owned()));
            assert_eq!(guarded(|| Ok(())), Ok(()));
        }

        #[test]
        fn places_in_foreign_sources_are_left_out() {
            let error = "os error at /a/b/winit/src/linux/mod.rs:765: neither WAYLAND_DISPLAY";
            assert_eq!(first_line(error), "neither WAYLAND_DISPLAY");
        }
    }
}
