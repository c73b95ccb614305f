//! What a record is about: the game, the players, when.

use std::path::Path;

use eframe::egui::{
    self, CornerRadius, FontId, Label, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};
use game::Seat;
use table::auditing::Player;

use super::super::fonts::mono;
use super::super::kit;
use super::super::ledger::badge;
use super::super::look::mix;
use super::super::scene::Scene;
use super::film::Film;
use super::report::headline;
use crate::files;
use crate::out::plain;
use crate::words::seat_named;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The line at the top; whose chip is clicked wants to be at the bottom. Without a board there is
/// no bottom.
pub(super) fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    film: &Film,
    (path, bottom): (&Path, Option<Seat>),
) -> Option<Seat> {
    let (text, look) = (scene.text, scene.look);
    let Some(header) = &film.audited.header else {
        kit::heading(ui, &files::shown(path));
        return None;
    };
    let game = plain(&header.game);
    let game = text.find(&format!("game-{game}"), &[]).unwrap_or(game);
    let args = [("game", game.into()), ("seats", header.players.len().into())];
    kit::heading(ui, &text.with("viewer-title", &args));
    let mut chosen = None;
    for player in &header.players {
        if chip(ui, scene, player, bottom == Some(player.seat)).clicked() && bottom.is_some() {
            chosen = Some(player.seat);
        }
    }
    let (tone, key) = headline(&film.audited.verdict);
    kit::pill(ui, look, tone, &text.get(key));
    let line = length(scene, film);
    let font = FontId::proportional(14.5);
    let galley = ui.fonts_mut(|fonts| fonts.layout_no_wrap(line.clone(), font, look.faint));
    // The board needs the room more than a second line does; the report says it too.
    if galley.size().x < ui.available_size_before_wrap().x {
        let shown = RichText::new(line).size(14.5).color(look.faint);
        ui.add(Label::new(shown).extend()).on_hover_text(files::shown(path));
    }
    chosen
}

/// How long the record is, and when it was written.
pub(super) fn length(scene: &Scene<'_>, film: &Film) -> String {
    let length = [("steps", film.audited.steps.into()), ("plies", film.audited.plies.into())];
    let mut parts = vec![scene.text.with("header-progress-value", &length)];
    parts.extend(film.age.map(|age| since(scene, age)));
    parts.join(&scene.text.get("option-separator"))
}

/// How long ago, in words.
fn since(scene: &Scene<'_>, seconds: u64) -> String {
    let (key, count) = match seconds {
        0..HOUR => ("viewer-minutes", seconds / MINUTE),
        HOUR..DAY => ("viewer-hours", seconds / HOUR),
        _ => ("viewer-days", seconds / DAY),
    };
    scene.text.with(key, &[("count", count.into())])
}

/// Height of a chip.
const CHIP: f32 = 40.0;
/// The longest name that is shown whole, in points.
const NAME: f32 = 130.0;

/// A player: its sign, its name, the start of its key.
fn chip(ui: &mut Ui, scene: &Scene<'_>, player: &Player, is_bottom: bool) -> Response {
    let look = scene.look;
    let name = plain(&player.name);
    let galley = |text: &str, font: FontId, color, most: f32| {
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(most);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let title = galley(&name, FontId::proportional(15.5), look.ink, NAME);
    let key = galley(&player.fingerprint, FontId::new(11.5, mono()), look.faint, 400.0);
    let width = 44.0 + title.size().x.max(key.size().x) + 12.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, CHIP), Sense::click());
    let seat = seat_named(scene.text, player.seat, Some(&name));
    let told = scene.text.with("viewer-from", &[("seat", seat.into())]);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_bottom, &told));
    let fill = match (is_bottom, response.hovered()) {
        (true, _) => look.raised,
        (false, true) => mix(look.surface, look.ink, 0.06),
        (false, false) => look.surface,
    };
    let corner = CornerRadius::same(10);
    let edge = if is_bottom {
        Stroke::new(2.0, look.ink)
    } else {
        Stroke::new(if look.is_contrast { 2.0 } else { 1.0 }, look.line)
    };
    ui.painter().rect(rect, corner, fill, edge, StrokeKind::Inside);
    kit::focus_ring(ui, &response, rect.expand(3.0), 12);
    let center = rect.left_center() + vec2(24.0, 0.0);
    badge(ui.painter(), look, (player.seat, true), (center, 26.0));
    let left = rect.left() + 44.0;
    let top = rect.center().y - (title.size().y + key.size().y) / 2.0;
    ui.painter().galley(egui::pos2(left, top), title.clone(), look.ink);
    ui.painter().galley(egui::pos2(left, top + title.size().y), key, look.faint);
    response.on_hover_text(told)
}
