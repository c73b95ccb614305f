//! What cheats do with their own keys.

use game::Seat;
use protocol::{Item, Packet};
use record::{ClosedStep, Content, Entry, Slot};

use crate::sim::key;

/// An entry changed and signed again by its author.
pub fn resigned(entry: &Entry, change: impl FnOnce(&mut Content)) -> Entry {
    let mut content = entry.content.clone();
    change(&mut content);
    let seat = content.seat;
    Entry::sign(content, &key(seat))
}

/// Changes every entry of a message, those in closed steps too. None: it is left out.
pub fn change_entries(packet: Packet, mut change: impl FnMut(Entry) -> Option<Entry>) -> Packet {
    let mut items = Vec::new();
    for item in packet.items {
        match item {
            Item::Entry(entry) => items.extend(change(entry).map(Item::Entry)),
            Item::Step(closed) => {
                let slots = closed.slots.into_iter().filter_map(|(seat, slot)| match slot {
                    Slot::Entry(entry) => Some((seat, Slot::Entry(change(entry)?))),
                    other => Some((seat, other)),
                });
                let slots = slots.collect();
                items.push(Item::Step(ClosedStep { step: closed.step, slots }));
            }
            other => items.push(other),
        }
    }
    Packet { items, ..packet }
}

/// Whether an entry is of this seat and step.
pub fn is_of(entry: &Entry, seat: Seat, step: u32) -> bool {
    entry.content.seat == seat && entry.content.step == step
}
