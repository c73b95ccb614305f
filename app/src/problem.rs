//! What went wrong at the table, in the player's language: the cause, and what to do next.

mod far;

#[cfg(feature = "gui")]
pub(crate) use far::limits;

use table::{Problem, Refusal, Unsaid};

use crate::exit::Exit;
use crate::out::{complain, plain};
use crate::text::Text;

/// A problem in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    /// The cause.
    pub(crate) what: String,
    /// What to do next; empty if there is nothing to say.
    pub(crate) next: String,
}

/// Who tells it: what to do next is a command in a terminal and a button in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Teller {
    /// The command line.
    Terminal,
    /// The window.
    #[cfg(feature = "gui")]
    Window,
}

/// Tells a problem on standard error.
pub(crate) fn tell(text: &Text, problem: &Problem) {
    let told = told(text, problem, Teller::Terminal);
    complain(text, &told.what, &told.next);
}

/// A problem in words.
pub(crate) fn told(text: &Text, problem: &Problem, teller: Teller) -> Told {
    let (key, args) = key_and_args(text, problem);
    let args: Vec<(&str, _)> =
        args.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
    let own = match teller {
        Teller::Terminal => None,
        #[cfg(feature = "gui")]
        Teller::Window => text.find(&format!("{key}-next-window"), &args),
    };
    let next = own.or_else(|| text.find(&format!("{key}-next"), &args));
    Told { what: text.with(key, &args), next: next.unwrap_or_default() }
}

/// How a command that ends with this problem ends.
pub(crate) fn exit(problem: &Problem) -> Exit {
    match problem {
        Problem::Address(_)
        | Problem::Disk(_)
        | Problem::Invitation(_)
        | Problem::Layout
        | Problem::Misuse(_)
        | Problem::NoSuchMatch(_)
        | Problem::RelayLine(_)
        | Problem::Unsaid(_) => Exit::Usage,
        Problem::Dial { .. } | Problem::Network(_) | Problem::Relay { .. } => Exit::Network,
        Problem::Contract(_) | Problem::Declined(_) | Problem::RoomClosed | Problem::Void => {
            Exit::Open
        }
        Problem::OtherVersion => Exit::Unsupported,
        Problem::Refused(refusal) | Problem::Unseated { reason: refusal, .. } => match refusal {
            Refusal::Expired
            | Refusal::Full
            | Refusal::NoRoom
            | Refusal::NoWatching
            | Refusal::Removed
            | Refusal::SameKey => Exit::Open,
            Refusal::Protocol { .. } | Refusal::Rules(_) => Exit::Unsupported,
        },
    }
}

fn key_and_args(text: &Text, problem: &Problem) -> (&'static str, Vec<(&'static str, String)>) {
    match problem {
        Problem::Address(error) => address_key(text, error),
        Problem::NoSuchMatch(id) if id.is_empty() => ("problem-no-match", Vec::new()),
        Problem::NoSuchMatch(id) => ("problem-no-such-match", vec![("id", id.clone())]),
        Problem::Contract(why) => ("problem-contract", vec![("why", why.clone())]),
        Problem::Declined(name) => ("problem-declined", vec![("name", name.clone())]),
        Problem::Dial { address, reason } => {
            (dial_key(reason), vec![("address", address.clone()), ("why", reason.to_string())])
        }
        Problem::Invitation(error) => far::invitation_key(text, error),
        Problem::RelayLine(error) => far::relay_line_key(error),
        Problem::Relay { name, reason } => far::relay_key(text, name, reason),
        Problem::Layout => ("problem-layout", Vec::new()),
        Problem::Disk(why) => ("problem-disk", vec![("why", why.clone())]),
        Problem::Misuse(misuse) => ("problem-misuse", vec![("why", text.get(misuse_key(misuse)))]),
        Problem::Network(why) => ("problem-network", vec![("why", why.clone())]),
        Problem::Void => ("problem-void", Vec::new()),
        Problem::OtherVersion => ("problem-other-version", Vec::new()),
        Problem::RoomClosed => ("problem-room-closed", Vec::new()),
        Problem::Refused(refusal) => refusal_key(refusal),
        Problem::Unsaid(unsaid) => (unsaid_key(*unsaid), Vec::new()),
        Problem::Unseated { name, reason } => {
            let (key, args) = refusal_key(reason);
            let pairs: Vec<(&str, _)> =
                args.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
            ("problem-unseated", vec![("name", name.clone()), ("why", text.with(key, &pairs))])
        }
    }
}

fn address_key(
    text: &Text,
    error: &table::AddressError,
) -> (&'static str, Vec<(&'static str, String)>) {
    use table::AddressError::{Empty, Host, NoPort, Part, Peer, Port, TooLong};
    let (key, part) = match error {
        Empty => ("address-empty", ""),
        TooLong => ("address-long", ""),
        NoPort => ("address-no-port", ""),
        Host(part) => ("address-host", part.as_str()),
        Port(part) => ("address-port", part.as_str()),
        Peer(part) => ("address-peer", part.as_str()),
        Part(part) => ("address-part", part.as_str()),
    };
    let why = text.with(key, &[("part", plain(part).into())]);
    ("problem-address", vec![("why", why)])
}

fn dial_key(reason: &table::DialFailure) -> &'static str {
    use table::DialFailure::{
        Blocked, Busy, Handshake, Myself, NoRelay, NotThere, Other, Refused, TimedOut, UnknownName,
        Unreachable, WrongPeer,
    };
    match reason {
        Refused => "dial-refused",
        Unreachable => "dial-unreachable",
        TimedOut => "dial-timed-out",
        UnknownName => "dial-unknown-name",
        WrongPeer { .. } => "dial-wrong-peer",
        Myself => "dial-myself",
        Handshake => "dial-handshake",
        NoRelay => "dial-no-relay",
        NotThere => "dial-not-there",
        Busy | Blocked | Other(_) => "dial-other",
    }
}

/// Why somebody was not reached, in a few words.
pub(crate) fn tried_key(failure: &table::DialFailure) -> &'static str {
    use table::DialFailure::{
        Blocked, Busy, Handshake, Myself, NoRelay, NotThere, Other, Refused, TimedOut, UnknownName,
        Unreachable, WrongPeer,
    };
    match failure {
        Refused => "tried-refused",
        Unreachable => "tried-unreachable",
        TimedOut => "tried-timed-out",
        UnknownName => "tried-unknown-name",
        WrongPeer { .. } => "tried-wrong-peer",
        Myself => "tried-myself",
        Handshake => "tried-handshake",
        NoRelay => "tried-no-relay",
        NotThere => "tried-not-there",
        Busy | Blocked | Other(_) => "tried-other",
    }
}

fn misuse_key(misuse: &table::Misuse) -> &'static str {
    use table::Misuse::{
        Decided, Early, Illegal, NoClock, NobodySilent, NotDue, NotOwn, Over, Unconfirmed,
        Unsettled, WrongKind,
    };
    match misuse {
        Early => "misuse-early",
        NoClock => "misuse-no-clock",
        NobodySilent => "misuse-nobody-silent",
        NotOwn => "misuse-not-own",
        NotDue => "misuse-not-due",
        Decided => "misuse-decided",
        WrongKind => "misuse-wrong-kind",
        Illegal(_) => "misuse-illegal",
        Over => "misuse-over",
        Unconfirmed => "misuse-unconfirmed",
        Unsettled => "misuse-unsettled",
    }
}

fn unsaid_key(unsaid: Unsaid) -> &'static str {
    match unsaid {
        Unsaid::Off => "unsaid-off",
        Unsaid::Nobody => "unsaid-nobody",
        Unsaid::TooFast => "unsaid-fast",
    }
}

fn refusal_key(refusal: &Refusal) -> (&'static str, Vec<(&'static str, String)>) {
    match refusal {
        Refusal::Expired => ("refused-expired", Vec::new()),
        Refusal::Full => ("refused-full", Vec::new()),
        Refusal::NoRoom => ("refused-no-room", Vec::new()),
        Refusal::NoWatching => ("refused-no-watching", Vec::new()),
        Refusal::Removed => ("refused-removed", Vec::new()),
        Refusal::SameKey => ("refused-same-key", Vec::new()),
        Refusal::Protocol { host } => ("refused-protocol", vec![("host", host.to_string())]),
        Refusal::Rules(it) => {
            ("refused-rules", vec![("game", it.game.clone()), ("version", it.version.to_string())])
        }
    }
}
