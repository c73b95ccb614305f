//! A match of others that is watched: asked for again and again, checked like a record, and written
//! down.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use catalog::Any;
use game::{Outcome, Seat, SeatSet};
use net::{Address, DialFailure, PeerId, RequestFailure};
use protocol::{Due, Millis, Seen, Spectator};
use record::{ClosedStep, End, PeerBytes, ReadError, RecordFile, SignedContract};

use crate::asking::goal::Goal;
use crate::desk::{Desk, Phase};
use crate::log::Log;
use crate::playing::stage_of;
use crate::room::{RoomMessage, match_frame};
use crate::signing::{contract_view, rules_of};
use crate::spent::Proofs;
use crate::store::{JOURNAL, RECORD, StoreError};
use crate::view::{ClockView, Ended, MatchView, PhaseView, Problem};

/// A player's program is asked so often what there is to see.
const LOOK_MS: u64 = 700;
/// The same, while there is more than one message can hold.
const MORE_MS: u64 = 150;
/// Seals that are not there so long after the game was decided are not waited for.
const SEAL_MS: u64 = 12_000;

/// A match that is watched, or is to be.
pub(crate) struct Watching {
    goal: Goal,
    /// Whose program shows it.
    host: Option<PeerId>,
    asked: Option<Millis>,
    has_more: bool,
    film: Option<Film>,
    is_over: bool,
}

/// What has been seen of a match.
struct Film {
    spectator: Spectator<Any>,
    record: RecordFile,
    path: PathBuf,
    log: Log,
    /// Since when it is decided.
    decided: Option<Millis>,
    is_ended: bool,
}

impl Watching {
    /// Looks for a match where a text says.
    pub(crate) fn start(desk: &mut Desk, text: &str) -> Phase {
        let goal = match Goal::read(text, desk.profile.transport().peer()) {
            Ok(goal) => goal,
            Err(problem) => {
                desk.problem(problem);
                return Phase::Idle;
            }
        };
        if desk.up().is_none() {
            return Phase::Idle;
        }
        let host = goal.start(desk);
        let mut watching =
            Self { goal, host, asked: None, has_more: false, film: None, is_over: false };
        watching.tick(desk);
        Phase::Watching(Box::new(watching))
    }

    pub(crate) fn view(&self, desk: &Desk) -> PhaseView {
        match &self.film {
            Some(film) => film.view(self.is_linked(desk)),
            None => PhaseView::Asking {
                address: self.goal.name(),
                room: None,
                link: self.goal.link(desk, self.host),
                invitation: self.goal.invitation().cloned().map(Box::new),
            },
        }
    }

    fn is_linked(&self, desk: &Desk) -> bool {
        self.host.is_some_and(|host| desk.links.contains_key(&host))
    }

    /// Whether this is who shows the match.
    pub(crate) fn is_host(&self, peer: PeerId) -> bool {
        self.host == Some(peer)
    }

    pub(crate) fn wake_at(&self) -> Option<Millis> {
        let wait = if self.has_more { MORE_MS } else { LOOK_MS };
        let is_done = self.film.as_ref().is_some_and(|film| film.is_ended);
        self.asked.filter(|_| !is_done && !self.is_over).map(|at| at + wait)
    }

    /// Dials or asks, if it is time.
    pub(crate) fn tick(&mut self, desk: &mut Desk) {
        let now = desk.now();
        if self.is_over || self.wake_at().is_some_and(|at| now < at) {
            return;
        }
        if let Some(film) = &mut self.film {
            if film.is_ended {
                return;
            }
            film.give_up(desk, now);
        }
        self.asked = Some(now);
        match self.host.filter(|host| desk.links.contains_key(host)) {
            None => self.goal.tick(desk),
            Some(host) => {
                let frame = match &self.film {
                    Some(film) => match_frame(&film.spectator.ask()),
                    None => RoomMessage::Watch.frame(),
                };
                desk.send(host, frame);
            }
        }
    }

    /// Goes back when there is nothing to see.
    pub(crate) fn advance(self: Box<Self>, desk: &mut Desk) -> Phase {
        if self.is_over { Self::leave(desk) } else { Phase::Watching(self) }
    }

    pub(crate) fn leave(desk: &mut Desk) -> Phase {
        desk.forget_all();
        Phase::Idle
    }

    pub(crate) fn dialled(&mut self, desk: &mut Desk, address: &Address, peer: PeerId) {
        if self.goal.is_typed(address) && self.film.is_none() {
            self.host = Some(peer);
            self.goal.found();
            desk.hold_way(peer);
            self.asked = None;
            self.tick(desk);
        }
    }

    pub(crate) fn dial_failed(
        &mut self,
        desk: &mut Desk,
        address: &Address,
        peer: Option<PeerId>,
        reason: DialFailure,
    ) {
        if !self.is_linked(desk) && !self.is_over && self.film.is_none() {
            self.is_over = self.goal.failed(desk, address, peer, reason);
        }
    }

    pub(crate) fn relay_failed(&mut self, desk: &mut Desk, relay: PeerId) {
        if !self.is_linked(desk) && !self.is_over {
            self.goal.relay_failed(desk, relay);
        }
    }

    pub(crate) fn failed(&mut self, desk: &mut Desk, peer: PeerId, reason: RequestFailure) {
        if self.is_host(peer) && matches!(reason, RequestFailure::Unsupported) {
            self.is_over = true;
            desk.problem(Problem::OtherVersion);
        }
    }

    pub(crate) fn linked(&mut self, desk: &mut Desk, peer: PeerId, is_up: bool) {
        if self.is_host(peer) {
            if is_up {
                self.goal.found();
            }
            self.asked = None;
            self.tick(desk);
        }
    }

    /// What a player's program says about watching.
    pub(crate) fn answered(&mut self, desk: &mut Desk, from: PeerId, message: RoomMessage) {
        if !self.is_host(from) || self.film.is_some() {
            return;
        }
        match message {
            RoomMessage::Watched { contract } => match Film::begin(desk, from, &contract) {
                Ok(film) => {
                    desk.keep(from, self.goal.of_host(from));
                    self.film = Some(film);
                    (self.asked, self.has_more) = (None, true);
                }
                Err(problem) => {
                    desk.problem(problem);
                    self.is_over = true;
                }
            },
            RoomMessage::Refused(refusal) => {
                desk.problem(Problem::Refused(refusal));
                self.is_over = true;
            }
            // The match has not begun yet: it is asked for again.
            _ => {}
        }
    }

    /// What a player's program shows.
    pub(crate) fn shown(&mut self, desk: &mut Desk, from: PeerId, packet: &[u8]) {
        let now = desk.now();
        let is_host = self.is_host(from);
        let Some(film) = self.film.as_mut().filter(|film| is_host && !film.is_ended) else {
            return;
        };
        // What does not hold is not taken; it is asked for again.
        let seen = film.spectator.receive(packet).unwrap_or_default();
        self.has_more = !seen.is_empty();
        for step in seen {
            if let Err(error) = film.take(step, now) {
                desk.problem(Problem::Disk(error.to_string()));
                self.is_over = true;
                return;
            }
        }
    }
}

impl Film {
    /// Begins with a contract, or goes on where it was left.
    fn begin(desk: &Desk, host: PeerId, contract: &[u8]) -> Result<Self, Problem> {
        let bad = |error: String| Problem::Contract(error);
        let signed = SignedContract::decode(contract).map_err(|error| bad(error.to_string()))?;
        let plays = !signed.contract().seats_of(&PeerBytes(host.to_bytes())).is_empty();
        if !plays {
            return Err(bad("whoever shows the match does not play in it".into()));
        }
        let spectator = Spectator::new(signed.clone());
        let spectator = spectator.map_err(|error| bad(error.to_string()))?;
        let disk = |error: StoreError| Problem::Disk(error.to_string());
        let folder = desk.profile.matches().join(signed.contract().id().to_string());
        let path = folder.join(RECORD);
        let (record, kept) = open(&folder, &path, &signed).map_err(disk)?;
        let log = Log::default();
        let mut film = Self { spectator, record, path, log, decided: None, is_ended: false };
        for step in kept {
            let taken = film.spectator.take(step).map_err(|error| bad(error.to_string()))?;
            film.log.closed(taken.step.step, taken.before, taken.events);
        }
        Ok(film)
    }

    /// Writes down a step and shows it.
    fn take(&mut self, seen: Seen<Any>, now: Millis) -> Result<(), StoreError> {
        if seen.is_seal {
            self.record.end(&End::Sealed(seen.step.slots))?;
            self.record.sync()?;
            self.is_ended = true;
            return Ok(());
        }
        self.record.append(&seen.step)?;
        self.log.closed(seen.step.step, seen.before, seen.events);
        let progress = self.spectator.progress();
        self.is_ended = progress.no_game().is_some();
        self.decided = self.decided.or(progress.is_decided().then_some(now));
        Ok(())
    }

    /// Who does not seal a decided match is not waited for.
    fn give_up(&mut self, desk: &mut Desk, now: Millis) {
        if self.decided.is_some_and(|at| now.since(at) >= SEAL_MS) {
            self.is_ended = true;
            if let Err(error) = self.record.sync() {
                desk.problem(Problem::Disk(error.to_string()));
            }
        }
    }

    fn ended(&self) -> Option<Ended> {
        let progress = self.spectator.progress();
        let outcome: Option<Outcome> = progress.outcome();
        match (progress.no_game(), outcome) {
            (Some(no_game), _) => Some(Ended::NoGame(no_game.seat)),
            (None, Some(outcome)) if self.is_ended => Some(Ended::Decided(outcome)),
            (None, _) => None,
        }
    }

    fn view(&self, is_linked: bool) -> PhaseView {
        let (progress, signed) = (self.spectator.progress(), self.spectator.contract());
        let contract = signed.contract();
        let due: Option<&Due> = progress.due();
        let seats = due.map_or(SeatSet::EMPTY, |due| due.seats);
        let left = |seat: Seat| {
            let left = Duration::from_millis(progress.remaining_ms(seat)?);
            Some((seat, ClockView::Stands(left)))
        };
        let ended = self.ended();
        PhaseView::Playing(Arc::new(MatchView {
            contract: contract_view(contract, progress.rules(), SeatSet::EMPTY),
            step: progress.step(),
            head: progress.head().to_string(),
            stage: stage_of(due.filter(|_| ended.is_none())),
            due: seats,
            silent: seats,
            awaited: SeatSet::EMPTY,
            known: Default::default(),
            opened: progress.opened(),
            keeps_layouts: false,
            proofs: Proofs::default(),
            lost_layouts: SeatSet::EMPTY,
            moves: Vec::new(),
            choices: Vec::new(),
            draws: SeatSet::EMPTY,
            declined: SeatSet::EMPTY,
            pauses: SeatSet::EMPTY,
            is_paused: false,
            clocks: progress.living().iter().filter_map(left).collect(),
            bots: SeatSet::EMPTY,
            handed: Default::default(),
            // Of the others nothing is known but what is shown.
            connected: if is_linked { progress.seats() } else { SeatSet::EMPTY },
            links: Vec::new(),
            claims_from: None,
            is_settled: true,
            deadline: None,
            log: self.log.entries(),
            ended,
            is_delivered: true,
            rematch: SeatSet::EMPTY,
            can_rematch: false,
            record: self.path.clone(),
            position: progress.position().clone(),
            is_watching: true,
            watchers: 0,
        }))
    }
}

/// The record of a match that is watched, and what is in it. Own matches are not watched.
fn open(
    folder: &Path,
    path: &Path,
    signed: &SignedContract,
) -> Result<(RecordFile, Vec<ClosedStep>), StoreError> {
    let io = |error| StoreError::Io { path: folder.to_owned(), error };
    if folder.join(JOURNAL).exists() || rules_of(signed.contract()).is_none() {
        return Err(StoreError::Known);
    }
    fs::create_dir_all(folder).map_err(io)?;
    // To read what is no file might never end.
    let is_file = fs::metadata(path).is_ok_and(|file| file.is_file());
    match is_file.then(|| RecordFile::open(path)) {
        Some(Ok(opened)) if *opened.contract == *signed => Ok((opened.file, opened.steps)),
        Some(Ok(_)) => Err(StoreError::Known),
        // The program stopped while it made it: there is no whole contract in it.
        Some(Err(ReadError::Torn { .. })) => {
            fs::remove_file(path).map_err(io)?;
            Ok((RecordFile::create(path, signed)?, Vec::new()))
        }
        Some(Err(error)) => Err(error.into()),
        None => Ok((RecordFile::create(path, signed)?, Vec::new())),
    }
}
