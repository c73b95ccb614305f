//! Seats, sets of seats and values kept by seat.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats that any game here has; a [`SeatSet`] is one byte.
pub const SEATS_MAX: u8 = 8;

/// A player's place at the table, numbered from 0 in the order that the rules give.
///
/// Invariant: below [`SEATS_MAX`]. Encoded as one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, if there can be one.
    pub const fn new(number: u8) -> Option<Self> {
        if number < SEATS_MAX { Some(Self(number)) } else { None }
    }

    /// The seat with this number.
    ///
    /// # Panics
    /// If `number` is not below [`SEATS_MAX`]: for constants and for numbers already checked.
    pub const fn of(number: u8) -> Self {
        assert!(number < SEATS_MAX, "a seat number below SEATS_MAX");
        Self(number)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number, to index an array that has a place for every seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a seat number must be below 8")
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The set whose members are the one bits of `mask`, bit n for seat n.
    pub const fn from_mask(mask: u8) -> Self {
        Self(mask)
    }

    /// One bit a seat.
    pub const fn mask(self) -> u8 {
        self.0
    }

    /// Seats 0 to n - 1.
    ///
    /// # Panics
    /// If `n` is above [`SEATS_MAX`].
    pub const fn first(n: u8) -> Self {
        assert!(n <= SEATS_MAX, "at most SEATS_MAX seats");
        Self(((1u16 << n) - 1) as u8)
    }

    /// This seat alone.
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether the seat is in it.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// With this seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Without this seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The members of either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The members of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The members that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every member is in `other`.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest member.
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..SEATS_MAX).filter(move |n| self.0 >> n & 1 == 1).map(Seat)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::number)).finish()
    }
}

/// One value for each seat of a match, in seat order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// The value that `make` gives for each of the first `n` seats.
    ///
    /// # Panics
    /// If `n` is above [`SEATS_MAX`].
    pub fn new(n: u8, make: impl FnMut(Seat) -> T) -> Self {
        assert!(n <= SEATS_MAX, "at most SEATS_MAX seats");
        Self((0..n).map(Seat).map(make).collect())
    }

    /// How many seats.
    pub fn seats(&self) -> u8 {
        self.0.len() as u8
    }

    /// The value of this seat; none if the match has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The value of this seat, to change.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        self.0.get_mut(seat.index())
    }

    /// Seat and value in seat order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        (0..SEATS_MAX).map(Seat).zip(&self.0)
    }

    /// The values in seat order.
    pub fn values(&self) -> &[T] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_members_in_order() {
        let set: SeatSet = [4, 0, 2].map(Seat::of).into_iter().collect();
        assert_eq!(set.iter().map(Seat::number).collect::<Vec<_>>(), [0, 2, 4]);
        assert_eq!((set.len(), set.lowest()), (3, Seat::new(0)));
        assert_eq!(set.without(Seat::of(0)).minus(SeatSet::one(Seat::of(2))).mask(), 0b10000);
        assert_eq!(SeatSet::first(8).mask(), 255);
    }

    #[test]
    fn a_seat_number_out_of_range_is_refused_when_decoded() {
        assert!(postcard::from_bytes::<Seat>(&[8]).is_err());
        assert_eq!(postcard::from_bytes::<Seat>(&[7]).unwrap(), Seat::of(7));
    }
}
