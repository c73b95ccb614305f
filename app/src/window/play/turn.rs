//! What a frame of the page is about: who decides what, and what he may see.

use std::collections::BTreeMap;

use catalog::Any;
use eframe::egui::{self, RichText, Ui, accesskit};
use game::{Game, Kind, Known, Seat, SeatSet, Token, View};
use table::{MatchView, StageView};

use super::humans;
use crate::layouts;
use crate::talk;
use crate::window::board::Plane;
use crate::window::scene::Scene;
use crate::words::{Words, fact};

/// What a frame of the page is about.
pub(super) struct Turn<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) game: &'a MatchView,
    pub(super) words: Words<'a>,
    /// Words that call seats by their numbers alone, for long lists beside their names.
    pub(super) short: Words<'a>,
    /// The seats of people at this screen.
    pub(super) humans: SeatSet,
    /// The seat that somebody at this screen must decide for now.
    pub(super) actor: Option<Seat>,
    /// Whose side is at the bottom.
    pub(super) bottom: Seat,
    /// What that seat may see.
    pub(super) view: View,
    /// The board as that seat sees it.
    pub(super) plane: Plane,
}

impl<'a> Turn<'a> {
    pub(super) fn new(
        scene: &'a Scene<'a>,
        game: &'a MatchView,
        last: Option<Seat>,
        is_sent: bool,
    ) -> Self {
        let humans = humans(game);
        let may = game.is_settled && game.ended.is_none() && !is_sent;
        let actor = game.awaited.lowest().filter(|_| may);
        let first = humans.lowest().or(game.contract.own.lowest()).unwrap_or(Seat::of(0));
        let last = last.filter(|seat| humans.has(*seat)).unwrap_or(first);
        let bottom = match game.stage {
            StageView::Move(_) if humans.len() > 1 => actor.unwrap_or(last),
            _ if humans.len() > 1 => last,
            _ => first,
        };
        let words = talk::words(scene.text, &game.contract);
        let short = Words::new(scene.text, &game.contract.rules, BTreeMap::new());
        let view = Any::view(&game.position, &Known::of(bottom));
        let plane = Plane::new(&Any::board(&game.contract.rules), bottom);
        Self { scene, game, words, short, humans, actor, bottom, view, plane }
    }

    /// Whether a choice is to be made at this screen now.
    pub(super) fn chooses(&self) -> bool {
        self.actor.is_some() && self.game.stage == StageView::Choose
    }

    /// The seat at this screen that sets up now.
    pub(super) fn setter(&self) -> Option<Seat> {
        self.actor.filter(|seat| layouts::due(&self.game.position).has(*seat))
    }

    /// Whether the game is still being set up, in whatever way its rules want it.
    pub(super) fn sets_up(&self) -> bool {
        match self.game.stage {
            StageView::Choose | StageView::Deploy => !Any::begun(&self.game.position),
            StageView::Move(_) => fact(&self.view, "placing").is_some(),
            _ => false,
        }
    }

    /// What a second step is about, if this is one: a piece in hand, or one that is sent back.
    pub(super) fn owed(&self) -> Option<String> {
        let text = self.scene.text;
        if !self.moves() {
            return None;
        }
        if let Some(held) = self.held() {
            let kind = held.kind.map(|kind| self.words.kind(kind)).unwrap_or_default();
            return Some(text.with("play-drop-first", &[("kind", kind.into())]));
        }
        let [_, cell] = fact(&self.view, "return")? else { return None };
        Some(text.with("play-return-first", &[("cell", self.words.cell(*cell).into())]))
    }

    /// The piece in hand, to be put down.
    pub(super) fn held(&self) -> Option<Token> {
        let [_, army, kind] = fact(&self.view, "drop")? else { return None };
        let army = Seat::new(u8::try_from(*army).ok()?)?;
        let kind = Some(Kind(u8::try_from(*kind).ok()?));
        Some(Token { army, controller: army, kind })
    }

    /// Whether a move is to be made at this screen now.
    pub(super) fn moves(&self) -> bool {
        self.actor.is_some() && matches!(self.game.stage, StageView::Move(_))
    }

    /// Whether several people play at this screen.
    pub(super) fn is_shared(&self) -> bool {
        self.humans.len() > 1
    }

    /// A seat's own name, without its number.
    pub(super) fn name(&self, seat: Seat) -> String {
        let player = self.game.contract.players.get(seat.index());
        player.map_or_else(|| self.words.seat(seat), |player| player.name.clone())
    }

    /// What is waited for, in one line.
    pub(super) fn waited(&self) -> String {
        let text = self.scene.text;
        let seat = self.actor.map(|seat| self.words.seat(seat)).unwrap_or_default();
        let own = |plain: &str, shared: &str| {
            if self.is_shared() {
                text.with(shared, &[("seat", seat.into())])
            } else {
                text.get(plain)
            }
        };
        if self.game.ended.is_some() {
            return text.get("play-over");
        }
        if self.setter().is_some() {
            return text.get("set-up-title");
        }
        if let Some(owed) = self.owed() {
            return owed;
        }
        if self.sets_up() && (self.chooses() || self.moves()) {
            return own("play-set-up", "play-set-up-as");
        }
        if self.chooses() {
            return own("play-choose", "play-choose-as");
        }
        if self.moves() {
            return own("play-move", "play-move-as");
        }
        let status = talk::status(text, self.game);
        status.unwrap_or_else(|| match self.game.stage {
            StageView::Begin => text.get("play-begin"),
            StageView::Answer => text.get("play-answer"),
            StageView::Show => text.get("play-show"),
            StageView::Toss => text.get("play-toss"),
            StageView::Seal => text.get("play-seal"),
            StageView::Over => text.get("play-over"),
            StageView::Move(_) | StageView::Choose | StageView::Deploy => {
                self.words.waits(&self.game.position)
            }
        })
    }

    /// The line above the board.
    pub(super) fn headline(&self, ui: &mut Ui) {
        let look = self.scene.look;
        let is_own = self.actor.is_some();
        ui.horizontal_centered(|ui| {
            if let Some(seat) = self.actor {
                crate::window::kit::seat_badge(ui, look, seat, 30.0);
            }
            let size = if is_own { 23.0 } else { 18.0 };
            let color = if is_own { look.accent } else { look.ink };
            let text = RichText::new(self.waited()).size(size).color(color);
            let line = ui.add(egui::Label::new(text).selectable(false).truncate());
            ui.ctx().accesskit_node_builder(line.id, |node| {
                node.set_live(accesskit::Live::Polite);
            });
        });
    }
}
