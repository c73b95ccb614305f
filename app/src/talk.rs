//! What the commands that play say: rooms, contracts, news of a match, what is asked for.

use std::collections::BTreeMap;

use catalog::{Any, Choice, Move, Rules};
use fluent_bundle::FluentValue;
use game::{Game as _, Kind, Known, PieceId, Seat, SeatSet};
use table::{
    Clock, ContractView, Ended, Invitation, LogEntry, MatchView, RelayState, RoomSeat, RoomView,
    SeatPlan, StageView, TableView,
};
use unicode_width::UnicodeWidthStr;

use crate::layouts;
use crate::out::plain;
use crate::presence;
use crate::text::Text;
use crate::time;
use crate::words::Words;

/// Words for the players of a contract.
pub(crate) fn words<'a>(text: &'a Text, contract: &'a ContractView) -> Words<'a> {
    let seats = SeatSet::first(Any::seats(&contract.rules)).iter();
    let names = seats.zip(&contract.players).map(|(seat, player)| (seat, player.name.clone()));
    Words::new(text, &contract.rules, names.collect())
}

/// A room that waits: where it can be joined and who is there, or whose word is missing.
pub(crate) fn waiting(text: &Text, view: &TableView, room: &RoomView) -> String {
    if view.addresses.is_empty() {
        return text.get("room-opening");
    }
    if room.free() == 0 {
        return everybody_is_here(text, room);
    }
    let brief = Words::new(text, &room.rules, BTreeMap::new()).brief();
    let mut lines = text.with("room-open", &[("options", brief.into())]);
    if let Some(invitation) = &view.invitation {
        // On a line of its own, so that it can be copied by a double click.
        lines.push_str(&format!("\n{invitation}\n{}", reach(text, view, invitation)));
    }
    // Who comes through the relay has the invitation.
    let is_direct = |it: &&String| view.invitation.is_none() || !it.contains("/p2p-circuit/");
    for address in reachable(&view.addresses).into_iter().filter(is_direct) {
        lines.push_str(&format!("\n  qiyue join {address}"));
    }
    for (number, seat) in room.seats.iter().enumerate() {
        let who = match (seat.plan, &seat.person) {
            (SeatPlan::Bot, _) => text.get("seat-bot"),
            // Names can look alike.
            (_, Some(person)) => format!("{} [{}]", person.name, person.fingerprint),
            (_, None) => text.get("seat-empty"),
        };
        let args = [("seat", FluentValue::from(number)), ("who", who.into())];
        lines.push('\n');
        lines.push_str(&text.with("room-seat", &args));
    }
    lines
}

/// From how far away an invitation leads here, and for how long.
fn reach(text: &Text, view: &TableView, link: &str) -> String {
    let relay = view.relays.iter().find(|relay| relay.is_used);
    let (key, name) = match relay.map(|relay| (&relay.state, relay.name.as_str())) {
        None => ("reach-local", ""),
        Some((RelayState::Ready { is_reserved: true, .. }, name)) => ("reach-relay", name),
        Some((RelayState::Failed(_), name)) => ("reach-relay-failed", name),
        Some((_, name)) => ("reach-relay-trying", name),
    };
    let reach = text.with(key, &[("name", plain(name).into())]);
    let Ok(invitation) = Invitation::find(link) else { return reach };
    // Half an hour more or less does not matter.
    let hours = (invitation.until.saturating_sub(time::now()) + 1800) / 3600;
    let until = text.with("invite-until", &[("hours", hours.max(1).to_string().into())]);
    format!("{until}{reach}")
}

/// Somebody is called who sent an invitation.
pub(crate) fn asking(text: &Text, invitation: &Invitation) -> String {
    text.with("asking-host", &[("host", plain(invitation.host.as_str()).into())])
}

/// A room of somebody else: who is missing in it, or whose word.
pub(crate) fn seated(text: &Text, room: &RoomView) -> String {
    match room.free() {
        0 => everybody_is_here(text, room),
        missing => text.with("seated", &[("missing", missing.into())]),
    }
}

fn everybody_is_here(text: &Text, room: &RoomView) -> String {
    let seats = SeatSet::first(Any::seats(&room.rules)).iter().zip(&room.seats);
    let unready = seats.clone().filter(|(_, seat)| !seat.is_ready).map(|(seat, _)| seat);
    let unready: SeatSet = unready.collect();
    if unready.is_empty() {
        return text.get("room-agreed");
    }
    let name = |(seat, it): (Seat, &RoomSeat)| Some((seat, it.person.clone()?.name));
    let words = Words::new(text, &room.rules, seats.filter_map(name).collect());
    text.with("room-unready-seats", &[("seats", words.seats(unready).into())])
}

/// The addresses to give away: those of this host alone only if there are no others.
pub(crate) fn reachable(addresses: &[String]) -> Vec<&String> {
    let is_loopback =
        |address: &&String| address.contains("/127.0.0.1/") || address.contains("/::1/");
    let (near, far): (Vec<_>, Vec<_>) = addresses.iter().partition(is_loopback);
    if far.is_empty() { near } else { far }
}

/// Where others find this program again.
pub(crate) fn found_at(text: &Text, contract: &ContractView, addresses: &[String]) -> String {
    let id: String = contract.id.chars().take(16).collect();
    let mut lines = text.get("status-found-at");
    for address in reachable(addresses) {
        lines.push_str(&format!("\n  qiyue resume {id} --at {address}"));
    }
    lines
}

/// The rules in one line.
pub(crate) fn options(text: &Text, rules: &Rules) -> String {
    Words::new(text, rules, BTreeMap::new()).options()
}

/// A contract in words: what is signed with it.
pub(crate) fn contract(text: &Text, contract: &ContractView) -> String {
    let mut lines = Vec::new();
    let id: String = contract.id.chars().take(16).collect();
    lines.push(text.with("contract-title", &[("id", id.into())]));
    lines.push(text.with("contract-rules", &[("options", options(text, &contract.rules).into())]));
    lines.push(match contract.clock {
        Clock::Unlimited => text.get("contract-no-clock"),
        Clock::Each { seconds } => text.with("contract-clock", &[("seconds", seconds.into())]),
        clock @ Clock::Total { .. } => {
            let clock = crate::clock::told(text, clock);
            text.with("contract-clock-total", &[("clock", clock.into())])
        }
    });
    let seats = SeatSet::first(Any::seats(&contract.rules)).iter();
    for (seat, player) in seats.zip(&contract.players) {
        let own = if contract.own.has(seat) { text.get("contract-own") } else { String::new() };
        let args = [
            ("seat", FluentValue::from(seat.number())),
            ("name", player.name.as_str().into()),
            ("fingerprint", player.fingerprint.as_str().into()),
            ("own", own.into()),
        ];
        lines.push(text.with("contract-player", &args));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// How many have signed a contract, and who cannot because he is not there.
pub(crate) fn signing(
    text: &Text,
    contract: &ContractView,
    signed: SeatSet,
    connected: SeatSet,
) -> String {
    let all = SeatSet::first(Any::seats(&contract.rules));
    let args = [("signed", signed.len().into()), ("seats", all.len().into())];
    let line = text.with("signing", &args);
    let gone = all.minus(signed).minus(connected);
    if gone.is_empty() {
        return line;
    }
    let gone = [("seats", words(text, contract).seats(gone).into())];
    format!("{line}\n{}", text.with("signing-away", &gone))
}

/// One thing that happened in a match.
pub(crate) fn log_entry(text: &Text, game: &MatchView, entry: &LogEntry) -> String {
    let viewer = game.contract.own.minus(game.bots).lowest();
    let known = game.known_by(viewer);
    let words = words(text, &game.contract).seen_with(known.clone());
    log_told(text, &words, entry, &known)
}

/// The same as everybody sees it, with seats called as these words call them.
#[cfg(feature = "gui")]
pub(crate) fn log_line(text: &Text, words: &Words<'_>, entry: &LogEntry) -> String {
    log_told(text, words, entry, &Known::public())
}

fn log_told(text: &Text, words: &Words<'_>, entry: &LogEntry, known: &Known<Any>) -> String {
    let one = |key: &str, seat: &Seat| text.with(key, &[("seat", words.seat(*seat).into())]);
    match entry {
        LogEntry::Event { before, event, .. } => {
            let mut line = words.event(before, event);
            let mut after = before.as_ref().clone();
            if Any::apply(&mut after, event).is_ok() {
                let changes = words.changes(&Any::view(before, known), &Any::view(&after, known));
                for change in changes {
                    line.push_str("\n  ");
                    line.push_str(&change);
                }
            }
            line
        }
        LogEntry::Offered(seat) => one("log-offered", seat),
        LogEntry::Declined(seat) => one("log-declined", seat),
        LogEntry::WishedPause(seat) => one("log-wished-pause", seat),
        LogEntry::Paused => text.get("log-paused"),
        LogEntry::Silent(seat) => one("log-silent", seat),
    }
}

/// That seats are connected again.
pub(crate) fn back(text: &Text, game: &MatchView, seats: SeatSet) -> String {
    let seats = words(text, &game.contract).seats(seats);
    text.with("status-back", &[("seats", seats.into())])
}

/// What the others are doing.
pub(crate) fn status(text: &Text, game: &MatchView) -> Option<String> {
    let words = words(text, &game.contract);
    let gone = presence::away(game);
    let with = |key: &str, seats: SeatSet| text.with(key, &[("seats", words.seats(seats).into())]);
    if game.stage == StageView::Seal && !gone.and(game.silent).is_empty() {
        return Some(sealing(text, &words, game));
    }
    if !gone.is_empty() {
        let key = if game.is_settled { "status-away" } else { "status-unsettled" };
        return Some(with(key, gone));
    }
    let ready = game.due.minus(game.silent);
    match game.stage {
        _ if game.silent.is_empty() => None,
        StageView::Choose if !game.awaited.is_empty() => {
            (!ready.is_empty()).then(|| with("status-ready", ready))
        }
        _ if !game.awaited.is_empty() => None,
        StageView::Move(seat) => Some(with("status-moves", SeatSet::one(seat))),
        _ if !layouts::due(&game.position).is_empty() => Some(with("status-layouts", game.silent)),
        StageView::Choose => {
            let args = [
                ("ready", FluentValue::from(words.seats(ready))),
                ("seats", words.seats(game.silent).into()),
            ];
            let key = if ready.is_empty() { "status-choose" } else { "status-choose-some" };
            Some(text.with(key, &args))
        }
        _ => None,
    }
}

/// That a game is decided although not all have sealed it, and who can still be asked.
fn sealing(text: &Text, words: &Words<'_>, game: &MatchView) -> String {
    let silent = game.silent.minus(game.contract.own);
    let gone = presence::away(game).and(silent);
    let args = [
        ("outcome", FluentValue::from(words.waits(&game.position))),
        ("seats", words.seats(silent).into()),
    ];
    let line = text.with("status-seal", &args);
    let here = silent.minus(gone);
    if here.is_empty() {
        return line;
    }
    let here = text.with("status-seal-here", &[("seats", words.seats(here).into())]);
    format!("{line}{here}")
}

/// What can be chosen.
pub(crate) fn choices(text: &Text, key: &str, game: &MatchView) -> String {
    let words = words(text, &game.contract);
    let named = |(choice, notation): &(Choice, String)| {
        format!("{notation} {}", words.choice(&game.position, choice))
    };
    let listed: Vec<String> = game.choices.iter().map(named).collect();
    text.with(key, &[("choices", listed.join("  ").into())])
}

/// Columns of a line, where lists are set in columns.
const WIDTH: usize = 80;

/// The legal moves with their numbers, in columns.
pub(crate) fn moves(text: &Text, moves: &[(Move, String)]) -> String {
    numbered(text, (1..).zip(moves).map(|(number, (_, notation))| (number, notation.as_str())))
}

/// Some of them.
pub(crate) fn numbered<'a>(text: &Text, moves: impl Iterator<Item = (usize, &'a str)>) -> String {
    let listed: Vec<String> = moves.map(|(n, notation)| format!("{n:>3} {notation}")).collect();
    let column = listed.iter().map(|item| item.width()).max().unwrap_or(1) + 2;
    let in_row = (WIDTH / column).max(1);
    let mut lines = text.with("moves-title", &[("count", listed.len().into())]);
    lines.push('\n');
    for row in listed.chunks(in_row) {
        for item in row {
            lines.push_str(item);
            lines.push_str(&" ".repeat(column - item.width()));
        }
        lines.truncate(lines.trim_end().len());
        lines.push('\n');
    }
    lines
}

/// The hidden layouts that their owners have shown.
pub(crate) fn opened(
    text: &Text,
    words: &Words<'_>,
    (rules, opened): (&Rules, &[(PieceId, Kind)]),
) -> Vec<String> {
    let told = |(seat, line): (Seat, String)| {
        text.with("layout-opened", &[("seat", words.seat(seat).into()), ("line", line.into())])
    };
    layouts::opened(rules, opened).into_iter().map(told).collect()
}

/// How a match ended, and what to do next.
pub(crate) fn ended(text: &Text, contract: &ContractView, ended: &Ended) -> String {
    let words = words(text, contract);
    let seat = |seat: Seat| ("seat", FluentValue::from(words.seat(seat)));
    match ended {
        Ended::Decided(outcome) => words.outcome(*outcome),
        Ended::NoGame(silent) => text.with("ended-no-game", &[seat(*silent)]),
        Ended::Claimed(silent) => {
            text.with("ended-claimed", &[("seats", words.seats(*silent).into())])
        }
        Ended::Cheated { seat: who, step, check } => {
            let args = [seat(*who), ("step", (*step).into()), ("check", check.id().into())];
            text.with("ended-cheated", &args)
        }
        Ended::Diverged { seat: who, step } => {
            text.with("ended-diverged", &[seat(*who), ("step", (*step).into())])
        }
        Ended::Fault(why) => text.with("ended-fault", &[("why", why.as_str().into())]),
    }
}
