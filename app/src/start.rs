//! How the commands that play open the table.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use table::{Name, Settings, Table};

use crate::cli::Globals;
use crate::exit::Exit;
use crate::out::complain;
use crate::text::Text;

/// Where a program can be reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The address to listen on.
    pub(crate) host: IpAddr,
    /// The port; 0: any.
    pub(crate) port: u16,
    /// Whether others on this network may find it, and are looked for.
    pub(crate) find: bool,
}

impl Place {
    /// Anywhere, known to nobody.
    pub(crate) const QUIET: Self =
        Self { host: IpAddr::V4(Ipv4Addr::UNSPECIFIED), port: 0, find: false };
    /// Anywhere, for all of this network to see.
    pub(crate) const OPEN: Self = Self { find: true, ..Self::QUIET };

    /// The same, unless the player wants to stay on this machine.
    fn within(self, globals: &Globals) -> Self {
        match globals.local {
            true => Self { host: Ipv4Addr::LOCALHOST.into(), find: false, ..self },
            false => self,
        }
    }
}

/// Opens the table of the profile that was asked for, or tells why not.
pub(crate) fn table(
    globals: &Globals,
    name: Option<&str>,
    place: Place,
    text: &Text,
) -> Result<Table, Exit> {
    let name = match name.map(Name::new).transpose() {
        Ok(given) => given,
        Err(bad) => return Err(fail(text, "bad-name", bad.to_string())),
    };
    let crash = match globals.crash_at.as_deref().map(str::parse).transpose() {
        Ok(crash) => crash,
        Err(why) => return Err(fail(text, "bad-crash", why)),
    };
    let place = place.within(globals);
    let settings = Settings {
        profile: profile(globals, text)?,
        name,
        host: place.host,
        port: place.port,
        find: place.find,
        crash,
        pace: Duration::from_millis(globals.pace),
    };
    Table::open(&settings).map_err(|error| match error {
        table::ProfileError::Busy(path) => fail(text, "profile-busy", path.display().to_string()),
        error => fail(text, "profile-bad", error.to_string()),
    })
}

/// The folder of the profile.
pub(crate) fn profile(globals: &Globals, text: &Text) -> Result<PathBuf, Exit> {
    let profile = globals.profile.clone().or_else(default_profile);
    profile.ok_or_else(|| fail(text, "no-profile", String::new()))
}

fn fail(text: &Text, key: &str, why: String) -> Exit {
    let args = [("why", why.into())];
    let next = text.find(&format!("{key}-next"), &args).unwrap_or_default();
    complain(text, &text.with(key, &args), &next);
    Exit::Usage
}

/// Where profiles are kept on this system.
fn default_profile() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = if cfg!(windows) {
        PathBuf::from(var("APPDATA")?)
    } else if cfg!(target_os = "macos") {
        PathBuf::from(var("HOME")?).join("Library/Application Support")
    } else {
        match var("XDG_DATA_HOME") {
            Some(data) => PathBuf::from(data),
            None => PathBuf::from(var("HOME")?).join(".local/share"),
        }
    };
    Some(base.join("qiyue"))
}
