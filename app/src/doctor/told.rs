//! What was found, in words that may be given away.

use std::io::ErrorKind;
use std::net::IpAddr;

use table::doctor::Finding;

use crate::out::plain;
use crate::text::Text;

/// A clock that differs by more is told, in seconds.
const SKEW: u64 = 120;

/// How good something is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    /// As it should be.
    Good,
    /// Something goes without.
    Warn,
    /// Something does not work.
    Bad,
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// How good it is.
    pub(crate) level: Level,
    /// What was found.
    pub(crate) what: String,
    /// What to do; empty if there is nothing to do.
    pub(crate) next: String,
}

impl Line {
    pub(super) fn new(text: &Text, level: Level, key: &str, args: &[(&str, String)]) -> Line {
        let args: Vec<(&str, _)> =
            args.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
        let next = text.find(&format!("{key}-next"), &args).unwrap_or_default();
        Line { level, what: text.with(key, &args), next }
    }

    /// The same for a key without arguments.
    #[cfg(feature = "gui")]
    pub(crate) fn plain(text: &Text, level: Level, key: &str) -> Line {
        Line::new(text, level, key, &[])
    }

    /// As one or two lines of text.
    pub(crate) fn shown(&self, text: &Text) -> String {
        let sign = match self.level {
            Level::Good => "doctor-sign-good",
            Level::Warn => "doctor-sign-warn",
            Level::Bad => "doctor-sign-bad",
        };
        let mut shown = format!("{} {}", text.get(sign), self.what);
        if !self.next.is_empty() {
            shown.push_str(&format!("\n      {}", self.next));
        }
        shown
    }
}

/// What program this is.
pub(super) fn program(text: &Text) -> Line {
    let args = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("system", std::env::consts::OS.to_owned()),
        ("machine", std::env::consts::ARCH.to_owned()),
    ];
    Line::new(text, Level::Good, "doctor-program", &args)
}

/// A finding in words.
pub(super) fn told(text: &Text, finding: &Finding) -> Line {
    let line = |level, key: &str, args: &[(&str, String)]| Line::new(text, level, key, args);
    let why = |kind: &ErrorKind| ("why", kind.to_string());
    match finding {
        Finding::Interfaces(Ok(all)) if all.is_empty() => {
            line(Level::Bad, "doctor-no-interface", &[])
        }
        Finding::Interfaces(Ok(all)) => {
            let shown: Vec<String> = all.iter().map(|ip| cut(*ip)).collect();
            line(Level::Good, "doctor-interfaces", &[("list", shown.join(", "))])
        }
        Finding::Interfaces(Err(kind)) => line(Level::Bad, "doctor-interfaces-bad", &[why(kind)]),
        Finding::Multicast(ip, result) => {
            let at = ("at", cut(IpAddr::V4(*ip)));
            match result {
                Ok(()) => line(Level::Good, "doctor-multicast", &[at]),
                Err(kind) => line(Level::Warn, "doctor-multicast-bad", &[at, why(kind)]),
            }
        }
        Finding::FindingPort(Ok(())) => line(Level::Good, "doctor-mdns", &[]),
        Finding::FindingPort(Err(kind)) => line(Level::Warn, "doctor-mdns-bad", &[why(kind)]),
        Finding::Listening(Ok(())) => line(Level::Good, "doctor-listening", &[]),
        Finding::Listening(Err(kind)) => line(Level::Bad, "doctor-listening-bad", &[why(kind)]),
        Finding::NoRelay => line(Level::Warn, "doctor-no-relay", &[]),
        Finding::Relay(name, Ok((info, time))) => {
            let unlimited = || text.get("doctor-unlimited");
            let hours = info.limits.seconds.map(|seconds| format!("{} h", seconds / 3600));
            let bytes = info.limits.bytes.map(|bytes| format!("{} MiB", bytes >> 20));
            let args = [
                ("name", plain(name)),
                ("time", time.as_millis().to_string()),
                ("hours", hours.unwrap_or_else(unlimited)),
                ("bytes", bytes.unwrap_or_else(unlimited)),
            ];
            line(Level::Good, "doctor-relay", &args)
        }
        Finding::Relay(name, Err(reason)) => {
            let problem = table::Problem::Relay { name: plain(name), reason: reason.clone() };
            let told = crate::problem::told(text, &problem, crate::problem::Teller::Terminal);
            Line { level: Level::Bad, what: told.what, next: told.next }
        }
        Finding::Clock { is_plausible: false, .. } => line(Level::Bad, "doctor-clock-bad", &[]),
        Finding::Clock { ahead: Some(ahead), .. } if ahead.unsigned_abs() > SKEW => {
            let minutes = ("minutes", (ahead.unsigned_abs() / 60).to_string());
            let key = if *ahead > 0 { "doctor-clock-ahead" } else { "doctor-clock-behind" };
            line(Level::Warn, key, &[minutes])
        }
        Finding::Clock { .. } => line(Level::Good, "doctor-clock", &[]),
    }
}

/// An address without what tells one machine from another.
fn cut(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => {
            let [a, b, ..] = ip.octets();
            format!("{a}.{b}.x.x")
        }
        IpAddr::V6(ip) => {
            let [a, ..] = ip.segments();
            format!("{a:x}:…")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn a_report_tells_no_address_and_always_what_to_do() {
        for lang in [Lang::Zh, Lang::En] {
            let text = Text::new(lang);
            let all = ["192.168.7.31", "2001:db8:1:2::3"].map(|ip| ip.parse::<IpAddr>().unwrap());
            let shown = told(&text, &Finding::Interfaces(Ok(all.to_vec()))).shown(&text);
            assert!(shown.contains("192.168.x.x") && shown.contains("2001:…"), "{shown}");
            assert!(!shown.contains("7.31") && !shown.contains("::3"), "{shown}");
            let refused = ErrorKind::PermissionDenied;
            for bad in [
                Finding::Interfaces(Ok(Vec::new())),
                Finding::Interfaces(Err(refused)),
                Finding::Multicast("10.0.0.1".parse().unwrap(), Err(refused)),
                Finding::FindingPort(Err(refused)),
                Finding::Listening(Err(refused)),
                Finding::NoRelay,
                Finding::Relay("x".into(), Err(table::RelayFailure::Full)),
                Finding::Clock { is_plausible: false, ahead: None },
                Finding::Clock { is_plausible: true, ahead: Some(-600) },
            ] {
                let line = told(&text, &bad);
                assert!(line.level > Level::Good && !line.next.is_empty(), "{line:?}");
            }
            let near = Finding::Clock { is_plausible: true, ahead: Some(3) };
            assert_eq!(told(&text, &near).level, Level::Good);
        }
    }
}
