//! After a restart: what is on disk, and what the others hold of the own seats.

use game::{Game, SeatSet};
use record::journal::JournalItem;
use record::{ClosedStep, NoticeKind};

use crate::deliver::ANSWER_MS;
use crate::live::Match;
use crate::message::Ack;
use crate::time::Millis;

impl<G: Game> Match<G> {
    /// Takes up what is on disk: closed steps as far as they hold, then own items.
    pub(crate) fn restore(
        &mut self,
        steps: Vec<ClosedStep>,
        journal: Vec<JournalItem>,
        now: Millis,
    ) {
        for item in &journal {
            match item {
                JournalItem::Choice { step, seat, choice } => {
                    self.choices.insert((*step, *seat), choice.clone());
                }
                JournalItem::Entry(entry) => {
                    let key = (entry.content.step, entry.content.seat);
                    self.ahead.insert(key, entry.clone());
                }
                _ => {}
            }
        }
        let choices = self.choices.clone();
        for closed in steps {
            if self.progress.check_step(&closed, &mut Default::default()).is_err() {
                break;
            }
            if self.progress.close(&closed).is_err() {
                break;
            }
            self.closed.push(closed);
        }
        let oldest = self.progress.step().saturating_sub(1);
        self.choices = choices.into_iter().filter(|((step, _), _)| *step >= oldest).collect();
        self.renew_own(now);
        for item in journal {
            match item {
                JournalItem::Notice(notice) if notice.kind == NoticeKind::Resign => {
                    let stands = self.progress.living().has(notice.seat)
                        && self.progress.check_notice(&notice).is_ok();
                    if stands {
                        self.hold_resignation(notice);
                    }
                }
                JournalItem::Absence(absence) if self.progress.check_absence(&absence).is_ok() => {
                    self.open.absences.insert((absence.about, absence.by), absence);
                }
                _ => {}
            }
        }
        self.fill_resigned();
    }

    /// A peer is cleared once it has told what it holds of the own seats and the own program holds
    /// that too.
    pub(crate) fn clear_peers(&mut self, now: Millis) {
        let own = self.own_seats();
        let held = self.open.filled().and(own);
        let (step, head) = (self.progress.step(), self.progress.head());
        for peer in self.peers.values_mut().filter(|peer| !peer.is_cleared) {
            match &peer.ack {
                Some(Ack::Playing(theirs)) => {
                    let same = theirs.step == step && theirs.head == head;
                    let adopted = theirs.slots.and(own).is_within(held);
                    peer.is_cleared = theirs.step < step || same && adopted;
                }
                Some(Ack::Signing(_)) => peer.is_cleared = true,
                None => {}
            }
            let waited = peer.connected.is_some_and(|at| now.since(at) >= ANSWER_MS);
            if waited && peer.ack.is_none() {
                peer.connected = None;
            }
        }
    }

    /// Whether own seats may sign: at least one other living seat's program has told what it holds
    /// of them since the start, and so has every other that is connected.
    pub fn is_settled(&self) -> bool {
        let living = self.progress.living();
        let holds_living = |seats: SeatSet| !seats.and(living).is_empty();
        let mut others = self.peers.values().filter(|peer| holds_living(peer.seats)).peekable();
        if others.peek().is_none() {
            return true;
        }
        let mut any = false;
        for peer in others {
            if !peer.is_cleared && peer.connected.is_some() {
                return false;
            }
            any |= peer.is_cleared;
        }
        any
    }
}
