//! The table's thread: takes commands and network events one by one, and shows what came of them.

mod commands;
mod events;
mod relayed;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use game::SeatSet;
use net::{Address, Direction, Event as NetEvent, Net, PeerId};
use protocol::Millis;
use record::{Contract, Name, PeerBytes};

use crate::archive::Archive;
use crate::asking::Asking;
use crate::audience::Audience;
use crate::command::Command;
use crate::crash::Crash;
use crate::frames::frame_in;
use crate::hosting::Hosting;
use crate::layouts::Layouts;
use crate::lobby::Lobby;
use crate::machine::Machines;
use crate::nearby::{card, is_quiet};
use crate::parting::Parting;
use crate::playing::Playing;
use crate::profile::Profile;
use crate::relays::Relays;
use crate::room::match_frame;
use crate::shared::Shared;
use crate::shelf::Shelves;
use crate::signing::Signing;
use crate::store::Places;
use crate::talk::Talk;
use crate::trails::Trails;
use crate::view::{Person, PhaseView, Problem, TableView};
use crate::watching::Watching;
use crate::ways::{LinkView, Way};

use commands::command_in;
use events::{net_in, net_stopped};

/// Addresses that are known of one peer at most.
const ADDRESSES: usize = 8;
/// Problems that are shown at most.
const PROBLEMS: usize = 16;
/// A desk with nothing to do still looks at the time so often.
const IDLE: Duration = Duration::from_secs(3600);
/// What is still due although the last look at the time was late enough is looked at again after
/// this: nothing may keep the processor busy.
const OVERDUE_MS: u64 = 100;
/// Inputs that are taken at most before something is shown.
const BATCH: usize = 64;

/// What comes to the table's thread.
pub(crate) enum Input {
    /// What is asked for, and the version of the view that was looked at then.
    Command(Box<Command>, u64),
    Net(NetEvent),
    NetStopped,
    Quit,
}

/// What is going on: one struct for each phase.
pub(crate) enum Phase {
    Idle,
    Hosting(Box<Hosting>),
    Asking(Box<Asking>),
    Signing(Box<Signing>),
    Playing(Box<Playing>),
    Watching(Box<Watching>),
    Parting(Parting),
}

/// Starts the network for a profile.
pub(crate) type StartNet = Box<dyn FnMut(&Profile, Bind) -> Result<Net, Problem> + Send>;

/// What every phase may use.
pub(crate) struct Desk {
    pub(crate) profile: Profile,
    pub(crate) net: Option<Net>,
    pub(crate) bind: Bind,
    pub(crate) crash: Crash,
    pub(crate) machines: Machines,
    /// Connected peers and where they are.
    pub(crate) links: BTreeMap<PeerId, (Address, Direction)>,
    /// Peers whose links are kept up, and where they are said to be.
    pub(crate) kept: BTreeMap<PeerId, Vec<Address>>,
    /// What was tried to reach each peer.
    pub(crate) trails: Trails,
    /// The relays of this player, and those that lead to others.
    pub(crate) relays: Relays,
    /// The programs on this network.
    pub(crate) lobby: Lobby,
    /// The match that somebody lacked the end of.
    pub(crate) archive: Archive,
    /// Who watches.
    pub(crate) audience: Audience,
    layouts: Layouts,
    /// What is said.
    pub(crate) talk: Talk,
    addresses: Vec<Address>,
    problems: Vec<(u64, Problem)>,
    problem_number: u64,
    tag: u64,
    /// The last number that was given to a room.
    number: u64,
    /// The edition of the room that is shown, and the version of the view that showed it first.
    edition: Option<(u64, u64)>,
    shelves: Shelves,
    /// Something has gone on since the disk was looked at.
    is_shelf_old: bool,
    started: Instant,
    /// When the phase was last told the time.
    ticked: Millis,
    shared: Shared,
    start_net: StartNet,
}

/// Where to listen and who may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bind {
    /// The address of the own host: `0.0.0.0` for all.
    pub host: std::net::IpAddr,
    /// The port; 0: any.
    pub port: u16,
    /// Whether others on this network are looked for, and may find this program.
    pub find: bool,
}

impl Desk {
    pub(crate) fn new(
        profile: Profile,
        bind: Bind,
        (crash, machines): (Crash, Machines),
        shared: Shared,
        start_net: StartNet,
    ) -> Self {
        let own = profile.transport().peer();
        let lobby = Lobby::new(own, bind.find, card(&profile, None));
        let relays = Relays::read(&profile.kept_relays());
        let layouts = Layouts::read(&profile.kept_layouts());
        let talk = Talk::new(!profile.is_quiet());
        Self {
            profile,
            net: None,
            bind,
            crash,
            machines,
            links: BTreeMap::new(),
            kept: BTreeMap::new(),
            trails: Trails::default(),
            relays,
            lobby,
            archive: Archive::default(),
            audience: Audience::default(),
            layouts,
            talk,
            addresses: Vec::new(),
            problems: Vec::new(),
            problem_number: 0,
            tag: 0,
            number: 0,
            edition: None,
            shelves: Shelves::default(),
            is_shelf_old: true,
            started: Instant::now(),
            ticked: Millis(0),
            shared,
            start_net,
        }
    }

    pub(crate) fn now(&self) -> Millis {
        Millis(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// The moment on the system's clock.
    pub(crate) fn instant(&self, at: Millis) -> Instant {
        self.started + Duration::from_millis(at.0)
    }

    pub(crate) fn problem(&mut self, problem: Problem) {
        self.problem_number += 1;
        self.problems.push((self.problem_number, problem));
        if self.problems.len() > PROBLEMS {
            self.problems.remove(0);
        }
    }

    /// A number that was never given before.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Whether somebody who has looked at a version of the view has seen this edition of a room.
    fn has_shown(&self, edition: Option<u64>, seen: u64) -> bool {
        self.edition.is_some_and(|(shown, since)| Some(shown) == edition && since <= seen)
    }

    fn rename(&mut self, name: Name) {
        if let Err(error) = self.profile.rename(name) {
            self.problem(Problem::Disk(error.to_string()));
        }
    }

    /// Changes the kept layouts, and keeps that.
    fn keep_layout(&mut self, change: impl FnOnce(&mut Layouts) -> bool) {
        if !change(&mut self.layouts) {
            return self.problem(Problem::Layout);
        }
        if let Err(error) = self.profile.keep_layouts(&self.layouts.write()) {
            self.problem(Problem::Disk(error.to_string()));
        }
    }

    /// Starts the network if it is not up.
    pub(crate) fn up(&mut self) -> Option<Net> {
        if self.net.is_none() {
            match (self.start_net)(&self.profile, self.bind.clone()) {
                Ok(net) => {
                    self.began(net);
                }
                Err(problem) => {
                    self.lobby.failing(Some(problem.to_string()));
                    self.problem(problem);
                }
            }
        }
        self.net.clone()
    }

    /// The same, at a port where others may look for this program, if it is free.
    pub(crate) fn up_again(&mut self, port: u16) -> Option<Net> {
        if self.net.is_none() && self.bind.port == 0 && port > 0 {
            let bind = Bind { port, ..self.bind.clone() };
            if let Ok(net) = (self.start_net)(&self.profile, bind) {
                self.began(net);
            }
        }
        self.up()
    }

    /// There is a network, perhaps a new one: what was asked of the last one is asked again.
    fn began(&mut self, net: Net) {
        for (access, is_held) in self.relays.needed() {
            let _ = if is_held { net.reserve(access) } else { net.know(access) };
        }
        self.net = Some(net);
        self.lobby.failing(None);
    }

    /// The own address in contracts.
    pub(crate) fn peer(&self) -> PeerBytes {
        PeerBytes(self.profile.transport().peer().to_bytes())
    }

    /// Where this program listens.
    pub(crate) fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// The port that others can connect to; 0: none yet.
    pub(crate) fn port(&self) -> u16 {
        self.addresses.first().map(Address::port).unwrap_or_default()
    }

    /// Sends a frame. If the network is too busy it is lost, as on a bad link: whoever needs it asks
    /// again.
    pub(crate) fn send(&mut self, to: PeerId, frame: Vec<u8>) -> u64 {
        let tag = self.next_tag();
        if let Some(net) = &self.net {
            let _ = net.request(to, tag, frame);
        }
        tag
    }

    /// A number for a request.
    pub(crate) fn next_tag(&mut self) -> u64 {
        self.tag += 1;
        self.tag
    }

    pub(crate) fn send_match(&mut self, to: &PeerBytes, packet: &[u8]) {
        if let Some(peer) = peer_of(to) {
            self.send(peer, match_frame(packet));
        }
    }

    /// Keeps up a link to a peer, at these addresses, those told before, and where it is announced.
    /// Anybody may announce anything: that comes last, so that it pushes out nothing, and is not
    /// remembered.
    pub(crate) fn keep(&mut self, peer: PeerId, addresses: Vec<Address>) {
        let own = self.profile.transport().peer() == peer;
        if let (false, Some(net)) = (own, self.up()) {
            let known = self.kept.entry(peer).or_default();
            for address in addresses {
                let address = address.with_peer(peer);
                if known.len() < ADDRESSES && !known.contains(&address) {
                    known.push(address);
                }
            }
            self.trails.looking(Instant::now(), peer, known);
            let all = known.iter().chain(self.lobby.places(peer)).cloned().collect();
            let _ = net.keep(peer, all);
        }
    }

    /// A peer is announced there.
    pub(crate) fn announced(&self, peer: PeerId, places: &[Address]) {
        if let (Some(known), Some(net)) = (self.kept.get(&peer), &self.net) {
            let _ = net.keep(peer, known.iter().chain(places).cloned().collect());
        }
    }

    /// Lets go of all links, and of the relays that they needed.
    pub(crate) fn forget_all(&mut self) {
        if let Some(net) = &self.net {
            for peer in std::mem::take(&mut self.kept).into_keys() {
                let _ = net.forget(peer);
            }
        }
        self.trails.forget();
        self.release_relays();
    }

    /// Lets go of the links to all but this peer. Relays stay.
    pub(crate) fn keep_only(&mut self, stays: Option<PeerId>) {
        let all: Vec<PeerId> = self.kept.keys().copied().collect();
        for peer in all.into_iter().filter(|peer| Some(*peer) != stays) {
            self.kept.remove(&peer);
            if let Some(net) = &self.net {
                let _ = net.forget(peer);
            }
        }
    }

    /// How a peer is reached; none, if nothing was tried.
    pub(crate) fn link_view(&self, peer: PeerId) -> Option<LinkView> {
        let is_kept = self.kept.get(&peer).is_some_and(|places| !places.is_empty());
        self.link_view_of(peer, is_kept)
    }

    /// The same, of one that is dialled again and again or not.
    pub(crate) fn link_view_of(&self, peer: PeerId, is_kept: bool) -> Option<LinkView> {
        let link = self.links.get(&peer).map(|(address, _)| address);
        self.trails.view(peer, link, is_kept, &|relay| self.relays.name(relay))
    }

    /// Which way an address leads.
    pub(crate) fn way(&self, address: &Address) -> Way {
        self.trails.way(address, &|relay| self.relays.name(relay))
    }

    /// How the programs of all seats of a contract are reached.
    pub(crate) fn link_views(&self, contract: &Contract) -> Vec<LinkView> {
        let own = self.peer();
        let view = |player: &record::Player| {
            let link = peer_of(&player.peer).filter(|_| player.peer != own);
            let nothing = Way::Offline { since: None, reason: None };
            let way = if player.peer == own { Way::Here } else { nothing };
            link.and_then(|peer| self.link_view(peer)).unwrap_or(LinkView::only(way))
        };
        contract.terms().seats.iter().map(view).collect()
    }

    /// What is needed to go on with a match after a restart.
    pub(crate) fn kept_places(&self, contract: &Contract, bots: SeatSet) -> Places {
        Places {
            port: self.port(),
            bots: Some(bots),
            relays: self.relays.needed(),
            addresses: self.places(contract),
        }
    }

    /// Where the other programs of a match have been reached, and then where they are said to be.
    fn places(&self, contract: &Contract) -> Vec<Address> {
        let can_dial =
            |(at, way): &&(Address, Direction)| *way == Direction::Dialled || at.is_relayed();
        let dialled = self.links.values().filter(can_dial);
        let all = dialled.map(|(address, _)| address).chain(self.kept.values().flatten());
        let mut places = Vec::new();
        for place in all.filter(|place| plays(contract, place)) {
            if !places.contains(place) {
                places.push(place.clone());
            }
        }
        places
    }

    pub(crate) fn me(&self) -> Person {
        Person {
            name: self.profile.name().to_string(),
            fingerprint: self.profile.key().public().fingerprint(),
        }
    }

    fn show(&mut self, phase: &mut Phase) {
        // What is on the disk is looked at when nothing else goes on.
        let is_idle = matches!(phase, Phase::Idle);
        if is_idle && self.is_shelf_old {
            self.shelves.look(&self.profile.matches());
        }
        self.is_shelf_old = !is_idle;
        if is_idle {
            self.talk.forget();
        }
        let talk = self.talk_view(phase);
        let edition = edition(phase);
        let lobby = self.lobby.view(self.now());
        let invitation = match phase {
            Phase::Hosting(hosting) => hosting.invitation(self),
            _ => None,
        };
        let phase = match phase {
            Phase::Idle => PhaseView::Idle,
            Phase::Hosting(hosting) => PhaseView::Hosting(hosting.view(self)),
            Phase::Asking(asking) => asking.view(self),
            Phase::Signing(signing) => signing.view(self),
            Phase::Playing(playing) => playing.view(self),
            Phase::Watching(watching) => watching.view(self),
            Phase::Parting(_) => PhaseView::Leaving,
        };
        let addresses = self.addresses.iter().chain(self.relays.addresses());
        let version = self.shared.set(TableView {
            version: 0,
            me: self.me(),
            addresses: addresses.map(Address::to_string).collect(),
            relays: self.relays.view(),
            invitation,
            phase,
            lets_watch: self.audience.delay(),
            lobby,
            shelf: self.shelves.shelf(),
            layouts: self.layouts.all(),
            talk,
            level: self.machines.level,
            problems: self.problems.clone(),
        });
        if edition != self.edition.map(|(shown, _)| shown) {
            self.edition = edition.map(|edition| (edition, version));
        }
    }
}

/// A transport peer as the network names it.
pub(crate) fn peer_of(bytes: &PeerBytes) -> Option<PeerId> {
    PeerId::from_bytes(&bytes.0).ok()
}

/// Whether who must answer at an address has a seat.
pub(crate) fn plays(contract: &Contract, address: &Address) -> bool {
    let seats = |peer: PeerId| contract.seats_of(&PeerBytes(peer.to_bytes()));
    address.peer().is_some_and(|peer| !seats(peer).is_empty())
}

/// Runs until it is told to quit.
pub(crate) fn run(mut desk: Desk, inputs: &Receiver<Input>) {
    let mut phase = Phase::Idle;
    if desk.lobby.is_on() {
        // Others may still look for this program where it was.
        desk.up_again(desk.profile.last_port());
    }
    desk.show(&mut phase);
    loop {
        let first = match inputs.recv_timeout(wait(&desk, &phase)) {
            Ok(input) => Some(input),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return quit(desk, phase),
        };
        // What else has come is taken before anything is shown: one view for many events. But who
        // sends without end does not keep the clock and the player waiting.
        for input in first.into_iter().chain(inputs.try_iter().take(BATCH)) {
            phase = match input {
                Input::Quit => return quit(desk, phase),
                Input::NetStopped => net_stopped(&mut desk, phase),
                Input::Command(command, seen) => command_in(&mut desk, phase, *command, seen),
                Input::Net(event) => net_in(&mut desk, phase, event),
            };
        }
        desk.ticked = desk.now();
        phase = tick(&mut desk, phase);
        if !matches!(phase, Phase::Idle) {
            desk.archive.put_away();
        }
        desk.tend_relays(&phase);
        desk.tend_lobby(&phase);
        desk.show(&mut phase);
    }
}

fn quit(desk: Desk, phase: Phase) {
    drop(phase);
    if let Some(net) = desk.net {
        net.shutdown();
    }
}

fn wait(desk: &Desk, phase: &Phase) -> Duration {
    let at = match phase {
        Phase::Idle => None,
        Phase::Hosting(hosting) => hosting.wake_at(),
        Phase::Asking(asking) => Some(asking.wake_at(desk.now())),
        Phase::Signing(_) => Some(desk.now() + 500),
        Phase::Playing(playing) if playing.has_more() => return Duration::ZERO,
        Phase::Playing(playing) => playing.wake_at(),
        Phase::Watching(watching) => watching.wake_at(),
        Phase::Parting(parting) => Some(parting.until()),
    };
    let lobby = desk.lobby.wake_at(desk.now(), is_quiet(phase));
    let at = at.into_iter().chain(lobby).min();
    let late = |at: Millis| if at <= desk.ticked { desk.ticked + OVERDUE_MS } else { at };
    at.map_or(IDLE, |at| Duration::from_millis(late(at).since(desk.now())))
}

fn tick(desk: &mut Desk, phase: Phase) -> Phase {
    match phase {
        Phase::Signing(signing) => signing.tick(desk),
        Phase::Asking(mut asking) => {
            asking.tick(desk);
            asking.advance(desk)
        }
        Phase::Playing(playing) => playing.tick(desk),
        Phase::Watching(mut watching) => {
            watching.tick(desk);
            watching.advance(desk)
        }
        Phase::Parting(parting) => parting.tick(desk),
        Phase::Hosting(mut hosting) => {
            hosting.tick(desk);
            Phase::Hosting(hosting)
        }
        Phase::Idle => Phase::Idle,
    }
}

/// The edition of the room of this phase.
fn edition(phase: &Phase) -> Option<u64> {
    match phase {
        Phase::Hosting(hosting) => Some(hosting.edition()),
        Phase::Asking(asking) => asking.edition(),
        Phase::Idle
        | Phase::Signing(_)
        | Phase::Playing(_)
        | Phase::Watching(_)
        | Phase::Parting(_) => None,
    }
}

/// Seats of one program that are connected.
pub(crate) fn connected_seats(desk: &Desk, contract: &Contract, own: SeatSet) -> SeatSet {
    let linked = desk.links.keys().map(|peer| PeerBytes(peer.to_bytes()));
    linked.fold(own, |seats, peer| seats.or(contract.seats_of(&peer)))
}
