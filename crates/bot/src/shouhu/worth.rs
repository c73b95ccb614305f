//! What a position is worth, as it stands.
//!
//! Nobody ever loses a piece, so what counts is points, who could score, and where pieces stand.

use game::Seat;
use shouhu::{CELLS, Cell, Cells, KINDS, Kind, Piece, Position, Stage, neighbours, other, zone};

use super::lines::{self, Target};
use super::threats::scorers;

/// A point.
pub(super) const POINT: i32 = 1000;
/// More for a seat that lacks one point only.
const ALMOST: i32 = 150;
/// By how many pieces could score: what that is worth to the seat that moves next.
const READY: [i32; 5] = [0, 480, 580, 640, 680];
/// The same for the other seat, which the first can still stop.
const WAITING: [i32; 5] = [0, 160, 340, 460, 520];
/// What it is worth that a 士 or a 兵 can move.
const LENT: i32 = 14;
const CARRIED: i32 = 7;

/// For each seat, kind and cell what a piece there is worth.
static PLACES: std::sync::LazyLock<[[[i32; CELLS]; KINDS]; 2]> = std::sync::LazyLock::new(|| {
    [0, 1].map(|seat| {
        let ways = Ways::to(Seat::of(seat));
        Kind::ALL.map(|kind| {
            std::array::from_fn(|number| {
                Cell::new(number as u8).map_or(0, |cell| ways.worth(kind, cell))
            })
        })
    })
});

/// Cells by how one gets from them to the enemy zone on an empty board.
struct Ways {
    own_zone: Cells,
    own_ring: Cells,
    enemy_zone: Cells,
    enemy_ring: Cells,
    straight: Cells,
    diagonal: Cells,
    /// By one leap, by two, by three.
    leaps: [Cells; 3],
}

fn around(cells: Cells) -> Cells {
    cells.iter().map(neighbours).fold(Cells::NONE, Cells::or).minus(cells)
}

impl Ways {
    fn to(seat: Seat) -> Self {
        let (own_zone, enemy_zone) = (zone(seat), zone(other(seat)));
        let along = |line: fn(&Target) -> Cells| {
            lines::targets(other(seat)).iter().map(line).fold(Cells::NONE, Cells::or)
        };
        let back = |cells: Cells| cells.iter().map(lines::leaps).fold(Cells::NONE, Cells::or);
        let one = back(enemy_zone);
        let two = back(one);
        Self {
            own_zone,
            own_ring: around(own_zone),
            enemy_zone,
            enemy_ring: around(enemy_zone),
            straight: along(|target| target.straight),
            diagonal: along(|target| target.diagonal),
            leaps: [one, two, back(two)],
        }
    }

    /// How many steps of a king from the enemy zone.
    fn distance(&self, cell: Cell) -> i32 {
        let steps = |to: Cell| cell.file().abs_diff(to.file()).max(cell.rank().abs_diff(to.rank()));
        self.enemy_zone.iter().map(steps).min().map_or(0, i32::from)
    }

    fn worth(&self, kind: Kind, cell: Cell) -> i32 {
        // A piece that has scored is on its way home.
        if self.enemy_zone.has(cell) {
            return 0;
        }
        let way = match kind {
            Kind::Chariot | Kind::Cannon => 24 * i32::from(self.straight.has(cell)),
            Kind::Elephant => 30 * i32::from(self.diagonal.has(cell)),
            Kind::Horse => {
                let nearest = self.leaps.iter().zip([44, 28, 12]);
                let nearest = nearest.filter(|(cells, _)| cells.has(cell));
                nearest.map(|(_, worth)| worth).max().unwrap_or(0)
            }
            Kind::Advisor => 16 - 2 * self.distance(cell),
            Kind::Soldier => 21 - 3 * self.distance(cell),
        };
        way + 16 * i32::from(self.own_ring.has(cell))
            + 40 * i32::from(self.own_zone.has(cell))
            + 24 * i32::from(self.enemy_ring.has(cell))
    }
}

/// What a piece is worth where it stands.
#[expect(clippy::indexing_slicing, reason = "two seats, and a cell is below CELLS")]
pub(super) fn of_piece(piece: Piece, cell: Cell) -> i32 {
    PLACES[piece.army.index() & 1][piece.kind.index()][cell.index()]
}

/// What all pieces of seat 0 are worth where they stand, less those of the other.
pub(super) fn of_places(at: &Position) -> i32 {
    let placed = at.occupied().iter().filter_map(|cell| Some((at.piece(cell)?, cell)));
    placed.map(|(piece, cell)| signed(piece.army, of_piece(piece, cell))).sum()
}

/// A worth of this seat's as one of seat 0.
pub(super) const fn signed(seat: Seat, worth: i32) -> i32 {
    if seat.number() == 0 { worth } else { -worth }
}

/// A position as it stands.
pub(super) struct Judged {
    /// How far the seat to decide is ahead.
    pub(super) lead: i32,
    /// The pieces of the seat to decide that could score at once, and those of the other.
    pub(super) scorers: [Cells; 2],
}

/// Judges a position, given what [`of_places`] says. What is on the way counts for nobody: a piece
/// that has scored, a captured one that is not put down yet.
pub(super) fn judge(at: &Position, places: i32) -> Judged {
    let seats = [at.turn(), other(at.turn())];
    let scorers = seats.map(|seat| scorers(at, seat));
    let holds = matches!(at.stage(), Stage::Drop(_));
    let by_threats = if holds { [&WAITING, &READY] } else { [&READY, &WAITING] };
    let [own, enemy] = [0, 1].map(|which: usize| {
        let threats = scorers.get(which).map_or(0, |cells| cells.len().min(4)) as usize;
        let ready = by_threats.get(which).and_then(|worth| worth.get(threats));
        seats.get(which).map_or(0, |seat| side(at, *seat)) + ready.copied().unwrap_or(0)
    });
    Judged { lead: own - enemy + signed(at.turn(), places), scorers }
}

/// How far the seat is ahead as it stands.
pub(super) fn lead(at: &Position, seat: Seat) -> i32 {
    let lead = judge(at, of_places(at)).lead;
    if seat == at.turn() { lead } else { -lead }
}

/// Points, and what can move only with others beside it.
fn side(at: &Position, seat: Seat) -> i32 {
    let score = at.score(seat);
    let options = at.options();
    let is_almost = options.win == shouhu::Win::FirstTo && score + 1 == options.goal;
    let own = at.army(seat).minus(zone(other(seat)));
    let lenders = at.lenders();
    let moving = |kind: Kind| {
        let pieces = at.of_kind(kind).and(own).iter();
        pieces.filter(|cell| !neighbours(*cell).and(lenders).is_empty()).count() as i32
    };
    i32::from(score) * POINT
        + if is_almost { ALMOST } else { 0 }
        + LENT * moving(Kind::Advisor)
        + CARRIED * moving(Kind::Soldier)
}
