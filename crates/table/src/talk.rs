//! What the people at a table say to each other, beside the match: nothing of it is signed, kept on
//! the disk or part of a record.
//!
//! Words go straight to the programs of the others, in frames of their own; in a room, where guests
//! have no links to each other, its host passes them on. A line speaks only for seats of the program
//! that it comes from (in a room also for those that its host tells of). Who is not linked is not
//! reached, and the speaker is told so.

mod floor;
mod message;
mod pace;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use game::{Seat, SeatSet};
use net::{Event as NetEvent, PeerId};
use protocol::Millis;

use crate::desk::{Desk, Phase};
use crate::view::{Person, Problem};

use floor::Floor;
use message::TalkMessage;
use pace::Pace;

pub(crate) use message::TALK;
pub use words::{BadLine, LINE_CHARS, Line, Phrase, Words};

/// Lines that are remembered at most.
const LINES: usize = 200;
/// Lines that the own player may say at once.
const SAID_AT_ONCE: u64 = 5;
/// Lines of one seat that are taken at once: what was said one by one may come together.
const HEARD_AT_ONCE: u64 = 2 * SAID_AT_ONCE;
/// Own lines whose answers are waited for at most, counted once for each peer: more than can be said
/// to seven peers before the oldest has failed.
const WAITING: usize = 128;
/// Silenced players that are remembered at most: who comes again and again under new keys pushes
/// out the first.
const MUTED: usize = 64;

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// Grows with every line.
    pub number: u64,
    /// Who sat there then.
    pub seat: Seat,
    /// Who it was.
    pub who: Person,
    /// What he said.
    pub words: Words,
    /// Whether it was said here.
    pub is_own: bool,
    /// Of an own line: seats that it did not reach.
    pub unreached: SeatSet,
}

/// What is said at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkView {
    /// Whether the player wants to hear and say anything at all.
    pub is_on: bool,
    /// The lines, the latest last.
    pub lines: Arc<Vec<Arc<Spoken>>>,
    /// Seats of other programs, to which something can be said.
    pub others: SeatSet,
    /// Those of them that are not heard.
    pub muted: SeatSet,
}

/// Why something is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsaid {
    /// The player wants no talk.
    Off,
    /// There is nobody else.
    Nobody,
    /// Too much at once.
    TooFast,
}

/// What is said, and what is known of it.
pub(crate) struct Talk {
    is_on: bool,
    number: u64,
    lines: Arc<Vec<Arc<Spoken>>>,
    /// How fast the own player speaks.
    own: Pace,
    /// How fast each seat is heard.
    heard: BTreeMap<Seat, Pace>,
    /// Fingerprints of those who are not heard, in the order in which they were silenced.
    muted: Vec<String>,
    /// Requests with own lines: the number of the line, and the seats that it is for.
    waiting: BTreeMap<u64, (u64, SeatSet)>,
}

impl Talk {
    pub(crate) fn new(is_on: bool) -> Self {
        Self {
            is_on,
            number: 0,
            lines: Arc::default(),
            own: Pace::new(SAID_AT_ONCE, Millis(0)),
            heard: BTreeMap::new(),
            muted: Vec::new(),
            waiting: BTreeMap::new(),
        }
    }

    /// Everybody has gone: nothing of it is needed any more.
    pub(crate) fn forget(&mut self) {
        if !self.lines.is_empty() {
            self.lines = Arc::default();
        }
        self.heard.clear();
        self.muted.clear();
        self.waiting.clear();
    }

    fn add(&mut self, spoken: Spoken) {
        self.number += 1;
        let lines = Arc::make_mut(&mut self.lines);
        lines.push(Arc::new(Spoken { number: self.number, ..spoken }));
        if lines.len() > LINES {
            lines.remove(0);
        }
    }

    /// A line has not reached these seats.
    fn missed(&mut self, number: u64, seats: SeatSet) {
        let lines = Arc::make_mut(&mut self.lines);
        if let Some(line) = lines.iter_mut().find(|line| line.number == number) {
            let unreached = line.unreached.or(seats);
            *line = Arc::new(Spoken { unreached, ..line.as_ref().clone() });
        }
    }

    /// A request has been answered or never will be. False, if it was none with a line.
    pub(crate) fn answered(&mut self, tag: u64, answer: Option<&[u8]>) -> bool {
        let Some((number, seats)) = self.waiting.remove(&tag) else { return false };
        let message = match answer.and_then(<[u8]>::split_first) {
            Some((&TALK, message)) => TalkMessage::decode(message).ok(),
            _ => None,
        };
        if message != Some(TalkMessage::Heard) {
            self.missed(number, seats);
        }
        true
    }

    fn wait_for(&mut self, tag: u64, line: (u64, SeatSet)) {
        self.waiting.insert(tag, line);
        if self.waiting.len() > WAITING {
            self.waiting.pop_first();
        }
    }

    /// Whether a seat may be heard now.
    fn may_speak(&mut self, seat: Seat, now: Millis) -> bool {
        self.heard.entry(seat).or_insert_with(|| Pace::new(HEARD_AT_ONCE, now)).take(now)
    }

    /// Whether somebody is not heard.
    pub(crate) fn is_muted(&self, who: &Person) -> bool {
        self.muted.contains(&who.fingerprint)
    }

    /// Hears somebody no more, or again. What he has said before goes with him.
    pub(crate) fn mute(&mut self, who: &Person, is_muted: bool) {
        self.muted.retain(|it| *it != who.fingerprint);
        if is_muted {
            self.muted.push(who.fingerprint.clone());
            if self.muted.len() > MUTED {
                self.muted.remove(0);
            }
            let is_his = |line: &Arc<Spoken>| line.who.fingerprint == who.fingerprint;
            Arc::make_mut(&mut self.lines).retain(|line| line.is_own || !is_his(line));
        }
    }
}

impl Desk {
    /// What is shown of what is said.
    pub(crate) fn talk_view(&self, phase: &Phase) -> TalkView {
        let floor = Floor::of(self, phase).unwrap_or_default();
        let muted = floor.others().filter(|(_, who)| self.talk.is_muted(who));
        TalkView {
            is_on: self.talk.is_on,
            lines: Arc::clone(&self.talk.lines),
            others: floor.others().map(|(seat, _)| seat).collect(),
            muted: muted.map(|(seat, _)| seat).collect(),
        }
    }

    /// The player says something to everybody.
    pub(crate) fn say(&mut self, phase: &Phase, words: Words) {
        if let Err(unsaid) = self.try_say(phase, words) {
            self.problem(Problem::Unsaid(unsaid));
        }
    }

    fn try_say(&mut self, phase: &Phase, words: Words) -> Result<(), Unsaid> {
        if !self.talk.is_on {
            return Err(Unsaid::Off);
        }
        let floor = Floor::of(self, phase).filter(|floor| floor.others().next().is_some());
        let floor = floor.ok_or(Unsaid::Nobody)?;
        let (seat, who) = floor.speaker(&self.me()).ok_or(Unsaid::Nobody)?;
        let now = self.now();
        if !self.talk.own.take(now) {
            return Err(Unsaid::TooFast);
        }
        let frame = TalkMessage::Say { seat, words: words.clone() }.frame();
        let (is_own, unreached) = (true, SeatSet::EMPTY);
        self.talk.add(Spoken { number: 0, seat, who, words, is_own, unreached });
        let number = self.talk.number;
        for (peer, seats) in floor.peers() {
            match self.tell(peer, frame.clone()) {
                Some(tag) => self.talk.wait_for(tag, (number, seats)),
                None => self.talk.missed(number, seats),
            }
        }
        Ok(())
    }

    /// Sends words to somebody who is linked. None, if they cannot be sent.
    fn tell(&mut self, peer: PeerId, frame: Vec<u8>) -> Option<u64> {
        let tag = self.next_tag();
        let net = self.net.as_ref().filter(|_| self.links.contains_key(&peer))?;
        net.request(peer, tag, frame).ok().map(|()| tag)
    }

    /// Notes what came of own words; gives an event back that is about something else.
    pub(crate) fn talk_out(&mut self, event: NetEvent) -> Option<NetEvent> {
        let is_taken = match &event {
            NetEvent::Response { tag, bytes, .. } => {
                // Nothing is said in an answer.
                self.talk.answered(*tag, Some(bytes)) || bytes.first() == Some(&TALK)
            }
            NetEvent::Failed { tag, .. } => self.talk.answered(*tag, None),
            _ => false,
        };
        (!is_taken).then_some(event)
    }

    /// A frame of another program with something said, and the answer to it.
    pub(crate) fn talk_in(&mut self, phase: &Phase, from: PeerId, message: &[u8]) -> Vec<u8> {
        let is_heard = match TalkMessage::decode(message) {
            Ok(TalkMessage::Say { seat, words }) => self.hear(phase, from, seat, words),
            Ok(TalkMessage::Heard | TalkMessage::Unheard) | Err(_) => false,
        };
        let answer = if is_heard { TalkMessage::Heard } else { TalkMessage::Unheard };
        answer.frame()
    }

    fn hear(&mut self, phase: &Phase, from: PeerId, seat: Seat, words: Words) -> bool {
        let floor = Floor::of(self, phase).filter(|_| self.talk.is_on);
        let Some((floor, who)) = floor.and_then(|floor| {
            let who = floor.speaks_for(from, seat)?.clone();
            Some((floor, who))
        }) else {
            return false;
        };
        let now = self.now();
        if !self.talk.may_speak(seat, now) {
            return false;
        }
        if floor.passes_on() {
            let frame = TalkMessage::Say { seat, words: words.clone() }.frame();
            let others: BTreeSet<PeerId> = floor.peers().map(|(peer, _)| peer).collect();
            for peer in others.into_iter().filter(|peer| *peer != from) {
                // Whether it comes there the speaker does not learn: it is the host's link.
                self.tell(peer, frame.clone());
            }
        }
        // Who is silenced is not told so.
        if !self.talk.is_muted(&who) {
            let (is_own, unreached) = (false, SeatSet::EMPTY);
            self.talk.add(Spoken { number: 0, seat, who, words, is_own, unreached });
        }
        true
    }

    /// Hears a seat no more, or again.
    pub(crate) fn mute(&mut self, phase: &mut Phase, seat: Seat, is_muted: bool) {
        let floor = Floor::of(self, phase).unwrap_or_default();
        let Some((_, who)) = floor.others().find(|(other, _)| *other == seat) else {
            return self.problem(Problem::Unsaid(Unsaid::Nobody));
        };
        self.talk.mute(who, is_muted);
        if let Phase::Playing(playing) = phase {
            let muted = floor.others().filter(|(_, who)| self.talk.is_muted(who));
            playing.keep_muted(muted.map(|(seat, _)| seat).collect());
        }
    }

    /// The player wants to hear and say something, or nothing at all; that is kept.
    pub(crate) fn switch_talk(&mut self, is_on: bool) {
        match self.profile.keep_quiet(!is_on) {
            Ok(()) => self.talk.is_on = is_on,
            Err(error) => self.problem(Problem::Disk(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests;
