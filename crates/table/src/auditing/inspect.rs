//! A record taken apart: every step and the end, with every field in hex.

use catalog::{Any, Choice, Move, Position, Rules};
use crypto::{MatchId, PublicKey};
use game::{Canon, Claim, Game, Seat, Waits};
use record::{
    Absence, Body, ClosedStep, Contract, End, Entry, Evidence, Finding, Notice, NoticeKind, Signed,
    Slot,
};

use super::header::hex;
use super::replay::{Seen, Walker};
use super::{Audited, Source, Trouble};

/// A record taken apart, but for its steps.
#[derive(Debug)]
pub struct Inspected {
    /// What an audit says of it.
    pub audited: Audited,
    /// How many steps can be read; the last of them may not hold.
    pub steps: u32,
    /// How it ends, if it has an end.
    pub end: Option<EndDetail>,
    /// Where something is wrong with its bytes, and what.
    pub trouble: Option<(u64, Trouble)>,
}

/// A step of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepDetail {
    /// Its number.
    pub step: u32,
    /// Where its frame begins.
    pub offset: u64,
    /// How long its frame is.
    pub length: u64,
    /// Whether the audit came past it.
    pub holds: bool,
    /// The head after it, if it can be told.
    pub head_after: Option<String>,
    /// Its slots, in seat order.
    pub slots: Vec<SlotDetail>,
}

/// A slot of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotDetail {
    /// Whose.
    pub seat: Seat,
    /// What stands for it in the head.
    pub id: String,
    /// What is in it.
    pub slot: SlotKind,
}

/// What is in a slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SlotKind {
    /// An entry.
    Entry(Box<EntryDetail>),
    /// A resignation.
    Resigned(NoticeDetail),
    /// Nothing; others say so.
    Empty(Vec<AbsenceDetail>),
}

/// An entry, field by field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryDetail {
    /// The match that it names.
    pub match_id: String,
    /// The step that it names.
    pub step: u32,
    /// The seat that it names.
    pub seat: Seat,
    /// The head before.
    pub head: String,
    /// The digest of the position before.
    pub position: String,
    /// Milliseconds of thought.
    pub think_ms: u32,
    /// What it carries.
    pub notices: Vec<NoticeDetail>,
    /// What it gives.
    pub body: BodyDetail,
    /// Its signature.
    pub signature: String,
    /// Whether the signature is that seat's.
    pub is_signed: bool,
}

/// What an entry gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyDetail {
    /// The first step.
    Begin,
    /// A move: its bytes, and in notation if it is one.
    Act(String, Option<String>),
    /// A commitment.
    Commit(String),
    /// A choice: its bytes, in notation if it is one, and the nonce.
    Reveal(String, Option<String>, String),
    /// Time is up.
    Skip,
    /// Nothing more is needed.
    Yield,
    /// The end is agreed.
    Seal,
    /// A set-up: the field and its proof.
    Deploy {
        /// The points of all pieces.
        field: String,
        /// That they are a legal army.
        proof: String,
    },
    /// A move with proofs: its bytes, in notation if it is one, and the proofs.
    Prove(String, Option<String>, Vec<ProofDetail>),
    /// What claims come to, each with its proof.
    Answer(Vec<ProofDetail>),
    /// Time is up, with proofs.
    SkipProven(Vec<ProofDetail>),
    /// The end is agreed, and the own pieces are opened by these keys.
    SealOpen(String),
}

/// A proof, or an answer with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofDetail {
    /// What it is about; none if the entry brings more than it owes.
    pub claim: Option<Claim>,
    /// Its bytes, in hex.
    pub bytes: String,
}

impl BodyDetail {
    /// Its id, for life.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Act(..) => "act",
            Self::Commit(_) => "commit",
            Self::Reveal(..) => "reveal",
            Self::Deploy { .. } => "deploy",
            Self::Prove(..) => "prove",
            Self::Answer(_) => "answer",
            Self::SkipProven(_) => "skip-proven",
            Self::SealOpen(_) => "seal-open",
            Self::Skip => "skip",
            Self::Yield => "yield",
            Self::Seal => "seal",
        }
    }
}

/// A notice, field by field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeDetail {
    /// Whose.
    pub seat: Seat,
    /// `draw`, `pause` or `resign`.
    pub kind: &'static str,
    /// Over which head.
    pub head: String,
    /// Its signature.
    pub signature: String,
}

/// A statement about a silent seat, field by field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbsenceDetail {
    /// In which step.
    pub step: u32,
    /// About whom.
    pub about: Seat,
    /// Who says it.
    pub by: Seat,
    /// The id of the entry that is shown; none: it is missing.
    pub shown: Option<String>,
    /// Its signature.
    pub signature: String,
}

/// How a record ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndDetail {
    /// Where its frame begins.
    pub offset: u64,
    /// `sealed`, `claimed`, `cheated` or `diverged`.
    pub kind: &'static str,
    /// The slots of the open step.
    pub slots: Vec<SlotDetail>,
    /// What is said about silent seats.
    pub absences: Vec<AbsenceDetail>,
    /// Who is accused.
    pub accused: Option<Seat>,
    /// What is to prove it.
    pub evidence: Vec<SignedDetail>,
}

/// Something signed, as evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SignedDetail {
    /// A statement.
    Absence(AbsenceDetail),
    /// Another contract for one nonce: its match id and the signature.
    Contract(String, String),
    /// An entry.
    Entry(Box<EntryDetail>),
    /// A notice.
    Notice(NoticeDetail),
}

/// Takes a record apart: gives each step in order, those that do not hold as well.
pub fn inspect(source: Source, each: &mut dyn FnMut(StepDetail)) -> Inspected {
    let frames = super::Frames::of(&source.bytes);
    let mut last = None;
    let mut show = |seen: &Seen<'_>| {
        let reader = Reader {
            contract: seen.after.contract(),
            known: Some((seen.after.rules(), seen.before)),
        };
        let mut detail = reader.step(seen.step, &frames);
        detail.holds = true;
        detail.head_after = Some(seen.after.head().to_string());
        each(detail);
        last = Some(seen.after.position().clone());
    };
    let mut walker = Walker { position: None, each: &mut show };
    let report = protocol::audit::<Any>(source.bytes.as_slice(), &mut walker);
    let audited = Audited::new(source, report);
    let (frames, bytes) = (&audited.frames, &audited.source.bytes);
    let rules = audited.header.as_ref().and_then(|header| header.rules.as_ref());
    let position = last.or_else(|| rules.map(Any::start));
    let mut end = None;
    if let Some(signed) = &audited.contract {
        let contract = signed.contract();
        let mut reader = Reader { contract, known: rules.zip(position.as_ref()) };
        for number in audited.steps..frames.count() {
            if let Some(step) = frames.read_step(bytes, number) {
                each(reader.step(&step, frames));
            }
            // The position behind a step that does not hold is not known.
            reader.known = None;
        }
        end = frames.read_end(bytes).map(|(offset, end)| reader.end(&end, offset));
    }
    let (steps, trouble) = (frames.count(), frames.trouble_place().cloned());
    Inspected { steps, end, trouble, audited }
}

struct Reader<'a> {
    contract: &'a Contract,
    /// What is needed to read moves and choices.
    known: Option<(&'a Rules, &'a Position)>,
}

impl Reader<'_> {
    /// A step of which nothing is known but its bytes.
    fn step(&self, step: &ClosedStep, frames: &super::Frames) -> StepDetail {
        let range = frames.step(step.step).unwrap_or_default();
        let before = step.entries().next().map(|entry| entry.content.head);
        let after = before.map(|head| step.head_after(self.contract.id(), head).to_string());
        StepDetail {
            step: step.step,
            offset: range.start as u64,
            length: range.len() as u64,
            holds: false,
            head_after: after,
            slots: self.slots(&step.slots),
        }
    }

    fn slots(&self, slots: &[(Seat, Slot)]) -> Vec<SlotDetail> {
        let detail = |(seat, slot): &(Seat, Slot)| SlotDetail {
            seat: *seat,
            id: slot.id(self.contract.id()).to_string(),
            slot: match slot {
                Slot::Entry(entry) => SlotKind::Entry(Box::new(self.entry(entry))),
                Slot::Resigned(told) => SlotKind::Resigned(notice(told)),
                Slot::Empty(said) => SlotKind::Empty(said.iter().map(absence).collect()),
            },
        };
        slots.iter().map(detail).collect()
    }

    fn entry(&self, entry: &Entry) -> EntryDetail {
        let content = &entry.content;
        let key: Option<&PublicKey> = self.contract.player(content.seat).map(|player| &player.key);
        EntryDetail {
            match_id: content.match_id.to_string(),
            step: content.step,
            seat: content.seat,
            head: content.head.to_string(),
            position: hex(&content.position.0),
            think_ms: content.think_ms,
            notices: content.notices.iter().map(notice).collect(),
            body: self.body(content.seat, &content.body),
            signature: hex(&entry.signature.0),
            is_signed: key.is_some_and(|key| entry.verify(key).is_ok()),
        }
    }

    /// The claims that a move owes.
    fn owed(&self, seat: Seat, mv: &[u8]) -> Vec<Claim> {
        let owed = |(rules, at)| Any::owes(at, seat, &Move::decode(rules, mv).ok()?).ok();
        self.known.and_then(owed).unwrap_or_default()
    }

    fn owed_skip(&self, seat: Seat) -> Vec<Claim> {
        self.known.map(|(_, at)| Any::owes_skip(at, seat)).unwrap_or_default()
    }

    /// The claims that a seat must settle.
    fn asked(&self, seat: Seat) -> Vec<Claim> {
        match self.known.map(|(_, at)| Any::waits(at)) {
            Some(Waits::Rulings(claims)) => {
                claims.into_iter().filter(|(_, by)| *by == Some(seat)).map(|(it, _)| it).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A move in notation, if it is one.
    fn told(&self, mv: &[u8]) -> Option<String> {
        let (rules, at) = self.known?;
        Some(Any::write_move(at, &Move::decode(rules, mv).ok()?))
    }

    fn body(&self, seat: Seat, body: &Body) -> BodyDetail {
        match body {
            Body::Begin => BodyDetail::Begin,
            Body::Act(bytes) => BodyDetail::Act(hex(bytes), self.told(bytes)),
            Body::Prove { mv, proofs } => {
                BodyDetail::Prove(hex(mv), self.told(mv), proofs_of(self.owed(seat, mv), proofs))
            }
            Body::Deploy { field, proof } => {
                BodyDetail::Deploy { field: hex(field), proof: hex(proof) }
            }
            Body::Answer(answers) => BodyDetail::Answer(proofs_of(self.asked(seat), answers)),
            Body::SkipProven(proofs) => {
                BodyDetail::SkipProven(proofs_of(self.owed_skip(seat), proofs))
            }
            Body::SealOpen(keys) => BodyDetail::SealOpen(hex(keys)),
            Body::Commit(commitment) => BodyDetail::Commit(hex(&commitment.0)),
            Body::Reveal { choice, nonce } => {
                let read = |(rules, at)| {
                    let choice = Choice::decode(rules, choice).ok()?;
                    Some(Any::write_choice(at, &choice))
                };
                BodyDetail::Reveal(hex(choice), self.known.and_then(read), hex(&nonce.0))
            }
            Body::Skip => BodyDetail::Skip,
            Body::Yield => BodyDetail::Yield,
            Body::Seal => BodyDetail::Seal,
        }
    }

    fn end(&self, end: &End, offset: u64) -> EndDetail {
        let detail = |kind, slots: &[(Seat, Slot)]| EndDetail {
            offset,
            kind,
            slots: self.slots(slots),
            absences: Vec::new(),
            accused: None,
            evidence: Vec::new(),
        };
        match end {
            End::Sealed(slots) => detail("sealed", slots),
            End::Claimed { slots, absences } => EndDetail {
                absences: absences.iter().map(absence).collect(),
                ..detail("claimed", slots)
            },
            End::Cheated { seat, slots, evidence } => EndDetail {
                accused: Some(*seat),
                evidence: self.evidence(evidence),
                ..detail("cheated", slots)
            },
            End::Diverged { slots, entry } => EndDetail {
                evidence: vec![SignedDetail::Entry(Box::new(self.entry(entry)))],
                ..detail("diverged", slots)
            },
        }
    }

    fn evidence(&self, evidence: &Evidence) -> Vec<SignedDetail> {
        let signed = |signed: &Signed| match signed {
            Signed::Absence(said) => SignedDetail::Absence(absence(said)),
            Signed::Contract(bytes, signature) => {
                SignedDetail::Contract(MatchId::of(bytes).to_string(), hex(&signature.0))
            }
            Signed::Entry(entry) => SignedDetail::Entry(Box::new(self.entry(entry))),
            Signed::Notice(told) => SignedDetail::Notice(notice(told)),
        };
        match evidence {
            Evidence::Double(first, second) => vec![signed(first), signed(second)],
            Evidence::Refused(entry) => vec![SignedDetail::Entry(Box::new(self.entry(entry)))],
        }
    }
}

fn notice(notice: &Notice) -> NoticeDetail {
    NoticeDetail {
        seat: notice.seat,
        kind: match notice.kind {
            NoticeKind::Draw => "draw",
            NoticeKind::Pause => "pause",
            NoticeKind::Resign => "resign",
        },
        head: notice.head.to_string(),
        signature: hex(&notice.signature.0),
    }
}

fn absence(absence: &Absence) -> AbsenceDetail {
    AbsenceDetail {
        step: absence.step,
        about: absence.about,
        by: absence.by,
        shown: match absence.finding {
            Finding::Missing => None,
            Finding::Shown(id) => Some(id.to_string()),
        },
        signature: hex(&absence.signature.0),
    }
}

fn proofs_of(claims: Vec<Claim>, proofs: &[Vec<u8>]) -> Vec<ProofDetail> {
    let mut claims = claims.into_iter();
    proofs.iter().map(|proof| ProofDetail { claim: claims.next(), bytes: hex(proof) }).collect()
}
