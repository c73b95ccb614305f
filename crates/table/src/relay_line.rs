//! The line that the owner of a relay gives to his friends.

use game::canon::{from_bytes, to_bytes};
use net::{Address, RelayAccess};

use crate::invitation::InvitationError;
use crate::link::parts::Relay;
use crate::link::{self, Kind};

/// A relay, as its owner tells of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelayLine {
    access: RelayAccess,
    name: Option<String>,
}

impl RelayLine {
    /// What to tell of a relay. A name that may not be shown makes a line that nobody reads.
    pub fn new(access: RelayAccess, name: Option<String>) -> Self {
        Self { access, name }
    }

    /// The first line of a relay in a text, whatever is around it; or a bare address that says who
    /// the relay is.
    ///
    /// # Errors
    /// There is none that can be used; what is wrong with the first one.
    pub fn read(text: &str) -> Result<Self, InvitationError> {
        match link::read(Kind::Relay, text) {
            Ok(payload) => Self::of_payload(&payload).ok_or(InvitationError::Malformed),
            Err(InvitationError::None) => Self::of_address(text).ok_or(InvitationError::None),
            Err(error) => Err(error),
        }
    }

    fn of_payload(payload: &[u8]) -> Option<Self> {
        let relay: Relay = from_bytes("relay line", payload).ok()?;
        let (access, name) = relay.read()?;
        Some(Self { access, name })
    }

    fn of_address(text: &str) -> Option<Self> {
        let address: Address = text.parse().ok().filter(|at: &Address| at.port() > 0)?;
        Some(Self { access: RelayAccess::new(address, None)?, name: None })
    }

    /// The line: a link.
    pub fn write(&self) -> String {
        let relay = Relay::of(&self.access, self.name.clone());
        let mut payload = Vec::new();
        if let Some(relay) = relay {
            to_bytes(&relay, &mut payload);
        }
        link::write(Kind::Relay, &payload)
    }

    /// How to use it.
    pub fn access(&self) -> &RelayAccess {
        &self.access
    }

    /// What its owner calls it.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use net::{Identity, Token};

    use super::*;

    fn line(token: Option<Token>, name: Option<&str>) -> RelayLine {
        let peer = Identity::from_seed([5; 32]).peer();
        let at = |place: &str| format!("{place}/{peer}").parse::<Address>().unwrap();
        let access = RelayAccess::new(at("203.0.113.7:4001"), token).unwrap();
        let access = access.also(at("relay.example:4001")).also(at("[2001:db8::7]:4001"));
        RelayLine::new(access, name.map(str::to_owned))
    }

    #[test]
    fn a_line_round_trips_and_stays_short() {
        for line in [line(Some(Token([9; 16])), Some("小明家")), line(None, None)] {
            let text = line.write();
            assert!(text.len() < 260, "{} letters", text.len());
            assert_eq!(RelayLine::read(&format!("用这个中继：{text}。")), Ok(line));
        }
        let peer = Identity::from_seed([5; 32]).peer();
        let bare = RelayLine::read(&format!("203.0.113.7:4001/{peer}")).unwrap();
        assert_eq!((bare.access().relay(), bare.name()), (peer, None));
    }

    #[test]
    fn what_no_owner_writes_is_refused() {
        let peer = Identity::from_seed([5; 32]).peer();
        assert_eq!(RelayLine::read("203.0.113.7:4001"), Err(InvitationError::None));
        assert_eq!(RelayLine::read(&format!("203.0.113.7:0/{peer}")), Err(InvitationError::None));
        let evil = line(None, Some("a\u{202e}b")).write();
        assert_eq!(RelayLine::read(&evil), Err(InvitationError::Malformed));
        let room = link::write(Kind::Room, b"1");
        assert_eq!(RelayLine::read(&room), Err(InvitationError::Kind));
        let good = line(None, Some("one")).write();
        let payload = link::read(Kind::Relay, &good).unwrap();
        for cut in 0..payload.len() {
            let cut = link::write(Kind::Relay, payload.get(..cut).unwrap());
            assert_eq!(RelayLine::read(&cut), Err(InvitationError::Malformed));
        }
        let longer = link::write(Kind::Relay, &[&payload[..], &[0]].concat());
        assert_eq!(RelayLine::read(&longer), Err(InvitationError::Malformed));
    }
}
