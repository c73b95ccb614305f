//! What the table does with relays: asks, holds, lets go.

use net::RelayAccess;

use super::*;

#[cfg(test)]
mod tests;

impl Desk {
    /// Remembers a relay from its line, uses it, and asks it how it does.
    pub(super) fn add_relay(&mut self, text: &str) {
        let line = match crate::relay_line::RelayLine::read(text) {
            Ok(line) => line,
            Err(error) => return self.problem(Problem::RelayLine(error)),
        };
        let access = line.access().clone();
        let relay = access.relay();
        if !self.relays.add(access, line.name().map(str::to_owned)) {
            return self.problem(Problem::Misuse(protocol::Misuse::WrongKind));
        }
        self.keep_relays();
        self.check(relay);
    }

    /// Uses a relay for own rooms, or none.
    pub(super) fn use_relay(&mut self, id: Option<&str>) {
        let relay = id.map(str::parse::<PeerId>).transpose();
        match relay.map(|relay| self.relays.choose(relay)) {
            Ok(true) => self.keep_relays(),
            _ => self.problem(Problem::Misuse(protocol::Misuse::WrongKind)),
        }
    }

    /// Knows a relay no more.
    pub(super) fn drop_relay(&mut self, id: &str) {
        match id.parse().map(|relay| self.relays.drop(relay)) {
            Ok(true) => self.keep_relays(),
            _ => self.problem(Problem::Misuse(protocol::Misuse::WrongKind)),
        }
    }

    /// Asks a relay of the profile how it does.
    pub(super) fn check_relay(&mut self, id: &str) {
        match id.parse().ok().filter(|relay| self.relays.of_profile(*relay).is_some()) {
            Some(relay) => self.check(relay),
            None => self.problem(Problem::Misuse(protocol::Misuse::WrongKind)),
        }
    }

    fn check(&mut self, relay: PeerId) {
        if let (Some(access), Some(net)) = (self.relays.of_profile(relay), self.up()) {
            self.relays.asked(relay);
            let _ = net.know(access);
        }
    }

    fn keep_relays(&mut self) {
        if let Err(error) = self.profile.keep_relays(&self.relays.write()) {
            self.problem(Problem::Disk(error.to_string()));
        }
    }

    /// Uses a relay to reach somebody, if he is behind it.
    pub(crate) fn know_relay(&mut self, access: RelayAccess, name: Option<String>) {
        if let Some(net) = self.up()
            && let Some(access) = self.relays.know(access, name)
        {
            let _ = net.know(access);
        }
    }

    /// The same, for an address that somebody has typed: it may lead through a relay.
    pub(crate) fn know_relay_of(&mut self, address: &Address) {
        if let Some(access) = address.relay().and_then(|relay| RelayAccess::new(relay, None)) {
            self.know_relay(access, None);
        }
    }

    /// Has this program made reachable through a relay, until all is over.
    pub(crate) fn hold_relay(&mut self, access: &RelayAccess) {
        if let Some(net) = &self.net
            && !self.relays.is_held(access.relay())
            && net.reserve(access.clone()).is_ok()
        {
            self.relays.hold(access);
        }
    }

    /// The same, with the relay that a peer is reached through: if it is one that this player was
    /// given, and not one that somebody else has named.
    pub(crate) fn hold_way(&mut self, peer: PeerId) {
        let way = self.links.get(&peer).and_then(|(address, _)| address.relay());
        let access = way.and_then(|relay| self.relays.access(relay.peer()?));
        if let Some(access) = access {
            self.hold_relay(&access);
        }
    }

    /// An own room that waits for others is reached through the chosen relay; with nothing going on
    /// no relay is needed; in between they stay as they are.
    pub(super) fn tend_relays(&mut self, phase: &Phase) {
        let wanted = match phase {
            Phase::Idle => return self.forget_all(),
            Phase::Hosting(hosting) => self.relays.used().filter(|_| hosting.needs_others()),
            Phase::Asking(_)
            | Phase::Signing(_)
            | Phase::Playing(_)
            | Phase::Watching(_)
            | Phase::Parting(_) => return,
        };
        self.release_all_but(wanted.as_ref().map(RelayAccess::relay));
        if let Some(access) = wanted {
            self.hold_relay(&access);
        }
    }

    pub(super) fn release_relays(&mut self) {
        self.release_all_but(None);
        self.relays.forget();
    }

    fn release_all_but(&mut self, stays: Option<PeerId>) {
        for relay in self.relays.release_all_but(stays) {
            if let Some(net) = &self.net {
                let _ = net.release(relay);
            }
        }
    }
}
