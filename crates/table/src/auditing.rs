//! Records looked at from outside a match: audited, compared, taken apart, played again.
//!
//! Everything here is plain data about one file or several; nothing is signed, sent or written.

mod compare;
mod frames;
mod header;
mod inspect;
mod replay;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use catalog::Any;
use crypto::limits::RECORD_BYTES;
use game::{BadRules, Game, Kind, Outcome, PieceId, Seat, SeatSet};
use protocol::{Check, Report};
use record::reader::{Item, RecordReader};
use record::{PROTOCOL, SignedContract};

pub use compare::{Agreement, Difference, Relation, compare};
pub use frames::Trouble;
pub use header::{Header, Player};
pub use inspect::{
    AbsenceDetail, BodyDetail, EndDetail, EntryDetail, Inspected, NoticeDetail, ProofDetail,
    SignedDetail, SlotDetail, SlotKind, StepDetail, inspect,
};
pub use replay::{Played, replay};

use frames::Frames;

/// The bytes of a record, wherever they come from.
#[derive(Clone, Debug)]
pub struct Source {
    bytes: Vec<u8>,
}

impl Source {
    /// Reads a file; of one that is longer than a record may be, no more than shows that.
    ///
    /// # Errors
    /// As the system says.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::read(File::open(path)?)
    }

    /// Reads to the end of something.
    ///
    /// # Errors
    /// As `input` says.
    pub fn read(input: impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        input.take(RECORD_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(Self { bytes })
    }
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }
}

/// How often a check was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Its id, for life.
    pub check: &'static str,
    /// How often it passed.
    pub passed: u64,
    /// Whether it then failed, which ended the audit.
    pub failed: bool,
}

/// What this program does not know of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The version of the file format.
    Format(u16),
    /// The version of the match protocol.
    Protocol(u16),
    /// The game, by the name in the contract.
    Game(String),
    /// The version of a game's rules.
    Rules {
        /// In the contract.
        asked: u16,
        /// In this program.
        known: u16,
    },
    /// Something else, in words.
    Other(String),
}

/// What a record comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Decided, and everything holds.
    Complete {
        /// The result.
        outcome: Outcome,
        /// Seats that have not sealed it.
        unsealed: SeatSet,
    },
    /// Everything holds as far as it goes.
    Unfinished,
    /// Seats were silent, say others.
    Claimed {
        /// Who.
        silent: SeatSet,
        /// In which step.
        step: u32,
        /// Who says so.
        signed: SeatSet,
    },
    /// Programs came to different positions.
    Diverged {
        /// In which step.
        step: u32,
    },
    /// A seat broke the protocol.
    Cheated {
        /// Who.
        seat: Seat,
        /// In which step.
        step: u32,
        /// Which check shows it.
        check: &'static str,
        /// Where the frame that shows it begins.
        offset: u64,
    },
    /// No record that a match can leave.
    Invalid {
        /// Where the frame at fault begins.
        offset: u64,
        /// The step at fault: the first that does not hold.
        step: u32,
        /// Which check failed.
        check: &'static str,
        /// What is wrong with the bytes, if it is that.
        trouble: Option<Trouble>,
        /// What is wrong, in technical English.
        reason: String,
    },
    /// Not known to this program.
    Unsupported(Unknown),
}

impl Verdict {
    /// Its id, for life.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Complete { .. } => "complete",
            Self::Unfinished => "unfinished",
            Self::Claimed { .. } => "claimed",
            Self::Diverged { .. } => "diverged",
            Self::Cheated { .. } => "cheated",
            Self::Invalid { .. } => "invalid",
            Self::Unsupported(_) => "unsupported",
        }
    }

    /// The exit code for it.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Complete { .. } => 0,
            Self::Cheated { .. } | Self::Diverged { .. } | Self::Invalid { .. } => 1,
            Self::Unfinished | Self::Claimed { .. } => 3,
            Self::Unsupported(_) => 4,
        }
    }

    /// The check that failed, if one did.
    pub const fn failed(&self) -> Option<&'static str> {
        match self {
            Self::Cheated { check, .. } | Self::Invalid { check, .. } => Some(check),
            _ => None,
        }
    }
}

/// What an audit of one record found.
#[derive(Debug)]
pub struct Audited {
    /// What it is a record of, if its contract could be read.
    pub header: Option<Header>,
    /// How many steps hold.
    pub steps: u32,
    /// How many plies are complete in them.
    pub plies: u32,
    /// The checks that applied, in a fixed order.
    pub checks: Vec<Count>,
    /// Where a torn tail begins.
    pub torn: Option<u64>,
    /// What it comes to.
    pub verdict: Verdict,
    /// What the pieces of a hidden game are, as far as that has been opened to everybody.
    pub opened: Vec<(PieceId, Kind)>,
    source: Source,
    frames: Frames,
    contract: Option<SignedContract>,
}

/// What a record is about, if its contract can be read; nothing behind the contract is looked at.
pub fn header(source: &Source) -> Option<Header> {
    match RecordReader::new(source.bytes.as_slice()).ok()?.next().ok()?? {
        Item::Contract(signed) => Some(Header::of(&signed)),
        Item::Step(_) | Item::End(_) => None,
    }
}

/// Audits a record.
pub fn audit(source: Source) -> Audited {
    let report = protocol::audit::<Any>(source.bytes.as_slice(), &mut ());
    Audited::new(source, report)
}

impl Audited {
    fn new(source: Source, report: io::Result<Report<Any>>) -> Self {
        let frames = Frames::of(&source.bytes);
        let mut audited = Self {
            header: None,
            steps: 0,
            plies: 0,
            checks: Vec::new(),
            torn: None,
            verdict: Verdict::Unfinished,
            opened: Vec::new(),
            source,
            frames,
            contract: None,
        };
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                audited.verdict = Verdict::Unsupported(Unknown::Other(error.to_string()));
                return audited;
            }
        };
        if let Some(progress) = &report.progress {
            audited.steps = progress.step();
            audited.plies = Any::ply(progress.position()).0;
            audited.opened = progress.opened();
        }
        audited.header = report.contract.as_ref().map(Header::of);
        audited.torn = report.torn;
        audited.verdict = audited.verdict_of(&report);
        let failed = audited.verdict.failed();
        let count = |check: Check| Count {
            check: check.id(),
            passed: report.tally.count(check),
            failed: failed == Some(check.id()),
        };
        let counts = Check::ALL.into_iter().map(count);
        audited.checks = counts.filter(|count| count.passed > 0 || count.failed).collect();
        audited.contract = report.contract;
        audited
    }

    fn verdict_of(&self, report: &Report<Any>) -> Verdict {
        match &report.verdict {
            protocol::Verdict::Complete { outcome, unsealed } => {
                Verdict::Complete { outcome: *outcome, unsealed: *unsealed }
            }
            protocol::Verdict::Unfinished => Verdict::Unfinished,
            protocol::Verdict::Claimed { silent, step, signed } => {
                Verdict::Claimed { silent: *silent, step: *step, signed: *signed }
            }
            protocol::Verdict::Diverged { step } => Verdict::Diverged { step: *step },
            protocol::Verdict::Cheated(proven) => Verdict::Cheated {
                seat: proven.seat,
                step: proven.step,
                check: proven.check.id(),
                offset: self.frames.offset(self.steps),
            },
            protocol::Verdict::Invalid { offset, check, reason } => Verdict::Invalid {
                offset: *offset,
                step: self.steps,
                check: check.id(),
                trouble: self.frames.trouble_at(*offset).cloned(),
                reason: reason.clone(),
            },
            protocol::Verdict::Unsupported(reason) => {
                Verdict::Unsupported(self.unknown(report.contract.as_ref(), reason))
            }
        }
    }

    fn unknown(&self, contract: Option<&SignedContract>, reason: &str) -> Unknown {
        if let Some(Trouble::UnknownVersion(version)) = self.frames.trouble() {
            return Unknown::Format(*version);
        }
        let other = || Unknown::Other(reason.to_owned());
        let Some(terms) = contract.map(|signed| signed.contract().terms()) else {
            return other();
        };
        if terms.protocol != PROTOCOL {
            return Unknown::Protocol(terms.protocol);
        }
        match Any::read_rules(&terms.game, terms.rules_version, &terms.rules) {
            Err(BadRules::UnknownGame(game)) => Unknown::Game(game),
            Err(BadRules::UnknownVersion { asked, known, .. }) => Unknown::Rules { asked, known },
            Err(BadRules::Malformed) | Ok(_) => other(),
        }
    }
}

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
