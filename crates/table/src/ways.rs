//! How the other programs are reached, and what was tried: plain data to be shown.

use std::time::{Duration, Instant};

use game::Seat;
use net::{CircuitLimits, DialFailure, Parting, RelayFailure};

/// How the program of one player is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkView {
    /// How, or why not.
    pub way: Way,
    /// How long a message takes there and back, if that has been measured.
    pub round_trip: Option<Duration>,
    /// What was tried, the latest last.
    pub tries: Vec<Try>,
}

impl LinkView {
    /// This way, and nothing else is known.
    pub(crate) fn only(way: Way) -> Self {
        Self { way, round_trip: None, tries: Vec::new() }
    }
}

/// How a program is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// It is this one.
    Here,
    /// Directly, on this network.
    Lan,
    /// Directly, across networks.
    Internet,
    /// Through a relay.
    Relay {
        /// Its name, or the beginning of its peer id.
        name: String,
    },
    /// Not now; but what it says comes through another player's program.
    Bridged {
        /// The first seat of that program.
        through: Seat,
        /// What its player calls himself.
        name: String,
    },
    /// Not now; it is dialled again and again.
    Reconnecting {
        /// Since when.
        since: Instant,
    },
    /// Not now; it must come by itself.
    Offline {
        /// Since when, if it was ever there.
        since: Option<Instant>,
        /// Why it went.
        reason: Option<Parting>,
    },
}

/// One attempt to reach a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// When it began.
    pub at: Instant,
    /// Where.
    pub address: String,
    /// Which way that would be: [`Way::Lan`], [`Way::Internet`] or [`Way::Relay`].
    pub way: Way,
    /// What came of it.
    pub outcome: Tried,
}

/// What came of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// Nothing yet.
    Trying,
    /// A connection, which stands.
    Connected,
    /// A connection that is gone.
    Closed(Parting),
    /// None.
    Failed(DialFailure),
    /// A direct way instead of the relay was looked for by hole punching, and not found.
    NotPunched,
}

/// A relay that this player knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelayView {
    /// Its peer id.
    pub id: String,
    /// What its owner calls it, or the beginning of its peer id.
    pub name: String,
    /// Where it is.
    pub address: String,
    /// Whether own rooms can be reached through it.
    pub is_used: bool,
    /// How it does.
    pub state: RelayState,
}

/// How a relay does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RelayState {
    /// It is not asked.
    Idle,
    /// It is being asked.
    Trying,
    /// It serves.
    Ready {
        /// What it allows one circuit.
        limits: CircuitLimits,
        /// Whether others reach this program through it.
        is_reserved: bool,
    },
    /// It does not; it is tried again as long as it is needed.
    Failed(RelayFailure),
}
