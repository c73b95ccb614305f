//! Who sits at the table, and what each is doing.

use std::collections::BTreeMap;
use std::time::Instant;

use catalog::Any;
use eframe::egui::{
    Align2, FontId, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use game::{Game, Seat, SeatSet};
use table::{Clock, ClockView, LinkView, StageView};

use super::pictogram;
use super::turn::Turn;
use crate::clock;
use crate::presence;
use crate::window::fonts;
use crate::window::kit;
use crate::window::kit::Tone;
use crate::window::links::{self, Trail};
use crate::window::look::mix;

/// The height of a row, where there is room.
const ROW: f32 = 46.0;
/// Lower rows have one line instead of two.
const ROW_TWO: f32 = 42.0;
/// The height of a row at least.
const ROW_LEAST: f32 = 36.0;

/// What a seat is doing, as the last word of its row.
struct State {
    tone: Tone,
    text: String,
}

fn all(turn: &Turn<'_>) -> SeatSet {
    SeatSet::first(Any::seats(&turn.game.contract.rules))
}

/// The height of all rows, where there is so much for them.
pub(super) fn height(turn: &Turn<'_>, room: f32) -> f32 {
    let count = f32::from(all(turn).len()).max(1.0);
    (room / count).clamp(ROW_LEAST, ROW) * count
}

/// Shows every seat. `shown` is what each has shown last, in notation.
pub(super) fn ui(ui: &mut Ui, turn: &Turn<'_>, shown: &BTreeMap<Seat, String>, trail: &mut Trail) {
    // Inside the list there is room without end.
    let height = ui.max_rect().height() / f32::from(all(turn).len()).max(1.0);
    ScrollArea::vertical().id_salt("seats").min_scrolled_height(0.0).auto_shrink(false).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for seat in all(turn).iter() {
                if row(ui, turn, height, seat, shown.get(&seat).map(String::as_str)) {
                    trail.open(seat);
                }
            }
        },
    );
    // Painted anew only when a running clock shows something else.
    let now = Instant::now();
    let running = turn.game.clocks.iter().filter(|(_, at)| matches!(at, ClockView::Runs(_)));
    let next = running.map(|(_, at)| clock::until_change(at.left(now))).min();
    if let Some(next) = next.filter(|_| turn.game.ended.is_none()) {
        ui.ctx().request_repaint_after(next);
    }
}

/// Every seat in one line of words.
pub(super) fn told(turn: &Turn<'_>) -> Vec<String> {
    all(turn).iter().map(|seat| line(turn, seat)).collect()
}

fn line(turn: &Turn<'_>, seat: Seat) -> String {
    let state = state(turn, seat);
    let more = more(turn, seat);
    let link = far(turn, seat).map(|link| links::line(turn.scene.text, link));
    let short = match state.tone {
        Tone::Bad => turn.scene.text.get("seat-time-short"),
        Tone::Plain | Tone::Good | Tone::Warn => String::new(),
    };
    let parts = [turn.words.seat(seat), state.text, short, link.unwrap_or_default(), more];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(&turn.scene.text.get("list-separator"))
}

/// How the program of a seat is reached, if it is elsewhere.
pub(super) fn far<'a>(turn: &Turn<'a>, seat: Seat) -> Option<&'a LinkView> {
    let game = turn.game;
    let is_over = game.ended.is_some() && game.is_delivered;
    let link = game.links.get(seat.index()).filter(|_| !is_over && !game.contract.own.has(seat));
    link.filter(|link| links::is_far(link))
}

/// Shows a seat; gives whether it was asked how it is reached.
fn row(ui: &mut Ui, turn: &Turn<'_>, height: f32, seat: Seat, shown: Option<&str>) -> bool {
    let look = turn.scene.look;
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, line(turn, seat)));
    if !ui.is_rect_visible(rect) {
        return false;
    }
    let painter = ui.painter();
    let frame = rect.shrink2(vec2(0.0, 2.0));
    let is_living = Any::living(&turn.game.position).has(seat);
    let is_due = turn.game.silent.has(seat) && turn.game.ended.is_none();
    let fill = if is_due { mix(look.surface, look.accent, 0.10) } else { look.surface };
    let edge = if is_due { look.accent } else { look.line };
    painter.rect(frame, 9.0, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let badge =
        Rect::from_center_size(pos2(frame.left() + 22.0, frame.center().y), vec2(32.0, 32.0));
    kit::paint_badge(painter, turn.scene.look, seat, badge);
    let state = state(turn, seat);
    let color = if is_living { look.ink } else { look.faint };
    let told = format!("{}{}", state.tone.sign(), state.text);
    let told = painter.layout_no_wrap(told, FontId::proportional(14.0), state.tone.color(look));
    // Where rows are low there is one line only.
    let is_low = height < ROW_TWO;
    let (top, right) = (frame.top() + 3.0, frame.right() - 10.0);
    let line_at = |high: f32| if is_low { frame.center().y - high / 2.0 } else { top };
    let state_at = pos2(right - told.size().x, line_at(told.size().y));
    let picture = if is_low {
        pos2(state_at.x - 16.0, frame.center().y)
    } else {
        pos2(right - 9.0, frame.bottom() - 11.5)
    };
    let mut room = state_at.x - 6.0;
    painter.galley(state_at, told, look.ink);
    if let Some(notation) = shown {
        painter.extend(pictogram::small(notation, picture, 17.0, look));
        room = if is_low { picture.x - 14.0 } else { room };
    }
    let left = frame.left() + 44.0;
    let link = far(turn, seat);
    let brief = link.map_or(0.0, |link| links::brief_width(ui, turn.scene, link) + 6.0);
    let line = if is_low {
        Rect::from_center_size(pos2(room - brief / 2.0, frame.center().y), vec2(brief - 6.0, 24.0))
    } else {
        let top = frame.bottom() - 19.0;
        Rect::from_min_max(pos2(left, top), pos2(picture.x - 14.0, frame.bottom() - 2.0))
    };
    room -= if is_low { brief } else { 0.0 };
    let name = elided(painter, &turn.name(seat), 16.0, room - left);
    let name = painter.layout_no_wrap(name, FontId::proportional(16.0), color);
    let (width, name_at) = (name.size().x, pos2(left, line_at(name.size().y)));
    let middle = name_at.y + name.size().y / 2.0;
    painter.galley(name_at, name, color);
    if !is_living {
        painter.hline(left..=left + width, middle, Stroke::new(1.5, look.faint));
    }
    let is_asked = link.is_some_and(|link| {
        let who = turn.words.seat(seat);
        let id = ui.scope_id().with(("link", seat.number()));
        let place = links::Place { rect: line, is_brief: is_low, is_stacked: false, id, who: &who };
        links::mark(ui, turn.scene, link, &place).clicked()
    });
    if link.is_some() || is_low {
        return is_asked;
    }
    let more = more(turn, seat);
    let is_key = !turn.game.contract.own.has(seat);
    let small = FontId::new(12.5, if is_key { fonts::mono() } else { Default::default() });
    let more = elided(painter, &more, 12.5, picture.x - 14.0 - left);
    painter.text(pos2(left, frame.bottom() - 3.0), Align2::LEFT_BOTTOM, more, small, look.faint);
    false
}

/// As much of a text as there is room for.
fn elided(painter: &eframe::egui::Painter, text: &str, size: f32, width: f32) -> String {
    let wide = |text: &str| {
        let font = FontId::proportional(size);
        painter.layout_no_wrap(text.to_owned(), font, Default::default()).size().x
    };
    if wide(text) <= width {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while kept.pop().is_some() && wide(&kept) + size > width {}
    kept.push('…');
    kept
}

/// Who it is: a machine, a key, an own seat.
fn more(turn: &Turn<'_>, seat: Seat) -> String {
    let text = turn.scene.text;
    if turn.game.bots.has(seat) {
        return text.get("seat-is-machine");
    }
    if let Some(level) = turn.game.handed.get(&seat) {
        return presence::handed(text, *level);
    }
    if turn.is_shared() && turn.humans.has(seat) {
        return text.get("seat-is-here");
    }
    if turn.humans.has(seat) {
        return text.get("seat-is-own");
    }
    let player = turn.game.contract.players.get(seat.index());
    player.map(|player| player.fingerprint.chars().take(16).collect()).unwrap_or_default()
}

/// What a seat is to do that has given nothing yet: only where a game has gestures is one asked for.
fn asked_for(turn: &Turn<'_>, seat: Seat) -> &'static str {
    let is_asked = turn.game.awaited.has(seat);
    match (is_asked, turn.sets_up(), turn.game.stage) {
        (true, true, _) => "seat-set-up",
        (false, true, _) => "set-up-state",
        (true, false, StageView::Choose) => "seat-choose",
        (true, false, _) => "seat-turn",
        (false, false, _) => "seat-thinks",
    }
}

/// What a seat is doing, and its clock.
fn state(turn: &Turn<'_>, seat: Seat) -> State {
    let (text, game) = (turn.scene.text, turn.game);
    let state = doing(turn, seat);
    let of_seat = game.clocks.iter().find(|(of, _)| *of == seat).filter(|_| game.ended.is_none());
    let Some((_, at)) = of_seat else { return state };
    let runs = matches!(at, ClockView::Runs(_));
    // A limit for each move says nothing of a seat that need not move now.
    let is_shown = runs || game.is_paused || matches!(game.contract.clock, Clock::Total { .. });
    if !is_shown {
        return state;
    }
    let left = at.left(Instant::now());
    let face = clock::face(left);
    let args = [("what", state.text.clone().into()), ("clock", face.clone().into())];
    let told = match game.is_paused {
        true => text.with("seat-clock-paused", &args),
        false if state.text.is_empty() => face,
        false => format!("{} {face}", state.text),
    };
    let is_short = runs && clock::is_low(left);
    State { tone: if is_short { Tone::Bad } else { state.tone }, text: told }
}

fn doing(turn: &Turn<'_>, seat: Seat) -> State {
    let (text, game) = (turn.scene.text, turn.game);
    let say = |tone: Tone, key: &str| State { tone, text: text.get(key) };
    let is_living = Any::living(&game.position).has(seat);
    if !is_living {
        return say(Tone::Plain, "seat-out");
    }
    if game.ended.is_some() {
        return State { tone: Tone::Plain, text: String::new() };
    }
    if presence::away(game).has(seat) {
        return say(Tone::Warn, "seat-away");
    }
    if game.draws.has(seat) {
        return say(Tone::Warn, "seat-for-draw");
    }
    if game.silent.has(seat) {
        return say(Tone::Plain, asked_for(turn, seat));
    }
    if game.due.has(seat) {
        let is_sealed = game.stage == StageView::Choose;
        return say(Tone::Good, if is_sealed { "seat-sealed" } else { "seat-done" });
    }
    State { tone: Tone::Plain, text: String::new() }
}
