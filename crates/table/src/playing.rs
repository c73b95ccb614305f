//! A match of this program: its core, its files, its machines.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bot::Level;
use catalog::Any;
use game::{Game, SEATS_MAX, Seat, SeatSet};
use net::PeerId;
use protocol::{
    Decision, Due, Match, Millis, Misuse, News, Output, Purpose, SeatClock, Stage, Stop,
};
use record::{Closing, Contract, PeerBytes};

use crate::desk::{Desk, Phase, connected_seats, peer_of};
use crate::log::Log;
use crate::machine::Machine;
use crate::rematch::{Nonces, Rematch};
use crate::room::RoomMessage;
use crate::signing::contract_view;
use crate::spent::{Measure, Proofs};
use crate::store::{Store, StoreError};
use crate::view::{ClockView, Ended, MatchView, PhaseView, Problem, StageView};
use crate::ways::{LinkView, Way};

/// Whoever leaves a decided match waits so long for the others to seal it.
const LINGER_MS: u64 = 10_000;

/// Whoever leaves a match that is over gives those who watch so long to see the end of it.
const WATCHED_MS: u64 = 1_500;

/// A seat that owes something, and from which nothing has come through others for so long, counts
/// as away.
const BRIDGED_MS: u64 = 60_000;

/// A match.
pub(crate) struct Playing {
    game: Match<Any>,
    store: Store,
    machine: Machine,
    bots: SeatSet,
    /// Own seats of people that machines play for now, and how well. A restart asks the person again.
    handed: BTreeMap<Seat, Level>,
    keeps_layouts: bool,
    proofs: Proofs,
    log: Log,
    leaving: Option<Millis>,
    /// The disk has failed: nothing is sent any more.
    is_broken: bool,
    /// A machine has decided, and perhaps must decide again.
    has_more: bool,
    /// The seals that are missing are not waited for any more.
    is_given_up: bool,
    rematch: Rematch,
}

impl Playing {
    /// Plays a match that has begun, or goes on with one in which this has happened.
    pub(crate) fn begin(
        desk: &mut Desk,
        (game, log): (Match<Any>, Log),
        store: Store,
        bots: SeatSet,
    ) -> Phase {
        let mut playing = Self {
            game,
            keeps_layouts: store.keeps_layouts(),
            proofs: Proofs::default(),
            store,
            machine: Machine::new(desk.machines),
            bots,
            handed: BTreeMap::new(),
            log,
            leaving: None,
            is_broken: false,
            has_more: true,
            is_given_up: false,
            rematch: Rematch::default(),
        };
        playing.game.open_layouts(!playing.keeps_layouts);
        playing.keep_places(desk);
        playing.mute_again(desk);
        let linked: Vec<PeerId> = desk.links.keys().copied().collect();
        playing.carry_out(desk);
        for peer in linked {
            playing.linked(desk, peer, true);
        }
        Phase::Playing(Box::new(playing))
    }

    /// Whom the player did not hear before a restart he does not hear now.
    fn mute_again(&self, desk: &mut Desk) {
        let contract = contract_view(self.contract(), self.game.progress().rules(), SeatSet::EMPTY);
        let before = self.store.muted();
        let mut muted = SeatSet::EMPTY;
        for (seat, player) in SeatSet::first(SEATS_MAX).iter().zip(&contract.players) {
            if before.has(seat) {
                desk.talk.mute(player, true);
            }
            if desk.talk.is_muted(player) {
                muted = muted.with(seat);
            }
        }
        if muted != before {
            // Who was silenced in the room is so in the match.
            self.keep_muted(muted);
        }
    }

    pub(crate) fn linked(&mut self, desk: &mut Desk, peer: PeerId, is_up: bool) {
        let name = PeerBytes(peer.to_bytes());
        let now = desk.now();
        if is_up {
            self.game.connected(&name, now);
            if self.has(peer) {
                self.keep_places(desk);
            }
        } else {
            self.game.disconnected(&name, now);
            self.rematch.gone(peer);
        }
        self.carry_out(desk);
    }

    /// A program that stops finds the others again.
    pub(crate) fn keep_places(&self, desk: &Desk) {
        let contract = self.game.contract().contract();
        self.store.keep_places(&desk.kept_places(contract, self.bots));
    }

    pub(crate) fn contract(&self) -> &Contract {
        self.game.contract().contract()
    }

    /// Remembers for a restart whom the player does not hear.
    pub(crate) fn keep_muted(&self, seats: SeatSet) {
        self.store.keep_muted(seats);
    }

    /// Whether a program holds a seat of the match. Others are told nothing of it.
    pub(crate) fn has(&self, peer: PeerId) -> bool {
        let peer = PeerBytes(peer.to_bytes());
        !self.game.contract().contract().seats_of(&peer).is_empty()
    }

    /// The contract with all signatures, for those who watch.
    pub(crate) fn signed(&self) -> Vec<u8> {
        self.game.contract().encode()
    }

    /// What somebody without a seat is shown, if he may watch.
    pub(crate) fn show(&self, desk: &mut Desk, from: PeerId, packet: &[u8]) -> Option<Vec<u8>> {
        let delay = desk.audience.shows(from, desk.now())?;
        self.game.show(packet, delay)
    }

    /// A message of another program, and the answer to it.
    pub(crate) fn receive(&mut self, desk: &mut Desk, from: PeerId, packet: &[u8]) -> Vec<u8> {
        // What was not taken is no news for the player: faults come as news of their own.
        let measure = Measure::of(&self.game);
        let _ = self.game.receive(&PeerBytes(from.to_bytes()), packet, desk.now());
        measure.received(&self.game, &mut self.proofs);
        self.carry_out(desk);
        self.game.acknowledge()
    }

    pub(crate) fn decide(&mut self, desk: &mut Desk, seat: Seat, decision: Decision<Any>) {
        if let Err(misuse) = self.give(seat, decision, desk.now()) {
            desk.problem(Problem::Misuse(misuse));
        }
        self.carry_out(desk);
    }

    /// A machine plays on for a person, or no longer does.
    pub(crate) fn hand_over(&mut self, desk: &mut Desk, seat: Seat, level: Option<Level>) {
        let is_persons = self.game.own_seats().minus(self.bots).has(seat);
        if !is_persons || self.game.stop().is_some() {
            return desk.problem(Problem::Misuse(Misuse::WrongKind));
        }
        match level {
            Some(level) => self.handed.insert(seat, level),
            None => self.handed.remove(&seat),
        };
        self.has_more = true;
    }

    fn give(&mut self, seat: Seat, decision: Decision<Any>, now: Millis) -> Result<(), Misuse> {
        let position = self.game.progress().position();
        let owes = match &decision {
            Decision::Move(mv) => Any::owes(position, seat, mv).is_ok_and(|it| !it.is_empty()),
            _ => false,
        };
        let measure = Measure::of(&self.game);
        let is_set_up = matches!(decision, Decision::Deploy(_));
        self.game.decide(seat, decision, now)?;
        if owes || is_set_up {
            measure.decided(owes, &mut self.proofs);
        }
        Ok(())
    }

    /// Says whether own layouts are shown in the end. On the disk first: a restart must not show what
    /// was to stay hidden.
    pub(crate) fn open_layouts(&mut self, desk: &mut Desk, is_wanted: bool) {
        match self.store.keep_layouts(!is_wanted) {
            Ok(()) => {
                self.keeps_layouts = !is_wanted;
                self.game.open_layouts(is_wanted);
            }
            Err(error) => desk.problem(Problem::Disk(error.to_string())),
        }
    }

    pub(crate) fn close_as_claimed(&mut self, desk: &mut Desk) {
        if let Err(misuse) = self.game.close_as_claimed(desk.now()) {
            desk.problem(Problem::Misuse(misuse));
        }
        self.carry_out(desk);
    }

    /// Whether there is something to do at once.
    pub(crate) fn has_more(&self) -> bool {
        self.has_more
    }

    pub(crate) fn wake_at(&self) -> Option<Millis> {
        let linger = self.leaving.map(|at| at + LINGER_MS);
        let others = linger.into_iter().chain(self.machine.wake_at()).chain(self.gives_up_at());
        let others = others.chain(self.rematch.wake_at().filter(|_| self.can_rematch()));
        self.game.wake_at().into_iter().chain(others).min()
    }

    pub(crate) fn tick(mut self: Box<Self>, desk: &mut Desk) -> Phase {
        self.game.tick(desk.now());
        self.carry_out(desk);
        self.has_more = !self.is_broken && self.play_machine(desk.now());
        self.carry_out(desk);
        if self.is_broken {
            desk.forget_all();
            return Phase::Idle;
        }
        if self.gives_up_at().is_some_and(|at| desk.now() >= at) {
            self.is_given_up = true;
            self.game.leave();
            self.carry_out(desk);
        }
        if self.leaving.is_some() {
            return self.leave(desk);
        }
        self.again(desk)
    }

    /// Whether this match is such that the same may be played again.
    fn can_rematch(&self) -> bool {
        matches!(self.game.stop(), Some(Stop::Sealed(_) | Stop::NoGame(_) | Stop::Claimed(_)))
    }

    /// The other programs of the match.
    fn others(&self, desk: &Desk) -> Vec<PeerId> {
        let seats = &self.game.contract().contract().terms().seats;
        let (own, mut others) = (desk.peer(), Vec::new());
        for peer in seats.iter().filter(|player| player.peer != own) {
            others.extend(peer_of(&peer.peer).filter(|peer| !others.contains(peer)));
        }
        others
    }

    /// The player wants the same again, or no longer does.
    pub(crate) fn want_again(&mut self, desk: &mut Desk, is_wanted: bool) {
        if !self.can_rematch() || self.leaving.is_some() {
            return desk.problem(Problem::Misuse(Misuse::WrongKind));
        }
        if let Err(problem) = self.rematch.want(desk, self.game.own_seats(), is_wanted) {
            desk.problem(problem);
        }
    }

    /// Another program of the match says whether it wants the same again. The answer is what the
    /// own player wants.
    pub(crate) fn heard_again(
        &mut self,
        from: PeerId,
        match_id: [u8; 32],
        said: (u64, Nonces),
    ) -> RoomMessage {
        if self.game.id().0 != match_id {
            return RoomMessage::Noted;
        }
        let seats = self.game.contract().contract().seats_of(&PeerBytes(from.to_bytes()));
        self.rematch.said(from, seats, said);
        self.rematch.words(self.game.id())
    }

    /// Tells the others of the own wish; with all agreed the next contract is made.
    fn again(mut self: Box<Self>, desk: &mut Desk) -> Phase {
        if !self.can_rematch() {
            return Phase::Playing(self);
        }
        let others = self.others(desk);
        self.rematch.tick(desk, self.game.id(), &others);
        let contract = self.game.contract().contract();
        match self.rematch.make(desk, contract, self.bots) {
            Some(phase) => phase,
            None => Phase::Playing(self),
        }
    }

    /// A contract comes that should follow from this match. That of the match itself comes from a
    /// host who lacks signatures that are on their way: nobody declines what he has signed.
    pub(crate) fn terms(
        mut self: Box<Self>,
        desk: &mut Desk,
        from: PeerId,
        bytes: &[u8],
    ) -> (Phase, Vec<u8>) {
        let old = self.game.contract().contract();
        if old.bytes() == bytes {
            return (Phase::Playing(self), RoomMessage::Noted.frame());
        }
        match self.rematch.terms(desk, (old, self.bots), from, bytes) {
            Ok(phase) => (phase, RoomMessage::Noted.frame()),
            Err(answer) => (Phase::Playing(self), answer.frame()),
        }
    }

    /// When a decided match is no longer waited for by a program whose seats machines play: who has
    /// not sealed it by then is away. A person waits as long as he likes.
    fn gives_up_at(&self) -> Option<Millis> {
        let is_open = self.game.stop().is_none() && self.game.progress().is_decided();
        let has_people = !self.game.own_seats().minus(self.bots).is_empty();
        self.game.all_silent_from().filter(|_| is_open && !has_people && !self.is_given_up)
    }

    /// Goes, once the others have what they need or have had time enough. A match that is decided
    /// and not sealed by all ends first, and is shown so; who is told to go then goes.
    pub(crate) fn leave(mut self: Box<Self>, desk: &mut Desk) -> Phase {
        let now = desk.now();
        let since = *self.leaving.get_or_insert(now);
        let is_decided = self.game.progress().is_decided();
        let is_done = match self.game.stop() {
            Some(_) => self.game.is_delivered(),
            None => !is_decided || !self.has_company(desk),
        };
        let is_watched = is_decided && desk.audience.count(now) > 0;
        let linger = if is_done { WATCHED_MS } else { LINGER_MS };
        if (!is_done || is_watched) && now.since(since) < linger {
            return Phase::Playing(self);
        }
        let was_open = self.game.stop().is_none();
        self.game.leave();
        self.carry_out(desk);
        if was_open && self.game.stop().is_some() && !self.is_broken {
            self.leaving = None;
            return Phase::Playing(self);
        }
        desk.forget_all();
        Phase::Idle
    }

    /// Whether any other program of the match is connected.
    fn has_company(&self, desk: &Desk) -> bool {
        desk.links.keys().any(|peer| self.has(*peer))
    }

    /// Carries out everything that the core asks for. Persisting comes before sending: if the disk
    /// fails nothing is sent.
    fn carry_out(&mut self, desk: &mut Desk) {
        while let Some(output) = self.game.poll() {
            if !self.is_broken {
                self.carry(desk, output);
            }
        }
    }

    fn carry(&mut self, desk: &mut Desk, output: Output<Any>) {
        let done = match output {
            Output::Persist(items) => self.store.persist(&items),
            Output::Record(step) => self.store.append(&step),
            Output::End(end) => self.store.end(&end),
            Output::Send(to, packet) => {
                desk.send_match(&to, &packet);
                self.store.sent();
                Ok(())
            }
            Output::Tell(news) => self.note(news),
        };
        if let Err(error) = done {
            self.is_broken = true;
            desk.problem(Problem::Disk(error.to_string()));
        }
    }

    fn note(&mut self, news: News<Any>) -> Result<(), StoreError> {
        match news {
            News::Closed { step, before, events } => self.log.closed(step, before, events),
            News::Offered(seat) => self.log.offered(seat),
            News::Declined(seat) => self.log.declined(seat),
            News::WishedPause(seat) => self.log.wished_pause(seat),
            News::Paused => self.log.paused(),
            News::Silent(seat) => self.log.silent(seat),
            News::Stopped(_) => return self.store.close(Closing::Ended),
        }
        Ok(())
    }

    /// Lets a machine decide, if one must; one at a time, so that a match among machines can be
    /// watched and left. False if none must.
    fn play_machine(&mut self, now: Millis) -> bool {
        let Some((seat, decision)) = self.machine.next(&self.game, (self.bots, &self.handed), now)
        else {
            return false;
        };
        self.give(seat, decision, now).is_ok()
    }

    pub(crate) fn view(&self, desk: &Desk) -> PhaseView {
        let progress = self.game.progress();
        let signed = self.game.contract();
        let handed: SeatSet = self.handed.keys().copied().collect();
        let awaited = self.game.awaited().minus(self.bots).minus(handed);
        let position = progress.position().clone();
        let stage = self.stage();
        let moves = match (stage, awaited.lowest()) {
            (StageView::Move(_), Some(seat)) => {
                let named = |mv: catalog::Move| {
                    let text = Any::write_move(&position, &mv);
                    (mv, text)
                };
                Any::moves(&position, seat, &self.game.known(seat)).into_iter().map(named).collect()
            }
            _ => Vec::new(),
        };
        let choices = match (stage, awaited.lowest()) {
            (StageView::Choose, Some(seat)) => {
                let named = |choice: catalog::Choice| {
                    let text = Any::write_choice(&position, &choice);
                    (choice, text)
                };
                let choices = Any::choices(&position, seat).unwrap_or_default();
                choices.into_iter().map(named).collect()
            }
            _ => Vec::new(),
        };
        PhaseView::Playing(Arc::new(MatchView {
            contract: contract_view(signed.contract(), progress.rules(), self.game.own_seats()),
            step: progress.step(),
            head: progress.head().to_string(),
            stage,
            due: self.game.due().map_or(SeatSet::EMPTY, |due| due.seats),
            silent: self.game.silent(),
            awaited,
            known: self.game.own_seats().iter().map(|seat| (seat, self.game.known(seat))).collect(),
            opened: progress.opened(),
            keeps_layouts: self.keeps_layouts,
            proofs: self.proofs,
            lost_layouts: self.game.lost_layouts().or(self.game.lost_choices()),
            moves,
            choices,
            draws: self.game.draw_offers(),
            declined: self.game.draw_declined(),
            pauses: self.game.pause_wishes(),
            is_paused: self.game.is_paused(),
            clocks: self.clocks(desk),
            bots: self.bots,
            handed: self.handed.clone(),
            connected: connected_seats(desk, signed.contract(), self.game.own_seats()),
            links: self.links(desk),
            claims_from: self.game.claims_from().map(|at| desk.instant(at)),
            is_settled: self.game.is_settled(),
            deadline: self.game.deadline().map(|at| desk.instant(at)),
            log: self.log.entries(),
            ended: self.game.stop().map(ended),
            is_delivered: self.game.is_delivered(),
            rematch: self.rematch.seats(),
            can_rematch: self.can_rematch()
                && self.others(desk).iter().all(|peer| desk.links.contains_key(peer)),
            record: self.store.record_path(),
            position,
            is_watching: false,
            watchers: desk.audience.count(desk.now()),
        }))
    }

    /// How each seat's program is reached. Where there is no link its entries may still come through
    /// another seat's: that counts as long as it owes nothing, or has not owed it for long.
    fn links(&self, desk: &Desk) -> Vec<LinkView> {
        let contract = self.game.contract().contract();
        let mut links = desk.link_views(contract);
        let silent = self.game.silent();
        for (seat, link) in SeatSet::first(SEATS_MAX).iter().zip(&mut links) {
            let is_away = matches!(link.way, Way::Reconnecting { .. } | Way::Offline { .. });
            let Some((by, at)) = self.game.bridge(seat).filter(|_| is_away) else { continue };
            let is_up = peer_of(by).is_some_and(|peer| desk.links.contains_key(&peer));
            let since = self.game.opened_at().max(*at);
            let is_heard = !silent.has(seat) || desk.now().since(since) < BRIDGED_MS;
            let is_later = since_of(&link.way).is_none_or(|since| desk.instant(*at) >= since);
            let through = contract.seats_of(by).lowest().filter(|_| is_up && is_heard && is_later);
            if let Some(through) = through {
                let name = contract.player(through).map(|player| player.name.to_string());
                link.way = Way::Bridged { through, name: name.unwrap_or_default() };
            }
        }
        links
    }

    fn clocks(&self, desk: &Desk) -> Vec<(Seat, ClockView)> {
        let view = |clock| match clock {
            SeatClock::Stands(ms) => ClockView::Stands(Duration::from_millis(ms)),
            SeatClock::Runs(until) => ClockView::Runs(desk.instant(until)),
        };
        self.game.clocks().into_iter().map(|(seat, clock)| (seat, view(clock))).collect()
    }

    fn stage(&self) -> StageView {
        stage_of(self.game.due().filter(|_| self.game.stop().is_none()))
    }
}

/// What a step is for; none: there is no more.
pub(crate) fn stage_of(due: Option<&Due>) -> StageView {
    let Some(due) = due else {
        return StageView::Over;
    };
    match &due.stage {
        Stage::Begin => StageView::Begin,
        Stage::Deploy => StageView::Deploy,
        Stage::Answer(_) => StageView::Answer,
        Stage::Act => due.seats.lowest().map_or(StageView::Over, StageView::Move),
        Stage::Commit(Purpose::Choice) => StageView::Choose,
        Stage::Commit(Purpose::Toss { .. }) => StageView::Toss,
        Stage::Reveal { .. } => StageView::Show,
        Stage::Seal => StageView::Seal,
    }
}

/// Since when a program has been away.
fn since_of(way: &Way) -> Option<Instant> {
    match way {
        Way::Reconnecting { since } => Some(*since),
        Way::Offline { since, .. } => *since,
        Way::Here | Way::Lan | Way::Internet | Way::Relay { .. } | Way::Bridged { .. } => None,
    }
}

fn ended(stop: &Stop) -> Ended {
    match stop {
        Stop::Sealed(outcome) => Ended::Decided(*outcome),
        Stop::NoGame(no_game) => Ended::NoGame(no_game.seat),
        Stop::Claimed(silent) => Ended::Claimed(*silent),
        Stop::Cheated(fault) => {
            Ended::Cheated { seat: fault.seat, step: fault.step, check: fault.check }
        }
        Stop::Diverged { seat, step } => Ended::Diverged { seat: *seat, step: *step },
        Stop::Engine(illegal) => Ended::Fault(illegal.to_string()),
    }
}
