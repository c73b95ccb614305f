//! Layouts: what a seat arranges in secret, seen from its own base.

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Chooser, Fault, Malformed, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{self, RIVER_RANK};
use crate::cells::{Cell, FILES};
use crate::piece::{COUNTS, Kind};
use crate::rules::Rules;

/// The cells of a half.
pub const PLACES: usize = FILES as usize * RIVER_RANK as usize;

/// For each cell of a half what stands on it, rank after rank from the own base, files a to h. It may
/// be against the rules: [`Layout::faults`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout([Option<Kind>; PLACES]);

impl Layout {
    /// The standard placement.
    pub const STANDARD: Self = {
        const R: Option<Kind> = Some(Kind::Chariot);
        const N: Option<Kind> = Some(Kind::Horse);
        const C: Option<Kind> = Some(Kind::Cannon);
        const B: Option<Kind> = Some(Kind::Elephant);
        const A: Option<Kind> = Some(Kind::Advisor);
        const P: Option<Kind> = Some(Kind::Soldier);
        const O: Option<Kind> = None;
        Self([
            R, N, B, O, O, B, N, R, // rank 1
            O, O, A, P, O, A, O, O, // rank 2
            O, C, O, O, O, O, C, O, // rank 3
            P, O, P, O, O, P, O, P, // rank 4
        ])
    };

    /// These kinds by place.
    pub const fn new(kinds: [Option<Kind>; PLACES]) -> Self {
        Self(kinds)
    }

    /// The cell of a place in a seat's half.
    pub fn cell(seat: Seat, place: usize) -> Option<Cell> {
        let (rank, file) = (place / usize::from(FILES), place % usize::from(FILES));
        let cell = Cell::at(file as u8, rank as u8).filter(|_| place < PLACES)?;
        Some(if seat.number() == 0 { cell } else { cell.mirrored() })
    }

    /// What stands where in a seat's half.
    pub fn pieces(&self, seat: Seat) -> impl Iterator<Item = (Cell, Kind)> {
        let placed = self.0.iter().enumerate();
        placed.filter_map(move |(place, kind)| Some((Self::cell(seat, place)?, (*kind)?)))
    }

    /// Everything that is wrong if this seat sets up so, each with its cell and the rule.
    pub fn faults(&self, seat: Seat) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut counted = [0u8; COUNTS.len()];
        let mut guardian = None;
        for (cell, kind) in self.pieces(seat) {
            if let Some(count) = counted.get_mut(kind.index()) {
                *count += 1;
                if *count > kind.count() {
                    let most = kind.count();
                    let reason = format!("one {} too many: a side has {most}", kind.letter());
                    faults.push(Fault::new(cell.to_string(), reason));
                }
            }
            if board::zone(seat).has(cell) {
                match guardian {
                    None => guardian = Some(cell),
                    Some(first) => {
                        let reason = format!(
                            "a zone has one guardian, and {first} has one; put this piece elsewhere"
                        );
                        faults.push(Fault::new(cell.to_string(), reason));
                    }
                }
            }
        }
        for (kind, count) in Kind::ALL.into_iter().zip(counted) {
            if count < kind.count() {
                let (all, letter) = (kind.count(), kind.letter());
                let reason = format!("{count} of the {all} {letter} are placed; place the rest");
                faults.push(Fault::new("layout", reason));
            }
        }
        faults
    }

    /// A legal layout by somebody's randomness.
    pub fn any(below: Chooser<'_>) -> Self {
        let mut layout = [None; PLACES];
        let zone = board::zone(Seat::of(0));
        let is_zone = |place| Self::cell(Seat::of(0), place).is_some_and(|cell| zone.has(cell));
        let mut has_guardian = false;
        for kind in Kind::ALL {
            for _ in 0..kind.count() {
                let free = layout.iter().enumerate();
                let free = free
                    .filter(|(place, there)| there.is_none() && !(has_guardian && is_zone(*place)));
                let free: Vec<usize> = free.map(|(place, _)| place).collect();
                let chosen = below(free.len().max(1) as u32) as usize;
                let place = free.get(chosen).or(free.first()).copied().unwrap_or(0);
                has_guardian |= is_zone(place);
                if let Some(slot) = layout.get_mut(place) {
                    *slot = Some(kind);
                }
            }
        }
        Self(layout)
    }

    /// In one line: the letters of the kinds, `.` where nothing stands, `/` between ranks, the rank
    /// at the own base first.
    pub fn write(&self) -> String {
        let ranks = self
            .0
            .chunks(usize::from(FILES))
            .map(|rank| rank.iter().map(|kind| kind.map_or('.', Kind::letter)).collect::<String>());
        ranks.collect::<Vec<_>>().join("/")
    }

    /// Reads what [`Layout::write`] wrote; says nothing of legality.
    ///
    /// # Errors
    /// Everything that is wrong, each at its rank or, as seat 0 sees it, at its cell.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let ranks: Vec<&str> = text.split('/').take(RIVER_RANK.into()).collect();
        let mut faults = Vec::new();
        if text.split('/').count() != usize::from(RIVER_RANK) {
            let reason = "four ranks of 8 signs with / between them, the base first";
            return Err(vec![Fault::new("layout", reason)]);
        }
        let mut kinds = [None; PLACES];
        for (row, (slots, rank)) in kinds.chunks_mut(FILES.into()).zip(ranks).enumerate() {
            let count = rank.chars().take(1 + usize::from(FILES)).count();
            if count != usize::from(FILES) {
                let reason = "8 signs, one for each file from a to h; . where nothing stands";
                faults.push(Fault::new(format!("rank {}", row + 1), reason));
                continue;
            }
            for (file, (slot, sign)) in slots.iter_mut().zip(rank.chars()).enumerate() {
                *slot = Kind::from_letter(sign);
                if slot.is_none() && sign != '.' {
                    let known: String = Kind::ALL.iter().map(|kind| kind.letter()).collect();
                    let cell = Cell::at(file as u8, row as u8);
                    let place = cell.map_or_else(|| "layout".to_owned(), |c| c.to_string());
                    let reason = format!("{sign:?} is no piece; there are {known}, and . for none");
                    faults.push(Fault::new(place, reason));
                }
            }
        }
        if faults.is_empty() { Ok(Self(kinds)) } else { Err(faults) }
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
