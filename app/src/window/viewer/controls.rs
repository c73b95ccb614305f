//! Where the film is, and the buttons that move it.

use eframe::egui::{
    self, CornerRadius, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use super::super::kit;
use super::super::look::{Look, mix};
use super::super::scene::Scene;
use super::film::Film;

/// What the controls and the line below them take, in points.
pub(super) const HEIGHT: f32 = 128.0;
/// Size of a button.
const BUTTON: f32 = 40.0;
/// A shot by itself, in seconds: a ply is a showing and a move.
const SHOT_SECONDS: f64 = 0.5;
/// How much faster it can be.
const SPEEDS: [u32; 3] = [1, 2, 4];

/// Where the film is, and whether it runs by itself.
#[derive(Default)]
pub(super) struct Player {
    /// How many shots have been shown.
    pub(super) shots: usize,
    /// When the next shot is due, if it runs.
    due: Option<f64>,
    speed: usize,
}

/// What is painted on a button.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Icon {
    First,
    Back,
    Play,
    Pause,
    Next,
    Last,
}

impl Player {
    /// Goes somewhere, and stays there.
    pub(super) fn jump(&mut self, shots: usize) {
        self.shots = shots;
        self.due = None;
    }

    /// Runs, or stops; at the end it runs from the beginning.
    pub(super) fn toggle(&mut self, film: &Film) {
        if self.due.take().is_none() && !film.shots.is_empty() {
            if self.shots >= film.shots.len() {
                self.shots = 0;
            }
            // The first frame sets the time.
            self.due = Some(0.0);
        }
    }

    /// Lets time pass; says whether the film has moved.
    pub(super) fn run(&mut self, ui: &Ui, scene: &Scene<'_>, film: &Film) -> bool {
        let _ = scene;
        let Some(due) = self.due else { return false };
        let now = ui.input(|input| input.time);
        let times = SPEEDS.get(self.speed).copied().unwrap_or(1);
        let each = SHOT_SECONDS / f64::from(times);
        let is_moved = due > 0.0 && now >= due;
        if is_moved {
            self.shots += 1;
        }
        if self.shots >= film.shots.len() {
            self.due = None;
            return is_moved;
        }
        let next = if is_moved || due <= 0.0 { now + each } else { due };
        self.due = Some(next);
        let left = std::time::Duration::from_secs_f64((next - now).max(0.0));
        ui.ctx().request_repaint_after(left);
        is_moved
    }

    /// Shows the buttons; says whether the film has moved.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, film: &Film) -> bool {
        let (was, last) = (self.shots, film.shots.len());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let (back, next) = (was > 0, was < last);
            if icon(ui, scene, Icon::First, "viewer-first", back).clicked() {
                self.jump(0);
            }
            if icon(ui, scene, Icon::Back, "viewer-step-back", back).clicked() {
                self.jump(was.saturating_sub(1));
            }
            let (shape, key) = match self.due {
                Some(_) => (Icon::Pause, "viewer-pause"),
                None => (Icon::Play, "viewer-play"),
            };
            if icon(ui, scene, shape, key, last > 0).clicked() {
                self.toggle(film);
            }
            if icon(ui, scene, Icon::Next, "viewer-step-on", next).clicked() {
                self.jump(was + 1);
            }
            if icon(ui, scene, Icon::Last, "viewer-last", next).clicked() {
                self.jump(last);
            }
            let times = SPEEDS.get(self.speed).copied().unwrap_or(1);
            let speed = scene.text.with("viewer-speed", &[("times", times.into())]);
            let button = egui::Button::new(speed).min_size(vec2(96.0, BUTTON));
            let response = ui.add(button);
            kit::ring(ui, &response, 12);
            if response.clicked() {
                self.speed = (self.speed + 1) % SPEEDS.len();
            }
            let place = format!("{was} / {last}");
            ui.add(egui::Label::new(place).truncate());
        });
        if let Some(shots) = timeline(ui, scene, film, self.shots) {
            self.jump(shots);
        }
        self.shots != was
    }
}

/// The whole film as a line, with a tick for each ply where there is room; gives where it was
/// dragged to.
fn timeline(ui: &mut Ui, scene: &Scene<'_>, film: &Film, shots: usize) -> Option<usize> {
    let (look, last) = (scene.look, film.shots.len());
    let size = vec2(ui.available_width(), 28.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let name = scene.text.get("viewer-slider");
    response.widget_info(|| WidgetInfo::slider(last > 0, shots as f64, &name));
    let (left, right) = (rect.left() + 10.0, rect.right() - 10.0);
    let y = rect.center().y;
    let x_of = |at: usize| left + (right - left) * at as f32 / last.max(1) as f32;
    let painter = ui.painter();
    let rail = |to: f32, color| {
        let rail = Rect::from_min_max(pos2(left, y - 3.0), pos2(to, y + 3.0));
        painter.rect_filled(rail, CornerRadius::same(3), color);
    };
    rail(right, mix(look.ground, look.faint, 0.35));
    rail(x_of(shots), look.accent);
    let plies = film.shots.last().map_or(0, |shot| shot.ply);
    if (right - left) / (plies.max(1) as f32) > 6.0 {
        let mut ply = 0;
        for (at, shot) in (1..).zip(&film.shots) {
            if shot.ply > ply {
                ply = shot.ply;
                let tick = Stroke::new(1.0, look.faint);
                painter.vline(x_of(at), y + 7.0..=y + 11.0, tick);
            }
        }
    }
    let handle = pos2(x_of(shots), y);
    let edge = Stroke::new(2.0, if look.is_contrast { look.ink } else { look.accent });
    painter.circle(handle, 8.0, look.surface, edge);
    if response.has_focus() {
        painter.circle_stroke(handle, 11.5, Stroke::new(2.5, look.warn));
    }
    if let Some(at) = asked(ui, &response, shots, last) {
        return Some(at);
    }
    let pointer = response.interact_pointer_pos().filter(|_| last > 0)?;
    let part = ((pointer.x - left) / (right - left)).clamp(0.0, 1.0);
    let at = (part * last as f32).round() as usize;
    (at != shots).then_some(at)
}

/// Where a screen reader wants to go.
fn asked(ui: &Ui, response: &Response, shots: usize, last: usize) -> Option<usize> {
    use eframe::egui::accesskit::{Action, ActionData};

    let id = response.id;
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(last as f64);
        node.set_numeric_value_step(1.0);
        for action in [Action::SetValue, Action::Increment, Action::Decrement] {
            node.add_action(action);
        }
    });
    ui.input(|input| {
        let set = input.accesskit_action_requests(id, Action::SetValue).last();
        if let Some(ActionData::NumericValue(value)) = set.and_then(|set| set.data.as_ref()) {
            return Some((value.round().max(0.0) as usize).min(last));
        }
        let more = input.num_accesskit_action_requests(id, Action::Increment);
        let less = input.num_accesskit_action_requests(id, Action::Decrement);
        let at = shots.saturating_add(more).saturating_sub(less).min(last);
        (at != shots).then_some(at)
    })
}

fn icon(ui: &mut Ui, scene: &Scene<'_>, icon: Icon, key: &str, is_enabled: bool) -> Response {
    let sense = if is_enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(BUTTON, BUTTON), sense);
    let name = scene.text.get(key);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, &name));
    let look = scene.look;
    let fill = match (is_enabled, response.is_pointer_button_down_on(), response.hovered()) {
        (true, true, _) => mix(look.raised, look.ink, 0.16),
        (true, false, true) => mix(look.raised, look.ink, 0.08),
        _ => look.raised,
    };
    let corner = CornerRadius::same(9);
    let edge = Stroke::new(if look.is_contrast { 2.0 } else { 1.0 }, look.line);
    ui.painter().rect(rect, corner, fill, edge, StrokeKind::Inside);
    kit::focus_ring(ui, &response, rect.expand(3.0), 12);
    paint(ui, look, icon, rect.center(), is_enabled);
    response.on_hover_text(name)
}

fn paint(ui: &Ui, look: &Look, icon: Icon, center: Pos2, is_enabled: bool) {
    let color = if is_enabled { look.ink } else { mix(look.raised, look.faint, 0.45) };
    let painter = ui.painter();
    let at = |x: f32, y: f32| center + vec2(x, y);
    let arrow = |x: f32, way: f32| {
        let points = vec![at(x + 6.0 * way, 0.0), at(x - 5.0 * way, -7.5), at(x - 5.0 * way, 7.5)];
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    let bar = |x: f32, width: f32| {
        let rect = Rect::from_center_size(pos2(center.x + x, center.y), vec2(width, 15.0));
        painter.rect_filled(rect, CornerRadius::same(1), color);
    };
    match icon {
        Icon::First => {
            bar(-7.0, 3.0);
            arrow(2.0, -1.0);
        }
        // A step is a bar and an arrow away from it, running is an arrow alone.
        Icon::Back => arrow(-1.0, -1.0),
        Icon::Play => {
            painter.circle_filled(center, 14.0, if is_enabled { look.accent } else { color });
            let ink = if is_enabled { look.on_accent } else { look.raised };
            let points = vec![at(7.0, 0.0), at(-4.0, -6.5), at(-4.0, 6.5)];
            painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
        }
        Icon::Pause => {
            bar(-4.5, 4.0);
            bar(4.5, 4.0);
        }
        Icon::Next => arrow(1.0, 1.0),
        Icon::Last => {
            arrow(-2.0, 1.0);
            bar(7.0, 3.0);
        }
    }
}
