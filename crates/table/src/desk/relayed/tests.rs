use catalog::GameName;
use net::{
    CircuitLimits, DialFailure, Direction, Identity, Parting, RelayAccess, RelayFailure, RelayInfo,
    Token,
};
use record::Clock;

use super::super::tests::desk;
use super::*;
use crate::command::{Guest, RoomPlan, SeatPlan, Start};
use crate::invitation::Invitation;
use crate::invitation::InvitationError;
use crate::invitation::tests::usual;
use crate::ways::{RelayState, Tried, Way};

fn relay(seed: u8, token: Option<u8>) -> RelayAccess {
    let peer = Identity::from_seed([seed; 32]).peer();
    // A relay is dialled whoever else may not be: nothing is there.
    let address: Address = format!("127.0.0.1:{seed}").parse().unwrap();
    RelayAccess::new(address.with_peer(peer), token.map(|byte| Token([byte; 16]))).unwrap()
}

fn hosted(desk: &mut Desk, seats: [SeatPlan; 2]) -> Phase {
    let plan = RoomPlan {
        rules: GameName::Laoqi.rules([]).unwrap(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: seats.to_vec(),
    };
    command_in(desk, Phase::Idle, Command::Host { plan, start: Start::WhenReady }, 0)
}

fn invitation(desk: &Desk, phase: &mut Phase) -> Option<Invitation> {
    let Phase::Hosting(hosting) = phase else { panic!("no room") };
    hosting.invitation(desk).map(|link| Invitation::find(&link).unwrap())
}

fn problems(desk: &Desk) -> Vec<Problem> {
    desk.problems.iter().map(|(_, problem)| problem.clone()).collect()
}

#[test]
fn an_own_room_is_reached_through_the_chosen_relay_while_it_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let (used, id) = (relay(1, Some(1)), relay(1, None).relay());
    assert!(desk.relays.add(used.clone(), Some("老王".into())));
    desk.tend_relays(&Phase::Idle);
    assert!(!desk.relays.is_held(id), "nothing waits");
    let mut phase = hosted(&mut desk, [SeatPlan::Me, SeatPlan::Open]);
    assert_eq!(invitation(&desk, &mut phase), None, "nobody could follow it");
    let listening: Address = "192.168.1.5:4001".parse().unwrap();
    phase = net_in(&mut desk, phase, NetEvent::Listening(listening));
    desk.tend_relays(&phase);
    assert!(desk.relays.is_held(id));
    let it = invitation(&desk, &mut phase).unwrap();
    assert_eq!((it.relay, it.relay_name.as_deref()), (Some(used), Some("老王")));
    assert_eq!(it.addresses.len(), 1);
    // It does not serve: the host hears of it once, and gives it to nobody.
    for _ in 0..3 {
        let failed = NetEvent::RelayFailed { relay: id, reason: RelayFailure::Full };
        phase = net_in(&mut desk, phase, failed);
    }
    let full = Problem::Relay { name: "老王".into(), reason: RelayFailure::Full };
    assert_eq!(problems(&desk), [full]);
    assert_eq!(invitation(&desk, &mut phase).unwrap().relay, None);
    let (info, address) = (
        RelayInfo { name: Some("老王的".into()), limits: CircuitLimits::default(), clock: None },
        relay(1, None).address().to_behind(desk.profile.transport().peer()).unwrap(),
    );
    phase = net_in(&mut desk, phase, NetEvent::Relay { relay: id, info });
    phase = net_in(&mut desk, phase, NetEvent::Reserved { relay: id, address });
    let it = invitation(&desk, &mut phase).unwrap();
    assert_eq!(it.relay_name.as_deref(), Some("老王的"));
    let limits = CircuitLimits::default();
    let ready = RelayState::Ready { limits, is_reserved: true };
    assert_eq!(desk.relays.view()[0].state, ready);
    // Another one is chosen, or none.
    assert!(desk.relays.add(relay(2, None), None));
    desk.tend_relays(&phase);
    assert!(!desk.relays.is_held(id) && desk.relays.is_held(relay(2, None).relay()));
    phase = command_in(&mut desk, phase, Command::UseRelay(None), 0);
    desk.tend_relays(&phase);
    assert_eq!(invitation(&desk, &mut phase).unwrap().relay, None);
    let chosen = Command::UseRelay(Some(id.to_string()));
    phase = command_in(&mut desk, phase, chosen, 0);
    desk.tend_relays(&phase);
    assert!(desk.relays.is_held(id));
    desk.tend_relays(&Phase::Idle);
    assert!(!desk.relays.is_held(id));
    drop(phase);
    // The profile remembers all of it.
    let text = desk.profile.kept_relays();
    drop(desk);
    assert_eq!(Relays::read(&text).write(), text);
    assert_eq!(Relays::read(&text).used(), Some(relay(1, Some(1))));
}

#[test]
fn a_relay_is_added_from_its_line_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let access = relay(1, Some(1));
    let line = crate::relay_line::RelayLine::new(access.clone(), Some("老王".into()));
    let mut phase = Phase::Idle;
    for wrong in ["老王", "qiyue://r/ae", &usual().link().unwrap()] {
        phase = command_in(&mut desk, phase, Command::AddRelay(wrong.into()), 0);
    }
    let errors = [InvitationError::None, InvitationError::Typo, InvitationError::Kind];
    assert_eq!(problems(&desk), errors.map(Problem::RelayLine));
    let text = format!("给你：{}", line.write());
    command_in(&mut desk, phase, Command::AddRelay(text), 0);
    assert_eq!(problems(&desk).len(), 3);
    let shown = desk.relays.view().remove(0);
    assert_eq!((shown.name.as_str(), shown.is_used), ("老王", true));
    assert_eq!(shown.state, RelayState::Trying);
    assert_eq!(Relays::read(&desk.profile.kept_relays()).used(), Some(access));
}

#[test]
fn relays_that_are_not_known_are_no_ones_to_use() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let id = relay(1, None).relay().to_string();
    let mut phase = Phase::Idle;
    for command in [
        Command::UseRelay(Some(id.clone())),
        Command::UseRelay(Some("nobody".into())),
        Command::DropRelay(id.clone()),
        Command::DropRelay(String::new()),
        Command::CheckRelay(id.clone()),
    ] {
        phase = command_in(&mut desk, phase, command, 0);
    }
    let refused = Problem::Misuse(protocol::Misuse::WrongKind);
    assert_eq!(problems(&desk), vec![refused; 5]);
    assert!(desk.net.is_none(), "nobody is dialled");
    desk.relays.add(relay(1, None), None);
    phase = command_in(&mut desk, phase, Command::CheckRelay(id.clone()), 0);
    assert_eq!(desk.relays.view()[0].state, RelayState::Trying);
    command_in(&mut desk, phase, Command::DropRelay(id), 0);
    assert_eq!(desk.relays.view(), []);
    assert_eq!(problems(&desk).len(), 5);
}

/// A guest who was invited by the usual link.
fn invited(desk: &mut Desk) -> (Phase, Invitation) {
    let relay = Some(relay(9, Some(7)));
    let it = Invitation { until: 9_999_999_999, relay, ..usual() };
    let join = Command::Join { address: it.link().unwrap(), guest: Guest::Invited };
    (command_in(desk, Phase::Idle, join, 0), it)
}

#[test]
fn who_comes_through_a_relay_is_to_be_found_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let (mut phase, it) = invited(&mut desk);
    let access = it.relay.clone().unwrap();
    assert_eq!(desk.relays.access(access.relay()), Some(access.clone()));
    assert_eq!(desk.kept.get(&it.peer).map(Vec::len), Some(3));
    let connected = |address: Address| NetEvent::Connected {
        peer: it.peer,
        address,
        direction: Direction::Dialled,
    };
    let gone = || NetEvent::Disconnected { peer: it.peer, reason: Parting::Gone };
    // A relay that the player was not given is not asked for anything.
    let strange = relay(7, None).address().to_behind(it.peer).unwrap();
    phase = net_in(&mut desk, phase, connected(strange));
    assert!(!desk.relays.is_held(relay(7, None).relay()));
    phase = net_in(&mut desk, phase, gone());
    // Nor is any while the way is direct.
    phase = net_in(&mut desk, phase, connected(it.places()[0].clone()));
    assert_eq!(desk.link_view(it.peer).unwrap().way, Way::Internet);
    assert!(!desk.relays.is_held(access.relay()));
    let address = it.places()[2].clone();
    let rerouted = NetEvent::Rerouted { peer: it.peer, address, direction: Direction::Dialled };
    phase = net_in(&mut desk, phase, rerouted);
    assert!(desk.relays.is_held(access.relay()));
    assert_eq!(desk.link_view(it.peer).unwrap().way, Way::Relay { name: "老王的中继".into() });
    assert_eq!(desk.relays.needed(), [(access.clone(), true)]);
    desk.tend_relays(&phase);
    assert!(desk.relays.is_held(access.relay()));
    phase = command_in(&mut desk, phase, Command::Leave, 0);
    phase = net_in(&mut desk, phase, gone());
    while !matches!(phase, Phase::Idle) {
        phase = tick(&mut desk, phase);
    }
    desk.tend_relays(&phase);
    assert!(desk.relays.needed().is_empty() && desk.kept.is_empty());
}

#[test]
fn when_every_way_has_failed_the_player_is_told_why_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let (mut phase, it) = invited(&mut desk);
    let relay = it.relay.clone().unwrap().relay();
    let places = it.places();
    let fail = |desk: &mut Desk, phase, at: &Address, reason| {
        let address = at.clone();
        net_in(desk, phase, NetEvent::DialFailed { address, peer: Some(it.peer), reason })
    };
    for place in &places[..2] {
        phase = fail(&mut desk, phase, place, DialFailure::TimedOut);
    }
    assert_eq!(problems(&desk), [], "the relay may still lead there");
    let token = NetEvent::RelayFailed { relay, reason: RelayFailure::Token };
    phase = net_in(&mut desk, phase, token.clone());
    for _ in 0..3 {
        phase = fail(&mut desk, phase, &places[2], DialFailure::NoRelay);
        phase = fail(&mut desk, phase, &places[0], DialFailure::Unreachable);
        phase = net_in(&mut desk, phase, token.clone());
    }
    let wants = Problem::Relay { name: "老王的中继".into(), reason: RelayFailure::Token };
    assert_eq!(problems(&desk), std::slice::from_ref(&wants));
    for _ in 0..3 {
        phase = fail(&mut desk, phase, &places[2], DialFailure::NotThere);
    }
    let address = places[2].to_string();
    let away = Problem::Dial { address, reason: DialFailure::NotThere };
    assert_eq!(problems(&desk), [wants, away]);
    let tries = desk.link_view(it.peer).unwrap().tries;
    let not_there = Tried::Failed(DialFailure::NotThere);
    assert_eq!(tries.last().map(|tried| tried.outcome), Some(not_there));
    // Places that the link does not name, and peers that it is not about, say nothing.
    let elsewhere: Address = "9.9.9.9:9".parse().unwrap();
    phase = fail(&mut desk, phase, &elsewhere, DialFailure::Myself);
    assert!(matches!(phase, Phase::Asking(_)));
    assert_eq!(problems(&desk).len(), 2);
}
