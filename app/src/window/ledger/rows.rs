//! One step of a record as a row that unfolds.

use eframe::egui::{
    self, CornerRadius, Margin, Response, RichText, Role, Sense, Stroke, Ui, WidgetInfo, vec2,
};
use game::Seat;
use table::auditing::{
    AbsenceDetail, BodyDetail, EndDetail, EntryDetail, NoticeDetail, SignedDetail, SlotDetail,
    SlotKind, StepDetail,
};

use super::super::board::seat_shape;
use super::super::kit::{self, Tone};
use super::super::look::{Look, mix};
use super::super::scene::{Act, Acts, Scene};
use super::{Ledger, about};
use crate::inspect::{absence_sentence, body_short, short_notice};
use crate::replay::seconds;

/// Height of a row that is folded.
const ROW: f32 = 38.0;
/// Size of the sign of a seat in a row.
const BADGE: f32 = 20.0;
/// Characters of a digest that are shown.
const SHORT: usize = 16;

/// A step; the response is that of its head, which folds and unfolds it.
pub(crate) fn step(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    ledger: &Ledger,
    (step, is_open): (&StepDetail, bool),
) -> Response {
    let title = scene.text.with("step-title", &[("step", step.step.into())]);
    let what = scene.text.get(&about(&step.slots));
    let told = [title, what].join(&scene.text.get("option-separator"));
    row(ui, scene, &told, (&step.slots, step.holds), is_open, |ui| {
        if !step.holds {
            kit::toned(ui, scene.look, Tone::Bad, &scene.text.get("ledger-fails"));
        }
        if let Some(entry) = entries(&step.slots).next() {
            digest(ui, scene, acts, "field-head", &entry.head);
            digest(ui, scene, acts, "field-position", &entry.position);
        }
        for slot in &step.slots {
            ui.separator();
            self::slot(ui, scene, acts, ledger, slot);
        }
        if let Some(after) = &step.head_after {
            ui.separator();
            digest(ui, scene, acts, "field-head-after", after);
        }
    })
}

/// The end of a record, as a row like the others.
pub(crate) fn end(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    ledger: &Ledger,
    (end, is_open): (&EndDetail, bool),
) -> Response {
    let told = scene.text.with(&format!("end-{}", end.kind), &[("offset", end.offset.into())]);
    row(ui, scene, &told, (&end.slots, true), is_open, |ui| {
        if let Some(seat) = end.accused {
            let who = ledger.seat(scene, seat);
            let line = scene.text.with("ledger-accused", &[("seat", who.into())]);
            kit::toned(ui, scene.look, Tone::Bad, &line);
        }
        for slot in &end.slots {
            self::slot(ui, scene, acts, ledger, slot);
            ui.separator();
        }
        for said in &end.absences {
            absence(ui, scene, acts, said);
        }
        for signed in &end.evidence {
            kit::note(ui, scene.look, &scene.text.get("evidence"));
            evidence(ui, scene, acts, signed);
        }
    })
}

fn evidence(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, signed: &SignedDetail) {
    match signed {
        SignedDetail::Absence(said) => absence(ui, scene, acts, said),
        SignedDetail::Contract(id, signature) => {
            digest(ui, scene, acts, "field-match", id);
            digest(ui, scene, acts, "field-signature", signature);
        }
        SignedDetail::Entry(given) => entry(ui, scene, acts, given),
        SignedDetail::Notice(told) => notice(ui, scene, acts, told),
    }
}

/// A head, and more below it when it is unfolded; the response is that of the head.
fn row(
    ui: &mut Ui,
    scene: &Scene<'_>,
    told: &str,
    (slots, holds): (&[SlotDetail], bool),
    is_open: bool,
    more: impl FnOnce(&mut Ui),
) -> Response {
    let look = scene.look;
    let fill = if is_open { look.raised } else { look.surface };
    let frame = kit::edged(look, 10, Margin::symmetric(10, 4)).fill(fill);
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let head = head(ui, scene, told, (slots, holds), is_open);
        if is_open {
            ui.spacing_mut().item_spacing.y = 4.0;
            more(ui);
        }
        head
    });
    shown.inner
}

/// The line that folds and unfolds a step: its number, what it is about, and who gave something.
fn head(
    ui: &mut Ui,
    scene: &Scene<'_>,
    told: &str,
    (slots, holds): (&[SlotDetail], bool),
    is_open: bool,
) -> Response {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), ROW - 8.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, told));
    let look = scene.look;
    let painter = ui.painter_at(rect.expand(4.0));
    if response.hovered() {
        painter.rect_filled(rect, CornerRadius::same(6), mix(look.surface, look.ink, 0.06));
    }
    kit::focus_ring(ui, &response, rect.expand(3.0), 8);
    let arrow = if is_open { "▼" } else { "▶" };
    let small = egui::FontId::proportional(11.0);
    let (left, middle) = (egui::Align2::LEFT_CENTER, rect.left_center());
    painter.text(middle + vec2(2.0, 0.0), left, arrow, small, look.faint);
    let color = if holds { look.ink } else { look.bad };
    let sign = if holds { "" } else { Tone::Bad.sign() };
    let width = BADGE + 4.0;
    // The signs of the seats stand at the other end of the line.
    let room = rect.width() - 24.0 - width * slots.len() as f32;
    let line = kit::one_line(ui, format!("{sign}{told}"), 15.5, color, room);
    let at = middle + vec2(20.0, -line.size().y / 2.0);
    painter.galley(at, line, color);
    let mut place = rect.right() - width / 2.0;
    for slot in slots.iter().rev() {
        let center = egui::pos2(place, rect.center().y);
        let is_given = matches!(slot.slot, SlotKind::Entry(_));
        badge(&painter, look, (slot.seat, is_given), (center, BADGE));
        place -= width;
    }
    response
}

/// The sign of a seat, painted; hollow when it gave nothing.
pub(crate) fn badge(
    painter: &egui::Painter,
    look: &Look,
    (seat, is_full): (Seat, bool),
    (center, size): (egui::Pos2, f32),
) {
    let color = look.board.seat(seat);
    let shape = seat_shape(seat, center, size * 0.46);
    let (fill, ink) = match is_full {
        true => (color, egui::Color32::WHITE),
        false => (egui::Color32::TRANSPARENT, look.ink),
    };
    painter.add(egui::Shape::convex_polygon(shape, fill, Stroke::new(1.5, color)));
    let font = egui::FontId::proportional(size * 0.56);
    painter.text(center, egui::Align2::CENTER_CENTER, seat.number().to_string(), font, ink);
}

fn entries(slots: &[SlotDetail]) -> impl Iterator<Item = &EntryDetail> {
    slots.iter().filter_map(|slot| match &slot.slot {
        SlotKind::Entry(entry) => Some(entry.as_ref()),
        SlotKind::Resigned(_) | SlotKind::Empty(_) => None,
    })
}

fn slot(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, ledger: &Ledger, slot: &SlotDetail) {
    ui.spacing_mut().interact_size.y = 24.0;
    ui.horizontal_wrapped(|ui| {
        kit::seat_badge(ui, scene.look, slot.seat, BADGE);
        ui.label(ledger.seat(scene, slot.seat));
    });
    match &slot.slot {
        SlotKind::Entry(entry) => self::entry(ui, scene, acts, entry),
        SlotKind::Resigned(told) => {
            ui.label(scene.text.get("slot-resigned"));
            notice(ui, scene, acts, told);
        }
        SlotKind::Empty(said) => {
            ui.label(scene.text.with("slot-empty", &[("count", said.len().into())]));
            for absence in said {
                self::absence(ui, scene, acts, absence);
            }
        }
    }
}

fn entry(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, entry: &EntryDetail) {
    let text = scene.text;
    let args = [
        ("what", body_short(&entry.body, text).into()),
        ("seconds", seconds(entry.think_ms).into()),
    ];
    ui.add(egui::Label::new(text.with("ledger-gave", &args)).wrap());
    match &entry.body {
        BodyDetail::Commit(hash) => digest(ui, scene, acts, "field-commitment", hash),
        BodyDetail::Reveal(bytes, _, nonce) => {
            digest(ui, scene, acts, "field-choice", bytes);
            digest(ui, scene, acts, "field-nonce", nonce);
        }
        BodyDetail::Act(bytes, _) => digest(ui, scene, acts, "field-bytes", bytes),
        BodyDetail::Deploy { field, .. } => digest(ui, scene, acts, "field-points", field),
        BodyDetail::Prove(bytes, ..) => digest(ui, scene, acts, "field-bytes", bytes),
        BodyDetail::SealOpen(keys) => digest(ui, scene, acts, "field-keys", keys),
        BodyDetail::Answer(_) | BodyDetail::SkipProven(_) => {}
        BodyDetail::Begin | BodyDetail::Skip | BodyDetail::Yield | BodyDetail::Seal => {}
    }
    for told in &entry.notices {
        notice(ui, scene, acts, told);
    }
    digest(ui, scene, acts, "field-signature", &entry.signature);
    let (tone, key) = match entry.is_signed {
        true => (Tone::Good, "ledger-signed"),
        false => (Tone::Bad, "ledger-unsigned"),
    };
    kit::toned(ui, scene.look, tone, &text.get(key));
}

fn notice(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, told: &NoticeDetail) {
    let args = [("what", short_notice(told, scene.text).into())];
    ui.label(scene.text.with("ledger-carries", &args));
    digest(ui, scene, acts, "field-signature", &told.signature);
}

fn absence(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, said: &AbsenceDetail) {
    ui.add(egui::Label::new(absence_sentence(said, scene.text)).wrap());
    digest(ui, scene, acts, "field-signature", &said.signature);
}

/// A title, and the beginning of something long in hex; the whole is under the pointer, and a click
/// copies it.
pub(crate) fn digest(ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts, key: &str, hex: &str) {
    ui.spacing_mut().interact_size.y = 24.0;
    ui.horizontal_wrapped(|ui| {
        let title = scene.text.get(key);
        kit::note(ui, scene.look, &title);
        let short: String = hex.chars().take(SHORT).collect();
        let rest = if short.len() < hex.len() { "…" } else { "" };
        let shown = RichText::new(format!("{short}{rest}")).monospace().color(scene.look.ink);
        let button = egui::Button::new(shown).frame(false).min_size(vec2(0.0, 24.0));
        let response = ui.add(button);
        kit::ring(ui, &response, 6);
        let args = [("field", title.as_str().into()), ("value", hex.into())];
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, scene.text.with("ledger-copy", &args))
        });
        if response.on_hover_text(hex).clicked() {
            acts.push(Act::Copy(hex.to_owned()));
            acts.push(Act::Tell("ledger-copied"));
        }
    });
}
