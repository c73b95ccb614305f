//! What own seats prove about their hidden pieces.

use game::{Canon, Claim, Game, Illegal, Seat};
use record::Body;
use record::journal::{JournalItem, SecretBytes};

use crate::army::{OwnArmy, Prover};
use crate::due::Stage;
use crate::fault::Misuse;
use crate::live::Match;
use crate::time::Millis;
use crate::verify::asked;

impl<G: Game> Match<G> {
    fn prover(&self, seat: Seat) -> Option<Prover<'_>> {
        let hidden = self.progress.hidden.as_ref()?;
        Some(Prover { hidden, context: self.progress.context(seat), secret: &self.secret })
    }

    /// Sets up in secret. The arrangement is in the journal before its field leaves.
    pub(crate) fn decide_layout(
        &mut self,
        seat: Seat,
        secret: G::Secret,
        now: Millis,
    ) -> Result<(), Misuse> {
        if self.lost_layouts().has(seat) {
            return self.find_layout(seat, secret);
        }
        self.may_enter(seat)?;
        if self.progress.due().is_none_or(|due| due.stage != Stage::Deploy) {
            return Err(Misuse::WrongKind);
        }
        let illegal = Misuse::Illegal(Illegal("this layout"));
        G::hides(self.progress.position(), seat, &secret).map_err(|_| illegal)?;
        let kept = SecretBytes::new(secret.encode());
        let prover = self.prover(seat).ok_or(Misuse::WrongKind)?;
        let army = OwnArmy::<G>::new(secret, seat, &prover).ok_or(illegal)?;
        let (field, proof) = army.deploy(&prover).ok_or(illegal)?;
        self.armies.insert(seat, army);
        let step = self.progress.step();
        let behind = vec![JournalItem::Choice { step, seat, choice: kept }];
        self.enter(seat, Body::Deploy { field, proof }, behind, now);
        Ok(())
    }

    /// Takes up again an arrangement that this program has lost, if it is the one set up.
    fn find_layout(&mut self, seat: Seat, secret: G::Secret) -> Result<(), Misuse> {
        let choice = SecretBytes::new(secret.encode());
        let other = Misuse::Illegal(Illegal("this is not the layout that was set up"));
        let prover = self.prover(seat).ok_or(Misuse::WrongKind)?;
        let army = OwnArmy::<G>::new(secret, seat, &prover).ok_or(other)?;
        if prover.hidden.field(seat).is_none_or(|field| field.bytes() != army.field()) {
            return Err(other);
        }
        self.armies.insert(seat, army);
        let step = self.progress.step();
        let kept = vec![JournalItem::Choice { step, seat, choice }];
        self.outputs.push_back(crate::Output::Persist(kept));
        Ok(())
    }

    /// Takes up the arrangements behind own set-ups after a restart. What stands in the journal
    /// without a set-up is none.
    pub(crate) fn restore_layouts(&mut self, journal: &[JournalItem]) {
        let deployed = |seat: Seat| {
            journal.iter().filter_map(move |item| match item {
                JournalItem::Entry(entry) if entry.content.seat == seat => {
                    match &entry.content.body {
                        Body::Deploy { field, .. } => Some(field.clone()),
                        _ => None,
                    }
                }
                _ => None,
            })
        };
        for item in journal {
            let JournalItem::Choice { seat, choice, .. } = item else { continue };
            let Some(prover) = self.prover(*seat) else { return };
            let Ok(secret) = G::Secret::decode(self.progress.rules(), choice.expose()) else {
                continue;
            };
            let Some(army) = OwnArmy::<G>::new(secret, *seat, &prover) else { continue };
            let closed = prover.hidden.field(*seat).map(|field| field.bytes());
            let field = army.field();
            if closed.into_iter().chain(deployed(*seat)).any(|known| known == field) {
                self.armies.insert(*seat, army);
            }
        }
    }

    /// A move with the proofs of what it owes; none if something of it is not true.
    pub(crate) fn proven(&self, seat: Seat, mv: &G::Move, claims: &[Claim]) -> Option<Body> {
        let mv = mv.encode();
        Some(match self.owed_proofs(seat, claims)? {
            proofs if proofs.is_empty() => Body::Act(mv),
            proofs => Body::Prove { mv, proofs },
        })
    }

    fn owed_proofs(&self, seat: Seat, claims: &[Claim]) -> Option<Vec<Vec<u8>>> {
        if claims.is_empty() {
            return Some(Vec::new());
        }
        let (prover, army) = (self.prover(seat)?, self.armies.get(&seat)?);
        claims.iter().map(|claim| army.prove(&prover, claim)).collect()
    }

    /// 'I am stuck', if that is all that the seat can say: then its program says so without asking.
    pub(crate) fn stuck(&self, seat: Seat) -> Option<Body> {
        self.armies.get(&seat)?;
        let (at, known) = (self.progress.position(), self.known(seat));
        let moves = G::moves(at, seat, &known);
        let [only] = moves.as_slice() else { return None };
        let claims = G::owes(at, seat, only).ok()?;
        let is_stuck = matches!(claims.as_slice(), [Claim::Stuck { .. }]);
        is_stuck.then(|| self.proven(seat, only, &claims)).flatten()
    }

    /// A turn that is let pass because its time is over.
    pub(crate) fn skip(&self, seat: Seat, now: Millis) -> Option<Body> {
        if !self.is_time_up(seat, now) {
            return None;
        }
        let claims = G::owes_skip(self.progress.position(), seat);
        Some(match self.owed_proofs(seat, &claims)? {
            proofs if proofs.is_empty() => Body::Skip,
            proofs => Body::SkipProven(proofs),
        })
    }

    /// What the claims come to that this seat must settle.
    pub(crate) fn answers(
        &self,
        seat: Seat,
        claims: &[(Claim, Option<Seat>)],
    ) -> Option<Vec<Vec<u8>>> {
        let (prover, army) = (self.prover(seat)?, self.armies.get(&seat)?);
        asked(claims, seat).into_iter().map(|claim| army.answer(&prover, claim)).collect()
    }

    /// The seal on the result, with the own layout if the player wants it to be seen.
    pub(crate) fn seal(&self, seat: Seat) -> Body {
        match self.armies.get(&seat).filter(|_| self.opens_layouts) {
            Some(army) if self.is_deployed(seat) => Body::SealOpen(army.keys().expose().to_vec()),
            _ => Body::Seal,
        }
    }

    pub(crate) fn is_deployed(&self, seat: Seat) -> bool {
        self.progress.hidden.as_ref().is_some_and(|hidden| hidden.field(seat).is_some())
    }
}
