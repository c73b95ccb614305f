//! Records with one thing changed: raw, and signed again by the seat that changed it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test may panic")]

use std::collections::BTreeSet;

use crypto::{Commitment, Head, MatchId, Nonce, Place, SlotId};
use game::toys::contest::{Contest, Options};
use game::{Digest, Game, Seat, SeatSet};
use protocol::{Check, Decision, Proven, Report, Verdict, audit};
use record::{
    Absence, Body, Clock, ClosedStep, Content, Contract, End, Entry, Evidence, Finding, Name,
    Notice, NoticeKind, PeerBytes, Player, Signed, SignedContract, Slot, Terms, encode_end_frame,
    encode_header, encode_step_frame,
};
use tests::sim::{Setting, World, key, peer};

/// A record taken apart.
#[derive(Clone)]
struct Parts {
    signed: SignedContract,
    steps: Vec<ClosedStep>,
    end: Option<End>,
}

impl Parts {
    fn of(world: &World<Contest>) -> Self {
        let disk = &world.programs[&peer(0)].disk;
        Self { signed: world.signed.clone(), steps: disk.steps.clone(), end: disk.end.clone() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = encode_header(&self.signed);
        self.steps.iter().for_each(|step| bytes.extend(encode_step_frame(step)));
        self.end.iter().for_each(|end| bytes.extend(encode_end_frame(end)));
        bytes
    }

    fn verdict(&self) -> Verdict {
        judge(&self.bytes())
    }

    /// The entries with their places.
    fn entries(&self) -> Vec<(usize, usize, Entry)> {
        let mut all = Vec::new();
        for (at, closed) in self.steps.iter().enumerate() {
            for (n, (_, slot)) in closed.slots.iter().enumerate() {
                if let Slot::Entry(entry) = slot {
                    all.push((at, n, entry.clone()));
                }
            }
        }
        all
    }
}

fn judge(bytes: &[u8]) -> Verdict {
    let report: Report<Contest> = audit(bytes, &mut ()).unwrap();
    report.verdict
}

/// The check by which a record is refused or a seat blamed.
fn failed(verdict: &Verdict) -> Option<Check> {
    match verdict {
        Verdict::Cheated(Proven { check, .. }) | Verdict::Invalid { check, .. } => Some(*check),
        _ => None,
    }
}

fn setting(seats: u8) -> Setting<Contest> {
    let options = Options { seats, goal: 6, plies: 30, crown: false };
    let rules = Contest::rules(&options).unwrap();
    let clock = Clock::Each { seconds: 2 };
    Setting { clock, machine_seconds: 5, ..Setting::new(rules) }
}

/// A match of three that is sealed, in which one seat was silent for some time and one resigned.
fn sealed() -> Parts {
    let mut world = World::new(&setting(3), 9);
    world.think(300);
    world.program(&peer(1)).idle = SeatSet::one(Seat::of(1));
    world.run_for(1_200);
    world.kill(&peer(1));
    world.run_for(9_000);
    world.restart(&peer(1));
    world.program(&peer(1)).idle = SeatSet::EMPTY;
    world.program(&peer(2)).idle = SeatSet::one(Seat::of(2));
    let asked = |world: &World<Contest>| world.game(&peer(2)).awaited().has(Seat::of(2));
    assert!(world.run_until(60_000, asked));
    world.decide(Seat::of(2), Decision::Resign).unwrap();
    world.run(600_000);
    world.leave();
    let parts = Parts::of(&world);
    let slots = || parts.steps.iter().flat_map(|closed| &closed.slots);
    assert!(slots().any(|(_, slot)| matches!(slot, Slot::Empty(_))));
    assert!(slots().any(|(_, slot)| matches!(slot, Slot::Resigned(_))));
    assert!(matches!(parts.verdict(), Verdict::Complete { .. }), "{:?}", parts.verdict());
    parts
}

/// A match of two in which one is claimed to be silent.
fn claimed() -> Parts {
    let mut world = World::new(&setting(2), 9);
    world.think(300);
    world.run_for(1_000);
    world.kill(&peer(1));
    world.run_for(60_000);
    world.claim(&peer(0)).unwrap();
    let parts = Parts::of(&world);
    assert!(matches!(parts.verdict(), Verdict::Claimed { .. }));
    parts
}

/// One field of a content changed, and the check that then fails: raw, and signed again.
struct Change {
    field: &'static str,
    make: fn(&mut Content),
    again: &'static [Check],
}

/// Every field of a content stands here: a new one does not compile.
fn changes() -> Vec<Change> {
    let Content { match_id, step, seat, head, position, think_ms, notices, body } = Content {
        match_id: MatchId([0; 32]),
        step: 0,
        seat: Seat::of(0),
        head: Head([0; 32]),
        position: Digest([0; 32]),
        think_ms: 0,
        notices: Vec::new(),
        body: Body::Begin,
    };
    let _ = (match_id, step, seat, head, position, think_ms, notices, body);
    let change = |field, make, again| Change { field, make, again };
    vec![
        change("match_id", |c| c.match_id.0[0] ^= 1, &[Check::Chain]),
        change("step", |c| c.step += 1, &[Check::Chain]),
        change("seat", |c| c.seat = Seat::of(c.seat.number() ^ 1), &[Check::Chain, Check::Turn]),
        change("head", |c| c.head.0[0] ^= 1, &[Check::Chain]),
        change("position", |c| c.position.0[0] ^= 1, &[Check::Positions]),
        // What is said of time binds only who says it: the next entries stand over another head.
        change("think_ms", |c| c.think_ms ^= 1, &[Check::Chain, Check::Clock, Check::Seals]),
        change(
            "notices",
            |c| {
                let signature = key(c.seat).sign("other", b"other");
                let (seat, kind) = (c.seat, NoticeKind::Draw);
                c.notices = vec![Notice { seat, kind, head: c.head, signature }];
            },
            &[Check::Notices],
        ),
        change(
            "body",
            change_body,
            &[Check::Legality, Check::Commitments, Check::Chain, Check::Clock, Check::Notices],
        ),
    ]
}

/// Every body stands here.
fn change_body(content: &mut Content) {
    content.body = match &content.body {
        Body::Begin => Body::Seal,
        Body::Act(_) => Body::Act(vec![1, 9]),
        Body::Commit(commitment) => {
            let mut other = commitment.0;
            other[0] ^= 1;
            Body::Commit(Commitment(other))
        }
        Body::Reveal { choice, nonce } => {
            let mut other = nonce.0;
            other[0] ^= 1;
            Body::Reveal { choice: choice.clone(), nonce: Nonce(other) }
        }
        Body::Skip => Body::Yield,
        Body::Yield => Body::Skip,
        Body::Seal => Body::Begin,
        Body::Deploy { field, proof } => {
            Body::Deploy { field: field.clone(), proof: flipped(proof) }
        }
        Body::Prove { mv, proofs } => Body::Prove {
            mv: mv.clone(),
            proofs: proofs.iter().map(|proof| flipped(proof)).collect(),
        },
        Body::Answer(answers) => Body::Answer(answers.iter().map(|it| flipped(it)).collect()),
        Body::SkipProven(proofs) => {
            Body::SkipProven(proofs.iter().map(|proof| flipped(proof)).collect())
        }
        Body::SealOpen(keys) => Body::SealOpen(flipped(keys)),
    };
}

/// With one bit of the last byte changed.
fn flipped(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    bytes
}

#[test]
fn attack_31_33_every_field_of_every_entry() {
    let parts = sealed();
    for change in changes() {
        for (at, n, entry) in parts.entries() {
            let what = format!("{} in step {at}, slot {n}", change.field);
            let author = entry.content.seat;
            let mut content = entry.content.clone();
            (change.make)(&mut content);
            let raw = Entry { content: content.clone(), signature: entry.signature };
            let again = Entry::sign(content, &key(entry.content.seat));
            let mut changed = parts.clone();
            changed.steps[at].slots[n].1 = Slot::Entry(raw);
            let verdict = changed.verdict();
            assert!(!matches!(verdict, Verdict::Cheated(_)), "{what}, raw: {verdict:?}");
            let raw = failed(&verdict);
            assert!(matches!(raw, Some(Check::Signatures | Check::Chain)), "{what}: {verdict:?}");
            changed.steps[at].slots[n].1 = Slot::Entry(again);
            let verdict = changed.verdict();
            if let Verdict::Cheated(proven) = &verdict {
                assert_eq!(proven.seat, author, "{what}: {verdict:?}");
            }
            let check = failed(&verdict);
            let is_last = at + 1 == parts.steps.len();
            let fits = check
                .is_some_and(|check| change.again.contains(&check) || check == Check::Signatures);
            assert!(fits || is_last && change.field == "think_ms", "{what}: {verdict:?}");
        }
    }
}

#[test]
fn attack_33_slots_and_steps_moved_left_out_or_doubled() {
    let parts = sealed();
    let refused = |parts: &Parts, what: &str| {
        let verdict = parts.verdict();
        assert!(matches!(verdict, Verdict::Invalid { .. }), "{what}: {verdict:?}");
    };
    for at in 0..parts.steps.len() {
        let mut without = parts.clone();
        without.steps.remove(at);
        if at + 1 < parts.steps.len() || parts.end.is_some() {
            refused(&without, &format!("without step {at}"));
        }
        let mut twice = parts.clone();
        twice.steps.insert(at, parts.steps[at].clone());
        refused(&twice, &format!("step {at} twice"));
        let mut renumbered = parts.clone();
        renumbered.steps[at].step += 1;
        refused(&renumbered, &format!("step {at} renumbered"));
        for n in 0..parts.steps[at].slots.len() {
            let mut without = parts.clone();
            without.steps[at].slots.remove(n);
            refused(&without, &format!("step {at} without slot {n}"));
            let mut twice = parts.clone();
            let slot = parts.steps[at].slots[n].clone();
            twice.steps[at].slots.insert(n, slot);
            refused(&twice, &format!("step {at} with slot {n} twice"));
            let mut emptied = parts.clone();
            emptied.steps[at].slots[n].1 = Slot::Empty(Vec::new());
            refused(&emptied, &format!("step {at} with slot {n} emptied"));
        }
        let mut turned = parts.clone();
        turned.steps[at].slots.reverse();
        if turned.steps[at] != parts.steps[at] {
            refused(&turned, &format!("step {at} turned"));
        }
    }
}

#[test]
fn every_field_of_notices_and_statements() {
    let parts = sealed();
    let mut tried = BTreeSet::new();
    for at in 0..parts.steps.len() {
        for n in 0..parts.steps[at].slots.len() {
            let mut refuse = |slot: Slot, what: &'static str, allowed: &[Check]| {
                let mut changed = parts.clone();
                changed.steps[at].slots[n].1 = slot;
                let verdict = changed.verdict();
                let check = failed(&verdict);
                let fits = check.is_some_and(|check| allowed.contains(&check));
                assert!(fits, "{what} in step {at}: {verdict:?}");
                tried.insert(what);
            };
            match &parts.steps[at].slots[n].1 {
                Slot::Entry(_) => {}
                Slot::Resigned(notice) => {
                    let Notice { seat, kind, head, signature } = notice.clone();
                    let make = |seat, kind, head, signature| {
                        Slot::Resigned(Notice { seat, kind, head, signature })
                    };
                    let other = Seat::of(seat.number() ^ 1);
                    let wrong = key(other).sign("other", b"other");
                    refuse(make(other, kind, head, signature), "seat", &[Check::Notices]);
                    refuse(
                        make(seat, NoticeKind::Draw, head, signature),
                        "kind",
                        &[Check::Notices],
                    );
                    let broken = Head([1; 32]);
                    refuse(make(seat, kind, broken, signature), "head", &[Check::Signatures]);
                    refuse(make(seat, kind, head, wrong), "notice signature", &[Check::Signatures]);
                }
                Slot::Empty(absences) => {
                    let id = parts.signed.contract().id();
                    let Absence { step, about, by, finding, signature } = absences[0].clone();
                    let mut with = |absence: Absence, what, allowed: &[Check]| {
                        let mut list = absences.clone();
                        list[0] = absence;
                        refuse(Slot::Empty(list), what, allowed);
                    };
                    let sign = |step, about, by: Seat, finding| {
                        Absence::sign(id, step, about, by, finding, &key(by))
                    };
                    let shown = Finding::Shown(SlotId([1; 32]));
                    with(sign(step + 1, about, by, finding), "statement step", &[Check::Chain]);
                    with(
                        sign(step, by, about, finding),
                        "statement about",
                        &[Check::Absences, Check::Chain],
                    );
                    with(sign(step, about, by, shown), "finding", &[Check::Absences]);
                    let wrong = key(about).sign("other", b"other");
                    let forged = Absence { step, about, by, finding, signature: wrong };
                    with(forged, "statement signature", &[Check::Signatures]);
                    let raw = Absence { step, about, by, finding: shown, signature };
                    with(raw, "raw finding", &[Check::Absences]);
                }
            }
        }
    }
    assert_eq!(tried.len(), 9, "{tried:?}");
}

/// The terms with one thing changed, signed by all again: another match, so no entry fits.
#[test]
fn attack_30_47_every_field_of_the_contract() {
    let parts = sealed();
    let terms = parts.signed.contract().terms().clone();
    let Terms { protocol, game, rules_version, rules, rules_digest, clock, machine_seconds, seats } =
        terms.clone();
    let Player { key: _, peer: _, nonce: _, name: _ } = seats[0].clone();
    let seat = |change: fn(&mut Player)| {
        let mut seats = seats.clone();
        change(&mut seats[0]);
        Terms { seats, ..terms.clone() }
    };
    let other = Clock::Each { seconds: 3 };
    let _ = (protocol, rules_version, clock, game, rules);
    let Digest(mut digest) = rules_digest;
    digest[0] ^= 1;
    let cases = [
        ("protocol", Terms { protocol: 0, ..terms.clone() }, None),
        ("game", Terms { game: "other".to_owned(), ..terms.clone() }, None),
        ("rules_version", Terms { rules_version: 7, ..terms.clone() }, None),
        ("rules", Terms { rules: vec![9], ..terms.clone() }, None),
        ("digest", Terms { rules_digest: Digest(digest), ..terms.clone() }, Some(Check::Contract)),
        ("clock", Terms { clock: other, ..terms.clone() }, Some(Check::Chain)),
        (
            "machine",
            Terms { machine_seconds: machine_seconds + 1, ..terms.clone() },
            Some(Check::Chain),
        ),
        ("peer", seat(|player| player.peer = PeerBytes(vec![1])), Some(Check::Chain)),
        ("nonce", seat(|player| player.nonce[0] ^= 1), Some(Check::Chain)),
        ("name", seat(|player| player.name = Name::new("另").unwrap()), Some(Check::Chain)),
    ];
    for (field, terms, check) in cases {
        let contract = Contract::new(terms).unwrap();
        let signatures = (0..3).map(|n| contract.sign(&key(Seat::of(n)))).collect::<Vec<_>>();
        let signed = SignedContract::new(contract, signatures).unwrap();
        let changed = Parts { signed, ..parts.clone() };
        let verdict = changed.verdict();
        match check {
            Some(check) => assert_eq!(failed(&verdict), Some(check), "{field}: {verdict:?}"),
            None => assert!(matches!(verdict, Verdict::Unsupported(_)), "{field}: {verdict:?}"),
        }
    }
}

#[test]
fn attack_33_34_every_byte_of_the_record() {
    let parts = sealed();
    let bytes = parts.bytes();
    let mut kept = 0;
    for at in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        let verdict = judge(&changed);
        assert!(!matches!(verdict, Verdict::Cheated(_)), "byte {at}: {verdict:?}");
        kept += u32::from(matches!(verdict, Verdict::Complete { .. } | Verdict::Claimed { .. }));
    }
    // Nothing that is changed goes unseen.
    assert_eq!(kept, 0);
    for at in (0..bytes.len()).step_by(61) {
        let verdict = judge(&bytes[..at]);
        let whole = matches!(verdict, Verdict::Complete { unsealed, .. } if unsealed.is_empty());
        assert!(!whole, "cut at {at}");
    }
}

#[test]
fn ends_that_prove_nothing() {
    let parts = sealed();
    let mut checks = BTreeSet::new();
    let mut refuse = |parts: &Parts, what: &str| {
        let verdict = parts.verdict();
        assert!(matches!(verdict, Verdict::Invalid { .. }), "{what}: {verdict:?}");
        checks.extend(failed(&verdict));
    };
    let with = |end: End, steps: usize| Parts {
        steps: parts.steps[..steps].to_vec(),
        end: Some(end),
        ..parts.clone()
    };
    let all = parts.steps.len();
    let Some(End::Sealed(seals)) = parts.end.clone() else {
        panic!("{:?}", parts.end);
    };
    refuse(&with(End::Sealed(seals.clone()), all - 1), "seals before the game is decided");
    let claim = End::Claimed { slots: seals.clone(), absences: Vec::new() };
    refuse(&with(claim, all), "a claim when the game is decided");
    let entries: Vec<Entry> = parts.entries().into_iter().map(|(_, _, entry)| entry).collect();
    let twice = Evidence::Double(
        Box::new(Signed::Entry(entries[0].clone())),
        Box::new(Signed::Entry(entries[0].clone())),
    );
    for (seat, evidence) in [
        (0, twice.clone()),
        (1, twice),
        (0, Evidence::Refused(Box::new(entries[0].clone()))),
        (
            1,
            Evidence::Double(
                Box::new(Signed::Entry(entries[0].clone())),
                Box::new(Signed::Entry(entries[1].clone())),
            ),
        ),
    ] {
        let end =
            End::Cheated { seat: Seat::of(seat), slots: Vec::new(), evidence: Box::new(evidence) };
        refuse(&with(end, all), "evidence of nothing");
    }
    let end = End::Diverged { slots: Vec::new(), entry: Box::new(entries[0].clone()) };
    refuse(&with(end, 3), "an entry of another step");
    let mut longer = parts.clone();
    longer.end = None;
    longer.steps.push(ClosedStep { step: all as u32, slots: seals });
    refuse(&longer, "a step after the game was decided");
    assert_eq!(
        checks,
        BTreeSet::from([Check::Seals, Check::Absences, Check::Double, Check::Chain, Check::Result])
    );

    let claim = claimed();
    let Some(End::Claimed { slots, absences }) = claim.end.clone() else {
        panic!("{:?}", claim.end);
    };
    let mut forged = absences.clone();
    forged[0].signature = key(Seat::of(1)).sign("other", b"other");
    let end = End::Claimed { slots: slots.clone(), absences: forged };
    let verdict = Parts { end: Some(end), ..claim.clone() }.verdict();
    assert_eq!(failed(&verdict), Some(Check::Signatures));
    let mut other = absences;
    other[0].step += 1;
    let end = End::Claimed { slots, absences: other };
    assert_eq!(failed(&Parts { end: Some(end), ..claim }.verdict()), Some(Check::Chain));
}

/// A toss to which somebody commits and shows 31 bytes.
fn short_toss(parts: &Parts) -> Parts {
    let mut steps = parts.steps[..2].to_vec();
    let (by, choice, nonce) = (Seat::of(0), vec![1; 31], Nonce([1; 32]));
    let Slot::Entry(commit) = &parts.steps[1].slots[0].1 else {
        panic!("nobody commits");
    };
    let Slot::Entry(reveal) = &parts.steps[2].slots[0].1 else {
        panic!("nobody shows");
    };
    let id = parts.signed.contract().id();
    let place = Place { match_id: id, step: 1, seat: 0 };
    let body = Body::Commit(Commitment::new(&place, &choice, &nonce));
    let commit = Entry::sign(Content { body, ..commit.content.clone() }, &key(by));
    steps[1].slots[0].1 = Slot::Entry(commit);
    let head = steps.iter().fold(id.first_head(), |head, step| step.head_after(id, head));
    let body = Body::Reveal { choice, nonce };
    let refused = Entry::sign(Content { body, head, ..reveal.content.clone() }, &key(by));
    let evidence = Box::new(Evidence::Refused(Box::new(refused)));
    let end = End::Cheated { seat: by, slots: Vec::new(), evidence };
    Parts { steps, end: Some(end), ..parts.clone() }
}

/// Two contents of one slot as evidence.
fn doubled(parts: &Parts, first: &Entry) -> Parts {
    let second = tests::forge::resigned(first, |content| content.think_ms ^= 1);
    let (a, b) = (Signed::Entry(first.clone()), Signed::Entry(second));
    let evidence = Box::new(Evidence::Double(Box::new(a), Box::new(b)));
    let end = End::Cheated { seat: first.content.seat, slots: Vec::new(), evidence };
    Parts { end: Some(end), ..parts.clone() }
}

#[test]
fn every_check_can_fail() {
    let parts = sealed();
    let mut seen = BTreeSet::new();
    for (at, n, entry) in parts.entries() {
        for change in changes() {
            let mut changed = parts.clone();
            let again = tests::forge::resigned(&entry, change.make);
            changed.steps[at].slots[n].1 = Slot::Entry(again);
            seen.extend(failed(&changed.verdict()));
        }
        // An entry of somebody who is not due, as evidence over the steps before.
        let undue = tests::forge::resigned(&entry, |content| content.seat = Seat::of(1));
        let evidence = Box::new(Evidence::Refused(Box::new(undue)));
        let end = Some(End::Cheated { seat: Seat::of(1), slots: Vec::new(), evidence });
        let steps = parts.steps[..at].to_vec();
        seen.extend(failed(&Parts { steps, end, ..parts.clone() }.verdict()));
        seen.extend(failed(&doubled(&parts, &entry).verdict()));
        let mut unsigned = parts.clone();
        let signature = key(Seat::of(0)).sign("other", b"other");
        let slot = Slot::Entry(Entry { signature, ..entry });
        unsigned.steps[at].slots[n].1 = slot;
        seen.extend(failed(&unsigned.verdict()));
        let mut skipped = parts.clone();
        let Slot::Entry(entry) = &parts.steps[at].slots[n].1 else {
            continue;
        };
        let skip = tests::forge::resigned(entry, |content| {
            content.body = Body::Skip;
            content.think_ms = 0;
        });
        skipped.steps[at].slots[n].1 = Slot::Entry(skip);
        seen.extend(failed(&skipped.verdict()));
    }
    seen.extend(failed(&short_toss(&parts).verdict()));
    for at in 0..parts.steps.len() {
        let mut emptied = parts.clone();
        emptied.steps[at].slots[0].1 = Slot::Empty(Vec::new());
        seen.extend(failed(&emptied.verdict()));
    }
    let Some(End::Sealed(seals)) = parts.end.clone() else {
        panic!("{:?}", parts.end);
    };
    let early = Parts { steps: parts.steps[..3].to_vec(), ..parts.clone() };
    seen.extend(failed(&early.verdict()));
    let mut longer = Parts { end: None, ..parts.clone() };
    longer.steps.push(ClosedStep { step: parts.steps.len() as u32, slots: seals });
    seen.extend(failed(&longer.verdict()));
    let mut other = parts.signed.contract().terms().clone();
    other.rules_digest.0[0] ^= 1;
    let contract = Contract::new(other).unwrap();
    let signatures = (0..3).map(|n| contract.sign(&key(Seat::of(n)))).collect();
    let signed = SignedContract::new(contract, signatures).unwrap();
    seen.extend(failed(&Parts { signed, ..parts }.verdict()));
    // Those of hidden pieces fail in the tests of hidden games.
    let hidden = [Check::SetUps, Check::MoveProofs, Check::FightProofs, Check::Openings];
    let here = Check::ALL.into_iter().filter(|check| !hidden.contains(check));
    let missing: Vec<Check> = here.filter(|check| !seen.contains(check)).collect();
    assert!(missing.is_empty(), "never seen to fail: {missing:?}");
}
