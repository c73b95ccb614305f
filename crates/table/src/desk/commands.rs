//! What a person asks for, given to the phase that it is for.

use super::*;

pub(super) fn command_in(desk: &mut Desk, phase: Phase, command: Command, seen: u64) -> Phase {
    let Some(command) = of_profile(desk, command) else { return phase };
    match (command, phase) {
        (Command::Say(words), phase) => {
            desk.say(&phase, words);
            phase
        }
        (Command::Mute(seat, is_muted), mut phase) => {
            desk.mute(&mut phase, seat, is_muted);
            phase
        }
        (command, Phase::Playing(playing)) => of_match(desk, playing, command),
        (Command::Rename(name), Phase::Idle) => {
            desk.rename(name);
            Phase::Idle
        }
        (Command::Host { plan, start }, Phase::Idle) => Hosting::open(desk, plan, start),
        (Command::Join { address, guest }, Phase::Idle) => Asking::start(desk, &address, guest),
        (Command::Watch { address }, Phase::Idle) => Watching::start(desk, &address),
        (Command::Leave, Phase::Watching(_)) => Watching::leave(desk),
        (Command::Change(plan), Phase::Hosting(hosting)) => hosting.change(desk, plan),
        (Command::Sit(seat), Phase::Hosting(hosting)) => hosting.sit(desk, seat),
        (Command::Sit(seat), Phase::Asking(mut asking)) => {
            asking.sit(desk, seat);
            Phase::Asking(asking)
        }
        (Command::Remove(seat), Phase::Hosting(mut hosting)) => {
            hosting.remove(desk, seat);
            Phase::Hosting(hosting)
        }
        (Command::Remove(seat), Phase::Signing(signing)) => signing.remove(desk, seat),
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
        (Command::Leave, Phase::Hosting(hosting)) => hosting.leave(desk),
        (Command::Leave, Phase::Asking(asking)) => asking.decline(desk),
        (Command::Leave, Phase::Signing(signing)) => signing.leave(desk),
        (Command::Leave, phase @ (Phase::Idle | Phase::Parting(_))) => phase,
        (_, phase) => {
            desk.problem(Problem::Misuse(protocol::Misuse::WrongKind));
            phase
        }
    }
}

/// What is asked while a match is on.
fn of_match(desk: &mut Desk, mut playing: Box<Playing>, command: Command) -> Phase {
    match command {
        Command::Leave => return playing.leave(desk),
        Command::Decide(seat, decision) => playing.decide(desk, seat, *decision),
        Command::OpenLayouts(is_wanted) => playing.open_layouts(desk, is_wanted),
        Command::CloseAsClaimed => playing.close_as_claimed(desk),
        Command::Rematch(is_wanted) => playing.want_again(desk, is_wanted),
        Command::HandOver(seat, level) => playing.hand_over(desk, seat, level),
        _ => desk.problem(Problem::Misuse(protocol::Misuse::WrongKind)),
    }
    Phase::Playing(playing)
}

/// Carries out what is asked of the profile, whatever is going on; gives back what is not.
fn of_profile(desk: &mut Desk, command: Command) -> Option<Command> {
    match command {
        Command::AddRelay(text) => desk.add_relay(&text),
        Command::UseRelay(id) => desk.use_relay(id.as_deref()),
        Command::DropRelay(id) => desk.drop_relay(&id),
        Command::CheckRelay(id) => desk.check_relay(&id),
        Command::KeepLayout(kept) => desk.keep_layout(|layouts| layouts.keep(kept)),
        Command::Talk(is_on) => desk.switch_talk(is_on),
        Command::LetWatch(delay) => desk.audience.set(delay),
        Command::DropLayout(game, name) => desk.keep_layout(|layouts| layouts.drop(game, &name)),
        other => return Some(other),
    }
    None
}
