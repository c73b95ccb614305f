//! What the player has set, kept in the profile's folder.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::look::Theme;
use crate::text::Lang;

/// The file in a profile's folder.
const FILE: &str = "window.json";
/// Longest file that is looked at, in bytes.
const FILE_BYTES: u64 = 4096;

/// Sizes that can be chosen, in percent.
pub(crate) const SCALES: [u16; 9] = [80, 90, 100, 110, 125, 140, 160, 180, 200];

/// Settings of the window. Each is as it is on the first day unless the file says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Prefs {
    /// The language, by its name.
    pub(crate) lang: String,
    /// The colours.
    pub(crate) theme: Theme,
    /// Size of everything, in percent.
    pub(crate) scale: u16,
    /// Whether things move.
    pub(crate) motion: bool,
    /// Whether the hints of the first game are shown.
    pub(crate) hints: bool,
    /// Whether cells have their names beside the board.
    pub(crate) coordinates: bool,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            lang: "zh".into(),
            theme: Theme::System,
            scale: 100,
            motion: true,
            hints: true,
            coordinates: true,
        }
    }
}

impl Prefs {
    /// The settings of a profile. A file that cannot be read counts as none.
    pub(crate) fn load(profile: &Path) -> Self {
        let text = read(&profile.join(FILE));
        let prefs: Option<Self> = text.and_then(|text| serde_json::from_str(&text).ok());
        prefs.unwrap_or_default().checked()
    }

    /// Keeps them; a disk that does not take them costs the player no more than that.
    pub(crate) fn save(&self, profile: &Path) {
        if let Ok(text) = serde_json::to_string_pretty(self) {
            let part = profile.join("window.part");
            let _ = fs::write(&part, text).and_then(|()| fs::rename(&part, profile.join(FILE)));
        }
    }

    /// The language.
    pub(crate) fn lang(&self) -> Lang {
        Lang::of(&self.lang).unwrap_or_default()
    }

    fn checked(mut self) -> Self {
        let nearest = SCALES.into_iter().min_by_key(|scale| scale.abs_diff(self.scale));
        self.scale = nearest.unwrap_or(100);
        self
    }
}

/// The text of a short file. To read what is no file might never end.
fn read(path: &Path) -> Option<String> {
    fs::metadata(path).ok().filter(|meta| meta.is_file() && meta.len() <= FILE_BYTES)?;
    let mut text = String::new();
    fs::File::open(path).ok()?.take(FILE_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Prefs::load(folder.path()), Prefs::default());
        let prefs = Prefs { lang: "en".into(), theme: Theme::Dark, scale: 140, ..Prefs::default() };
        prefs.save(folder.path());
        assert_eq!(Prefs::load(folder.path()), prefs);
    }

    #[test]
    fn a_file_that_says_nonsense_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), r#"{"scale": 65000, "lang": "xx"}"#).unwrap();
        let prefs = Prefs::load(folder.path());
        assert_eq!((prefs.scale, prefs.lang()), (200, Lang::Zh));
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(Prefs::load(folder.path()), Prefs::default());
        fs::write(folder.path().join(FILE), vec![b' '; 5000]).unwrap();
        assert_eq!(Prefs::load(folder.path()), Prefs::default());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        // To read from it waits for a writer.
        let pipe = folder.path().join(FILE);
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        let (loads, loaded) = std::sync::mpsc::channel();
        let profile = folder.path().to_owned();
        std::thread::spawn(move || loads.send(Prefs::load(&profile)));
        let patience = std::time::Duration::from_secs(20);
        assert_eq!(loaded.recv_timeout(patience), Ok(Prefs::default()));
    }
}
