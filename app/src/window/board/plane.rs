//! The cells of a board in the plane, made from its nodes and links: no shape of board is known.

use std::collections::{BTreeMap, VecDeque};

use eframe::egui::{Pos2, Rect, Vec2, emath::Rot2, pos2};
use game::{Board, Ground, Node, Seat};

/// A face with more corners than this lies outside the board.
const FACE_MOST: usize = 6;

/// Where everything lies, in widths of a cell, turned for the seat at the bottom.
pub(crate) struct Plane {
    /// The nodes.
    pub(crate) places: Vec<Pos2>,
    /// The corners of the cell around each node.
    pub(crate) cells: Vec<Vec<Pos2>>,
    /// Whether the cell has corners of its own, or is a disc.
    pub(crate) is_tiled: bool,
    /// Whether the node has the other colour.
    pub(crate) others: Vec<bool>,
    /// Sides of cells that no other cell has.
    pub(crate) rim_sides: Vec<(Node, [Pos2; 2])>,
    /// The names of rows and columns, if the names of the nodes are made of such.
    pub(crate) edge_names: Vec<(Pos2, String)>,
    /// What the cells take.
    pub(crate) bounds: Rect,
    /// The width of the rim.
    pub(crate) rim: f32,
    /// The radius of a piece.
    pub(crate) piece: f32,
    /// The mean place of each seat's own nodes, from the middle.
    pub(crate) homes: BTreeMap<Seat, Vec2>,
}

impl Plane {
    /// The plane of a board with this seat at the bottom.
    pub(crate) fn new(board: &Board, bottom: Seat) -> Self {
        let raw = board.nodes.iter();
        let raw: Vec<Pos2> = raw
            .map(|node| pos2(f32::from(node.plane.0) / 100.0, f32::from(node.plane.1) / 100.0))
            .collect();
        let middle = Rect::from_points(&raw).center();
        let homes = homes(board, &raw, middle);
        let turn = homes.get(&bottom).map_or(Rot2::IDENTITY, |home| {
            Rot2::from_angle(std::f32::consts::FRAC_PI_2 - home.angle())
        });
        let places: Vec<Pos2> =
            raw.iter().map(|place| (turn * (*place - middle)).to_pos2()).collect();
        let ways = ways(board, &places);
        let cells: Vec<Option<Vec<Pos2>>> =
            (0..places.len()).map(|node| cell(&places, &ways, node)).collect();
        let is_tiled = cells.iter().all(Option::is_some);
        let cells: Vec<Vec<Pos2>> = cells
            .into_iter()
            .zip(&places)
            .map(|(cell, place)| cell.filter(|_| is_tiled).unwrap_or_else(|| disc(*place)))
            .collect();
        let corners: Vec<Pos2> = cells.iter().flatten().copied().collect();
        let edge_names = if is_tiled { edge_names(board, &places) } else { Vec::new() };
        let inner = cells.iter().zip(&places).map(|(cell, place)| inner_radius(cell, *place));
        Self {
            // Where the ground says more than the colour, one colour is enough.
            others: match board.nodes.iter().all(|node| node.ground == Ground::Plain) {
                true => colours(&ways),
                false => vec![false; ways.len()],
            },
            rim_sides: rim_sides(&cells),
            rim: if edge_names.is_empty() { 0.3 } else { 0.48 },
            bounds: Rect::from_points(&corners),
            piece: inner.fold(f32::MAX, f32::min) * if edge_names.is_empty() { 0.9 } else { 0.84 },
            homes: homes.into_iter().map(|(seat, home)| (seat, turn * home)).collect(),
            places,
            cells,
            is_tiled,
            edge_names,
        }
    }

    /// How much higher than wide it is, with its rim.
    pub(crate) fn slope(&self) -> f32 {
        let whole = self.bounds.expand(self.rim + 0.08);
        whole.height() / whole.width()
    }

    /// The place of a node.
    pub(crate) fn place(&self, node: Node) -> Pos2 {
        self.places.get(usize::from(node)).copied().unwrap_or_default()
    }

    /// The corners of a cell.
    pub(crate) fn cell(&self, node: Node) -> &[Pos2] {
        self.cells.get(usize::from(node)).map_or(&[], Vec::as_slice)
    }

    /// The node whose cell holds a place.
    pub(crate) fn find(&self, place: Pos2) -> Option<Node> {
        let found = self.cells.iter().position(|cell| holds(cell, place));
        found.and_then(|node| Node::try_from(node).ok())
    }
}

/// The mean place of each seat's own nodes.
fn homes(board: &Board, places: &[Pos2], middle: Pos2) -> BTreeMap<Seat, Vec2> {
    let mut sums: BTreeMap<Seat, (Vec2, f32)> = BTreeMap::new();
    for (node, place) in board.nodes.iter().zip(places) {
        if let Some(seat) = node.home {
            let (sum, count) = sums.entry(seat).or_default();
            *sum += *place - middle;
            *count += 1.0;
        }
    }
    let means = sums.into_iter().map(|(seat, (sum, count))| (seat, sum / count));
    means.filter(|(_, mean)| mean.length() > 0.2).collect()
}

/// For each node the linked ones, by their direction.
fn ways(board: &Board, places: &[Pos2]) -> Vec<Vec<usize>> {
    let mut ways = vec![Vec::new(); places.len()];
    for (a, b) in &board.links {
        let (a, b) = (usize::from(*a), usize::from(*b));
        for (from, to) in [(a, b), (b, a)] {
            if let (Some(ways), true) = (ways.get_mut(from), to < places.len()) {
                ways.push(to);
            }
        }
    }
    for (node, ways) in ways.iter_mut().enumerate() {
        ways.sort_by(|a, b| angle(places, node, *a).total_cmp(&angle(places, node, *b)));
    }
    ways
}

fn at(places: &[Pos2], node: usize) -> Pos2 {
    places.get(node).copied().unwrap_or_default()
}

fn angle(places: &[Pos2], from: usize, to: usize) -> f32 {
    (at(places, to) - at(places, from)).angle()
}

/// The cell around a node: its corners are the middles of the faces between its links; towards the
/// outside they are mirrored. None if that makes no cell.
fn cell(places: &[Pos2], ways: &[Vec<usize>], node: usize) -> Option<Vec<Pos2>> {
    let own = ways.get(node).filter(|own| own.len() >= 2)?;
    let middle = at(places, node);
    let next = |index: usize| own.get((index + 1) % own.len()).copied().unwrap_or(node);
    let faces: Vec<Option<Pos2>> = own
        .iter()
        .enumerate()
        .map(|(index, way)| face(places, ways, node, *way, next(index)))
        .collect();
    let half = |to: usize| (middle + at(places, to).to_vec2()).to_vec2() / 2.0;
    let mut corners = Vec::new();
    for (index, (way, inner)) in own.iter().zip(&faces).enumerate() {
        if let Some(inner) = inner {
            corners.push(*inner);
            continue;
        }
        let (a, b) = (half(*way), half(next(index)));
        let turn = angle(places, node, next(index)) - angle(places, node, *way);
        let turn = turn.rem_euclid(std::f32::consts::TAU).to_degrees();
        if turn < 135.0 {
            corners.push((a + b).to_pos2() - middle.to_vec2());
            continue;
        }
        let before = faces.get((index + own.len() - 1) % own.len()).copied().flatten()?;
        let after = faces.get((index + 1) % own.len()).copied().flatten()?;
        let beside = (a * 2.0).to_pos2() - before.to_vec2();
        corners.push(beside);
        if turn >= 225.0 {
            let opposite = middle.to_vec2() * 2.0 - b;
            corners.push((opposite * 2.0 - beside.to_vec2()).to_pos2());
        }
        corners.push((b * 2.0).to_pos2() - after.to_vec2());
    }
    // The first corner is the one at the upper left, so that all cells have their grain alike.
    let first = (0..corners.len()).min_by(|a, b| {
        let left = |at: &usize| corners.get(*at).map_or(0.0, |at| at.x + at.y);
        left(a).total_cmp(&left(b))
    });
    corners.rotate_left(first.unwrap_or(0));
    Some(corners)
}

/// The middle of the face between two links of a node that follow each other.
fn face(
    places: &[Pos2],
    ways: &[Vec<usize>],
    node: usize,
    first: usize,
    second: usize,
) -> Option<Pos2> {
    let (mut from, mut here) = (node, second);
    let mut sum = at(places, node).to_vec2();
    let mut count = 1.0;
    for _ in 1..FACE_MOST {
        sum += at(places, here).to_vec2();
        count += 1.0;
        let around = ways.get(here)?;
        let came = around.iter().position(|way| *way == from)?;
        let next = around.get((came + 1) % around.len()).copied()?;
        (from, here) = (here, next);
        if here == node {
            return (from == first && count > 2.0).then(|| (sum / count).to_pos2());
        }
    }
    None
}

fn disc(middle: Pos2) -> Vec<Pos2> {
    (0_u8..16)
        .map(|step| {
            let angle = std::f32::consts::TAU * f32::from(step) / 16.0;
            middle + Vec2::angled(angle) * 0.44
        })
        .collect()
}

fn sides(cell: &[Pos2]) -> impl Iterator<Item = [Pos2; 2]> + '_ {
    cell.iter().zip(cell.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
}

fn inner_radius(cell: &[Pos2], middle: Pos2) -> f32 {
    let away = sides(cell).map(|[a, b]| {
        let along = (b - a).normalized();
        (along.rot90().dot(middle - a)).abs()
    });
    away.fold(f32::MAX, f32::min)
}

fn holds(cell: &[Pos2], place: Pos2) -> bool {
    let mut turns = sides(cell).map(|[a, b]| (b - a).rot90().dot(place - a) > 0.0);
    let first = turns.next();
    first.is_some_and(|first| turns.all(|turn| turn == first))
}

/// Sides that only one cell has; two sides are the same if their middles are.
fn rim_sides(cells: &[Vec<Pos2>]) -> Vec<(Node, [Pos2; 2])> {
    let key = |[a, b]: [Pos2; 2]| {
        let whole = |number: f32| (number * 8.0).round() as i32;
        (whole(a.x + b.x), whole(a.y + b.y))
    };
    let mut count: BTreeMap<(i32, i32), u8> = BTreeMap::new();
    for side in cells.iter().flat_map(|cell| sides(cell)) {
        *count.entry(key(side)).or_default() += 1;
    }
    let all = (0..).zip(cells).flat_map(|(node, cell)| sides(cell).map(move |side| (node, side)));
    all.filter(|(_, side)| count.get(&key(*side)) == Some(&1)).collect()
}

/// Two colours such that linked cells differ; where that cannot be, one for all.
fn colours(ways: &[Vec<usize>]) -> Vec<bool> {
    let mut colours: Vec<Option<bool>> = vec![None; ways.len()];
    for start in 0..ways.len() {
        if colours.get(start).copied().flatten().is_some() {
            continue;
        }
        let mut open = VecDeque::from([(start, false)]);
        while let Some((node, colour)) = open.pop_front() {
            match colours.get_mut(node) {
                Some(own @ None) => *own = Some(colour),
                Some(Some(own)) if *own != colour => return vec![false; ways.len()],
                _ => continue,
            }
            open.extend(ways.get(node).into_iter().flatten().map(|way| (*way, !colour)));
        }
    }
    colours.into_iter().map(|colour| colour.unwrap_or(false)).collect()
}

/// What all names of a line have in common: what they begin with, or what follows it.
fn common(names: &[&str]) -> Option<String> {
    let parts = |name: &str| {
        let mut rest = name.chars();
        rest.next().map(|first| (first.to_string(), rest.as_str().to_owned()))
    };
    let mut all = names.iter().filter_map(|name| parts(name));
    let first = all.next()?;
    let rest: Vec<_> = all.collect();
    if rest.is_empty() {
        return None;
    }
    if rest.iter().all(|(letter, _)| *letter == first.0) {
        return Some(first.0);
    }
    rest.iter().all(|(_, number)| *number == first.1).then_some(first.1)
}

/// The names of columns below the board and of rows at its left.
fn edge_names(board: &Board, places: &[Pos2]) -> Vec<(Pos2, String)> {
    let mut columns: BTreeMap<i32, Vec<(Pos2, &str)>> = BTreeMap::new();
    let mut rows = columns.clone();
    for (node, place) in board.nodes.iter().zip(places) {
        let entry = (*place, node.name.as_str());
        columns.entry((place.x * 10.0).round() as i32).or_default().push(entry);
        rows.entry((place.y * 10.0).round() as i32).or_default().push(entry);
    }
    let mut named = Vec::new();
    for (lines, is_column) in [(columns, true), (rows, false)] {
        let mut taken = std::collections::BTreeSet::new();
        for line in lines.values() {
            let names: Vec<&str> = line.iter().map(|(_, name)| *name).collect();
            let Some(name) = common(&names).filter(|name| taken.insert(name.clone())) else {
                return Vec::new();
            };
            let places = line.iter().map(|(place, _)| *place);
            let outer = if is_column {
                places.max_by(|a, b| a.y.total_cmp(&b.y)).map(|place| pos2(place.x, place.y + 0.75))
            } else {
                places.min_by(|a, b| a.x.total_cmp(&b.x)).map(|place| pos2(place.x - 0.75, place.y))
            };
            named.extend(outer.map(|place| (place, name)));
        }
    }
    named
}
