//! How a match ended: who won and why, whether the record holds, and what can be done now.

use std::path::PathBuf;

use catalog::{Any, Position};
use eframe::egui::{self, Label, RichText, Ui};
use game::{Event, Game as _, Known, Outcome, SeatSet};
use table::auditing::{self, Audited, Source, Verdict};
use table::{Command, ContractView, Ended, LogEntry, MatchView};

use super::kit::{self, Tone};
use super::scene::{Act, Acts, Scene};
use super::ticks;
use super::worker::Worker;
use crate::audit::verdict_sentences;
use crate::talk;

/// The check that counts signatures.
const SIGNATURES: &str = "signatures";

/// What the card remembers between frames.
#[derive(Default)]
pub(crate) struct ResultCard {
    worker: Worker<Option<Audited>>,
    /// Which record was asked about, and whether all others had everything by then.
    asked: Option<(PathBuf, bool)>,
    audited: Option<Audited>,
    is_lost: bool,
    is_folded: bool,
}

impl ResultCard {
    /// Shows it, if the match has ended.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, game: &MatchView) {
        let Some(ended) = &game.ended else { return };
        self.audit(ui.ctx(), game);
        kit::card(ui, scene.look, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 6.0;
            ui.horizontal(|ui| {
                let (tone, title) = title(scene, game, ended);
                let size = if self.is_folded { 19.0 } else { 28.0 };
                let color = match tone {
                    Tone::Plain => scene.look.ink,
                    tone => tone.color(scene.look),
                };
                let shown = RichText::new(title).size(size).color(color);
                ui.add(Label::new(shown).selectable(false).wrap());
            });
            if !self.is_folded {
                for line in reasons(scene, game, ended) {
                    kit::note(ui, scene.look, &line);
                }
            }
            self.verdict(ui, scene);
            rematch(ui, scene, game);
            ui.add_space(4.0);
            self.buttons(ui, scene, acts, game);
        });
    }

    /// Audits the record, and again when the others have sealed it.
    fn audit(&mut self, ctx: &egui::Context, game: &MatchView) {
        let state = (game.record.clone(), game.is_delivered);
        if self.asked.as_ref() != Some(&state) {
            if self.asked.as_ref().is_none_or(|(path, _)| *path != game.record) {
                (self.audited, self.is_folded) = (None, false);
            }
            self.asked = Some(state);
            let path = game.record.clone();
            self.worker.ask(ctx, move || Source::open(&path).ok().map(auditing::audit));
        }
        if let Some(done) = self.worker.take() {
            self.audited = done.ok().flatten();
            self.is_lost = self.audited.is_none();
        }
    }

    fn verdict(&self, ui: &mut Ui, scene: &Scene<'_>) {
        let text = scene.text;
        let (tone, line) = match &self.audited {
            None if self.is_lost => (Tone::Warn, text.get("drawer-unread")),
            None => (Tone::Plain, text.get("result-auditing")),
            Some(audited) => match &audited.verdict {
                Verdict::Complete { .. } | Verdict::Unfinished => {
                    let signed = audited.checks.iter().find(|count| count.check == SIGNATURES);
                    let args = [
                        ("steps", audited.steps.into()),
                        ("signatures", signed.map_or(0, |count| count.passed).into()),
                    ];
                    (Tone::Good, text.with("result-audited", &args))
                }
                Verdict::Claimed { .. } => (Tone::Warn, verdict_sentences(audited, text).join(" ")),
                _ => (Tone::Bad, verdict_sentences(audited, text).join(" ")),
            },
        };
        kit::toned(ui, scene.look, tone, &line);
    }

    fn buttons(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, game: &MatchView) {
        let text = scene.text;
        ui.horizontal_wrapped(|ui| {
            let is_wanted = !game.contract.own.and(game.rematch).is_empty();
            let again = if is_wanted { "result-again-not" } else { "result-again" };
            // It stays where it is whoever comes and goes.
            if kit::primary_if(ui, scene.look, &text.get(again), game.can_rematch).clicked() {
                acts.table(Command::Rematch(!is_wanted));
            }
            if kit::button(ui, &text.get("result-record")).clicked() {
                acts.table(Command::Leave);
                acts.push(Act::Open(game.record.clone()));
            }
            if kit::button(ui, &text.get("result-leave")).clicked() {
                acts.table(Command::Leave);
            }
            let fold = if self.is_folded { "result-unfold" } else { "result-fold" };
            if kit::quiet(ui, scene.look, &text.get(fold)).clicked() {
                self.is_folded = !self.is_folded;
            }
        });
    }
}

/// Who wants the same once more: a tick for each seat. Where nobody else plays there is nothing to
/// agree on.
fn rematch(ui: &mut Ui, scene: &Scene<'_>, game: &MatchView) {
    let text = scene.text;
    let all = SeatSet::first(Any::seats(&game.contract.rules));
    if game.contract.own == all {
        return;
    }
    ui.horizontal(|ui| {
        let words = talk::words(text, &game.contract);
        let wants =
            |key: &str, seats: SeatSet| text.with(key, &[("seats", words.seats(seats).into())]);
        let told = match (game.can_rematch, game.rematch.is_empty()) {
            (false, _) => text.get("rematch-none"),
            (true, true) => text.get("rematch-open"),
            (true, false) => wants("rematch-wanted", game.rematch),
        };
        let size = egui::vec2(ticks::width(all.len()), ticks::HEIGHT);
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        let gone = all.minus(game.contract.own).minus(game.connected);
        let said = ticks::Said { asked: all, yes: game.rematch, no: gone };
        ticks::ui(ui, scene.look, (rect, all.len()), said, &told);
        kit::note(ui, scene.look, &told);
    });
}

/// Who won, and how good that is for whoever sits here.
fn title(scene: &Scene<'_>, game: &MatchView, ended: &Ended) -> (Tone, String) {
    let text = scene.text;
    match ended {
        Ended::Decided(outcome) if own(game, *outcome) == Some(true) => {
            (Tone::Good, text.with("result-won", &[("count", people(game).len().into())]))
        }
        Ended::Decided(outcome) if own(game, *outcome) == Some(false) => {
            (Tone::Plain, text.with("result-lost", &[("count", people(game).len().into())]))
        }
        Ended::Decided(Outcome::Drawn(_)) => (Tone::Plain, text.get("result-drawn")),
        Ended::Decided(outcome) => {
            (Tone::Plain, talk::words(text, &game.contract).outcome(*outcome))
        }
        Ended::NoGame(_) => (Tone::Warn, text.get("result-no-game")),
        Ended::Claimed(_) => (Tone::Warn, text.get("result-claimed")),
        Ended::Cheated { .. } => (Tone::Bad, text.get("result-cheated")),
        Ended::Diverged { .. } | Ended::Fault(_) => (Tone::Bad, text.get("result-stopped")),
    }
}

/// The seats that somebody at this screen decides for.
fn people(game: &MatchView) -> SeatSet {
    game.contract.own.minus(game.bots)
}

/// Whether whoever sits here has won or lost, if it is the same for all of them.
fn own(game: &MatchView, outcome: Outcome) -> Option<bool> {
    let people = people(game);
    let (Outcome::Won(some) | Outcome::Drawn(some)) = outcome;
    if people.is_empty() {
        return None;
    }
    if people.and(some).is_empty() {
        return Some(false);
    }
    (people.is_within(some) && matches!(outcome, Outcome::Won(_))).then_some(true)
}

/// Why: for a decided match what happened last, else what is known of the trouble.
fn reasons(scene: &Scene<'_>, game: &MatchView, ended: &Ended) -> Vec<String> {
    let text = scene.text;
    let mut lines = Vec::new();
    if let Ended::Decided(outcome) = ended {
        if own(game, *outcome).is_some() {
            lines.push(talk::words(text, &game.contract).outcome(*outcome));
        }
        if let Some((before, event)) = last(game) {
            lines.extend(last_told(scene, &game.contract, before, event));
        }
        if let (Outcome::Drawn(all), Some((_, event))) = (outcome, last(game)) {
            let is_agreed = matches!(event, Event::Agreed);
            if !is_agreed && *all == Any::living(&game.position) {
                lines.push(text.get("result-quiet"));
            }
        }
    } else {
        lines.push(talk::ended(text, &game.contract, ended));
    }
    let plies = Any::ply(&game.position).0;
    lines.push(text.with("result-plies", &[("plies", plies.into())]));
    lines
}

/// The last event, told in one line with what it changed.
fn last_told(
    scene: &Scene<'_>,
    contract: &ContractView,
    before: &Position,
    event: &Event<Any>,
) -> Option<String> {
    let words = talk::words(scene.text, contract);
    let mut parts = vec![words.event(before, event)];
    let mut after = before.clone();
    if Any::apply(&mut after, event).is_ok() {
        let public = Known::public();
        parts.extend(words.changes(&Any::view(before, &public), &Any::view(&after, &public)));
    }
    Some(parts.join(&scene.text.get("option-separator")))
}

fn last(game: &MatchView) -> Option<(&Position, &Event<Any>)> {
    game.log.iter().rev().find_map(|entry| match entry.as_ref() {
        LogEntry::Event { before, event, .. } => Some((before.as_ref(), event)),
        LogEntry::Offered(_)
        | LogEntry::Declined(_)
        | LogEntry::WishedPause(_)
        | LogEntry::Paused
        | LogEntry::Silent(_) => None,
    })
}

#[cfg(test)]
mod tests;
