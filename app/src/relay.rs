//! `qiyue relay`: a relay for friends, on a machine that they can all reach.

mod told;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use table::relay::{Folder, News, Plan};

use crate::cli::{Globals, Relay, RelayInit};
use crate::exit::Exit;
use crate::out::{Out, complain, note};
use crate::qr;
use crate::start;
use crate::text::Text;

pub(crate) fn run(args: &Relay, globals: &Globals, text: &Text) -> Exit {
    let dir = match args {
        Relay::Init(init) => init.dir.clone(),
        Relay::Run(at) | Relay::CheckConfig(at) => at.dir.clone(),
        Relay::Status(at) => at.dir.clone(),
    };
    let folder = match dir {
        Some(dir) => dir,
        None => match start::profile(globals, text) {
            // Beside the player's own things, and not among them: it may have another owner.
            Ok(profile) => beside(&profile),
            Err(exit) => return exit,
        },
    };
    let done = match args {
        Relay::Init(args) => init(args, &folder, text),
        Relay::Run(_) => serve(&folder, text),
        Relay::CheckConfig(_) => check(&folder, text),
        Relay::Status(args) => status(&folder, args.json, text),
    };
    done.unwrap_or_else(|exit| exit)
}

fn beside(profile: &Path) -> PathBuf {
    let mut name = profile.file_name().unwrap_or_default().to_owned();
    name.push("-relay");
    profile.with_file_name(name)
}

fn init(args: &RelayInit, folder: &Path, text: &Text) -> Result<Exit, Exit> {
    let listen = match args.listen.is_empty() {
        true => vec![SocketAddr::from(([0, 0, 0, 0], table::relay::PORT))],
        false => args.listen.clone(),
    };
    let plan = Plan {
        name: args.name.clone().unwrap_or_else(|| text.get("relay-default-name")),
        listen,
        external: args.external.clone(),
        has_token: args.token,
    };
    let made = Folder::make(folder, &plan).map_err(|error| told::fault(text, &error))?;
    let mut out = Out::stdout();
    let path = [("folder", folder.display().to_string().into())];
    out.line(&text.with("relay-made", &path));
    out.line(&text.with("relay-peer", &[("peer", made.peer().to_string().into())]));
    tell_line(&mut out, &made, text)?;
    out.line(&text.with("relay-made-next", &path));
    Ok(Exit::Good)
}

/// What to give to friends: as text, and as a code for their telephones' cameras.
fn tell_line(out: &mut Out, relay: &Folder, text: &Text) -> Result<(), Exit> {
    let line = relay.line().map_err(|error| {
        out.flush();
        told::fault(text, &error)
    })?;
    out.line(&text.get("relay-line"));
    out.line("");
    out.line(&line);
    out.line("");
    if let Some(code) = qr::matrix(&line) {
        out.write(&code.half_blocks());
    }
    Ok(())
}

fn serve(folder: &Path, text: &Text) -> Result<Exit, Exit> {
    let open = |folder| Folder::open(folder).map_err(|error| told::fault(text, &error));
    let relay = open(folder)?;
    let drain = relay.config().drain;
    let (relay, news) = relay.start().map_err(|error| told::fault(text, &error))?;
    let mut out = Out::stdout();
    for address in relay.addresses() {
        let args = [("address", address.to_string().into())];
        out.line(&text.with("relay-serves", &args));
    }
    out.line(&text.get("relay-runs"));
    out.flush();
    // The second signal ends it at once.
    let (signalled, signals) = channel();
    let _ = ctrlc::set_handler(move || {
        let _ = signalled.send(());
    });
    let mut is_draining = false;
    loop {
        match news.recv_timeout(Duration::from_millis(200)) {
            Ok(news) => note(&told_news(text, &news, drain)),
            Err(RecvTimeoutError::Timeout) => {}
            // It has drained.
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Good),
        }
        match (signals.try_recv().is_ok(), is_draining) {
            (true, false) => {
                is_draining = true;
                relay.drain();
            }
            (true, true) => {
                relay.stop();
                return Ok(Exit::Good);
            }
            (false, _) => {}
        }
    }
}

/// One line of the log. Peer ids are cut: a log is often shown to others.
fn told_news(text: &Text, news: &News, drain: Duration) -> String {
    let (key, first, second) = match news {
        News::Reserved(peer) => ("relay-news-reserved", Some(peer), None),
        News::Left(peer) => ("relay-news-left", Some(peer), None),
        News::Opened(from, to) => ("relay-news-opened", Some(from), Some(to)),
        News::Closed(from, to) => ("relay-news-closed", Some(from), Some(to)),
        News::Refused(peer) => ("relay-news-refused", Some(peer), None),
        News::Draining => ("relay-news-draining", None, None),
    };
    let short = |peer: Option<&_>| peer.map(told::short).unwrap_or_default();
    let args = [
        ("peer", short(first).into()),
        ("other", short(second).into()),
        ("seconds", drain.as_secs().into()),
    ];
    text.with(key, &args)
}

fn check(folder: &Path, text: &Text) -> Result<Exit, Exit> {
    let relay = Folder::open(folder).map_err(|error| told::fault(text, &error))?;
    // One that nobody could reach is not good.
    relay.line().map_err(|error| told::fault(text, &error))?;
    let mut out = Out::stdout();
    out.line(&text.get("relay-config-good"));
    tell_line(&mut out, &relay, text)?;
    Ok(Exit::Good)
}

fn status(folder: &Path, json: bool, text: &Text) -> Result<Exit, Exit> {
    let relay = Folder::open(folder).map_err(|error| told::fault(text, &error))?;
    let Some(health) = relay.config().health else {
        complain(text, &text.get("relay-no-health"), &text.get("relay-no-health-next"));
        return Err(Exit::Usage);
    };
    let page = table::relay::status(health).map_err(|error| {
        let args = [("address", health.to_string().into()), ("why", error.to_string().into())];
        complain(text, &text.with("relay-no-status", &args), &text.get("relay-no-status-next"));
        Exit::Network
    })?;
    let mut out = Out::stdout();
    if json {
        out.line(&page);
    } else {
        out.write(&told::status(text, &page));
    }
    Ok(Exit::Good)
}
