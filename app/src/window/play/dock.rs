//! What is to be decided now, beside the board.

use eframe::egui::{self, RichText, ScrollArea, Ui, vec2};
use game::{Pick, Seat};
use table::{Decision, StageView};

use super::turn::Turn;
use super::{Play, gestures, hints, part};
use crate::layouts;
use crate::presence;
use crate::window::board;
use crate::window::kit::{self, Tone};
use crate::window::scene::Acts;

impl Play {
    /// Shows what is to be decided.
    pub(super) fn dock(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts, has_advice: bool) {
        let rect = ui.max_rect();
        let is_asked = turn.moves();
        // What can be chosen has keys of its own.
        let has_field = turn.game.ended.is_none() && turn.game.stage != StageView::Choose;
        let typed = if has_field { super::typing::HEIGHT } else { 0.0 };
        let (top, bottom) = rect.split_top_bottom_at_y(rect.bottom() - typed);
        let is_advised = has_advice && self.advises(turn);
        let advice = if is_advised { (top.height() * 0.34).min(124.0) } else { 0.0 };
        let (top, below) = top.split_top_bottom_at_y(top.bottom() - advice);
        let mut upper = part(ui, top.with_max_y(top.bottom() - 6.0), "decision");
        if self.cover.is_needed(turn) {
            self.cover.ui(&mut upper, turn);
        } else if turn.setter().is_some() {
            ScrollArea::vertical().id_salt("setting").show(&mut upper, |ui| {
                self.setting(ui, turn, acts);
            });
        } else if turn.chooses() {
            let chosen = gestures::cards(&mut upper, turn);
            if let Some(choice) = chosen {
                self.decide(turn, Decision::Choose(choice), acts);
            }
        } else {
            ScrollArea::vertical().id_salt("decision").show(&mut upper, |ui| {
                if turn.moves() {
                    self.moving(ui, turn, acts);
                } else {
                    waiting(ui, turn);
                }
            });
        }
        if has_advice && advice > 0.0 {
            let below = below.with_max_y(below.bottom() - if typed > 0.0 { 8.0 } else { 0.0 });
            self.advice(&mut part(ui, below, "advice"), turn, acts);
        }
        if typed > 0.0 {
            let mut lower = part(ui, bottom, "typing");
            lower.add_enabled_ui(is_asked, |ui| self.type_move(ui, turn, acts));
        }
    }

    fn moving(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        let text = turn.scene.text;
        if self.picking.preview().is_some() {
            self.confirming(ui, turn, acts);
            return;
        }
        let key = match (self.picking.has_begun(), self.picking.words().is_empty()) {
            (false, true) => "play-pick-first",
            (true, true) => "play-pick-next",
            (false, false) => "play-pick-word",
            (true, false) => "play-pick-next-or-word",
        };
        match turn.owed() {
            Some(owed) => {
                if let Some(token) = turn.held() {
                    board::piece(ui, turn.scene, &turn.game.contract.rules, token, 72.0);
                }
                ui.label(owed);
            }
            None => {
                ui.label(text.get(key));
            }
        }
        let mut picked = None;
        for word in self.picking.words() {
            let word: &'static str = word;
            if word_button(ui, turn, word).clicked() {
                picked = Some(Pick::Word(word));
            }
        }
        let can_cancel = self.picking.has_begun();
        if can_cancel && kit::quiet(ui, turn.scene.look, &text.get("play-cancel")).clicked() {
            self.picking.back();
        }
        if let Some(mv) = picked.and_then(|pick| self.picking.point(pick, turn)) {
            self.play(turn, mv, acts);
        }
    }

    /// A move with all that follows from it, before it is made.
    fn confirming(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        let (text, look) = (turn.scene.text, turn.scene.look);
        let Some(preview) = self.picking.preview().cloned() else { return };
        kit::heading(ui, &turn.words.mv(&turn.game.position, &preview.mv));
        let label = if preview.is_push() { "play-push" } else { "play-do" };
        let is_confirmed = kit::primary(ui, look, &text.get(label)).clicked();
        if kit::button(ui, &text.get("play-back")).clicked() {
            self.picking.back();
        }
        kit::note(ui, look, &text.get("play-follows"));
        if preview.arrows.len() > 1 {
            ui.label(text.with("play-go", &[("count", preview.arrows.len().into())]));
        }
        if preview.told.is_empty() {
            kit::note(ui, look, &text.get("play-none-gone"));
        }
        for told in &preview.told {
            kit::toned(ui, look, Tone::Warn, told);
        }
        if is_confirmed && let Some(mv) = self.picking.confirm() {
            self.play(turn, mv, acts);
        }
    }

    /// Whether there is a hint for this moment.
    fn advises(&self, turn: &Turn<'_>) -> bool {
        hints::hint(turn, &self.picking).is_some()
    }

    /// The hint for this moment.
    pub(super) fn advice(&mut self, ui: &mut Ui, turn: &Turn<'_>, acts: &mut Acts) {
        if let Some(hint) = hints::hint(turn, &self.picking) {
            hints::ui(ui, turn, &hint, acts);
        }
    }
}

/// A word to point at; one that names a seat has its sign.
fn word_button(ui: &mut Ui, turn: &Turn<'_>, word: &str) -> egui::Response {
    let named = word.strip_prefix("seat_").and_then(|number| number.parse().ok());
    let Some(seat) = named.and_then(Seat::new) else {
        let size = vec2(ui.available_width(), 44.0);
        let response = ui.add(egui::Button::new(turn.words.word(word)).min_size(size).wrap());
        kit::ring(ui, &response, 11);
        return response;
    };
    ui.horizontal(|ui| {
        kit::seat_badge(ui, turn.scene.look, seat, 34.0);
        let label = RichText::new(turn.words.seat(seat));
        let size = vec2(ui.available_width(), 40.0);
        let response = ui.add(egui::Button::new(label).min_size(size).truncate());
        kit::ring(ui, &response, 11);
        response
    })
    .inner
}

/// Who is away, since when, and what can be done about it.
fn away(ui: &mut Ui, turn: &Turn<'_>) {
    let (text, look, game) = (turn.scene.text, turn.scene.look, turn.game);
    let Some(advice) = presence::advice(text, game) else { return };
    for seat in presence::away(game).iter() {
        let way = game.links.get(seat.index()).map(|link| presence::way(text, &link.way));
        let parts = [Some(turn.words.seat(seat)), way].into_iter().flatten();
        let line = parts.collect::<Vec<_>>().join(&text.get("option-separator"));
        kit::toned(ui, look, Tone::Warn, &line);
    }
    kit::note(ui, look, &advice);
    ui.add_space(6.0);
    let is_later = game.claims_from.is_some_and(|at| at > std::time::Instant::now());
    if is_later || game.links.iter().any(|link| presence::counts(&link.way)) {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs(1));
    }
}

/// What has been given, and who is waited for.
fn waiting(ui: &mut Ui, turn: &Turn<'_>) {
    let (text, look, game) = (turn.scene.text, turn.scene.look, turn.game);
    if game.ended.is_some() {
        return;
    }
    away(ui, turn);
    for (seat, level) in &game.handed {
        let args = [("seat", turn.words.seat(*seat).into())];
        kit::toned(ui, look, Tone::Good, &presence::handed(text, *level));
        kit::note(ui, look, &text.with("handed-note", &args));
    }
    let given = turn.humans.and(game.due).minus(game.silent);
    if game.stage == StageView::Choose && !given.is_empty() {
        kit::toned(ui, look, Tone::Good, &text.get("play-sealed"));
        let others = game.silent;
        if !others.is_empty() {
            let args = [("seats", turn.words.seats(others).into())];
            let sets_up = !layouts::due(&game.position).is_empty();
            let key = if sets_up { "set-up-wait" } else { "play-sealed-wait" };
            kit::note(ui, look, &text.with(key, &args));
        }
        return;
    }
    kit::note(ui, look, &text.get("play-wait"));
}
