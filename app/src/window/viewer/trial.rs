//! Free play from a place of a record: both sides are moved by whoever looks, and nothing is kept.

use std::collections::{BTreeMap, BTreeSet};

use catalog::{Any, Move, Position, Rules};
use eframe::egui::{self, RichText, Ui, vec2};
use game::{Event, Game as _, Known, Node, Pick, Seat, View, Waits};

use super::super::board::{BoardUi, Marks, Target};
use super::super::kit;
use super::super::scene::Scene;
use crate::words::{Words, touched};

/// Moves that are tried at most, one after the other.
const MOST: usize = 500;

/// Moves that are tried.
pub(super) struct Trial {
    /// The position of the record, then the one after each move.
    positions: Vec<Position>,
    /// What each move was, in words, and what it touched.
    made: Vec<(String, Vec<Node>)>,
    picks: Vec<Pick>,
}

/// What is to be done with the trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// It goes on.
    Nothing,
    /// Back to the record.
    Leave,
}

impl Trial {
    /// Begins at a position, if a move can be tried there by what everybody knows.
    pub(super) fn at(position: &Position) -> Option<Self> {
        let is_possible = !legal(position).is_empty();
        let positions = vec![position.clone()];
        is_possible.then_some(Self { positions, made: Vec::new(), picks: Vec::new() })
    }

    /// Shows the board and what can be done.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene<'_>,
        (rules, bottom): (&Rules, Seat),
        side: f32,
    ) -> Asked {
        let Some(now) = self.positions.last().cloned() else { return Asked::Leave };
        let words = Words::new(scene.text, rules, BTreeMap::new());
        let view = Any::view(&now, &Known::public());
        let options: Vec<(Move, Vec<Pick>)> =
            legal(&now).into_iter().map(|mv| (mv.clone(), Any::picks(&now, &mv))).collect();
        let marks = self.marks(&view, &options);
        let board = BoardUi { rules, view: &view, bottom, marks: &marks, is_live: true };
        let mut pointed = board.show(ui, scene, vec2(side, side)).map(Pick::Node);
        let mut asked = Asked::Nothing;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
            for word in words_next(&options, &self.picks) {
                if kit::button(ui, &words.word(word)).clicked() {
                    pointed = Some(Pick::Word(word));
                }
            }
            let can_undo = !self.made.is_empty() || !self.picks.is_empty();
            if kit::button_if(ui, &scene.text.get("trial-undo"), can_undo).clicked() {
                self.undo();
            }
            if kit::button(ui, &scene.text.get("trial-leave")).clicked() {
                asked = Asked::Leave;
            }
        });
        let last = self.made.last().map(|(told, _)| told.as_str());
        let state = words.waits(&now);
        let line = [scene.text.get("trial-title"), last.unwrap_or_default().to_owned(), state];
        let line: Vec<String> = line.into_iter().filter(|part| !part.is_empty()).collect();
        let line = line.join(&scene.text.get("option-separator"));
        let shown = RichText::new(&line).size(15.0).color(scene.look.ink);
        ui.add(egui::Label::new(shown).truncate()).on_hover_text(line);
        if let Some(mv) = pointed.and_then(|pick| self.point(pick, &options)) {
            self.make(&now, &words, mv);
        }
        asked
    }

    fn marks(&self, view: &View, options: &[(Move, Vec<Pick>)]) -> Marks {
        let last = self.made.last().map(|(_, nodes)| nodes.clone()).unwrap_or_default();
        let chosen = self.picks.iter().copied().filter_map(node).collect();
        let next = next(options, &self.picks).filter_map(node).collect::<BTreeSet<_>>();
        let is_taken =
            |node: &Node| view.tokens.get(usize::from(*node)).copied().flatten().is_some();
        let mut marks = Marks { last, chosen, ..Marks::default() };
        for node in next {
            match (self.picks.is_empty(), is_taken(&node)) {
                (true, true) => marks.starts.push(node),
                (_, false) => {
                    marks.targets.insert(node, Target::Move);
                }
                (false, true) => {
                    marks.targets.insert(node, Target::Capture);
                }
            }
        }
        marks
    }

    /// Something was pointed at; gives the move that is whole by it.
    fn point(&mut self, pick: Pick, options: &[(Move, Vec<Pick>)]) -> Option<Move> {
        if !next(options, &self.picks).any(|next| next == pick) {
            let was_last = self.picks.last() == Some(&pick);
            self.picks.clear();
            if was_last || !next(options, &[]).any(|next| next == pick) {
                return None;
            }
        }
        self.picks.push(pick);
        let whole = options.iter().find(|(_, picks)| *picks == self.picks);
        whole.map(|(mv, _)| mv.clone())
    }

    fn make(&mut self, now: &Position, words: &Words<'_>, mv: Move) {
        self.picks.clear();
        let Waits::Move(seat) = Any::waits(now) else { return };
        let nodes = touched(now, &mv).into_keys().collect();
        let event = Event::Moved(seat, mv);
        let mut after = now.clone();
        if self.made.len() < MOST && Any::apply(&mut after, &event).is_ok() {
            self.made.push((words.event(now, &event), nodes));
            self.positions.push(after);
        }
    }

    /// Takes back what was picked, else the last move.
    pub(super) fn undo(&mut self) {
        if !self.picks.is_empty() {
            self.picks.clear();
        } else if self.made.pop().is_some() {
            self.positions.pop();
        }
    }
}

/// The moves that everybody knows to be legal.
fn legal(at: &Position) -> Vec<Move> {
    match Any::waits(at) {
        Waits::Move(seat) => Any::moves(at, seat, &Known::public()),
        _ => Vec::new(),
    }
}

fn next<'a>(options: &'a [(Move, Vec<Pick>)], picks: &[Pick]) -> impl Iterator<Item = Pick> + 'a {
    let (begun, count) = (picks.to_vec(), picks.len());
    let begun = options.iter().filter(move |(_, all)| all.starts_with(&begun));
    begun.filter_map(move |(_, all)| all.get(count).copied())
}

fn words_next(options: &[(Move, Vec<Pick>)], picks: &[Pick]) -> BTreeSet<&'static str> {
    let words = next(options, picks).filter_map(|pick| match pick {
        Pick::Word(word) => Some(word),
        Pick::Node(_) => None,
    });
    words.collect()
}

fn node(pick: Pick) -> Option<Node> {
    match pick {
        Pick::Node(node) => Some(node),
        Pick::Word(_) => None,
    }
}
