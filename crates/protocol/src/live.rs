//! A match as it is played: [`Match`].

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crypto::{MatchId, MatchSecret, SigningKey};
use game::{Event, Game, Illegal, Known, Outcome, Seat, SeatSet};
use record::journal::{JournalItem, SecretBytes};
use record::{ClosedStep, End, Entry, PeerBytes, SignedContract};

use crate::army::OwnArmy;
use crate::due::{Due, Stage};
use crate::fault::{Incompatible, Misbehaviour};
use crate::message::Item;
use crate::mutant::{Mutant, has};
use crate::open::OpenStep;
use crate::peer::Peer;
use crate::progress::{NoGame, Progress};
use crate::time::Millis;

/// What the driver must do, in this order, before it gives more input.
#[derive(Clone, PartialEq, Debug)]
pub enum Output<G: Game> {
    /// Append to the journal and sync it before any later output is carried out.
    Persist(Vec<JournalItem>),
    /// Append to the record.
    Record(ClosedStep),
    /// End the record.
    End(Box<End>),
    /// Send to the program with this peer id.
    Send(PeerBytes, Vec<u8>),
    /// Tell the user.
    Tell(News<G>),
}

/// What has happened.
#[derive(Clone, PartialEq, Debug)]
pub enum News<G: Game> {
    /// A step closed with these events.
    Closed {
        /// Its number.
        step: u32,
        /// The position before it.
        before: G::Position,
        /// In order.
        events: Vec<Event<G>>,
    },
    /// A seat is for a draw at this point.
    Offered(Seat),
    /// A seat is against a draw.
    Declined(Seat),
    /// A seat is for a pause at this point.
    WishedPause(Seat),
    /// All have agreed to a pause: the clocks of the open step stand until it closes.
    Paused,
    /// The time of a silent seat is over.
    Silent(Seat),
    /// The match goes on no more.
    Stopped(Stop),
}

/// Why a match goes on no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Every seat has sealed the result.
    Sealed(Outcome),
    /// A seat gave nothing before the game had begun.
    NoGame(NoGame),
    /// A person closed it: somebody was silent.
    Claimed(SeatSet),
    /// A seat broke the protocol.
    Cheated(Misbehaviour),
    /// Another seat has another position after the same history.
    Diverged {
        /// Whose entry says so.
        seat: Seat,
        /// In which step.
        step: u32,
    },
    /// The own rules engine contradicts itself.
    Engine(Illegal),
}

/// A match between seats that do not trust each other, as one program sees it. It may hold several
/// seats, or none, to serve what is over.
///
/// No clock, no randomness, no input or output of its own. The driver calls, in any order,
/// [`Match::connected`], [`Match::disconnected`], [`Match::receive`], [`Match::decide`] and
/// [`Match::tick`] with the time of one monotonic clock, and after each of them
///
/// > takes every [`Output`] with [`Match::poll`] and carries it out before it calls again; a
/// > `Persist` must be on disk before a later `Send` leaves.
///
/// A message is answered by [`Match::acknowledge`], after the outputs that it led to.
pub struct Match<G: Game> {
    pub(crate) signed: SignedContract,
    pub(crate) progress: Progress<G>,
    pub(crate) keys: BTreeMap<Seat, SigningKey>,
    pub(crate) secret: MatchSecret,
    pub(crate) peers: BTreeMap<PeerBytes, Peer>,
    pub(crate) closed: Vec<ClosedStep>,
    pub(crate) closed_at: Millis,
    /// Statements about slots of closed steps that were filled all the same.
    pub(crate) stated: BTreeMap<u32, Vec<record::Absence>>,
    pub(crate) open: OpenStep,
    /// Entries from before a restart, for steps that have not been reached again.
    pub(crate) ahead: BTreeMap<(u32, Seat), Entry>,
    /// What own seats have signed to resign: they give no entry after that, also when they have gone
    /// out in another way.
    pub(crate) own_resigns: BTreeMap<Seat, record::Notice>,
    /// What own seats committed to.
    pub(crate) choices: BTreeMap<(u32, Seat), SecretBytes>,
    /// Own hidden pieces.
    pub(crate) armies: BTreeMap<Seat, OwnArmy<G>>,
    /// What others have told of their layouts.
    pub(crate) allied: BTreeMap<Seat, G::Secret>,
    /// Whether own layouts are opened when the game is over.
    pub(crate) opens_layouts: bool,
    /// Own offers that stand.
    pub(crate) offers: BTreeSet<Seat>,
    /// Own wishes for a pause that stand.
    pub(crate) pausing: BTreeSet<Seat>,
    /// Own seats that will resign at the next head.
    pub(crate) resigning: BTreeSet<Seat>,
    /// Who declined a draw, and in which step last.
    pub(crate) declined: BTreeMap<Seat, u32>,
    /// Closed steps that own seats (or, without any, all seats) may still turn out to have been too
    /// late for, and who: no other program has gone on from them yet. They are not recorded.
    pub(crate) tentative: BTreeMap<u32, Exposed>,
    /// How many closed steps have been recorded.
    pub(crate) recorded: usize,
    /// The latest step for which each own seat has signed an entry: it signs no other up to there.
    pub(crate) signed_to: BTreeMap<Seat, u32>,
    /// Statements by (step, about, by) that own seats have signed: nothing else is said of these,
    /// and they stand again in a step that opens again.
    pub(crate) said: BTreeMap<(u32, Seat, Seat), record::Absence>,
    /// Whose message is being taken.
    pub(crate) speaker: Option<PeerBytes>,
    /// Seats whose last entry came through a program that is not theirs: which, and when.
    pub(crate) bridges: BTreeMap<Seat, (PeerBytes, Millis)>,
    /// Seats whose offer of a draw the user has been told of.
    pub(crate) offered: SeatSet,
    /// Seats whose wish for a pause the user has been told of.
    pub(crate) wished: SeatSet,
    /// By how much more than lag can explain entries of others came late, in milliseconds.
    pub(crate) late_ms: BTreeMap<Seat, u64>,
    /// When the driver last called.
    pub(crate) seen: Millis,
    /// When the driver came back after it had been away, until the others were heard again.
    pub(crate) away: Option<Millis>,
    pub(crate) stop: Option<Stop>,
    /// What proves to the others why it stopped.
    pub(crate) proofs: Vec<Item>,
    pub(crate) outputs: VecDeque<Output<G>>,
}

/// Whose slots in a closed step the others may yet find empty, and who was in the game then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exposed {
    pub(crate) seats: SeatSet,
    pub(crate) living: SeatSet,
}

/// Who this program is in a match.
pub struct Own {
    /// Its transport address in the contract.
    pub peer: PeerBytes,
    /// The signing keys of its seats.
    pub keys: BTreeMap<Seat, SigningKey>,
    /// The secret that its nonces come from, kept in the journal.
    pub secret: MatchSecret,
}

impl<G: Game> Match<G> {
    /// Starts a match whose contract every seat has signed.
    ///
    /// # Errors
    /// Rules or protocol that this program cannot play.
    pub fn start(signed: SignedContract, own: Own, now: Millis) -> Result<Self, Incompatible> {
        let mut game = Self::new(signed, own, now, true)?;
        game.proceed(now);
        Ok(game)
    }

    /// Goes on with a match after a restart. Nothing is signed until another program has told what
    /// it holds of the own seats.
    ///
    /// # Errors
    /// Rules or protocol that this program cannot play. Steps and items that do not fit are left
    /// out: the others have them.
    pub fn resume(
        signed: SignedContract,
        own: Own,
        steps: Vec<ClosedStep>,
        journal: Vec<JournalItem>,
        now: Millis,
    ) -> Result<Self, Incompatible> {
        let mut game = Self::new(signed, own, now, false)?;
        game.restore(steps, journal, now);
        game.proceed(now);
        Ok(game)
    }

    fn new(
        signed: SignedContract,
        own: Own,
        now: Millis,
        is_fresh: bool,
    ) -> Result<Self, Incompatible> {
        let progress = Progress::new(signed.contract())?;
        let living = progress.living();
        let mut peers = BTreeMap::new();
        for player in &signed.contract().terms().seats {
            if player.peer != own.peer {
                let seats = signed.contract().seats_of(&player.peer);
                peers.insert(player.peer.clone(), Peer::new(seats, is_fresh));
            }
        }
        Ok(Self {
            signed,
            progress,
            keys: own.keys,
            secret: own.secret,
            peers,
            closed: Vec::new(),
            closed_at: now,
            stated: BTreeMap::new(),
            open: OpenStep::new(now, living),
            ahead: BTreeMap::new(),
            own_resigns: BTreeMap::new(),
            choices: BTreeMap::new(),
            armies: BTreeMap::new(),
            allied: BTreeMap::new(),
            opens_layouts: true,
            offers: BTreeSet::new(),
            pausing: BTreeSet::new(),
            resigning: BTreeSet::new(),
            declined: BTreeMap::new(),
            tentative: BTreeMap::new(),
            recorded: 0,
            signed_to: BTreeMap::new(),
            said: BTreeMap::new(),
            speaker: None,
            bridges: BTreeMap::new(),
            offered: SeatSet::EMPTY,
            wished: SeatSet::EMPTY,
            late_ms: BTreeMap::new(),
            seen: now,
            away: None,
            stop: None,
            proofs: Vec::new(),
            outputs: VecDeque::new(),
        })
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Output<G>> {
        let is_send = |output: &Output<G>| matches!(output, Output::Send(..));
        if has(Mutant::SentBeforeKept)
            && let Some(at) = self.outputs.iter().position(is_send)
        {
            return self.outputs.remove(at);
        }
        self.outputs.pop_front()
    }

    /// How far the match is.
    pub fn progress(&self) -> &Progress<G> {
        &self.progress
    }

    /// Its id.
    pub fn id(&self) -> MatchId {
        self.signed.contract().id()
    }

    /// Its contract.
    pub fn contract(&self) -> &SignedContract {
        &self.signed
    }

    /// The seats that this program holds.
    pub fn own_seats(&self) -> SeatSet {
        self.keys.keys().copied().collect()
    }

    /// What an own seat knows: the position, its own arrangement once it has one, and what its
    /// allies have told of theirs, if it may see them.
    pub fn known(&self, seat: Seat) -> Known<G> {
        let own = self.armies.get(&seat).map(|army| (seat, army.secret.clone()));
        let secrets = own.into_iter().chain(self.seen_by(seat)).collect();
        Known { viewer: Some(seat), secrets }
    }

    /// Own seats that have set up, but with an arrangement that this program has lost: it was
    /// restored from an older state. Whoever enters the same one again plays on.
    pub fn lost_layouts(&self) -> SeatSet {
        let hidden = self.progress.hidden.as_ref();
        let is_lost = |seat: &Seat| {
            hidden.is_some_and(|hidden| hidden.field(*seat).is_some())
                && !self.armies.contains_key(seat)
        };
        self.own_seats().iter().filter(is_lost).collect()
    }

    /// Whether own layouts are opened when the game is over; they are, unless the player wants
    /// otherwise.
    pub fn open_layouts(&mut self, is_wanted: bool) {
        self.opens_layouts = is_wanted;
    }

    /// Closed steps, the sealing included.
    pub fn steps(&self) -> &[ClosedStep] {
        &self.closed
    }

    /// Why it goes on no more, if so.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Due seats that have given nothing yet.
    pub fn silent(&self) -> SeatSet {
        self.progress.due().map_or(SeatSet::EMPTY, |due| self.open.silent(due))
    }

    /// Own seats that must decide now.
    pub fn awaited(&self) -> SeatSet {
        match self.progress.due() {
            Some(due) if due.is_human() && self.stop.is_none() => {
                let own = self.silent().and(self.own_seats()).iter();
                own.filter(|seat| self.is_unsigned(*seat)).collect()
            }
            _ => SeatSet::EMPTY,
        }
    }

    /// Seats that are for a draw at this point.
    pub fn draw_offers(&self) -> SeatSet {
        self.open.noticed(record::NoticeKind::Draw).and(self.progress.living())
    }

    /// Seats that have declined a draw in the open step.
    pub fn draw_declined(&self) -> SeatSet {
        let step = self.progress.step();
        self.declined.iter().filter(|(_, at)| **at == step).map(|(seat, _)| *seat).collect()
    }

    /// The program that a seat's last entry came through, if it is not the seat's own, and when.
    pub fn bridge(&self, seat: Seat) -> Option<&(PeerBytes, Millis)> {
        self.bridges.get(&seat)
    }

    /// When the open step began here.
    pub fn opened_at(&self) -> Millis {
        self.open.since
    }

    /// Whether every other program that is connected is known to be as far as this one.
    pub fn is_delivered(&self) -> bool {
        let step = self.progress.step();
        let mut connected = self.peers.values().filter(|peer| peer.connected.is_some());
        connected.all(|peer| match &peer.ack {
            Some(crate::Ack::Playing(standing)) => standing.step >= step,
            Some(crate::Ack::Signing(_)) | None => false,
        })
    }

    /// What the open step is for.
    pub fn due(&self) -> Option<&Due> {
        self.progress.due()
    }

    pub(crate) fn tell(&mut self, news: News<G>) {
        self.outputs.push_back(Output::Tell(news));
    }

    /// Everything that follows from what is held now: steps close, own seats answer, messages go.
    pub(crate) fn proceed(&mut self, now: Millis) {
        self.clear_peers(now);
        self.go_on(now);
        self.deliver(now);
    }

    /// As [`Match::proceed`], but sends nothing yet.
    pub(crate) fn go_on(&mut self, now: Millis) {
        while self.stop.is_none() && self.go_on_once(now) {}
        self.record_final();
    }

    fn go_on_once(&mut self, now: Millis) -> bool {
        self.note_free(now);
        self.note_pause(now);
        self.close_step(now) || self.act(now)
    }

    /// Closes the open step if every slot is filled.
    fn close_step(&mut self, now: Millis) -> bool {
        self.fill_empty();
        let Some(due) = self.progress.due().cloned() else {
            return false;
        };
        // What others may yet overrule is not sealed: the end must be the end for all.
        if due.stage == Stage::Seal && !self.tentative.is_empty() {
            return false;
        }
        let Some(closed) = self.open.closed(self.progress.step(), &due) else {
            return false;
        };
        if let Err(rejected) = self.progress.check_held(&closed) {
            self.reject(rejected);
            return false;
        }
        let before = self.progress.position().clone();
        let exposed = Exposed { seats: self.exposed(&closed), living: self.progress.living() };
        let events = match self.progress.close(&closed, &self.open.facts) {
            Ok(events) => events,
            Err(illegal) => {
                self.halt(Stop::Engine(illegal), None);
                return false;
            }
        };
        if !exposed.seats.is_empty() {
            self.tentative.insert(closed.step, exposed);
        }
        self.keep_tentative(&closed);
        self.tell(News::Closed { step: closed.step, before, events: events.clone() });
        self.keep_closed(closed, due.stage == Stage::Seal, &events, now);
        self.stop.is_none()
    }

    fn keep_closed(&mut self, closed: ClosedStep, is_seal: bool, events: &[Event<G>], now: Millis) {
        let is_empty =
            |a: &&record::Absence| matches!(closed.slot(a.about), Some(record::Slot::Empty(_)));
        let stated = self.open.absences.values().filter(|a| !is_empty(a));
        let stated: Vec<_> = stated.cloned().collect();
        if !stated.is_empty() {
            self.stated.insert(closed.step, stated);
        }
        let end = is_seal.then(|| End::Sealed(closed.slots.clone()));
        self.closed.push(closed);
        self.closed_at = now;
        self.open_step(events, now);
        if let Some(no_game) = self.progress.no_game() {
            self.halt(Stop::NoGame(no_game), None);
        } else if let (Some(end), Some(outcome)) = (end, self.progress.outcome()) {
            self.halt(Stop::Sealed(outcome), Some(end));
        }
    }

    fn open_step(&mut self, events: &[Event<G>], now: Millis) {
        let living = self.progress.living();
        let before = std::mem::replace(&mut self.open, OpenStep::new(now, living));
        self.end_pause(&before);
        let kept = before.notices;
        let stands = |seat: Seat, kind| kind == record::NoticeKind::Resign && living.has(seat);
        let kept = kept.into_iter().filter(|((seat, kind), _)| stands(*seat, *kind));
        for (_, notice) in kept.collect::<Vec<_>>() {
            self.hold_resignation(notice, false);
        }
        self.fill_resigned();
        // However a seat went out: by an event of its own, by a capture, by its last timeout.
        if before.living != living {
            self.offers.clear();
            self.offered = SeatSet::EMPTY;
        }
        for event in events {
            if let Event::Moved(seat, _) = event {
                self.offered = self.offered.without(*seat);
            }
        }
        self.renew_own(now);
    }

    /// Fills due slots with the resignations that stand.
    pub(crate) fn fill_resigned(&mut self) {
        let due = self.progress.due().map_or(SeatSet::EMPTY, |due| due.seats);
        for seat in due.iter() {
            if let Some(notice) = self.progress.resignation(seat).cloned() {
                self.open.slots.insert(seat, record::Slot::Resigned(notice));
            }
        }
    }

    /// Stops for good. Nothing is signed afterwards; what is held is still served.
    pub(crate) fn halt(&mut self, stop: Stop, end: Option<End>) {
        if self.stop.is_none() {
            self.record_all();
            if let Some(end) = end {
                self.outputs.push_back(Output::End(Box::new(end)));
            }
            self.stop = Some(stop.clone());
            self.tell(News::Stopped(stop));
        }
    }
}
