//! What honest programs sign: nothing leaves before it is kept, and nobody gives two words.

use std::collections::BTreeMap;

use crypto::SlotId;
use game::{Game, Seat, SeatSet};
use protocol::{Ack, Item, Packet};
use record::{Entry, Finding, JournalItem, NoticeKind, PeerBytes, Slot};

use super::World;

/// What a seat gives its word on, once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Matter {
    /// Its entry in a step.
    Entry(Seat, u32),
    /// What it says about another seat's slot in a step: by whom, in which step, about whom.
    Absence(Seat, u32, Seat),
    /// That it resigns.
    Resign(Seat),
}

/// What it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Entry(SlotId),
    Absence(Finding),
    /// It gives no entry from this step on.
    Resign(u32),
}

/// What has left honest programs in the name of their own seats.
#[derive(Debug, Default)]
pub(super) struct Words(BTreeMap<Matter, Word>);

impl Words {
    /// Notes a word. Gives what it goes against.
    fn note(&mut self, by: Seat, matter: Matter, word: Word) -> Option<String> {
        let first = *self.0.entry(matter).or_insert(word);
        let entries = self.0.range(Matter::Entry(by, 0)..=Matter::Entry(by, u32::MAX));
        let last = entries.last().map(|(matter, _)| *matter);
        match (self.0.get(&Matter::Resign(by)), last) {
            _ if first != word => Some(format!("two words on {matter:?}: {first:?}, {word:?}")),
            (Some(Word::Resign(from)), Some(Matter::Entry(_, step))) if *from <= step => {
                Some(format!("{by:?} resigns in step {from} and gives an entry in {step}"))
            }
            _ => None,
        }
    }
}

impl<G: Game> World<G> {
    /// Looks through what an honest program sends.
    pub(super) fn note_words(&mut self, name: &PeerBytes, bytes: &[u8]) {
        let own = self.signed.contract().seats_of(name);
        let Ok(Packet { ack: Ack::Playing(standing), items, .. }) = Packet::decode(bytes) else {
            return;
        };
        if let Some(wrong) = self.forgotten(name, standing.step) {
            self.tale.borrow_mut().wrongs.push(wrong);
        }
        for item in items.into_iter().flat_map(signed_in) {
            let (by, matter, word) = match &item {
                JournalItem::Entry(entry) => {
                    let by = entry.content.seat;
                    (by, Matter::Entry(by, entry.content.step), Word::Entry(entry.id()))
                }
                JournalItem::Absence(absence) => {
                    let matter = Matter::Absence(absence.by, absence.step, absence.about);
                    (absence.by, matter, Word::Absence(absence.finding))
                }
                JournalItem::Notice(notice)
                    if notice.kind == NoticeKind::Resign && notice.head == standing.head =>
                {
                    (notice.seat, Matter::Resign(notice.seat), Word::Resign(standing.step))
                }
                _ => continue,
            };
            if !own.has(by) || self.cheats.has(by) {
                continue;
            }
            let mut wrongs = Vec::new();
            // What it has lost and learnt again from the others it need not keep itself.
            let is_new = !self.words.0.contains_key(&matter);
            if is_new && !self.programs[name].disk.journal.iter().rev().any(|kept| *kept == item) {
                wrongs.push(format!("{matter:?} is sent before it is kept"));
            }
            wrongs.extend(self.words.note(by, matter, word));
            self.tale.borrow_mut().wrongs.extend(wrongs);
        }
    }

    /// Whether a seat has given an entry with this number, over whatever head: it gives no other.
    pub fn has_given(&self, seat: Seat, step: u32) -> bool {
        self.words.0.contains_key(&Matter::Entry(seat, step))
    }

    /// What others have given for a step before this one, which a program acknowledges, must be in its
    /// record or in its journal.
    fn forgotten(&self, name: &PeerBytes, step: u32) -> Option<String> {
        let program = self.programs.get(name)?;
        let game = program.game.as_ref().filter(|game| !game.progress().is_over())?;
        let own = game.own_seats();
        if !own.and(self.cheats).is_empty() {
            return None;
        }
        let unrecorded = game.steps().iter().skip(program.disk.steps.len());
        let acknowledged = unrecorded.take_while(|closed| closed.step < step);
        let mut given = acknowledged.flat_map(|closed| closed.entries());
        let is_kept = |entry: &Entry| {
            let mut kept = program.disk.journal.iter().rev();
            let is_it = |item: &JournalItem| matches!(item, JournalItem::Entry(it) if it == entry);
            own.has(entry.content.seat) || kept.any(is_it)
        };
        let lost = given.find(|entry| !is_kept(entry))?;
        let (seat, at) = (lost.content.seat, lost.content.step);
        Some(format!("{name:?} acknowledges what {seat:?} gave in step {at} and does not keep it"))
    }

    /// A program has lost what came after an older state of its disk: what it said then and no other
    /// holds was never said.
    pub(super) fn forget_words(&mut self, name: &PeerBytes) {
        let own = self.signed.contract().seats_of(name);
        let others = self.programs.iter().filter(|(other, _)| *other != name);
        let games: Vec<_> = others.filter_map(|(_, program)| program.game.as_ref()).collect();
        let standings: Vec<_> = games
            .iter()
            .filter_map(|game| match Packet::decode(&game.acknowledge()).ok()?.ack {
                Ack::Playing(standing) => Some(standing),
                Ack::Signing(_) => None,
            })
            .collect();
        self.words.0.retain(|matter, _| {
            standings.iter().any(|held| match *matter {
                Matter::Entry(by, step) | Matter::Absence(by, step, _)
                    if !own.has(by) || step < held.step =>
                {
                    true
                }
                Matter::Entry(by, step) => step == held.step && held.slots.has(by),
                Matter::Absence(by, step, about) => {
                    let says = |(seat, set): &(Seat, SeatSet)| *seat == about && set.has(by);
                    step == held.step && held.absences.iter().any(says)
                }
                Matter::Resign(by) => !own.has(by) || held.resigns.has(by),
            })
        });
    }
}

/// What seats have signed in an item, as a journal keeps it.
fn signed_in(item: Item) -> Vec<JournalItem> {
    match item {
        Item::Entry(entry) => vec![JournalItem::Entry(entry)],
        Item::Notice(notice) => vec![JournalItem::Notice(notice)],
        Item::Absence(absence) => vec![JournalItem::Absence(absence)],
        Item::Step(step) => {
            let slots = step.slots.into_iter().map(|(_, slot)| slot);
            let items = slots.flat_map(|slot| match slot {
                Slot::Entry(entry) => vec![JournalItem::Entry(entry)],
                Slot::Resigned(notice) => vec![JournalItem::Notice(notice)],
                Slot::Empty(absences) => absences.into_iter().map(JournalItem::Absence).collect(),
            });
            items.collect()
        }
        Item::Signature(..) | Item::Layout(..) => Vec::new(),
    }
}
