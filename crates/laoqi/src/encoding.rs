//! Canonical bytes of a position: fixed places and widths, so that a value has one encoding.
//!
//! `cell*` (0 empty, else 1 + 4 army + kind) · for each army controller (255 gone), lost, promoted ·
//! living, incited, fallen as masks · timeouts by seat · ties by gesture · queue by place (255 free) ·
//! crown (255 none) · quiet u16 LE · ply u32 LE · showings · stage.
//! Stage: 0 contest, mask · 1 losers, mask · 2 pick, gesture by seat (255 none) · 3 action, seat,
//! kinds · 4 won, mask · 5 drawn, mask.

use game::{Canon, Malformed, Outcome, Seat, SeatSet};

use crate::board::Board;
use crate::gesture::{Gesture, Table};
use crate::piece::{Kind, Kinds, Piece};
use crate::position::{Position, Queue, Stage};
use crate::rules::Rules;

const NONE: u8 = 255;
const MALFORMED: Malformed = Malformed("position");

impl Canon<Rules> for Position {
    fn encode_into(&self, out: &mut Vec<u8>) {
        for cell in self.board().cells() {
            out.push(match self.at(cell) {
                None => 0,
                Some(piece) => 1 + piece.army.number() * 4 + piece.kind as u8,
            });
        }
        for seat in self.seats().iter() {
            let army = self.army(seat);
            let controller = army.controller.map_or(NONE, Seat::number);
            out.extend([controller, army.lost, army.promoted]);
        }
        out.extend([self.living, self.incited, self.fallen].map(SeatSet::mask));
        out.extend(self.seats().iter().map(|seat| self.timeouts(seat)));
        out.extend(self.ties);
        let mut queue = self.queue.iter();
        out.extend([(); 3].map(|()| queue.next().map_or(NONE, |gesture| gesture as u8)));
        out.push(self.crown.map_or(NONE, Seat::number));
        out.extend(self.quiet.to_le_bytes());
        out.extend(self.ply.to_le_bytes());
        out.push(self.showings);
        match &self.stage {
            Stage::Contest { due } => out.extend([0, due.mask()]),
            Stage::Losers { due } => out.extend([1, due.mask()]),
            Stage::Pick { table } => {
                out.push(2);
                let shown = |seat| table.get(seat).map_or(NONE, |gesture| gesture as u8);
                out.extend(self.seats().iter().map(shown));
            }
            Stage::Action { seat, kinds } => out.extend([3, seat.number(), kinds.mask()]),
            Stage::Over(Outcome::Won(seats)) => out.extend([4, seats.mask()]),
            Stage::Over(Outcome::Drawn(seats)) => out.extend([5, seats.mask()]),
        }
    }

    fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
        let mut reader = Reader(bytes);
        let position = reader.position(rules).ok_or(MALFORMED)?;
        if reader.0.is_empty() && position.faults().is_empty() {
            Ok(position)
        } else {
            Err(MALFORMED)
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// A byte that `read` understands, or the sign for none.
    fn option<T>(&mut self, read: impl Fn(u8) -> Option<T>) -> Option<Option<T>> {
        match self.byte()? {
            NONE => Some(None),
            byte => read(byte).map(Some),
        }
    }

    fn seats(&mut self) -> Option<SeatSet> {
        self.byte().map(SeatSet::from_mask)
    }

    fn position(&mut self, rules: &Rules) -> Option<Position> {
        let mut position = Position::start(rules);
        for cell in Board::of(rules.options().seats).cells() {
            let piece = piece(self.byte()?)?;
            position.put(cell, piece);
        }
        for seat in position.seats().iter() {
            let army = position.army_mut(seat);
            army.controller = self.option(Seat::new)?;
            [army.lost, army.promoted] = self.bytes()?;
        }
        position.living = self.seats()?;
        position.incited = self.seats()?;
        position.fallen = self.seats()?;
        for seat in position.seats().iter() {
            *position.timeouts.get_mut(seat.index())? = self.byte()?;
        }
        position.ties = self.bytes()?;
        position.queue = self.queue()?;
        position.crown = self.option(Seat::new)?;
        position.quiet = u16::from_le_bytes(self.bytes()?);
        position.ply = u32::from_le_bytes(self.bytes()?);
        position.showings = self.byte()?;
        position.stage = self.stage(position.seats())?;
        Some(position)
    }

    fn queue(&mut self) -> Option<Queue> {
        let mut queue = Queue::default();
        let mut ended = false;
        for _ in 0..3 {
            match self.option(gesture)? {
                Some(gesture) if !ended => queue.push(gesture),
                Some(_) => return None,
                None => ended = true,
            }
        }
        Some(queue)
    }

    fn stage(&mut self, seats: SeatSet) -> Option<Stage> {
        Some(match self.byte()? {
            0 => Stage::Contest { due: self.seats()? },
            1 => Stage::Losers { due: self.seats()? },
            2 => {
                let mut table = Table::EMPTY;
                for seat in seats.iter() {
                    table.set(seat, self.option(gesture)?);
                }
                Stage::Pick { table }
            }
            3 => Stage::Action {
                seat: Seat::new(self.byte()?)?,
                kinds: Kinds::from_mask(self.byte()?)?,
            },
            4 => Stage::Over(Outcome::Won(self.seats()?)),
            5 => Stage::Over(Outcome::Drawn(self.seats()?)),
            _ => return None,
        })
    }
}

fn gesture(byte: u8) -> Option<Gesture> {
    Gesture::ALL.get(usize::from(byte)).copied()
}

fn piece(byte: u8) -> Option<Option<Piece>> {
    let Some(number) = byte.checked_sub(1) else {
        return Some(None);
    };
    let army = Seat::new(number / 4)?;
    let kind = *Kind::ALL.get(usize::from(number % 4))?;
    Some(Some(Piece { army, kind }))
}
