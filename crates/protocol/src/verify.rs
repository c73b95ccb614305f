//! Whether an entry may stand in the open step.

use crypto::Place;
use crypto::limits::STEPS;
use game::{Canon, Claim, Game, Seat, SeatSet};
use record::{Body, Entry, Evidence, Notice, NoticeKind, Player, Signed};

use crate::check::{Check, Tally};
use crate::due::{Purpose, Stage};
use crate::fault::{Misbehaviour, Rejected, double};
use crate::hidden::Facts;
use crate::mutant::{Mutant, has};
use crate::progress::Progress;

impl<G: Game> Progress<G> {
    /// Checks an entry for the open step: signature, chain, position, notices, body with its proofs.
    /// What passes is counted. Gives what it has proven.
    ///
    /// # Errors
    /// In this order: of no use now, a wrong signature, another history, another position, or a
    /// fault of its author (or of a seat whose notice it carries).
    pub fn check(&self, entry: &Entry, tally: &mut Tally) -> Result<Facts, Rejected> {
        let content = &entry.content;
        if content.match_id != self.match_id() || content.step != self.step || self.is_over() {
            return Err(Rejected::Stale);
        }
        let player = self.player(content.seat, "an entry of no seat")?;
        if entry.verify(&player.key).is_err() && !has(Mutant::SignatureUnchecked) {
            return Err(Rejected::unfit(Check::Signatures, "an entry's signature"));
        }
        tally.add(Check::Signatures);
        if content.head != self.head() && !has(Mutant::HeadUnchecked) {
            return Err(Rejected::Forked(content.seat));
        }
        tally.add(Check::Chain);
        if content.position != self.digest && !has(Mutant::PositionUnchecked) {
            return Err(Rejected::Diverged(Box::new(entry.clone())));
        }
        tally.add(Check::Positions);
        if !self.due.seats.has(content.seat) {
            return Err(self.broke(entry, Check::Turn));
        }
        if let Some(notice) = self.resigned.get(&content.seat) {
            let (first, second) = (Signed::Notice(notice.clone()), Signed::Entry(entry.clone()));
            return Err(double(content.seat, self.step, first, second).into());
        }
        tally.add(Check::Turn);
        self.check_notices(entry, tally)?;
        self.check_body(entry, tally).map_err(|check| self.broke(entry, check))
    }

    pub(crate) fn player(&self, seat: Seat, what: &'static str) -> Result<&Player, Rejected> {
        self.contract.player(seat).ok_or(Rejected::unfit(Check::Chain, what))
    }

    fn broke(&self, entry: &Entry, check: Check) -> Rejected {
        let evidence = Box::new(Evidence::Refused(Box::new(entry.clone())));
        Misbehaviour { seat: entry.content.seat, step: self.step, check, evidence }.into()
    }

    /// The fault of an entry, signed over the history and position before a closed step, by a seat
    /// that was not due in it.
    pub(crate) fn undue(&self, entry: &Entry) -> Option<Misbehaviour> {
        let content = &entry.content;
        let (position, due) = self.past(content.step)?;
        let fits = content.match_id == self.match_id()
            && self.head_before(content.step) == Some(content.head)
            && content.position == position
            && !due.has(content.seat);
        let player = self.contract.player(content.seat).filter(|_| fits)?;
        entry.verify(&player.key).ok()?;
        let evidence = Box::new(Evidence::Refused(Box::new(entry.clone())));
        Some(Misbehaviour { seat: content.seat, step: content.step, check: Check::Turn, evidence })
    }

    /// Checks a notice by itself: its signature, and that its author may still say this.
    ///
    /// # Errors
    /// A wrong signature or head, or a resignation beside an entry that it excludes.
    pub fn check_notice(&self, notice: &Notice) -> Result<(), Rejected> {
        let player = self.player(notice.seat, "a notice of no seat")?;
        let signed = notice.verify(self.match_id(), &player.key);
        signed.map_err(|_| Rejected::unfit(Check::Signatures, "a notice's signature"))?;
        let Some(over) = self.head_steps.get(&notice.head) else {
            return Err(Rejected::Stale);
        };
        let stands = self.resigned.get(&notice.seat).filter(|_| notice.kind == NoticeKind::Resign);
        if let Some(other) = stands.filter(|other| other.head != notice.head) {
            let (first, second) = (Signed::Notice(other.clone()), Signed::Notice(notice.clone()));
            return Err(double(notice.seat, self.step, first, second).into());
        }
        match (notice.kind, self.latest.get(&notice.seat)) {
            (NoticeKind::Resign, Some(entry)) if entry.content.step >= *over => {
                let (first, second) =
                    (Signed::Entry(entry.clone()), Signed::Notice(notice.clone()));
                Err(double(notice.seat, entry.content.step, first, second).into())
            }
            (NoticeKind::Resign, _) => Ok(()),
            (NoticeKind::Draw | NoticeKind::Pause, _)
                if *over == self.step || has(Mutant::DrawOutlives) =>
            {
                Ok(())
            }
            (NoticeKind::Draw | NoticeKind::Pause, _) => Err(Rejected::Stale),
        }
    }

    fn check_notices(&self, entry: &Entry, tally: &mut Tally) -> Result<(), Rejected> {
        for notice in &entry.content.notices {
            let own_resign = notice.kind == NoticeKind::Resign && notice.seat == entry.content.seat;
            if own_resign || !self.living().has(notice.seat) {
                return Err(self.broke(entry, Check::Notices));
            }
            match self.check_notice(notice) {
                Ok(()) => {
                    tally.add(Check::Signatures);
                    tally.add(Check::Notices);
                }
                Err(fault @ Rejected::Misbehaviour(_)) => return Err(fault),
                Err(_) => return Err(self.broke(entry, Check::Notices)),
            }
        }
        Ok(())
    }

    fn check_body(&self, entry: &Entry, tally: &mut Tally) -> Result<Facts, Check> {
        let seat = entry.content.seat;
        let (facts, checks) = match (&self.due.stage, &entry.content.body) {
            (Stage::Begin, Body::Begin) => (Facts::default(), vec![]),
            (Stage::Seal, Body::Seal) => (Facts::default(), vec![Check::Seals]),
            (Stage::Seal, Body::SealOpen(keys)) => {
                let hidden = self.hidden.as_ref().ok_or(Check::Legality)?;
                let facts = hidden.check_layout(&self.context(seat), keys);
                (facts.ok_or(Check::Openings)?, vec![Check::Seals, Check::Openings])
            }
            (Stage::Deploy, Body::Deploy { field, proof }) => {
                let hidden = self.hidden.as_ref().ok_or(Check::Legality)?;
                let facts = hidden.check_setup(&self.context(seat), field, proof);
                (facts.ok_or(Check::SetUps)?, vec![Check::SetUps])
            }
            (Stage::Act, Body::Act(mv)) => self.check_move(seat, mv, &[])?,
            (Stage::Act, Body::Prove { mv, proofs }) => self.check_move(seat, mv, proofs)?,
            (Stage::Answer(claims), Body::Answer(answers)) => {
                self.check_answers(seat, claims, answers)?
            }
            (Stage::Commit(_), Body::Commit(_)) => (Facts::default(), vec![]),
            (Stage::Act | Stage::Commit(Purpose::Choice), Body::Skip) => {
                self.check_skip(entry, &[])?
            }
            (Stage::Act, Body::SkipProven(proofs)) => self.check_skip(entry, proofs)?,
            (Stage::Act | Stage::Deploy | Stage::Commit(Purpose::Choice), Body::Yield) => {
                if !self.may_yield(seat, &entry.content.notices) {
                    return Err(Check::Notices);
                }
                (Facts::default(), vec![])
            }
            (Stage::Reveal { .. }, Body::Reveal { .. }) => {
                self.check_reveal(entry)?;
                (Facts::default(), vec![Check::Commitments])
            }
            _ => return Err(Check::Legality),
        };
        checks.iter().for_each(|check| tally.add(*check));
        Ok(facts)
    }

    fn check_move(
        &self,
        seat: Seat,
        mv: &[u8],
        proofs: &[Vec<u8>],
    ) -> Result<(Facts, Vec<Check>), Check> {
        let mv = G::Move::decode(&self.rules, mv).map_err(|_| Check::Legality)?;
        let claims = match G::owes(&self.position, seat, &mv) {
            Ok(claims) => claims,
            Err(_) if has(Mutant::MoveUnchecked) => Vec::new(),
            Err(_) => return Err(Check::Legality),
        };
        let (facts, mut checks) = self.check_owed(seat, &claims, proofs)?;
        checks.push(Check::Legality);
        Ok((facts, checks))
    }

    /// Exactly the proofs that are owed, neither more nor other ones.
    fn check_owed(
        &self,
        seat: Seat,
        claims: &[Claim],
        proofs: &[Vec<u8>],
    ) -> Result<(Facts, Vec<Check>), Check> {
        match &self.hidden {
            Some(hidden) => hidden.check_owed(&self.context(seat), claims, proofs),
            None if claims.is_empty() && proofs.is_empty() => Ok(Default::default()),
            None => Err(Check::MoveProofs),
        }
    }

    fn check_answers(
        &self,
        seat: Seat,
        claims: &[(Claim, Option<Seat>)],
        answers: &[Vec<u8>],
    ) -> Result<(Facts, Vec<Check>), Check> {
        let hidden = self.hidden.as_ref().ok_or(Check::Legality)?;
        hidden.check_answers(&self.context(seat), &asked(claims, seat), answers)
    }

    fn check_skip(&self, entry: &Entry, proofs: &[Vec<u8>]) -> Result<(Facts, Vec<Check>), Check> {
        let seat = entry.content.seat;
        let allowed = match self.allowed_ms(seat) {
            _ if has(Mutant::ClockUnchecked) => 0,
            allowed => allowed.ok_or(Check::Clock)?,
        };
        let is_over = u64::from(entry.content.think_ms) >= allowed
            && !self.is_paused_by(&entry.content.notices);
        // Who sets up nothing has not let a turn pass: without him there is no game.
        let may_skip = self.due.stage == Stage::Act || G::begun(&self.position);
        if !is_over || !may_skip {
            return Err(Check::Clock);
        }
        let owed = match self.due.stage {
            Stage::Act => G::owes_skip(&self.position, seat),
            _ => Vec::new(),
        };
        let (facts, mut checks) = self.check_owed(seat, &owed, proofs)?;
        checks.push(Check::Clock);
        Ok((facts, checks))
    }

    fn check_reveal(&self, entry: &Entry) -> Result<(), Check> {
        let seat = entry.content.seat;
        let (Stage::Reveal { purpose, commitments, .. }, Body::Reveal { choice, nonce }) =
            (&self.due.stage, &entry.content.body)
        else {
            return Err(Check::Legality);
        };
        let commitment = commitments.get(&seat).ok_or(Check::Turn)?;
        let place = self.commit_place(seat, self.step.saturating_sub(1));
        let is_opened = commitment.open(&place, choice, nonce).is_ok();
        if !is_opened && !has(Mutant::OpeningUnchecked) {
            return Err(Check::Commitments);
        }
        match purpose {
            Purpose::Toss { .. } if choice.len() == 32 => Ok(()),
            Purpose::Toss { .. } => Err(Check::Tosses),
            Purpose::Choice => {
                let choice = G::Choice::decode(&self.rules, choice).map_err(|_| Check::Legality)?;
                G::admits(&self.position, seat, &choice).map_err(|_| Check::Legality)
            }
        }
    }

    /// Where a commitment of this seat stands.
    pub(crate) fn commit_place(&self, seat: Seat, step: u32) -> Place {
        Place { match_id: self.match_id(), step, seat: seat.number() }
    }

    /// Whether these notices end the game without this seat's move: the draws of all living seats,
    /// or the resignations of all the others.
    pub fn may_yield(&self, seat: Seat, notices: &[Notice]) -> bool {
        let of = |kind| -> SeatSet {
            notices.iter().filter(|notice| notice.kind == kind).map(|n| n.seat).collect()
        };
        let living = self.living();
        let others = living.without(seat);
        let all_draw = living.is_within(of(NoticeKind::Draw));
        all_draw || !others.is_empty() && others.is_within(of(NoticeKind::Resign))
    }

    /// Whether the match has gone on for as long as one may.
    pub fn is_too_long(&self) -> bool {
        self.step >= STEPS
    }
}

/// The claims that a seat must settle, in their order.
pub(crate) fn asked(claims: &[(Claim, Option<Seat>)], seat: Seat) -> Vec<&Claim> {
    claims.iter().filter(|(_, by)| *by == Some(seat)).map(|(claim, _)| claim).collect()
}
