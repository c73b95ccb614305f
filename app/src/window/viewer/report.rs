//! What an audit says of a record.

use std::path::Path;

use eframe::egui::{self, CornerRadius, Frame, Label, Margin, RichText, Stroke, Ui};
use table::auditing::{Audited, Count, Verdict};

use super::super::kit::{self, Tone};
use super::super::ledger::digest;
use super::super::look::mix;
use super::super::scene::{Act, Acts, Scene};
use super::film::Film;
use super::header;
use crate::audit::{self, UNCHECKED};
use crate::files;

/// Shows it; gives the step that is to be looked at, if one was asked for.
pub(super) fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    film: &Film,
    path: &Path,
) -> Option<u32> {
    let audited = &film.audited;
    ui.spacing_mut().item_spacing.y = 8.0;
    let mut chosen = verdict(ui, scene, audited);
    if audited.header.is_some() {
        kit::heading(ui, &scene.text.get("report-checks"));
        for count in &audited.checks {
            if check(ui, scene, count) {
                chosen = audit::place(&audited.verdict);
            }
        }
        kit::heading(ui, &scene.text.get("audit-unchecked"));
        for key in UNCHECKED {
            let line = scene.text.get(&format!("unchecked-{key}"));
            ui.horizontal_top(|ui| {
                kit::note(ui, scene.look, "·");
                kit::note(ui, scene.look, &line);
            });
        }
    }
    if let Some(about) = &audited.header {
        ui.separator();
        digest(ui, scene, acts, "header-match", &about.match_id);
        digest(ui, scene, acts, "viewer-rules-digest", &about.rules_digest);
        if let Some(head) = last_head(film) {
            digest(ui, scene, acts, "viewer-last-head", head);
        }
    }
    kit::note(ui, scene.look, &header::length(scene, film));
    kit::note(ui, scene.look, &files::shown(path));
    if kit::button(ui, &scene.text.get("report-copy")).clicked() {
        acts.push(Act::Copy(audit::report_lines(audited, path, scene.text).join("\n")));
        acts.push(Act::Tell("ledger-copied"));
    }
    chosen
}

fn last_head(film: &Film) -> Option<&str> {
    let last = film.audited.steps.checked_sub(1)?;
    film.ledger.step(last)?.head_after.as_deref()
}

/// In a few words what it comes to, and how good that is.
pub(super) fn headline(verdict: &Verdict) -> (Tone, &'static str) {
    match verdict {
        Verdict::Complete { .. } => (Tone::Good, "report-complete"),
        Verdict::Unfinished => (Tone::Plain, "report-unfinished"),
        Verdict::Claimed { .. } => (Tone::Warn, "report-claimed"),
        Verdict::Diverged { .. } => (Tone::Bad, "report-diverged"),
        Verdict::Cheated { .. } => (Tone::Bad, "report-cheated"),
        Verdict::Invalid { .. } => (Tone::Bad, "report-invalid"),
        Verdict::Unsupported(_) => (Tone::Warn, "report-unsupported"),
    }
}

fn verdict(ui: &mut Ui, scene: &Scene<'_>, audited: &Audited) -> Option<u32> {
    let (look, text) = (scene.look, scene.text);
    let (tone, key) = headline(&audited.verdict);
    let color = match tone {
        Tone::Plain => look.ink,
        tone => tone.color(look),
    };
    let fill = mix(look.surface, color, if look.is_contrast { 0.0 } else { 0.08 });
    let mut chosen = None;
    Frame::new()
        .fill(fill)
        .stroke(Stroke::new(if look.is_contrast { 3.0 } else { 1.5 }, color))
        .corner_radius(CornerRadius::same(12))
        .inner_margin(Margin::same(14))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 6.0;
            let title = format!("{}{}", tone.sign(), text.get(key));
            ui.add(Label::new(RichText::new(title).size(21.0).color(color)).wrap());
            for line in audit::verdict_sentences(audited, text) {
                ui.add(Label::new(line).wrap());
            }
            if let Some(offset) = audited.torn {
                kit::toned(
                    ui,
                    look,
                    Tone::Warn,
                    &text.with("verdict-torn", &[("offset", offset.into())]),
                );
            }
            kit::note(ui, look, &text.get(&format!("{key}-next")));
            let place = audit::place(&audited.verdict).filter(|_| audited.header.is_some());
            if let Some(step) = place {
                let label = text.with("report-show", &[("step", step.into())]);
                if kit::button(ui, &label).clicked() {
                    chosen = Some(step);
                }
            }
        });
    chosen
}

/// One check; says whether its failure is to be looked at.
fn check(ui: &mut Ui, scene: &Scene<'_>, count: &Count) -> bool {
    let (look, text) = (scene.look, scene.text);
    let title = text.get(&format!("check-{}", count.check));
    let mut is_chosen = false;
    ui.spacing_mut().interact_size.y = if count.failed { 40.0 } else { 24.0 };
    ui.horizontal(|ui| {
        let tone = if count.failed { Tone::Bad } else { Tone::Good };
        kit::toned(ui, look, tone, &title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if count.failed {
                let label = text.with("report-show-check", &[("check", title.as_str().into())]);
                is_chosen = kit::button(ui, &label).clicked();
            }
            kit::note(ui, look, &text.with("report-passed", &[("count", count.passed.into())]));
        });
    });
    if count.failed {
        kit::note(ui, look, &text.get(&format!("check-{}-failed", count.check)));
    }
    is_chosen
}
