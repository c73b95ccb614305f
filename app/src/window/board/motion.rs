//! What differs between two views of a board, and the short slide from one to the other.

use eframe::egui::{Id, Pos2, Ui};
use game::{Node, Token, View};

use super::{Plane, between};

/// How long a slide takes, in seconds.
const SLIDE: f64 = 0.2;
/// More differences than this are no move but a jump in the record.
const MOST: usize = 16;

/// What differs between two views.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Change {
    /// What went from where to where.
    pub(crate) slides: Vec<(Node, Node)>,
    /// What is no more.
    pub(crate) gone: Vec<Node>,
    /// Every node that has another piece, or none, or has one now.
    pub(crate) touched: Vec<Node>,
}

impl Change {
    /// What differs. Of equal pieces the nearest counts as the same.
    pub(crate) fn between(
        before: &[Option<Token>],
        after: &[Option<Token>],
        plane: &Plane,
    ) -> Self {
        let pairs = (0..).zip(before.iter().zip(after));
        let touched: Vec<(Node, &Option<Token>, &Option<Token>)> =
            pairs.filter(|(_, (a, b))| a != b).map(|(node, (a, b))| (node, a, b)).collect();
        let mut sources: Vec<(Node, Token)> =
            touched.iter().filter_map(|(node, a, _)| Some((*node, (**a)?))).collect();
        let mut sinks: Vec<(Node, Token)> =
            touched.iter().filter_map(|(node, _, b)| Some((*node, (**b)?))).collect();
        let mut change =
            Self { touched: touched.iter().map(|(node, _, _)| *node).collect(), ..Self::default() };
        if touched.len() > MOST {
            return change;
        }
        // What only changed hands stays where it is.
        let is_same = |a: Token, b: Token| a.army == b.army && a.kind == b.kind;
        sources.retain(|(node, token)| {
            let here = sinks.iter().position(|(at, other)| at == node && is_same(*token, *other));
            here.map(|at| sinks.remove(at)).is_none()
        });
        let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
        for (source, (from, token)) in sources.iter().enumerate() {
            for (sink, (to, other)) in sinks.iter().enumerate() {
                if from != to && is_same(*token, *other) {
                    pairs.push((plane.place(*from).distance(plane.place(*to)), source, sink));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut left, mut come) = (Vec::new(), Vec::new());
        for (_, source, sink) in pairs {
            if left.contains(&source) || come.contains(&sink) {
                continue;
            }
            if let (Some((from, _)), Some((to, _))) = (sources.get(source), sinks.get(sink)) {
                change.slides.push((*from, *to));
                left.push(source);
                come.push(sink);
            }
        }
        let is_changed = |node: Node| {
            (0..).zip(&sinks).any(|(sink, (at, _))| *at == node && !come.contains(&sink))
        };
        let unmatched = (0..).zip(&sources).filter(|(source, _)| !left.contains(source));
        change.gone =
            unmatched.map(|(_, (node, _))| *node).filter(|node| !is_changed(*node)).collect();
        change
    }
}

/// What was shown last, and what of it is still on its way.
#[derive(Clone, Default)]
struct Shown {
    tokens: Vec<Option<Token>>,
    slides: Vec<(Node, Node)>,
    since: f64,
}

/// The pieces that are on their way.
pub(super) struct Slides {
    slides: Vec<(Node, Node)>,
    part: f32,
}

impl Slides {
    /// Where the piece of this node is seen.
    pub(super) fn place(&self, node: Node, place: Pos2, plane: &Plane) -> Pos2 {
        let slide = self.slides.iter().find(|(_, to)| *to == node);
        slide.map_or(place, |(from, _)| between(plane.place(*from), place, self.part))
    }
}

/// Compares with what was shown last, and says how far the slide is.
pub(super) fn play(ui: &Ui, id: Id, view: &View, plane: &Plane, is_on: bool) -> Slides {
    let now = ui.input(|input| input.time);
    let mut shown: Option<Shown> = ui.data(|data| data.get_temp(id));
    if shown.as_ref().is_none_or(|shown| shown.tokens != view.tokens) {
        let slides = match &shown {
            Some(shown) if shown.tokens.len() == view.tokens.len() && is_on => {
                Change::between(&shown.tokens, &view.tokens, plane).slides
            }
            _ => Vec::new(),
        };
        let fresh = Shown { tokens: view.tokens.clone(), slides, since: now };
        ui.data_mut(|data| data.insert_temp(id, fresh.clone()));
        shown = Some(fresh);
    }
    let shown = shown.unwrap_or_default();
    let part = ((now - shown.since) / SLIDE).clamp(0.0, 1.0) as f32;
    if part >= 1.0 || shown.slides.is_empty() || !is_on {
        return Slides { slides: Vec::new(), part: 1.0 };
    }
    ui.ctx().request_repaint();
    // Quick at first, soft at the end.
    let rest = 1.0 - part;
    Slides { slides: shown.slides, part: 1.0 - rest * rest * rest }
}
