//! Notices alone and carried, whole steps, and evidence.

use game::Seat;
use record::{
    Body, ClosedStep, Content, Entry, Evidence, Finding, Notice, NoticeKind, Signed, Slot,
};
use tests::sim::{Setting, contract, key};

use crate::judged::{History, Judged, Subject, double, step_by};
use crate::made::{four, rules, two};

pub(crate) fn put(judged: &mut Judged) {
    let begun = History::begun(&two());
    let at = History::to_step(&two());
    let mut put =
        |name: &str, expect: &str, subject: Subject| judged.put(name, expect, &at, subject);
    let draws = vec![at.notice(0, NoticeKind::Draw), at.notice(1, NoticeKind::Draw)];
    let resigns = vec![at.notice(1, NoticeKind::Resign)];
    let carried = |notices: Vec<Notice>| Subject::Entry(at.carrying(0, notices, step_by(1)));
    let yielding = |notices: Vec<Notice>| Subject::Entry(at.carrying(0, notices, Body::Yield));
    put("entry_with_notices", "taken", carried([&draws[..], &resigns].concat()));
    put("entry_yield_to_a_draw", "taken", yielding(draws.clone()));
    put("entry_yield_to_a_resignation", "taken", yielding(resigns));
    let notices = "misbehaviour, seat 0, step 5, notices";
    put("entry_yield_to_half_a_draw", notices, yielding(draws[..1].to_vec()));
    put("entry_with_its_own_resignation", notices, carried(vec![at.notice(0, NoticeKind::Resign)]));
    put("entry_with_an_old_draw", notices, carried(vec![begun.notice(1, NoticeKind::Draw)]));
    let forged = Notice { seat: Seat::of(1), ..at.notice(0, NoticeKind::Draw) };
    put("entry_with_a_forged_notice", notices, carried(vec![forged.clone()]));
    let broken = "misbehaviour, seat 1, step 4, double";
    let early = begun.notice(1, NoticeKind::Resign);
    put("entry_with_a_resignation_that_was_broken", broken, carried(vec![early.clone()]));
    put("notice_resignation_that_was_broken", broken, Subject::Notice(early));
    put("notice_resignation", "taken", Subject::Notice(at.notice(1, NoticeKind::Resign)));
    put("notice_draw", "taken", Subject::Notice(at.notice(0, NoticeKind::Draw)));
    put(
        "notice_draw_over_an_old_head",
        "stale",
        Subject::Notice(begun.notice(1, NoticeKind::Draw)),
    );
    put("notice_forged", "unfit, signatures", Subject::Notice(forged));
    let id = two().contract().id();
    let other =
        Notice::sign(id, Seat::of(0), NoticeKind::Pause, crypto::Head([1; 32]), &key(Seat::of(0)));
    put("notice_over_an_unknown_head", "stale", Subject::Notice(other));
}

/// The open step of four seats with entries of these.
fn begins(at: &History, seats: &[u8]) -> Vec<(Seat, Slot)> {
    let slot = |seat: &u8| (Seat::of(*seat), Slot::Entry(at.entry(*seat, Body::Begin)));
    seats.iter().map(slot).collect()
}

pub(crate) fn put_steps(judged: &mut Judged) {
    let at = History::new(&four());
    let mut put = |name: &str, expect: &str, slots: Vec<(Seat, Slot)>| {
        let step = ClosedStep { step: 0, slots };
        judged.put(&format!("step_{name}"), expect, &at, Subject::Step(step));
    };
    let with = |seats: &[u8], seat: u8, slot: Slot| {
        let mut slots = begins(&at, seats);
        slots.push((Seat::of(seat), slot));
        slots.sort_by_key(|(seat, _)| *seat);
        slots
    };
    put("of_entries", "taken", begins(&at, &[0, 1, 2, 3]));
    put("without_a_slot", "unfit, chain", begins(&at, &[0, 1, 2]));
    let resigned = Slot::Resigned(at.notice(3, NoticeKind::Resign));
    put("with_a_resignation", "taken", with(&[0, 1, 2], 3, resigned.clone()));
    put("with_anothers_resignation", "unfit, notices", with(&[0, 1, 3], 2, resigned));
    let draw = Slot::Resigned(at.notice(3, NoticeKind::Draw));
    put("with_a_draw_as_resignation", "unfit, notices", with(&[0, 1, 2], 3, draw));
    put(
        "with_anothers_entry",
        "unfit, chain",
        with(&[0, 1, 2], 3, Slot::Entry(at.entry(2, Body::Begin))),
    );
    let missing = |by: &[u8]| {
        let absences = by.iter().map(|by| at.absence(3, *by, Finding::Missing));
        Slot::Empty(absences.collect())
    };
    put("with_an_empty_slot", "taken", with(&[0, 1, 2], 3, missing(&[0, 1, 2])));
    put("with_an_empty_slot_of_two", "unfit, absences", with(&[0, 1, 2], 3, missing(&[0, 1])));
    let mut shown = vec![at.absence(3, 0, Finding::Missing), at.absence(3, 1, Finding::Missing)];
    shown.push(at.absence(3, 2, Finding::Shown(at.entry(3, Body::Begin).id())));
    put(
        "with_an_empty_slot_that_was_shown",
        "unfit, absences",
        with(&[0, 1, 2], 3, Slot::Empty(shown)),
    );
    put_resigned_beside(judged);
    put_absences(judged);
}

/// An entry beside its author's resignation, which another entry carries; and slots of two seats.
fn put_resigned_beside(judged: &mut Judged) {
    let at = History::new(&two());
    let resign = at.notice(1, NoticeKind::Resign);
    let step = at.step(vec![at.carrying(0, vec![resign], Body::Begin), at.entry(1, Body::Begin)]);
    let double = "misbehaviour, seat 1, step 0, double";
    judged.put("step_with_entry_and_resignation", double, &at, Subject::Step(step));
    let missing = Slot::Empty(vec![at.absence(1, 0, Finding::Missing)]);
    let slots = [begins(&at, &[0]), vec![(Seat::of(1), missing)]].concat();
    let step = ClosedStep { step: 0, slots };
    judged.put("step_empty_of_two_seats", "unfit, absences", &at, Subject::Step(step));
}

fn put_absences(judged: &mut Judged) {
    let at = History::to_step(&four());
    let missing = |about, by| Subject::Absence(at.absence(about, by, Finding::Missing));
    let mut put =
        |name: &str, expect: &str, subject: Subject| judged.put(name, expect, &at, subject);
    put("absence_missing", "taken", missing(0, 1));
    put("absence_about_a_seat_not_due", "unfit, absences", missing(2, 1));
    put("absence_about_its_author", "unfit, absences", missing(0, 0));
    let mut forged = at.absence(0, 1, Finding::Missing);
    forged.by = Seat::of(2);
    put("absence_forged", "unfit, signatures", Subject::Absence(forged));
    let old = History::begun(&four()).absence(0, 1, Finding::Missing);
    put("absence_of_a_closed_step", "stale", Subject::Absence(old));
}

pub(crate) fn put_evidence(judged: &mut Judged) {
    let begun = History::begun(&two());
    let at = History::to_step(&two());
    let mut put = |name: &str, expect: &str, seat: u8, evidence: Evidence| {
        judged.put(&format!("evidence_{name}"), expect, &at, Subject::Evidence(seat, evidence));
    };
    let (one, other) = (at.entry(0, step_by(1)), at.entry(0, step_by(2)));
    let both = double(Signed::Entry(one.clone()), Signed::Entry(other.clone()));
    let proven = "proven, seat 0, step 5, double";
    put("two_entries", proven, 0, both.clone());
    put("against_another_seat", "proves nothing", 1, both);
    let content = Content { step: 900, head: crypto::Head([1; 32]), ..at.content(0, step_by(1)) };
    let far = |think_ms| Entry::sign(Content { think_ms, ..content.clone() }, &key(Seat::of(0)));
    let both = double(Signed::Entry(far(1)), Signed::Entry(far(2)));
    put("two_entries_of_a_later_step", "proven, seat 0, step 900, double", 0, both);
    let same = double(Signed::Entry(one.clone()), Signed::Entry(one.clone()));
    put("one_entry_twice", "proves nothing", 0, same);
    let forged = Entry { signature: one.signature, ..other };
    let both = double(Signed::Entry(one.clone()), Signed::Entry(forged));
    put("with_a_forged_entry", "proves nothing", 0, both);
    let resign = |at: &History| Signed::Notice(at.notice(0, NoticeKind::Resign));
    put("entry_and_resignation", proven, 0, double(Signed::Entry(one.clone()), resign(&at)));
    put(
        "resignation_and_later_entry",
        proven,
        0,
        double(resign(&begun), Signed::Entry(one.clone())),
    );
    put("entry_and_later_resignation", "proves nothing", 0, {
        double(Signed::Entry(begun.entry(0, Body::Skip)), resign(&at))
    });
    put("two_resignations", proven, 0, double(resign(&begun), resign(&at)));
    let draw = Signed::Notice(at.notice(0, NoticeKind::Draw));
    put("entry_and_draw", "proves nothing", 0, double(Signed::Entry(one.clone()), draw));
    let found = |finding| Signed::Absence(at.absence(1, 0, finding));
    put("missing_and_shown", proven, 0, {
        double(found(Finding::Missing), found(Finding::Shown(one.id())))
    });
    put("refused_entry", "proven, seat 0, step 5, legality", 0, {
        Evidence::Refused(Box::new(at.entry(0, step_by(4))))
    });
    put("good_entry_as_refused", "proves nothing", 0, Evidence::Refused(Box::new(one)));
    let signed = |goal| {
        let setting = Setting::<game::toys::contest::Contest>::new(rules(2, goal));
        let contract = contract(&setting, 0x10);
        let signature = contract.contract().sign(&key(Seat::of(0)));
        Signed::Contract(contract.contract().bytes().to_vec(), signature)
    };
    let contracts = "proven, seat 0, step 0, double";
    put("two_contracts_for_one_nonce", contracts, 0, double(signed(1), signed(2)));
}
