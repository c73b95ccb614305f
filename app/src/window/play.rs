//! A match: the board, what is to be decided now, who sits there, what has happened.

mod actions;
mod cover;
mod dock;
mod facts;
mod gestures;
mod hints;
mod history;
mod keys;
mod picking;
mod pictogram;
mod reveal;
mod seats;
mod setting;
#[cfg(test)]
mod tests;
mod turn;
mod typing;

use eframe::egui::{Rect, Ui, UiBuilder, pos2, vec2};
use game::Seat;
use table::{Command, Decision, MatchView, PhaseView};

use super::board::{BoardUi, Marks};
use super::chat::Chat;
use super::drawer::Drawer;
use super::links::Trail;
use super::result::ResultCard;
use super::scene::{Acts, Scene};
use actions::Actions;
use cover::Cover;
use history::History;
use keys::Sheet;
use picking::Picking;
use reveal::Reveal;
use setting::Setting;
use turn::Turn;
use typing::Typing;

/// What the page remembers between frames.
#[derive(Default)]
pub(crate) struct Play {
    /// Id of the match that all the rest is about.
    id: String,
    /// Whose side was at the bottom.
    bottom: Option<Seat>,
    /// The version of the view for which something has been decided already.
    sent: Option<u64>,
    picking: Picking,
    setting: Setting,
    typing: Typing,
    actions: Actions,
    cover: Cover,
    reveal: Reveal,
    history: History,
    sheet: Sheet,
    is_drawer_open: bool,
    drawer: Drawer,
    trail: Trail,
    chat: Chat,
    result: ResultCard,
}

/// Where the parts of the page lie. They depend on its size and the shape of the board alone.
struct Parts {
    headline: Rect,
    board: Rect,
    below: Rect,
    dock: Rect,
    column: Rect,
}

impl Parts {
    const GAP: f32 = 14.0;
    /// Room for a hint below the board is used from this height on.
    const BELOW: f32 = 52.0;

    fn new(whole: Rect, slope: f32) -> Self {
        let column = (whole.width() * 0.27).clamp(284.0, 390.0);
        let (left, column) = whole.split_left_right_at_x(whole.right() - column);
        let left = left.with_max_x(left.right() - Self::GAP);
        let (headline, body) = left.split_top_bottom_at_y(left.top() + 36.0);
        let body = body.with_min_y(body.top() + 6.0);
        let dock = (body.width() - body.height() / slope - Self::GAP * 2.0)
            .clamp((whole.width() * 0.152).max(150.0), 300.0);
        let (middle, dock) = body.split_left_right_at_x(body.right() - dock);
        let middle = middle.with_max_x(middle.right() - Self::GAP);
        let high = middle.height().min(middle.width() * slope);
        let (board, below) = middle.split_top_bottom_at_y(middle.top() + high);
        Self { headline, board, below: below.with_min_y(below.top() + 6.0), dock, column }
    }
}

impl Play {
    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        let PhaseView::Playing(game) = &scene.view.phase else { return };
        if self.id != game.contract.id {
            // The players of a rematch go on talking.
            let chat = std::mem::take(&mut self.chat);
            *self = Self { id: game.contract.id.clone(), chat, ..Self::default() };
        }
        let turn = Turn::new(scene, game, self.bottom, self.sent == Some(scene.view.version));
        self.bottom = Some(turn.bottom);
        self.picking.follow(&turn);
        self.setting.follow(&turn);
        self.reveal.follow(ui, &turn);
        self.history.follow(&turn);
        let whole = ui.available_rect_before_wrap();
        let parts = Parts::new(whole, turn.plane.slope());
        if self.chat.follow(ui, scene) {
            self.is_drawer_open = false;
        }
        if !self.trail.is_open() && !self.chat.has_keyboard(ui) {
            self.keys(ui, &turn, parts.board, acts);
        }
        self.headline(ui, parts.headline, &turn);
        self.board(&mut part(ui, parts.board, "board"), &turn, acts);
        let has_below = parts.below.height() >= Parts::BELOW - 10.0;
        if has_below {
            self.advice(&mut part(ui, parts.below, "below"), &turn, acts);
        }
        self.dock(&mut part(ui, parts.dock, "dock"), &turn, acts, !has_below);
        self.column(&mut part(ui, parts.column, "column"), &turn, acts);
        self.over(ui, &parts, &turn, acts);
        ui.advance_cursor_after_rect(whole);
    }

    /// What is waited for, and beside it the way to what is said: the column has no room to spare.
    fn headline(&mut self, ui: &mut Ui, rect: Rect, turn: &Turn<'_>) {
        let mut line = rect;
        if Chat::is_there(turn.scene) {
            let (left, right) = rect.split_left_right_at_x(rect.right() - Chat::WIDTH);
            line = left.with_max_x(left.right() - 10.0);
            if self.chat.fold(&mut part(ui, right, "chat-fold"), right, turn.scene) {
                self.is_drawer_open = false;
            }
        }
        turn.headline(&mut part(ui, line, "headline"));
    }

    fn board(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        let is_covered = self.cover.is_needed(turn);
        let arranged = if is_covered { None } else { self.setting.view(turn) };
        let mut marks = self.marks(turn);
        if arranged.is_some() {
            self.setting.mark(turn, &mut marks);
        }
        let board = BoardUi {
            rules: &turn.game.contract.rules,
            view: arranged.as_ref().unwrap_or(&turn.view),
            bottom: turn.bottom,
            marks: &marks,
            is_live: turn.moves() || arranged.is_some(),
        };
        let rect = ui.max_rect();
        let picked = board.show(ui, turn.scene, rect.size());
        let is_over = ui.rect_contains_pointer(rect);
        if is_over && ui.input(|input| input.pointer.secondary_clicked()) {
            self.picking.back();
        }
        if let Some(node) = picked.filter(|_| arranged.is_some()) {
            self.setting.point(node, turn);
            return;
        }
        let Some(node) = picked.filter(|_| turn.moves()) else { return };
        self.reveal.skip();
        if let Some(mv) = self.picking.point(game::Pick::Node(node), turn) {
            self.play(turn, mv, acts);
        }
    }

    fn marks(&self, turn: &Turn<'_>) -> Marks {
        let mut marks = Marks { last: self.history.last().to_vec(), ..Marks::default() };
        if turn.moves() {
            self.picking.mark(&mut marks);
        }
        marks
    }

    /// Gives the table a move.
    fn play(&mut self, turn: &Turn<'_>, mv: catalog::Move, acts: &mut Acts) {
        self.decide(turn, Decision::Move(mv), acts);
    }

    fn decide(&mut self, turn: &Turn<'_>, decision: Decision<catalog::Any>, acts: &mut Acts) {
        let Some(seat) = turn.actor else { return };
        acts.table(Command::Decide(seat, Box::new(decision)));
        self.sent = Some(turn.scene.view.version);
        self.picking.clear();
        self.typing.clear();
        self.reveal.skip();
    }

    /// Seats, facts, history, and what can be done at any time; or the drawer.
    fn column(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        let rect = ui.max_rect();
        let (top, bottom) = rect.split_top_bottom_at_y(rect.bottom() - Actions::HEIGHT);
        let top = top.with_max_y(top.bottom() - 8.0);
        if self.is_drawer_open {
            self.drawer.ui(&mut part(ui, top, "drawer"), turn.scene, acts, turn.game);
        } else {
            let seats = seats::height(turn, top.height() * 0.5);
            let (seats, rest) = top.split_top_bottom_at_y(top.top() + seats);
            let shown = self.history.shown();
            seats::ui(&mut part(ui, seats, "seats"), turn, shown, &mut self.trail);
            let rest = rest.with_min_y(rest.top() + 8.0);
            self.below_seats(ui, rest, turn, acts);
        }
        let is_open = &mut self.is_drawer_open;
        self.actions.ui(&mut part(ui, bottom, "actions"), turn, is_open, acts);
    }

    /// What is so and what has happened; or what was said.
    fn below_seats(&mut self, ui: &mut Ui, rest: Rect, turn: &Turn<'_>, acts: &mut Acts) {
        if self.chat.is_open(turn.scene) {
            return self.chat.ui(&mut part(ui, rest, "chat"), rest, turn.scene, acts);
        }
        let facts = (rest.height() * 0.42).clamp(60.0, 170.0);
        let (facts, history) = rest.split_top_bottom_at_y(rest.top() + facts);
        facts::ui(&mut part(ui, facts, "facts"), turn);
        let history = history.with_min_y(history.top() + 8.0);
        self.history.ui(&mut part(ui, history, "history"), turn);
    }

    /// What lies over the rest: the reveal, the result, the keys.
    fn over(&mut self, ui: &mut Ui, parts: &Parts, turn: &Turn<'_>, acts: &mut Acts) {
        if turn.game.ended.is_none() {
            self.reveal.ui(ui, parts.board, turn);
        } else {
            let middle = parts.board.center();
            let size = vec2(parts.board.width().min(530.0), parts.board.height().min(420.0));
            let rect = Rect::from_center_size(middle, size);
            self.result.ui(&mut part(ui, rect, "result"), turn.scene, acts, turn.game);
        }
        self.sheet.ui(ui, parts.board.union(parts.dock), turn);
        self.trail.ui(ui, turn.scene, |seat| {
            let player = turn.game.contract.players.get(seat.index())?;
            Some((player.name.as_str(), player.fingerprint.as_str(), seats::far(turn, seat)?))
        });
    }
}

/// A child in a place of its own, whatever is in it.
fn part(ui: &mut Ui, rect: Rect, salt: &str) -> Ui {
    let corner = pos2(rect.left(), rect.top());
    let rect = Rect::from_min_size(corner, rect.size().max(vec2(1.0, 1.0)));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(salt));
    child.set_clip_rect(rect.expand(6.0).intersect(ui.clip_rect()));
    child
}

/// The seats that somebody at this screen decides for.
fn humans(game: &MatchView) -> game::SeatSet {
    game.contract.own.minus(game.bots)
}
