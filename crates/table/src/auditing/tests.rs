//! What is said of whole, broken, forged and forked records.
//!
//! The records are files of `tests/vectors/audit`, written anew only under `UPDATE_GOLDEN=1`.

use std::fs;
use std::path::Path;

use super::samples::{self, Script};
use super::*;

fn all() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let complete = samples::two(1);
    let seal = complete.seal(&[0, 1]);
    let half = samples::two(2);
    let half_seal = half.seal(&[0]);
    vec![
        ("complete", "complete", complete.ended(&seal)),
        ("complete_other_match_half_sealed", "complete", half.ended(&half_seal)),
        ("five_seats", "unfinished", samples::five().bytes),
        ("claimed", "claimed", samples::claimed()),
        ("cheated_illegal_move", "cheated", samples::cheated()),
        ("forked_in_step_4", "unfinished", samples::forked()),
        ("unknown_game_with_escapes", "unsupported", samples::unknown_game()),
    ]
}

fn text_of(expect: &str, bytes: &[u8]) -> String {
    let line = |line: &[u8]| header::hex(line) + "\n";
    let lines: String = bytes.chunks(32).map(line).collect();
    format!("expect: {expect}\ncomment: made by crates/table/src/auditing/samples.rs\n\n{lines}")
}

#[test]
fn the_vectors_are_as_made_and_judged_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/audit");
    for (name, expect, bytes) in all() {
        let path = folder.join(name).with_extension("hex");
        let text = text_of(expect, &bytes);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{name} (UPDATE_GOLDEN=1)");
        let audited = audit(bytes.into());
        assert_eq!(audited.verdict.id(), expect, "{name}: {:?}", audited.verdict);
    }
}

fn vector(name: &str) -> Vec<u8> {
    all().into_iter().find(|(known, ..)| *known == name).unwrap().2
}

fn count(audited: &Audited, check: &str) -> u64 {
    audited.checks.iter().find(|count| count.check == check).map_or(0, |count| count.passed)
}

#[test]
fn a_complete_record_counts_its_checks() {
    let audited = audit(vector("complete").into());
    let winner = SeatSet::one(Seat::of(0));
    let outcome = Outcome::Won(winner);
    assert_eq!(audited.verdict, Verdict::Complete { outcome, unsealed: SeatSet::EMPTY });
    assert_eq!((audited.steps, audited.plies, audited.torn), (18, 5, None));
    assert_eq!(count(&audited, "result"), 1);
    assert!(count(&audited, "signatures") > 30);
    assert!(audited.checks.iter().all(|count| !count.failed));
    let header = audited.header.unwrap();
    assert_eq!(header.players[1].name, "阿红");
    assert_eq!(header.players[1].fingerprint.len(), 14);
    assert!(header.rules.is_some());
}

#[test]
fn every_cut_is_torn_unfinished_or_invalid_and_never_more() {
    let bytes = vector("complete");
    for length in (0..bytes.len()).step_by(17) {
        let audited = audit(bytes[..length].to_vec().into());
        let id = audited.verdict.id();
        let known = ["unfinished", "invalid", "complete"].contains(&id);
        assert!(known, "{length}: {:?}", audited.verdict);
        if let Verdict::Invalid { trouble, .. } = &audited.verdict {
            assert!(matches!(trouble, Some(Trouble::Torn)), "{length}: {trouble:?}");
        }
    }
}

#[test]
fn a_cheat_is_named_with_its_place() {
    let bytes = vector("cheated_illegal_move");
    let audited = audit(bytes.clone().into());
    let Verdict::Cheated { seat, step, check, offset } = audited.verdict else {
        panic!("{:?}", audited.verdict);
    };
    assert_eq!((seat, step, check), (Seat::of(0), 3, "legality"));
    assert_eq!(bytes[usize::try_from(offset).unwrap()], 3, "the end frame");
}

#[test]
fn a_changed_byte_is_never_passed_over() {
    let bytes = vector("cheated_illegal_move");
    let good = audit(bytes.clone().into()).verdict;
    for at in (0..bytes.len()).step_by(11) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let audited = audit(changed.into());
        assert_ne!(audited.verdict, good, "byte {at}");
    }
}

#[test]
fn what_is_not_known_is_told_apart() {
    let mut later = vector("complete");
    later[8] = 2;
    let audited = audit(later.into());
    assert_eq!(audited.verdict, Verdict::Unsupported(Unknown::Format(2)));
    assert_eq!(audited.verdict.exit_code(), 4);
    let no_record = audit(b"a letter to my aunt".to_vec().into());
    let Verdict::Invalid { trouble, .. } = no_record.verdict else { panic!() };
    assert_eq!(trouble, Some(Trouble::NotARecord));
}

fn relations(names: &[&str]) -> Vec<Relation> {
    let records: Vec<_> = names.iter().map(|name| audit(vector(name).into())).collect();
    compare(&records).into_iter().map(|agreement| agreement.relation).collect()
}

#[test]
fn records_of_one_match_are_compared_step_by_step() {
    assert_eq!(relations(&["complete", "complete"]), [Relation::Same { steps: 18 }]);
    let twice = || vec![(Seat::of(1), Difference::Twice)];
    let differs = || Relation::Differs { step: 4, seats: twice() };
    assert_eq!(relations(&["complete", "forked_in_step_4"]), [differs()]);
    let names = ["five_seats", "complete", "forked_in_step_4"];
    assert_eq!(relations(&names), [Relation::OtherMatch, differs()]);
    let cut = audit(vector("complete")[..100].to_vec().into());
    let records = [audit(vector("complete").into()), cut];
    assert_eq!(compare(&records)[0].relation, Relation::Unreadable);
}

#[test]
fn inspection_gives_every_step_and_the_end() {
    let mut steps = Vec::new();
    let found = inspect(vector("complete").into(), &mut |step| steps.push(step));
    assert_eq!((found.steps, steps.len()), (18, 18));
    assert!(steps.iter().all(|step| step.holds));
    let heads = steps.windows(2).map(|pair| (&pair[0].head_after, &pair[1]));
    for (head, next) in heads {
        let SlotKind::Entry(entry) = &next.slots[0].slot else { panic!() };
        assert_eq!(Some(&entry.head), head.as_ref());
        assert!(entry.is_signed);
    }
    let SlotKind::Entry(entry) = &steps[3].slots[0].slot else { panic!() };
    assert!(matches!(&entry.body, BodyDetail::Act(_, Some(told)) if told == "c2-c3"));
    assert_eq!(found.end.unwrap().kind, "sealed");
}

#[test]
fn a_step_of_resignations_alone_has_its_head() {
    let mut steps = Vec::new();
    inspect(vector("five_seats").into(), &mut |step| steps.push(step));
    let last = steps.last().unwrap();
    assert!(matches!(last.slots[0].slot, SlotKind::Resigned(_)));
    let found = audit(vector("five_seats").into());
    assert_eq!(found.verdict, Verdict::Unfinished);
    let heads: std::collections::BTreeSet<_> = steps.iter().map(|step| &step.head_after).collect();
    assert!(heads.len() == steps.len() && steps.iter().all(|step| step.head_after.is_some()));
}

#[test]
fn inspection_goes_on_behind_what_does_not_hold() {
    // A step of a longer record behind a shorter one of another history: signed, but not here.
    let whole = vector("complete");
    let frames = Frames::of(&whole);
    let mut forged = whole[..frames.step(3).unwrap().start].to_vec();
    let mut step = frames.read_step(&whole, 3).unwrap();
    let game = Script::new(&["two"], 2);
    step.slots[0].1 = record::Slot::Entry(game.entry(Seat::of(0), record::Body::Skip));
    forged.extend(record::encode_step_frame(&step));
    let mut holds = Vec::new();
    let found = inspect(forged.into(), &mut |step| holds.push(step.holds));
    assert_eq!(holds, [true, true, true, false]);
    assert_eq!(found.audited.verdict.id(), "invalid");
}

#[test]
fn replay_gives_the_position_after_every_step_that_holds() {
    let mut plies = Vec::new();
    let audited = replay(vector("five_seats").into(), &mut |played| {
        plies.push(Any::ply(played.after).0);
        let mut again = played.before.clone();
        played.events.iter().for_each(|event| Any::apply(&mut again, event).unwrap());
        assert_eq!(&again, played.after);
    });
    assert_eq!(plies.len(), usize::try_from(audited.steps).unwrap());
    assert!(plies.is_sorted());
}
