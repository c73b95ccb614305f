//! The seats of a room around a small picture of its board.

use catalog::{Any, Rules};
use eframe::egui::accesskit::Role;
use eframe::egui::{
    CornerRadius, CursorIcon, Popup, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use game::{Game as _, Known, Seat};
use table::{Command, LinkView, RoomPlan, RoomSeat, RoomView, SeatPlan};

use super::{Scene, numbered};
use crate::window::create::picture;
use crate::window::kit;
use crate::window::links::{self, Trail};
use crate::window::look::mix;
use crate::window::scene::Acts;

/// Size of a seat's plate.
const PLATE: Vec2 = vec2(172.0, 92.0);
/// How far to the side pieces stand whose plate lies beside the board.
const BESIDE: f32 = 0.5;
/// Height of the line that says how somebody is reached.
const LINK: f32 = 20.0;
/// What the line above it leaves free at its end, for the time.
const TIME: f32 = 50.0;
/// Space between the lines of a plate.
const LINES: f32 = 2.0;
/// Space between board and plates.
const GAP: f32 = 8.0;

/// Whom the host may put on a seat, with the keys of what that is called.
const PLANS: [(SeatPlan, &str); 3] = [
    (SeatPlan::Bot, "seat-to-bot"),
    (SeatPlan::Beside, "seat-to-beside"),
    (SeatPlan::Open, "seat-to-open"),
];

/// Shows them.
pub(super) fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    (room, is_host): (&RoomView, bool),
    trail: &mut Trail,
) {
    let all = ui.available_rect_before_wrap();
    let all = all.with_max_x(all.right() - GAP);
    let around = 2.0 * (PLATE + Vec2::splat(GAP)) * sides(&room.rules, room.seats.len());
    let side = (all.width() - around.x - 8.0).min(all.height() - around.y - 8.0);
    let board = Rect::from_center_size(all.center(), Vec2::splat(side.clamp(120.0, 720.0)));
    picture(ui, scene, &room.rules, board);
    for (seat, it) in numbered(room) {
        let rect = place(&room.rules, seat, board);
        let response = plate(ui, scene, room, (seat, it), rect, is_host);
        if let Some(link) = far(it) {
            let line = rect.with_min_y(rect.bottom() - LINK - 4.0).with_max_y(rect.bottom() - 4.0);
            let name = it.person.as_ref().map(|person| person.name.as_str()).unwrap_or_default();
            let place = links::Place {
                rect: line.with_min_x(rect.left() + 12.0).with_max_x(rect.right() - 10.0),
                is_brief: false,
                is_stacked: true,
                id: ui.scope_id().with(("link", seat.number())),
                who: name,
            };
            if links::mark(ui, scene, link, &place).clicked() {
                trail.open(seat);
            }
        }
        let is_free = it.person.is_none();
        if is_host && can_change(it) {
            Popup::menu(&response).show(|ui| menu(ui, scene, acts, room, seat));
        } else if is_free && response.clicked() {
            acts.table(Command::Sit(seat));
        }
    }
    ui.advance_cursor_after_rect(all);
}

/// How somebody who has come is reached, if he is elsewhere.
pub(super) fn far(seat: &RoomSeat) -> Option<&LinkView> {
    seat.person.as_ref()?;
    seat.link.as_ref().filter(|link| links::is_far(link))
}

/// Whether plates lie beside the board, and above or below it: 1 where some do, else 0.
fn sides(rules: &Rules, seats: usize) -> Vec2 {
    let seats = (0..).filter_map(Seat::new).take(seats);
    seats.fold(Vec2::ZERO, |sides, seat| match toward(rules, seat) {
        Some(toward) if toward.x.abs() <= BESIDE => vec2(sides.x, 1.0),
        _ => vec2(1.0, sides.y),
    })
}

/// Where a seat's plate lies: on the side of the board where its pieces stand; beside the one above
/// it on the left if they stand in the middle.
fn place(rules: &Rules, seat: Seat, board: Rect) -> Rect {
    let away = Vec2::splat(board.width() / 2.0 + GAP) + PLATE / 2.0;
    let at = |x: f32, y: f32| Rect::from_center_size(board.center() + vec2(x, y), PLATE);
    let Some(toward) = toward(rules, seat) else {
        return at(-away.x.max(PLATE.x + GAP), -away.y);
    };
    if toward.x.abs() > BESIDE {
        let reach = (board.height() - PLATE.y) / 2.0;
        at(away.x * toward.x.signum(), (toward.y * away.y).clamp(-reach, reach))
    } else {
        at(0.0, away.y * toward.y.signum())
    }
}

/// The direction from the middle of the board to the pieces of a seat, or, where none stand yet, to
/// its side of the board; none if that is in the middle.
fn toward(rules: &Rules, seat: Seat) -> Option<Vec2> {
    let board = Any::board(rules);
    let view = Any::view(&Any::start(rules), &Known::public());
    let all = board.nodes.iter().map(|node| point(node.plane));
    let pieces = board.nodes.iter().zip(&view.tokens);
    let pieces = pieces.filter(|(_, token)| token.is_some_and(|token| token.army == seat));
    let home = board.nodes.iter().filter(|node| node.home == Some(seat));
    let own = mean(pieces.map(|(node, _)| point(node.plane)));
    let own = own.or_else(|| mean(home.map(|node| point(node.plane))))?;
    let away = own - mean(all)?;
    // Less than one cell.
    (away.length() > 100.0).then(|| away.normalized())
}

fn point((x, y): (i16, i16)) -> Pos2 {
    pos2(f32::from(x), f32::from(y))
}

fn mean(points: impl Iterator<Item = Pos2>) -> Option<Pos2> {
    let (sum, count) = points.fold((Vec2::ZERO, 0.0), |(sum, n), at| (sum + at.to_vec2(), n + 1.0));
    (count > 0.0).then(|| (sum / count).to_pos2())
}

/// Whether the host may put somebody else on this seat.
fn can_change(seat: &RoomSeat) -> bool {
    seat.plan != SeatPlan::Me
}

/// What a plate says.
struct Words {
    name: String,
    /// What tells somebody apart whose name others may have too; or what can be done with the seat.
    small: String,
    state: String,
    is_good: bool,
    is_taken: bool,
}

/// A machine of this program, and how well it plays.
fn machine(scene: &Scene<'_>) -> String {
    let level = scene.text.get(&format!("level-{}", scene.view.level.name()));
    scene.text.with("seat-machine-level", &[("level", level.into())])
}

/// Who sits there, and whether he agrees.
fn told(scene: &Scene<'_>, is_own: bool, it: &RoomSeat, is_host: bool) -> Words {
    let text = scene.text;
    let name = match (&it.person, it.plan) {
        (Some(person), _) => person.name.clone(),
        (None, SeatPlan::Bot) => text.get("plan-bot"),
        (None, _) => text.get("seat-free"),
    };
    let (state, is_good) = match (it.plan, &it.person) {
        // Of another's machines nobody knows how well they play.
        (SeatPlan::Bot, _) if is_host => (machine(scene), true),
        (SeatPlan::Bot, _) => (text.get("seat-machine"), true),
        (SeatPlan::Beside, _) => (text.get("plan-beside"), true),
        (SeatPlan::Me, _) => (text.get("seat-host"), true),
        (SeatPlan::Open, None) => (text.get("seat-invite"), false),
        (SeatPlan::Open, Some(_)) if it.is_ready => (text.get("seat-ready"), true),
        (SeatPlan::Open, Some(_)) => (text.get("seat-unready"), false),
    };
    // The name has the whole line: it is what is cut where it is long.
    let mine = || [text.get("seat-mine"), state.clone()].join(&text.get("option-separator"));
    let state = if is_own { mine() } else { state };
    let small = match (it.plan, &it.person) {
        (SeatPlan::Me | SeatPlan::Open, Some(person)) => person.fingerprint.clone(),
        (SeatPlan::Open, None) if is_host => text.get("seat-free-host"),
        (SeatPlan::Open, None) => text.get("seat-free-guest"),
        (SeatPlan::Bot | SeatPlan::Beside | SeatPlan::Me, _) => String::new(),
    };
    Words { name, small, state, is_good, is_taken: it.person.is_some() }
}

fn plate(
    ui: &mut Ui,
    scene: &Scene<'_>,
    room: &RoomView,
    (seat, it): (Seat, &RoomSeat),
    rect: Rect,
    is_host: bool,
) -> Response {
    // The host's program plays for machines and for others at its screen too.
    let is_own = if is_host { it.plan == SeatPlan::Me } else { room.own.has(seat) };
    let words = told(scene, is_own, it, is_host);
    let is_free = it.person.is_none() && it.plan == SeatPlan::Open;
    let is_live = if is_host { can_change(it) } else { is_free };
    let sense = if is_live { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with(("plate", seat.number())), sense);
    let args = [
        ("seat", seat.number().into()),
        ("name", words.name.as_str().into()),
        ("state", words.state.as_str().into()),
    ];
    let key = if is_free && !is_host { "seat-name-free" } else { "seat-name" };
    let mut full = scene.text.with(key, &args);
    if it.person.is_some() && !words.small.is_empty() {
        full = [full, words.small.clone()].join(&scene.text.get("list-separator"));
    }
    let role = if is_live { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, &full));
    paint(ui, scene, rect, (seat, is_own, far(it).is_some()), words, &response);
    if is_live { response.on_hover_cursor(CursorIcon::PointingHand) } else { response }
}

fn paint(
    ui: &mut Ui,
    scene: &Scene<'_>,
    rect: Rect,
    (seat, is_own, has_link): (Seat, bool, bool),
    words: Words,
    response: &Response,
) {
    let look = scene.look;
    let is_lit = response.sense.senses_click() && response.hovered();
    let fill = if is_lit { mix(look.surface, look.ink, 0.07) } else { look.surface };
    let edge = match is_own {
        true => Stroke::new(2.5, look.accent),
        false => Stroke::new(1.0, look.line),
    };
    ui.painter().rect(rect, CornerRadius::same(12), fill, edge, StrokeKind::Inside);
    kit::focus_ring(ui, response, rect.expand(3.0), 14);
    let rect = if has_link { rect.with_max_y(rect.bottom() - LINK) } else { rect };
    let badge = Rect::from_center_size(rect.left_center() + vec2(26.0, 0.0), Vec2::splat(32.0));
    kit::paint_badge(ui.painter(), look, seat, badge);
    let left = rect.left() + 50.0;
    let room = rect.right() - left - 10.0;
    let color = if words.is_good { look.good } else { look.faint };
    let beside = if has_link { TIME } else { 0.0 };
    let mut lines = [
        kit::one_line(ui, words.name, 16.0, look.ink, room),
        kit::one_line(ui, words.small, 12.5, look.faint, room),
        kit::one_line(ui, words.state, 13.5, color, room - beside),
    ];
    if !words.is_taken {
        // First that it is free, then what can be done with it.
        lines.swap(1, 2);
    }
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    let high: f32 = lines.clone().map(|line| line.size().y + LINES).sum();
    let mut top = rect.center().y - (high - LINES) / 2.0;
    for line in lines {
        let next = top + line.size().y + LINES;
        ui.painter().galley(pos2(left, top), line, look.ink);
        top = next;
    }
}

/// What the host can do with a seat.
fn menu(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, room: &RoomView, seat: Seat) {
    let text = scene.text;
    ui.set_min_width(150.0);
    if kit::button(ui, &text.get("seat-take")).clicked() {
        acts.table(Command::Sit(seat));
        ui.close();
    }
    let it = room.seats.get(usize::from(seat.number()));
    let is_guest = it.is_some_and(|it| it.plan == SeatPlan::Open && it.person.is_some());
    if is_guest && kit::button(ui, &text.get("seat-remove")).clicked() {
        acts.table(Command::Remove(seat));
        ui.close();
    }
    let now = it.map(|it| it.plan);
    for (plan, key) in PLANS {
        if now != Some(plan) && kit::button(ui, &text.get(key)).clicked() {
            acts.table(Command::Change(with(room, seat, plan)));
            ui.close();
        }
    }
}

/// The room with somebody else on one seat.
fn with(room: &RoomView, seat: Seat, plan: SeatPlan) -> RoomPlan {
    let mut seats: Vec<SeatPlan> = room.seats.iter().map(|it| it.plan).collect();
    if let Some(place) = seats.get_mut(usize::from(seat.number())) {
        *place = plan;
    }
    RoomPlan {
        rules: room.rules.clone(),
        clock: room.clock,
        machine_seconds: room.machine_seconds,
        seats,
    }
}
