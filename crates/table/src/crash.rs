//! Named points at which a test may kill the program, to see that nothing is lost.

use std::process::{self, Command};
use std::str::FromStr;

/// Where to die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CrashPoint {
    /// Before own items are written to the journal.
    BeforePersist,
    /// After they are on disk, before a byte leaves.
    BeforeSend,
    /// After bytes have left: the step is partly done.
    AfterSend,
    /// In the middle of writing a closed step to the record.
    MidRecord,
}

impl CrashPoint {
    /// All points, with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("before-persist", Self::BeforePersist),
        ("before-send", Self::BeforeSend),
        ("after-send", Self::AfterSend),
        ("mid-record", Self::MidRecord),
    ];
}

/// A plan to die when a point is reached for the n-th time, n from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrashPlan {
    point: CrashPoint,
    left: u32,
}

impl FromStr for CrashPlan {
    type Err = String;

    /// Reads `POINT:N`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = text.split_once(':').unwrap_or((text, "1"));
        let point = CrashPoint::ALL.iter().find(|(known, _)| *known == name);
        let (_, point) = point.ok_or_else(|| format!("no such crash point: {name}"))?;
        let left = number.parse().ok().filter(|n| *n > 0);
        Ok(Self { point: *point, left: left.ok_or_else(|| format!("not a count: {number}"))? })
    }
}

/// Counts down, and says when it is time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Crash(Option<CrashPlan>);

impl Crash {
    /// Follows a plan; none: never.
    pub(crate) fn new(plan: Option<CrashPlan>) -> Self {
        Self(plan)
    }

    /// Whether to die at this point now.
    pub(crate) fn is_due(&mut self, point: CrashPoint) -> bool {
        let Some(plan) = self.0.as_mut().filter(|plan| plan.point == point) else {
            return false;
        };
        plan.left = plan.left.saturating_sub(1);
        plan.left == 0
    }

    /// Dies at this point if it is time, as by `kill -9`: nothing is flushed or told.
    pub(crate) fn at(&mut self, point: CrashPoint) {
        if self.is_due(point) {
            die();
        }
    }
}

/// Dies as by `kill -9`.
pub(crate) fn die() -> ! {
    let _ = Command::new("kill").args(["-9", &process::id().to_string()]).status();
    process::abort()
}
