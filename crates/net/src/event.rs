//! What the network tells its owner.

use std::fmt;
use std::time::Duration;

use crate::failure::{DialFailure, Parting, RequestFailure};
use crate::relaying::{RelayFailure, RelayInfo};
use crate::{Address, PeerId};

/// Names one inbound request until it is answered. Never used twice by one [`Net`](crate::Net).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InboundId(pub(crate) u64);

/// Who opened a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// We dialled; the address can be dialled again.
    Dialled,
    /// The peer dialled; the address says where it came from and cannot be dialled in general.
    Accepted,
}

/// One thing that happened. What follows what is stated in the [crate documentation](crate).
#[derive(Clone, PartialEq, Eq)]
pub enum Event {
    /// We can be reached here, at least by programs that have a way to this host. Ends with our
    /// peer id, so it can be handed out as it is. One for each address of each interface.
    Listening(Address),
    /// The first connection to this peer stands.
    Connected {
        /// Its proven name.
        peer: PeerId,
        /// Where it is, ending with its peer id.
        address: Address,
        /// Who dialled.
        direction: Direction,
    },
    /// The best connection to this peer is another one now: a direct one instead of one through a
    /// relay, or the other way round. Comes between `Connected` and `Disconnected`.
    Rerouted {
        /// Whose.
        peer: PeerId,
        /// Where it is, ending with its peer id; it says whether a relay is in between.
        address: Address,
        /// Who dialled.
        direction: Direction,
    },
    /// The last connection to this peer is gone.
    Disconnected {
        /// Whose.
        peer: PeerId,
        /// Why.
        reason: Parting,
    },
    /// A call of [`Net::dial`](crate::Net::dial) ended well: `peer` is connected.
    Dialled {
        /// The address as it was given.
        address: Address,
        /// Who answered.
        peer: PeerId,
    },
    /// An address led nowhere. Comes for dialled addresses and, at each attempt, for each address
    /// of a kept peer.
    DialFailed {
        /// The address as it was given.
        address: Address,
        /// Who was looked for, if that is known.
        peer: Option<PeerId>,
        /// Why.
        reason: DialFailure,
    },
    /// A request of a peer, to be answered by [`Net::respond`](crate::Net::respond).
    Inbound {
        /// Who asks. Proven.
        peer: PeerId,
        /// Needed for the answer.
        id: InboundId,
        /// The frame, at most [`FRAME`](crate::limits::FRAME) bytes.
        bytes: Vec<u8>,
    },
    /// The answer to a request of ours.
    Response {
        /// Who answers. Proven.
        peer: PeerId,
        /// The tag of the request.
        tag: u64,
        /// The frame, at most [`FRAME`](crate::limits::FRAME) bytes.
        bytes: Vec<u8>,
    },
    /// A request of ours will have no answer.
    Failed {
        /// Whom we asked.
        peer: PeerId,
        /// The tag of the request.
        tag: u64,
        /// Why.
        reason: RequestFailure,
    },
    /// Somebody says by mDNS that this peer can be reached there; again when that has changed. Not
    /// proven, and not for this program itself.
    Found {
        /// Who is said to be there.
        peer: PeerId,
        /// At least one and at most [`FOUND_ADDRESSES`](crate::limits::FOUND_ADDRESSES), each in
        /// the subnet of an own interface and ending with the peer id.
        addresses: Vec<Address>,
    },
    /// Nobody says so any more. The peer may be there all the same.
    Lost {
        /// Who.
        peer: PeerId,
    },
    /// The local network cannot be searched, as the operating system says. Comes once; it is tried
    /// again, and everything else goes on.
    FindingFailed(String),
    /// A relay serves us: it was asked by [`Net::know`](crate::Net::know) or
    /// [`Net::reserve`](crate::Net::reserve), or an address leads through it. Comes again when what it says has changed.
    Relay {
        /// Which.
        relay: PeerId,
        /// What is known of it.
        info: RelayInfo,
    },
    /// Others reach us through this relay now, here.
    Reserved {
        /// Which.
        relay: PeerId,
        /// What to give away; ends with our peer id.
        address: Address,
    },
    /// A relay that is needed is of no use now; if others reached us through it, they do no more.
    /// It is tried again as long as it is needed.
    RelayFailed {
        /// Which.
        relay: PeerId,
        /// Why.
        reason: RelayFailure,
    },
    /// Hole punching to a peer that is connected through a relay has failed: it stays so.
    PunchFailed {
        /// To whom.
        peer: PeerId,
    },
    /// How long a ping took over the best connection, there and back. Left out while the queue is half full.
    RoundTrip {
        /// To whom.
        peer: PeerId,
        /// How long.
        time: Duration,
    },
}

/// Shows how long frames are, never what is in them.
impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Listening(address) => write!(f, "Listening({address})"),
            Event::Connected { peer, address, direction } => {
                write!(f, "Connected({peer}, {address}, {direction:?})")
            }
            Event::Rerouted { peer, address, direction } => {
                write!(f, "Rerouted({peer}, {address}, {direction:?})")
            }
            Event::Relay { relay, info } => write!(f, "Relay({relay}, {info:?})"),
            Event::Reserved { relay, address } => write!(f, "Reserved({relay}, {address})"),
            Event::RelayFailed { relay, reason } => write!(f, "RelayFailed({relay}, {reason:?})"),
            Event::PunchFailed { peer } => write!(f, "PunchFailed({peer})"),
            Event::Disconnected { peer, reason } => write!(f, "Disconnected({peer}, {reason:?})"),
            Event::Dialled { address, peer } => write!(f, "Dialled({address}, {peer})"),
            Event::DialFailed { address, peer, reason } => {
                write!(f, "DialFailed({address}, {peer:?}, {reason:?})")
            }
            Event::Inbound { peer, id, bytes } => {
                write!(f, "Inbound({peer}, {}, {} bytes)", id.0, bytes.len())
            }
            Event::Response { peer, tag, bytes } => {
                write!(f, "Response({peer}, {tag}, {} bytes)", bytes.len())
            }
            Event::Failed { peer, tag, reason } => write!(f, "Failed({peer}, {tag}, {reason:?})"),
            Event::Found { peer, addresses } => write!(f, "Found({peer}, {addresses:?})"),
            Event::Lost { peer } => write!(f, "Lost({peer})"),
            Event::FindingFailed(why) => write!(f, "FindingFailed({why})"),
            Event::RoundTrip { peer, time } => write!(f, "RoundTrip({peer}, {time:?})"),
        }
    }
}
