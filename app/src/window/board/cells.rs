//! The cells as things to point at: by pointer, by keyboard, by name.

use eframe::egui::{FocusDirection, Id, Key, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use game::{Board, Ground, Node, Token};

use super::wood::Wood;
use super::{BoardUi, Fit, Plane, Target, ground};
use crate::text::Text;
use crate::window::scene::Scene;
use crate::words::{Words, fact};

/// What makes the cells of a board things to point at.
pub(super) struct Cells<'a> {
    pub(super) board: &'a BoardUi<'a>,
    pub(super) drawing: &'a Board,
    pub(super) plane: &'a Plane,
    pub(super) fit: Fit,
    pub(super) wood: &'a Wood<'a>,
}

impl Cells<'_> {
    /// Gives the node that was pointed at.
    pub(super) fn show(&self, ui: &mut Ui, scene: &Scene<'_>, whole: &Response) -> Option<Node> {
        let words = Words::new(scene.text, self.board.rules, std::collections::BTreeMap::new());
        let half = Vec2::splat(self.plane.piece * 1.08 * self.fit.scale);
        let id_of = |node: Node| whole.id.with(("cell", node));
        let is_live = self.board.is_live;
        let at = self.at(ui, whole.id);
        let is_tab = ui.input(|input| input.key_pressed(Key::Tab));
        if is_live && is_sought(ui) {
            ui.memory_mut(|memory| {
                memory.request_focus(id_of(at));
                memory.move_focus(FocusDirection::None);
            });
        }
        let (mut picked, mut pointed) = (None, None);
        for (node, place) in (0..).zip(&self.plane.places) {
            let middle = self.fit.at(*place);
            let rect = Rect::from_min_max(middle - half, middle + half);
            // The board is one stop on the way through the page; arrows go from cell to cell.
            let is_stop = node == at || !is_tab;
            let sense = match (is_live, is_stop) {
                (true, true) => Sense::click(),
                (true, false) => Sense::CLICK,
                (false, true) => Sense::focusable_noninteractive(),
                (false, false) => Sense::hover(),
            };
            let cell = ui.interact(rect, id_of(node), sense);
            let is_chosen = self.board.marks.chosen.contains(&node);
            cell.widget_info(|| {
                let name = self.name(scene.text, &words, node);
                WidgetInfo::selected(Role::Button, self.board.is_live, is_chosen, name)
            });
            if cell.has_focus() {
                self.wood.focus(node);
                pointed = Some(node);
                ui.data_mut(|data| data.insert_temp(whole.id.with("at"), node));
            }
            if cell.clicked() {
                picked = Some(node);
            }
        }
        let under = ui
            .ctx()
            .pointer_hover_pos()
            .filter(|at| whole.rect.contains(*at) && ui.ui_contains_pointer())
            .map(|at| ((at - self.fit.origin) / self.fit.scale).to_pos2())
            .and_then(|place| self.plane.find(place));
        if let Some(node) = under.filter(|_| self.board.is_live) {
            self.wood.hover(node);
        }
        if let Some(node) = under.or(pointed) {
            let helps = ground::helps(self.board.view);
            let own: Vec<_> =
                helps.into_iter().filter(|(_, whom, by)| [*whom, *by].contains(&node)).collect();
            for (_, whom, by) in &own {
                self.wood.help(*whom, *by);
            }
            // Where names have no room at the edge, the cell in question has its name in the corner.
            if self.plane.edge_names.is_empty() || !own.is_empty() {
                self.wood.caption(whole.rect, &self.name(scene.text, &words, node));
            }
        }
        // Between the cells' own squares the pointer still means the cell it is in.
        picked.or_else(|| under.filter(|_| self.board.is_live && whole.clicked()))
    }

    /// The cell where the keyboard was last, or where it begins.
    fn at(&self, ui: &Ui, board: Id) -> Node {
        let last = ui.data(|data| data.get_temp::<Node>(board.with("at")));
        let last = last.filter(|node| usize::from(*node) < self.plane.places.len());
        last.or(self.board.marks.starts.first().copied()).unwrap_or_default()
    }

    fn name(&self, text: &Text, words: &Words<'_>, node: Node) -> String {
        let marks = self.board.marks;
        let mut name = cell_name(text, words, self.drawing, self.board, node);
        let is_empty = self.board.token(node).is_none();
        let state = match marks.targets.get(&node) {
            Some(Target::Capture) => Some("board-take"),
            Some(Target::Move) if is_empty => Some("board-go"),
            Some(Target::Move) => Some("board-pick"),
            None if marks.chosen.contains(&node) => Some("board-chosen"),
            None if marks.starts.contains(&node) => Some("board-start"),
            None => None,
        };
        let states = [state, marks.last.contains(&node).then_some("board-last")];
        let states = states.into_iter().flatten().map(|state| text.get(state));
        for more in states.chain(self.ground(text, node)).chain(self.helpers(text, words, node)) {
            name.push_str(&text.get("list-separator"));
            name.push_str(&more);
        }
        name
    }

    /// What the cell is, where it is no cell like others.
    fn ground(&self, text: &Text, node: Node) -> Vec<String> {
        let Some(drawn) = self.drawing.nodes.get(usize::from(node)) else { return Vec::new() };
        let guards = fact(self.board.view, "guardians").unwrap_or_default();
        let is_guard = guards.contains(&u32::from(node));
        let ground = match (drawn.ground, drawn.home) {
            (Ground::River, _) => Some(text.get("board-river")),
            (Ground::Zone, Some(seat)) => {
                Some(text.with("board-zone", &[("seat", seat.number().into())]))
            }
            _ => None,
        };
        is_guard.then(|| text.get("board-guardian")).into_iter().chain(ground).collect()
    }

    /// Who helps the piece here to move.
    fn helpers(&self, text: &Text, words: &Words<'_>, node: Node) -> Vec<String> {
        let helps = ground::helps(self.board.view).into_iter();
        let own = helps.filter(|(_, whom, _)| *whom == node);
        let told = own.map(|(key, whom, by)| {
            let [whom, by] = [whom, by].map(|cell| words.cell(u32::from(cell)));
            text.with(&format!("fact-{key}"), &[("a", by.into()), ("b", whom.into())])
        });
        told.collect()
    }
}

/// Whether an arrow is pressed while the keyboard is nowhere.
fn is_sought(ui: &Ui) -> bool {
    let arrows = [Key::ArrowLeft, Key::ArrowUp, Key::ArrowRight, Key::ArrowDown];
    let is_nowhere = ui.memory(|memory| memory.focused().is_none());
    is_nowhere && ui.input(|input| arrows.iter().any(|key| input.key_pressed(*key)))
}

/// The name of a cell with what stands on it.
fn cell_name(
    text: &Text,
    words: &Words<'_>,
    drawing: &Board,
    board: &BoardUi<'_>,
    node: Node,
) -> String {
    let name = drawing.nodes.get(usize::from(node)).map_or("", |node| node.name.as_str());
    let what = match board.token(node) {
        None => text.get("board-empty"),
        Some(token) if board.is_stone(node) => {
            token.kind.map_or_else(|| text.get("kind-unknown"), |kind| words.kind(kind))
        }
        Some(token) => piece_name(text, words, board, token),
    };
    format!("{name}{}{what}", text.get("list-separator"))
}

fn piece_name(text: &Text, words: &Words<'_>, board: &BoardUi<'_>, token: Token) -> String {
    let kind = token.kind.map_or_else(|| text.get("kind-unknown"), |kind| words.kind(kind));
    let is_own = board.view.viewer == Some(token.controller);
    let key = match (is_own, token.army == token.controller) {
        (true, true) => "board-own",
        (true, false) => "board-own-lent",
        (false, true) => "board-other",
        (false, false) => "board-other-lent",
    };
    let args = [
        ("kind", kind.into()),
        ("seat", token.controller.number().into()),
        ("army", token.army.number().into()),
    ];
    text.with(key, &args)
}
