//! `qiyue inspect`: what was signed, step by step and field by field.

use std::path::Path;

use game::{Claim, PieceId};
use serde_json::{Value, json};
use table::auditing::{
    self, AbsenceDetail, BodyDetail, EndDetail, EntryDetail, NoticeDetail, ProofDetail,
    SignedDetail, SlotDetail, SlotKind, Source, StepDetail,
};

use crate::audit::{header_json, header_lines, verdict_lines};
use crate::cli;
use crate::exit::Exit;
use crate::files;
use crate::out::{Out, complain, pad};
use crate::replay::seconds;
use crate::text::Text;

/// Shows a record as it is.
pub(crate) fn run(args: &cli::Inspect, _: &cli::Globals, text: &Text) -> Exit {
    let source = match files::open(&args.file) {
        Ok(source) => source,
        Err(error) => return files::unreadable(&args.file, &error, text),
    };
    let show = Show { text, path: &args.file, out: Out::stdout() };
    match (args.at, args.json) {
        (Some(step), json) => show.one(source, step, json),
        (None, true) => show.all_json(source),
        (None, false) => show.all(source),
    }
}

struct Show<'a> {
    text: &'a Text,
    path: &'a Path,
    out: Out,
}

impl Show<'_> {
    /// The contract and a line for each slot.
    fn all(mut self, source: Source) -> Exit {
        let text = self.text;
        if let Some(header) = auditing::header(&source) {
            header_lines(&header, None, text).iter().for_each(|line| self.out.line(line));
            let columns = ["step", "seat", "what", "think", "notices", "id"];
            let titles = columns.map(|column| text.get(&format!("column-{column}")));
            self.out.line("");
            self.out.line(&row(&titles));
        }
        let out = &mut self.out;
        let found = auditing::inspect(source, &mut |step| {
            if out.is_open() {
                step_rows(&step, text).iter().for_each(|row| out.line(row));
            }
        });
        if let Some(end) = &found.end {
            let args = [("offset", end.offset.into())];
            out.line(&text.with(&format!("end-{}", end.kind), &args));
            let number = format!("{}", found.steps);
            let rows = end.slots.iter().map(|slot| slot_row(&number, slot, text));
            rows.for_each(|row| out.line(&row));
            let said = end.absences.iter().map(|absence| absence_sentence(absence, text));
            said.for_each(|line| out.line(&line));
        }
        out.line("");
        let lines = verdict_lines(&found.audited, self.path, text);
        lines.iter().for_each(|line| out.line(line));
        readable(&found)
    }

    fn all_json(mut self, source: Source) -> Exit {
        let contract = auditing::header(&source).map(|header| header_json(&header));
        let head = json!({
            "schema": "qiyue-inspect/1",
            "part": "contract",
            "file": files::shown(self.path),
            "contract": contract,
        });
        self.out.line(&head.to_string());
        let out = &mut self.out;
        let found = auditing::inspect(source, &mut |step| {
            if out.is_open() {
                out.line(&step_json(&step).to_string());
            }
        });
        if let Some(end) = &found.end {
            out.line(&end_json(end).to_string());
        }
        readable(&found)
    }

    /// One step, or the end behind the last, with every field.
    fn one(mut self, source: Source, number: u32, json: bool) -> Exit {
        let mut wanted = None;
        let found = auditing::inspect(source, &mut |step| {
            if step.step == number {
                wanted = Some(step);
            }
        });
        let end = found.end.as_ref().filter(|_| number == found.steps);
        match (wanted, end) {
            (Some(step), _) if json => self.out.line(&step_json(&step).to_string()),
            (Some(step), _) => step_lines(&step, self.text).iter().for_each(|l| self.out.line(l)),
            (None, Some(end)) if json => self.out.line(&end_json(end).to_string()),
            (None, Some(end)) => end_lines(end, self.text).iter().for_each(|l| self.out.line(l)),
            (None, None) => {
                drop(self.out);
                let args = [("step", number.into()), ("steps", found.steps.into())];
                let next = match found.steps.checked_sub(1) {
                    Some(last) => self.text.with("replay-last", &[("last", last.into())]),
                    None => self.text.get("replay-none"),
                };
                complain(self.text, &self.text.with("inspect-no-step", &args), &next);
                return Exit::Usage;
            }
        }
        Exit::Good
    }
}

/// Good if there was something to show, else what the record comes to.
fn readable(found: &auditing::Inspected) -> Exit {
    match &found.audited.header {
        Some(_) => Exit::Good,
        None => Exit::of_code(found.audited.verdict.exit_code()),
    }
}

/// The columns of the table of slots, in characters; the last is as wide as it is.
const COLUMNS: [usize; 6] = [7, 4, 26, 9, 12, 0];

fn row(cells: &[String]) -> String {
    let padded = cells.iter().zip(COLUMNS).map(|(cell, columns)| pad(cell, columns));
    padded.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

fn step_rows(step: &StepDetail, text: &Text) -> Vec<String> {
    // A step that does not hold is marked.
    let number = format!("{}{}", step.step, if step.holds { "" } else { " !" });
    step.slots.iter().map(|slot| slot_row(&number, slot, text)).collect()
}

fn slot_row(number: &str, slot: &SlotDetail, text: &Text) -> String {
    let (what, think, notices) = match &slot.slot {
        SlotKind::Entry(entry) => {
            let notices = entry.notices.iter().map(|notice| short_notice(notice, text));
            let notices = notices.collect::<Vec<_>>().join(" ");
            (body_short(&entry.body, text), seconds(entry.think_ms), notices)
        }
        SlotKind::Resigned(_) => (text.get("slot-resigned"), String::new(), String::new()),
        SlotKind::Empty(said) => {
            let args = [("count", said.len().into())];
            (text.with("slot-empty", &args), String::new(), String::new())
        }
    };
    let id = slot.id.get(..12).unwrap_or(&slot.id).to_owned();
    row(&[number.to_owned(), slot.seat.to_string(), what, think, notices, id])
}

/// What one seat says about another's silence.
pub(crate) fn absence_sentence(absence: &AbsenceDetail, text: &Text) -> String {
    let args = [
        ("by", absence.by.number().into()),
        ("about", absence.about.number().into()),
        ("step", absence.step.into()),
    ];
    let key = if absence.shown.is_some() { "absence-shown" } else { "absence-missing" };
    text.with(key, &args)
}

/// A notice, in a few words.
pub(crate) fn short_notice(notice: &NoticeDetail, text: &Text) -> String {
    format!("{}:{}", notice.seat, text.get(&format!("notice-{}", notice.kind)))
}

/// What an entry gives, in a few words.
pub(crate) fn body_short(body: &BodyDetail, text: &Text) -> String {
    let title = text.get(&format!("body-{}", body.id()));
    match body {
        BodyDetail::Act(bytes, told) | BodyDetail::Reveal(bytes, told, _) => {
            let start: String = bytes.chars().take(12).collect();
            format!("{title} {}", told.clone().unwrap_or(start))
        }
        BodyDetail::Commit(hash) => format!("{title} {}", hash.get(..12).unwrap_or(hash)),
        BodyDetail::Prove(bytes, told, _) => {
            let start: String = bytes.chars().take(12).collect();
            format!("{title} {}", told.clone().unwrap_or(start))
        }
        BodyDetail::Begin
        | BodyDetail::Deploy { .. }
        | BodyDetail::Answer(_)
        | BodyDetail::Skip
        | BodyDetail::SkipProven(_)
        | BodyDetail::Yield
        | BodyDetail::Seal
        | BodyDetail::SealOpen(_) => title,
    }
}

/// Lines of titles and values, some further in.
struct Lines<'a> {
    text: &'a Text,
    lines: Vec<String>,
}

impl Lines<'_> {
    fn add(&mut self, depth: usize, key: &str, value: &str) {
        let title = pad(&self.text.get(&format!("field-{key}")), 14);
        self.lines.push(format!("{}{title} {value}", "  ".repeat(depth)));
    }

    fn title(&mut self, depth: usize, title: &str) {
        self.lines.push(format!("{}{title}", "  ".repeat(depth)));
    }

    fn slots(&mut self, slots: &[SlotDetail]) {
        for slot in slots {
            let args = [("seat", slot.seat.number().into())];
            let title = self.text.with("slot-of", &args);
            self.title(0, &title);
            self.add(1, "id", &slot.id);
            match &slot.slot {
                SlotKind::Entry(entry) => self.entry(1, entry),
                SlotKind::Resigned(notice) => {
                    self.title(1, &self.text.get("slot-resigned"));
                    self.notice(1, notice);
                }
                SlotKind::Empty(said) => {
                    let args = [("count", said.len().into())];
                    self.title(1, &self.text.with("slot-empty", &args));
                    said.iter().for_each(|absence| self.absence(1, absence));
                }
            }
        }
    }

    fn proofs(&mut self, depth: usize, proofs: &[ProofDetail]) {
        for proof in proofs {
            let claim = proof.claim.as_ref().map_or("?", claim_id);
            self.add(depth, "proof", &format!("{claim} {}", proof.bytes));
        }
    }

    fn entry(&mut self, depth: usize, entry: &EntryDetail) {
        self.add(depth, "match", &entry.match_id);
        self.add(depth, "step", &entry.step.to_string());
        self.add(depth, "seat", &entry.seat.to_string());
        self.add(depth, "head", &entry.head);
        self.add(depth, "position", &entry.position);
        self.add(depth, "think", &entry.think_ms.to_string());
        let title = self.text.get(&format!("body-{}", entry.body.id()));
        self.add(depth, "body", &title);
        match &entry.body {
            BodyDetail::Act(bytes, told) => {
                self.add(depth + 1, "move", told.as_deref().unwrap_or("?"));
                self.add(depth + 1, "bytes", bytes);
            }
            BodyDetail::Commit(hash) => self.add(depth + 1, "commitment", hash),
            BodyDetail::Reveal(bytes, told, nonce) => {
                self.add(depth + 1, "choice", told.as_deref().unwrap_or("?"));
                self.add(depth + 1, "bytes", bytes);
                self.add(depth + 1, "nonce", nonce);
            }
            BodyDetail::Deploy { field, proof } => {
                self.add(depth + 1, "points", field);
                self.add(depth + 1, "proof", proof);
            }
            BodyDetail::Prove(bytes, told, proofs) => {
                self.add(depth + 1, "move", told.as_deref().unwrap_or("?"));
                self.add(depth + 1, "bytes", bytes);
                self.proofs(depth + 1, proofs);
            }
            BodyDetail::Answer(proofs) | BodyDetail::SkipProven(proofs) => {
                self.proofs(depth + 1, proofs);
            }
            BodyDetail::SealOpen(keys) => self.add(depth + 1, "keys", keys),
            BodyDetail::Begin | BodyDetail::Skip | BodyDetail::Yield | BodyDetail::Seal => {}
        }
        for notice in &entry.notices {
            self.add(depth, "carries", "");
            self.notice(depth + 1, notice);
        }
        self.add(depth, "signature", &entry.signature);
        let signed = if entry.is_signed { "signature-good" } else { "signature-bad" };
        self.add(depth, "signed", &self.text.get(signed));
    }

    fn notice(&mut self, depth: usize, notice: &NoticeDetail) {
        self.add(depth, "notice", &self.text.get(&format!("notice-{}", notice.kind)));
        self.add(depth, "seat", &notice.seat.to_string());
        self.add(depth, "head", &notice.head);
        self.add(depth, "signature", &notice.signature);
    }

    fn absence(&mut self, depth: usize, absence: &AbsenceDetail) {
        self.title(depth, &absence_sentence(absence, self.text));
        if let Some(id) = &absence.shown {
            self.add(depth + 1, "id", id);
        }
        self.add(depth + 1, "signature", &absence.signature);
    }

    fn signed(&mut self, signed: &SignedDetail) {
        match signed {
            SignedDetail::Absence(absence) => self.absence(1, absence),
            SignedDetail::Contract(id, signature) => {
                self.add(1, "match", id);
                self.add(1, "signature", signature);
            }
            SignedDetail::Entry(entry) => self.entry(1, entry),
            SignedDetail::Notice(notice) => self.notice(1, notice),
        }
    }
}

fn step_lines(step: &StepDetail, text: &Text) -> Vec<String> {
    let mut lines = Lines { text, lines: Vec::new() };
    let title = text.with("step-title", &[("step", step.step.into())]);
    lines.title(0, &title);
    lines.add(1, "offset", &format!("{} (0x{:x})", step.offset, step.offset));
    lines.add(1, "length", &step.length.to_string());
    lines.add(1, "holds", &text.get(if step.holds { "step-holds" } else { "step-does-not-hold" }));
    lines.add(1, "head-after", step.head_after.as_deref().unwrap_or("?"));
    lines.slots(&step.slots);
    lines.lines
}

fn end_lines(end: &EndDetail, text: &Text) -> Vec<String> {
    let mut lines = Lines { text, lines: Vec::new() };
    let title = text.with(&format!("end-{}", end.kind), &[("offset", end.offset.into())]);
    lines.title(0, &title);
    if let Some(seat) = end.accused {
        lines.add(1, "accused", &seat.to_string());
    }
    lines.slots(&end.slots);
    end.absences.iter().for_each(|absence| lines.absence(1, absence));
    for signed in &end.evidence {
        lines.title(0, &text.get("evidence"));
        lines.signed(signed);
    }
    lines.lines
}

fn step_json(step: &StepDetail) -> Value {
    json!({
        "schema": "qiyue-inspect/1",
        "part": "step",
        "step": step.step,
        "offset": step.offset,
        "length": step.length,
        "holds": step.holds,
        "head_after": step.head_after,
        "slots": step.slots.iter().map(slot_json).collect::<Vec<_>>(),
    })
}

fn end_json(end: &EndDetail) -> Value {
    json!({
        "schema": "qiyue-inspect/1",
        "part": "end",
        "kind": end.kind,
        "offset": end.offset,
        "slots": end.slots.iter().map(slot_json).collect::<Vec<_>>(),
        "absences": end.absences.iter().map(absence_json).collect::<Vec<_>>(),
        "accused": end.accused.map(game::Seat::number),
        "evidence": end.evidence.iter().map(signed_json).collect::<Vec<_>>(),
    })
}

fn slot_json(slot: &SlotDetail) -> Value {
    let (kind, value) = match &slot.slot {
        SlotKind::Entry(entry) => ("entry", entry_json(entry)),
        SlotKind::Resigned(notice) => ("resigned", notice_json(notice)),
        SlotKind::Empty(said) => ("empty", said.iter().map(absence_json).collect()),
    };
    json!({ "seat": slot.seat.number(), "id": slot.id, kind: value })
}

fn entry_json(entry: &EntryDetail) -> Value {
    let mut body = match &entry.body {
        BodyDetail::Act(bytes, told) => json!({ "bytes": bytes, "move": told }),
        BodyDetail::Commit(hash) => json!({ "commitment": hash }),
        BodyDetail::Reveal(bytes, told, nonce) => {
            json!({ "bytes": bytes, "choice": told, "nonce": nonce })
        }
        BodyDetail::Deploy { field, proof } => json!({ "field": field, "proof": proof }),
        BodyDetail::Prove(bytes, told, proofs) => {
            json!({ "bytes": bytes, "move": told, "proofs": proofs_json(proofs) })
        }
        BodyDetail::Answer(proofs) | BodyDetail::SkipProven(proofs) => {
            json!({ "proofs": proofs_json(proofs) })
        }
        BodyDetail::SealOpen(keys) => json!({ "keys": keys }),
        BodyDetail::Begin | BodyDetail::Skip | BodyDetail::Yield | BodyDetail::Seal => json!({}),
    };
    if let Some(fields) = body.as_object_mut() {
        fields.insert("id".to_owned(), json!(entry.body.id()));
    }
    json!({
        "match": entry.match_id,
        "step": entry.step,
        "seat": entry.seat.number(),
        "head": entry.head,
        "position": entry.position,
        "think_ms": entry.think_ms,
        "notices": entry.notices.iter().map(notice_json).collect::<Vec<_>>(),
        "body": body,
        "signature": entry.signature,
        "signed": entry.is_signed,
    })
}

fn proofs_json(proofs: &[ProofDetail]) -> Vec<Value> {
    let proof = |proof: &ProofDetail| json!({ "claim": proof.claim.as_ref().map(claim_json), "proof": proof.bytes });
    proofs.iter().map(proof).collect()
}

/// The name of a kind of claim, for life.
fn claim_id(claim: &Claim) -> &'static str {
    match claim {
        Claim::Within { .. } => "within",
        Claim::Stuck { .. } => "stuck",
        Claim::CanMove { .. } => "can-move",
        Claim::Fight { .. } => "fight",
        Claim::Show { .. } => "show",
    }
}

/// What a proof is about: pieces by their numbers, kinds as a mask with one bit each.
fn claim_json(claim: &Claim) -> Value {
    let id = claim_id(claim);
    let numbers = |pieces: &[PieceId]| pieces.iter().map(|piece| piece.0).collect::<Vec<_>>();
    match claim {
        Claim::Within { piece, kinds } => json!({ "id": id, "piece": piece.0, "kinds": kinds.0 }),
        Claim::Stuck { pieces } | Claim::CanMove { pieces } => {
            json!({ "id": id, "pieces": numbers(pieces) })
        }
        Claim::Fight { attacker, defender, among } => json!({
            "id": id,
            "attacker": attacker.0,
            "defender": defender.0,
            "among": among.0,
        }),
        Claim::Show { seat, kind } => json!({ "id": id, "seat": seat.number(), "kind": kind.0 }),
    }
}

fn notice_json(notice: &NoticeDetail) -> Value {
    json!({
        "seat": notice.seat.number(),
        "kind": notice.kind,
        "head": notice.head,
        "signature": notice.signature,
    })
}

fn absence_json(absence: &AbsenceDetail) -> Value {
    json!({
        "step": absence.step,
        "about": absence.about.number(),
        "by": absence.by.number(),
        "shown": absence.shown,
        "signature": absence.signature,
    })
}

fn signed_json(signed: &SignedDetail) -> Value {
    match signed {
        SignedDetail::Absence(absence) => json!({ "absence": absence_json(absence) }),
        SignedDetail::Contract(id, signature) => {
            json!({ "contract": { "match": id, "signature": signature } })
        }
        SignedDetail::Entry(entry) => json!({ "entry": entry_json(entry) }),
        SignedDetail::Notice(notice) => json!({ "notice": notice_json(notice) }),
    }
}
