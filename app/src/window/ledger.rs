//! What a record holds, step by step: who gave what, and by which digests and signatures it hangs
//! together.

mod rows;

pub(crate) use rows::{badge, digest};

use std::collections::{BTreeMap, VecDeque};

use eframe::egui::{self, RichText, Ui, vec2};
use game::Seat;
use table::auditing::{self, Audited, EndDetail, SlotDetail, SlotKind, Source, StepDetail};

use super::kit;
use super::scene::{Acts, Scene};
use crate::audit::names;

/// Steps that are kept at most: the latest.
const STEPS_MAX: usize = 4096;
/// Rows on one page of the list.
const PAGE: usize = 24;

/// What stands for the end of a record among the numbers of steps.
const END: u32 = u32::MAX;

/// The steps of a record.
#[derive(Default)]
pub(crate) struct Ledger {
    names: BTreeMap<Seat, String>,
    /// In the order of their numbers.
    steps: VecDeque<StepDetail>,
    end: Option<EndDetail>,
}

impl Ledger {
    /// Takes a record apart, and audits it.
    pub(crate) fn read(source: Source) -> (Self, Audited) {
        let mut steps = VecDeque::new();
        let found = auditing::inspect(source, &mut |step| {
            if steps.len() == STEPS_MAX {
                steps.pop_front();
            }
            steps.push_back(step);
        });
        let names = found.audited.header.as_ref().map(names).unwrap_or_default();
        (Self { names, steps, end: found.end }, found.audited)
    }

    /// A step, if it is kept.
    pub(crate) fn step(&self, step: u32) -> Option<&StepDetail> {
        self.steps.get(self.place(step)?)
    }

    fn place(&self, step: u32) -> Option<usize> {
        let first = self.steps.front()?.step;
        let place = usize::try_from(step.checked_sub(first)?).ok()?;
        (place < self.steps.len()).then_some(place)
    }

    /// How many steps there are to be looked at.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// How a seat is called.
    fn seat(&self, scene: &Scene<'_>, seat: Seat) -> String {
        let name = self.names.get(&seat).map(String::as_str);
        crate::words::seat_named(scene.text, seat, name)
    }
}

/// What the list remembers between frames.
#[derive(Default)]
pub(crate) struct LedgerUi {
    /// How many of the newest are skipped.
    skipped: usize,
    /// The step that is unfolded.
    open: Option<u32>,
    /// Whether the step that is unfolded has yet to be scrolled to.
    is_sought: bool,
}

impl LedgerUi {
    /// Unfolds a step, and turns to its page.
    pub(crate) fn show_step(&mut self, ledger: &Ledger, step: u32) {
        self.is_sought = true;
        let newer = ledger.place(step).map(|place| ledger.steps.len() - 1 - place);
        self.skipped = newer.unwrap_or(0) / PAGE * PAGE;
        // What comes after the last step is the end.
        self.open = Some(if newer.is_some() { step } else { END });
    }

    /// Shows the steps, the newest first.
    pub(crate) fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, ledger: &Ledger) {
        let count = ledger.steps.len();
        if count == 0 {
            kit::note(ui, scene.look, &scene.text.get("ledger-none"));
            return;
        }
        // A record that was replaced by a shorter one.
        self.skipped = self.skipped.min((count - 1) / PAGE * PAGE);
        if count > PAGE {
            self.pages(ui, scene, count);
        }
        ui.spacing_mut().item_spacing.y = 6.0;
        if let (0, Some(end)) = (self.skipped, &ledger.end) {
            let is_open = self.open == Some(END);
            let row = rows::end(ui, scene, acts, ledger, (end, is_open));
            self.row(&row, END, is_open);
        }
        for step in ledger.steps.iter().rev().skip(self.skipped).take(PAGE) {
            let is_open = self.open == Some(step.step);
            let row = rows::step(ui, scene, acts, ledger, (step, is_open));
            self.row(&row, step.step, is_open);
        }
    }

    /// Folds and unfolds a row, and scrolls to the one that is sought.
    fn row(&mut self, row: &egui::Response, step: u32, is_open: bool) {
        if row.clicked() {
            self.open = (!is_open).then_some(step);
        }
        if is_open && std::mem::take(&mut self.is_sought) {
            row.scroll_to_me(Some(egui::Align::Center));
        }
    }

    /// The buttons that turn the pages; they stay where they are.
    fn pages(&mut self, ui: &mut Ui, scene: &Scene<'_>, count: usize) {
        let (first, last) = (self.skipped, (self.skipped + PAGE).min(count));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.spacing_mut().button_padding.x = 8.0;
            let turn = |ui: &mut Ui, key, is_enabled| {
                let button = egui::Button::new(scene.text.get(key)).min_size(vec2(72.0, 36.0));
                let response = ui.add_enabled(is_enabled, button);
                kit::ring(ui, &response, 11);
                response.clicked()
            };
            if turn(ui, "ledger-newer", first > 0) {
                self.skipped = first.saturating_sub(PAGE);
            }
            if turn(ui, "ledger-older", last < count) {
                self.skipped = last;
            }
            let (from, to) = (count - last + 1, count - first);
            let args = [("from", from.into()), ("to", to.into()), ("count", count.into())];
            let page = RichText::new(scene.text.with("ledger-page", &args)).size(14.5);
            ui.add(egui::Label::new(page.color(scene.look.faint)).truncate());
        });
    }
}

/// The key of what a step is about: what the first who gave something gave.
fn about(slots: &[SlotDetail]) -> String {
    let body = slots.iter().find_map(|slot| match &slot.slot {
        SlotKind::Entry(entry) => Some(format!("body-{}", entry.body.id())),
        SlotKind::Resigned(_) | SlotKind::Empty(_) => None,
    });
    body.unwrap_or_else(|| "slot-resigned".to_owned())
}
