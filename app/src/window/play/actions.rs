//! What can be done at any time. Each has a place of its own, whatever is going on.

use std::time::Duration;

use catalog::Any;
use eframe::egui::{self, Rect, RichText, Stroke, Ui, pos2, vec2};
use game::{Game, Seat, SeatSet};
use table::{Clock, Command, Decision, Level};

use super::turn::Turn;
use crate::presence;
use crate::window::kit;
use crate::window::scene::Acts;
use crate::window::ticks;

/// How long a first step waits for the second, in seconds.
const ARMED: f64 = 5.0;
const ROW: f32 = 36.0;
const GAP: f32 = 6.0;
const NOTICE: f32 = 24.0;
const COLUMNS: usize = 4;

/// What has been asked for once and must be confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Armed {
    Resign(Seat),
    Close,
}

/// What waits to be confirmed, and since when.
#[derive(Default)]
pub(super) struct Actions {
    armed: Option<(Armed, f64)>,
}

/// One place of the grid.
struct Slot<'a> {
    place: usize,
    key: &'a str,
    is_on: bool,
    is_grave: bool,
}

impl Actions {
    /// The height of everything.
    pub(super) const HEIGHT: f32 = NOTICE + ROW * 3.0 + GAP * 2.0;

    /// Whether something waits to be confirmed.
    pub(super) fn is_armed(&self) -> bool {
        self.armed.is_some()
    }

    /// Nothing waits to be confirmed.
    pub(super) fn disarm(&mut self) {
        self.armed = None;
    }

    /// Shows all of it.
    pub(super) fn ui(&mut self, ui: &mut Ui, turn: &Turn<'_>, is_open: &mut bool, acts: &mut Acts) {
        self.expire(ui, turn);
        self.notice(ui, turn);
        hand_over(ui, turn, acts);
        said(ui, turn);
        self.draw(ui, turn, acts);
        pause(ui, turn, acts);
        let mut slot = |place: usize, key: &str, is_on: bool, is_grave: bool| {
            button(ui, turn, &Slot { place, key, is_on, is_grave })
        };
        let record = if *is_open { "act-record-close" } else { "act-record" };
        if slot(3, record, true, false) {
            *is_open = !*is_open;
        }
        let resigning = own(turn).lowest().map(|seat| turn.actor.unwrap_or(seat));
        let wants_resign = slot(4, "act-resign", resigning.is_some(), true);
        let confirm = match self.armed {
            Some((Armed::Resign(_), _)) => "act-confirm-resign",
            Some((Armed::Close, _)) => "act-confirm-close",
            None => "act-confirm",
        };
        let is_confirmed = slot(5, confirm, self.armed.is_some(), true);
        let is_running = turn.game.ended.is_none() && !turn.game.is_watching;
        let others = turn.game.silent.minus(turn.game.contract.own);
        let wants_close = slot(6, "act-close", is_running && !others.is_empty(), true);
        if slot(7, "act-leave", true, false) {
            acts.table(Command::Leave);
        }
        let now = ui.input(|input| input.time);
        match (wants_resign, resigning) {
            (true, Some(seat)) => self.armed = Some((Armed::Resign(seat), now)),
            _ if wants_close => self.armed = Some((Armed::Close, now)),
            _ => {}
        }
        if is_confirmed && let Some((armed, _)) = self.armed.take() {
            acts.table(match armed {
                Armed::Resign(seat) => Command::Decide(seat, Box::new(Decision::Resign)),
                Armed::Close => Command::CloseAsClaimed,
            });
        }
    }

    fn expire(&mut self, ui: &Ui, turn: &Turn<'_>) {
        let Some((armed, since)) = self.armed else { return };
        let rest = ARMED - (ui.input(|input| input.time) - since);
        let still = match armed {
            Armed::Resign(seat) => own(turn).has(seat),
            Armed::Close => turn.game.ended.is_none(),
        };
        if rest <= 0.0 || !still {
            self.armed = None;
        } else {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(rest));
        }
    }

    /// One line above the buttons.
    fn notice(&self, ui: &mut Ui, turn: &Turn<'_>) {
        let text = turn.scene.text;
        let seats = |key: &str, seats: SeatSet| {
            text.with(key, &[("seats", turn.words.seats(seats).into())])
        };
        let offers = turn.game.draws;
        let line = match self.armed {
            Some((Armed::Resign(seat), _)) => seats("act-sure-resign", SeatSet::one(seat)),
            Some((Armed::Close, _)) => text.get("act-sure-close"),
            None if turn.game.ended.is_some() => String::new(),
            None if turn.game.is_paused => text.get("act-paused"),
            None if turn.game.is_watching => text.get("act-watching"),
            None if offers.is_empty() && turn.game.pauses.is_empty() => match turn.game.watchers {
                0 => String::new(),
                count => text.with("watchers", &[("count", count.into())]),
            },
            None if offers.is_empty() => seats("act-wishes", turn.game.pauses),
            None => seats("act-offers", offers),
        };
        let color = if self.armed.is_some() { turn.scene.look.bad } else { turn.scene.look.warn };
        let rect = Rect::from_min_size(ui.max_rect().min, vec2(ui.max_rect().width(), NOTICE));
        let label = RichText::new(line).size(14.0).color(color);
        if !label.is_empty() {
            ui.put(rect, egui::Label::new(label).truncate());
        }
    }

    fn draw(&self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        let own = own(turn);
        let offers = turn.game.draws;
        let is_all = !own.is_empty() && own.is_within(offers);
        let next = own.minus(offers).lowest();
        let mut slot = |place: usize, key: &str, is_on: bool| {
            button(ui, turn, &Slot { place, key, is_on, is_grave: false })
        };
        let mut decide = |seat: Option<Seat>, decision: Decision<Any>| {
            if let Some(seat) = seat {
                acts.table(Command::Decide(seat, Box::new(decision)));
            }
        };
        if is_all {
            if slot(0, "act-withdraw", true) {
                decide(own.lowest(), Decision::WithdrawDraw);
            }
        } else if slot(0, "act-draw", next.is_some() && offers.is_empty()) {
            decide(turn.actor.or(next), Decision::OfferDraw);
        }
        let is_asked = next.is_some() && !offers.is_empty();
        if slot(1, "act-accept", is_asked) {
            decide(next, Decision::OfferDraw);
        }
        if slot(2, "act-decline", is_asked) {
            decide(next, Decision::DeclineDraw);
        }
    }
}

/// Whether there are clocks that could stand.
fn has_pause(turn: &Turn<'_>) -> bool {
    let has_clock = turn.game.contract.clock != Clock::Unlimited;
    has_clock && turn.game.ended.is_none() && !turn.game.is_watching
}

/// Living seats of people at this screen, while the match goes on.
fn own(turn: &Turn<'_>) -> SeatSet {
    match turn.game.ended {
        None => turn.humans.and(Any::living(&turn.game.position)),
        Some(_) => SeatSet::EMPTY,
    }
}

/// Lets the program play on for whoever sits here, or takes the seat back.
fn hand_over(ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
    let handed = turn.game.handed.keys().next().copied();
    let free: SeatSet = own(turn).iter().filter(|s| !turn.game.handed.contains_key(s)).collect();
    let seat = turn.actor.filter(|seat| free.has(*seat)).or(free.lowest());
    let key = if handed.is_some() { "act-take-back" } else { "act-hand-over" };
    let is_on = turn.game.ended.is_none() && (handed.is_some() || seat.is_some());
    let response = placed(ui, turn, &Slot { place: 8, key, is_on, is_grave: false });
    if let Some(seat) = handed {
        if response.clicked() {
            acts.table(Command::HandOver(seat, None));
        }
        return;
    }
    let Some(seat) = seat else { return };
    egui::Popup::menu(&response).show(|ui| {
        ui.set_min_width(170.0);
        kit::note(ui, turn.scene.look, &turn.scene.text.get("hand-over-how"));
        for level in Level::ALL.into_iter().rev() {
            let name = turn.scene.text.get(&format!("level-{}", level.name()));
            let name = turn.scene.text.with("hand-over-level", &[("level", name.into())]);
            if kit::button(ui, &name).clicked() {
                acts.table(Command::HandOver(seat, Some(level)));
                ui.close();
            }
        }
    });
}

/// A pause is asked for, agreed to, or no longer wanted: one place for all, where there are clocks.
fn pause(ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
    if !has_pause(turn) {
        return;
    }
    let (own, wishes) = (own(turn), turn.game.pauses);
    let next = own.minus(wishes).lowest();
    let key = match next {
        Some(_) if wishes.is_empty() => "act-pause",
        Some(_) => "act-pause-too",
        None => "act-pause-back",
    };
    let is_on = !own.is_empty() && !turn.game.is_paused;
    let response = placed(ui, turn, &Slot { place: 9, key, is_on, is_grave: false });
    if response.clicked() {
        let (seat, decision) = match next {
            Some(next) => {
                (turn.actor.filter(|seat| !wishes.has(*seat)).unwrap_or(next), Decision::WishPause)
            }
            None => match own.lowest() {
                Some(seat) => (seat, Decision::WithdrawPause),
                None => return,
            },
        };
        acts.table(Command::Decide(seat, Box::new(decision)));
    }
}

/// Who is for a draw, who is not, and who has not said: each seat has its place.
fn said(ui: &mut Ui, turn: &Turn<'_>) {
    let Some(told) = presence::draw(turn.scene.text, &turn.words, turn.game) else { return };
    let said = ticks::Said {
        asked: Any::living(&turn.game.position),
        yes: turn.game.draws,
        no: turn.game.declined,
    };
    let whole = ui.max_rect();
    let seats = Any::seats(&turn.game.contract.rules);
    let width = ticks::width(seats).min(whole.width() / 2.0 - GAP);
    let corner = pos2(whole.right() - width, whole.top() + NOTICE + (ROW - ticks::HEIGHT) / 2.0);
    let rect = Rect::from_min_size(corner, vec2(width, ticks::HEIGHT));
    ticks::ui(ui, turn.scene.look, (rect, seats), said, &told);
}

fn button(ui: &mut Ui, turn: &Turn<'_>, slot: &Slot<'_>) -> bool {
    placed(ui, turn, slot).clicked()
}

fn placed(ui: &mut Ui, turn: &Turn<'_>, slot: &Slot<'_>) -> egui::Response {
    let look = turn.scene.look;
    let whole = ui.max_rect();
    let width = (whole.width() - GAP * (COLUMNS as f32 - 1.0)) / COLUMNS as f32;
    // The first row came last.
    let (row, column) = ((slot.place / COLUMNS + 1) % 3, slot.place % COLUMNS);
    let corner = pos2(
        whole.left() + (width + GAP) * column as f32,
        whole.top() + NOTICE + (ROW + GAP) * row as f32,
    );
    let rect = Rect::from_min_size(corner, vec2(width, ROW));
    let color = if slot.is_grave { look.bad } else { look.ink };
    let text = RichText::new(turn.scene.text.get(slot.key)).size(14.5).color(color);
    let mut button = egui::Button::new(text).min_size(rect.size());
    if slot.is_grave {
        button = button.stroke(Stroke::new(1.0, look.bad));
    }
    let layout = egui::Layout::centered_and_justified(egui::Direction::LeftToRight);
    let builder = egui::UiBuilder::new().max_rect(rect).id_salt(slot.place).layout(layout);
    let mut inner = ui.new_child(builder);
    inner.spacing_mut().button_padding = vec2(2.0, 4.0);
    let response = inner.add_enabled(slot.is_on, button);
    kit::ring(&inner, &response, 11);
    response
}
