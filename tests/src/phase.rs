//! What may go wrong in a simulated match, in which phase it struck, and how often it took effect.

use std::collections::BTreeMap;
use std::fmt;

use crypto::SlotId;
use protocol::{Purpose, Stage};
use record::Body;

/// What an open step is for: the column of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Every seat says that it holds the contract.
    Begin,
    /// Armies are hidden.
    Deploy,
    /// The shares of a toss are committed to.
    TossCommit,
    /// They are shown.
    TossReveal,
    /// Gestures or layouts are committed to.
    Commit,
    /// They are shown.
    Reveal,
    /// One seat moves.
    Act,
    /// Seats answer an attack, or show a flag.
    Answer,
    /// The result is signed.
    Seal,
}

impl Phase {
    /// All, in the order of a match.
    pub const ALL: [Self; 9] = [
        Self::Begin,
        Self::Deploy,
        Self::TossCommit,
        Self::TossReveal,
        Self::Commit,
        Self::Reveal,
        Self::Act,
        Self::Answer,
        Self::Seal,
    ];

    /// The phase of a step of this stage.
    pub fn of(stage: &Stage) -> Self {
        match stage {
            Stage::Begin => Self::Begin,
            Stage::Deploy => Self::Deploy,
            Stage::Act => Self::Act,
            Stage::Answer(_) => Self::Answer,
            Stage::Seal => Self::Seal,
            Stage::Commit(Purpose::Choice) => Self::Commit,
            Stage::Commit(Purpose::Toss { .. }) => Self::TossCommit,
            Stage::Reveal { purpose: Purpose::Choice, .. } => Self::Reveal,
            Stage::Reveal { purpose: Purpose::Toss { .. }, .. } => Self::TossReveal,
        }
    }

    /// The phase that a body tells by itself.
    pub fn of_body(body: &Body) -> Option<Self> {
        match body {
            Body::Begin => Some(Self::Begin),
            Body::Deploy { .. } => Some(Self::Deploy),
            Body::Act(_) | Body::Prove { .. } | Body::SkipProven(_) => Some(Self::Act),
            Body::Answer(_) => Some(Self::Answer),
            Body::Seal | Body::SealOpen(_) => Some(Self::Seal),
            Body::Commit(_) | Body::Reveal { .. } | Body::Skip | Body::Yield => None,
        }
    }

    /// Whether people decide in it.
    pub const fn is_human(self) -> bool {
        matches!(self, Self::Deploy | Self::Commit | Self::Act)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Deploy => "deploy",
            Self::TossCommit => "toss-c",
            Self::TossReveal => "toss-r",
            Self::Commit => "commit",
            Self::Reveal => "reveal",
            Self::Act => "act",
            Self::Answer => "answer",
            Self::Seal => "seal",
        }
    }
}

/// A row of a matrix: something that can strike.
pub trait Row: Copy + Ord + fmt::Debug + 'static {
    /// All of its kind.
    const ALL: &'static [Self];
    /// Why it cannot strike in a phase, if so.
    fn impossible(self, phase: Phase) -> Option<&'static str>;
    /// The cells that must not stay empty.
    fn cells() -> Vec<(Self, Phase)> {
        let cell =
            |row: &Self, phase: Phase| row.impossible(phase).is_none().then_some((*row, phase));
        let all = Phase::ALL.into_iter();
        all.flat_map(|phase| Self::ALL.iter().filter_map(move |row| cell(row, phase))).collect()
    }
}

/// What goes wrong although nobody cheats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// A message with something in it comes at least half a second late.
    Delay,
    /// It is lost.
    Loss,
    /// It comes twice.
    Duplication,
    /// It is overtaken by a later one.
    Reorder,
    /// One direction of a link is dead, and the program at its beginning sees that it is.
    CutNoticed,
    /// One direction of a link is dead, and nobody sees it: something was lost on it.
    CutUnnoticed,
    /// The others do not hear a program that hears them, until they have said that it is missing.
    Unheard,
    /// They hear it then: what it has given comes too late for some.
    Late,
    /// The programs fall apart into two groups.
    Partition,
    /// A program is killed.
    Kill,
    /// It dies before what it has signed is on its disk.
    BeforePersist,
    /// It dies with that on its disk, before it is sent.
    BeforeSend,
    /// It dies when that is on its way.
    AfterSend,
    /// It dies while it writes its record.
    MidRecord,
    /// A killed program is started again.
    Restart,
    /// A program is started with an older disk.
    OldBackup,
    /// Somebody who is asked does not answer.
    Idle,
    /// The clock of a program jumps ahead.
    ClockJump,
    /// The machine of a program sleeps, and its clock stands meanwhile.
    Sleep,
    /// A program is stopped for a while, and finds everything at once when it goes on.
    Stopped,
    /// Somebody offers a draw.
    Draw,
    /// Somebody resigns.
    Resign,
    /// Everybody, or one alone, is for a pause.
    Pause,
    /// Somebody closes the match because others are silent.
    Claim,
}

impl Row for Fault {
    const ALL: &'static [Self] = &[
        Self::Delay,
        Self::Loss,
        Self::Duplication,
        Self::Reorder,
        Self::CutNoticed,
        Self::CutUnnoticed,
        Self::Unheard,
        Self::Late,
        Self::Partition,
        Self::Kill,
        Self::BeforePersist,
        Self::BeforeSend,
        Self::AfterSend,
        Self::MidRecord,
        Self::Restart,
        Self::OldBackup,
        Self::Idle,
        Self::ClockJump,
        Self::Sleep,
        Self::Stopped,
        Self::Draw,
        Self::Resign,
        Self::Pause,
        Self::Claim,
    ];

    fn impossible(self, phase: Phase) -> Option<&'static str> {
        match self {
            Self::Idle if !phase.is_human() => Some("programs answer without asking anybody"),
            Self::Draw | Self::Resign | Self::Pause | Self::Claim | Self::Unheard | Self::Late
                if phase == Phase::Seal =>
            {
                Some("the game is decided")
            }
            _ => None,
        }
    }
}

/// What a program may do that does not keep to the protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cheat {
    /// Another content for some than for the others.
    Equivocation,
    /// The entry that is due is not given.
    Refusal,
    /// Old messages come again.
    Replay,
    /// An entry in the name of another seat.
    Spoof,
    /// A statement in the name of another seat.
    ForgedMissing,
    /// Missing, about a slot that it knows to be filled.
    LateMissing,
    /// Missing and Shown, about one slot.
    TwoWords,
    /// Two contracts for one nonce.
    SplitContract,
    /// Another entry for a step that is closed.
    Rewritten,
    /// A resignation beside an entry.
    ResignAndMove,
    /// An offer of a draw beside an entry.
    DrawAndMove,
    /// An entry that carries a draw offered at another point of the game.
    StaleDraw,
    /// An entry over another position.
    WrongDigest,
    /// An entry over another history.
    WrongHead,
    /// A move that the rules forbid, or what does not belong into the step.
    Illegal,
    /// A turn is let pass before its time is over.
    EarlySkip,
    /// What is shown is not what was committed to.
    BadOpening,
    /// A proof that proves nothing.
    BadProof,
    /// Bytes that are no message, or too many.
    Garbage,
}

impl Row for Cheat {
    const ALL: &'static [Self] = &[
        Self::Equivocation,
        Self::Refusal,
        Self::Replay,
        Self::Spoof,
        Self::ForgedMissing,
        Self::LateMissing,
        Self::TwoWords,
        Self::SplitContract,
        Self::Rewritten,
        Self::ResignAndMove,
        Self::DrawAndMove,
        Self::StaleDraw,
        Self::WrongDigest,
        Self::WrongHead,
        Self::Illegal,
        Self::EarlySkip,
        Self::BadOpening,
        Self::BadProof,
        Self::Garbage,
    ];

    fn impossible(self, phase: Phase) -> Option<&'static str> {
        use Phase::{Act, Answer, Begin, Commit, Deploy, Reveal, Seal, TossReveal};
        match self {
            Self::SplitContract if phase != Begin => Some("contracts are signed before the match"),
            Self::BadOpening if !matches!(phase, Reveal | TossReveal | Answer | Seal) => {
                Some("nothing is opened")
            }
            Self::EarlySkip if !matches!(phase, Act | Commit) => Some("no turn can pass"),
            Self::BadProof if !matches!(phase, Deploy | Act | Answer) => Some("nothing is proven"),
            Self::StaleDraw if phase == Begin => Some("there is no older head"),
            Self::Rewritten if phase == Seal => Some("no step follows the last"),
            _ => None,
        }
    }
}

/// How often each row took effect in each phase.
#[derive(Clone, Debug)]
pub struct Matrix<R: Row>(BTreeMap<(R, Phase), u64>);

impl<R: Row> Default for Matrix<R> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<R: Row> Matrix<R> {
    /// Counts one.
    pub fn add(&mut self, row: R, phase: Phase) {
        *self.0.entry((row, phase)).or_default() += 1;
    }

    /// How many.
    pub fn count(&self, row: R, phase: Phase) -> u64 {
        self.0.get(&(row, phase)).copied().unwrap_or_default()
    }

    /// Adds those of another one.
    pub fn merge(&mut self, other: &Self) {
        for (cell, count) in &other.0 {
            *self.0.entry(*cell).or_default() += count;
        }
    }

    /// The cells that must not be empty and are.
    pub fn empty(&self) -> Vec<(R, Phase)> {
        R::cells().into_iter().filter(|(row, phase)| self.count(*row, *phase) == 0).collect()
    }
}

impl<R: Row> fmt::Display for Matrix<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<15}", "")?;
        Phase::ALL.iter().try_for_each(|phase| write!(f, "{:>8}", phase.word()))?;
        writeln!(f)?;
        for row in R::ALL {
            write!(f, "{:<15}", format!("{row:?}"))?;
            for phase in Phase::ALL {
                match (self.count(*row, phase), row.impossible(phase)) {
                    (0, Some(_)) => write!(f, "{:>8}", "-")?,
                    (count, _) => write!(f, "{count:>8}")?,
                }
            }
            writeln!(f)?;
        }
        let why: BTreeMap<&str, ()> = R::ALL
            .iter()
            .flat_map(|row| Phase::ALL.iter().filter_map(|phase| row.impossible(*phase)))
            .map(|why| (why, ()))
            .collect();
        write!(f, "-: {}", why.into_keys().collect::<Vec<_>>().join("; "))
    }
}

/// A message that is part of a cheat.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Which.
    pub cheat: Cheat,
    /// In which phase.
    pub phase: Phase,
    /// The entries that are not as they should be.
    pub ids: Vec<SlotId>,
}

/// What took effect in one match, and what is known of its steps.
#[derive(Debug, Default)]
pub struct Tale {
    /// What each step was for.
    pub phases: BTreeMap<u32, Phase>,
    /// Faults that took effect.
    pub faults: Matrix<Fault>,
    /// Cheats that took effect.
    pub cheats: Matrix<Cheat>,
    /// Messages that are part of a cheat: it takes effect when one reaches an honest program that
    /// still plays.
    pub marked: BTreeMap<Vec<u8>, Mark>,
    /// What should have been named at once, and was not.
    pub wrongs: Vec<String>,
    /// Bytes that go out as they are, behind the next message to this program.
    pub raw: Vec<Vec<u8>>,
    /// A move that the cheat may not make in this step.
    pub illegal: Option<(u32, Vec<u8>)>,
}

impl Tale {
    /// What a step was for, or what its body tells.
    pub fn phase(&self, step: u32, body: Option<&Body>) -> Option<Phase> {
        self.phases.get(&step).copied().or_else(|| Phase::of_body(body?))
    }
}
