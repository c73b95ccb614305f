//! The link that a relay's owner gives to those who may use it.

use game::canon::{from_bytes, to_bytes};
use net::{Address, PeerId, RelayAccess, Token, is_relay_name};
use serde::{Deserialize, Serialize};

use crate::compact::{Peer, Place};
use crate::invitation::InvitationError;
use crate::link::{self, Kind};

/// Addresses of one relay at most.
const ADDRESSES: usize = 4;

/// A relay as its owner tells of it. Whoever has the link may use it: **not to be logged.**
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelayLine {
    /// What its owner calls it.
    pub name: String,
    /// Who it is.
    pub relay: PeerId,
    /// Where it is: at least one, and each says who must answer.
    pub addresses: Vec<Address>,
    /// What it wants to be shown, if anything.
    pub token: Option<Token>,
}

/// A link's payload. The order is that of the bytes.
#[derive(Serialize, Deserialize)]
struct Payload {
    relay: Peer,
    places: Vec<Place>,
    token: Option<[u8; 16]>,
    name: String,
}

impl RelayLine {
    /// The first relay's link in a text, whatever is around it.
    ///
    /// # Errors
    /// There is none that can be used; what is wrong with the first one.
    pub fn read(text: &str) -> Result<Self, InvitationError> {
        let payload = link::read(Kind::Relay, text)?;
        Self::read_payload(&payload).ok_or(InvitationError::Malformed)
    }

    fn read_payload(bytes: &[u8]) -> Option<Self> {
        let payload: Payload = from_bytes("relay", bytes).ok()?;
        let relay = payload.relay.read()?;
        let places: Option<Vec<_>> = payload.places.iter().map(Place::read).collect();
        let addresses: Vec<_> = places?.iter().map(|place| place.with_peer(relay)).collect();
        let is_sound = (1..=ADDRESSES).contains(&addresses.len()) && is_relay_name(&payload.name);
        let (name, token) = (payload.name, payload.token.map(Token));
        is_sound.then_some(Self { name, relay, addresses, token })
    }

    /// The link.
    pub fn link(&self) -> String {
        let payload = Payload {
            relay: Peer::of(self.relay),
            places: self.addresses.iter().filter_map(Place::of).collect(),
            token: self.token.as_ref().map(|token| token.0),
            name: self.name.clone(),
        };
        let mut bytes = Vec::new();
        to_bytes(&payload, &mut bytes);
        link::write(Kind::Relay, &bytes)
    }

    /// How to use it.
    pub fn access(&self) -> Option<RelayAccess> {
        RelayAccess::new(self.addresses.first()?.clone(), self.token.clone())
    }
}

#[cfg(test)]
mod tests {
    use net::Identity;

    use super::*;

    fn line() -> RelayLine {
        let relay = Identity::from_seed([9; 32]).peer();
        let at = |text: &str| text.parse::<Address>().unwrap().with_peer(relay);
        let addresses = vec![at("/dns/relay.example.org/tcp/4600"), at("203.0.113.7:4600")];
        RelayLine { name: "老王的中继".into(), relay, addresses, token: Some(Token([7; 16])) }
    }

    #[test]
    fn a_line_comes_out_as_it_went_in() {
        let text = format!("用我的中继：{}，别外传", line().link());
        assert_eq!(RelayLine::read(&text), Ok(line()));
        assert!(line().link().len() < 250, "{}", line().link().len());
        let open = RelayLine { token: None, ..line() };
        assert_eq!(RelayLine::read(&open.link()), Ok(open.clone()));
        assert_eq!(open.access().unwrap().address(), &open.addresses[0]);
        assert!(!format!("{:?}", line()).contains("7, 7"));
    }

    #[test]
    fn what_no_honest_program_writes_is_refused() {
        let many = vec![line().addresses[1].clone(); 5];
        for bad in [
            RelayLine { name: String::new(), ..line() },
            RelayLine { name: "a\u{202e}b".into(), ..line() },
            RelayLine { name: "a".repeat(49), ..line() },
            RelayLine { addresses: Vec::new(), ..line() },
            RelayLine { addresses: many, ..line() },
            RelayLine { addresses: vec!["10.0.0.1:0".parse().unwrap()], ..line() },
            RelayLine { addresses: vec!["0.0.0.0:9".parse().unwrap()], ..line() },
        ] {
            assert_eq!(RelayLine::read(&bad.link()), Err(InvitationError::Malformed), "{bad:?}");
        }
    }
}
