//! What a person asks for, given to the phase that it is for.

use super::*;

pub(super) fn command_in(desk: &mut Desk, phase: Phase, command: Command, seen: u64) -> Phase {
    match (command, phase) {
        (Command::Rename(name), Phase::Idle) => {
            desk.rename(name);
            Phase::Idle
        }
        (Command::Host { plan, start }, Phase::Idle) => Hosting::open(desk, plan, start),
        (Command::Join { address, guest }, Phase::Idle) => Asking::start(desk, &address, guest),
        (Command::Change(plan), Phase::Hosting(hosting)) => hosting.change(desk, plan),
        (Command::Sit(seat), Phase::Hosting(hosting)) => hosting.sit(desk, seat),
        (Command::Sit(seat), Phase::Asking(mut asking)) => {
            asking.sit(desk, seat);
            Phase::Asking(asking)
        }
        // The room has changed while the player said yes to what he had seen: he is shown it first.
        (Command::Ready(true), phase) if !desk.has_shown(edition(&phase), seen) => {
            if edition(&phase).is_none() {
                desk.problem(Problem::Misuse(protocol::Misuse::WrongKind));
            }
            phase
        }
        (Command::Ready(is_ready), Phase::Hosting(hosting)) => hosting.ready(desk, is_ready),
        (Command::Ready(is_ready), Phase::Asking(mut asking)) => {
            asking.ready(desk, is_ready);
            Phase::Asking(asking)
        }
        (Command::Resume { id, bot, at }, Phase::Idle) => {
            Signing::resume(desk, &id, bot, at.as_deref())
        }
        (Command::Accept { id }, Phase::Asking(asking)) => asking.accept(desk, &id),
        (Command::Decline, Phase::Asking(asking)) => asking.decline(desk),
        (Command::Leave, Phase::Playing(playing)) => playing.leave(desk),
        (Command::Leave, Phase::Hosting(hosting)) => hosting.leave(desk),
        (Command::Leave, Phase::Asking(asking)) => asking.decline(desk),
        (Command::Leave, Phase::Signing(signing)) => signing.leave(desk),
        (Command::Leave, phase @ (Phase::Idle | Phase::Parting(_))) => phase,
        (Command::Decide(seat, decision), Phase::Playing(mut playing)) => {
            playing.decide(desk, seat, *decision);
            Phase::Playing(playing)
        }
        (Command::AddRelay(text), phase) => {
            desk.add_relay(&text);
            phase
        }
        (Command::UseRelay(id), phase) => {
            desk.use_relay(id.as_deref());
            phase
        }
        (Command::DropRelay(id), phase) => {
            desk.drop_relay(&id);
            phase
        }
        (Command::CheckRelay(id), phase) => {
            desk.check_relay(&id);
            phase
        }
        (Command::KeepLayout(kept), phase) => {
            desk.keep_layout(|layouts| layouts.keep(kept));
            phase
        }
        (Command::DropLayout(game, name), phase) => {
            desk.keep_layout(|layouts| layouts.drop(game, &name));
            phase
        }
        (Command::CloseAsClaimed, Phase::Playing(mut playing)) => {
            playing.close_as_claimed(desk);
            Phase::Playing(playing)
        }
        (_, phase) => {
            desk.problem(Problem::Misuse(protocol::Misuse::WrongKind));
            phase
        }
    }
}
