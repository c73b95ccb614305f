//! Arrangements: the flag behind mines, bombs behind strong pieces, engineers behind, and everything
//! else by the dice.

use junqi::{ARMY, COUNTS, Kind, Layout, Rules, allowed, row_and_column};

use crate::dice::Dice;
use game::Seat;

/// Columns of the headquarters in the last row.
const HEADQUARTERS: [u8; 2] = [1, 3];
const LAST_ROW: u8 = 5;
/// The kinds in the order in which they are placed: those with the fewest places first.
const ORDER: [Kind; 10] = [
    Kind::Bomb,
    Kind::Marshal,
    Kind::General,
    Kind::MajorGeneral,
    Kind::Brigadier,
    Kind::Engineer,
    Kind::Colonel,
    Kind::Major,
    Kind::Lieutenant,
    Kind::Captain,
];

/// How much a kind likes each row, the front first.
const fn liking(kind: Kind) -> [u32; 6] {
    match kind {
        Kind::Bomb => [1, 8, 12, 8, 3, 1],
        Kind::Marshal => [4, 10, 10, 6, 2, 0],
        Kind::General => [8, 10, 10, 6, 2, 0],
        Kind::MajorGeneral => [12, 8, 8, 6, 2, 0],
        Kind::Brigadier => [12, 8, 6, 6, 3, 0],
        Kind::Engineer => [1, 3, 4, 8, 8, 3],
        Kind::Colonel | Kind::Major => [10, 6, 6, 6, 5, 2],
        Kind::Lieutenant => [3, 4, 4, 6, 8, 8],
        Kind::Captain | Kind::Mine | Kind::Flag => [6, 6, 6, 6, 6, 6],
    }
}

struct Draft<'a> {
    rules: &'a Rules,
    kinds: [Option<Kind>; ARMY as usize],
}

impl Draft<'_> {
    fn put(&mut self, kind: Kind, place: u8) {
        if let Some(slot) = self.kinds.get_mut(usize::from(place)) {
            *slot = Some(kind);
        }
    }

    fn is_free(&self, place: u8) -> bool {
        self.kinds.get(usize::from(place)).is_some_and(Option::is_none)
    }

    /// Puts a kind somewhere where it may stand, by how much it likes each free place.
    fn scatter(&mut self, kind: Kind, liking: impl Fn(u8) -> u32, dice: &mut Dice) {
        let may =
            |place: &u8| self.is_free(*place) && allowed(*place, self.rules.options()).has(kind);
        let places: Vec<(u8, u32)> =
            (0..ARMY).filter(may).map(|place| (place, liking(place))).collect();
        if let Some(place) = weighted(&places, dice) {
            self.put(kind, place);
        }
    }
}

/// One of them, each as likely as its weight says; if all weigh nothing, any.
pub(crate) fn weighted<T: Copy>(items: &[(T, u32)], dice: &mut Dice) -> Option<T> {
    let total: u32 = items.iter().map(|(_, weight)| weight).sum();
    if total == 0 {
        return dice.one_of(items).map(|(item, _)| *item);
    }
    let mut rest = dice.below(total);
    for (item, weight) in items {
        if rest < *weight {
            return Some(*item);
        }
        rest -= weight;
    }
    None
}

/// A legal layout for this seat.
pub(crate) fn arrangement(rules: &Rules, seat: Seat, dice: &mut Dice) -> Layout {
    let mut draft = Draft { rules, kinds: [None; ARMY as usize] };
    let column = dice.one_of(&HEADQUARTERS).copied().unwrap_or(1);
    let other = LAST_ROW - 1 - column;
    let distance = |place: u8, column: u8| {
        let (row, at) = row_and_column(place);
        u32::from(row.abs_diff(LAST_ROW) + at.abs_diff(column))
    };
    for place in 0..ARMY {
        if row_and_column(place) == (LAST_ROW, column) {
            draft.put(Kind::Flag, place);
        }
    }
    // Mostly beside the flag; now and then one of them pretends that it stands on the other side.
    let pretends = dice.below(6) == 0;
    for number in 0..count(Kind::Mine) {
        let target = if pretends && number == 0 { other } else { column };
        let near = |place| [0, 60, 4].get(distance(place, target) as usize).copied().unwrap_or(1);
        draft.scatter(Kind::Mine, near, dice);
    }
    for kind in ORDER {
        let rows = liking(kind);
        for _ in 0..count(kind) {
            let likes = |place| {
                let (row, at) = row_and_column(place);
                let likes = rows.get(usize::from(row)).copied().unwrap_or(0);
                // A piece in a headquarters may never leave it.
                let stays = (row, at) == (LAST_ROW, other) && kind < Kind::Captain;
                if stays { 0 } else { likes }
            };
            draft.scatter(kind, likes, dice);
        }
    }
    let layout = Layout::new(draft.kinds.map(|kind| kind.unwrap_or(Kind::Engineer)));
    if layout.faults(rules, seat).is_empty() {
        layout
    } else {
        Layout::any(rules.options(), &mut |n| dice.below(n))
    }
}

fn count(kind: Kind) -> u8 {
    COUNTS.get(kind.index()).copied().unwrap_or(0)
}
