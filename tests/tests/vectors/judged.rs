//! What a program says of an entry, a step, a notice, a statement or evidence, after a history.
//!
//! The history is a record without an end.

use crypto::{Commitment, Head, Nonce, Place};
use game::canon::{from_bytes, to_bytes};
use game::toys::contest::{Contest, Gesture, Move};
use game::{Canon as _, Digest, Seat, SeatSet};
use protocol::{Progress, Rejected, Tally};
use record::reader::{Item, RecordReader};
use record::{
    Absence, Body, ClosedStep, Content, Entry, Evidence, Finding, Notice, NoticeKind, Signed,
    SignedContract, Slot, encode_header, encode_step_frame,
};
use tests::sim::key;

use crate::made::{four, three, two};
use crate::text::{Vector, Vectors};

/// A match whose seats do whatever the test wants, with their keys in its hand.
#[derive(Clone)]
pub(crate) struct History {
    pub(crate) progress: Progress<Contest>,
    pub(crate) record: Vec<u8>,
    shown: Vec<(Seat, Vec<u8>)>,
}

impl History {
    pub(crate) fn new(signed: &SignedContract) -> Self {
        let progress = Progress::new(signed.contract()).unwrap();
        Self { progress, record: encode_header(signed), shown: Vec::new() }
    }

    pub(crate) fn content(&self, seat: u8, body: Body) -> Content {
        Content {
            match_id: self.progress.contract().id(),
            step: self.progress.step(),
            seat: Seat::of(seat),
            head: self.progress.head(),
            position: self.progress.digest(),
            think_ms: 1000,
            notices: Vec::new(),
            body,
        }
    }

    pub(crate) fn entry(&self, seat: u8, body: Body) -> Entry {
        Entry::sign(self.content(seat, body), &key(Seat::of(seat)))
    }

    pub(crate) fn carrying(&self, seat: u8, notices: Vec<Notice>, body: Body) -> Entry {
        let content = Content { notices, ..self.content(seat, body) };
        Entry::sign(content, &key(Seat::of(seat)))
    }

    pub(crate) fn notice(&self, seat: u8, kind: NoticeKind) -> Notice {
        let (id, head) = (self.progress.contract().id(), self.progress.head());
        Notice::sign(id, Seat::of(seat), kind, head, &key(Seat::of(seat)))
    }

    pub(crate) fn absence(&self, about: u8, by: u8, finding: Finding) -> Absence {
        let (about, by) = (Seat::of(about), Seat::of(by));
        let id = self.progress.contract().id();
        Absence::sign(id, self.progress.step(), about, by, finding, &key(by))
    }

    /// The step of these entries.
    pub(crate) fn step(&self, entries: Vec<Entry>) -> ClosedStep {
        let slot = |entry: Entry| (entry.content.seat, Slot::Entry(entry));
        let slots = entries.into_iter().map(slot).collect();
        ClosedStep { step: self.progress.step(), slots }
    }

    /// Goes on by a step.
    pub(crate) fn close(mut self, step: &ClosedStep) -> Self {
        let facts = self.progress.check_step(step, &mut Tally::default()).unwrap();
        self.progress.close(step, &facts).unwrap();
        self.record.extend(encode_step_frame(step));
        self
    }

    /// Goes on by the same body of every due seat.
    pub(crate) fn all(self, body: &Body) -> Self {
        let due = self.progress.due().unwrap().seats;
        let entries = due.iter().map(|seat| self.entry(seat.number(), body.clone()));
        let step = self.step(entries.collect());
        self.close(&step)
    }

    /// Goes on by commitments to these, seat by seat, all with the same nonce.
    pub(crate) fn commit(mut self, choices: &[&[u8]]) -> Self {
        let due: Vec<Seat> = self.progress.due().unwrap().seats.iter().collect();
        self.shown = due.into_iter().zip(choices.iter().map(|choice| choice.to_vec())).collect();
        let (match_id, step) = (self.progress.contract().id(), self.progress.step());
        let entry = |(seat, choice): &(Seat, Vec<u8>)| {
            let place = Place { match_id, step, seat: seat.number() };
            self.entry(seat.number(), Body::Commit(Commitment::new(&place, choice, &nonce())))
        };
        let step = self.step(self.shown.iter().map(entry).collect());
        self.close(&step)
    }

    /// Goes on by showing all that was committed to.
    pub(crate) fn reveal(self) -> Self {
        let entry = |(seat, choice): &(Seat, Vec<u8>)| self.entry(seat.number(), reveal(choice));
        let step = self.step(self.shown.iter().map(entry).collect());
        self.close(&step)
    }

    /// After Begin and the toss.
    pub(crate) fn begun(signed: &SignedContract) -> Self {
        let parts = vec![&[9; 32][..]; usize::from(signed.contract().seats())];
        Self::new(signed).all(&Body::Begin).commit(&parts).reveal()
    }

    /// Seat 0 has won the first contest and is to step.
    pub(crate) fn to_step(signed: &SignedContract) -> Self {
        let others = vec![&[1][..]; usize::from(signed.contract().seats()) - 1];
        Self::begun(signed).commit(&[vec![&[0][..]], others].concat()).reveal()
    }
}

pub(crate) fn nonce() -> Nonce {
    Nonce([0x44; 32])
}

pub(crate) fn reveal(choice: &[u8]) -> Body {
    Body::Reveal { choice: choice.to_vec(), nonce: nonce() }
}

pub(crate) fn step_by(cells: u8) -> Body {
    Body::Act(Move::Step(cells).encode())
}

/// Something to be judged.
pub(crate) enum Subject {
    Entry(Entry),
    Step(ClosedStep),
    Notice(Notice),
    Absence(Absence),
    Evidence(u8, Evidence),
}

impl Subject {
    fn field(&self) -> (&'static str, Vec<u8>) {
        let mut bytes = Vec::new();
        match self {
            Self::Entry(entry) => return ("entry", entry.encode()),
            Self::Step(step) => return ("step", step.encode()),
            Self::Notice(notice) => to_bytes(notice, &mut bytes),
            Self::Absence(absence) => to_bytes(absence, &mut bytes),
            Self::Evidence(_, evidence) => to_bytes(evidence, &mut bytes),
        }
        match self {
            Self::Notice(_) => ("notice", bytes),
            Self::Absence(_) => ("absence", bytes),
            _ => ("evidence", bytes),
        }
    }
}

/// What the file of a vector says now: its history is read, and then its subject.
pub(crate) fn judge(vector: &Vector) -> String {
    let progress = replay(&vector.get("record").unwrap());
    let mut tally = Tally::default();
    if let Some(bytes) = vector.get("entry") {
        return said(progress.check(&Entry::decode(&bytes).unwrap(), &mut tally));
    }
    if let Some(bytes) = vector.get("step") {
        return said(progress.check_step(&ClosedStep::decode(&bytes).unwrap(), &mut tally));
    }
    if let Some(bytes) = vector.get("notice") {
        return said(progress.check_notice(&from_bytes("notice", &bytes).unwrap()));
    }
    if let Some(bytes) = vector.get("absence") {
        return said(progress.check_absence(&from_bytes("absence", &bytes).unwrap()));
    }
    let evidence: Evidence = from_bytes("evidence", &vector.get("evidence").unwrap()).unwrap();
    let seat = Seat::of(u8::try_from(vector.get_number("seat")).unwrap());
    match progress.proves(seat, &evidence) {
        Some(proven) => {
            format!("proven, seat {}, step {}, {}", proven.seat, proven.step, proven.check)
        }
        None => "proves nothing".to_owned(),
    }
}

fn replay(record: &[u8]) -> Progress<Contest> {
    let mut reader = RecordReader::new(record).unwrap();
    let mut progress = None;
    while let Some(item) = reader.next().unwrap() {
        match (item, &mut progress) {
            (Item::Contract(signed), _) => {
                progress = Some(Progress::new(signed.contract()).unwrap())
            }
            (Item::Step(step), Some(progress)) => {
                let facts = progress.check_step(&step, &mut Tally::default()).unwrap();
                progress.close(&step, &facts).unwrap();
            }
            _ => panic!("a history has no end"),
        }
    }
    progress.unwrap()
}

fn said<T>(result: Result<T, Rejected>) -> String {
    match result {
        Ok(_) => "taken".to_owned(),
        Err(Rejected::Malformed(_)) => "malformed".to_owned(),
        Err(Rejected::Unfit { check, .. }) => format!("unfit, {check}"),
        Err(Rejected::Stale) => "stale".to_owned(),
        Err(Rejected::Forked(seat)) => format!("forked, seat {seat}"),
        Err(Rejected::Diverged(entry)) => format!("diverged, seat {}", entry.content.seat),
        Err(Rejected::Misbehaviour(fault)) => {
            format!("misbehaviour, seat {}, step {}, {}", fault.seat, fault.step, fault.check)
        }
    }
}

pub(crate) struct Judged(pub(crate) Vectors);

impl Judged {
    pub(crate) fn put(&mut self, name: &str, expect: &str, after: &History, subject: Subject) {
        let comment = name.split_once('_').map_or(name, |(_, rest)| rest).replace('_', " ");
        let (field, bytes) = subject.field();
        let mut vector = Vector::expecting(expect, &comment).bytes("record", &after.record);
        if let Subject::Evidence(seat, _) = subject {
            vector = vector.number("seat", seat);
        }
        let vector = vector.bytes(field, &bytes);
        assert!(self.0.insert(name.to_owned(), vector).is_none(), "two vectors are named {name}");
    }
}

pub(crate) fn all() -> Vectors {
    let mut judged = Judged(Vectors::new());
    places(&mut judged);
    bodies(&mut judged);
    clocks(&mut judged);
    totals(&mut judged);
    crate::notices::put(&mut judged);
    crate::notices::put_steps(&mut judged);
    crate::notices::put_evidence(&mut judged);
    judged.0
}

/// Entries at the wrong place.
fn places(judged: &mut Judged) {
    let at = History::new(&two());
    let good = at.content(0, Body::Begin);
    let mut put = |name: &str, expect: &str, content: Content| {
        let key = key(Seat::of(content.seat.number()));
        judged.put(
            &format!("entry_{name}"),
            expect,
            &at,
            Subject::Entry(Entry::sign(content, &key)),
        );
    };
    put("begin", "taken", good.clone());
    let match_id = four().contract().id();
    put("of_another_match", "stale", Content { match_id, ..good.clone() });
    put("of_a_later_step", "stale", Content { step: 1, ..good.clone() });
    put("of_no_seat", "unfit, chain", Content { seat: Seat::of(2), ..good.clone() });
    put("over_another_head", "forked, seat 0", Content { head: Head([1; 32]), ..good.clone() });
    let position = Digest([1; 32]);
    put("of_another_position", "diverged, seat 0", Content { position, ..good.clone() });
    put(
        "skip_instead_of_begin",
        "misbehaviour, seat 0, step 0, legality",
        Content { body: Body::Skip, ..good.clone() },
    );
    let forged = Entry::sign(good, &key(Seat::of(1)));
    judged.put("entry_signed_by_another", "unfit, signatures", &at, Subject::Entry(forged));
    let at = History::to_step(&two());
    let turn = "misbehaviour, seat 1, step 5, turn";
    judged.put("entry_out_of_turn", turn, &at, Subject::Entry(at.entry(1, step_by(1))));
}

/// Bodies that do or do not fit their step.
fn bodies(judged: &mut Judged) {
    let mut put = |name: &str, expect: &str, at: &History, body: Body| {
        judged.put(&format!("entry_{name}"), expect, at, Subject::Entry(at.entry(0, body)));
    };
    let tossing = History::new(&two()).all(&Body::Begin);
    let tossed = tossing.clone().commit(&[&[9; 32], &[9; 32]]);
    put("toss", "taken", &tossed, reveal(&[9; 32]));
    put(
        "toss_not_committed",
        "misbehaviour, seat 0, step 2, commitments",
        &tossed,
        reveal(&[8; 32]),
    );
    put("toss_skipped", "misbehaviour, seat 0, step 1, legality", &tossing, Body::Skip);
    let short = tossing.commit(&[&[9; 31], &[9; 32]]);
    put("toss_of_31_bytes", "misbehaviour, seat 0, step 2, tosses", &short, reveal(&[9; 31]));
    let begun = History::begun(&two());
    put("choice_in_the_open", "misbehaviour, seat 0, step 3, legality", &begun, reveal(&[2]));
    let hidden = begun.clone().commit(&[&Gesture(2).encode(), &[3]]);
    put("choice", "taken", &hidden, reveal(&[2]));
    put("choice_of_another_nonce", "misbehaviour, seat 0, step 4, commitments", &hidden, {
        Body::Reveal { choice: vec![2], nonce: Nonce([0x45; 32]) }
    });
    let odd = "misbehaviour, seat 0, step 4, legality";
    put("choice_not_admitted", odd, &begun.clone().commit(&[&[3], &[2]]), reveal(&[3]));
    put("choice_that_is_none", odd, &begun.commit(&[&[7, 7], &[2]]), reveal(&[7, 7]));
    let moving = History::to_step(&two());
    put("move", "taken", &moving, step_by(1));
    let odd = "misbehaviour, seat 0, step 5, legality";
    put("move_not_allowed", odd, &moving, step_by(4));
    put("move_that_is_none", odd, &moving, Body::Act(vec![7]));
    put(
        "move_instead_of_seal",
        "misbehaviour, seat 0, step 6, legality",
        &{ moving.clone().all(&step_by(1)) },
        step_by(1),
    );
    put("seal", "taken", &moving.clone().all(&step_by(1)), Body::Seal);
    put("seal_too_early", odd, &moving, Body::Seal);
    put("yield_without_notices", "misbehaviour, seat 0, step 5, notices", &moving, Body::Yield);
    put("skip_without_a_clock", "misbehaviour, seat 0, step 5, clock", &moving, Body::Skip);
}

/// Skips under a clock of 300 seconds.
fn clocks(judged: &mut Judged) {
    let at = History::begun(&four());
    for (name, expect, think_ms) in [
        ("entry_skip_too_early", "misbehaviour, seat 0, step 3, clock", 299_999),
        ("entry_skip_in_time", "taken", 300_000),
    ] {
        let content = Content { think_ms, ..at.content(0, Body::Skip) };
        let entry = Entry::sign(content, &key(Seat::of(0)));
        judged.put(name, expect, &at, Subject::Entry(entry));
    }
    let skipped = at.clone();
    let skip = |seat: u8| {
        let content = Content { think_ms: 300_000, ..at.content(seat, Body::Skip) };
        Entry::sign(content, &key(Seat::of(seat)))
    };
    let step = at.step(SeatSet::first(4).iter().map(|seat| skip(seat.number())).collect());
    judged.put("step_of_skips", "taken", &skipped, Subject::Step(step));
}

/// Skips under a total of 300 seconds with 3 more after each decision. A decision of a history takes
/// one second; programs' own entries say so too, but count nothing.
fn totals(judged: &mut Judged) {
    let mut put = |name: &str, expect: &str, at: &History, (think_ms, by): (u32, u8)| {
        let notices = (0..by).map(|seat| at.notice(seat, NoticeKind::Pause)).collect();
        let content = Content { think_ms, notices, ..at.content(0, Body::Skip) };
        let entry = Entry::sign(content, &key(Seat::of(0)));
        judged.put(name, expect, at, Subject::Entry(entry));
    };
    let fault = |step: u32| format!("misbehaviour, seat 0, step {step}, clock");
    let at = History::begun(&three());
    put("entry_skip_of_a_total_too_early", &fault(3), &at, (299_999, 0));
    put("entry_skip_of_a_total_in_time", "taken", &at, (300_000, 0));
    // One decision, the commitment, has taken a second and brought three.
    let at = History::to_step(&three());
    put("entry_skip_before_the_increment_is_over", &fault(5), &at, (301_999, 0));
    put("entry_skip_after_the_increment", "taken", &at, (302_000, 0));
    put("entry_skip_with_pauses_of_two_of_three", "taken", &at, (302_000, 2));
    put("entry_skip_while_all_pause", &fault(5), &at, (302_000, 3));
    // A move that took longer than there was: nothing is owed, the increment is there.
    let late = Content { think_ms: u32::MAX, ..at.content(0, step_by(1)) };
    let late = Entry::sign(late, &key(Seat::of(0)));
    let after = at.clone().close(&at.step(vec![late]));
    put("entry_skip_too_early_after_a_late_move", &fault(6), &after, (2_999, 0));
    put("entry_skip_after_a_late_move", "taken", &after, (3_000, 0));
    // Nothing came at all: as if it had taken all the time.
    let missing = [1, 2].map(|by| at.absence(0, by, Finding::Missing)).to_vec();
    let empty = ClosedStep { step: 5, slots: vec![(Seat::of(0), Slot::Empty(missing))] };
    let after = at.close(&empty);
    put("entry_skip_too_early_after_an_empty_slot", &fault(6), &after, (2_999, 0));
    put("entry_skip_after_an_empty_slot", "taken", &after, (3_000, 0));
}

/// Two signed things as evidence.
pub(crate) fn double(first: Signed, second: Signed) -> Evidence {
    Evidence::Double(Box::new(first), Box::new(second))
}
