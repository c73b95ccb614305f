//! What the network tells, given to the phase that it is for.

use super::*;

/// The network's thread has ended: nobody is connected any more.
pub(super) fn net_stopped(desk: &mut Desk, mut phase: Phase) -> Phase {
    desk.net = None;
    desk.addresses.clear();
    desk.trails.stopped(Instant::now());
    desk.relays.stopped();
    desk.lobby.stopped(desk.now());
    desk.lobby.failing(Some("it has stopped".into()));
    for peer in std::mem::take(&mut desk.links).into_keys() {
        linked(desk, &mut phase, peer, false);
    }
    desk.problem(Problem::Network("it has stopped".into()));
    phase
}

pub(super) fn net_in(desk: &mut Desk, mut phase: Phase, event: NetEvent) -> Phase {
    let Some(event) = desk.nearby(event).and_then(|event| desk.talk_out(event)) else {
        return phase;
    };
    match event {
        NetEvent::Listening(address) => {
            if desk.lobby.is_on() {
                desk.profile.keep_port(address.port());
            }
            desk.trails.listening(&address);
            if !desk.addresses.contains(&address) {
                desk.addresses.push(address);
            }
        }
        NetEvent::Connected { peer, address, direction } => {
            desk.trails.connected(Instant::now(), peer, &address);
            desk.links.insert(peer, (address, direction));
            linked(desk, &mut phase, peer, true);
        }
        NetEvent::Disconnected { peer, reason } => {
            desk.trails.disconnected(Instant::now(), peer, reason);
            desk.links.remove(&peer);
            linked(desk, &mut phase, peer, false);
        }
        NetEvent::Inbound { peer, id, bytes } => {
            let (next, answer) = frame_in(desk, phase, peer, &bytes);
            phase = next;
            if let Some(net) = &desk.net {
                let _ = net.respond(id, answer);
            }
        }
        NetEvent::Response { peer, tag, bytes } => {
            if let Phase::Parting(parting) = &mut phase {
                parting.ended(tag);
            }
            let (next, _) = frame_in(desk, phase, peer, &bytes);
            phase = next;
        }
        NetEvent::Failed { peer, tag, reason } => match &mut phase {
            Phase::Asking(asking) => asking.failed(desk, peer, reason),
            Phase::Watching(watching) => watching.failed(desk, peer, reason),
            Phase::Parting(parting) => parting.ended(tag),
            Phase::Idle | Phase::Hosting(_) | Phase::Signing(_) | Phase::Playing(_) => {}
        },
        NetEvent::Dialled { .. }
        | NetEvent::DialFailed { .. }
        | NetEvent::Rerouted { .. }
        | NetEvent::RoundTrip { .. }
        | NetEvent::PunchFailed { .. }
        | NetEvent::Relay { .. }
        | NetEvent::Reserved { .. }
        | NetEvent::RelayFailed { .. } => way_in(desk, &mut phase, event),
        NetEvent::Found { .. } | NetEvent::Lost { .. } | NetEvent::FindingFailed(_) => {}
    }
    phase
}

/// What the network tells of the ways to others.
fn way_in(desk: &mut Desk, phase: &mut Phase, event: NetEvent) {
    match event {
        NetEvent::Rerouted { peer, address, direction } => {
            desk.trails.rerouted(Instant::now(), peer, &address);
            desk.links.insert(peer, (address, direction));
            rerouted(desk, phase, peer);
        }
        NetEvent::Dialled { address, peer } => match phase {
            Phase::Asking(asking) => asking.dialled(desk, &address, peer),
            Phase::Watching(watching) => watching.dialled(desk, &address, peer),
            _ => {}
        },
        NetEvent::DialFailed { address, peer, reason } => {
            if let Some(peer) = peer {
                desk.trails.failed(Instant::now(), peer, &address, reason);
            }
            match phase {
                Phase::Asking(asking) => asking.dial_failed(desk, &address, peer, reason),
                Phase::Watching(watching) => watching.dial_failed(desk, &address, peer, reason),
                _ => {}
            }
        }
        NetEvent::RoundTrip { peer, time } => desk.trails.round_trip(peer, time),
        NetEvent::PunchFailed { peer } => desk.trails.not_punched(Instant::now(), peer),
        NetEvent::Relay { relay, info } => desk.relays.serves(relay, info),
        NetEvent::Reserved { relay, address } => desk.relays.reserved(relay, address),
        NetEvent::RelayFailed { relay, reason } => {
            let is_news = desk.relays.failed(relay, reason.clone());
            match phase {
                Phase::Hosting(_) if is_news && desk.relays.is_held(relay) => {
                    let name = desk.relays.name(relay);
                    desk.problem(Problem::Relay { name, reason });
                }
                Phase::Asking(asking) => asking.relay_failed(desk, relay),
                Phase::Watching(watching) => watching.relay_failed(desk, relay),
                _ => {}
            }
        }
        _ => {}
    }
}

fn linked(desk: &mut Desk, phase: &mut Phase, peer: PeerId, is_up: bool) {
    if is_up {
        rerouted(desk, phase, peer);
    }
    match phase {
        Phase::Idle | Phase::Parting(_) => {}
        Phase::Hosting(_) if is_up => {}
        Phase::Hosting(hosting) => hosting.gone(desk, peer),
        Phase::Asking(asking) => asking.linked(desk, peer, is_up),
        Phase::Signing(signing) => signing.linked(peer, is_up),
        Phase::Playing(playing) => playing.linked(desk, peer, is_up),
        Phase::Watching(watching) => watching.linked(desk, peer, is_up),
    }
}

/// Whoever comes to another player through a relay is to be found behind it too: by him, if the
/// link breaks, and by the others.
fn rerouted(desk: &mut Desk, phase: &Phase, peer: PeerId) {
    let needs_it = match phase {
        Phase::Asking(asking) => asking.is_host(peer),
        Phase::Signing(signing) => signing.has(peer),
        Phase::Playing(playing) => playing.has(peer),
        Phase::Watching(watching) => watching.is_host(peer),
        Phase::Idle | Phase::Hosting(_) | Phase::Parting(_) => false,
    };
    if !needs_it {
        return;
    }
    desk.hold_way(peer);
    match phase {
        Phase::Asking(_) | Phase::Watching(_) => {}
        phase => {
            let way = desk.links.get(&peer).map(|(address, _)| address.clone());
            desk.keep(peer, way.into_iter().filter(Address::is_relayed).collect());
            if let Phase::Playing(playing) = phase {
                playing.keep_places(desk);
            }
        }
    }
}
