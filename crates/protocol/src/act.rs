//! What own seats give: what programs answer by themselves, and what people decide.

use crypto::Commitment;
use game::{Canon, Game, Seat, SeatSet};
use record::journal::{JournalItem, SecretBytes};
use record::{Body, Clock, Content, Entry, Notice, NoticeKind, Slot};

use crate::due::{Purpose, Stage};
use crate::fault::Misuse;
use crate::live::{Match, Stop};
use crate::time::Millis;

/// What a person or a bot decides for an own seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision<G: Game> {
    /// This move.
    Move(G::Move),
    /// To set up so in secret; nobody sees more of it than a proof that it is legal.
    Deploy(G::Secret),
    /// This choice; it is committed to, and shown when all have committed.
    Choose(G::Choice),
    /// To resign: now, or at the next head if the seat has given its entry for this step.
    Resign,
    /// To be for a draw, as an offer or to accept one; it stands until the seat moves.
    OfferDraw,
    /// To take the own offer back.
    WithdrawDraw,
    /// To be against a draw; it ends all offers.
    DeclineDraw,
    /// To be for a pause, as a wish or to agree to one; it stands until the seat moves or there has
    /// been one.
    WishPause,
    /// To take the own wish for a pause back.
    WithdrawPause,
}

impl<G: Game> Match<G> {
    /// Carries out a decision of an own seat.
    ///
    /// # Errors
    /// What the seat cannot do now; then nothing has changed.
    pub fn decide(&mut self, seat: Seat, decision: Decision<G>, now: Millis) -> Result<(), Misuse> {
        if !self.own(seat) {
            return Err(Misuse::NotOwn);
        }
        if self.stop.is_some() || self.progress.is_decided() {
            return Err(Misuse::Over);
        }
        if !self.progress.living().has(seat) {
            return Err(Misuse::NotDue);
        }
        match decision {
            Decision::Move(mv) => self.decide_move(seat, &mv, now)?,
            Decision::Deploy(secret) => self.decide_layout(seat, secret, now)?,
            Decision::Choose(choice) => self.decide_choice(seat, &choice, now)?,
            Decision::Resign => {
                self.resigning.insert(seat);
            }
            Decision::OfferDraw => {
                self.offers.insert(seat);
            }
            Decision::WithdrawDraw => {
                self.offers.remove(&seat);
            }
            Decision::DeclineDraw => {
                self.offers.clear();
                self.offered = game::SeatSet::EMPTY;
                self.declined.insert(seat, self.progress.step());
            }
            Decision::WishPause if self.signed.contract().terms().clock == Clock::Unlimited => {
                return Err(Misuse::NoClock);
            }
            Decision::WishPause => {
                self.pausing.insert(seat);
            }
            Decision::WithdrawPause => {
                self.pausing.remove(&seat);
            }
        }
        self.proceed(now);
        Ok(())
    }

    fn decide_move(&mut self, seat: Seat, mv: &G::Move, now: Millis) -> Result<(), Misuse> {
        self.may_enter(seat)?;
        if self.progress.due().is_none_or(|due| due.stage != Stage::Act) {
            return Err(Misuse::WrongKind);
        }
        let claims = G::owes(self.progress.position(), seat, mv)?;
        let body =
            self.proven(seat, mv, &claims).ok_or(game::Illegal("this piece cannot do so"))?;
        self.offers.remove(&seat);
        self.pausing.remove(&seat);
        self.enter(seat, body, Vec::new(), now);
        Ok(())
    }

    fn decide_choice(&mut self, seat: Seat, choice: &G::Choice, now: Millis) -> Result<(), Misuse> {
        if self.lost_choices().has(seat) {
            return self.find_choice(seat, choice.encode());
        }
        self.may_enter(seat)?;
        if self.progress.due().is_none_or(|due| due.stage != Stage::Commit(Purpose::Choice)) {
            return Err(Misuse::WrongKind);
        }
        if G::admits(self.progress.position(), seat, choice).is_err() {
            return Err(Misuse::Illegal(game::Illegal("this choice")));
        }
        self.commit(seat, choice.encode(), now);
        Ok(())
    }

    /// Own seats that owe what opens their commitment, but whose choice this program has lost: it was
    /// restored from an older state. Whoever makes the same choice again plays on.
    pub fn lost_choices(&self) -> SeatSet {
        let Some(Stage::Reveal { purpose: purpose @ Purpose::Choice, commitments, .. }) =
            self.progress.due().map(|due| &due.stage)
        else {
            return SeatSet::EMPTY;
        };
        let own = self.silent().and(self.own_seats());
        let is_lost = |seat: &Seat| {
            let commitment = commitments.get(seat);
            commitment.is_some_and(|made| self.opening(*seat, *purpose, made).is_none())
        };
        own.iter().filter(is_lost).collect()
    }

    /// Takes up again a choice that this program has lost, if it is the one committed to.
    fn find_choice(&mut self, seat: Seat, choice: Vec<u8>) -> Result<(), Misuse> {
        let other = Misuse::Illegal(game::Illegal("this is not what was committed to"));
        let Some(Stage::Reveal { commitments, .. }) = self.progress.due().map(|due| &due.stage)
        else {
            return Err(Misuse::WrongKind);
        };
        let (commitment, step) = (commitments.get(&seat), self.progress.step().checked_sub(1));
        let (commitment, step) = commitment.zip(step).ok_or(Misuse::WrongKind)?;
        let place = self.progress.commit_place(seat, step);
        let nonce = self.secret.nonce(&place, &choice);
        commitment.open(&place, &choice, &nonce).map_err(|_| other)?;
        let choice = SecretBytes::new(choice);
        self.choices.insert((step, seat), choice.clone());
        let kept = vec![JournalItem::Choice { step, seat, choice }];
        self.outputs.push_back(crate::Output::Persist(kept));
        Ok(())
    }

    /// Whether an own seat may sign an entry in the open step.
    pub(crate) fn may_enter(&self, seat: Seat) -> Result<(), Misuse> {
        let due = self.progress.due().filter(|due| due.seats.has(seat)).ok_or(Misuse::NotDue)?;
        let is_free = self.open.silent(due).has(seat) && self.is_unsigned(seat);
        if !is_free || self.resigning.contains(&seat) {
            return Err(Misuse::Decided);
        }
        let is_settled = self.is_settled() && !self.is_ahead_alone(seat);
        if is_settled { Ok(()) } else { Err(Misuse::Unsettled) }
    }

    /// Whether an own seat has signed no entry for the open step or a later one. (It may have, for a
    /// step that was opened again since.)
    pub(crate) fn is_unsigned(&self, seat: Seat) -> bool {
        self.signed_to.get(&seat).is_none_or(|at| *at < self.progress.step())
    }

    fn commit(&mut self, seat: Seat, choice: Vec<u8>, now: Millis) {
        let step = self.progress.step();
        let place = self.progress.commit_place(seat, step);
        let nonce = self.secret.nonce(&place, &choice);
        let body = Body::Commit(Commitment::new(&place, &choice, &nonce));
        let choice = SecretBytes::new(choice);
        self.choices.insert((step, seat), choice.clone());
        self.enter(seat, body, vec![JournalItem::Choice { step, seat, choice }], now);
    }

    /// Signs an entry, persists it with what stands behind it, and holds it.
    pub(crate) fn enter(
        &mut self,
        seat: Seat,
        body: Body,
        mut behind: Vec<JournalItem>,
        now: Millis,
    ) {
        let Some(key) = self.keys.get(&seat) else {
            return;
        };
        let is_human = self.progress.due().is_some_and(|due| due.is_human());
        let think = match is_human {
            true => self.open.thought(seat, now),
            false => now.since(self.open.since),
        };
        let content = Content {
            match_id: self.id(),
            step: self.progress.step(),
            seat,
            head: self.progress.head(),
            position: self.progress.digest(),
            think_ms: u32::try_from(think).unwrap_or(u32::MAX),
            notices: self.carried(seat),
            body,
        };
        let entry = Entry::sign(content, key);
        let facts = match self.progress.check(&entry, &mut Default::default()) {
            Ok(facts) => facts,
            Err(rejected) => {
                let reason = match rejected {
                    crate::Rejected::Misbehaviour(_) => "an own entry breaks the protocol",
                    _ => "an own entry does not fit the match",
                };
                self.halt(Stop::Engine(game::Illegal(reason)), None);
                return;
            }
        };
        behind.push(JournalItem::Entry(entry.clone()));
        self.outputs.push_back(crate::Output::Persist(behind));
        if let Err(rejected) = self.hold_entry(entry, facts, now) {
            self.reject(rejected);
        }
    }

    /// The notices that an entry of this seat carries: all that are held over this head, and all
    /// resignations that have not acted; resignations first if there are too many.
    fn carried(&self, seat: Seat) -> Vec<Notice> {
        let living = self.progress.living();
        let mut notices: Vec<Notice> = Vec::new();
        for kind in [NoticeKind::Resign, NoticeKind::Draw, NoticeKind::Pause] {
            let of = self.open.notices.values().filter(|notice| notice.kind == kind);
            let fits = |n: &&Notice| {
                let is_taken = n.kind != NoticeKind::Resign || n.seat != seat && self.stands(n);
                living.has(n.seat) && is_taken
            };
            let fresh = of.filter(fits).filter(|n| self.progress.check_notice(n).is_ok());
            notices.extend(fresh.cloned());
        }
        notices.truncate(crypto::limits::NOTICES);
        notices.sort_by_key(|notice| (notice.seat, notice.kind));
        notices
    }

    /// Whether a resignation may be carried: not if its author is due and it came too late.
    fn stands(&self, notice: &Notice) -> bool {
        let is_due = self.progress.due().is_some_and(|due| due.seats.has(notice.seat));
        !is_due || matches!(self.open.slots.get(&notice.seat), Some(Slot::Resigned(_)))
    }

    /// One thing that an own program does by itself, if there is any.
    pub(crate) fn act(&mut self, now: Millis) -> bool {
        let Some(due) = self.progress.due().cloned() else {
            return false;
        };
        if self.progress.is_too_long() {
            self.halt(
                Stop::Engine(game::Illegal("it has as many steps as a match may have")),
                None,
            );
            return false;
        }
        if !self.is_settled() {
            return false;
        }
        if self.resign_now() || self.renew_offers() || self.renew_wishes(now) {
            return true;
        }
        let silent = self.open.silent(&due).and(self.own_seats());
        let may_sign = |seat: &Seat| self.is_unsigned(*seat) && !self.is_ahead_alone(*seat);
        for seat in silent.iter().filter(may_sign).collect::<Vec<_>>() {
            if let Some(body) = self.automatic(seat, &due.stage, now) {
                self.enter(seat, body, Vec::new(), now);
                return true;
            }
            if matches!(due.stage, Stage::Commit(Purpose::Toss { .. })) {
                let step = self.progress.step();
                let contribution =
                    self.secret.contribution(&self.progress.commit_place(seat, step));
                self.commit(seat, contribution.to_vec(), now);
                return true;
            }
        }
        false
    }

    /// What a seat's program answers without asking.
    fn automatic(&self, seat: Seat, stage: &Stage, now: Millis) -> Option<Body> {
        match stage {
            Stage::Begin => Some(Body::Begin),
            Stage::Seal => Some(self.seal(seat)),
            Stage::Reveal { purpose, commitments, .. } => {
                self.opening(seat, *purpose, commitments.get(&seat)?)
            }
            Stage::Answer(claims) => self.answers(seat, claims).map(Body::Answer),
            Stage::Act | Stage::Deploy | Stage::Commit(Purpose::Choice)
                if self.progress.may_yield(seat, &self.carried(seat)) =>
            {
                Some(Body::Yield)
            }
            Stage::Act => self.stuck(seat).or_else(|| self.skip(seat, now)),
            Stage::Commit(Purpose::Choice) if G::begun(self.progress.position()) => {
                self.is_time_up(seat, now).then_some(Body::Skip)
            }
            Stage::Deploy | Stage::Commit(Purpose::Choice) => None,
            Stage::Commit(Purpose::Toss { .. }) => None,
        }
    }

    /// What opens an own commitment. If the journal has lost the choice, it is found again: nonces
    /// come from the secret of the match and the choice.
    fn opening(&self, seat: Seat, purpose: Purpose, commitment: &Commitment) -> Option<Body> {
        let step = self.progress.step().checked_sub(1)?;
        let place = self.progress.commit_place(seat, step);
        let open = |choice: Vec<u8>| {
            let nonce = self.secret.nonce(&place, &choice);
            commitment.open(&place, &choice, &nonce).ok()?;
            Some(Body::Reveal { choice, nonce })
        };
        if let Some(kept) = self.choices.get(&(step, seat)) {
            return open(kept.expose().to_vec());
        }
        match purpose {
            Purpose::Toss { .. } => open(self.secret.contribution(&place).to_vec()),
            Purpose::Choice => {
                let all = G::choices(self.progress.position(), seat)?;
                all.into_iter().find_map(|choice| open(choice.encode()))
            }
        }
    }

    /// Own resignations that have been signed stand in each step, and in the Seal also if their seats
    /// are out; after a restart as soon as their heads are reached.
    pub(crate) fn renew_resignations(&mut self) {
        let due = self.progress.due().map_or(SeatSet::EMPTY, |due| due.seats);
        let seats = self.progress.living().or(due);
        for notice in self.own_resigns.values().cloned().collect::<Vec<_>>() {
            if seats.has(notice.seat) && self.progress.check_notice(&notice).is_ok() {
                self.hold_resignation(notice, false);
            }
        }
    }

    /// Own resignations that may be signed over this head: its author has no entry in the step, and
    /// the head cannot be undone, since nobody resigns twice.
    fn resign_now(&mut self) -> bool {
        let living = self.progress.living();
        self.resigning.retain(|seat| living.has(*seat));
        if !self.tentative.is_empty() {
            return false;
        }
        let free = |seat: &&Seat| self.open.entry(**seat).is_none() && self.is_unsigned(**seat);
        let Some(seat) = self.resigning.iter().find(free).copied() else {
            return false;
        };
        self.resigning.remove(&seat);
        if self.own_resigns.contains_key(&seat) {
            return true;
        }
        if let Some(notice) = self.sign_notice(seat, NoticeKind::Resign) {
            self.hold_resignation(notice, false);
        }
        true
    }

    /// An own offer that stands is signed anew over each head.
    fn renew_offers(&mut self) -> bool {
        let living = self.progress.living();
        self.offers.retain(|seat| living.has(*seat));
        let held = |seat: &&Seat| !self.open.notices.contains_key(&(**seat, NoticeKind::Draw));
        let Some(seat) = self.offers.iter().find(held).copied() else {
            return false;
        };
        if self.progress.is_decided() || self.open.noticed(NoticeKind::Resign).has(seat) {
            self.offers.remove(&seat);
            return true;
        }
        if let Some(notice) = self.sign_notice(seat, NoticeKind::Draw) {
            self.open.notices.insert((seat, NoticeKind::Draw), notice);
        }
        true
    }

    /// An own wish for a pause that stands is signed anew over each head of a step of people.
    fn renew_wishes(&mut self, now: Millis) -> bool {
        let living = self.progress.living();
        self.pausing.retain(|seat| living.has(*seat));
        let is_human = self.progress.due().is_some_and(|due| due.is_human());
        let held = |seat: &&Seat| !self.open.notices.contains_key(&(**seat, NoticeKind::Pause));
        let Some(seat) = self.pausing.iter().find(held).copied().filter(|_| is_human) else {
            return false;
        };
        if self.open.noticed(NoticeKind::Resign).has(seat) {
            self.pausing.remove(&seat);
        } else if let Some(notice) = self.sign_notice(seat, NoticeKind::Pause) {
            self.open.notices.insert((seat, NoticeKind::Pause), notice);
            self.note_pause(now);
        }
        true
    }

    fn sign_notice(&mut self, seat: Seat, kind: NoticeKind) -> Option<Notice> {
        let key = self.keys.get(&seat)?;
        let notice = Notice::sign(self.id(), seat, kind, self.progress.head(), key);
        self.outputs.push_back(crate::Output::Persist(vec![JournalItem::Notice(notice.clone())]));
        Some(notice)
    }

    /// Own entries and statements stand in the step that has now opened, if they were signed before
    /// a restart or before the step was opened again.
    pub(crate) fn renew_own(&mut self, now: Millis) {
        self.renew_resignations();
        let step = self.progress.step();
        let from = (step, Seat::of(0), Seat::of(0));
        for (_, absence) in self.said.range(from..(step + 1, Seat::of(0), Seat::of(0))) {
            if self.progress.check_absence(absence).is_ok() {
                self.open.absences.insert((absence.about, absence.by), absence.clone());
            }
        }
        let ours: Vec<Entry> = self
            .ahead
            .range((step, Seat::of(0))..(step + 1, Seat::of(0)))
            .map(|(_, entry)| entry.clone())
            .collect();
        self.ahead = self.ahead.split_off(&(step + 1, Seat::of(0)));
        for entry in ours {
            let is_free = !self.open.slots.contains_key(&entry.content.seat);
            if is_free && let Ok(facts) = self.progress.check(&entry, &mut Default::default()) {
                // A fault that own entries carry has been told of when they were signed.
                let _ = self.hold_entry(entry, facts, now);
            }
        }
        let oldest = step.saturating_sub(1);
        self.choices = self.choices.split_off(&(oldest, Seat::of(0)));
    }
}
