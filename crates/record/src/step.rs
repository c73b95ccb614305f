//! Closed steps: what each due seat left.

use crypto::limits::{ABSENCES, STEP_BYTES};
use crypto::{Head, MatchId, SlotId};
use game::canon::{from_bytes, to_bytes};
use game::{Malformed, SEATS_MAX, Seat};
use serde::{Deserialize, Serialize};

use crate::absence::Absence;
use crate::entry::Entry;
use crate::notice::Notice;

/// What a due seat left in a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Slot {
    /// Its entry.
    Entry(Entry),
    /// Its resignation, in this step or one before.
    Resigned(Notice),
    /// Nothing; all other living seats say so.
    Empty(Vec<Absence>),
}

impl Slot {
    /// What stands for it in the head.
    pub fn id(&self, match_id: MatchId) -> SlotId {
        match self {
            Self::Entry(entry) => entry.id(),
            Self::Resigned(notice) => notice.id(match_id),
            Self::Empty(_) => SlotId::EMPTY,
        }
    }
}

/// A step with every slot filled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClosedStep {
    /// Its number, from 0.
    pub step: u32,
    /// One slot for each due seat, in seat order.
    pub slots: Vec<(Seat, Slot)>,
}

impl ClosedStep {
    /// The head after it.
    pub fn head_after(&self, match_id: MatchId, before: Head) -> Head {
        let ids = self.slots.iter().map(|(seat, slot)| (seat.number(), slot.id(match_id)));
        before.next(self.step, ids)
    }

    /// What this seat left, if it was due.
    pub fn slot(&self, seat: Seat) -> Option<&Slot> {
        self.slots.iter().find(|(at, _)| *at == seat).map(|(_, slot)| slot)
    }

    /// The entries, in seat order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().filter_map(|(_, slot)| match slot {
            Slot::Entry(entry) => Some(entry),
            Slot::Resigned(_) | Slot::Empty(_) => None,
        })
    }

    /// Canonical bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        to_bytes(self, &mut bytes);
        bytes
    }

    /// Reads a closed step; says nothing of its signatures or of who was due.
    ///
    /// # Errors
    /// Bytes that are not canonical, lists that are too long, or slots out of seat order.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() > STEP_BYTES {
            return Err(Malformed("step: too long"));
        }
        let step: Self = from_bytes("step", bytes)?;
        check_slots(&step.slots)?;
        Ok(step)
    }
}

/// Whether slots are in seat order and their lists within bounds.
pub(crate) fn check_slots(slots: &[(Seat, Slot)]) -> Result<(), Malformed> {
    if slots.len() > usize::from(SEATS_MAX) || !slots.is_sorted_by(|(a, _), (b, _)| a < b) {
        return Err(Malformed("step: slots"));
    }
    for (_, slot) in slots {
        match slot {
            Slot::Entry(entry) => entry.check_bounds()?,
            Slot::Empty(absences) => check_absences(absences)?,
            Slot::Resigned(_) => {}
        }
    }
    Ok(())
}

/// Whether statements are in order, each author once about each seat, and not too many.
pub(crate) fn check_absences(absences: &[Absence]) -> Result<(), Malformed> {
    let sorted = absences.is_sorted_by(|a, b| (a.about, a.by) < (b.about, b.by));
    if absences.len() > ABSENCES * usize::from(SEATS_MAX) || !sorted {
        return Err(Malformed("step: statements"));
    }
    Ok(())
}
