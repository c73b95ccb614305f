//! Gestures, and what they beat and drive.

use game::canon::{from_bytes, to_bytes};
use game::{Canon, Malformed, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::piece::{Kind, Kinds};
use crate::rules::Rules;

/// What a seat shows in a contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Gesture {
    /// 剪刀, drives Warriors.
    Scissors,
    /// 石头, drives Shields and Assassins.
    Rock,
    /// 布, drives Kings.
    Paper,
}

impl Gesture {
    /// All gestures, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Scissors, Self::Rock, Self::Paper];

    /// The gesture that this one beats.
    pub const fn beats(self) -> Self {
        match self {
            Self::Scissors => Self::Paper,
            Self::Rock => Self::Scissors,
            Self::Paper => Self::Rock,
        }
    }

    /// The kinds that it drives.
    pub const fn kinds(self) -> Kinds {
        match self {
            Self::Scissors => Kinds::of(&[Kind::Warrior]),
            Self::Rock => Kinds::of(&[Kind::Shield, Kind::Assassin]),
            Self::Paper => Kinds::of(&[Kind::King]),
        }
    }

    /// Its letter in notation, from 剪 (jiǎn), 石 (shí), 布 (bù).
    pub const fn letter(self) -> char {
        match self {
            Self::Scissors => 'J',
            Self::Rock => 'S',
            Self::Paper => 'B',
        }
    }

    /// The gesture with this letter, or with the Chinese sign 剪, 石 or 布.
    pub const fn from_sign(sign: char) -> Option<Self> {
        match sign {
            'J' | 'j' | '剪' => Some(Self::Scissors),
            'S' | 's' | '石' => Some(Self::Rock),
            'B' | 'b' | '布' => Some(Self::Paper),
            _ => None,
        }
    }
}

impl Canon<Rules> for Gesture {
    fn encode_into(&self, out: &mut Vec<u8>) {
        to_bytes(self, out);
    }

    fn decode(_: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        from_bytes("gesture", bytes)
    }
}

/// What each seat showed. Invariant: a seat showed one gesture or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Table([SeatSet; 3]);

impl Table {
    /// Nobody has shown anything.
    pub const EMPTY: Self = Self([SeatSet::EMPTY; 3]);

    /// What the seat showed; none: nothing.
    pub fn get(&self, seat: Seat) -> Option<Gesture> {
        Gesture::ALL.into_iter().find(|gesture| self.showing(*gesture).has(seat))
    }

    /// Puts down what the seat showed.
    pub fn set(&mut self, seat: Seat, gesture: Option<Gesture>) {
        for (shown, seats) in Gesture::ALL.into_iter().zip(&mut self.0) {
            *seats = if gesture == Some(shown) { seats.with(seat) } else { seats.without(seat) };
        }
    }

    /// The seats that showed something.
    pub const fn shown(&self) -> SeatSet {
        let [scissors, rock, paper] = self.0;
        scissors.or(rock).or(paper)
    }

    /// The same for these seats, nothing for others.
    #[must_use]
    pub fn only(&self, seats: SeatSet) -> Self {
        Self(self.0.map(|shown| shown.and(seats)))
    }

    /// The seats that showed this gesture.
    #[expect(clippy::indexing_slicing, reason = "one place for each gesture")]
    pub const fn showing(&self, gesture: Gesture) -> SeatSet {
        self.0[gesture as usize]
    }

    /// How the showing ended, by who beats most.
    pub fn verdict(&self) -> Verdict {
        let shown = self.shown();
        let score = |gesture: Gesture| {
            let beaten = self.showing(gesture.beats()).len();
            (!self.showing(gesture).is_empty()).then_some(beaten)
        };
        let best = Gesture::ALL.into_iter().filter_map(score).max();
        let mut top = SeatSet::EMPTY;
        let mut by = None;
        for gesture in Gesture::ALL {
            if best.is_some() && score(gesture) == best {
                top = top.or(self.showing(gesture));
                by = Some(gesture);
            }
        }
        match (by, top.lowest()) {
            (Some(gesture), Some(seat)) if top.len() == 1 => Verdict::Winner(seat, gesture),
            (Some(gesture), _) if best == Some(0) && top == shown => Verdict::Alike(gesture),
            (Some(_), _) => Verdict::Several(top),
            (None, _) => Verdict::Nobody,
        }
    }
}

/// How one showing ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nobody showed anything.
    Nobody,
    /// Two or more showed, all the same.
    Alike(Gesture),
    /// One seat beat more than every other, or it alone showed.
    Winner(Seat, Gesture),
    /// These seats beat equally many, and more than the others.
    Several(SeatSet),
}
