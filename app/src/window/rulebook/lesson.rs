//! What one needs to know to begin, with boards on which the engine itself says what can be done.

use catalog::{Any, GameName, Position, Rules};
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
    ("learn-push", "learn-push-text", &[Shown::moves(PUSH, "b2"), Shown::after(PUSH, "b2>c3")]),
    ("learn-assassin", "learn-assassin-text", &[Shown::moves(ASSASSIN, "c3")]),
    ("learn-king", "learn-king-text", &[Shown::moves(KING, "d5")]),
    ("learn-promote", "learn-promote-text", &[]),
    ("learn-ties", "learn-ties-text", &[]),
    ("learn-many", "learn-many-text", &[]),
    ("learn-crown", "learn-crown-text", &[]),
    ("learn-end", "learn-end-text", &[]),
];

/// Examples: the board, and what is to move.
const WARRIOR: (&str, &str) = ("...K0../....../..W0W1../..S1.../....../...K1..", "W");
const SHIELD: (&str, &str) = ("...K0../....../..S0.../...W1../....../...K1..", "SA");
const PUSH: (&str, &str) = ("...K0../.S0..../..W1.../...W1../....../...K1..", "SA");
const ASSASSIN: (&str, &str) = ("...K0../....../..A0.../..W1W1../....../...K1..", "SA");
const KING: (&str, &str) = ("....../....../....../..W0.../..W1K0../.S1..K1", "K");

/// A board to be shown.
#[derive(Clone, Copy)]
struct Shown {
    board: (&'static str, &'static str),
    /// The piece whose moves are marked.
    from: &'static str,
    /// The move that has been made.
    made: &'static str,
}

impl Shown {
    const fn moves(board: (&'static str, &'static str), from: &'static str) -> Self {
        Self { board, from, made: "" }
    }

    const fn after(board: (&'static str, &'static str), made: &'static str) -> Self {
        Self { board, from: "", made }
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
    /// Asks the engine for the boards.
    pub(super) fn of(game: GameName) -> Self {
        let rules = game.rules([]).ok();
        let example = |shown: &Shown| example(rules.as_ref()?, *shown);
        let examples = TOLD.iter().map(|(.., shown)| shown.iter().filter_map(example).collect());
        let examples = examples.collect();
        Self { rules, examples }
    }

    /// Shows it.
    pub(super) fn ui(&self, ui: &mut Ui, scene: &Scene<'_>) {
        kit::title(ui, &scene.text.get("learn-title"));
        for ((title, told, _), examples) in TOLD.iter().zip(&self.examples) {
            kit::card(ui, scene.look, |ui| {
                ui.set_width(ui.available_width());
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
    if shown.made.is_empty() {
        let node = node(rules, shown.from)?;
        let view = Any::view(&at, &Known::public());
        marks.chosen.push(node);
        for mv in Any::moves(&at, seat, &Known::of(seat)) {
            if let [Pick::Node(from), Pick::Node(to), ..] = Any::picks(&at, &mv).as_slice() {
                if *from == node {
                    let is_taken = view.tokens.get(usize::from(*to)).is_some_and(Option::is_some);
                    let target = if is_taken { Target::Capture } else { Target::Move };
                    marks.targets.insert(*to, target);
                }
            }
        }
    } else {
        let mv = Any::read_move(&at, shown.made).ok()?;
        let nodes = Any::picks(&at, &mv).into_iter().filter_map(|pick| match pick {
            Pick::Node(node) => Some(node),
            Pick::Word(_) => None,
        });
        marks.last = nodes.collect();
        Any::apply(&mut at, &Event::Moved(seat, mv)).ok()?;
    }
    Some(Example { view: Any::view(&at, &Known::public()), marks })
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
                let is_marked = !example.marks.targets.is_empty() || !example.marks.last.is_empty();
                assert!(is_marked, "{title}: {board}");
            }
        }
    }
}
