//! Matches that are over here and perhaps not elsewhere: a player who was cut off before he had the
//! end of one is given what he lacks, whenever he comes and nothing else goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use catalog::Any;
use crypto::{MatchId, MatchSecret};
use net::PeerId;
use protocol::{Match, Millis, Output, Own, Packet};
use record::{End, Item, JournalItem, PeerBytes, RecordReader, Slot};

use crate::desk::Desk;
use crate::store::RECORD;

/// A match is looked up and checked at most so often: that costs more than to ask for it.
const LOOK_MS: u64 = 5_000;

/// The match that was asked for last.
#[derive(Default)]
pub(crate) struct Archive {
    game: Option<Box<Match<Any>>>,
    looked: Option<Millis>,
}

impl Archive {
    /// Something else goes on: who lacks an end comes again.
    pub(crate) fn put_away(&mut self) {
        self.game = None;
    }
}

impl Desk {
    /// A message about a match that is not going on here: if it is one that has ended, and its
    /// sender plays in it, he is answered as by a program that looks on and signs nothing.
    pub(crate) fn serve(&mut self, from: PeerId, packet: &[u8]) -> Option<Vec<u8>> {
        let id = Packet::decode(packet).ok()?.match_id;
        let (now, name) = (self.now(), PeerBytes(from.to_bytes()));
        let is_it = |game: &Match<Any>| game.id() == id;
        if !self.archive.game.as_deref().is_some_and(is_it) {
            if self.archive.looked.is_some_and(|at| now.since(at) < LOOK_MS) {
                return None;
            }
            self.archive.looked = Some(now);
            let game = read(&self.profile.matches(), id, (&name, self.peer()), now)?;
            self.archive.game = Some(Box::new(game));
        }
        let mut game = self.archive.game.take()?;
        let plays = !game.contract().contract().seats_of(&name).is_empty();
        let answer = plays.then(|| {
            // What he sends is known here, or comes too late.
            let _ = game.receive(&name, packet, now);
            while let Some(output) = game.poll() {
                match output {
                    Output::Send(to, packet) if to == name => self.send_match(&to, &packet),
                    _ => {}
                }
            }
            game.acknowledge()
        });
        self.archive.game = Some(game);
        answer
    }
}

/// A match that has ended, with no own seats in it; none, if who asks does not play in it.
fn read(
    matches: &Path,
    id: MatchId,
    (asks, peer): (&PeerBytes, PeerBytes),
    now: Millis,
) -> Option<Match<Any>> {
    let path = matches.join(id.to_string()).join(RECORD);
    // To read what is no file might never end.
    fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
    let mut reader = RecordReader::new(fs::File::open(&path).ok()?).ok()?;
    let (mut signed, mut steps, mut seals) = (None, Vec::new(), Vec::new());
    loop {
        match reader.next().ok()?? {
            Item::Contract(it) if it.contract().seats_of(asks).is_empty() => return None,
            Item::Contract(contract) => signed = Some(*contract),
            Item::Step(step) => steps.push(step),
            Item::End(End::Sealed(slots)) => {
                let entries = slots.into_iter().filter_map(|(_, slot)| match slot {
                    Slot::Entry(entry) => Some(JournalItem::Entry(entry)),
                    Slot::Resigned(_) | Slot::Empty(_) => None,
                });
                seals.extend(entries);
                break;
            }
            // What was broken off is gone on with by those who want to.
            Item::End(_) => return None,
        }
    }
    let signed = signed.filter(|signed| signed.contract().id() == id)?;
    // Nothing is signed without a key: no nonce is ever made of this.
    let own = Own { peer, keys: BTreeMap::new(), secret: MatchSecret::new([0; 32]) };
    Match::resume(signed, own, steps, seals, now).ok()
}
