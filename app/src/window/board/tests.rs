//! Boards of every size are painted, and every cell has a name of its own.

use std::collections::BTreeSet;

use eframe::egui;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::{Known, SeatSet};

use super::*;
use crate::window::scene::Acts;
use crate::window::stage::{Shown, Stage, click, idle, press, rules};

fn view(rules: &Rules, seat: u8) -> View {
    Any::view(&Any::start(rules), &Known::of(Seat::of(seat)))
}

struct Board {
    rules: Rules,
    view: View,
    bottom: Seat,
    marks: Marks,
    picked: Option<Node>,
}

fn board(preset: &str, bottom: u8) -> Board {
    let rules = rules(preset);
    let view = view(&rules, bottom);
    Board { rules, view, bottom: Seat::of(bottom), marks: Marks::default(), picked: None }
}

impl Board {
    fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, _: &mut Acts) {
        let size = ui.available_size();
        let shown = BoardUi {
            rules: &self.rules,
            view: &self.view,
            bottom: self.bottom,
            marks: &self.marks,
            is_live: true,
        };
        self.picked = shown.show(ui, scene, size).or(self.picked);
    }
}

fn shown(board: Board) -> Shown<Board> {
    Stage::new(board, idle()).open([684.0, 684.0], Board::ui)
}

fn names(harness: &Shown<Board>) -> Vec<String> {
    let cells = harness.get_all_by_role(Role::Button);
    cells.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn every_cell_of_every_board_has_a_name_of_its_own() {
    for (preset, cells) in [("two", 36), ("three", 54), ("four", 84), ("five", 84)] {
        let seats = Any::seats(&rules(preset));
        for bottom in SeatSet::first(seats).iter() {
            let harness = shown(board(preset, bottom.number()));
            let names = names(&harness);
            assert_eq!(names.len(), cells, "{preset}");
            let set: BTreeSet<_> = names.iter().collect();
            assert_eq!(set.len(), cells, "{preset}: {names:?}");
        }
    }
}

#[test]
fn the_own_side_is_at_the_bottom() {
    for preset in ["two", "three", "four", "five"] {
        let rules = rules(preset);
        let drawing = Any::board(&rules);
        for seat in SeatSet::first(Any::seats(&rules)).iter() {
            let plane = Plane::new(&drawing, seat);
            let Some(home) = plane.homes.get(&seat) else { continue };
            assert!(home.x.abs() < 0.01 && home.y > 2.0, "{preset} {seat}: {home:?}");
        }
        let plane = Plane::new(&drawing, Seat::of(0));
        assert!(plane.is_tiled, "{preset}");
        assert!(plane.piece > 0.25, "{preset}: {}", plane.piece);
    }
}

#[test]
fn cells_do_not_overlap_and_hold_their_nodes() {
    for preset in ["two", "three", "four"] {
        let plane = Plane::new(&Any::board(&rules(preset)), Seat::of(0));
        for (node, place) in (0..).zip(&plane.places) {
            assert_eq!(plane.find(*place), Some(node), "{preset}");
        }
    }
}

#[test]
fn a_cell_is_picked_by_its_name_and_by_the_keyboard() {
    let mut harness = shown(board("two", 0));
    click(&mut harness, "c3、空");
    assert_eq!(harness.state().page.picked, Some(node("c3")));
    harness.get_by_label("a2、己方战士").focus();
    harness.run();
    press(&mut harness, egui::Key::Enter);
    assert_eq!(harness.state().page.picked, Some(node("a2")));
    press(&mut harness, egui::Key::ArrowUp);
    assert!(harness.get_by_label("a3、空").is_focused());
}

fn node(name: &str) -> Node {
    let drawing = Any::board(&rules("two"));
    let at = drawing.nodes.iter().position(|node| node.name == name);
    Node::try_from(at.unwrap()).unwrap()
}

#[test]
fn what_does_not_fit_the_board_does_no_harm() {
    let mut odd = board("three", 1);
    odd.view.tokens.truncate(5);
    odd.marks.last = vec![0, 900];
    odd.marks.chosen = vec![901];
    odd.marks.targets.insert(902, Target::Capture);
    odd.marks.arrows = vec![(0, 903)];
    odd.marks.crosses = vec![904];
    let harness = shown(odd);
    assert_eq!(names(&harness).len(), 54);
    let mut far = board("two", 7);
    far.view.tokens.clear();
    shown(far);
}

#[test]
fn a_push_is_seen_as_slides() {
    let rules = rules("two");
    let plane = Plane::new(&Any::board(&rules), Seat::of(0));
    let before = view(&rules, 0);
    let mut after = before.clone();
    for (from, to) in [("c2", "d3"), ("b1", "c2")] {
        let token = after.tokens[usize::from(node(from))].take();
        after.tokens[usize::from(node(to))] = token;
    }
    let change = Change::between(&before.tokens, &after.tokens, &plane);
    let slides: BTreeSet<_> = change.slides.into_iter().collect();
    let pairs = [(node("b1"), node("c2")), (node("c2"), node("d3"))];
    assert_eq!(slides, BTreeSet::from(pairs));
    assert_eq!(change.gone, Vec::<Node>::new());
}
