//! How the commands that play open the table.

use std::net::{IpAddr, Ipv4Addr};
#[cfg(feature = "gui")]
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;

use table::{Machines, Name, ProfileError, Settings, Table};

use crate::cli::Globals;
use crate::exit::Exit;
use crate::out::complain;
use crate::text::Text;

/// How many windows one player can have open at the same time.
#[cfg(feature = "gui")]
const IDENTITIES: u8 = 9;

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
    let settings = settings(globals, name, place, text)?;
    Table::open(&settings).map_err(|error| refused(text, &error))
}

/// A table of a window, and which identity it has: the first whose folder nobody uses.
#[cfg(feature = "gui")]
pub(crate) struct Opened {
    /// The table.
    pub(crate) table: Table,
    /// The folder of its profile.
    pub(crate) profile: PathBuf,
    /// 1 for the player's own, more for those that are taken while it is in use.
    pub(crate) identity: u8,
}

/// Opens the table of the profile that was asked for; if none was asked for and another program
/// has the usual one, the next that is free.
#[cfg(feature = "gui")]
pub(crate) fn free_table(globals: &Globals, place: Place, text: &Text) -> Result<Opened, Exit> {
    let mut settings = settings(globals, None, place, text)?;
    let usual = settings.profile.clone();
    let mut busy = None;
    for (identity, profile) in identities(&usual, globals.profile.is_some()) {
        settings.profile = profile.clone();
        match Table::open(&settings) {
            Ok(table) => return Ok(Opened { table, profile, identity }),
            // The first is the one that can be named and closed.
            Err(error @ ProfileError::Busy(_)) => busy = busy.or(Some(error)),
            Err(error) => return Err(refused(text, &error)),
        }
    }
    let error = busy.unwrap_or(ProfileError::Busy(usual));
    Err(refused(text, &error))
}

/// The folders that a window may use, by their number: the one that was named, and no other; else
/// the usual one and those beside it.
#[cfg(feature = "gui")]
fn identities(usual: &Path, is_named: bool) -> Vec<(u8, PathBuf)> {
    let last = if is_named { 1 } else { IDENTITIES };
    let folder = |identity: u8| {
        if identity == 1 {
            return usual.to_owned();
        }
        let mut name = usual.file_name().unwrap_or_default().to_owned();
        name.push(format!("-{identity}"));
        usual.with_file_name(name)
    };
    (1..=last).map(|identity| (identity, folder(identity))).collect()
}

fn settings(
    globals: &Globals,
    name: Option<&str>,
    place: Place,
    text: &Text,
) -> Result<Settings, Exit> {
    let name = match name.map(Name::new).transpose() {
        Ok(given) => given,
        Err(bad) => return Err(fail(text, "bad-name", bad.to_string())),
    };
    let crash = match globals.crash_at.as_deref().map(str::parse).transpose() {
        Ok(crash) => crash,
        Err(why) => return Err(fail(text, "bad-crash", why)),
    };
    let place = place.within(globals);
    Ok(Settings {
        profile: profile(globals, text)?,
        name,
        host: place.host,
        port: place.port,
        find: place.find,
        crash,
        machines: Machines {
            level: globals.level.unwrap_or(Machines::default().level),
            pace: Duration::from_millis(globals.pace),
        },
    })
}

fn refused(text: &Text, error: &ProfileError) -> Exit {
    match error {
        ProfileError::Busy(path) => fail(text, "profile-busy", path.display().to_string()),
        error => fail(text, "profile-bad", error.to_string()),
    }
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

#[cfg(all(test, feature = "gui"))]
mod tests {
    use super::*;

    #[test]
    fn a_second_window_takes_the_folder_beside() {
        let all = identities(Path::new("/data/qiyue"), false);
        let last = PathBuf::from("/data/qiyue-9");
        assert_eq!(all.first(), Some(&(1, PathBuf::from("/data/qiyue"))));
        assert_eq!(all.get(1), Some(&(2, PathBuf::from("/data/qiyue-2"))));
        assert_eq!((all.len(), all.last()), (9, Some(&(9, last))));
    }

    #[test]
    fn a_profile_that_was_named_is_the_only_one() {
        let named = identities(Path::new("/data/mine"), true);
        assert_eq!(named, [(1, PathBuf::from("/data/mine"))]);
    }
}
