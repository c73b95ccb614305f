//! Who is at the other end.

use std::fmt;
use std::str::FromStr;

/// The name of a program on the network: a digest of its public key, proven in the handshake.
///
/// Ordered by its bytes. At most 64 bytes long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeerId(libp2p::PeerId);

/// The text or the bytes are not a peer id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a peer id")]
pub struct PeerIdError;

impl PeerId {
    /// The canonical bytes, at most 64.
    pub fn to_bytes(self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// Reads what [`PeerId::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are not exactly one peer id in its canonical form.
    pub fn from_bytes(bytes: &[u8]) -> Result<PeerId, PeerIdError> {
        let peer = libp2p::PeerId::from_bytes(bytes).map_err(|_| PeerIdError)?;
        if peer.to_bytes() != bytes {
            return Err(PeerIdError);
        }
        Ok(PeerId(peer))
    }

    pub(crate) fn inner(self) -> libp2p::PeerId {
        self.0
    }
}

impl From<libp2p::PeerId> for PeerId {
    fn from(peer: libp2p::PeerId) -> PeerId {
        PeerId(peer)
    }
}

/// Base58, as in a multiaddr.
impl fmt::Display for PeerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for PeerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PeerId({})", self.0)
    }
}

impl FromStr for PeerId {
    type Err = PeerIdError;

    fn from_str(text: &str) -> Result<PeerId, PeerIdError> {
        text.parse().map(PeerId).map_err(|_| PeerIdError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    #[test]
    fn bytes_and_text_round_trip() {
        let peer = Identity::from_seed([7; 32]).peer();
        assert!(peer.to_bytes().len() <= 64);
        assert_eq!(PeerId::from_bytes(&peer.to_bytes()), Ok(peer));
        assert_eq!(peer.to_string().parse(), Ok(peer));
    }

    #[test]
    fn anything_else_is_refused() {
        let mut bytes = Identity::from_seed([7; 32]).peer().to_bytes();
        bytes.push(0);
        assert_eq!(PeerId::from_bytes(&bytes), Err(PeerIdError));
        assert_eq!(PeerId::from_bytes(&[]), Err(PeerIdError));
        assert_eq!("somebody".parse::<PeerId>(), Err(PeerIdError));
    }
}
