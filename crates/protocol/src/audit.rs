//! The audit of a record: the same [`Progress`] as in a live match, fed from a file.

use std::collections::BTreeMap;
use std::io::Read;

use game::Seat;
use game::{Event, Game, Outcome, SeatSet};
use record::reader::{Item, ReadError, RecordReader};
use record::{Absence, ClosedStep, End, Entry, Evidence, SignedContract, Slot};

use crate::check::{Check, Tally};
use crate::due::Stage;
use crate::evidence::Proven;
use crate::fault::{Incompatible, Rejected};
use crate::hidden::Facts;
use crate::progress::{NoGame, Progress};

/// What an audit says of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The game is decided and everything holds; these seats have not sealed it.
    Complete {
        /// Who won or drew.
        outcome: Outcome,
        /// Seats without a seal.
        unsealed: SeatSet,
    },
    /// Everything holds as far as it goes.
    Unfinished,
    /// Seats were silent; that the others say so is all that is proven.
    Claimed {
        /// Who was silent.
        silent: SeatSet,
        /// In which step.
        step: u32,
        /// Who says so.
        signed: SeatSet,
    },
    /// Positions differ after the same history, and this program cannot say whose is wrong.
    Diverged {
        /// In which step.
        step: u32,
    },
    /// A seat broke the protocol.
    Cheated(Proven),
    /// The record is not one that a match can leave; nobody can be named.
    Invalid {
        /// Where in the file.
        offset: u64,
        /// Which check failed.
        check: Check,
        /// What was not as it must be.
        reason: String,
    },
    /// Rules or formats that this program does not know.
    Unsupported(String),
}

/// What an audit found.
#[derive(Debug)]
pub struct Report<G: Game> {
    /// The contract, if it could be read.
    pub contract: Option<SignedContract>,
    /// How far the record holds, if its rules are known.
    pub progress: Option<Progress<G>>,
    /// How often each check passed.
    pub tally: Tally,
    /// Where a torn tail begins, if there is one.
    pub torn: Option<u64>,
    /// What it comes to.
    pub verdict: Verdict,
}

/// What of a record an audit visits, for those who want to show it.
pub trait Visitor<G: Game> {
    /// A closed step that holds, its events, and how far the match is after it.
    fn step(&mut self, step: &ClosedStep, events: &[Event<G>], after: &Progress<G>);
}

/// Visits nothing.
impl<G: Game> Visitor<G> for () {
    fn step(&mut self, _: &ClosedStep, _: &[Event<G>], _: &Progress<G>) {}
}

/// Audits a record.
///
/// # Errors
/// It cannot be read from where it is. Everything else is a verdict.
pub fn audit<G: Game>(
    input: impl Read,
    visitor: &mut dyn Visitor<G>,
) -> Result<Report<G>, std::io::Error> {
    let mut auditor = Auditor::<G> {
        report: Report {
            contract: None,
            progress: None,
            tally: Tally::default(),
            torn: None,
            verdict: Verdict::Unfinished,
        },
        visitor,
        end: None,
    };
    match auditor.run(input) {
        Ok(()) => {}
        Err(Failure::Io(error)) => return Err(error),
        Err(Failure::Verdict(verdict)) => auditor.end = Some(*verdict),
    }
    auditor.conclude();
    Ok(auditor.report)
}

struct Auditor<'a, G: Game> {
    report: Report<G>,
    visitor: &'a mut dyn Visitor<G>,
    end: Option<Verdict>,
}

enum Failure {
    Io(std::io::Error),
    Verdict(Box<Verdict>),
}

impl From<Verdict> for Failure {
    fn from(verdict: Verdict) -> Self {
        Self::Verdict(Box::new(verdict))
    }
}

fn invalid(offset: u64, check: Check, reason: impl Into<String>) -> Failure {
    Verdict::Invalid { offset, check, reason: reason.into() }.into()
}

impl<G: Game> Auditor<'_, G> {
    fn run(&mut self, input: impl Read) -> Result<(), Failure> {
        let mut reader = RecordReader::new(input).map_err(unreadable)?;
        loop {
            let item = match reader.next() {
                Ok(None) => return Ok(()),
                Err(ReadError::Torn { offset }) if self.report.progress.is_some() => {
                    self.report.torn = Some(offset);
                    return Ok(());
                }
                Err(error) => return Err(unreadable(error)),
                Ok(Some(item)) => item,
            };
            let offset = reader.item_offset();
            match item {
                Item::Contract(signed) => self.begin(*signed, offset)?,
                Item::Step(step) => self.step(&step, offset)?,
                Item::End(end) => self.end(end, offset)?,
            }
        }
    }

    fn begin(&mut self, signed: SignedContract, offset: u64) -> Result<(), Failure> {
        let progress = Progress::new(signed.contract());
        signed.signatures().iter().for_each(|_| self.report.tally.add(Check::Signatures));
        self.report.contract = Some(signed);
        match progress {
            Ok(progress) => {
                self.report.tally.add(Check::Contract);
                self.report.progress = Some(progress);
                Ok(())
            }
            Err(error @ (Incompatible::Digest | Incompatible::Seats { .. })) => {
                Err(invalid(offset, Check::Contract, error.to_string()))
            }
            Err(error) => Err(Verdict::Unsupported(error.to_string()).into()),
        }
    }

    fn step(&mut self, step: &ClosedStep, offset: u64) -> Result<(), Failure> {
        let Some(progress) = &mut self.report.progress else {
            return Err(invalid(offset, Check::Chain, "a step before the contract"));
        };
        if progress.is_decided() || progress.is_over() {
            return Err(invalid(offset, Check::Result, "a step after the game was decided"));
        }
        let facts =
            progress.check_step(step, &mut self.report.tally).map_err(|r| verdict_of(r, offset))?;
        let events = progress.close(step, &facts).map_err(|illegal| {
            Failure::from(Verdict::Unsupported(format!("the rules engine: {illegal}")))
        })?;
        if events.iter().any(|event| matches!(event, Event::Tossed(_))) {
            self.report.tally.add(Check::Tosses);
        }
        self.visitor.step(step, &events, progress);
        Ok(())
    }

    fn end(&mut self, end: End, offset: u64) -> Result<(), Failure> {
        let Some(mut progress) = self.report.progress.take() else {
            return Err(invalid(offset, Check::Chain, "an end before the contract"));
        };
        let (tally, facts) = (&mut self.report.tally, BTreeMap::new());
        let mut ending = Ending { progress: &progress, tally, offset, facts };
        let verdict = match &end {
            End::Sealed(slots) => ending.sealed(slots),
            End::Claimed { slots, absences } => ending.claimed(slots, absences),
            End::Cheated { seat, slots, evidence } => ending.cheated(*seat, slots, evidence),
            End::Diverged { slots, entry } => ending.diverged(slots, entry),
        };
        let facts = ending.facts;
        if let (Some(hidden), Ok(Verdict::Complete { .. })) = (&mut progress.hidden, &verdict) {
            // What the seals have opened is known to everybody from now on.
            hidden.take(&facts, false);
        }
        self.report.progress = Some(progress);
        self.end = Some(verdict?);
        Ok(())
    }

    /// The verdict on a record that ends without an end frame.
    fn conclude(&mut self) {
        let open = self.report.progress.as_ref().map_or(Verdict::Unfinished, |progress| {
            match (progress.no_game(), progress.outcome()) {
                (Some(NoGame { seat, step }), _) => Verdict::Claimed {
                    silent: SeatSet::one(seat),
                    step,
                    signed: progress.living().without(seat),
                },
                (None, Some(outcome)) => Verdict::Complete { outcome, unsealed: progress.seats() },
                (None, None) => Verdict::Unfinished,
            }
        });
        self.report.verdict = self.end.take().unwrap_or(open);
        if matches!(self.report.verdict, Verdict::Complete { .. }) {
            self.report.tally.add(Check::Result);
        }
    }
}

/// The end frame of a record, against the history before it.
struct Ending<'a, G: Game> {
    progress: &'a Progress<G>,
    tally: &'a mut Tally,
    offset: u64,
    /// What the entries of the open step have proven or opened.
    facts: BTreeMap<Seat, Facts>,
}

impl<G: Game> Ending<'_, G> {
    /// Checks the slots of the open step that an end frame shows. Gives who filled them.
    fn slots(&mut self, slots: &[(Seat, Slot)]) -> Result<SeatSet, Failure> {
        let due = self.progress.due().map_or(SeatSet::EMPTY, |due| due.seats);
        for (seat, slot) in slots {
            let result = match slot {
                Slot::Entry(entry) if entry.content.seat == *seat => {
                    let checked = self.progress.check(entry, self.tally);
                    checked.map(|facts| drop(self.facts.insert(*seat, facts)))
                }
                Slot::Resigned(notice) if due.has(*seat) => {
                    self.progress.check_resigned(*seat, notice)
                }
                Slot::Empty(absences) if due.has(*seat) => self.empty(*seat, absences),
                Slot::Empty(_) | Slot::Entry(_) | Slot::Resigned(_) => {
                    Err(Rejected::unfit(Check::Chain, "a slot that cannot be in an open step"))
                }
            };
            result.map_err(|rejected| verdict_of(rejected, self.offset))?;
        }
        let beside = self.progress.check_beside(slots);
        beside.map_err(|rejected| verdict_of(rejected, self.offset))?;
        Ok(slots.iter().map(|(seat, _)| *seat).collect())
    }

    fn empty(&mut self, seat: Seat, absences: &[Absence]) -> Result<(), Rejected> {
        self.progress.check_empty(seat, absences, self.tally)?;
        absences.iter().try_for_each(|absence| self.absence(absence))
    }

    fn absence(&mut self, absence: &Absence) -> Result<(), Rejected> {
        self.progress.check_absence(absence)?;
        self.tally.add(Check::Signatures);
        Ok(())
    }

    fn sealed(&mut self, slots: &[(Seat, Slot)]) -> Result<Verdict, Failure> {
        let (true, Some(outcome)) = (self.progress.is_decided(), self.progress.outcome()) else {
            return Err(invalid(self.offset, Check::Seals, "seals on a game that is not decided"));
        };
        let sealed = self.slots(slots)?;
        Ok(Verdict::Complete { outcome, unsealed: self.progress.seats().minus(sealed) })
    }

    fn claimed(
        &mut self,
        slots: &[(Seat, Slot)],
        absences: &[Absence],
    ) -> Result<Verdict, Failure> {
        let filled = self.slots(slots)?;
        let due = self.progress.due().filter(|due| due.stage != Stage::Seal);
        let silent = due.map_or(SeatSet::EMPTY, |due| due.seats.minus(filled));
        if silent.is_empty() {
            return Err(invalid(self.offset, Check::Absences, "a claim, but nobody was silent"));
        }
        for absence in absences {
            let checked = self.absence(absence);
            checked.map_err(|rejected| verdict_of(rejected, self.offset))?;
            self.tally.add(Check::Absences);
        }
        let about = absences.iter().filter(|absence| silent.has(absence.about));
        let signed = about.map(|absence| absence.by).collect();
        Ok(Verdict::Claimed { silent, step: self.progress.step(), signed })
    }

    fn cheated(
        &mut self,
        seat: Seat,
        slots: &[(Seat, Slot)],
        evidence: &Evidence,
    ) -> Result<Verdict, Failure> {
        self.slots(slots)?;
        let proven = self.progress.proves(seat, evidence);
        let refuse = || invalid(self.offset, Check::Double, "the evidence proves nothing");
        proven.map(Verdict::Cheated).ok_or_else(refuse)
    }

    fn diverged(&mut self, slots: &[(Seat, Slot)], entry: &Entry) -> Result<Verdict, Failure> {
        self.slots(slots)?;
        match self.progress.check(entry, self.tally) {
            Ok(_) => Ok(Verdict::Diverged { step: self.progress.step() }),
            Err(rejected) => Err(verdict_of(rejected, self.offset)),
        }
    }
}

/// What a refusal means for a record.
fn verdict_of(rejected: Rejected, offset: u64) -> Failure {
    match rejected {
        Rejected::Misbehaviour(fault) => {
            Verdict::Cheated(Proven { seat: fault.seat, step: fault.step, check: fault.check })
                .into()
        }
        Rejected::Diverged(entry) => Verdict::Cheated(Proven {
            seat: entry.content.seat,
            step: entry.content.step,
            check: Check::Positions,
        })
        .into(),
        Rejected::Unfit { check, what } => invalid(offset, check, what),
        Rejected::Malformed(malformed) => invalid(offset, Check::Chain, malformed.to_string()),
        Rejected::Stale => invalid(offset, Check::Chain, "not of this match and step"),
        Rejected::Forked(seat) => {
            invalid(offset, Check::Chain, format!("{seat:?} signs over another history"))
        }
    }
}

fn unreadable(error: ReadError) -> Failure {
    match error {
        ReadError::Io(error) => Failure::Io(error),
        ReadError::UnknownVersion(_) => Verdict::Unsupported(error.to_string()).into(),
        ReadError::Unsigned { offset, .. } => invalid(offset, Check::Contract, error.to_string()),
        ReadError::BadContract { offset, .. } => {
            invalid(offset, Check::Contract, error.to_string())
        }
        error => {
            let offset = error.offset().unwrap_or_default();
            invalid(offset, Check::Chain, error.to_string())
        }
    }
}
