//! The key that proves who we are on the network.

use std::fmt;

use libp2p::identity::Keypair;

use crate::PeerId;

/// An Ed25519 key pair for the handshake of every connection.
///
/// It signs nothing but handshakes: moves are signed by another key, which this crate never sees.
/// **Must not be sent or logged.**
#[derive(Clone)]
pub struct Identity(Keypair);

impl Identity {
    /// The identity of this seed: the same seed gives the same peer id. The seed's copy here is
    /// zeroed; the caller zeroes his own.
    pub fn from_seed(mut seed: [u8; 32]) -> Identity {
        let keys = Keypair::ed25519_from_bytes(&mut seed[..]);
        Identity(keys.expect("any 32 bytes are an Ed25519 seed"))
    }

    /// The public name of this identity.
    pub fn peer(&self) -> PeerId {
        self.0.public().to_peer_id().into()
    }

    pub(crate) fn keys(&self) -> &Keypair {
        &self.0
    }
}

/// Shows the public name only.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({}, secret)", self.peer())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_name() {
        let one = Identity::from_seed([1; 32]);
        assert_eq!(one.peer(), Identity::from_seed([1; 32]).peer());
        assert_ne!(one.peer(), Identity::from_seed([2; 32]).peer());
    }

    #[test]
    fn debug_shows_no_secret() {
        let shown = format!("{:?}", Identity::from_seed([1; 32]));
        assert!(shown.contains("secret"));
        assert!(!shown.contains("1, 1, 1") && !shown.contains("0101"));
    }
}
