//! The relays that this player knows, and those that lead to others for as long as they are needed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use data_encoding::HEXLOWER;
use net::{
    Address, CircuitLimits, PeerId, RelayAccess, RelayFailure, RelayInfo, Token, is_relay_name,
};
use record::plain;

use crate::relay_line::RelayLine;
use crate::ways::{RelayState, RelayView};

/// Relays that a profile remembers at most.
const LISTED: usize = 8;
/// Relays of invitations and matches at most: the network knows no more either.
const KNOWN: usize = net::limits::RELAYS;
/// First line of the file.
const TITLE: &str = "qiyue relays 1";
/// Bytes of the file that are looked at.
pub(crate) const FILE_BYTES: u64 = 8 * 1024;
/// How a peer id with an Ed25519 key begins, that is nearly every one.
const COMMON: &str = "12D3KooW";
/// Letters of a peer id that stand for the name of a relay without one.
const SHORT: usize = 8;

/// Every relay that matters now.
#[derive(Default)]
pub(crate) struct Relays {
    listed: Vec<Listed>,
    /// The one of them that own rooms are reached through.
    used: Option<PeerId>,
    /// Those that lead to others.
    known: Vec<(RelayAccess, Option<String>)>,
    /// Those that were asked to make this program reachable.
    held: BTreeMap<PeerId, RelayAccess>,
    /// Those that do, and where this program is then.
    reserved: BTreeMap<PeerId, Address>,
    states: BTreeMap<PeerId, State>,
}

/// A relay of the profile.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Listed {
    access: RelayAccess,
    name: Option<String>,
}

#[derive(Clone)]
enum State {
    Trying,
    Serves(RelayInfo),
    Failed(RelayFailure),
}

impl Relays {
    /// What is in the file of a profile; what cannot be read of it is not known.
    pub(crate) fn read(text: &str) -> Self {
        let mut relays = Self::default();
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return relays;
        }
        for line in lines.take(LISTED) {
            let (mark, rest) = line.split_at_checked(2).unwrap_or_default();
            let Some(listed) = Listed::read(rest) else { continue };
            let relay = listed.access.relay();
            if relays.listed(relay).is_none() {
                relays.listed.push(listed);
                relays.used = relays.used.or((mark == "* ").then_some(relay));
            }
        }
        relays
    }

    /// What is to be in the file.
    pub(crate) fn write(&self) -> String {
        let mut text = format!("{TITLE}\n");
        for listed in &self.listed {
            let mark = if self.used == Some(listed.access.relay()) { '*' } else { '-' };
            // Writing to a string does not fail.
            let _ = writeln!(text, "{mark} {}", listed.write());
        }
        text
    }

    fn listed(&self, relay: PeerId) -> Option<&Listed> {
        self.listed.iter().find(|listed| listed.access.relay() == relay)
    }

    /// Remembers a relay, in the place of what was known of it, and uses it. False, if there is no
    /// room.
    pub(crate) fn add(&mut self, access: RelayAccess, name: Option<String>) -> bool {
        let relay = access.relay();
        let listed = Listed { access, name };
        let has_room = self.listed.len() < LISTED;
        match self.listed.iter_mut().find(|listed| listed.access.relay() == relay) {
            Some(old) => *old = listed,
            None if has_room => self.listed.push(listed),
            None => return false,
        }
        self.used = Some(relay);
        true
    }

    /// Uses a relay that is remembered, or none. False, if it is not.
    pub(crate) fn choose(&mut self, relay: Option<PeerId>) -> bool {
        let is_known = relay.is_none_or(|relay| self.listed(relay).is_some());
        if is_known {
            self.used = relay;
        }
        is_known
    }

    /// Forgets a relay. False, if it was not known.
    pub(crate) fn drop(&mut self, relay: PeerId) -> bool {
        let before = self.listed.len();
        self.listed.retain(|listed| listed.access.relay() != relay);
        self.used.take_if(|used| *used == relay);
        self.tidy();
        self.listed.len() < before
    }

    /// A relay of the profile.
    pub(crate) fn of_profile(&self, relay: PeerId) -> Option<RelayAccess> {
        self.listed(relay).map(|listed| listed.access.clone())
    }

    /// The one that own rooms are reached through.
    pub(crate) fn used(&self) -> Option<RelayAccess> {
        self.used.and_then(|relay| self.of_profile(relay))
    }

    /// What an invitation says of the relay that leads to the own room: nothing, if it is not asked
    /// or is of no use now.
    pub(crate) fn for_invitation(&self) -> Option<(RelayAccess, Option<String>)> {
        let access = self.used().filter(|access| self.held.contains_key(&access.relay()))?;
        let relay = access.relay();
        if let Some(State::Failed(_)) = self.states.get(&relay) {
            return None;
        }
        let name = self.given_name(relay);
        Some((access, name))
    }

    /// A relay that leads to somebody else, and its name. What is to be shown to it may be known
    /// here, and be missing in an address. None, if there are too many.
    pub(crate) fn know(
        &mut self,
        access: RelayAccess,
        name: Option<String>,
    ) -> Option<RelayAccess> {
        let relay = access.relay();
        let own = self.listed(relay).and_then(|listed| listed.access.token().cloned());
        let token = access.token().cloned().or(own);
        let access = access.with_token(token);
        self.known.retain(|(known, _)| known.relay() != relay);
        if self.known.len() >= KNOWN {
            return None;
        }
        self.known.push((access.clone(), name));
        Some(access)
    }

    /// How to use a relay that leads to somebody else, or makes this program reachable.
    pub(crate) fn access(&self, relay: PeerId) -> Option<RelayAccess> {
        let mut known = self.known.iter().map(|(access, _)| access);
        known.find(|access| access.relay() == relay).or(self.held.get(&relay)).cloned()
    }

    /// What a match needs after a restart: each relay, and whether it is to make this program
    /// reachable.
    pub(crate) fn needed(&self) -> Vec<(RelayAccess, bool)> {
        let known = self.known.iter().map(|(access, _)| access);
        let known = known.filter(|access| !self.held.contains_key(&access.relay()));
        let held = self.held.values().map(|access| (access.clone(), true));
        held.chain(known.map(|access| (access.clone(), false))).collect()
    }

    /// A relay is asked to make this program reachable. False, if it was before.
    pub(crate) fn hold(&mut self, access: &RelayAccess) -> bool {
        let old = self.held.insert(access.relay(), access.clone());
        let is_new = old.as_ref() != Some(access);
        if is_new {
            self.states.insert(access.relay(), State::Trying);
        }
        is_new
    }

    /// Whether a relay is asked to make this program reachable.
    pub(crate) fn is_held(&self, relay: PeerId) -> bool {
        self.held.contains_key(&relay)
    }

    /// Those that were held, but for this one: they are no more.
    pub(crate) fn release_all_but(&mut self, stays: Option<PeerId>) -> Vec<PeerId> {
        let held: Vec<_> = self.held.keys().copied().filter(|it| Some(*it) != stays).collect();
        for relay in &held {
            self.held.remove(relay);
            self.reserved.remove(relay);
        }
        held
    }

    /// Nobody is led to any more.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
        self.tidy();
    }

    /// A relay is asked how it does.
    pub(crate) fn asked(&mut self, relay: PeerId) {
        if !matches!(self.states.get(&relay), Some(State::Serves(_))) {
            self.states.insert(relay, State::Trying);
        }
    }

    /// A relay says how it does.
    pub(crate) fn serves(&mut self, relay: PeerId, info: RelayInfo) {
        if self.matters(relay) {
            self.states.insert(relay, State::Serves(info));
        }
    }

    /// This program is reachable through a relay.
    pub(crate) fn reserved(&mut self, relay: PeerId, address: Address) {
        if self.is_held(relay) {
            self.reserved.insert(relay, address);
            if !matches!(self.states.get(&relay), Some(State::Serves(_))) {
                let limits = CircuitLimits::default();
                self.states
                    .insert(relay, State::Serves(RelayInfo { name: None, limits, clock: None }));
            }
        }
    }

    /// A relay is of no use. False, if that is known.
    pub(crate) fn failed(&mut self, relay: PeerId, reason: RelayFailure) -> bool {
        self.reserved.remove(&relay);
        let is_known =
            matches!(self.states.get(&relay), Some(State::Failed(known)) if *known == reason);
        if self.matters(relay) {
            self.states.insert(relay, State::Failed(reason));
        }
        !is_known
    }

    /// Why a relay is of no use now.
    pub(crate) fn failure(&self, relay: PeerId) -> Option<RelayFailure> {
        match self.states.get(&relay) {
            Some(State::Failed(reason)) => Some(reason.clone()),
            _ => None,
        }
    }

    /// Where this program is behind the relays that make it reachable.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = &Address> {
        self.reserved.values()
    }

    /// The network has stopped: what is needed of it is asked for again when there is one.
    pub(crate) fn stopped(&mut self) {
        self.reserved.clear();
        self.states.clear();
    }

    /// What to call a relay.
    pub(crate) fn name(&self, relay: PeerId) -> String {
        let led = || self.known.iter().find(|(access, _)| access.relay() == relay);
        let named = self.given_name(relay).or_else(|| led().and_then(|(_, name)| name.clone()));
        // A name may have marks that pile up.
        named.map_or_else(|| short(relay), |name| plain(&name))
    }

    /// What its owner calls it: what it says itself counts more than what was pasted.
    fn given_name(&self, relay: PeerId) -> Option<String> {
        let said = match self.states.get(&relay) {
            Some(State::Serves(info)) => info.name.clone(),
            _ => None,
        };
        said.or_else(|| self.listed(relay).and_then(|listed| listed.name.clone()))
    }

    /// Those of the profile, as their owners tell of them.
    pub(crate) fn lines(&self) -> Vec<RelayLine> {
        let line = |it: &Listed| RelayLine::new(it.access.clone(), it.name.clone());
        self.listed.iter().map(line).collect()
    }

    /// What is shown of those of the profile.
    pub(crate) fn view(&self) -> Vec<RelayView> {
        let view = |listed: &Listed| {
            let relay = listed.access.relay();
            RelayView {
                id: relay.to_string(),
                name: self.name(relay),
                address: listed.access.address().to_string(),
                is_used: self.used == Some(relay),
                state: match self.states.get(&relay) {
                    None => RelayState::Idle,
                    Some(State::Trying) => RelayState::Trying,
                    Some(State::Serves(info)) => RelayState::Ready {
                        limits: info.limits,
                        is_reserved: self.reserved.contains_key(&relay),
                    },
                    Some(State::Failed(reason)) => RelayState::Failed(reason.clone()),
                },
            }
        };
        self.listed.iter().map(view).collect()
    }

    /// Whether anything is to be remembered of a relay.
    fn matters(&self, relay: PeerId) -> bool {
        let is_known = self.known.iter().any(|(access, _)| access.relay() == relay);
        is_known || self.is_held(relay) || self.listed(relay).is_some()
    }

    fn tidy(&mut self) {
        let states = std::mem::take(&mut self.states);
        self.states = states.into_iter().filter(|(relay, _)| self.matters(*relay)).collect();
    }
}

impl Listed {
    /// Address, token and name, with a space between.
    fn read(line: &str) -> Option<Self> {
        let (place, name) = read_access(line)?;
        let name = Some(name).filter(|name| !name.is_empty()).map(str::to_owned);
        let is_sound = name.as_deref().is_none_or(is_relay_name);
        is_sound.then_some(Self { access: place, name })
    }

    fn write(&self) -> String {
        let name = self.name.as_deref().unwrap_or_default();
        format!("{} {name}", write_access(&self.access)).trim_end().to_owned()
    }
}

/// A relay and what it is to be shown, as text: for private files only.
pub(crate) fn write_access(access: &RelayAccess) -> String {
    let token = access.token().map(|token| HEXLOWER.encode(&token.0));
    let places: Vec<String> = access.addresses().map(Address::to_string).collect();
    format!("{} {}", places.join(","), token.as_deref().unwrap_or("-"))
}

/// Reads what [`write_access`] wrote, and gives back what is behind the next space.
pub(crate) fn read_access(text: &str) -> Option<(RelayAccess, &str)> {
    let (places, rest) = text.split_once(' ')?;
    let (token, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let token = match token {
        "-" => None,
        token => {
            let bytes = HEXLOWER.decode(token.as_bytes()).ok()?;
            Some(Token(bytes.try_into().ok()?))
        }
    };
    let mut places = places.split(',').map(|place| {
        let place: Option<Address> = place.parse().ok();
        place.filter(|place| place.port() > 0)
    });
    let first = RelayAccess::new(places.next()??, token)?;
    let access = places.try_fold(first, |access, place| Some(access.also(place?)))?;
    Some((access, rest))
}

/// The first letters of a peer id that tell it from others.
pub(crate) fn short(relay: PeerId) -> String {
    let text = relay.to_string();
    text.strip_prefix(COMMON).unwrap_or(&text).chars().take(SHORT).collect()
}

#[cfg(test)]
mod tests {
    use net::Identity;

    use super::*;

    fn relay(seed: u8, token: Option<u8>) -> RelayAccess {
        let address: Address = format!("203.0.113.{seed}:4600").parse().unwrap();
        let peer = Identity::from_seed([seed; 32]).peer();
        RelayAccess::new(address.with_peer(peer), token.map(|byte| Token([byte; 16]))).unwrap()
    }

    fn info(name: Option<&str>) -> RelayInfo {
        RelayInfo { name: name.map(str::to_owned), limits: CircuitLimits::default(), clock: None }
    }

    #[test]
    fn the_file_keeps_everything_and_damage_costs_a_line_at_most() {
        let mut relays = Relays::default();
        assert!(relays.add(relay(1, Some(0xab)), Some("老王的 中继".into())));
        assert!(relays.add(relay(2, None), None));
        assert!(relays.choose(Some(relay(1, None).relay())));
        let text = relays.write();
        let again = Relays::read(&text);
        assert_eq!((again.write(), &again.listed), (text.clone(), &relays.listed));
        assert_eq!(again.used(), Some(relay(1, Some(0xab))));
        assert!(!format!("{:?}", again.listed).contains("ab, ab"));
        assert_eq!(Relays::read("qiyue relays 2\n").write(), Relays::default().write());
        let damaged = text.replacen("- /ip4", "- /ipx", 1).replace("abab", "xy");
        assert_eq!(Relays::read(&damaged).listed, []);
        let twice = format!("{text}{}", text.split_once('\n').unwrap().1);
        assert_eq!(Relays::read(&twice).listed.len(), 2);
        let steering = text.replace("老王的 中继", "\u{202e}老王");
        assert_eq!(Relays::read(&steering).listed.len(), 1);
        for hostile in ["", "*", "qiyue relays 1\n国国国\n* \n*\n", &"x\n".repeat(9999)] {
            assert_eq!(Relays::read(hostile).listed, []);
        }
    }

    #[test]
    fn a_profile_has_so_many_relays_and_no_more() {
        let mut relays = Relays::default();
        for seed in 0..8 {
            assert!(relays.add(relay(seed, None), None));
        }
        assert!(!relays.add(relay(9, None), None));
        assert!(relays.add(relay(7, Some(1)), None), "known already");
        assert!(!relays.choose(Some(relay(9, None).relay())));
        assert!(relays.choose(None) && relays.used().is_none());
        assert!(relays.drop(relay(7, None).relay()) && !relays.drop(relay(7, None).relay()));
        for seed in 20..40 {
            relays.know(relay(seed, None), None);
        }
        assert_eq!(relays.known.len(), KNOWN);
        relays.forget();
        assert!(relays.known.is_empty());
    }

    #[test]
    fn how_a_relay_does_is_told() {
        let mut relays = Relays::default();
        relays.add(relay(1, None), None);
        let id = relay(1, None).relay();
        let state = |relays: &Relays| relays.view()[0].state.clone();
        let limits = CircuitLimits::default();
        assert_eq!(state(&relays), RelayState::Idle);
        assert_eq!(relays.for_invitation(), None, "nobody is reached through it yet");
        assert!(relays.hold(&relay(1, None)) && !relays.hold(&relay(1, None)));
        assert_eq!(state(&relays), RelayState::Trying);
        assert!(relays.for_invitation().is_some(), "it is being asked");
        relays.serves(id, info(Some("老王")));
        assert_eq!(state(&relays), RelayState::Ready { limits, is_reserved: false });
        let address = relay(1, None).address().to_behind(relay(2, None).relay()).unwrap();
        relays.reserved(id, address.clone());
        assert_eq!(relays.addresses().collect::<Vec<_>>(), [&address]);
        assert_eq!(state(&relays), RelayState::Ready { limits, is_reserved: true });
        assert_eq!(relays.for_invitation().unwrap().1.as_deref(), Some("老王"));
        assert!(relays.failed(id, RelayFailure::Gone) && !relays.failed(id, RelayFailure::Gone));
        assert_eq!(state(&relays), RelayState::Failed(RelayFailure::Gone));
        assert_eq!(relays.for_invitation(), None);
        relays.serves(id, info(None));
        assert_eq!(state(&relays), RelayState::Ready { limits, is_reserved: false });
        assert_eq!(relays.release_all_but(None), [id]);
        assert!(!relays.is_held(id));
        // Nothing is remembered of relays that nobody asked for.
        let stranger = relay(5, None).relay();
        relays.serves(stranger, info(Some("x")));
        assert!(relays.failed(stranger, RelayFailure::Full));
        assert_eq!(relays.states.len(), 1);
    }

    #[test]
    fn a_relay_without_a_name_is_called_by_what_tells_it_apart() {
        let mut relays = Relays::default();
        let [a, b] = [1, 2].map(|seed| relay(seed, None));
        assert_ne!(relays.name(a.relay()), relays.name(b.relay()));
        assert_eq!(relays.name(a.relay()).len(), SHORT);
        relays.know(a.clone(), Some("老王".into()));
        assert_eq!(relays.name(a.relay()), "老王");
        // What this player was given for it is shown to it, whatever an address leaves out.
        relays.add(relay(3, Some(3)), Some("own".into()));
        let known = relays.know(relay(3, None), Some("other".into())).unwrap();
        assert_eq!(known.token(), Some(&Token([3; 16])));
        assert_eq!(relays.name(known.relay()), "own");
    }
}
