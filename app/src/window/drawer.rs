//! What the record of a match in progress holds, in words.

use std::path::PathBuf;

use eframe::egui::{self, CollapsingHeader, Label, RichText, ScrollArea, Ui};
use game::{Seat, SeatSet};
use table::auditing::Source;
use table::{MatchView, StageView};

use super::kit::{self, Tone};
use super::ledger::{Ledger, LedgerUi, digest};
use super::scene::{Acts, Scene};
use super::worker::Worker;
use crate::talk;

/// Which state of a record was read: its file, the open step, and whether the match is over.
type State = (PathBuf, u32, bool, bool);

/// What the drawer remembers between frames.
#[derive(Default)]
pub(crate) struct Drawer {
    worker: Worker<Option<Ledger>>,
    asked: Option<State>,
    ledger: Option<Ledger>,
    list: LedgerUi,
    is_lost: bool,
}

impl Drawer {
    /// Shows it.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, game: &MatchView) {
        self.read(ui.ctx(), game);
        ScrollArea::vertical().id_salt("drawer").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            kit::heading(ui, &scene.text.get("drawer-title"));
            kit::note(ui, scene.look, &scene.text.get("drawer-why"));
            contract(ui, scene, acts, game);
            open_step(ui, scene, acts, game);
            match &self.ledger {
                Some(ledger) => self.list.ui(ui, scene, acts, ledger),
                None if self.is_lost => {
                    kit::toned(ui, scene.look, Tone::Warn, &scene.text.get("drawer-unread"));
                }
                None => {
                    kit::note(ui, scene.look, &scene.text.get("viewer-reading"));
                }
            }
        });
    }

    /// Reads the record again when it has grown.
    fn read(&mut self, ctx: &egui::Context, game: &MatchView) {
        let state = (game.record.clone(), game.step, game.ended.is_some(), game.is_delivered);
        if self.asked.as_ref() != Some(&state) {
            if self.asked.as_ref().is_none_or(|(path, ..)| *path != game.record) {
                (self.ledger, self.list) = (None, LedgerUi::default());
            }
            self.asked = Some(state);
            let path = game.record.clone();
            self.worker
                .ask(ctx, move || Source::open(&path).ok().map(|source| Ledger::read(source).0));
        }
        if let Some(done) = self.worker.take() {
            let read = done.ok().flatten();
            self.is_lost = read.is_none();
            // What was read before still holds: a record only grows.
            self.ledger = read.or(self.ledger.take());
        }
    }
}

/// The contract, folded at first.
fn contract(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, game: &MatchView) {
    let contract = &game.contract;
    let title = RichText::new(scene.text.get("drawer-contract")).color(scene.look.ink);
    CollapsingHeader::new(title).id_salt("drawer-contract").show(ui, |ui| {
        ui.add(Label::new(talk::options(scene.text, &contract.rules)).wrap());
        digest(ui, scene, acts, "header-match", &contract.id);
        for (number, player) in (0..).zip(&contract.players) {
            let Some(seat) = Seat::new(number) else { continue };
            ui.horizontal_wrapped(|ui| {
                kit::seat_badge(ui, scene.look, seat, 20.0);
                ui.label(&player.name);
                let key = RichText::new(&player.fingerprint).monospace();
                ui.add(Label::new(key));
            });
        }
        kit::note(ui, scene.look, &scene.text.get("drawer-keys"));
    });
}

/// The step that is open: what is due, and who has given it.
fn open_step(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, game: &MatchView) {
    let key = match game.stage {
        StageView::Begin => "drawer-due-begin",
        StageView::Move(_) => "drawer-due-move",
        StageView::Choose => "drawer-due-choose",
        StageView::Deploy => "drawer-due-deploy",
        StageView::Answer => "drawer-due-answer",
        StageView::Toss => "drawer-due-toss",
        StageView::Show => "drawer-due-show",
        StageView::Seal => "drawer-due-seal",
        StageView::Over => return,
    };
    kit::card(ui, scene.look, |ui| {
        ui.set_width(ui.available_width());
        let step = scene.text.with("drawer-open", &[("step", game.step.into())]);
        ui.add(Label::new(RichText::new(step).color(scene.look.ink)).wrap());
        kit::note(ui, scene.look, &scene.text.get(key));
        due(ui, scene, game.due, game.silent);
        digest(ui, scene, acts, "field-head", &game.head);
    });
}

fn due(ui: &mut Ui, scene: &Scene<'_>, due: SeatSet, silent: SeatSet) {
    ui.horizontal_wrapped(|ui| {
        for seat in due.iter() {
            let (tone, key) = match silent.has(seat) {
                true => (Tone::Plain, "drawer-owes"),
                false => (Tone::Good, "drawer-gave"),
            };
            kit::seat_badge(ui, scene.look, seat, 24.0);
            kit::pill(ui, scene.look, tone, &scene.text.get(key));
        }
    });
}

#[cfg(test)]
mod tests;
