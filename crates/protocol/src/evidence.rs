//! Whether evidence proves what it says.

use crypto::limits::CONTRACT_BYTES;
use game::{Game, Seat, SeatSet};
use record::{Contract, Evidence, NoticeKind, Signed};

use crate::check::{Check, Tally};
use crate::fault::Rejected;
use crate::progress::Progress;

/// A fault that has been proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    /// Whose.
    pub seat: Seat,
    /// In which step.
    pub step: u32,
    /// Which check failed.
    pub check: Check,
}

impl<G: Game> Progress<G> {
    /// What evidence proves against a seat, with the history so far.
    pub fn proves(&self, seat: Seat, evidence: &Evidence) -> Option<Proven> {
        match evidence {
            Evidence::Refused(entry) if entry.content.step < self.step => {
                let fault = self.undue(entry).filter(|fault| fault.seat == seat)?;
                Some(Proven { seat, step: fault.step, check: fault.check })
            }
            Evidence::Refused(entry) => match self.check(entry, &mut Tally::default()) {
                Err(Rejected::Misbehaviour(fault)) if fault.seat == seat => {
                    Some(Proven { seat, step: fault.step, check: fault.check })
                }
                _ => None,
            },
            Evidence::Double(first, second) => {
                let step = self.excludes(first, second).or_else(|| self.excludes(second, first))?;
                let is_signed = self.is_signed_by(seat, first) && self.is_signed_by(seat, second);
                is_signed.then_some(Proven { seat, step, check: Check::Double })
            }
        }
    }

    pub(crate) fn is_signed_by(&self, seat: Seat, signed: &Signed) -> bool {
        let Some(player) = self.contract.player(seat) else {
            return false;
        };
        match signed {
            Signed::Entry(entry) => {
                entry.content.seat == seat
                    && entry.content.match_id == self.match_id()
                    && entry.verify(&player.key).is_ok()
            }
            Signed::Notice(notice) => {
                notice.seat == seat && notice.verify(self.match_id(), &player.key).is_ok()
            }
            Signed::Absence(absence) => {
                absence.by == seat && absence.verify(self.match_id(), &player.key).is_ok()
            }
            Signed::Contract(bytes, signature) => {
                let contract =
                    Contract::decode(bytes).ok().filter(|_| bytes.len() <= CONTRACT_BYTES);
                let signs = |contract: &Contract| {
                    let mut seats = SeatSet::first(contract.seats()).iter().filter(|seat| {
                        let other = contract.player(*seat);
                        other.is_some_and(|o| o.key == player.key && o.nonce == player.nonce)
                    });
                    seats.any(|seat| contract.verify(seat, signature).is_ok())
                };
                contract.is_some_and(|contract| signs(&contract))
            }
        }
    }

    /// The step in which one seat may not sign both; none: it may.
    pub(crate) fn excludes(&self, first: &Signed, second: &Signed) -> Option<u32> {
        match (first, second) {
            (Signed::Entry(a), Signed::Entry(b)) => {
                (a.content.step == b.content.step && a.id() != b.id()).then_some(a.content.step)
            }
            (Signed::Entry(entry), Signed::Notice(notice)) => {
                let over = match self.head_steps.get(&notice.head) {
                    Some(step) => *step,
                    None if notice.head == entry.content.head => entry.content.step,
                    None => return None,
                };
                let is_resign = notice.kind == NoticeKind::Resign;
                (is_resign && over <= entry.content.step).then_some(entry.content.step)
            }
            (Signed::Notice(a), Signed::Notice(b)) => {
                let both = a.kind == NoticeKind::Resign && b.kind == NoticeKind::Resign;
                (both && a.head != b.head).then_some(self.step)
            }
            (Signed::Absence(a), Signed::Absence(b)) => {
                let same = a.step == b.step && a.about == b.about;
                (same && a.finding != b.finding).then_some(a.step)
            }
            (Signed::Contract(a, _), Signed::Contract(b, _)) => (a != b).then_some(0),
            _ => None,
        }
    }
}
