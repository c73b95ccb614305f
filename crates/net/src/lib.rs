//! The network: frames of bytes between named peers. The only crate with tokio and libp2p.
//!
//! It knows peer ids, addresses and frames of at most 64 KiB, and nothing of what is in a frame, of
//! seats, tables or games. TCP, noise and yamux carry one protocol, `/qiyue/match/1`: a request is
//! one frame, its response is one frame. Relays are greeted by another, `/qiyue/relay/1`.
//!
//! # The owner's contract
//!
//! > Start it, then take events until [`Stopped`]; answer each [`Event::Inbound`] soon; call
//! > whatever you like from any thread.
//!
//! The network runs on its own thread. Calls go to it through one bounded queue, events come back
//! through another; no call waits. What an owner may rely on:
//!
//! - For each peer, [`Event::Connected`] and [`Event::Disconnected`] alternate. [`Event::Inbound`]
//!   and [`Event::Response`] of a peer come only between them. The two sides need not agree: who
//!   comes back before his absence is noticed was, for the other side, never away.
//! - Each [`Net::request`] that was not [`Refused`] ends in exactly one [`Event::Response`] or
//!   [`Event::Failed`]; if the link breaks, before its [`Event::Disconnected`]. A failed one may
//!   have been received all the same: what is asked must bear being asked twice.
//! - Each [`Net::dial`] that was not refused ends in exactly one [`Event::Dialled`] or
//!   [`Event::DialFailed`]. For kept peers `DialFailed` comes at each attempt.
//! - The peer of an event is proven by its key in the handshake, and what it sent arrived unaltered
//!   or not at all.
//! - Requests in flight may overtake each other, on their way and on the way back.
//! - With [`Config::find`] the local network is searched by mDNS (IPv4). For each peer that is not
//!   this program [`Event::Found`] comes first, again when its addresses have changed, and then
//!   [`Event::Lost`]; nothing is dialled. An announcement proves nothing: neither that the peer is
//!   there, nor, being lost, that it is gone. Programs on one host find each other only if it has
//!   an interface beside the loopback.
//! - An address may lead through a relay (circuit relay v2). The relay is connected and greeted
//!   first, by itself, and never shows as a peer. What goes through it is encrypted from end to end,
//!   and the peer proves its key through it. Direct addresses are dialled beside relayed ones, hole
//!   punching goes on beside both, and as soon as a direct connection stands it takes the place of
//!   those through relays: [`Event::Rerouted`] says so. Requests under way may fail then.
//! - A relay that is needed is tried again for ever: [`Event::Relay`] and [`Event::RelayFailed`] say
//!   how it does. One that would cut a game off is not used.
//! - Nobody behind a relay makes this program dial anything nearer to it than the relay is.
//! - Every bound is in [`limits`]. If the owner takes no events, the network stands still; it does
//!   not grow, and nothing is lost. A peer that exceeds a bound is disconnected.
//! - A connection without a sign of life is closed after [`limits::SILENCE`], a link that is neither
//!   kept nor used after [`limits::UNUSED`].
//!
//! # Example
//!
//! ```
//! use net::{Config, Event, Identity, Net};
//!
//! let (one, events) = Net::start(Identity::from_seed([1; 32]), Config::loopback(0))?;
//! let Event::Listening(address) = events.recv()? else { panic!("it listens first") };
//! let answering = one.clone();
//! let owner = std::thread::spawn(move || {
//!     while let Ok(event) = events.recv() {
//!         if let Event::Inbound { id, .. } = event {
//!             answering.respond(id, b"ready".to_vec()).expect("events are taken");
//!         }
//!     }
//! });
//!
//! let (two, events) = Net::start(Identity::from_seed([2; 32]), Config::default())?;
//! two.keep(one.peer(), vec![address])?;
//! loop {
//!     match events.recv()? {
//!         Event::Connected { peer, .. } => two.request(peer, 7, b"ready?".to_vec())?,
//!         Event::Response { tag: 7, bytes, .. } => break assert_eq!(bytes, b"ready"),
//!         _ => {}
//!     }
//! }
//! one.shutdown();
//! owner.join().expect("no panic");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod backoff;
mod behaviour;
mod codec;
mod dial;
mod driver;
mod event;
mod failure;
mod find;
mod found;
mod gate;
mod guard;
mod handle;
mod identity;
pub mod limits;
mod link;
mod links;
mod peer;
pub mod probe;
mod queue;
mod reach;
pub mod relay;
mod relayed;
mod relaying;
mod relays;
mod reports;

pub use address::{Address, AddressError};
pub use event::{Direction, Event, InboundId};
pub use failure::{DialFailure, Parting, RequestFailure};
pub use handle::{Config, Net, Refused, StartError};
pub use identity::Identity;
pub use peer::{PeerId, PeerIdError};
pub use queue::{EventReceiver, Stopped};
pub use reach::Reach;
pub use relaying::{CircuitLimits, RelayAccess, RelayFailure, RelayInfo, Token, is_relay_name};
