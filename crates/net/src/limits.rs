//! Every bound of this crate, each with its reason.
//!
//! Nothing a peer sends may grow memory without bound, and nothing may wait for ever. Worst cases:
//! 256 queued events and 256 queued commands of 64 KiB each are 16 MiB each way.

use std::time::Duration;

/// Longest frame in bytes, either way: one closed step or one signed entry fits.
pub const FRAME: usize = 65_536;

/// Bytes read from a stream at once. A frame's buffer grows with what has arrived, never with what
/// a header promises.
pub(crate) const CHUNK: usize = 8_192;

/// Events waiting for the owner. When full, the driver takes nothing more from the network.
pub const EVENTS: usize = 256;

/// Of those, inbound requests: the rest is room for what the owner's own calls bring about.
pub const INBOUND: usize = 64;

/// Inbound requests of one peer that wait for the owner or for an answer. An honest peer sends
/// [`IN_FLIGHT`] at a time; the slack covers answers still on their way out.
pub const INBOUND_PER_PEER: usize = 8;

/// Commands waiting for the driver, which takes them within microseconds unless it stands still.
pub const COMMANDS: usize = 256;

/// Requests to one peer sent and not answered yet. Three each way and two of slack are the eight
/// streams of a connection.
pub const IN_FLIGHT: usize = 3;

/// Requests to one peer waiting for their turn (1 MiB); more are refused as busy.
pub const WAITING: usize = 16;

/// Request streams open at once on one connection, both ways together.
pub(crate) const STREAMS_PER_CONNECTION: usize = 8;

/// Streams on one connection whose protocol is still being agreed on.
pub(crate) const NEGOTIATING_STREAMS: usize = 16;

/// Streams of any protocol on one connection: requests, ping and identify each way, and slack.
pub(crate) const MUXED_STREAMS: usize = 32;

/// Connections coming in that have not shown a key yet.
pub(crate) const PENDING_IN: u32 = 16;

/// Dials under way, typed and kept together.
pub(crate) const DIALS: usize = 16;

/// Connections accepted; fewer than [`ESTABLISHED`], so that strangers cannot keep us from dialling.
pub(crate) const ESTABLISHED_IN: u32 = 40;

/// Connections in all. Kept peers are not counted.
pub(crate) const ESTABLISHED: u32 = 48;

/// Connections to one peer. Two peers that dial each other at once make two; a limit of one would
/// let each side close the other's.
pub(crate) const PER_PEER: usize = 3;

/// Peers kept at once: seats and spectators of one table with room to spare.
pub const KEPT: usize = 64;

/// Addresses remembered of one kept peer.
pub const ADDRESSES: usize = 8;

/// Blocked peers remembered; the oldest is forgotten. Keys are free, so a longer list buys nothing.
pub const BLOCKED: usize = 256;

/// Peers found on the local network and known at once: more than a window would list. Who comes
/// when all places are taken is left out, so that a flood pushes nobody out.
pub const FOUND: usize = 64;

/// Addresses of one found peer: mDNS says one for each subnet that both share.
pub const FOUND_ADDRESSES: usize = 4;

/// Time between two news of one found peer, so that nobody who comes and goes fills the queue: 64
/// events a second from all places together.
pub const FOUND_PAUSE: Duration = Duration::from_secs(2);

/// Announcements remembered by one search; a search that holds more starts anew after
/// [`FIND_REST`]. Addresses of all [`FOUND`] peers, and of other programs with the same name for
/// their service. While it fills up, packets read ahead may take some 20 MiB.
pub(crate) const FIND_RECORDS: usize = 256;

/// Time between two questions to the local network. An answer to anybody's counts.
pub(crate) const FIND_EVERY: Duration = Duration::from_secs(25);

/// Time for which an announcement of ours counts: four questions may get lost.
pub(crate) const FIND_TTL: Duration = Duration::from_secs(120);

/// A search ends after this, and what it knew must be announced again: those who announce choose
/// how long it counts, and it may be for ever.
pub(crate) const FIND_AFRESH: Duration = Duration::from_secs(300);

/// Time for that: a new search asks at once and after 0.5, 1, 2, 4 and 8 seconds.
pub(crate) const FIND_CONFIRM: Duration = Duration::from_secs(20);

/// Pause after a search that was flooded or could not be done: it costs next to nothing then.
pub(crate) const FIND_REST: Duration = Duration::from_secs(60);

/// Addresses taken from one name look-up.
pub(crate) const LOOKED_UP: usize = 4;

/// Longest address text in bytes that is looked at.
pub const ADDRESS_TEXT: usize = 512;

/// Faults (slow or overlong frames) after which a peer's link is closed.
pub const STRIKES: u8 = 3;

/// Time for a dial or an incoming connection up to and with the proof of its key.
pub const CONNECT_TIME: Duration = Duration::from_secs(8);

/// Time for a name look-up.
pub(crate) const LOOK_UP_TIME: Duration = Duration::from_secs(5);

/// Time from sending a request to having its response. The receiver has as long to answer.
pub const REQUEST_TIME: Duration = Duration::from_secs(5);

/// Time for the frame of an inbound request to arrive. Shorter than [`REQUEST_TIME`], so that a
/// trickle is seen here, where the peer is known, and not dropped silently by the library.
pub(crate) const FRAME_TIME: Duration = Duration::from_secs(4);

/// Time between pings on each connection.
pub(crate) const PING_EVERY: Duration = Duration::from_secs(5);

/// Time for a ping to come back.
pub(crate) const PING_TIME: Duration = Duration::from_secs(8);

/// Reported ping failures after which a connection is closed. (The library swallows the first.)
pub(crate) const PING_FAILURES: u32 = 2;

/// A connection that has shown no sign of life for so long is closed: three pings are missing.
pub const SILENCE: Duration = Duration::from_secs(15);

/// A link to a peer that is not kept is closed when no request went either way for so long.
pub const UNUSED: Duration = Duration::from_secs(60);

/// The library's own idle time-out. It knows no peers, so it must suit the kept ones.
pub(crate) const IDLE: Duration = Duration::from_secs(3600);

/// Time between two looks at the links.
pub(crate) const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// A look that comes so late says that *we* stood still (sleep, a stopped process, an owner that
/// took no events): silence of the peers proves nothing then.
pub(crate) const ASLEEP: Duration = Duration::from_secs(5);

/// First wait before a kept peer is dialled again.
pub const RETRY_FIRST: Duration = Duration::from_millis(500);

/// Longest wait before a kept peer is dialled again.
pub const RETRY_MOST: Duration = Duration::from_secs(30);

/// A connection that lasted so long resets the wait to [`RETRY_FIRST`].
pub(crate) const STABLE: Duration = Duration::from_secs(10);

/// Longest name of a relay in bytes.
pub const RELAY_NAME: usize = 48;

/// A relay that cuts a circuit off sooner is not used: a game of 劳棋 lasts that long.
pub const RELAY_SECONDS_LEAST: u32 = 3_600;

/// A relay that allows one circuit less is not used: four set-ups of 军棋 and a long game.
pub const RELAY_BYTES_LEAST: u64 = 1_048_576;

/// Relays known at once: one's own, and those of the invitations and matches under way.
pub const RELAYS: usize = 8;

/// Addresses of own interfaces that a probe looks at.
pub const PROBED: usize = 32;

/// Time in which what a probe has sent to a group must come back.
pub(crate) const PROBE_TIME: Duration = Duration::from_millis(700);

/// Addresses that a peer may name for hole punching; more, and none is dialled. The library sends
/// up to 20 that were observed of it.
pub(crate) const PUNCHED: usize = 24;

/// A relayed connection goes on for so long beside a direct one: requests under way end on it.
pub(crate) const SPARE: Duration = Duration::from_secs(2);

/// News of a relay that wait to be read at most; more are dropped.
pub(crate) const RELAY_NEWS: usize = 256;

/// Addresses of a relay that are given away.
pub const RELAY_ADDRESSES: usize = 4;

/// Clients that a relay remembers at most.
pub(crate) const RELAY_ADMITTED: usize = 4_096;

/// Connections of a relay at least; more, if more clients are allowed.
pub(crate) const RELAY_CONNECTIONS: u32 = 512;

/// Connections coming in to a relay that have not shown a key yet.
pub(crate) const RELAY_PENDING: u32 = 128;

/// Connections of one client of a relay at least: one that is being replaced, and slack.
pub(crate) const RELAY_PER_PEER: u32 = 4;

/// Connections to a relay's health page at once.
pub(crate) const HEALTH_CONNECTIONS: usize = 16;

/// Time for a request to a health page and its answer.
pub(crate) const HEALTH_TIME: Duration = Duration::from_secs(5);

/// How often a peer behind a relay may have us dial him for hole punching, until he connects anew.
/// The library tries three times.
pub(crate) const PUNCHES: u8 = 12;
