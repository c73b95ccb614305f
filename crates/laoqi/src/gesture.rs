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

/// What each seat showed; none: it showed nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Table([Option<Gesture>; game::SEATS_MAX as usize]);

impl Table {
    /// Nobody has shown anything.
    pub const EMPTY: Self = Self([None; game::SEATS_MAX as usize]);

    /// What the seat showed.
    pub fn get(&self, seat: Seat) -> Option<Gesture> {
        self.0.get(seat.index()).copied().flatten()
    }

    /// Puts down what the seat showed.
    pub fn set(&mut self, seat: Seat, gesture: Option<Gesture>) {
        if let Some(place) = self.0.get_mut(seat.index()) {
            *place = gesture;
        }
    }

    /// The seats that showed something.
    pub fn shown(&self) -> SeatSet {
        SeatSet::first(game::SEATS_MAX).iter().filter(|seat| self.get(*seat).is_some()).collect()
    }

    /// The same for these seats, nothing for others.
    #[must_use]
    pub fn only(&self, seats: SeatSet) -> Self {
        let mut table = Self::EMPTY;
        for seat in seats.iter() {
            table.set(seat, self.get(seat));
        }
        table
    }

    /// The seats that showed this gesture.
    pub fn showing(&self, gesture: Gesture) -> SeatSet {
        SeatSet::first(game::SEATS_MAX)
            .iter()
            .filter(|seat| self.get(*seat) == Some(gesture))
            .collect()
    }

    /// How the showing ended, by who beats most.
    pub fn verdict(&self) -> Verdict {
        let by = Gesture::ALL.map(|gesture| self.showing(gesture));
        let [scissors, rock, paper] = by.map(SeatSet::len);
        let scores = [paper, scissors, rock];
        let alike = |one: u8| one == scissors + rock + paper;
        if alike(0) {
            return Verdict::Nobody;
        }
        for (gesture, seats) in Gesture::ALL.into_iter().zip(by) {
            if alike(seats.len()) {
                return match (seats.len(), seats.lowest()) {
                    (1, Some(seat)) => Verdict::Winner(seat, gesture),
                    _ => Verdict::Alike(gesture),
                };
            }
        }
        self.tops(by, scores)
    }

    fn tops(&self, by: [SeatSet; 3], scores: [u8; 3]) -> Verdict {
        let shown = || by.into_iter().zip(scores).filter(|(seats, _)| !seats.is_empty());
        let best = shown().map(|(_, score)| score).max().unwrap_or(0);
        let top = shown()
            .filter(|(_, score)| *score == best)
            .fold(SeatSet::EMPTY, |all, (seats, _)| all.or(seats));
        match (top.len(), top.lowest()) {
            (1, Some(seat)) => match self.get(seat) {
                Some(gesture) => Verdict::Winner(seat, gesture),
                None => Verdict::Nobody,
            },
            _ => Verdict::Several(top),
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
