//! Whether the window can be shown: a display, the libraries that it is drawn with, the letters.

use std::process::{Command, Stdio};

use super::told::{Level, Line};
use crate::text::Text;

/// Loaded when the window opens, so that their absence shows only then.
const LIBRARIES: [&str; 6] = [
    "libX11.so.6",
    "libXcursor.so.1",
    "libXi.so.6",
    "libxkbcommon-x11.so.0",
    "libX11-xcb.so.1",
    "libGL.so.1",
];

pub(super) fn look(text: &Text, tell: &mut impl FnMut(Line)) {
    let display = crate::open::display::is_there();
    tell(match display {
        Ok(()) => Line::plain(text, Level::Good, "doctor-display"),
        Err(_) => Line::plain(text, Level::Warn, "doctor-display-bad"),
    });
    if cfg!(target_os = "linux") {
        tell(match missing() {
            Some(missing) if !missing.is_empty() => {
                let names = [("names", missing.join(", "))];
                Line::new(text, Level::Warn, "doctor-libraries-bad", &names)
            }
            Some(_) => Line::plain(text, Level::Good, "doctor-libraries"),
            None => Line::plain(text, Level::Warn, "doctor-libraries-unknown"),
        });
    }
    let fonts = [("size", (crate::window::fonts::size() / 1024).to_string())];
    tell(Line::new(text, Level::Good, "doctor-fonts", &fonts));
}

/// Which libraries the system's loader does not know; none: it cannot be asked.
fn missing() -> Option<Vec<&'static str>> {
    let ask = |program: &str| {
        Command::new(program).arg("-p").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()
    };
    let known = ask("ldconfig").or_else(|| ask("/sbin/ldconfig"))?;
    let known = String::from_utf8_lossy(&known.stdout);
    let is_known = |name: &&str| known.lines().any(|line| line.trim().starts_with(*name));
    Some(LIBRARIES.into_iter().filter(|name| !is_known(name)).collect())
}
