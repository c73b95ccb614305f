//! Spectators: shown closed steps that nobody can undo any more, and never heard.

use std::collections::BTreeMap;

use crypto::limits::{FRAME_BYTES, ITEMS};
use game::{Event, Game, Seat, SeatSet};
use record::{Absence, ClosedStep, SignedContract, Slot};

use crate::check::{Check, Tally};
use crate::due::Stage;
use crate::fault::{Incompatible, Rejected};
use crate::live::Match;
use crate::message::{Ack, Item, Packet, Standing};
use crate::progress::Progress;

/// So much of a frame is left for what stands around the items.
const MARGIN: usize = 4 * 1024;

impl<G: Game> Match<G> {
    /// What a spectator that says this is answered: closed steps that it lacks, but for the latest
    /// `delay` while the match goes on. Of what it says only the acknowledgement is read. None: it is
    /// not of this match.
    pub fn show(&self, bytes: &[u8], delay: u32) -> Option<Vec<u8>> {
        let packet = Packet::decode(bytes).ok().filter(|packet| packet.match_id == self.id())?;
        let shown = self.shown(delay);
        let head = self.progress.head_before(shown)?;
        let mut items = Vec::new();
        match packet.ack {
            Ack::Playing(at) if self.progress.head_before(at.step) == Some(at.head) => {
                let steps = self.closed.get(at.step as usize..shown as usize).unwrap_or_default();
                fill(&mut items, steps, at.slots);
            }
            Ack::Playing(_) | Ack::Signing(_) => {}
        }
        let ack = Ack::Playing(Standing::at(shown, head));
        Some(Packet { match_id: self.id(), ack, items }.encode())
    }

    /// How many steps spectators may see.
    fn shown(&self, delay: u32) -> u32 {
        let is_whole = self.progress.sealed && self.tentative.is_empty();
        let all = if is_whole { self.closed.len() } else { self.recorded };
        let all = u32::try_from(all).unwrap_or(u32::MAX);
        if self.stop.is_some() { all } else { all.saturating_sub(delay) }
    }
}

/// As many steps as one message holds; one that is too long for a message goes slot by slot, but for
/// those that are held of the first one.
fn fill(items: &mut Vec<Item>, steps: &[ClosedStep], held: SeatSet) {
    let mut size = 0;
    for (number, step) in steps.iter().enumerate() {
        let whole = Item::Step(step.clone());
        let parts = match whole.size() <= FRAME_BYTES / 2 {
            true => vec![whole],
            false => slots_of(step, if number == 0 { held } else { SeatSet::EMPTY }),
        };
        for part in parts {
            size += part.size();
            if size > FRAME_BYTES - MARGIN || items.len() >= ITEMS {
                return;
            }
            items.push(part);
        }
    }
}

fn slots_of(step: &ClosedStep, held: SeatSet) -> Vec<Item> {
    let items = |(_, slot): &(Seat, Slot)| match slot {
        Slot::Entry(entry) => vec![Item::Entry(entry.clone())],
        Slot::Resigned(notice) => vec![Item::Notice(notice.clone())],
        Slot::Empty(absences) => absences.iter().cloned().map(Item::Absence).collect(),
    };
    step.slots.iter().filter(|(seat, _)| !held.has(*seat)).flat_map(items).collect()
}

/// A match as a spectator sees it: the audit of a record that is still being written.
pub struct Spectator<G: Game> {
    signed: SignedContract,
    progress: Progress<G>,
    /// What has come of the next step, if it came slot by slot.
    slots: BTreeMap<Seat, Slot>,
}

/// A step that a spectator has seen.
pub struct Seen<G: Game> {
    /// The step.
    pub step: ClosedStep,
    /// The position before it.
    pub before: G::Position,
    /// In order.
    pub events: Vec<Event<G>>,
    /// Whether it is the sealing of the result, which is no step of a record.
    pub is_seal: bool,
}

impl<G: Game> Spectator<G> {
    /// Watches from the beginning.
    ///
    /// # Errors
    /// Rules or protocol that this program cannot check.
    pub fn new(signed: SignedContract) -> Result<Self, Incompatible> {
        let progress = Progress::new(signed.contract())?;
        Ok(Self { signed, progress, slots: BTreeMap::new() })
    }

    /// The contract.
    pub fn contract(&self) -> &SignedContract {
        &self.signed
    }

    /// How far the match is, as far as it was seen.
    pub fn progress(&self) -> &Progress<G> {
        &self.progress
    }

    /// What to say to a player's program, to be shown more.
    pub fn ask(&self) -> Vec<u8> {
        let whole = self.slots.iter().filter(|(_, slot)| !matches!(slot, Slot::Empty(_)));
        let standing = Standing {
            slots: whole.map(|(seat, _)| *seat).collect(),
            ..Standing::at(self.progress.step(), self.progress.head())
        };
        let (match_id, ack) = (self.signed.contract().id(), Ack::Playing(standing));
        Packet { match_id, ack, items: Vec::new() }.encode()
    }

    /// Takes a step that was seen before, from the own record.
    ///
    /// # Errors
    /// It does not hold.
    pub fn take(&mut self, step: ClosedStep) -> Result<Seen<G>, Rejected> {
        let facts = self.progress.check_step(&step, &mut Tally::default())?;
        let before = self.progress.position().clone();
        let is_seal = self.progress.due().is_some_and(|due| due.stage == Stage::Seal);
        let events = self.progress.close(&step, &facts);
        let events = events.map_err(|_| Rejected::unfit(Check::Legality, "the rules engine"))?;
        self.slots.clear();
        Ok(Seen { step, before, events, is_seal })
    }

    /// Takes what a player's program has shown, as far as it holds.
    ///
    /// # Errors
    /// Nothing of it is of use. A step that does not hold ends what is taken: whoever sent it has
    /// something else to show, or nothing.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<Vec<Seen<G>>, Rejected> {
        let packet = Packet::decode(bytes)?;
        if packet.match_id != self.signed.contract().id() {
            return Err(Rejected::Stale);
        }
        let mut seen = Vec::new();
        for item in packet.items {
            let step = match item {
                Item::Step(step) => Some(step),
                other => self.part(other),
            };
            let is_next = |step: &ClosedStep| step.step == self.progress.step();
            match step.filter(is_next).map(|step| self.take(step)) {
                Some(Ok(step)) => seen.push(step),
                Some(Err(rejected)) if seen.is_empty() => return Err(rejected),
                Some(Err(_)) => break,
                None => {}
            }
        }
        Ok(seen)
    }

    /// Keeps one slot of the next step; gives the step when it is whole.
    fn part(&mut self, item: Item) -> Option<ClosedStep> {
        let (step, due) = (self.progress.step(), self.progress.due()?.seats);
        let (seat, slot) = match item {
            Item::Entry(entry) if entry.content.step == step => {
                (entry.content.seat, Slot::Entry(entry))
            }
            Item::Notice(notice) => (notice.seat, Slot::Resigned(notice)),
            Item::Absence(absence) if absence.step == step => {
                let about = absence.about;
                (about, Slot::Empty(self.absences(absence)))
            }
            _ => return None,
        };
        if due.has(seat) {
            self.slots.insert(seat, slot);
        }
        let have: SeatSet = self.slots.keys().copied().collect();
        let is_whole = |(seat, slot): (&Seat, &Slot)| match slot {
            Slot::Empty(absences) => {
                let by: SeatSet = absences.iter().map(|absence| absence.by).collect();
                self.progress.living().without(*seat).is_within(by)
            }
            Slot::Entry(_) | Slot::Resigned(_) => true,
        };
        let whole = have == due && self.slots.iter().all(is_whole);
        whole.then(|| ClosedStep {
            step,
            slots: std::mem::take(&mut self.slots).into_iter().collect(),
        })
    }

    /// The statements about a slot with one more; one of each seat.
    fn absences(&self, absence: Absence) -> Vec<Absence> {
        let mut all = match self.slots.get(&absence.about) {
            Some(Slot::Empty(absences)) => absences.clone(),
            _ => Vec::new(),
        };
        all.retain(|known| known.by != absence.by);
        all.push(absence);
        all.sort_by_key(|absence| (absence.about, absence.by));
        all
    }
}
