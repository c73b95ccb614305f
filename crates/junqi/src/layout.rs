//! Layouts: which kind stands on which place of a field.

use std::fmt;

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Chooser, Fault, Malformed, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Board, row_and_column};
use crate::options::{Options, Switch};
use crate::piece::{ARMY, COUNTS, Kind, Kinds, Man};
use crate::rules::Rules;
use crate::shape::{HEADQUARTERS, ROWS};

/// How many places each row of a field has, as a layout is written.
const ROW_LENGTHS: [usize; ROWS as usize] = [5, 3, 4, 3, 5, 5];

/// A kind for each place of a field, row after row from the front, without the camps. It may be
/// against the rules: [`Layout::faults`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout([Kind; ARMY as usize]);

/// A layout that stays hidden, with the seat that it belongs to. Debug texts do not show it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret {
    /// Whose.
    pub seat: Seat,
    /// What stands where.
    pub layout: Layout,
}

/// The kinds that may begin on a place.
pub fn allowed(place: u8, options: &Options) -> Kinds {
    let (row, _) = row_and_column(place);
    let mut kinds = Kinds::ALL;
    if row < ROWS - 2 {
        kinds = kinds.without(Kind::Mine);
    }
    if !HEADQUARTERS.contains(&row_and_column(place)) {
        kinds = kinds.without(Kind::Flag);
    }
    if row == 0 && options.bomb_front == Switch::Off {
        kinds = kinds.without(Kind::Bomb);
    }
    kinds
}

/// The places where a kind may not begin.
pub(crate) fn barred(kind: Kind, options: &Options) -> Vec<u8> {
    (0..ARMY).filter(|place| !allowed(*place, options).has(kind)).collect()
}

impl Layout {
    /// These kinds by place.
    pub const fn new(kinds: [Kind; ARMY as usize]) -> Self {
        Self(kinds)
    }

    /// The kind on a place.
    pub fn kind(&self, place: u8) -> Option<Kind> {
        self.0.get(usize::from(place)).copied()
    }

    /// The kinds by place.
    pub const fn kinds(&self) -> &[Kind; ARMY as usize] {
        &self.0
    }

    /// Everything that is wrong if this seat sets up so, each with its cell and the rule.
    pub fn faults(&self, rules: &Rules, seat: Seat) -> Vec<Fault> {
        let options = rules.options();
        let board = Board::of(options);
        let cell = |place| board.cell_of(seat, place).map_or("?", |cell| board.name(cell));
        let mut faults = Vec::new();
        let mut counted = [0u8; COUNTS.len()];
        for (place, kind) in (0..).zip(self.0) {
            if !allowed(place, options).has(kind) {
                faults.push(Fault::new(cell(place), barred_because(kind)));
            }
            if let (Some(count), Some(most)) =
                (counted.get_mut(kind.index()), COUNTS.get(kind.index()))
            {
                *count += 1;
                if *count > *most {
                    let reason = format!("one {} too many: a seat has {most}", kind.letter());
                    faults.push(Fault::new(cell(place), reason));
                }
            }
        }
        for ((kind, count), all) in Kind::ALL.into_iter().zip(counted).zip(COUNTS) {
            if count < all {
                let reason = format!("{count} of the {all} {} are placed", kind.letter());
                faults.push(Fault::new("layout", reason));
            }
        }
        faults
    }

    /// A legal layout by somebody's randomness.
    pub fn any(options: &Options, below: Chooser<'_>) -> Self {
        let mut layout = [None; ARMY as usize];
        // Those with the fewest places first, so that there is always room for the rest.
        let mut order = vec![Kind::Flag, Kind::Mine, Kind::Bomb];
        order.extend(Kind::ALL.into_iter().filter(|kind| *kind < Kind::Bomb));
        for kind in order {
            for _ in 0..COUNTS.get(kind.index()).copied().unwrap_or(0) {
                let free = layout
                    .iter()
                    .zip(0..)
                    .filter(|(there, place)| there.is_none() && allowed(*place, options).has(kind));
                let free: Vec<u8> = free.map(|(_, place)| place).collect();
                let chosen = below(free.len().max(1) as u32) as usize;
                let place = free.get(chosen).copied().unwrap_or(0);
                if let Some(slot) = layout.get_mut(usize::from(place)) {
                    *slot = Some(kind);
                }
            }
        }
        Self(layout.map(|kind| kind.unwrap_or(Kind::Engineer)))
    }

    /// In one line: the letters of the kinds, `/` after each row.
    pub fn write(&self) -> String {
        let mut letters = self.0.iter().map(|kind| kind.letter());
        let rows = ROW_LENGTHS.map(|length| letters.by_ref().take(length).collect::<String>());
        rows.join("/")
    }

    /// Reads what [`Layout::write`] wrote; says nothing of legality.
    ///
    /// # Errors
    /// What is wrong, with the part of the text where it is.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let rows: Vec<&str> = text.split('/').collect();
        let fits = rows.iter().map(|row| row.chars().count()).eq(ROW_LENGTHS);
        if !fits {
            let reason = "six rows of 5, 3, 4, 3, 5 and 5 letters with / between them";
            return Err(Fault::new("layout", reason));
        }
        let mut kinds = [Kind::Engineer; ARMY as usize];
        for (slot, letter) in kinds.iter_mut().zip(rows.iter().flat_map(|row| row.chars())) {
            *slot = Kind::from_letter(letter).ok_or_else(|| {
                let known: String = Kind::ALL.iter().map(|kind| kind.letter()).collect();
                Fault::new(letter.to_string(), format!("no such piece; there are {known}"))
            })?;
        }
        Ok(Self(kinds))
    }
}

fn barred_because(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "the flag stands in a headquarters",
        Kind::Mine => "mines lie in the last two rows",
        Kind::Bomb => "no bomb stands in the first row",
        _ => "this piece may not stand here",
    }
}

impl Canon<Rules> for Layout {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(_: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        from_bytes("layout", bytes)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({:?})", self.seat)
    }
}

impl Canon<Rules> for Secret {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(_: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        from_bytes("secret layout", bytes)
    }
}

impl Secret {
    /// The kind of a piece, if it is of this seat.
    pub fn kind(&self, man: Man) -> Option<Kind> {
        (man.seat() == self.seat).then(|| self.layout.kind(man.place())).flatten()
    }
}
