//! After a restart: what is on disk, and what the others hold of the own seats.

use game::{Game, SeatSet};
use record::journal::JournalItem;
use record::{ClosedStep, Notice, NoticeKind};

use crate::deliver::ANSWER_MS;
use crate::live::{Match, Stop};
use crate::message::{Ack, Standing};
use crate::mutant::{Mutant, has};
use crate::peer::Peer;
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
                JournalItem::Entry(_) if has(Mutant::EntryForgotten) => {}
                JournalItem::Entry(entry) => {
                    let key = (entry.content.step, entry.content.seat);
                    self.ahead.insert(key, entry.clone());
                    if self.own(entry.content.seat) {
                        let last = self.signed_to.entry(entry.content.seat).or_default();
                        *last = entry.content.step.max(*last);
                    }
                }
                JournalItem::Absence(absence) => {
                    let key = (absence.step, absence.about, absence.by);
                    self.said.insert(key, absence.clone());
                }
                _ => {}
            }
        }
        let choices = self.choices.clone();
        for closed in steps {
            let Ok(facts) = self.progress.check_step(&closed, &mut Default::default()) else {
                break;
            };
            if self.progress.close(&closed, &facts).is_err() {
                break;
            }
            self.closed.push(closed);
        }
        self.restore_layouts(&journal);
        self.recorded = self.closed.len();
        let oldest = self.progress.step().saturating_sub(1);
        self.choices = choices.into_iter().filter(|((step, _), _)| *step >= oldest).collect();
        self.renew_own(now);
        for item in journal {
            match item {
                JournalItem::Notice(notice) => self.restore_notice(notice),
                JournalItem::Absence(absence) if absence.step < self.progress.step() => {
                    self.stated.entry(absence.step).or_default().push(absence);
                }
                _ => {}
            }
        }
        self.renew_resignations();
        self.fill_resigned();
        if let Some(no_game) = self.progress.no_game() {
            self.halt(Stop::NoGame(no_game), None);
        }
    }

    /// What was said over this head stands, whether others have heard it or not.
    fn restore_notice(&mut self, notice: Notice) {
        let is_resign = notice.kind == NoticeKind::Resign;
        if is_resign && has(Mutant::ResignForgotten) {
            return;
        }
        if is_resign && self.own(notice.seat) {
            self.own_resigns.insert(notice.seat, notice);
        } else if self.progress.check_notice(&notice).is_ok() {
            match is_resign {
                true => self.hold_resignation(notice, false),
                false => self.hold_notice(notice),
            }
        }
    }

    /// A peer is cleared once it has told what it holds of the own seats and the own program holds
    /// that too. One that says nothing is not waited for beyond [`ANSWER_MS`]; one that says that it
    /// holds more, and does not send it, not beyond half the time that others give this program.
    pub(crate) fn clear_peers(&mut self, now: Millis) {
        let names = self.peers.iter().filter(|(_, peer)| !peer.is_cleared);
        for name in names.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
            let Some(peer) = self.peers.get(&name) else {
                continue;
            };
            let is_cleared = match &peer.ack {
                Some(Ack::Playing(theirs)) => self.has_adopted(theirs),
                Some(Ack::Signing(_)) => true,
                None => false,
            };
            let is_over = self.doubted_at(peer).is_some_and(|at| now >= at);
            if let Some(peer) = self.peers.get_mut(&name) {
                peer.is_cleared = is_cleared;
                peer.is_doubted |= is_over;
                if is_over && peer.ack.is_none() {
                    peer.connected = None;
                }
            }
        }
    }

    /// Whether everything of own seats that a peer holds is held here.
    fn has_adopted(&self, theirs: &Standing) -> bool {
        let own = self.own_seats();
        let absences = theirs.absences.iter().all(|(about, by)| {
            let mut ours = by.and(own).iter();
            ours.all(|by| self.open.absences.contains_key(&(*about, by)))
        });
        let same = theirs.step == self.progress.step() && theirs.head == self.progress.head();
        let adopted = theirs.slots.and(own).is_within(self.open.filled())
            && theirs.resigns.and(own).is_within(self.open.noticed(NoticeKind::Resign))
            && absences;
        theirs.step < self.progress.step() || same && adopted
    }

    /// When a connected peer that has not been cleared is no longer waited for.
    pub(crate) fn doubted_at(&self, peer: &Peer) -> Option<Millis> {
        let is_asked = peer.connected.is_some() && !peer.is_cleared && !peer.is_doubted;
        let asked = peer.asked.filter(|_| is_asked)?;
        let half = u64::from(self.signed.contract().terms().machine_seconds) * 500;
        Some(match &peer.ack {
            None => asked + ANSWER_MS,
            Some(_) => asked.max(self.closed_at) + half,
        })
    }

    /// Whether own seats may sign: at least one other living seat's program has told what it holds
    /// of them since the start, and so has every other that is connected.
    pub fn is_settled(&self) -> bool {
        if has(Mutant::UnaskedSigning) {
            return true;
        }
        let living = self.progress.living();
        let holds_living = |seats: SeatSet| !seats.and(living).is_empty();
        let mut others = self.peers.values().filter(|peer| holds_living(peer.seats)).peekable();
        if others.peek().is_none() {
            return true;
        }
        let mut any = false;
        for peer in others {
            if !peer.is_cleared && !peer.is_doubted && peer.connected.is_some() {
                return false;
            }
            any |= peer.is_cleared;
        }
        any
    }
}
