//! Repetition: what positions have been, and who chased in between.

use game::{Digest, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::cells::Cell;
use crate::options::Repetition;
use crate::piece::Man;
use crate::position::{FlagAt, Position, other};
use crate::table::{self, code};

/// A position before so many others is forgotten, where no quiet limit ends the game before.
pub const HISTORY_MAX: usize = 1000;
/// So many occurrences of a position end the game.
const OCCURRENCES: usize = 3;

const LABEL: &str = "qiyue/junqi/repetition/v1";

/// A position that has been.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// The beginning of a digest of what must agree.
    digest: [u8; 16],
    /// Where chasing counts: the enemy pieces that the piece just moved threatens, a bit for each.
    threats: u64,
}

impl Seen {
    /// As hex, with a point before the threats if there are any.
    pub(crate) fn write(&self) -> String {
        let mut text: String = self.digest.iter().map(|byte| format!("{byte:02x}")).collect();
        if self.threats != 0 {
            text += &format!(".{:x}", self.threats);
        }
        text
    }

    /// Reads what [`Seen::write`] wrote.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (hex, threats) = text.split_once('.').unwrap_or((text, "0"));
        let mut digest = [0; 16];
        for (place, slot) in digest.iter_mut().enumerate() {
            *slot = u8::from_str_radix(hex.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        let seen = Self { digest, threats: u64::from_str_radix(threats, 16).ok()? };
        (seen.write() == text).then_some(seen)
    }
}

impl Position {
    /// Whether repetition means anything here.
    pub(crate) fn counts_repetition(&self) -> bool {
        self.options().seats == 2 && self.options().repetition != Repetition::Off
    }

    /// Notes the position, in which `next` is to move and `moved` has moved. Its third occurrence
    /// ends the game.
    pub(crate) fn repeats(&mut self, next: Seat, moved: Option<Man>) -> Option<Outcome> {
        if !self.counts_repetition() {
            return None;
        }
        let is_chase = self.options().repetition == Repetition::ChaserLoses;
        let threats = moved.filter(|_| is_chase).map_or(0, |man| self.threats(man));
        let digest = self.public_digest(next);
        self.history.push(Seen { digest, threats });
        if self.history.len() > HISTORY_MAX {
            self.history.remove(0);
        }
        let same = self.history.iter().enumerate().filter(|(_, seen)| seen.digest == digest);
        let (first, count) =
            same.fold((None, 0), |(first, count), (place, _)| (first.or(Some(place)), count + 1));
        let first = first.filter(|_| count >= OCCURRENCES)?;
        let draw = Outcome::Drawn(self.whole_sides(self.living));
        if !is_chase {
            return Some(draw);
        }
        let since = self.history.get(first + 1..).unwrap_or(&[]);
        // The last entry is of the seat that is not next; before it they take turns.
        let chases = |seat: Seat| {
            let offset = usize::from(seat == next);
            let own = since.iter().rev().skip(offset).step_by(2);
            own.clone().count() > 0 && own.fold(u64::MAX, |all, seen| all & seen.threats) != 0
        };
        Some(match (chases(next), chases(other(next))) {
            (true, false) => Outcome::Won(SeatSet::one(other(next))),
            (false, true) => Outcome::Won(SeatSet::one(next)),
            _ => draw,
        })
    }

    /// What must agree for two positions to be the same: who is to move, who lives, where flags are,
    /// and what everybody sees on each cell (where pieces are hidden: which piece, not what is known
    /// of it).
    fn public_digest(&self, next: Seat) -> [u8; 16] {
        let mut bytes = Vec::with_capacity(64 * usize::from(self.seats().len()));
        bytes.extend([next.number(), self.living.mask()]);
        for cell in self.occupied.iter() {
            let Some(man) = self.on(cell) else { continue };
            let piece = self.piece(man);
            let what = if self.is_hidden() {
                man.number()
            } else {
                match (piece.army, self.public_kind(man)) {
                    (Some(army), Some(kind)) => 16 * army.number() + kind as u8,
                    _ => u8::MAX,
                }
            };
            bytes.extend([cell.number(), what]);
        }
        for army in self.all_armies() {
            // Which of two equal pieces carries a flag shows by its cell.
            let (sign, cell) = match self.flag(army) {
                FlagAt::Home | FlagAt::Gone => (0, None),
                FlagAt::Carried(man) => (1, self.piece(man).cell),
                FlagAt::Lying(cell) => (2, Some(cell)),
            };
            bytes.extend([sign, cell.map_or(u8::MAX, Cell::number)]);
        }
        let Digest(digest) = Digest::of(LABEL, &bytes);
        digest.first_chunk().copied().unwrap_or_default()
    }

    /// The enemy pieces that a piece could attack next and would not die of alone.
    fn threats(&self, man: Man) -> u64 {
        let (Some(kind), Some(cell), Some(seat)) =
            (self.public_kind(man), self.piece(man).cell, self.owner(man))
        else {
            return 0;
        };
        let targets = self.targets(seat);
        let reached = self.destinations(man, cell, kind, &targets).and(&targets);
        let men = reached.iter().filter_map(|cell| self.on(cell));
        let worth = men.filter(|target| {
            let losses = self.public_kind(*target).map(|d| table::losses(self.options(), kind, d));
            losses.is_some_and(|losses| losses & code::DEFENDER_DIES != 0)
        });
        worth.fold(0, |all, target| all | 1u64.checked_shl(u32::from(target.number())).unwrap_or(0))
    }
}
