//! What one needs to know to begin, with boards on which the engine itself says what can be done.

use std::collections::BTreeMap;

use catalog::{Any, GameName, Move, Position, Rules};
use eframe::egui::{Label, RichText, Ui, vec2};
use game::{Event, Game as _, Known, Node, Pick, Seat, View, Waits};

use super::super::board::{BoardUi, Marks, Target};
use super::super::kit;
use super::super::scene::Scene;

/// The side of a board beside the text.
const BOARD: f32 = 188.0;
/// How wide the text beside a board must be, at least.
const TEXT: f32 = 260.0;

/// What is told, in order: the keys of a title and a text, and the boards that go with it.
const TOLD: [(&str, &str, &[Shown]); 12] = [
    ("learn-aim", "learn-aim-text", &[]),
    ("learn-turn", "learn-turn-text", &[]),
    ("learn-warrior", "learn-warrior-text", &[Shown::moves(WARRIOR, "c3")]),
    ("learn-shield", "learn-shield-text", &[Shown::moves(SHIELD, "c3")]),
    ("learn-push", "learn-push-text", &[Shown::before(PUSH, "b2>c3"), Shown::after(PUSH, "b2>c3")]),
    ("learn-assassin", "learn-assassin-text", &[Shown::moves(ASSASSIN, "c3")]),
    ("learn-king", "learn-king-text", &[Shown::moves(KING, "d4")]),
    ("learn-promote", "learn-promote-text", &[]),
    ("learn-ties", "learn-ties-text", &[]),
    ("learn-many", "learn-many-text", &[]),
    ("learn-crown", "learn-crown-text", &[]),
    ("learn-end", "learn-end-text", &[]),
];

/// Examples: the board, and what is to move.
const WARRIOR: (&str, &str) = ("...K0../....../..W0W1../..S1.../....../...K1..", "W");
const SHIELD: (&str, &str) = ("...K0../....../..S0.../....../....../...K1..", "SA");
const PUSH: (&str, &str) = ("...K0../.S0..../..W1.../...W1../....../...K1..", "SA");
const ASSASSIN: (&str, &str) = ("...K0../....../..A0.../..W1W1../....../...K1..", "SA");
const KING: (&str, &str) = ("....../....../....../..W1K0../...S1../...K1..", "K");

/// A board to be shown.
#[derive(Clone, Copy)]
struct Shown {
    board: (&'static str, &'static str),
    what: What,
}

/// What is shown on it.
#[derive(Clone, Copy)]
enum What {
    /// Where the piece on this cell can go.
    Moves(&'static str),
    /// The cells of this move, before it.
    Before(&'static str),
    /// The same after it.
    After(&'static str),
}

impl Shown {
    const fn moves(board: (&'static str, &'static str), from: &'static str) -> Self {
        Self { board, what: What::Moves(from) }
    }

    const fn before(board: (&'static str, &'static str), made: &'static str) -> Self {
        Self { board, what: What::Before(made) }
    }

    const fn after(board: (&'static str, &'static str), made: &'static str) -> Self {
        Self { board, what: What::After(made) }
    }
}

/// A board, ready to be painted.
struct Example {
    view: View,
    marks: Marks,
}

/// All of it.
pub(super) struct Lesson {
    rules: Option<Rules>,
    /// For each paragraph its boards.
    examples: Vec<Vec<Example>>,
}

impl Lesson {
    /// Asks the engine for the boards; none: there is no lesson of this game.
    pub(super) fn of(game: GameName) -> Option<Self> {
        if game != GameName::Laoqi {
            return None;
        }
        let rules = game.rules([]).ok();
        let example = |shown: &Shown| example(rules.as_ref()?, *shown);
        let examples = TOLD.iter().map(|(.., shown)| shown.iter().filter_map(example).collect());
        let examples = examples.collect();
        Some(Self { rules, examples })
    }

    /// Shows it.
    pub(super) fn ui(&self, ui: &mut Ui, scene: &Scene<'_>) {
        kit::title(ui, &scene.text.get("learn-title"));
        for ((title, told, _), examples) in TOLD.iter().zip(&self.examples) {
            kit::card(ui, scene.look, |ui| {
                ui.set_width(ui.available_width());
                // A space stands before each board.
                let boards = examples.len() as f32 * (BOARD + 12.0);
                let is_beside = !examples.is_empty() && ui.available_width() - boards > TEXT;
                if is_beside {
                    ui.horizontal_top(|ui| {
                        let width = ui.available_width() - boards;
                        ui.vertical(|ui| {
                            ui.set_width(width);
                            words(ui, scene, title, told);
                        });
                        self.boards(ui, scene, examples);
                    });
                } else {
                    words(ui, scene, title, told);
                    if !examples.is_empty() {
                        ui.horizontal(|ui| self.boards(ui, scene, examples));
                    }
                }
            });
        }
    }

    fn boards(&self, ui: &mut Ui, scene: &Scene<'_>, examples: &[Example]) {
        let Some(rules) = &self.rules else { return };
        for (number, example) in examples.iter().enumerate() {
            let board = BoardUi {
                rules,
                view: &example.view,
                bottom: Seat::of(0),
                marks: &example.marks,
                is_live: false,
            };
            ui.push_id(number, |ui| board.show(ui, scene, vec2(BOARD, BOARD)));
        }
    }
}

fn words(ui: &mut Ui, scene: &Scene<'_>, title: &str, told: &str) {
    kit::heading(ui, &scene.text.get(title));
    let text = RichText::new(scene.text.get(told)).size(16.0).line_height(Some(25.0));
    ui.add(Label::new(text).wrap());
}

/// The position of an example.
fn position(rules: &Rules, (board, kinds): (&str, &str)) -> Option<Position> {
    let line = format!(
        "viewer=- board={board} control=01 lost=1,1 promoted=1,1 living=01 incited=- fallen=- \
         timeouts=0,0 ties=0,0,0 pending=- crown=- quiet=0 ply=9 showings=0 stage=act:0:{kinds}"
    );
    Any::read_position(rules, &line).ok().map(|(at, _)| at)
}

fn example(rules: &Rules, shown: Shown) -> Option<Example> {
    let mut at = position(rules, shown.board)?;
    let Waits::Move(seat) = Any::waits(&at) else { return None };
    let mut marks = Marks::default();
    match shown.what {
        What::Moves(from) => {
            let from = node(rules, from)?;
            marks.chosen.push(from);
            marks.targets = targets(&at, seat, from);
        }
        What::Before(made) => marks.chosen = nodes(&at, &Any::read_move(&at, made).ok()?),
        What::After(made) => {
            let mv = Any::read_move(&at, made).ok()?;
            marks.last = nodes(&at, &mv);
            Any::apply(&mut at, &Event::Moved(seat, mv)).ok()?;
        }
    }
    Some(Example { view: Any::view(&at, &Known::public()), marks })
}

/// Where a piece can go, and whether it takes something there.
fn targets(at: &Position, seat: Seat, from: Node) -> BTreeMap<Node, Target> {
    let view = Any::view(at, &Known::public());
    let mut targets = BTreeMap::new();
    for mv in Any::moves(at, seat, &Known::of(seat)) {
        let nodes = nodes(at, &mv);
        let [first, to, ..] = nodes.as_slice() else { continue };
        let token = view.tokens.get(usize::from(*to)).copied().flatten();
        // A pick of an own piece is a command and not a step.
        if *first == from && token.is_none_or(|token| token.controller != seat) {
            let target = if token.is_some() { Target::Capture } else { Target::Move };
            targets.insert(*to, target);
        }
    }
    targets
}

/// The cells of a move.
fn nodes(at: &Position, mv: &Move) -> Vec<Node> {
    let nodes = Any::picks(at, mv).into_iter().filter_map(|pick| match pick {
        Pick::Node(node) => Some(node),
        Pick::Word(_) => None,
    });
    nodes.collect()
}

fn node(rules: &Rules, name: &str) -> Option<Node> {
    let board = Any::board(rules);
    let at = board.nodes.iter().position(|node| node.name == name)?;
    Node::try_from(at).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_knows_every_example() {
        let rules = GameName::Laoqi.rules([]).unwrap();
        for (title, _, all) in &TOLD {
            for shown in *all {
                let board = shown.board.0;
                let Some(example) = example(&rules, *shown) else { panic!("{title}: {board}") };
                assert_ne!(example.marks, Marks::default(), "{title}: {board}");
            }
        }
    }
}
