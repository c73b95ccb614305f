//! What a record holds, step by step: who gave what, and by which digests and signatures it hangs
//! together.

mod rows;

pub(crate) use rows::{badge, digest};

use std::collections::{BTreeMap, VecDeque};

use eframe::egui::{self, Ui};
use game::Seat;
use table::auditing::{self, Audited, EndDetail, SlotDetail, SlotKind, Source, StepDetail};

use super::kit;
use super::scene::{Acts, Scene};
use crate::audit::names;

/// Steps that are kept at most: the latest.
const STEPS_MAX: usize = 4096;
/// Rows on one page of the list.
const PAGE: usize = 24;

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
        self.open = Some(step);
        self.is_sought = true;
        let newer = ledger.place(step).map(|place| ledger.steps.len() - 1 - place);
        self.skipped = newer.unwrap_or(0) / PAGE * PAGE;
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
        if self.skipped == 0 {
            if let Some(end) = &ledger.end {
                rows::end(ui, scene, acts, ledger, end);
            }
        }
        for step in ledger.steps.iter().rev().skip(self.skipped).take(PAGE) {
            let is_open = self.open == Some(step.step);
            let row = rows::step(ui, scene, acts, ledger, (step, is_open));
            if row.clicked() {
                self.open = (!is_open).then_some(step.step);
            }
            if is_open && std::mem::take(&mut self.is_sought) {
                row.scroll_to_me(Some(egui::Align::Center));
            }
        }
    }

    /// The buttons that turn the pages; they stay where they are.
    fn pages(&mut self, ui: &mut Ui, scene: &Scene<'_>, count: usize) {
        let (first, last) = (self.skipped, (self.skipped + PAGE).min(count));
        ui.horizontal_wrapped(|ui| {
            let newer = scene.text.get("ledger-newer");
            if kit::button_if(ui, &newer, first > 0).clicked() {
                self.skipped = first.saturating_sub(PAGE);
            }
            let older = scene.text.get("ledger-older");
            if kit::button_if(ui, &older, last < count).clicked() {
                self.skipped = last;
            }
            let args = [
                ("from", (count - last + 1).into()),
                ("to", (count - first).into()),
                ("count", count.into()),
            ];
            kit::note(ui, scene.look, &scene.text.with("ledger-page", &args));
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
