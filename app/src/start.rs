//! How the commands that play open the table.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use table::{Name, Settings, Table};

use crate::cli::Globals;
use crate::exit::Exit;
use crate::out::complain;
use crate::text::Text;

/// Opens the table of the profile that was asked for, or tells why not.
pub(crate) fn table(
    globals: &Globals,
    name: Option<&str>,
    listen: (IpAddr, u16),
    text: &Text,
) -> Result<Table, Exit> {
    let fail = |key: &str, why: String| {
        let args = [("why", why.into())];
        let next = text.find(&format!("{key}-next"), &args).unwrap_or_default();
        complain(text, &text.with(key, &args), &next);
        Exit::Usage
    };
    let name = match name.map(Name::new).transpose() {
        Ok(given) => given,
        Err(bad) => return Err(fail("bad-name", bad.to_string())),
    };
    let crash = match globals.crash_at.as_deref().map(str::parse).transpose() {
        Ok(crash) => crash,
        Err(why) => return Err(fail("bad-crash", why)),
    };
    let Some(profile) = globals.profile.clone().or_else(default_profile) else {
        return Err(fail("no-profile", String::new()));
    };
    let settings = Settings {
        profile,
        name,
        host: listen.0,
        port: listen.1,
        find: false,
        crash,
        pace: Duration::from_millis(globals.pace),
    };
    Table::open(&settings).map_err(|error| match error {
        table::ProfileError::Busy(path) => fail("profile-busy", path.display().to_string()),
        error => fail("profile-bad", error.to_string()),
    })
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
