//! What a position is worth, as it stands.
//!
//! Nobody ever loses a piece, so what counts is points, who could score, and where pieces stand.

use game::Seat;
use shouhu::{CELLS, Cell, Cells, KINDS, Kind, Position, Stage, neighbours, other, zone};

use super::lines::{self, DIAGONAL, STRAIGHT};
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
        let along = |directions: [usize; 4]| {
            let rays =
                enemy_zone.iter().flat_map(|cell| directions.map(|way| lines::ray(cell, way)));
            rays.fold(Cells::NONE, Cells::or)
        };
        let back = |cells: Cells| cells.iter().map(lines::leaps).fold(Cells::NONE, Cells::or);
        let one = back(enemy_zone);
        let two = back(one);
        Self {
            own_zone,
            own_ring: around(own_zone),
            enemy_zone,
            enemy_ring: around(enemy_zone),
            straight: along(STRAIGHT),
            diagonal: along(DIAGONAL),
            leaps: [one, two, back(two)],
        }
    }

    /// How many steps of a king from the enemy zone.
    fn distance(&self, cell: Cell) -> i32 {
        let steps = |to: Cell| cell.file().abs_diff(to.file()).max(cell.rank().abs_diff(to.rank()));
        self.enemy_zone.iter().map(steps).min().map_or(0, i32::from)
    }

    fn worth(&self, kind: Kind, cell: Cell) -> i32 {
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

/// How far the seat is ahead. What is on the way counts for nobody: a piece that has scored, a
/// captured one that is not put down yet.
pub(super) fn lead(at: &Position, seat: Seat) -> i32 {
    let next = if matches!(at.stage(), Stage::Drop(_)) { other(at.turn()) } else { at.turn() };
    let lead = side(at, next, &READY) - side(at, other(next), &WAITING);
    if next == seat { lead } else { -lead }
}

fn side(at: &Position, seat: Seat, by_threats: &[i32; 5]) -> i32 {
    let score = at.score(seat);
    let options = at.options();
    let is_almost = options.win == shouhu::Win::FirstTo && score + 1 == options.goal;
    let threats = scorers(at, seat).len().min(4) as usize;
    i32::from(score) * POINT
        + if is_almost { ALMOST } else { 0 }
        + by_threats.get(threats).copied().unwrap_or(0)
        + standing(at, seat)
}

#[expect(clippy::indexing_slicing, reason = "two seats, and a cell is below CELLS")]
fn standing(at: &Position, seat: Seat) -> i32 {
    let own = at.army(seat).minus(zone(other(seat)));
    let lenders = at.lenders();
    let mut sum = 0;
    for (kind, worth) in Kind::ALL.into_iter().zip(&PLACES[seat.index() & 1]) {
        let moving = match kind {
            Kind::Advisor => LENT,
            Kind::Soldier => CARRIED,
            _ => 0,
        };
        for cell in at.of_kind(kind).and(own).iter() {
            sum += worth[cell.index()];
            if moving > 0 && !neighbours(cell).and(lenders).is_empty() {
                sum += moving;
            }
        }
    }
    sum
}
