//! Boards: cells, the links between them and the rays that pushes follow, made from [`crate::shape`]
//! by one path for every shape.

use std::fmt;
use std::sync::OnceLock;

use game::{BoardNode, Node, Seat};
use serde::{Deserialize, Serialize};

use crate::piece::Piece;
use crate::shape::{self, Aside, Shape};

/// The cells of the largest board.
pub const CELLS_MAX: usize = 84;

/// A cell by its number. Invariant: below [`CELLS_MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, if a board can have it.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < CELLS_MAX { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number, to index an array with a place for every cell.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as a node of the drawn board.
    pub const fn node(self) -> Node {
        self.0 as Node
    }
}

impl TryFrom<u8> for Cell {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a cell number must be below 84")
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> Self {
        cell.0
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}", self.0)
    }
}

/// At most `N` cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Few<const N: usize> {
    count: u8,
    cells: [Cell; N],
}

impl<const N: usize> Few<N> {
    pub(crate) const NONE: Self = Self { count: 0, cells: [Cell(0); N] };

    /// Adds a cell; one too many is left out.
    pub(crate) fn push(&mut self, cell: Cell) {
        if let Some(place) = self.cells.get_mut(usize::from(self.count)) {
            *place = cell;
            self.count += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Cell] {
        self.cells.get(..usize::from(self.count)).unwrap_or(&[])
    }
}

/// One way on from a cell through one of its corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exit {
    /// The cell behind the corner; none at the rim.
    pub(crate) next: Option<Cell>,
    /// The corner of `next` that it is entered through.
    pub(crate) entry: u8,
    /// Where a Shield may step aside that is pushed this way.
    pub(crate) asides: Few<2>,
}

const RIM: Exit = Exit { next: None, entry: 0, asides: Few::NONE };

/// The ways on through one corner: one, or two where a ray forks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Corner {
    forks: bool,
    exits: [Exit; 2],
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    count: u8,
    steps: [Few<4>; CELLS_MAX],
    corners: [[Corner; 4]; CELLS_MAX],
    bases: [Option<Seat>; CELLS_MAX],
    start: Vec<(Cell, Piece)>,
    drawing: game::Board,
}

impl Board {
    /// The board for this many seats; that of two for a number that has none.
    pub fn of(seats: u8) -> &'static Self {
        static TWO: OnceLock<Board> = OnceLock::new();
        static THREE: OnceLock<Board> = OnceLock::new();
        static FOUR: OnceLock<Board> = OnceLock::new();
        static FIVE: OnceLock<Board> = OnceLock::new();
        match seats {
            3 => THREE.get_or_init(|| Self::build(&shape::ring(3))),
            4 => FOUR.get_or_init(|| Self::build(&shape::cross(4))),
            5 => FIVE.get_or_init(|| Self::build(&shape::cross(5))),
            _ => TWO.get_or_init(|| Self::build(&shape::square())),
        }
    }

    /// How many cells it has.
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether it has no cell; no board is so.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Its cells in the order of their numbers.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.count).map(Cell)
    }

    /// Whether the board has the cell.
    pub const fn has(&self, cell: Cell) -> bool {
        cell.0 < self.count
    }

    /// The cells one orthogonal step away.
    #[expect(clippy::indexing_slicing, reason = "a cell is below CELLS_MAX")]
    pub fn steps(&self, cell: Cell) -> &[Cell] {
        self.steps[cell.index()].as_slice()
    }

    /// The ways on from a cell through its corner with this number, counted modulo 4.
    #[expect(clippy::indexing_slicing, reason = "a cell is below CELLS_MAX, a corner below 4")]
    pub(crate) fn exits(&self, cell: Cell, corner: u8) -> &[Exit] {
        let corner = &self.corners[cell.index()][usize::from(corner % 4)];
        if corner.forks { &corner.exits } else { &corner.exits[..1] }
    }

    /// The ways from a cell to its diagonal neighbours, with the corner that each begins with.
    pub(crate) fn diagonals(&self, cell: Cell) -> impl Iterator<Item = (Cell, Exit)> {
        (0..4).flat_map(move |corner| {
            let exits = self.exits(cell, corner).iter();
            exits.filter_map(|exit| exit.next.map(|next| (next, *exit)))
        })
    }

    /// The way from a cell to this diagonal neighbour.
    pub(crate) fn diagonal(&self, from: Cell, to: Cell) -> Option<Exit> {
        self.diagonals(from).find_map(|(next, exit)| (next == to).then_some(exit))
    }

    /// The army on whose base line the cell lies.
    #[expect(clippy::indexing_slicing, reason = "a cell is below CELLS_MAX")]
    pub const fn base_of(&self, cell: Cell) -> Option<Seat> {
        self.bases[cell.index()]
    }

    /// Who stands where at the start.
    pub fn start(&self) -> &[(Cell, Piece)] {
        &self.start
    }

    /// How to draw it.
    pub const fn drawing(&self) -> &game::Board {
        &self.drawing
    }

    /// The name of a cell in notation.
    pub fn name(&self, cell: Cell) -> &str {
        let node = self.drawing.nodes.get(cell.index());
        node.map_or("?", |node| node.name.as_str())
    }

    /// The cell with this name.
    pub fn find(&self, name: &str) -> Option<Cell> {
        let mut nodes = self.drawing.nodes.iter();
        let at = nodes.position(|node| node.name == name)?;
        Cell::new(u8::try_from(at).ok()?)
    }

    pub(crate) fn build(shape: &Shape) -> Self {
        let mesh = Mesh(shape);
        let count = u8::try_from(shape.patches.len().min(CELLS_MAX)).unwrap_or(0);
        let mut board = Self {
            count,
            steps: [Few::NONE; CELLS_MAX],
            corners: [[Corner { forks: false, exits: [RIM; 2] }; 4]; CELLS_MAX],
            bases: [None; CELLS_MAX],
            start: Vec::new(),
            drawing: game::Board {
                nodes: Vec::new(),
                links: Vec::new(),
                sheets: shape.sheets.clone(),
            },
        };
        for (cell, patch) in board.cells().zip(&shape.patches) {
            let steps = mesh.steps(cell);
            for other in steps.as_slice().iter().filter(|other| cell < **other) {
                board.drawing.links.push((cell.node(), other.node()));
            }
            board.drawing.nodes.push(BoardNode {
                name: patch.name.clone(),
                plane: patch.plane,
                print: patch.print,
                home: patch.base_of,
                ground: game::Ground::Plain,
            });
            if let Some(place) = board.steps.get_mut(cell.index()) {
                *place = steps;
            }
            if let Some(place) = board.bases.get_mut(cell.index()) {
                *place = patch.base_of;
            }
            for corner in 0..4 {
                let places = board.corners.get_mut(cell.index());
                if let Some(place) = places.and_then(|four| four.get_mut(usize::from(corner))) {
                    *place = mesh.corner(cell, corner);
                }
            }
        }
        let places = shape.start.iter();
        let places = places.filter_map(|(name, piece)| Some((board.find(name)?, *piece)));
        board.start = places.collect();
        board
    }
}

/// A shape as a net of cells that share sides and corners.
struct Mesh<'a>(&'a Shape);

impl Mesh<'_> {
    fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.0.patches.len()).filter_map(|at| Cell::new(u8::try_from(at).ok()?))
    }

    fn vertex(&self, cell: Cell, corner: u8) -> Option<shape::Vertex> {
        let patch = self.0.patches.get(cell.index())?;
        patch.corners.get(usize::from(corner % 4)).copied()
    }

    fn corner_at(&self, cell: Cell, vertex: shape::Vertex) -> Option<u8> {
        (0..4).find(|corner| self.vertex(cell, *corner) == Some(vertex))
    }

    /// The cell behind the side between a corner and the next.
    fn across(&self, cell: Cell, side: u8) -> Option<Cell> {
        let (a, b) = (self.vertex(cell, side)?, self.vertex(cell, side + 1)?);
        self.cells().find(|other| {
            *other != cell
                && self.corner_at(*other, a).is_some()
                && self.corner_at(*other, b).is_some()
        })
    }

    fn steps(&self, cell: Cell) -> Few<4> {
        let mut steps = Few::NONE;
        for side in 0..4 {
            if let Some(other) = self.across(cell, side) {
                steps.push(other);
            }
        }
        steps
    }

    /// The cells behind the two sides that meet in a corner; with [`Aside::File`] those alone that
    /// lie along the file.
    fn beside(&self, cell: Cell, corner: u8, aside: Aside) -> Few<2> {
        let mut beside = Few::NONE;
        for side in [corner + 3, corner] {
            if aside == Aside::File && side % 2 == 1 {
                continue;
            }
            if let Some(other) = self.across(cell, side % 4) {
                beside.push(other);
            }
        }
        beside
    }

    /// The ways through a corner: to each cell that touches it, is no neighbour over a side, and has
    /// such a neighbour in common that touches it too.
    fn corner(&self, cell: Cell, corner: u8) -> Corner {
        let mut exits = Vec::new();
        let near = self.beside(cell, corner, Aside::Either);
        let aside = self.beside(cell, corner, self.0.aside);
        for next in self.cells().filter(|next| *next != cell) {
            let vertex = self.vertex(cell, corner);
            let Some(entry) = vertex.and_then(|vertex| self.corner_at(next, vertex)) else {
                continue;
            };
            let behind = self.steps(next);
            let common = |list: &Few<2>| {
                let mut both = Few::NONE;
                for other in list.as_slice() {
                    if behind.as_slice().contains(other) {
                        both.push(*other);
                    }
                }
                both
            };
            if near.as_slice().contains(&next) || common(&near).as_slice().is_empty() {
                continue;
            }
            exits.push(Exit { next: Some(next), entry, asides: common(&aside) });
        }
        let rim = Exit { asides: aside, ..RIM };
        let exit = |at: usize| exits.get(at).copied();
        Corner { forks: exits.len() > 1, exits: [exit(0).unwrap_or(rim), exit(1).unwrap_or(rim)] }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all() -> Vec<(&'static str, Board, [usize; 3])> {
        let board = |shape: &Shape| Board::build(shape);
        vec![
            ("square", board(&shape::square()), [36, 60, 50]),
            ("ring of two", board(&shape::ring(2)), [36, 60, 50]),
            ("ring of three", board(&shape::ring(3)), [54, 90, 78]),
            ("cross", board(&shape::cross(4)), [84, 148, 134]),
            ("cross, five", board(&shape::cross(5)), [84, 148, 134]),
        ]
    }

    /// rules.md §2.8
    #[test]
    fn the_check_numbers_hold() {
        for (name, board, numbers) in all() {
            let steps = board.cells().flat_map(|cell| board.steps(cell)).count();
            let diagonals = board.cells().flat_map(|cell| board.diagonals(cell)).count();
            assert_eq!([board.len(), steps / 2, diagonals / 2], numbers, "{name}");
            assert_eq!(board.drawing.links.len(), numbers[1], "{name}");
        }
    }

    #[test]
    fn links_and_rays_lead_back() {
        for (name, board, _) in all() {
            for cell in board.cells() {
                for other in board.steps(cell) {
                    assert!(board.steps(*other).contains(&cell), "{name} {cell:?}");
                }
                for corner in 0..4 {
                    for exit in board.exits(cell, corner) {
                        let Some(next) = exit.next else { continue };
                        let back = board.exits(next, exit.entry);
                        let back = back.iter().find(|back| back.next == Some(cell)).unwrap();
                        assert_eq!(back.entry, corner, "{name} {cell:?}");
                        assert!(!board.steps(cell).contains(&next), "{name} {cell:?}");
                    }
                }
                let to: Vec<_> = board.diagonals(cell).map(|(next, _)| next).collect();
                let once: BTreeSet<_> = to.iter().copied().collect();
                assert_eq!(to.len(), once.len(), "{name}: each neighbour by one way");
            }
        }
    }

    /// Every ray from a cell through a neighbour: the cells after the first, and their ways on.
    fn rays(board: &Board) -> Vec<Vec<(Cell, Exit)>> {
        let mut done = Vec::new();
        let mut open = Vec::new();
        for cell in board.cells() {
            for (next, exit) in board.diagonals(cell) {
                open.push((next, exit.entry, Vec::new()));
            }
        }
        while let Some((cell, entry, ray)) = open.pop() {
            for exit in board.exits(cell, entry + 2) {
                let mut longer: Vec<(Cell, Exit)> = ray.clone();
                longer.push((cell, *exit));
                match exit.next {
                    Some(next) => open.push((next, exit.entry, longer)),
                    None => done.push(longer),
                }
            }
        }
        done
    }

    /// rules.md §5.8: no pushed Shield's cell is on the ray, none is another's; so whether it is
    /// empty does not depend on the push. Also: rays are short and fork at most once.
    #[test]
    fn cells_beside_a_ray_are_apart_from_it_and_each_other() {
        for (name, board, _) in all() {
            for ray in rays(&board) {
                assert!(ray.len() <= 7, "{name}: {}", ray.len());
                let cells: BTreeSet<_> = ray.iter().map(|(cell, _)| *cell).collect();
                assert_eq!(cells.len(), ray.len(), "{name}: a ray meets no cell twice");
                let asides = ray.iter().flat_map(|(_, exit)| exit.asides.as_slice());
                let asides: Vec<_> = asides.copied().collect();
                let once: BTreeSet<_> = asides.iter().copied().collect();
                assert_eq!(asides.len(), once.len(), "{name}");
                assert!(cells.is_disjoint(&once), "{name}");
            }
            let forks = board.cells().flat_map(|cell| {
                let board = &board;
                (0..4).filter(move |corner| board.exits(cell, *corner).len() > 1)
            });
            let expected = if name == "ring of three" { 6 } else { 0 };
            assert_eq!(forks.count(), expected, "{name}");
        }
    }

    /// Two half-boards glued by the rule of the ring are the plain board with its rays.
    #[test]
    fn a_ring_of_two_is_the_square() {
        let mut shape = shape::ring(2);
        shape.aside = Aside::File;
        let (ring, square) = (Board::build(&shape), Board::build(&shape::square()));
        let onto = |cell: Cell| {
            let name: Vec<_> = ring.name(cell).bytes().collect();
            let (file, row) = (name[1] - b'a', name[2] - b'1');
            let (file, rank) = match name[0] {
                b'0' => (file, row),
                _ => (5 - file, 5 - row),
            };
            square.find(&format!("{}{}", char::from(b'a' + file), rank + 1)).unwrap()
        };
        let set = |cells: &[Cell], f: &dyn Fn(Cell) -> Cell| -> BTreeSet<Cell> {
            cells.iter().map(|cell| f(*cell)).collect()
        };
        let same = |cell: Cell| cell;
        for cell in ring.cells() {
            let there = onto(cell);
            assert_eq!(set(ring.steps(cell), &onto), set(square.steps(there), &same));
            for (next, exit) in ring.diagonals(cell) {
                let way = square.diagonal(there, onto(next)).unwrap();
                assert_eq!(set(exit.asides.as_slice(), &onto), set(way.asides.as_slice(), &same));
                let on = ring.exits(next, exit.entry + 2);
                let way_on = square.exits(onto(next), way.entry + 2);
                assert_eq!(on.len(), 1);
                assert_eq!(on[0].next.map(onto), way_on[0].next);
                assert_eq!(
                    set(on[0].asides.as_slice(), &onto),
                    set(way_on[0].asides.as_slice(), &same)
                );
            }
        }
    }

    /// Drawn, neighbours stand near each other and no two cells meet; no half-board is turned over.
    #[test]
    fn the_plane_shows_the_board() {
        for seats in 2..=5 {
            let board = Board::of(seats);
            let place = |cell: Cell| {
                let (x, y) = board.drawing.nodes[cell.index()].plane;
                (i32::from(x), i32::from(y))
            };
            for cell in board.cells() {
                let (x, y) = place(cell);
                assert!((0..=1200).contains(&x) && (0..=1200).contains(&y));
                for other in board.cells().filter(|other| *other != cell) {
                    let (dx, dy) = (place(other).0 - x, place(other).1 - y);
                    let far = dx * dx + dy * dy;
                    assert!(far >= 55 * 55, "{} {}", board.name(cell), board.name(other));
                    let near = board.steps(cell).contains(&other);
                    assert!(!near || far <= 180 * 180, "{} {far}", board.name(cell));
                }
            }
        }
        let ring = Board::of(3);
        let place = |name: &str| ring.drawing.nodes[ring.find(name).unwrap().index()].plane;
        // Seat 0 sits below with its first file on the left, seat 1 at the upper left.
        assert!(place("0a1").0 < place("0f1").0 && place("0a1").1 > place("0a3").1);
        assert!(place("1d1").0 < 600 && place("1d1").1 < place("0d1").1);
        assert!(place("1a1").1 < place("1f1").1, "its own left is up");
        assert!(place("2d1").0 > 600);
    }

    #[test]
    fn the_fork_and_the_missing_corner_are_as_the_rules_say() {
        let ring = Board::of(3);
        let cell = |name: &str| ring.find(name).unwrap();
        let ways: BTreeSet<_> =
            ring.diagonals(cell("0c3")).map(|(next, _)| ring.name(next)).collect();
        assert_eq!(ways, ["0b2", "0d2", "1c3", "1e3", "2c3"].into());
        // Through the centre the Shield has one cell to step aside to (§5.5).
        let exit = ring.diagonal(cell("0c3"), cell("1c3")).unwrap();
        assert_eq!(exit.asides.as_slice(), [cell("1d3")]);
        let on = ring.exits(cell("1c3"), exit.entry + 2);
        assert_eq!(on.iter().map(|on| on.next).collect::<Vec<_>>(), [Some(cell("1b2"))]);

        let cross = Board::of(4);
        let cell = |name: &str| cross.find(name).unwrap();
        let exit = cross.diagonal(cell("c2"), cell("b3")).unwrap();
        assert_eq!(exit.asides.as_slice(), [cell("c3")]);
        let on = cross.exits(cell("b3"), exit.entry + 2);
        assert_eq!(on[0].next, Some(cell("a4")));
    }
}
