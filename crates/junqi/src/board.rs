//! Boards: cells, the edges between them and the runs along rails, made from [`crate::shape`] by one
//! path for every shape.

use std::sync::LazyLock;

use game::{BoardNode, Seat};

use crate::cells::{Cell, Cells};
use crate::piece::ARMY;
use crate::rules::{BoardKind, Options, Switch, Turns};
use crate::shape::{self, COLUMNS, ROWS, Shape, Site};

const FIELD: u8 = ROWS * COLUMNS;

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// 兵站, or a stop on the ring.
    Station,
    /// 行营
    Camp,
    /// 大本营
    Headquarters,
}

/// Everything that moves depend on at one cell.
#[derive(Clone, Debug)]
struct Spot {
    site: Site,
    ground: Ground,
    roads: Cells,
    rails: Cells,
    near: Cells,
    /// The runs of an ordinary piece, with curves and without: cells in order, none a part of another.
    runs: Vec<Vec<Cell>>,
    straight_runs: Vec<Vec<Cell>>,
}

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    spots: Vec<Spot>,
    sitters: Vec<Option<Seat>>,
    camps: Cells,
    headquarters: Cells,
    all: Cells,
    lines: usize,
    drawing: game::Board,
}

/// The places of a layout in order: the cells of a field that are no camps, row after row.
const PLACES: [u8; ARMY as usize] =
    [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 13, 14, 15, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29];

/// Row and column of a place of a layout.
pub fn row_and_column(place: u8) -> (u8, u8) {
    let cell = PLACES.get(usize::from(place)).copied().unwrap_or(0);
    (cell / COLUMNS, cell % COLUMNS)
}

impl Board {
    /// The board of these options.
    pub fn of(options: &Options) -> &'static Self {
        static DUEL: LazyLock<Board> = LazyLock::new(|| Board::build(&shape::duel(false)));
        static CROSSED: LazyLock<Board> = LazyLock::new(|| Board::build(&shape::duel(true)));
        static TWO_OF_FOUR: LazyLock<Board> = LazyLock::new(|| Board::build(&shape::two_of_four()));
        static THREE: LazyLock<Board> = LazyLock::new(|| Board::build(&shape::ring(3)));
        static FOUR: LazyLock<Board> = LazyLock::new(|| Board::build(&shape::ring(4)));
        static SIX: LazyLock<Board> = LazyLock::new(|| Board::build(&shape::ring(6)));
        match (options.seats, options.board, options.crossings) {
            (3, ..) => &THREE,
            (4, ..) => &FOUR,
            (6, ..) => &SIX,
            (_, BoardKind::Siguo, _) => &TWO_OF_FOUR,
            (_, BoardKind::Duel, Switch::On) => &CROSSED,
            (_, BoardKind::Duel, Switch::Off) => &DUEL,
        }
    }

    fn build(shape: &Shape) -> Self {
        let sites = sites(shape);
        let number = |site: &Site| sites.binary_search(site).ok().and_then(cell);
        let mut spots: Vec<Spot> = sites.iter().map(|site| spot(*site, &sites)).collect();
        for line in &shape.lines {
            let cells: Vec<Cell> = line.sites.iter().filter_map(number).collect();
            add_runs(&mut spots, &cells, |spot| &mut spot.runs);
            let parts = match line.curve.map(|at| (cells.split_at(at + 1), cells.get(at..at + 2))) {
                Some(((before, after), Some(curve))) => vec![before, curve, after],
                _ => vec![cells.as_slice()],
            };
            for part in parts {
                add_runs(&mut spots, part, |spot| &mut spot.straight_runs);
            }
            for (a, b) in cells.iter().zip(cells.iter().skip(1)) {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(spot) = spots.get_mut(from.index()) {
                        spot.rails.insert(*to);
                    }
                }
            }
        }
        for spot in &mut spots {
            spot.near = spot.roads.or(&spot.rails);
            keep_longest(&mut spot.runs);
            keep_longest(&mut spot.straight_runs);
        }
        let where_ground = |ground| {
            let found = spots.iter().enumerate().filter(|(_, spot)| spot.ground == ground);
            found.filter_map(|(n, _)| cell(n)).collect()
        };
        Self {
            camps: where_ground(Ground::Camp),
            headquarters: where_ground(Ground::Headquarters),
            all: (0..spots.len()).filter_map(cell).collect(),
            sitters: shape.sitters.clone(),
            lines: shape.lines.len(),
            drawing: draw(shape, &spots),
            spots,
        }
    }

    /// How many cells.
    #[expect(clippy::len_without_is_empty, reason = "a board has cells")]
    pub fn len(&self) -> usize {
        self.spots.len()
    }

    /// The cells in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.all.iter()
    }

    /// The cell is on this board.
    pub fn has(&self, cell: Cell) -> bool {
        self.all.has(cell)
    }

    /// What a cell is.
    pub fn ground(&self, cell: Cell) -> Ground {
        self.spot(cell).map_or(Ground::Station, |spot| spot.ground)
    }

    /// The camps.
    pub const fn camps(&self) -> &Cells {
        &self.camps
    }

    /// The headquarters.
    pub const fn headquarters(&self) -> &Cells {
        &self.headquarters
    }

    /// How many lines of rail.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// How many fields.
    pub fn fields(&self) -> u8 {
        self.sitters.len() as u8
    }

    /// The cells joined to this one by a road.
    pub fn roads(&self, cell: Cell) -> Cells {
        self.spot(cell).map_or(Cells::NONE, |spot| spot.roads)
    }

    /// The cells joined to this one by one piece of rail.
    pub fn rails(&self, cell: Cell) -> Cells {
        self.spot(cell).map_or(Cells::NONE, |spot| spot.rails)
    }

    /// The cells joined to this one.
    pub fn near(&self, cell: Cell) -> Cells {
        self.spot(cell).map_or(Cells::NONE, |spot| spot.near)
    }

    /// The seat at whose field the cell lies, if anybody sits there.
    pub fn home(&self, cell: Cell) -> Option<Seat> {
        match self.spot(cell)?.site {
            Site::Field(field, ..) => self.sitters.get(usize::from(field)).copied().flatten(),
            Site::Corner(_) | Site::Middle(_) | Site::Hub => None,
        }
    }

    /// The cell of a place of a seat's layout.
    pub fn cell_of(&self, seat: Seat, place: u8) -> Option<Cell> {
        let field = self.sitters.iter().position(|sitter| *sitter == Some(seat))?;
        let cell = PLACES.get(usize::from(place))?;
        Cell::new(u8::try_from(field).ok()?.checked_mul(FIELD)? + cell)
    }

    /// The name of a cell: field, row from the front, column; or a letter for the ring.
    pub fn name(&self, cell: Cell) -> &str {
        self.drawing.nodes.get(cell.index()).map_or("?", |node| &node.name)
    }

    /// The cell with this name.
    pub fn find(&self, name: &str) -> Option<Cell> {
        self.drawing.nodes.iter().position(|node| node.name == name).and_then(cell)
    }

    /// The board to draw.
    pub const fn drawing(&self) -> &game::Board {
        &self.drawing
    }

    /// Where an ordinary piece can go: along roads one step, along rails until the first occupied
    /// cell, that one included.
    pub fn ordinary(&self, from: Cell, turns: Turns, occupied: &Cells) -> Cells {
        let Some(spot) = self.spot(from) else {
            return Cells::NONE;
        };
        let runs = match turns {
            Turns::Lines => &spot.runs,
            Turns::Straight => &spot.straight_runs,
            Turns::Corners => return self.flight(from, occupied),
        };
        let mut reached = spot.roads;
        for run in runs {
            for cell in run {
                reached.insert(*cell);
                if occupied.has(*cell) {
                    break;
                }
            }
        }
        reached
    }

    /// Where an engineer can go: as [`Board::ordinary`], but turning on rails at will.
    pub fn flight(&self, from: Cell, occupied: &Cells) -> Cells {
        let Some(spot) = self.spot(from) else {
            return Cells::NONE;
        };
        let mut reached = spot.rails;
        let mut open = reached.minus(occupied);
        while !open.is_empty() {
            let mut next = Cells::NONE;
            for cell in open.iter() {
                next = next.or(&self.rails(cell));
            }
            let new = next.minus(&reached);
            reached = reached.or(&new);
            open = new.minus(occupied);
        }
        reached.remove(from);
        reached.or(&spot.roads)
    }

    fn spot(&self, cell: Cell) -> Option<&Spot> {
        self.spots.get(cell.index())
    }
}

fn cell(number: usize) -> Option<Cell> {
    u8::try_from(number).ok().and_then(Cell::new)
}

/// All sites of a board in the order of their numbers, which is that of the type.
fn sites(shape: &Shape) -> Vec<Site> {
    let fields = shape.sitters.len() as u8;
    let of_field = |field| {
        (0..ROWS)
            .flat_map(move |row| (0..COLUMNS).map(move |column| Site::Field(field, row, column)))
    };
    let mut sites: Vec<Site> = (0..fields).flat_map(of_field).collect();
    if shape.has_ring {
        sites.extend((0..fields).map(Site::Corner));
        sites.extend((0..fields).map(Site::Middle));
        sites.push(Site::Hub);
    }
    sites
}

/// A cell with its roads.
fn spot(site: Site, sites: &[Site]) -> Spot {
    let mut roads = Cells::NONE;
    let mut ground = Ground::Station;
    if let Site::Field(field, row, column) = site {
        for (number, other) in sites.iter().enumerate() {
            if let Site::Field(f, r, c) = *other
                && f == field
                && shape::is_road((row, column), (r, c))
                && let Some(cell) = cell(number)
            {
                roads.insert(cell);
            }
        }
        if shape::CAMPS.contains(&(row, column)) {
            ground = Ground::Camp;
        } else if shape::HEADQUARTERS.contains(&(row, column)) {
            ground = Ground::Headquarters;
        }
    }
    let (runs, straight_runs) = (Vec::new(), Vec::new());
    Spot { site, ground, roads, rails: Cells::NONE, near: roads, runs, straight_runs }
}

/// Gives every cell of a line its runs both ways.
fn add_runs(spots: &mut [Spot], line: &[Cell], of: impl Fn(&mut Spot) -> &mut Vec<Vec<Cell>>) {
    for (place, cell) in line.iter().enumerate() {
        let ahead: Vec<Cell> = line.iter().skip(place + 1).copied().collect();
        let back: Vec<Cell> = line.iter().take(place).rev().copied().collect();
        if let Some(spot) = spots.get_mut(cell.index()) {
            of(spot).extend([ahead, back].into_iter().filter(|run| !run.is_empty()));
        }
    }
}

/// Drops runs that are the beginning of another.
fn keep_longest(runs: &mut Vec<Vec<Cell>>) {
    runs.sort();
    runs.dedup();
    let all = runs.clone();
    runs.retain(|run| !all.iter().any(|other| other.len() > run.len() && other.starts_with(run)));
}

fn draw(shape: &Shape, spots: &[Spot]) -> game::Board {
    let fields = shape.sitters.len() as u8;
    let node = |spot: &Spot| BoardNode {
        name: name(spot.site),
        plane: plane(shape, spot.site),
        print: print(shape, spot.site),
        home: match spot.site {
            Site::Field(field, ..) => shape.sitters.get(usize::from(field)).copied().flatten(),
            Site::Corner(_) | Site::Middle(_) | Site::Hub => None,
        },
        ground: match spot.ground {
            Ground::Station => game::Ground::Plain,
            Ground::Camp => game::Ground::Camp,
            Ground::Headquarters => game::Ground::Headquarters,
        },
    };
    let mut links = Vec::new();
    for (a, spot) in (0..).zip(spots) {
        links.extend(spot.near.iter().map(Cell::node).filter(|b| *b > a).map(|b| (a, b)));
    }
    let sheets = if shape.drawing.one_sheet {
        vec!["board".to_owned()]
    } else {
        (0..fields).map(|field| field.to_string()).chain(["ring".to_owned()]).collect()
    };
    game::Board { nodes: spots.iter().map(node).collect(), links, sheets }
}

/// `06b`: field 0, last row, second column from the owner's left; `C0`, `M0`, `H` for the ring.
fn name(site: Site) -> String {
    match site {
        Site::Field(field, row, column) => {
            format!("{field}{}{}", row + 1, char::from(b'a' + column))
        }
        Site::Corner(k) => format!("C{k}"),
        Site::Middle(k) => format!("M{k}"),
        Site::Hub => "H".to_owned(),
    }
}

/// Sine in thousandths of an angle in degrees; of those that boards have.
fn sine(degrees: i32) -> i32 {
    let (angle, sign) = match degrees.rem_euclid(360) {
        upper @ 0..180 => (upper, 1),
        lower => (lower - 180, -1),
    };
    let size = match angle.min(180 - angle) {
        30 => 500,
        45 => 707,
        60 => 866,
        90 => 1000,
        _ => 0,
    };
    size * sign
}

/// Forwards (away from the middle) and to the right of a field at this angle, from the middle,
/// as a point of the plane with y down. Seat 0 is below and the others go round counter-clockwise.
fn turned(degrees: i32, away: i32, right: i32) -> (i32, i32) {
    let (sin, cos) = (sine(degrees), sine(degrees + 90));
    ((away * sin + right * cos) / 1000, (away * cos - right * sin) / 1000)
}

fn plane(shape: &Shape, site: Site) -> (i16, i16) {
    let fields = shape.sitters.len() as i32;
    let angle = |k: u8| i32::from(k) * 360 / fields;
    let front = shape.drawing.front;
    let (x, y) = match site {
        Site::Field(field, row, column) => {
            let (away, right) = (front + 100 * i32::from(row), 100 * (i32::from(column) - 2));
            turned(angle(field), away, right)
        }
        Site::Corner(k) => turned(angle(k) + 180 / fields, shape.drawing.corner, 0),
        Site::Middle(k) => turned(angle(k), front - 100, 0),
        Site::Hub => (0, 0),
    };
    let middle = front + 600;
    ((x + middle) as i16, (y + middle) as i16)
}

fn print(shape: &Shape, site: Site) -> (u8, u8, u8) {
    let fields = shape.sitters.len() as u8;
    if !shape.drawing.one_sheet {
        return match site {
            Site::Field(field, row, column) => (field, row, column),
            Site::Hub => (fields, 0, 0),
            Site::Middle(k) => (fields, 1, k),
            Site::Corner(k) => (fields, 2, k),
        };
    }
    // In half cells from the middle, for two fields meet between two rows.
    let fields = i32::from(fields);
    let angle = |k: u8| i32::from(k) * 360 / fields;
    let (front, middle) = if shape.has_ring { (6, (16, 16)) } else { (1, (4, 11)) };
    let (x, y) = match site {
        Site::Field(field, row, column) => {
            let (away, right) = (front + 2 * i32::from(row), 2 * (i32::from(column) - 2));
            turned(angle(field), away, right)
        }
        Site::Corner(k) => turned(angle(k), 4, 4),
        Site::Middle(k) => turned(angle(k), 4, 0),
        Site::Hub => (0, 0),
    };
    (0, ((y + middle.1) / 2) as u8, ((x + middle.0) / 2) as u8)
}
