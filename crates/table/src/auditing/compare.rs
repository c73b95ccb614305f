//! Records of one match laid beside each other.

use game::Seat;
use record::{Contract, Slot};

use super::Audited;

/// How two records stand to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// Which of the records, by its place in the list.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// How they stand to each other.
    pub relation: Relation,
}

/// How two records stand to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// At least one has no contract that could be read.
    Unreadable,
    /// They are of different matches.
    OtherMatch,
    /// Byte for byte the same in all steps that both have.
    Same {
        /// How many steps both have.
        steps: u32,
    },
    /// The same contents, signed anew somewhere: allowed.
    Resigned {
        /// How many steps both have.
        steps: u32,
        /// The first step with other signatures.
        step: u32,
    },
    /// They tell different things.
    Differs {
        /// The first step that differs.
        step: u32,
        /// For each seat whose slot differs in it, how.
        seats: Vec<(Seat, Difference)>,
    },
}

/// How the slots of one seat differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// It signed two contents for one slot; both signatures hold: it cheated.
    Twice,
    /// One record has what it gave, the other says that it gave nothing.
    Missing,
    /// At least one of the two contents does not have its signature: nobody can be named.
    Unproven,
}

/// Lays every record beside the first of the same match, or beside the first of all.
pub fn compare(records: &[Audited]) -> Vec<Agreement> {
    let id = |record: &Audited| record.contract.as_ref().map(|signed| signed.contract().id());
    let mut agreements = Vec::new();
    for (second, record) in records.iter().enumerate().skip(1) {
        let same = |other: &&Audited| id(record).is_some() && id(other) == id(record);
        let before = records.get(..second).unwrap_or_default();
        let first = before.iter().position(|other| same(&other));
        let relation = match first.and_then(|first| records.get(first)) {
            Some(other) => relation(other, record),
            None if id(record).is_none() || before.iter().all(|other| id(other).is_none()) => {
                Relation::Unreadable
            }
            None => Relation::OtherMatch,
        };
        agreements.push(Agreement { first: first.unwrap_or(0), second, relation });
    }
    agreements
}

fn relation(a: &Audited, b: &Audited) -> Relation {
    let steps = a.frames.count().min(b.frames.count());
    let bytes = |record: &Audited, step| {
        let range = record.frames.step(step)?;
        record.source.bytes.get(range).map(<[u8]>::to_vec)
    };
    let mut resigned = None;
    for step in (0..steps).filter(|step| bytes(a, *step) != bytes(b, *step)) {
        let seats = differences(a, b, step);
        if seats.is_empty() {
            resigned = resigned.or(Some(step));
        } else {
            return Relation::Differs { step, seats };
        }
    }
    match resigned {
        None => Relation::Same { steps },
        Some(step) => Relation::Resigned { steps, step },
    }
}

/// The seats whose slots differ in a step; none if only signatures do.
fn differences(a: &Audited, b: &Audited, step: u32) -> Vec<(Seat, Difference)> {
    let read = |record: &Audited| record.frames.read_step(&record.source.bytes, step);
    let (Some(contract), Some(one), Some(other)) = (&a.contract, read(a), read(b)) else {
        return Vec::new();
    };
    let contract = contract.contract();
    let seats = one.slots.iter().chain(&other.slots).map(|(seat, _)| *seat);
    let seats: game::SeatSet = seats.collect();
    let difference = |seat| match (one.slot(seat), other.slot(seat)) {
        (Some(x), Some(y)) if x.id(contract.id()) == y.id(contract.id()) => None,
        (Some(Slot::Empty(_)) | None, _) | (_, Some(Slot::Empty(_)) | None) => {
            Some((seat, Difference::Missing))
        }
        (Some(x), Some(y)) => {
            let signed = [x, y].into_iter().all(|slot| is_signed(contract, step, seat, slot));
            Some((seat, if signed { Difference::Twice } else { Difference::Unproven }))
        }
    };
    seats.iter().filter_map(difference).collect()
}

fn is_signed(contract: &Contract, step: u32, seat: Seat, slot: &Slot) -> bool {
    let Some(player) = contract.player(seat) else {
        return false;
    };
    match slot {
        Slot::Entry(entry) => {
            let content = &entry.content;
            let here = (content.match_id, content.step, content.seat);
            here == (contract.id(), step, seat) && entry.verify(&player.key).is_ok()
        }
        Slot::Resigned(notice) => {
            notice.seat == seat && notice.verify(contract.id(), &player.key).is_ok()
        }
        Slot::Empty(_) => false,
    }
}
