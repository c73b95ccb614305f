//! How the program of a player is reached: in words, as bars, and everything that was tried.

mod trail;

#[cfg(test)]
mod tests;

use std::time::Duration;

use eframe::egui::accesskit::Role;
use eframe::egui::{
    CursorIcon, Id, Painter, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use table::{DialFailure, LinkView, Parting, Tried, Way};

use super::kit::{self, Tone};
use super::look::Look;
use super::scene::Scene;
use crate::presence;
pub(crate) use crate::presence::way;
use crate::presence::{clock, parting_key};
use crate::problem::tried_key;
use crate::text::Text;

pub(crate) use trail::{Trail, tries};

/// Width of the bars.
const BARS: f32 = 17.0;
/// Size of the words beside them.
const SIZE: f32 = 13.0;

/// How well somebody is reached, as bars of four: directly on this network, directly across
/// networks, through a relay, not at all.
const fn bars(way: &Way) -> u8 {
    match way {
        Way::Here | Way::Lan => 4,
        Way::Internet => 3,
        Way::Relay { .. } | Way::Bridged { .. } => 1,
        Way::Reconnecting { .. } | Way::Offline { .. } => 0,
    }
}

/// What the words are said with. The bars and the words say the same.
const fn tone(way: &Way) -> Tone {
    match way {
        Way::Here => Tone::Plain,
        Way::Lan | Way::Internet | Way::Relay { .. } | Way::Bridged { .. } => Tone::Good,
        Way::Reconnecting { .. } | Way::Offline { .. } => Tone::Warn,
    }
}

/// The same in a word or two, where there is no room.
fn brief(text: &Text, way: &Way) -> String {
    match way {
        Way::Here => text.get("way-here"),
        Way::Lan => text.get("way-lan-brief"),
        Way::Internet => text.get("way-internet-brief"),
        Way::Relay { .. } => text.get("way-relay-brief"),
        Way::Bridged { .. } => text.get("way-bridged-brief"),
        Way::Reconnecting { since } => {
            text.with("way-reconnecting-brief", &[("clock", clock(*since).into())])
        }
        Way::Offline { since: Some(since), .. } => {
            text.with("way-offline-brief-since", &[("clock", clock(*since).into())])
        }
        Way::Offline { .. } => text.get("way-offline-brief"),
    }
}

/// How long a message takes there and back.
fn time(text: &Text, link: &LinkView) -> Option<String> {
    let is_reached = bars(&link.way) > 0;
    let round_trip = link.round_trip.filter(|_| is_reached)?;
    let ms = round_trip.as_millis().max(1).to_string();
    Some(text.with("way-time", &[("ms", ms.into())]))
}

/// Way and time in one line.
pub(crate) fn line(text: &Text, link: &LinkView) -> String {
    let parts = [Some(way(text, &link.way)), time(text, link)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(&text.get("option-separator"))
}

/// Whether there is something to say: whoever is here is reached anyhow.
pub(crate) fn is_far(link: &LinkView) -> bool {
    link.way != Way::Here
}

/// Where a mark is, and what it says beside what can be seen.
pub(crate) struct Place<'a> {
    /// Where.
    pub(crate) rect: Rect,
    /// Where there is little room: a word or two, and no time.
    pub(crate) is_brief: bool,
    /// Whether the time may stand at the end of the line above, where the words need all of this.
    pub(crate) is_stacked: bool,
    /// Tells it from all others.
    pub(crate) id: Id,
    /// Who is reached so.
    pub(crate) who: &'a str,
}

/// Bars and words; a click on them asks for everything that was tried.
pub(crate) fn mark(ui: &Ui, scene: &Scene<'_>, link: &LinkView, place: &Place<'_>) -> Response {
    let Scene { text, look, .. } = *scene;
    let rect = place.rect;
    let response = ui.interact(rect, place.id, Sense::click());
    let args = [("who", place.who.into()), ("way", line(text, link).into())];
    let told = text.with("way-name", &args);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &told));
    let color = if response.hovered() { look.ink } else { tone(&link.way).color(look) };
    let painter = ui.painter();
    let left = rect.left() + BARS + 5.0;
    paint_bars(painter, look, pos2(rect.left(), rect.center().y), bars(&link.way));
    let words = if place.is_brief { brief(text, &link.way) } else { way(text, &link.way) };
    let mut right = rect.right();
    if let Some(time) = time(text, link).filter(|_| !place.is_brief) {
        let time = kit::one_line(ui, time, SIZE, look.faint, rect.width() - BARS);
        let (wide, high) = (time.size().x, time.size().y);
        let need = kit::one_line(ui, words.clone(), SIZE, color, f32::INFINITY).size().x;
        let is_above = place.is_stacked && left + need + 5.0 + wide > right;
        let top = rect.center().y - high / 2.0 - if is_above { rect.height() } else { 0.0 };
        painter.galley(pos2(right - wide, top), time, look.faint);
        right -= if is_above { 0.0 } else { wide + 5.0 };
    }
    let words = kit::one_line(ui, words, SIZE, color, right - left);
    painter.galley(pos2(left, rect.center().y - words.size().y / 2.0), words, color);
    kit::focus_ring(ui, &response, rect.expand2(vec2(3.0, 1.0)), 6);
    if presence::counts(&link.way) {
        ui.ctx().request_repaint_after(Duration::from_secs(1));
    }
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(told)
}

/// How wide a brief mark is.
pub(crate) fn brief_width(ui: &Ui, scene: &Scene<'_>, link: &LinkView) -> f32 {
    let words = kit::one_line(ui, brief(scene.text, &link.way), SIZE, scene.look.ink, 200.0);
    BARS + 5.0 + words.size().x + 2.0
}

/// Four bars that rise to the right; those that do not count are empty.
fn paint_bars(painter: &Painter, look: &Look, left: eframe::egui::Pos2, full: u8) {
    for bar in 0..4_u8 {
        let high = 4.0 + 2.7 * f32::from(bar);
        let low = pos2(left.x + 4.4 * f32::from(bar), left.y + 6.0);
        let rect = Rect::from_min_max(pos2(low.x, low.y - high), pos2(low.x + 3.2, low.y));
        if bar < full {
            painter.rect_filled(rect, 0.8, look.ink);
        } else {
            painter.rect_stroke(rect, 0.8, Stroke::new(0.8, look.faint), StrokeKind::Inside);
        }
    }
}

/// What came of an attempt.
fn outcome(text: &Text, tried: &Tried) -> (Tone, String) {
    let (tone, key) = match tried {
        Tried::Trying => (Tone::Plain, "tried-trying"),
        Tried::Connected => (Tone::Good, "tried-connected"),
        Tried::Closed(parting) => {
            let why = text.get(parting_key(parting));
            return (Tone::Warn, text.with("tried-closed", &[("why", why.into())]));
        }
        Tried::NotPunched => (Tone::Warn, "tried-not-punched"),
        Tried::Failed(failure) => (Tone::Bad, tried_key(failure)),
    };
    (tone, text.get(key))
}

/// What can be done about it, in a sentence.
fn advice(link: &LinkView) -> &'static str {
    let is = |wanted: &dyn Fn(&Tried) -> bool| link.tries.iter().any(|it| wanted(&it.outcome));
    match &link.way {
        Way::Here | Way::Lan | Way::Internet => "advice-direct",
        Way::Relay { .. } if is(&|tried| *tried == Tried::NotPunched) => "advice-not-punched",
        Way::Relay { .. } => "advice-relay",
        Way::Bridged { .. } => "advice-bridged",
        Way::Offline { reason: Some(Parting::Foreign), .. } => "advice-foreign",
        _ if is(&|tried| *tried == Tried::Failed(DialFailure::NoRelay)) => "advice-no-relay",
        _ if is(&|tried| *tried == Tried::Failed(DialFailure::NotThere)) => "advice-not-there",
        Way::Reconnecting { .. } => "advice-reconnecting",
        Way::Offline { .. } => "advice-offline",
    }
}
