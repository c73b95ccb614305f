//! What tests of pages need: a scene made by hand.

use std::path::PathBuf;
use std::sync::Arc;

use catalog::{Any, GameName, Position, Rules};
use eframe::egui;
use egui_kittest::{Harness, HarnessBuilder};
use game::{Event, Game, Known, Seat, SeatSet, Showing, Waits};
use table::{
    Clock, ContractView, Lobby, LogEntry, MatchView, Person, PhaseView, Shelf, StageView, TableView,
};

use super::fonts;
use super::look::{Look, Theme};
use super::prefs::Prefs;
use super::scene::Scene;
use crate::text::Text;

/// A window of this size with its fonts.
pub(crate) fn harness<State>(size: [f32; 2]) -> HarnessBuilder<State> {
    Harness::builder().with_size(size).with_context_setup(fonts::install)
}

/// The rules of a preset.
pub(crate) fn rules(preset: &str) -> Rules {
    GameName::Laoqi.rules([preset]).unwrap()
}

/// Everything that a scene is made of.
pub(crate) struct Stage {
    pub(crate) text: Text,
    pub(crate) look: Look,
    pub(crate) prefs: Prefs,
    pub(crate) view: TableView,
    is_applied: bool,
}

impl Stage {
    /// Nothing is going on.
    pub(crate) fn idle() -> Self {
        Self::of(PhaseView::Idle, Prefs { motion: false, ..Prefs::default() })
    }

    /// A match is going on.
    pub(crate) fn playing(game: MatchView) -> Self {
        let prefs = Prefs { motion: false, ..Prefs::default() };
        Self::of(PhaseView::Playing(Arc::new(game)), prefs)
    }

    /// Something is going on, with these settings.
    pub(crate) fn of(phase: PhaseView, prefs: Prefs) -> Self {
        let me = Person { name: "甲".into(), fingerprint: "ab12 cd34".into() };
        let view = TableView {
            version: 1,
            me,
            addresses: Vec::new(),
            phase,
            lobby: Arc::new(Lobby::default()),
            shelf: Arc::new(Shelf::default()),
            problems: Vec::new(),
        };
        let look = Look::of(prefs.theme, false);
        Self { text: Text::new(prefs.lang()), look, prefs, view, is_applied: false }
    }

    /// The look is given to the library once.
    pub(crate) fn apply(&mut self, ctx: &egui::Context) {
        if !std::mem::replace(&mut self.is_applied, true) {
            self.look.apply(ctx);
        }
    }

    /// The scene.
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { text: &self.text, look: &self.look, prefs: &self.prefs, view: &self.view }
    }
}

/// Every look.
pub(crate) const THEMES: [Theme; 4] = Theme::ALL;

/// A match at its start; the seats in `own` belong to people at this screen.
pub(crate) fn game(preset: &str, own: &[u8]) -> MatchView {
    let rules = rules(preset);
    let position = Any::start(&rules);
    let names = ["甲", "乙", "丙", "丁", "戊"];
    let players = names
        .iter()
        .take(usize::from(Any::seats(&rules)))
        .map(|name| Person { name: (*name).into(), fingerprint: "ab12 cd34 ef56 7890".into() });
    let own: SeatSet = own.iter().map(|seat| Seat::of(*seat)).collect();
    let contract = ContractView {
        id: "00ff".into(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        players: players.collect(),
        own,
        rules,
    };
    let mut game = MatchView {
        contract,
        step: 1,
        head: "00".into(),
        stage: StageView::Choose,
        due: SeatSet::EMPTY,
        silent: SeatSet::EMPTY,
        awaited: SeatSet::EMPTY,
        moves: Vec::new(),
        choices: Vec::new(),
        draws: SeatSet::EMPTY,
        bots: SeatSet::EMPTY,
        connected: SeatSet::first(5),
        is_settled: true,
        deadline: None,
        log: Arc::default(),
        ended: None,
        is_delivered: false,
        record: PathBuf::from("a.qiyue"),
        position,
    };
    ask(&mut game);
    game
}

/// What the position asks for.
fn ask(game: &mut MatchView) {
    let own = game.contract.own;
    let due = match Any::waits(&game.position) {
        Waits::Move(seat) => {
            game.stage = StageView::Move(seat);
            SeatSet::one(seat)
        }
        Waits::Choices(seats) => {
            game.stage = StageView::Choose;
            seats
        }
        _ => {
            game.stage = StageView::Seal;
            SeatSet::EMPTY
        }
    };
    (game.due, game.silent, game.awaited) = (due, due, due.and(own));
    (game.moves, game.choices) = (Vec::new(), Vec::new());
    let at = &game.position;
    match (game.stage, game.awaited.lowest()) {
        (StageView::Move(_), Some(seat)) => {
            let moves = Any::moves(at, seat, &Known::of(seat)).into_iter();
            game.moves = moves.map(|mv| (mv.clone(), Any::write_move(at, &mv))).collect();
        }
        (StageView::Choose, Some(seat)) => {
            let choices = Any::choices(at, seat).unwrap().into_iter();
            game.choices = choices.map(|it| (it.clone(), Any::write_choice(at, &it))).collect();
        }
        _ => {}
    }
}

/// The match after another event.
pub(crate) fn after(mut game: MatchView, event: Event<Any>) -> MatchView {
    let before: Position = game.position.clone();
    Any::apply(&mut game.position, &event).unwrap();
    let mut log = game.log.as_ref().clone();
    log.push(Arc::new(LogEntry::Event { step: game.step, before: Box::new(before), event }));
    game.log = Arc::new(log);
    game.step += 1;
    ask(&mut game);
    game
}

/// All show these choices, in seat order.
pub(crate) fn shown(game: MatchView, choices: &str) -> MatchView {
    let due = game.due.iter().zip(choices.split(' '));
    let read = |word: &str| Any::read_choice(&game.position, word).unwrap();
    let showings = due.map(|(seat, word)| (seat, Showing::Shown(read(word)))).collect();
    after(game, Event::Unsealed(showings))
}

/// The seat to move does this.
pub(crate) fn moved(game: MatchView, notation: &str) -> MatchView {
    let mv = Any::read_move(&game.position, notation).unwrap();
    let seat = game.due.lowest().unwrap();
    after(game, Event::Moved(seat, mv))
}
