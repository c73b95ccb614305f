//! Who is there, how he is reached, and what can be done while he is not.

use std::time::Instant;

use catalog::Any;
use fluent_bundle::FluentValue;
use game::{Game as _, Seat, SeatSet};
use table::{MatchView, Parting, StageView, Way};

use crate::out::plain;
use crate::text::Text;
use crate::words::Words;

/// A way in words.
pub(crate) fn way(text: &Text, way: &Way) -> String {
    match way {
        Way::Here => text.get("way-here"),
        Way::Lan => text.get("way-lan"),
        Way::Internet => text.get("way-internet"),
        Way::Relay { name } => text.with("way-relay", &[("name", plain(name).into())]),
        Way::Bridged { name, .. } => text.with("way-bridged", &[("name", plain(name).into())]),
        Way::Reconnecting { since } => {
            text.with("way-reconnecting", &[("clock", clock(*since).into())])
        }
        Way::Offline { since: None, reason: None } => text.get("way-never"),
        Way::Offline { since, reason } => {
            let why = text.get(reason.as_ref().map_or("parting-gone", parting_key));
            let clock = since.map(clock).unwrap_or_default();
            let key = if since.is_some() { "way-offline-since" } else { "way-offline" };
            text.with(key, &[("why", why.into()), ("clock", clock.into())])
        }
    }
}

/// Whether its words say another time every second.
pub(crate) fn counts(way: &Way) -> bool {
    matches!(way, Way::Reconnecting { .. } | Way::Offline { since: Some(_), .. })
}

/// How long ago that was, in minutes and seconds.
pub(crate) fn clock(since: Instant) -> String {
    minutes(since.elapsed().as_secs())
}

fn minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

pub(crate) fn parting_key(parting: &Parting) -> &'static str {
    match parting {
        Parting::Asked => "parting-asked",
        Parting::Gone => "parting-gone",
        Parting::Silent => "parting-silent",
        Parting::Unused => "parting-unused",
        Parting::Misbehaved | Parting::Flooding => "parting-misbehaved",
        Parting::Foreign => "parting-foreign",
        Parting::Blocked => "parting-blocked",
    }
}

/// Living seats whose program is not connected, and of which nothing comes through others either.
pub(crate) fn away(game: &MatchView) -> SeatSet {
    let seats = (0..).filter_map(Seat::new).zip(&game.links);
    let bridged = seats.filter(|(_, link)| matches!(link.way, Way::Bridged { .. }));
    let bridged: SeatSet = bridged.map(|(seat, _)| seat).collect();
    let living = Any::living(&game.position);
    living.minus(game.contract.own).minus(game.connected).minus(bridged)
}

/// What everybody can do while somebody is away, in a sentence; none: nobody is.
pub(crate) fn advice(text: &Text, game: &MatchView) -> Option<String> {
    let away = away(game);
    if away.is_empty() || game.ended.is_some() {
        return None;
    }
    if game.stage == StageView::Seal {
        return Some(text.get("away-sealing"));
    }
    let can_close = game.claims_from.is_some_and(|at| at <= Instant::now());
    if !game.is_settled {
        let key = if can_close { "away-unsettled-close" } else { "away-unsettled" };
        return Some(text.get(key));
    }
    if away.and(game.silent).is_empty() {
        return Some(text.get("away-not-due"));
    }
    let now = Instant::now();
    match game.claims_from {
        Some(at) if at > now => {
            let left = at.duration_since(now).as_secs() + 1;
            Some(text.with("away-close-later", &[("clock", minutes(left).into())]))
        }
        Some(_) => Some(text.get("away-close")),
        None => Some(text.get("away-wait")),
    }
}

/// A seat in one line: who it is, how he is reached, what it is doing.
pub(crate) fn line(text: &Text, words: &Words<'_>, game: &MatchView, seat: Seat) -> String {
    let is_own = game.contract.own.has(seat);
    let is_away = away(game).has(seat);
    let link = game.links.get(seat.index()).filter(|_| !is_own);
    let who = match game.handed.get(&seat) {
        Some(level) => handed(text, *level),
        None if game.bots.has(seat) => text.get("seat-is-machine"),
        None if is_own => text.get("seat-is-own"),
        None => link.map(|link| way(text, &link.way)).unwrap_or_default(),
    };
    let does = match () {
        () if !Any::living(&game.position).has(seat) => text.get("seat-out"),
        () if game.ended.is_some() => String::new(),
        () if game.draws.has(seat) => text.get("seat-for-draw"),
        () if game.awaited.has(seat) => text.get("seat-turn"),
        () if game.silent.has(seat) && is_away => text.get("seat-owes"),
        () if game.silent.has(seat) => text.get("seat-thinks"),
        () => String::new(),
    };
    let parts = [words.seat(seat), who, does].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(&text.get("option-separator"))
}

/// That a machine plays for somebody, and how well.
pub(crate) fn handed(text: &Text, level: table::Level) -> String {
    let level = text.get(&format!("level-{}", level.name()));
    text.with("seat-is-handed", &[("level", level.into())])
}

/// Who is for a draw, who is not, and who has not said, for those who look at an offer.
pub(crate) fn draw(text: &Text, words: &Words<'_>, game: &MatchView) -> Option<String> {
    if game.ended.is_some() || game.draws.or(game.declined).is_empty() {
        return None;
    }
    let open = Any::living(&game.position).minus(game.draws).minus(game.declined);
    let groups = [("draw-for", game.draws), ("draw-against", game.declined), ("draw-open", open)];
    let told = groups
        .into_iter()
        .filter(|(_, seats)| !seats.is_empty())
        .map(|(key, seats)| text.with(key, &[("seats", FluentValue::from(words.seats(seats)))]));
    Some(told.collect::<Vec<_>>().join(&text.get("option-separator")))
}
