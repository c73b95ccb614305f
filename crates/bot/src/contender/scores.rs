//! How well each seat stands.

use game::Seat;

/// What a won game is worth; a lost one costs as much. All other scores lie between.
pub(crate) const WIN: i32 = 2000;

/// The most seats of the game.
const SEATS: usize = 5;

/// A score for each seat, in the unit of which a Warrior is worth about a hundred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scores([i32; SEATS]);

impl Scores {
    /// The same for every seat.
    pub(crate) const fn all(score: i32) -> Self {
        Self([score; SEATS])
    }

    /// The score of this seat.
    pub(crate) fn of(&self, seat: Seat) -> i32 {
        self.0.get(seat.index()).copied().unwrap_or(0)
    }

    /// Gives the seat this score.
    pub(crate) fn set(&mut self, seat: Seat, score: i32) {
        if let Some(place) = self.0.get_mut(seat.index()) {
            *place = score;
        }
    }

    /// Raises the score of the seat.
    pub(crate) fn add(&mut self, seat: Seat, score: i32) {
        self.set(seat, self.of(seat) + score);
    }

    /// Seat by seat the mean; none of no scores.
    pub(crate) fn mean(all: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut sum = [0; SEATS];
        let mut count = 0;
        for scores in all {
            count += 1;
            for (sum, score) in sum.iter_mut().zip(scores.0) {
                *sum += score;
            }
        }
        (count > 0).then(|| Self(sum.map(|sum| sum / count)))
    }
}
