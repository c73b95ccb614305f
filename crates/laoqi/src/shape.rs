//! The boards as data: where the corners of every cell lie, whose base line it is on, and who stands
//! where at the start. [`crate::board`] makes links and rays of it, knowing no shape.

use game::Seat;

use crate::piece::{Kind, Piece};

/// A point where cells meet.
pub(crate) type Vertex = (u8, u8, u8);

/// One cell. The corners go round: near left, near right, far right, far left, as the army at whose
/// side the cell lies sees it. So its even sides face along the files.
pub(crate) struct Patch {
    pub(crate) name: String,
    pub(crate) corners: [Vertex; 4],
    pub(crate) plane: (i16, i16),
    pub(crate) print: (u8, u8, u8),
    pub(crate) base_of: Option<Seat>,
}

/// Where a pushed Shield goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aside {
    /// Along its file: over the even side of the two that meet in the corner it is pushed through.
    File,
    /// Over either of the two.
    Either,
}

/// A board with its start position.
pub(crate) struct Shape {
    pub(crate) patches: Vec<Patch>,
    pub(crate) aside: Aside,
    pub(crate) sheets: Vec<String>,
    /// Names of cells and the pieces on them.
    pub(crate) start: Vec<(String, Piece)>,
}

/// An army on a front of six files, in its own view: row, file, kind.
const ARMY: [(u8, u8, Kind); 6] = [
    (0, 1, Kind::Shield),
    (0, 3, Kind::King),
    (0, 5, Kind::Shield),
    (1, 0, Kind::Warrior),
    (1, 2, Kind::Warrior),
    (1, 4, Kind::Warrior),
];

/// The fifth army, in the middle of the cross: rank, file, kind, counted from 0.
const MIDDLE: [(u8, u8, Kind); 6] = [
    (5, 3, Kind::Shield),
    (5, 4, Kind::King),
    (5, 5, Kind::Warrior),
    (5, 6, Kind::Shield),
    (4, 4, Kind::Warrior),
    (4, 5, Kind::Warrior),
];

const FILES: [char; 10] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

fn file_letter(file: u8) -> char {
    FILES.get(usize::from(file)).copied().unwrap_or('?')
}

fn grid_name(rank: u8, file: u8) -> String {
    format!("{}{}", file_letter(file), rank + 1)
}

/// The cells of a square of `size` ranks and files that `base_of` does not leave out.
fn grid(size: u8, base_of: impl Fn(u8, u8) -> Option<Option<Seat>>) -> Vec<Patch> {
    let mut patches = Vec::new();
    for rank in 0..size {
        for file in 0..size {
            let Some(base_of) = base_of(rank, file) else {
                continue;
            };
            let at = |up: u8, right: u8| (0, rank + up, file + right);
            let row = size - 1 - rank;
            patches.push(Patch {
                name: grid_name(rank, file),
                corners: [at(0, 0), at(0, 1), at(1, 1), at(1, 0)],
                plane: (i16::from(file) * 100 + 50, i16::from(row) * 100 + 50),
                print: (0, row, file),
                base_of,
            });
        }
    }
    patches
}

/// Two seats: six by six, seat 1 above in the same files as seat 0 below.
pub(crate) fn square() -> Shape {
    let patches = grid(6, |rank, _| match rank {
        0 => Some(Seat::new(0)),
        5 => Some(Seat::new(1)),
        _ => Some(None),
    });
    let mut start = Vec::new();
    for (row, file, kind) in ARMY {
        start.push((grid_name(row, file), piece(0, kind)));
        start.push((grid_name(5 - row, file), piece(1, kind)));
    }
    Shape { patches, aside: Aside::File, sheets: vec!["6x6".into()], start }
}

/// Four or five seats: ten by ten without its corners.
pub(crate) fn cross(seats: u8) -> Shape {
    let outer = |n: u8| !(2..8).contains(&n);
    let patches = grid(10, |rank, file| match (rank, file) {
        _ if outer(rank) && outer(file) => None,
        (0, _) => Some(Seat::new(0)),
        (_, 0) => Some(Seat::new(1)),
        (9, _) => Some(Seat::new(2)),
        (_, 9) => Some(Seat::new(3)),
        _ => Some(None),
    });
    let mut start = Vec::new();
    for (row, file, kind) in ARMY {
        // Each seat's left is the next seat's side.
        start.push((grid_name(row, 2 + file), piece(0, kind)));
        start.push((grid_name(7 - file, row), piece(1, kind)));
        start.push((grid_name(9 - row, 7 - file), piece(2, kind)));
        start.push((grid_name(2 + file, 9 - row), piece(3, kind)));
    }
    if seats == 5 {
        for (rank, file, kind) in MIDDLE {
            start.push((grid_name(rank, file), piece(4, kind)));
        }
    }
    Shape { patches, aside: Aside::Either, sheets: vec!["10x10".into()], start }
}

/// Half-boards of three rows and six files, glued in a ring along their third rows.
pub(crate) fn ring(halves: u8) -> Shape {
    let mut patches = Vec::new();
    let mut start = Vec::new();
    for half in 0..halves {
        let name = |row: u8, file: u8| format!("{half}{}{}", file_letter(file), row + 1);
        for row in 0..3 {
            for file in 0..6 {
                let at = |up: u8, right: u8| ring_vertex(halves, half, row + up, file + right);
                patches.push(Patch {
                    name: name(row, file),
                    corners: [at(0, 0), at(0, 1), at(1, 1), at(1, 0)],
                    plane: ring_plane(half, row, file),
                    print: (half, 2 - row, file),
                    base_of: if row == 0 { Seat::new(half) } else { None },
                });
            }
        }
        for (row, file, kind) in ARMY {
            start.push((name(row, file), piece(half, kind)));
        }
    }
    Shape {
        patches,
        aside: Aside::Either,
        sheets: (0..halves).map(|half| half.to_string()).collect(),
        start,
    }
}

fn piece(army: u8, kind: Kind) -> Piece {
    Piece { army: Seat::of(army), kind }
}

/// The corner of a half-board, by one name for all half-boards that meet there: along the river the
/// left half of each is glued to the right half of the next, and all meet in the middle.
fn ring_vertex(halves: u8, half: u8, row: u8, file: u8) -> Vertex {
    match (row, file) {
        (3, 3) => (0, 3, 3),
        (3, 4..) => ((half + halves - 1) % halves, 3, 6 - file),
        _ => (half, row, file),
    }
}

/// The corners of a hexagon with sides of six cells, clockwise from seat 0's left, around (0, 0).
const HEXAGON: [(i32, i32); 6] =
    [(-300, 520), (-600, 0), (-300, -520), (300, -520), (600, 0), (300, 520)];

/// The middle of a cell of a half-board: every half of it is a quarter of a rhombus, from the middle
/// of the hexagon to the middles of two sides.
fn ring_plane(half: u8, row: u8, file: u8) -> (i16, i16) {
    let corner = |steps: u8| {
        let at = usize::from(half * 2 + 6 + steps) % 6;
        HEXAGON.get(at).copied().unwrap_or_default()
    };
    let middle = |a: (i32, i32), b: (i32, i32)| (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
    // Steps of 4 and 5 clockwise are 2 and 1 against the clock.
    let (left, right) = (corner(0), corner(5));
    let (base, centre) = (middle(left, right), (0, 0));
    let [a, b, c, d] = if file < 3 {
        [left, base, centre, middle(left, corner(1))]
    } else {
        [base, right, middle(right, corner(4)), centre]
    };
    let (u, v) = (i32::from(file % 3) * 2 + 1, i32::from(row) * 2 + 1);
    let mix = |a: i32, b: i32, c: i32, d: i32| {
        ((6 - u) * (6 - v) * a + u * (6 - v) * b + u * v * c + (6 - u) * v * d) / 36
    };
    let place = |n: i32| i16::try_from(n).unwrap_or(0);
    (place(600 + mix(a.0, b.0, c.0, d.0)), place(520 + mix(a.1, b.1, c.1, d.1)))
}
