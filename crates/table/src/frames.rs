//! What other programs say, given to the phase that it is for.

use net::PeerId;

use crate::desk::{Desk, Phase};
use crate::profile::is_proven;
use crate::room::{MATCH, ROOM, Refusal, RoomMessage, match_frame};
use crate::talk::TALK;

/// A frame from a peer, and what to answer.
pub(crate) fn frame_in(
    desk: &mut Desk,
    phase: Phase,
    from: PeerId,
    bytes: &[u8],
) -> (Phase, Vec<u8>) {
    let noted = RoomMessage::Noted.frame();
    match bytes.split_first() {
        Some((&MATCH, packet)) => match phase {
            Phase::Signing(signing) => {
                let (phase, answer) = signing.receive(desk, from, packet);
                (phase, match_frame(&answer))
            }
            Phase::Playing(mut playing) if playing.has(from) => {
                let answer = playing.receive(desk, from, packet);
                (Phase::Playing(playing), match_frame(&answer))
            }
            Phase::Playing(playing) => {
                let answer = playing.show(desk, from, packet);
                (Phase::Playing(playing), answer.map_or(noted, |answer| match_frame(&answer)))
            }
            Phase::Watching(mut watching) => {
                watching.shown(desk, from, packet);
                (Phase::Watching(watching), noted)
            }
            Phase::Hosting(hosting) => {
                let answer = hosting.outdated(from, packet).frame();
                (Phase::Hosting(hosting), answer)
            }
            Phase::Idle => {
                let answer = desk.serve(from, packet);
                (Phase::Idle, answer.map_or(noted, |answer| match_frame(&answer)))
            }
            phase => (phase, noted),
        },
        Some((&ROOM, message)) => match RoomMessage::decode(message) {
            Ok(message) => room_in(desk, phase, from, message),
            Err(_) => (phase, noted),
        },
        Some((&TALK, message)) => {
            let answer = desk.talk_in(&phase, from, message);
            (phase, answer)
        }
        _ => (phase, noted),
    }
}

fn room_in(desk: &mut Desk, phase: Phase, from: PeerId, message: RoomMessage) -> (Phase, Vec<u8>) {
    match (phase, message) {
        (phase, RoomMessage::Ask(ask)) if !is_proven(&ask.key, &ask.proof, from) => {
            (phase, RoomMessage::Noted.frame())
        }
        (Phase::Hosting(hosting), RoomMessage::Ask(ask)) => hosting.ask(desk, from, *ask),
        (Phase::Signing(signing), RoomMessage::Ask(ask)) => signing.asked(desk, from, *ask),
        (phase, RoomMessage::Ask(_)) => (phase, RoomMessage::Refused(Refusal::NoRoom).frame()),
        (phase, RoomMessage::Watch) => {
            let answer = desk.watched(&phase, from).frame();
            (phase, answer)
        }
        (Phase::Watching(mut watching), message) => {
            watching.answered(desk, from, message);
            (Phase::Watching(watching), RoomMessage::Noted.frame())
        }
        (Phase::Asking(mut asking), message) => {
            asking.answered(desk, from, message);
            (Phase::Asking(asking), RoomMessage::Noted.frame())
        }
        (Phase::Signing(signing), RoomMessage::Declined { match_id }) => {
            (signing.declined(desk, from, match_id), RoomMessage::Noted.frame())
        }
        (Phase::Signing(signing), RoomMessage::Void { match_id, by }) => {
            (signing.void(desk, from, (match_id, by)), RoomMessage::Noted.frame())
        }
        (Phase::Signing(signing), RoomMessage::Refused(Refusal::Removed)) => {
            (signing.removed(desk, from), RoomMessage::Noted.frame())
        }
        (Phase::Signing(signing), RoomMessage::Closed) => {
            (signing.closed(desk, from), RoomMessage::Noted.frame())
        }
        (Phase::Playing(mut playing), RoomMessage::Again { match_id, number, nonces })
            if playing.has(from) =>
        {
            let answer = playing.heard_again(from, match_id, (number, nonces)).frame();
            (Phase::Playing(playing), answer)
        }
        (Phase::Playing(playing), RoomMessage::Terms { contract, .. }) if playing.has(from) => {
            playing.terms(desk, from, &contract)
        }
        (Phase::Hosting(hosting), RoomMessage::Ready { revision, is_ready }) => {
            hosting.said_ready(desk, from, (revision, is_ready))
        }
        (Phase::Hosting(mut hosting), RoomMessage::Sit(seat)) => {
            let answer = hosting.wished(desk, from, seat);
            (Phase::Hosting(hosting), answer)
        }
        (Phase::Hosting(mut hosting), RoomMessage::Left) => {
            hosting.gone(desk, from);
            (Phase::Hosting(hosting), RoomMessage::Noted.frame())
        }
        (Phase::Signing(signing), RoomMessage::Left) => {
            (signing.left(desk, from), RoomMessage::Noted.frame())
        }
        (Phase::Signing(signing), RoomMessage::Ready { .. } | RoomMessage::Sit(_)) => {
            let answer = signing.answer_to(from).frame();
            (Phase::Signing(signing), answer)
        }
        (phase, RoomMessage::Ready { .. } | RoomMessage::Sit(_)) => {
            (phase, RoomMessage::Refused(Refusal::NoRoom).frame())
        }
        (phase, _) => (phase, RoomMessage::Noted.frame()),
    }
}
