//! Closing a step: its events, and what the next step waits for.

use std::collections::BTreeMap;

use crypto::toss;
use game::{
    Answer, Canon, Cause, Claim, Event, Game, Illegal, Ruling, Seat, SeatSet, Showing, Waits,
    digest,
};
use record::{Body, ClosedStep, Entry, NoticeKind, Slot};

use crate::due::{Due, Purpose, Stage};
use crate::hidden::Facts;
use crate::mutant::{Mutant, has};
use crate::progress::{NoGame, Progress};

impl<G: Game> Progress<G> {
    /// Moves on by a step whose slots have all been checked, with what the check has found. Gives the
    /// events, in order.
    ///
    /// # Errors
    /// The engine refuses an event that it had allowed, or waits for what nobody can give: a bug of
    /// the engine, never a fault of a peer. Nothing has changed then.
    pub fn close(
        &mut self,
        closed: &ClosedStep,
        facts: &BTreeMap<Seat, Facts>,
    ) -> Result<Vec<Event<G>>, Illegal> {
        let no_game = self.no_game_by(closed);
        let position = self.position.clone();
        let mut turn = Turn::<G> { position, events: Vec::new(), open: self, facts };
        if no_game.is_none() && self.due.stage != Stage::Seal {
            self.play(closed, &mut turn)?;
        }
        let Turn { position, events, .. } = turn;
        let sealed = self.due.stage == Stage::Seal;
        let due = match self.reveal_after(closed) {
            Some(reveal) if events.is_empty() => reveal,
            _ => Due::of(&G::waits(&position), self.contract.seats())?,
        };
        let head = closed.head_after(self.match_id(), self.head());
        self.spend(closed);
        self.past.push((self.digest, self.due.seats));
        self.digest = digest::<G>(&position);
        self.position = position;
        if let Some(hidden) = &mut self.hidden {
            hidden.take(facts, matches!(due.stage, Stage::Answer(_)));
        }
        self.step += 1;
        self.heads.push(head);
        self.head_steps.insert(head, self.step);
        self.due = due;
        self.no_game = no_game;
        self.sealed = sealed;
        self.note_entries(closed);
        Ok(events)
    }

    fn note_entries(&mut self, closed: &ClosedStep) {
        for (seat, slot) in &closed.slots {
            match slot {
                Slot::Entry(entry) => {
                    for notice in &entry.content.notices {
                        if notice.kind == NoticeKind::Resign {
                            self.resigned.insert(notice.seat, notice.clone());
                        }
                    }
                    self.latest.insert(*seat, entry.clone());
                }
                Slot::Resigned(notice) => {
                    self.resigned.insert(*seat, notice.clone());
                }
                Slot::Empty(_) => {}
            }
        }
    }

    /// A seat that gave nothing before the game has begun: then there is none.
    fn no_game_by(&self, closed: &ClosedStep) -> Option<NoGame> {
        let early = match &self.due.stage {
            Stage::Begin => true,
            Stage::Act | Stage::Commit(_) | Stage::Deploy => !G::begun(&self.position),
            Stage::Reveal { purpose: Purpose::Toss { .. }, .. } => !G::begun(&self.position),
            Stage::Reveal { purpose: Purpose::Choice, .. } | Stage::Answer(_) | Stage::Seal => {
                false
            }
        };
        let is_empty = |slot: &Slot| matches!(slot, Slot::Empty(_));
        let silent = closed.slots.iter().find(|(_, slot)| is_empty(slot) && early);
        silent.map(|(seat, _)| NoGame { seat: *seat, step: self.step })
    }

    /// The events of a step in their order: its own, those who withheld, resignations, a draw.
    fn play(&self, closed: &ClosedStep, turn: &mut Turn<'_, G>) -> Result<(), Illegal> {
        let resigned = resigned_in(closed);
        let withheld = self.withheld(closed).minus(resigned);
        if let Some(event) = self.own_event(closed, turn.facts)? {
            turn.apply(event)?;
        }
        turn.put_out(withheld, Cause::Refused)?;
        turn.put_out(resigned, Cause::Resigned)?;
        if G::living(&turn.position).is_within(carried(closed, NoticeKind::Draw)) {
            turn.apply(Event::Agreed)?;
        }
        Ok(())
    }

    fn own_event(
        &self,
        closed: &ClosedStep,
        facts: &BTreeMap<Seat, Facts>,
    ) -> Result<Option<Event<G>>, Illegal> {
        Ok(match &self.due.stage {
            Stage::Begin | Stage::Seal => None,
            Stage::Act => self.act_event(closed),
            // Who left while others set up goes out right after.
            Stage::Deploy => Some(Event::Deployed(self.due.seats)),
            Stage::Answer(claims) => Some(Event::Ruled(self.answers(claims, facts)?)),
            Stage::Commit(Purpose::Toss { .. }) => None,
            Stage::Commit(Purpose::Choice) => {
                let absent = |seat| (seat, Showing::Absent);
                let all_absent = self.due.seats.iter().map(absent).collect();
                let is_missed = commitments(closed).is_empty() && has_missed(closed);
                is_missed.then_some(Event::Unsealed(all_absent))
            }
            Stage::Reveal { purpose: Purpose::Choice, asked, .. } => {
                Some(Event::Unsealed(asked.iter().map(|seat| self.showing(closed, seat)).collect()))
            }
            Stage::Reveal { purpose: Purpose::Toss { below }, .. } => {
                let parts: Vec<[u8; 32]> = closed.entries().filter_map(contribution).collect();
                let all = parts.len() == usize::from(self.due.seats.len())
                    || has(Mutant::TossOfFewer) && !parts.is_empty();
                let value = || toss(self.match_id(), self.step, self.head(), *below, &parts);
                all.then(|| Event::Tossed(value()))
            }
        })
    }

    fn act_event(&self, closed: &ClosedStep) -> Option<Event<G>> {
        let (seat, slot) = closed.slots.first()?;
        match slot {
            Slot::Entry(entry) => match &entry.content.body {
                Body::Act(bytes) | Body::Prove { mv: bytes, .. } => {
                    let mv = G::Move::decode(&self.rules, bytes).ok()?;
                    Some(Event::Moved(*seat, mv))
                }
                Body::Skip | Body::SkipProven(_) => Some(Event::Skipped(*seat)),
                _ => None,
            },
            Slot::Empty(_) => Some(Event::Skipped(*seat)),
            Slot::Resigned(_) => None,
        }
    }

    /// What the claims come to. A seat gives all its answers or none.
    fn answers(
        &self,
        claims: &[(Claim, Option<Seat>)],
        facts: &BTreeMap<Seat, Facts>,
    ) -> Result<Vec<Answer>, Illegal> {
        let mut given: BTreeMap<Seat, std::slice::Iter<'_, Ruling>> =
            facts.iter().map(|(seat, found)| (*seat, found.rulings.iter())).collect();
        let mut answer = |(claim, by): &(Claim, Option<Seat>)| match by {
            Some(seat) => {
                let ruling = given.get_mut(seat).and_then(Iterator::next);
                Ok(ruling.map_or(Answer::Withheld, |ruling| Answer::Ruled(*ruling)))
            }
            None => self.settle(claim, facts).map(Answer::Ruled),
        };
        claims.iter().map(&mut answer).collect()
    }

    /// What a claim comes to that everybody can settle.
    fn settle(&self, claim: &Claim, facts: &BTreeMap<Seat, Facts>) -> Result<Ruling, Illegal> {
        let settled = self.hidden.as_ref().and_then(|hidden| hidden.settle(claim, facts));
        settled.ok_or(Illegal("a claim that nobody must answer cannot be settled"))
    }

    fn showing(&self, closed: &ClosedStep, seat: Seat) -> (Seat, Showing<G::Choice>) {
        if !self.due.seats.has(seat) {
            return (seat, Showing::Absent);
        }
        let shown = match closed.slot(seat) {
            Some(Slot::Entry(Entry { content, .. })) => match &content.body {
                Body::Reveal { choice, .. } => G::Choice::decode(&self.rules, choice).ok(),
                _ => None,
            },
            _ => None,
        };
        (seat, shown.map_or(Showing::Withheld, Showing::Shown))
    }

    /// The seats that did not give what they must give whatever it costs.
    fn withheld(&self, closed: &ClosedStep) -> SeatSet {
        let owed = matches!(
            self.due.stage,
            Stage::Reveal { .. } | Stage::Commit(Purpose::Toss { .. }) | Stage::Answer(_)
        );
        let silent =
            closed.slots.iter().filter(|(_, slot)| owed && !matches!(slot, Slot::Entry(_)));
        silent.map(|(seat, _)| *seat).collect()
    }

    /// The Reveal that follows, if this was a Commit and somebody committed.
    fn reveal_after(&self, closed: &ClosedStep) -> Option<Due> {
        let Stage::Commit(purpose) = &self.due.stage else {
            return None;
        };
        let committed = commitments(closed);
        (!committed.is_empty()).then(|| Due::reveal(*purpose, self.due.seats, committed))
    }
}

/// A position on its way through the events of one step.
struct Turn<'a, G: Game> {
    position: G::Position,
    events: Vec<Event<G>>,
    /// How far the match was before the step.
    open: &'a Progress<G>,
    facts: &'a BTreeMap<Seat, Facts>,
}

impl<G: Game> Turn<'_, G> {
    /// Applies an event, and settles at once what it asks of nobody.
    fn apply(&mut self, event: Event<G>) -> Result<(), Illegal> {
        if matches!(G::waits(&self.position), Waits::Nothing(_)) {
            return Ok(());
        }
        G::apply(&mut self.position, &event)?;
        self.events.push(event);
        while let Waits::Rulings(claims) = G::waits(&self.position) {
            if claims.iter().any(|(_, by)| by.is_some()) {
                break;
            }
            let settle = |(claim, _): &(Claim, _)| self.open.settle(claim, self.facts);
            let rulings: Vec<Ruling> = claims.iter().map(settle).collect::<Result<_, _>>()?;
            let ruled = Event::Ruled(rulings.into_iter().map(Answer::Ruled).collect());
            G::apply(&mut self.position, &ruled)?;
            self.events.push(ruled);
        }
        Ok(())
    }

    fn put_out(&mut self, seats: SeatSet, cause: Cause) -> Result<(), Illegal> {
        let seats = seats.and(G::living(&self.position));
        if seats.is_empty() { Ok(()) } else { self.apply(Event::Out(seats, cause)) }
    }
}

fn commitments(closed: &ClosedStep) -> BTreeMap<Seat, crypto::Commitment> {
    let commitment = |entry: &Entry| match &entry.content.body {
        Body::Commit(commitment) => Some((entry.content.seat, *commitment)),
        _ => None,
    };
    closed.entries().filter_map(commitment).collect()
}

/// Whether a seat let its time pass. Who resigned, or yields to those who did, owes nothing.
fn has_missed(closed: &ClosedStep) -> bool {
    closed.slots.iter().any(|(_, slot)| match slot {
        Slot::Entry(entry) => entry.content.body == Body::Skip,
        Slot::Empty(_) => true,
        Slot::Resigned(_) => false,
    })
}

fn contribution(entry: &Entry) -> Option<[u8; 32]> {
    match &entry.content.body {
        Body::Reveal { choice, .. } => choice.as_slice().try_into().ok(),
        _ => None,
    }
}

fn resigned_in(closed: &ClosedStep) -> SeatSet {
    let in_slots = closed.slots.iter().filter(|(_, slot)| matches!(slot, Slot::Resigned(_)));
    carried(closed, NoticeKind::Resign).or(in_slots.map(|(seat, _)| *seat).collect())
}

fn carried(closed: &ClosedStep, kind: NoticeKind) -> SeatSet {
    let notices = closed.entries().flat_map(|entry| &entry.content.notices);
    notices.filter(|notice| notice.kind == kind).map(|notice| notice.seat).collect()
}
