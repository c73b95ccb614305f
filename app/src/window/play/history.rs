//! What has happened, one line for each thing.

use std::collections::BTreeMap;

use catalog::Any;
use eframe::egui::{self, RichText, ScrollArea, Ui};
use game::{Event, Game, Known, Node, Seat, Showing};
use table::LogEntry;

use super::turn::Turn;
use crate::layouts;
use crate::talk;
use crate::text::Lang;
use crate::window::board::Change;
use crate::window::kit;

/// Older lines are in the record.
const LINES: usize = 300;

/// Below this height there is no room for a heading.
const HEADED: f32 = 100.0;

/// What has happened, in words, kept from frame to frame.
#[derive(Default)]
pub(super) struct History {
    lang: Lang,
    /// How much of the log has been told.
    told: usize,
    lines: Vec<String>,
    /// The nodes that the last move touched.
    last: Vec<Node>,
    /// The ply that it was part of.
    ply: Option<game::Ply>,
    /// What each seat has shown last, in notation.
    shown: BTreeMap<Seat, String>,
}

impl History {
    /// Tells what is new.
    pub(super) fn follow(&mut self, turn: &Turn<'_>) {
        let log = &turn.game.log;
        let lang = turn.scene.text.lang();
        if self.lang != lang || self.told > log.len() {
            *self = Self { lang, ..Self::default() };
        }
        for entry in log.iter().skip(self.told) {
            self.lines.push(line(turn, entry));
            if let LogEntry::Event { before, event, .. } = entry.as_ref() {
                self.note(turn, before, event);
            }
        }
        self.told = log.len();
        let over = self.lines.len().saturating_sub(LINES);
        self.lines.drain(..over);
    }

    fn note(&mut self, turn: &Turn<'_>, before: &catalog::Position, event: &Event<Any>) {
        match event {
            Event::Moved(..) => {
                let mut after = before.clone();
                if Any::apply(&mut after, event).is_ok() {
                    let known = Known::of(turn.bottom);
                    let (old, new) = (Any::view(before, &known), Any::view(&after, &known));
                    let touched = Change::between(&old.tokens, &new.tokens, &turn.plane).touched;
                    // The steps of one turn are one move.
                    let ply = Some(Any::ply(before));
                    if self.ply != ply {
                        self.last.clear();
                        self.ply = ply;
                    }
                    self.last.extend(touched);
                }
            }
            Event::Unsealed(showings) if layouts::due(before).is_empty() => {
                self.shown = showings
                    .iter()
                    .filter_map(|(seat, showing)| match showing {
                        Showing::Shown(choice) => Some((*seat, Any::write_choice(before, choice))),
                        Showing::Absent | Showing::Withheld => None,
                    })
                    .collect();
            }
            _ => {}
        }
    }

    /// The nodes that the last move touched.
    pub(super) fn last(&self) -> &[Node] {
        &self.last
    }

    /// The last line, as it was told.
    pub(super) fn latest(&self) -> Option<&str> {
        self.lines.last().map(String::as_str)
    }

    /// What each seat has shown last, in notation.
    pub(super) fn shown(&self) -> &BTreeMap<Seat, String> {
        &self.shown
    }

    /// Shows it, the newest at the end.
    pub(super) fn ui(&self, ui: &mut Ui, turn: &Turn<'_>) {
        let look = turn.scene.look;
        if ui.max_rect().height() >= HEADED {
            kit::heading(ui, &turn.scene.text.get("play-history"));
        }
        let edge = egui::Stroke::new(1.0, look.line);
        let sheet = egui::Frame::new().fill(look.surface).stroke(edge).corner_radius(10);
        sheet.inner_margin(7).show(ui, |ui| {
            ScrollArea::vertical()
                .id_salt("history")
                .min_scrolled_height(0.0)
                .auto_shrink(false)
                .stick_to_bottom(true)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 4.0;
                    let newest = self.lines.len().saturating_sub(1);
                    for (number, line) in self.lines.iter().enumerate() {
                        let color = if number == newest { look.ink } else { look.faint };
                        let text = RichText::new(line).size(14.5).color(color);
                        ui.add(egui::Label::new(text).wrap());
                    }
                    if self.lines.is_empty() {
                        kit::note(ui, look, &turn.scene.text.get("play-history-none"));
                    }
                });
        });
    }
}

fn line(turn: &Turn<'_>, entry: &LogEntry) -> String {
    let text = turn.scene.text;
    let seat = |seat: Seat| [("seat", turn.short.seat(seat).into())];
    match entry {
        LogEntry::Event { .. } => talk::log_line(text, &turn.short, entry),
        LogEntry::Offered(by) => text.with("play-offered", &seat(*by)),
        LogEntry::Declined(by) => text.with("play-declined", &seat(*by)),
        LogEntry::WishedPause(by) => text.with("play-wished-pause", &seat(*by)),
        LogEntry::Paused => text.get("play-paused"),
        LogEntry::Silent(by) => text.with("play-silent", &seat(*by)),
    }
}
