//! A move in the making: what has been pointed at, what can be next, what would follow from it.

use std::collections::{BTreeMap, BTreeSet};

use catalog::{Any, Move};
use game::{Event, Game, Known, Node, Pick, Seat, View};

use super::turn::Turn;
use crate::board;
use crate::window::board::{Change, Marks, Target};
use crate::words::fact;

/// The word that ends a move that could go on.
const STOP: Pick = Pick::Word("stop");

/// A move in the making.
#[derive(Default)]
pub(super) struct Picking {
    /// Step and seat for which it is.
    about: Option<(u32, Seat)>,
    /// The legal moves with what to point at.
    options: Vec<(Move, Vec<Pick>)>,
    picks: Vec<Pick>,
    targets: BTreeMap<Node, Target>,
    /// The nodes that are a whole move each.
    first: BTreeMap<Node, Target>,
    words: Vec<&'static str>,
    preview: Option<Preview>,
}

/// What would follow from a move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Preview {
    pub(super) mv: Move,
    pub(super) arrows: Vec<(Node, Node)>,
    pub(super) crosses: Vec<Node>,
    /// The changes in words.
    pub(super) told: Vec<String>,
    /// Whether it does no more than what was pointed at.
    is_plain: bool,
}

impl Preview {
    /// Whether several pieces go.
    pub(super) fn is_push(&self) -> bool {
        self.arrows.len() > 1
    }
}

impl Picking {
    /// Begins anew when something else is to be decided.
    pub(super) fn follow(&mut self, turn: &Turn<'_>) {
        let about = turn.actor.filter(|_| turn.moves()).map(|seat| (turn.game.step, seat));
        if self.about == about {
            return;
        }
        let position = &turn.game.position;
        let moves = turn.game.moves.iter().filter(|_| about.is_some());
        let options = moves.map(|(mv, _)| (mv.clone(), Any::picks(position, mv)));
        *self = Self { about, options: options.collect(), ..Self::default() };
        self.refresh(turn);
    }

    /// Nothing is picked any more.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether something is picked.
    pub(super) fn has_begun(&self) -> bool {
        !self.picks.is_empty() || self.preview.is_some()
    }

    /// One step back: from the preview, or from everything.
    pub(super) fn back(&mut self) {
        self.picks.clear();
        self.targets.clear();
        self.preview = None;
        self.targets.clone_from(&self.first);
        self.words = self.next().filter_map(word).collect::<BTreeSet<_>>().into_iter().collect();
    }

    /// Words that can be picked next.
    pub(super) fn words(&self) -> &[&'static str] {
        &self.words
    }

    /// What would follow from the move that waits to be confirmed.
    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// The node that was picked first.
    pub(super) fn first(&self) -> Option<Node> {
        self.picks.first().copied().and_then(node)
    }

    /// Marks what is picked and what can be next.
    pub(super) fn mark(&self, marks: &mut Marks) {
        marks.chosen = self.picks.iter().copied().filter_map(node).collect();
        if let Some(preview) = &self.preview {
            marks.arrows.clone_from(&preview.arrows);
            marks.crosses.clone_from(&preview.crosses);
            return;
        }
        if self.picks.is_empty() {
            // Where one point is the whole move, it leads there.
            let is_start = |node: &Node| !self.targets.contains_key(node);
            let starts = self.next().filter_map(node).filter(is_start).collect::<BTreeSet<_>>();
            marks.starts = starts.into_iter().collect();
        }
        marks.targets.clone_from(&self.targets);
    }

    /// Something was pointed at; gives the move that is made by it.
    pub(super) fn point(&mut self, pick: Pick, turn: &Turn<'_>) -> Option<Move> {
        if self.preview.is_some() {
            self.back();
            return None;
        }
        let is_next = self.next().any(|next| next == pick);
        let is_last = self.picks.last() == Some(&pick);
        // Who points once more at where several steps have led wants to go no further.
        let is_end = is_last && self.picks.len() > 1 && self.next().any(|next| next == STOP);
        if is_end {
            return self.point(STOP, turn);
        }
        if !is_next {
            let is_start = self.options.iter().any(|(_, picks)| picks.first() == Some(&pick));
            self.back();
            if is_last || !is_start {
                return None;
            }
        }
        self.picks.push(pick);
        let whole = self.options.iter().find(|(_, picks)| *picks == self.picks);
        if let Some(mv) = whole.map(|(mv, _)| mv.clone()) {
            return self.propose(mv, turn);
        }
        self.refresh(turn);
        None
    }

    /// A whole move: made at once, or shown with what follows from it.
    pub(super) fn propose(&mut self, mv: Move, turn: &Turn<'_>) -> Option<Move> {
        self.picks = Any::picks(&turn.game.position, &mv);
        let seat = turn.actor?;
        let preview = consequences(turn, seat, &mv)?;
        if preview.is_plain {
            return Some(mv);
        }
        self.preview = Some(preview);
        self.targets.clear();
        self.words.clear();
        None
    }

    /// The move that was shown is confirmed.
    pub(super) fn confirm(&mut self) -> Option<Move> {
        self.preview.take().map(|preview| preview.mv)
    }

    /// The next pick of every move that begins with what is picked.
    fn next(&self) -> impl Iterator<Item = Pick> + '_ {
        let begun = self.options.iter().filter(|(_, picks)| picks.starts_with(&self.picks));
        begun.filter_map(|(_, picks)| picks.get(self.picks.len()).copied())
    }

    fn refresh(&mut self, turn: &Turn<'_>) {
        self.targets.clear();
        self.words = self.next().filter_map(word).collect::<BTreeSet<_>>().into_iter().collect();
        let Some(seat) = turn.actor else { return };
        let at = self.picks.len();
        if at == 0 {
            let whole = self.options.iter().filter(|(_, picks)| picks.len() == 1);
            let whole = whole.filter_map(|(_, picks)| picks.first().copied().and_then(node));
            let is_free = |node: &Node| holder(&turn.view, *node).is_none();
            self.first = whole.filter(is_free).map(|node| (node, Target::Move)).collect();
            self.targets.clone_from(&self.first);
            return;
        }
        let begun = self.options.iter().filter(|(_, picks)| picks.starts_with(&self.picks));
        let mut targets = BTreeMap::new();
        for (mv, picks) in begun {
            let Some(node) = picks.get(at).copied().and_then(node) else { continue };
            let takes = consequences(turn, seat, mv).is_some_and(|it| it.crosses.contains(&node));
            let target = targets.entry(node).or_insert(Target::Move);
            if takes {
                *target = Target::Capture;
            }
        }
        self.targets = targets;
    }
}

fn node(pick: Pick) -> Option<Node> {
    match pick {
        Pick::Node(node) => Some(node),
        Pick::Word(_) => None,
    }
}

fn word(pick: Pick) -> Option<&'static str> {
    match pick {
        Pick::Node(_) => None,
        Pick::Word(word) => Some(word),
    }
}

/// What follows from a move, found by making it on a copy.
fn consequences(turn: &Turn<'_>, seat: Seat, mv: &Move) -> Option<Preview> {
    let mut after = turn.game.position.clone();
    let picks = Any::picks(&after, mv);
    Any::apply(&mut after, &Event::Moved(seat, mv.clone())).ok()?;
    let before = &turn.view;
    let after = Any::view(&after, &Known::of(turn.bottom));
    let change = Change::between(&before.tokens, &after.tokens, &turn.plane);
    let mut picked: Vec<Node> = picks.iter().copied().filter_map(node).collect();
    // Where a piece that is sent back comes from is known without pointing at it.
    if let Some([_, from]) = fact(before, "return")
        && let Ok(from) = Node::try_from(*from)
    {
        picked.insert(0, from);
    }
    let mut arrows = change.slides.clone();
    let pair = (picked.iter().rev().nth(1), picked.last());
    if let (Some(from), Some(to)) = pair {
        // Who takes a king may be another piece afterwards: it has gone there all the same.
        let is_left = change.touched.contains(from) && holder(&after, *from).is_none();
        let is_told = arrows.iter().any(|(start, _)| start == from);
        let is_reached = change.touched.contains(to) && holder(&after, *to).is_some();
        if is_left && !is_told && is_reached {
            arrows.push((*from, *to));
        }
    }
    let mut crosses = change.gone;
    crosses.retain(|node| !arrows.iter().any(|(from, _)| from == node));
    // Of two equal pieces one stands where the other was taken: what is in hand says so.
    let is_in_hand = fact(before, "drop").is_none() && fact(&after, "drop").is_some();
    crosses.extend(picked.last().filter(|to| is_in_hand && !change.touched.contains(to)));
    // What is nobody's is no loss, and what is in hand neither.
    let armed = |view: &View| {
        let stones: Vec<Node> = board::stones(view).collect();
        let tokens = (0..).zip(&view.tokens).filter(|(node, _)| !stones.contains(node));
        let own = tokens.filter(|(_, token)| token.is_some_and(|it| it.controller == seat));
        own.count()
    };
    let is_plain = change.touched.iter().all(|node| picked.contains(node))
        && before.living == after.living
        && armed(before) <= armed(&after)
        && arrows.len() <= 1;
    let told = turn.words.changes(before, &after);
    Some(Preview { mv: mv.clone(), arrows, crosses, told, is_plain })
}

fn holder(view: &View, node: Node) -> Option<Seat> {
    view.tokens.get(usize::from(node)).copied().flatten().map(|token| token.controller)
}
