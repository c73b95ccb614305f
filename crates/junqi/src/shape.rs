//! The boards as data: which fields there are, who sits at them, and which lines of rail join them.
//! [`crate::board`] makes nodes, edges and runs of it, knowing no shape.
//!
//! Fields are numbered counter-clockwise, in turn order. A field has six rows of five, row 0 in
//! front, column 0 on its owner's left.

use game::Seat;

/// A place on a board before it has a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Site {
    /// Field, row, column.
    Field(u8, u8, u8),
    /// The corner between a field (at its column 4) and the next (at its column 0).
    Corner(u8),
    /// Before the middle of a field's front.
    Middle(u8),
    /// In the middle of the board.
    Hub,
}

/// A line of rail on which any piece may run, in order.
pub(crate) struct Line {
    pub(crate) sites: Vec<Site>,
    /// The edge from this place in `sites` to the next is a curve.
    pub(crate) curve: Option<usize>,
}

/// A board.
pub(crate) struct Shape {
    /// For each field who sits at it.
    pub(crate) sitters: Vec<Option<Seat>>,
    /// Whether corners, middles and a hub lie between the fields.
    pub(crate) has_ring: bool,
    pub(crate) lines: Vec<Line>,
    pub(crate) drawing: Drawing,
}

/// How a board is drawn, in hundredths of a cell's width.
#[derive(Clone, Copy)]
pub(crate) struct Drawing {
    /// From the middle of the board to a field's front.
    pub(crate) front: i32,
    /// From the middle of the board to a corner of the ring.
    pub(crate) corner: i32,
    /// Whether a terminal prints it on one sheet; else on one for each field and one for the ring.
    pub(crate) one_sheet: bool,
}

/// Rows of a field.
pub(crate) const ROWS: u8 = 6;
/// Columns of a field.
pub(crate) const COLUMNS: u8 = 5;
/// Row and column of each camp of a field.
pub(crate) const CAMPS: [(u8, u8); 5] = [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)];
/// Row and column of each headquarters of a field.
pub(crate) const HEADQUARTERS: [(u8, u8); 2] = [(5, 1), (5, 3)];
/// The rows that are rails; so are the outer columns between them.
const RAIL_ROWS: [u8; 2] = [0, 4];

/// Two fields that meet at the border. With `crossings` it is open at columns 1 and 3 too.
pub(crate) fn duel(crossings: bool) -> Shape {
    let mut lines = rows(2);
    for column in [0, 4] {
        let mut sites = outward(0, column);
        sites.reverse();
        sites.extend(outward(1, 4 - column));
        lines.push(straight(sites));
    }
    let open: &[u8] = if crossings { &[1, 2, 3] } else { &[2] };
    for column in open {
        lines.push(straight(vec![Site::Field(0, 0, *column), Site::Field(1, 0, 4 - column)]));
    }
    Shape {
        sitters: (0..2).map(Seat::new).collect(),
        has_ring: false,
        lines,
        drawing: Drawing { front: 75, corner: 0, one_sheet: true },
    }
}

/// `fields` fields round a ring; four make the 四国 board.
pub(crate) fn ring(fields: u8) -> Shape {
    let n = fields;
    let mut lines = rows(n);
    for k in 0..n {
        let next = (k + 1) % n;
        let mut inward = outward(k, 4);
        inward.reverse();
        let mut curve = inward.clone();
        curve.extend(outward(next, 0));
        lines.push(Line { curve: Some(inward.len() - 1), sites: curve });
        let mut long = inward;
        long.extend([Site::Corner(k), Site::Middle(next), Site::Corner(next)]);
        long.extend(outward((k + 2) % n, 0));
        lines.push(straight(long));
    }
    let spoke = |k: u8| vec![Site::Field(k, 0, 2), Site::Middle(k), Site::Hub];
    if n.is_multiple_of(2) {
        for k in 0..n / 2 {
            let (mut sites, far) = (spoke(k), k + n / 2);
            sites.extend([Site::Middle(far), Site::Field(far, 0, 2)]);
            lines.push(straight(sites));
        }
    } else {
        lines.extend((0..n).map(|k| straight(spoke(k))));
    }
    let drawing = match n {
        4 => Drawing { front: 300, corner: 283, one_sheet: true },
        3 => Drawing { front: 300, corner: 260, one_sheet: false },
        _ => Drawing { front: 500, corner: 430, one_sheet: false },
    };
    Shape { sitters: (0..n).map(Seat::new).collect(), has_ring: true, lines, drawing }
}

/// Two seats on opposite fields of the 四国 board.
pub(crate) fn two_of_four() -> Shape {
    let seat = |n| Some(Seat::of(n));
    Shape { sitters: vec![seat(0), None, seat(1), None], ..ring(4) }
}

/// The rails along the rows of every field.
fn rows(fields: u8) -> Vec<Line> {
    let row = |field, row| (0..COLUMNS).map(|column| Site::Field(field, row, column)).collect();
    let lines = (0..fields).flat_map(|field| RAIL_ROWS.map(|r| straight(row(field, r))));
    lines.collect()
}

/// An outer column of a field from the front to the last row with rails.
fn outward(field: u8, column: u8) -> Vec<Site> {
    (0..=RAIL_ROWS[1]).map(|row| Site::Field(field, row, column)).collect()
}

fn straight(sites: Vec<Site>) -> Line {
    Line { sites, curve: None }
}

/// Whether two cells of one field are joined by a road, given as row and column.
pub(crate) fn is_road(a: (u8, u8), b: (u8, u8)) -> bool {
    let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    let beside = rows + columns == 1;
    let diagonal = rows == 1 && columns == 1 && (CAMPS.contains(&a) || CAMPS.contains(&b));
    (beside || diagonal) && !is_field_rail(a, b)
}

fn is_field_rail(a: (u8, u8), b: (u8, u8)) -> bool {
    let along_row = a.0 == b.0 && RAIL_ROWS.contains(&a.0);
    let outer = a.1 == b.1 && (a.1 == 0 || a.1 == COLUMNS - 1);
    along_row || (outer && a.0.max(b.0) <= RAIL_ROWS[1])
}
