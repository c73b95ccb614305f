//! What all have shown at once, for a moment over the board; it keeps nobody from anything.

use std::sync::Arc;
use std::time::Duration;

use catalog::{Any, Choice, Position};
use eframe::egui::{
    Align2, CornerRadius, FontId, Id, Key, LayerId, Order, Rect, Role, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};
use game::{Event, Game, Known, Seat, Showing, Waits};
use table::LogEntry;

use super::turn::Turn;
use super::{facts, pictogram};
use crate::layouts;
use crate::window::kit;

/// How long it is shown, in seconds.
const SHOWN: f64 = 2.0;

/// What was shown last, while it is seen.
#[derive(Default)]
pub(super) struct Reveal {
    /// How much of the log has been looked at; none: nothing yet.
    seen: Option<usize>,
    entry: Option<Arc<LogEntry>>,
    since: f64,
}

impl Reveal {
    /// Looks at what is new. What was shown before the page was opened is not shown again.
    pub(super) fn follow(&mut self, ui: &Ui, turn: &Turn<'_>) {
        let log = &turn.game.log;
        let seen = self.seen.replace(log.len()).unwrap_or(log.len());
        let is_showing = |entry: &&Arc<LogEntry>| {
            match entry.as_ref() {
                // Layouts are seen on the board itself.
                LogEntry::Event { before, event: Event::Unsealed(_), .. } => {
                    layouts::due(before).is_empty()
                }
                _ => false,
            }
        };
        let fresh = log.iter().skip(seen).rfind(is_showing);
        let now = ui.input(|input| input.time);
        if let Some(entry) = fresh {
            self.entry = Some(Arc::clone(entry));
            self.since = now;
        }
        let is_skipped = ui.input(|input| input.key_pressed(Key::Escape));
        if now - self.since > SHOWN || is_skipped {
            self.entry = None;
        }
    }

    /// It has been seen.
    pub(super) fn skip(&mut self) {
        self.entry = None;
    }

    /// Shows it over the top of the board. The pointer goes through it.
    pub(super) fn ui(&self, ui: &mut Ui, board: Rect, turn: &Turn<'_>) {
        let Some(entry) = &self.entry else { return };
        let LogEntry::Event { before, event: event @ Event::Unsealed(showings), .. } = &**entry
        else {
            return;
        };
        let look = turn.scene.look;
        let height = (board.height() * 0.24).clamp(104.0, 170.0);
        let band = Rect::from_min_size(board.min, vec2(board.width(), height)).shrink(4.0);
        let layer = LayerId::new(Order::Foreground, Id::unique("reveal"));
        let painter = ui.ctx().layer_painter(layer);
        let edge = Stroke::new(2.0, look.accent);
        painter.rect(band, CornerRadius::same(14), look.surface, edge, StrokeKind::Inside);
        let result = result(turn, before, event);
        let told = turn.words.event(before, event);
        let label = ui.interact(band, ui.scope_id().with("reveal"), Sense::hover());
        label.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{told}。{result}")));
        let font = FontId::proportional((height * 0.17).clamp(16.0, 24.0));
        let line = painter.layout(result, font, look.accent, band.width() - 24.0);
        let foot = line.size().y.min(height * 0.5) + 8.0;
        let place = pos2(band.center().x - line.size().x / 2.0, band.bottom() - foot);
        painter.galley(place, line, look.accent);
        let rows = Rect::from_min_max(band.min, pos2(band.max.x, band.bottom() - foot)).shrink(6.0);
        let room = vec2(rows.width() / showings.len().max(1) as f32, rows.height());
        for (at, (seat, showing)) in pictogram::row(rows, showings.len()).into_iter().zip(showings)
        {
            let place = Rect::from_center_size(at, room);
            self.seat(&painter, turn, before, (*seat, showing), place);
        }
        let rest = (SHOWN - (ui.input(|input| input.time) - self.since)).max(0.0);
        ui.ctx().request_repaint_after(Duration::from_secs_f64(rest + 0.02));
    }

    fn seat(
        &self,
        painter: &eframe::egui::Painter,
        turn: &Turn<'_>,
        before: &Position,
        (seat, showing): (Seat, &Showing<Choice>),
        place: Rect,
    ) {
        let look = turn.scene.look;
        let is_wide = place.width() > place.height() * 2.6;
        // Beside the picture if there is room, else below it.
        let unit = place.height().min(place.width() * 0.5) * if is_wide { 1.0 } else { 0.72 };
        let middle = place.center() - if is_wide { vec2(0.0, 0.0) } else { vec2(0.0, unit * 0.24) };
        let left = if is_wide { -0.85 } else { -0.42 };
        let badge = middle + vec2(unit * left, 0.0);
        let badge = Rect::from_center_size(badge, vec2(unit, unit) * 0.46);
        kit::paint_badge(painter, turn.scene.look, seat, badge);
        let picture = middle + vec2(unit * if is_wide { -0.10 } else { 0.30 }, 0.0);
        let (shapes, name) = match showing {
            Showing::Shown(choice) => {
                let notation = Any::write_choice(before, choice);
                let shapes = pictogram::small(&notation, picture, unit * 0.80, look);
                (shapes, turn.words.choice(before, choice))
            }
            Showing::Absent => (Vec::new(), turn.scene.text.get("showing-absent")),
            Showing::Withheld => (Vec::new(), turn.scene.text.get("showing-withheld")),
        };
        painter.extend(shapes);
        let (at, align) = if is_wide {
            (picture + vec2(unit * 0.50, 0.0), Align2::LEFT_CENTER)
        } else {
            (pos2(place.center().x, middle.y + unit * 0.66), Align2::CENTER_CENTER)
        };
        let font = FontId::proportional((unit * 0.24).clamp(13.0, 22.0));
        painter.text(at, align, name, font, look.ink);
    }
}

/// What came of a showing, in words.
fn result(turn: &Turn<'_>, before: &Position, event: &Event<Any>) -> String {
    let text = turn.scene.text;
    let mut after = before.clone();
    if Any::apply(&mut after, event).is_err() {
        return String::new();
    }
    let view = Any::view(&after, &Known::public());
    let named = |key: &str, seats: String| text.with(key, &[("seats", seats.into())]);
    match Any::waits(&after) {
        Waits::Move(seat) => {
            let lines = facts::lines(&turn.words, &view, |key| ["mandate", "pick"].contains(&key));
            let acts = named("reveal-acts", turn.words.seat(seat));
            lines.into_iter().next().unwrap_or(acts)
        }
        Waits::Choices(seats) if Any::ply(&after) != Any::ply(before) => {
            named("reveal-passed", turn.words.seats(seats))
        }
        Waits::Choices(seats) if seats == Any::living(&after) => {
            let pending =
                facts::lines(&turn.words, &view, |key| ["pending", "queue"].contains(&key));
            let again = text.get("reveal-again");
            std::iter::once(again).chain(pending).collect::<Vec<_>>().join("　")
        }
        Waits::Choices(seats) => named("reveal-play-off", turn.words.seats(seats)),
        _ => turn.words.waits(&after),
    }
}
