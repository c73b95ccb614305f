//! What went wrong, as the owner is told. The library's errors are read here and nowhere else.

use std::error::Error;
use std::io;

use libp2p::TransportError;
use libp2p::core::transport::timeout::TransportTimeoutError;
use libp2p::core::upgrade::NegotiationError;
use libp2p::relay::outbound::hop::{ConnectError, ReserveError};
use libp2p::request_response::OutboundFailure;

use crate::PeerId;
use crate::codec::{FrameFault, fault_in};
use crate::relaying::RelayFailure;

/// Why nobody was reached at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialFailure {
    /// The host is there, but nothing listens on the port.
    #[error("nothing listens there")]
    Refused,
    /// There is no way to the host.
    #[error("there is no way to this host")]
    Unreachable,
    /// No answer within [`CONNECT_TIME`](crate::limits::CONNECT_TIME).
    #[error("no answer")]
    TimedOut,
    /// The name has no (suitable) address.
    #[error("nobody knows this name")]
    UnknownName,
    /// Somebody else answered.
    #[error("somebody else answered: {found}")]
    WrongPeer {
        /// Who answered.
        found: PeerId,
    },
    /// The address is our own.
    #[error("this is the own address")]
    Myself,
    /// Something answered that does not speak our handshake, or that hung up during it. A full
    /// house hangs up too.
    #[error("what answered does not speak our language, or hung up")]
    Handshake,
    /// A bound on our side is reached: dials under way or connections.
    #[error("too many connections")]
    Busy,
    /// The peer is blocked, or not among those allowed.
    #[error("this peer is blocked")]
    Blocked,
    /// The relay in between is of no use now:
    /// [`Event::RelayFailed`](crate::Event::RelayFailed) says why.
    #[error("the relay in between cannot be used")]
    NoRelay,
    /// The relay in between does not know the peer, which is not there or has no place at it.
    #[error("the relay does not know this peer")]
    NotThere,
    /// The operating system said something else.
    #[error("{0}")]
    Other(io::ErrorKind),
}

/// Why a request has no response. Whether the peer has seen the request is not known, except where
/// it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestFailure {
    /// There is no link to the peer. Nothing was sent.
    #[error("not connected")]
    NotConnected,
    /// No response within [`REQUEST_TIME`](crate::limits::REQUEST_TIME) after it was sent.
    #[error("no answer in time")]
    TimedOut,
    /// The peer speaks another version of the protocol. Nothing was read there.
    #[error("the peer speaks another version")]
    Unsupported,
    /// The connection was closed first.
    #[error("the connection was closed")]
    Closed,
    /// The response was longer than [`FRAME`](crate::limits::FRAME).
    #[error("the answer is too long")]
    TooLarge,
    /// [`WAITING`](crate::limits::WAITING) requests to this peer wait already. Nothing was sent.
    #[error("too many requests wait")]
    Busy,
    /// The peer gave no answer: it refused the request, or broke off.
    #[error("the peer gave no answer")]
    Broken,
}

/// Why the last connection to a peer is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Parting {
    /// We were asked to: [`Net::close`](crate::Net::close).
    #[error("closed")]
    Asked,
    /// The peer closed it, or the connection broke.
    #[error("the connection broke")]
    Gone,
    /// No sign of life for [`SILENCE`](crate::limits::SILENCE).
    #[error("no sign of life")]
    Silent,
    /// Nobody used it for [`UNUSED`](crate::limits::UNUSED).
    #[error("not used any more")]
    Unused,
    /// [`STRIKES`](crate::limits::STRIKES) slow or overlong frames.
    #[error("slow or overlong frames")]
    Misbehaved,
    /// More unanswered requests than allowed.
    #[error("too many requests")]
    Flooding,
    /// The other program is not ours.
    #[error("another program")]
    Foreign,
    /// The peer is blocked now, or not among those allowed.
    #[error("blocked")]
    Blocked,
}

impl DialFailure {
    pub(crate) fn of_transport(error: &TransportError<io::Error>) -> DialFailure {
        match error {
            TransportError::MultiaddrNotSupported(_) => DialFailure::Unreachable,
            TransportError::Other(error) => of_chain(error),
        }
    }
}

/// The first error in the chain that tells something. What tells nothing happened in the handshake.
fn of_chain(error: &(dyn Error + 'static)) -> DialFailure {
    use io::ErrorKind as Kind;
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(TransportTimeoutError::Timeout) =
            error.downcast_ref::<TransportTimeoutError<io::Error>>()
        {
            return DialFailure::TimedOut;
        }
        if let Some(refused) = error.downcast_ref::<ConnectError>() {
            return of_circuit(refused);
        }
        let Some(io) = error.downcast_ref::<io::Error>() else {
            next = error.source();
            continue;
        };
        match io.kind() {
            Kind::ConnectionRefused => return DialFailure::Refused,
            Kind::TimedOut => return DialFailure::TimedOut,
            Kind::NetworkUnreachable
            | Kind::HostUnreachable
            | Kind::NetworkDown
            | Kind::AddrNotAvailable => return DialFailure::Unreachable,
            Kind::UnexpectedEof
            | Kind::ConnectionReset
            | Kind::ConnectionAborted
            | Kind::BrokenPipe
            | Kind::InvalidData => return DialFailure::Handshake,
            kind if io.get_ref().is_none() => return DialFailure::Other(kind),
            // `source` of a wrapping error skips the error it wraps.
            _ => next = io.get_ref().map(|inner| inner as &(dyn Error + 'static)),
        }
    }
    DialFailure::Handshake
}

/// Why a relay did not connect us.
fn of_circuit(error: &ConnectError) -> DialFailure {
    match error {
        ConnectError::NoReservation | ConnectError::ConnectionFailed => DialFailure::NotThere,
        ConnectError::ResourceLimitExceeded
        | ConnectError::PermissionDenied
        | ConnectError::Unsupported
        | ConnectError::Protocol(_)
        | ConnectError::Io(_) => DialFailure::NoRelay,
    }
}

impl RelayFailure {
    /// Why a place at a relay is gone, or was never given.
    pub(crate) fn of_listener(error: &io::Error) -> RelayFailure {
        let mut next: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = next {
            if let Some(error) = error.downcast_ref::<ReserveError>() {
                return match error {
                    ReserveError::ResourceLimitExceeded => RelayFailure::Full,
                    ReserveError::Unsupported | ReserveError::Protocol(_) => RelayFailure::NoRelay,
                    ReserveError::Refused => RelayFailure::Refused,
                    ReserveError::Io(_) => RelayFailure::Gone,
                };
            }
            let io = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
            next = match io {
                Some(inner) => Some(inner as &(dyn Error + 'static)),
                None => error.source(),
            };
        }
        RelayFailure::Gone
    }
}

impl From<OutboundFailure> for RequestFailure {
    fn from(failure: OutboundFailure) -> RequestFailure {
        match failure {
            OutboundFailure::DialFailure => RequestFailure::NotConnected,
            OutboundFailure::Timeout => RequestFailure::TimedOut,
            OutboundFailure::ConnectionClosed => RequestFailure::Closed,
            OutboundFailure::UnsupportedProtocols => RequestFailure::Unsupported,
            OutboundFailure::Io(error) if fault_in(&error) == Some(FrameFault::TooLong) => {
                RequestFailure::TooLarge
            }
            // A lazily agreed protocol is refused only when the stream is used.
            OutboundFailure::Io(error) if refuses_protocol(&error) => RequestFailure::Unsupported,
            OutboundFailure::Io(_) => RequestFailure::Broken,
        }
    }
}

fn refuses_protocol(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<NegotiationError>());
    matches!(inner, Some(NegotiationError::Failed))
}
